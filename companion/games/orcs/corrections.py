"""Corrections: what people say about the table is true, within what the box holds (line 1).

Rule: a correction puts one thing right and plays nothing. What was waited for and has lost its
ground is dropped in ``waiting``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.orcs import board, decks, effects, moves, rounds, unkeeping
from companion.games.orcs.kinds import FIGURES, KINDS, Kind
from companion.games.orcs.pieces import POISONS, SPELLS, STARTERS
from companion.games.orcs.state import TOP, Deck, State, everything
from companion.games.orcs.todo import Show
from companion.vocabulary import Refusal

MARKERS = sum(FIGURES.values())  # as many as figures
MOST = {"support": STARTERS + SPELLS, "learned": SPELLS, "abilities": len(FIGURES)}


def counts(state: State, move: moves.Counts) -> State | Refusal:
    """How many a mage has of a kind, or in the deck."""
    if move.what in KINDS:
        return _figures(state, move.seat, move.what, move.count)
    if move.what == "abilities":
        return _abilities(state, move)
    if everything(state) and move.what != "learned":
        return Refusal("orcs.no.decks", {}, "line 12")
    return _cards(state, move)


def _figures(state: State, seat: str, kind: Kind, count: int) -> State | Refusal:
    won = {**state.won[seat], kind: count}
    after = replace(state, won={**state.won, seat: won})
    left = board.box(after)[kind]
    return after if left >= 0 else _too_many(kind, -left)


def _too_many(kind: Kind, more: int) -> Refusal:
    most = FIGURES[kind]
    told: dict[str, str | int] = {"kind": kind, "count": most + more, "most": most}
    return Refusal("orcs.no.figures", told, "line 1")


def _abilities(state: State, move: moves.Counts) -> State | Refusal:
    """Of a score that is told: so many tracks are at their top."""
    if state.options.way != "score" or move.count > len(KINDS):
        return Refusal("orcs.no.abilities", {"most": len(KINDS)}, "line 4")
    tracks = {kind: TOP if n < move.count else 0 for n, kind in enumerate(KINDS)}
    return replace(state, tracks={**state.tracks, move.seat: tracks})


def _cards(state: State, move: moves.Counts) -> State | Refusal:
    seat, count = move.seat, move.count
    if move.what == "poison":
        left = state.pile_left + state.poison[seat] - count
        if left < 0:
            return Refusal("orcs.no.poison", {"most": POISONS}, "line 1")
        return replace(state, poison={**state.poison, seat: count}, pile_left=left)
    if count > MOST[move.what]:
        return Refusal("orcs.no.cards", {"most": MOST[move.what]}, "line 1")
    if move.what == "support":
        return replace(state, support={**state.support, seat: count})
    return replace(state, learned={**state.learned, seat: count})


def worth(state: State, move: moves.Worth) -> State | Refusal:
    """The value of a kind, between 1 and its start (lines 3 and 5)."""
    if move.value > int(move.kind):
        kind, value = move.kind, move.value
        told: dict[str, str | int] = {"kind": kind, "value": value, "most": int(kind)}
        return Refusal("orcs.no.value", told, "line 5")
    return replace(state, values={**state.values, move.kind: move.value})


def puts(state: State, move: moves.Puts) -> State | Refusal:
    """A monster out of the box stands there."""
    if board.box(state)[move.kind] <= 0:
        return _too_many(move.kind, 1)
    return board.new(state, move.kind, move.path, move.segment)


def away(state: State, move: moves.Away) -> State | Refusal:
    """That monster is in the box."""
    if board.found(state, move.figure) is None:
        return Refusal("orcs.no.figure", {}, "line 8")
    return board.taken(state, move.figure)


def markers(state: State, move: moves.Markers) -> State | Refusal:
    """How many markers lie at the end of a path; those that were turned are out (line 6)."""
    path = replace(state.paths[move.path], markers=move.count)
    after = board.with_path(state, move.path, path)
    left = MARKERS - sum(state.revealed.values())
    if sum(one.markers for one in after.paths) > left:
        return Refusal("orcs.no.marker_count", {"most": left}, "line 1")
    return after


def track(state: State, move: moves.Track) -> State:
    """How far a cube is."""
    tracks = {**state.tracks[move.seat], move.kind: move.at}
    return replace(state, tracks={**state.tracks, move.seat: tracks})


def trait(state: State, move: moves.Trait) -> State | Refusal:
    """What the trophy boards print."""
    said = {"hits": move.hits, "ability": move.ability, "bonus": move.bonus}
    told = {key: value for key, value in said.items() if value is not None}
    return effects.traited(state, move.kind, **told)


def card(state: State, move: moves.Lies) -> State | Refusal:
    """Where a card is. It leaves where the companion thought it was."""
    if not everything(state):
        return Refusal("orcs.no.decks", {}, "line 7")
    where = _holder(state, move.card)
    if not where:
        return Refusal("orcs.no.card", {}, "line 7")
    state = decks.with_deck(state, where, _without(state, where, move.card))
    if move.where == "box":
        return state
    seat = move.seat or where
    deck = state.decks[seat]
    there = (*getattr(deck, move.where), move.card)
    return decks.with_deck(state, seat, replace(deck, **{move.where: tuple(sorted(there))}))


def _holder(state: State, card: str) -> str:
    """Who has this card, but on the table."""
    those = (seat for seat in state.seats if _without(state, seat, card) != state.decks[seat])
    return next(those, "")


def _without(state: State, seat: str, card: str) -> Deck:
    deck = state.decks[seat]
    if card in deck.hand:
        return replace(deck, hand=decks.less(deck.hand, card))
    if card in deck.draw:
        return replace(deck, draw=decks.less(deck.draw, card))
    if card in deck.discard:
        return replace(deck, discard=decks.less(deck.discard, card))
    return deck


def mage(state: State, move: moves.Mage) -> State | Refusal:
    """Where a mage stands; no two stand together (line 6)."""
    if move.path in (path for seat, path in state.mages.items() if seat != move.seat):
        return Refusal("orcs.no.occupied", {}, "line 6")
    return replace(state, mages={**state.mages, move.seat: move.path})


def turn(state: State, move: moves.Turn) -> State | Refusal:
    """Who is on turn, with so many actions left; the cards on the table are discarded, and open
    spells still filled up. What was hurt in another's turn has healed (line 8)."""
    if state.phase not in ("reveal", "act", "draw"):
        return Refusal("orcs.no.phase", {}, "line 6")
    if state.table:
        state = decks.cleared(state)
    if move.seat != state.turn:
        state = board.healed(state)
    shows = tuple(todo for todo in state.todo if isinstance(todo, Show))
    return replace(
        state, turn=move.seat, phase="act", todo=shows, actions=move.actions, power=0
    )


def way(state: State, move: moves.Way) -> State | Refusal:
    """More or less is kept from now on. Decks that stayed at the table are not known."""
    if move.way == state.options.way:
        return state
    if state.phase == "over":
        return Refusal("orcs.no.over", {}, "line 12")
    if move.way == "everything":
        return Refusal("orcs.no.way", {}, "line 4")
    if state.options.way == "score":
        return _boarded(state)
    if everything(state):
        state = unkeeping.unkept(state)
    state = replace(state, options=replace(state.options, way=move.way))
    return rounds.ended(state) if move.way == "score" else state


def _boarded(state: State) -> State | Refusal:
    """The board is kept again, from a fate card on; people put it right."""
    state = replace(state, options=replace(state.options, way="board"))
    wrong = next(((kind, left) for kind, left in board.box(state).items() if left < 0), None)
    if wrong:
        return _too_many(wrong[0], -wrong[1])
    phase = "fate" if state.round else "mages"
    return replace(state, phase=phase, rule="none", moving=())


def ends(state: State, _: moves.Ends) -> State | Refusal:
    """People end the game with this round (line 12)."""
    if state.phase in ("over", "sheet"):
        return Refusal("orcs.no.over", {}, "line 12")
    return rounds.ended(state)


PLAYS: dict[type, Callable[[State, Any], State | Refusal]] = {
    moves.Counts: counts,
    moves.Worth: worth,
    moves.Puts: puts,
    moves.Away: away,
    moves.Markers: markers,
    moves.Track: track,
    moves.Trait: trait,
    moves.Lies: card,
    moves.Mage: mage,
    moves.Turn: turn,
    moves.Way: way,
    moves.Ends: ends,
}
