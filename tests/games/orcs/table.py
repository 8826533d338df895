"""A table of Orcs Orcs Orcs as the tests need it: boards and cards made up here, not the printed
ones.

Rule: a position is put together from the state itself, so that no test of the rules leans on the
corrections; all that is played afterwards goes through the game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.kinds import Kind
from companion.games.orcs.state import Box, Card, Deck, Fate, Figure, Options, State, Trait
from companion.vocabulary import Player, Refusal, Setup

SEATS = ("red", "yellow", "blue", "green")
NAMES = ("Ada", "Bo", "Cleo", "Dan")
KINDS: tuple[Kind, ...] = ("1", "2", "4", "5", "7", "8")
FIGURES: dict[Kind, int] = {"1": 16, "2": 16, "4": 12, "5": 12, "7": 8, "8": 8}
"""Line 1."""

TRAITS: dict[Kind, Trait] = {
    "1": Trait(2, "extra-spell", "draw"),
    "2": Trait(3, "extra-action", "action"),
    "4": Trait(5, "poison", "discard"),
    "5": Trait(6, "no-rule-change", "power"),
    "7": Trait(8, "remove-card", "draw"),
    "8": Trait(9, "no-loss", "action"),
}
"""Made up: hits, ability and bonus of each kind."""
BLANK = dict.fromkeys(KINDS, Trait())
ATTACK: Any = {"power": (1, 2, 3), "damage": (1, 2, 4)}
TWO: Any = {"power": (1, 2)}
MAGIC = {
    "smash": "earth", "zap": "lightning", "cold-snap": "water", "fire-spark": "fire",
    "earthquake": "earth", "fireball": "fire", "lightning-bolt": "lightning",
    "ice-storm": "water", "switch": "lightning", "replenish": "water", "magical-bonds": "earth",
    "voodoo": "fire",
}  # fmt: skip
PLAIN = ("smash", "zap", "cold-snap", "fire-spark")
SUPPORT = ("switch", "replenish", "magical-bonds", "voodoo")
BOTH = ("teleport", "draw")


def card(name: str, id: str = "", **more: Any) -> Card:
    """A card with this name, its rows and its kind of magic."""
    category = "support" if name in SUPPORT else "attack"
    rows = ATTACK if name in (*PLAIN, "fireball", "lightning-bolt") else TWO
    return Card(id or name, name, category, (MAGIC[name],), **rows, **more)  # type: ignore[arg-type]


def knowledge(id: str, name: str, *magic: str, **more: Any) -> Card:
    """A spell of knowledge, which has no rows."""
    return Card(id, name, "knowledge", magic, **more)  # type: ignore[arg-type]


ALL = ("earth", "lightning", "water", "fire")
STARTERS = (
    *map(card, PLAIN),
    knowledge("book-a", "book-of-magic", "earth", "lightning"),
    knowledge("book-b", "book-of-magic", "water", "fire"),
    knowledge("wisdom-a", "wisdom", *ALL, boost=BOTH),
    knowledge("wisdom-b", "wisdom", *ALL, boost=BOTH),
)


def _pile(pile: int, names: tuple[str, ...], *others: Card) -> tuple[Card, ...]:
    four = (card(name, f"{name}-{n}", pile=pile) for name in names for n in range(1, 5))
    return (*four, *(replace(other, pile=pile) for other in others))


SPELLS = (
    *_pile(
        1, ("earthquake", "fireball", "switch", "replenish"),
        knowledge("book-1", "book-of-magic", "earth", "fire"),
        knowledge("book-2", "book-of-magic", "lightning", "water"),
        card("smash", "smash-1", boost=("draw",)), card("zap", "zap-1", boost=("teleport",)),
    ),
    *_pile(
        2, ("ice-storm", "lightning-bolt", "magical-bonds", "voodoo"),
        knowledge("wisdom-1", "wisdom", *ALL, boost=BOTH),
        knowledge("wisdom-2", "wisdom", *ALL, boost=BOTH),
        card("cold-snap", "cold-snap-1"), card("fire-spark", "fire-spark-1", boost=BOTH),
    ),
)  # fmt: skip
CARDS = {one.id: one for one in (*STARTERS, *SPELLS)}
BOX = Box(traits=TRAITS, starters=STARTERS, spells=SPELLS, synthetic=True)

RULES = ("monsters-plus-1", "no-spells", "three-spells", "no-teleport", "no-trophies",
         "exchange-spells")  # fmt: skip
FATES = (
    *(Fate(("weak",), rule) for rule in RULES),  # type: ignore[arg-type]
    *(Fate(("strong",), rule) for rule in RULES[:3]),  # type: ignore[arg-type]
    Fate(("mighty",)), Fate(("mighty",)), Fate(("weak", "strong")), Fate(("weak", "mighty")),
    Fate(("strong", "mighty")), Fate(("weak", "strong", "mighty")),
)  # fmt: skip
"""Fifteen, made up; two of them are alike."""
WHOLE = replace(BOX, fates=FATES)


def players(count: int) -> tuple[Player, ...]:
    """Ada, Bo, Cleo and Dan, in the order of their seats."""
    return tuple(
        Player(name, seat) for name, seat in zip(NAMES[:count], SEATS[:count], strict=True)
    )


def new(count: int = 2, box: Box = BOX, **options: Any) -> Any:
    """A game as it begins, or why it does not."""
    return GAME.new(Setup(players(count), Options(**options), box))


def begun(count: int = 2, box: Box = BOX, **options: Any) -> State:
    """The same, which has to begin."""
    state = new(count, box, **options)
    assert isinstance(state, State), state
    return state


MARKERS = 3  # on each path of a table here


def table(count: int = 2, box: Box = BOX, **options: Any) -> State:
    """Red on turn with two actions; mages on the paths 0, 1, 2 …; no monster yet; three open
    spells of each pile, all first cards in the piles, and no hands."""
    state = begun(count, box, **options)
    paths = tuple(replace(path, markers=MARKERS) for path in state.paths)
    at = {seat: path for path, seat in enumerate(state.seats)}
    state = replace(state, phase="act", actions=2, round=1, mages=at, paths=paths)
    shown = tuple(card for pile in state.piles for card in pile[:3])
    piles = tuple(pile[3:] for pile in state.piles)
    return replace(state, open=shown, piles=piles)


def kept(count: int = 2, **options: Any) -> State:
    """A table where decks are kept."""
    return table(count, way="everything", **options)


def put(state: State, kind: str, path: int = 0, segment: int = 0, damage: int = 0) -> State:
    """A monster stands there; its number is ``state.figures`` then."""
    figure = Figure(state.figures + 1, kind, damage)  # type: ignore[arg-type]
    segments = list(state.paths[path].segments)
    segments[segment] = (*segments[segment], figure)
    there = replace(state.paths[path], segments=tuple(segments))
    paths = (*state.paths[:path], there, *state.paths[path + 1 :])
    return replace(state, paths=paths, figures=figure.id)


def holds(state: State, seat: str, *cards: str) -> State:
    """These cards are in the hand, and nowhere else; first spells by their names alone."""
    cards = _ids(state, seat, cards)
    deck = state.decks[seat]
    state = replace(
        state,
        open=tuple("" if one in cards else one for one in state.open),
        piles=tuple(tuple(one for one in pile if one not in cards) for pile in state.piles),
    )
    draw = tuple(one for one in deck.draw if one not in cards)
    discard = tuple(one for one in deck.discard if one not in cards)
    return decked(state, seat, draw=draw, hand=(*deck.hand, *cards), discard=discard)


def _ids(state: State, seat: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    ids = ((f"{seat}-{card}", card) for card in cards)
    return tuple(id if id in state.cards else card for id, card in ids)


def decked(state: State, seat: str, **piles: tuple[str, ...]) -> State:
    """The piles of a mage are these."""
    told: Any = {name: _ids(state, seat, cards) for name, cards in piles.items()}
    deck: Deck = replace(state.decks[seat], **told)
    return replace(state, decks={**state.decks, seat: deck})


def pile(state: State, seat: str, which: str) -> tuple[str, ...]:
    """The hand, draw or discard pile of a mage; first spells by their names alone."""
    return tuple(card.removeprefix(f"{seat}-") for card in getattr(state.decks[seat], which))


def won(state: State, seat: str, track: int | None = None, **kinds: int) -> State:
    """A mage has won so many of a kind, ``k4=2``; cubes are as high as that, or ``track``."""
    told = {name[1:]: count for name, count in kinds.items()}
    cubes = {kind: min(2, count) if track is None else track for kind, count in told.items()}
    return replace(
        state,
        won={**state.won, seat: {**state.won[seat], **told}},
        tracks={**state.tracks, seat: {**state.tracks[seat], **cubes}},
    )


def able(state: State, seat: str, *abilities: str) -> State:
    """A mage has these abilities."""
    kinds = {f"k{kind}": 2 for kind in KINDS if TRAITS[kind].ability in abilities}
    return won(state, seat, **kinds)


def marked(state: State, *counts: int) -> State:
    """So many markers lie at the ends of the paths."""
    paths = zip(state.paths, counts, strict=True)
    return replace(state, paths=tuple(replace(path, markers=n) for path, n in paths))


def ruled(state: State, rule: str) -> State:
    """This is the rule of the round."""
    return replace(state, rule=rule)


def at_fate(state: State) -> State:
    """The next thing is a fate card."""
    return replace(state, phase="fate", actions=0, turn=state.seats[0], todo=())


def play(state: State, *played: Any) -> State:
    """The state after these moves, each of which has to be possible."""
    for move in played:
        after = GAME.play(state, move)
        assert isinstance(after, State), (move, after)
        state = after
    return state


def refused(state: State, move: Any) -> Refusal:
    """Why that move is not possible."""
    after = GAME.play(state, move)
    assert isinstance(after, Refusal), f"{move} plays, and should not"
    return after


def why(state: State, move: Any) -> tuple[str, str]:
    """The reason without the game before it, and the place in the book."""
    refusal = refused(state, move)
    return refusal.key.removeprefix("orcs.no."), refusal.book


def cast(state: State, spell: str, row: int, *then: Any) -> State:
    """A spell by name or card, its row, and what is chosen for it."""
    return play(state, moves.Cast(spell), moves.Row(row), *then)


def fated(state: State, *strengths: str, rule: str = "none") -> State:
    """A fate card that nobody told: its upper part, then its lower one."""
    return play(state, moves.Advance(strengths), moves.Ruled(rule))  # type: ignore[arg-type]


def drawn(state: State) -> State:
    """Cards are drawn until nobody has to draw any more; the first that can come."""
    while waits(state) == "take":
        state = play(state, GAME.choices(state)[0].move)
    return state


def waits(state: State) -> str:
    """What is waited for, by its name."""
    return type(state.todo[0]).__name__.lower() if state.todo else ""


def open_now(state: State, kind: type) -> list[Any]:
    """The moves of a kind that are open."""
    return [choice.move for choice in GAME.choices(state) if isinstance(choice.move, kind)]


def where(state: State, figure: int) -> tuple[int, int] | None:
    """The path and the segment of a monster."""
    for number, path in enumerate(state.paths):
        for segment, figures in enumerate(path.segments):
            if any(one.id == figure for one in figures):
                return number, segment
    return None


def damage(state: State, figure: int) -> int:
    """How much a monster was hurt in this turn."""
    return next(one.damage for one in standing(state) if one.id == figure)


def standing(state: State) -> list[Figure]:
    """All monsters on the board."""
    return [one for path in state.paths for part in path.segments for one in part]


def on_board(state: State) -> dict[Kind, int]:
    """How many of each kind stand on the board."""
    kinds = [one.kind for one in standing(state)]
    return {kind: kinds.count(kind) for kind in KINDS}


def cards_of(state: State, seat: str) -> list[str]:
    """Every card of a mage, the ones on the table as well."""
    deck = state.decks[seat]
    table = state.table if seat == state.turn else ()
    return sorted((*deck.draw, *deck.hand, *deck.discard, *table))


# Chance


def by_chance(state: State, rng: Random) -> Any:
    """An open move: first its kind, then which, so that no kind drowns the others."""
    found: dict[type, list[Any]] = {}
    for choice in GAME.choices(state):
        found.setdefault(type(choice.move), []).append(choice.move)
    if not found:
        return None
    kinds = sorted(found, key=lambda kind: kind.__name__)
    return rng.choice(found[rng.choice(kinds)])


def whole_play(state: State, rng: Random, most: int = 6000) -> list[tuple[State, Any]]:
    """Each state with the move that led to it, until nothing is open."""
    steps: list[tuple[State, Any]] = [(state, None)]
    for _ in range(most):
        move = by_chance(state, rng)
        if move is None:
            return steps
        state = play(state, move)
        steps.append((state, move))
    raise AssertionError("this game does not end")
