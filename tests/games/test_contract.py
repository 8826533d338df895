"""Every game that is found keeps the contract, ours and one of another package."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.commands.found import found, shelves
from companion.games.maginor.pieces import CORNERS
from companion.games.orcs.pieces import MISSIONS
from companion.vocabulary import (
    Choice,
    Game,
    Meaning,
    Pieces,
    Refusal,
    Says,
    Sealed,
    Shown,
    Viewer,
)
from tests.another import installed
from tests.games import contract, secrecy
from tests.games.contract import Step, led, people, played_on, random_play
from tests.secrets.planted import PLANTED

with installed():
    GAMES = found()
    SHELVES = shelves()

BOXES: dict[str, dict[str, Any]] = {
    "labyrinth": {"symbols": {"b1": "key", "c1": "snail", "b3": "moon", "d4": "crown"}},
    "maginor": PLANTED["maginor"].box(Random(1)),
    "merlin": PLANTED["merlin"].box(Random(1)),
    "orcs": PLANTED["orcs"].box(Random(1)),
}
"""What a box must hold so that a play gets somewhere; most games need nothing."""

MOST = 60  # moves of a play, so that the whole file stays under ten seconds
FEW = 30  # moves of a play in which each secret choice is tried with every other
MEANT = 20  # pieces of a play that mean something, at least
SEEDS = range(4)


VEILED = sorted(name for name, game in GAMES.items() if game.veil)
SEALED = sorted(name for name, game in GAMES.items() if game.seal)
SCANNED = sorted(name for name, game in GAMES.items() if game.means)
AT_ONCE = sorted({*SEALED} - {"merlin"})
"""Games in which several choose in secret at once. In Merlin each draws alone, so that what is
not sealed is never missed; that it is sealed is told in its own tests."""


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = GAMES[request.param]
    return found


@pytest.fixture(params=SEEDS)
def rng(request: pytest.FixtureRequest) -> Random:
    return Random(request.param)


@pytest.fixture
def steps(game: Game, rng: Random) -> list[Step]:
    count = rng.randint(*game.players)
    box = BOXES.get(game.name, {})
    return list(random_play(game, rng, people(game, count), box, MOST))


def test_ours_and_the_other_package_are_among_them() -> None:
    assert {"labyrinth", "maginor", "merlin", "orcs", "closed_hands"} <= GAMES.keys()


def test_the_record_is_whole(game: Game) -> None:
    contract.is_whole(game)


def test_every_state_of_a_play_keeps_the_contract(game: Game, steps: list[Step]) -> None:
    for state, _ in steps:
        contract.keeps(game, state)


def test_the_same_moves_lead_to_the_same_state(game: Game, steps: list[Step]) -> None:
    state = steps[0][0]
    for expected, move in steps[1:]:
        state = game.play(state, move)
        assert state == expected


def test_what_is_secret_reaches_nobody_else(game: Game, steps: list[Step]) -> None:
    secrecy.tells_no_secret(game, steps)


@pytest.mark.parametrize("name", SEALED)
def test_what_is_secret_makes_no_difference_to_anybody_else(name: str, rng: Random) -> None:
    assert secrecy.makes_no_difference(GAMES[name], duels(name, rng)) > 0


@pytest.mark.parametrize("name", SEALED)
def test_a_play_full_of_secrets_keeps_the_contract_too(name: str, rng: Random) -> None:
    game, play = GAMES[name], duels(name, rng)
    secrecy.tells_no_secret(game, play)
    for state, _ in play[:: PLANTED[name].share]:
        contract.keeps(game, state)
        contract.means_what_plays(game, state, rng)


def duels(name: str, rng: Random) -> list[Step]:
    """A play in which several have a secret to choose at once."""
    game, planted = GAMES[name], PLANTED[name]
    seats, box = people(game, min(3, game.players[1])), planted.box(rng)
    begun = list(random_play(game, rng, seats, box, 0, options=planted.options))
    begun += led(game, begun[-1][0], planted.lead) if planted.lead else []
    state = begun[-1][0]
    return [(state, None), *played_on(game, rng, state, FEW, likes=planted.likes)]


ODD = 7  # missions are many: as numbers under this they are high and low, even and odd


def _lies(state: Any) -> int:
    """What was chosen in secret and is not open yet, as a number."""
    if hasattr(state, "castles"):
        held = [card for castle in state.castles.values() for card in castle.hand]
        return sum(map(list(state.cards).index, held)) % ODD
    if hasattr(state, "laid"):
        hands = [token for hand in state.hands.values() for token in hand]
        return sum(token.value for token in hands if token.name in state.laid.values())
    if hasattr(state, "missions"):
        return sum(MISSIONS.index(mission) + 1 for mission in state.missions.values())
    pointed = getattr(state.todo[0], "pointed", {}) if state.todo else {}
    return sum(CORNERS.index(element) + 1 for element in pointed.values())


def _shows(game: Game) -> Game:
    """A page that is sent how high it is."""

    def show(state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**game.show(state, viewer), "high": _lies(state) > 2}

    return replace(game, show=show)


def _tells(game: Game) -> Game:
    """What the history says of a sealed choice depends on the choice."""

    def seal(now: Any, then: Any, move: Any) -> Sealed | None:
        sealed = game.seal(now, then, move) if game.seal else None
        more = {"count": _lies(then)}
        return sealed and replace(
            sealed, says=replace(sealed.says, values=sealed.says.values | more)
        )

    return replace(game, seal=seal)


def _orders(game: Game) -> Game:
    """What others can choose stands in an order that depends on what lies there."""

    def choices(state: Any) -> tuple[Choice, ...]:
        return game.choices(state)[:: -1 if _lies(state) % 2 else 1]

    return replace(game, choices=choices)


def _seals_some(game: Game) -> Game:
    """Only high ones are sealed."""

    def seal(now: Any, then: Any, move: Any) -> Sealed | None:
        return game.seal(now, then, move) if game.seal and _lies(then) > 2 else None

    return replace(game, seal=seal)


def _means_else(game: Game) -> Game:
    """Why a piece means nothing depends on what lies there."""

    def means(state: Any, shown: Shown) -> tuple[Meaning, ...] | Refusal:
        return Refusal("house.shown.nothing" if _lies(state) > 2 else "house.shown.idle")

    return replace(game, means=means)


def _lets_hear(game: Game) -> Game:
    """Whoever tries what cannot be hears how high it is."""

    def play(state: Any, move: Any) -> Any:
        after = game.play(state, move)
        wrong = isinstance(after, Refusal)
        return Refusal(after.key, {"count": _lies(state)}) if wrong else after

    return replace(game, play=play, may_hear=lambda state, viewer, move: True)


@pytest.mark.parametrize(
    "leak", [_shows, _tells, _orders, _seals_some, _means_else, _lets_hear]
)
@pytest.mark.parametrize("name", SEALED)
def test_a_leak_that_no_word_gives_away_is_noticed(name: str, leak: Any) -> None:
    game, play = leak(GAMES[name]), duels(name, Random(1))
    with pytest.raises(AssertionError, match="makes a difference"):
        secrecy.makes_no_difference(game, play)


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_secret_that_is_never_sealed_is_noticed(name: str) -> None:
    game = replace(GAMES[name], seal=lambda now, then, move: None)
    with pytest.raises(AssertionError, match="everybody reads it"):
        secrecy.tells_no_secret(game, duels(name, Random(1)))


@pytest.mark.parametrize("name", SEALED)
def test_a_reason_that_tells_what_is_in_a_hand_is_noticed(name: str) -> None:
    game = replace(GAMES[name], may_hear=lambda state, viewer, move: True)
    secret = (it for it, _ in duels(name, Random(1)) if any(c.secret for c in game.choices(it)))
    with pytest.raises(AssertionError, match="and hears"):
        contract.keeps(game, next(secret))


def test_a_token_that_lies_and_is_shown_is_noticed() -> None:
    game = GAMES["closed_hands"]

    def show(state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**game.show(state, viewer), "lying": list(state.laid.values())}

    with pytest.raises(AssertionError, match="reads"):
        secrecy.tells_no_secret(replace(game, show=show), duels("closed_hands", Random(1)))


def test_a_hand_that_others_can_count_is_noticed() -> None:
    game = GAMES["orcs"]

    def show(state: Any, viewer: Viewer) -> dict[str, Any]:
        hands = [card for deck in state.decks.values() for card in deck.hand]
        fire = sum("fire" in state.cards[card].magic for card in hands)
        return {**game.show(state, viewer), "fire": fire}

    with pytest.raises(AssertionError, match="makes a difference"):
        secrecy.makes_no_difference(replace(game, show=show), duels("orcs", Random(1)))


@pytest.mark.parametrize("name", VEILED)
def test_what_nobody_may_know_yet_reaches_nobody(name: str, rng: Random) -> None:
    game, planted = GAMES[name], PLANTED[name]
    seats = people(game, game.players[1])
    play = random_play(game, rng, seats, planted.box(rng), MOST, planted.world)
    assert secrecy.tells_nothing_veiled(game, list(play)) > 0


@pytest.mark.parametrize("name", VEILED)
def test_a_veil_that_hides_nothing_is_noticed(name: str) -> None:
    game, planted = GAMES[name], PLANTED[name]
    rng, seats = Random(1), people(GAMES[name], GAMES[name].players[1])
    play = list(random_play(game, rng, seats, planted.box(rng), MOST, planted.world))

    def says(state: Any, move: Any) -> Says:
        return Says(game.says(state, move).key, {"all": str(edges(move))})

    def edges(move: Any) -> str:
        return move.drop.over[0] if hasattr(move, "drop") else ""

    with pytest.raises(AssertionError, match="reads of it"):
        secrecy.tells_nothing_veiled(replace(game, says=says), play)


def test_people_come_and_go(game: Game, steps: list[Step], rng: Random) -> None:
    for state, _ in steps[:: MOST // 3]:
        contract.seats_anybody(game, state, rng)


@pytest.mark.parametrize("shelf", SHELVES.values(), ids=SHELVES)
def test_every_piece_has_an_id_and_words(shelf: Pieces) -> None:
    contract.has_pieces(shelf)


def meant(game: Game, play: Iterable[Step], rng: Random) -> int:
    return sum(contract.means_what_plays(game, state, rng) for state, _ in play)


@pytest.mark.parametrize("name", SCANNED)
def test_every_piece_means_what_plays_or_it_is_said_why_not(name: str, rng: Random) -> None:
    game = GAMES[name]
    count = rng.randint(*game.players)
    play = random_play(game, rng, people(game, count), BOXES.get(name, {}), MOST)
    assert meant(game, play, rng) > MEANT


def test_a_reason_that_tells_the_hand_is_noticed(rng: Random) -> None:
    game = GAMES["closed_hands"]

    def means(state: Any, shown: Any) -> tuple[Meaning, ...] | Refusal:
        return Refusal("closed_hands.no.lay", {"name": shown.facts.get("name", "")})

    play = random_play(game, rng, people(game, 2), {}, MOST)
    with pytest.raises(AssertionError, match="tells what is closed"):
        meant(replace(game, means=means), play, rng)


def test_a_meaning_that_does_not_play_is_noticed(rng: Random) -> None:
    game = GAMES["labyrinth"]
    draw = game.choices(next(random_play(game, rng, people(game, 2), {}, 1))[0])[0]

    def means(state: Any, shown: Any) -> tuple[Meaning, ...]:
        return (Meaning(draw.says, (draw.move, draw.move)),)

    play = random_play(game, rng, people(game, 2), {}, MOST)
    with pytest.raises(AssertionError, match="is open, and refused"):
        meant(replace(game, means=means), play, rng)
