"""Cookies: only this table's own are known, and a cookie alone gives no rights."""

from __future__ import annotations

import hashlib
import re

from tests.people.conftest import came_in


def test_a_fresh_cookie_is_a_device_that_looks_on(table) -> None:
    cookie = table.people.fresh()
    device = table.people.device(cookie)
    assert re.fullmatch("[0-9a-f]{32}", device)
    assert device == hashlib.sha256(cookie.encode()).hexdigest()[:32]
    assert device not in cookie
    assert table.people.viewer(device, "m1") == ("spectator", "")
    assert not table.people.knows(device)


def test_a_forged_cookie_is_nobody(table, other_table) -> None:
    cookie = table.people.fresh()
    chance, signature = cookie.split(".")
    wrong = [cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), cookie.upper(), cookie + " ",
             f"{signature}.{chance}", f"{chance}.{'0' * 32}", chance, ".", "." * 65, cookie * 9,
             "é" * 65, "\ud800" * 65, other_table.people.fresh()]  # fmt: skip
    assert [table.people.device(one) for one in wrong] == [""] * len(wrong)
    assert table.people.refused["cookie"] == len(wrong)


def test_no_cookie_is_not_counted(table) -> None:
    assert table.people.device("") == ""
    assert table.people.refused["cookie"] == 0


def test_every_sign_of_a_cookie_counts(table) -> None:
    cookie = table.people.fresh()
    for place, sign in enumerate(cookie):
        other = "a" if sign != "a" else "b"
        assert table.people.device(cookie[:place] + other + cookie[place + 1 :]) == ""


def test_the_cookie_from_before_joining_is_worth_nothing(table) -> None:
    planted = table.people.fresh()  # somebody put it on the phone and knows it
    before = table.people.device(planted)
    joined = table.tried(table.people.code("host").text, before)
    assert table.people.device(joined.cookie) == came_in(joined).device != before
    assert table.people.viewer(before, "m1") == ("spectator", "")
    assert table.people.viewer(joined.person.device, "m1") == ("host", "")
    assert not table.people.knows(before)


def test_cookies_outlive_a_restart(table, restarted) -> None:
    joined = table.tried(table.people.code("host").text)
    again = restarted().people
    assert again.viewer(again.device(joined.cookie), "") == ("host", "")


def test_cookies_do_not_outlive_a_reset(table, restarted, tmp_path) -> None:
    cookie = table.people.fresh()
    (tmp_path / "people.json").unlink()
    assert restarted().people.device(cookie) == ""
