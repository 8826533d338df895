"""What there is to see at one moment, made from the loop's snapshot.

Rule: pure. Each entry of the journal gives one sight, also where one step wrote several,
so that a tablet that was away can be told exactly what it missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.loop import Snapshot
from companion.match import Match, Node, nodes, undoing
from companion.vocabulary import Game, Notice, Says


class Told(Struct, frozen=True):
    """One thing that happened, and whose it was."""

    version: int
    seat: str
    says: Says


class Sight(Struct, frozen=True, eq=False):
    """``history``: newest first. ``undo``: what the undo tile takes back; with ``strikes``
    that is what the world said last. ``happened``: what led to this version."""

    version: int
    saved: bool = True
    notices: tuple[Notice, ...] = ()
    match: str = ""
    game: Game | None = None
    state: Any = None
    history: tuple[Told, ...] = ()
    undo: Told | None = None
    redo: Told | None = None
    strikes: bool = False
    happened: tuple[Told, ...] = ()

    @property
    def is_over(self) -> bool:
        """Is there a match, and nothing open in it any more?"""
        return self.game is not None and not self.game.choices(self.state)


def sight(snapshot: Snapshot, happened: tuple[Told, ...] = ()) -> Sight:
    """What there is to see now."""
    bare = Sight(snapshot.version, snapshot.saved, snapshot.notices, happened=happened)
    match = snapshot.match
    if match is None:
        return bare
    strikes = is_struck(match)
    back = undoing(match, None, strikes)
    return replace(
        bare,
        match=match.name,
        game=match.game,
        state=match.state,
        history=tuple(_told(node) for node in nodes(match)),
        undo=_told(back[-1]) if back else None,
        redo=_told(match.undone[0][-1]) if match.undone else None,
        strikes=strikes,
    )


def is_struck(match: Match) -> bool:
    """Did the world speak last? Then the undo tile takes that back: a mistyped roll."""
    last = next((node for node in nodes(match) if not node.quiet), None)
    return last is not None and last.world


@lru_cache(4096)
def _told(node: Node) -> Told:
    return Told(node.version, node.seat, node.says)


def sights(before: Snapshot | None, now: Snapshot) -> tuple[Sight, ...]:
    """One sight for every version after ``before``; one without a version of its own where
    only the notices changed."""
    if before is None or now.version <= before.version:
        return (sight(now),)
    match = now.match
    new = {n.version: n for n in _since(match, before.version)} if match else {}
    versions = range(before.version + 1, now.version + 1)
    return tuple(_at(before, now, version, new) for version in versions)


def _since(match: Match, version: int) -> Iterable[Node]:
    for node in nodes(match):
        if node.version <= version:
            return
        yield node


def _at(before: Snapshot, now: Snapshot, version: int, new: dict[int, Node]) -> Sight:
    happened = _told(new[version]) if version in new else _turned(before, now, version)
    later = [new[after] for after in new if after > version]
    if later and now.match:  # the state between two moves of one step
        last = min(later, key=lambda node: node.version).parent
        state = last.state if last else now.match.first
        match = replace(now.match, version=version, last=last, state=state)
        now = replace(now, match=match)
    return sight(replace(now, version=version), (happened,))


def _turned(before: Snapshot, now: Snapshot, version: int) -> Told:
    """What happened where no move stands for it."""
    was, match = before.match, now.match
    if match is None:
        return Told(version, "", Says("house.did.put_away"))
    if was is None or was.name != match.name:
        key = "start" if match.name == f"m{version}" else "resume"
        return Told(version, "", Says(f"house.did.{key}"))
    key = "undo" if len(match.undone) > len(was.undone) else "redo"
    back = (match if key == "undo" else was).undone
    return Told(version, back[0][-1].seat if back else "", Says(f"house.did.{key}"))
