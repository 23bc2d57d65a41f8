"""``speto play`` in the browser: a server of one's own on this machine, and its page."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import webbrowser

from speto.errors import SpetoError

PORT = 7737
"""Tried first, so that the page finds its settings again; else any free one."""


def run(args: argparse.Namespace) -> int:
    """Serve on the loopback, open the page and print its address; until a signal says stop."""
    from speto.cli.serve import Claim
    from speto.server.app import make_app
    from speto.server.logs import set_up
    from speto.server.run import Listening, listen, serve
    from speto.server.settings import Settings
    from speto.store import default_url, is_postgres, open_store, shown, sqlite_file

    url = default_url()
    try:
        sock = listen("127.0.0.1", PORT)
    except OSError:
        sock = listen("127.0.0.1", 0)
    address = f"http://127.0.0.1:{sock.getsockname()[1]}"
    with sock:
        file = sqlite_file(url)
        claim = Claim(file.parent) if file is not None else None
        other = claim.take(address) if claim is not None else None
        if other is not None:
            if not other.startswith("http"):
                raise SpetoError(f"another server has {file} open already, at {other}")
            print(f"Speto runs already: {other}")
            _open(other, args)
            return 0
        print(f"Speto is at {address}", flush=True)
        print(
            f"The data lie in {shown(url) if file is None else file}. Ctrl-C stops it; a match goes on next time.",
            flush=True,
        )
        set_up(os.environ.get("SPETO_LOG", "WARNING").upper())
        app = make_app(open_store(url), Settings(shared=is_postgres(url)))
        if not app.state.server.static.built:
            print(
                "The page is not built in this installation: speto play --terminal plays in the terminal.", flush=True
            )
        else:
            _open(address, args)
        serve(app, Listening(), sock)
    return 0


def _open(address: str, args: argparse.Namespace) -> None:
    """Open the page, where there is a screen to open it on; a browser in the terminal would only be in the way."""
    if getattr(args, "no_browser", False) or os.environ.get("SPETO_BROWSER") == "none":
        return
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
