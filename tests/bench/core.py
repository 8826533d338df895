"""How fast the middle of the house is: frames, play-outs, folding.

Figures only: nothing here asserts on seconds.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.bridges.frames import encode
from companion.bridges.link import Link
from companion.commands.evening import Evening
from companion.folding import fold
from companion.games.labyrinth import GAME
from companion.games.labyrinth.pieces import FIELDS, SYMBOLS
from companion.games.labyrinth.state import Box, Options
from companion.games.maginor import GAME as MAGINOR
from companion.games.merlin import GAME as MERLIN
from companion.games.orcs import GAME as ORCS
from companion.journal import Journal
from companion.loop import Loop
from companion.match import hashed
from companion.senses import Senses
from companion.simulator.made_up import PRINTED
from companion.simulator.noise import HOME
from companion.table import Table
from companion.vocabulary import Covered, Game, Player, Setup, Signal, Start, Tick
from tests.bench.plate import ABOUT, BOOT

PLAYERS = tuple(
    Player(name, seat, corner)
    for name, seat, corner in (
        ("Ada", "red", "a1"), ("Bo", "blue", "f1"), ("Cleo", "green", "f6"), ("Dan", "yellow", "a6"),
    )
)  # fmt: skip
ROUNDS = 5
FOLDED = 10_000  # moves of the journal that is folded


def rate(work: Callable[[], int]) -> float:
    """Median of pieces of work a second of one core, over some rounds."""
    rates = []
    for _ in range(ROUNDS):
        began = process_time()
        done = work()
        rates.append(done / (process_time() - began))
    return round(median(rates))


def _evening() -> list[Signal | Tick]:
    words: list[Signal | Tick] = []
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(GAME, Path(folder), 11, 4, HOME, words.append)
        evening.play()
        evening.close()
    return words


def frames() -> dict[str, Any]:
    """A recorded evening, hands and all, as bytes of the plate through frame reader, senses,
    reading, rules and journal; and frames of a table where nobody moves."""
    words = _evening()
    hall = [word for word in words if isinstance(word, Signal) and word.source == "hall"]
    still = [replace(hall[n % 1500], at=n * 10) for n in range(15_000)]
    played, idle = _lines(words), _lines(still)
    return {
        "frames_per_s_played": rate(lambda: _through(played) or len(hall)),
        "frames_per_s_idle": rate(lambda: _through(idle) or len(still)),
        "frames_budget_per_s": 20_000,
    }


def _lines(words: Iterable[Signal | Tick]) -> list[tuple[bytes, int, Signal | Tick]]:
    """Frames as the plate says them; whatever else there is as it is."""
    lines, number = [], 0
    for word in words:
        line = b""
        if isinstance(word, Signal) and word.source == "hall":
            number += 1
            line = encode(f"F {BOOT} {number} {word.at} hall {word.value}")
        lines.append((line, word.at, word))
    return lines


def _through(lines: list[tuple[bytes, int, Signal | Tick]]) -> None:
    loop = Loop(Table({GAME.name: GAME}, Journal.scratch(), lambda: 0), lambda _: None)
    link = Link()
    link.opened(0)
    link.feed(encode(f"H {BOOT} 0 0 hello {ABOUT}"), 0)
    for line, at, word in lines:
        if line:
            for signal in link.feed(line, at):
                loop.step(signal)
        else:
            loop.step(word)


def settling() -> dict[str, Any]:
    """Milliseconds on the table's clock from the first frame that shows a magnet."""
    senses = Senses()
    for number in range(100):
        senses.see(Signal("hall", "800" * 36, number * 10))
    shown = "8f5" + "800" * 35
    for number in range(100, 120):
        seen = senses.see(Signal("hall", shown, number * 10))
        if any(isinstance(sighting, Covered) for sighting in seen):
            return {"settling_ms": number * 10 - 1000 + 10, "settling_budget_ms": 50}
    return {"settling_ms": None, "settling_budget_ms": 50}


def _new(chance: Random) -> Any:
    fields = chance.sample(FIELDS, len(SYMBOLS))
    box = Box(symbols=dict(zip(fields, SYMBOLS, strict=True)))
    return GAME.new(Setup(PLAYERS, Options(), box))


def _kept(game: Game, chance: Random, **variants: Any) -> Any:
    """Four people with a box that is nobody's; the companion keeps everything, unless told
    otherwise."""
    assert game.boxed is not None
    printed = PRINTED[game.name](chance)
    box = game.boxed(printed, lambda words: chance.sample(words, len(words)))
    options = msgspec.convert({"way": "everything", **variants}, game.Options)
    return game.new(Setup(PLAYERS, options, msgspec.convert(box, game.Box)))


def playouts() -> dict[str, Any]:
    """Random games: every open choice listed, one taken, by the real rules."""
    maginor = partial(_kept, MAGINOR)
    merlin = partial(_kept, MERLIN, favour=True)
    counted = partial(_kept, MERLIN, way="score")
    orcs = partial(_kept, ORCS, missions=True, bonus=True)
    return {
        "playouts_moves_per_s": rate(partial(_some, GAME, _new, Random(1))),
        "playouts_budget_per_s": 20_000,
        "maginor_moves_per_s": rate(partial(_some, MAGINOR, maginor, Random(1))),
        "maginor_budget_per_s": 5_000,
        "merlin_moves_per_s": rate(partial(_some, MERLIN, merlin, Random(1))),
        "merlin_counted_per_s": rate(partial(_some, MERLIN, counted, Random(1))),
        "merlin_budget_per_s": 5_000,
        "orcs_moves_per_s": rate(partial(_some, ORCS, orcs, Random(1))),
        "orcs_budget_per_s": 5_000,
    }


def _some(game: Game, new: Callable[[Random], Any], chance: Random) -> int:
    """For a second."""
    done, began = 0, process_time()
    while process_time() - began < 1:
        state = new(chance)
        while state.phase != "over":
            state = game.play(state, chance.choice(game.choices(state)).move)
            done += 1
    return done


def folding() -> dict[str, Any]:
    """A journal of 10,000 moves, read from disk and folded, hashes compared."""
    chance = Random(2)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder), newest_rules={GAME.name: GAME.rules})
        table = Table({GAME.name: GAME}, journal, lambda: 0)
        fields = chance.sample(FIELDS, len(SYMBOLS))
        printed = dict(zip(fields, SYMBOLS, strict=True))
        table.start(Start(GAME.name, PLAYERS, {}, {"symbols": printed}), "bench", "")
        _fill(table, chance)
        assert table.match is not None
        began = process_time()
        folded = fold(GAME, journal.entries(table.match.name))
        took = process_time() - began
        equal = hashed(folded.match.state) == hashed(table.match.state)
        journal.close()
    return {"fold_10000_moves_s": round(took, 2), "fold_equal": equal, "fold_budget_s": 1}


def _fill(table: Table, chance: Random) -> None:
    while table.version < FOLDED:
        assert table.match is not None
        state = table.match.state
        if state.phase == "over":
            for seat, chips in state.chips.items():
                for symbol in chips:
                    table.play(_lose(seat, symbol), "bench", "")
            continue
        table.play(chance.choice(GAME.choices(state)).move, "bench", "")


def _lose(seat: str, symbol: str) -> Any:
    return msgspec.convert({"do": "lose", "seat": seat, "symbol": symbol}, GAME.Move)


def run() -> dict[str, Any]:
    """All of it."""
    return frames() | settling() | playouts() | folding()
