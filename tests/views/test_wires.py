"""What is told of the wires: to players what to do, to whoever set them up what is wrong."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.views.tablet import wires
from tests.views import look
from tests.views.test_look import OUTSIDE, SMALL, TOUCH, visit

MACHINE = {
    "dev",
    "ttyacm",
    "port",
    "udev",
    "group",
    "protocol",
    "firmware",
    "gpio",
    "usb",
    "toml",
}
LONGEST = 60  # letters that fit on one line of the smallest tablet
ABOVE = """html => { const history = document.getElementById('region-history');
    if (html) history.innerHTML = html;
    return history.querySelector('.notices').getBoundingClientRect().top
        - document.querySelector('.board').getBoundingClientRect().bottom }"""


def spoken(why: str, name: str = "pico") -> str:
    """The notice as it stands on the page."""
    shown = look.paint(
        "history.html", page=look.page(look.view(), notices=[look.cut(why, name)])
    )
    found = re.search(r"<span>(.*?)</span></li>", shown)
    assert found
    return found[1]


def told(why: str, name: str = "pico") -> Any:
    """The bridge in health."""
    wire = look.wired(name, "absent", why)
    return wires.bridges((wire,), look.WORDS)[0]


@pytest.mark.parametrize("why", look.WHY)
def test_players_read_in_a_glance_what_to_do(why: str) -> None:
    text = spoken(why)

    assert text.startswith("The plate ")
    assert text.endswith(", or just tap.")
    assert len(text) <= LONGEST
    assert "{" not in text
    assert not MACHINE & set(re.findall(r"[a-z]+", text.lower()))


@pytest.mark.parametrize("why", look.WHY)
def test_whoever_set_it_up_reads_every_name_there_is(why: str) -> None:
    bridge = told(why)

    assert bridge.text == spoken(why)
    assert "{" not in bridge.detail
    for value in look.WHY[why].values():
        assert str(value) in bridge.detail


def test_the_group_that_owns_the_port_and_the_user_are_named() -> None:
    assert "usermod -aG plugdev companion" in told("forbidden").detail


def test_a_busy_port_names_the_likely_culprit_and_the_rule() -> None:
    detail = told("busy").detail

    assert "ModemManager" in detail
    assert "udev rule" in detail


def test_another_wire_goes_by_its_own_name() -> None:
    assert spoken("missing", "scanner-2").startswith("The scanner is not plugged in.")
    assert told("missing", "scanner-2").text.startswith("The scanner is not plugged in.")


def test_a_wire_that_is_looked_for_everywhere_has_no_empty_place_in_its_sentence() -> None:
    wire = look.wired("pico", "absent", "missing")
    bare = msgspec.structs.replace(wire, condition=look.Condition("absent", "missing", {}))

    assert wires.bridges((bare,), look.WORDS)[0].detail.startswith("USB: nothing is there.")


def test_a_source_is_listed_once_as_the_plate_in_use_brings_it() -> None:
    both = (
        look.wired("virtual", "live", sources=("hall", "die/0")),
        look.wired("pico", "silent", "silent", sources=("hall", "drop/nw")),
    )

    found = wires.sources(both, {"hall": 1000, "drop/nw": 400}, 1500)

    assert [(one.source, one.state, one.ago) for one in found] == [
        ("hall", "silent", 500),
        ("drop/nw", "silent", 1100),
        ("die/0", "live", None),
    ]


def test_only_a_live_plate_that_is_not_in_use_can_be_chosen() -> None:
    shown = wires.shown(
        (
            look.wired("pico", "live"),
            look.wired("pins", "live"),
            look.wired("virtual", "absent"),
            look.wired("scanner", "live"),
        )
    )

    assert [one["name"] for one in shown if one["usable"]] == ["pins"]
    assert [one["name"] for one in shown if one["used"]] == ["pico"]


def test_the_only_plate_is_not_called_the_one_in_use() -> None:
    shown = wires.shown((look.wired("pico", "live"), look.wired("scanner", "live")))

    assert not any(one["used"] or one["usable"] for one in shown)


@pytest.mark.parametrize("size", ["wide", "small", "tall", "phone"])
def test_two_notices_leave_the_drawing_alone(page: Page, house: Any, size: str) -> None:
    width, height = look.SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    visit(page, house, "cut")

    assert page.evaluate(ABOVE, "") >= 0
    for why in look.WHY:
        both = [look.cut(why), look.cut(why, "scanner")]
        drawn = look.paint("history.html", page=look.page(look.view(), notices=both))
        assert page.evaluate(ABOVE, drawn) >= 0, why


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("name", ["cut", "wires"])
def test_the_open_menu_can_be_read_and_touched(
    page: Page, house: Any, name: str, theme: str
) -> None:
    visit(page, house, name, theme)
    page.locator(".menu > summary").click()

    for size, (width, height) in look.SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], size
        assert page.evaluate(SMALL, TOUCH) == [], size
        top = page.locator(".leaf").evaluate("e => e.getBoundingClientRect().top")
        assert top >= 0, size
    page.set_viewport_size({"width": 1280, "height": 800})
    found = Axe().run(page).response["violations"]
    assert [
        (rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found
    ] == []


def test_a_plate_is_chosen_and_taught_by_a_tap(page: Page, house: Any) -> None:
    visit(page, house, "wires")
    page.locator(".menu > summary").click()
    page.wait_for_timeout(400)

    page.get_by_role("button", name="Use this plate").click()
    page.get_by_role("button", name="The plate is empty: learn it").click()
    page.wait_for_timeout(300)

    assert [(path, form["wire"]) for path, form in house.posts] == [
        ("/do/wire", "pins"),
        ("/do/plate-learn", "pico"),
    ]
