"""One Chromium for all browser tests, a server for each module, and pages that must not complain."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.e2e.person import TIMEOUT, Person

NAMES = ("chromium", "chromium-browser", "google-chrome")
LAN = "lan.test"
"""A name that is no localhost, and leads to this machine all the same."""
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {LAN} 127.0.0.1",
]
PHONE = {"width": 390, "height": 844}
# What a browser keeps of earlier visits: nothing moves, nothing sounds, bots answer at once.
KEPT = """([settings, plan]) => {
  try {
    for (const [key, value] of [['speto.settings', settings], ['speto.plan.bots', plan], ['speto.plan.friends', plan]])
      if (value && localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}"""
QUICK = {"speed": "instant", "motion": "less", "sound": False, "haptics": False, "tipSeen": True}

CUT = r"WebSocket connection to .* failed|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED"
"""What a browser says when the network or the server has gone."""

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    named = os.environ.get("SPETO_CHROMIUM")
    chromium = next(filter(None, map(shutil.which, [named] if named else NAMES)), None)
    if chromium is None:
        pytest.skip("no Chromium; `make test-browser` says how to install it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


def plan(players: int, bots: list[str | None], **more: Any) -> dict[str, Any]:
    """What the page keeps of the table that was set last: here one whose bots answer at once."""
    return {
        "setup": {"rules": {"preset": "classic"}, "players": players, "pace": 0, "aids": "legal", **more},
        "bots": bots,
    }


class Server:
    """`speto serve` on a port of its own; the port stays when it is started again."""

    def __init__(
        self, data: Path, speto: Sequence[str] = (sys.executable, "-m", "speto"), path: str | None = None
    ) -> None:
        self.data = data
        self._speto, self._path = speto, path
        self.port = 0
        self.address = ""
        self.start()

    def start(self) -> None:
        command = [*self._speto, "serve", "--port", str(self.port), "--bots", "1", "--data", str(self.data)]
        environment = os.environ if self._path is None else {"PATH": self._path}
        with (self.data / "server.log").open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=self.data, env=environment
            )
        assert self.process.stdout is not None
        found = next(
            filter(None, (re.search(r"http://127\.0\.0\.1:(\d+)", line) for line in self.process.stdout)), None
        )
        assert found is not None, (self.data / "server.log").read_text("utf-8")
        self.address, self.port = found[0], int(found[1])

    def kill(self) -> None:
        """As a power cut would: no farewell."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.kill()


class Faults(list[str]):
    """What pages complained of; what matches ``expected`` is none."""

    expected: str = r"(?!)"


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def open_page(browser: Browser, server: Server, faults: Faults) -> Iterator[OpenPage]:
    """Opens a page in a browser profile of its own; after the test none may have complained."""
    contexts: list[BrowserContext] = []

    def heed(kind: str, text: str) -> None:
        # A view that does not fit its hash is only warned of.
        if kind == "error" or text.startswith("speto:"):
            faults.append(text)

    def open_page(
        path: str | None = "/",
        *,
        locale: str = "en-GB",
        cookie: str = "",
        plan: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None,
        **options: Any,
    ) -> Page:
        options = {"viewport": PHONE, **options}
        context = browser.new_context(base_url=server.address, locale=locale, service_workers="block", **options)
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        kept = [settings if settings is not None else QUICK, plan]
        context.add_init_script(f"({KEPT})({json.dumps(kept)})")
        if cookie:
            context.add_cookies([{"name": "speto", "value": cookie, "url": server.address}])
        page = context.new_page()
        page.on("console", lambda message: heed(message.type, f"{message.text} ({message.location['url']})"))
        page.on("pageerror", lambda error: faults.append(str(error)))
        if path is not None:
            page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [fault for fault in faults if not re.search(faults.expected, fault)] == []


@pytest.fixture
def person(open_page: OpenPage) -> Callable[..., Person]:
    """A page with somebody before it."""

    def person(path: str | None = "/", **options: Any) -> Person:
        page = open_page(None, **options)
        somebody = Person(page, tap=bool(options.get("has_touch")))
        if path is not None:
            page.goto(path)
        return somebody

    return person
