"""Where a game of Merlin stands.

Rule: frozen, and plain enough to be JSON; everything in it follows from the journal. Missions in
a hand are secret; whatever leaves the state is made in ``showing`` and ``telling``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.games.merlin.counties import COUNTIES, ROUND, County, Flag, Henchman
from companion.games.merlin.pieces import COLOURS, STAFFS
from companion.games.merlin.sheets import Scoring
from companion.games.merlin.todo import Todo

SEATS = COLOURS
Way = Literal["everything", "board", "score"]
ROUNDS, LAPS = 6, 4
"""Of the game, and turns of each player in a round (page 4)."""
MERLIN = "merlin"
NOWHERE = -1


class Mission(Struct, frozen=True, forbid_unknown_fields=True):
    """A mission card of the owner's copy (pages 7, 10 and 12): what it asks for, its points, and
    who is in its corner, if that was told."""

    id: Annotated[str, Meta(min_length=1, max_length=24)]
    needs: Annotated[tuple[Annotated[str, Meta(max_length=32)], ...], Meta(max_length=12)]
    points: Annotated[int, Meta(ge=1, le=3)]
    henchman: Henchman | Literal[""] = ""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """A start tile (page 3, B): the county of each."""

    knight: County
    flag: County
    shield: County
    stone: County
    influence: County


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules and readings. The defaults are the book's, or the digest's reading.

    ``way``: how much the companion keeps: ``everything``, the missions in the hands as well; the
    ``board``, while missions stay at the table; or the ``score`` alone, from counts at each
    scoring.
    ``favour``: the module of page 10.
    ``markers``: influence markers of a player: 6, as page 2 says to take; 7, as page 1 counts.
    ``below``: a score may fall under ``zero`` at a scoring (``minus``), or stops there.
    ``excalibur``: after a scoring it ``stays`` where it is, or ``returns`` to the board like the
    Grail (page 9 says it of the Grail alone).
    """

    way: Way = "board"
    favour: bool = False
    markers: Literal[6, 7] = 6
    below: Literal["minus", "zero"] = "minus"
    excalibur: Literal["stays", "returns"] = "stays"


class Box(Struct, frozen=True):
    """The owner's copy. ``rondel``: its 24 spaces clockwise, the black county first. ``flags``:
    what that of each county does. ``upper``, ``lower``: stones along the frames, from the left,
    seven each, ``none`` where there is none; ``shift``: to which side the second row of tiles is
    set off from the first. ``starts``: the four start tiles. ``synthetic``: made up for demos
    and tests, not the printed one."""

    rondel: tuple[str, ...] = ()
    flags: dict[County, Flag] = {}
    upper: tuple[str, ...] = ()
    lower: tuple[str, ...] = ()
    shift: Literal["left", "right", ""] = ""
    starts: tuple[Start, ...] = ()
    missions: tuple[Mission, ...] = ()
    synthetic: bool = False


class Tile(Struct, frozen=True, array_like=True):
    """``kind``: its terrain, with ``-tower`` where one stands, or empty before it was told;
    ``owner`` of the manor there."""

    kind: str = ""
    owner: str = ""


class Castle(Struct, frozen=True):
    """What a player has. ``earned``: points by where they came from. ``goods``: by the word,
    ``black-flag``. ``influence``: markers on counties. ``henchmen``: where each is, empty in the
    castle. ``traitors`` by county. ``dice`` of the own colour that were not chosen yet, and the
    ``white`` one, 0 once it was. ``seals``: abilities of the module, ``builder-3``; ``used``:
    those turned over until the next scoring. ``hand``: ids of missions."""

    earned: dict[str, int] = {}
    apples: int = 0
    staffs: int = STAFFS
    goods: dict[str, int] = {}
    influence: dict[County, int] = {}
    henchmen: dict[Henchman, County | Literal[""]] = {}
    traitors: dict[County, int] = {}
    dice: tuple[int, ...] = ()
    white: int = 0
    seals: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()


class State(Struct, frozen=True):
    """``order`` of the counties, clockwise. ``dealt``: start tiles that somebody got. ``at``: the space of each knight and of Merlin on the
    rondel, -1 where that is not known; ``on``: its word. ``grail``, ``excalibur``: who has it,
    empty on the board; ``laid``: the Grail was used in this scoring. ``discarded`` traitors.
    ``cards``: what stands on the missions; ``pile``, ``display``, ``discard``: their ids.
    ``starter`` of the round. ``moved``: the figure of this turn; ``acted``: the space whose action it took; ``staff``: none can be used any
    more in it; ``sent``: the henchman of its action; ``fulfilled``: missions of the turn.
    ``counted``: scorings that were told, where the score alone is kept. ``phase``: land, begin,
    draw, roll, choose, act, refill, score, sheet or over. ``todo``: what the phase waits for, the next
    first."""

    seats: tuple[str, ...]
    names: dict[str, str]
    options: Options
    castles: dict[str, Castle]
    turn: str
    starter: str
    tiles: tuple[Tile, ...]
    at: dict[str, int]
    on: dict[str, str]
    order: tuple[County, ...] = COUNTIES
    rondel: tuple[str, ...] = ()
    flags: dict[County, Flag] = {}
    upper: tuple[str, ...] = ()
    lower: tuple[str, ...] = ()
    shift: Literal["left", "right", ""] = ""
    starts: tuple[Start, ...] = ()
    dealt: tuple[int, ...] = ()
    phase: str = "land"
    todo: tuple[Todo, ...] = ()
    round: int = 1
    grail: str = ""
    excalibur: str = ""
    laid: bool = False
    discarded: dict[County, int] = {}
    cards: dict[str, Mission] = {}
    pile: tuple[str, ...] = ()
    display: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    moved: str = ""
    acted: str = ""
    staff: bool = False
    sent: Henchman | Literal[""] = ""
    fulfilled: int = 0
    counted: tuple[Scoring, ...] = ()
    synthetic: bool = False


def everything(state: State) -> bool:
    """Are the missions in the hands kept?"""
    return state.options.way == "everything"


def instead(state: State, *todo: Todo) -> State:
    """The next thing to be done leads to these."""
    return replace(state, todo=(*todo, *state.todo[1:]))


def own(state: State) -> Castle:
    """The castle of whoever is on turn."""
    return state.castles[state.turn]


def with_castle(state: State, seat: str, **changes: Any) -> State:
    """The same with something changed in a castle."""
    castle = replace(state.castles[seat], **changes)
    return replace(state, castles={**state.castles, seat: castle})


def earned(state: State, seat: str, what: str, points: int) -> State:
    """Points for a player, and where they come from; where a score cannot fall under zero, less
    is lost."""
    castle = state.castles[seat]
    if state.options.below == "zero":
        points = max(points, -max(0, sum(castle.earned.values())))
    if not points:
        return state
    told = {**castle.earned, what: castle.earned.get(what, 0) + points}
    return with_castle(state, seat, earned=told)


def points(state: State, seat: str) -> int:
    """What the marker of a player shows."""
    return sum(state.castles[seat].earned.values())


def following(state: State, seat: str) -> str:
    """Who sits to the left (clockwise) of a player."""
    return state.seats[(state.seats.index(seat) + 1) % len(state.seats)]


def is_known(state: State, figure: str) -> bool:
    """Can the companion walk with this figure by itself?"""
    return len(state.rondel) == ROUND and state.at[figure] != NOWHERE


def has_flag(state: State, flag: Flag) -> County | None:
    """The county whose flag does that, if whoever is on turn has one."""
    goods = own(state).goods
    return next(
        (c for c, does in state.flags.items() if does == flag and goods.get(f"{c}-flag")), None
    )


def has_die(state: State, *, white: bool, face: int) -> bool:
    """Is this die in the castle of whoever is on turn?"""
    castle = own(state)
    return castle.white == face if white else face in castle.dice


def has_seal(state: State, henchman: str, row: int) -> bool:
    """Is that ability of the module open to whoever is on turn (page 11)?"""
    seal = f"{henchman}-{row}"
    return seal in own(state).seals and seal not in own(state).used
