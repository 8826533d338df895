"""A table of Maginor as the tests need it: eleven Oracles made up here, not the printed ones.

Rule: a position is put together from the state itself, so that no test of the rules leans on
the corrections; all that is played afterwards goes through the game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.pieces import SPELLS
from companion.games.maginor.state import (
    Box,
    Options,
    Oracle,
    State,
)
from companion.vocabulary import Player, Refusal, Setup

SEATS = ("red", "blue", "yellow", "green")
NAMES = ("Ada", "Bo", "Cleo", "Dan")

PRINTED = {
    "guild-hall": "fire water earth air fate " * 3,
    "great-eagle": "water fire water earth air fate water",
    "unicorn": "fire water fire earth air water fire air",  # no fate
    "1": "fire water earth air fate",
    "2": "fire fire water air earth",  # no fate
    "3": "fate fate fire water earth air",
    "4": "air air earth water fire fate",
    "5": "earth earth earth water fire air fate air",
    "6": "fire water earth air fate fire water earth air",
    "7": "fire water earth air fate fire water earth air fate",
    "8": "fire fire water water earth earth air air fate fate fire water",
}
"""The symbols of each Oracle from the top clockwise; its votes are how many they are."""

RING = ("1", "2", "great-eagle", "unicorn", "3", "4", "5", "6", "7", "8")
BESIDE = {
    "1": "return",
    "2": "restoration",
    "great-eagle": "domination",
    "unicorn": "persuasion",
    "3": "telekinesis",
    "4": "teleportation",
    "5": "challenge",
    "6": "inversion",
}
"""Eight spells for nine Oracles: 7 has none; 8 and the Guild Hall have the rituals."""

BOX = Box(
    oracles=tuple(
        Oracle(id, len(symbols.split()), tuple(symbols.split()))  # type: ignore[arg-type]
        for id, symbols in PRINTED.items()
    ),
    ring=RING,
    beside=BESIDE,  # type: ignore[arg-type]
    synthetic=True,
)


def players(count: int) -> tuple[Player, ...]:
    """Ada, Bo, Cleo and Dan, in the order of their seats."""
    return tuple(
        Player(name, seat) for name, seat in zip(NAMES[:count], SEATS[:count], strict=True)
    )


def new(count: int = 2, box: Box = BOX, **options: Any) -> Any:
    """A game as it begins, or why it does not."""
    return GAME.new(Setup(players(count), Options(**options), box))


def table(count: int = 2, **options: Any) -> State:
    """Oracles and spells lie as in ``RING`` and ``BESIDE``; red is on turn."""
    state = new(count, **options)
    assert isinstance(state, State), state
    return play(state, moves.Begins("red"), moves.Laid())


def put(state: State, oracle: str, **lying: tuple[int, ...]) -> State:
    """Markers on these symbols of an Oracle, in the order in which they are said."""
    slots, since = list(state.slots[oracle]), list(state.since[oracle])
    for seat, places in lying.items():
        for place in places:
            slots[place] = seat
            since.append(place)
    return replace(
        state,
        slots={**state.slots, oracle: tuple(slots)},
        since={**state.since, oracle: tuple(since)},
    )


def at(state: State, **places: str) -> State:
    """Mages stand on these Oracles; empty: in the centre."""
    return replace(state, at={**state.at, **places})


def has(state: State, seat: str, *spells: str) -> State:
    """A mage has won these spells, which lie beside no Oracle any more."""
    beside = {id: spell for id, spell in state.beside.items() if spell not in spells}
    owned = {**state.spells, seat: (*state.spells[seat], *spells)}
    return replace(state, beside=beside, spells=owned)


def won(state: State, seat: str, *oracles: str) -> State:
    """A mage has won these Oracles, which are out of the ring; their spells are gone."""
    for oracle in oracles:
        state = without(state, oracle)
    return replace(state, won={**state.won, seat: (*state.won[seat], *oracles)})


def without(state: State, oracle: str) -> State:
    """The ring without an Oracle and without the spell beside it."""
    beside = {id: spell for id, spell in state.beside.items() if id != oracle}
    left = [id for id in state.ring if id != oracle]
    spell = state.beside.get(oracle)
    return replace(
        state,
        ring=tuple(left),
        slots={id: slots for id, slots in state.slots.items() if id != oracle},
        since={id: since for id, since in state.since.items() if id != oracle},
        beside=beside,
        gone=(*state.gone, spell) if spell else state.gone,
    )


def used(state: State, seat: str, *cards: str) -> State:
    """A mage has used these cards already, by what they show."""
    played = list(state.played[seat])
    for shows in cards:
        held = (card.id for card in state.hands[seat] if card.shows == shows)
        played.append(next(id for id in held if id not in played))
    return replace(state, played={**state.played, seat: tuple(played)})


def play(state: State, *played: Any) -> State:
    """The state after these moves, each of which has to be possible."""
    for move in played:
        after = GAME.play(state, move)
        assert isinstance(after, State), (move, after)
        state = after
    return state


def refused(state: State, move: Any) -> Refusal:
    """Why that move is not possible."""
    after = GAME.play(state, move)
    assert isinstance(after, Refusal), f"{move} plays, and should not"
    return after


def why(state: State, move: Any) -> tuple[str, str]:
    """The reason without the game before it, and the place in the book."""
    refusal = refused(state, move)
    return refusal.key.removeprefix("maginor.no."), refusal.book


def open_now(state: State, kind: type) -> list[Any]:
    """The moves of a kind that are open."""
    return [choice.move for choice in GAME.choices(state) if isinstance(choice.move, kind)]


def places(state: State) -> list[int]:
    """The symbols that a marker may go on, or a duel be about."""
    return sorted(move.slot for move in open_now(state, moves.Slot))


def waits(state: State) -> str:
    """What the turn waits for, by its name."""
    return type(state.todo[0]).__name__.lower() if state.todo else ""


def fought(state: State, attack: str, defence: str) -> State:
    """Both mages of the duel point their triangles; the attacker first."""
    duel = state.todo[0]
    state = play(state, moves.Point(duel.attacker, attack))  # type: ignore[union-attr,arg-type]
    return play(state, moves.Point(duel.defender, defence))  # type: ignore[union-attr,arg-type]


# Chance


def by_chance(state: State, rng: Random) -> Any:
    """An open move: first its kind, then which, so that no kind drowns the others."""
    found: dict[type, list[Any]] = {}
    for choice in GAME.choices(state):
        found.setdefault(type(choice.move), []).append(choice.move)
    if not found:
        return None
    kinds = sorted(found, key=lambda kind: kind.__name__)
    return rng.choice(found[rng.choice(kinds)])


def whole_play(state: State, rng: Random, most: int = 4000) -> list[tuple[State, Any]]:
    """Each state with the move that led to it, until nothing is open."""
    steps: list[tuple[State, Any]] = [(state, None)]
    for _ in range(most):
        move = by_chance(state, rng)
        if move is None:
            return steps
        state = play(state, move)
        steps.append((state, move))
    raise AssertionError("this game does not end")


def total(state: State, seat: str) -> int:
    """The votes of a mage on the sheet as it stands."""
    names = list(state.names)
    return int(GAME.final(state).players[names.index(seat)].total)


def everywhere(state: State) -> list[str]:
    """Where each spell is: once for each place that has it."""
    owned = [spell for spells in state.spells.values() for spell in spells]
    gone = [item for item in state.gone if item in SPELLS]
    return sorted([*state.beside.values(), *owned, *gone])
