# ruff: noqa: RUF001
"""Two evenings of Orcs Orcs Orcs in a real browser. One with a tablet that keeps the board and a
phone; one with hands and missions on two phones, one of them in Greek, from the set-up to the
final sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.club import Club, Device
from tests.games.orcs.table import BOX
from tests.views.test_seats_browser import Evening

SEATS = {"red": "Ada", "blue": "Bo"}
OPEN = ("earthquake-4", "fireball-4", "switch-4", "ice-storm-4", "lightning-bolt-4", "voodoo-4")
"""Three spells of each pile; of those alike the last is offered."""
HAND = ("smash", "zap", "wisdom-b", "book-b")
LITTLE: ViewportSize = {"width": 360, "height": 640}
LATEST = 9999  # a version that no page here gets to
FRESH = 350  # ms after which a tap was meant for what stands there


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    with Club.at(tmp_path) as club:
        there = Evening(browser, club)
        yield there
        for context in there.contexts:
            context.close()


def begun(club: Club, way: str, **more: Any) -> None:
    """Two players; the box is one that was made up."""
    seats = [{"name": name, "seat": seat} for seat, name in SEATS.items()]
    box: dict[str, Any] = msgspec.to_builtins(BOX)
    new = {"game": "orcs", "seats": seats, "options": {"way": way, **more}, "box": box}
    status, told = club.post("matches", new)
    assert status == 200, told


def tap(page: Page, place: str) -> None:
    """Tapped when it has stood there long enough to be meant."""
    expect(page.locator(place).first).to_be_visible()
    page.wait_for_timeout(FRESH)
    page.locator(place).first.click()


def told(club: Club, *moves: dict[str, Any], by: Page | None = None) -> None:
    """What happens without a tap: said by the tablet, or by the phone of ``by``."""
    device = on(by, club) if by else club.host
    for move in moves:
        status, answer = device.take(move, LATEST)
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


def greek(evening: Evening, host: Page, seat: str) -> Page:
    """A small phone of somebody who reads Greek."""
    code = evening.invite(host, seat)
    context = evening.browser.new_context(viewport=LITTLE, has_touch=True, locale="el-GR")
    evening.contexts.append(context)
    page = context.new_page()
    page.on("pageerror", lambda said: evening.wrong.append(str(said)))
    page.goto(f"{evening.club.address}/join#{code}")
    page.wait_for_url("**/seat*")
    return page


def on(page: Page, club: Club) -> Device:
    """The same device without its screen, for what is not looked at."""
    cookies = page.context.cookies()
    return Device(club.port, "; ".join(f"{one['name']}={one['value']}" for one in cookies))


def says(page: Page, text: str, where: str = "#region-history") -> None:
    """The page says so; a space of a number may be one that does not break."""
    expect(page.locator(where)).to_contain_text(re.compile(text.replace(" ", r"\s")))


def test_an_evening_with_hands_and_missions_on_two_phones(evening: Evening) -> None:
    """Ada's phone speaks English as the tablet does, Bo's is small and speaks Greek."""
    club = evening.club
    begun(club, "everything", missions=True)
    told(
        club,
        {"do": "stands", "seat": "red", "path": 0},
        {"do": "stands", "seat": "blue", "path": 3},
        *({"do": "reveal", "kind": kind} for kind in "124571811242"),
        *({"do": "opens", "card": card} for card in OPEN),
    )
    host = evening.host()
    ada, bo = evening.phone(host, "red"), greek(evening, host, "blue")
    host.goto(f"{club.address}/table")

    _hands_are_dealt_on_the_phones(evening, host, ada, bo)
    _each_keeps_a_mission(evening, host, ada, bo)
    _a_fate_card_leads_a_monster_to_the_tower(evening, host, ada, bo)
    _a_spell_with_a_card_and_its_boost_defeats_a_monster(evening, host, ada, bo)
    _what_went_wrong_is_taken_back_and_put_right(evening, host, ada)
    _voodoo_makes_the_other_discard(evening, host, ada, bo)
    _people_end_it_with_this_round(evening, host, bo)

    for page in (host, ada, bo):
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    grave = ("Content Security", "Uncaught", "TypeError")
    assert [said for said in evening.wrong if any(word in said for word in grave)] == []


def unseen(host: Page, ada: Page, bo: Page) -> None:
    """What stays in a hand or in a pile is on no other screen."""
    for card, others in (("red-zap", (host, bo)), ("blue-zap", (host, ada))):
        for page in others:
            assert card not in page.content()


def _hands_are_dealt_on_the_phones(evening: Evening, host: Page, ada: Page, bo: Page) -> None:
    says(ada, "Draws 4 cards", "#region-subject")
    tap(ada, ".card[aria-label='Drawn: Smash']")
    says(ada, "Ada draws a card: Smash.")
    says(host, "Ada draws a card.")
    says(bo, "Ada τραβάει μια κάρτα.")
    told(evening.club, *_drawn("red", *HAND[1:]), by=ada)
    says(bo, "Τραβάει 4 κάρτες", "#region-subject")
    evening.shot(bo, "orcs-greek-draws")
    told(evening.club, *_drawn("blue", *HAND), by=bo)


def _drawn(seat: str, *cards: str) -> Iterator[dict[str, Any]]:
    for card in cards:
        yield {"do": "draws", "seat": seat, "card": f"{seat}-{card}"}


def _each_keeps_a_mission(evening: Evening, host: Page, ada: Page, bo: Page) -> None:
    tap(ada, ".card:has-text('sets')")
    says(host, "Ada keeps a secret mission.")
    expect(bo.locator("[data-key=keeps]")).to_contain_text("Κρατήστε μία αποστολή")
    tap(bo, ".card:has-text('αδύναμα τέρατα')")
    says(host, "Bo keeps a secret mission.")
    for page in (host, bo):
        assert "3 points for a weak, a strong" not in page.content()
    for page in (host, ada):
        assert "αδύναμα" not in page.content()
    unseen(host, ada, bo)


def _a_fate_card_leads_a_monster_to_the_tower(
    evening: Evening, host: Page, ada: Page, bo: Page
) -> None:
    told(evening.club, {"do": "puts", "kind": "4", "path": 4, "segment": 2})
    tap(host, ".answer[aria-label='Strong monsters move']")
    says(host, "Monster 4 reaches the tower, now worth 3.")
    says(bo, "Το τέρας 4 φτάνει στον πύργο και αξίζει 3.")
    told(evening.club, {"do": "ruled", "rule": "none"}, {"do": "turns", "path": 1})
    told(evening.club, {"do": "reveal", "kind": "1"})


def _a_spell_with_a_card_and_its_boost_defeats_a_monster(
    evening: Evening, host: Page, ada: Page, bo: Page
) -> None:
    """Smash with Wisdom, whose boost draws a card: two damage for the monster with two hearts."""
    evening.shot(ada, "orcs-hand-phone")
    tap(ada, ".card[aria-label='Cast: Smash']")
    tap(ada, ".card[aria-label='Add: Wisdom']")
    tap(ada, "#region-shelf .tile:has-text('Boost: draw a card')")
    told(evening.club, *_drawn("red", "cold-snap"), {"do": "leave"}, by=ada)
    says(bo, "2 πόντοι δύναμης ως τώρα", "#region-subject")
    tap(ada, "#region-shelf .tile:has-text('2 damage')")
    tap(host, ".beast.open[aria-label='weak monster 1']")
    says(host, "Ada defeats a monster: weak monster 1.")
    says(bo, "Ada νικάει ένα τέρας: αδύναμο τέρας 1.")
    evening.shot(bo, "orcs-greek-watches")
    assert not any("red-cold-snap" in page.content() for page in (host, bo))


def _what_went_wrong_is_taken_back_and_put_right(
    evening: Evening, host: Page, ada: Page
) -> None:
    """A mage teleported by mistake; then the tablet says how many actions are left."""
    told(evening.club, {"do": "teleport", "path": 1})
    says(host, "Ada teleports to position 2.")
    tap(host, "[data-key=do-undo] button")
    expect(host.locator("#region-history")).not_to_contain_text("teleports")
    told(evening.club, {"do": "turn", "seat": "red", "actions": 3})
    says(host, "3 actions left", "#region-subject")
    says(ada, "3 actions left", "#region-subject")


def _voodoo_makes_the_other_discard(evening: Evening, host: Page, ada: Page, bo: Page) -> None:
    """It was just learned, and Ada took it to the hand at once: her phone says so, and no other
    could."""
    club = evening.club
    lies = {"do": "lies", "card": "voodoo-4", "seat": "red", "where": "hand"}
    told(club, {"do": "cast", "card": "red-book-b"}, by=ada)
    tap(host, ".answer[aria-label='Learn: Voodoo']")
    says(bo, "Ada μαθαίνει ένα ξόρκι: Βουντού.")
    told(club, {"do": "opens", "card": "ice-storm-3"})
    assert [device.take(lies)[0] for device in (club.host, on(bo, club))] == [422, 403]
    tap(ada, ".lies > summary")
    tap(ada, ".lying summary:has-text('Voodoo')")
    evening.shot(ada, "orcs-lies-phone")
    tap(ada, "button[aria-label='Voodoo: hand']")
    for page in (host, ada):
        says(page, "A card is put right: Ada.")
    tap(ada, ".lies > summary")
    tap(ada, ".card[aria-label='Cast: Voodoo']")
    tap(ada, "#region-shelf .tile:has-text('One opponent discards')")
    told(club, {"do": "victim", "seat": "blue"}, by=ada)
    says(bo, "Ξεσκαρτάρει μια κάρτα", "#region-subject")
    unseen(host, ada, bo)
    evening.shot(bo, "orcs-greek-discards")
    tap(bo, ".card[aria-label='Ξεσκαρτάρω: Smash']")
    says(bo, "Bo ξεσκαρτάρει μια κάρτα: Smash.")
    says(host, "Bo discards a card: Smash.")


def _people_end_it_with_this_round(evening: Evening, host: Page, bo: Page) -> None:
    told(evening.club, {"do": "ends"})
    says(host, "wins", "#region-subject")
    says(bo, "κερδίζει", "#region-subject")
    expect(host.locator("[data-key=mission-blue]")).to_contain_text("weak monsters")
    evening.shot(host, "orcs-sheet")
    evening.shot(bo, "orcs-sheet-greek")
