"""Every page at every size: what can be read stays readable, what can be touched stays touchable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.views import look

PAGES = [*look.tables(), *look.sheets()]
COLOURED = ["walk", "question", "draw", "start", "virtual"]  # between them, every kind of ink
SCROLLS = ["start", "learn", "correct", "give"]  # sheets may be longer than the screen
TOUCH = 48  # px, the least a finger gets anywhere
SMALL = """least => [...document.querySelectorAll('button, a, summary, select, input:not([type=hidden])')]
    .filter(e => e.checkVisibility({checkOpacity: false}) && e.getClientRects().length)
    .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
    .filter(([, r]) => r.width < least || r.height < least)
    .map(([text, r]) => `${Math.round(r.width)}x${Math.round(r.height)} ${text}`)"""
OUTSIDE = """() => [...document.querySelectorAll('main *, aside *, footer *')]
    .filter(e => e.getClientRects().length && !e.closest('svg'))
    .filter(e => { const r = e.getBoundingClientRect(); return r.width && (r.right > innerWidth + 1 || r.left < -1) })
    .map(e => e.outerHTML.slice(0, 90))"""
CROSSED = """() => { const shelf = document.querySelector('.shelf').getBoundingClientRect();
    return [shelf.bottom - innerHeight, ...[...document.querySelectorAll('.board, .bag, .chips li, .plate, .subject > *')]
    .filter(e => e.getClientRects().length).map(e => e.getBoundingClientRect().bottom - shelf.top)].filter(d => d > 1) }"""


def visit(page: Page, house: Any, name: str, theme: str = "light") -> list[str]:
    said: list[str] = []
    page.on(
        "console",
        lambda message: said.append(message.text) if message.type == "error" else None,
    )
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{house.address}/look/{name}/{theme}")
    page.wait_for_function("document.fonts.status === 'loaded'")
    return said


def fits(page: Page, sizes: Mapping[str, tuple[int, int]], scrolls: bool) -> None:
    """Nothing is cut off or too small to touch, and the shelf covers nothing."""
    for size, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width, size
        assert page.evaluate(OUTSIDE) == [], size
        assert page.evaluate(SMALL, TOUCH) == [], size
        assert scrolls or page.evaluate(CROSSED) == [], f"{size}: the shelf covers something"


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off_or_too_small_to_touch(page: Page, house: Any, name: str) -> None:
    errors = visit(page, house, name)

    fits(page, look.SIZES, name in SCROLLS)

    assert errors == []


@pytest.mark.parametrize(
    ("name", "theme"),
    [(name, "light") for name in PAGES]
    + [(name, theme) for name in COLOURED for theme in ("dark", "contrast")],
)
def test_everybody_can_read_and_use_it(page: Page, house: Any, name: str, theme: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, house, name, theme)

    found = Axe().run(page).response["violations"]

    assert [
        (rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found
    ] == []


@pytest.mark.parametrize("size", ["wide", "small", "tall"])
def test_four_things_are_read_from_two_metres(page: Page, house: Any, size: str) -> None:
    """At 2 m and 5.9 px a mm one pixel is 1 minute of arc in a picture 373 px wide: 16 minutes
    are comfortable for a capital of 0.7 em, so 80 px type, and 5 minutes the limit."""
    width, height = look.SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    visit(page, house, "walk")

    def tall(place: str) -> float:
        return float(
            page.locator(place).first.evaluate("e => e.getBoundingClientRect().height")
        )

    type_size = "e => parseFloat(getComputedStyle(e).fontSize)"
    assert page.locator(".name").evaluate(type_size) == 80
    assert tall(".wanted svg") >= 160
    assert tall(".wanted") >= 200
    assert tall(".step.left") >= 40
    assert page.locator(".step.left").count() == 2
    assert [page.locator(".chips b").nth(n).evaluate(type_size) for n in range(4)] == [80] * 4


@pytest.mark.parametrize(
    ("scheme", "contrast", "ground"),
    [
        ("light", "no-preference", "rgb(236, 237, 232)"),
        ("dark", "no-preference", "rgb(20, 24, 28)"),
        ("light", "more", "rgb(255, 255, 255)"),
    ],
)
def test_a_page_that_nobody_coloured_follows_the_tablet(
    page: Page, house: Any, scheme: Any, contrast: Any, ground: str
) -> None:
    page.emulate_media(color_scheme=scheme, contrast=contrast)

    visit(page, house, "walk", "auto")

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground


def test_a_long_name_is_never_cut(page: Page, house: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, house, "long")

    name = page.locator(".name bdi")

    assert name.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth")
    assert page.evaluate(OUTSIDE) == []


def test_a_name_is_a_name_and_never_a_command(page: Page, house: Any) -> None:
    visit(page, house, "rude")

    assert page.locator(".name bdi").inner_text() == "<svg/onload=alert()>"
    assert page.locator("[onload], img").count() == 0
