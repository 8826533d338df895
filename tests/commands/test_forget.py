"""``companion forget NAME``: a child's name is nowhere any more, and every match still folds."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.bridges.tape_lines import Header
from companion.bridges.tape_recorder import Recorder
from companion.commands.forget import forget, forget_in
from companion.commands.replay import journal_again
from companion.folding import Folded, fold
from companion.forgetting import forgotten, named
from companion.games.labyrinth import GAME, moves
from companion.journal import Entry, Journal, restore
from companion.match import hashed
from companion.naming import heard
from companion.people import People
from companion.table import Table
from companion.vocabulary import (
    Joined,
    Option,
    Player,
    Question,
    Refusal,
    Renamed,
    Says,
    Signal,
)
from companion.vocabulary import Start as StartOf
from tests.journal.test_forgetting import traces

GAMES = {GAME.name: GAME}
RULES = {GAME.name: GAME.rules}
JOSE = unicodedata.normalize("NFC", "José")
TYPED_OTHERWISE = unicodedata.normalize("NFD", "José")


def start(*names: str, **options: Any) -> StartOf:
    corners = ("a1", "f1", "f6", "a6") if len(names) > 2 else ("a1", "f6")
    seats = [
        Player(name, seat, corner)
        for name, seat, corner in zip(names, GAME.seats, corners, strict=False)
    ]
    return StartOf("labyrinth", tuple(seats), options, {"symbols": {"c1": "snail"}})


def asked(name: str) -> moves.Ask:
    says = Says("labyrinth.ask.misplaced", {"name": name, "seat": "red", "field": "b1"})
    meant = msgspec.to_builtins(moves.Place("red", "b1"))
    here = Option(Says("labyrinth.opt.here", {"name": name}), (meant,))
    return moves.Ask(Question(says, (here, Option(Says("labyrinth.opt.no"))), "b1"))


def evening(there: Table, *names: str) -> None:
    """A match with everything that may stand in a journal, long enough for stored states."""
    assert there.start(start(*names), "test", "first") is None
    play(there, moves.Draw("snail"), moves.Roll(3), moves.Walk(("b1",)))
    play(there, asked(names[0]), moves.Answer(0))
    there.undo(None, False, "test", "")
    there.redo("test", "")
    play(there, moves.Stop())
    for _ in range(12):
        play(there, moves.Roll(2), moves.Stop())


def play(there: Table, *played: Any) -> None:
    for move in played:
        assert there.play(move, "test", "") is None, move


def laid(folder: Path, *matches: tuple[str, ...]) -> dict[str, Any]:
    """A folder with these matches; the states they came to."""
    journal = Journal.open(folder, newest_rules=RULES)
    there = Table(GAMES, journal, lambda: 1_760_000_000_000 + journal.version)
    for names in matches:
        evening(there, *names)
        there.put_away("park", "test", "")
    states = {row.match: folded(journal, row.match).match.state for row in journal.matches()}
    journal.close()
    return states


def folded(journal: Journal, match: str) -> Folded:
    return fold(GAME, journal.entries(match))


def opened(folder: Path) -> Journal:
    return Journal.open(folder, newest_rules=RULES)


def said(folder: Path, name: str, *more: str) -> tuple[int, str]:
    result = CliRunner().invoke(forget, [name, "--data", str(folder), *more])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def as_json(state: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state))


def but_for(state: Any, name: str, instead: str) -> Any:
    """The state as JSON has it, with another name where somebody is called."""
    plain = as_json(state)
    plain["names"] = {
        seat: instead if heard(one) == heard(name) else one
        for seat, one in plain["names"].items()
    }
    return plain


def test_the_name_is_on_no_byte_of_the_disk_and_the_matches_fold_to_the_same(tmp_path):
    states = laid(tmp_path, (JOSE, "Bo"), ("Cleo", TYPED_OTHERWISE, "Dan"), ("Bo", "Cleo"))
    journal = opened(tmp_path)
    before = journal.tail(0)
    journal.close()
    assert len(traces(tmp_path, JOSE)) == 2

    code, told = said(tmp_path, "JOSÉ")

    assert code == 0
    assert "in 2 matches it is Somebody who played" in told
    assert "[players] in companion.toml" in told
    assert traces(tmp_path, JOSE) == []
    journal = opened(tmp_path)
    assert journal.damage is None
    for match, state in states.items():
        found = folded(journal, match)
        assert (found.diverged, found.dropped) == (0, 0)
        then = but_for(state, JOSE, "Somebody")
        assert as_json(found.match.state) == then
        assert journal.entries(match)[-1].state == then
    same = ("version", "match", "game", "rules", "kind", "by", "id", "at", "mark")
    for was, now in zip(before, journal.tail(0), strict=True):
        assert all(getattr(was, one) == getattr(now, one) for one in same)
        assert bool(now.hash)
        assert (now.state is None) == (was.state is None)
        assert (was.match == "m3") <= (was.body == now.body and was.hash == now.hash)
    journal.close()
    for match in states:
        assert journal_again(tmp_path, match)["equal"]


def test_whoever_is_asked_about_is_asked_about_by_the_new_name(tmp_path):
    laid(tmp_path, (JOSE, "Bo"))
    said(tmp_path, JOSE)
    journal = opened(tmp_path)

    (question,) = [e.body["question"] for e in journal.entries("m1") if e.body.get("question")]

    assert question["says"]["values"] == {"name": "Somebody", "seat": "red", "field": "b1"}
    assert question["options"][0]["says"]["values"] == {"name": "Somebody"}
    journal.close()


def test_a_match_that_was_in_play_goes_on(tmp_path):
    journal = opened(tmp_path)
    there = Table(GAMES, journal, lambda: 0)
    evening(there, "Ada", JOSE)
    journal.close()

    assert said(tmp_path, JOSE)[0] == 0

    journal = opened(tmp_path)
    again = Table(GAMES, journal, lambda: 0)
    assert again.go_on() is None
    assert (again.trouble, again.match.state.names) == (
        "", {"red": "Ada", "blue": "Somebody"},
    )  # fmt: skip
    assert again.undo(None, False, "test", "") is None
    play(again, moves.Stop())
    journal.close()


def test_a_match_that_is_parked_can_be_resumed(tmp_path):
    laid(tmp_path, ("Ada", JOSE))
    said(tmp_path, JOSE)
    journal = opened(tmp_path)
    there = Table(GAMES, journal, lambda: 0)

    assert there.resume("m1", "test", "") is None

    assert there.trouble == ""
    journal.close()


def test_names_that_came_later_are_found_too(tmp_path):
    journal = opened(tmp_path)
    there = Table(GAMES, journal, lambda: 0)
    evening(there, "Ada", "Bo")
    assert there.reseat(Renamed("red", JOSE), "test", "") is None
    assert there.reseat(Joined(Player(TYPED_OTHERWISE + "fine", "green")), "test", "") is None
    there.undo(None, False, "test", "")
    there.redo("test", "")
    assert named(journal.entries("m1")) == {"Ada", "Bo", JOSE, TYPED_OTHERWISE + "fine"}
    there.put_away("end", "test", "")
    journal.close()

    assert said(tmp_path, JOSE + "fine")[0] == 0
    assert said(tmp_path, JOSE)[0] == 0

    journal = opened(tmp_path)
    found = folded(journal, "m1")
    assert found.diverged == 0
    assert named(journal.entries("m1")) == {"Ada", "Bo", "Somebody", "Somebody 2"}
    assert found.match.state.names == {
        "red": "Somebody 2", "blue": "Bo", "green": "Somebody",
    }  # fmt: skip
    journal.close()
    assert traces(tmp_path, JOSE) == []


def test_a_child_called_like_a_symbol_takes_no_symbol_along(tmp_path):
    states = laid(tmp_path, ("Snail", "Bo"))
    code, _ = said(tmp_path, "snail")

    journal = opened(tmp_path)
    found = folded(journal, "m1")

    assert (code, found.diverged) == (0, 0)
    assert as_json(found.match.state) == but_for(states["m1"], "Snail", "Somebody")
    assert found.match.state.symbols == {"c1": "snail"}
    assert journal.entries("m1")[0].body["box"] == {"symbols": {"c1": "snail"}}
    journal.close()
    assert traces(tmp_path, "Snail") != []  # the symbol
    assert b'"Snail"' not in (tmp_path / "journal.db").read_bytes()


WORDS = ("Ada", "RED", "moon", "Walk", "under", "Tray", "roll", "a1", "b1", "name", "Nobody")


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_whatever_is_played_and_whoever_plays_it_folds_to_the_same(data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=4, unique=True))
    there = Table(GAMES, Journal.scratch(), lambda: 0)
    assert there.start(start(*names), "test", "") is None
    for number in range(data.draw(st.integers(0, 45))):
        if data.draw(st.integers(0, 7)) == 0:
            there.undo(None, data.draw(st.booleans()), "test", "")
        elif data.draw(st.integers(0, 9)) == 0:
            there.play(asked(names[0]), "test", str(number))
        elif open_now := GAME.choices(there.match.state):
            there.play(data.draw(st.sampled_from(open_now)).move, "test", str(number))
        if data.draw(st.integers(0, 9)) == 0:
            there.play(moves.Ball("blue", "tray"), "test", "")
    old = there.journal.entries("m1")

    new = forgotten(old, GAME, names[0].upper(), "Somebody")

    found = fold(GAME, new)
    assert (found.diverged, found.match.version) == (0, old[-1].version)
    assert as_json(found.match.state)["names"]["red"] == "Somebody"
    before = msgspec.to_builtins(replace(there.match.state, names={}, question=None))
    assert msgspec.to_builtins(replace(found.match.state, names={}, question=None)) == before
    assert all(entry.hash for entry in new)


def test_somebody_is_nobody_else(tmp_path):
    laid(tmp_path, (JOSE, "SOMEBODY", "Somebody 2"))
    said(tmp_path, JOSE)
    journal = opened(tmp_path)

    names = folded(journal, "m1").match.state.names

    assert names == {"red": "Somebody 3", "blue": "SOMEBODY", "yellow": "Somebody 2"}
    journal.close()


def test_nobody_of_that_name_and_the_names_there_are_are_told(tmp_path):
    laid(tmp_path, ("Ada", "Bo"), ("Cleo", "Ada"))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    code, told = said(tmp_path, "Dan")

    assert code == 2
    assert "nobody is called 'Dan' here. There are: Ada, Bo, Cleo." in told
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert after.pop("journal.lock") != b""
    before.pop("journal.lock")
    assert after == before


def test_a_part_of_a_name_is_not_the_name(tmp_path):
    laid(tmp_path, ("Ann", "Anna"))

    assert said(tmp_path, "Ann")[0] == 0

    journal = opened(tmp_path)
    assert named(journal.entries("m1")) == {"Somebody", "Anna"}
    journal.close()


def test_while_a_companion_keeps_the_folder_it_is_refused(tmp_path):
    laid(tmp_path, (JOSE, "Bo"))
    journal = opened(tmp_path)

    code, told = said(tmp_path, JOSE)

    assert code == 2
    assert "a companion is at work on this folder (process" in told
    assert "Traceback" not in told
    journal.close()
    assert len(traces(tmp_path, JOSE)) == 2


ALIKE = (("JOSÉ", "jose\u0301"), ("Ada", " ADA "), ("Straße", "STRASSE"), ("Å", "\u212b"))


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_sound_alike_are_one_name(one: str, other: str) -> None:
    assert heard(one) == heard(other)
    assert heard(one) != heard(one + "a")


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_without_a_journal_is_refused_and_stays_as_it_is(tmp_path, name):
    (tmp_path / "empty").mkdir()

    code, told = said(tmp_path / name, JOSE)

    assert code == 2
    assert "there is no journal here" in told
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "empty"]


def test_a_word_that_is_the_name_itself_is_refused(tmp_path):
    laid(tmp_path, ("Somebody", "Bo"))

    code, told = said(tmp_path, "somebody")

    assert (code, "Choose another word" in told) == (2, True)
    assert said(tmp_path, "somebody", "--instead", "A guest")[0] == 0
    assert traces(tmp_path, "Somebody") == []


def test_tapes_that_hold_the_name_are_deleted_and_the_others_stay(tmp_path):
    laid(tmp_path, (JOSE, "Bo"))
    tape(tmp_path / "tape-1.jsonl", JOSE)
    tape(tmp_path / "tape-2.jsonl", "Dan")
    torn = (tmp_path / "tape-1.jsonl").read_bytes()[:-40]
    (tmp_path / "tape-3.jsonl.part").write_bytes(torn)
    (tmp_path / "tape-4.jsonl").write_text(
        '{"tape":1,"game":"labyrinth","players":["Jos\\u00e9'
    )
    escaped = '{"t":5,"source":"tablet/a","value":{"seats":[{"name":"Jose\\u0301"}]}}\n{"t":6'
    (tmp_path / "tape-5.jsonl").write_text(escaped)

    _, told = said(tmp_path, JOSE)

    assert "Deleted: tape-1.jsonl, tape-3.jsonl.part, tape-5.jsonl." in told
    assert {path.name for path in tmp_path.glob("tape-*")} == {"tape-2.jsonl", "tape-4.jsonl"}


def tape(path: Path, name: str) -> None:
    seats = [{"name": name, "seat": "red"}]
    recorder = Recorder(
        lambda: Header("labyrinth", (name, "Bo"), state={"names": {"red": name}})
    )
    recorder.record(Signal("tablet/host/ab", {"do": "start", "seats": seats}, 5))
    recorder.record(Signal("hall", "800" * 36, 10))
    recorder.save(path)


def test_what_was_set_aside_is_changed_if_it_is_whole_and_deleted_if_not(tmp_path):
    folder, other = tmp_path / "data", tmp_path / "other"
    laid(folder, (JOSE, "Bo"))
    laid(other, ("Cleo", JOSE))
    journal = opened(other)
    journal.backup(tmp_path / "backup.db")
    journal.close()
    assert restore(tmp_path / "backup.db", folder) == folder / "journal-replaced-1.db"
    torn = bytearray((folder / "journal-replaced-1.db").read_bytes())
    torn[4096:8192] = bytes(4096)
    (folder / "journal-damaged-1.db").write_bytes(torn)
    (folder / "journal-damaged-1.jsonl").write_text(f'{{"name":"{JOSE}')
    (folder / "journal.db.part").write_text(JOSE)

    _, told = said(folder, JOSE)

    assert "Changed too: journal-replaced-1.db." in told
    deleted = "journal-damaged-1.db, journal.db.part, journal-damaged-1.jsonl"
    assert f"Deleted: {deleted}." in told
    assert traces(folder, JOSE) == []
    journal = opened(folder)
    assert named(journal.entries("m1")) == {"Cleo", "Somebody"}
    journal.close()
    restore(folder / "journal-replaced-1.db", folder)
    journal = opened(folder)
    assert (journal.damage, folded(journal, "m1").diverged) == (None, 0)
    assert named(journal.entries("m1")) == {"Somebody", "Bo"}
    journal.close()


def test_where_it_breaks_off_the_journal_is_whole_and_the_next_time_does_it(tmp_path):
    laid(tmp_path, (JOSE, "Bo"))
    tape(tmp_path / "tape-1.jsonl", JOSE)
    (tmp_path / "tape-2.jsonl").mkdir()  # no file: it cannot be read

    code, told = said(tmp_path, JOSE)

    assert (code, "it broke off" in told, "tape-2.jsonl" in told) == (2, True, True)
    (tmp_path / "tape-2.jsonl").rmdir()
    assert said(tmp_path, JOSE)[0] == 0
    assert traces(tmp_path, JOSE) == []


def test_a_phone_of_that_name_has_none_any_more(tmp_path):
    laid(tmp_path, (JOSE, "Bo"))
    people = People(tmp_path)
    people.join(
        people.device(people.fresh()), people.code("seat", seat="red").text, address="10.0.0.2",
        name=TYPED_OTHERWISE, seat="red", seats=("red", "blue"),
    )  # fmt: skip
    (tmp_path / "people.json.damaged").write_text(f'{{"name": "{JOSE}')
    assert len(traces(tmp_path, JOSE)) == 4

    assert said(tmp_path, JOSE)[0] == 0

    assert traces(tmp_path, JOSE) == []
    assert [person.seat for person in People(tmp_path).persons()] == ["red"]


def test_what_is_the_owners_is_named_and_left_alone(tmp_path):
    laid(tmp_path, (JOSE, "Bo"))
    (tmp_path / "companion.toml").write_text(f'[players]\n"{JOSE}" = "red"\n')

    _, told = said(tmp_path, JOSE)

    assert "the name may stand there: companion.toml." in told
    assert traces(tmp_path, JOSE) == ["companion.toml"]


def test_a_game_that_is_not_installed_keeps_its_words(tmp_path):
    laid(tmp_path, (JOSE, "Bo"))
    journal = opened(tmp_path)
    old = journal.entries("m1")

    report = forget_in(journal, None, {}, JOSE)

    assert (report.matches, report.clean) == (("m1",), True)
    new = journal.entries("m1")
    assert {entry.hash for entry in new} == {""}
    last = but_for(fold(GAME, old).match.state, JOSE, "Somebody")
    assert new[-1].state == last
    found = fold(GAME, new)  # once it is installed again
    assert (found.diverged, as_json(found.match.state)) == (0, last)
    journal.close()
    assert traces(tmp_path, JOSE) == []


def test_rules_that_had_led_elsewhere_lead_there_again(tmp_path):
    laid(tmp_path, (JOSE, "Bo"))
    journal = opened(tmp_path)
    old = journal.entries("m1")
    journal.close()
    stricter = replace(GAME, play=_stricter)

    for length in (8, 19, 20, 25, len(old)):
        before = fold(stricter, old[:length])
        after = fold(stricter, forgotten(old[:length], stricter, JOSE, "Somebody"))

        assert before.diverged == 9 or length < 9
        assert (after.diverged > 0) == (before.diverged > 0)
        assert after.dropped == before.dropped
        state = but_for(before.match.state, JOSE, "Somebody")
        assert as_json(after.match.state) == state


def _stricter(state: Any, move: Any) -> Any:
    """Rules of a later version in which nobody may stop early."""
    if isinstance(move, moves.Stop):
        return Refusal("labyrinth.no.zero")
    return GAME.play(state, move)


def test_a_running_companion_forgets_between_two_matches(tmp_path):
    journal = opened(tmp_path)
    there = Table(GAMES, journal, lambda: 0)
    evening(there, JOSE, "Bo")
    there.put_away("end", "test", "")
    people = People(tmp_path)

    report = forget_in(journal, people, GAMES, JOSE, "Jemand")

    assert (report.matches, report.clean) == (("m1",), True)
    assert traces(tmp_path, JOSE) == []
    evening(there, "Ada", "Bo")
    with journal.reading() as reader:
        assert named(reader.entries("m1")) == {"Jemand", "Bo"}
        rows = reader.matches()
        assert [row.state for row in rows] == ["ended", "running"]
    journal.close()
    assert opened_whole(tmp_path)


def opened_whole(folder: Path) -> bool:
    journal = opened(folder)
    whole = all(not folded(journal, row.match).diverged for row in journal.matches())
    journal.close()
    return whole and journal.damage is None


def test_nobody_of_that_name_changes_no_entry() -> None:
    there = Table(GAMES, Journal.scratch(), lambda: 0)
    evening(there, "Ada", "Bo")
    old: list[Entry] = there.journal.entries("m1")

    assert forgotten(old, GAME, "snail", "Somebody") is old
    assert hashed(fold(GAME, old).match.state) == old[-1].hash


def test_the_help_shows_how_it_is_typed() -> None:
    told = CliRunner().invoke(forget, ["--help"]).output

    assert "Example: companion forget Ada --data" in told
