"""Seats and hosts: who has which, and what becomes of them."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.people import Joined, Person, Why
from companion.people.register import MOST, collected, joined
from tests.people.conftest import COLOURS, came_in

NAMES = {"red": "Ann", "blue": "Bob", "green": "Cleo"}


@pytest.fixture
def told(table) -> list[frozenset[str]]:
    """What was said about devices whose role changed."""
    heard: list[frozenset[str]] = []
    table.people.changed = heard.append
    return heard


def test_a_seat_is_a_seat_of_its_match_alone(table) -> None:
    red = table.phone("red", "m1")
    assert table.people.viewer(red, "m1") == ("seat", "red")
    assert table.people.viewer(red, "m2") == ("spectator", "")
    assert table.people.viewer(red, "") == ("spectator", "")


def test_a_host_is_one_in_every_match(table) -> None:
    host = table.host()
    for match in ("", "m1", "m2"):
        assert table.people.viewer(host, match) == ("host", "")


def test_the_newer_of_two_phones_has_the_seat(table, told) -> None:
    old = table.phone("red")
    new = table.phone("red")
    assert table.people.viewer(old, "m1") == ("spectator", "")
    assert table.people.phones("m1")["red"].device == new
    assert table.people.knows(old)
    assert {old, new} <= told[-1]


def test_a_phone_that_lost_its_seat_does_not_take_it_back_with_a_code_it_saw(table) -> None:
    table.phone("red")
    seen = table.people.code("seat", seat="red", match="m1")
    table.phone("red")
    assert table.tried(seen.text, match="m1", name="Ann") == Why("house.no.code_old")


def test_a_code_for_any_seat_takes_none_that_has_a_phone(table) -> None:
    table.phone("red")
    code = table.people.code("seat", match="m1", taken=frozenset({"blue"}))
    for seat in ("red", "blue"):
        answer = table.tried(code.text, match="m1", name="Eve", seat=seat)
        assert answer == Why("house.no.seat_taken")
    assert table.people.refused["seat"] == 2
    assert came_in(table.tried(code.text, match="m1", name="Eve", seat="green")).seat == "green"


def test_who_has_a_seat_may_take_it_again_or_another_colour(table) -> None:
    red = table.phone("red", "", "Ann")
    same = came_in(table.tried(table.people.code("seat").text, red, seat="red", name="Anna"))
    blue = came_in(
        table.tried(table.people.code("seat").text, same.device, seat="blue", name="anna")
    )
    assert {seat: p.device for seat, p in table.people.phones("").items()} == {
        "blue": blue.device
    }


def test_the_match_knows_the_names_better_than_the_phones(table) -> None:
    table.phone("red", "m1", "Annie")
    text = table.people.code("seat", seat="blue", match="m1").text
    answer = table.tried(text, match="m1", names=NAMES, name="Ann")
    assert answer == Why("house.no.name_taken")
    assert came_in(table.tried(text, match="m1", names=NAMES, name="Annie")).seat == "blue"


def test_a_code_for_one_seat_opens_that_seat(table) -> None:
    code = table.people.code("seat", seat="red")
    assert came_in(table.tried(code.text, seat="blue", name="Ann")).seat == "red"


def test_a_code_of_one_match_opens_nothing_in_the_next(table) -> None:
    code = table.people.code("seat", seat="red", match="m1")
    assert table.tried(code.text, match="m2", name="Ann") == Why("house.no.code_old")


def test_who_was_choosing_a_name_when_the_match_began_still_gets_in(table) -> None:
    code = table.people.code("seat")
    table.people.seated("m1", NAMES)
    person = came_in(table.tried(code.text, match="m1", names=NAMES, seat="red"))
    assert (person.seat, person.name, person.match) == ("red", "Ann", "m1")


@pytest.mark.parametrize("name", ["Bob", "bob", "BOB", "ｂｏｂ", " bob "])  # noqa: RUF001
def test_nobody_is_called_as_another_seat(table, name) -> None:
    code = table.people.code("seat", seat="red", match="m1").text
    answer = table.tried(code, match="m1", names=NAMES, name=name)
    assert answer == Why("house.no.name_taken")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", "Zoe\u0308"),
        ("Straße", "STRASSE"),
        ("ﬁn", "FIN"),
        ("Ά", "ά"),
        ("ΑΣ", "ας"),
        ("\u212cob", "bob"),
        ("ß\u0301", "SŚ"),
    ],
)
def test_names_that_sound_alike_are_one_name(table, one, other) -> None:
    table.phone("red", "", one)
    answer = table.tried(table.people.code("seat").text, seat="blue", name=other)
    assert answer == Why("house.no.name_taken")


def test_the_same_seat_may_be_called_as_it_is(table) -> None:
    code = table.people.code("seat", seat="red", match="m1").text
    assert came_in(table.tried(code, match="m1", names=NAMES, name="ANN")).name == "ANN"


def test_a_host_may_be_called_as_a_player(table) -> None:
    answer = table.tried(table.people.pin, match="m1", names=NAMES, name="Ann")
    assert came_in(answer).name == "Ann"


def test_the_lobby_becomes_the_match(table, told) -> None:
    red, yellow = table.phone("red", "", "Annie"), table.phone("yellow", "", "Dan")
    assert table.people.viewer(red, "") == ("spectator", "")
    assert set(table.people.phones("")) == {"red", "yellow"}
    told.clear()
    table.people.seated("m1", NAMES)
    assert table.people.viewer(red, "m1") == ("seat", "red")
    assert table.people.phones("m1")["red"].name == "Ann"
    assert table.people.viewer(yellow, "m1") == ("spectator", "")
    assert table.people.phones("") == {}
    assert red in told[-1]


def test_the_seats_of_the_last_match_look_on_at_the_next(table, told) -> None:
    red = table.phone("red", "m1")
    told.clear()
    table.people.seated("m2", NAMES)
    assert table.people.viewer(red, "m2") == ("spectator", "")
    assert told == [frozenset({red})]


def test_who_sat_before_sits_down_again_with_one_tap(table, told) -> None:
    red = table.phone("red", "m1")
    table.people.seated("m2", NAMES)
    again = came_in(table.people.again(red, seat="blue", match="m2", names=NAMES))
    assert (again.seat, again.name, again.match) == ("blue", "Bob", "m2")
    assert again.device != red
    assert table.people.viewer(red, "m2") == ("spectator", "")
    assert told[-1] == {red, again.device}


def test_one_tap_takes_no_seat_that_has_a_phone(table) -> None:
    old, blue = table.phone("red", "m1"), table.phone("blue", "m2")
    answer = table.people.again(old, seat="blue", match="m2", names=NAMES)
    assert answer == Why("house.no.seat_taken")
    assert table.people.viewer(blue, "m2") == ("seat", "blue")


def test_one_tap_is_for_seats_that_play(table) -> None:
    old = table.phone("red", "m1")
    for seat in ("yellow", ""):
        answer = table.people.again(old, seat=seat, match="m2", names=NAMES)
        assert answer == Why("house.no.seat_unknown")


def test_one_tap_does_not_look_into_a_second_hand(table) -> None:
    red = table.phone("red", "m1")
    answer = table.people.again(red, seat="blue", match="m1", names=NAMES)
    assert answer == Why("house.no.known")


def test_one_tap_is_not_for_strangers_nor_hosts(table) -> None:
    for device in (table.stranger(), table.host(), ""):
        answer = table.people.again(device, seat="red", match="m1", names=NAMES)
        assert answer == Why("house.no.known")


def test_who_was_sent_away_needs_a_new_code(table, told) -> None:
    red = table.phone("red")
    own = table.people.code("seat", seat="red", match="m1")
    assert table.people.remove(red).seat == "red"
    assert told[-1] == {red}
    assert not table.people.knows(red)
    assert table.people.viewer(red, "m1") == ("spectator", "")
    assert table.people.again(red, seat="red", match="m1", names=NAMES) == Why("house.no.known")
    assert table.tried(own.text, red, match="m1", name="A") == Why("house.no.code_old")
    assert came_in(table.tried(table.people.code("seat", seat="red").text, red, name="A"))


def test_a_host_who_was_sent_away_takes_no_code_along(table) -> None:
    first, second = table.host(), table.host()
    people = table.people
    codes = [people.code("host"), people.code("seat"), people.code("seat", seat="red")]
    assert table.people.remove(second).role == "host"
    for code in codes:
        answer = table.tried(code.text, second, seat="red", name="Eve")
        assert answer == Why("house.no.code_old")
    assert table.people.viewer(first, "") == ("host", "")


def test_the_last_host_stays(table, told) -> None:
    first, second = table.host(), table.host()
    assert table.people.remove(first)
    told.clear()
    assert table.people.remove(second) is None
    assert table.people.viewer(second, "") == ("host", "")
    assert told == []


def test_the_last_host_does_not_become_a_seat_by_a_slip(table) -> None:
    first = table.host()
    code = table.people.code("seat", seat="red").text
    assert table.tried(code, first, name="Ann") == Why("house.no.last_host")
    table.host()
    person = came_in(table.tried(code, first, name="Ann"))
    assert (person.role, person.seat) == ("seat", "red")
    assert [p.role for p in table.people.persons()] == ["host", "seat"]


def test_a_seat_that_becomes_a_host_has_no_seat_any_more(table) -> None:
    red = table.phone("red")
    host = came_in(table.tried(table.people.pin, red)).device
    assert table.people.viewer(host, "m1") == ("host", "")
    assert table.people.phones("m1") == {}


def test_nobody_knows_a_device_that_never_joined(table) -> None:
    assert table.people.remove(table.stranger()) is None
    assert table.people.remove("") is None


def test_a_tablet_is_passed_and_handed_back(table, told) -> None:
    host = table.host()
    assert table.people.sit(host, "red", match="m1")
    assert table.people.viewer(host, "m1") == ("seat", "red")
    assert table.people.sitting(host) == "red"
    assert told[-1] == {host}
    assert table.people.sit(host, "")
    assert table.people.viewer(host, "m1") == ("host", "")
    assert told[-1] == {host}


def test_a_tablet_is_passed_by_hosts_only_and_to_no_seat_with_a_phone(table) -> None:
    host, red = table.host(), table.phone("red")
    assert not table.people.sit(host, "red")
    assert not table.people.sit(red, "blue")
    assert not table.people.sit(table.stranger(), "blue")
    assert not table.people.sit(table.stranger(), "")
    assert table.people.sit(table.stranger(), "blue", trusted=True)


def test_a_phone_ends_that_somebody_plays_for_its_seat(table, told) -> None:
    host = table.host()
    table.people.sit(host, "red", match="m1")
    red = table.phone("red", "m1")
    assert table.people.viewer(host, "m1") == ("host", "")
    assert {host, red} <= told[-1]


def test_a_tablet_passed_in_one_match_sees_no_phone_of_another(table) -> None:
    host, red = table.host(), table.phone("red", "m1")
    assert table.people.sit(host, "red", match="m2")
    assert table.people.viewer(host, "m1") == ("host", "")
    assert table.people.viewer(red, "m1") == ("seat", "red")


def test_one_tablet_plays_for_a_seat(table, told) -> None:
    first, second = table.host(), table.host()
    table.people.sit(first, "red")
    table.people.sit(second, "red")
    assert table.people.viewer(first, "m1") == ("host", "")
    assert table.people.viewer(second, "m1") == ("seat", "red")
    assert told[-1] == {first, second}


def test_passed_tablets_are_back_after_a_restart_and_in_the_next_match(
    table, restarted
) -> None:
    host = table.host()
    table.people.sit(host, "red")
    assert restarted().people.viewer(host, "m1") == ("host", "")
    table.people.seated("m2", NAMES)
    assert table.people.viewer(host, "m2") == ("host", "")


def test_players_who_change_places_take_their_phones_along(table, told) -> None:
    red, blue, host = table.phone("red"), table.phone("blue"), table.host()
    table.people.sit(host, "green")
    code = table.people.code("seat", seat="red", match="m1")
    table.swap("m1", "red", "blue")
    assert table.people.viewer(red, "m1") == ("seat", "blue")
    assert table.people.viewer(blue, "m1") == ("seat", "red")
    assert told[-1] == {red, blue}
    assert table.tried(code.text, match="m1", name="Eve") == Why("house.no.code_old")
    table.swap("m1", "red", "green")
    assert table.people.viewer(blue, "m1") == ("seat", "green")
    assert table.people.viewer(host, "m1") == ("seat", "red")


def test_phones_stay_with_their_players_when_a_change_is_taken_back(table) -> None:
    ada, bo = table.phone("red", name="Ada"), table.phone("blue", name="Bo")
    table.swap("m1", "red", "blue")

    table.people.follow("m1", {"red": "Ada", "blue": "Bo"})

    assert table.people.viewer(ada, "m1") == ("seat", "red")
    assert table.people.viewer(bo, "m1") == ("seat", "blue")


def test_a_name_that_was_taken_back_is_the_matchs_again(table) -> None:
    ada = table.phone("red", name="Adele")

    table.people.follow("m1", {"red": "Ada", "blue": "Bo"})

    assert table.people.phones("m1")["red"].name == "Ada"
    assert table.people.viewer(ada, "m1") == ("seat", "red")


def test_who_is_not_in_the_match_any_more_looks_on(table) -> None:
    ada = table.phone("red", name="Ada")

    table.people.follow("m1", {"blue": "Bo", "green": "Cleo"})

    assert table.people.viewer(ada, "m1") == ("spectator", "")


def test_a_host_who_was_sent_away_does_not_know_the_pin_any_more(table, restarted) -> None:
    host, before = table.host(), table.people.pin
    table.host()

    table.people.remove(host)

    assert table.people.pin != before
    assert table.tried(before) == Why("house.no.pin")
    assert came_in(table.tried(table.people.pin)).role == "host"
    assert restarted().people.pin == table.people.pin


def test_who_went_home_looks_on(table, told) -> None:
    red = table.phone("red")
    told.clear()
    table.leave("m2", "red")
    assert told == []
    table.leave("m1", "red")
    assert table.people.viewer(red, "m1") == ("spectator", "")
    assert table.people.knows(red)
    assert told == [frozenset({red})]


def test_a_new_name_changes_no_role(table, told) -> None:
    table.phone("red")
    told.clear()
    table.people.renamed("m1", "red", "Anna")
    table.people.renamed("m1", "blue", "Nobody")
    assert table.people.phones("m1")["red"].name == "Anna"
    assert told == []


def test_a_name_is_deleted_for_good(table, tmp_path) -> None:
    (tmp_path / "people.json.damaged").write_text("Anna was here")
    table.phone("red", name="Anna")
    table.people.forget("ANNA")
    assert [person.name for person in table.people.persons()] == [""]
    assert not [path for path in tmp_path.iterdir() if "nna" in path.read_text()]
    assert list(table.people.phones("m1")) == ["red"]


def test_whoever_hears_of_a_change_may_ask(table) -> None:
    seen = []
    table.people.changed = lambda devices: seen.extend(
        table.people.viewer(device, "m1") for device in sorted(devices)
    )
    table.phone("red")
    assert sorted(seen) == [("seat", "red"), ("spectator", "")]


def test_spectators_may_look_until_the_host_says_otherwise(table, restarted) -> None:
    assert table.people.watch
    table.people.set_watch(False)
    assert not table.people.watch
    assert not restarted().people.watch


def test_what_the_door_refuses_is_counted(table) -> None:
    table.people.count("origin")
    table.people.count("rights")
    assert table.people.refused["origin"] == table.people.refused["rights"] == 1
    assert set(table.people.refused) == {
        "cookie", "code", "replayed", "expired", "foreign", "pin", "slow", "seat", "origin",
        "rights",
    }  # fmt: skip


def test_persons_are_bounded_and_hosts_forgotten_last(table) -> None:
    host = table.host()
    for number in range(MOST + 20):
        table.phone("red", f"m{number}")
    assert len(table.people.persons()) == MOST
    assert table.people.viewer(host, "") == ("host", "")
    assert table.people.phones(f"m{MOST + 19}")


def test_who_comes_to_a_house_full_of_hosts_is_not_the_one_forgotten() -> None:
    register = collected(Person(f"{number:032x}", "host") for number in range(MOST))
    after = joined(register, Person("f" * 32, "seat", "red", "Ann", "m1"), "")
    assert after.viewer("f" * 32, "m1") == ("seat", "red")
    assert len(after.persons) == MOST


def test_nothing_secret_is_printed(table) -> None:
    code = table.people.code("host")
    joined = table.tried(code.text)
    told = f"{table.people!r} {joined!r} {code!r} {table.people._kept!r} {joined.person!r}"
    for secret in (table.people.pin, code.text, joined.cookie, table.people._kept.key):
        assert secret not in told


class Evening:
    """People come, go and change places by chance; a plain book is kept beside."""

    def __init__(self, table, chance: random.Random) -> None:
        self.table, self.people, self.chance = table, table.people, chance
        self.cookies = [self.people.fresh() for _ in range(8)]
        self.match = ""
        self.had_host = False

    def step(self) -> None:
        act = self.chance.choice(ACTS)
        act(self, self.chance.randrange(8), self.chance.choice(COLOURS))

    def device(self, who: int) -> str:
        return self.people.device(self.cookies[who])

    def came(self, who: int, answer: Joined | Why) -> None:
        if isinstance(answer, Joined):
            self.cookies[who] = answer.cookie

    def join(self, who: int, seat: str) -> None:
        fixed = self.chance.choice([seat, ""])
        code = self.people.code("seat", seat=fixed, match=self.match).text
        more = {"match": self.match, "seat": seat, "name": f"N{who}"}
        self.came(who, self.table.tried(code, self.device(who), **more))

    def again(self, who: int, seat: str) -> None:
        names = dict.fromkeys(COLOURS, "") if self.match else {}
        answer = self.people.again(self.device(who), seat=seat, match=self.match, names=names)
        self.came(who, answer)

    def swap(self, _: int, seat: str) -> None:
        self.table.swap(self.match, seat, self.chance.choice(COLOURS))

    def leave(self, _: int, seat: str) -> None:
        self.table.leave(self.match, seat)

    def remove(self, who: int, _: str) -> None:
        if self.people.remove(self.device(who)):
            assert not self.people.knows(self.device(who))

    def sit(self, who: int, seat: str) -> None:
        self.people.sit(self.device(who), self.chance.choice([seat, seat, ""]))

    def begin(self, *_: object) -> None:
        self.match = self.chance.choice(["", "m1", "m2"])
        if self.match:
            self.people.seated(self.match, {c: f"{c}'s" for c in COLOURS[:3]})

    def pin(self, who: int, _: str) -> None:
        if self.chance.random() < 0.3:
            self.came(who, self.table.tried(self.people.pin, self.device(who)))

    def roles(self) -> dict[str, tuple[str, str]]:
        devices = {self.device(who) for who in range(8)} | {
            p.device for p in self.people.persons()
        }
        return {device: self.people.viewer(device, self.match) for device in devices}


ACTS = (
    Evening.join, Evening.join, Evening.again, Evening.swap, Evening.leave, Evening.remove,
    Evening.sit, Evening.sit, Evening.begin, Evening.pin,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_whatever_people_do_a_seat_has_one_phone_and_a_device_one_role(
    table, restarted, seed
) -> None:
    evening = Evening(table, random.Random(seed))
    told: set[str] = set()
    table.people.changed = told.update
    for _ in range(150):
        before, match = evening.roles(), evening.match
        told.clear()
        evening.step()
        after = evening.roles()
        seats = [seat for _, seat in after.values() if seat]
        persons = table.people.persons()
        assert len(seats) == len(set(seats))
        assert len({p.device for p in persons}) == len(persons)
        places = [(p.match, p.seat) for p in persons if p.seat]
        assert len(places) == len(set(places))
        hosts = any(p.role == "host" for p in persons)
        assert hosts or not evening.had_host
        evening.had_host |= hosts
        if evening.match == match:
            moved = {d for d in before if before[d] != after.get(d, ("spectator", ""))}
            assert moved <= told
    assert restarted().people.persons() == table.people.persons()


def test_many_hands_at_once_leave_a_table_that_holds(table, restarted) -> None:
    host, phones = table.host(), [table.phone(seat) for seat in COLOURS]

    def busy(number: int) -> None:
        chance = random.Random(number)
        for _ in range(20):
            one, other = chance.sample(COLOURS, 2)
            table.swap("m1", one, other)
            table.people.viewer(phones[number % 4], "m1")
            table.people.count("rights")
            table.people.sit(host, chance.choice(["", one]), match="m1")

    with ThreadPoolExecutor(8) as hands:
        list(hands.map(busy, range(8)))
    assert table.people.refused["rights"] == 160
    assert {p.device for p in table.people.phones("m1").values()} == set(phones)
    assert restarted().people.phones("m1") == table.people.phones("m1")
