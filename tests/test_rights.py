"""Who may do what at the table, asked at the one way in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion import rights
from companion.commands.found import found
from companion.games.labyrinth import moves
from companion.journal import Journal
from companion.loop import Loop, Snapshot
from companion.match import undoing
from companion.table import Table
from companion.views.tablet.look import look
from companion.views.tablet.sight import sight
from companion.views.tablet.written import written
from companion.vocabulary import Answer, Game, Refusal, Says, Signal, Viewer
from companion.walls import Drop, Way
from tests.another import installed

with installed():
    GAMES = found()

HOST, NOBODY = Viewer("host"), Viewer()
RED, BLUE, GREEN = (Viewer("seat", seat) for seat in ("red", "blue", "green"))
PLAYERS = [("Ada", "red", "a1"), ("Bo", "blue", "f6"), ("Cleo", "green", "f1")]
HANDS = {
    "red": [{"name": "anvil", "value": 1}, {"name": "bell", "value": 4}],
    "blue": [{"name": "comb", "value": 2}, {"name": "drum", "value": 3}],
    "green": [{"name": "egg", "value": 1}, {"name": "fork", "value": 2}],
}


class Round:
    """A table with three players, each with a device of its own."""

    def __init__(
        self, game: str, box: dict[str, Any], games: Mapping[str, Game] = GAMES
    ) -> None:
        self.shown: list[Snapshot] = []
        self.table = Table(games, Journal.scratch(), lambda: 0)
        self.loop = Loop(self.table, self.shown.append)
        self.now = self.asked = 0
        seats = [{"name": n, "seat": s, "corner": c} for n, s, c in PLAYERS]
        assert self.ask(HOST, do="start", game=game, seats=seats, box=box).status == 200

    def ask(self, viewer: Viewer, **request: Any) -> Answer:
        answers: list[Answer] = []
        self.now += 10
        device = f"{viewer.seat or viewer.role:.<8}"
        signal = Signal(rights.source(viewer, device), request, self.now)
        self.loop.step(signal, answers.append)
        return answers[0]

    def take(self, viewer: Viewer, move: dict[str, Any], **more: Any) -> Answer:
        self.asked += 1
        more = {"id": f"tap {self.asked}", **more}
        return self.ask(viewer, do="take", move=move, **more)

    def undo(self, viewer: Viewer, **more: Any) -> Answer:
        self.asked += 1
        return self.ask(viewer, do="undo", id=f"undo {self.asked}", **more)

    def lay(self, viewer: Viewer, token: str, **more: Any) -> Answer:
        return self.take(viewer, {"do": "lay", "seat": viewer.seat, "token": token}, **more)

    def look(self, viewer: Viewer) -> Any:
        return look(sight(self.shown[-1]), viewer)

    def journal(self, viewer: Viewer) -> Any:
        assert self.table.match is not None
        return written(GAMES, self.table.journal.entries(self.table.match.name), viewer)


@pytest.fixture
def maze() -> Round:
    """Ada has laid the snail open and rolled 3."""
    there = Round("labyrinth", {"symbols": {"c1": "snail"}})
    there.take(HOST, {"do": "draw", "symbol": "snail"})
    there.take(RED, {"do": "roll", "face": 3})
    return there


@pytest.fixture
def hands() -> Round:
    """The prize of the first round is turned: two points."""
    there = Round("closed_hands", {"hands": HANDS})
    assert there.take(HOST, {"do": "turned", "card": 2}).status == 200
    return there


def test_the_source_of_a_tap_says_who_asks() -> None:
    assert rights.asker("tablet/seat:red/3fa2") == RED
    assert rights.asker("tablet/host/3fa2") == HOST
    assert rights.asker("tablet/spectator/3fa2") == NOBODY
    assert rights.asker("tablet/tape") == HOST  # the table itself
    assert rights.asker("tablet/king/3fa2") == NOBODY
    assert rights.asker("tablet/seat:/3fa2") == NOBODY
    for viewer in (HOST, NOBODY, RED):
        assert rights.asker(rights.source(viewer, "3fa2")) == viewer


def test_who_only_looks_changes_nothing(maze: Round) -> None:
    version = maze.table.version

    asked = [
        maze.take(NOBODY, {"do": "stop"}),
        maze.undo(NOBODY),
        maze.ask(NOBODY, do="redo", id="r"),
        maze.ask(NOBODY, do="park", match="m1"),
        maze.ask(NOBODY, do="end", match="m1"),
        maze.ask(NOBODY, do="resume", match="m1"),
        maze.ask(NOBODY, do="start", game="labyrinth", seats=[]),
        maze.ask(NOBODY, do="reseat", id="s", change={"do": "left", "seat": "red"}),
    ]

    assert {answer.status for answer in asked} == {403}
    assert {answer.refusal.key for answer in asked if answer.refusal} == {"house.no.seat"}
    assert maze.table.version == version


def test_a_player_takes_only_the_own_choices(maze: Round) -> None:
    version = maze.table.version

    stolen = maze.take(BLUE, {"do": "walk", "path": ["b1"]})
    far = maze.take(BLUE, {"do": "walk", "path": ["b1", "c1"]})  # no choice, but it plays
    wrong = maze.take(BLUE, {"do": "correct"})
    mended = maze.take(BLUE, {"do": "place", "seat": "blue", "field": "c3"})

    assert (stolen.status, far.status, mended.status) == (403, 403, 403)
    assert stolen.refusal and stolen.refusal.values["name"] == "Ada"
    assert far.refusal and far.refusal.key == "house.no.not_yours"
    assert mended.refusal and mended.refusal.key == "house.no.host"
    assert wrong.status == 422
    assert maze.table.version == version
    assert maze.take(RED, {"do": "walk", "path": ["b1"]}).status == 200


def test_a_host_plays_for_everybody_and_corrects(maze: Round) -> None:
    assert maze.take(HOST, {"do": "walk", "path": ["b1"]}).status == 200
    assert maze.take(HOST, {"do": "place", "seat": "blue", "field": "c3"}).status == 200


def test_only_a_host_undoes_what_somebody_else_has_played_on_from(maze: Round) -> None:
    """K03: Ada ended her turn and Bo has rolled; Ada's phone takes nothing back."""
    maze.take(RED, {"do": "walk", "path": ["b1"]})
    assert maze.look(RED).undo is not None
    maze.take(RED, {"do": "stop"})
    maze.take(BLUE, {"do": "roll", "face": 2})
    maze.take(BLUE, {"do": "walk", "path": ["e6"]})

    refused = maze.undo(RED)

    assert refused.status == 403
    assert refused.refusal and refused.refusal.key == "house.no.undo_theirs"
    assert refused.refusal.values["name"] == "Bo"
    assert maze.look(RED).undo is None
    assert maze.look(HOST).undo.says.key == "labyrinth.did.walked"
    assert maze.undo(HOST).status == 200
    assert maze.undo(HOST).status == 200
    assert maze.table.match and maze.table.match.state.turn == "red"


def test_a_player_strikes_no_roll(maze: Round) -> None:
    assert maze.undo(RED, strike=True).status == 403
    assert maze.undo(HOST, strike=True).status == 200


def test_everybody_lays_at_once_and_is_answered_for_the_own_token(hands: Round) -> None:
    saw = hands.table.version

    blue = hands.lay(BLUE, "drum", version=saw)
    red = hands.lay(RED, "bell", version=saw)  # an older page, and still open
    again = hands.lay(RED, "anvil", version=saw)  # not any more
    green = hands.lay(GREEN, "fork", version=saw)

    assert (blue.status, red.status, green.status) == (200, 200, 200)
    assert again.status == 409
    state = hands.table.match.state  # type: ignore[union-attr]
    assert state.points == {"red": 2, "blue": 0, "green": 0}  # bell 4, drum 3, fork 2


def test_nobody_is_told_of_anothers_token(hands: Round) -> None:
    hands.lay(RED, "bell")

    for viewer in (HOST, NOBODY, BLUE):
        seen = hands.look(viewer)
        assert seen.history[0].says == Says(
            "closed_hands.did.laid", {"seat": "red", "name": "Ada"}
        )
        assert "bell" not in str((seen.view, seen.choices, seen.undo, hands.journal(viewer)))
    assert "bell" in str(hands.look(RED).view)
    assert hands.journal(RED)[-1].body == {"do": "lay", "seat": "red", "token": "bell"}


def test_what_is_asked_for_another_seat_tells_nothing_of_its_hand(hands: Round) -> None:
    """The answer is the same whether Ada holds the token or not, also after she laid it."""
    told = set()
    for viewer in (BLUE, HOST, NOBODY):
        for token in ("bell", "anvil", "drum", "nothing"):
            answer = hands.take(viewer, {"do": "lay", "seat": "red", "token": token})
            told.add((viewer, answer.status, str(answer.refusal)))
    hands.lay(RED, "bell")
    for viewer in (BLUE, HOST, NOBODY):
        for token in ("bell", "anvil", "drum", "nothing"):
            answer = hands.take(viewer, {"do": "lay", "seat": "red", "token": token})
            told.add((viewer, answer.status, str(answer.refusal)))

    assert len({(viewer, status) for viewer, status, _ in told}) == len(told) == 3


def test_a_reason_that_gives_nothing_away_is_told_to_whoever_may_hear_it() -> None:
    """A game with secrets says which reasons those are; of all others nothing is told."""
    closed = GAMES["closed_hands"]

    def may_hear(_: Any, viewer: Viewer, move: Any) -> bool:
        return closed.is_world(move) or move.seat == viewer.seat

    games = {"closed_hands": replace(closed, may_hear=may_hear)}
    there = Round("closed_hands", {"hands": HANDS}, games)
    there.take(HOST, {"do": "turned", "card": 2})
    there.lay(RED, "bell")

    twice = there.lay(RED, "anvil").refusal
    turned = there.take(HOST, {"do": "turned", "card": 3}).refusal
    spied = there.take(BLUE, {"do": "lay", "seat": "red", "token": "anvil"}).refusal
    hosts = there.take(HOST, {"do": "lay", "seat": "red", "token": "anvil"}).refusal
    theirs = there.take(BLUE, {"do": "takeup", "seat": "red"}).refusal

    assert twice == Refusal("closed_hands.no.laid", {"name": "Ada"})
    assert turned == Refusal("closed_hands.no.turned")
    assert spied == hosts == Refusal("house.no.choice")
    assert theirs == Refusal("house.no.not_yours", {"name": "Ada", "seat": "red"})
    assert there.lay(BLUE, "comb").status == 200


def test_what_no_list_names_is_not_taken_in_a_game_with_secrets() -> None:
    """Whoever may hear a reason does not get more to do by it."""
    closed = GAMES["closed_hands"]
    games = {"closed_hands": replace(closed, choices=lambda _: (), may_hear=lambda *_: True)}
    there = Round("closed_hands", {"hands": HANDS}, games)

    assert there.take(HOST, {"do": "turned", "card": 2}).refusal == Refusal("house.no.choice")


def test_the_same_name_of_a_request_is_another_request_of_another_device(hands: Round) -> None:
    """Else one could ask under the name that a page gives to a secret choice."""
    assert hands.lay(RED, "bell", id="4 bell").status == 200

    spied = hands.lay(BLUE, "comb", id="4 bell")
    twice = hands.lay(RED, "bell", id="4 bell")

    assert spied.status == 200
    assert twice.status == 200 and twice.version == spied.version - 1
    assert hands.table.match and set(hands.table.match.state.laid) == {"red", "blue"}


def test_an_undo_never_uncovers_a_token(hands: Round) -> None:
    for viewer, token in ((RED, "bell"), (BLUE, "drum"), (GREEN, "fork")):
        hands.lay(viewer, token)
    opened = hands.undo(GREEN)  # the last to lay saw the others

    taken_back = hands.undo(HOST)

    assert opened.refusal and opened.refusal.key == "house.no.undo_opened"
    assert taken_back.status == 200
    state = hands.table.match.state  # type: ignore[union-attr]
    assert state.laid == {}  # all three choose anew: nobody keeps what others have seen
    assert hands.look(BLUE).redo is None
    for viewer in (HOST, NOBODY, BLUE):
        assert "bell" not in str((hands.look(viewer).redo, hands.journal(viewer)))


def test_a_player_takes_the_own_token_back_until_somebody_else_chose(hands: Round) -> None:
    hands.lay(RED, "bell")
    assert hands.undo(RED).status == 200
    hands.lay(RED, "anvil")
    hands.lay(BLUE, "drum")

    late = hands.undo(RED)

    assert late.refusal and late.refusal.key == "house.no.undo_theirs"
    assert "drum" not in str(late)
    assert hands.take(RED, {"do": "takeup", "seat": "red"}).status == 200


def test_a_token_that_was_taken_back_stays_secret_for_ever(hands: Round) -> None:
    hands.lay(RED, "bell")
    hands.undo(RED)
    for viewer, token in ((RED, "anvil"), (BLUE, "drum"), (GREEN, "fork")):
        hands.lay(viewer, token)

    assert "anvil" in str(hands.journal(BLUE))
    assert "bell" not in str(hands.journal(BLUE))
    assert "bell" in str(hands.journal(RED))


def test_the_journal_of_a_game_with_secrets_gives_no_fingerprint_and_no_box(
    hands: Round, maze: Round
) -> None:
    start, *rest = hands.journal(BLUE)

    assert "box" not in start.body and {entry.hash for entry in (start, *rest)} == {""}
    start, *rest = maze.journal(HOST)  # its walls are a secret of the table's
    assert "box" not in start.body and {entry.hash for entry in (start, *rest)} == {""}
    assert {entry.id for entry in rest} == {""}


FELL = moves.Fell(
    Drop((Way(("a1-b1",), 0.7316, 93.5, 611, 0.4127), Way(("a1-b1", "b1-b2"), 0.2433)), 0.0251),
    tray="nw",
)


def test_of_a_ball_that_the_plate_saw_fall_the_journal_tells_only_that_it_fell(
    maze: Round,
) -> None:
    maze.take(RED, {"do": "walk", "path": ["b1", "b2"]})
    assert maze.table.play(FELL, "drop/nw", "") is None
    told = {"do": "fall", "seat": None, "tray": "nw"}
    assert [maze.journal(viewer)[-1].body for viewer in (HOST, NOBODY, RED)] == [told] * 3

    maze.undo(HOST)

    assert maze.journal(HOST)[-2].body == told  # nor once it was taken back


def test_after_the_game_the_journal_tells_what_held_the_ball_back(maze: Round) -> None:
    maze.take(RED, {"do": "walk", "path": ["b1", "b2"]})
    maze.table.play(FELL, "drop/nw", "")
    for symbol in ("key", "owl", "cat", "hat", "sun"):
        maze.take(HOST, {"do": "give", "seat": "red", "symbol": symbol})

    fell = next(entry for entry in maze.journal(NOBODY) if entry.by == "drop/nw")

    assert fell.body == msgspec.to_builtins(FELL)
    assert maze.look(NOBODY).view["walls"]["marginals"]


def test_undo_goes_back_to_the_first_of_what_was_opened(hands: Round) -> None:
    first = hands.lay(RED, "bell").version
    hands.lay(BLUE, "drum")
    hands.lay(GREEN, "fork")
    assert hands.table.match is not None

    back = undoing(hands.table.match, None, False)

    assert [node.version for node in back] == [first + 2, first + 1, first]


def test_people_change_in_the_middle_of_a_match(hands: Round) -> None:
    def change(viewer: Viewer, **what: Any) -> Answer:
        hands.asked += 1
        return hands.ask(viewer, do="reseat", id=f"s{hands.asked}", change=what)

    assert change(RED, do="renamed", seat="red", name="Adele").status == 200
    assert change(RED, do="renamed", seat="blue", name="Boris").status == 403
    assert change(BLUE, do="left", seat="blue").status == 403
    assert change(HOST, do="renamed", seat="blue", name="ADELE").status == 422
    assert change(HOST, do="swapped", seat="red", other="blue").status == 200
    assert change(HOST, do="left", seat="green").status == 200

    names = {one["seat"]: one["name"] for one in hands.look(HOST).view["seats"]}
    assert names == {"red": "Bo", "blue": "Adele"}
    assert [told.says.key for told in hands.look(NOBODY).history[:3]] == [
        "house.did.left", "house.did.swapped", "house.did.renamed",
    ]  # fmt: skip
    entries = hands.table.journal.entries(hands.table.match.name)  # type: ignore[union-attr]
    hands.table.match = None
    assert hands.table.load(entries[0].match) is None
    assert {one["name"] for one in hands.table.match.game.show(  # type: ignore[union-attr]
        hands.table.match.state, HOST)["seats"]} == {"Bo", "Adele"}  # fmt: skip


def test_a_change_of_people_can_be_undone(hands: Round) -> None:
    hands.ask(HOST, do="reseat", id="s", change={"do": "left", "seat": "green"})

    assert hands.undo(HOST).status == 200

    assert [one["seat"] for one in hands.look(HOST).view["seats"]] == ["red", "blue", "green"]


def test_equal_names_are_refused_however_they_are_typed() -> None:
    there = Round("labyrinth", {})
    there.ask(HOST, do="end", match="m1")
    seats = [
        {"name": "Jos\u00e9", "seat": "red", "corner": "a1"},
        {"name": "jose\u0301", "seat": "blue", "corner": "f6"},
    ]

    answer = there.ask(HOST, do="start", game="labyrinth", seats=seats)

    assert (answer.status, answer.refusal and answer.refusal.key) == (
        422, "house.no.name_taken",
    )  # fmt: skip
