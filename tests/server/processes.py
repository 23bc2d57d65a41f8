"""A real ``speto serve`` in a process of its own, to be killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


class Process:
    """A server process; ``start`` again after ``kill`` takes the same port."""

    def __init__(self, data: Path, *words: str, env: dict[str, str] | None = None) -> None:
        self.data, self.words = data, words
        self.env = {**os.environ, "SPETO_TABLES_A_MINUTE": "1000000", "SPETO_LOG": "WARNING", **(env or {})}
        self.env.pop("SPETO_DATABASE_URL", None)
        self.port = 0
        self.lines: list[str] = []
        self.log = data / "server.log"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, and wait until it has said where it serves."""
        command = [sys.executable, "-m", "speto", "serve", "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--bots", "1", *self.words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self.env,
            )
        assert self.process.stdout is not None
        self.lines = [self.process.stdout.readline() for _ in range(3)]
        assert self.lines[0].startswith("Speto serves at "), self.log.read_text()
        self.url = self.lines[0].split()[-1]
        self.port = int(self.url.rpartition(":")[2])

    @property
    def host(self) -> str:
        """Where it serves."""
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """End it as an operator does: its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        assert self.process is not None
        status = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return status


@contextlib.contextmanager
def served(data: Path, *words: str, **more: object) -> Iterator[Process]:
    """A server process until the block ends."""
    data.mkdir(parents=True, exist_ok=True)
    process = Process(data, *words, **more)  # type: ignore[arg-type]
    process.start()
    try:
        yield process
    finally:
        if process.process is not None:
            process.kill()
