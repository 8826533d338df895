"""What the people at the table know to be true: their own score sheet of the labyrinth.

Rule: written from the book, pages 12 to 15, and from nothing of ours, so that it can
tell whether the companion is right. Facts in, facts out; chance stays outside.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

GOAL = 5  # symbols, page 15


class Truth(Struct, frozen=True):
    """Where the game stands. ``owed``: who still gets a chip unseen from the bag;
    ``goal``: how many win."""

    seats: tuple[str, ...]
    corners: dict[str, str]
    symbols: dict[str, str]
    at: dict[str, str]
    chips: dict[str, tuple[str, ...]]
    ball: dict[str, bool]
    turn: str
    wanted: str = ""
    owed: tuple[str, ...] = ()
    roll: int = 0
    winner: str = ""
    goal: int = GOAL

    @property
    def is_drawing(self) -> bool:
        """Does the table wait for a chip from the bag?"""
        return not self.winner and (not self.wanted or bool(self.owed))

    @property
    def is_over(self) -> bool:
        return bool(self.winner)


def begin(
    seats: tuple[str, ...],
    corners: Mapping[str, str],
    symbols: Mapping[str, str],
    goal: int = GOAL,
) -> Truth:
    """Everybody in their corner, no chip drawn yet (pages 8 to 11)."""
    return Truth(
        seats=seats,
        corners=dict(corners),
        symbols=dict(symbols),
        at={seat: corners[seat] for seat in seats},
        chips=dict.fromkeys(seats, ()),
        ball=dict.fromkeys(seats, True),
        turn=seats[0],
        goal=goal,
    )


def drew(truth: Truth, chip: str) -> Truth:
    """A chip from the bag: to whom one is owed, else open beside the board (page 14)."""
    if truth.owed:
        first, *others = truth.owed
        return _given(replace(truth, owed=tuple(others)), first, chip)
    there = [seat for seat in _from_turn(truth) if truth.symbols.get(truth.at[seat]) == chip]
    if there:
        first, *others = there
        return _given(replace(truth, owed=tuple(others)), first, chip)
    after = replace(truth, wanted=chip)
    return _passed(after) if truth.roll else after


def rolled(truth: Truth, face: int) -> Truth:
    """The player on turn throws the die (page 12)."""
    return replace(truth, roll=face)


def stayed(truth: Truth) -> Truth:
    """The player on turn did not move at all (page 12, "or less")."""
    return _passed(truth)


def arrived(truth: Truth, field: str) -> Truth:
    """The player on turn walked to a field; on the wanted symbol the chip is won."""
    seat = truth.turn
    truth = replace(truth, at={**truth.at, seat: field})
    if truth.symbols.get(field) != truth.wanted:
        return _passed(truth)
    return _given(replace(truth, wanted=""), seat, truth.wanted)


def bumped(truth: Truth) -> Truth:
    """The ball fell: back to the own corner, the next player is on turn (page 14)."""
    seat = truth.turn
    at = {**truth.at, seat: truth.corners[seat]}
    return _passed(replace(truth, at=at, ball={**truth.ball, seat: False}))


def gave_back(truth: Truth, seat: str) -> Truth:
    """All chips of a player go back into the bag: a house's way to play on for longer."""
    return replace(truth, chips={**truth.chips, seat: ()})


def lost_ball(truth: Truth, seat: str) -> Truth:
    """A ball fell though its magician did not walk: nobody's turn ends by that."""
    return replace(truth, ball={**truth.ball, seat: False})


def put_back(truth: Truth, seat: str) -> Truth:
    """Magician and ball stand together again."""
    return replace(truth, ball={**truth.ball, seat: True})


def _given(truth: Truth, seat: str, chip: str) -> Truth:
    chips = {**truth.chips, seat: (*truth.chips[seat], chip)}
    won = seat if len(chips[seat]) >= truth.goal else truth.winner
    return replace(truth, chips=chips, winner=won, owed=() if won else truth.owed)


def _passed(truth: Truth) -> Truth:
    order = _from_turn(truth)
    return replace(truth, turn=order[1 % len(order)], roll=0)


def _from_turn(truth: Truth) -> tuple[str, ...]:
    first = truth.seats.index(truth.turn)
    return truth.seats[first:] + truth.seats[:first]
