"""``companion demo`` as people use it: started, killed, started again, and told nonsense."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.folding import fold
from companion.games.labyrinth import GAME
from companion.journal import Journal
from companion.match import hashed
from tests.cards import fill
from tests.served import PROGRAM, Served, Stream, free_port, until

KILLS = int(os.environ.get("KILLS", "5"))
"""How often the power is cut; ``KILLS=50 pytest tests/test_demo.py -k power`` for more."""


def companion(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *words], capture_output=True, text=True, timeout=30, check=False
    )


# Power cuts.


def test_a_power_cut_at_any_moment_loses_nothing_that_was_shown(tmp_path):
    rng, port = Random(KILLS), free_port()
    shown: dict[str, Any] = {"version": 0}
    entries: list[dict[str, Any]] = []

    for _ in range(KILLS):
        with Served(tmp_path, "--autoplay", "--seed", "3", port=port) as served:
            again = served.get("journal")["entries"]
            assert again[: len(entries)] == entries, "what was written is written"
            assert served.version >= shown["version"], "what was shown is written"
            end = time.monotonic() + rng.uniform(0.2, 3.0)
            while time.monotonic() < end:
                shown = served.get("state")
                entries = served.get("journal")["entries"]
            served.kill()
        _check(tmp_path, shown)

    with Served(tmp_path, port=port) as served:  # nobody plays now, so nothing may change
        state = served.get("state")
        assert state["match"] == shown["match"]
        assert state["version"] >= shown["version"]
        assert not (state["version"] == shown["version"] and state["view"] != shown["view"])


def _check(folder: Path, shown: dict[str, Any]) -> None:
    """What the journal says by itself, between two starts."""
    journal = Journal.open(folder, newest_rules={"labyrinth": GAME.rules})
    entries = journal.tail(0)
    journal.close()
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    ids = [entry.id for entry in entries if entry.id]
    assert len(ids) == len(set(ids)), "nothing was taken twice"
    folded = fold(GAME, [entry for entry in entries if entry.match == shown["match"]])
    assert not folded.diverged
    assert hashed(folded.match.state) == entries[-1].hash
    upto = [entry for entry in entries if entry.version <= shown["version"]]
    state = fold(GAME, upto).match.state
    view = json.loads(json.dumps(GAME.show(state, None)))
    assert view == shown["view"], "the journal leads to what was shown last"


def test_the_answer_given_before_a_kill_holds_after_it(tmp_path):
    port = free_port()
    with Served(tmp_path, port=port) as served:
        served.chip()
        first = served.take({"do": "roll", "face": 3}, id="the last tap")
        state = served.get("state")
        served.kill()

    with Served(tmp_path, port=port) as served:
        again = served.take(
            {"do": "roll", "face": 3}, id="the last tap", version=state["version"] - 1
        )

        assert again == first
        assert served.get("state") == state
        assert len(served.get("journal")["entries"]) == 3


def test_a_start_right_after_a_kill_with_open_streams_gets_the_port(tmp_path):
    port = free_port()
    with Served(tmp_path, port=port) as served:
        streams = [Stream(port, "/api/v1/stream") for _ in range(5)]
        served.kill()

    began = time.monotonic()
    with Served(tmp_path, port=port) as served:
        assert served.get("state")["match"] == "m1"
        assert time.monotonic() - began < 5
    for stream in streams:
        stream.close()


def test_the_cardboard_outlives_a_kill(tmp_path):
    port = free_port()
    with Served(tmp_path, "--seed", "5", port=port) as served:
        served.ask(
            "POST", "/virtual/hand", {"seat": "red", "points": [[6.0, 4.0, 0]], "lifted": False}
        )
        until(lambda: '"x":6.0' in (tmp_path / "cardboard.json").read_text())
        before = (tmp_path / "cardboard.json").read_text()
        served.kill()

    with Served(tmp_path, port=port) as served:
        picture = Stream(port, "/virtual/stream").next()["data"]
        red = next(one for one in picture["magicians"] if one["seat"] == "red")
        assert (red["x"], red["y"], red["ball"]) == (6.0, 4.0, True)
        walls = json.loads((tmp_path / "cardboard.json").read_text())["walls"]
        assert walls == json.loads(before)["walls"]


def test_on_a_full_card_the_game_goes_on_and_is_written_later(card):
    with Served(card) as served:
        served.chip()
        written = served.version
        filler = fill(card)

        taps = [
            served.take({"do": do, **more})[0]
            for do, more in (("roll", {"face": 2}), ("stop", {}))
        ]
        full, page = served.get("state"), served.ask("GET", "/table")[1]
        filler.unlink()
        until(lambda: served.get("state")["saved"])
        entries = served.get("journal")["entries"]
        served.kill()

    assert (taps, full["version"], full["saved"]) == ([200, 200], written + 2, False)
    assert "Not saved" in page
    assert [entry["version"] for entry in entries][-2:] == [written + 1, written + 2]
    with Served(card) as served:
        assert served.get("state") == {**full, "saved": True, "notices": []}
        assert [notice["key"] for notice in full["notices"]] == ["house.unsaved.full"]


# Starting.


def test_without_a_folder_nothing_is_left_behind():
    words = [*PROGRAM, "demo", "--port", "0"]
    demo = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    for line in demo.stdout:
        if "http://" in line:
            break
    opened = [str(link.readlink()) for link in Path(f"/proc/{demo.pid}/fd").iterdir()]
    folder = next(Path(name).parent for name in opened if name.endswith("journal.db"))

    demo.terminate()

    assert demo.wait(10) == 0
    assert folder.name.startswith("companion-demo-")
    assert not folder.exists()


def test_the_address_is_printed_and_as_a_code_to_scan(tmp_path):
    with Served(tmp_path) as served:
        served.stop()
        rest = served.process.stdout.read()

    assert "Ctrl-C" in rest


@pytest.mark.parametrize(("game", "is_there"), [("labyrinth", True), ("maginor", False)])
def test_cardboard_is_moved_only_where_a_game_has_a_plate(game, is_there):
    words = [*PROGRAM, "demo", "--game", game, "--port", "0"]
    demo = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    said = next(line for line in demo.stdout if "http://" in line)
    demo.terminate()

    assert demo.wait(10) == 0
    assert ("Move the cardboard" in said) is is_there


def test_the_same_seed_gives_the_same_box(tmp_path):
    boxes = []
    for name in ("one", "two"):
        with Served(tmp_path / name, "--seed", "42") as served:
            view = served.get("state")["view"]
            walls = json.loads((tmp_path / name / "cardboard.json").read_text())["walls"]
            boxes.append(([field["symbol"] for field in view["fields"]], walls))

    assert boxes[0] == boxes[1]


def test_a_finished_or_parked_match_makes_room_for_a_new_one(tmp_path):
    with Served(tmp_path) as served:
        served.post("matches/m1/park", {})

    with Served(tmp_path, players="Cleo,Dan,Eva") as served:
        state = served.get("state")
        states = {row["match"]: row["state"] for row in served.get("matches")["matches"]}

    assert [seat["name"] for seat in state["view"]["seats"]] == ["Cleo", "Dan", "Eva"]
    assert states == {"m1": "parked", state["match"]: "running"}


# Mistakes.

MISTAKES = {
    "no such game": ["demo", "--game", "chess"],
    "one player": ["demo", "--players", "Ada"],
    "five players": ["demo", "--players", "A,B,C,D,E"],
    "nobody's name": ["demo", "--players", "Ada,,Bo"],
    "no such option": ["demo", "--prot", "1"],
    "no number": ["demo", "--port", "http"],
    "no port": ["demo", "--port", "99999"],
    "no such command": ["dmeo"],
    "no settings": ["run", "--config", "nowhere.toml"],
    "a file for a folder": ["demo", "--data", __file__],
    "nothing to move": ["demo", "--game", "maginor", "--port", "0", "--autoplay"],
    "not our address": ["demo", "--port", "0", "--host", "192.0.2.77"],
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_ends_in_one_clear_line(name):
    told = companion(*MISTAKES[name])

    assert (told.returncode, told.stdout) == (2, "")
    assert len(told.stderr.splitlines()) == 1
    assert "Traceback" not in told.stderr


def test_every_command_helps_with_an_example():
    listed = companion("--help")
    commands = re.findall(r"^  ([a-z]+) ", listed.stdout, re.MULTILINE)
    assert listed.returncode == 0
    assert {"demo", "run", "games", "simulate"} <= set(commands)

    for command in commands:
        told = companion(command, "--help")
        assert (told.returncode, "Example" in told.stdout) == (0, True), command
    assert re.fullmatch(r"companion \d+\.\d+\.\d+\n", companion("--version").stdout)


# Real settings.


def test_run_serves_a_table_by_its_settings(tmp_path):
    port = free_port()
    settings = f'data = "kept"\ntable = "attic"\n[web]\nhost = "127.0.0.1"\nport = {port}\n'
    (tmp_path / "companion.toml").write_text(
        settings + '[[wires]]\nkind = "virtual"\nseed = 4\n'
    )
    words = [*PROGRAM, "run", "--config", str(tmp_path / "companion.toml")]
    running = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert f":{port}/" in running.stdout.readline()
    served = Served.__new__(Served)
    served.process, served.port, served.data = running, port, tmp_path / "kept"

    health, state = served.get("health"), served.get("state")
    stranger = served.post("matches", {"game": "labyrinth", "seats": []})
    served.keep()
    served.begin()
    code, _ = served.stop()

    assert (health["table"], state["match"], state["version"]) == ("attic", "", 0)
    assert (code, (tmp_path / "kept" / "journal.db").exists()) == (0, True)
    assert stranger[0] == 403  # who only knows the address changes nothing


def test_run_without_wires_is_a_table_for_taps(tmp_path):
    port = free_port()
    (tmp_path / "companion.toml").write_text(
        f'data = "."\n[web]\nhost = "127.0.0.1"\nport = {port}\n'
    )
    words = [*PROGRAM, "run", "--config", str(tmp_path / "companion.toml"), "--table", "tower"]
    running = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    running.stdout.readline()
    served = Served.__new__(Served)
    served.process, served.port, served.data = running, port, tmp_path

    served.keep()
    served.begin(box={"symbols": {"c3": "moon"}})
    taken = served.take({"do": "draw", "symbol": "moon"})
    virtual = served.ask("GET", "/virtual")
    served.stop()

    assert (taken[0], virtual[0]) == (200, 303)


def test_run_plays_a_tape_as_a_wire(tmp_path):
    port = free_port()
    lines = [
        {"tape": 1, "game": "labyrinth", "players": ["Ada", "Bo"]},
        {"t": 0, "source": "tick"},
        {
            "t": 50,
            "source": "tablet/a",
            "value": {"do": "take", "move": {"do": "draw", "symbol": "owl"}},
        },
        {"t": 100, "source": "die/0", "value": 3},
        {"t": 150, "source": "tick"},
    ]
    (tmp_path / "evening.tape").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    settings = f'data = "kept"\n[web]\nhost = "127.0.0.1"\nport = {port}\n'
    wire = '[[wires]]\nkind = "tape"\nfile = "evening.tape"\n'
    (tmp_path / "companion.toml").write_text(settings + wire)
    words = [*PROGRAM, "run", "--config", str(tmp_path / "companion.toml")]
    running = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    running.stdout.readline()
    served = Served.__new__(Served)
    served.process, served.port, served.data = running, port, tmp_path

    view = until(lambda: (v := served.get("state")["view"]).get("roll") and v)
    code, _ = served.stop()

    assert (view["wanted"], view["roll"], view["turn"]["name"], code) == ("owl", 3, "Ada", 0)


def test_a_browser_that_only_connects_does_not_hold_up_the_start(tmp_path):
    with Served(tmp_path) as served, socket.create_connection(("127.0.0.1", served.port)):
        assert served.stop()[1] < 1
