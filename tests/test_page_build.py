"""The page is built when its sources have changed, and at no other time; each drawing has a source and a licence."""

import hashlib
import re
import shutil
from pathlib import Path

import hatch_build
import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
LISTED = re.compile(r"^\| `([^`]+)` \| (.+?) \| (.+?) \| `([0-9a-f]{64})` \|$", re.M)
"""A line of the list: file, source, licence, sha256."""
FILES = {
    "index.html": "<html>",
    "src/main.ts": "let a = 1",
    "src/main.test.ts": "test",
    "src/dev/turn.ts": "dev",
    "src/test/setup.ts": "set up",
    "src/turn.dev.svelte": "dev",
    "public/icon.svg": "<svg>",
    "node_modules/x/x.js": "x",
    "README.md": "read",
}


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A small page."""
    for name, text in FILES.items():
        file = tmp_path / "web" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path / "web"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, web: Path) -> list[list[str]]:
    """The processes that a build starts; none runs, and the one that builds the page leaves a page."""
    found: list[list[str]] = []

    def run(command: list[str], where: Path, environment: dict[str, str]) -> None:
        assert where == web
        found.append(command)
        if command[-1] == "build":
            fresh = Path(environment["SPETO_WEB_OUT"])
            fresh.mkdir()
            (fresh / "index.html").write_text("built", "utf-8")

    (web / "package-lock.json").write_text("{}", "utf-8")
    monkeypatch.setattr(hatch_build, "_run", run)
    monkeypatch.setattr(hatch_build, "find_node", lambda: (Path("node"), ["npm"]))
    return found


def said(_: str) -> None:
    """Nothing is printed."""


def test_the_same_tree_is_built_once(web: Path, tmp_path: Path, started: list[list[str]]) -> None:
    out = tmp_path / "out"
    assert hatch_build.build(web, out, said)
    assert [command[-1] for command in started] == ["--loglevel=error", "build"]
    assert (out / "index.html").read_text("utf-8") == "built"
    started.clear()
    assert not hatch_build.build(web, out, said)
    for name in ("src/main.test.ts", "README.md", "node_modules/x/x.js"):
        (web / name).write_text("changed", "utf-8")
    assert not hatch_build.build(web, out, said)
    assert started == []
    # A page that is not whole is built again; so is one whose source has changed. What npm fetched is there.
    (out / "index.html").unlink()
    assert hatch_build.build(web, out, said)
    (web / "src/main.ts").write_text("let a = 2", "utf-8")
    assert hatch_build.build(web, out, said)
    assert [command[-1] for command in started] == ["build", "build"]


@pytest.mark.parametrize("name", FILES)
def test_one_byte_more_is_another_stamp_where_the_page_is_made_of_it(web: Path, name: str) -> None:
    before = hatch_build.stamp_of(web)
    assert hatch_build.stamp_of(web) == before
    file = web / name
    file.write_text(f"{FILES[name]}!", "utf-8")
    part = name in ("index.html", "src/main.ts", "public/icon.svg")
    assert (hatch_build.stamp_of(web) != before) is part


def test_a_file_that_goes_or_gets_another_name_is_another_stamp(web: Path) -> None:
    before = hatch_build.stamp_of(web)
    shutil.move(web / "public/icon.svg", web / "public/other.svg")
    moved = hatch_build.stamp_of(web)
    (web / "public/other.svg").unlink()
    assert len({before, moved, hatch_build.stamp_of(web)}) == 3


def test_every_drawing_is_listed_with_source_licence_and_hash() -> None:
    drawn = [path for path in (WEB / "public").iterdir() if path.is_file()]
    drawn += [path for path in (WEB / "src").rglob("*") if path.suffix in {".svg", ".png", ".webp", ".woff2", ".mp3"}]
    listed = {name: digest for name, _, _, digest in LISTED.findall((WEB / "ASSETS.md").read_text("utf-8"))}
    assert listed == {
        path.relative_to(WEB).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(drawn)
    }
