"""The import law: who may know whom, and what the pure rooms may not touch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent / "companion"
MODULES = sorted(HOUSE.rglob("*.py"))

KNOWS = {
    "vocabulary": set(),
    "geometry": set(),
    "settings": {"geometry"},
    "senses": {"vocabulary", "geometry"},
    "walls": {"vocabulary", "geometry"},
    "games": {"vocabulary", "geometry", "walls"},
    "journal": {"vocabulary", "geometry", "whole"},
    "labels": {"vocabulary", "languages"},
    "languages": set(),
    "simulator": {"vocabulary", "geometry"},
    "bridges": {"vocabulary", "geometry", "simulator", "whole"},
    "naming": set(),
    "whole": set(),
    "people": {"naming", "whole"},
    "rights": {"vocabulary", "match"},
    "registry": {"vocabulary"},
    "showing": {"vocabulary", "match", "registry"},
    "forgetting": {"vocabulary", "folding", "journal", "match", "naming"},
    "views": {
        "vocabulary",
        "geometry",
        "languages",
        "loop",
        "folding",
        "match",
        "journal",
        "naming",
        "people",
        "registry",
        "rights",
        "showing",
        "whole",
    },
    "match": {"vocabulary"},
    "folding": {"vocabulary", "journal", "match"},
    "table": {"vocabulary", "folding", "journal", "match", "naming"},
    "requests": {"vocabulary", "match", "rights", "showing", "table"},
    "loop": {"vocabulary", "match", "registry", "requests", "senses", "showing", "table"},
}
"""What each room may import of ours, besides itself. ``__main__`` and ``commands`` know all."""

PURE = {
    "naming", "vocabulary", "senses", "walls", "games", "match", "folding", "registry", "rights",
    "showing",
}  # fmt: skip
TOUCHES = {
    "threading", "time", "datetime", "socket", "random", "secrets", "os", "pathlib",
    "subprocess", "queue", "sqlite3", "asyncio", "select", "io",
}  # fmt: skip


def room(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides who is known"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_a_room_knows_only_whom_it_may(path: Path) -> None:
    here = room(path)
    if here in ("__main__", "commands", "__init__"):
        return
    ours = {name.split(".")[1] for name in imported(path) if name.startswith("companion.")}
    assert ours - {here} <= KNOWS[here]


@pytest.mark.parametrize(
    "path",
    [p for p in MODULES if room(p) in PURE],
    ids=lambda path: str(path.relative_to(HOUSE)),
)
def test_the_pure_rooms_touch_no_clock_thread_file_or_chance(path: Path) -> None:
    names = {name.split(".")[0] for name in imported(path)}
    assert names & TOUCHES == set()


def test_games_never_import_each_other() -> None:
    for path in (HOUSE / "games").rglob("*.py"):
        mine = path.relative_to(HOUSE / "games").parts[0]
        others = {n.split(".")[2] for n in imported(path) if n.startswith("companion.games.")}
        assert others <= {mine}, path


def test_nothing_mocks_and_only_the_loop_catches_everything() -> None:
    wide = []
    for path in [*MODULES, *Path(__file__).parent.rglob("*.py")]:
        assert "unittest" + ".mock" not in path.read_text(), path
        wide += [path.name for node in ast.walk(ast.parse(path.read_text())) if _is_wide(node)]
    assert wide == ["loop.py"]


def _is_wide(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler):
        return False
    return node.type is None or getattr(node.type, "id", "") in ("Exception", "BaseException")
