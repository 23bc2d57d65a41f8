"""What pictures and figures of the page share: a real Chromium, and a server with tables known card for card."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from tests.e2e.conftest import ARGUMENTS, NAMES, Server  # noqa: E402
from tests.e2e.screens import Tables, tables_on  # noqa: E402


@contextmanager
def stage() -> Iterator[tuple[Browser, Server, Tables]]:
    """The Chromium of the browser tests, and a server with their tables. Raises SystemExit if there is no Chromium."""
    named = os.environ.get("SPETO_CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else NAMES)), None)
    if found is None:
        raise SystemExit("no Chromium found: install it, or name one in SPETO_CHROMIUM")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, ExitStack() as friends:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        server = Server(Path(folder))
        try:
            yield browser, server, tables_on(server, friends)
        finally:
            friends.close()
            server.kill()
            browser.close()
