"""With a service worker, as on https: what has been opened once opens when the server is gone."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Request, expect
from tests.e2e.conftest import KEPT, PHONE, QUICK, Server
from tests.e2e.person import TIMEOUT

# The worker that this page has is running, and has kept its files.
READY = """() => navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
  const look = () => (active.state === 'activated' ? done(true) : setTimeout(look, 50))
  look()
}))"""

# Whether a file comes, to its last byte: one that nobody reads is given up when the page goes on, and counts as failed.
WHOLE = """(address) => fetch(address).then(async (answer) => answer.ok && (await answer.arrayBuffer()).byteLength > 0,
  () => false)"""


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A browser that lets the page install its worker."""
    with browser.new_context(base_url=server.address, viewport=PHONE, locale="en-GB") as context:
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(f"({KEPT})({json.dumps([{**QUICK, 'lang': 'th', 'theme': 'dark'}, None])})")
        yield context


def test_home_and_settings_open_without_the_server(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.goto("/")
    assert page.evaluate("isSecureContext")
    page.evaluate(READY)
    server.kill()
    failed: list[str] = []

    def note(request: Request) -> None:
        # The worker asks the server first, and then answers the page itself.
        if request.service_worker is None:
            failed.append(f"{request.url} {request.resource_type} {request.failure}")

    context.on("requestfailed", note)
    context.on("response", lambda response: note(response.request) if response.status >= 400 else None)
    for path, wanted in (("/", "h1"), ("/settings", "main [role=radio], main [type=radio]")):
        page.goto(path)
        expect(page.locator(wanted).first).to_be_visible()
        # Before the first paint, from what this browser has kept: boot.js is there.
        expect(page.locator("html")).to_have_attribute("lang", "th")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        for link in page.locator("link[rel=icon], link[rel=manifest], link[rel=apple-touch-icon]").all():
            address = link.get_attribute("href")
            assert page.evaluate(WHOLE, address), address
        page.evaluate("() => document.fonts.ready.then(() => true)")
    page.get_by_label("English", exact=True).check()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    # What only the server knows is asked of it and of nobody else; its answers are not kept.
    assert [url for url in failed if not re.search("/api/", url)] == []
