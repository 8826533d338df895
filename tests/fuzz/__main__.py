"""Bytes that nobody thought of, against the reader of lines and the talk with a board.

``python -m tests.fuzz --seconds 60`` looks for such that break a promise, by which lines of
the program they reach. Seeds are in ``corpus``; whatever breaks something is written beside.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris
import click

from tests.fuzz.promises import keep_promises

CORPUS = Path(__file__).parent / "corpus"
LONGEST = 800  # bytes of one try: several lines, or three times what the reader may keep


@click.command()
@click.option("--seconds", default=60, help="How long to look.")
@click.option(
    "--found",
    type=click.Path(path_type=Path),
    default=Path(tempfile.gettempdir()) / "companion-fuzz",
    help="Folder for what reaches something new, or breaks something.",
)
def main(seconds: int, found: Path) -> None:
    """Look for input that breaks a promise."""
    found.mkdir(parents=True, exist_ok=True)
    atheris.Setup(
        [
            sys.argv[0],
            f"-max_total_time={seconds}",
            f"-max_len={LONGEST}",
            f"-artifact_prefix={found}/",
            str(found),
            str(CORPUS),
        ],
        keep_promises,
    )
    atheris.Fuzz()


main()
