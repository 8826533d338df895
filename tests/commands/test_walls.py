"""``companion walls``: facts in lines of JSON in, the walls out; beside it, every layout
counted one by one with the formulas as they are written down."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.commands.evidence import facts
from companion.commands.walls import worked_out
from companion.walls import Posterior, Walls, prior

KNOCK, MISS = 0.01, 0.002
COLUMNS = "abc"
EDGES = sorted(
    [f"{COLUMNS[c]}{r}-{COLUMNS[c + 1]}{r}" for c in range(2) for r in (1, 2, 3)]
    + [f"{COLUMNS[c]}{r}-{COLUMNS[c]}{r + 1}" for c in range(3) for r in (1, 2)]
)
FACTS = [
    {"cross": "a1-a2"},
    {"drop": ["a1-b1", "b1-b2"], "weights": [0.7, 0.3], "none": 0.05},
    {"drop": ["b2-c2", "c2-c3", "b3-c3"], "weights": [40.0, 2500.0, 0.5]},
    {"either": [["a1-b1", "b1-b2"], ["a1-a2", "a2-b2"]], "weights": [0.6, 0.4]},
    {"cross": "b2-c2"},
    {"drop": ["b2-b3"]},
]

Layout = dict[str, bool]


def told(facts: list[Any] | str | bytes, *options: str) -> Result:
    lines = facts if isinstance(facts, str | bytes) else "\n".join(map(json.dumps, facts))
    return CliRunner().invoke(main, ["walls", *options], input=lines, prog_name="companion")


def answer(facts: list[Any] | str | bytes, *options: str) -> dict[str, Any]:
    result = told(facts, "--json", *options)
    assert result.exit_code == 0, result.output
    said: dict[str, Any] = json.loads(result.stdout)
    return said


def h(wall: bool) -> float:
    return 1 - MISS if wall else KNOCK


def passed(layout: Layout, path: list[str]) -> float:
    return math.prod(1 - h(layout[edge]) for edge in path)


def likelihood(layout: Layout, fact: dict[str, Any]) -> float:
    """Word for word what the plan says of the three facts."""
    if "cross" in fact:
        return 1 - h(layout[fact["cross"]])
    if "either" in fact:
        paths = zip(fact["either"], fact["weights"], strict=True)
        return sum(weight * passed(layout, path) for path, weight in paths)
    path = fact["drop"]
    weights = fact.get("weights", [1.0])
    held = sum(
        weight * h(layout[edge]) * passed(layout, path[:n])
        for n, (edge, weight) in enumerate(zip(path, weights, strict=True))
    )
    return held + fact.get("none", 0) * passed(layout, path)


@cache
def every_layout() -> list[Layout]:
    return [
        dict(zip(EDGES, bits, strict=True))
        for bits in product((False, True), repeat=len(EDGES))
    ]


def in_reach(layout: Layout) -> bool:
    reached = {"a1"}
    for _ in range(9):
        for edge in EDGES:
            ends = set(edge.split("-"))
            if not layout[edge] and ends & reached:
                reached |= ends
    return len(reached) == 9


def entered(layout: Layout) -> bool:
    return len({field for e in EDGES if not layout[e] for field in e.split("-")}) == 9


def spread(fits: Callable[[Layout], bool], weights: dict[int, float]) -> Iterator[float]:
    """Each number of walls by its weight, all layouts with as many equally likely."""
    numbers = [sum(layout.values()) if fits(layout) else -1 for layout in every_layout()]
    there = {number: weight for number, weight in weights.items() if number in numbers}
    for number in numbers:
        share = there.get(number, 0) / sum(there.values())
        yield share / numbers.count(number) if share else 0.0


ANY = dict.fromkeys(range(13), 1.0)
PRIORS: list[tuple[list[str], float, dict[int, float]]] = [
    (["--walls", "3", "--layouts", "connected"], 1.0, {3: 1.0}),
    (["--walls", "any", "--layouts", "connected"], 1.0, ANY),
    (["--walls", "4", "--layouts", "rulebook"], 0.0, {4: 1.0}),
    (["--walls", "any", "--layouts", "mixed"], 0.9, ANY),
    (["--prior", "PRIOR", "--layouts", "mixed"], 0.9, {2: 0.3, 3: 0.1, 4: 0.6}),
]


@pytest.mark.parametrize(("options", "connected", "numbers"), PRIORS)
def test_all_walls_are_as_likely_as_counting_every_layout_says(
    options: list[str], connected: float, numbers: dict[int, float], tmp_path: Path
) -> None:
    (tmp_path / "prior.json").write_text('{"2": 0.3, "3": 0.1, "4": 0.6}')
    options = [str(tmp_path / "prior.json") if word == "PRIOR" else word for word in options]
    both = zip(spread(in_reach, numbers), spread(entered, numbers), strict=True)
    weights = [
        (connected * one + (1 - connected) * other)
        * math.prod(likelihood(layout, fact) for fact in FACTS)
        for layout, (one, other) in zip(every_layout(), both, strict=True)
    ]
    total = sum(weights)
    likely = [weight / total for weight in weights]
    pairs = list(zip(every_layout(), likely, strict=True))

    said = answer(FACTS, "--size", "3", *options)

    for edge in EDGES:
        wall = sum(share for layout, share in pairs if layout[edge])
        assert said["marginals"][edge] == pytest.approx(wall, abs=1e-12)
    layout = {edge: edge in said["map"] for edge in EDGES}
    assert likely[every_layout().index(layout)] == pytest.approx(max(likely))  # one of the best
    effective = math.exp(-sum(share * math.log(share) for share in likely if share))
    assert said["effective_layouts"] == pytest.approx(effective, rel=1e-9)
    assert said["log_z"] == pytest.approx(math.log(total), abs=1e-9)
    assert said["update_ms"] > 0


def test_a_prior_may_be_a_list_from_no_wall_up(tmp_path: Path) -> None:
    as_list, as_object = tmp_path / "list", tmp_path / "object"
    as_list.write_text("[0, 0, 0.3, 0.7]")
    as_object.write_text('{"2": 3, "3": 7}')
    one, other = (
        answer(FACTS, "--size", "3", "--prior", str(file)) for file in (as_list, as_object)
    )
    assert one["marginals"] == pytest.approx(other["marginals"], abs=1e-12)


def test_no_facts_are_the_prior_itself() -> None:
    said = answer("\n \n", "--walls", "24", "--layouts", "connected")
    assert len(said["marginals"]) == 60
    assert sum(said["marginals"].values()) == pytest.approx(24)
    assert said["effective_layouts"] == pytest.approx(141_316_223_336_448)
    assert said["log_z"] == pytest.approx(0, abs=1e-9)


def test_what_happened_again_and_again_is_certain_and_stays_finite() -> None:
    said = answer([{"drop": ["a1-b1"]}, {"cross": "a1-a2"}] * 300, "--walls", "24")
    assert said["marginals"]["a1-b1"] > 1 - 1e-9
    assert said["marginals"]["a1-a2"] < 1e-9
    assert math.isfinite(said["log_z"])


def test_the_size_of_weights_moves_nothing_but_the_evidence() -> None:
    small, large = (
        answer([{"drop": ["a1-b1", "b1-c1"], "weights": [3 * by, by], "none": by}],
               "--size", "3")
        for by in (1e-200, 1e200)
    )  # fmt: skip
    assert small["marginals"] == pytest.approx(large["marginals"], abs=1e-12)
    assert large["log_z"] - small["log_z"] == pytest.approx(400 * math.log(10))


def test_without_json_it_draws_the_board() -> None:
    facts = [{"drop": ["a1-b1"]}, {"cross": "b1-b2"}] * 3
    drawn = told(facts, "--size", "2", "--walls", "1").stdout.splitlines()
    assert drawn[:4] == ["a1#b1", "", "a2 b2", "Walls in the likeliest layout: 1."]


def test_what_nobody_knows_yet_is_drawn_as_open_or_rather_a_wall() -> None:
    drawn = told([], "--size", "2", "--walls", "1").stdout.splitlines()
    assert drawn[:3] == ["a1'b1", "'' ''", "a2'b2"]
    assert "between 4 layouts" in drawn[4]


class Counted(Walls):
    """A ledger that counts how often it is asked."""

    asked = 0

    def posterior(self) -> Posterior:
        self.asked += 1
        return super().posterior()


def test_the_last_fact_is_worked_out_as_often_as_asked() -> None:
    told = facts("\n".join(map(json.dumps, FACTS)).encode(), "facts", 3)
    once, often = (Counted(prior(3, None, 1.0)) for _ in range(2))
    first, _ = worked_out(once, told, 1)
    again, took = worked_out(often, told, 20)
    assert often.asked - once.asked == 19
    assert again.log_z == first.log_z  # noted again to be timed, not to be counted
    assert took > 0


BAD = {
    "no JSON": ("cross a1-a2", "line 1", "no JSON"),
    "the second line": ('{"cross":"a1-a2"}\n{"cross":', "line 2", "no JSON"),
    "no object": ("[1, 2]", "line 1", "object"),
    "an empty fact": ("{}", "none of cross, drop, either"),
    "two facts at once": ('{"cross":"a1-a2","drop":["a1-b1"]}', "cross and drop"),
    "a key that is none": ('{"crossed":"a1-a2"}', "crossed"),
    "a key twice": ('{"cross":"a1-a2","cross":"a1-b1"}', "'cross'", "twice"),
    "an edge off the board": ('{"cross":"f6-g6"}', "'f6-g6'", "a1-a2"),
    "an edge of no neighbours": ('{"cross":"a1-c3"}', "'a1-c3'", "side by side"),
    "an edge turned round": ('{"cross":"b1-a1"}', "write a1-b1"),
    "no text for an edge": ('{"cross":7}', "$.cross"),
    "an edge in a path": ('{"either":[["a1-b1"],["a1-a9"]]}', "'a1-a9'"),
    "no candidates": ('{"drop":[]}', "0 edges"),
    "no paths": ('{"either":[]}', "0 paths"),
    "an empty path": ('{"either":[[]]}', "0 edges"),
    "too many candidates": (json.dumps({"drop": ["a1-b1", "a1-a2"] * 9}), "18 edges"),
    "a negative weight": ('{"drop":["a1-b1"],"weights":[-0.5]}', "weights[0] is -0.5"),
    "not a number": ('{"drop":["a1-b1"],"weights":[NaN]}', "weights[0] is nan"),
    "a weight without end": ('{"drop":["a1-b1"],"weights":[Infinity]}', "weights[0] is inf"),
    "a weight too large": ('{"drop":["a1-b1"],"weights":[1e999]}', "weights[0] is inf"),
    "a whole weight too large": (f'{{"drop":["a1-b1"],"weights":[1{"0" * 400}]}}', "line 1"),
    "more digits than Python reads": (f'{{"drop":["a1-b1"],"weights":[{"1" * 9000}]}}', "line 1"),
    "a weight in words": ('{"drop":["a1-b1"],"weights":["0.5"]}', "$.weights[0]"),
    "a weight of yes": ('{"drop":["a1-b1"],"weights":[true]}', "$.weights[0]"),
    "no weights": ('{"drop":["a1-b1"],"weights":[]}', "0 weights for 1"),
    "weights for others": ('{"drop":["a1-b1"],"weights":[0.5,0.5]}', "2 weights for 1"),
    "weights of nothing": ('{"drop":["a1-b1"],"weights":[0]}', "all weights are 0"),
    "a negative none": ('{"drop":["a1-b1"],"none":-1}', "none is -1"),
    "none where no ball fell": ('{"either":[["a1-b1"]],"none":0.1}', "'none' belongs to a drop"),
    "weights of a crossing": ('{"cross":"a1-b1","weights":[1]}', "'weights' belong"),
    "a nest without end": ("[" * 50_000, "line 1"),
    "one line of ten megabytes": ("x" * 10_000_000, "10000000 bytes"),
    "a line of nothing but noughts": (b"\0" * 4096, "line 1"),
    "bytes of a picture": (bytes(range(128, 256)) * 20, "line 1"),
    "a word of a terminal": ('{"cross":"\\u001b[2J"}', "is no edge"),
}  # fmt: skip


@pytest.mark.parametrize("facts", BAD, ids=str)
def test_what_is_no_fact_is_one_line_that_names_it(facts: str) -> None:
    lines, *clues = BAD[facts]
    result = told(lines)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.strip().isprintable()
    assert len(result.stderr) < 600
    for clue in clues:
        assert clue in result.stderr, result.stderr


OPTIONS = {
    "a board of one field": (["--size", "1"], "2"),
    "a board of ten": (["--size", "10"], "9"),
    "a negative board": (["--size", "-6"], "9"),
    "more walls than fit": (["--walls", "26"], "25"),
    "more walls than edges": (["--walls", "61", "--layouts", "rulebook"], "60"),
    "more than leave an entry": (["--walls", "50", "--layouts", "rulebook"], "42"),
    "walls in words": (["--walls", "many"], "'many'"),
    "fewer walls than none": (["--walls", "-1"], "'-1'"),
    "walls with no end": (["--walls", "9" * 5000], "walls"),
    "a knock that is no chance": (["--knock", "1.5"], "1.5"),
    "no knock at all": (["--knock", "0"], "knock"),
    "a miss that is no number": (["--miss", "nan"], "nan"),
    "no times": (["--time", "0"], "0"),
    "layouts of another kind": (["--layouts", "all"], "rulebook"),
    "no such file": (["nowhere.jsonl"], "nowhere.jsonl"),
    "a folder": (["."], "Is a directory"),
    "a name that no file has": (["a\0b"], "null"),
    "a prior that is not there": (["--prior", "nowhere.json"], "nowhere.json"),
    "two words on the number": (["--walls", "24", "--prior", "nowhere.json"], "leave one"),
}


@pytest.mark.parametrize("name", OPTIONS, ids=str)
def test_an_option_that_cannot_be_is_one_line_that_names_it(name: str) -> None:
    options, clue = OPTIONS[name]
    result = told([], *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert clue in result.stderr, result.stderr


@pytest.mark.parametrize(
    ("written", "clue"),
    [
        ("{}", "weight"), ("[]", "weight"), ("", "prior"), ('{"24": 0}', "weight"),
        ('{"24": -1}', "24 walls"), ('{"24": NaN}', "24 walls"), ("[0, Infinity]", "1 walls"),
        ('{"24": "much"}', "24 walls"), ('{"many": 1}', "'many'"), ('{"024": 1}', "'024'"),
        ('{"24": 1, "24": 2}', "twice"), ('{"61": 1}', "61"), ('{"26": 1}', "25"),
        ("7", "prior"), ("[" * 50_000, "prior"), ("\x00\x01", "prior"),
    ],
)  # fmt: skip
def test_a_prior_that_is_none_is_one_line_that_names_it(
    written: str, clue: str, tmp_path: Path
) -> None:
    file = tmp_path / "prior.json"
    file.write_text(written)
    result = told([], "--prior", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert clue in result.stderr, result.stderr
