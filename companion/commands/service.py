"""The whole service, put together: journal, table, loop, wires, web.

Rule: this is the only place that knows every room; it builds, opens, closes, and decides
nothing. The port comes before the hardware, so that nothing is left open if it is taken.
"""

from __future__ import annotations

import logging
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Event, Thread
from typing import Any

import click
import msgspec
from msgspec import UNSET, Struct

from companion.bridges.clock import Clock
from companion.bridges.power import Power
from companion.bridges.tape_lines import Header, Taught
from companion.bridges.tape_recorder import Recorder
from companion.bridges.virtual import Looked, Virtual
from companion.commands.bridges import VIRTUAL, Bridge, Bridges
from companion.commands.forget import forget_in
from companion.commands.found import shelves
from companion.commands.morning import house_notices
from companion.commands.notify import notify
from companion.commands.ports import address, holder
from companion.commands.taught import keep, taught
from companion.journal import Busy, CannotOpen, Journal, NotSaved
from companion.loop import Inbox, Loop, Snapshot
from companion.match import people
from companion.people import People
from companion.registry import Catalogue
from companion.settings import Virtual as VirtualWire
from companion.settings import Wire, named
from companion.showing import Showing
from companion.simulator.made_up import PRINTED
from companion.table import Table
from companion.views.tablet import Kit, create_app
from companion.views.tablet.boxes import Boxes
from companion.views.tablet.door import Door
from companion.views.tablet.feeds import Feeds, frame
from companion.views.tablet.health import Vitals
from companion.views.tablet.hub import Hub
from companion.views.tablet.rendering import Painter
from companion.views.tablet.server import WebServer
from companion.views.tablet.sight import Sight
from companion.views.tablet.speech import Speech
from companion.views.tablet.starting import take_seats
from companion.views.tablet.statics import Statics
from companion.views.tablet.wires import shown
from companion.vocabulary import Game, Printed, Refusal, Signal, Tick, Viewer

log = logging.getLogger(__name__)

PULSE = 10.0  # s from word to word for the watchdog, a third of what the unit allows
STUCK = 5000  # ms without a tick after which the loop is not alive
SWITCH = 0.001  # s a thread may keep the others waiting; 0.005 shows in what a tap takes


class Plan(Struct, frozen=True):
    """What is to be served, and where. Without any wire it is the virtual table, with this
    ``seed``, if it may be ``virtual``."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8321
    table: str = "table"
    language: str = "en"
    virtual: bool = True
    seed: int | None = None
    wires: tuple[Wire, ...] = ()
    pins: dict[str, int] = {}
    players: dict[str, str] = {}
    trusting: bool = False  # whoever sits at this computer keeps the table: for a demo

    def named(self) -> dict[str, Wire]:
        """Every wire by its name."""
        return named(self.wires or ((VirtualWire(self.seed),) if self.virtual else ()))


class Service:
    """Build it, ``open`` it, ``serve`` until a signal comes; it closes by itself.
    ``cardboard`` is asked first about what the virtual plate says, see ``Bridges``."""

    def __init__(
        self,
        plan: Plan,
        games: Mapping[str, Game],
        cardboard: Callable[[Signal], bool] | None = None,
    ) -> None:
        self._plan = plan
        self.journal = _journal(plan.folder, games)
        self.inbox, self.hub = Inbox(), Hub()
        self.clock = Clock(self._tick)
        self.wires = Bridges(
            plan.named(), self.inbox.put, self.clock.now, plan.folder,
            pins=plan.pins, marks=self.journal.marks(), cardboard=cardboard,
        )  # fmt: skip
        self.door = Door(self.inbox.put, self.clock.now)
        self.people = People(plan.folder)
        self.table = Table(games, self.journal, _wall_clock)
        self.recorder = Recorder(self._header)
        self.table.forgetter = self._forget
        self.shelves = shelves(games)
        known = Catalogue(self.shelves)
        known = known.with_(taught(plan.folder, known))
        self.pieces = Showing(known, partial(keep, plan.folder))
        self.loop = Loop(self.table, self._publish, self.recorder.record, self.pieces)
        self.virtual = self._virtual()
        self.bridges: list[Bridge] = [self.clock, Power(self.inbox.put, self.clock.now)]
        if self.virtual:
            self.bridges.append(self.virtual)
        self.bridges += self.wires.devices.values()
        self.kit = self._kit(games)
        self.wires.plates.changed = self.kit.feeds.redraw
        self.people.changed = self.kit.feeds.moved
        self.before: list[Callable[[], None]] = []  # on a fresh table, before wires speak
        self._stopped, self._failed = Event(), False
        self._stops: SimpleQueue[str] = SimpleQueue()  # unlike an Event takes a put any time
        self._thread = Thread(target=self._run, name="loop", daemon=True)
        app = create_app(self.kit)
        self.server = WebServer(plan.host, plan.port, app.wsgi_app, self.hub)
        self._web = Thread(target=self.server.serve, name="web", daemon=True)

    def open(self) -> None:
        """Bind the port, go on with the match that was in play, listen to the wires."""
        try:
            self.server.prepare()
        except OSError as wrong:
            self.journal.close()
            raise click.ClickException(_taken(self._plan, wrong)) from None
        self._listen_to_signals()
        threading.excepthook = self._fail
        sys.setswitchinterval(SWITCH)
        try:
            self._go_on()
        except click.ClickException:
            self.close()
            raise
        self.hub.start()
        Thread(target=self.kit.painter.warm, name="warming up", daemon=True).start()
        self._thread.start()
        for bridge in self.bridges:
            bridge.start()

    def _go_on(self) -> None:
        """The table as it was left, before anybody speaks or looks."""
        refusal = self.table.go_on()
        if refusal:
            log.warning("the match in play cannot go on: %s %s", refusal.key, refusal.values)
        self.loop.house = house_notices(self.journal, self.table, refusal)
        self.loop.amend(0, "resume")
        self._sit_down()
        if self.table.match is None:
            for doing in self.before:
                doing()
        self.loop.step(Tick(0))  # so that there is something to see from the first request on
        if self.virtual and self.wires.is_virtual:
            take_seats(self.virtual, self.door.sight())

    def _sit_down(self) -> None:
        """The phones, as the journal says: it may know more than the file of the people, if
        the last evening ended in the middle of something, or be another one."""
        if self.journal.shut:
            return
        self.people.belong(row.match for row in self.journal.matches())
        if match := self.table.match:
            self.people.follow(match.name, people(match))

    def serve(self) -> None:
        """Until SIGTERM or Ctrl-C; then everything is closed, and the process may end."""
        self._web.start()
        notify("READY=1")
        log.info("stopping: %s", self._word_to_stop())
        notify("STOPPING=1")
        self.close()
        if self._failed:
            sys.exit(1)

    def _word_to_stop(self) -> str:
        """Wait for it; while the loop is alive, systemd's watchdog hears so."""
        while True:
            with suppress(Empty):
                return self._stops.get(timeout=PULSE)
            if self.clock.now() - self.loop.at < STUCK:
                notify("WATCHDOG=1")

    def _listen_to_signals(self) -> None:
        """A signal only leaves word: it may come at any moment, and breaks nothing off."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stops.put("asked to"))
        signal.signal(signal.SIGUSR1, self._save_tape)

    def close(self) -> None:
        """Streams first, then taps, then wires; the journal last."""
        self.hub.stop()
        self.server.stop()
        for bridge in reversed(self.bridges):
            bridge.stop()
        self._stopped.set()
        self.inbox.put(Tick(self.clock.now()))
        if self._thread.ident is not None:
            self._thread.join()
        self.journal.close()

    def _run(self) -> None:
        self.loop.run(self.inbox, self._stopped.is_set)

    def _forget(self, name: str) -> Refusal | None:
        """In the loop's thread, which writes the journal: nothing is played meanwhile."""
        try:
            report = forget_in(self.journal, self.people, self.table.games, name)
        except (NotSaved, OSError, sqlite3.Error) as wrong:
            log.warning("a name could not be forgotten (%s)", type(wrong).__name__)
            return Refusal("house.not_saved")
        self.recorder.forget()
        self.kit.feeds.forget()
        return None if report.has_found else Refusal("house.no.called", {"name": name})

    def _tick(self, tick: Tick) -> None:
        self.wires.plates.tick(tick)

    def _publish(self, snapshot: Snapshot) -> None:
        self.door.snapshot = snapshot
        self.kit.feeds.publish(snapshot)

    def _virtual(self) -> Virtual | None:
        wire = self._plan.named().get(VIRTUAL)
        if not isinstance(wire, VirtualWire):
            return None
        virtual = Virtual(
            self._plan.folder, self.wires.put(VIRTUAL), self.clock.now,
            seed=wire.seed, walls=wire.walls,
        )  # fmt: skip
        if self.wires.plates.is_choice(VIRTUAL):
            codes = "".join(f"{code:03x}" for code in virtual.box()["baseline"])
            self.wires.put(VIRTUAL)(Signal("baseline", codes, 0))
        virtual.look = _looker(self.door.sight)
        virtual.tell = lambda seen: self.hub.call(
            lambda: self.hub.send("plate", frame("plate", seen))
        )
        return virtual

    def _kit(self, games: Mapping[str, Game]) -> Kit:
        plan = self._plan
        speech = Speech(games.values(), plan.language)
        statics = Statics(games.values())
        vitals = Vitals(
            plan.table, self.loop, self.hub, self.clock.now, self.wires, self.people
        )
        painter = Painter(
            games, speech, lambda: shown(self.wires.wired()), self._company, statics.root,
            lambda: self.wires.is_virtual,
        )  # fmt: skip
        return Kit(
            games=games, door=self.door, hub=self.hub,
            feeds=Feeds(self.hub, painter, speech), speech=speech, painter=painter,
            statics=statics, vitals=vitals, boxes=Boxes(plan.folder),
            reading=self.journal.reading, wiring=self.wires, hands=self.virtual,
            people=self.people, regulars=plan.players, is_trusting=plan.trusting,
            address=lambda: address(plan.host, self.server.port),
            shelves=self.shelves, catalogue=lambda: self.pieces.catalogue,
            synthetic=_synthetic(plan.seed) if plan.virtual else {},
        )  # fmt: skip

    def _company(self, match: str) -> dict[str, Any]:
        """Who plays with what, as every page may tell it: names and seats, no devices."""
        persons, phones = self.people.persons(), self.people.phones(match)
        lobby = [one for one in persons if one.role == "seat" and not one.match]
        return {
            "phones": {seat: {"name": one.name} for seat, one in phones.items()}
            if match
            else {},
            "hosts": sum(one.role == "host" for one in persons),
            "lobby": [{"name": one.name, "seat": one.seat} for one in lobby],
        }

    def _header(self) -> Header:
        """What the recorder writes at the front of a tape."""
        match = self.table.match
        if match is None:
            return Header(next(iter(self.table.games)), (), pieces=self._taught())
        state = msgspec.to_builtins(match.state)
        return Header(
            match.game.name,
            tuple(people(match).values()),
            state.get("options", {}),
            msgspec.to_builtins(self.table.box),
            state=state,
            version=match.version if match else UNSET,
            pieces=self._taught(),
        )

    def _taught(self) -> Taught:
        registry = self.pieces.catalogue.registry
        return Taught(registry.tags, registry.facts)

    def _save_tape(self, *_: object) -> None:
        """On SIGUSR1: the last ten minutes go into the data folder."""
        path = self._plan.folder / f"tape-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"
        try:
            self.recorder.save(path)
        except OSError as wrong:
            log.warning("%s: the tape was not saved (%s)", path, wrong)

    def _fail(self, what: threading.ExceptHookArgs) -> None:
        """A thread that ends by a mistake of ours takes the service along: the next start
        goes on where the journal ends, half a service does not."""
        name = what.thread.name if what.thread else "?"
        told = (what.exc_type, what.exc_value, what.exc_traceback)
        log.critical("the thread %s failed", name, exc_info=told)  # type: ignore[arg-type]
        self._failed = True
        self._stops.put(f"the thread {name} failed")


def _synthetic(seed: int | None) -> dict[str, Printed]:
    """What is printed on pieces of nobody's box, for a demo alone."""
    return {game: drawn(Random(seed)) for game, drawn in PRINTED.items()}  # noqa: S311 - a toy


def _journal(folder: Path, games: Mapping[str, Game]) -> Journal:
    rules = {name: game.rules for name, game in games.items()}
    try:
        return Journal.open(folder, newest_rules=rules)
    except Busy as busy:
        raise click.ClickException(str(busy)) from None
    except CannotOpen as trouble:
        log.warning("%s", trouble)
        return Journal.memory(folder, newest_rules=rules, shut=trouble.reason)


def _looker(sight: Callable[[], Sight]) -> Callable[[], Looked]:
    """The tablet as the people around the simulated plate see it, made anew when something
    changed. Of a game that is played elsewhere they see nothing."""
    before, looked = None, Looked()

    def look() -> Looked:
        nonlocal before, looked
        seen = sight()
        if seen is not before:
            game = seen.game if seen.game and seen.game.on_plate else None
            view: dict[str, Any] = game.show(seen.state, Viewer()) if game else {}
            before, looked = seen, Looked(seen.version, view)
        return looked

    return look


def _taken(plan: Plan, wrong: OSError) -> str:
    who = holder(plan.port)
    by = f" by {who}" if who else ""
    if "in use" in str(wrong):
        return (
            f"Port {plan.port} on {plan.host} is taken{by}. "
            "Stop that program, or choose another port with --port."
        )
    return f"Port {plan.port} on {plan.host} cannot be opened ({wrong}). Choose another one."


def _wall_clock() -> int:
    return int(time.time() * 1000)
