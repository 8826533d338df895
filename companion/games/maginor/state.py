"""Where a game of Maginor stands.

Rule: frozen, and plain enough to be JSON; everything in it follows from the journal. ``hands``,
and what a duel's mages have pointed, are secret; whatever leaves the state is made in
``showing`` and ``telling``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.maginor.pieces import ORACLES, SYMBOLS, WANDS, Element, Spelled, Symbol
from companion.games.maginor.todo import Duel, Todo

Way = Literal["everything", "board", "score"]

GUILD_HALL = "guild-hall"
RITUALS = {"golden-cauldron": 3, "supreme-mage": 5}
"""Their votes at the end ("Playing Spells")."""
WAND = "wand"
BEFORE, ON, START, END = "before", "on", "start", "end"
CENTRE = ""  # where a mage is that stands on no Oracle


class Oracle(Struct, frozen=True, forbid_unknown_fields=True):
    """An image as the owner's copy has it ("Components"): a vote for each of its symbols, which
    run clockwise from the top. ``name`` where the book names it not."""

    id: Annotated[str, Meta(pattern="^[a-z0-9-]{1,24}$")]
    votes: Annotated[int, Meta(ge=5, le=15)]
    symbols: Annotated[tuple[Symbol, ...], Meta(max_length=15)]
    name: Annotated[str, Meta(max_length=40)] = ""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A mage card ("Playing Mage Cards"): what it shows, a symbol or the ``wand``."""

    id: Annotated[str, Meta(min_length=1, max_length=24)]
    shows: Annotated[str, Meta(min_length=1, max_length=24)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules and readings. A reading that nobody chose is asked once, when it first
    matters, and then kept with the match.

    ``way``: how much the companion keeps: ``everything``, the hands as well; the ``board``,
    while hands stay at the table; or the final ``score`` alone.
    ``tie``: who comes first at a crossing out among those with as many markers: whoever has
    the ``first`` symbol clockwise from the top, or was there the ``earliest``
    ("Crossing Out": "the player who first filled the Oracle from top to bottom, clockwise").
    ``ritual``: at the end a ritual ``adds`` its votes, or ``costs`` them ("Playing Spells").
    ``returned``: cards come back to the ``hand``, or are played again ``now`` ("Return").
    ``persuasion``: an opponent's marker here is ``replaced``, or an own one ``moved``.
    ``filled``: Maginor was rolled and the vote filled the Oracle: he ``stays``, as the turn ends
    at once ("Crossing Out"), or ``moves`` all the same ("Rolling the Die").
    """

    way: Way = "board"
    tie: Literal["ask", "first", "earliest"] = "ask"
    ritual: Literal["ask", "adds", "costs"] = "ask"
    returned: Literal["ask", "hand", "now"] = "ask"
    persuasion: Literal["ask", "replaced", "moved"] = "ask"
    filled: Literal["ask", "stays", "moves"] = "ask"


WAYS: dict[str, tuple[str, str]] = {
    "tie": ("first", "earliest"),
    "ritual": ("adds", "costs"),
    "returned": ("hand", "now"),
    "persuasion": ("replaced", "moved"),
    "filled": ("stays", "moves"),
}
"""What a reading can be; the first is what most people take."""


def _hand() -> tuple[Card, ...]:
    """Half of each type, one of each symbol: what players tell, until the owner says."""
    symbols = (Card(symbol, symbol) for symbol in SYMBOLS)
    return (*symbols, *(Card(f"{WAND}-{n}", WAND) for n in range(1, WANDS + 1)))


HAND = _hand()


class Box(Struct, frozen=True):
    """The owner's copy, and tonight's proposal for the table. ``ring``: Oracles clockwise after
    the Guild Hall; ``beside``: the spell beside each. ``hands``: the cards of a seat, where
    they are not the usual ones. ``mages``: the seat of each mage's number on labels.
    ``synthetic``: made up for demos and tests, not the printed one."""

    oracles: Annotated[tuple[Oracle, ...], Meta(max_length=ORACLES)] = ()
    ring: tuple[str, ...] = ()
    beside: dict[str, Spelled] = {}
    hands: dict[str, Annotated[tuple[Card, ...], Meta(max_length=10)]] = {}
    mages: dict[str, str] = {}
    synthetic: bool = False


class Opened(Struct, frozen=True, array_like=True):
    """A duel that was fought by two secret choices, and opened."""

    number: int
    attacker: str
    defender: str
    attack: Element
    defence: Element


class State(Struct, frozen=True):
    """``order``: all Oracles clockwise after the Guild Hall, as they stood at the start; ``ring``:
    those still there. The first of the ring is where Maginor is, or goes next. ``slots``: whose
    marker lies on each symbol, from the top clockwise; ``since``: slots in the order in which
    they were taken. ``at``: the Oracle of each mage, empty for the centre. ``maginor``:
    ``start``, ``before`` or ``on`` the first of the ring, ``end``. ``steps``: his, so far.
    ``played``: ids of cards that left the game. ``spare``: hands that the owner's box has for
    colours that nobody plays yet. ``others``: votes of Oracles without a name, of
    a score that was told. ``gone``: Oracles and spells out of the game. ``duels``: how many so
    far, ``opened``: those that two phones fought. ``phase``: begin, ring, spells, turn, sheet or
    over. ``todo``: what the turn waits for, the next first."""

    seats: tuple[str, ...]
    names: dict[str, str]
    options: Options
    oracles: dict[str, Oracle]
    hands: dict[str, tuple[Card, ...]]
    turn: str
    phase: str = "begin"
    todo: tuple[Todo, ...] = ()
    order: tuple[str, ...] = ()
    ring: tuple[str, ...] = ()
    beside: dict[str, str] = {}
    slots: dict[str, tuple[str, ...]] = {}
    since: dict[str, tuple[int, ...]] = {}
    at: dict[str, str] = {}
    maginor: str = START
    steps: int = 0
    played: dict[str, tuple[str, ...]] = {}
    spells: dict[str, tuple[str, ...]] = {}
    won: dict[str, tuple[str, ...]] = {}
    others: dict[str, tuple[int, ...]] = {}
    gone: tuple[str, ...] = ()
    duels: int = 0
    opened: tuple[Opened, ...] = ()
    proposed: tuple[str, ...] = ()
    proposed_spells: dict[str, str] = {}
    mages: dict[str, str] = {}
    spare: dict[str, tuple[Card, ...]] = {}
    synthetic: bool = False


def called(state: State, oracle: str) -> str:
    """The owner's name for an Oracle, else its id, which has a word."""
    known = state.oracles.get(oracle)
    return (known.name if known else "") or oracle


def standing(state: State) -> tuple[str, ...]:
    """The Oracles that are not crossed out, the Guild Hall first."""
    return () if GUILD_HALL not in state.slots else (GUILD_HALL, *state.ring)


def lying(state: State, seat: str) -> int:
    """Influence markers of this mage on Oracles, one in a duel included."""
    on_oracles = sum(slots.count(seat) for slots in state.slots.values())
    return on_oracles + any(
        isinstance(todo, Duel) and todo.attacker == seat for todo in state.todo
    )


def held(state: State, seat: str) -> Iterator[Card]:
    """The cards that a mage has not used yet."""
    played = state.played[seat]
    return (card for card in state.hands[seat] if card.id not in played)


def following(state: State) -> str:
    """Whose turn comes next."""
    return state.seats[(state.seats.index(state.turn) + 1) % len(state.seats)]


def free(state: State, oracle: str) -> Iterator[int]:
    """Slots of an Oracle on which no marker lies."""
    return (n for n, seat in enumerate(state.slots[oracle]) if not seat)
