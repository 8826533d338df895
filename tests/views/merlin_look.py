"""Sample pages of Merlin, and a small house that shows them.

Rule: every position is one of the real game, reached by its own moves from a set-up; nothing here
can drift away from the rules. The box is made up.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import GAME, mending, moves
from companion.games.merlin.counties import COUNTIES, County
from companion.games.merlin.landscape import totals
from companion.games.merlin.state import Box, Mission, Options, Start, State
from companion.vocabulary import Player, Setup
from tests.views import samples
from tests.views.samples import Moment

SIZES = samples.SIZES
NAMES = {"red": "Ada", "blue": "Bo", "green": "Cleo", "yellow": "Dan"}
LONG = {
    "red": "Maximiliane-Lieselot",
    "blue": "Bartholomäus",
    "green": "Jo",
    "yellow": "Κωνσταντίνα Παπαγεωρ",
}
"""Up to twenty letters each."""

OTHERS = (
    "points-shield", "gain-flag", "manor", "swap", "points-flag", "mission", "gain-stone",
    "excalibur", "manor", "points-stone", "relocate", "gain-shield", "grail", "points-influence",
    "swap", "manor", "mission", "gain-henchman",
)  # fmt: skip
RONDEL = tuple(
    word for n, county in enumerate(COUNTIES) for word in (county, *OTHERS[3 * n : 3 * n + 3])
)
FLAGS: Any = dict(
    zip(
        COUNTIES,
        ("repel", "two-missions", "backwards", "flip-die", "other-knight", "mirror"),
        strict=True,
    )
)
UPPER = ("black", "orange", "none", "blue", "grey", "brown", "purple")
LOWER = ("purple", "blue", "brown", "black", "none", "orange", "grey")
STARTS = tuple(
    Start(COUNTIES[n], COUNTIES[n + 1], COUNTIES[n + 2], COUNTIES[n], COUNTIES[5 - n])
    for n in range(4)
)
NEEDS: tuple[tuple[str, ...], ...] = (
    ("black-flag", "stone"), ("lady-and-builder",), ("purple-influence", "influence"),
    ("grey-two",), ("orange-shield", "blue-stone", "flag"), ("brown-lady",), ("shield",),
    ("blue-flag",), ("grey-shield", "grey-shield"), ("black-builder", "stone"), ("flag", "flag"),
)  # fmt: skip
CORNERS: Any = ("lady", "shieldbearer", "builder", "flagbearer")
MISSIONS = tuple(
    Mission(f"mission-{n:02}", NEEDS[n % 11], n % 3 + 1, CORNERS[n % 4]) for n in range(55)
)
TOLD = Box(RONDEL, FLAGS, UPPER, LOWER, "right", STARTS, (), True)
FULL = replace(TOLD, missions=MISSIONS)
ROLLS = ((1, 3, 5, 2), (2, 4, 6, 3), (1, 2, 6, 5), (3, 3, 4, 1))
"""The own dice and the white one, in the order of the seats."""


def new(
    box: Box = TOLD, names: dict[str, str] = NAMES, count: int = 4, **options: Any
) -> State:
    """Before anything is told."""
    players = tuple(Player(name, seat) for seat, name in list(names.items())[:count])
    state = GAME.new(Setup(players, Options(**options), box))
    assert isinstance(state, State)
    return state


def after(state: State, *taken: Any) -> State:
    """The same after these moves."""
    then: State = samples.played(GAME, state, *taken)[0]
    return then


def tiles(count: int) -> list[moves.Tile]:
    """All of the landscape but the last, which nobody has to say."""
    kinds = [kind for kind, many in totals(count).items() for _ in range(many)]
    mixed = [kinds[(5 * n) % len(kinds)] for n in range(len(kinds))]
    return [moves.Tile(n, kind) for n, kind in enumerate(mixed)]  # type: ignore[arg-type]


def settled(state: State) -> State:
    """The landscape lies; kinds of one sort at the end are told by nobody."""
    for move in tiles(len(state.seats)):
        if state.phase == "land":
            state = after(state, move)
    return state


def begun(state: State) -> State:
    """Everybody has a start tile; the six counties turn by turn, where nobody told the tiles."""
    for n, seat in enumerate(state.seats):
        if state.starts:
            state = after(state, moves.Starts(seat, n))
        else:
            state = after(state, *(moves.Gives(seat, COUNTIES[(n + k) % 6]) for k in range(5)))
    return state


def traitors(state: State, shift: int = 0) -> State:
    """Three each."""
    for n, seat in enumerate(state.seats):
        drawn = [COUNTIES[(n + k + shift) % 6] for k in (0, 0, 2)]
        state = after(state, *(moves.Traitor(seat, county) for county in drawn))
    return state


def dealt(state: State) -> State:
    """The display and the hands, from the pile as it lies."""
    while type(state.todo[0]).__name__ == "Show":
        state = after(state, moves.Shows(state.pile[0]))
    state = traitors(state)
    while state.phase == "draw":
        seat = state.todo[0].seat  # type: ignore[union-attr]
        state = after(state, moves.Draws(seat, state.pile[0]))
    return state


def rolled(state: State) -> State:
    """All have rolled."""
    for seat, faces in zip(state.seats, ROLLS, strict=False):
        own = [moves.Die(seat, face) for face in faces[:3]]
        state = after(state, *own, moves.Die(seat, faces[3], True))
    return state


def rolling(box: Box = TOLD, names: dict[str, str] = NAMES, **options: Any) -> State:
    """Everything lies there, and dice are rolled."""
    state = begun(settled(new(box, names, **options)))
    return dealt(state) if state.cards else traitors(state)


GOODS: tuple[tuple[str, Any, County, int], ...] = (
    ("red", "flag", "black", 1), ("red", "flag", "grey", 1), ("red", "stone", "black", 2),
    ("red", "stone", "orange", 1), ("red", "stone", "grey", 1), ("red", "shield", "black", 1),
    ("red", "shield", "blue", 2), ("blue", "stone", "purple", 3), ("blue", "shield", "grey", 2),
    ("green", "flag", "brown", 2), ("yellow", "stone", "orange", 2), ("yellow", "flag", "blue", 1),
)  # fmt: skip
SENT: tuple[tuple[str, Any, County], ...] = (
    ("red", "lady", "orange"), ("red", "builder", "black"), ("blue", "lady", "black"),
    ("blue", "flagbearer", "purple"), ("green", "shieldbearer", "orange"),
    ("yellow", "builder", "grey"), ("yellow", "lady", "grey"),
)  # fmt: skip
MARKERS: tuple[tuple[str, County, int], ...] = (
    ("yellow", "orange", 2), ("red", "orange", 2), ("red", "black", 1), ("blue", "black", 3),
    ("green", "purple", 1), ("red", "purple", 1), ("green", "brown", 2),
)  # fmt: skip
BUILT = (
    (0, "red"),
    (2, "yellow"),
    (7, "blue"),
    (9, "red"),
    (14, "green"),
    (15, "yellow"),
    (20, "blue"),
)
POINTS = {"red": 31, "blue": 28, "green": 24, "yellow": 35}


def put(state: State) -> State:
    """In the middle of a game, as the corrections say it."""
    for seat, thing, county, many in GOODS:
        state = after(state, mending.Holds(seat, thing, many, county))
    for seat, henchman, county in SENT:
        state = after(state, mending.Stands(seat, henchman, county))
    for seat in state.seats:
        for county in COUNTIES:
            state = after(state, mending.Holds(seat, "influence", 0, county))
    for seat, county, many in MARKERS:
        state = after(state, mending.Holds(seat, "influence", many, county))
    for place, seat in BUILT:
        state = after(state, mending.Owner(place, seat))
    for seat, many in POINTS.items():
        state = after(state, mending.Marker(seat, many))
    return after(
        state, mending.Treasure("grail", "yellow"), mending.Treasure("excalibur", "red")
    )


@cache
def later(way: str = "board", told: bool = True, favour: bool = False) -> State:
    """Red is on turn, with something of everything."""
    box = (FULL if way == "everything" else TOLD) if told else Box()
    state = new(box, way=way, favour=favour)
    state = state if state.shift else after(state, moves.Shift("right"))
    state = begun(settled(state))
    return put(rolled(dealt(state) if state.cards else traitors(state)))


def sealed(state: State) -> State:
    """With seals on the extra boards."""
    lie = (("red", "lady", 1), ("red", "builder", 3), ("blue", "flagbearer", 2))
    state = after(state, *(mending.Sealed(seat, who, row, True) for seat, who, row in lie))  # type: ignore[arg-type]
    return after(state, mending.Sealed("green", "lady", 3, True, True))


def at(state: State, space: str) -> State:
    """Red's knight has landed there."""
    return after(state, moves.Goes(False, 1), mending.On("red", space))


@cache
def scored(round_: int = 2) -> State:
    """The last die of that round was used: shields are asked first."""
    state = after(later(), mending.Round(round_, "red"))
    for seat in state.seats[1:]:
        state = after(state, mending.Dice(seat, (), 0))
    state = after(state, mending.Dice("red", (1,), 0), moves.Goes(False, 1))
    return after(state, moves.Leaves(), moves.Ends())


def shown(state: State, wait: str, *more: Any) -> Moment:
    """On to that step of the scoring, the first one of it; then these moves."""
    while type(state.todo[0]).__name__.lower() != wait:
        state = after(state, _onward(state))
    return samples.played(GAME, state, *more)


def _onward(state: State) -> Any:
    """No shield is spent; traitors as they lie."""
    todo = state.todo[0]
    if type(todo).__name__ == "Shields":
        return moves.Keeps(todo.seat)  # type: ignore[union-attr]
    return GAME.choices(state)[0].move


def pot(county: str, *more: Any) -> Moment:
    """The pot of that county."""
    state = shown(scored(), "pot")[0]
    while getattr(state.todo[0], "county", "") != county:
        state = after(state, moves.Next())
    return samples.played(GAME, state, *more)


TALLIES = (
    moves.Tally("red", "traitors", True), moves.Tally("blue", "influence", True, "orange"),
    moves.Tally("red", "influence", True, "orange"), moves.Tally("green", "henchmen", True),
    moves.Adds("forest", 5), moves.Manor(0, "red", True), moves.Manor(0, "yellow", True),
    moves.Adds("lake", 2), moves.Manor(1, "blue", True), moves.Has("red"),
)  # fmt: skip
COUNTED = (*TALLIES, moves.Counted(), moves.Counted(), moves.Counted())
ENDED = (
    *COUNTED, moves.Tally("red", "apples", True), moves.Tally("red", "flags", True),
    moves.Tally("yellow", "staffs", True), moves.Tally("blue", "marker", True),
)  # fmt: skip


@cache
def moments() -> dict[str, Moment]:
    """Every position that looks different, with what led there."""
    untold = new(Box())
    board, kept, favour = later(), later("everything"), sealed(later(favour=True))
    lost = later(told=False)
    first = settled(new())
    told = rolling()
    score = new(way="score")
    play = samples.played
    return {
        "shift": play(GAME, untold),
        "land": play(GAME, new(), *tiles(4)[:9]),
        "start": play(GAME, first),
        "gives": play(GAME, settled(after(untold, moves.Shift("left"))), moves.Gives("red", "grey")),
        "traitors": play(GAME, begun(first), moves.Traitor("red", "blue")),
        "show": play(GAME, begun(settled(new(FULL, way="everything")))),
        "roll": play(
            GAME, told, moves.Die("red", 4), moves.Die("red", 4), moves.Die("blue", 2),
            moves.Die("blue", 3), moves.Die("blue", 5), moves.Die("green", 1), moves.Die("green", 2),
            moves.Die("green", 3), moves.Die("green", 4, True),
        ),
        "choose": play(GAME, board),
        "worth": play(GAME, board, moves.Apple(True, 2)),
        "county": play(GAME, board, moves.Goes(True, 2, True), mending.On("merlin", "black")),
        "send": play(GAME, at(board, "relocate"), moves.Sends("lady")),
        "counts": play(GAME, at(board, "points-stone")),
        "gain": play(GAME, at(board, "gain-flag")),
        "swap": play(GAME, at(board, "swap")),
        "get": play(GAME, at(board, "swap"), moves.Returns("shield", "blue")),
        "manor": play(GAME, at(board, "manor")),
        "pay": play(GAME, at(board, "manor"), moves.Builds(3)),
        "bonus": play(GAME, at(board, "manor"), moves.Builds(4)),
        "done": play(GAME, board, moves.Goes(True, 2), mending.On("merlin", "grail"), moves.Acts()),
        "untold": play(GAME, lost, mending.On("blue", "manor"), mending.On("merlin", "gain-flag")),
        "lands": play(GAME, lost, moves.Goes(False, 1)),
        "sealed": play(GAME, favour),
        "favour": play(GAME, favour, moves.Claims(3), moves.Corner("builder")),
        "kept": play(GAME, kept),
        "take": play(GAME, at(kept, "mission"), moves.Drops(kept.castles["red"].hand[0]), moves.Leaves()),
        "shields": play(GAME, scored()),
        "losses": shown(scored(), "losses"),
        "area": shown(scored(), "area"),
        "pot": pot("orange"),
        "grail": pot("orange", moves.Grail()),
        "henchmen": shown(scored(), "henchmen"),
        "ending": shown(scored(6), "ending"),
        "sheet": play(GAME, score, *TALLIES),
        "sheet-end": play(GAME, score, *ENDED),
        "over": play(GAME, score, *ENDED, moves.Counted()),
        "won": play(GAME, board, mending.Stops()),
        "long": play(GAME, put(rolled(rolling(names=LONG)))),
    }  # fmt: skip


PHONES = {
    "hand": ("kept", "red"),
    "hand-still": ("kept", "yellow"),
    "hand-take": ("take", "red"),
    "hand-board": ("choose", "red"),
    "hand-roll": ("roll", "blue"),
    "hand-favour": ("favour", "red"),
}
"""On whose phone which position is looked at."""
PASSED = {"passed": ("kept", "red")}
"""The table's own tablet, handed to somebody."""
CORRECTED = {
    "correct": ("choose", {"tile": "9", "theme": "castle"}),
    "correct-score": ("sheet-end", {"theme": "marker"}),
}

SAMPLES = samples.Samples(GAME, moments, PHONES, PASSED, CORRECTED)
page, seated, watched = SAMPLES.page, SAMPLES.seated, SAMPLES.watched
paint, pictures, house = SAMPLES.paint, SAMPLES.pictures, SAMPLES.house
