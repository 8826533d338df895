"""Numbers of stickers and texts of codes: one spelling for each, and none guessed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vocabulary.tags import code, number

NUMBERS = st.sampled_from((4, 7, 10)).flatmap(lambda n: st.binary(min_size=n, max_size=n))
ORDINARY = NUMBERS.filter(lambda raw: len(raw) > 4 or raw[0] not in (0x08, 0x88))


@st.composite
def spelled(draw: st.DrawFn, numbers: st.SearchStrategy[bytes] = ORDINARY) -> tuple[bytes, str]:
    """A number, and one way in which readers write it."""
    raw = draw(numbers)
    pairs = [draw(st.sampled_from((str.upper, str.lower)))(f"{byte:02x}") for byte in raw]
    ends = draw(st.sampled_from(("", "\n", "\r\n", " ")))
    return raw, draw(st.sampled_from(("", ":", "-", " "))).join(pairs) + ends


@pytest.mark.parametrize(
    "text", ["04-0A-00-9F", "040A009F", "04:0a:00:9f", "04 0A 00 9f", "040a009F\r\n"]
)
def test_c07_one_card_however_it_is_spelled(text: str) -> None:
    assert number(text) == ("nfc:040a009f", "")


@pytest.mark.parametrize("text", ["4A09F", "4:a:0:9f", "4-A-0-9F", "40A009F", "04:0a:0:9f"])
def test_c07_zeros_that_are_lost_are_not_put_back(text: str) -> None:
    assert number(text) == ("", "number")


def test_c07_the_decimal_form_of_a_number_is_another_number() -> None:
    assert number("67764383") == ("nfc:67764383", "")
    assert number("067764383") == number("6776438") == ("", "number")


def test_c07_long_numbers_with_the_same_front_stay_different() -> None:
    assert number("04069008A06181") == ("nfc:04069008a06181", "")
    assert number("0406900811AA22") == ("nfc:0406900811aa22", "")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "-", ":", "0", "04a2245c6f61", "04a2245c6f618",  # 6 bytes, and an odd half
        "04a2245c6f618000", "04a2245c6f6180000000ff", "04" * 500, "xy" * 4,
        "04:0a-00:9f", "04:0a009f", "04::0a:00:9f", ":04:0a:00:9f", "04:0a:00:9f:", "0x040a009f",
        "04 0a  00 9f", "040a 009f", "04\n0a\n00\n9f", "04.0a.00.9f", "٠٤٠٩٠٠٩٩", "040A009F\x00",
        "\uff10\uff140a009f", "04a2245c6f6180 0411223344556677",
    ],
)  # fmt: skip
def test_what_is_no_number_of_4_7_or_10_bytes_is_none(text: str) -> None:
    assert number(text) == ("", "number")


@pytest.mark.parametrize("text", ["08A1F3C2", "08990B1E", "0811D00A", "08-11-d0-0a"])
def test_c06_four_bytes_that_begin_08_are_made_up_each_time(text: str) -> None:
    assert number(text) == ("", "random")


def test_four_bytes_that_begin_88_are_the_front_of_a_longer_number() -> None:
    assert number("8804A224") == ("", "cut")


@pytest.mark.parametrize("text", ["08A1F3C2000102", "8804A2245C6F61", "80888808", "04080808"])
def test_longer_numbers_may_begin_as_they_like(text: str) -> None:
    assert number(text) == (f"nfc:{text.lower()}", "")


@settings(deadline=None)
@given(spelled())
def test_any_spelling_of_a_number_is_one_tag(one: tuple[bytes, str]) -> None:
    raw, text = one
    assert number(text) == (f"nfc:{raw.hex()}", "")


@settings(deadline=None)
@given(spelled(), spelled())
def test_two_numbers_are_one_tag_only_if_they_are_one(
    one: tuple[bytes, str], other: tuple[bytes, str]
) -> None:
    assert (number(one[1]) == number(other[1])) == (one[0] == other[0])


@settings(deadline=None)
@given(spelled(), st.data())
def test_a_number_that_lost_a_digit_is_none(
    one: tuple[bytes, str], data: st.DataObject
) -> None:
    text = one[1].strip()
    at = data.draw(st.sampled_from([n for n, sign in enumerate(text) if sign.isalnum()]))
    assert number(text[:at] + text[at + 1 :]) == ("", "number")


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_a_number_or_there_is_a_reason(text: str) -> None:
    tag, why = number(text)
    assert (tag == "") == (why in ("random", "cut", "number"))
    assert not tag or bytes.fromhex(tag.removeprefix("nfc:"))


# Texts of codes.


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("4006381333931", "code:4006381333931"),
        ("4006381333931\r\n", "code:4006381333931"),
        ("  CARD 7 ", "code:CARD 7"),
        ("Straße 7", "code:Straße 7"),
        ("cafe\u0301", "code:caf\u00e9"),
        ("https://example.org/a?b=c%20d", "code:https://example.org/a?b=c%20d"),
        ("x" * 256, "code:" + "x" * 256),
        ("🂡", "code:🂡"),
    ],
)
def test_a_text_is_a_tag_without_what_scanners_put_around_it(text: str, tag: str) -> None:
    assert code(text) == (tag, "")


@pytest.mark.parametrize(
    "text", ["CP:LABYRINTH/CHIP/7", "cp:labyrinth/chip/7", "Cp:Labyrinth/Chip/7\r"]
)
def test_a_label_of_ours_is_one_however_it_is_typed(text: str) -> None:
    assert code(text) == ("code:CP:LABYRINTH/CHIP/7", "")


@pytest.mark.parametrize(
    "text", ["cp:labyrinth", "cp:", "xcp:a/b", "cp:a//b", "cp:a/b/", "cp:\u017f/b"]
)
def test_what_only_looks_like_a_label_of_ours_stays_as_it_is(text: str) -> None:
    assert code(text) == (f"code:{text}", "")


@pytest.mark.parametrize(
    "text",
    [
        "", " \r\n", "x" * 257, "x" * 1_000_000, "e\u0301" * 257, "a\tb", "a\nb", "a\x00b",
        "a\x1b[2Jb", "a\u202eb", "a\u2028b", "a\x7f", "\ud800", "a\u200bb",
    ],
)  # fmt: skip
def test_what_no_label_can_say_is_no_tag(text: str) -> None:
    assert code(text) == ("", "code")


@settings(deadline=None)
@given(st.text(max_size=300))
def test_what_is_read_once_reads_the_same_again(text: str) -> None:
    tag, why = code(text)
    assert (tag == "") == (why == "code")
    if tag:
        inside = tag.removeprefix("code:")
        assert code(inside) == (tag, "")
        assert inside.isprintable()
        assert unicodedata.is_normalized("NFC", inside)
        assert 1 <= len(inside) <= 256
