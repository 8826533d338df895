"""Whole games that only taps and a die tell, and what ``simulate`` says of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion.__main__ import main
from companion.commands.tapping import Tapped
from companion.games.maginor import GAME as MAGINOR
from companion.vocabulary import Read, Refusal, Signal, Tick
from tests.another import installed

with installed():
    from closed_hands import GAME as CLOSED_HANDS


@pytest.fixture(autouse=True)
def another() -> Iterator[None]:
    with installed():
        yield


def simulate(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def report(*words: str) -> dict[str, Any]:
    told = simulate(*words, "--json")
    assert told.exit_code == 0, told.output
    read: dict[str, Any] = json.loads(told.output)
    return read


def is_whole(told: dict[str, Any]) -> None:
    assert told["finished"] == told["games"], told
    assert (told["refused"], told["misread"], told["wrong"]) == (0, 0, []), told
    assert told["replay_equal"] is True
    assert told["moves"] > told["turns"] >= 0
    assert told["taps"] > 0


# Maginor


@pytest.mark.parametrize("way", ["everything", "board", "score"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_maginor_is_played_to_its_end_in_each_way(way: str, players: int) -> None:
    words = ("--way", way, "--players", str(players), "--games", "2")
    told = report("maginor", *words)

    is_whole(told)
    assert (told["way"], told["with"], told["asked"]) == (way, [], 0)
    assert {"noise", "wires"}.isdisjoint(told)
    if (
        way != "score"
    ):  # Maginor takes 22 steps to the end, each with a roll, less what is filled
        assert told["turns"] > 2 * 22


def test_the_die_tells_by_itself_and_cards_by_their_labels(tmp_path: Path) -> None:
    evening = Tapped(MAGINOR, tmp_path, 1, 4, {"way": "everything"}, scanned=True)
    told = evening.play()
    entries = evening.table.journal.entries(evening.table.match.name)
    evening.close()

    by = Counter((entry.by.partition(":")[0], entry.body.get("do")) for entry in entries)
    assert (told.finished, told.refused, told.misread, told.wrong) == (True, 0, 0, ())
    assert by["die/0", "roll"] and by["code/0", "roll"] and by["tablet/seat", "roll"]
    assert by["code/0", "play"] and by["code/0", "go"] and by["tablet/seat", "play"]
    assert not by["tablet/host/tablet", "play"]  # hands are for their own phones
    assert evening.table.loop.table.box.synthetic


def test_readings_that_were_chosen_are_asked_no_more(tmp_path: Path) -> None:
    chosen = {"tie": "earliest", "ritual": "costs", "returned": "now", "persuasion": "moved"}
    evening = Tapped(MAGINOR, tmp_path, 2, 4, {**chosen, "filled": "moves"})
    told = evening.play()
    entries = evening.table.journal.entries(evening.table.match.name)
    evening.close()

    assert (told.finished, told.wrong) == (True, ())
    assert "read" not in {entry.body.get("do") for entry in entries}


def test_people_take_back_and_give_again_and_tablets_are_behind(tmp_path: Path) -> None:
    kinds, twice, behind = Counter[str](), 0, 0
    for seed in (1, 2):
        words: list[Signal | Tick] = []
        evening = Tapped(MAGINOR, tmp_path / str(seed), seed, 4, {}, words.append)
        told = evening.play()
        entries = evening.table.journal.entries(evening.table.match.name)
        evening.close()
        sent = Counter(_ids(words))
        kept = {entry.id for entry in entries if entry.id}
        kinds += Counter(entry.kind for entry in entries)
        twice += sum(sent[id] == 2 for id in kept)
        behind += len(sent.keys() - kept)  # asked by a tablet that was behind: answered 409
        assert (told.finished, told.refused, told.wrong) == (True, 0, ())
        assert sent.total() == told.taps

    assert kinds["undo"] and kinds["redo"] and twice and behind


def _ids(words: list[Signal | Tick]) -> Iterator[str]:
    for word in words:
        if isinstance(word, Signal) and isinstance(word.value, dict) and "id" in word.value:
            yield word.value["id"]


# Merlin


def test_merlin_is_simulated_by_its_way_and_its_variants() -> None:
    words = ("--players", "3", "--way", "score", "--games", "3")
    told = report("merlin", *words, "--with", "below=zero", "--with", "markers=7")

    is_whole(told)
    assert (told["way"], told["with"]) == ("score", ["below=zero", "markers=7"])
    assert told["moves"] > 3 * 4  # three scorings and the end, each with something counted


# A game with secrets, of another package


@pytest.mark.parametrize("players", [2, 6])
def test_a_game_with_secret_choices_is_played_by_phones_to_its_end(players: int) -> None:
    told = report("closed_hands", "--players", str(players), "--games", "3")

    is_whole(told)
    assert (told["game"], told["players"], told["seed"]) == ("closed_hands", players, 1)
    assert told["turns"] == 3 * 5  # five tokens in each hand, and a round for each


def test_the_same_seed_is_the_same_evening(tmp_path: Path) -> None:
    told = []
    for name in ("once", "again"):
        evening = Tapped(CLOSED_HANDS, tmp_path / name, 5, 4, {})
        told.append((evening.play(), evening.table.match.state, evening.table.now))
        evening.close()

    assert told[0] == told[1]


def test_what_is_laid_face_down_is_tapped_on_the_own_phone_alone(tmp_path: Path) -> None:
    evening = Tapped(CLOSED_HANDS, tmp_path, 1, 8, {})
    evening.play()
    entries = evening.table.journal.entries(evening.table.match.name)
    evening.close()

    laid = [
        (entry.by, entry.body["seat"]) for entry in entries if entry.body.get("do") == "lay"
    ]
    assert all(by == f"tablet/seat:{seat}/phone-{seat}" for by, seat in laid)


# What goes wrong


def test_an_open_choice_that_the_rules_refuse_is_told_and_people_go_home(
    tmp_path: Path,
) -> None:
    def play(state: Any, move: Any) -> Any:
        is_laid = type(move).__name__ == "Lay"
        return Refusal("closed_hands.no.token") if is_laid else CLOSED_HANDS.play(state, move)

    evening = Tapped(replace(CLOSED_HANDS, play=play), tmp_path, 1, 2, {})
    told = evening.play()
    evening.close()

    assert (told.finished, told.misread, told.replay_equal) == (False, 0, True)
    assert told.refused == len(told.wrong) == 20
    assert told.wrong[0].endswith("422 closed_hands.no.token")


def test_a_die_that_is_not_understood_is_told_and_tapped(tmp_path: Path) -> None:
    def once(memory: Any, state: Any, sighting: Any) -> Read:
        """The first roll is understood, and no other."""
        moves = MAGINOR.read(MAGINOR.reader(None), state, sighting).moves
        return Read(memory) if memory == "spent" else Read("spent" if moves else "new", moves)

    game = replace(MAGINOR, read=once, reader=lambda box: "new")
    evening = Tapped(game, tmp_path, 1, 2, {})
    told = evening.play()
    entries = evening.table.journal.entries(evening.table.match.name)
    evening.close()

    rolls = Counter(
        entry.by.split("/")[0] for entry in entries if entry.body.get("do") == "roll"
    )
    assert (told.finished, told.refused) == (False, 0)
    assert told.misread == len(told.wrong) == 20
    assert told.wrong[0].endswith("told as []")
    assert rolls["die"] + rolls["code"] == 1
    assert rolls["tablet"] >= 20


# What cannot be asked


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("closed_hands", "--players", "9"), "closed_hands is for 2 to 8 players"),
        (("closed_hands", "--players", "1"), "closed_hands is for 2 to 8 players"),
        (("closed_hands", "--way", "score"), "--way score"),
        (("closed_hands", "--with", "tie=first"), "closed_hands has no variants"),
        (("closed_hands", "--noise", "none"), "--noise none: closed_hands is played on no plate"),
        (("closed_hands", "--wires", "virtual"), "--wires virtual: closed_hands is played on"),
        (("labyrinth", "--way", "board"), "--way board"),
        (("labyrinth", "--players", "5"), "labyrinth is for 2 to 4 players"),
        (("labyrinth", "--with", "teleport"), "labyrinth has no such variant. It has both_reach"),
        (("labyrinth", "--with", "chips_to_win=many"), "chips_to_win=many: Expected `int`"),
        (("labyrinth", "--with", "walls=61"), "walls=61: Expected `int` <= 60"),
        (("labyrinth", "--with", "jolted=twice"), "It can be bump, again."),
        (("maginor", "--players", "5"), "--players 5: maginor is for 2 to 4 players"),
        (("maginor", "--way", "much"), "'much' is not one of 'everything', 'board', 'score'"),
        (("maginor", "--with", "tie=third"), "It can be ask, first, earliest."),
        (("maginor", "--with", "quick"), "maginor has no such variant. It has filled, persuasion"),
        (("maginor", "--with", "way=board"), "--way says that"),
        (("merlin", "--with", "markers=5"), "It can be 6, 7."),
        (("maginor", "--noise", "home"), "--noise home: maginor is played on no plate"),
        (("chess",), "There is no game 'chess' here. Installed: closed_hands, labyrinth"),
    ],
)  # fmt: skip
def test_what_means_nothing_is_refused_in_one_line(words: tuple[str, ...], said: str) -> None:
    told = simulate(*words)

    assert told.exit_code == 2
    assert said in told.output
    assert len(told.output.splitlines()) == 1, told.output


def test_a_variant_of_the_labyrinth_ends_a_game_sooner() -> None:
    words = ("--players", "2", "--noise", "none", "--seed", "4")
    told = report("labyrinth", *words, "--with", "chips_to_win=1")

    is_whole(told)
    assert (told["way"], told["with"]) == ("everything", ["chips_to_win=1"])
    assert (told["noise"], told["wires"], told["scanned"]) == ("none", "virtual", False)
