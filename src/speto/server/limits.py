"""How often somebody may do something: a bucket of tokens that fills at a steady rate."""

from __future__ import annotations

from collections import OrderedDict


class Bucket:
    """Holds so many tokens at most, and gains ``rate`` a second.

    >>> bucket = Bucket(rate=1, most=2, now=0)
    >>> bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1)
    (True, True, False, True)
    """

    __slots__ = ("_at", "_held", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most = rate, most
        self._held, self._at = most, now

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        self._held = min(self._most, self._held + (now - self._at) * self._rate)
        self._at = now
        if self._held < 1:
            return False
        self._held -= 1
        return True

    def empty(self, now: float) -> bool:
        """Whether no token is there."""
        return self._held + (now - self._at) * self._rate < 1


class Buckets:
    """A bucket for each of the last ``size`` keys; a key that comes back after that begins with a full one."""

    def __init__(self, rate: float, most: float, size: int = 10_000) -> None:
        self._rate, self._most, self._size = rate, most, size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        """Take a token of this key's bucket, if there is one."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._most, now)
        self._buckets[key] = bucket
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        return bucket.take(now)

    def empty(self, key: str, now: float) -> bool:
        """Whether this key's bucket has no token."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.empty(now)
