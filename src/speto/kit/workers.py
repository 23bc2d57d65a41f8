"""What a worker process does so that it never outlives whoever started it."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import parent_process
from typing import Any


def begin() -> None:
    """In a worker: stop only with the process that started it, and then at once, even if that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_die_with, args=(parent,), daemon=True).start()


def _die_with(parent: Any) -> None:
    parent.join()
    os._exit(0)


def end(pool: ProcessPoolExecutor) -> None:
    """Stop a pool's workers at once, whatever they are doing."""
    for worker in list((pool._processes or {}).values()):
        worker.terminate()
    pool.shutdown(wait=True, cancel_futures=True)
