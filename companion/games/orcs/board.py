"""The six paths and the monsters on them.

Rule: a figure keeps its number wherever it goes, and its damage with it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.orcs.kinds import FIGURES, Kind
from companion.games.orcs.state import OUTER, PATHS, Figure, Path, State, standing


def found(state: State, id: int) -> tuple[int, int, Figure] | None:
    """Where this monster stands: path, segment, and the figure."""
    return next((one for one in standing(state) if one[2].id == id), None)


def with_path(state: State, number: int, path: Path) -> State:
    """The same with another path."""
    paths = (*state.paths[:number], path, *state.paths[number + 1 :])
    return replace(state, paths=paths)


def _on(state: State, path: int, segment: int, figures: tuple[Figure, ...]) -> State:
    segments = list(state.paths[path].segments)
    segments[segment] = figures
    return with_path(state, path, replace(state.paths[path], segments=tuple(segments)))


def put(state: State, figure: Figure, path: int, segment: int) -> State:
    """A figure stands there."""
    return _on(state, path, segment, (*state.paths[path].segments[segment], figure))


def taken(state: State, id: int) -> State:
    """A figure stands nowhere any more."""
    for path, segment, figure in standing(state):
        if figure.id == id:
            there = state.paths[path].segments[segment]
            return _on(state, path, segment, tuple(one for one in there if one.id != id))
    return state


def new(state: State, kind: Kind, path: int, segment: int = OUTER) -> State:
    """A figure out of the box."""
    state = replace(state, figures=state.figures + 1)
    return put(state, Figure(state.figures, kind), path, segment)


def hurt(state: State, hurts: Callable[[Figure], Figure]) -> State:
    """Every figure with what happened to it."""
    return replace(
        state,
        paths=tuple(
            replace(
                path,
                segments=tuple(tuple(map(hurts, figures)) for figures in path.segments),
            )
            for path in state.paths
        ),
    )


def healed(state: State) -> State:
    """Damage is gone with the turn (line 8)."""
    return hurt(state, lambda one: replace(one, damage=0) if one.damage else one)


def is_empty(path: Path) -> bool:
    """No monster stands there."""
    return not any(path.segments)


def box(state: State) -> dict[Kind, int]:
    """Figures of each kind that nobody has and that stand nowhere. Where the score alone is kept,
    nobody told which of those on the board were won since."""
    left = dict(FIGURES)
    if state.options.way != "score":
        for _, _, figure in standing(state):
            left[figure.kind] -= 1
    for won in state.won.values():
        for kind, count in won.items():
            left[kind] -= count
    return left


def free(state: State) -> tuple[int, ...]:
    """Positions of the tower where no mage stands (line 6)."""
    return tuple(path for path in range(PATHS) if path not in state.mages.values())
