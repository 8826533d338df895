"""Mage cards and spells ("Playing Mage Cards", "Playing Spells").

Rule: both are played at the start of one's own turn, as many as one likes, and leave the game;
Inversion alone is for duels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.maginor import moves
from companion.games.maginor.marking import supply
from companion.games.maginor.state import (
    BEFORE,
    CENTRE,
    RITUALS,
    WAND,
    Card,
    State,
    free,
    held,
)
from companion.games.maginor.todo import (
    Again,
    Aim,
    Ask,
    Cross,
    Over,
    Persuade,
    Put,
    Todo,
)
from companion.games.maginor.turns import aims, persuadable, returnable, vote
from companion.vocabulary import Refusal

CARDS, SPELLS, CROSSING = "Playing Mage Cards", "Playing Spells", "Crossing Out"
MOST_RETURNED = 2
MOST_DOMINATED = 2


def play(state: State, move: moves.Play) -> State | Refusal:
    """A mage card is played and leaves the game."""
    card = found(state, move.card)
    if card is None:
        return Refusal("maginor.no.card", {"card": shown_by(state, move.card)}, CARDS)
    here = state.at[state.turn]
    if card.shows != WAND and here == CENTRE:
        return Refusal("maginor.no.centre", {}, CARDS)
    todo: Todo = Aim(WAND) if card.shows == WAND else vote(state, here, card.shows)
    played = {**state.played, state.turn: (*state.played[state.turn], card.id)}
    return replace(state, played=played, todo=(todo,))


def found(state: State, word: str) -> Card | None:
    """The unused card of that id; where hands stay at the table, the first that shows this."""
    cards = tuple(held(state, state.turn))
    named = (card for card in cards if card.id == word)
    if state.options.way == "everything":
        return next(named, None)
    return next(named, None) or next((card for card in cards if card.shows == word), None)


def shown_by(state: State, word: str) -> str:
    """What a card of the mage on turn shows."""
    return next((c.shows for c in state.hands[state.turn] if c.id == word), word)


def cast(state: State, move: moves.Spell) -> State | Refusal:
    """A spell that was won is played and leaves the game."""
    spell = move.spell
    if spell not in state.spells[state.turn]:
        return Refusal("maginor.no.spell", {"spell": spell}, SPELLS)
    if spell in RITUALS:
        return Refusal("maginor.no.ritual", {"spell": spell}, SPELLS)
    if spell == "inversion":
        return Refusal("maginor.no.inversion", {}, SPELLS)
    if wrong := useless(state, spell):
        return wrong
    spells = tuple(other for other in state.spells[state.turn] if other != spell)
    state = replace(
        state, spells={**state.spells, state.turn: spells}, gone=(*state.gone, spell)
    )
    return _CAST[spell](state)


def useless(state: State, spell: str) -> Refusal | None:
    """Why this spell would come to nothing now."""
    here = state.at[state.turn]
    if spell == "challenge" and not state.ring:
        return Refusal("maginor.no.challenge", {}, CROSSING)
    if spell in ("return", "restoration"):
        used = returnable(state, Again(spell == "restoration", MOST_RETURNED))
        return None if used else Refusal("maginor.no.card_none", {}, SPELLS)
    if spell in ("domination", "persuasion") and here == CENTRE:
        return Refusal("maginor.no.centre", {}, SPELLS)
    if spell in ("domination", "telekinesis") and not supply(state, state.turn):
        return Refusal("maginor.no.marker", {}, SPELLS)
    return _placeless(state, spell, here)


def _placeless(state: State, spell: str, here: str) -> Refusal | None:
    places = _PLACES.get(spell)
    if places is None or places(state, here):
        return None
    return Refusal("maginor.no.slot", {}, SPELLS)


def _persuasions(state: State, here: str) -> tuple[int, ...]:
    """By either reading, while nobody has said which is this table's."""
    todo = Persuade(here)
    if state.options.persuasion != "ask":
        return persuadable(state, todo)
    ways = (replace(state.options, persuasion=way) for way in ("replaced", "moved"))
    return tuple(s for way in ways for s in persuadable(replace(state, options=way), todo))


_PLACES: dict[str, Callable[[State, str], Sequence[Any]]] = {
    "domination": lambda state, here: tuple(free(state, here)),
    "telekinesis": lambda state, _: aims(state, "telekinesis"),
    "teleportation": lambda state, _: aims(state, "teleportation"),
    "persuasion": _persuasions,
}


def _again(state: State, wands: bool) -> State:
    return replace(state, todo=(Ask("returned"), Again(wands, MOST_RETURNED)))


def _challenge(state: State) -> State:
    """The first Oracle after the Guild Hall is crossed out; Maginor goes before the next."""
    return replace(state, maginor=BEFORE, todo=(Cross(state.ring[0]), Over()))


_CAST: dict[str, Callable[[State], State]] = {
    "return": lambda state: _again(state, wands=False),
    "restoration": lambda state: _again(state, wands=True),
    "domination": lambda s: replace(s, todo=(Put(s.at[s.turn], MOST_DOMINATED),)),
    "persuasion": lambda s: replace(s, todo=(Ask("persuasion"), Persuade(s.at[s.turn]))),
    "telekinesis": lambda state: replace(state, todo=(Aim("telekinesis"),)),
    "teleportation": lambda state: replace(state, todo=(Aim("teleportation"),)),
    "challenge": _challenge,
}
