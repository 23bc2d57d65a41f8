"""A bad network between page and server: it delays, cuts in the middle of a frame, closes half, and resets."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct


class Proxy:
    """Forwards connections to a server, and mistreats them by chance."""

    def __init__(self, host: str, port: int, seed: int) -> None:
        self.host, self.port = host, port
        self.chance = random.Random(seed)
        self.server: asyncio.Server | None = None
        self.cuts = 0
        self.calm = False
        """Does no more harm."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Proxy:
        self.server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.server is not None
        self.server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def address(self) -> str:
        """Where it listens."""
        assert self.server is not None
        return f"127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            there, back = await asyncio.open_connection(self.host, self.port)
        except OSError:
            writer.transport.abort()
            return
        # So many bytes pass, then it breaks.
        left = [self.chance.choice([400, 3_000, 20_000, 100_000])]
        try:
            await asyncio.gather(self._pump(reader, back, left, writer), self._pump(there, writer, left, back))
        finally:
            for one in (writer, back):
                one.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int], other: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(self.chance.choice([1, 50, 4096, 65536])):
                if not self.calm:
                    if self.chance.random() < 0.05:
                        await asyncio.sleep(self.chance.random() * 0.05)
                    left[0] -= len(data)
                    if left[0] < 0:
                        self.cuts += 1
                        writer.write(data[: len(data) // 2])
                        self._break(writer, other)
                        return
                writer.write(data)
                await writer.drain()
            with contextlib.suppress(OSError, RuntimeError):
                writer.write_eof()

    def _break(self, *writers: asyncio.StreamWriter) -> None:
        how = self.chance.randrange(3)
        for writer in writers:
            if how == 0:  # a reset
                sock = writer.get_extra_info("socket")
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
            elif how == 1:
                writer.close()
            elif writer is writers[0]:  # one direction only; the other one hangs until somebody notices
                with contextlib.suppress(OSError, RuntimeError):
                    writer.write_eof()
