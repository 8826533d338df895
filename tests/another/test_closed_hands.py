"""A game of another package: its rules reasoned by hand, its secrets, and how it is found."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from msgspec import convert, to_builtins

from companion.vocabulary import (
    Joined,
    Left,
    Player,
    Refusal,
    Renamed,
    Setup,
    Shown,
    Swapped,
    Viewer,
)
from tests.another import HERE, installed
from tests.games.contract import leaves, people, random_play, spoken

with installed():
    from closed_hands import GAME, moves
    from closed_hands.state import Box, Options, State
    from closed_hands.tokens import SEATS as ALL
    from closed_hands.tokens import WORDS

TOP = Path(__file__).parent.parent.parent
PACKAGE = HERE / "closed_hands"

ADA, BO, CLEO = Player("Ada", "red"), Player("Bo", "blue"), Player("Cleo", "green")
HANDS = {
    "red": {"owl": 1, "oak": 4, "ore": 6},
    "blue": {"bee": 2, "bay": 4, "bog": 5},
    "green": {"gnu": 1, "gem": 3, "gum": 4},
    "black": {"bat": 9},
}


def box(hands: dict[str, dict[str, int]]) -> Box:
    tokens = {
        seat: [{"name": name, "value": value} for name, value in hand.items()]
        for seat, hand in hands.items()
    }
    return convert({"hands": tokens}, Box)


def begun(*players: Player, hands: dict[str, dict[str, int]] | None = None) -> Any:
    return GAME.new(Setup(players, Options(), box(hands or HANDS)))


def game(*players: Player, hands: dict[str, dict[str, int]] | None = None) -> State:
    state = begun(*(players or (ADA, BO)), hands=hands)
    assert isinstance(state, State), state
    return state


def play(state: State, *played: Any) -> State:
    for move in played:
        after = GAME.play(state, move)
        assert isinstance(after, State), (move, after)
        state = after
    return state


def seat(state: State, change: Any) -> State:
    assert GAME.seated
    after = GAME.seated(state, change)
    assert isinstance(after, State), after
    return after


def why(after: Any) -> str:
    assert isinstance(after, Refusal), after
    return after.key.removeprefix("closed_hands.no.")


def unplayed(state: State, move: Any) -> str:
    return why(GAME.play(state, move))


def unseated(state: State, change: Any) -> str:
    assert GAME.seated
    return why(GAME.seated(state, change))


def turned(points: int) -> moves.Turned:
    return moves.Turned(points)


def red(token: str) -> moves.Lay:
    return moves.Lay("red", token)


def blue(token: str) -> moves.Lay:
    return moves.Lay("blue", token)


def green(token: str) -> moves.Lay:
    return moves.Lay("green", token)


def held(state: State, seat: str) -> list[str]:
    return [token.name for token in state.hands[seat]]


# Rounds


def test_the_highest_takes_the_prize_and_what_was_opened_is_out() -> None:
    state = play(game(), turned(2), red("owl"), blue("bee"))
    assert state.points == {"red": 0, "blue": 2}
    assert held(state, "red") == ["oak", "ore"] and held(state, "blue") == ["bay", "bog"]
    assert (state.phase, state.prize, state.laid) == ("turn", 0, {})


def test_nobody_takes_the_prize_where_two_tie_for_the_highest() -> None:
    state = play(game(ADA, BO, CLEO), turned(3), red("oak"), blue("bay"), green("gem"))
    assert state.points == {"red": 0, "blue": 0, "green": 0}
    assert state.rounds[-1].winner == ""


def test_a_tie_below_the_highest_harms_nobody() -> None:
    state = play(game(ADA, BO, CLEO), turned(3), red("owl"), blue("bee"), green("gnu"))
    assert state.points == {"red": 0, "blue": 3, "green": 0}


def test_all_are_opened_when_the_last_lies_in_whatever_order() -> None:
    state = play(game(ADA, BO, CLEO), turned(1), green("gum"), red("owl"))
    assert (state.phase, state.rounds) == ("lay", ())
    assert play(state, blue("bee")).points == {"red": 0, "blue": 0, "green": 1}


def test_what_lies_may_be_taken_up_again_until_all_lie() -> None:
    state = play(game(), turned(1), red("owl"), moves.TakeUp("red"))
    assert state.laid == {} and held(state, "red") == ["owl", "oak", "ore"]
    state = play(state, red("ore"), blue("bog"))
    assert state.points == {"red": 1, "blue": 0}
    assert unplayed(state, moves.TakeUp("red")) == "nothing"


def test_the_game_ends_with_the_hands_and_most_points_win() -> None:
    state = play(
        game(),
        *(turned(3), red("oak"), blue("bay")),  # 4 and 4: nobody
        *(turned(1), red("ore"), blue("bog")),  # 6 and 5: red
        *(turned(2), red("owl"), blue("bee")),  # 1 and 2: blue
    )
    assert (state.phase, GAME.choices(state)) == ("over", ())
    final = GAME.final(state)
    assert [(p.name, p.total) for p in final.players] == [("Ada", 1), ("Bo", 2)]
    assert final.winners == ("Bo",)


def test_a_win_may_be_shared() -> None:
    hands = {"red": {"low": 1, "top": 4}, "blue": {"mid": 2, "two": 3}}
    state = play(
        game(hands=hands),
        *(turned(2), red("low"), blue("mid")),
        *(turned(2), red("top"), blue("two")),
    )
    assert GAME.final(state).winners == ("Ada", "Bo")
    assert GAME.show(state, Viewer())["winners"] == ["red", "blue"]


def test_who_holds_no_more_sits_out_and_one_alone_has_nobody_to_bid_against() -> None:
    hands = {"red": {"one": 1}, "blue": {"two": 2, "six": 6}, "green": {"ten": 10, "all": 11}}
    state = play(game(ADA, BO, CLEO, hands=hands), turned(1))
    state = play(state, red("one"), blue("two"), green("ten"), turned(2))
    assert {choice.seat for choice in GAME.choices(state)} == {"blue", "green"}
    state = play(state, blue("six"), green("all"))
    assert state.phase == "over" and state.points == {"red": 0, "blue": 0, "green": 3}
    hands = {"red": {"one": 1}, "blue": {"two": 2, "six": 6}}
    state = play(game(hands=hands), turned(1), red("one"), blue("two"))
    assert state.phase == "over" and held(state, "blue") == ["six"]


def test_points_are_put_right_even_after_the_end() -> None:
    hands = {"red": {"one": 1}, "blue": {"two": 2}}
    state = play(game(hands=hands), turned(1), red("one"), blue("two"))
    assert GAME.final(state).winners == ("Bo",)
    assert GAME.final(play(state, moves.Points("red", 5))).winners == ("Ada",)


# Refusals


def test_what_comes_at_another_time_or_is_not_in_the_hand_is_refused() -> None:
    state = game()
    assert unplayed(state, red("owl")) == "prize"
    assert unplayed(state, moves.TakeUp("red")) == "nothing"
    state = play(state, turned(1))
    assert unplayed(state, turned(2)) == "turned"
    assert unplayed(state, red("bee")) == "token"
    assert unplayed(state, red("dust")) == "token"
    assert unplayed(state, green("gnu")) == "seat"
    assert unplayed(state, moves.Points("green", 1)) == "seat"
    assert unplayed(play(state, red("owl")), red("oak")) == "laid"
    state = play(state, red("owl"), blue("bee"), turned(1))
    assert unplayed(state, red("owl")) == "token"


def test_nothing_is_laid_after_the_end() -> None:
    hands = {"red": {"one": 1}, "blue": {"two": 2}}
    state = play(game(hands=hands), turned(1), red("one"), blue("two"))
    assert unplayed(state, turned(1)) == "over"
    assert unplayed(state, red("one")) == "over"


def test_a_game_needs_two_to_eight_colours_a_hand_for_each_and_a_name_for_each_token() -> None:
    assert why(begun(ADA)) == "seats"
    assert why(begun(ADA, Player("Bo", "red"))) == "seats"
    assert why(begun(ADA, Player("Bo", "pink"))) == "seats"
    assert why(begun(ADA, Player("Bo", "violet"))) == "hand"
    assert why(begun(ADA, BO, hands={"red": {"owl": 1}, "blue": {}})) == "hand"
    assert why(begun(ADA, BO, hands={"red": {"owl": 1}, "blue": {"owl": 2}})) == "twice"


def test_eight_play_with_the_tokens_that_everybody_has() -> None:
    state = GAME.new(Setup(people(GAME, 8), Options(), Box()))
    assert isinstance(state, State)
    assert [token.value for token in state.hands["violet"]] == [1, 2, 3, 4, 5]
    assert len({token.name for hand in state.hands.values() for token in hand}) == 40


# Secrets


def test_a_hand_is_shown_to_its_own_seat_alone() -> None:
    state = play(game(), turned(1), red("owl"))
    mine, others = GAME.show(state, Viewer("seat", "red"))["seats"]
    assert "hand" not in others
    assert [(t["name"], t["lies"]) for t in mine["hand"]] == [
        ("owl", True), ("oak", False), ("ore", False)
    ]  # fmt: skip
    for viewer in (Viewer("host"), Viewer(), Viewer("seat", "blue")):
        shown = GAME.show(state, viewer)
        assert not set(HANDS["red"]) & set(leaves(shown))
        assert (shown["seats"][0]["laid"], shown["seats"][0]["held"]) == (True, 2)


def test_what_lies_is_sealed_until_the_round_is_opened() -> None:
    assert GAME.seal
    first = play(game(), turned(1))
    then = play(first, red("owl"))
    sealed = GAME.seal(then, then, red("owl"))
    assert sealed and sealed.seat == "red" and sealed.move == {"do": "lay", "seat": "red"}
    assert spoken(GAME).say(sealed.says) == "Ada lays a token."
    assert spoken(GAME).say(GAME.says(first, red("owl"))) == "Ada lays the owl."
    opened = play(then, blue("bee"))
    assert GAME.seal(opened, then, red("owl")) is None
    assert GAME.seal(opened, opened, blue("bee")) is None
    assert GAME.seal(then, opened, blue("bee")), "an undo closes the last hand again"


def test_that_one_lies_and_is_taken_up_is_no_secret() -> None:
    assert GAME.seal
    state = play(game(), turned(1), red("owl"))
    secret = {(choice.seat, choice.secret) for choice in GAME.choices(state)}
    assert secret == {("red", False), ("blue", True)}
    after = play(state, moves.TakeUp("red"))
    assert GAME.seal(after, after, moves.TakeUp("red")) is None


def test_a_token_that_was_taken_up_again_is_never_told() -> None:
    assert GAME.seal
    then = play(game(), turned(1), red("owl"))
    opened = play(then, moves.TakeUp("red"), red("ore"), blue("bee"))
    assert GAME.seal(opened, then, red("owl"))
    later = play(opened, turned(1), red("owl"), blue("bay"))
    assert GAME.seal(later, then, red("owl")), "opened in another round than it was laid in"


def test_a_token_that_went_out_with_its_player_is_never_told() -> None:
    assert GAME.seal
    then = play(game(ADA, BO, CLEO), turned(1), red("owl"))
    opened = seat(play(then, blue("bee"), green("gnu")), Left("red"))
    assert GAME.seal(opened, then, red("owl")) is None, "opened before"
    gone = seat(then, Left("red"))
    assert gone.laid == {}
    opened = play(gone, blue("bee"), green("gnu"))
    assert GAME.seal(opened, then, red("owl"))
    assert "owl" not in set(leaves(GAME.show(opened, Viewer("seat", "red"))))


# Pieces that are shown to a reader


def shown(state: State, piece: str, name: str = "") -> Any:
    assert GAME.means
    return GAME.means(state, Shown(piece, 0, facts={"name": name} if name else {}))


def meant(state: State, piece: str, name: str = "") -> tuple[Any, ...]:
    (meaning,) = shown(state, piece, name)
    assert isinstance(play(state, *meaning.moves), State)
    assert meaning.secret is (piece.partition("/")[0] == "token")
    return tuple(meaning.moves)


def test_the_prize_card_is_turned_and_a_token_laid_by_showing_it() -> None:
    state = game()
    assert meant(state, "prize/2") == (turned(2),)
    state = play(state, turned(2))
    assert meant(state, "token/red/1", "owl") == (red("owl"),)
    assert meant(state, "token/blue/3", "bog") == (blue("bog"),)
    assert [one.seat for one in shown(state, "token/blue/3", "bog")] == ["blue"]


def test_what_is_shown_at_another_time_means_nothing() -> None:
    assert why(shown(game(), "token/red/1", "owl")) == "prize"
    state = play(game(), turned(2))
    assert why(shown(state, "prize/1")) == "turned"
    assert why(shown(state, "token/green/1", "gnu")) == "seat"
    hands = {"red": {"one": 1}, "blue": {"two": 2}}
    over = play(game(hands=hands), turned(1), red("one"), blue("two"))
    assert why(shown(over, "prize/1")) == "over"
    assert why(shown(over, "token/red/1", "one")) == "over"


def test_why_a_token_cannot_be_laid_is_the_same_whichever_it_is() -> None:
    state = play(game(), turned(2))
    others = [shown(state, "token/red/1", name) for name in ("bee", "dust", "")]
    assert [why(one) for one in others] == ["lay"] * 3
    laid = play(state, red("owl"))
    again = [shown(laid, "token/red/2", name) for name in ("owl", "oak", "bee", "")]
    assert [why(one) for one in again] == ["laid"] * 4
    for same in (others, again):
        assert len({(one.key, *one.values.items()) for one in same}) == 1


def test_a_turn_is_a_round() -> None:
    assert GAME.turn
    state = game()
    first = GAME.turn(state)
    assert GAME.turn(play(state, turned(1), red("owl"), moves.TakeUp("red"))) == first
    assert GAME.turn(play(state, turned(1), red("owl"), blue("bee"))) != first


# Who sits at the table


def test_whoever_leaves_takes_the_hand_along_and_the_round_waits_no_more() -> None:
    state = play(game(ADA, BO, CLEO), turned(2), blue("bay"), green("gum"))
    after = seat(state, Left("red"))
    assert after.seats == ("blue", "green") and "red" not in after.hands
    assert after.points == {"blue": 0, "green": 0} and len(after.rounds) == 1
    assert unseated(after, Left("red")) == "seat"
    assert unseated(after, Left("blue")) == "few"


def test_the_next_turns_the_prize_when_the_first_has_left() -> None:
    after = seat(game(ADA, BO, CLEO), Left("red"))
    assert {choice.seat for choice in GAME.choices(after)} == {"blue"}


def test_whoever_joins_gets_the_hand_of_the_box_and_lays_in_this_round() -> None:
    state = play(game(), turned(2), red("ore"))
    after = seat(state, Joined(Player("Eve", "black")))
    assert (after.points["black"], held(after, "black")) == (0, ["bat"])
    after = play(after, blue("bog"))
    assert after.phase == "lay"
    assert play(after, moves.Lay("black", "bat")).points == {"red": 0, "blue": 0, "black": 2}
    assert unseated(after, Joined(Player("Fay", "black"))) == "taken"
    assert unseated(after, Joined(Player("Fay", "violet"))) == "hand"


def test_a_hand_that_went_out_does_not_come_back() -> None:
    after = seat(game(ADA, BO, CLEO), Left("red"))
    assert unseated(after, Joined(Player("Ada", "red"))) == "hand"
    again = seat(seat(game(), Joined(Player("Eve", "black"))), Left("black"))
    assert unseated(again, Joined(Player("Eve", "black"))) == "hand"


def test_those_who_swap_change_names_and_nothing_else() -> None:
    state = play(game(), turned(2), red("owl"), blue("bee"), turned(1), red("oak"))
    after = seat(state, Swapped("red", "blue"))
    assert after.names == {"red": "Bo", "blue": "Ada"}
    assert (after.hands, after.points, after.laid) == (state.hands, state.points, state.laid)
    assert unseated(state, Swapped("red", "green")) == "seat"


def test_a_name_may_change() -> None:
    assert seat(game(), Renamed("red", "Zora")).names == {"red": "Zora", "blue": "Bo"}
    assert unseated(game(), Renamed("green", "Zora")) == "seat"


def test_nobody_leaves_or_joins_after_the_end() -> None:
    hands = {"red": {"one": 1}, "blue": {"two": 2}, "black": {"bat": 9}}
    state = play(game(hands=hands), turned(1), red("one"), blue("two"))
    assert unseated(state, Left("red")) == "over"
    assert unseated(state, Joined(Player("Eve", "black"))) == "over"


# Whole plays

EVERY_MOVE = (
    *(moves.Turned(card) for card in (1, 2, 3)),
    *(moves.TakeUp(seat) for seat in ALL),
    *(moves.Lay(seat, name) for seat in ALL for hand in WORDS.values() for name in hand),
)


@settings(max_examples=25, deadline=None)
@given(st.integers(), st.integers(2, 8))
def test_in_every_play_hands_only_shrink_and_no_more_is_won_than_was_turned(
    seed: int, count: int
) -> None:
    prizes, before = 0, None
    for state, move in random_play(GAME, Random(seed), people(GAME, count), {}, 200):
        prizes += move.card if isinstance(move, moves.Turned) else 0
        assert sum(state.points.values()) <= prizes
        if before:
            assert all(set(state.hands[s]) <= set(before.hands[s]) for s in state.seats)
        opened = sum(len(one.tokens) for one in state.rounds)
        assert opened + sum(map(len, state.hands.values())) == 5 * count
        before = state


@settings(max_examples=5, deadline=None)
@given(st.integers(), st.integers(2, 8))
def test_a_move_plays_if_and_only_if_it_is_a_choice(seed: int, count: int) -> None:
    for state, _ in random_play(GAME, Random(seed), people(GAME, count), {}, 60):
        open_now = {choice.move for choice in GAME.choices(state)}
        plays = {m for m in EVERY_MOVE if not isinstance(GAME.play(state, m), Refusal)}
        assert open_now == plays


@given(st.lists(st.integers(0, 999), min_size=1, max_size=8))
def test_the_sheet_of_a_finished_game_names_all_who_have_the_most(points: list[int]) -> None:
    players = [{"name": f"P{n}", "points": won} for n, won in enumerate(points)]
    scores = GAME.score(convert({"players": players}, GAME.Sheet))
    assert [player.total for player in scores.players] == points
    assert [int(name[1:]) for name in scores.winners] == [
        number for number, won in enumerate(points) if won == max(points)
    ]


# Its page


@pytest.fixture(scope="module")
def paper() -> Environment:
    house = FileSystemLoader(TOP / "companion" / "views" / "tablet" / "templates")
    ours = PrefixLoader({"closed_hands": FileSystemLoader(PACKAGE / "page")})
    paper = Environment(
        loader=ChoiceLoader([house, ours]), autoescape=True, undefined=StrictUndefined
    )
    words = spoken(GAME)
    paper.globals |= {"static": "/static", "say": words.say, "word": words.word}
    return paper


def drawn(paper: Environment, state: State, viewer: Viewer) -> str:
    mine = [one for one in GAME.choices(state) if not one.secret or one.seat == viewer.seat]
    page = {
        "version": 7, "viewer": to_builtins(viewer), "may": {"play": True},
        "view": GAME.show(state, viewer), "choices": to_builtins(mine), "history": [],
    }  # fmt: skip
    regions = ("subject", "drawing", "hand", "score", "shelf")
    return "\n".join(
        paper.get_template(f"closed_hands/{name}.html").render(page=page) for name in regions
    )


def phases() -> Iterator[State]:
    """To turn, to lay, one lies, opened, the last round, won together, won alone."""
    two = {"red": {"owl": 1, "oak": 5}, "blue": {"bee": 2, "bay": 4}}
    state = game(hands=two)
    for move in (turned(2), red("owl"), blue("bee"), turned(2), red("oak")):
        yield state
        state = play(state, move)
    yield play(state, blue("bay"))
    yield play(state, blue("bay"), moves.Points("red", 9))


@pytest.mark.parametrize("viewer", [Viewer("host"), Viewer(), Viewer("seat", "blue")], ids=str)
def test_every_phase_is_drawn_and_shows_no_hand_of_another(
    paper: Environment, viewer: Viewer
) -> None:
    for state in phases():
        text = drawn(paper, state, viewer)
        opened = {token.name for one in state.rounds[-1:] for token in one.tokens.values()}
        assert "Ada" in text and "Bo" in text
        assert not [name for name in ("owl", "oak") if name in text and name not in opened]


def test_the_hand_is_in_ink_and_all_alike(paper: Environment) -> None:
    text = drawn(paper, play(game(), turned(3)), Viewer("seat", "red"))
    hand = text[text.index('class="hand-of"') : text.index("</section>", text.index("hand-of"))]
    assert all(name in hand for name in HANDS["red"])
    assert "data-who" not in hand and "style=" not in hand
    assert hand.count('<button class="own-token"') == 3 == hand.count("<button")


def test_there_is_a_hand_only_where_there_is_something_to_lay_or_that_lies(
    paper: Environment,
) -> None:
    mine = ["hand-of" in drawn(paper, state, Viewer("seat", "blue")) for state in phases()]
    assert mine == [False, True, True, False, True, False, False]
    assert not any("hand-of" in drawn(paper, state, Viewer("host")) for state in phases())


def test_a_colour_without_a_shape_is_shown_by_its_name(paper: Environment) -> None:
    state = GAME.new(Setup(people(GAME, 8), Options(), Box()))
    text = drawn(paper, state, Viewer("seat", "violet"))
    assert "Hal" in text and "Edda" in text
    assert "#violet" not in text and "#black" not in text and "#red" in text


# How it is found


def companion(*words: str, path: tuple[Path, ...] = ()) -> str:
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TOP, *path)))}
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(
        command, cwd=TOP, env=around, capture_output=True, text=True, check=True
    ).stdout


def test_it_is_listed_where_its_package_is_installed_and_nowhere_else() -> None:
    found = json.loads(companion("games", "--json", path=(HERE,)))
    assert {"name": "closed_hands", "players": [2, 8], "rules": 1} in found
    assert "closed_hands" not in companion("games", "--json")


def test_its_sheet_is_scored_like_any_other() -> None:
    told = json.loads(companion("score", "closed_hands", "--template", path=(HERE,)))
    assert told == GAME.blank


def test_it_knows_nothing_of_ours_but_the_vocabulary_and_the_house_does_not_name_it() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = (
                [getattr(node, "module", None) or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            ours = [name for name in names if name.startswith("companion")]
            assert set(ours) <= {"companion.vocabulary"}, path
    for path in (TOP / "companion").rglob("*"):
        if path.suffix in (".py", ".html", ".css", ".js", ".po", ".toml"):
            assert "closed_hands" not in path.read_text(), path
