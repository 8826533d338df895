"""A duel on phones: as long as only one mage has pointed, nobody else is sent a byte that
depends on where.

Rule: the same evening is played again, and one choice in it is another. Everything that each
viewer is sent is put side by side; only clocks and what is drawn by lot may differ.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product, zip_longest
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.commands.found import found
from companion.games.maginor import moves
from companion.match import hashed
from companion.vocabulary import Game, Refusal, Viewer
from tests.another import installed
from tests.secrets import search
from tests.secrets.planted import PLANTED
from tests.secrets.search import Device, House
from tests.served import PATIENCE, Stream

with installed():
    GAME = found()["maginor"]

ELEMENTS = ("earth", "water", "fire")
OTHERS = ("host", "spectator", "blue", "yellow", "the log")  # all but red, who attacks blue
DEFENDED = 2  # the symbol on which blue's marker lies
BOX = PLANTED["maginor"].box(Random(1))
OPTIONS = {"way": "everything"}
AROUND = 60  # letters of a difference
QUIET = 0.02  # s in which nothing more comes down a stream

CLOCKS = "at|first_at|last_at|now|wall|running|free|threads|streams"
BY_LOT = (
    re.compile(rf'"({CLOCKS})":\d+'),
    re.compile(r"'Date', '[^']+'"),
    re.compile(r"\w+day, \w+ \d+, \d\d:\d\d"),
    re.compile(r"'Content-Length', '\d+'"),  # what is sent is compared itself
    re.compile(r"\b[0-9a-f]{32}\b"),  # a device, or a request that a page prepares
    re.compile(r'"by":"tablet/[a-z:]+/[0-9a-f]{8}"'),
    re.compile(r'"table":"[0-9a-f]{8}"'),
    re.compile(r"companion=[^;',\"]+"),
    re.compile(r"/static/v-[0-9a-f]{16}"),  # of these very files
    re.compile(r"127\.0\.0\.1:\d+"),
    re.compile(r"<b>[0-9A-Z]{5}-[0-9A-Z]{5}</b>"),  # a code to join by
    re.compile(r"(M\d+ \d+h1v1h-1z)+"),  # … and drawn
)

SAID_ONCE = "no words for"  # a whole process long, whoever asks for them first

Sent = dict[str, dict[str, str]]
"""What each device was sent, by what it asked for."""


class Duel(House):
    """Red attacks blue, and yellow looks on; everybody has a phone. ``answers``: why what was
    tried could not be, by key, or ``done``."""

    def begin(self, phones: dict[str, Device]) -> None:
        self.answers: list[str] = []
        self.asked = self.version = 0
        self.devices = {"host": self.host, "spectator": self.guest, **phones}
        lead = PLANTED["maginor"].lead
        while lead and (move := lead(self.state)):
            self.says(move)
        fire = next(card.id for card in self.state.hands["red"] if card.shows == "fire")
        self.tap("red", moves.Play(fire))
        self.tap("red", moves.Slot(DEFENDED))
        assert self.answers == ["done", "done"]
        assert self.state.todo[0].defender == "blue"
        for device in self.devices.values():
            device.listen()

    def tap(self, who: str, move: Any) -> None:
        more = {"move": msgspec.to_builtins(move), "version": self.service.table.version}
        self.post(who, "moves", more)

    def post(self, who: str, what: str, more: dict[str, Any] | None = None) -> None:
        self.asked += 1
        said = {"id": f"tap-{self.asked}", **(more or {})}
        told = self.devices[who].post(f"/api/v1/{what}", said)
        self.answers.append(told["refusal"]["key"] if "refusal" in told else "done")

    def look(self) -> Sent:
        """Everything that everybody was sent since the last look, finds on every page now, and
        heard down both streams; and the log, which the owner of the table reads."""
        for device in self.devices.values():
            device.look()
            device.ask("GET", f"/api/v1/journal?match={self.match}")
            if self.service.table.match is not None:  # else the streams of its seats end
                self._listen(device)
        self.version = self.service.table.version
        sent = {name: self._sent(device) for name, device in self.devices.items()}
        lines = self.log.getvalue().splitlines()
        told = "\n".join(line for line in lines if not line.startswith(SAID_ONCE))
        return {**sent, "the log": {"all": self._plain(told)}}

    def _listen(self, device: Device) -> None:
        version = self.service.table.version
        for stream in device.streams:
            device.sent += [("a stream", it) for it in _heard(stream, self.version, version)]
        device.listen()
        for stream in device.streams:
            device.sent += [("a new stream", it) for it in _heard(stream, 0, version, 1)]

    def _sent(self, device: Device) -> dict[str, str]:
        sent = {
            f"{number} {place}": self._plain(told.decode())
            for number, (place, told) in enumerate(device.sent)
        }
        device.sent.clear()
        return sent

    def _plain(self, told: str) -> str:
        """Without clocks, and without what is drawn by lot."""
        for drawn in BY_LOT:
            told = drawn.sub("…", told)
        return told.replace(str(self.service.people.pin), "…")


def _heard(stream: Stream, reached: int, version: int, most: int = 99) -> Iterator[bytes]:
    """What came down a stream up to this version, and a little after it."""
    while most and (event := stream.next(QUIET if reached >= version else PATIENCE)):
        reached, most = max(reached, event["data"].get("version", 0)), most - 1
        yield json.dumps(event, ensure_ascii=False).encode()
    assert reached >= version, "the stream has stopped"


# What happens in the evenings

Act = Callable[[Duel], None]


def points(who: Any, element: Any) -> Act:
    return lambda duel: duel.tap(who, moves.Point(who, element))


def tries(duel: Duel) -> None:
    """Everybody tries what is not theirs, or not any more."""
    for who in duel.devices:
        for element in ("earth", "fire"):
            duel.tap(who, moves.Point("red", element))
    duel.tap("yellow", moves.Point("yellow", "earth"))
    duel.tap("host", moves.Point("blue", "earth"))


def takes_back(duel: Duel) -> None:
    duel.post("host", "undo")


def gives_again(duel: Duel) -> None:
    takes_back(duel)
    duel.post("host", "redo")


def fights_with_triangles(duel: Duel) -> None:
    duel.tap("host", moves.Fought("red"))


def plays_on(duel: Duel) -> None:
    """The turn of red ends."""
    duel.tap("red", moves.Go("guild-hall"))


def ends(duel: Duel) -> None:
    duel.host.post(f"/api/v1/matches/{duel.match}/end", {})


@contextmanager
def begun(folder: Path, game: Game = GAME) -> Iterator[Duel]:
    with Duel(folder, game) as duel, duel.seated(3, BOX, OPTIONS) as phones:
        duel.begin(phones)
        duel.answers.clear()
        yield duel


def looks(folder: Path, game: Game, acts: Sequence[Act]) -> list[Sent]:
    """What everybody was sent after each of these acts."""
    with begun(folder, game) as duel:
        duel.look()
        found = []
        for act in acts:
            act(duel)
            found.append(duel.look())
        return found


def differences(one: Sent, other: Sent, viewers: Sequence[str]) -> list[str]:
    """Where two evenings differ for these viewers, and what stands there."""
    found = []
    for viewer in viewers:
        mine, theirs = one[viewer], other[viewer]
        for place in sorted(mine.keys() | theirs.keys()):
            two = (mine.get(place, ""), theirs.get(place, ""))
            if two[0] != two[1]:
                found.append(f"{viewer}, {place}: {_apart(*two)}")
    return found


def _apart(one: str, other: str) -> str:
    """What stands around the first letter that is not the same."""
    pairs = enumerate(zip_longest(one, other))
    first = next(number for number, (mine, theirs) in pairs if mine != theirs)
    here = slice(max(0, first - AROUND), first + AROUND)
    return f"…{one[here]}… and …{other[here]}…"


# Nobody else is sent what depends on it

SEALED = ("pointed", "tried", "taken back", "again", "triangles", "later", "over")
OPENED = ("opened", "given again")


def acts(element: str) -> dict[str, Act]:
    """Red points this element, twice: once it is opened, once the triangles decide."""
    return {
        "pointed": points("red", element),
        "tried": tries,
        "opened": points("blue", "fire"),
        "given again": gives_again,
        "taken back": takes_back,
        "again": points("red", element),
        "triangles": fights_with_triangles,
        "later": plays_on,
        "over": ends,
    }


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Sent]]:
    """What was sent in the evening of each element, by what had happened."""
    found = {}
    for element in ELEMENTS:
        happens = acts(element)
        if element == "fire":  # two evenings are compared to their end
            happens = {stage: happens[stage] for stage in ("pointed", "tried")}
        sent = looks(tmp_path_factory.mktemp(element), GAME, [*happens.values()])
        found[element] = dict(zip(happens, sent, strict=True))
    return found


Evenings = dict[str, dict[str, Sent]]


@pytest.mark.parametrize(
    ("element", "stage"),
    [*product(["water"], SEALED), *product(["fire"], ["pointed", "tried"])],
)
def test_all_others_are_sent_the_same(evenings: Evenings, element: str, stage: str) -> None:
    one, other = evenings["earth"][stage], evenings[element][stage]

    assert sum(len(told) for sent in one.values() for told in sent.values()) > 100_000
    assert differences(one, other, OTHERS) == []


@pytest.mark.parametrize("stage", OPENED)
@pytest.mark.parametrize("viewer", ["host", "spectator", "blue", "yellow"])
def test_everybody_sees_it_once_both_have(evenings: Evenings, viewer: str, stage: str) -> None:
    one, other = evenings["earth"][stage], evenings["water"][stage]

    assert differences(one, other, [viewer])


@pytest.mark.parametrize("stage", ["pointed", "again", "triangles", "over"])
def test_ones_own_choice_is_seen_by_oneself(evenings: Evenings, stage: str) -> None:
    one, other = evenings["earth"][stage], evenings["water"][stage]

    assert differences(one, other, ["red"])


# Who tries what cannot be


def test_a_second_choice_in_one_duel_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as duel:
        duel.tap("red", moves.Point("red", "earth"))
        duel.tap("red", moves.Point("red", "water"))

        assert duel.answers == ["done", "maginor.no.pointed"]
        assert duel.state.todo[0].pointed == {"red": "earth"}


def test_nobody_chooses_for_another(tmp_path: Path) -> None:
    with begun(tmp_path) as duel:
        for who in ("blue", "yellow", "host", "spectator"):
            duel.tap(who, moves.Point("red", "earth"))

        assert duel.answers == [*["house.no.choice"] * 3, "house.no.seat"]
        assert duel.state.todo[0].pointed == {}


# Leaks that are planted


def pointed(state: Any) -> int:
    """What red has pointed, as a number; 0 as long as it is nothing."""
    chosen = getattr(state.todo[0], "pointed", {}) if state.todo else {}
    return ELEMENTS.index(chosen["red"]) + 1 if "red" in chosen else 0


def _shows(game: Game) -> Game:
    """A page that is sent what lies there, and does not draw it."""

    def show(state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**game.show(state, viewer), "lies": pointed(state)}

    return replace(game, show=show)


def _seals_too_little(game: Game) -> Game:
    """The sentence is veiled, the move beside it is not."""

    def seal(now: Any, then: Any, move: Any) -> Any:
        sealed = game.seal(now, then, move) if game.seal else None
        return sealed and replace(sealed, move={**sealed.move, "element": move.element})

    return replace(game, seal=seal)


def _tells(game: Game) -> Game:
    """The history has it among the values of a sentence that does not say it."""

    def seal(now: Any, then: Any, move: Any) -> Any:
        sealed = game.seal(now, then, move) if game.seal else None
        values = {"lies": pointed(then)}
        return sealed and replace(
            sealed, says=replace(sealed.says, values={**sealed.says.values, **values})
        )

    return replace(game, seal=seal)


def _refuses(game: Game) -> Game:
    """Whoever tries a second choice hears of the first."""

    def play(state: Any, move: Any) -> Any:
        after = game.play(state, move)
        lies = pointed(state)
        if isinstance(after, Refusal) and lies:
            return Refusal("maginor.no.pointed", {"name": ELEMENTS[lies - 1]})
        return after

    return replace(game, play=play)


def _fingerprints(game: Game) -> Game:
    """A short number of the whole state, for pages that want to know whether it changed."""

    def show(state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**game.show(state, viewer), "state": hashed(state)}

    return replace(game, show=show)


@pytest.mark.parametrize(
    "leak",
    [_shows, _seals_too_little, _tells, _refuses, _fingerprints],
)
def test_a_duel_that_leaks_is_found(
    leak: Callable[[Game], Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PAGES", ("/table",))  # quicker, and enough to find these
    monkeypatch.setattr(search, "API", ("state", "choices"))
    monkeypatch.setattr(search, "PRINTED", ())
    one, other = (
        looks(tmp_path / element, leak(GAME), [points("red", element), tries])
        for element in ELEMENTS[:2]
    )

    assert differences(one[0], other[0], OTHERS) + differences(one[1], other[1], OTHERS)
