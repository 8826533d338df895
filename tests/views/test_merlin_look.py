"""The pages of Merlin at every size: what can be read stays readable, what can be touched stays
touchable, and what is secret looks like any other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.games.merlin import GAME
from companion.vocabulary import Refusal
from tests.views import looking, test_people_look
from tests.views import merlin_look as look
from tests.views.conftest import House
from tests.views.test_look import fits, visit
from tests.views.test_people_look import opened

SEEN = ["shift", "land", "start", "gives", "show", "roll", "choose", "worth", "county", "manor",
        "pay", "bonus", "done", "untold", "lands", "sealed", "favour", "kept", "take", "shields",
        "losses", "area", "grail", "ending", "sheet", "sheet-end", "over", "long", "hand",
        "hand-take", "hand-roll", "hand-favour", "passed", "correct"]  # fmt: skip
"""What differs in what is on the page; the others are made of the same."""
TABS = {
    "choose": ("land", "castles"),
    "kept": ("castles", "missions"),
    "long": ("castles",),
    "sealed": ("castles",),
    "sheet": ("land", "castles"),
}
TABLETS = {"wide", "small", "tall"}
LISTS = {"show", "hand-take", "correct"}
"""All 55 missions, and a page of corrections: these may be longer than the screen."""
READ = ["choose", "manor", "roll", "grail", "sheet", "over", "hand", "correct"]

OVER = test_people_look.OVER.replace("'.unseen,", "'.unseen, .of-show, .wide-of,")
CROSSED = looking.crossed(
    ".board, .environs, .castle-of, .banners, .rolls, .gain, .after, .why li, .sums li, .ledger, "
    ".choosing, .answers-of, .spaces, .lines-of, .subject > *"
)
HIDDEN = looking.hidden(".hand-place, .drawing-place, .drawing-place > *, .of-castles", 2)
APART = looking.apart(".county > *, .space, .tile-of .knight, .subject > *", 4)


@pytest.fixture(scope="session")
def _merlin() -> Iterator[House]:
    yield from looking.serving(look.house())


@pytest.fixture
def house(_merlin: House) -> House:
    _merlin.begin()
    return _merlin


def test_every_moment_is_drawn_for_everybody() -> None:
    """The host, each seat on its phone and on a passed tablet, and somebody who looks on."""
    for name, (state, _) in look.moments().items():
        shown = [("table.html", look.page(name)), ("table.html", look.watched(name))]
        shown += [("seat.html", look.seated(name, seat)) for seat in state.seats[:2]]
        shown += [("seat.html", look.seated(name, "red", phone=False))]
        for template, seen in [*shown, ("merlin/correct.html", look.page(name))]:
            assert "</html>" in look.paint(template, page=seen, pick={})


def whole(page: Page, size: str, name: str) -> None:
    """Nothing over another; on a tablet nothing out of sight."""
    assert page.evaluate(OVER) == [], (name, size)
    assert page.evaluate(APART) == [], (name, size)
    if size in TABLETS and name not in LISTS:
        assert page.evaluate(CROSSED) == [], f"{name}, {size}: the shelf covers something"
        assert page.evaluate(HIDDEN) == [], f"{name}, {size}: out of sight"


@pytest.mark.parametrize("name", SEEN)
def test_nothing_is_cut_off_or_covered_or_too_small_to_touch(
    page: Page, house: Any, name: str
) -> None:
    errors = visit(page, house, name)
    opened(page)

    for size, area in look.SIZES.items():
        fits(page, {size: area}, scrolls=True)
        whole(page, size, name)
        for tab in TABS.get(name, ()):
            page.locator(f"[name=view][value={tab}]").check(force=True)
            fits(page, {size: area}, scrolls=True)
            whole(page, size, f"{name}, {tab}")
        if name in TABS:
            page.locator("[name=view][value=board]").check(force=True)

    assert errors == []


@pytest.mark.parametrize("name", ["choose", "grail", "over", "hand"])
def test_hungarian_has_room(page: Page, house: Any, name: str) -> None:
    visit(page, house, name, "light/hu")
    opened(page)

    for size, area in look.SIZES.items():
        fits(page, {size: area}, scrolls=True)
        whole(page, size, name)


@pytest.mark.parametrize(
    ("name", "theme"),
    [(name, "light") for name in READ] + [("choose", theme) for theme in ("dark", "contrast")],
)
def test_everybody_can_read_and_use_it(page: Page, house: Any, name: str, theme: str) -> None:
    looking.is_for_everybody(page, house, name, theme)


def test_places_on_the_drawing_are_as_large_as_a_finger(page: Page, house: Any) -> None:
    """Tiles of the environs, spaces of the rondel, banners, things, faces of dice."""
    places = {
        "land": (".lay.first-of", 15),
        "manor": (".hexagon.open", 10),
        "choose": (".landing", 5),
        "gives": (".standing", 6),
        "get": (".thing-of", 18),
        "roll": (".face", 17),
        "lands": (".landing-of", 20),
    }
    looking.bears_a_finger(page, house, places)


def test_who_and_how_we_stand_are_read_from_two_metres(page: Page, house: Any) -> None:
    """80 px type is comfortable at 2 m."""
    page.set_viewport_size(looking.WIDE)
    visit(page, house, "choose")

    assert page.locator(".name").evaluate(looking.SIZED) == 80
    assert [
        page.locator(".sums > li > b").nth(n).evaluate(looking.SIZED) for n in range(4)
    ] == [80] * 4


def test_the_rondel_goes_clockwise_from_the_upper_left(page: Page, house: Any) -> None:
    page.set_viewport_size(looking.WIDE)
    visit(page, house, "choose")

    at = page.locator(".space").evaluate_all(
        "e => e.map(one => { const r = one.getBoundingClientRect(); return [Math.round(r.x), Math.round(r.y)] })"
    )

    columns, rows = sorted({x for x, _ in at}), sorted({y for _, y in at})
    spots = [(columns.index(x), rows.index(y)) for x, y in at]
    ring = [(n, 0) for n in range(7)] + [(6, n) for n in range(1, 7)]
    ring += [(n, 6) for n in range(5, -1, -1)] + [(0, n) for n in range(5, 0, -1)]
    assert spots == ring


def test_a_die_leads_to_the_space_that_is_touched(page: Page, house: Any) -> None:
    """The red knight on the first space, and a 3: a manor, the third one on."""
    page.set_viewport_size(looking.WIDE)
    visit(page, house, "choose")
    page.wait_for_timeout(400)
    page.locator("[data-key=open-3] .landing").click()
    page.wait_for_timeout(200)

    [(path, told)] = house.posts
    assert path == "/do/take"
    assert json.loads(told["move"]) == {"do": "goes", "white": False, "face": 3, "back": False}
    expect(page.locator("[data-key=open-3] .landing")).to_have_accessible_name(
        re.compile("manor")
    )


def test_a_terrain_is_picked_once_and_laid_with_one_tap_each(page: Page, house: Any) -> None:
    page.set_viewport_size(looking.PHONE)
    visit(page, house, "land")
    page.wait_for_timeout(400)
    page.locator("[name=kind][value=lake]").check(force=True)
    page.locator("[data-key=tile-12] .lay:visible").click()
    page.wait_for_timeout(200)

    [(_, told)] = house.posts
    assert json.loads(told["move"]) == {"do": "tile", "place": 12, "kind": "lake"}


def test_the_county_that_is_scored_says_why_and_what_comes_next(page: Page, house: Any) -> None:
    """Two markers each for Ada and Dan, and his Grail (page 9): four for him, none for her."""
    visit(page, house, "pot")
    expect(page.locator(".why")).to_contain_text("4 markers stand here")
    expect(page.locator(".gain")).to_have_text(re.compile(r"\+2\s*\+2"))
    visit(page, house, "grail")
    expect(page.locator(".gain")).to_have_text(re.compile(r"0\s*\+4"))
    expect(page.locator(".subject")).to_contain_text("Orange Fox")
    expect(page.locator("#region-shelf .first")).to_have_text("Next: Brown Eagle")


@pytest.mark.parametrize("name", ["hand", "hand-take"])
def test_secrets_are_in_ink_only_and_all_alike(page: Page, house: Any, name: str) -> None:
    """What can be tapped looks like one, and nothing has the colour of a seat."""
    page.set_viewport_size(looking.PHONE)
    visit(page, house, name)
    looks = page.locator("#region-hand .card.held").evaluate_all(
        """e => e.map(one => { const s = getComputedStyle(one);
        return `${one.offsetWidth} ${one.offsetHeight} ${s.color}` })"""
    )

    assert len(looks) >= 4
    assert len(set(looks)) == 1
    assert page.locator("#region-hand .card [data-who]").count() == 0


KEPT = {"show", "kept", "take"}


def test_missions_are_on_the_own_phone_alone() -> None:
    """No host, nobody who looks on and no other seat is sent what is in a hand; and whether a
    mission is in another hand or in the pile, nobody."""
    for name in KEPT:
        state, _ = look.moments()[name]
        seats = [look.seated(name, seat) for seat in state.seats]
        for seen in (look.page(name), look.watched(name), *seats):
            mine = seen["viewer"]["seat"]
            others = [one for one in seen["view"]["seats"] if one["seat"] != mine]
            assert not any({"lies", "hand"} & one.keys() for one in others), name
            text = unescape(look.paint("seat.html" if mine else "table.html", page=seen))
            moved = set(re.findall(r'"card": "([^"]+)", "do": "lies"', text))
            draws = (name, mine) == ("take", "red")
            assert len(moved) == (55 if mine and not draws else 0), (name, mine)
            told = [one["lies"] for one in seen["view"]["seats"] if one["seat"] == mine]
            hidden = {*state.pile, *(c for o in others for c in state.castles[o["seat"]].hand)}
            assert {c["where"] for lies in told for c in lies if c["id"] in hidden} <= {"away"}


def test_a_mission_is_put_right_beside_the_hand(page: Page, house: Any) -> None:
    page.set_viewport_size(looking.PHONE)
    visit(page, house, "hand")
    page.locator(".lies > summary").click()
    page.locator(".lying summary").first.click()
    page.wait_for_timeout(400)
    page.locator(".to-of button:visible", has_text="discarded").click()
    page.wait_for_timeout(200)

    [(path, told)] = house.posts
    assert path == "/do/take"
    held = look.moments()["kept"][0].castles["red"].hand
    move = json.loads(told["move"])
    assert move["card"] in held
    assert (move["do"], move["seat"], move["where"]) == ("lies", "red", "discard")


def test_the_tablet_is_passed_to_whoever_has_no_phone(page: Page, house: Any) -> None:
    """Bo has a phone here; Ada is on turn."""
    page.goto(f"{house.address}/look/kept/light")
    passes = page.locator("a[href^='/pass']")

    assert [link.get_attribute("href") for link in passes.all()] == ["/pass?seat=red"]


def test_a_made_up_board_is_called_so(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/choose/light")
    assert page.get_by_text("Made-up board").count() == 1


@pytest.mark.parametrize(
    "name", ["choose", "sealed", "kept", "land", "roll", "pot", "sheet-end"]
)
def test_what_can_be_put_right_is_within_the_box(name: str) -> None:
    """Every correction that the page offers is one, and none is refused."""
    state, _ = look.moments()[name]
    offered = set()
    for what in ("shield", "flag", "stone", "influence", "traitor"):
        pick = {"what": what, "who": "green", "tile": "3"}
        text = unescape(look.paint("merlin/correct.html", page=look.page(name), pick=pick))
        offered |= set(re.findall(r"value='(\{\"[^']*\})'", text))

    refused = []
    for told in offered:
        move = msgspec.json.decode(told, type=GAME.Correction)
        if isinstance(GAME.play(state, move), Refusal):
            refused.append(told)

    assert len(offered) > 20
    assert refused == []
