"""The page while it lives: what comes from the table is drawn, what a finger asks for is sent once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.views import look

WIDE = {"width": 1280, "height": 800}
ONE_STEP = look.view(
    seats=[s | {"at": "d4"} if s["seat"] == "blue" else s for s in look.four()],
    left=1,
    path=["c4", "d4"],
)
MOVED = look.page(ONE_STEP, look.WALK[0], look.WALK[1], version=42)
NEWS = {"version": 42, "title": "The Magic Labyrinth", "regions": look.regions(MOVED)}


@pytest.fixture
def table(page: Page, house: Any) -> Page:
    page.set_viewport_size(WIDE)
    page.goto(f"{house.address}/look/walk/light")
    settled(page, house)
    return page


def settled(page: Page, house: Any, streams: int = 1) -> None:
    for _ in range(100):
        if len(house.streams) >= streams:
            return
        page.wait_for_timeout(20)
    raise AssertionError("the page opened no stream")


def tap(page: Page, words: str) -> None:
    page.get_by_role("button", name=words).first.click()


def wait_for_posts(page: Page, house: Any, count: int) -> None:
    for _ in range(100):
        if len(house.posts) >= count:
            return
        page.wait_for_timeout(20)


def test_a_tap_says_what_was_seen_and_has_a_name_of_its_own(table: Page, house: Any) -> None:
    tap(table, "The ball fell")
    wait_for_posts(table, house, 1)

    [(path, told)] = house.posts
    assert path == "/do/take"
    assert told["version"] == "41"
    assert json.loads(told["move"]) == {"do": "fall"}
    assert len(told["id"]) == 32
    assert int(told["id"], 16) >= 0


def test_a_double_tap_is_one_tap(table: Page, house: Any) -> None:
    table.get_by_role("button", name="Stop here").dblclick()
    table.wait_for_timeout(200)

    assert len(house.posts) == 1


def test_two_taps_on_two_tiles_are_two(table: Page, house: Any) -> None:
    tap(table, "Stop here")
    tap(table, "The ball fell")
    wait_for_posts(table, house, 2)

    moves = [json.loads(told["move"])["do"] for _, told in house.posts]
    assert sorted(moves) == ["fall", "stop"]


def test_a_place_on_the_drawing_is_a_choice_too(table: Page, house: Any) -> None:
    tap(table, "One step right")
    wait_for_posts(table, house, 1)

    assert json.loads(house.posts[0][1]["move"]) == {"do": "walk", "path": ["d4"]}


def test_news_is_drawn_and_the_focus_stays(table: Page, house: Any) -> None:
    table.get_by_role("button", name="The ball fell").focus()

    house.say("regions", NEWS)

    expect(table.locator(".foot .word")).to_have_text("1\u00a0step left")
    assert table.evaluate("document.activeElement.textContent.trim()") == "The ball fell"


def test_a_piece_glides_one_field_in_280_ms(table: Page, house: Any) -> None:
    house.say("regions", NEWS)
    expect(table.locator(".foot .word")).to_have_text("1\u00a0step left")

    glides = table.evaluate(
        """() => document.querySelector('[data-key=piece-blue]').getAnimations()
        .map(a => a.effect.getTiming().duration)"""
    )

    assert glides == [280]


def test_who_wants_stillness_gets_cuts(page: Page, house: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{house.address}/look/walk/light")
    settled(page, house)

    house.say("regions", NEWS)

    expect(page.locator(".foot .word")).to_have_text("1\u00a0step left")
    assert page.evaluate("document.getAnimations().length") == 0


def test_nothing_changes_under_a_finger_that_is_down(table: Page, house: Any) -> None:
    table.get_by_role("button", name="The ball fell").hover()
    table.mouse.down()
    house.say("regions", NEWS)
    table.wait_for_timeout(200)
    before = table.locator(".foot .word").text_content()
    table.mouse.up()
    wait_for_posts(table, house, 1)

    assert before == "2\u00a0steps left"
    assert json.loads(house.posts[0][1]["move"]) == {"do": "fall"}
    expect(table.locator(".foot .word")).to_have_text("1\u00a0step left")


def test_what_just_came_under_the_finger_is_not_tapped(table: Page, house: Any) -> None:
    house.say("regions", NEWS | {"regions": look.regions(look.tables()["roll"])})
    tile = table.locator(".dice-face").first
    tile.wait_for()

    tile.dispatch_event("click")
    table.wait_for_timeout(100)

    assert house.posts == []


def test_a_refusal_is_one_line_until_the_next_touch(table: Page, house: Any) -> None:
    text = "Ada stands there. Stop earlier or go another way."
    refusal = {"key": "labyrinth.no.occupied", "text": text, "book": "page 12"}
    house.answer = (422, {"version": 41, "refusal": refusal})

    tap(table, "One step up")

    expect(table.locator(".refusal")).to_have_text(f"{text} Book, page 12")
    table.mouse.click(700, 600)
    expect(table.locator(".refusal")).to_have_count(0)


def test_a_stale_tap_is_quiet(table: Page, house: Any) -> None:
    house.answer = (409, {"version": 42})

    tap(table, "Stop here")
    wait_for_posts(table, house, 1)
    table.wait_for_timeout(100)

    expect(table.locator("#lines p")).to_have_count(0)


def test_a_tap_without_a_connection_is_kept_and_sent_once(table: Page, house: Any) -> None:
    house.away = True
    tap(table, "The ball fell")
    expect(table.locator(".kept")).to_have_text("Kept for later: The ball fell")
    expect(table.locator("[data-kept]")).to_have_count(1)

    house.away = False
    wait_for_posts(table, house, 1)
    table.wait_for_timeout(2500)

    assert [json.loads(told["move"]) for _, told in house.posts] == [{"do": "fall"}]
    expect(table.locator(".kept")).to_have_count(0)


def test_a_page_without_a_connection_says_so_quietly(page: Page, house: Any) -> None:
    house.away = True
    page.goto(f"{house.address}/look/walk/light")
    assert page.locator(".offline").count() == 0

    expect(page.locator(".offline")).to_have_text(
        "No connection. Play on, the tablet will catch up."
    )
    house.away = False
    expect(page.locator(".offline")).to_have_count(0, timeout=8000)


def test_the_stream_is_closed_while_nobody_looks(table: Page, house: Any) -> None:
    hidden = "Object.defineProperty(document, 'hidden', {get: () => window.away, configurable: true})"
    shown = "document.dispatchEvent(new Event('visibilitychange'))"
    table.evaluate(f"window.away = true; {hidden}; {shown}")
    table.wait_for_timeout(1300)
    assert len(house.streams) == 1
    assert table.locator(".offline").count() == 0

    table.evaluate(f"window.away = false; {shown}")

    settled(table, house, 2)


def test_colours_are_chosen_for_this_device(table: Page, house: Any) -> None:
    tap(table, "Menu") if table.get_by_role("button", name="Menu").count() else table.locator(
        "summary"
    ).click()
    table.get_by_role("button", name="Dark").click()

    assert table.evaluate("document.documentElement.dataset.theme") == "dark"
    assert table.evaluate("document.cookie") == "theme=dark"


def test_the_menu_stays_open_while_the_table_plays_on(table: Page, house: Any) -> None:
    table.locator("summary").click()

    house.say("regions", NEWS)

    expect(table.locator(".foot .word")).to_have_text("1\u00a0step left")
    assert table.locator("details.menu").get_attribute("open") is not None


def test_it_works_without_scripts(browser: Any, house: Any) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{house.address}/look/walk/light")

    page.get_by_role("button", name="The ball fell").click()

    [(path, told)] = house.posts
    assert path == "/do/take"
    assert json.loads(told["move"]) == {"do": "fall"}
    assert told["id"]


def test_the_start_page_seats_two_players_opposite(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/start/light")
    page.locator("[name=name_0]").fill("Ada")
    page.locator("[name=name_1]").fill("Bo")
    page.locator("[name=seat_1][value=red]").check()
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_posts(page, house, 1)

    [(path, told)] = house.posts
    assert path == "/do/start"
    assert (told["corner_0"], told["corner_1"]) == ("a1", "f6")
    assert (told["seat_0"], told["seat_1"]) == ("blue", "red")
    assert (told["chips_to_win"], told["staying"]) == ("5", "true")


def test_a_magician_is_dragged_and_reports_in_millimetres(page: Page, house: Any) -> None:
    page.set_viewport_size(WIDE)
    page.goto(f"{house.address}/look/virtual/light")
    settled(page, house, 2)
    piece = page.locator("#magician-blue .held")
    box = piece.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    field = page.locator("#plate").evaluate("e => e.getScreenCTM().a * 36")

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + field, y, steps=20)
    page.mouse.up()
    page.wait_for_timeout(200)

    hands = [told for path, told in house.posts if path == "/virtual/hand"]
    points = [point for told in hands for point in told["points"]]
    assert all(told["seat"] == "blue" and not told["lifted"] for told in hands)
    assert hands[-1]["released"]
    assert not any(told["released"] for told in hands[:-1])
    assert points[-1][:2] == pytest.approx([3 * 36, 3 * 36], abs=0.5)  # d4, from c4
    assert [p[2] for p in points] == sorted(p[2] for p in points)


def test_an_arrow_key_walks_one_field(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/virtual/light")
    settled(page, house, 2)
    page.locator("#magician-blue").focus()

    page.keyboard.press("ArrowUp")
    page.wait_for_timeout(800)

    points = [
        p for path, told in house.posts if path == "/virtual/hand" for p in told["points"]
    ]
    assert points[-1][:2] == [2 * 36, 2 * 36]  # c3, from c4


def test_a_ball_in_a_tray_is_seen_and_fetched(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/virtual/light")
    settled(page, house, 2)
    bare = {"seat": "blue", "x": 72.0, "y": 108.0, "z": 0, "ball": False}
    trays = {"nw": 0, "ne": 0, "sw": 1, "se": 0}
    house.say(
        "plate", {"magicians": [bare], "balls": [], "trays": trays, "die": 3, "chip": "snail"}
    )
    expect(page.locator("#tray-sw .balls circle")).to_have_count(1)
    expect(page.locator("#hint")).to_have_text("Bump! Tap the tray with the ball.")

    page.locator("#tray-sw").click()
    wait_for_posts(page, house, 1)

    assert ("/virtual/fetch", {"seat": "blue", "tray": "sw"}) in house.posts
    assert page.locator("#face circle").count() == 3
