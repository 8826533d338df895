"""Nobody is sent what they may not know: every output, every kind of viewer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.commands.found import found
from companion.games.labyrinth import walling
from companion.vocabulary import Choice, Game, Refusal, Says
from tests.another import installed
from tests.secrets import search as of_an_evening
from tests.secrets.planted import PLANTED
from tests.secrets.search import Evening

with installed():
    GAMES = found()

SECRET = sorted(name for name, game in GAMES.items() if game.seal or game.veil)
PLAYS = int(os.environ.get("PLAYS", "6"))
SOON = 6  # taps; the first are cards that are drawn


def search(folder: Path, game: Game, plays: int, seed: int = 1) -> Evening:
    with Evening(folder, game, PLANTED[game.name], seed) as evening:
        for _ in range(plays):
            evening.play()
            if evening.found:
                break
    return evening


def test_every_game_with_secrets_says_what_to_plant() -> None:
    assert set(SECRET) <= PLANTED.keys()


@pytest.mark.parametrize("name", SECRET)
def test_nobody_is_sent_what_they_may_not_know(name: str, tmp_path: Path) -> None:
    plays = max(1, PLAYS // PLANTED[name].share)
    evening = search(tmp_path, GAMES[name], plays)

    print(f"{evening.plays} plays, {evening.taps} taps, {evening.looked} looks")
    assert evening.found == []
    assert evening.plays == plays and evening.taps > 5 * plays
    assert evening.heard > evening.taps  # the streams do tell
    if GAMES[name].seal:
        assert evening.own > evening.taps  # the phones do get their own
        assert evening.met > 0  # choices of several, made in secret, were opened
    if PLANTED[name].printed:
        assert evening.scans > plays  # what is shown to a reader is played
    if GAMES[name].veil:
        assert evening.worlds > plays  # there is something to hide
        assert evening.opened > 3 * plays  # and all of them see it after the game


def _shows_all(game: Game) -> Game:
    """A page that hides a hand, and is sent it all the same."""

    def show(state: Any, viewer: Any) -> dict[str, Any]:
        return {**game.show(state, viewer), "hands": msgspec.to_builtins(state.hands)}

    return replace(game, show=show)


def _seals_nothing(game: Game) -> Game:
    """History and journal tell what was laid."""
    return replace(game, seal=lambda now, then, move: None)


def _seals_too_little(game: Game) -> Game:
    """The sentence is veiled, the move beside it is not."""

    def seal(now: Any, then: Any, move: Any) -> Any:
        sealed = game.seal(now, then, move) if game.seal else None
        return sealed and replace(sealed, move={**sealed.move, "token": move.token})

    return replace(game, seal=seal)


def _offers_to_all(game: Game) -> Game:
    """The choices of a hand are open, and so is the hand."""

    def choices(state: Any) -> tuple[Choice, ...]:
        return tuple(replace(one, secret=False) for one in game.choices(state))

    return replace(game, choices=choices)


def _says_which(game: Game) -> Game:
    """A token that cannot be laid is named to the whole table."""

    def means(state: Any, shown: Any) -> Any:
        meant = game.means(state, shown) if game.means else ()
        if isinstance(meant, Refusal):
            return Refusal(meant.key, {**meant.values, **shown.facts})
        return meant

    return replace(game, means=means)


def _shows_chances(game: Game) -> Game:
    """A page that draws no wall yet, and is sent all of them."""

    def show(state: Any, viewer: Any) -> dict[str, Any]:
        chances = [float(wall) for wall in walling.walls(state).marginals]
        return {**game.show(state, viewer), "chances": chances}

    return replace(game, show=show)


def _veils_nothing(game: Game) -> Game:
    """The journal tells what the plate saw."""
    return replace(game, veil=lambda now, move: None)


def _says_where(game: Game) -> Game:
    """The history has the edge among the values of a sentence that does not say it."""

    def says(state: Any, move: Any) -> Any:
        said = game.says(state, move)
        drop = getattr(move, "drop", None)
        return said if drop is None else Says(said.key, {**said.values, "on": drop.over[-1]})

    return replace(game, says=says)


@pytest.mark.parametrize("leak", [_shows_chances, _veils_nothing, _says_where])
def test_a_wall_that_leaks_is_found(leak: Any, tmp_path: Path) -> None:
    evening = search(tmp_path, leak(GAMES["labyrinth"]), 5)

    assert evening.found


@pytest.mark.parametrize(
    "leak", [_shows_all, _seals_nothing, _seals_too_little, _offers_to_all, _says_which]
)
def test_a_leak_that_is_planted_is_found(leak: Any, tmp_path: Path) -> None:
    evening = search(tmp_path, leak(GAMES["closed_hands"]), 5)

    assert evening.found


def _shows_decks(game: Game) -> Game:
    """A page that counts the cards of a deck, and is sent them all."""

    def show(state: Any, viewer: Any) -> dict[str, Any]:
        return {**game.show(state, viewer), "decks": msgspec.to_builtins(state.decks)}

    return replace(game, show=show)


@pytest.mark.parametrize("leak", [_shows_decks, _seals_nothing])
def test_a_deck_that_leaks_is_found(
    leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_an_evening, "MOST", SOON)

    evening = search(tmp_path, leak(GAMES["orcs"]), 1)

    assert evening.found


@pytest.mark.parametrize("leak", [_shows_all, _offers_to_all])
def test_a_hand_of_cards_that_leaks_is_found(leak: Any, tmp_path: Path) -> None:
    evening = search(tmp_path, leak(GAMES["maginor"]), 5)

    assert evening.found


def _shows_castles(game: Game) -> Game:
    """A page that counts the missions of a hand, and is sent them all."""

    def show(state: Any, viewer: Any) -> dict[str, Any]:
        return {**game.show(state, viewer), "castles": msgspec.to_builtins(state.castles)}

    return replace(game, show=show)


@pytest.mark.parametrize("leak", [_shows_castles, _seals_nothing])
def test_a_mission_that_leaks_is_found(
    leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_an_evening, "MOST", SOON)

    evening = search(tmp_path, leak(GAMES["merlin"]), 1)

    assert evening.found
