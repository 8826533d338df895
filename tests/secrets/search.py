"""One evening of plays by chance, with everybody who may look, and what each was sent."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, Self
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from companion.commands.service import Plan, Service
from companion.match import hashed
from companion.registry import Registry
from companion.vocabulary import Game, Player, Read, Refusal, Shown, Signal, Tick
from tests.games.contract import people
from tests.secrets.planted import Planted
from tests.served import Stream, until

API = ("state", "choices", "journal", "matches", "health", "me", "people")
PAGES = ("/", "/table", "/seat", "/correct", "/people", "/learn", "/join", "/pass")
PRINTED = ("pieces",)  # whoever keeps the table taught it what is printed on which piece
LOOKS = 1  # time a play that everybody looks at everything, besides listening all the time
MOST = 40  # taps of a play
TELLS = ("journal", "matches", "health", "me", "people", "log")
"""Where what happened is told, and never a list of all that can come."""
SCAN = 0.4  # chances above this show a piece, where pieces have stickers
READER = "nfc/0"
PREFERRED = 0.7  # chance that a play goes where it is led, if it can
WORLD = 0.6  # chances above this are the world's, where it has something to say


class Device:
    """A tablet or phone: its cookie, its streams, and what it was sent."""

    def __init__(self, port: int, name: str) -> None:
        self.port, self.name, self.cookie = port, name, ""
        self.seat = ""
        self.sent: list[tuple[str, bytes]] = []
        self.streams: list[Stream] = []

    def ask(self, method: str, path: str, said: Any = None, form: bool = False) -> bytes:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        body = None if said is None else (urlencode(said) if form else json.dumps(said))
        headers = {"Cookie": self.cookie} | ({"Content-Type": kind} if body else {})
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        told = answer.read()
        connection.close()
        if (cookie := answer.getheader("Set-Cookie")) and (not self.cookie or "join" in path):
            self.cookie = cookie.partition(";")[0]
        self.sent.append((f"{method} {path}", str(answer.getheaders()).encode() + told))
        return told

    def post(self, path: str, said: Any) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.ask("POST", path, said))
        return told

    def listen(self) -> None:
        """To both streams, the one for programs and the one for pages."""
        self.hang_up()
        paths = ("/api/v1/stream", "/stream?page=table")
        self.streams = [Stream(self.port, path, cookie=self.cookie) for path in paths]

    def hear(self) -> list[tuple[int, bytes]]:
        """Everything that came down the streams, and the version that it told of."""
        heard: list[tuple[int, bytes]] = []
        for stream in self.streams:
            while event := stream.next(wait=0.02):
                version = event["data"].get("version", 0)
                heard.append((version, json.dumps(event, ensure_ascii=False).encode()))
        return heard

    def hang_up(self) -> None:
        for stream in self.streams:
            stream.close()
        self.streams = []

    def look(self) -> None:
        for path in (*API, *(() if self.name == "host" else PRINTED)):
            self.ask("GET", f"/api/v1/{path}")
        for path in PAGES:
            self.ask("GET", path)


def code_of(told: dict[str, Any]) -> dict[str, str]:
    return {"code": str(told["code"])}


class Found:
    """A secret where it does not belong."""

    def __init__(self, viewer: str, place: str, word: str, sent: bytes) -> None:
        at = sent.find(word.encode())
        self.viewer, self.place, self.word = viewer, place, word
        self.around = sent[max(0, at - 80) : at + 80].decode(errors="replace")

    def __repr__(self) -> str:
        return f"{self.viewer} read {self.word} in {self.place}: …{self.around}…"


class House:
    """The real service with this game, a host, a spectator, and a phone for each seat."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.game = game
        self.service = Service(Plan(folder, port=0, virtual=False), {game.name: game})
        self.log = io.StringIO()
        self._handler = logging.StreamHandler(self.log)

    def __enter__(self) -> Self:
        self._signals = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
        logging.getLogger().addHandler(self._handler)
        self.service.open()
        self._server = Thread(target=self.service.server.serve, daemon=True)
        self._server.start()
        until(lambda: self.service.server.ready)
        port = self.service.server.port
        self.host, self.guest = Device(port, "host"), Device(port, "spectator")
        self.host.post("/api/v1/join", {"code": self.service.people.pin})
        self.guest.ask("GET", "/")
        return self

    def __exit__(self, *_: object) -> None:
        for device in (self.host, self.guest):
            device.hang_up()
        self.service.close()
        self._server.join()
        logging.getLogger().removeHandler(self._handler)
        for number, what in self._signals.items():
            signal.signal(number, what)

    @property
    def state(self) -> Any:
        match = self.service.table.match
        assert match is not None
        return match.state

    @contextmanager
    def seated(
        self, count: int, box: dict[str, Any], options: dict[str, Any]
    ) -> Iterator[dict[str, Device]]:
        """A new match of so many, and a phone for every seat of it."""
        players = people(self.game, count)
        seats = [msgspec.to_builtins(player) for player in players]
        new = {"game": self.game.name, "seats": seats, "box": box, "options": options}
        self.match = str(self.host.post("/api/v1/matches", new)["match"])
        phones = {player.seat: self._phone(player) for player in players}
        for device in (self.host, self.guest, *phones.values()):
            device.sent.clear()
        yield phones
        self.host.post(f"/api/v1/matches/{self.match}/end", {})
        for phone in phones.values():
            phone.hang_up()

    def _phone(self, player: Player) -> Device:
        phone = Device(self.host.port, player.seat)
        code = self.host.post("/api/v1/codes", {"role": "seat", "seat": player.seat})
        phone.post("/api/v1/join", {**code_of(code), "name": player.name})
        phone.seat = player.seat
        return phone

    def says(self, move: Any) -> None:
        """The host says how the table stands."""
        version, plain = self.service.table.version, msgspec.to_builtins(move)
        said = {"version": version, "id": os.urandom(8).hex(), "move": plain}
        told = self.host.post("/api/v1/moves", said)
        assert told["version"] == version + 1, told


class Evening(House):
    """Plays by chance, and what was found in them.
    ``own``: how often a phone was sent a word of its own, which shows that words arrive;
    ``opened``: how often anybody was sent what a match shows at its end; ``scans``: how
    often a piece that was shown meant a move; ``met``: how often secret choices of several
    were opened together."""

    def __init__(self, folder: Path, game: Game, planted: Planted, seed: int) -> None:
        self.planted, self.rng = planted, Random(seed)
        self.said: list[Any] = []
        super().__init__(
            folder, game if planted.world is None else replace(game, read=self._reading)
        )
        self.found: list[Found] = []
        self.plays = self.taps = self.looked = self.heard = self.own = 0
        self.worlds = self.opened = self.scans = self.met = 0
        self._stickers: dict[str, str] = {}  # the piece by the number of its sticker

    def _reading(self, memory: Any, _: Any, sighting: Any) -> Read:
        """What the search had planted is read at the next tick of the clock."""
        if not isinstance(sighting, Tick) or not self.said:
            return Read(memory)
        return Read(memory, (self.said.pop(),))

    @contextmanager
    def _seated(self) -> Iterator[dict[str, Device]]:
        """A new match with planted words."""
        self.box = self.planted.box(self.rng)
        self._teach()
        count = self.rng.randint(self.game.players[0], 4)
        with self.seated(count, self.box, self.planted.options) as phones:
            yield phones

    def play(self) -> None:
        """One match by chance, searched at every tap."""
        with self._seated() as phones:
            self.public: set[str] = set()
            self.hidden: dict[int, dict[str, set[str]]] = {}
            self.held: dict[int, dict[str, set[str]]] = {}
            self.listed: dict[int, dict[str, set[str]]] = {}
            devices = (self.host, self.guest, *phones.values())
            self._hide(devices)
            self._lead(devices)
            for device in devices:
                device.listen()
            looks = set(self.rng.sample(range(MOST // 2), LOOKS))
            for number in range(MOST):
                if not self._tap(phones):
                    break
                self.public |= self.planted.opened(self.state)
                self._hide(devices)
                if number in looks:
                    for device in devices:
                        device.look()
                        self.looked += 1
                self._search_answers(devices)
            self._end(devices)
            self.met += self.planted.met(self.state)
            self._search_streams(devices)
            self.plays += 1

    def _end(self, devices: tuple[Device, ...]) -> None:
        """Where all is shown after the match, it has to be."""
        if self.planted.ending is None:
            return
        for move in self.planted.ending(self.state):
            self.says(move)
        self._hide(devices)
        shown = self.planted.opened(self.state)
        for device in devices:
            device.look()
            told = b"".join(sent for _, sent in device.sent)
            self.opened += any(word.encode() in told for word in shown)
        self._search_answers(devices)

    def _lead(self, devices: tuple[Device, ...]) -> None:
        """To where there are secrets."""
        while self.planted.lead and (move := self.planted.lead(self.state)):
            self.says(move)
            self._hide(devices)

    def _tap(self, phones: dict[str, Device]) -> bool:
        """Somebody chooses, takes back, gives back, or tries what is not theirs."""
        open_now = self.game.choices(self.state)
        if not open_now:
            return False
        version, chance = self.service.table.version, self.rng.random()
        world = self.planted.world and self.planted.world(self.state, self.rng)
        if world and chance > WORLD:
            self._happens(world)
        elif self._stickers and chance > SCAN:
            self._show()
        elif chance < 0.1:
            who = self.rng.choice((self.host, *phones.values()))
            what = self.rng.choice(("undo", "redo"))
            who.post(f"/api/v1/{what}", {"id": os.urandom(8).hex()})
        else:
            liked = [one for one in open_now if isinstance(one.move, self.planted.likes)]
            if liked and self.rng.random() < PREFERRED:
                open_now = tuple(liked)
            choice = self.rng.choice(open_now)
            who = phones[choice.seat]
            if chance < 0.2:
                who = self.rng.choice((self.host, self.guest, *phones.values()))
            self._choose(who, choice, version)
        self.taps += 1
        return True

    def _teach(self) -> None:
        """Stickers on what is planted, and one on nothing."""
        if self.planted.printed is None:
            return
        facts = {
            f"{self.game.name}/{id}": it for id, it in self.planted.printed(self.box).items()
        }
        self._stickers = {f"04a2245c6f{n:04x}": id for n, id in enumerate(["", *facts])}
        tags = {f"nfc:{number}": id for number, id in self._stickers.items() if id}
        pieces = self.service.pieces
        pieces.catalogue = pieces.catalogue.with_(Registry(tags, facts))

    def _show(self) -> None:
        """Somebody lays a piece on the reader, and takes it away again."""
        before = self.service.table.version
        tags = list(self._stickers)
        if self.rng.random() < PREFERRED:
            tags = list(filter(self._is_meant, tags)) or tags
        for said in (self.rng.choice(tags), "-"):
            self._hear(Signal(READER, said, self.service.clock.now()))
        self.scans += self.service.table.version > before

    def _is_meant(self, tag: str) -> bool:
        """Would a piece with that sticker mean something now?"""
        known = self.service.pieces.catalogue.find(f"nfc:{tag}")
        if known is None or self.game.means is None:
            return False
        piece = known.piece.removeprefix(f"{self.game.name}/")
        meant = self.game.means(self.state, Shown(piece, 0, facts=known.facts))
        return bool(meant) and not isinstance(meant, Refusal)

    def _hear(self, signal: Signal) -> None:
        done = Event()
        self.service.inbox.put(signal, lambda _: done.set())
        assert done.wait(10)

    def _happens(self, move: Any) -> None:
        """Not by a tap: the reading makes it of what the senses saw."""
        before = self.state
        self.said.append(move)
        self.service.inbox.put(Tick(self.service.clock.now()))
        until(lambda: self.state is not before)
        self.worlds += 1

    def _choose(self, who: Device, choice: Any, version: int) -> None:
        """By the API or by a form of the page, whose id holds the move, as without scripts."""
        move = msgspec.to_builtins(choice.move)
        id = f"{version} {json.dumps(move)} {self.plays}"
        if self.rng.random() < 0.5:
            who.post("/api/v1/moves", {"version": version, "id": id, "move": move})
        else:
            said = {"version": version, "id": id, "move": json.dumps(move)}
            who.ask("POST", "/do/take", said, form=True)

    def _hide(self, devices: tuple[Device, ...]) -> None:
        """What each may not know at this version; a fingerprint of the state is for nobody."""
        held = self.planted.held(self.state)
        everything = {word for words in held.values() for word in words} - self.public
        self.held[self.service.table.version] = held
        self.listed[self.service.table.version] = self.planted.listed(self.state)
        self.hidden[self.service.table.version] = {
            one.name: (everything - (held.get(one.seat, set()) if one.seat else set()))
            | {hashed(self.state)}
            for one in devices
        }

    def _search_answers(self, devices: tuple[Device, ...]) -> None:
        now = self.service.table.version
        for device in devices:
            for place, sent in device.sent:
                self._look_for(now, device, place, sent)
            device.sent.clear()
        self._search_log({word for words in self.hidden[now].values() for word in words})

    def _search_streams(self, devices: tuple[Device, ...]) -> None:
        """Once a play: an event says of which version it tells."""
        for device in devices:
            for version, sent in device.hear():
                if version in self.hidden:
                    self.heard += 1
                    self._look_for(version, device, "stream", sent)

    def _look_for(self, version: int, device: Device, place: str, sent: bytes) -> None:
        hidden = self.hidden[version][device.name]
        if place.rpartition("/")[2] not in TELLS:
            listed = self.listed[version]
            hidden = hidden - listed.get("", set()) - listed.get(device.seat, set())
        self.found += [
            Found(device.name, place, word, sent) for word in hidden if word.encode() in sent
        ]
        mine = self.held[version].get(device.seat, set()) if device.seat else set()
        self.own += sum(word.encode() in sent for word in mine)

    def _search_log(self, words: set[str]) -> None:
        """The log is for the owner of the table, who plays along."""
        said = self.log.getvalue()
        self.log.seek(0)
        self.log.truncate()
        for word in words:
            if word in said:
                self.found.append(Found("the log", "log", word, said.encode()))
