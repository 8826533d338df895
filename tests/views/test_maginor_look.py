"""The pages of Maginor at every size: what can be read stays readable, what can be touched
stays touchable, and what is secret looks like any other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.views import looking, test_people_look
from tests.views import maginor_look as look
from tests.views.conftest import House
from tests.views.test_look import fits, visit
from tests.views.test_people_look import opened

PAGES = [*look.pictures()]
STANDS = {*look.moments(), *look.PASSED}
"""They fit a tablet without being moved; sheets and phones may be longer than the screen."""
TABLETS = {"wide", "small", "tall"}
READ = ["begin", "ring", "turn", "slot", "duel", "opened", "cross", "read", "sheet", "adds",
        "over", "together", "hand", "hand-duel", "hand-laid", "passed-duel", "correct"]  # fmt: skip
"""One page of each kind; the others differ in what is on them, not in how it is read."""
COLOURED = ["turn", "slot", "duel", "sheet", "hand-duel"]

OVER = test_people_look.OVER.replace("'.unseen,", "'.unseen, .held-cards span, .rows,")
"""Words of a sheet may be scrolled away; those of a hand are there for the ear."""
CROSSED = looking.crossed(".circle, .near, .done, .votes li, .subject > *")
HIDDEN = looking.hidden(".hand-place", 1)
LAPPED = """kind => { const round = [...document.querySelectorAll(kind)].map(e => e.getBoundingClientRect());
    const apart = (a, b) => Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
    return round.flatMap((a, n) => round.slice(n + 1).map(b => (a.width + b.width) / 2 - apart(a, b))).filter(over => over > .5) }"""


@pytest.fixture(scope="session")
def _maginor() -> Iterator[House]:
    yield from looking.serving(look.house())


@pytest.fixture
def house(_maginor: House) -> House:
    _maginor.begin()
    return _maginor


def test_every_moment_is_drawn_for_everybody() -> None:
    """The host, each seat on its phone and on a passed tablet, and somebody who looks on."""
    for name, (state, _) in look.moments().items():
        shown = [("table.html", look.page(name)), ("table.html", look.watched(name))]
        shown += [
            ("seat.html", look.seated(name, seat, phone))
            for seat in state.seats
            for phone in (True, False)
        ]
        for template, seen in [*shown, ("maginor/correct.html", look.page(name))]:
            assert "</html>" in look.paint(template, page=seen, pick={})


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off_or_covered_or_too_small_to_touch(
    page: Page, house: Any, name: str
) -> None:
    errors = visit(page, house, name)
    opened(page)

    for size, area in look.SIZES.items():
        fits(page, {size: area}, scrolls=True)
        assert page.evaluate(OVER) == [], size
        assert page.evaluate(LAPPED, ".oracle") == [], size
        assert page.evaluate(LAPPED, ".slot") == [], size
        if name in STANDS and size in TABLETS:
            assert page.evaluate(CROSSED) == [], f"{size}: the shelf covers something"
            assert page.evaluate(HIDDEN) == [], f"{size}: a card is out of sight"

    assert errors == []


@pytest.mark.parametrize(
    ("name", "theme"),
    [(name, "light") for name in READ]
    + [(name, theme) for name in COLOURED for theme in ("dark", "contrast")],
)
def test_everybody_can_read_and_use_it(page: Page, house: Any, name: str, theme: str) -> None:
    looking.is_for_everybody(page, house, name, theme)


@pytest.mark.parametrize(("size", "least"), [("wide", 56), ("small", 56), ("tall", 56),
                                             ("phone", 48), ("little", 48)])  # fmt: skip
def test_places_on_the_drawing_are_as_large_as_a_finger(
    page: Page, house: Any, size: str, least: int
) -> None:
    """The smallest Oracle has five votes, and fifteen symbols stand around the largest."""
    width, height = look.SIZES[size]
    page.set_viewport_size({"width": width, "height": height})

    visit(page, house, "start")
    oracles = page.locator(".oracle.open").evaluate_all(looking.LEAST)
    visit(page, house, "many")
    slots = page.locator(".slot.open").evaluate_all(looking.LEAST)

    assert len(oracles) == 10
    assert min(oracles) >= least
    assert len(slots) == 2
    assert min(slots) >= 48


@pytest.mark.parametrize("size", ["wide", "tall"])
def test_who_and_what_for_and_how_we_stand_are_read_from_two_metres(
    page: Page, house: Any, size: str
) -> None:
    """80 px type is comfortable at 2 m, and a symbol of 160 px."""
    width, height = look.SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    visit(page, house, "turn")

    assert page.locator(".name").evaluate(looking.SIZED) == 80
    assert page.locator(".disc").evaluate("e => e.offsetHeight") >= 200
    assert [page.locator(".votes b").nth(n).evaluate(looking.SIZED) for n in range(4)] == [
        80
    ] * 4


def test_oracles_stand_clockwise_from_the_guild_hall_on_top(page: Page, house: Any) -> None:
    page.set_viewport_size(looking.WIDE)
    visit(page, house, "start")

    turns = page.evaluate(
        """() => { const ring = document.querySelector('.circle').getBoundingClientRect();
        const at = e => { const r = e.getBoundingClientRect();
            return Math.atan2(r.x + r.width / 2 - ring.x - ring.width / 2, ring.y + ring.height / 2 - r.y - r.height / 2) };
        return [...document.querySelectorAll('.oracle')].map(e => Math.round((at(e) * 57.2958 + 360.4) % 360)) }"""
    )

    assert turns[0] == 0
    assert turns == sorted(turns)
    assert len(set(turns)) == 11


def test_a_symbol_that_cannot_be_chosen_lies_flat(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/against/light")

    assert page.locator(".slot").count() == 7
    assert page.get_by_role("button", name="Bo").count() >= 2
    assert page.locator(".slot.open").count() == 3
    assert page.locator(".slot:not(.open)").evaluate_all(
        "e => e.every(one => getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)')"
    )


def test_an_attack_is_laid_face_down_with_one_tile(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/hand-duel/light")
    page.wait_for_timeout(400)
    page.locator("#point [data-key=water] input").check()
    page.get_by_role("button", name="Lay it face down").click()
    page.wait_for_timeout(200)

    [(path, told)] = house.posts
    assert path == "/do/take"
    assert json.loads(told["move"]) == {"do": "point", "seat": "red", "element": "water"}
    assert len(told["id"]) == 32


def test_nothing_is_laid_before_an_attack_is_chosen(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/hand-duel/light")
    page.wait_for_timeout(400)
    page.get_by_role("button", name="Lay it face down").click()
    page.wait_for_timeout(200)

    assert house.posts == []


def test_an_attack_is_laid_without_scripts(browser: Any, house: Any) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{house.address}/look/hand-duel/light")
    page.locator("#point [data-key=earth] input").check()
    page.get_by_role("button", name="Lay it face down").click()

    [(path, told)] = house.posts
    assert path == "/do/take"
    assert told["id"] == "41 point red"
    assert json.loads(told["move"])["element"] == "earth"


def test_what_is_chosen_stays_chosen_while_the_table_moves(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/hand-defends/light")
    for _ in range(100):
        if house.streams:
            break
        page.wait_for_timeout(20)
    page.locator("#point [data-key=fire] input").check()
    shown = look.seated("duel-one", "blue") | {"version": 42}
    hand = look.paint("maginor/hand.html", page=shown)

    house.say("regions", {"version": 42, "title": "Maginor", "regions": {"hand": hand}})

    expect(page.locator("#point input[name=version]")).to_have_value("42")
    assert page.locator("#point [data-key=fire] input").is_checked()


@pytest.mark.parametrize(("name", "kind"), [("hand", ".held-cards .card"),
                                            ("hand-duel", ".element")])  # fmt: skip
def test_secrets_are_in_ink_only_and_all_alike(
    page: Page, house: Any, name: str, kind: str
) -> None:
    page.set_viewport_size(looking.PHONE)
    visit(page, house, name)
    cards = page.locator(kind)

    looks = cards.evaluate_all(
        """e => e.map(one => { const s = getComputedStyle(one);
        return `${one.offsetWidth} ${one.offsetHeight} ${s.color} ${s.backgroundColor} ${s.borderColor}` })"""
    )

    assert len(looks) >= 3
    assert len(set(looks)) == 1
    assert page.locator("#region-hand [data-who]").count() == 0


def test_a_hand_is_on_its_own_phone_alone(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/hand/light")
    assert page.locator(".held-cards .card").count() == 5  # fire was used; wands are one

    page.goto(f"{house.address}/look/hand-still/light")
    assert page.locator("#region-hand button").count() == 0
    page.goto(f"{house.address}/look/kept/light")
    assert page.locator(".held-cards, .played").count() == 0


def test_the_tablet_is_passed_to_whoever_has_no_phone(page: Page, house: Any) -> None:
    """Bo has a phone here, Ada has none."""
    page.goto(f"{house.address}/look/duel/light")
    passes = page.locator("a[href^='/pass']")

    assert [link.get_attribute("href") for link in passes.all()] == ["/pass?seat=red"]
    page.goto(f"{house.address}/look/duel-one/light")
    assert page.locator("a[href^='/pass']").count() == 0


def test_made_up_oracles_are_called_so(page: Page, house: Any) -> None:
    for name in ("start", "many", "sheet"):
        page.goto(f"{house.address}/look/{name}/light")
        assert page.get_by_text("Made-up Oracles").count() == 1, name
