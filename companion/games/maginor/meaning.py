"""What a piece that is shown to a reader means now.

Rule: only what is open is ever meant. A reader lies where all can see it: why a card of a hand
means nothing is the same sentence whichever card it is, in the hand or out of it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.maginor import moves
from companion.games.maginor.choices import choices
from companion.games.maginor.rules import play
from companion.games.maginor.state import WAND, State
from companion.games.maginor.todo import (
    Cross,
)
from companion.vocabulary import Choice, Meaning, Refusal, Shown

Meant = tuple[Meaning, ...] | Refusal

NOTHING = Refusal("maginor.no.piece")
CARDS = "Playing Mage Cards"


def turn(state: State) -> str:
    """Whose turn it is: the next is always another's. Before and after, the phase."""
    return state.turn if state.phase == "turn" else state.phase


def means(state: State, shown: Shown) -> Meant:
    """What this piece can mean now, or why it means nothing."""
    if state.phase == "over":
        return Refusal("maginor.no.over", {}, "End of the Game")
    kind, _, which = shown.piece.partition("/")
    return _KINDS.get(kind, _nothing)(state, which, shown)


def _nothing(state: State, which: str, shown: Shown) -> Meant:
    return NOTHING


def _those(state: State, is_meant: Callable[[Choice], bool]) -> Meant:
    meant = (one for one in choices(state) if is_meant(one))
    return tuple(Meaning(c.says, (c.move,), c.seat, c.secret) for c in meant) or NOTHING


# Oracles and spells


def _oracle(state: State, id: str, shown: Shown) -> Meant:
    """Stood up, chosen, gone to, taken; on the sheet, by its number where nobody told it."""
    votes = shown.facts.get("votes")

    def is_meant(choice: Choice) -> bool:
        match choice.move:
            case (
                moves.Stands(oracle=oracle) | moves.At(oracle=oracle) | moves.Go(oracle=oracle)
            ):
                return oracle == id
            case moves.Keeps(item=item):
                return item == id
            case moves.Adds(votes=told):
                return id not in state.oracles and told == votes
            case moves.Prize(take="oracle"):
                return _crossed(state) == id
        return False

    return _those(state, is_meant)


def _crossed(state: State) -> str:
    first = state.todo[0] if state.todo else None
    return first.oracle if isinstance(first, Cross) else ""


def _spell(state: State, name: str, _: Shown) -> Meant:
    """Laid beside an Oracle, played, taken; Inversion in a duel; on the sheet a ritual."""

    def is_meant(choice: Choice) -> bool:
        match choice.move:
            case moves.Beside(spell=spell) | moves.Spell(spell=spell):
                return spell == name
            case moves.Prize(take="spell"):
                return state.beside.get(_crossed(state)) == name
            case moves.Invert():
                return name == "inversion"
            case moves.Keeps(item=item):
                return item == name
        return False

    return _those(state, is_meant)


# Mage cards


def _card(state: State, which: str, shown: Shown) -> Meant:
    """Of whoever is on turn alone; what is open to them says whether it can be played."""
    mage, _, _ = which.partition("/")
    seat = state.mages.get(mage)
    if seat is None:
        return Refusal("maginor.no.colour", {"mage": int(mage)}, "Setup")
    if seat not in state.seats:
        return Refusal("maginor.no.seat", {}, "Setup")
    if seat != state.turn or state.phase != "turn":
        return Refusal("maginor.no.not_now", {"name": state.names[seat]}, CARDS)
    meant = _those(state, lambda choice: choice.says.values.get("card") == _shows(which, shown))
    if isinstance(meant, Refusal):
        return _not_this(state)
    return _that_very(state, which, meant)


def _not_this(state: State) -> Refusal:
    return Refusal("maginor.no.not_this", {"name": state.names[state.turn]}, CARDS)


def _shows(which: str, shown: Shown) -> str:
    return WAND if f"/{WAND}/" in which else str(shown.facts.get("symbol", ""))


def _that_very(state: State, which: str, meant: tuple[Meaning, ...]) -> Meant:
    """Where the cards of this hand were told by their labels, it is none other: one that was
    used can come back, any other be played."""
    if all(card.id != which for card in state.hands[state.turn]):
        return meant
    those = (replace(one, moves=(replace(one.moves[0], card=which),)) for one in meant)
    found = (one for one in those if not isinstance(play(state, one.moves[0]), Refusal))
    return tuple(found) or _not_this(state)


# The corners of the duel markers


def _triangle(state: State, which: str, _: Shown) -> Meant:
    """Whoever has not pointed yet; both may point the same."""
    element = which.partition("/")[2]

    def is_meant(choice: Choice) -> bool:
        return isinstance(choice.move, moves.Point) and choice.move.element == element

    meant = _those(state, is_meant)
    return Refusal("maginor.no.duel", {}, "Duels") if isinstance(meant, Refusal) else meant


_KINDS: dict[str, Callable[[State, str, Shown], Meant]] = {
    "oracle": _oracle,
    "spell": _spell,
    "card": _card,
    "triangle": _triangle,
}
