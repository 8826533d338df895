"""The tree is tidy: formatted, without a linter's complaint, typed to the end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
ALLOWED = {
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "companion",
    "firmware",
    "hardware",
    "tests",
}


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("mypy",),
    ],
    ids=" ".join,
)
def test_the_tools_have_nothing_to_say(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_top_level_holds_what_belongs_there() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("no git checkout: an unpacked archive")
    tops = {line.split("/")[0] for line in listed.stdout.splitlines()}
    assert {top for top in tops if not top.startswith(".")} <= ALLOWED


def test_no_file_leans_on_a_place_outside_the_project() -> None:
    outside = ("../" + "shared", "/" + "work/")
    for path in TOP.rglob("*"):
        inside = not any(part.startswith(".") for part in path.relative_to(TOP).parts)
        if inside and path.suffix in (".py", ".toml", ".md", ".js", ".html", ".css", ".po"):
            text = path.read_text()
            assert not any(word in text for word in outside), path
