"""An opponent that is a program of its own: one JSON object a line, in and out (``docs/bot-protocol.md``).

What goes out is made from the seat's view, so no hidden card can be in it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import IO, Any

import msgspec

from speto.dummy.wire import deal_view

from .names import GAME, Fault

PROTOCOL = 1
PATIENCE = 10.0
"""Seconds for a decision."""

START = 30.0
"""Seconds until it must have said hello."""

LONGEST = 1 << 16
"""Bytes that a line of its may have."""

SILENT = 3
"""After so many decisions in a row without an answer it is stopped; the next deal starts it again."""

FAREWELL = 2.0
"""Seconds that it may take to leave once its input is closed."""


class Command:
    """The program. It is started with the first deal, and again with the next one after it has gone."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.worlds = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._asked = 0
        self._silent = 0

    def begin(self, opening: Mapping[str, Any]) -> None:
        """A deal begins; a program that is not there does not stop it."""
        with contextlib.suppress(Fault):
            if self._process is None:
                self._start()
            self._send({"t": "deal", **opening})

    def choose(self, view: Any, legal: Sequence[str], seed: bytes) -> str:
        """What it answers in time. Raises Fault."""
        self._asked += 1
        self._send({"t": "turn", "id": self._asked, "view": shown(view), "legal": list(legal), "seed": seed.hex()})
        until = monotonic() + PATIENCE
        while True:
            try:
                answer = self._hear(until)
            except TimeoutError:
                self._silent += 1
                if self._silent >= SILENT:
                    self.close()
                raise Fault("no answer in time") from None
            if answer.get("t") == "action" and answer.get("id") == self._asked:
                break
        self._silent = 0
        worlds = answer.get("worlds", 0)
        self.worlds = worlds if type(worlds) is int and worlds >= 0 else 0
        action = answer.get("action")
        if not isinstance(action, str):
            raise Fault("the answer holds no action")
        return action

    def clock(self) -> float:
        """On the wall: it thinks in another process."""
        return monotonic()

    def end(self, view: Any) -> None:
        """The deal is over."""
        with contextlib.suppress(Fault):
            self._send({"t": "over", "view": shown(view)})

    def close(self) -> None:
        """Close its input; if it does not leave, end it."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(FAREWELL)
        # Whatever it started goes with it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise Fault(f"{self.words[0]}: {error.strerror}") from None
        assert self._process.stdout is not None
        self._lines = queue.SimpleQueue()
        self._silent = 0
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        self._send({"t": "hello", "protocol": PROTOCOL, "game": GAME})
        try:
            answer = self._hear(monotonic() + START)
        except TimeoutError:
            answer = {}
        if answer.get("t") != "hello" or answer.get("protocol") != PROTOCOL:
            self.close()
            raise Fault(f"{self.words[0]} does not say hello in protocol {PROTOCOL}")

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._process is None:
            raise Fault("it is gone")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            self._process.stdin.flush()
        except OSError:
            self.close()
            raise Fault("it is gone") from None

    def _hear(self, until: float) -> dict[str, Any]:
        """Its next message. Raises TimeoutError, and Fault if it has none any more or says what is no message."""
        try:
            line = self._lines.get(timeout=max(until - monotonic(), 0))
        except queue.Empty:
            raise TimeoutError from None
        if not line.endswith(b"\n"):
            self.close()
            raise Fault("it is gone, or its line has no end")
        try:
            answer = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            raise Fault("its line is no JSON") from None
        if not isinstance(answer, dict):
            raise Fault("its line is no JSON object")
        return answer


def _read(pipe: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """Pass its lines on; the last one has no end."""
    with pipe:
        while True:
            line = pipe.readline(LONGEST)
            lines.put(line)
            if not line.endswith(b"\n"):
                return


def shown(view: Any) -> dict[str, Any]:
    """A view as the line protocol shows it: a page's ``DummyView``, without what stands beside it or is for pages."""
    message: dict[str, Any] = msgspec.to_builtins(deal_view(view, 1))
    for key in ("number", "fresh", "legal"):
        del message[key]
    return message
