"""Who somebody is: guests with a signed cookie, and nothing else.

A cookie names the member ids of one browser, 128 bits each: its own first, then those whose seats were moved here by a
seat secret. The key that signs lies with the store, so that all processes and every restart have the same.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from itsdangerous import BadSignature, Signer

COOKIE = "speto"
KEPT = 8
"""So many member ids fit in a cookie; the oldest that was moved here goes first."""
_YEARS = 2 * 365 * 24 * 3600
_MEMBER = re.compile(r"[\w-]{22}", re.ASCII)


def new_member() -> str:
    """A member id: 128 bits from the operating system."""
    return secrets.token_urlsafe(16)


class Identity:
    """Reads and writes cookies with one key.

    >>> identity = Identity(b"key" * 11)
    >>> member = new_member()
    >>> identity.members(identity.cookie((member,), secure=False).partition(";")[0]) == (member,)
    True
    >>> identity.members("speto=forged.signature")
    ()
    """

    def __init__(self, key: bytes) -> None:
        self._signer = Signer(key, salt=b"speto.cookie", digest_method=hashlib.sha256)

    def members(self, header: str) -> tuple[str, ...]:
        """The member ids in a ``Cookie`` header; none when it has no cookie of ours, or a forged one."""
        for part in header.split(";"):
            name, _, value = part.strip().partition("=")
            if name == COOKIE:
                try:
                    signed = self._signer.unsign(value).decode("ascii")
                except (BadSignature, UnicodeError):
                    continue
                members = tuple(signed.split("~"))
                if all(_MEMBER.fullmatch(member) for member in members):
                    return members[:KEPT]
        return ()

    def cookie(self, members: tuple[str, ...], secure: bool) -> str:
        """The ``Set-Cookie`` header for these members."""
        value = self._signer.sign("~".join(members)).decode("ascii")
        rest = "; Secure" if secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={_YEARS}; HttpOnly; SameSite=Lax{rest}"

    @staticmethod
    def forget(secure: bool) -> str:
        """The ``Set-Cookie`` header that removes the cookie."""
        return f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"
