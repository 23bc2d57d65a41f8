"""``speto play`` at a terminal of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
from pathlib import Path

PLAY = [sys.executable, "-m", "speto", "play", "--terminal", "--speed", "2"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """What the program is started with: a folder for records, UTF-8, no colour by the way."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "COLORTERM")}
    return {**kept, "XDG_STATE_HOME": str(folder), "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color", **more}


class AtTerminal:
    """The program at a terminal of its own."""

    def __init__(self, folder: Path, *args: str, **more: str) -> None:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(sys.executable, [*PLAY, *args], environment(folder, **more))
        self.bytes = b""

    @property
    def text(self) -> str:
        return self.bytes.decode(errors="replace").replace("\r\n", "\n")

    def until(self, *ends: str) -> str:
        """What it says until it asks with one of these, or ends."""
        begin = len(self.text)
        while not (new := ESCAPES.sub("", self.text[begin:])).endswith(ends):
            assert select.select([self.terminal], [], [], 30)[0], f"it hangs: {self.text[-500:]}"
            try:
                data = os.read(self.terminal, 1 << 16)
            except OSError:  # so a terminal says that nobody is there any more
                break
            if not data:
                break
            self.bytes += data
        return new

    def type(self, line: str) -> None:
        os.write(self.terminal, line.encode() + b"\n")

    def interrupt(self) -> None:
        """Ctrl-C, until the program answers: between its prompt and its wait for a key, Python's readline loses one."""
        os.write(self.terminal, b"\x03")
        while not select.select([self.terminal], [], [], 1)[0]:
            os.write(self.terminal, b"\x03")

    def ended(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status)
