"""What a piece that is shown to a reader means now.

Rule: only what is open is ever meant. A reader lies where all can see it: why a card of a hand
means nothing is the same sentence whichever card it is, in the hand or out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.orcs import moves
from companion.games.orcs.board import found
from companion.games.orcs.choices import choices
from companion.games.orcs.holding import at_the_table, learned, poisoned, starting
from companion.games.orcs.pieces import STRENGTHS
from companion.games.orcs.rules import play
from companion.games.orcs.saying import does, moving
from companion.games.orcs.setting_up import unturned
from companion.games.orcs.state import Fate, State, everything
from companion.games.orcs.todo import Choose, Unveil
from companion.games.orcs.waiting import first
from companion.vocabulary import Choice, Meaning, Refusal, Shown

Meant = tuple[Meaning, ...] | Refusal

NOTHING = Refusal("orcs.no.piece")
STAYS = {"three": (2,), "four": (2, 3)}
"""Markers that bear a number stay in the box with so many players (line 3)."""


def turn(state: State) -> str:
    """Whose turn it is; a fate card comes between the last and the first. Before and after, the
    phase."""
    return state.turn if state.phase in ("reveal", "act", "draw") else state.phase


def means(state: State, shown: Shown) -> Meant:
    """What this piece can mean now, or why it means nothing."""
    if state.phase == "over":
        return Refusal("orcs.no.over", {}, "line 12")
    kind, _, which = shown.piece.partition("/")
    return _KINDS.get(kind, _nothing)(state, which, shown)


def _nothing(state: State, which: str, shown: Shown) -> Meant:
    return NOTHING


def _those(state: State, is_meant: Callable[[Choice], bool]) -> Meant:
    meant = (one for one in choices(state) if is_meant(one))
    return tuple(Meaning(c.says, (c.move,), c.seat, c.secret) for c in meant) or NOTHING


# The board


def _marker(state: State, which: str, shown: Shown) -> Meant:
    """Turned where one is waited for; on which path people choose first."""
    todo = first(state)
    if len(state.seats) in STAYS.get(shown.facts.get("print", ""), ()):
        return Refusal("orcs.no.in_the_box", {"count": len(state.seats)}, "line 3")
    if isinstance(todo, Choose):
        return Refusal("orcs.no.which_path", {}, "line 6")
    if not isinstance(todo, Unveil):
        return NOTHING
    kind: Any = which.partition("/")[0]
    move = moves.Reveal(kind)
    refused = play(state, move)
    if isinstance(refused, Refusal):
        return refused
    says = does("reveal", kind=kind, path=todo.path + 1)
    return (Meaning(says, (move,), state.turn),)


def _monster(state: State, which: str, _: Shown) -> Meant:
    """Chosen, by where it stands if there are several of the kind; or its bonus action."""
    kind = which.partition("/")[0]
    extra = _those(state, lambda choice: choice.move == moves.Extra(kind))  # type: ignore[arg-type]
    return extra if not isinstance(extra, Refusal) else tuple(_figures(state, kind)) or NOTHING


def _figures(state: State, kind: str) -> Iterator[Meaning]:
    """One of those that stand together and are hurt alike is as good as another."""
    alike = set()
    for choice in choices(state):
        where = isinstance(choice.move, moves.Figure) and found(state, choice.move.figure)
        if where and where[2].kind == kind and (*where[:2], where[2].damage) not in alike:
            alike.add((*where[:2], where[2].damage))
            says = does("figure_at", kind=kind, path=where[0] + 1, segment=f"{where[1] + 1}")
            yield Meaning(says, (choice.move,), choice.seat)


def _mage(state: State, seat: str, _: Shown) -> Meant:
    """A victim, or who gets poison. Where a mage stands no reader can see."""
    if state.phase == "mages" and seat in state.seats:
        return Refusal("orcs.no.which_place", {}, "line 4")
    return _those(state, lambda choice: choice.move in (moves.Victim(seat), moves.Give(seat)))


# Fate and missions


def _fate(state: State, which: str, shown: Shown) -> Meant:
    """Both its parts; they are one move where the owner told all the cards."""
    rule = shown.facts.get("rule", "")
    those: Any = tuple(one for one in STRENGTHS if one in shown.facts.get("moves", ()))
    if not rule or state.phase != "fate" or state.todo:
        return NOTHING
    says = does("fate", moves=moving(those), rule=rule)
    if not state.known:
        return (Meaning(says, (moves.Advance(those), moves.Ruled(rule)), state.turn),)
    card = next((one for one in unturned(state) if _same(one, those, rule)), None)
    if card is None:
        return Refusal("orcs.no.fate", {}, "line 5")
    return (Meaning(says, (moves.Fate(card.moves, card.rule),), state.turn),)


def _same(card: Fate, those: tuple[str, ...], rule: str) -> bool:
    return set(card.moves) == set(those) and card.rule == rule


def _mission(state: State, name: str, _: Shown) -> Meant:
    """Kept in secret, by whoever has none yet; told at the end."""

    def is_meant(choice: Choice) -> bool:
        kept = isinstance(choice.move, moves.Keeps | moves.Tells)
        return kept and choice.move.mission == name

    return _those(state, is_meant)


# Cards


def _spell(state: State, which: str, shown: Shown) -> Meant:
    if everything(state):
        return learned(state, f"spell-{which}") or NOTHING
    return at_the_table(state, shown, learned=True) or NOTHING


def _starter(state: State, which: str, shown: Shown) -> Meant:
    """Of the mage of that colour alone."""
    seat = which.partition("/")[0]
    if seat not in state.seats:
        return Refusal("orcs.no.seat", {}, "line 4")
    if everything(state):
        return starting(state, seat, shown) or NOTHING
    if seat != state.turn:
        return Refusal("orcs.no.not_now", {"name": state.names[seat]}, "line 6")
    return at_the_table(state, shown, learned=False) or NOTHING


def _poison(state: State, which: str, _: Shown) -> Meant:
    """One is as good as another: given, or out of a hand. All can take one from the pile, and
    must not feel for one in a hand: where it can be given, it is."""
    given = _those(state, lambda choice: isinstance(choice.move, moves.Give))
    if isinstance(given, Refusal):
        return poisoned(state) or NOTHING
    held = () if everything(state) else poisoned(state)
    return given if isinstance(held, Refusal) else (*given, *held)


_KINDS: dict[str, Callable[[State, str, Shown], Meant]] = {
    "marker": _marker,
    "monster": _monster,
    "mage": _mage,
    "fate": _fate,
    "mission": _mission,
    "spell": _spell,
    "starter": _starter,
    "poison": _poison,
}
