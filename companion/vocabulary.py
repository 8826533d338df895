"""The words that every room speaks, and nothing else.

Rule: this module imports nothing of ours. Everything here is frozen; times are
whole milliseconds on the table's own clock, so that a tape plays the same for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Signal(Struct, frozen=True):
    """What a wire said: ``hall`` (a frame), ``drop/nw``, ``die/0``, ``tablet/…``."""

    source: str
    value: Any
    at: int
    device_at: int | None = None
    boot: str | None = None
    sequence: int | None = None


class Tick(Struct, frozen=True):
    """Time passing, from the clock wire. What waits, waits on it."""

    at: int


class Condition(Struct, frozen=True):
    """How a wire is. ``state``: absent, opening, hello, live or silent. ``why`` says what
    stands in the way (``busy``, ``forbidden``, …) with ``values`` for the sentence;
    ``device`` is what it said of itself, ``counters`` what happened on the way."""

    state: str = "absent"
    why: str = ""
    values: dict[str, str | int] = {}
    device: dict[str, str] = {}
    counters: dict[str, int] = {}


# Sightings: what the senses saw. A field is ``a1`` … ``f6`` in the sensors' own order.


class Covered(Struct, frozen=True, tag=True):
    """A magnet stands over the field; weight is its share of a full signal."""

    field: str
    at: int
    weight: float = 1.0


class Cleared(Struct, frozen=True, tag=True):
    """No magnet stands over the field any more."""

    field: str
    at: int


class Spot(Struct, frozen=True, array_like=True):
    """Where a magnet was: when, how many mm to the right and below the middle of a1, in the
    sensors' own order, and how strong, as a share of a full signal."""

    at: int
    x: float
    y: float
    share: float


class Dropped(Struct, frozen=True, tag=True):
    """A ball lies in the tray: ``nw``, ``ne``, ``sw`` or ``se``. ``traces``: how each magnet
    that moved in the seconds before went, where the sensors can tell."""

    tray: str
    at: int
    traces: tuple[tuple[Spot, ...], ...] = ()


class Emptied(Struct, frozen=True, tag=True):
    """The ball was taken out of the tray."""

    tray: str
    at: int


class Shown(Struct, frozen=True, tag=True):
    """A piece was shown to a reader."""

    piece: str
    at: int


class Gone(Struct, frozen=True, tag=True):
    """A piece was taken away from a reader."""

    piece: str
    at: int


class Rolled(Struct, frozen=True, tag=True):
    """A die came to rest on a face."""

    die: str
    face: int
    at: int


class Blind(Struct, frozen=True, tag=True):
    """The sensor of a field tells nothing any more; why: ``dead`` or ``stuck``."""

    field: str
    at: int
    why: str


class Seeing(Struct, frozen=True, tag=True):
    """The sensor of a field tells again."""

    field: str
    at: int


class Unclear(Struct, frozen=True, tag=True):
    """The whole plate cannot be believed; why: ``unplugged``, ``inverted``,
    ``reversed`` (one magnet upside down, at ``field``), ``foreign`` (a phone, a tool),
    or empty once it can be believed again."""

    why: str
    at: int
    field: str = ""


class Shaken(Struct, frozen=True, tag=True):
    """The table was knocked; a ball may have come off by that."""

    at: int


class Struck(Struct, frozen=True, tag=True):
    """Something struck the floor of the box: the ear under it heard a ball, perhaps."""

    at: int


class Amended(Struct, frozen=True, tag=True):
    """People changed the state: a start, an undo, a correction, a resume. What stands
    on the table may differ from it until somebody sees to it. ``why``: start, resume,
    undo, redo, or the tag of a move; ``standing``: what the senses see by then."""

    at: int
    why: str = ""
    standing: tuple[Covered | Dropped | Blind | Unclear, ...] = ()


Sighting = (
    Covered
    | Cleared
    | Dropped
    | Emptied
    | Shown
    | Gone
    | Rolled
    | Blind
    | Seeing
    | Unclear
    | Shaken
    | Struck
    | Amended
)


# What is said to people: a key and values; the languages put it into words.


class Says(Struct, frozen=True):
    """One sentence for people; book is the place in the rulebook, if it has one."""

    key: str
    values: dict[str, str | int] = {}
    book: str = ""


class Refusal(Says, frozen=True):
    """Why not."""


class Choice(Struct, frozen=True):
    """A decision open to a seat now. ``place`` puts it on the drawing instead of the
    shelf; ``usual`` is the one that most people take; ``early`` ends another's turn.
    ``secret``: nobody but this seat may know that it is open, or that it was taken.
    Where several seats choose at once, the move names its seat."""

    seat: str
    move: Any
    says: Says
    place: str = ""
    usual: bool = False
    early: bool = False
    secret: bool = False


class Sealed(Struct, frozen=True):
    """A move that one seat alone may know until the game opens it: what the others are
    told instead, and what they see of the move (plain values, as JSON has them)."""

    seat: str
    says: Says
    move: dict[str, Any]


class Option(Struct, frozen=True):
    """One answer to a question, and the moves it stands for."""

    says: Says
    moves: tuple[Any, ...] = ()


class Question(Struct, frozen=True):
    """Two or more moves explain what was seen; people say which."""

    says: Says
    options: tuple[Option, ...]
    place: str = ""
    about: str = ""


class Notice(Struct, frozen=True):
    """Something the table should see to while it plays on; gone when it is mended."""

    key: str
    place: str = ""
    seat: str = ""
    kind: str = "hint"  # hint, repair or fault
    values: dict[str, str | int] = {}


class Read(Struct, frozen=True):
    """What a game made of a sighting: its memory from now on, moves, notices."""

    memory: Any
    moves: tuple[Any, ...] = ()
    notices: tuple[Notice, ...] = ()


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the table. The seat is colour and shape together."""

    name: str
    seat: str
    corner: str = ""


class Setup(Struct, frozen=True):
    """What a match begins with: players in turn order, house rules, the owner's box."""

    players: tuple[Player, ...]
    options: Any
    box: Any


class Line(Struct, frozen=True):
    """One line of a sheet: points, why, and the place in the book."""

    points: int
    reason: Says


class Score(Struct, frozen=True):
    """A player's sheet."""

    name: str
    total: int
    lines: tuple[Line, ...]


class Scores(Struct, frozen=True):
    """All sheets, and who won."""

    players: tuple[Score, ...]
    winners: tuple[str, ...]


class Viewer(Struct, frozen=True):
    """Who looks, or asks: a role (``host``, ``seat``, ``spectator``), the seat, the
    language. A seat's secrets are for the viewer with this ``seat`` alone; a host has none."""

    role: str = "spectator"
    seat: str = ""
    language: str = "en"


# Who sits at the table may change in the middle of a match.


class _Seating(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    pass


class Renamed(_Seating, frozen=True):
    """A player is called otherwise."""

    seat: str
    name: str


class Swapped(_Seating, frozen=True):
    """Two players change places: each goes on with what the other's seat has."""

    seat: str
    other: str


class Left(_Seating, frozen=True):
    """A player has gone home; the others play on."""

    seat: str


class Joined(_Seating, frozen=True):
    """Somebody sits down at a free seat and plays along from now on."""

    player: Player


Seating = Renamed | Swapped | Left | Joined


class Game(Struct, frozen=True):
    """A game is this record of plain functions; a new game is one folder.

    ``seal(now, then, move)``: what only one seat may know of a move that led to the state
    ``then``, while the match is at ``now``; None once everybody may know. A game without
    it has no secrets. ``seated(state, seating)``: the state after somebody left, joined,
    was renamed or two swapped, or a Refusal; a game without it plays on as it is.
    ``veil(now, move)``: what may be told of a move while the match is at ``now`` (plain
    values, as JSON has them), where the world said something in it that nobody may know
    yet; None once everybody may. ``on_plate``: its pieces stand on the sensed plate."""

    name: str
    rules: int
    seats: tuple[str, ...]
    players: tuple[int, int]
    State: Any
    Move: Any
    Tap: Any  # the moves that people may take; the rest only the reading makes
    Correction: Any  # those of them that say how the table stands, whatever was believed
    Options: Any
    Box: Any
    Sheet: Any
    new: Callable[[Setup], Any]
    choices: Callable[[Any], tuple[Choice, ...]]
    play: Callable[[Any, Any], Any]
    is_world: Callable[[Any], bool]  # a roll, a card: stays when people take back
    is_quiet: Callable[[Any], bool]  # nobody's decision: an undo takes it along
    says: Callable[[Any, Any], Says]
    reader: Callable[[Any], Any]
    read: Callable[[Any, Any, Any], Read]
    show: Callable[[Any, Viewer], dict[str, Any]]
    score: Callable[[Any], Scores]
    final: Callable[[Any], Scores]
    blank: dict[str, Any]  # an empty sheet
    package: str
    seal: Callable[[Any, Any, Any], Sealed | None] | None = None
    seated: Callable[[Any, Any], Any] | None = None
    veil: Callable[[Any, Any], dict[str, Any] | None] | None = None
    on_plate: bool = False


# What a tablet may ask of the table. Each ends in one Answer.


class Start(Struct, frozen=True, tag_field="do", tag="start", forbid_unknown_fields=True):
    """Begin a match. The box is what was learned of the owner's copy."""

    game: str
    seats: tuple[Player, ...]
    options: dict[str, Any] = {}
    box: dict[str, Any] = {}


class Park(Struct, frozen=True, tag_field="do", tag="park", forbid_unknown_fields=True):
    """Put the match away, to go on another evening."""

    match: str


class Resume(Struct, frozen=True, tag_field="do", tag="resume", forbid_unknown_fields=True):
    """Go on with a parked match."""

    match: str


class End(Struct, frozen=True, tag_field="do", tag="end", forbid_unknown_fields=True):
    """Stop a match for good, finished or not."""

    match: str


class Take(Struct, frozen=True, tag_field="do", tag="take", forbid_unknown_fields=True):
    """Take a choice, or correct something. ``version`` is what the tablet last saw;
    without one, whatever is open now is meant."""

    move: dict[str, Any]
    version: int | None = None
    id: str = ""


class Undo(Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back the last decision, or all down to ``to``; ``strike`` takes back what
    the world said, too (a roll, a card)."""

    id: str
    to: int | None = None
    strike: bool = False


class Redo(Struct, frozen=True, tag_field="do", tag="redo", forbid_unknown_fields=True):
    """Give back what was last taken back."""

    id: str


class Reseat(Struct, frozen=True, tag_field="do", tag="reseat", forbid_unknown_fields=True):
    """Change who sits at the table, in the middle of a match."""

    change: Seating
    id: str


class Forget(Struct, frozen=True, tag_field="do", tag="forget", forbid_unknown_fields=True):
    """Delete a player's name, and what is told of them, for good."""

    name: str


Request = Start | Park | Resume | End | Take | Undo | Redo | Reseat | Forget


class Answer(Struct, frozen=True):
    """What the table says to a request: 200, 403 (not theirs), 404, 409 (stale) or 422
    (refused)."""

    status: int
    version: int
    refusal: Refusal | None = None
    match: str = ""
    saved: bool = True
