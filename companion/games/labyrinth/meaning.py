"""What a chip that is shown to a reader can mean now: drawn, found, or found and drawn.

Rule: only what ``play`` takes is ever meant. A chip that lay on the reader all along, and was
perhaps never lifted, is not taken for one that somebody has found: then people say.
"""

from __future__ import annotations

from typing import Any

from companion.games.labyrinth import moves
from companion.games.labyrinth.rules import play
from companion.games.labyrinth.state import State, occupied, sought
from companion.vocabulary import Meaning, Refusal, Says, Shown

Meant = tuple[Meaning, ...] | Refusal

LIES = Meaning(Says("labyrinth.mean.lies"), ())


def turn(state: State) -> str:
    """Whose turn it is; with two at least, the next is always another's. The first chip is
    drawn before anybody is on turn (pages 8 to 11)."""
    is_begun = state.phase != "draw" or state.roll
    return state.turn if is_begun else ""


def means(state: State, shown: Shown) -> Meant:
    """What this piece can mean now, or why it means nothing."""
    if state.phase == "over":
        return Refusal("labyrinth.no.over", {}, "page 15")
    kind, _, which = shown.piece.partition("/")
    if kind == "die":
        return _die(state, int(which.partition("-")[0]))
    symbol = shown.facts.get("symbol")
    if not isinstance(symbol, str) or not symbol:
        return Refusal("labyrinth.shown.blank")
    if state.phase == "draw":
        return _drawn(state, symbol)
    if state.phase == "roll":
        return _late(state, shown, symbol)
    return _walked(state, shown, symbol)


def _die(state: State, face: int) -> Meant:
    """A face that carries a tag of its own, where no reading has made a roll of it."""
    if state.phase == "draw":
        return Refusal("labyrinth.note.chip_first", {}, "page 14")
    if state.phase == "walk":
        return Refusal("labyrinth.shown.walking", {"name": state.names[state.turn]}, "page 12")
    says = Says("labyrinth.do.roll", {"face": face})
    return (Meaning(says, (moves.Roll(face),), state.turn),)


def _drawn(state: State, symbol: str) -> Meant:
    """Out of the bag: the next open chip, or one for whoever gets it unseen (page 14)."""
    if symbol not in state.bag:
        return _not_in_bag(state, symbol)
    seat = state.blind[0] if state.blind else state.turn
    says = Says("labyrinth.do.draw", {"symbol": symbol})
    return (Meaning(says, (moves.Draw(symbol),), seat),)


def _not_in_bag(state: State, symbol: str) -> Refusal:
    for seat in state.seats:
        if symbol in state.chips[seat]:
            key = "labyrinth.shown.held" if state.phase == "draw" else "labyrinth.shown.taken"
            return Refusal(key, {"name": state.names[seat], "symbol": symbol}, "page 14")
    return Refusal("labyrinth.shown.nowhere", {"symbol": symbol})


def _late(state: State, shown: Shown, symbol: str) -> Meant:
    """The die comes first (page 12). But where nobody knows the place of the open chip, a walk
    that led there ends like any other: whoever shows the chip then has found it (page 14)."""
    late = state.late
    if late is None or not late.path or symbol != state.wanted or _is_printed(state):
        return Refusal("labyrinth.shown.roll", {"symbol": symbol}, "page 12")
    here = late.path[-1]
    found = (moves.Printed(here, symbol), moves.Walk(late.path, late.either, late.seat))
    says = Says("labyrinth.mean.late", {"name": state.names[late.seat], "symbol": symbol})
    return _unless_it_lies(shown, _playable(state, Meaning(says, found, late.seat)))


def _walked(state: State, shown: Shown, symbol: str) -> Meant:
    """Whoever walks takes the open chip, and perhaps has drawn the next one (page 14)."""
    if not state.path:
        return Refusal("labyrinth.shown.start", {"name": state.names[state.turn]}, "page 12")
    here = state.at[state.turn]
    if other := occupied(state, here):
        return Refusal("labyrinth.no.occupied", {"name": state.names[other]}, "page 12")
    if _is_printed(state) and not sought(state, here):
        return Refusal("labyrinth.no.found", {"symbol": state.wanted}, "page 14")
    end = moves.Stop() if _is_printed(state) else moves.Found()
    if symbol == state.wanted:
        says = Says("labyrinth.do.found", {"symbol": symbol})
        return _unless_it_lies(shown, _playable(state, Meaning(says, (end,), state.turn)))
    return _unless_it_lies(shown, _and_drawn(state, end, symbol))


def _and_drawn(state: State, end: Any, symbol: str) -> Meant:
    """Found, and the next open chip drawn. Where the walk won the game, or somebody else
    gets the next chip unseen, the open one is shown first (pages 14 and 15)."""
    if symbol not in state.bag:
        return _not_in_bag(state, symbol)
    after = play(state, end)
    if isinstance(after, Refusal):
        return after
    if after.phase != "draw" or after.blind:
        return Refusal("labyrinth.shown.open", {"symbol": state.wanted}, "page 14")
    says = Says("labyrinth.mean.next", {"wanted": state.wanted, "symbol": symbol})
    return _playable(state, Meaning(says, (end, moves.Draw(symbol)), state.turn))


def _is_printed(state: State) -> bool:
    """Does anybody know where on the board the open chip's symbol is?"""
    return state.wanted in state.symbols.values()


def _playable(state: State, meaning: Meaning) -> Meant:
    after: State | Refusal = state
    for move in meaning.moves:
        if isinstance(after, Refusal):
            break
        after = play(after, move)
    return after if isinstance(after, Refusal) else (meaning,)


def _unless_it_lies(shown: Shown, meant: Meant) -> Meant:
    """The open chip may well lie on the reader; nobody has found it by that."""
    if isinstance(meant, Refusal) or not shown.again:
        return meant
    return (*meant, LIES)
