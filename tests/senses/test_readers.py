"""What readers say as timelines, and what was shown, taken away or cannot be read by then.

``A``, ``B`` and ``C`` are stickers and labels of three cards; ``a`` and ``A`` are on one card.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.senses import Senses
from companion.vocabulary import Gone, Labelled, Rolled, Shown, Sighting, Signal, Tick, Unread

A, B, C = "04a2245c6f6180", "0411223344556677889a", "e5f6a7b8"
PHONE, OTHER_PHONE, AGAIN_PHONE = "08A1F3C2", "08990B1E", "0811D00A"
NFC, NFC1, CODE, CODE1 = "nfc/0", "nfc/1", "code/0", "code/1"
TICK = "tick"

KNOWN = {
    f"nfc:{A}": Labelled("box/card/1", {"power": 3}, ("name",)),
    "code:CP:BOX/CARD/1": Labelled("box/card/1", {"power": 3}, ("name",)),
    f"nfc:{B}": Labelled("box/card/2"),
    "code:CP:BOX/DIE/3": Labelled("box/die/3", die="0", face=3),
    "nfc:f1f1f1f1": Labelled("box/die/4", die="0", face=4),
    "nfc:f2f2f2f2": Labelled("box/die/3", die="0", face=3),
}


def played(*words: tuple[int, str, Any]) -> list[tuple[int, Sighting]]:
    """What was seen, and at which word."""
    senses = Senses()
    senses.pieces = KNOWN.get
    seen: list[tuple[int, Sighting]] = []
    for at, source, value in words:
        word = Tick(at) if source == TICK else Signal(source, value, at)
        seen += [(at, sighting) for sighting in senses.see(word)]
    return seen


def story(*words: tuple[int, str, Any]) -> list[str]:
    """The same in short: ``500 +A`` shown, ``~A`` again, ``-A`` gone, ``?two``, ``=3`` rolled."""
    return [f"{at} {_short(sighting)}" for at, sighting in played(*words)]


def _short(sighting: Sighting) -> str:
    names = {A: "A", B: "B", C: "C", "CP:BOX/CARD/1": "a", "CP:BOX/DIE/3": "face"}
    if isinstance(sighting, Unread):
        return f"?{sighting.why}"
    if isinstance(sighting, Rolled):
        return f"={sighting.face}"
    assert isinstance(sighting, Shown | Gone)
    name = sighting.tag.partition(":")[2]
    sign = "-" if isinstance(sighting, Gone) else "~" if sighting.again else "+"
    return sign + names.get(name, name)


STORIES: dict[str, tuple[list[tuple[int, str, Any]], list[str]]] = {
    # Stickers.
    "a card is laid down and taken away": (
        [(0, NFC, "-"), (500, NFC, A), (9000, NFC, "-")], ["500 +A", "9000 -A"],
    ),
    "C01: a card left lying, told every 100 ms for 8 s": (
        [(at, NFC, A) for at in range(0, 8000, 100)] + [(8000, NFC, "-")], ["0 +A", "8000 -A"],
    ),
    "C01: told once, and time passes": (
        [(0, NFC, A), *((at, TICK, 0) for at in range(50, 60_000, 50))], ["0 +A"],
    ),
    "C03: gone for five seconds and back": (
        [(0, NFC, A), (1000, NFC, "-"), (6000, NFC, A)], ["0 +A", "1000 -A", "6000 +A"],
    ),
    "C03: A, B and A within a second and a half": (
        [(0, NFC, A), (400, NFC, "-"), (600, NFC, B), (900, NFC, "-"), (1100, NFC, A)],
        ["0 +A", "400 -A", "600 +B", "900 -B", "1100 +A"],
    ),
    "C04: errors of the air while it lies there": (
        [(0, NFC, A), *((at, NFC, "E") for at in range(250, 3250, 250)), (3300, NFC, A)],
        ["0 +A", "250 ?number"],
    ),
    "C04: two seconds of a silence that is none": (
        [(0, NFC, A), (1000, NFC, "-"), (3000, NFC, A)], ["0 +A", "1000 -A", "3000 ~A"],
    ),
    "back after one moment less than three seconds": (
        [(0, NFC, A), (1000, NFC, "-"), (3999, NFC, A)], ["0 +A", "1000 -A", "3999 ~A"],
    ),
    "back after three seconds": (
        [(0, NFC, A), (1000, NFC, "-"), (4000, NFC, A)], ["0 +A", "1000 -A", "4000 +A"],
    ),
    "coming and going a little at a time is no hand": (
        [(n * 1000, NFC, "-" if n % 2 else A) for n in range(5)],
        ["0 +A", "1000 -A", "2000 ~A", "3000 -A", "4000 ~A"],
    ),
    "another card without a gap": ([(0, NFC, A), (700, NFC, B)], ["0 +A", "700 -A", "700 +B"]),
    "a reader that takes turns between two cards faster than any hand": (
        [(n * 100, NFC, B if n % 2 else A) for n in range(5)],
        ["0 +A", "100 -A", "100 +B", "200 -B", "200 ~A", "300 -A", "300 ~B", "400 -B", "400 ~A"],
    ),
    "a board that starts anew and tells the same": (
        [(0, NFC, A), (60_000, NFC, A)], ["0 +A"],
    ),
    "one number in two spellings": (
        [(0, NFC, A.upper()), (50, NFC, A), (99, NFC, "04-A2-24-5C-6F-61-80")], ["0 +A"],
    ),
    # Two at once.
    "two at once, laid down and taken away together": (
        [(0, NFC, f"{A} {B}"), (699, TICK, 0), (700, TICK, 0), (5000, TICK, 0), (5050, NFC, "-")],
        ["700 ?two"],
    ),
    "two at once for a moment only": (
        [(0, NFC, f"{A} {B}"), (650, NFC, A), (5000, TICK, 0)], ["650 +A"],
    ),
    "B is laid down before A is taken away": (
        [(0, NFC, A), (1000, NFC, f"{A} {B}"), (1300, NFC, B), (2000, NFC, "-")],
        ["0 +A", "1300 -A", "1300 +B", "2000 -B"],
    ),
    "B is laid on A and taken away again": (
        [(0, NFC, A), (1000, NFC, f"{A} {B}"), (1300, NFC, A), (2000, NFC, "-")],
        ["0 +A", "2000 -A"],
    ),
    "two, told in either order, are the same two": (
        [(0, NFC, f"{A} {B}"), (400, NFC, f"{B} {A}"), (700, TICK, 0), (750, NFC, f"{A} {B}")],
        ["700 ?two"],
    ),
    "one that is left of two, much later": (
        [(0, NFC, f"{A} {B}"), (700, TICK, 0), (9000, NFC, B)], ["700 ?two", "9000 +B"],
    ),
    "the same number twice is one card": ([(0, NFC, f"{A} {A}"), (900, TICK, 0)], ["0 +A"]),
    "a card and a phone": (
        [(0, NFC, f"{A} {PHONE}"), (700, TICK, 0), (900, NFC, A)], ["700 ?two", "900 +A"],
    ),
    "three at once are no two": ([(0, NFC, f"{A} {B} {C}")], ["0 ?number"]),
    # What says nothing.
    "C06: a phone, three times within ten seconds": (
        [(0, NFC, PHONE), (800, NFC, "-"), (5000, NFC, OTHER_PHONE), (5900, NFC, "-"),
         (9900, NFC, AGAIN_PHONE), (11_000, NFC, "-")],
        ["0 ?random"],
    ),
    "a phone that lies there and changes its number for a minute": (
        [(n * 500, NFC, f"08{n:06x}") for n in range(120)], ["0 ?random"],
    ),
    "a phone, and another one at the end of the evening": (
        [(0, NFC, PHONE), (800, NFC, "-"), (900_000, NFC, PHONE)], ["0 ?random", "900000 ?random"],
    ),
    "a phone instead of a card": (
        [(0, NFC, A), (900, NFC, PHONE), (8000, NFC, A)],
        ["0 +A", "900 -A", "900 ?random", "8000 +A"],
    ),
    "a number that is cut says nothing of what lies there": (
        [(0, NFC, A), (900, NFC, "8804A224"), (1000, NFC, A)], ["0 +A", "900 ?cut"],
    ),
    "rubbish every 10 ms for six seconds": (
        [(n * 10, NFC, f"{n}") for n in range(601)], ["0 ?number", "3000 ?number", "6000 ?number"],
    ),
    # Codes.
    "a label is held there for a minute": (
        [(at, CODE, "x") for at in range(0, 60_000, 1500)] + [(61_000, TICK, 0)],
        ["0 +x", "61000 -x"],
    ),
    "a label is gone after a second and a half": (
        [(0, CODE, "x"), (1500, TICK, 0), (1501, TICK, 0)], ["0 +x", "1501 -x"],
    ),
    "a label that the reader loses for two seconds": (
        [(0, CODE, "x"), (2000, CODE, "x")], ["0 +x", "2000 -x", "2000 ~x"],
    ),
    "a label shown anew, with and without ticks between": (
        [(0, CODE, "x"), (3000, CODE, "x"), (4501, TICK, 0), (6000, CODE, "x")],
        ["0 +x", "3000 -x", "3000 +x", "4501 -x", "6000 +x"],
    ),
    "C03: labels A, B and A within a second and a half": (
        [(0, CODE, "x"), (600, CODE, "y"), (1200, CODE, "x")],
        ["0 +x", "600 -x", "600 +y", "1200 -y", "1200 +x"],
    ),
    "two labels in view, read in turns faster than any hand": (
        [(0, CODE, "x"), (100, CODE, "y"), (200, CODE, "x"), (300, CODE, "y")],
        ["0 +x", "100 -x", "100 +y", "200 -y", "200 ~x", "300 -x", "300 ~y"],
    ),
    "a text that no label has leaves the label there": (
        [(0, CODE, "x"), (700, CODE, "a\tb"), (1400, CODE, "x"), (2900, CODE, "x")],
        ["0 +x", "700 ?code"],
    ),
    # Several readers.
    "a label and a sticker of one card, told together": (
        [(0, NFC, A), (1500, CODE, "cp:box/card/1")], ["0 +A"],
    ),
    "a card with both is carried from one reader to the other": (
        [(0, NFC, A), (5000, NFC, "-"), (6000, CODE, "cp:box/card/1")],
        ["0 +A", "5000 -A", "6000 ~a"],
    ),
    "a card with both lies on one reader and is seen by the other": (
        [(0, NFC, A), (60_000, CODE, "cp:box/card/1")], ["0 +A", "60000 ~a"],
    ),
    "a card shown to another reader later": (
        [(0, NFC, A), (5000, NFC, "-"), (6501, NFC1, A)], ["0 +A", "5000 -A", "6501 +A"],
    ),
    "two cards on two readers": ([(0, NFC, A), (10, NFC1, B)], ["0 +A", "10 +B"]),
    # Faces of dice that bear labels.
    "a die with a label on each face": (
        [(0, CODE, "cp:box/die/3"), (700, CODE, "cp:box/die/3"), (9000, CODE, "cp:box/die/3")],
        ["0 =3", "9000 -face", "9000 =3"],
    ),
    "one roll told by the sticker and by the label": (
        [(0, NFC, "f2f2f2f2"), (2500, CODE, "cp:box/die/3")], ["0 =3"],
    ),
    "one roll told by a sticker and by the die itself": (
        [(0, "die/0", "~3"), (10, "die/0", 3), (900, NFC, "f2f2f2f2")], ["10 =3"],
    ),
    "two rolls of one face, each told by both readers, now this one first, now that one": (
        [(0, "die/0", "~3"), (10, "die/0", 3), (900, NFC, "f2f2f2f2"), (1000, NFC, "-"),
         (2500, NFC, "f2f2f2f2"), (2600, "die/0", "~3"), (2700, "die/0", 3)],
        ["10 =3", "1000 -f2f2f2f2", "2500 =3"],
    ),
    "two faces are two rolls": (
        [(0, NFC, "f2f2f2f2"), (900, NFC, "-"), (1200, NFC, "f1f1f1f1")],
        ["0 =3", "900 -f2f2f2f2", "1200 =4"],
    ),
    "a face that the reader loses for a moment is no roll": (
        [(0, NFC, "f2f2f2f2"), (900, NFC, "-"), (2399, NFC, "f2f2f2f2")], ["0 =3", "900 -f2f2f2f2"],
    ),
    "the same face thrown again": (
        [(0, NFC, "f2f2f2f2"), (900, NFC, "-"), (2400, NFC, "f2f2f2f2")],
        ["0 =3", "900 -f2f2f2f2", "2400 =3"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("words", "seen"), STORIES.values(), ids=STORIES)
def test_a_story_of_readers(words: list[tuple[int, str, Any]], seen: list[str]) -> None:
    assert story(*words) == seen


def test_what_is_shown_says_what_is_known_of_it() -> None:
    assert played((7, NFC, A), (9, NFC, "-"), (20, NFC1, C)) == [
        (7, Shown("box/card/1", 7, f"nfc:{A}", NFC, False, {"power": 3}, ("name",))),
        (9, Gone("box/card/1", 9, f"nfc:{A}", NFC)),
        (20, Shown("", 20, f"nfc:{C}", NFC1)),
    ]


def test_a_table_without_anybody_who_knows_pieces_tells_their_tags() -> None:
    senses = Senses()
    assert senses.see(Signal(CODE, "CP:BOX/CARD/1", 5)) == (
        Shown("", 5, "code:CP:BOX/CARD/1", CODE),
    )


def test_a_piece_that_is_taught_while_it_lies_there_is_known_when_it_goes() -> None:
    senses, known = Senses(), dict[str, Labelled]()
    senses.pieces = known.get
    senses.see(Signal(NFC, C, 0))
    known[f"nfc:{C}"] = Labelled("box/card/9")
    assert senses.see(Signal(NFC, C, 500)) == ()
    assert senses.see(Signal(NFC, "-", 900)) == (Gone("box/card/9", 900, f"nfc:{C}", NFC),)


def test_another_plate_takes_nothing_from_the_readers() -> None:
    senses = Senses()
    senses.see(Signal(NFC, A, 0))
    senses.see(Signal("wire/use", "pico", 100))
    assert senses.see(Signal(NFC, A, 200)) == ()
    assert [type(one) for one in senses.see(Signal(NFC, "-", 300))] == [Gone]


def test_how_readers_are_is_kept_as_their_board_says() -> None:
    senses = Senses()
    for name, state in (("nfc0", "ok"), ("nfc1", "absent"), ("nfc0", "hung")):
        assert senses.see(Signal(f"reader/{name}", state, 0)) == ()
    before = senses.readers
    for nonsense in ("fine", "", None, 1, ["ok"], True):
        senses.see(Signal("reader/nfc0", nonsense, 0))
    assert senses.readers == before == {"nfc0": "hung", "nfc1": "absent"}
    assert senses.unread == 6


@pytest.mark.parametrize("value", [None, 4, True, ["x"], {"a": 1}, 4.0])
def test_what_is_no_text_is_counted_and_nothing_else(value: Any) -> None:
    senses = Senses()
    for at, source in enumerate((NFC, CODE)):
        assert senses.see(Signal(source, value, at)) == ()
    assert senses.unread == 2


def test_a_board_that_names_any_number_of_readers_fills_no_memory() -> None:
    senses = Senses()
    for number in range(500):
        senses.see(Signal(f"reader/{number}", "ok", number))
        senses.see(Signal(f"nfc/{number}", A, number))
        senses.see(Signal(f"code/{number}", f"x{number}", number))
        senses.see(Signal(f"die/{number}", 3, number))
        senses.see(Signal(NFC, f"{number:08x}", number))
    scanning = senses.scanning
    assert len(senses.readers) == 8
    assert len(scanning._shown._readers) == 8
    assert len(scanning._dice._dice) == 8
    assert len(scanning._shown._twins._told) <= 16
    assert all(len(reader._left) <= 4 for reader in scanning._shown._readers.values())


def test_nothing_waits_while_nobody_speaks_or_a_sticker_just_lies_there() -> None:
    senses = Senses()
    senses.see(Signal("hall", "800" * 36, 0))
    assert not senses.scanning.waits
    senses.see(Signal(NFC, A, 10))
    assert not senses.scanning.waits


SAID = st.sampled_from((A, B, C, "-", f"{A} {B}", f"{B} {C}", PHONE, "8804a224", "x", ""))
WORDS = st.lists(
    st.tuples(
        st.integers(0, 4000),
        st.one_of(
            st.tuples(st.sampled_from((NFC, NFC1)), SAID),
            st.tuples(st.just(CODE), st.sampled_from(("x", "y", "cp:box/card/1", "\x00"))),
            st.just((TICK, 0)),
        ),
    ),
    max_size=40,
)


def _timed(words: list[tuple[int, tuple[str, Any]]]) -> list[tuple[int, str, Any]]:
    at, timed = 0, []
    for later, (source, value) in words:
        at += later
        timed.append((at, source, value))
    return timed


@settings(deadline=None)
@given(WORDS)
def test_what_is_shown_is_gone_before_it_is_shown_there_again(
    words: list[tuple[int, tuple[str, Any]]],
) -> None:
    lying: dict[tuple[str, str], int] = {}
    for at, sighting in played(*_timed(words)):
        if isinstance(sighting, Shown):
            assert (sighting.reader, sighting.tag) not in lying
            lying[sighting.reader, sighting.tag] = at
        elif isinstance(sighting, Gone):
            lying.pop((sighting.reader, sighting.tag), None)
    assert len({reader for reader, _ in lying}) == len(lying), "one reader, one piece"


@settings(deadline=None)
@given(WORDS)
def test_ticks_in_between_change_nothing_of_what_counts(
    words: list[tuple[int, tuple[str, Any]]],
) -> None:
    said = [word for word in _timed(words) if word[1] != TICK]
    ends = said[-1][0] if said else 0
    ticks = [(at, TICK, 0) for at in range(0, ends, 50)]
    ticked = sorted([*said, *ticks], key=lambda word: word[0])

    def shown(words: list[tuple[int, str, Any]]) -> list[Sighting]:
        return [one for _, one in played(*words) if isinstance(one, Shown)]

    assert shown(ticked) == shown(said)


@settings(deadline=None)
@given(WORDS)
def test_the_same_words_are_the_same_sightings(
    words: list[tuple[int, tuple[str, Any]]],
) -> None:
    assert played(*_timed(words)) == played(*_timed(words))
