"""What every game has to keep, whoever made it.

Rule: nothing here knows a game. A play goes from one open choice to the next by chance;
each function looks at where that led and says in its assertion what is not kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.languages import Words, words
from companion.match import hashed
from companion.vocabulary import (
    Choice,
    Fact,
    Game,
    Joined,
    Left,
    Meaning,
    Piece,
    Pieces,
    Player,
    Refusal,
    Renamed,
    Says,
    Seating,
    Setup,
    Shown,
    Swapped,
    Tick,
    Viewer,
)

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Edda", "Finn", "Gro", "Hal")
CORNERS = ("a1", "f6", "f1", "a6")  # the first two opposite; games without a plate ignore them
PREFERRED = 0.7  # chance that a move which is liked is taken, if one is open
OF_THE_WORLD = 0.3  # chance that what the world can say is said
AFTER = 6  # moves that a game plays on after somebody left or joined

Step = tuple[Any, Any]
"""A state, and the move that led to it."""


def people(game: Game, count: int) -> tuple[Player, ...]:
    """So many players, in the order of the game's seats."""
    corners = (*CORNERS, *[""] * len(NAMES))
    return tuple(
        Player(name, seat, corner)
        for name, seat, corner in zip(NAMES[:count], game.seats, corners, strict=False)
    )


World = Callable[[Any, Random], Any]
"""What only the reading makes of a state: a move in which the world says more than people do."""


def random_play(
    game: Game, rng: Random, seats: tuple[Player, ...], box: Mapping[str, Any], most: int,
    world: World | None = None, options: Mapping[str, Any] = {},
) -> Iterator[Step]:  # fmt: skip
    """At most so many moves, each an open choice taken by chance. Yields the first state
    with None, then each state with the move that led to it, until nothing is open."""
    options = msgspec.convert(options, game.Options)
    state = game.new(Setup(seats, options, msgspec.convert(box, game.Box)))
    assert not isinstance(state, Refusal), f"{game.name} does not begin: {state}"
    yield state, None
    yield from played_on(game, rng, state, most, world)


def played_on(
    game: Game, rng: Random, state: Any, most: int, world: World | None = None,
    likes: tuple[type, ...] = (),
) -> Iterator[Step]:  # fmt: skip
    """From this state on, by open choices taken by chance, the liked ones more often; now and
    then by the world."""
    for _ in range(most):
        open_now = game.choices(state)
        if not open_now:
            return
        said = world(state, rng) if world and rng.random() < OF_THE_WORLD else None
        liked = [choice for choice in open_now if isinstance(choice.move, likes)]
        found = liked if liked and rng.random() < PREFERRED else open_now
        move = said or rng.choice(found).move
        state = played(game, state, move)
        yield state, move


def led(game: Game, state: Any, lead: Callable[[Any], Any]) -> Iterator[Step]:
    """By these moves, until there is none."""
    while move := lead(state):
        state = played(game, state, move)
        yield state, move


def played(game: Game, state: Any, move: Any) -> Any:
    after = game.play(state, move)
    assert not isinstance(after, Refusal), f"{move} is open, and refused: {after}"
    return after


def spoken(game: Game) -> Words:
    """The English words of the house and of this game."""
    return words("en", folder(game) / "words")


def folder(game: Game) -> Path:
    """Where the package of the game lies."""
    package = __import__(game.package, fromlist=["__path__"])
    return Path(package.__path__[0])


def has_words(game: Game, says: Says) -> None:
    """There is a sentence, and every hole in it is filled."""
    said = spoken(game)
    assert says.key in said, f"no words for {says.key}"
    assert "{" not in said.say(says), f"a hole is left open: {said.say(says)}"


# One state


def keeps(game: Game, state: Any) -> None:
    """Everything that a single state can be asked."""
    outlives_a_restart(game, state)
    is_shown_to_everybody(game, state)
    plays_every_choice(game, state)
    lets_nobody_play_for_another(game, state)
    names_the_seat_of_a_secret(game, state)
    says_nothing_of_a_hand(game, state)
    has_a_sheet(game, state)
    reads_nothing_from_time_alone(game, state)


def outlives_a_restart(game: Game, state: Any) -> None:
    """What the journal keeps is the very same state."""
    kept = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(state)))
    again = msgspec.convert(kept, game.State)
    assert again == state and hashed(again) == hashed(state), "a restart changes the state"


def viewers(game: Game) -> tuple[Viewer, ...]:
    """Everybody who may look."""
    seats = (Viewer("seat", seat) for seat in game.seats)
    return (Viewer("host"), Viewer("spectator"), *seats)


def is_shown_to_everybody(game: Game, state: Any) -> None:
    """What is shown is plain JSON, with a seat and a name for each player."""
    for viewer in viewers(game):
        shown = game.show(state, viewer)
        json.dumps(shown, allow_nan=False)
        assert set(called(game, state)) <= set(game.seats)
        assert {"phase", "seats", "winners"} <= shown.keys(), "the pages ask for these"


def called(game: Game, state: Any) -> dict[str, str]:
    """The names by seat, as everybody sees them."""
    return {one["seat"]: one["name"] for one in game.show(state, Viewer())["seats"]}


def plays_every_choice(game: Game, state: Any) -> None:
    """A choice is one of the moves people may take; it plays, has words for before and
    after, comes back from the journal, and leaves the state it was played in alone."""
    before, seats = hashed(state), called(game, state)
    for choice in game.choices(state):
        played(game, state, choice.move)
        written = msgspec.json.decode(msgspec.json.encode(choice.move))
        assert msgspec.convert(written, game.Tap) == choice.move
        assert choice.seat in seats, f"nobody sits there: {choice}"
        has_words(game, choice.says)
        has_words(game, game.says(state, choice.move))
        assert hashed(state) == before, f"{choice.move} changed what it was played in"


def lets_nobody_play_for_another(game: Game, state: Any) -> None:
    """The same move in another's name is refused, or open as well, or comes to the same."""
    open_now = game.choices(state)
    ends = {hashed(game.play(state, choice.move)) for choice in open_now}
    for choice in open_now:
        for stolen in _stolen(game, choice):
            after = game.play(state, stolen)
            if isinstance(after, Refusal):
                has_words(game, after)
            else:
                assert hashed(after) in ends, f"{stolen} is not open, and plays"


def _stolen(game: Game, choice: Choice) -> Iterator[Any]:
    if getattr(choice.move, "seat", None):
        yield from (
            replace(choice.move, seat=seat) for seat in game.seats if seat != choice.seat
        )


def names_the_seat_of_a_secret(game: Game, state: Any) -> None:
    """Where several choose at once, the move itself says whose it is."""
    open_now = game.choices(state)
    secret = [choice for choice in open_now if choice.secret]
    assert game.seal or not secret, "secret choices need a seal"
    if len({choice.seat for choice in open_now}) > 1:
        wrong = [one for one in secret if getattr(one.move, "seat", None) != one.seat]
        assert not wrong, f"whose move is that? {wrong[0]}"


MADE_UP = "zq"  # is in no hand


def says_nothing_of_a_hand(game: Game, state: Any) -> None:
    """Whoever tries another's secret choice is never told why not, whether it is open or made
    up: the difference would say what is in the hand."""
    secret = [one for one in game.choices(state) if one.secret] if game.may_hear else []
    for choice in secret:
        for tried in _made_up(game, choice):
            for viewer in viewers(game):
                why = viewer.seat != choice.seat and heard(game, state, viewer, tried)
                assert not why, f"{viewer} tries {tried}, and hears {why}"


def _made_up(game: Game, choice: Choice) -> Iterator[Any]:
    """The same move with a word of nobody's hand in it, where it takes any word."""
    plain = msgspec.to_builtins(choice.move)
    for key, word in plain.items():
        if isinstance(word, str) and word != choice.seat:
            with suppress(msgspec.ValidationError):
                yield msgspec.convert({**plain, key: MADE_UP}, game.Tap)


def has_a_sheet(game: Game, state: Any) -> None:
    """A line for each player, whose points are the total; who won is one of them."""
    sheet = game.final(state)
    assert [player.name for player in sheet.players] == list(called(game, state).values())
    assert set(sheet.winners) <= {player.name for player in sheet.players}
    for player in sheet.players:
        assert player.total == sum(line.points for line in player.lines)
        for line in player.lines:
            has_words(game, line.reason)
    assert game.choices(state) or sheet.winners, "nothing is open, and nobody has won"


def reads_nothing_from_time_alone(game: Game, state: Any) -> None:
    """Time passing over an empty plate is no move, nor changes it the state."""
    before = hashed(state)
    read = game.read(game.reader(state), state, Tick(0))
    assert read.moves == () and hashed(state) == before


# Who sits at the table


def seats_anybody(game: Game, state: Any, rng: Random) -> None:
    """Whoever leaves, joins, swaps or has another name: it goes on, or a sentence says
    why it does not. Nobody's points fall by it."""
    if game.seated is None:
        return
    before = hashed(state)
    for change in seatings(game, state):
        after = game.seated(state, change)
        assert hashed(state) == before, f"{change} changed what it came to"
        if isinstance(after, Refusal):
            has_words(game, after)
            continue
        _sits(game, state, after, change)
        keeps(game, after)
        for later, _ in played_on(game, rng, after, AFTER):
            after = later
        keeps(game, after)


def seatings(game: Game, state: Any) -> Iterator[Seating]:
    """Every change that could be asked for."""
    seats = list(called(game, state))
    for seat in game.seats:
        yield Renamed(seat, "Zora")
        yield Left(seat)
        yield Joined(Player("Ivo", seat))
        yield Swapped(seats[0], seat)


def _sits(game: Game, state: Any, after: Any, change: Seating) -> None:
    was, now = called(game, state), called(game, after)
    match change:
        case Renamed(seat, name):
            assert now == {**was, seat: name}
        case Swapped(one, other):
            assert now == {**was, one: was[other], other: was[one]}
        case Left(seat):
            assert now == {s: name for s, name in was.items() if s != seat}
        case Joined(player):
            assert now == {**was, player.seat: player.name} and player.seat not in was
    points, later = _points(game, state), _points(game, after)
    assert all(later[seat] >= points[seat] for seat in later.keys() & points.keys())
    assert all(later[seat] == 0 for seat in later.keys() - points.keys())


def _points(game: Game, state: Any) -> dict[str, int]:
    totals = (player.total for player in game.final(state).players)
    return dict(zip(called(game, state), totals, strict=True))


# Words


def heard(game: Game, state: Any, viewer: Viewer, move: Any) -> Any:
    """Why a move cannot be, as far as the rules may tell this viewer."""
    if game.may_hear is None or not game.may_hear(state, viewer, move):
        return None
    after = game.play(state, move)
    return after if isinstance(after, Refusal) else None


def words_of(move: Any) -> set[str]:
    return set(leaves(list(msgspec.to_builtins(move).values())))


def leaves(plain: Any) -> Iterable[str]:
    """Every word in a plain value, keys as well."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping):
        for key, value in plain.items():
            yield from (*leaves(key), *leaves(value))
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from leaves(value)


# Pieces, and what they mean

MANY = 60  # pieces that are shown in one state; over a play all of them come
OTHERS = 20  # words of a state, besides those that are open, that a piece may show
ID = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)*")


def has_pieces(shelf: Pieces) -> None:
    """Every piece has an id of its own, and all that is asked and said of it has words."""
    ids = [piece.id for piece in shelf.pieces]
    assert len(set(ids)) == len(ids), "two pieces have the same id"
    said = words("en", Path(str(files(shelf.package))) / "words")
    for piece in shelf.pieces:
        assert ID.fullmatch(piece.id), f"no id of a piece: {piece.id!r}"
        assert "{" not in said.say(piece.says), f"a hole is left open: {piece.id}"
        for key in (piece.says.key, f"{shelf.game}.kind.{piece.kind}"):
            assert key in said, f"no words for {key}, {piece.id}"
        for fact in piece.facts:
            _has_words_of(said, shelf.game, fact)
        assert not piece.die or piece.face > 0, f"{piece.id} is on a die, and on no side"


def _has_words_of(said: Words, game: str, fact: Fact) -> None:
    assert f"{game}.fact.{fact.key}" in said, f"no words for the question: {fact.key}"
    for value in fact.of:
        keys = {f"{game}.{fact.words or 'word'}.{value}", f"{game}.{fact.key}.{value}"}
        assert any(key in said for key in keys), f"no words for {value}, {fact.key}"


def means_what_plays(game: Game, state: Any, rng: Random, most: int = MANY) -> int:
    """Each piece means moves that play, or there is a sentence why it means nothing; and
    nobody hears by that what is closed. How many pieces meant something."""
    assert (game.means is None) == (game.turn is None), "what a piece means ends with a turn"
    if game.means is None or game.turn is None:
        return 0
    before, meant = hashed(state), 0
    closed = _closed_words(game, state)
    for shown in pieces_shown(game, state, rng, most):
        means = game.means(state, shown)
        if isinstance(means, Refusal):
            has_words(game, means)
            assert not closed & set(leaves(means.values)), f"{means} tells what is closed"
            continue
        meant += 1
        for meaning in means:
            _is_meant(game, state, meaning, closed)
    assert hashed(state) == before, "what was shown changed what it was shown in"
    turn = game.turn(state)
    assert type(turn) is str and msgspec.json.decode(msgspec.json.encode(turn)) == turn
    return meant


def pieces_shown(game: Game, state: Any, rng: Random, most: int = MANY) -> list[Shown]:
    """Every piece, with something printed on it, laid on a reader; at most so many of them,
    by chance."""
    known = _known(game, state)
    some = rng.sample(game.pieces, min(most, len(game.pieces)))
    return [
        Shown(piece.id, 0, again=rng.random() < 0.5, facts=_facts(piece, known, rng))
        for piece in some
    ]


def _facts(piece: Piece, known: list[str], rng: Random) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for fact in piece.facts:
        facts[fact.key] = _fact(fact, known, rng, facts.get(fact.counted, 1))
    return facts


def _closed_words(game: Game, state: Any) -> set[str]:
    """The words that a secret choice of this state would tell."""
    secret = [one for one in game.choices(state) if one.secret]
    told = set(leaves(game.show(state, Viewer())))
    return {word for one in secret for word in words_of(one.move)} - told


def _known(game: Game, state: Any) -> list[str]:
    """What may stand printed on a piece: words of the state, and those that are open most."""
    open_now = {word for one in game.choices(state) for word in words_of(one.move)}
    others = set(leaves(msgspec.to_builtins(state))) - open_now
    return [*sorted(open_now), *sorted(others)[:: max(1, len(others) // OTHERS)]]


def _fact(fact: Fact, known: list[str], rng: Random, count: int) -> Any:
    if fact.kind == "number":
        return rng.randint(fact.least, fact.most)
    if fact.kind == "numbers":
        return [rng.randint(fact.least, fact.most)]
    said = [rng.choice(fact.of or known) for _ in range(count)]
    return said if fact.kind in ("some", "row") else said[0]


def _is_meant(game: Game, state: Any, meaning: Meaning, closed: set[str]) -> None:
    """It plays, has words, is somebody's who sits there, and tells the others nothing."""
    has_words(game, meaning.says)
    assert meaning.seat in ("", *called(game, state)), f"nobody sits there: {meaning}"
    assert meaning.seat or not meaning.secret, f"whose secret is that? {meaning}"
    if not meaning.secret:
        told = set(leaves(msgspec.to_builtins(meaning)))
        assert not closed & told, f"{meaning} tells what is closed"
    for move in meaning.moves:
        assert isinstance(move, game.Move), f"no move of this game: {move}"
        state = played(game, state, move)


# The record


def is_whole(game: Game) -> None:
    """The record fits itself: its seats, its empty sheet, its folder with page and words."""
    fewest, most = game.players
    assert 1 <= fewest <= most <= len(game.seats) == len(set(game.seats))
    sheet = game.score(msgspec.convert(game.blank, game.Sheet))
    assert not isinstance(sheet, Refusal), f"an empty sheet cannot be: {sheet}"
    assert len(sheet.players) == len(game.blank["players"])
    assert f"{game.name}.title" in spoken(game), "words/en.po has no title"
    page = {path.name for path in (folder(game) / "page").iterdir()}
    regions = {"subject.html", "drawing.html", "score.html", "shelf.html"}
    assert {*regions, f"{game.name}.css"} <= page, "page/ lacks a region or the style"
