"""How people tell the companion what no sensor under the board can see: chips and the die.

Rule: they tap, or they show the cardboard itself and tap nothing. Either way they look at the
tablet, and tell again what it has not understood.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from companion.simulator.fingers import Fingers
from companion.simulator.noise import Noise
from companion.simulator.readers import Readers
from companion.simulator.timeline import Doings, Timeline, Watch

LAID = (600, 1500)  # ms that a chip lies on the reader
LIFTED = (120, 500)  # ms until it is laid there once more
LEFT = (3000, 15_000)  # ms that a chip is forgotten there
REREAD = (200, 1200)  # ms until the scanner reads a label that is still there
TURNED = (150, 400)  # ms from side to side of a die in somebody's fingers
SIDES = (2, 4)  # that are turned to the scanner meanwhile
SAT_BACK = 2000  # ms after which everybody sees that a walk is over


class Telling(Protocol):
    """``rest``: ms that all must be still before the next player throws, where the tablet does
    not say that the walk is over. ``ends``: is a walk ended by telling so?"""

    rest: int
    ends: bool

    def draw(self, seat: str, chip: str) -> Timeline[None]: ...
    def roll(self, seat: str, face: int) -> None: ...
    def stop(self, seat: str) -> None: ...
    def take(self, seat: str, chip: str) -> None: ...
    def walks(self) -> None: ...


class Tapping:
    """Fingers on the tablet."""

    rest, ends = 0, True

    def __init__(self, fingers: Fingers) -> None:
        self._fingers = fingers

    def draw(self, seat: str, chip: str) -> Timeline[None]:
        """A chip comes out of the bag."""
        self._fingers.tap(seat, do="draw", symbol=chip)
        yield from ()

    def roll(self, seat: str, face: int) -> None:
        """The die was thrown."""
        self._fingers.tap(seat, do="roll", face=face)

    def stop(self, seat: str) -> None:
        """The walk is over."""
        if self._fingers.shows("walk", seat):
            self._fingers.tap(seat, do="stop")

    def take(self, seat: str, chip: str) -> None:  # noqa: ARG002 - whoever shows does other things
        """The walk is over, and its chip was won."""
        self.stop(seat)

    def walks(self) -> None:
        """Somebody begins to walk; fingers have nothing to do with it."""


class Scanning:
    """Chips are laid on a reader, the die is held to a scanner, and who has walked far enough
    sits back."""

    rest, ends = SAT_BACK, False

    def __init__(
        self,
        readers: Readers,
        fingers: Fingers,
        doings: Doings,
        watch: Watch,
        noise: Noise,
        rng: Random,
    ) -> None:
        self._readers, self._labels = readers, readers.labels
        self._fingers, self._doings, self._watch = fingers, doings, watch
        self._noise, self._rng = noise, rng

    def draw(self, seat: str, chip: str) -> Timeline[None]:  # noqa: ARG002 - chips tell no seat
        """The chip is shown, until the tablet has taken it."""
        before = self._fingers.view.get("bag")
        yield from self._show(chip)
        yield from self._fingers.wait_for(
            lambda: self._fingers.view.get("bag") != before,
            f"{chip} is shown",
            lambda: self._doings.begin(self._lay(chip)),
        )

    def roll(self, seat: str, face: int) -> None:  # noqa: ARG002 - nor does a die
        """The side that is up is read."""
        text = self._rng.choice(self._labels.sides[face])
        self._readers.hold(text)
        if self._is_so(self._noise.reread):
            self._doings.begin(self._read_again(text))

    def stop(self, seat: str) -> None:
        """Sit back; the next player's die ends it."""

    def take(self, seat: str, chip: str) -> None:  # noqa: ARG002
        """Whoever found the open chip shows it."""
        self._doings.begin(self._lay(chip))

    def walks(self) -> None:
        """Somebody else may be playing with the die."""
        if self._is_so(self._noise.fiddled):
            self._doings.begin(self._turn_the_die())

    def _is_so(self, chance: float) -> bool:
        return self._rng.random() < chance

    def _show(self, chip: str) -> Timeline[None]:
        if self._is_so(self._noise.left):
            self._doings.begin(self._lay(chip, LEFT))
            return
        yield from self._lay(chip)
        if self._is_so(self._noise.relaid):
            yield self._within(LIFTED)
            yield from self._lay(chip)

    def _lay(self, chip: str, time: tuple[int, int] = LAID) -> Timeline[None]:
        number = self._labels.chips[chip]
        self._readers.lay(number)
        yield self._within(time)
        self._readers.take(number)

    def _read_again(self, text: str) -> Timeline[None]:
        yield self._within(REREAD)
        self._readers.hold(text)

    def _turn_the_die(self) -> Timeline[None]:
        for _ in range(self._rng.randint(*SIDES)):
            yield self._within(TURNED)
            sides = self._labels.sides[self._rng.choice([*self._labels.sides])]
            self._readers.hold(sides[0])

    def _within(self, time: tuple[int, int]) -> int:
        return self._watch.now + self._rng.randint(*time)
