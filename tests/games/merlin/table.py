"""A table of Merlin as the tests need it: rondel, frames, flags and missions made up here, not the
printed ones.

Rule: a position is put together from the state itself, so that no test of the rules leans on the
corrections; all that is played afterwards goes through the game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import GAME, moves, taking
from companion.games.merlin.counties import COUNTIES, FLAGS, HENCHMEN, SPACES
from companion.games.merlin.pieces import NEEDS
from companion.games.merlin.state import Box, Castle, Mission, Options, Start, State, Tile
from companion.vocabulary import Player, Refusal, Setup

SEATS = ("blue", "yellow", "red", "green")
NAMES = ("Ada", "Bo", "Cleo", "Dan")

RONDEL = (
    "black", "points-shield", "gain-shield", "excalibur",
    "grey", "points-flag", "gain-flag", "grail",
    "blue", "points-stone", "gain-stone", "relocate",
    "purple", "points-influence", "gain-henchman", "swap",
    "orange", "swap", "mission", "mission",
    "brown", "manor", "manor", "manor",
)  # fmt: skip
"""Made up. Opposite of a space is the one twelve further: the purple county of the black one."""
FLAG = dict(zip(COUNTIES, FLAGS, strict=True))
"""Made up: black repels, grey is for two missions, blue leads back, purple flips a die, orange
copies another knight, brown mirrors."""
UPPER = ("black", "grey", "blue", "purple", "orange", "brown", "none")
LOWER = ("none", "brown", "orange", "purple", "blue", "grey", "black")
MISSIONS = (
    Mission("three", ("flag", "stone", "shield"), 3, "builder"),
    Mission("two", ("purple-flag",), 2, "builder"),
    Mission("one", ("influence",), 1, "lady"),
    *(Mission(f"card-{n}", ("black-two",), 1, "flagbearer") for n in range(52)),
)
STARTS = (
    Start("grey", "black", "blue", "purple", "orange"),
    Start("blue", "grey", "purple", "orange", "brown"),
    Start("purple", "blue", "orange", "brown", "black"),
    Start("orange", "purple", "brown", "black", "grey"),
)
BOX = Box(RONDEL, FLAG, UPPER, LOWER, "right", STARTS, MISSIONS, synthetic=True)
UNTOLD = Box()
GROUND = (
    "forest", "forest-tower", "forest", "mountain-tower", "mountain", "lake",
    "forest", "forest", "mountain", "mountain", "lake-tower", "lake",
    "mountain", "mountain-tower", "lake", "lake-tower", "lake", "forest-tower",
)  # fmt: skip
"""18 tiles, four of each terrain and two with towers. Areas: a forest of five (tiles 0, 1, 2, 6,
7) and one of one (17); a mountain of four (3, 4, 8, 9) and one of two (12, 13); a lake of six."""
FOURTH = ("forest", "forest-tower", "lake-tower", "mountain-tower", "lake", "mountain")
"""The row below, with four players: the forests 18 and 19, mountains alone at 21 and 23, and two
lakes that make the lake eight."""


def players(count: int) -> tuple[Player, ...]:
    """Ada, Bo, Cleo and Dan, in the order of their seats."""
    people = zip(NAMES[:count], SEATS[:count], strict=True)
    return tuple(Player(name, seat) for name, seat in people)


def new(count: int = 2, box: Box = BOX, **options: Any) -> Any:
    """A game as it begins, or why it does not."""
    return GAME.new(Setup(players(count), Options(**options), box))


def begun(count: int = 2, box: Box = BOX, **options: Any) -> State:
    """The same, which has to begin."""
    state = new(count, box, **options)
    assert isinstance(state, State), state
    return state


def table(count: int = 2, box: Box = BOX, **options: Any) -> State:
    """Blue on turn in the first round; all knights on the black space, dice 1, 2, 3 and a white
    4 in each castle, and nothing else but an apple and three staffs."""
    state = begun(count, box, **options)
    ground = GROUND if count < 4 else (*GROUND, *FOURTH)
    tiles = tuple(Tile(kind) for kind in ground)
    for seat in state.seats:
        state = castle(state, seat, dice=(1, 2, 3), white=4)
    at = dict.fromkeys(state.at, 0 if box.rondel else -1)
    on = dict.fromkeys(state.on, "black")
    return replace(state, phase="choose", tiles=tiles, at=at, on=on, shift="right")


def rolling(count: int = 2, **options: Any) -> State:
    """Everybody has to roll."""
    state = table(count, **options)
    for seat in state.seats:
        state = castle(state, seat, dice=(), white=0)
    return replace(state, phase="roll")


def castle(state: State, seat: str = "blue", **changes: Any) -> State:
    """The same with something changed in a castle."""
    changed = replace(state.castles[seat], **changes)
    return replace(state, castles={**state.castles, seat: changed})


def has(state: State, *goods: str, seat: str = "blue", **counts: Any) -> State:
    """A castle has these goods, by the word; the same word twice is two."""
    told = {word: goods.count(word) for word in goods}
    return castle(state, seat, goods={**state.castles[seat].goods, **told}, **counts)


def sealed(state: State, *seals: str, seat: str = "blue") -> State:
    """Seals lie on these abilities."""
    return castle(state, seat, seals=seals)


def out(state: State, seat: str = "blue", **where: str) -> State:
    """Henchmen of a player are there."""
    return castle(state, seat, henchmen={**state.castles[seat].henchmen, **where})


def built(state: State, seat: str, *places: int) -> State:
    """Manors of a player are there."""
    tiles = [Tile(t.kind, seat if n in places else t.owner) for n, t in enumerate(state.tiles)]
    return replace(state, tiles=tuple(tiles))


def dealt(state: State, *cards: str, seat: str = "blue") -> State:
    """These missions are a hand, and nowhere else."""
    left = tuple(card for card in state.pile if card not in cards)
    return replace(castle(state, seat, hand=cards), pile=left)


def landed(state: State, space: str, figure: str = "blue") -> State:
    """A figure went one step and came to that space, the first of its kind."""
    at = RONDEL.index(space)
    white = figure == "merlin"
    state = castle(state, white=1) if white else castle(state, dice=(1, 2, 3))
    state = replace(state, at={**state.at, figure: (at - 1) % 24})
    return play(state, moves.Goes(white, 1))


def merlin(state: State, space: str) -> State:
    """Merlin came to that space."""
    return landed(state, space, "merlin")


def acted(state: State, space: str, *played: Any) -> State:
    """The knight came to that space, and these moves were played there."""
    return play(landed(state, space), *played)


def at_scoring(state: State, number: int = 2) -> State:
    """The last turn before a scoring ends: after round two, four or six."""
    for seat in state.seats:
        state = castle(state, seat, dice=(), white=0)
    state = replace(state, round=number, phase="act", moved="blue")
    return play(state, moves.Ends())


def step(state: State, kind: str) -> State:
    """The scoring goes on to that step; traitors are drawn as they come, no shield is given."""
    while waits(state) != kind:
        [move, *_] = [
            choice.move for choice in GAME.choices(state)
            if isinstance(choice.move, moves.Keeps | moves.Next | moves.Traitor)
        ]  # fmt: skip
        state = play(state, move)
    return state


def gives(state: State) -> dict[str, int]:
    """What the step that is shown gives."""
    return {seat: points for seat, points, _ in taking.reckoned(state)}


def through(state: State) -> State:
    """The whole scoring, with every shield given that can be and no Grail laid."""
    while state.phase == "score":
        [move, *_] = [
            choice.move for choice in GAME.choices(state)
            if isinstance(choice.move, moves.SpendsAll | moves.Next | moves.Traitor)
        ]  # fmt: skip
        state = play(state, move)
    return state


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
    return refusal.key.removeprefix("merlin.no."), refusal.book


def waits(state: State) -> str:
    """What is waited for, by its name."""
    return type(state.todo[0]).__name__.lower() if state.todo else ""


def open_now(state: State, kind: type) -> list[Any]:
    """The moves of a kind that are open."""
    return [choice.move for choice in GAME.choices(state) if isinstance(choice.move, kind)]


def is_open(state: State, move: Any) -> bool:
    """Is this very move open?"""
    return any(choice.move == move for choice in GAME.choices(state))


def points(state: State, seat: str = "blue") -> int:
    """The points of a player so far."""
    return sum(state.castles[seat].earned.values())


def blue(state: State) -> Castle:
    """The castle of the player who is on turn at a table."""
    return state.castles["blue"]


# Chance


def by_chance(state: State, rng: Random) -> Any:
    """An open move: first its kind, then which, so that no kind drowns the others."""
    found: dict[type, list[Any]] = {}
    for choice in GAME.choices(state):
        if can_come(state, choice.move):
            found.setdefault(type(choice.move), []).append(choice.move)
    if not found:
        return None
    kinds = sorted(found, key=lambda kind: kind.__name__)
    return rng.choice(found[rng.choice(kinds)])


def can_come(state: State, move: Any) -> bool:
    """A mission that comes is not in a hand, though everybody else may think that it comes."""
    coming = isinstance(move, moves.Draws | moves.Shows)
    return not coming or move.card in (state.pile or state.discard)


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


def any_box(rng: Random) -> Box:
    """Another copy: spaces, flags, frames, start tiles and missions as chance lays them."""
    others = [word for word, n in SPACES.items() if word not in COUNTIES for _ in range(n)]
    rng.shuffle(others)
    counties: list[Any] = ["black", *rng.sample(COUNTIES[1:], 5)]
    rondel = [word for n, c in enumerate(counties) for word in (c, *others[3 * n : 3 * n + 3])]
    flags: Any = dict(zip(COUNTIES, rng.sample(FLAGS, 6), strict=True))
    upper, lower = (tuple(rng.choices((*COUNTIES, "none"), k=7)) for _ in range(2))
    starts = tuple(Start(*(rng.choice(COUNTIES) for _ in range(5))) for _ in range(4))
    shift: Any = rng.choice(["left", "right"])
    return Box(tuple(rondel), flags, upper, lower, shift, starts, any_missions(rng), True)


def any_missions(rng: Random) -> tuple[Mission, ...]:
    """55 missions; most ask for one thing, so that by chance somebody has it."""
    needs = ("shield", "flag", "stone", "influence")
    return tuple(
        Mission(
            f"mission-{n}",
            tuple(rng.choice(needs if n % 2 else NEEDS) for _ in range(rng.choice([1, 1, 2]))),
            rng.randint(1, 3),
            rng.choice(HENCHMEN),
        )
        for n in range(1, 56)
    )
