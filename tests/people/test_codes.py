"""Codes: good once, for ten minutes, at this table, however they are typed."""

from __future__ import annotations

import random
import re
import secrets
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from companion.people import Joined, Why, spelled
from companion.people.codes import MOST_OPEN, MOST_USED, SIGNS, Codes, Ticket
from tests.people.conftest import came_in


def test_a_code_is_ten_signs_that_nobody_mixes_up(table) -> None:
    texts = [table.people.code("seat").text for _ in range(200)]
    assert all(re.fullmatch(f"[{SIGNS}]{{5}}-[{SIGNS}]{{5}}", text) for text in texts)
    assert not set("".join(texts)) & set("OILU")
    assert len(set(texts)) == 200


def test_spelled_reads_what_was_meant() -> None:
    assert spelled(" 7kq2m - 9xd4r\n") == "7KQ2M9XD4R"
    assert spelled("o0Oo-iIlL1") == "000011111"
    assert spelled("１２３ ４５６") == "123456"  # noqa: RUF001 - as a Japanese keyboard types it
    assert spelled("7KQ2M–9XD4R") == "7KQ2M9XD4R"  # noqa: RUF001 - a dash that a phone made longer
    assert len(spelled("A" * 10_000_000)) == 64


def test_a_code_opens_in_odd_spelling(table) -> None:
    while "0" not in (text := table.people.code("host").text):
        pass
    odd = "  " + " ".join(text.lower().replace("0", "o").replace("1", "l"))
    assert came_in(table.tried(odd)).role == "host"


def test_a_code_is_good_once(table) -> None:
    text = table.people.code("host").text
    assert isinstance(table.tried(text), Joined)
    assert table.tried(text) == Why("house.no.code_used")
    assert table.people.refused["replayed"] == 1


def test_a_code_is_good_for_ten_minutes(table) -> None:
    first, second = table.people.code("host"), table.people.code("seat", seat="red")
    assert (first.until, second.until) == (600, 600)
    table.clock.at += 599.9
    assert isinstance(table.tried(first.text), Joined)
    table.clock.at += 0.1
    assert table.tried(second.text, name="Ann") == Why("house.no.code_old")
    assert table.people.refused["expired"] == 1


def test_the_first_code_is_good_until_it_is_used(table) -> None:
    code = table.people.first_code()
    table.clock.at += 30 * 24 * 3600
    for _ in range(2 * MOST_OPEN):
        table.people.code("seat")
    assert code.until == 0
    assert came_in(table.tried(code.text)).role == "host"
    assert table.tried(code.text) == Why("house.no.code_used")


def test_asking_for_the_first_code_again_ends_the_one_before(table) -> None:
    before, now = table.people.first_code(), table.people.first_code()
    assert table.tried(before.text) == Why("house.no.code_old")
    assert came_in(table.tried(now.text)).role == "host"


def test_a_code_of_another_table_is_told_apart(table, other_table) -> None:
    codes = [other_table.people.code("host").text for _ in range(64)]
    answers = [table.tried(text) for text in codes]
    assert set(answers) <= {Why("house.no.foreign"), Why("house.no.code_old")}
    assert answers.count(Why("house.no.foreign")) >= 62  # one in 1024 has our mark
    assert came_in(other_table.tried(codes[0])).role == "host"


def test_a_slip_of_the_finger_is_not_taken_for_another_table(table) -> None:
    text = spelled(table.people.code("host").text)
    for place in range(10):
        for sign in set(SIGNS) - {text[place]}:
            wrong = text[:place] + sign + text[place + 1 :]
            assert table.tried(wrong) == Why("house.no.code"), wrong
    assert table.people.refused["code"] == 310
    assert came_in(table.tried(text)).role == "host"


def test_rubbish_is_no_code(table) -> None:
    for typed in ("", "-", "12345", "1234567", "7KQ2M", "UUUUU-UUUUU", "ª" * 9, "\ud800" * 10,
                  "7KQ2M9XD4R7KQ2M9XD4R", "\0", "٣" * 10, "<script>", "x" * 1_000_000):  # fmt: skip
        assert table.tried(typed) == Why("house.no.code"), typed


def test_a_code_before_a_restart_is_an_old_one(table, restarted) -> None:
    text = table.people.code("host").text
    assert restarted().tried(text) == Why("house.no.code_old")


def test_a_code_that_did_not_help_stays_good(table) -> None:
    text = table.people.code("seat", match="m1").text
    names = {"red": "Ann"}
    for wish, key in (
        ({"seat": "pink", "name": "Bob"}, "house.no.seat_unknown"),
        ({"seat": "", "name": "Bob"}, "house.no.seat_unknown"),
        ({"seat": "blue", "name": ""}, "house.no.name"),
        ({"seat": "blue", "name": "ann"}, "house.no.name_taken"),
    ):
        assert table.tried(text, match="m1", names=names, **wish) == Why(key)
    answer = table.tried(text, match="m1", names=names, seat="blue", name="Bob")
    assert came_in(answer).seat == "blue"


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns at every few steps, so that a gap between two is found."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_of_sixteen_phones_racing_for_one_code_one_wins(table, hurried) -> None:
    for _ in range(20):
        text, start = table.people.code("seat", seat="red").text, Barrier(16)

        def race(_: int, text: str = text, start: Barrier = start) -> Joined | Why:
            device = table.stranger()
            start.wait()
            return table.tried(text, device, name="Ann")

        with ThreadPoolExecutor(16) as phones:
            answers = list(phones.map(race, range(16)))
        assert sum(isinstance(answer, Joined) for answer in answers) == 1
        assert answers.count(Why("house.no.code_used")) == 15
        assert list(table.people.phones("")) == ["red"]


def test_what_is_remembered_is_bounded() -> None:
    codes = Codes(secrets.token_bytes(32))
    for at in range(5000):
        text = spelled(codes.code(Ticket("seat", until=at + 10_000), at))
        if at % 2:
            codes.spend(text)
    assert len(codes._open) <= MOST_OPEN
    assert len(codes._used) <= MOST_USED
    assert codes.ticket(text, 5000) == Why("house.no.code_used")


def test_nobody_guesses_a_code(table) -> None:
    chance = random.Random(7)
    for _ in range(MOST_OPEN):
        table.people.code("host")
    answers = [table.tried("".join(chance.choices(SIGNS, k=10))) for _ in range(5_000)]
    assert not any(isinstance(answer, Joined) for answer in answers)
