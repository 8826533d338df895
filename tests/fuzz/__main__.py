"""Bytes that nobody thought of, against what comes from outside: lines of a cable, numbers and
texts of tags, what readers say, a file of pieces.

``python -m tests.fuzz --seconds 60`` looks for such that break a promise, by which lines of
the program they reach; ``--of tags`` at one of these alone. Seeds are in ``corpus``; whatever
breaks something is written beside.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import atheris
import click

CORPUS = Path(__file__).parent / "corpus"
LONGEST = {"lines": 800, "tags": 400, "scans": 600, "pieces": 1200}
"""Bytes of one try: several lines, or three times what the reader of lines may keep; a text
that is too long for a label; some twenty words; a file with a few pieces."""


@click.command()
@click.option("--seconds", default=60, help="How long to look, at all of it together.")
@click.option("--of", type=click.Choice([*LONGEST]), help="Look at this alone.")
@click.option(
    "--found",
    type=click.Path(path_type=Path),
    default=Path(tempfile.gettempdir()) / "companion-fuzz",
    help="Folder for what reaches something new, or breaks something.",
)
def main(seconds: int, of: str | None, found: Path) -> None:
    """Look for input that breaks a promise."""
    if of:
        _look(of, seconds, found / of)
    part = str(max(seconds // len(LONGEST), 1))
    told = ["--seconds", part, "--found", str(found)]
    for one in LONGEST:
        command = [sys.executable, "-m", "tests.fuzz", "--of", one, *told]
        code = subprocess.run(command, check=False).returncode
        if code:
            sys.exit(code)


def _look(of: str, seconds: int, found: Path) -> None:
    """By atheris, which ends the program when the time is over."""
    found.mkdir(parents=True, exist_ok=True)
    atheris.Setup(
        [
            sys.argv[0],
            f"-max_total_time={seconds}",
            f"-max_len={LONGEST[of]}",
            f"-artifact_prefix={found}/",
            str(found),
            str(CORPUS / of),
        ],
        import_module(f"tests.fuzz.{of}").keep_promises,
    )
    atheris.Fuzz()


main()
