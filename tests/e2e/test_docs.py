"""In a real Chromium: the documentation opens, shows the rules, and asks nobody else for anything."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The built documentation, served on the loopback."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        serving.join()


def test_the_rules_open_from_the_tour_and_show_P7(browser: Browser, site: str) -> None:
    asked: list[str] = []
    faults: list[str] = []
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{site}/index.html")
    page.get_by_role("link", name="Rules", exact=True).first.click()
    page.wait_for_url("**/rules.html")
    row = page.get_by_role("row").filter(has=page.get_by_role("cell", name="P7 speto_feed"))
    assert "ทิ้งปี้สเปโต" in row.first.inner_text()
    page.close()
    assert faults == []
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []
