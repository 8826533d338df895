"""Dice, turns and rounds (pages 3, 4 and 8).

Rule: what needs no choice happens by itself. ``settled`` goes on until somebody has to say or
to choose something.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.merlin import moves, rondel, taking
from companion.games.merlin.counties import COUNTIES
from companion.games.merlin.pieces import PLAYER_DICE
from companion.games.merlin.setting_up import HAND, drawing, laid, left
from companion.games.merlin.spaces import can_act
from companion.games.merlin.state import (
    MERLIN,
    ROUNDS,
    State,
    Tile,
    everything,
    following,
    has_die,
    has_flag,
    own,
    with_castle,
)
from companion.games.merlin.todo import Act, Begin, Take, Worth
from companion.games.merlin.waiting import lapsed
from companion.vocabulary import Refusal

ALIKE = 2  # of four dice at most (page 3, D)
SIDES = 7  # both sides of a die together


def settled(state: State) -> State:
    """The state once nothing more happens by itself."""
    while True:
        after = _next(state)
        if after is None:
            return state
        state = after


def _next(state: State) -> State | None:
    if state.todo:
        return lapsed(state)
    return _PHASES[state.phase](state) if state.phase in _PHASES else None


# Phases that are over when nothing is to be done any more


def _land(state: State) -> State | None:
    """The last tiles are of one kind; then the start tiles."""
    kinds = [kind for kind, count in left(state).items() if count]
    if len(kinds) == 1:
        place = next(at for at, tile in enumerate(state.tiles) if not tile.kind)
        return laid(state, place, Tile(kinds[0]))
    if kinds or not state.shift:
        return None
    return replace(state, phase="begin", todo=tuple(Begin(seat) for seat in state.seats))


def _begin(state: State) -> State:
    return replace(state, phase="draw", todo=drawing(state))


def _draw(state: State) -> State:
    return replace(state, phase="roll")


def _choose(state: State) -> State | None:
    """Without a die nothing moves; the turn ends as people say."""
    return None if has_dice(state, state.turn) else replace(state, phase="act")


def _roll(state: State) -> State | None:
    """All have rolled: the starting player begins."""
    if any(is_rolling(state, seat) for seat in state.seats):
        return None
    return begun(state, state.starter)


def _score(state: State) -> State:
    """After a scoring the next round, or the end (page 8)."""
    state = taking.cleaned(state)
    return replace(state, phase="over") if state.round == ROUNDS else prepared(state)


def begun(state: State, seat: str) -> State:
    """A turn begins."""
    return replace(over(state), phase="choose", turn=seat)


def over(state: State) -> State:
    """Nothing of a turn is left."""
    return replace(state, todo=(), moved="", acted="", staff=False, sent="", fulfilled=0)


def prepared(state: State) -> State:
    """The next round: dice are rolled, and the next to the left begins (page 8)."""
    starter = following(state, state.starter)
    return replace(state, phase="roll", round=state.round + 1, starter=starter, turn=starter)


# Dice


def is_rolling(state: State, seat: str) -> bool:
    """Does a player still have dice to tell?"""
    castle = state.castles[seat]
    return len(castle.dice) < PLAYER_DICE or not castle.white


def shown(state: State, seat: str) -> tuple[int, ...]:
    """What the dice of a castle show, the white one last."""
    castle = state.castles[seat]
    return (*castle.dice, *((castle.white,) if castle.white else ()))


def die(state: State, move: moves.Die) -> State | Refusal:
    """A die that was rolled; three or four alike are all rolled again (page 3, D)."""
    castle = state.castles[move.seat]
    full = castle.white if move.white else len(castle.dice) == PLAYER_DICE
    if state.phase != "roll" or full:
        return Refusal("merlin.no.dice", {}, "page 8")
    if move.white and len(castle.dice) < PLAYER_DICE:
        return Refusal("merlin.no.white_later", {}, "page 3")
    if shown(state, move.seat).count(move.face) == ALIKE:
        return Refusal("merlin.no.three", {"face": move.face}, "page 3")
    if move.white:
        return with_castle(state, move.seat, white=move.face)
    return with_castle(state, move.seat, dice=tuple(sorted((*castle.dice, move.face))))


def again(state: State, move: moves.Again) -> State | Refusal:
    """All four are rolled again."""
    if state.phase != "roll" or not may_be_again(state, move.seat):
        return Refusal("merlin.no.dice", {}, "page 3")
    return with_castle(state, move.seat, dice=(), white=0)


def may_be_again(state: State, seat: str) -> bool:
    """Two are alike, and a third might come."""
    faces = shown(state, seat)
    return is_rolling(state, seat) and any(faces.count(face) == ALIKE for face in faces)


# A turn


def goes(state: State, move: moves.Goes) -> State | Refusal:
    """A die is put into the middle of the board, and its figure goes (page 4)."""
    if state.phase != "choose" or state.todo:
        return Refusal("merlin.no.phase", {}, "page 4")
    if not has_die(state, white=move.white, face=move.face):
        return Refusal("merlin.no.die", {}, "page 4")
    return _gone(state, move.face, white=move.white, face=move.face, back=move.back)


def _gone(state: State, steps: int, *, white: bool, face: int, back: bool) -> State | Refusal:
    """``face``: the die that is used up; ``steps``: what it shows now."""
    if back and not white:
        county = has_flag(state, "backwards")
        if county is None:
            return Refusal("merlin.no.backwards", {}, "page 12")
        state = spent(state, county)
    state = _without(state, white=white, face=face)
    figure = MERLIN if white else state.turn
    return rondel.walked(replace(state, todo=()), figure, -steps if back else steps)


def _without(state: State, *, white: bool, face: int) -> State:
    if white:
        return with_castle(state, state.turn, white=0)
    dice = list(own(state).dice)
    dice.remove(face)
    return with_castle(state, state.turn, dice=tuple(dice))


def spent(state: State, county: object) -> State:
    """A flag goes back to its county after use (page 12)."""
    goods = {
        word: n - (word == f"{county}-flag")
        for word, n in own(state).goods.items()
        if n > (word == f"{county}-flag")
    }
    return with_castle(state, state.turn, goods=goods)


def apple(state: State, move: moves.Apple) -> State | Refusal:
    """An apple is given back: that die may show anything (page 4)."""
    if state.phase != "choose" or state.todo:
        return Refusal("merlin.no.phase", {}, "page 4")
    if not has_die(state, white=move.white, face=move.face):
        return Refusal("merlin.no.die", {}, "page 4")
    if not own(state).apples:
        return Refusal("merlin.no.apple", {}, "page 4")
    state = with_castle(state, state.turn, apples=own(state).apples - 1)
    return replace(state, todo=(Worth(move.white, move.face),))


def turned(state: State, move: moves.Turned, todo: Worth) -> State | Refusal:
    """It shows that, and its figure goes."""
    return _gone(state, move.face, white=todo.white, face=todo.face, back=move.back)


def staff(state: State, _: moves.Staff) -> State | Refusal:
    """A staff goes back into the box, and Merlin's action is taken again; on a county by another
    henchman (page 4)."""
    if state.phase != "act" or state.todo or not may_staff(state):
        return Refusal("merlin.no.staff", {}, "page 4")
    state = with_castle(state, state.turn, staffs=own(state).staffs - 1)
    return replace(state, staff=True, todo=(_again(state),))


def may_staff(state: State) -> bool:
    """Merlin has acted, once, a staff is left, and there is something to do again."""
    first = state.moved == MERLIN and state.acted and not state.staff
    if not first or not own(state).staffs:
        return False
    return can_act(replace(state, staff=True), _again(state))


def _again(state: State) -> Act:
    """The same action; on a county not by the same henchman."""
    return Act(state.acted, state.sent if state.acted in COUNTIES else "")


def lands(state: State, move: moves.Lands) -> State | Refusal:
    """Where a figure came to, where nobody told the rondel."""
    if move.space not in rondel.spaces(state):
        return Refusal("merlin.no.space", {}, "page 4")
    return rondel.told(state, state.moved, move.space)


def ends(state: State, _: moves.Ends) -> State | Refusal:
    """The turn is over; missions of the turn are replaced first (page 7)."""
    if state.phase != "act" or state.todo:
        return Refusal("merlin.no.phase", {}, "page 4")
    missing = HAND - len(own(state).hand)
    if everything(state) and missing:
        return replace(state, phase="refill", todo=(Take(state.turn, missing),))
    return passed(state)


def passed(state: State) -> State:
    """The next player; when all dice are used, the round is over (page 8)."""
    seat = following(state, state.turn)
    for _ in state.seats:
        if has_dice(state, seat):
            return begun(state, seat)
        seat = following(state, seat)
    state = over(state)
    if state.round % 2:
        return prepared(state)
    return replace(state, phase="score", laid=False, todo=taking.steps(state))


def has_dice(state: State, seat: str) -> bool:
    """Is there a die left in that castle?"""
    castle = state.castles[seat]
    return bool(castle.dice or castle.white)


_PHASES: dict[str, Callable[[State], State | None]] = {
    "land": _land,
    "begin": _begin,
    "draw": _draw,
    "roll": _roll,
    "choose": _choose,
    "refill": passed,
    "score": _score,
}
