"""The wheel: built, installed where nothing else is and no Node is found, and a deal played from it."""

import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Server, plan
from tests.e2e.person import Person
from tests.e2e.scripted import check_sheet

pytestmark = pytest.mark.drill
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`speto serve` from the wheel alone."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-qq"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    bare = folder / "bare"
    venv.create(bare, with_pip=False)
    # The packages that it names, as the lock has them; nothing more.
    pins = folder / "pins.txt"
    locked = (ROOT / "requirements" / "play.txt").read_text("utf-8")
    pins.write_text("\n".join(re.findall(r"^[\w.-]+==[^ \\\n]+", locked, re.M)), "utf-8")
    subprocess.run([*pip, "--python", str(bare), "install", "-c", str(pins), str(wheel)], check=True)
    path = str(bare / "bin")
    assert shutil.which("node", path=path) is None
    server = Server(tmp_path_factory.mktemp("data"), [str(bare / "bin" / "speto")], path)
    yield server
    server.kill()


def test_a_deal_is_played_from_the_wheel(person: Callable[..., Person]) -> None:
    me = person(plan=plan(4, ["greedy"] * 3), has_touch=True, is_mobile=True)
    me.page.get_by_role("button", name="Play bots").tap()
    expect(me.hand_cards.first).to_be_visible()
    me.whole_deal()
    assert me.deal is not None
    check_sheet(me.page, me.deal)
    me.page.goto("/rules#P7")
    expect(me.page.locator("#P7")).to_be_in_viewport()
