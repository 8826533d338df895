"""Dice that tell their face by themselves: which of what they say is a roll.

Rule: a roll is a die that moved and rests. Some say that they move (``~3``, the face that is
up at that moment); there the word that it rests is the roll, whichever face it is. Of the
others the face counts that stays for a while. For them the same face is another roll once
something else was said in between, or nothing for so long that the device only speaks when
it was thrown; one that repeats itself, and more often, tells of one roll.
"""

from __future__ import annotations

import re

from companion.senses.readers import OFTEN
from companion.vocabulary import Rolled, Sighting, Unread

DICE = 8  # that are listened to
FACES = range(1, 21)  # of any die that people have; a game may know fewer
STEADY = 600  # ms; in a hand, or rolling out, no face stays up as long
SILENCE = 3000  # ms; devices that repeat themselves do so every second or two

_MOVING = re.compile(r"~([0-9]{1,2})")


class Die:
    """What one die said, and whether the face that is up still has to count."""

    def __init__(self) -> None:
        self.face = 0
        self.waits = False
        self.since = 0  # ms; since when that face is up
        self.complained: int | None = None  # ms; when it last said what no die has
        self._heard = 0  # ms
        self._is_moving = False
        self._marks = False  # has it ever said that it moves?

    def move(self) -> None:
        """It rolls, or somebody has it in the hand."""
        self._is_moving = self._marks = True
        self.waits = False

    def rest(self, face: int, at: int) -> bool:
        """It lies on this face; is that a roll by now?"""
        moved, self._is_moving = self._is_moving, False
        is_long = not self._marks and at - self._heard >= SILENCE
        if face != self.face or is_long:
            self.since, self.waits = at, True
        self.face, self._heard = face, at
        self.waits &= not moved
        return moved


class Dice:
    """All dice that speak; what was rolled comes back as sightings."""

    def __init__(self) -> None:
        self.waits = False  # is there anything that only time decides?
        self.unread = 0  # words that made no sense
        self._dice: dict[str, Die] = {}

    def hear(self, name: str, value: object, at: int) -> tuple[Sighting, ...]:
        """A device says how its die is."""
        if name not in self._dice and len(self._dice) >= DICE:
            self.unread += 1
            return ()
        read = _read(value)
        if read is None:
            self.unread += 1
            return ()
        die, (face, is_moving) = self._dice.setdefault(name, Die()), read
        steady = self.see(at)
        if face not in FACES:
            self.unread += 1
            return steady + _complaint(die, name, at)
        if is_moving:
            die.move()
        elif die.rest(face, at):
            steady += (Rolled(name, face, at, f"die/{name}"),)
        self.waits |= die.waits
        return steady

    def see(self, at: int) -> tuple[Sighting, ...]:
        """Faces that have been up for long enough."""
        if not self.waits:
            return ()
        rolled: list[Sighting] = []
        for name, die in self._dice.items():
            if die.waits and at - die.since >= STEADY:
                die.waits = False
                rolled.append(Rolled(name, die.face, at, f"die/{name}"))
        self.waits = any(die.waits for die in self._dice.values())
        return tuple(rolled)


def _read(value: object) -> tuple[int, bool] | None:
    """The face, and whether it moves."""
    if type(value) is int:
        return value, False
    moving = _MOVING.fullmatch(value) if isinstance(value, str) else None
    return (int(moving[1]), True) if moving else None


def _complaint(die: Die, name: str, at: int) -> tuple[Sighting, ...]:
    if die.complained is not None and at - die.complained < OFTEN:
        return ()
    die.complained = at
    return (Unread("face", at, f"die/{name}"),)
