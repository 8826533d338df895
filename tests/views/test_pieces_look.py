"""Pieces that are shown, on a tablet and on a phone: nothing cut off, everything to be touched
and read, and what stands on a piece is a word and never a command."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.views import look
from tests.views.test_look import visit
from tests.views.test_look_live import wait_for_posts
from tests.views.test_people_look import covered, opened

ALIKE = {"piece-sure", "piece-game", "pieces-new"}  # made of what others show as well
PAGES = [name for name in look.pieces() if name not in ALIKE]
FIT = [name for name in PAGES if look.pieces()[name][0] in ("table.html", "seat.html")]
READ = [
    ("which", "dark"),
    ("pieces-list", "light"),
    ("piece-every", "light"),
]
"""Between them, everything that is new."""
SIZES = {size: look.SIZES[size] for size in ("wide", "phone")}


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off_or_covered_or_too_small_to_touch(
    page: Page, house: Any, name: str
) -> None:
    errors = visit(page, house, name)
    opened(page)

    covered(page, SIZES, name not in FIT)

    assert errors == []


@pytest.mark.parametrize(("name", "theme"), READ)
def test_everybody_can_read_and_use_it(page: Page, house: Any, name: str, theme: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, house, name, theme)
    opened(page)

    found = Axe().run(page).response["violations"]

    assert [
        (rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found
    ] == []


def test_an_answer_says_which_question_and_which_meaning(page: Page, house: Any) -> None:
    visit(page, house, "which")

    page.get_by_role("button", name="Bo stands on").click()
    wait_for_posts(page, house, 1)

    [(path, told)] = house.posts
    assert path == "/do/pieces/mean"
    assert (told["number"], told["meaning"]) == ("3", "1")


def test_none_of_these_comes_last_and_names_no_meaning(page: Page, house: Any) -> None:
    visit(page, house, "which")
    answers = page.locator(".ask .choices button")

    answers.last.click()
    wait_for_posts(page, house, 1)

    assert answers.last.inner_text() == "None of these"
    assert "meaning" not in house.posts[0][1]


def test_what_stands_on_a_piece_is_a_word_and_never_a_command(page: Page, house: Any) -> None:
    errors = visit(page, house, "piece-every")

    assert page.locator("[name=other-name]").input_value() == "<b>Ω</b>"
    assert page.locator(".fact b", has_text="Ω").count() == 0
    assert errors == []


def test_who_writes_a_word_means_that_word(page: Page, house: Any) -> None:
    visit(page, house, "piece-chip")

    page.locator("[name=fact-symbol][value=moon]").check(force=True)
    page.locator("[data-other]").check(force=True)
    page.locator("[name=other-symbol]").fill("Ναυτίλος")
    page.get_by_role("button", name="Keep it").click()

    path, told = house.posts[0]
    assert path == "/do/pieces/teach"
    assert (told["fact-symbol"], told["other-symbol"]) == ("", "Ναυτίλος")


def test_a_piece_is_shown_at_the_virtual_table(page: Page, house: Any) -> None:
    visit(page, house, "virtual-shelf")
    page.locator("#to-show summary").click()
    page.locator("#show select").select_option("CP:LABYRINTH/CHIP/7")

    with page.expect_request("**/virtual/show") as asked:
        page.get_by_role("button", name="Show it").click()

    assert json.loads(asked.value.post_data or "") == {"code": "CP:LABYRINTH/CHIP/7"}
    assert page.locator("#to-show").get_attribute("open") is None
