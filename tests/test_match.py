"""A match is its journal, folded: undo, redo, what the world said, and newer rules."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.folding import fold
from companion.games.labyrinth import GAME, moves
from companion.journal import Entry, Journal
from companion.match import hashed, nodes
from companion.table import Table
from companion.vocabulary import Game, Player, Refusal, Start

START = Start(
    "labyrinth",
    (Player("Ada", "red", "a1"), Player("Bo", "blue", "f6")),
    {},
    {"symbols": {"c1": "snail"}},
)


def table(game: Game = GAME, journal: Journal | None = None) -> Table:
    there = Table({game.name: game}, journal or Journal.scratch(), lambda: 0)
    assert there.start(START, "test", "") is None
    return there


def say(there: Table, *played: Any) -> None:
    for move in played:
        assert there.play(move, "test", "") is None, move


def state(there: Table) -> Any:
    assert there.match is not None
    return there.match.state


def entries(there: Table) -> list[Entry]:
    assert there.match is not None
    return there.journal.entries(there.match.name)


def test_an_undo_takes_back_the_last_decision_and_a_redo_gives_the_same_again() -> None:
    there = table()
    say(there, moves.Draw("snail"), moves.Roll(3), moves.Walk(("b1",)))
    before = hashed(state(there))
    assert there.undo(None, False, "test", "") is None
    assert (state(there).at["red"], state(there).path) == ("a1", ())
    assert there.redo("test", "") is None
    assert hashed(state(there)) == before
    assert there.redo("test", "") == Refusal("house.no.redo")


def test_the_version_never_falls() -> None:
    there = table()
    say(there, moves.Draw("snail"), moves.Roll(3), moves.Walk(("b1",)))
    versions = [there.version]
    for _ in range(2):
        there.undo(None, False, "test", "")
        versions.append(there.version)
    there.redo("test", "")
    assert [*versions, there.version] == [4, 5, 5, 6]


def test_what_the_world_said_stays_said_when_people_take_back() -> None:
    there = table()
    say(there, moves.Draw("snail"), moves.Roll(3), moves.Walk(("b1",)), moves.Stop())
    say(there, moves.Roll(2))
    there.undo(None, False, "test", "")
    assert there.match is not None
    assert (state(there).turn, state(there).phase) == ("red", "walk")
    assert [node.move for node in there.match.kept] == [moves.Roll(2)]


def test_a_struck_roll_is_gone() -> None:
    there = table()
    say(there, moves.Draw("snail"), moves.Roll(3))
    there.undo(None, True, "test", "")
    assert there.match is not None
    assert (state(there).phase, there.match.kept) == ("roll", ())
    say(there, moves.Roll(1))
    assert state(there).roll == 1


def test_another_roll_than_the_kept_one_drops_what_was_kept() -> None:
    there = table()
    say(there, moves.Draw("snail"), moves.Roll(3), moves.Stop(), moves.Roll(2))
    there.undo(None, False, "test", "")
    say(there, moves.Fall(), moves.Roll(4))
    assert there.match is not None
    assert there.match.kept == ()


def test_an_undo_down_to_an_entry_takes_all_since() -> None:
    there = table()
    say(
        there, moves.Draw("snail"), moves.Roll(3), moves.Walk(("b1",)), moves.Walk(("b1", "c1"))
    )
    there.undo(2, False, "test", "")
    assert state(there).phase == "draw"
    assert there.undo(None, False, "test", "") == Refusal("house.no.undo")


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_every_journal_folds_to_the_state_it_was_written_in(data: st.DataObject) -> None:
    there = table()
    for _ in range(60):
        what = data.draw(st.sampled_from(["move"] * 6 + ["undo", "strike", "redo"]))
        if what == "move":
            open_now = GAME.choices(state(there))
            if not open_now:
                break
            say(there, data.draw(st.sampled_from(open_now)).move)
        elif what == "redo":
            there.redo("test", "")
        else:
            there.undo(None, what == "strike", "test", "")
    folded = fold(GAME, entries(there))
    assert folded.diverged == 0
    assert there.match is not None
    assert hashed(folded.match.state) == hashed(state(there))
    assert [n.version for n in nodes(folded.match)] == [n.version for n in nodes(there.match)]
    assert [n.move for n in folded.match.kept] == [n.move for n in there.match.kept]


def test_rules_that_fold_otherwise_are_noticed_and_the_stored_state_goes_on() -> None:
    there = table()
    say(there, moves.Draw("snail"), moves.Roll(3), moves.Walk(("b1",)), moves.Stop())
    told = entries(there)
    stored = told[3]
    told[3] = replace(stored, state=msgspec.to_builtins(_states(told)[3]))
    folded = fold(replace(GAME, rules=2, play=_stricter), told)
    assert folded.diverged == told[4].version
    assert folded.match.state.at["red"] == "b1"


def _states(told: list[Entry]) -> list[Any]:
    return [fold(GAME, told[: number + 1]).match.state for number in range(len(told))]


def _stricter(state: Any, move: Any) -> Any:
    """Rules of a later version in which nobody may stop early."""
    if isinstance(move, moves.Stop):
        return Refusal("labyrinth.no.zero")
    return GAME.play(state, move)


def test_a_match_that_diverged_resumes_and_says_so(tmp_path: Any) -> None:
    journal = Journal.open(tmp_path, newest_rules={"labyrinth": GAME.rules})
    there = table(journal=journal)
    say(there, moves.Draw("snail"), moves.Roll(3), moves.Walk(("b1",)), moves.Stop())
    again = Table({"labyrinth": replace(GAME, play=_stricter)}, journal, lambda: 0)
    assert again.go_on() is None
    assert again.trouble.startswith("entry 5")
    assert again.journal.entries("m1")[-1].kind == "rebase"
    assert again.go_on() is None
    assert again.match is not None
    assert hashed(again.match.state) == again.journal.entries("m1")[-1].hash
    journal.close()


def test_a_long_match_neither_folds_slowly_nor_falls_apart_when_it_is_forgotten() -> None:
    there = table()
    say(there, moves.Draw("snail"), moves.Roll(3))
    for number in range(20_000):
        say(there, moves.Walk(("b1",) if number % 2 else ()))
    there.match = None  # the chain of 20,000 moves is freed here
    assert there.version == 20_003
