"""The real service in a real browser: hands on the virtual table, eyes on another page."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.geometry import COLUMNS, edge, neighbours
from tests.served import Served, free_port, until

PITCH = 36  # mm
SPOT = """([x, y]) => {
    const spot = new DOMPoint(x, y).matrixTransform(document.getElementById('plate').getScreenCTM());
    return [spot.x, spot.y];
}"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("browser"), "--seed", "11") as served:
        yield served


def place(field: str) -> tuple[int, int]:
    return COLUMNS.index(field[0]) * PITCH, (int(field[1]) - 1) * PITCH


def walls(table: Served) -> set[str]:
    return set(json.loads((table.data / "cardboard.json").read_text())["walls"])


def sought(table: Served) -> str:
    view = table.get("state")["view"]
    return next(one["field"] for one in view["fields"] if one["symbol"] == view["wanted"])


def drag(page: Page, seat: str, *fields: str) -> None:
    """Lead a magician from field to field at the pace of a calm hand."""
    box = page.locator(f"#magician-{seat} .body").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for field in fields:
        x, y = page.evaluate(SPOT, place(field))
        page.mouse.move(x, y, steps=18)
        page.wait_for_timeout(150)
    page.wait_for_timeout(250)
    page.mouse.up()


def ways(blocked: set[str], start: str, most: int) -> Iterator[tuple[str, ...]]:
    """Every shortest way from a field, the near ones first."""
    seen, waiting = {start}, deque([(start,)])
    while waiting:
        way = waiting.popleft()
        yield way
        for field in neighbours(way[-1]):
            if field not in seen and edge(way[-1], field) not in blocked and len(way) <= most:
                seen.add(field)
                waiting.append((*way, field))


def bump(blocked: set[str], start: str, wanted: str) -> tuple[str, ...]:
    """A way that ends at a wall, in four steps at most, and does not lead over the symbol."""
    for way in ways(blocked, start, 3):
        if wanted in way:
            continue
        for field in neighbours(way[-1]):
            if edge(way[-1], field) in blocked and field not in way and field != "f6":
                return (*way, field)
    raise AssertionError("no wall is near")


def test_a_dragged_magician_moves_on_another_page(table, page, browser, tmp_path):
    table.begin()
    table.chip()
    table.take({"do": "roll", "face": 3})
    wanted = sought(table)
    way = next(w for w in ways(walls(table), "a1", 3) if len(w) == 3 and wanted not in w)
    watching = browser.new_page()  # a window of its own, so that neither is hidden
    watching.goto(f"{table.address}/table")
    page.goto(f"{table.address}/virtual")

    drag(page, "red", *way[1:])

    until(lambda: table.get("state")["view"]["path"] == [*way[1:]])
    x, y = place(way[-1])
    here = watching.locator("[data-key=piece-red]")
    expect(here).to_have_attribute(
        "transform", f"translate({x // 36 * 80 + 13} {y // 36 * 80 + 13})"
    )
    page.screenshot(path=tmp_path / "hands.png")
    watching.screenshot(path=tmp_path / "eyes.png")


def test_a_ball_falls_at_a_hidden_wall_and_is_put_in_again(table, page, browser, tmp_path):
    table.begin()
    table.chip()
    table.take({"do": "roll", "face": 4})
    way = bump(walls(table), "a1", sought(table))
    watching = browser.new_page()  # a window of its own, so that neither is hidden
    watching.goto(f"{table.address}/table")
    page.goto(f"{table.address}/virtual")

    drag(page, "red", *way[1:])

    view = until(lambda: (v := table.get("state")["view"])["turn"]["seat"] == "blue" and v)
    assert (view["phase"], view["seats"][0]["at"], view["seats"][0]["ball"]) == (
        "roll",
        "a1",
        "tray",
    )
    expect(watching.locator("#region-subject [data-phase=fell]")).to_be_visible()
    watching.screenshot(path=tmp_path / "fell.png")
    page.locator("#magician-red.bare").wait_for(state="attached")
    page.locator(".tray.full").first.click()
    page.wait_for_timeout(400)
    drag(page, "red", "a1")
    until(lambda: table.get("state")["view"]["seats"][0]["ball"] == "under")
    expect(page.locator("#magician-red:not(.bare)")).to_be_attached()
    page.screenshot(path=tmp_path / "put back.png")


def test_a_tap_on_the_page_is_played(table, page, tmp_path):
    table.begin()
    page.goto(f"{table.address}/table")
    page.wait_for_timeout(400)

    page.locator("button.chip").first.click()
    expect(page.locator("#region-subject [data-phase=roll]")).to_be_visible()
    page.wait_for_timeout(500)
    page.locator("button.dice-face").nth(2).click()

    expect(page.locator("#region-subject [data-phase=walk]")).to_be_visible()
    assert table.get("state")["view"]["roll"] == 3
    page.screenshot(path=tmp_path / "walk.png")


def test_a_match_is_begun_on_the_start_page(table, page, tmp_path):
    table.post(f"matches/{table.begin()}/end", {})
    page.goto(f"{table.address}/")
    page.screenshot(path=tmp_path / "start.png")
    page.fill("[name=name_0]", "Zoë")
    page.fill("[name=name_1]", "<b>Bo</b>")

    page.locator("button[form=start]").click()

    page.wait_for_url("**/table")
    names = [seat["name"] for seat in table.get("state")["view"]["seats"]]
    assert names == ["Zoë", "<b>Bo</b>"]


def test_a_name_that_is_a_script_runs_nowhere(table, page):
    table.post(f"matches/{table.begin()}/end", {})
    names = ["<svg/onload=alert()>", '"><img src=x>']
    seats = [
        {"name": name, "seat": seat} for name, seat in zip(names, ("red", "blue"), strict=True)
    ]
    table.post("matches", {"game": "labyrinth", "seats": seats})
    heard: list[str] = []
    page.on("dialog", lambda dialog: (heard.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda wrong: heard.append(str(wrong)))
    page.on("console", lambda line: line.type == "error" and heard.append(line.text))

    for path in ("/", "/table", "/virtual", "/correct", "/learn"):
        page.goto(table.address + path)
        page.wait_for_timeout(200)
    table.chip()
    page.goto(f"{table.address}/table")
    table.take({"do": "roll", "face": 2})
    expect(page.locator("#region-subject")).to_contain_text(names[0])

    assert heard == []
    assert page.locator("img, svg[onload]").count() == 0


def test_simulated_people_play_on_and_hands_may_take_over(table, page, tmp_path: Path):
    table.begin()
    page.goto(f"{table.address}/virtual")

    page.locator("#autoplay").click()
    until(lambda: table.get("state")["view"]["phase"] == "walk", 20)
    page.screenshot(path=tmp_path / "playing.png")
    page.locator("#autoplay").click()

    assert table.ask("POST", "/virtual/autoplay", {"on": False})[1] == {"on": False}


def test_a_page_comes_back_by_itself_after_a_restart(tmp_path, page):
    port = free_port()
    with Served(tmp_path, port=port) as first:
        first.chip()
        page.goto(f"{first.address}/table")
        expect(page.locator("#region-subject [data-phase=roll]")).to_be_visible()

    with Served(tmp_path, port=port) as second:
        second.take({"do": "roll", "face": 3})

        expect(page.locator("#region-subject [data-phase=walk]")).to_be_visible(timeout=8000)


def test_a_page_of_an_older_companion_is_loaded_anew_by_itself(table, page):
    """W06: the tablet was on while the companion was updated."""
    table.begin()
    page.goto(f"{table.address}/table")
    page.wait_for_timeout(300)
    page.evaluate("document.body.dataset.build = '/static/v-before'")
    page.evaluate("window.isOld = true")

    table.chip()

    page.wait_for_function("window.isOld === undefined")
    expect(page.locator("#region-subject .thing")).to_be_visible()
    headers = table.ask("GET", "/table")[2]
    assert headers["cache-control"] == "no-cache"
    old = table.ask("GET", "/static/v-before/live.js")
    assert (old[0], old[2]["cache-control"]) == (200, "no-cache")
    assert table.ask("GET", "/static/v-before/gone.js")[0] == 404
    assert table.post("moves", {"move": {"do": "roll"}})[0] == 400  # without what is new in it
