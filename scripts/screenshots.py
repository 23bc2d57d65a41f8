"""Take the pictures of docs/page.md anew: screens of the built page in a real Chromium, as the browser tests open them.

    python scripts/screenshots.py             all of them
    python scripts/screenshots.py home knock  those with one of these words in their names

Needs Chromium and what `make test` installs. The tables are known card for card: a picture changes when the page does.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from browser import ROOT, stage
from playwright.sync_api import Browser, ViewportSize
from tests.e2e.conftest import KEPT, QUICK, Server
from tests.e2e.screens import SCREENS, Tables, Visitor

OUT = ROOT / "docs" / "pictures"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
ASIDE: ViewportSize = {"width": 844, "height": 390}
EN, BOTH = ("en",), ("en", "th")
LOCALES = {"en": "en-GB", "th": "th-TH"}
QUALITY = 72


class Shot(NamedTuple):
    """A screen of the browser tests, in which languages, and how the browser is set."""

    screen: str
    langs: tuple[str, ...] = EN
    settings: dict[str, Any] = {}  # noqa: RUF012
    size: ViewportSize = PHONE


SHOTS = {
    "home": Shot("home", BOTH),
    "home-continue": Shot("home with a match"),
    "setup-bots": Shot("new table with bots"),
    "setup-friends": Shot("new table", BOTH),
    "setup-rules": Shot("all house rules", BOTH),
    "waiting": Shot("waiting", BOTH),
    "sit-down": Shot("sit down", BOTH),
    "join": Shot("join"),
    "watch": Shot("watch"),
    "table-turn": Shot("my turn", BOTH),
    "table-pickup": Shot("a pickup", BOTH),
    "table-lay": Shot("a turn", BOTH),
    "table-chosen": Shot("a chosen card"),
    "table-dark": Shot("a turn", ("th",), {"theme": "dark"}),
    "table-contrast": Shot("a turn", EN, {"contrast": "more"}),
    "table-classic": Shot("a turn", EN, {"deck": "classic"}),
    "table-aside": Shot("a turn", EN, {}, ASIDE),
    "table-desktop": Shot("a pickup", EN, {}, DESKTOP),
    "table-menu": Shot("menu"),
    "knock": Shot("knock review", BOTH),
    "score": Shot("score sheet", BOTH),
    "score-line": Shot("a line of the sheet"),
    "score-share": Shot("sharing"),
    "match-over": Shot("end of the match", BOTH),
    "replay": Shot("replay", BOTH),
    "analysis": Shot("analysis"),
    "analysis-decision": Shot("a decision", BOTH),
    "hint": Shot("a hint", BOTH),
    "records": Shot("my games", BOTH),
    "rules": Shot("rules", BOTH),
    "learn": Shot("lessons", BOTH),
    "lesson": Shot("a lesson", BOTH),
    "settings": Shot("settings", BOTH),
}


def take(browser: Browser, server: Server, tables: Tables, name: str, lang: str) -> Path:
    """Take one picture in one language."""
    shot = SHOTS[name]
    context = browser.new_context(
        base_url=server.address,
        locale=LOCALES[lang],
        viewport=shot.size,
        device_scale_factor=1.5,
        service_workers="block",
    )
    context.set_default_timeout(30_000)
    context.add_init_script(f"({KEPT})({json.dumps([{**QUICK, **shot.settings}, None])})")
    page = context.new_page()
    SCREENS[shot.screen](Visitor(page, server, tables))
    page.wait_for_load_state("networkidle")
    drawn = context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    file = OUT / f"{name}.{lang}.webp"
    file.write_bytes(base64.b64decode(drawn["data"]))
    context.close()
    return file


def main(words: list[str]) -> int:
    """Take the pictures, or those named."""
    OUT.mkdir(exist_ok=True)
    with stage() as (browser, server, tables):
        for name, shot in SHOTS.items():
            if words and not any(word in name for word in words):
                continue
            for lang in shot.langs:
                file = take(browser, server, tables, name, lang)
                print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
