"""An evening of Merlin in a real browser: a tablet and two phones, a small one of them in
Hungarian, from the start page through the set-up, a few turns and a scoring to the end. Nobody
told what is printed on the board, so what the companion cannot know is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.club import Club
from tests.views.test_seats_browser import Evening

LITTLE: ViewportSize = {"width": 360, "height": 640}
FRESH = 330  # ms after which a tap was meant for what stands there
KINDS = (
    "forest-tower", "forest", "lake", "mountain", "mountain", "mountain-tower", "forest", "lake",
    "lake", "lake-tower", "mountain", "mountain", "forest", "forest", "lake", "lake-tower",
    "mountain-tower", "forest-tower",
)  # fmt: skip
"""Three rows, the second one to the right. The forest about tile 6 has five: 0, 1, 6, 12 and 13."""


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    with Club.at(tmp_path) as club:
        there = Evening(browser, club)
        yield there
        for context in there.contexts:
            context.close()


def tap(page: Page, place: str, **about: Any) -> None:
    """Tapped when it has stood there long enough to be meant."""
    found = page.locator(place, **about).first
    expect(found).to_be_visible()
    page.wait_for_timeout(FRESH)
    found.click()


def told(club: Club, *moves: dict[str, Any]) -> None:
    """The short way, for what is not looked at."""
    for move in moves:
        status, answer = club.host.take(move)
        assert status == 200, (move, answer)


def says(page: Page, text: str, where: str = "#region-history") -> None:
    """The page says so; a space of a number may be one that does not break."""
    expect(page.locator(where)).to_contain_text(re.compile(text.replace(" ", r"\s")))


def hungarian(evening: Evening, host: Page, seat: str) -> Page:
    """A small phone of somebody who reads Hungarian."""
    code = evening.invite(host, seat)
    context = evening.browser.new_context(viewport=LITTLE, has_touch=True, locale="hu-HU")
    evening.contexts.append(context)
    page = context.new_page()
    page.on("pageerror", lambda said: evening.wrong.append(str(said)))
    page.goto(f"{evening.club.address}/join#{code}")
    page.wait_for_url("**/seat*")
    return page


def test_an_evening_of_merlin(evening: Evening) -> None:
    """Ada is blue and speaks English as the tablet does, Bo is yellow and speaks Hungarian."""
    host = evening.host()
    _a_game_begins(evening, host)
    ada, bo = evening.phone(host, "blue"), hungarian(evening, host, "yellow")
    host.goto(f"{evening.club.address}/table")

    _the_environs_are_laid(evening, host)
    _start_tiles_and_traitors(evening, host)
    _all_roll_on_their_phones(evening, ada, bo)
    _ada_takes_the_grail(evening, host, ada, bo)
    _bo_sends_a_henchman_and_takes_it_back(evening, host, bo)
    _what_lies_otherwise_is_put_right(evening, host)
    _a_scoring_is_shown_step_by_step(evening, host, ada, bo)
    _people_stop_early(evening, host, bo)

    for page in (host, ada, bo):
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    grave = ("Content Security", "Uncaught", "TypeError")
    assert [said for said in evening.wrong if any(word in said for word in grave)] == []


def _a_game_begins(evening: Evening, host: Page) -> None:
    host.goto(f"{evening.club.address}/?game=merlin")
    host.locator("[name=way][value=board]").check(force=True)
    for row, name in enumerate(("Ada", "Bo")):
        host.locator(f"[name=name_{row}]").fill(name)
    host.locator("button[form=start]").click()
    host.wait_for_url("**/table")


def _the_environs_are_laid(evening: Evening, host: Page) -> None:
    tap(host, ".shift >> nth=1")
    host.locator("[name=kind][value=forest-tower]").check(force=True)
    tap(host, "[data-key=tile-0] .lay:visible")
    expect(host.locator("[data-key=kind-forest-tower] b")).to_have_text("1")
    rest = [{"do": "tile", "place": n, "kind": kind} for n, kind in enumerate(KINDS[1:12], 1)]
    told(evening.club, *rest)
    says(host, "mountain")
    host.locator("[name=kind][value=lake]").check(force=True)
    tap(host, "[data-key=tile-14] .lay:visible")
    evening.shot(host, "merlin-land")
    left = [12, 13, 15, 16]
    told(evening.club, *({"do": "tile", "place": n, "kind": KINDS[n]} for n in left))


def _start_tiles_and_traitors(evening: Evening, host: Page) -> None:
    tap(host, "[data-key=open-grey] .standing")
    says(host, "Which flag", "#region-subject")
    rest = ("black", "blue", "purple", "orange")
    told(evening.club, *({"do": "gives", "seat": "blue", "county": c} for c in rest))
    mine = ("blue", "grey", "blue", "orange", "orange")
    told(evening.club, *({"do": "gives", "seat": "yellow", "county": c} for c in mine))
    tap(host, "[data-key=open-black] .standing")
    says(host, "Take 2 traitors", "#region-subject")
    for seat, counties in (("blue", ("grey", "blue")), ("yellow", ("blue", "brown", "brown"))):
        told(evening.club, *({"do": "traitor", "seat": seat, "county": c} for c in counties))


def _all_roll_on_their_phones(evening: Evening, ada: Page, bo: Page) -> None:
    """Each the own dice, in whatever order; the white one comes last."""
    for face in (2, 3, 5):
        tap(ada, f".face.f{face}")
        expect(ada.locator("[data-key=roll-blue] .die.empty")).to_have_count(
            {2: 3, 3: 2, 5: 1}[face]
        )
    expect(bo.locator("[data-key=roll-blue]")).to_have_count(0)
    tap(bo, ".face.f4")
    says(bo, "Dobj mind a néggyel", "#region-subject")
    evening.shot(bo, "merlin-hungarian-rolls")
    tap(ada, ".face.f6")
    told(
        evening.club,
        *({"do": "die", "seat": "yellow", "face": face} for face in (1, 6)),
        {"do": "die", "seat": "yellow", "face": 2, "white": True},
    )
    expect(ada.locator(".walk")).to_have_count(5)


def _ada_takes_the_grail(evening: Evening, host: Page, ada: Page, bo: Page) -> None:
    """Nobody told the rondel: where the knight landed is tapped on the tablet."""
    evening.shot(ada, "merlin-phone")
    tap(ada, ".walk")
    tap(host, ".landing-of", has_text=re.compile("Grail"))
    tap(ada, "#region-shelf .tile.first")
    says(host, "Ada takes the Grail and an apple")
    says(bo, "Ada megszerzi a Grált és egy almát")
    expect(ada.locator("#region-hand [data-key=has-grail]")).to_have_count(1)
    tap(ada, "#region-shelf .tile.first")
    expect(host.locator(".subject[data-who=yellow]")).to_have_count(1)


def _bo_sends_a_henchman_and_takes_it_back(evening: Evening, host: Page, bo: Page) -> None:
    tap(bo, ".walk")
    tap(bo, ".landing-of >> nth=4")
    tap(bo, ".answer[aria-label*='pítőmester'], .answer >> nth=2")
    expect(host.locator("[data-key=county-orange] .taken")).to_have_count(1)
    evening.shot(host, "merlin-turn")
    tap(host, "[data-key=do-undo] button")
    expect(host.locator("[data-key=county-orange] .taken")).to_have_count(0)
    tap(bo, ".answer >> nth=0")
    expect(host.locator("[data-key=county-orange] .taken")).to_have_count(1)
    tap(bo, "#region-shelf .tile.first")
    expect(host.locator(".subject[data-who=blue]")).to_have_count(1)


def _what_lies_otherwise_is_put_right(evening: Evening, host: Page) -> None:
    """Three markers more of Ada on the county of the fox, a manor of hers on the first tile; and,
    the short way, that it is the end of the second round."""
    tap(host, "[data-key=correct]")
    tap(host, "[data-key=tile-0] a")
    tap(host, "[data-key=owner] button", has_text=re.compile("Ada"))
    expect(host.locator("[data-key=owner] [aria-pressed=true]")).to_contain_text("Ada")
    host.goto(f"{evening.club.address}/correct?theme=castle&who=blue&what=influence")
    wanted = {
        "do": "holds",
        "seat": "blue",
        "what": "influence",
        "county": "orange",
        "count": 2,
    }
    form = host.locator("[data-key=set-influence-blue-orange]")
    values = form.locator("option").evaluate_all("e => e.map(one => one.value)")
    form.locator("select").select_option(next(v for v in values if json.loads(v) == wanted))
    host.wait_for_timeout(FRESH)
    form.locator("button").click()
    says(host, "2", "[data-key=set-influence-blue-orange]")
    tap(host, ".ledge .first")
    told(
        evening.club,
        {"do": "round", "round": 2, "starter": "blue"},
        {"do": "dice", "seat": "yellow", "dice": [], "white": 0},
        {"do": "dice", "seat": "blue", "dice": [5], "white": 0},
        {"do": "goes", "white": False, "face": 5},
        {"do": "lands", "space": "swap"},
        {"do": "leaves"},
        {"do": "ends"},
    )


def _a_scoring_is_shown_step_by_step(evening: Evening, host: Page, ada: Page, bo: Page) -> None:
    """Ada gives a shield back for one traitor; then the environs; the Grail breaks her tie with
    Bo on the county of the fox, whose two markers each are four for her."""
    says(host, "Shields against traitors", "#region-subject")
    evening.shot(host, "merlin-shields")
    tap(ada, "#region-shelf .tile.first")
    expect(host.locator(".subject[data-who=yellow]")).to_have_count(1)
    told(evening.club, {"do": "spends-all", "seat": "yellow"})
    expect(host.locator(".of-losses [data-key=of-blue] b")).to_have_text("\N{MINUS SIGN}6")
    tap(host, "#region-shelf .first")
    expect(host.locator(".standing")).to_have_count(6)
    for seat in ("blue", "yellow"):
        told(evening.club, *({"do": "traitor", "seat": seat, "county": "purple"},) * 2)
        told(evening.club, {"do": "traitor", "seat": seat, "county": "grey"})
    says(host, "5 tiles", "#region-subject")
    expect(host.locator(".gain")).to_have_text(re.compile(r"^\s*\+5\s*$"))
    evening.shot(host, "merlin-area")
    tap(host, "#region-shelf .first")
    says(bo, "Narancs Róka", "#region-subject")
    expect(host.locator(".gain")).to_have_text(re.compile(r"\+2\s*\+2"))
    tap(host, "#region-shelf .tile", has_text=re.compile("Ada lays the Grail"))
    expect(host.locator(".gain")).to_have_text(re.compile(r"\+4\s*0"))
    evening.shot(host, "merlin-grail")
    evening.shot(bo, "merlin-hungarian-grail")
    tap(host, "#region-shelf .first")
    expect(host.locator(".of-henchmen")).to_have_count(1)
    tap(host, "#region-shelf .first")
    expect(host.locator(".rolls")).to_have_count(1)
    tap(host, "[data-key=do-undo] button")
    expect(host.locator(".of-henchmen")).to_have_count(1)
    tap(host, "#region-shelf .first")


def _people_stop_early(evening: Evening, host: Page, bo: Page) -> None:
    tap(host, "[data-key=correct]")
    tap(host, "[data-key=theme-way] summary")
    tap(host, "[data-key=theme-way] button", has_text=re.compile("End the game"))
    tap(host, ".ledge .first")
    says(host, "wins", "#region-subject")
    expect(host.locator("[data-key=line-influence] td").first).to_have_text("4")
    says(host, "Book, page 9", "[data-key=line-influence]")
    says(bo, "győz", "#region-subject")
    says(bo, "Befolyás", "#region-drawing")
    evening.shot(host, "merlin-sheet")
    evening.shot(bo, "merlin-hungarian-sheet")
