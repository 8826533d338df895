"""What else came of a move, where that is more worth telling than the move itself.

Rule: one thing alone is told, the one that weighs most: the end of the game, an Oracle crossed
out, a duel, a step of Maginor. It is found by comparing what was with what is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.maginor import moves
from companion.games.maginor.cards import shown_by
from companion.games.maginor.dueling import outcome
from companion.games.maginor.rules import play
from companion.games.maginor.scoring import winners
from companion.games.maginor.state import (
    GUILD_HALL,
    ON,
    State,
    called,
    lying,
)
from companion.games.maginor.todo import (
    Ask,
    Cross,
    Duel,
)
from companion.vocabulary import Refusal

Told = tuple[str, dict[str, str | int]]
"""The end of a key, and what fills its sentence."""

ALONE = (
    moves.Begins, moves.Stands, moves.Beside, moves.Laid, moves.As, moves.Back, moves.Keeps,
    moves.Adds, moves.Correction,
)  # fmt: skip
"""From these follows nothing that is told; a correction says itself what is true."""


def followed(state: State, move: Any) -> Told | None:
    """What came of it, if it is worth telling; ``state`` is the one it was played in."""
    if isinstance(move, ALONE):
        return None
    after = play(state, move)
    if isinstance(after, Refusal):
        return None
    found = (tells(state, after, move) for tells in _TELLS)
    return next((told for told in found if told), None)


def _ended(state: State, after: State, move: Any) -> Told | None:
    if after.phase != "over":
        return None
    first = [after.names[seat] for seat in winners(after)]
    if len(first) == 1:
        return "over", {"winner": first[0]}
    return "over_shared", {"winners": ", ".join(first)}


def _crossing(state: State, after: State, move: Any) -> Told | None:
    """An Oracle is crossed out, and somebody has to choose or to say."""
    crossed = next((todo for todo in after.todo if isinstance(todo, Cross)), None)
    if crossed is None or after.todo[:1] == state.todo[:1]:
        return None
    oracle = called(after, crossed.oracle)
    match after.todo[0]:
        case Ask("tie"):
            return "crossing_tie", {"oracle": oracle}
        case Cross(first=first) if first:
            return "crossing", {"oracle": oracle, "winner": after.names[first]}
    return None


def _closed(state: State, after: State, move: Any) -> Told | None:
    """An Oracle has left the ring, and its spell with it."""
    oracle = next((id for id in state.slots if id not in after.slots), "")
    if not oracle:
        return None
    spell = state.beside.get(oracle, "")
    winner, speller = _holder(after.won, oracle), _holder(after.spells, spell)
    values: dict[str, str | int] = {"oracle": called(after, oracle)}
    if isinstance(move, moves.Prize):
        other = speller if move.take == "oracle" else winner
        return _taken(after, f"prize_{move.take}", other, {**values, "spell": spell})
    if winner:
        return "crossed", {**values, "winner": after.names[winner]}
    return "crossed_nobody", values


def _taken(after: State, key: str, other: str, values: dict[str, str | int]) -> Told:
    """What the first takes, and what is left for the second, if there is one."""
    return (f"{key}_and", {**values, "other": after.names[other]}) if other else (key, values)


def _holder(held: dict[str, tuple[str, ...]], item: str) -> str:
    return next((seat for seat, items in held.items() if item in items), "")


def _opened(state: State, after: State, move: Any) -> Told | None:
    """Both elements at once, and who won by them."""
    if len(after.opened) == len(state.opened):
        return None
    one = after.opened[-1]
    elements: dict[str, str | int] = {"attack": one.attack, "defence": one.defence}
    who = {"attacker": one.attacker, "defender": one.defender}
    winner = who.get(outcome(one.attack, one.defence), "")
    if not winner:
        return "opened_none", elements
    return "opened", {**elements, "winner": after.names[winner]}


def _begun(state: State, after: State, move: Any) -> Told | None:
    if after.duels == state.duels or not after.todo or not isinstance(after.todo[0], Duel):
        return None
    return "duel", {"other": after.names[after.todo[0].defender]}


def _stepped(state: State, after: State, move: Any) -> Told | None:
    """Maginor has gone on: onto the first of the ring, or before it."""
    if after.steps == state.steps:
        return None
    oracle = called(after, (*after.ring, GUILD_HALL)[0])
    return ("maginor_on" if after.maginor == ON else "maginor_before"), {"oracle": oracle}


def _voted(state: State, after: State, move: Any) -> Told | None:
    """A card or a roll that got its vote at once, since there was one place for it."""
    seat = state.turn
    if lying(after, seat) <= lying(state, seat):
        return None
    match move:
        case moves.Roll(side=side):
            return "roll_vote", {"side": side}
        case moves.Play(card=card):
            return "play_vote", {"card": shown_by(state, card)}
    return None


_TELLS: tuple[Callable[[State, State, Any], Told | None], ...] = (
    _ended,
    _closed,
    _crossing,
    _opened,
    _begun,
    _stepped,
    _voted,
)
