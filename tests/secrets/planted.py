"""What to plant in a game that keeps secrets, and who may know it when.

Rule: one entry a game. It is told from the state alone, not by the game's own ``seal`` or
``show``, so that a mistake there is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from string import ascii_lowercase
from typing import Any, get_args

from msgspec import Struct

from companion.games.labyrinth import moves as labyrinth
from companion.games.labyrinth import walling
from companion.games.labyrinth.pieces import SYMBOLS
from companion.games.maginor import boxing
from companion.games.maginor import moves as maginor
from companion.games.merlin import boxing as merlin_boxing
from companion.games.merlin import mending
from companion.games.merlin import moves as merlin
from companion.games.merlin.choices import choices as merlin_choices
from companion.games.merlin.counties import COUNTIES
from companion.games.merlin.todo import Show as MissionShown
from companion.games.orcs import boxing as orcs_boxing
from companion.games.orcs import moves as orcs
from companion.games.orcs.choices import choices
from companion.games.orcs.kinds import KINDS
from companion.games.orcs.state import Mission
from companion.geometry import edge
from companion.simulator import knights, monsters
from companion.walls import Drop, Way


class Planted(Struct, frozen=True):
    """``box``: a box with planted words. ``held``: by seat, the words that are its alone
    in this state; ``""`` for those that nobody may know. ``opened``: the words that this
    state shows to everybody. ``world``: a move that only the reading makes, with planted
    words in it, where one fits. ``ending``: what a host corrects so that the match is over,
    and all is shown. ``options``: house rules of the match. ``printed``: what stands on the
    pieces of this box, where they are shown to a reader. Whoever keeps the table knows that,
    and nobody else; which piece somebody holds or lays, nobody does. ``lead``: what a host
    does first, so that a play comes soon to where secrets are; None where it goes on by chance.
    ``likes``: moves that chance prefers. ``listed``: by seat, and for everybody under ``""``, the
    words on lists of all that can come, which say nothing of where it is. ``met``: how often in this state secret choices of
    several met, and were opened. ``share``: one of so many plays is enough, where a page of
    many pieces takes its time."""

    box: Callable[[Random], dict[str, Any]]
    held: Callable[[Any], dict[str, set[str]]]
    opened: Callable[[Any], set[str]]
    world: Callable[[Any, Random], Any] | None = None
    ending: Callable[[Any], list[Any]] | None = None
    options: dict[str, Any] = {}
    printed: Callable[[dict[str, Any]], dict[str, dict[str, Any]]] | None = None
    lead: Callable[[Any], Any] | None = None
    likes: tuple[type, ...] = ()
    listed: Callable[[Any], dict[str, set[str]]] = lambda state: {}
    met: Callable[[Any], int] = lambda state: 0
    share: int = 1


def word(rng: Random) -> str:
    """A word that occurs nowhere else: by chance 1 in 10^14."""
    return "zq" + "".join(rng.choices(ascii_lowercase, k=10))


def _hands(rng: Random) -> dict[str, Any]:
    seats = ("red", "blue", "green", "yellow", "black")
    return {
        "hands": {
            seat: [{"name": word(rng), "value": value} for value in (1, 2, 3)] for seat in seats
        }
    }


def _tokens(box: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"token/{seat}/{token['value']}": {"name": token["name"]}
        for seat, hand in box["hands"].items()
        for token in hand
    }


def _held(state: Any) -> dict[str, set[str]]:
    hands = {seat: {token.name for token in hand} for seat, hand in state.hands.items()}
    spare = {token.name for hand in state.spare.values() for token in hand}
    return {**hands, "": spare}


def _opened(state: Any) -> set[str]:
    return {token.name for one in state.rounds for token in one.tokens.values()}


def _rounds(state: Any) -> int:
    return sum(len(one.tokens) > 1 for one in state.rounds)


# The labyrinth: nobody may know where its walls are, nor how likely one is anywhere.

DIGITS = 4  # of a number that is looked for: as many are on no page by chance
FIELDS = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]
EDGES = {
    f"{one}-{other}"
    for one in FIELDS
    for other in FIELDS
    if (ord(other[0]) - ord(one[0]), int(other[1]) - int(one[1])) in ((1, 0), (0, 1))
}
"""Every place where a wall can stand, by its two fields."""


def _printed(rng: Random) -> dict[str, Any]:
    return {"symbols": dict(zip(rng.sample(FIELDS, 24), SYMBOLS, strict=True))}


def odd(rng: Random, most: float = 1.0) -> float:
    """A weight that occurs nowhere else."""
    return round(rng.uniform(0.1, most), 6)


def fell(state: Any, rng: Random) -> Any:
    """The ball of whoever walks, seen by the plate, with odd numbers in it."""
    if state.phase != "walk" or not state.path:
        return None
    edges = tuple(map(edge, (state.start, *state.path), state.path))
    ways = tuple(
        Way(edges[:count], odd(rng), odd(rng, 900), rng.randint(1000, 9999), odd(rng))
        for count in range(1, len(edges) + 1)
    )
    return labyrinth.Fell(
        Drop(ways, odd(rng), edges), tray=rng.choice(("nw", "ne", "sw", "se"))
    )


def numbers(state: Any) -> set[str]:
    """What is known of the walls, and what follows from it, by its first digits."""
    followed = walling.walls(state)
    found = [float(wall) for wall in (*followed.marginals, *followed.numbers)]
    for drop in state.found.drops:
        found += [drop.none, *(n for w in drop.ways for n in (w.weight, w.far, w.besides))]
    return {_begins(number) for number in found if _is_odd(number)}


def _is_odd(number: float) -> bool:
    """Has it more digits than anybody would write for another reason?"""
    return float(f"{number:.{DIGITS - 1}g}") != number and number < 1000


def _begins(number: float) -> str:
    text = f"{number:.15f}"
    first = len(text) - len(text.lstrip("0."))
    return text[: first + DIGITS + (text.find(".", first) > 0)]


def _walls(state: Any) -> dict[str, set[str]]:
    return {"": set() if state.phase == "over" else EDGES | numbers(state)}


def _shown(state: Any) -> set[str]:
    return EDGES | numbers(state) if state.phase == "over" else set()


def _won(state: Any) -> list[Any]:
    return [] if state.phase == "over" else [labyrinth.Give(state.turn, state.bag[0])]


# Maginor: a hand is for its own seat, and what is pointed in a duel for whoever pointed.

MAGES = ("red", "blue", "yellow", "green")
ELEMENTS = ("fire", "water", "earth", "air", "fate")
WANDS = 5
CONTESTED = "great-eagle"  # where all mages meet
VOTES = {
    "guild-hall": 15, CONTESTED: 14, "unicorn": 13,
    "1": 5, "2": 5, "3": 6, "4": 7, "5": 8, "6": 9, "7": 10, "8": 11,
}  # fmt: skip
"""Eleven Oracles that nobody printed: the largest, two small ones, eight others."""


def _oracles(rng: Random) -> list[dict[str, Any]]:
    """As many symbols as votes, of all kinds but where all meet: there it is fire and water."""
    rows = {id: rng.choices(ELEMENTS, k=votes) for id, votes in VOTES.items()}
    rows[CONTESTED] = ["fire", "water"] * (VOTES[CONTESTED] // 2)
    return [
        {"id": id, "votes": votes, "symbols": rows[id], "name": ""}
        for id, votes in VOTES.items()
    ]


def _mage_cards(rng: Random) -> dict[str, Any]:
    shows = (*ELEMENTS, *["wand"] * WANDS)
    return {seat: [{"id": word(rng), "shows": one} for one in shows] for seat in MAGES}


def _mages(rng: Random) -> dict[str, Any]:
    oracles = _oracles(rng)
    return {
        "oracles": oracles,
        "hands": _mage_cards(rng),
        "mages": {str(number): seat for number, seat in enumerate(MAGES, 1)},
        "synthetic": True,
        **boxing.proposal(oracles, lambda words: rng.sample(words, len(words))),
    }


def _used(state: Any) -> set[str]:
    return {card for cards in state.played.values() for card in cards}


def _unused(state: Any) -> dict[str, set[str]]:
    used = _used(state)
    return {s: {card.id for card in hand} - used for s, hand in state.hands.items()}


def _to_duels(state: Any) -> Any:
    """The ring as it was proposed; then all mages meet where all fire is taken."""
    if state.phase in ("begin", "ring"):
        first = maginor.Begins(state.seats[0])
        return first if state.phase == "begin" else maginor.Laid()
    if state.steps or _used(state) or CONTESTED not in state.slots:
        return None
    return next(_meeting(state), None)


def _meeting(state: Any) -> Iterator[Any]:
    for seat in state.seats:
        if state.at[seat] != CONTESTED:
            yield maginor.Mage(seat, CONTESTED)
    for slot in range(0, VOTES[CONTESTED], 2):
        if not state.slots[CONTESTED][slot]:
            seat = state.seats[slot // 2 % len(state.seats)]
            yield maginor.Marker(CONTESTED, slot, seat)


def _duels(state: Any) -> int:
    return len(state.opened)


# Orcs: a deck is for its own mage, and which mission each keeps. A mission is an ordinary word,
# which is on every page: what it may not change is looked at in ``makes_no_difference``.

TOWERS = {"red": 0, "yellow": 1, "blue": 2, "green": 3}
SETTING_UP = ("mages", "markers", "open")


def _monsters(rng: Random) -> dict[str, Any]:
    """All cards of a synthetic box, each called by a word of its own."""
    box = orcs_boxing.boxed(
        monsters.synthetic(rng), lambda words: rng.sample(words, len(words))
    )
    for card in (*box["starters"], *box["spells"]):
        card["id"] = word(rng)
    return {**box, "towers": TOWERS, "synthetic": True}


def _stickers(box: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What is printed on first spells of all colours, fate cards and a few of the rest. A spell to
    learn is told by its number, in whose place each of these has a word."""
    spelled = (
        {key: what for key, what in card.items() if key != "id"} for card in box["starters"]
    )
    first = {
        f"starter/{colour}/{number}": card
        for number, card in enumerate(spelled, 1)
        for colour in MAGES
    }
    fates = {f"fate/{number}": card for number, card in enumerate(box["fates"], 1)}
    others = ("poison/1", *(f"marker/{kind}/1" for kind in KINDS))
    missions = (f"mission/{mission}" for mission in get_args(Mission))
    return {**first, **fates, **{piece: {} for piece in (*others, *missions)}}


def _decks(state: Any) -> dict[str, set[str]]:
    """Hand and pile: what lies in the pile others could only guess."""
    return {seat: {*deck.hand, *deck.draw} for seat, deck in state.decks.items()}


def _lying_open(state: Any) -> set[str]:
    """What was played or discarded, or lies there to be learned."""
    discarded = {card for deck in state.decks.values() for card in deck.discard}
    return {*discarded, *state.table, *state.open}


def _to_hands(state: Any) -> Any:
    """Monsters of all kinds and open spells; hands are then drawn by the mages themselves."""
    if state.phase not in SETTING_UP:
        return None
    found = choices(state)
    return found[state.figures % len(found)].move


def _last_round(state: Any) -> list[Any]:
    """The end; two that kept the same mission tell which it was."""
    if state.phase == "over":
        return []
    kept: list[Mission] = list(state.missions.values())
    untold = [s for s in state.seats if kept.count(state.missions.get(s)) != 1]
    free = (mission for mission in get_args(Mission) if mission not in kept)
    told = [orcs.Tells(seat, mission) for seat, mission in zip(untold, free, strict=False)]
    return [orcs.Ends(), *told, *([orcs.Done()] if told else [])]


def _kept(state: Any) -> int:
    """Before the first round all kept their missions; they are open now."""
    return int(state.phase == "over" and state.round > 0)


# Merlin: missions of a hand are its own seat's. What is left in the pile would tell by elimination
# what others hold: every seat is shown all that lie nowhere in the open.

LAID_OPEN = (merlin.Tile, merlin.Shift, merlin.Starts, merlin.Traitor, merlin.Shows, merlin.Die)
"""What everybody sees before the first turn."""
FIRST_OF_TWO_DIGITS = 10


def _castles(rng: Random) -> dict[str, Any]:
    """All that stands on a synthetic copy. A mission is called by its number, which is told by its
    label; ``mission-5`` would be found in ``mission-51``, and is called by a word."""
    box = merlin_boxing.boxed(
        knights.synthetic(rng), lambda words: rng.sample(words, len(words))
    )
    for number, mission in enumerate(box["missions"], 1):
        if number < FIRST_OF_TWO_DIGITS:
            mission["id"] = word(rng)
    return {**box, "synthetic": True}


def _labels(box: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """On missions that go by their numbers, a die of everybody and a traitor of each county."""
    missions = {
        f"mission/{number}": {key: card[key] for key in ("needs", "points", "henchman")}
        for number, card in enumerate(box["missions"], 1)
        if number >= FIRST_OF_TWO_DIGITS
    }
    dice = (f"die/{colour}-1/{face}" for colour in ("white", *MAGES) for face in range(1, 7))
    traitors = (f"traitor/{county}/1" for county in COUNTIES)
    return {**missions, **{piece: {} for piece in (*dice, *traitors)}}


def _missions(state: Any) -> dict[str, set[str]]:
    """Hands, until the game is over; and what lies face down."""
    hands = {} if _hands_open(state) else {s: {*c.hand} for s, c in state.castles.items()}
    return {**hands, "": {*state.pile}}


def _possible(state: Any) -> dict[str, set[str]]:
    """Each seat may look for a mission among all of them; one that is laid open is told at the
    table."""
    everything = {*state.cards}
    shows = any(isinstance(todo, MissionShown) for todo in state.todo[:1])
    return {**dict.fromkeys(state.seats, everything), "": everything if shows else set()}


def _on_the_table(state: Any) -> set[str]:
    """What lies open; after the game all hands as well."""
    hands = {card for castle in state.castles.values() for card in castle.hand}
    return {
        *filter(None, state.display),
        *state.discard,
        *(hands if _hands_open(state) else ()),
    }


def _to_castles(state: Any) -> Any:
    """Environs, start tiles, the display and traitors; missions are drawn by the phones."""
    found = [one.move for one in merlin_choices(state)]
    return next((move for move in found if isinstance(move, LAID_OPEN)), None)


def _stopped(state: Any) -> list[Any]:
    return [] if state.phase == "over" else [mending.Stops()]


def _hands_open(state: Any) -> int:
    return int(state.phase == "over")


HOUSE_RULES = {"chips_to_win": 1, "walls": 24, "knocked": "again"}

PLANTED = {
    "closed_hands": Planted(_hands, _held, _opened, printed=_tokens, met=_rounds),
    "labyrinth": Planted(_printed, _walls, _shown, fell, _won, HOUSE_RULES),
    "maginor": Planted(
        _mages,
        _unused,
        _used,
        options={"way": "everything"},
        lead=_to_duels,
        likes=(maginor.Point, maginor.Slot),
        met=_duels,
    ),
    "merlin": Planted(
        _castles,
        _missions,
        _on_the_table,
        ending=_stopped,
        options={"way": "everything", "favour": True},
        printed=_labels,
        lead=_to_castles,
        likes=(merlin.Draws, merlin.Takes, merlin.Drops, merlin.Fulfils),
        listed=_possible,
        met=_hands_open,
        share=6,
    ),
    "orcs": Planted(
        _monsters,
        _decks,
        _lying_open,
        ending=_last_round,
        options={"way": "everything", "missions": True},
        printed=_stickers,
        lead=_to_hands,
        likes=(orcs.Draws, orcs.Keeps, orcs.Cast, orcs.Add),
        met=_kept,
        share=3,
    ),
}
