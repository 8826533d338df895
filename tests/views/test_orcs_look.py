"""The pages of Orcs Orcs Orcs at every size: what can be read stays readable, what can be
touched stays touchable, and what is secret looks like any other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.orcs import GAME, decks, moves
from companion.vocabulary import Viewer
from tests.views import looking, test_people_look
from tests.views import orcs_look as look
from tests.views.conftest import House
from tests.views.test_look import fits, visit
from tests.views.test_people_look import opened

SEEN = ["mages", "fate", "turn", "crowd", "reveal", "unveil", "casting", "strike", "anywhere",
        "sweep", "fells", "asks", "learn", "missions", "sheet", "over", "long", "hand",
        "hand-able", "hand-draws", "hand-keeps", "passed", "correct", "correct-path"]  # fmt: skip
"""What differs in what is on the page; the others are made of the same."""
TABLETS = {"wide", "small", "tall"}
READ = ["turn", "strike", "fate", "sheet", "hand", "correct"]
GREEK = ["turn", "reveal", "fate", "asks", "casting", "sheet", "hand", "correct"]

LIES = re.compile(r'"card": "([^"]+)", "do": "lies"')
OVER = test_people_look.OVER.replace("'.unseen,", "'.unseen, .said-of, .lines-of,")
"""Words of a sheet may be scrolled away."""
CROSSED = looking.crossed(".board, .near-path, .list, .done, .points li, .subject > *")
HIDDEN = looking.hidden(".hand-place, .drawing-place", 1)
APART = looking.apart(".figure, .stood, .values li, .end-of", 6)


@pytest.fixture(scope="session")
def _orcs() -> Iterator[House]:
    yield from looking.serving(look.house())


@pytest.fixture
def house(_orcs: House) -> House:
    _orcs.begin()
    return _orcs


def test_every_moment_is_drawn_and_where_a_card_lies_is_on_the_own_phone_alone() -> None:
    """The host, somebody who looks on, and each seat on its phone and on a passed tablet."""
    for name, (state, _) in look.moments().items():
        seats = [
            look.seated(name, seat, phone) for seat in state.seats for phone in (True, False)
        ]
        for seen in (look.page(name), look.watched(name), *seats):
            mine = seen["viewer"]["seat"]
            others = [one for one in seen["view"]["seats"] if one["seat"] != mine]
            assert not any({"cards", "hand"} & one.keys() for one in others), name
            text = look.paint("seat.html" if mine else "table.html", page=seen)
            assert "</html>" in text
            moved = set(LIES.findall(unescape(text)))
            assert moved <= set(decks.whole(state, mine) if mine in state.decks else ()), name
            assert moved or not (mine and name == "kept"), mine
        text = look.paint("orcs/correct.html", page=look.page(name), pick={})
        assert not LIES.findall(unescape(text))


def test_where_a_card_lies_is_said_by_its_own_seat_and_by_nobody_else() -> None:
    state, may = look.kept(), GAME.may_correct
    assert may
    seats = [Viewer("seat", seat) for seat in state.seats]
    for move, says in (
        (moves.Lies("red-zap", "red", "draw"), ["red"]),
        (moves.Lies("red-zap", "blue", "discard"), ["red"]),
        (moves.Lies("red-zap", "blue", "hand"), []),
        (moves.Lies("nothing", "red", "hand"), []),
        (moves.Worth("1", 1), [""]),
    ):
        viewers = (Viewer("host"), *seats)
        assert [one.seat for one in viewers if may(state, one, move)] == says, move


@pytest.mark.parametrize("name", SEEN)
def test_nothing_is_cut_off_or_covered_or_too_small_to_touch(
    page: Page, house: Any, name: str
) -> None:
    errors = visit(page, house, name)
    opened(page)

    for size, area in look.SIZES.items():
        fits(page, {size: area}, scrolls=True)
        assert page.evaluate(OVER) == [], size
        assert page.evaluate(APART) == [], size
        if size in TABLETS and not name.startswith("correct"):
            assert page.evaluate(CROSSED) == [], f"{size}: the shelf covers something"
            assert page.evaluate(HIDDEN) == [], f"{size}: out of sight"

    assert errors == []


@pytest.mark.parametrize("name", GREEK)
def test_greek_has_room(page: Page, house: Any, name: str) -> None:
    visit(page, house, name, "light/el")
    opened(page)

    for size, area in look.SIZES.items():
        fits(page, {size: area}, scrolls=True)
        assert page.evaluate(OVER) == [], size
        if size in TABLETS and not name.startswith("correct"):
            assert page.evaluate(CROSSED) == [], f"{size}: the shelf covers something"
            assert page.evaluate(HIDDEN) == [], f"{size}: out of sight"


@pytest.mark.parametrize(
    ("name", "theme"),
    [(name, "light") for name in READ] + [("turn", theme) for theme in ("dark", "contrast")],
)
def test_everybody_can_read_and_use_it(page: Page, house: Any, name: str, theme: str) -> None:
    looking.is_for_everybody(page, house, name, theme)


def test_places_on_the_drawing_are_as_large_as_a_finger(page: Page, house: Any) -> None:
    """Positions on the tower, paths to turn a marker on, monsters to hit, and steps of a count."""
    places = {
        "turn": (".position", 2),
        "reveal": (".way", 3),
        "strike": (".beast.open", 8),
        "anywhere": (".beast.open", 13),
        "sweep": (".lane-of", 3),
        "sheet": ("button.step", 20),
    }
    looking.bears_a_finger(page, house, places)


def test_who_and_how_we_stand_are_read_from_two_metres(page: Page, house: Any) -> None:
    """80 px type is comfortable at 2 m."""
    page.set_viewport_size(looking.WIDE)
    visit(page, house, "turn")

    assert page.locator(".name").evaluate(looking.SIZED) == 80
    assert [
        page.locator(".points > li > b").nth(n).evaluate(looking.SIZED) for n in range(4)
    ] == [80] * 4


def test_paths_lie_clockwise_from_the_top_and_the_outer_segment_is_farthest(
    page: Page, house: Any
) -> None:
    page.set_viewport_size(looking.WIDE)
    visit(page, house, "turn")

    turns, outs = page.evaluate(
        """() => { const all = document.querySelector('.paths').getBoundingClientRect();
        const at = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2 - all.x - all.width / 2, all.y + all.height / 2 - r.y - r.height / 2] };
        const seen = [...document.querySelectorAll('.segment')].map(at);
        return [seen.filter((_, n) => n % 3 == 0).map(([x, y]) => Math.round((Math.atan2(x, y) * 57.2958 + 360.4) % 360)),
                seen.slice(0, 3).map(([x, y]) => Math.round(Math.hypot(x, y)))] }"""
    )

    assert turns == [0, 60, 120, 180, 240, 300]
    assert outs == sorted(outs, reverse=True)


def test_the_three_categories_differ_in_size(page: Page, house: Any) -> None:
    page.set_viewport_size(looking.WIDE)
    visit(page, house, "turn")

    weak, strong, mighty = (
        page.locator(f".worth .{kind}").first.evaluate("e => e.getBoundingClientRect().width")
        for kind in ("weak", "strong", "mighty")
    )

    assert weak < strong < mighty


def test_a_monster_is_hit_with_one_tap(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/strike/light")
    page.wait_for_timeout(400)
    page.get_by_role("button", name="mighty monster 8").click()
    page.wait_for_timeout(200)

    [(path, told)] = house.posts
    assert path == "/do/take"
    assert json.loads(told["move"])["do"] == "figure"


@pytest.mark.parametrize(("name", "kind"), [("hand", ".card.held"), ("hand-draws", ".card.held"),
                                            ("hand-keeps", ".card")])  # fmt: skip
def test_secrets_are_in_ink_only_and_all_alike(
    page: Page, house: Any, name: str, kind: str
) -> None:
    page.set_viewport_size(looking.PHONE)
    visit(page, house, name)
    looks = page.locator(kind).evaluate_all(
        """e => e.map(one => { const s = getComputedStyle(one);
        return `${one.offsetWidth} ${one.offsetHeight} ${s.color} ${s.backgroundColor} ${s.borderColor}` })"""
    )

    assert len(looks) >= 3
    assert len(set(looks)) == 1
    assert page.locator("#region-hand [data-who]").count() == 0


def test_a_hand_and_a_mission_are_on_the_own_phone_alone(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/hand/light")
    assert page.locator("#region-hand .held").count() == 6
    page.goto(f"{house.address}/look/hand-still/light")
    assert page.locator("#region-hand button.held").count() == 0
    for name in ("kept", "draws", "missions"):
        page.goto(f"{house.address}/look/{name}/light")
        assert page.locator(".card").count() == 0, name


def test_the_own_cards_are_put_right_beside_the_hand(page: Page, house: Any) -> None:
    page.set_viewport_size(looking.PHONE)
    visit(page, house, "hand-draws")
    page.locator(".lies > summary").click()
    row = page.locator(".lying > li", has_text="Zap")
    expect(row.locator("summary")).to_contain_text("discarded")
    row.locator("summary").click()
    page.wait_for_timeout(400)
    row.get_by_role("button", name="Zap: hand").click()
    page.wait_for_timeout(200)

    [(path, told)] = house.posts
    assert path == "/do/take"
    assert json.loads(told["move"]) == {
        "do": "lies", "card": "red-zap", "seat": "red", "where": "hand",
    }  # fmt: skip
    assert page.locator("#region-hand [data-who]").count() == 0


def test_two_cards_of_one_name_are_told_apart_in_words_and_by_signs() -> None:
    both = ("Cast: Book of Magic, earth and lightning", "Cast: Book of Magic, water and fire")
    greek = ("Ξόρκι: Βιβλίο Μαγείας, γη και κεραυνός", "Ξόρκι: Βιβλίο Μαγείας, νερό και φωτιά")
    for tongue, labels in (("en", both), ("el", greek)):
        text = look.paint("seat.html", tongue, page=look.seated("kept-able", "red"))
        for label in labels:
            assert text.count(f'aria-label="{label}"') == 1, label
        assert text.count("Smash") > 2
    english = look.paint("seat.html", page=look.seated("kept-able", "red"))
    for says in ("Cast: Smash, no boost", "Back into the box: Smash, boost: draw a card"):
        assert english.count(f'aria-label="{says}"') == 1, says


def test_the_tablet_is_passed_to_whoever_has_no_phone(page: Page, house: Any) -> None:
    """Cleo has a phone here, and Ada keeps her mission already."""
    page.goto(f"{house.address}/look/missions/light")
    passes = page.locator("a[href^='/pass']")

    assert [link.get_attribute("href") for link in passes.all()] == [
        "/pass?seat=yellow",
        "/pass?seat=green",
    ]


def test_made_up_cards_are_called_so(page: Page, house: Any) -> None:
    page.goto(f"{house.address}/look/turn/light")
    assert page.get_by_text("Made-up cards").count() == 1
