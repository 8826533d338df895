"""What a viewer may see of a game.

Rule: everything that leaves the service about this game is made here. A hand and a mission are
shown to their own seat alone, until the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from companion.games.orcs import board, decks
from companion.games.orcs.rounds import cleared
from companion.games.orcs.scoring import final, winners
from companion.games.orcs.state import KINDS, STRENGTH, State, can, everything, hits
from companion.games.orcs.todo import Show, Take
from companion.vocabulary import Score, Viewer

PLACES = ("hand", "draw", "discard")  # of a deck
MISSION = "orcs.score.mission."  # how the lines of a mission begin


def show(state: State, viewer: Viewer) -> dict[str, Any]:
    """The table as a dictionary of plain values, with the hand of the viewer's seat."""
    first = state.todo[0] if state.todo else None
    return {
        "phase": state.phase,
        "way": state.options.way,
        "synthetic": state.synthetic,
        "turn": {"seat": state.turn, "name": state.names[state.turn]},
        "wait": msgspec.to_builtins(first) if first else None,
        "options": msgspec.to_builtins(state.options),
        "round": state.round,
        "actions": state.actions,
        "power": state.power,
        "rule": state.rule,
        "moving": list(state.moving),
        "kinds": [_kind(state, kind) for kind in KINDS],
        "paths": [_path(state, number) for number in range(len(state.paths))],
        "cleared": cleared(state),
        "poison": state.pile_left,
        "open": [_card(state, card) for card in state.open],
        "piles": [len(pile) for pile in state.piles],
        "coming": [_card(state, card) for card in _coming(state, viewer)],
        "table": [_card(state, card) for card in state.table],
        "seats": _seats(state, viewer),
        "winners": list(winners(state)),
    }


def _kind(state: State, kind: Any) -> dict[str, Any]:
    trait = state.traits[kind]
    return {
        "kind": kind,
        "strength": STRENGTH[kind],
        "value": state.values[kind],
        "start": int(kind),
        "hits": hits(state, kind),
        "ability": trait.ability,
        "bonus": trait.bonus,
        "box": board.box(state)[kind],
    }


def _path(state: State, number: int) -> dict[str, Any]:
    path = state.paths[number]
    return {
        "markers": path.markers,
        "mage": next((s for s in state.seats if state.mages[s] == number), ""),
        "segments": [
            [{"id": one.id, "kind": one.kind, "damage": one.damage} for one in figures]
            for figures in path.segments
        ],
    }


def _card(state: State, card: str) -> dict[str, Any] | None:
    """A card that lies open; None where nothing lies."""
    if not card:
        return None
    known = decks.printed(state, card)
    if known is None:
        return {"id": card, "name": "poison", "category": "poison", "magic": []}
    plain: dict[str, Any] = msgspec.to_builtins(known)
    return plain


def _coming(state: State, viewer: Viewer) -> Iterable[str]:
    """Cards that can come now, for whoever may see them: a name does not tell two Books apart."""
    match state.todo[:1]:
        case (Show(place=place),):
            return decks.different(state, state.piles[place // decks.OPEN])
        case (Take(seat=seat),) if seat == viewer.seat:
            return decks.different(state, decks.pile(state, seat))
    return ()


def _seats(state: State, viewer: Viewer) -> list[dict[str, Any]]:
    scores = zip(state.seats, final(state).players, strict=True)
    return [
        {**_seat(state, seat, viewer), "total": score.total, "earned": _earned(score)}
        for seat, score in scores
    ]


def _earned(score: Score) -> int:
    """What the mission earned, by now known to all; before the end it is no line of the sheet."""
    missions = (line for line in score.lines if line.reason.key.startswith(MISSION))
    return sum(line.points for line in missions)


def _seat(state: State, seat: str, viewer: Viewer) -> dict[str, Any]:
    over = state.phase == "over"
    shown = {
        "seat": seat,
        "name": state.names[seat],
        "at": state.mages[seat],
        "won": dict(state.won[seat]),
        "tracks": dict(state.tracks[seat]),
        "abilities": [a for a in _abilities(state) if can(state, seat, a)],
        "support": decks.supports(state, seat) if over or not everything(state) else None,
        "poison": decks.poisons(state, seat),
        "learned": state.learned[seat],
        "deck": _deck(state, seat),
        "mission": state.missions.get(seat, "") if over or seat == viewer.seat else "",
        "keeps": seat in state.missions,
    }
    if not everything(state) or seat != viewer.seat:
        return shown
    hand = [_card(state, card) for card in state.decks[seat].hand]
    return {**shown, "hand": hand, "cards": list(_cards(state, seat))}


def _cards(state: State, seat: str) -> Iterator[dict[str, Any]]:
    """Every card of a mage and where it lies, but for those that are played just now."""
    deck = state.decks[seat]
    places = {c: where for where in PLACES for c in getattr(deck, where)}
    for card in sorted(places):
        yield {**(_card(state, card) or {}), "where": places[card]}


def _abilities(state: State) -> list[str]:
    return [trait.ability for trait in state.traits.values() if trait.ability]


def _deck(state: State, seat: str) -> dict[str, int] | None:
    """How many cards lie where, where decks are kept."""
    if not everything(state):
        return None
    deck = state.decks[seat]
    return {"draw": len(deck.draw), "hand": len(deck.hand), "discard": len(deck.discard)}
