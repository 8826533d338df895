"""The virtual table: cardboard that obeys physics, in real time, behind the same inbox.

Rule: it says what wires would say and shows what eyes would see. Everything that touches
the cardboard happens in this one thread; the web only asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Event, Thread
from typing import Any, TypeVar

from msgspec import Struct

from companion.bridges.autoplay import Autoplay
from companion.bridges.cardboard import WALLS, Cardboard
from companion.bridges.dragging import Dragging, Points
from companion.geometry import table
from companion.simulator.box import profile
from companion.simulator.fingers import Tap
from companion.simulator.people import DIE
from companion.simulator.plate import Plate
from companion.vocabulary import Signal

FRAME: int = table()["scan"]["period"]  # ms
TRAYS: tuple[str, ...] = tuple(table()["trays"]["names"])
SOURCES = ("hall", *(f"drop/{tray}" for tray in TRAYS), "die/0", "code/0")
IDLE = 50  # ms from frame to frame while no hand is near: nothing changes but noise
CALM = 2500  # ms after the last hand; no ball rolls any more
WATCH = 50  # ms between two pictures for the page
REST = 300  # ms without a movement before the cardboard is written down
PATIENCE = 2.0  # s until a hand is told that nothing happened
IN_THE_AIR = 30.0  # mm that a magician in the hand is shown above the plate

T = TypeVar("T")


class Looked(Struct, frozen=True):
    """What the tablet shows to the people at the table."""

    version: int = 0
    view: Mapping[str, Any] = {}


class Virtual:
    """A bridge like any other: ``start``, ``stop``, and signals in between. ``look`` is
    the tablet on the virtual table, ``tell`` hears what there is to see."""

    def __init__(
        self,
        folder: Path,
        put: Callable[[Signal], None],
        now: Callable[[], int],
        *,
        seed: int | None = None,
        walls: int = WALLS,
    ) -> None:
        self._put, self._now = put, now
        self._rng = Random(seed)  # noqa: S311 - dice, not secrets
        self._cardboard = Cardboard(folder, self._rng, walls)
        self.plate = self._cardboard.taken_up() or self._cardboard.unpacked()
        self._profile = profile(self.plate.sensors, self.plate.symbols)
        self.look: Callable[[], Looked] = Looked
        self.tell: Callable[[dict[str, Any]], None] = lambda _: None
        self._asked: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._dragging = Dragging()
        self._playing: Autoplay | None = None
        self._taps = 0
        self._shown: dict[str, Any] = {}
        self._lying: tuple[Any, ...] = ()
        self._stirred, self._kept, self._watched = 0, False, 0
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="virtual", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """No signal comes any more when this returns, and the cardboard is kept."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._asked.put(lambda: None)
            self._thread.join()
            self._cardboard.keep(self.plate.truth())

    # What the web asks for, from any thread.

    def box(self) -> dict[str, Any]:
        """What may be learned of this box before a game."""
        return self._profile

    def seats(self) -> frozenset[str]:
        """Whose magicians stand on the table."""
        return frozenset(self.plate.magicians)

    def lay(self, standing: Mapping[str, str], anew: bool) -> None:
        """Put magicians on fields; ``anew`` for a new game, with other walls."""
        self._ask(lambda: self._lay(standing, anew), None)

    def hand(self, seat: str, points: Points, lifted: bool, released: bool) -> bool:
        """A hand moved a magician over these spots (mm, mm, ms); False if there is none."""
        if seat not in self.plate.magicians:
            return False
        self._asked.put(lambda: self._dragging.say(seat, points, lifted, released, self._now()))
        return True

    def fetch(self, seat: str, tray: str) -> bool:
        """Pull a ball out of a tray; False if there is none."""
        return self._ask(lambda: self._fetch(seat, tray), False)

    def roll(self) -> int:
        """Throw the die."""
        return self._ask(self._roll, 0)

    def draw(self, symbols: tuple[str, ...]) -> str:
        """A chip out of the bag, one of these."""
        return self._ask(lambda: self._draw(symbols), symbols[0])

    def show(self, text: str) -> None:
        """Hold the label of a piece to the reader, or a die that says its face: ``die: 3``."""
        face = text.lower().removeprefix("die:").strip() if text.lower()[:4] == "die:" else ""
        is_face = len(face) == 1 and face in "123456789"
        if is_face:
            self._throw(int(face))
        else:
            self._put(Signal("code/0", text, self._now()))

    def autoplay(self, on: bool) -> None:
        """Let simulated people play, or leave the hands to others."""
        self._ask(lambda: self._play(on), None)

    def picture(self) -> dict[str, Any]:
        """What eyes see."""
        plate, view = self.plate, self.look().view
        return {
            "magicians": [_magician(plate, seat) for seat in plate.magicians],
            "balls": [
                {"x": round(ball.x, 1), "y": round(ball.y, 1), "state": _STATES[ball.where],
                 "tray": ball.tray}
                for ball in plate.balls
            ],
            "trays": {tray: plate.balls_in(tray) for tray in TRAYS},
            "die": view.get("roll"),
            "chip": view.get("wanted"),
            "autoplay": self._playing is not None,
        }  # fmt: skip

    # In the table's own thread.

    def _run(self) -> None:
        while not self._stopped.is_set():
            now = self._now()
            calm = self._playing is None and now - self._stirred > CALM
            period = IDLE if calm else FRAME
            with suppress(Empty):
                self._asked.get(timeout=(period - now % period) / 1000)()
            self._pass(self._now())

    def _pass(self, now: int) -> None:
        while not self._asked.empty():
            self._asked.get_nowait()()
        self._dragging.step(self.plate, now)
        if self._playing:
            self._play_on(self._playing, now)
        for signal in self.plate.step(now):
            self._put(signal)
        self._notice(now)
        if now - self._watched >= WATCH:
            self._watched = now
            self._show()

    def _notice(self, now: int) -> None:
        """Has anything moved? Once all is at rest it is written down."""
        magicians, balls = self.plate.magicians.values(), self.plate.balls
        lying = (
            *((one.x, one.y, one.lift, one.in_hand) for one in magicians),
            *(ball.where for ball in balls),
            len(self.plate.bag),
        )
        if lying != self._lying:
            self._lying, self._stirred, self._kept = lying, now, False
        elif not self._kept and now - self._stirred >= REST and self._is_at_rest():
            self._kept = True
            self._cardboard.keep(self.plate.truth())

    def _is_at_rest(self) -> bool:
        held = any(magician.in_hand for magician in self.plate.magicians.values())
        return not held and all(ball.where in ("under", "tray") for ball in self.plate.balls)

    def _show(self) -> None:
        seen = self.picture()
        if seen != self._shown:
            self._shown = seen
            self.tell(seen)

    def _ask(self, doing: Callable[[], T], otherwise: T) -> T:
        """Do it between two frames and wait for what comes of it."""
        if not self._thread.is_alive():
            return doing()
        answers: SimpleQueue[T] = SimpleQueue()
        self._asked.put(lambda: answers.put(doing()))
        try:
            return answers.get(timeout=PATIENCE)
        except Empty:
            return otherwise

    def _lay(self, standing: Mapping[str, str], anew: bool) -> None:
        self.plate = self._cardboard.laid(self.plate, standing, anew)
        self._cardboard.keep(self.plate.truth())
        self._dragging = Dragging()
        self._play(self._playing is not None)

    def _fetch(self, seat: str, tray: str) -> bool:
        if seat not in self.plate.magicians or not self.plate.balls_in(tray):
            return False
        return self.plate.fetch(seat, tray)

    def _roll(self) -> int:
        face = self._rng.choice(DIE)
        self._throw(face)
        return face

    def _throw(self, face: int) -> None:
        """A die that says when it moves: so its face counts as soon as it rests."""
        for said in (f"~{face}", face):
            self._put(Signal("die/0", said, self._now()))

    def _draw(self, symbols: tuple[str, ...]) -> str:
        symbol = self._rng.choice([s for s in self.plate.bag if s in symbols] or list(symbols))
        if symbol in self.plate.bag:
            self.plate.bag.remove(symbol)
        return symbol

    def _play(self, on: bool) -> None:
        self._playing = Autoplay(self.plate, self._rng) if on else None

    def _play_on(self, playing: Autoplay, now: int) -> None:
        looked = self.look()
        for tap in playing.step(now, looked.view):
            self._tap(tap, looked.version, now)
        if playing.is_over:
            self._playing = None

    def _tap(self, tap: Tap, version: int, now: int) -> None:
        self._taps += 1
        id = f"people {self._taps} {self._rng.getrandbits(64):x}"
        take = {"do": "take", "version": version, "id": id, "move": tap.move}
        self._put(Signal("tablet/people", take, now))


_STATES = {"under": "held", "falling": "rolling", "tray": "tray", "hand": "held"}


def _magician(plate: Plate, seat: str) -> dict[str, Any]:
    one = plate.magicians[seat]
    high = IN_THE_AIR if one.in_hand else round(one.lift, 1)
    return {
        "seat": seat, "x": round(one.x, 1), "y": round(one.y, 1), "z": high,
        "ball": plate.has_ball(seat),
    }  # fmt: skip
