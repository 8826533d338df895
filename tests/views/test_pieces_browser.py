"""Pieces shown at a real table, with a real browser: asked about, said, and learned one after
the other, with scripts and without."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.served import Served, until

FRESH = 350  # ms; a tap on what just came was meant for what stood there before


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("shown"), "--seed", "7") as served:
        yield served


def show(table: Served, code: str) -> None:
    assert table.ask("POST", "/virtual/show", {"code": code})[0] == 200


def test_a_card_that_nobody_knows_is_said_with_three_taps_and_played(
    page: Page, table: Served
) -> None:
    table.begin()
    page.goto(f"{table.address}/table")
    page.wait_for_timeout(200)
    show(table, "AN OWL")

    page.get_by_role("link", name="Say what it is").click()
    page.get_by_role("link", name="Chips").click()
    page.locator("label", has_text="owl").click()
    page.get_by_role("button", name="Keep it").click()

    page.wait_for_url("**/table")
    assert table.get("state")["view"]["wanted"] == "owl"
    expect(page.locator("#region-shelf .ask")).to_have_count(0)


def test_the_same_without_scripts(browser: Browser, table: Served) -> None:
    table.begin()
    show(table, "A MOON")
    until(lambda: table.get("state")["pieces"]["asked"])
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{table.address}/table")

    page.get_by_role("link", name="Say what it is").click()
    page.get_by_role("link", name="Chips").click()
    page.locator("[name=fact-symbol][value=moon]").check(force=True)
    page.get_by_role("button", name="Keep it").click()
    place = page.url
    context.close()

    assert place == f"{table.address}/table"
    assert table.get("state")["view"]["wanted"] == "moon"


def test_the_page_follows_while_piece_after_piece_is_shown(page: Page, table: Served) -> None:
    page.goto(f"{table.address}/pieces?game=labyrinth")
    page.locator("[data-key=guide-die] button").click()
    expect(page.locator(".guide .big")).to_have_text("Die 1 (side 1)")

    show(table, "SIDE ONE")
    expect(page.locator(".guide .big")).to_have_text("Die 2 (side 2)")
    expect(page.locator(".learned")).to_have_text("Learned: Die 1 (side 1)")

    page.wait_for_timeout(FRESH)
    page.get_by_role("button", name="Skip it").click()
    expect(page.locator(".guide .big")).to_have_text("Die 2 (side 3)")
    page.get_by_role("button", name="That is all").click()
    expect(page.locator("[data-key=kind-labyrinth-die] .count b")).to_have_text("1 of 6 known")


def test_a_row_is_said_one_after_the_other_and_stays_on_its_page(
    page: Page, table: Served
) -> None:
    page.goto(f"{table.address}/piece?tag=code:ORACLE&piece=maginor/oracle/")
    place = page.url

    for word in ("fire", "air", "fire", "Without the last"):
        page.get_by_role("button", name=word, exact=True).click()
        page.wait_for_timeout(150)

    expect(page.locator(".row-of li")).to_have_text(["fire", "air"])
    assert page.url == place


def test_a_rondel_is_tapped_faster_than_its_page_is_drawn_and_no_tap_is_lost(
    page: Page, table: Served
) -> None:
    page.goto(f"{table.address}/piece?piece=merlin/board&back=/pieces")
    row = page.locator(".fact").first.locator(".row-of li")

    for word in ("black", "manor", "manor", "swap", "manor", "grey"):
        page.locator(f"button[value='rondel={word}']").dispatch_event("click")

    expect(row).to_have_count(6)
    expect(page.locator("button[value='rondel=manor']")).to_be_disabled()
    expect(page.locator("button[value='rondel=swap']")).to_contain_text("1 left")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#page, .ledge")).to_contain_text(["", "Told here: 6"])
