"""The ground: lock files, build system, Makefile, README, and what no file of the project may hold."""

import fnmatch
import os
import re
import shutil
import subprocess
import tomllib
from itertools import chain, repeat
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = sorted(ROOT.glob("requirements/*.txt"))
TARGETS = ("play", "test", "test-browser", "check", "bench", "drill")
# Put together here, so that this file does not hold what it looks for.
HOSTS = re.compile("|".join(re.escape(f"{name}.{end}") for name, end in [
    ("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("yarnpkg", "com"),
    ("deb.debian", "org"), ("crates", "io"),
]))  # fmt: skip
OWN_PATH = re.compile(r"(?<![\w.~/-])/(?:home|root|Users|work|workspace|builds?|tmp|opt|mnt|srv)/\w")
CODE = {".py", ".js", ".ts", ".svelte", ".css", ".sh"}


def files() -> list[Path]:
    """The files of the project: what git knows or would take in; without git, what .gitignore leaves."""
    try:
        git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(git, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
        found = [ROOT / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        ignored = [".git", *(name.rstrip("/") for name in (ROOT / ".gitignore").read_text().split())]
        inside = [path.relative_to(ROOT) for path in ROOT.rglob("*")]
        found = [ROOT / path for path in inside if not any(map(fnmatch.filter, repeat(path.parts), ignored))]
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


def text_of(path: Path) -> str:
    """The text of a file; nothing for one that is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[str]) -> set[str]:
    return {re.match(r"[\w.-]+", line)[0].lower() for line in requirements}


def test_there_are_locks():
    assert [path.stem for path in LOCKS] == ["dev", "openspiel", "play", "test"]


@pytest.mark.parametrize("path", [*LOCKS, ROOT / "package-lock.json"], ids=lambda path: path.name)
def test_a_lock_names_no_host_and_no_path(path):
    if not path.exists():
        assert path.suffix == ".json"
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        wrong = "://" in line or "--index" in line or "--find-links" in line or '"resolved"' in line
        assert not wrong and not HOSTS.search(line) and not OWN_PATH.search(line), f"{path.name}:{number}: {line}"


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_locked_version_is_exact_and_hashed(path):
    logical = path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    pins = [line for line in logical if line.strip() and not line.lstrip().startswith("#")]
    assert pins
    for line in pins:
        assert re.match(r"[\w.-]+==[\w.!+]+ ", line) and "--hash=sha256:" in line, line


def test_locks_hold_what_is_asked_for_and_agree():
    def pins(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        return {found[1]: found[2] for found in re.finditer(r"^([\w.-]+)==(\S+)", text, re.M)}

    play, test, dev = pins("play"), pins("test"), pins("dev")
    assert play.items() <= test.items() <= dev.items()
    extras = project()["project"]["optional-dependencies"]
    build = project()["build-system"]["requires"]
    assert names(project()["project"]["dependencies"] + extras["fast"] + build) <= play.keys()
    assert names(extras["test"] + extras["docs"]) <= test.keys()
    assert names(extras["dev"]) <= dev.keys()


def test_the_build_system_has_exact_versions_and_the_locks_have_the_same():
    locked = (ROOT / "requirements" / "play.txt").read_text(encoding="utf-8")
    for line in project()["build-system"]["requires"]:
        assert re.fullmatch(r"[\w.-]+==[\w.]+", line), line
        assert f"\n{line} " in locked, line


def test_the_makefile_has_its_targets():
    found = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert found >= set(TARGETS)


def test_the_readme_names_the_two_commands_and_every_make_target_it_names_exists():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"make ([a-z-]+)", re.sub(r"Python.*?and make\.", "", readme)))
    assert {"play", "test"} <= named
    assert named <= set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


def test_the_contributing_page_argues_for_every_dependency():
    page = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    extras = project()["project"]["optional-dependencies"].values()
    asked = names([*project()["build-system"]["requires"], *chain(project()["project"]["dependencies"], *extras)])
    table = page[page.index("## Dependencies and why") :]
    assert sorted(name for name in asked if name not in table) == []


def test_no_file_names_a_registry_or_a_path_of_one_machine():
    wrong = []
    for path in files():
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if found := HOSTS.search(line) or OWN_PATH.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {found[0]}")
    assert wrong == []


def test_no_file_of_code_is_longer_than_500_lines():
    lengths = {str(p.relative_to(ROOT)): text_of(p).count("\n") for p in files() if p.suffix in CODE}
    assert {name: length for name, length in lengths.items() if length > 500} == {}


def test_commands_stop_with_one_line_where_python_is_too_old(tmp_path):
    old = tmp_path / "bin" / "python3"
    old.parent.mkdir()
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2 && exit 0\nexit 1\n')
    old.chmod(0o755)
    found = subprocess.run(
        ["/bin/sh", ROOT / "scripts" / "make-venv"],
        cwd=tmp_path, env={"PATH": str(old.parent)}, capture_output=True, text=True,
    )  # fmt: skip
    assert found.returncode == 1
    assert found.stdout == ""
    assert found.stderr.count("\n") == 1
    assert "needs Python 3.11 or newer; found Python 3.9.2" in found.stderr


def test_browser_tests_without_a_browser_say_how_to_install_one():
    found = subprocess.run(
        ["make", "--no-print-directory", "test-browser", "CHROMIUM="],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert found.returncode != 0
    assert found.stdout == (
        "no Chromium found: install it (Debian: apt-get install chromium) or name one in SPETO_CHROMIUM\n"
    )


@pytest.mark.drill
def test_a_fresh_copy_sets_itself_up_and_plays(tmp_path):
    for path in files():
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "VIRTUAL_ENV"))}
    made = subprocess.run(["make", "page"], cwd=tmp_path, env=outside, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "src/speto/web_static/index.html").exists()
    play = subprocess.run(
        [".venv/bin/speto", "play", "--terminal"],
        cwd=tmp_path,
        env=outside,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert play.returncode == 0, play.stderr
    assert not (tmp_path / ".venv" / "test").exists()
