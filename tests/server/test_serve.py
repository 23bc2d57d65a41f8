"""``speto serve``, ``speto play`` and the example, as somebody meets them on the command line."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from tests.server.processes import served

from speto.cli import main


def test_it_says_where_it_serves_and_where_the_data_lie(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert server.lines[0] == f"Speto serves at http://127.0.0.1:{server.port}\n"
        assert server.lines[1] == f"The data lie in {tmp_path / 'speto.db'}\n"
        with urllib.request.urlopen(f"{server.url}/healthz", timeout=10) as answer:
            assert answer.status == 200
        assert (tmp_path / "speto.db").stat().st_mode & 0o077 == 0
        assert server.stop() in (0, -signal.SIGTERM)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        command = [sys.executable, "-m", "speto", "serve", "--port", "0", "--data", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=30)
        assert second.returncode == 1
        assert second.stdout == ""
        assert f"already, at {server.url}" in second.stderr
        assert second.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--workers", "2"], "2 workers need PostgreSQL"),
        (["--workers", "0"], "--workers is at least 1"),
        (["--tls-cert", "x.pem"], "--tls-cert and --tls-key go together"),
        (["--host", "203.0.113.9"], "cannot listen at 203.0.113.9"),
        (["--database", "mysql://x"], "must begin with"),
        (["--data", "/dev/null/x"], "/dev/null/x cannot hold the data: Not a directory"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", *words]) in (1, 2)
    out, err = capsys.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert out == ""


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    assert f"cannot listen at 127.0.0.1, port {port}" in capsys.readouterr().err


def test_bots_end_with_the_server_even_when_it_is_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert server.process is not None
        pid = server.process.pid
        workers = until(lambda: children(pid), 30)
        server.kill()
        until(lambda: not any(alive(worker) for worker in workers), 30)


def children(pid: int) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                words = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(fields[1]) == pid and b"spawn_main" in words:
                found.append(int(folder.name))
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def until(true: object, seconds: float) -> object:
    end = time.monotonic() + seconds
    while not (found := true()):  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def test_it_serves_over_tls(tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not there to make a certificate")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)]
    subprocess.run([*command, *names], check=True, capture_output=True)
    with served(tmp_path / "data", "--tls-cert", str(cert), "--tls-key", str(key)) as server:
        assert server.url.startswith("https://")
        trust = ssl.create_default_context(cafile=cert)
        request = urllib.request.Request(
            f"{server.url}/api/tables", b'{"name": "Ann"}', {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10, context=trust) as answer:
            assert "; Secure" in answer.headers["set-cookie"]
            assert answer.headers["strict-transport-security"]


def test_the_example_plays_a_whole_match(tmp_path: Path, root: Path) -> None:
    with served(tmp_path) as server:
        command = [sys.executable, str(root / "examples" / "client.py"), server.url]
        played = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert played.returncode == 0, played.stderr
        assert played.stdout.splitlines()[-1].startswith("totals:")
        assert "winner: seat" in played.stdout
        assert server.log.read_text() == ""


def test_load_prints_its_figures(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status = main(["load", "--tables", "3", "--rate", "30", "--seconds", "2"])
    out, err = capfd.readouterr()
    assert (status, "p99 ms" in out, "faults                             0" in out) == (0, True, True), out + err


def test_play_opens_the_page(tmp_path: Path) -> None:
    env = {**os.environ, "SPETO_DATA_DIR": str(tmp_path), "SPETO_BROWSER": "none"}
    code = "import sys, argparse; from speto.cli.browser import run; sys.exit(run(argparse.Namespace()))"
    command = [sys.executable, "-c", code]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert first.stdout is not None
        line = first.stdout.readline()
        assert line.startswith("Speto is at http://127.0.0.1:")
        url = line.split()[-1]
        with urllib.request.urlopen(url, timeout=20) as answer:
            assert answer.status == 200
        again = subprocess.run(command, capture_output=True, text=True, env=env, timeout=30)
        assert again.stdout == f"Speto runs already: {url}\n"
    finally:
        first.send_signal(signal.SIGINT)
        first.wait(30)
        first.stdout.close()  # type: ignore[union-attr]


def test_importing_speto_and_scoring_need_no_server() -> None:
    code = (
        "import sys, speto; from speto.cli import main; main(['score', 'none.json']);"
        "bad = {'starlette', 'uvicorn', 'websockets', 'itsdangerous', 'prometheus_client', 'uvloop', 'asyncio'};"
        "assert not bad & set(sys.modules), bad & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert "Error" not in done.stderr
    assert done.returncode == 0, done.stderr


def test_the_load_client_needs_no_server_of_its_own() -> None:
    """``--url`` loads a server that runs already."""
    from tests.server.pages import serving

    async def test() -> None:
        async with serving() as place:
            command = [sys.executable, "-m", "speto", "load", "--url", f"http://{place.host}", "--tables", "1"]
            command += ["--rate", "5", "--seconds", "1", "--json"]
            process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
            out, _ = await process.communicate()
            assert process.returncode == 0
            assert b'"p50 ms"' in out

    asyncio.run(asyncio.wait_for(test(), 60))
