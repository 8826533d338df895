"""Sitting down at the table: what people see and tap for it, on a tablet and on a phone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.views import look
from tests.views.test_look import fits, visit

PAGES = [*look.people()]
FIT = [name for name in PAGES if name.startswith("seat") and name != "seat-along"]
READ = [
    "join",
    "join-who",
    "people",
    "people-early",
    "code",
    "pass",
    "seat",
    "seat-hand",
    "gone",
    "guest",
]
"""One page of each kind; the others differ in what is on them, not in how it is read."""
COLOURED = ["people", "seat-hand"]
SIZES = {size: look.SIZES[size] for size in ("wide", "phone")}
PHONE = {"width": 390, "height": 844}
OVER = """() => { const seen = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = walk.nextNode());) {
        const at = text.parentElement;
        if (!text.data.trim() || !at.checkVisibility() || at.closest('.unseen, .ledge, .shelf-place, #lines, legend')) continue;
        const range = document.createRange(); range.selectNodeContents(text);
        for (const r of range.getClientRects()) if (r.width > 1) seen.push([text, r]);
    }
    const over = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
    return seen.flatMap(([one, a], i) => seen.slice(i + 1).filter(([two, b]) => one !== two && over(a, b)).map(([two]) => `${one.data.trim()} / ${two.data.trim()}`)); }"""


def opened(page: Page) -> None:
    """Everything that a tap would open, but for the menu, which lies above the rest."""
    page.evaluate("document.querySelectorAll('#page details').forEach(d => { d.open = true })")


def covered(page: Page, sizes: Mapping[str, tuple[int, int]], scrolls: bool) -> None:
    """It fits at every size, and no words lie over others."""
    for size, area in sizes.items():
        fits(page, {size: area}, scrolls)
        assert page.evaluate(OVER) == [], size


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off_or_covered_or_too_small_to_touch(
    page: Page, house: Any, name: str
) -> None:
    errors = visit(page, house, name)
    opened(page)

    covered(page, SIZES, name not in FIT)

    assert errors == []


@pytest.mark.parametrize(
    ("name", "theme"),
    [(name, "light") for name in READ]
    + [(name, theme) for name in COLOURED for theme in ("dark", "contrast")],
)
def test_everybody_can_read_and_use_it(page: Page, house: Any, name: str, theme: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, house, name, theme)
    opened(page)

    found = Axe().run(page).response["violations"]

    assert [
        (rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found
    ] == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("name", ["code", "people-early"])
def test_a_camera_reads_the_code_in_every_theme(
    page: Page, house: Any, name: str, theme: str
) -> None:
    """Dark on light, large enough for the length of an arm, and white all round: four
    modules, as the standard of QR codes asks for."""
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, house, name, theme)
    drawn = page.locator(".qr")

    paths = drawn.locator("path")

    assert drawn.evaluate("e => e.getBoundingClientRect().width") >= 300
    assert [paths.nth(n).evaluate("e => getComputedStyle(e).fill") for n in range(2)] == [
        "rgb(255, 255, 255)",
        "rgb(0, 0, 0)",
    ]
    box = paths.nth(1).evaluate("e => { const b = e.getBBox(); return [b.x, b.y, b.width] }")
    side = 29  # modules of a QR code of version 3, which holds 42 bytes with a quarter to spare
    assert box == [4, 4, side]
    assert drawn.get_attribute("viewBox") == f"0 0 {side + 8} {side + 8}"


def test_a_code_is_out_of_sight_at_once_and_handed_in(page: Page, house: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(f"{house.address}/look/join/light#{look.CODE}")
    page.wait_for_url("**/do/join")

    assert [(path, told["code"]) for path, told in house.posts] == [("/do/join", look.CODE)]
    assert not any(look.CODE in url for url in asked)
    page.go_back()
    assert look.CODE not in page.url


def test_a_code_is_typed_without_scripts(browser: Any, house: Any) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{house.address}/look/join/light")
    page.get_by_label("Your code").fill("7kq2m 9xd4r")
    page.get_by_role("button", name="Sit down").click()

    assert house.posts == [("/do/join", {"code": "7kq2m 9xd4r"})]


def test_who_has_the_choice_says_a_name_and_takes_a_colour(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/join-who/light")
    page.get_by_label("What is your name?").fill("Dan")
    page.get_by_role("radio", name="yellow square").check()
    page.get_by_role("button", name="Sit down").click()

    [(path, told)] = house.posts
    assert path == "/do/join"
    assert told == {"code": look.CODE, "step": "who", "name": "Dan", "seat": "yellow"}


def test_is_this_you_is_answered_with_one_tap(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/join-taken/light")

    page.get_by_role("button", name="I am Ada").click()

    assert house.posts[0][1]["seat"] == "red"
    assert house.posts[0][1]["code"] == look.CODE


def test_a_new_game_is_joined_with_one_tap(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/gone/light")

    page.get_by_role("button", name="Ada").click()

    assert house.posts == [("/do/again", {"seat": "red"})]


def test_the_tablet_is_passed_with_one_tap(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/pass/light")
    assert page.locator("button, a").count() == 1

    page.get_by_role("button", name="I am Dan").click()

    assert house.posts == [("/do/pass", {"seat": "yellow"})]


def test_a_host_renames_and_the_tile_closes(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/people/light")
    more = page.locator("[data-key=more-red]")
    more.locator("summary").click()
    more.locator("input.text").fill("Adele")
    more.get_by_role("button", name="Rename").click()

    expect(more).not_to_have_attribute("open", "")
    [(path, told)] = house.posts
    assert path == "/do/seats"
    assert (told["do"], told["seat"], told["name"]) == ("renamed", "red", "Adele")
    assert len(told["id"]) == 32


def test_a_name_that_is_taken_is_said(page: Page, house: Any) -> None:
    text = "Bo is here already. Is this you?"
    refusal = {"key": "house.no.name_taken", "text": text, "book": ""}
    house.answer = (409, {"version": 41, "refusal": refusal})
    page.goto(f"{house.address}/look/people/light")
    more = page.locator("[data-key=more-red]")
    more.locator("summary").click()
    more.locator("input.text").fill("Bo")

    more.get_by_role("button", name="Rename").click()

    expect(page.locator(".refusal")).to_have_text(text)


def test_a_pin_shows_only_after_a_tap(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/people/light")
    pin = page.get_by_text("204816")
    assert not pin.is_visible()

    page.get_by_text("Show the PIN").click()

    assert pin.is_visible()


def test_secrets_are_in_ink_only_and_all_alike(page: Page, house: Any) -> None:
    page.set_viewport_size(PHONE)
    visit(page, house, "seat-hand")
    cards = page.locator(".card")

    sizes = {
        cards.nth(n).evaluate("e => `${e.offsetWidth} ${e.offsetHeight}`") for n in range(3)
    }
    inks = {
        (cards.nth(n).evaluate("e => getComputedStyle(e).color"),
         cards.nth(n).evaluate("e => getComputedStyle(e).backgroundColor"))
        for n in range(3)
    }  # fmt: skip

    assert len(sizes) == 1
    assert inks == {("rgb(23, 28, 33)", "rgb(255, 255, 255)")}
    assert page.locator(".card[aria-pressed=true] .tick").count() == 1
    assert page.locator(".cards [data-who]").count() == 0


def test_a_secret_is_posted_as_a_choice(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/seat-hand/light")
    page.locator(".card").first.click()
    page.wait_for_timeout(200)

    [(path, told)] = house.posts
    assert path == "/do/take"
    assert json.loads(told["move"]) == {"do": "lay", "card": "snail"}


@pytest.mark.parametrize("name", ["guest", "guest-early"])
def test_a_guest_has_no_tile_that_does_nothing(page: Page, house: Any, name: str) -> None:
    visit(page, house, name)
    page.locator("summary").click()

    assert page.locator("form").count() == 0
    links = {link.get_attribute("href") for link in page.locator("a").all()}
    assert links == {"/join", "/table"}


def test_a_player_has_no_tile_of_the_host(page: Page, house: Any) -> None:
    visit(page, house, "seat")
    page.locator("summary").first.click()

    asked = {form.get_attribute("action") for form in page.locator("form").all()}
    links = {link.get_attribute("href") for link in page.locator("a").all()}
    assert asked == {"/do/take", "/do/undo", "/do/codes", "/do/people/remove"}
    assert links == {"/table", "/seat", "/virtual"}


def test_a_place_that_is_gone_is_asked_for_anew(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/seat/light")
    for _ in range(100):
        if house.streams:
            break
        page.wait_for_timeout(20)

    with page.expect_request("**/seat?was=blue"):
        house.say("gone", {})


def test_a_code_whose_time_is_over_is_replaced(page: Page, house: Any) -> None:
    page.clock.install()
    page.goto(f"{house.address}/look/code/light")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.clock.run_for(541_000)  # ms; the sample is good for 540 s

    assert f"{house.address}/look/code/light" in asked
