"""People who play the labyrinth by hand, in simulated time.

Rule: they know what people know: where everybody stands, the die, the chips, the
walls they remember. What they do reaches the companion only by the plate and by taps;
if it believes something else, they go by what they saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from companion.geometry import FIELDS
from companion.simulator import answers, ledger
from companion.simulator.answers import Handled
from companion.simulator.fingers import AGAIN, GLANCE, Fingers, Tap, View
from companion.simulator.ground import field_at
from companion.simulator.hands import Hands
from companion.simulator.ledger import Truth
from companion.simulator.memory import Memories
from companion.simulator.noise import Noise
from companion.simulator.plate import Plate
from companion.simulator.readers import Readers
from companion.simulator.telling import Scanning, Tapping, Telling
from companion.simulator.timeline import Doings, Timeline, Watch

DIE = (1, 2, 2, 3, 3, 4)  # page 3
WEAK = 0.6  # of a magnet's usual strength
BROKEN = (0, 4095, None)  # what a dead sensor says; None: whatever it said last
READY = (700, 2500)  # ms from one turn to the next roll
AT_ONCE = (300, 1500)  # ms from seeing the ball in the tray to the next roll
THINK = (500, 2000)  # ms from the roll to the first step
TAP = (250, 700)  # ms from a thought to a finger on the tablet
SURE = (1000, 2000)  # ms after reaching the symbol: no ball was heard
READ = (500, 1500)  # ms to read a question
PATIENCE = 3000  # ms that people wait for the tablet before they roll anyway
DUST = 2000  # ms after the last movement: nothing rolls any more
NEXT_ROLLED = 500  # ms, if the next player has rolled meanwhile


class People:
    """The round at the table. Step them; they move the plate and say what they tap. Where
    there are ``readers``, they show chips and the die there instead."""

    def __init__(
        self,
        plate: Plate,
        noise: Noise,
        seed: int,
        seats: tuple[str, ...],
        corners: Mapping[str, str],
        symbols: Mapping[str, str],
        bag: Iterable[str],
        truth: Truth | None = None,
        goal: int = ledger.GOAL,
        readers: Readers | None = None,
    ) -> None:
        """``truth``: an evening under way, to go on with; ``goal``: how many chips win."""
        self.moves_done, self.finished = 0, False
        self._plate, self._noise, self._rng = plate, noise, Random(seed)
        self._watch = Watch(self._rng)
        self._hands = Hands(plate, noise, self._rng, self._watch)
        self._fingers = Fingers(self._watch)
        self._memories = Memories(seats, self._rng)
        self._truth = truth or ledger.begin(seats, corners, symbols, goal)
        self._last, self._is_walking, self._is_putting = Handled(), False, False
        self._settles: int | None = None
        self._is_open, self._moved = False, 0  # a walk that nobody ended; ms
        self._doings = Doings(self._watch)
        self._telling: Telling = Tapping(self._fingers)
        if readers is not None:
            self._telling = Scanning(
                readers, self._fingers, self._doings, self._watch, noise, Random(seed)
            )
        plate.bag[:] = bag
        if truth is None:
            self._arrange(corners)
        self._doings.begin(self._evening())
        self._doings.begin(self._answering())

    def step(self, now: int, view: View) -> list[Tap]:
        """Everything that hands do up to now; what fingers tap comes back."""
        self._fingers.look(view)
        self._doings.go_on(now)
        if self._settles is not None and now >= self._settles:
            self._settles = None
            self.moves_done += 1
            self.finished = self._truth.is_over
        return self._fingers.taps()

    def idle_until(self) -> int:
        """Up to then nobody does anything."""
        return self._doings.idle_until()

    def truth(self) -> Truth:
        """What is true at the table, by the people's own sheet."""
        return self._truth

    def give_back(self, seat: str) -> tuple[str, ...]:
        """All chips of a player go back into the bag, and play goes on; which they were."""
        chips = self._truth.chips[seat]
        self._truth = ledger.gave_back(self._truth, seat)
        self._plate.bag += chips
        return chips

    @property
    def stuck(self) -> str:
        """Why the evening cannot go on, as long as it cannot."""
        return self._fingers.stuck

    def _arrange(self, corners: Mapping[str, str]) -> None:
        for seat, corner in corners.items():
            self._hands.arrange(seat, corner)
        if self._noise.weak:
            self._plate.swap_magnet(self._rng.choice(list(corners)), WEAK)
        if self._noise.dead:
            self._plate.break_sensor(self._rng.choice(FIELDS), self._rng.choice(BROKEN))

    # The evening.

    def _evening(self) -> Timeline[None]:
        yield from self._draw()
        while not self._truth.is_over:
            yield from self._turn(self._truth.turn)

    def _turn(self, seat: str) -> Timeline[None]:
        if not self._truth.roll:
            yield from self._roll(seat)
        yield from self._fingers.wait_for(self._is_clear, f"{seat} walks")
        yield self._watch.soon(THINK)
        path = self._memories.plan(self._truth, self._noise.early)
        fell = (yield from self._walk(seat, path)) if path else False
        self._last = Handled(seat, path, fell)
        yield from self._bump(seat) if fell else self._stand(seat, path)

    def _is_clear(self) -> bool:
        return not (self._is_putting or self._settles is not None or self._fingers.asks())

    def _walk(self, seat: str, path: tuple[str, ...]) -> Timeline[bool]:
        self._is_walking = True
        self._telling.walks()
        fell = yield from self._hands.walk(seat, path)
        self._is_walking = False
        fallen = self._plate.fallen_at(seat) if fell else None
        way = (self._truth.at[seat], *path)
        self._memories.learn(seat, way, field_at(*fallen) if fallen else "")
        return fell

    # How a turn ends.

    def _bump(self, seat: str) -> Timeline[None]:
        self._truth = ledger.bumped(self._truth)
        self._is_putting = True
        others = [self._plate.has_ball(other) for other in self._truth.seats if other != seat]
        if all(others) and self._rng.random() < self._noise.overlap:
            self._doings.begin(self._put_right(seat))
        else:
            yield from self._put_right(seat)

    def _put_right(self, seat: str) -> Timeline[None]:
        yield from self._hands.put_back(seat, self._truth.corners[seat])
        self._truth = ledger.put_back(self._truth, seat)
        yield from self._mend()
        self._is_putting = False
        self._handled()

    def _stand(self, seat: str, path: tuple[str, ...]) -> Timeline[None]:
        rolled, before = self._truth.roll, self._truth
        self._truth = ledger.arrived(before, path[-1]) if path else ledger.stayed(before)
        if self._truth.is_drawing or self._truth.is_over:
            yield self._watch.soon(SURE)
            yield from self._draw()
        elif len(path) < rolled:
            yield self._watch.soon(TAP)
            self._telling.stop(seat)
            self._is_open = not self._telling.ends
        yield from self._mend()
        self._handled()

    def _mend(self) -> Timeline[None]:
        # A ball that a knock brought down is put under its magician again, where it stands.
        for seat in self._truth.seats:
            if not self._plate.has_ball(seat):
                self._truth = ledger.lost_ball(self._truth, seat)
                yield from self._hands.put_back(seat, self._truth.at[seat])
                self._truth = ledger.put_back(self._truth, seat)

    def _handled(self) -> None:
        rolled = self._truth.roll and not self._truth.is_over
        self._moved = self._watch.now
        self._settles = self._watch.now + (NEXT_ROLLED if rolled else DUST)
        if self._is_open:
            self._settles = None  # nobody has told that it is over

    # What is told.

    def _draw(self) -> Timeline[None]:
        while self._truth.is_drawing:
            yield self._watch.soon(TAP)
            yield from self._draw_one(self._plate.draw_chip(), self._truth.turn)

    def _draw_one(self, chip: str, seat: str) -> Timeline[None]:
        yield from self._fingers.wait_for(
            lambda: self._fingers.shows("draw"), "a chip is drawn", lambda: self._found(seat)
        )
        yield from self._telling.draw(seat, chip)
        self._truth = ledger.drew(self._truth, chip)
        yield self._watch.soon(READY)

    def _found(self, seat: str) -> None:
        for chip in self._truth.chips[seat][-1:]:
            self._telling.take(seat, chip)

    def _roll(self, seat: str) -> Timeline[None]:
        yield from self._get_ready()
        face, waited = self._rng.choice(DIE), self._watch.now + PATIENCE
        while not self._may_roll(seat) and self._watch.now < waited:
            yield self._watch.now + GLANCE
        self._throw(seat, face)
        yield self._watch.now + GLANCE
        yield from self._fingers.wait_for(
            lambda: self._fingers.shows("walk", seat, face),
            f"{seat} rolled {face}",
            lambda: self._throw(seat, face),
        )
        if self._is_open:
            self._is_open, self._settles = False, self._watch.now

    def _get_ready(self) -> Timeline[None]:
        while self._is_putting and any(ball.where == "falling" for ball in self._plate.balls):
            yield self._watch.now + GLANCE
        yield self._watch.soon(AT_ONCE if self._is_putting else READY)

    def _may_roll(self, seat: str) -> bool:
        shows = self._fingers.shows
        return not self._fingers.asks() and (
            shows("roll", seat) or (shows("walk", self._last.seat) and self._has_rested())
        )

    def _has_rested(self) -> bool:
        return self._watch.now - self._moved >= self._telling.rest

    def _throw(self, seat: str, face: int) -> None:
        self._telling.roll(seat, face)
        self._truth = ledger.rolled(self._truth, face)
        if self._settles is not None and self._telling.ends:
            self._settles = self._watch.now

    def _answering(self) -> Timeline[None]:
        while not self.finished:
            if self._may_answer():
                yield self._watch.soon(READ)
                self._answer()
                yield self._watch.now + AGAIN
            yield self._watch.now + GLANCE

    def _answer(self) -> None:
        if self._may_answer():
            view = self._fingers.view
            options = view["question"]["options"]
            down = [seat for seat in self._truth.seats if not self._plate.has_ball(seat)]
            option = answers.right(options, view, self._truth, self._last, down)
            self._moved = self._watch.now
            faces = [move["face"] for move in options[option]["moves"] if move["do"] == "roll"]
            if faces and not self._telling.ends:  # hold the die up once more: that says yes
                self._telling.roll(self._truth.turn, faces[0])
                return
            self._fingers.tap(self._truth.turn, do="answer", option=option)

    def _may_answer(self) -> bool:
        return self._fingers.asks() and not self._is_walking
