"""What the table is taught of its pieces: kept whole, or refused with the reason.

The box of this test: six chips that bear a symbol each, two cards with all kinds of print,
three markers of which many look alike, a die with two faces; and another game, which has
an Oracle with a symbol for each of its votes.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.registry import Catalogue, Registry, adopt, export, sound, teach, unteach
from companion.registry.page import read, written
from companion.vocabulary import (
    Adopt,
    Fact,
    Labelled,
    Piece,
    Pieces,
    Refusal,
    Says,
    Teach,
    Unteach,
)
from companion.vocabulary.tags import code, number

SYMBOL = Fact("symbol", "text", of=("owl", "key", "moon"), longest=12)
CARD = (
    Fact("power", "number", least=1, most=9),
    Fact("colour", "one", of=("red", "blue")),
    Fact("magic", "some", of=("earth", "water", "fire")),
    Fact("ring", "row", of=("sun", "star"), longest=3, needed=False),
    Fact("hits", "numbers", least=0, most=9, longest=2, needed=False),
    Fact("name", "text", needed=False),
)
PRINT = Fact("print", "one", of=("three", "four"), needed=False)


def _piece(id: str, **more: Any) -> Piece:
    return Piece(id, Says("box.piece"), **more)


BOX = Pieces(
    "box",
    (
        *(_piece(f"chip/{n}", facts=(SYMBOL,), numbered=True) for n in range(1, 7)),
        *(_piece(f"card/{n}", facts=CARD, numbered=True) for n in (1, 2)),
        *(_piece(f"marker/1/{n}", facts=(PRINT,), numbered=True) for n in (1, 2)),
        _piece("marker/2/1", facts=(PRINT,), numbered=True),
        _piece("die/1", die="0", face=1),
        _piece("die/2-1", die="0", face=2),
    ),
    "",
)
ORACLE = (
    Fact("votes", "number", least=1, most=9),
    Fact("ring", "row", of=("sun", "star"), longest=9, counted="votes", book="Components"),
)
BOARD = (
    Fact("walk", "row", of=("sun", "star"), each=(1, 2), begins="sun", book="page 4"),
    Fact("edge", "row", of=("sun", "star"), exactly=2, book="page 7"),
)
OTHER = Pieces(
    "other_game",
    (
        _piece("card/red-1"),
        _piece("card/red-2"),
        _piece("oracle/1", facts=ORACLE),
        _piece("board", facts=BOARD),
    ),
    "",
)
EMPTY = Catalogue({"box": BOX, "other_game": OTHER})
TAG, TAG2, LABEL = "nfc:04a2245c6f6180", "nfc:e5f6a7b8", "code:4006381333931"


def told(catalogue: Catalogue, piece: str, tag: str = "", **facts: Any) -> Registry | Refusal:
    return teach(catalogue, Teach(piece, "t", tag, facts))


def after(*lessons: tuple[str, str, dict[str, Any]]) -> Catalogue:
    """The catalogue after these lessons, none of which is refused."""
    catalogue = EMPTY
    for piece, tag, facts in lessons:
        registry = told(catalogue, piece, tag, **facts)
        assert isinstance(registry, Registry), registry
        catalogue = catalogue.with_(registry)
    return catalogue


def why(said: Registry | Refusal) -> tuple[str, dict[str, Any]]:
    assert isinstance(said, Refusal)
    return said.key, said.values


# Finding.


def test_a_tag_that_was_taught_finds_its_piece() -> None:
    catalogue = after(("other_game/card/red-2", TAG, {}))
    assert catalogue.find(TAG) == Labelled("other_game/card/red-2")
    assert catalogue.find(TAG2) is None


def test_a_label_of_ours_needs_no_teaching() -> None:
    assert EMPTY.find("code:CP:BOX/CHIP/3") == Labelled("box/chip/3", lacks=("symbol",))
    assert EMPTY.find("code:CP:OTHER_GAME/CARD/RED-1") == Labelled("other_game/card/red-1")
    assert EMPTY.find("code:CP:BOX/DIE/2-1") == Labelled("box/die/2-1", die="0", face=2)


@pytest.mark.parametrize("id", ["BOX/CHIP/25", "BOX/CHIP", "BOX", "NOGAME/CHIP/3", "CHIP/3"])
def test_a_label_of_ours_for_a_piece_that_is_not_there_is_on_nothing(id: str) -> None:
    assert EMPTY.find(f"code:CP:{id}") is None


def test_what_is_lacking_is_named_in_the_order_of_the_print() -> None:
    catalogue = after(("box/card/1", TAG, {"colour": "red"}))
    found = catalogue.find(TAG)
    assert found == Labelled("box/card/1", {"colour": "red"}, ("power", "magic"))


def test_a_piece_of_a_game_that_is_not_here_any_more_is_on_nothing_and_stays_taught() -> None:
    registry = after(("box/die/1", TAG, {})).registry
    there = Catalogue({"other_game": OTHER}, registry)
    assert there.find(TAG) is None
    refusal = why(told(there, "other_game/card/red-1", TAG))
    assert refusal[0] == "house.no.tag_taken" and refusal[1]["piece"] == "box/die/1"


def test_pieces_are_found_by_their_game_and_id() -> None:
    assert EMPTY.piece("box/chip/2") is BOX.pieces[1]
    assert EMPTY.piece("chip/2") is None
    assert EMPTY.piece("") is None


def test_the_guide_goes_through_the_box_and_leaves_out_what_is_taught() -> None:
    catalogue = after(("box/chip/2", TAG, {}), ("box/marker/2/1", TAG2, {}))
    assert EMPTY.after("box/chip/1") == "box/chip/2"
    assert catalogue.after("box/chip/1") == "box/chip/3"
    assert catalogue.after("box/marker/1/2") == "box/die/1"
    assert catalogue.after("box/die/2-1") == ""
    assert catalogue.after("box/no/1") == ""
    assert EMPTY.after("other_game/card/red-1") == "other_game/card/red-2"


# Teaching.


def test_a_tag_and_what_is_printed_are_taught_together_or_apart() -> None:
    together = after(("box/chip/1", TAG, {"symbol": "owl"}))
    apart = after(("box/chip/1", "", {"symbol": "owl"}), ("box/chip/1", TAG, {}))
    assert together.registry == apart.registry
    assert together.registry == Registry({TAG: "box/chip/1"}, {"box/chip/1": {"symbol": "owl"}})


def test_one_piece_may_bear_several_tags() -> None:
    catalogue = after(("box/chip/1", TAG, {}), ("box/chip/1", LABEL, {"symbol": "owl"}))
    assert (
        catalogue.find(TAG)
        == catalogue.find(LABEL)
        == Labelled("box/chip/1", {"symbol": "owl"})
    )


def test_a_tag_taught_twice_is_taught_once() -> None:
    catalogue = after(("box/chip/1", TAG, {}))
    assert told(catalogue, "box/chip/1", TAG) == catalogue.registry


@pytest.mark.parametrize("piece", ["box/chip/2", "other_game/card/red-1", "box/die/1"])
def test_one_tag_is_never_two_pieces(piece: str) -> None:
    catalogue = after(("box/chip/1", TAG, {}))
    assert why(told(catalogue, piece, TAG)) == (
        "house.no.tag_taken", {"piece": "box/chip/1", "tag": TAG, "wanted": piece},
    )  # fmt: skip


def test_a_label_of_ours_cannot_be_taught_otherwise_and_need_not_be_taught() -> None:
    assert why(told(EMPTY, "box/chip/2", "code:CP:BOX/CHIP/1"))[0] == "house.no.tag_taken"
    assert told(EMPTY, "box/chip/1", "code:CP:BOX/CHIP/1") == Registry()


@pytest.mark.parametrize(
    ("tag", "key"),
    [
        ("nfc:08a1f3c2", "tag_random"), ("nfc:8804a224", "tag_cut"), ("nfc:4a09f", "tag"),
        ("nfc:04A2245C6F6180", "tag"), ("nfc:04-a2-24-5c", "tag"), ("nfc:", "tag"), ("code:", "tag"),
        ("4006381333931", "tag"), ("code:" + "x" * 257, "tag"), ("code:a\nb", "tag"), ("x:y", "tag"),
        ("code:a\x00", "tag"),
    ],
)  # fmt: skip
def test_what_is_no_tag_cannot_be_taught(tag: str, key: str) -> None:
    assert why(told(EMPTY, "box/chip/1", tag))[0] == f"house.no.{key}"


@given(st.one_of(st.text(max_size=20), st.binary(min_size=4, max_size=10).map(bytes.hex)))
def test_every_tag_of_the_senses_can_be_taught_and_no_phone(text: str) -> None:
    for tag, reason in (number(text), code(text)):
        if tag and EMPTY.on(tag) == "":
            assert isinstance(told(EMPTY, "box/chip/1", tag), Registry)
        elif reason in ("random", "cut"):
            refused = told(EMPTY, "box/chip/1", f"nfc:{text.lower()}")
            assert why(refused)[0] == f"house.no.tag_{reason}"


@pytest.mark.parametrize("piece", ["", "/", "box", "box/chip", "box/hat/", "chip/1", "x/y/1"])
def test_a_piece_that_is_not_there_cannot_be_taught(piece: str) -> None:
    assert why(told(EMPTY, piece, TAG)) == ("house.no.piece", {"piece": piece})


def test_to_teach_nothing_is_refused() -> None:
    assert why(told(EMPTY, "box/chip/1"))[0] == "house.no.tag"


def test_a_lesson_that_is_refused_changes_nothing() -> None:
    catalogue = after(("box/chip/1", TAG, {}))
    before = msgspec.to_builtins(catalogue.registry)
    assert isinstance(told(catalogue, "box/chip/2", TAG2, symbol=""), Refusal)
    assert isinstance(told(catalogue, "box/chip/2", TAG, symbol="owl"), Refusal)
    assert msgspec.to_builtins(catalogue.registry) == before
    assert catalogue.find(TAG2) is None


# What is printed.


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        ("power", 1, 1), ("power", 9, 9),
        ("colour", "blue", "blue"),
        ("magic", [], []), ("magic", ["fire", "earth"], ["earth", "fire"]),
        ("ring", ["sun", "sun", "star"], ["sun", "sun", "star"]), ("ring", (), []),
        ("hits", [9, 0], [9, 0]),
        ("name", "  Voodoo ", "Voodoo"), ("name", "e\u0301", "\u00e9"), ("name", "x" * 24, "x" * 24),
        ("name", "מרלין", "מרלין"),
    ],
)  # fmt: skip
def test_what_is_printed_is_kept(key: str, value: Any, kept: Any) -> None:
    catalogue = after(("box/card/1", "", {key: value}))
    assert catalogue.registry.facts == {"box/card/1": {key: kept}}
    again = told(catalogue, "box/card/1", **catalogue.registry.facts["box/card/1"])
    assert again == catalogue.registry


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("power", 0), ("power", 10), ("power", True), ("power", 3.0), ("power", "3"), ("power", None),
        ("colour", "green"), ("colour", ""), ("colour", ["red"]), ("colour", 1), ("colour", None),
        ("magic", "fire"), ("magic", ["fire", "fire"]), ("magic", ["air"]), ("magic", [1]),
        ("magic", {"fire": 1}), ("magic", None),
        ("ring", ["sun"] * 4), ("ring", ["moon"]), ("ring", "sun"),
        ("hits", [1, 2, 3]), ("hits", [10]), ("hits", [-1]), ("hits", [True]), ("hits", 3),
        ("name", ""), ("name", "   "), ("name", "x" * 25), ("name", "a\nb"), ("name", "a\x00b"),
        ("name", "a\u202eb"), ("name", 5), ("name", "x" * 100_000), ("name", "\ud800"),
        ("weight", 3), ("", 3),
    ],
)  # fmt: skip
def test_what_the_piece_cannot_bear_is_refused(key: str, value: Any) -> None:
    assert why(told(EMPTY, "box/card/1", TAG, **{key: value})) == (
        "house.no.fact",
        {"fact": key},
    )


@pytest.mark.parametrize("known", [{}, {"votes": 3}, {"ring": ["sun"] * 2}])
def test_a_row_has_as_many_words_as_its_number_says(known: dict[str, Any]) -> None:
    """Whether both are told at once or one after the other, here or at another table."""
    three, two = {"votes": 3}, {"ring": ["sun"] * 2}
    catalogue = after(("other_game/oracle/1", "", known)) if known else EMPTY
    for said in (
        told(catalogue, "other_game/oracle/1", **three, **two),
        adopted(catalogue, {}, {"other_game/oracle/1": {**three, **two}}),
    ):
        assert said == Refusal(
            "house.no.fact_count",
            {"piece": "other_game/oracle/1", "fact": "ring", "count": 3, "said": 2},
            "Components",
        )
    assert isinstance(told(catalogue, "other_game/oracle/1", votes=2, **two), Registry)
    if known:
        rest = three if "ring" in known else two
        assert isinstance(told(catalogue, "other_game/oracle/1", **rest), Refusal)


@pytest.mark.parametrize(
    ("key", "row", "why", "said", "book"),
    [
        ("walk", ["sun", "star"], "row", {"count": 3, "said": 2}, "page 4"),
        ("walk", [], "row", {"count": 3, "said": 0}, "page 4"),
        (
            "walk",
            ["sun", "sun", "star"],
            "each",
            {"word": "sun", "count": 1, "said": 2},
            "page 4",
        ),
        ("walk", ["star", "sun", "star"], "begins", {"word": "sun"}, "page 4"),
        ("edge", ["sun"], "row", {"count": 2, "said": 1}, "page 7"),
        ("edge", ["sun"] * 3, "row", {"count": 2, "said": 3}, "page 7"),
    ],
)
def test_a_row_has_what_the_box_holds(
    key: str, row: list[str], why: str, said: dict[str, Any], book: str
) -> None:
    """Where it is taught, and where another table's file is taken over; one that is kept and
    cannot be is believed no more."""
    whole = after(
        ("other_game/board", "", {"walk": ["sun", "star", "star"], "edge": ["sun"] * 2})
    )
    refusal = Refusal(
        f"house.no.fact_{why}", {"piece": "other_game/board", "fact": key, **said}, book
    )

    assert told(EMPTY, "other_game/board", **{key: row}) == refusal
    assert adopted(whole, {}, {"other_game/board": {key: row}}) == refusal
    assert sound(EMPTY, Registry({}, {"other_game/board": {key: row}})) == Registry()
    assert sound(EMPTY, whole.registry) == whole.registry


def test_a_proposed_word_is_that_word_however_it_is_typed() -> None:
    assert after(("box/chip/1", "", {"symbol": "OWL"})).registry.facts == {
        "box/chip/1": {"symbol": "owl"}
    }


def test_what_was_told_wrongly_is_told_again_and_the_rest_stays() -> None:
    catalogue = after(
        ("box/card/1", TAG, {"power": 3, "colour": "red"}), ("box/card/1", "", {"power": 4})
    )
    assert catalogue.registry.facts == {"box/card/1": {"power": 4, "colour": "red"}}


def test_two_chips_never_bear_one_symbol() -> None:
    catalogue = after(
        ("box/chip/3", TAG, {"symbol": "owl"}), ("box/chip/4", "", {"symbol": "Hexe"})
    )
    for piece in ("box/chip/5", "box/chip/"):
        assert why(told(catalogue, piece, TAG2, symbol="Owl")) == (
            "house.no.fact_taken", {"piece": "box/chip/3", "symbol": "owl"},
        )  # fmt: skip
    assert why(told(catalogue, "box/chip/5", symbol="HEXE"))[1]["piece"] == "box/chip/4"


def test_cards_and_markers_may_bear_the_same() -> None:
    card = {"power": 3, "colour": "red", "magic": ["fire"], "name": "Zap"}
    after(("box/card/1", "", card), ("box/card/2", "", card))
    after(("box/marker/1/1", "", {"print": "four"}), ("box/marker/1/2", "", {"print": "four"}))


# The next of a kind.


def test_of_a_kind_the_next_is_taken_that_nobody_showed_yet() -> None:
    catalogue = after(
        ("box/chip/1", TAG, {}), ("box/chip/2", "", {"symbol": "key"}),
        ("box/chip/", TAG2, {"symbol": "owl"}), ("box/chip/", LABEL, {}),
    )  # fmt: skip
    assert catalogue.registry.tags == {
        TAG: "box/chip/1", TAG2: "box/chip/3", LABEL: "box/chip/4"
    }  # fmt: skip
    assert catalogue.registry.facts["box/chip/3"] == {"symbol": "owl"}


def test_a_symbol_that_is_known_without_a_sticker_gets_this_one() -> None:
    catalogue = after(
        ("box/chip/5", "", {"symbol": "key"}), ("box/chip/", TAG, {"symbol": "key"})
    )
    assert catalogue.registry.tags == {TAG: "box/chip/5"}


def test_a_sticker_that_is_known_as_one_of_that_kind_stays_on_it() -> None:
    catalogue = after(("box/chip/5", TAG, {}), ("box/chip/", TAG, {"symbol": "key"}))
    assert catalogue.find(TAG) == Labelled("box/chip/5", {"symbol": "key"})
    label = after(("box/chip/", "code:CP:BOX/CHIP/4", {"symbol": "moon"}))
    assert label.registry == Registry({}, {"box/chip/4": {"symbol": "moon"}})


def test_kinds_within_kinds() -> None:
    catalogue = after(("box/marker/2/", TAG, {}), ("box/marker/", TAG2, {}))
    assert catalogue.registry.tags == {TAG: "box/marker/2/1", TAG2: "box/marker/1/1"}


def test_there_are_no_more_of_a_kind_than_in_the_box() -> None:
    catalogue = after(*(("box/chip/", f"code:{n}", {}) for n in range(6)))
    assert why(told(catalogue, "box/chip/", TAG)) == (
        "house.no.piece_all",
        {"piece": "box/chip/"},
    )


# Unteaching.


def test_a_tag_that_is_taken_off_is_on_nothing_and_the_print_stays() -> None:
    catalogue = after(("box/chip/1", TAG, {"symbol": "owl"}))
    registry = unteach(catalogue, Unteach(TAG, "u"))
    assert registry == Registry({}, {"box/chip/1": {"symbol": "owl"}})
    assert isinstance(registry, Registry)
    anew = told(catalogue.with_(registry), "box/chip/", TAG2, symbol="owl")
    assert isinstance(anew, Registry) and anew.tags == {TAG2: "box/chip/1"}


@pytest.mark.parametrize("tag", [TAG2, "", "code:CP:BOX/CHIP/1", "x" * 9999])
def test_only_what_was_taught_can_be_untaught(tag: str) -> None:
    catalogue = after(("box/chip/1", TAG, {}))
    key, values = why(unteach(catalogue, Unteach(tag, "u")))
    assert key == "house.no.tag" and len(values["tag"]) <= 80


# From table to table.


def adopted(catalogue: Catalogue, tags: Any, facts: Any) -> Registry | Refusal:
    return adopt(catalogue, Adopt(tags, facts, "a"))


FULL = after(
    ("box/chip/1", TAG, {"symbol": "owl"}),
    ("box/card/2", LABEL, {"power": 2, "magic": ["fire"]}),
    ("other_game/card/red-1", TAG2, {}),
)


def test_another_table_knows_what_this_one_was_taught() -> None:
    assert export(FULL.registry) == FULL.registry
    assert adopted(EMPTY, **msgspec.structs.asdict(FULL.registry)) == FULL.registry
    assert adopted(FULL, **msgspec.structs.asdict(FULL.registry)) == FULL.registry


def test_one_game_alone_can_be_handed_on() -> None:
    assert export(FULL.registry, "other_game") == Registry({TAG2: "other_game/card/red-1"})
    assert set(export(FULL.registry, "box").tags) == {TAG, LABEL}
    assert export(FULL.registry, "bo") == Registry()


def test_what_comes_in_is_added_to_what_is_known() -> None:
    here = after(("box/card/2", "", {"colour": "red", "power": 9}))
    registry = adopted(here, **msgspec.structs.asdict(FULL.registry))
    assert isinstance(registry, Registry)
    assert registry.facts["box/card/2"] == {"colour": "red", "power": 2, "magic": ["fire"]}


@pytest.mark.parametrize(
    ("tags", "facts", "refusal"),
    [
        ({TAG: "box/chip/2"}, {},
         ("tag_taken", {"tag": TAG, "piece": "box/chip/1", "wanted": "box/chip/2"})),
        ({"code:CP:BOX/CHIP/1": "box/chip/2"}, {},
         ("tag_taken", {"tag": "code:CP:BOX/CHIP/1", "piece": "box/chip/1", "wanted": "box/chip/2"})),
        ({"code:1": "box/chip/99"}, {}, ("piece", {"piece": "box/chip/99"})),
        ({"code:1": "box/chip/"}, {}, ("piece", {"piece": "box/chip/"})),
        ({"nfc:08a1f3c2": "box/chip/2"}, {}, ("tag_random", {"tag": "nfc:08a1f3c2"})),
        ({"nfc:88a1f3c2": "box/chip/2"}, {}, ("tag_cut", {"tag": "nfc:88a1f3c2"})),
        ({"nfc:4A09F": "box/chip/2"}, {}, ("tag", {"tag": "nfc:4A09F"})),
        ({}, {"hat/1": {"power": 1}}, ("piece", {"piece": "hat/1"})),
        ({}, {"box/card/1": {"power": 99}}, ("fact", {"fact": "power"})),
        ({}, {"box/die/1": {"symbol": "owl"}}, ("fact", {"fact": "symbol"})),
        ({}, {"box/chip/2": {"symbol": "owl"}},
         ("fact_taken", {"piece": "box/chip/1", "symbol": "owl"})),
        ({}, {"box/chip/2": {"symbol": "key"}, "box/chip/3": {"symbol": "KEY"}},
         ("fact_taken", {"piece": "box/chip/3", "symbol": "key"})),
        ({"code:1": "box/chip/1"}, {"box/chip/1": {"symbol": "key"}},
         ("piece_other", {"piece": "box/chip/1"})),
        ({"code:1": "box/chip/1"}, {}, ("piece_other", {"piece": "box/chip/1"})),
    ],
)  # fmt: skip
def test_all_or_nothing_is_taken_over(tags: Any, facts: Any, refusal: Any) -> None:
    good = {"code:good": "box/card/1"}
    before = msgspec.json.encode(FULL.registry)
    key, values = why(adopted(FULL, good | tags, {"box/card/1": {"power": 5}} | facts))
    assert (key, values) == (f"house.no.{refusal[0]}", refusal[1])
    assert msgspec.json.encode(FULL.registry) == before


def test_a_piece_of_which_nothing_is_told_is_no_news() -> None:
    registry = adopted(FULL, {"code:1": "box/chip/3"}, {"box/chip/3": {}, "box/chip/4": {}})
    assert isinstance(registry, Registry)
    assert registry.facts == FULL.registry.facts


def test_a_tag_of_a_piece_that_looks_the_same_there_and_here_is_taken_over() -> None:
    registry = adopted(FULL, {"code:1": "box/chip/1"}, {"box/chip/1": {"symbol": "owl"}})
    assert isinstance(registry, Registry)
    assert registry.tags == FULL.registry.tags | {"code:1": "box/chip/1"}


def test_there_are_as_many_tags_as_four_boxes_need_and_no_more() -> None:
    tags = {f"code:{n}": "box/chip/2" for n in range(1997)}
    full = adopted(FULL, tags, {})
    assert isinstance(full, Registry)
    assert len(full.tags) == 2000
    catalogue = FULL.with_(full)
    assert why(told(catalogue, "box/chip/3", "code:x")) == ("house.no.tags", {"most": 2000})
    assert told(catalogue, "box/chip/2", "code:5") == full
    assert why(adopted(EMPTY, {f"code:{n}": "box/die/1" for n in range(2001)}, {}))[0] == (
        "house.no.tags"
    )


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=6)
    | st.sampled_from(("owl", "red")),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
KEYS = st.sampled_from(
    ("symbol", "power", "colour", "magic", "ring", "hits", "name", "print", "votes", "")
)
IDS = st.sampled_from(
    (
        "box/chip/1", "box/chip/2", "box/chip/", "box/card/1", "box/", "x", "",
        "other_game/oracle/1",
    )
)  # fmt: skip
TAGS = st.sampled_from(
    (TAG, TAG2, LABEL, "", "code:CP:BOX/CHIP/2", "nfc:08000000", "code:\x00")
)


@settings(deadline=None)
@given(st.lists(st.tuples(IDS, TAGS, st.dictionaries(KEYS, ANY, max_size=2)), max_size=12))
def test_whatever_is_taught_another_table_can_take_over(
    lessons: list[tuple[str, str, dict[str, Any]]],
) -> None:
    catalogue = EMPTY
    for piece, tag, facts in lessons:
        registry = told(catalogue, piece, tag, **facts)
        if isinstance(registry, Registry):
            catalogue = catalogue.with_(registry)
            if tag:
                found = catalogue.find(tag)
                assert found is not None and found.piece.startswith(piece)
    handed_on = read(written(catalogue.registry))
    assert isinstance(handed_on, Registry)
    assert adopted(EMPTY, **msgspec.structs.asdict(handed_on)) == catalogue.registry


def test_what_was_kept_and_no_piece_can_bear_is_left_out() -> None:
    """A file that somebody edited must not bring a number where a word is to be."""
    kept = Registry(
        {TAG: "box/chip/1", "nfc:08a1f3c2": "box/chip/2", "rubbish": "x"},
        {
            "box/chip/1": {"symbol": 5},
            "other_game/oracle/1": {"votes": 3, "ring": ["sun"]},
            "gone/card/1": {"votes": 7},
        },
    )

    assert sound(EMPTY, kept) == Registry({TAG: "box/chip/1"}, {"gone/card/1": {"votes": 7}})
