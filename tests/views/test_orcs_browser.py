"""An evening of Orcs Orcs Orcs in a real browser: a tablet that keeps the board and a phone; mages
are placed, markers turned, a spell is cast by its name and a monster hit with one tap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.club import Club
from tests.games.orcs.table import BOX
from tests.views.test_seats_browser import Evening

SEATS = {"red": "Ada", "blue": "Bo"}
OPEN = ("earthquake-4", "fireball-4", "switch-4", "ice-storm-4", "lightning-bolt-4", "voodoo-4")
"""Three spells of each pile; of those alike the last is offered."""
FRESH = 400  # ms after which a tap was meant for what stands there


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    with Club.at(tmp_path) as club:
        there = Evening(browser, club)
        yield there
        for context in there.contexts:
            context.close()


def begun(club: Club, way: str) -> None:
    """Two players; the box is one that was made up."""
    seats = [{"name": name, "seat": seat} for seat, name in SEATS.items()]
    box: dict[str, Any] = msgspec.to_builtins(BOX)
    new = {"game": "orcs", "seats": seats, "options": {"way": way}, "box": box}
    status, told = club.post("matches", new)
    assert status == 200, told


def tap(page: Page, place: str) -> None:
    """Tapped when it has stood there long enough to be meant."""
    expect(page.locator(place).first).to_be_visible()
    page.wait_for_timeout(FRESH)
    page.locator(place).first.click()


def told(club: Club, *moves: dict[str, Any]) -> None:
    for move in moves:
        status, answer = club.host.take(move)
        assert status == 200, answer


def test_an_evening_of_orcs(evening: Evening) -> None:
    club = evening.club
    begun(club, "board")
    host = evening.host()
    ada = evening.phone(host, "red")
    host.goto(f"{club.address}/table")

    _mages_stand_on_the_tower(host)
    _markers_and_fate(evening, host)
    _a_spell_is_cast_by_its_name(evening, host, ada)

    for page in (host, ada):
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    grave = ("Content Security", "Uncaught", "TypeError")
    assert [said for said in evening.wrong if any(word in said for word in grave)] == []


def _mages_stand_on_the_tower(host: Page) -> None:
    tap(host, "[data-key=open-tower-0] button")
    expect(host.locator(".stood")).to_have_count(1)
    tap(host, "[data-key=open-tower-3] button")
    expect(host.locator(".stood")).to_have_count(2)


def _markers_and_fate(evening: Evening, host: Page) -> None:
    tap(host, ".kinds-of .kind")
    expect(host.locator(".paths .figure")).to_have_count(1)
    told(evening.club, *({"do": "reveal", "kind": kind} for kind in "24571811242"))
    tap(host, ".of-advance .answer")
    tap(host, ".of-ruled .answer")
    expect(host.locator(".way")).to_have_count(5)
    tap(host, "[data-key=open-1] .way")
    tap(host, ".kinds-of .kind")
    evening.shot(host, "orcs-turn")


def _a_spell_is_cast_by_its_name(evening: Evening, host: Page, ada: Page) -> None:
    """Ada hits the monster 1 on her path, whose two hearts are gone with it."""
    tap(host, ".drawer summary")
    host.locator(".book-of button", has_text="Smash").click()
    tap(host, "#region-shelf [data-key*='row'] button >> nth=1")
    expect(ada.locator(".beast.open")).to_have_count(2)
    evening.shot(ada, "orcs-strike-phone")
    tap(ada, ".beast.open")
    expect(host.locator("[data-key=score-red] .kill")).to_have_count(1)
    evening.shot(host, "orcs-won")


def test_a_hand_is_on_the_phone_alone(evening: Evening) -> None:
    club = evening.club
    begun(club, "everything")
    host = evening.host()
    ada = evening.phone(host, "red")
    host.goto(f"{club.address}/table")
    told(
        club,
        {"do": "stands", "seat": "red", "path": 0},
        {"do": "stands", "seat": "blue", "path": 3},
        *({"do": "reveal", "kind": kind} for kind in "124571811242"),
    )
    expect(host.locator(".of-opens .answer").first).to_be_visible()
    told(club, *({"do": "opens", "card": card} for card in OPEN))

    tap(ada, "[data-key=draws] .card")
    expect(ada.locator("#region-history")).to_contain_text("draws a card:")
    expect(host.locator("#region-history")).not_to_contain_text("draws a card:")
    assert host.locator(".card").count() == 0
    evening.shot(ada, "orcs-draws-phone")
