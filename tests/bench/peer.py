"""The labyrinth on boardgame.io, run beside ours: a step's way to all clients, and play-outs.

``run_peer`` puts the peer into a folder outside the tree (kept between runs), checks its
rules, starts its server on loopback, lets four clients play (``peer/clients.py``: raw
Socket.IO frames from Python, in one process of their own) and stops everything again.
What this machine lacks, or the network does not give, is a value: ``{"skipped": "…"}``.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PEER = Path(__file__).parent / "peer"
NODE = 18  # the oldest that has the test runner with which the rules are checked
INSTALL = 180  # s; measured 12 s, then it is kept
RUN = 300  # s at most for one part of the measurement
START = 20  # s until the server says that it listens; measured 0.5 s
STOP = 5  # s until a server that was asked to end has ended
PLAYOUTS = 3000  # ms of counted play-outs, after one second of warming up

# boardgame.io is meant to be run so; it is faster than without.
ENVIRONMENT = {**os.environ, "NODE_ENV": "production"}


def run_peer(
    workdir: Path, moves: int = 300, clients: int = 4, pause: int = 0
) -> dict[str, Any]:
    """The peer's figures; ``pause`` is in ms before each move, 0 is as fast as it goes."""
    missing = _missing() or _install(workdir)
    if missing:
        return {"skipped": missing}
    rules = _check_rules(workdir)
    with _server(workdir) as ready:
        timed = _clients(ready["port"], moves, clients, pause)
    playouts = json.loads(_run(["node", "playouts.js", str(PLAYOUTS)], workdir))
    return {
        **timed,
        "pause_ms": pause,
        "playouts_per_s": playouts["per_s"],
        "rules_checked": rules,
        "versions": ready["versions"],
    }


def _missing() -> str:
    """Why the peer cannot run on this machine, or nothing."""
    absent = [tool for tool in ("node", "npm") if shutil.which(tool) is None]
    if absent:
        return f"{' and '.join(absent)} not found: install Node.js {NODE} or newer with npm"
    version = _run(["node", "--version"]).strip()
    is_old = int(version[1:].split(".")[0]) < NODE
    return f"Node.js {version} is too old: install {NODE} or newer" if is_old else ""


def _install(workdir: Path) -> str:
    """Put the peer into the folder; why it could not be, or nothing."""
    workdir.mkdir(parents=True, exist_ok=True)
    if not _is_installed(workdir):
        shutil.copy(PEER / "package.json", workdir)
        failure = _npm_install(workdir)
        if failure:
            return f"npm could not install boardgame.io into {workdir}: {failure}"
    for source in PEER.glob("*.js"):
        shutil.copy(source, workdir)
    return ""


def _is_installed(workdir: Path) -> bool:
    """npm writes the hidden list last, so it stands for a whole install."""
    listed = workdir / "node_modules" / ".package-lock.json"
    wanted = workdir / "package.json"
    return listed.exists() and wanted.read_bytes() == (PEER / "package.json").read_bytes()


def _npm_install(workdir: Path) -> str:
    quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--fetch-retries=1"]
    try:
        done = subprocess.run(
            ["npm", "install", *quiet],
            check=False,
            cwd=workdir,
            capture_output=True,
            text=True,
            timeout=INSTALL,
        )
    except subprocess.TimeoutExpired:
        return f"not ready after {INSTALL} s"
    lines = [line for line in done.stderr.splitlines() if "error" in line.lower()]
    return "" if done.returncode == 0 else (lines or [f"exit code {done.returncode}"])[0]


def _check_rules(workdir: Path) -> int:
    """How many rules of the book the peer's game was seen to keep."""
    report = _run(["node", "--test", "--test-reporter=tap", "game.test.js"], workdir)
    return next(int(line[7:]) for line in report.splitlines() if line.startswith("# pass "))


@contextmanager
def _server(workdir: Path) -> Iterator[Any]:
    """The server, from its ready line until its standard input is closed."""
    with (workdir / "server.log").open("w") as log:
        server = subprocess.Popen(
            ["node", "server.js", "0"],
            cwd=workdir,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
        )
        try:
            yield _ready(server, workdir)
        finally:
            _stop(server)


def _ready(server: subprocess.Popen[bytes], workdir: Path) -> Any:
    assert server.stdout is not None
    said, _, _ = select.select([server.stdout], [], [], START)
    line = server.stdout.readline() if said else b""
    if not line:
        raise RuntimeError(
            f"the peer's server did not start; {workdir / 'server.log'} says why"
        )
    return json.loads(line)


def _stop(server: subprocess.Popen[bytes]) -> None:
    assert server.stdin is not None and server.stdout is not None
    server.stdin.close()
    try:
        server.wait(STOP)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
    server.stdout.close()


def _clients(port: int, moves: int, clients: int, pause: int) -> dict[str, Any]:
    numbers = [str(number) for number in (port, moves, clients, pause)]
    figures: dict[str, Any] = json.loads(
        _run([sys.executable, str(PEER / "clients.py"), *numbers])
    )
    return figures


def _run(command: list[str], workdir: Path | None = None) -> str:
    """What the command printed. That it fails is a fault of ours, not a figure."""
    done = subprocess.run(
        command,
        check=False,
        cwd=workdir,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=RUN,
    )
    if done.returncode:
        shown = (done.stdout + done.stderr)[-2000:]
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{shown}")
    return done.stdout


if __name__ == "__main__":
    print(json.dumps(run_peer(Path(tempfile.gettempdir()) / "companion-peer"), indent=2))
