"""Damage, and monsters that are defeated (lines 8 and 9).

Rule: damage belongs to the figure and stays until the turn is over. Where nobody told its hit
points, people say whether it falls.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from companion.games.orcs import board, moves
from companion.games.orcs.kinds import Kind
from companion.games.orcs.state import OUTER, PATHS, TOP, Figure, State, hits, standing
from companion.games.orcs.todo import Asks, Extra, Fells, Side, Strike, Sweep
from companion.games.orcs.waiting import dropped, instead
from companion.vocabulary import Refusal

SWEPT = 2  # damage to each monster of a segment


def strike(state: State, move: moves.Figure, todo: Strike) -> State | Refusal:
    """One monster on the path of the mage on turn, or anywhere."""
    where = board.found(state, move.figure)
    if where is None:
        return Refusal("orcs.no.figure", {}, "line 8")
    if where[0] != state.mages[state.turn] and not todo.anywhere:
        return Refusal("orcs.no.path", {}, "line 8")
    return struck(dropped(state), (where[2],), todo.damage)


def sweep(state: State, move: moves.At, todo: Sweep) -> State:
    """All monsters of a segment of the own path; by the second row those behind it, farther from
    the tower, or beside it, too (line 9)."""
    path = state.mages[state.turn]
    if todo.beside == "side":
        return instead(state, Side(path, move.segment))
    hurt = _at(state, path, move.segment)
    if todo.beside == "behind" and move.segment > OUTER:
        hurt = (*hurt, *_at(state, path, move.segment - 1))
    return struck(dropped(state), hurt, SWEPT)


def side(state: State, move: moves.Side, todo: Side) -> State:
    """The segment, and the same of the path left or right of it, seen from the tower: the next one
    counter to the clock is left. Here the card goes beyond the own path (line 9)."""
    step = 1 if move.side == "right" else -1
    beside = _at(state, (todo.path + step) % PATHS, todo.segment)
    hurt = (*_at(state, todo.path, todo.segment), *beside)
    return struck(dropped(state), hurt, SWEPT)


def _at(state: State, path: int, segment: int) -> tuple[Figure, ...]:
    return state.paths[path].segments[segment]


def struck(state: State, figures: Iterable[Figure], damage: int) -> State:
    """These monsters are hurt, all at once; those whose points are used up are defeated (line 8).
    What the first of them brings is for the next blow."""
    ids = {figure.id for figure in figures}
    state = board.hurt(
        state, lambda one: replace(one, damage=one.damage + damage) if one.id in ids else one
    )
    hurt = [figure for *_, figure in standing(state) if figure.id in ids and damage]
    doubtful = [Fells(figure.id) for figure in hurt if not hits(state, figure.kind)]
    down = [figure for figure in hurt if 0 < hits(state, figure.kind) <= figure.damage]
    for figure in down:
        state = won(state, figure)
    return replace(state, todo=(*doubtful, *state.todo))


def falls(state: State, move: moves.Falls, todo: Fells) -> State:
    """People say whether it is defeated."""
    where = board.found(state, todo.figure)
    state = dropped(state)
    return won(state, where[2]) if move.down and where else state


def won(state: State, figure: Figure) -> State:
    """The figure goes to the mage on turn, and the cube of its kind up (line 8)."""
    seat, kind = state.turn, figure.kind
    state = board.taken(state, figure.id)
    mine = {**state.won[seat], kind: state.won[seat][kind] + 1}
    state = replace(state, won={**state.won, seat: mine})
    return _bonus(_up(state, seat, kind), kind)


def _up(state: State, seat: str, kind: Kind) -> State:
    """For the first two of a kind; on the double skull it stays (line 4)."""
    track = state.tracks[seat]
    if track[kind] == TOP:
        return state
    at = track[kind] + 1
    state = replace(state, tracks={**state.tracks, seat: {**track, kind: at}})
    return _asked(state, kind, "ability") if at == TOP else state


def _bonus(state: State, kind: Kind) -> State:
    """By the variant its bonus action may be taken: those of one action in any order, and so once
    all is known that fell (line 14)."""
    if not state.options.bonus:
        return state
    state = _asked(state, kind, "bonus")
    told = tuple(todo for todo in state.todo if isinstance(todo, Asks | Fells))
    kinds = (kind for todo in state.todo if isinstance(todo, Extra) for kind in todo.kinds)
    rest = (todo for todo in state.todo if not isinstance(todo, Asks | Fells | Extra))
    return replace(state, todo=(*told, Extra((*kinds, kind)), *rest))


def _asked(state: State, kind: Kind, what: Literal["ability", "bonus"]) -> State:
    """What the trophy boards print there; once, whatever the answer is (line 4)."""
    word = f"{kind} {what}"
    if getattr(state.traits[kind], what) or word in state.asked:
        return state
    return replace(state, asked=(*state.asked, word), todo=(Asks(kind, what), *state.todo))
