"""Four tablets at a boardgame.io server, and how long a step takes to reach each of them.

Run as a process of its own: ``python clients.py PORT MOVES CLIENTS PAUSE`` (PAUSE in ms
before each move). Every client is one WebSocket of its own that speaks the frames which
boardgame.io's client would send (``frames.py``). No client library takes part; what this
process itself needs to send and read is in the figures, as it is in any client's.

The clients play real matches to the end, opened and joined through the lobby. Only steps
(``walk``) are timed, each from before it is sent until its update has been read whole,
all on this process's one monotonic clock; draws and rolls are played in between.
"""

from __future__ import annotations

import json
import random
import selectors
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from frames import EVENT, GAME, PATIENCE, Wire, connect

PLAYERS = 4
FACES = (1, 2, 2, 3, 3, 4)
WARM_UP = 100  # steps before timing: the server compiles its hot functions meanwhile

UPDATE = f'{EVENT}["update",'
SYNC = f'{EVENT}["sync",'


def lobby(port: int, path: str, **body: Any) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/games/{GAME}/{path}",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


@dataclass
class Match:
    """One match as its clients see it. The first four are players, the others look on."""

    wires: list[Wire]
    name: str
    credentials: list[str]
    state: Any = None
    update: str = ""

    @property
    def player(self) -> int:
        return int(self.state["ctx"]["currentPlayer"])

    def send(self, kind: str, *args: Any) -> None:
        player = self.player
        payload = {
            "type": kind,
            "args": args,
            "playerID": str(player),
            "credentials": self.credentials[player],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        wire = self.wires[player % len(self.wires)]
        wire.emit("update", action, self.state["_stateID"], self.name, str(player))


def open_match(port: int, wires: list[Wire]) -> Match:
    """A new match, made and joined through the lobby, with every client in it."""
    name = lobby(port, "create", numPlayers=PLAYERS)["matchID"]
    joined = [
        lobby(port, f"{name}/join", playerID=str(seat), playerName=f"Player {seat}")
        for seat in range(PLAYERS)
    ]
    match = Match(wires, name, [answer["playerCredentials"] for answer in joined])
    for seat, wire in enumerate(wires):
        player = str(seat) if seat < PLAYERS else None
        key = match.credentials[seat] if seat < PLAYERS else None
        wire.emit("sync", name, player, key, PLAYERS)
        match.state = json.loads(wire.wait_for(SYNC)[len(EVENT) :])[2]["state"]
    return match


def act(match: Match, ears: selectors.BaseSelector, kind: str, *args: Any) -> list[int]:
    """Play one move; the nanoseconds until each client had read it, the last one last."""
    sent = time.monotonic_ns()
    match.send(kind, *args)
    delays: list[int] = []
    while len(delays) < len(match.wires):
        ready = ears.select(PATIENCE)
        if not ready:
            raise TimeoutError(f"{len(delays)} of {len(match.wires)} clients heard of {kind}")
        for key, _ in ready:
            for text in key.data.heard():
                if text.startswith(UPDATE):
                    delays.append(time.monotonic_ns() - sent)
                    match.update = text
    match.state = json.loads(match.update[len(EVENT) :])[2]
    return delays


def neighbours(spot: str) -> list[str]:
    column, row = ord(spot[0]), int(spot[1])
    beside = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return [f"{chr(c)}{r}" for c, r in beside if chr(c) in "abcdef" and 1 <= r <= 6]


def distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def next_move(match: Match, chance: random.Random) -> tuple[Any, ...]:
    """What the player does: straight to the wanted symbol, around the others."""
    game = match.state["G"]
    if game["step"] == "draw":
        return "draw", chance.choice(game["bag"])
    if game["step"] == "roll":
        return "roll", chance.choice(FACES)
    goal = next(spot for spot, symbol in game["symbols"].items() if symbol == game["wanted"])
    taken = {seat["standing"] for seat in game["seats"]}
    here = game["seats"][match.player]["standing"]
    free = [spot for spot in neighbours(here) if spot not in taken]
    return ("walk", min(free, key=lambda spot: distance(spot, goal))) if free else ("stop",)


def is_refused(match: Match, ears: selectors.BaseSelector) -> bool:
    """Whether the server leaves the match as it is at a step before the roll."""
    before = match.state
    act(match, ears, "walk", "b1")
    return bool(
        match.state["_stateID"] == before["_stateID"] and match.state["G"] == before["G"]
    )


@dataclass
class Tally:
    """What was seen of the timed steps."""

    each: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    steps: int = 0
    matches: int = 1

    def add(self, delays: list[int], size: int) -> None:
        self.steps += 1
        if self.steps > WARM_UP:
            self.each += delays
            self.last.append(delays[-1])
            self.sizes.append(size)


def measure(port: int, moves: int, clients: int, pause: int) -> dict[str, Any]:
    wires = [connect(port) for _ in range(clients)]
    with selectors.DefaultSelector() as ears:
        for wire in wires:
            ears.register(wire, selectors.EVENT_READ, wire)
        match = open_match(port, wires)
        if not is_refused(match, ears):
            raise AssertionError("the peer took a step before the roll")
        tally = play(port, match, ears, moves, pause)
    for wire in wires:
        wire.close()
    return figures(tally, moves, clients)


def play(
    port: int, match: Match, ears: selectors.BaseSelector, moves: int, pause: int
) -> Tally:
    """Match after match, until so many steps were timed."""
    tally, chance = Tally(), random.Random(1)
    while len(tally.last) < moves:
        if "gameover" in match.state["ctx"]:
            match = open_match(port, match.wires)
            tally.matches += 1
        time.sleep(pause / 1000)
        kind, *args = next_move(match, chance)
        before = match.state["_stateID"]
        delays = act(match, ears, kind, *args)
        if match.state["_stateID"] == before:
            raise AssertionError(f"the peer refused {kind} {args} in {match.state['G']}")
        if kind == "walk":
            tally.add(delays, len(match.update))
    return tally


def percentile(values: list[int], share: int) -> float:
    """Nearest rank, in milliseconds."""
    ordered = sorted(values)
    rank = -(-len(ordered) * share // 100)
    return round(ordered[rank - 1] / 1e6, 3)


def figures(tally: Tally, moves: int, clients: int) -> dict[str, Any]:
    return {
        "moves": moves,
        "clients": clients,
        "matches": tally.matches,
        "update_bytes": sum(tally.sizes) // len(tally.sizes),
        "p50_ms": percentile(tally.each, 50),
        "p99_ms": percentile(tally.each, 99),
        "last_p50_ms": percentile(tally.last, 50),
        "last_p99_ms": percentile(tally.last, 99),
    }


if __name__ == "__main__":
    print(json.dumps(measure(*(int(word) for word in sys.argv[1:5]))))
