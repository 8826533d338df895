"""An evening in a real browser: a tablet that keeps the table, three phones, somebody who
looks on; a phone that is let go, a passed tablet, and a service that starts again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.club import Club

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SHOTS = os.environ.get("SHOTS", "")  # a folder for pictures, for whoever wants to look
HANDS = {
    "red": [{"name": "anvil", "value": 1}, {"name": "bell", "value": 4}],
    "blue": [{"name": "comb", "value": 2}, {"name": "drum", "value": 3}],
    "green": [{"name": "egg", "value": 1}, {"name": "fork", "value": 2}],
}


class Evening:
    """Everybody's browser, each with cookies of its own."""

    def __init__(self, browser: Browser, club: Club) -> None:
        self.browser, self.club = browser, club
        self.contexts: list[BrowserContext] = []
        self.wrong: list[str] = []

    def device(self, size: dict[str, int], path: str = "/") -> Page:
        context = self.browser.new_context(viewport=size, has_touch=size is PHONE)
        self.contexts.append(context)
        page = context.new_page()
        page.on(
            "console",
            lambda said: self.wrong.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda said: self.wrong.append(str(said)))
        page.goto(f"{self.club.address}{path}")
        return page

    def host(self) -> Page:
        """A tablet on which the PIN was typed."""
        page = self.device(TABLET, "/join")
        page.locator("#join .code").fill(self.club.pin)
        page.locator("button[form=join]").click()
        page.wait_for_url("**/table")
        return page

    def invite(self, host: Page, seat: str) -> str:
        """The code on the tablet; the QR beside it says the same address, and no more."""
        host.goto(f"{self.club.address}/people")
        host.locator(f"[data-key=code-{seat}] button").click()
        code = host.locator(".invitation .typed b").inner_text()
        drawn = host.locator(".invitation svg.qr path").nth(1).get_attribute("d")
        spots = {(int(x) - 4, int(y) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1", drawn)}
        place = host.locator(".invitation .typed span").inner_text()
        matrix = segno.make_qr(f"http://{place}#{code}", error="m").matrix
        dark = {(x, y) for y, row in enumerate(matrix) for x, bit in enumerate(row) if bit}
        assert spots == dark, "the picture says something else than the text beside it"
        return code

    def phone(self, host: Page, seat: str) -> Page:
        """A phone whose camera read the code on the tablet."""
        page = self.device(PHONE, f"/join#{self.invite(host, seat)}")
        page.wait_for_url("**/seat*")
        assert "#" not in page.url
        return page

    def shot(self, page: Page, name: str) -> None:
        if SHOTS:
            page.wait_for_timeout(400)
            page.screenshot(path=f"{SHOTS}/{name}.png")


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    with Club.at(tmp_path) as club:
        there = Evening(browser, club)
        yield there
        for context in there.contexts:
            context.close()


def lay(page: Page, token: str) -> None:
    """Tapped when it has stood there long enough to be meant, and taken."""
    page.wait_for_timeout(400)
    page.locator("#region-hand button", has_text=token).click()
    expect(page.locator("#region-hand button")).to_have_count(0)


def test_an_evening_with_phones(evening):
    club = evening.club
    club.match(3, **HANDS)
    host = evening.host()
    ada, bo, cleo = (evening.phone(host, seat) for seat in ("red", "blue", "green"))
    guest = evening.device(PHONE, "/table")
    host.goto(f"{club.address}/people")
    for page, name in ((host, "people"), (ada, "phone"), (guest, "guest")):
        evening.shot(page, name)

    _two_lay_in_secret(evening, host, guest, ada, bo, cleo)
    _a_phone_is_let_go_and_the_tablet_passed(evening, host, cleo)
    for page in (host, guest):  # all lie: all are opened, on every page at once
        expect(page.locator("#region-drawing")).to_contain_text("bell")
        expect(page.locator("#region-drawing")).to_contain_text("fork")
    assert "egg" not in host.content()
    evening.shot(host, "opened")
    _everybody_keeps_their_seat(evening, host, guest, ada, bo, cleo)

    grave = ("Content Security", "Uncaught", "TypeError")
    assert [said for said in evening.wrong if any(word in said for word in grave)] == []


def _two_lay_in_secret(
    evening: Evening, host: Page, guest: Page, ada: Page, bo: Page, cleo: Page
) -> None:
    """Everybody sees that they lay, and nobody is told what."""
    host.goto(f"{evening.club.address}/table")
    host.locator("#region-shelf .choices button").nth(1).click()
    expect(ada.locator("#region-hand button")).to_have_count(2)
    lay(ada, "bell")
    lay(bo, "drum")
    expect(ada.locator("#region-hand")).to_contain_text("bell")
    expect(bo.locator("#region-hand")).to_contain_text("drum")
    expect(host.locator("#region-history")).to_contain_text("Bo")
    hidden = {host: "bell drum fork egg", guest: "bell drum fork egg", bo: "bell egg",
              ada: "drum fork", cleo: "bell drum"}  # fmt: skip
    for page, words in hidden.items():
        for word in words.split():
            assert word not in page.content(), f"{word} is in a page that may not know it"
    evening.shot(ada, "laid")
    evening.shot(host, "two-laid")


def _a_phone_is_let_go_and_the_tablet_passed(evening: Evening, host: Page, cleo: Page) -> None:
    host.goto(f"{evening.club.address}/people")
    host.locator("[data-key=more-green] summary").click()
    evening.shot(host, "people-more")
    host.locator("[data-key=out-green] button").click()
    expect(cleo.locator("#region-hand")).to_have_count(0)
    evening.shot(cleo, "gone")
    assert "egg" not in cleo.content()
    host.locator("[data-key=pass-green]").click()
    expect(host.locator("body.cover h1")).to_contain_text("Cleo")
    evening.shot(host, "pass")
    host.locator("body.cover button").click()
    host.wait_for_url("**/seat")
    evening.shot(host, "passed")
    assert "bell" not in host.content()
    lay(host, "fork")
    host.locator("[data-key=back] button").click()
    host.wait_for_url("**/pass")
    evening.shot(host, "laid-back")
    host.locator("body.cover a").click()


def _everybody_keeps_their_seat(
    evening: Evening, host: Page, guest: Page, ada: Page, bo: Page, cleo: Page
) -> None:
    """The service is stopped and started again, on the same data and the same port."""
    evening.club.stop()
    expect(ada.locator("#lines .offline")).to_be_visible()
    with evening.club.again() as club:
        expect(ada.locator("#lines .offline")).to_have_count(0, timeout=15_000)
        host.goto(f"{club.address}/table")
        host.locator("#region-shelf .choices button").nth(0).click()
        expect(ada.locator("#region-hand button")).to_have_count(1)
        lay(ada, "anvil")
        expect(bo.locator("#region-hand button")).to_have_count(1)
        lay(bo, "comb")
        expect(guest.locator("#region-history")).to_contain_text("Bo")
        assert "comb" not in guest.content()
        assert cleo.locator("#region-hand").count() == 0
        seats = [(one["seat"], one["name"]) for one in club.get("people")["phones"]]
        assert seats == [("red", "Ada"), ("blue", "Bo")]


def test_before_a_match_phones_wait_and_become_its_seats(evening):
    club = evening.club
    host = evening.host()
    host.goto(f"{club.address}/people")
    code = host.locator(".lobby .typed b").inner_text()
    evening.shot(host, "lobby")
    mia = evening.device(PHONE, f"/join#{code}")
    mia.locator("input[name=name]").fill("Mia")
    evening.shot(mia, "who")
    mia.locator(".places label", has=mia.locator("[value=green]")).click()
    mia.locator("button[form=join]").click()
    mia.wait_for_url("**/seat*")
    evening.shot(mia, "waits")
    expect(host.locator("[data-key=guest-green]")).to_contain_text("Mia")

    host.goto(f"{club.address}/?game=closed_hands")
    evening.shot(host, "start")
    rows = host.locator(".player")
    filled = [rows.nth(n).locator("input.text").input_value() for n in range(rows.count())]
    assert "Mia" in filled
    empty = filled.index("")
    rows.nth(empty).locator("input.text").fill("Noah")
    host.locator("button[form=start]").click()
    host.wait_for_url("**/table")

    expect(mia.locator("#region-own")).to_contain_text("Mia")
    assert club.get("people")["phones"][0]["seat"] == "green"
    evening.shot(mia, "seated")


def test_without_scripts_a_code_is_typed(evening):
    club = evening.club
    club.match(3, **HANDS)
    code = club.host.code(seat="red")
    context = evening.browser.new_context(java_script_enabled=False, viewport=PHONE)
    evening.contexts.append(context)
    page = context.new_page()
    page.goto(f"{club.address}/join")

    page.locator("#join .code").fill(f" {code.lower()} ")
    page.locator("button[form=join]").click()

    assert page.url.endswith("/seat")
    assert "Ada" in page.content()
