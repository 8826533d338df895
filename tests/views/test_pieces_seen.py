"""What each viewer may see of pieces, and what a form says of them: without a server."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from werkzeug.datastructures import MultiDict

from companion.showing import Pieced, Which
from companion.views.tablet.pieces.facts import fields, said
from companion.views.tablet.pieces.seen import Seen, Wanted, seen
from companion.vocabulary import Fact, Meaning, Says, Viewer
from tests.views.look import WORDS

HOST, RED, BLUE, GUEST = Viewer("host"), Viewer("seat", "red"), Viewer("seat", "blue"), Viewer()
SECRET = Pieced(
    which=Which(
        7,
        Says("house.shown.which"),
        (
            Meaning(Says("lay it"), ("lay",), "red", secret=True),
            Meaning(Says("turn it"), ("turn",)),
            Meaning(Says("hold it"), ("hold",), "blue", secret=True),
            Meaning(Says("give it"), ("give",), "blue"),
        ),
    )
)


def answers(viewer: Viewer) -> list[tuple[int, str]]:
    which = seen(SECRET, viewer, True).which
    return [(one.meaning, one.says.key) for one in which.meanings] if which else []


def test_everybody_has_only_the_own_answers_and_nobody_anothers_secret() -> None:
    assert answers(RED) == [(0, "lay it"), (1, "turn it")]
    assert answers(BLUE) == [(0, "turn it"), (1, "hold it"), (2, "give it")]
    assert answers(HOST) == [(0, "turn it"), (1, "give it")]
    assert answers(GUEST) == []


@pytest.mark.parametrize("viewer", [HOST, BLUE, GUEST])
def test_a_question_that_is_all_secret_is_in_nobody_elses_look(viewer: Viewer) -> None:
    only = Pieced(which=Which(7, Says("secret.card"), SECRET.which.meanings[:1]))  # type: ignore[union-attr]

    assert b"secret" not in json.encode(seen(only, viewer, True)).replace(b'"secret":', b"")
    assert seen(only, viewer, True).which is None


def test_in_a_game_with_secrets_a_known_piece_is_told_to_nobody() -> None:
    drawn = Pieced(unknown=("code:new",), asked="code:CP:MERLIN/MISSION/7",
                   latest="code:CP:MERLIN/MISSION/7")  # fmt: skip

    told = [seen(drawn, viewer, True) for viewer in (HOST, RED)]
    plain = seen(drawn, HOST, False)

    assert [one.asked for one in told] == [Wanted("", "facts")] * 2
    assert [one.latest for one in told] == ["", ""]
    assert plain.asked == Wanted("code:CP:MERLIN/MISSION/7", "facts")


def test_an_unknown_tag_is_told_to_those_who_can_say_what_it_is() -> None:
    now = Pieced(unknown=("code:new",), asked="code:new", latest="code:new", guide="x/y")

    assert seen(now, HOST, True) == Seen(
        None, Wanted("code:new", "new"), ("code:new",), "x/y", "code:new"
    )
    assert seen(now, RED, True) == Seen(None, Wanted("code:new", "new"))
    assert seen(now, GUEST, True) == Seen()


MADE = {
    "house.shown.ask.": ("new", "facts"),
    "house.shown.say.": ("new", "facts"),
    "house.shown.": ("random", "cut", "number", "two", "code", "face"),
    "house.reads.": ("nfc", "code", "die"),
}
"""Keys that are put together from a beginning and one of these."""


@pytest.mark.parametrize("key", [front + end for front, ends in MADE.items() for end in ends])
def test_what_is_put_together_has_a_sentence(key: str) -> None:
    assert key in WORDS


MAGIC = Fact("magic", "some", of=("fire", "ice"), needed=False)
STONES = Fact("stones", "row", of=("grey", "blue"), longest=3)
VOTES = Fact("votes", "number", least=5, most=99)
HITS = Fact("hits", "numbers", least=1, most=30)
NAME = Fact("name", "text", of=("Smash",), longest=8)
KIND = Fact("kind", "one", of=("attack", "support"))


@pytest.mark.parametrize(
    ("fact", "form", "told"),
    [
        (KIND, [("fact-kind", "attack")], "attack"),
        (MAGIC, [("fact-magic", "ice"), ("fact-magic", "fire")], ["ice", "fire"]),
        (MAGIC, [], []),
        (STONES, [("fact-stones", "grey"), ("add", "stones=blue")], ["grey", "blue"]),
        (STONES, [("fact-stones", "grey"), ("less", "stones")], None),
        (STONES, [("fact-stones", "grey"), ("add", "votes=1")], ["grey"]),
        (VOTES, [("fact-votes", "12")], 12),
        (VOTES, [("fact-votes", "")], None),
        (VOTES, [("step", "votes=1")], 6),
        (VOTES, [("fact-votes", "99"), ("step", "votes=1")], 99),
        (VOTES, [("fact-votes", "many")], "many"),
        (HITS, [("fact-hits", "1, 2 30")], [1, 2, 30]),
        (NAME, [("fact-name", "Smash"), ("other-name", "")], "Smash"),
        (NAME, [("fact-name", ""), ("other-name", " Κεραυνός\u202e ")], "Κεραυνός"),
        (NAME, [("fact-name", ""), ("other-name", "")], None),
    ],
)
def test_a_form_says_only_what_somebody_did_say(
    fact: Fact, form: list[tuple[str, str]], told: Any
) -> None:
    found = said((fact,), MultiDict(form))

    assert found == ({} if told is None else {fact.key: told})


WALK = Fact("walk", "row", of=("grey", "blue"), each=(1, 2), places=("owl", "key", "moon"))


def test_of_a_row_that_adds_up_the_form_says_what_is_left() -> None:
    row = [("fact-walk", "blue"), ("fact-walk", "grey")]
    told = said((WALK,), MultiDict([*row, ("add", "walk=grey")]))
    field = fields(WORDS, "labyrinth", (WALK,), told)[0]

    assert told == {"walk": ["blue", "grey"]}  # there is no second grey one
    assert [(one["left"], one["several"]) for one in field["choices"]] == [
        (0, False),
        (1, True),
    ]
    assert (field["count"], field["full"], field["place"]) == (3, False, "moon")
    assert [one["place"] for one in field["row"]] == ["owl", "key"]


def test_a_row_that_is_whole_takes_no_more() -> None:
    row = [("fact-walk", word) for word in ("grey", "blue", "blue")]
    told = said((WALK,), MultiDict([*row, ("add", "walk=blue")]))

    assert told == {"walk": ["grey", "blue", "blue"]}
    assert fields(WORDS, "labyrinth", (WALK,), told)[0]["full"]


def test_a_row_is_no_longer_than_it_may_be() -> None:
    long = MultiDict([("fact-stones", "grey")] * 3 + [("add", "stones=blue")])

    assert said((STONES,), long) == {"stones": ["grey"] * 3}
    assert fields(WORDS, "labyrinth", (STONES,), said((STONES,), long))[0]["full"]
