"""An evening of Maginor in a real browser: a tablet that keeps the table and three phones; a
card is played from a hand that nobody else sees, and a duel is laid on two phones and opened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.club import Club
from tests.games.maginor.table import BOX
from tests.views.test_seats_browser import PHONE, Evening

SEATS = {"red": "Ada", "blue": "Bo", "yellow": "Cleo"}
WATER = (0, 2, 6)  # on the Great Eagle
FRESH = 400  # ms after which a tap was meant for what stands there


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    with Club.at(tmp_path) as club:
        there = Evening(browser, club)
        yield there
        for context in there.contexts:
            context.close()


def begun(club: Club) -> None:
    """Three players, each hand is kept; the box is one that was made up."""
    seats = [{"name": name, "seat": seat} for seat, name in SEATS.items()]
    box: dict[str, Any] = msgspec.to_builtins(BOX)
    new = {"game": "maginor", "seats": seats, "options": {"way": "everything"}, "box": box}
    status, told = club.post("matches", new)
    assert status == 200, told


def corrected(club: Club, *moves: dict[str, Any]) -> None:
    for move in moves:
        status, told = club.host.take(move)
        assert status == 200, told


def tap(page: Page, place: str) -> None:
    """Tapped when it has stood there long enough to be meant."""
    expect(page.locator(place).first).to_be_visible()
    page.wait_for_timeout(FRESH)
    page.locator(place).first.click()


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def attack(page: Page, element: str) -> Locator:
    return page.locator(f"#point [data-key={element}] input")


def lay(page: Page, element: str) -> None:
    page.wait_for_timeout(FRESH)
    attack(page, element).check()
    page.get_by_role("button", name="Lay it face down").click()
    expect(page.locator("#point")).to_have_count(0)


def test_an_evening_of_maginor(evening: Evening) -> None:
    club = evening.club
    begun(club)
    host = evening.host()
    ada, bo, cleo = (evening.phone(host, seat) for seat in SEATS)
    host.goto(f"{club.address}/table")

    _the_table_is_laid(evening, host, ada)
    _a_card_is_played_from_the_hand(evening, host, ada, bo)
    _a_duel_is_laid_and_opened(evening, host, ada, bo, cleo)
    _the_mage_moves_and_the_turn_passes(evening, host, ada, bo)
    _without_a_phone_the_tablet_is_passed(evening, host, bo)

    for page in (host, ada, bo, cleo):
        fits(page)
    grave = ("Content Security", "Uncaught", "TypeError")
    assert [said for said in evening.wrong if any(word in said for word in grave)] == []


def _the_table_is_laid(evening: Evening, host: Page, ada: Page) -> None:
    """The lot falls on Ada, and all lies as the companion proposed."""
    evening.shot(host, "maginor-begin")
    tap(host, "#region-shelf [data-key*=begins] button")
    expect(host.locator(".oracle.hollow.open")).to_have_count(10)
    evening.shot(host, "maginor-ring")
    tap(host, "#region-shelf .tile.first")
    expect(host.locator(".oracle.open")).to_have_count(10)
    expect(host.locator("#region-subject")).to_contain_text("Ada")
    expect(ada.locator(".held-cards .card")).to_have_count(6)
    evening.shot(host, "maginor-start")


def _a_card_is_played_from_the_hand(evening: Evening, host: Page, ada: Page, bo: Page) -> None:
    """What Ada holds is on her phone alone; what she plays is for everybody."""
    corrected(
        evening.club,
        *({"do": "marker", "oracle": "great-eagle", "slot": n, "seat": "blue"} for n in WATER),
        {"do": "mage", "seat": "red", "oracle": "great-eagle"},
    )
    assert host.locator("[data-key*=play]").count() == 0
    assert bo.locator("[data-key*=play]").count() == 0
    evening.shot(ada, "maginor-hand")
    tap(ada, "[data-key*=play] button[aria-label*=water]")
    expect(ada.locator(".slot.open")).to_have_count(len(WATER))
    expect(host.locator("#region-history")).to_contain_text("water")
    evening.shot(ada, "maginor-slots")


def _a_duel_is_laid_and_opened(
    evening: Evening, host: Page, ada: Page, bo: Page, cleo: Page
) -> None:
    """Nobody sees what was laid before both have; then everybody does, at once."""
    tap(ada, ".slot.open")
    expect(bo.locator("#point")).to_have_count(1)
    assert cleo.locator("#point").count() == 0
    assert host.locator("a[href^='/pass']").count() == 0  # both have a phone
    evening.shot(bo, "maginor-duel-phone")
    evening.shot(host, "maginor-duel")
    attack(bo, "water").check()
    lay(ada, "earth")
    expect(host.locator("#region-subject")).to_contain_text("has chosen")
    assert attack(bo, "water").is_checked()  # the page has moved meanwhile
    for page in (host, bo, cleo):
        assert page.locator(".laid").count() == 0
    lay(bo, "water")
    for page in (host, cleo, ada, bo):
        expect(page.locator("#region-subject .laid")).to_have_count(2)
    expect(host.locator("#region-subject")).to_contain_text("Ada")
    evening.shot(host, "maginor-opened")
    evening.shot(cleo, "maginor-opened-phone")


def _the_mage_moves_and_the_turn_passes(
    evening: Evening, host: Page, ada: Page, bo: Page
) -> None:
    tap(host, "[data-key=open-unicorn] button")
    expect(host.locator("#region-subject")).to_contain_text("Bo")
    expect(bo.locator("#region-hand button").first).to_be_visible()
    assert ada.locator("#region-hand button").count() == 0
    evening.shot(bo, "maginor-turn-phone")


def _without_a_phone_the_tablet_is_passed(evening: Evening, host: Page, bo: Page) -> None:
    """Bo's phone is let go: his cards are on the tablet, once it is in his hands."""
    host.goto(f"{evening.club.address}/people")
    host.locator("[data-key=more-blue] summary").click()
    host.locator("[data-key=out-blue] button").click()
    expect(bo.locator("#region-hand")).to_have_count(0)
    host.goto(f"{evening.club.address}/table")
    tap(host, "a[href='/pass?seat=blue']")
    host.locator("body.cover button").click()
    host.wait_for_url("**/seat")
    expect(host.locator(".held-cards .card")).to_have_count(6)
    evening.shot(host, "maginor-passed")
    host.locator("[data-key=back] button").click()
    host.wait_for_url("**/pass")
    assert host.locator(".held-cards").count() == 0


def test_without_scripts_an_attack_is_laid(evening: Evening) -> None:
    club = evening.club
    begun(club)
    corrected(
        club,
        {"do": "begins", "seat": "red"},
        {"do": "laid"},
        *({"do": "marker", "oracle": "great-eagle", "slot": n, "seat": "blue"} for n in WATER),
        {"do": "mage", "seat": "red", "oracle": "great-eagle"},
    )
    red = club.phone("red")
    assert red.take({"do": "play", "card": "water"})[0] == 200
    assert red.take({"do": "slot", "slot": 0})[0] == 200
    context = evening.browser.new_context(java_script_enabled=False, viewport=PHONE)
    evening.contexts.append(context)
    page = context.new_page()
    page.goto(f"{club.address}/join")
    page.locator("#join .code").fill(club.host.code(seat="blue"))
    page.locator("button[form=join]").click()

    attack(page, "fire").check()
    page.get_by_role("button", name="Lay it face down").click()

    assert club.get("state")["view"]["duel"]["pointed"] == ["blue"]
    assert page.locator("#point").count() == 0
