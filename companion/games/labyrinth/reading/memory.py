"""What the reading remembers of the last seconds: what is seen, and since when.

Rule: frozen, and only about the table as seen. What the rules know is in the state.
Fields here are those of the board: a turned box is turned back on the way in.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.labyrinth.state import State
from companion.geometry import turned
from companion.vocabulary import (
    Amended,
    Blind,
    Cleared,
    Covered,
    Dropped,
    Emptied,
    Seeing,
    Shaken,
    Sighting,
    Struck,
    Tick,
    Unclear,
)

STRIKES = 8  # that are remembered; a ball bounces, and a magician is set down

Touch = tuple[str, int]  # a field, and when it was covered
NO_ROLL = (0, -10_000, "")


class Memory(Struct, frozen=True):
    """``turned``: how the box lay when fields were noted. ``seen``: covered fields and
    since when. ``changed``: when anything on the plate last changed. ``whose``: the turn
    that ``touched`` belongs to: the fields where its magician turned up, in order.
    ``crossed``: when that magician last came to another field. ``rolled``: when the die was
    last taken. ``pending``: a face told while somebody walked, when, and whose roll it
    would be. ``refused``: why the die was not taken last, and when. ``strangers``: covered
    fields that nobody of the game explained when the turn began. ``trays``: where a ball
    lies, and since when. ``hold``: people changed the state, at ``amended``; what is seen
    is believed again once it agrees. ``told``: meanwhile people said where somebody stands,
    or play on. ``by_hand``: the walk is not ended by itself.
    ``shaken``: when the table was knocked last. ``struck``: when something was heard
    to strike the floor, the last times. ``fallen``: when a ball last fell; ``first``: the first
    of those that are not back.
    ``emptied``: when a tray was last emptied; ``back``: who stood in the corner again
    last, with the ball, and when. ``odd``: how the plate differs from the state, and
    since when. ``waved``: a difference that people were asked about and left so.
    ``sought``: in which turn people were asked for whoever went out of sight, and where.
    ``spare``: fields that were covered besides when everybody stood where they belong, so
    that nobody who plays stands there; ``lifted``: where such a one was taken off last."""

    now: int = 0
    turned: int = 0
    seen: dict[str, int] = {}
    left: dict[str, int] = {}
    blind: frozenset[str] = frozenset()
    unclear: str = ""
    unclear_at: str = ""
    trays: dict[str, int] = {}
    changed: int = -10_000
    whose: tuple[str, str] = ("", "")
    began: int = 0
    touched: tuple[Touch, ...] = ()
    crossed: int = -10_000
    rolled: int = -10_000
    pending: tuple[int, int, str] = NO_ROLL
    refused: tuple[str, int] = ("", -10_000)
    strangers: frozenset[str] = frozenset()
    hold: bool = True
    told: bool = False
    amended: int = -10_000
    by_hand: bool = False
    shaken: int = -10_000
    struck: tuple[int, ...] = ()
    fallen: int = -10_000
    first: int = -10_000
    emptied: int = -10_000
    back: tuple[str, int] = ("", -10_000)
    late: tuple[str, int, tuple[Touch, ...]] = ("", -10_000, ())
    news: tuple[Dropped, ...] = ()
    odd: frozenset[str] = frozenset()
    odd_since: int = 0
    waved: frozenset[str] = frozenset()
    sought: tuple[int, str] = (0, "")
    spare: frozenset[str] = frozenset()
    lifted: Touch = ("", -10_000)


def noted(memory: Memory, state: State, sighting: Sighting | Tick) -> Memory:
    """The memory with one sighting more."""
    memory = replace(_lying(memory, state), now=sighting.at, news=())
    match sighting:
        case Covered(field, at):
            field = _board(field, state)
            blind = memory.blind - {field}  # whoever speaks is not
            return replace(memory, seen={**memory.seen, field: at}, blind=blind, changed=at)
        case Cleared(field, at):
            field = _board(field, state)
            seen = {f: since for f, since in memory.seen.items() if f != field}
            left = {**memory.left, field: at}
            return replace(
                memory, seen=seen, left=left, changed=at,
                strangers=memory.strangers - {field}, spare=memory.spare - {field},
                lifted=(field, at) if field in memory.spare else memory.lifted,
            )  # fmt: skip
        case Dropped(tray, at):
            loose = any(where != "under" for where in state.balls.values())
            first = memory.first if loose else at
            trays = {**memory.trays, tray: at}
            return replace(memory, trays=trays, news=(sighting,), fallen=at, first=first)
        case Emptied(tray, at):
            trays = {name: since for name, since in memory.trays.items() if name != tray}
            return replace(memory, trays=trays, emptied=at)
        case Blind(field, at):
            field = _board(field, state)
            seen = {f: since for f, since in memory.seen.items() if f != field}
            return replace(memory, blind=memory.blind | {field}, seen=seen, changed=at)
        case Seeing(field, _):
            return replace(memory, blind=memory.blind - {_board(field, state)})
        case Unclear(why, _, field):
            return _unclear(memory, why, _board(field, state) if field else "")
        case Shaken() | Struck():
            return _knocked(memory, sighting)
        case Amended(at, why, standing):
            return _amended(memory, state, at, why, standing)
    return memory


def _knocked(memory: Memory, sighting: Shaken | Struck) -> Memory:
    if isinstance(sighting, Shaken):
        return replace(memory, shaken=sighting.at)
    return replace(memory, struck=(*memory.struck, sighting.at)[-STRIKES:])


def _board(field: str, state: State) -> str:
    """The field of the board above a sensor."""
    return turned(field, -state.turned)


def _lying(memory: Memory, state: State) -> Memory:
    """The memory with everything where the box lies now, should it have been turned."""
    quarters = memory.turned - state.turned
    if not quarters:
        return memory
    return replace(
        memory,
        turned=state.turned,
        seen={turned(field, quarters): since for field, since in memory.seen.items()},
        left={},
        blind=frozenset(turned(field, quarters) for field in memory.blind),
        unclear_at=turned(memory.unclear_at, quarters) if memory.unclear_at else "",
        whose=("", ""),
        touched=(),
        spare=frozenset(),
        hold=True,
    )


def _unclear(memory: Memory, why: str, field: str) -> Memory:
    hold = memory.hold or (memory.unclear not in ("", "reversed") and why in ("", "reversed"))
    return replace(memory, unclear=why, unclear_at=field, hold=hold, changed=memory.now)


HOLDING = frozenset({"start", "resume", "undo", "redo", "place", "walk", "turned", "fall"})
"""What people change that the plate may not show yet."""

TELLING = frozenset({"place", "roll"})
"""What people do who see everybody where the page says."""

DICING = frozenset({"roll", "answer", "undo", "redo"})
"""What people do that may be about the die."""


def _amended(
    memory: Memory, state: State, at: int, why: str, standing: tuple[Sighting, ...]
) -> Memory:
    for sighting in standing:
        memory = noted(memory, state, sighting)
    memory = replace(memory, now=at, news=(), odd=frozenset(), odd_since=at, waved=frozenset())
    hand = memory.by_hand or why in ("undo", "redo")
    crossed = at if why == "walk" else memory.crossed
    hold = memory.hold or why in HOLDING
    told = why in TELLING or (memory.told and why not in HOLDING)
    memory = replace(
        memory, hold=hold, told=told, by_hand=hand, changed=at, amended=at, crossed=crossed,
        spare=frozenset() if hold else memory.spare,
    )  # fmt: skip
    return _diced(memory, state, why) if why in DICING else memory


def _diced(memory: Memory, state: State, why: str) -> Memory:
    """People have said something of the die: what was told before counts no more."""
    memory = replace(memory, pending=NO_ROLL)
    answered = why == "answer" and state.phase == "walk" and memory.whose[0] != state.turn
    return replace(memory, rolled=memory.now) if why == "roll" or answered else memory


def latest(memory: Memory, touched: tuple[Touch, ...]) -> str:
    """The field of a track that was seen last; empty for an empty track."""
    return max(
        (field for field, _ in reversed(touched)),
        key=lambda field: memory.now if field in memory.seen else memory.left.get(field, 0),
        default="",
    )


def unheard(memory: Memory, state: State) -> frozenset[str]:
    """Fields where the plate cannot tell."""
    return memory.blind | frozenset(state.masked)
