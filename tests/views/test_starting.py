"""How a match of a game begins whose box is learned from its pieces, over real sockets.

Maginor's book counts eleven Oracles ("Components"); what is printed on them the table is told.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.served import Served, Told

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
VIRTUAL = '[[wires]]\nkind = "virtual"\n'
ORACLES = ("guild-hall", "great-eagle", "unicorn", *(str(n) for n in range(1, 9)))
VOTES = dict(zip(ORACLES, (15, 7, 9, 5, 5, 6, 8, 10, 11, 12, 13), strict=True))
"""Of an owner's copy that nobody has."""
SEATS = [{"name": "Ada", "seat": "red"}, {"name": "Bo", "seat": "blue"}]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real table, which was told nothing; its plate is a virtual one."""
    with Served.on_wires(tmp_path_factory.mktemp("real"), VIRTUAL) as served:
        yield served


def begin(served: Served, **more: Any) -> tuple[int, Any]:
    if match := served.get("state")["match"]:
        served.post(f"matches/{match}/end", {})
    return served.post("matches", {"game": "maginor", "seats": SEATS, **more})


def tell(served: Served, oracle: str, **more: Any) -> None:
    votes = VOTES[oracle]
    facts = {"votes": votes, "symbols": ["fire"] * votes, **more}
    told = {"id": os.urandom(8).hex(), "piece": f"maginor/oracle/{oracle}", "facts": facts}
    assert served.post("pieces/teach", told)[0] == 200


def how_many(told: Told) -> str:
    """Oracles that the refusal speaks of."""
    return str(re.findall(r"\d+", told["refusal"]["text"])[0])


def start_form(served: Served, **fields: str) -> tuple[int, Any, Told]:
    rows = {f"seat_{n}": seat for n, seat in enumerate(("red", "blue", "yellow", "green"))}
    form = {"game": "maginor", **rows, "name_0": "Ada", "name_1": "Bo & Co", **fields}
    headers = {**FORM, "Referer": f"{served.address}/"}
    return served.ask("POST", "/do/start", urlencode(form).encode(), headers)


def oracles(served: Served) -> dict[str, int]:
    """What the match on the table knows of its Oracles."""
    view = served.get("state")["view"]
    there = {one["id"]: one["votes"] for one in view["ring"]}
    proposed = [one["id"] for one in view["proposed"]]
    return {**dict.fromkeys((*proposed, *view["waiting"]), 0), **there}


# A real table.


def test_a_real_table_never_makes_up_what_is_printed(table):
    status, told = begin(table)

    assert status == 422
    assert told["refusal"]["key"] == "maginor.no.unknown"
    assert how_many(told) == "11"
    assert told["refusal"]["book"] == "Components"


def test_the_start_page_says_so_and_leads_to_where_it_can_be_told(table):
    status, page, _ = start_form(table, way="everything", tie="first")

    assert status == 422
    assert "Tell the table what is on them" in page
    assert 'href="/pieces?game=maginor&amp;kind=oracle#oracle"' in page
    pieces = table.ask("GET", "/pieces?game=maginor&kind=oracle")[1]
    assert pieces.count('href="/piece?piece=maginor%2Foracle%2F') == 11


def test_what_people_filled_in_stays_when_the_page_comes_back(table):
    page = start_form(table, way="everything", tie="first", name_1="Bo & Co")[1]

    assert '<input type="hidden" name="game" value="maginor">' in page
    assert 'value="Bo &amp; Co"' in page
    assert is_checked(page, "way", "everything") and not is_checked(page, "way", "board")
    assert is_checked(page, "tie", "first") and is_checked(page, "ritual", "ask")


def test_how_much_is_kept_is_the_first_question(table):
    page = table.ask("GET", "/?game=maginor")[1]
    names = re.findall(r'type="radio" name="(\w+)"', page)

    assert names[:3] == ["way"] * 3
    assert names.count("way") == 3, "and stands nowhere else"
    assert re.findall(r'name="way" value="(\w+)"', page) == ["everything", "board", "score"]
    assert is_checked(page, "way", "board")
    assert 'name="way"' not in table.ask("GET", "/?game=labyrinth")[1]


def is_checked(page: str, name: str, value: str) -> bool:
    return f'name="{name}" value="{value}" checked' in page


def test_the_score_alone_needs_no_box(table):
    status, told = begin(table, options={"way": "score"})

    assert status == 200, told
    assert table.get("state")["view"]["phase"] == "sheet"


def test_with_all_its_oracles_told_a_match_begins(tmp_path):
    with Served.on_wires(tmp_path, VIRTUAL) as table:
        for oracle in ORACLES[:-1]:
            tell(table, oracle)
        missing = begin(table)[1]
        tell(table, ORACLES[-1], name="Night Owl")

        status, _, headers = start_form(table)
        view = table.get("state")["view"]

        assert how_many(missing) == "1"
        assert (status, headers["location"], view["synthetic"]) == (303, "/table", False)
        assert oracles(table).keys() == VOTES.keys()
        assert {one["id"] for one in view["proposed"][:2]} == {"1", "2"}, "the two small ones"
        proposed = view["proposed"]
        begin(table)
        assert table.get("state")["view"]["proposed"] != proposed, "shuffled anew"


def test_a_form_leads_back_to_the_oracles_that_are_still_to_be_told(tmp_path):
    with Served.on_wires(tmp_path, VIRTUAL) as table:
        said = {"piece": "maginor/oracle/unicorn", "back": "/pieces", "said": "1", "id": "one"}
        row = [("fact-symbols", "fire")] * 5
        form = urlencode([*said.items(), ("fact-votes", "5"), *row]).encode()

        status, _, headers = table.ask("POST", "/do/pieces/teach", form, FORM)

        assert status == 303
        assert headers["location"] == "/pieces?game=maginor&kind=oracle#oracle"


# A demo.


def test_a_demo_makes_up_a_box_and_marks_it(tmp_path):
    with Served(tmp_path, "--game", "maginor", "--seed", "3") as demo:
        first, page = oracles(demo), demo.ask("GET", "/virtual")
        assert demo.get("state")["view"]["synthetic"] is True
        assert first.keys() == VOTES.keys()
        assert (page[0], page[2]["location"]) == (303, "/table")
        begin(demo)
        assert demo.get("state")["view"]["synthetic"] is True


def test_people_who_move_cardboard_leave_a_game_without_a_plate_alone(tmp_path):
    with Served(tmp_path, "--autoplay") as demo:
        demo.ask("POST", "/virtual/autoplay", {"on": True})
        begin(demo)
        demo.ask("POST", "/virtual/autoplay", {"on": True})
        version = demo.version
        time.sleep(0.5)

        assert demo.version == version
        assert demo.stop()[0] == 0


def test_a_demo_that_was_told_the_owners_copy_plays_with_it(tmp_path):
    with Served(tmp_path) as demo:
        for oracle in ORACLES:
            tell(demo, oracle)

        status, _ = begin(demo)

        assert status == 200
        assert demo.get("state")["view"]["synthetic"] is False
        [guild_hall] = demo.get("state")["view"]["ring"]
        assert guild_hall["symbols"] == ["fire"] * 15


def test_a_demo_that_was_told_some_of_it_asks_for_the_rest(tmp_path):
    with Served(tmp_path) as demo:
        tell(demo, "unicorn")

        status, told = begin(demo)

        assert (status, how_many(told)) == (422, "10")
