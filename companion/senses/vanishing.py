"""Which switches tell nothing any more, from magicians who vanish and turn up.

A switch has no noise to show that it lives; only magicians do. One who leaves a field
turns up beside it, unless a hand took it up; then its ball falls and a tray tells. Who
turns up two fields on has passed a switch that kept silent, who turns up nowhere stands on
one, and who turns up while nobody left came from one that is stuck. Whatever a switch
says clears it, so a wrong suspicion does not last.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.geometry import CORNERS, distance, neighbours

SURE = 1.0  # weight of suspicion at which a switch is believed to be dead
ALIVE = 0.5  # share of it for one that has answered before
SLANT = 0.7  # share of it round a corner, which may have been cut
NOWHERE = 900  # ms out of sight; mostly a ball that fell has told by then
BALL = 2500  # ms after a ball in a tray in which hands are about
BOTH = 500  # ms that two fields may be covered by one magician on its way
FORGET = 60_000  # ms after which somebody who vanished is no longer waited for
SETTING_UP = 2000  # ms after the first word, in which everybody turns up
LATER = 1 << 62  # ms, before anything was said


class Vanishing:
    """Weighs suspicions. ``dark``: fields whose switch is not believed, and why. Beside
    one of those, a ``masked`` one or one where another stands, nobody is looked for."""

    def __init__(self, masked: frozenset[str] = frozenset()) -> None:
        self.dark: dict[str, str] = {}
        self._masked = masked
        self._heard: dict[str, int] = {}  # when a switch was last closed
        self._closed: set[str] = set()
        self._began = LATER
        self._gone: list[tuple[str, int]] = []  # left, and nobody turned up beside
        self._fresh: list[tuple[str, int]] = []  # covered, and nobody left
        self._fresh_then: dict[tuple[str, int], list[tuple[str, int]]] = {}
        self._went_on: set[tuple[str, int]] = set()  # of those, who left again
        self._judged: set[tuple[str, int]] = set()
        self._weight: dict[str, float] = {}
        self._sure: list[str] = []  # dark, and not said yet
        self._ball = -BALL

    @property
    def waits(self) -> bool:
        """Is there anybody to be waited for, or anything to be said?"""
        return bool(self._gone or self._fresh or self._sure)

    def ball(self, at: int) -> None:
        """A ball lies in a tray: magicians are in the air."""
        self._ball = at

    def heard(self, field: str, level: bool, at: int) -> bool:
        """A switch spoke; True when it is believed again by that."""
        self._began = min(self._began, at)
        self._closed.discard(field)
        if level:
            self._closed.add(field)
            self._heard[field] = at
            self._weight.pop(field, None)
            self._sure = [one for one in self._sure if one != field]
        return self.dark.get(field) == ("dead" if level else "stuck")

    def covered(self, field: str, at: int) -> None:
        """A magician turned up."""
        before = _nearest(self._gone, field, at - FORGET)
        if before:
            self._gone.remove(before)
            self._judged.discard(before)
            self._go_on(self._fresh_then.pop(before, []))
            self._passed(before, field, at)
        else:
            self._fresh.append((field, at))

    def cleared(self, field: str, at: int) -> None:
        """A magician left."""
        own = [one for one in self._fresh if one[0] == field]
        self._fresh = [one for one in self._fresh if one[0] != field]
        waiting = [one for one in self._fresh if one not in self._went_on]
        after = _nearest(waiting, field, at - BOTH)
        if after:
            self._fresh.remove(after)
            self._passed((field, at), after[0], at)
            self._go_on(own)
        else:
            self._gone.append((field, at))
            self._fresh_then[field, at] = own

    def _go_on(self, own: list[tuple[str, int]]) -> None:
        """Somebody went on from where it had turned up; where it came from before that
        nobody knows yet."""
        self._fresh += own
        self._went_on.update(own)

    def judged(self, at: int) -> tuple[str, ...]:
        """Switches that are dark from now on."""
        for one in [one for one in self._gone if one not in self._judged]:
            if at - one[1] > NOWHERE:
                self._judged.add(one)
                self._vanished(one[0], at)
        for one in [one for one in self._fresh if at - one[1] > BOTH]:
            self._fresh.remove(one)
            if one[0] in self._closed or one in self._went_on:
                self._from_nowhere(*one)
            self._went_on.discard(one)
        self._gone = [one for one in self._gone if at - one[1] < FORGET]
        self._fresh_then = {
            one: self._fresh_then[one] for one in self._gone if one in self._fresh_then
        }
        found, self._sure = self._sure, []
        for field in found:
            self.dark[field] = "stuck" if field in self._closed else "dead"
        return tuple(found)

    def _passed(self, before: tuple[str, int], field: str, at: int) -> None:
        """Somebody came from one field to another, perhaps over a silent one."""
        left, since = before
        between = [one for one in neighbours(left) if one in neighbours(field)]
        if distance(left, field) != 2 or self._hands(at) or self._could_hide(between):
            return
        if any(self._heard.get(one, -1) >= since - BOTH for one in between):
            return
        fresh = [one for one in between if one not in self._heard]
        if len(between) == 1:
            self._suspect(between, SURE if fresh else ALIVE)
        else:
            self._suspect(fresh, SLANT if len(fresh) == 1 else SURE)

    def _vanished(self, field: str, at: int) -> None:
        """Somebody has turned up nowhere, and no ball fell."""
        beside = neighbours(field)
        if not (self._hands(at) or self._could_hide(beside)):
            self._suspect([one for one in beside if one not in self._heard], SURE)

    def _from_nowhere(self, field: str, at: int) -> None:
        """Somebody turned up then, and nobody left: one of the fields beside it is stuck,
        or it is a corner that never told of whom it began with."""
        if self._hands(at) or at - self._began < SETTING_UP:
            return
        beside = neighbours(field)
        stuck = [one for one in beside if one in self._closed]
        corner = [one for one in beside if one in CORNERS and one not in self._heard]
        self._suspect(stuck or corner, SURE)

    def _suspect(self, fields: list[str], weight: float) -> None:
        for field in fields:
            before = self._weight.pop(field, 0.0)
            if field in self.dark or field in self._sure:
                continue
            if before + weight / len(fields) >= SURE:
                self._sure.append(field)
            else:
                self._weight[field] = before + weight / len(fields)

    def _could_hide(self, fields: Iterable[str]) -> bool:
        """May somebody be over one of these without any news? Where another stands, too."""
        return any(f in self.dark or f in self._masked or f in self._closed for f in fields)

    def _hands(self, at: int) -> bool:
        return 0 <= at - self._ball < BALL


def _nearest(waiting: list[tuple[str, int]], field: str, since: int) -> tuple[str, int] | None:
    """Of those who wait, the nearest within two fields, and of these the last."""
    near = [one for one in waiting if one[1] >= since and distance(one[0], field) <= 2]
    return min(near, key=lambda one: (distance(one[0], field), -one[1]), default=None)
