"""What a piece that is shown to a reader means now.

Rule: only what is open is ever meant. A reader lies where all can see it: why a mission means
nothing is the same sentence whichever it is, in the hand or out of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.merlin import dice_shown, goods_shown, missions_shown, moves
from companion.games.merlin.counties import THINGS
from companion.games.merlin.meant import NOTHING, Meant, first, one, these, those
from companion.games.merlin.saying import does
from companion.games.merlin.setting_up import GIVEN, unused
from companion.games.merlin.state import MERLIN, State
from companion.games.merlin.todo import Act, Begin, Favour, Icon, Lands
from companion.vocabulary import Meaning, Refusal, Shown

PLAYED = ("choose", "act", "refill")


def turn(state: State) -> str:
    """Whose turn it is; before, between and after, the phase and its round."""
    return state.turn if state.phase in PLAYED else f"{state.phase} {state.round}"


def means(state: State, shown: Shown) -> tuple[Meaning, ...] | Refusal:
    """What this piece can mean now, or why it means nothing."""
    if state.phase == "over":
        return Refusal("merlin.no.over", {}, "page 10")
    kind, _, which = shown.piece.partition("/")
    return _KINDS.get(kind, _nothing)(state, which, shown)


def _nothing(state: State, which: str, shown: Shown) -> Meant:
    return NOTHING


# Setting up


def _tile(state: State, which: str, _: Shown) -> Meant:
    """On the next free place along the rows: shown in order, tiles fill the landscape."""
    kind: Any = _before(which)
    if getattr(first(state), "space", "") == "manor":
        return Refusal("merlin.no.which_tile", {}, "page 7")
    if state.phase != "land":
        return NOTHING
    if not state.shift:
        return Refusal("merlin.no.which_shift", {}, "page 3")
    place = next(at for at, tile in enumerate(state.tiles) if not tile.kind)
    says = does("tile", kind=kind, place=place + 1)
    return one(state, state.turn, moves.Tile(place, kind), says)


def _start(state: State, _: str, shown: Shown) -> Meant:
    """Told by what stands on it; where nobody told the tiles before, all of that is said now."""
    waits = first(state)
    if not isinstance(waits, Begin):
        return NOTHING
    told = [shown.facts.get(what) for what in GIVEN]
    if None in told:
        return Refusal("merlin.no.start_known", {}, "page 3")
    if state.starts:
        return _known(state, waits.seat, told)
    rest: Any = told[GIVEN.index(waits.what) :]
    says = does("gives_knight", name=state.names[waits.seat], county=str(told[0]))
    return (Meaning(says, tuple(moves.Gives(waits.seat, c) for c in rest), waits.seat),)


def _known(state: State, seat: str, told: list[Any]) -> Meant:
    alike = (
        tile
        for tile in unused(state)
        if [getattr(state.starts[tile], what) for what in GIVEN] == told
    )
    tile = next(alike, None)
    if tile is None:
        return Refusal("merlin.no.start", {}, "page 3")
    return these(state, moves.Starts(seat, tile))


# Figures, and what belongs to a player


def _figure(state: State, colour: str, _: Shown) -> Meant:
    """Whose action a flag copies. Where a figure stands no reader can see."""
    waits = first(state)
    if isinstance(waits, Lands) and waits.figure == (colour or MERLIN):
        return Refusal("merlin.no.which_space", {}, "page 4")
    return these(state, moves.Copies(colour)) if colour else NOTHING


def _henchman(state: State, which: str, shown: Shown) -> Meant:
    """Sent by whoever is on turn, or seen in the corner of a mission, in whatever colour."""
    colour, kind = which.split("/")
    if isinstance(first(state), Icon):
        return these(state, moves.Corner(kind))  # type: ignore[arg-type]
    own = colour == state.turn
    return these(state, moves.Sends(kind)) if own else NOTHING  # type: ignore[arg-type]


def _manor(state: State, which: str, _: Shown) -> Meant:
    waits = first(state)
    builds = isinstance(waits, Act) and waits.space == "manor"
    if builds and _before(which) == state.turn:
        return Refusal("merlin.no.which_tile", {}, "page 7")
    return NOTHING


def _staff(state: State, which: str, _: Shown) -> Meant:
    own = _before(which) == state.turn
    return these(state, moves.Staff()) if own else NOTHING


def _seal(state: State, which: str, _: Shown) -> Meant:
    """Laid on one of the abilities that the mission opens."""
    own = _before(which) == state.turn
    if not own or not isinstance(first(state), Favour):
        return NOTHING
    return those(state, lambda c: isinstance(c.move, moves.Seals) and c.move.row > 0)


def _treasure(space: str) -> Callable[[State, str, Shown], Meant]:
    """Taken on its space; the Grail, laid on a county as well."""

    def meant(state: State, which: str, shown: Shown) -> Meant:
        taken = getattr(first(state), "space", "") == space
        laid = (moves.Grail(),) if space == "grail" else ()
        return these(state, *((moves.Acts(),) if taken else laid))

    return meant


def _before(which: str) -> str:
    return which.partition("/")[0]


def _good(thing: str) -> Callable[[State, str, Shown], Meant]:
    return lambda state, which, _: goods_shown.good(state, thing, _before(which))


_KINDS: dict[str, Callable[[State, str, Shown], Meant]] = {
    "tile": _tile,
    "start": _start,
    "traitor": lambda state, which, _: goods_shown.traitor(state, _before(which)),
    "mission": missions_shown.mission,
    "die": lambda state, which, shown: dice_shown.die(
        state, which.partition("-")[0], int(which[-1])
    ),
    **{thing: _good(thing) for thing in THINGS},
    "influence": lambda state, which, _: goods_shown.influence(state, _before(which)),
    "apple": lambda state, which, _: goods_shown.apple(state),
    "henchman": _henchman,
    "knight": _figure,
    "merlin": _figure,
    "manor": _manor,
    "staff": _staff,
    "seal": _seal,
    "grail": _treasure("grail"),
    "excalibur": _treasure("excalibur"),
}
