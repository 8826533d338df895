"""What is asked of the sample pages of every game, whatever is drawn on them.

Rule: a game says which of its things must keep apart, stay above the shelf or bear a finger;
how that is measured stands here once.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.views.conftest import House
from tests.views.samples import SIZES
from tests.views.test_look import visit
from tests.views.test_people_look import opened

PHONE: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1280, "height": 800}
FINGER = 48  # px
LEAST = "e => e.map(one => Math.min(one.offsetWidth, one.offsetHeight))"
SIZED = "e => parseFloat(getComputedStyle(e).fontSize)"


def serving(house: House) -> Iterator[House]:
    """The samples of a game, as long as a session goes."""
    threading.Thread(target=house.serve_forever, daemon=True).start()
    yield house
    house.shutdown()


def crossed(things: str) -> str:
    """By how much these things reach below the upper edge of the shelf, or that below the page."""
    return f"""() => {{ const shelf = document.querySelector('.shelf').getBoundingClientRect();
    return [shelf.bottom - innerHeight, ...[...document.querySelectorAll('{things}')]
    .filter(e => e.checkVisibility() && e.getClientRects().length).map(e => e.getBoundingClientRect().bottom - shelf.top)].filter(d => d > 1) }}"""


def hidden(places: str, by: int) -> str:
    """By how much more than that these places would have to be scrolled."""
    return f"""() => [...document.querySelectorAll('{places}')]
    .map(e => e.scrollHeight - e.clientHeight).filter(over => over > {by})"""


def apart(things: str, by: int) -> str:
    """Which of these things lie over another by more than that both ways."""
    return f"""() => {{ const seen = [...document.querySelectorAll('{things}')].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect());
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > {by} && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > {by};
    return seen.flatMap((a, n) => seen.slice(n + 1).filter(b => over(a, b)).map(b => [a.x, a.y, b.x, b.y])) }}"""


def is_for_everybody(page: Page, house: Any, name: str, theme: str) -> None:
    """Nothing that axe knows of keeps anybody out."""
    page.set_viewport_size(WIDE)
    visit(page, house, name, theme)
    opened(page)

    found = Axe().run(page).response["violations"]

    assert [
        (rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found
    ] == []


def bears_a_finger(page: Page, house: Any, places: Mapping[str, tuple[str, int]]) -> None:
    """On each of these pages there are so many of the kind, none smaller than a finger at any
    size."""
    for name, (kind, count) in places.items():
        visit(page, house, name)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            found = page.locator(kind).evaluate_all(LEAST)
            assert len(found) >= count, name
            assert min(found) >= FINGER, (name, size)
