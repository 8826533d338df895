"""What there is to see at one moment, made from the loop's snapshot.

Rule: pure. Each entry of the journal gives one sight, also where one step wrote several,
so that a tablet that was away can be told exactly what it missed. A sight knows everything;
what a viewer may know of it is a ``Look``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.loop import Snapshot
from companion.match import Match, Node, nodes
from companion.showing import Pieced
from companion.vocabulary import Game, Notice, Says


class Told(Struct, frozen=True):
    """One thing that happened, and whose it was."""

    version: int
    seat: str
    says: Says


class Sight(Struct, frozen=True, eq=False):
    """``whole``: the match. ``history``: newest first. ``strikes``: the undo tile takes back
    what the world said last. ``happened``: what led to this version."""

    version: int
    saved: bool = True
    notices: tuple[Notice, ...] = ()
    whole: Match | None = None
    history: tuple[Node, ...] = ()
    strikes: bool = False
    happened: tuple[Node | Told, ...] = ()
    pieces: Pieced = Pieced()

    @property
    def match(self) -> str:
        """The name of the match on the table."""
        return self.whole.name if self.whole else ""

    @property
    def game(self) -> Game | None:
        """What is played."""
        return self.whole.game if self.whole else None

    @property
    def state(self) -> Any:
        """Where the match stands: for the house, never for a viewer."""
        return self.whole.state if self.whole else None

    @property
    def is_over(self) -> bool:
        """Is there a match, and nothing open in it any more?"""
        return self.whole is not None and not self.whole.game.choices(self.whole.state)


def sight(snapshot: Snapshot, happened: tuple[Node | Told, ...] = ()) -> Sight:
    """What there is to see now."""
    match = snapshot.match
    history = tuple(nodes(match)) if match else ()
    strikes = match is not None and is_struck(match)
    return Sight(
        snapshot.version, snapshot.saved, snapshot.notices, match, history, strikes, happened,
        snapshot.pieces,
    )  # fmt: skip


def is_struck(match: Match) -> bool:
    """Did the world speak last? Then the undo tile takes that back: a mistyped roll."""
    last = next((node for node in nodes(match) if not node.quiet), None)
    return last is not None and last.world


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
    happened = new[version] if version in new else _turned(before, now, version)
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
