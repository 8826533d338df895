"""A match is its journal, folded.

Rule: pure. The same entries give the same match on every machine, so restart, undo,
replay and a bug report are this one function.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.vocabulary import (
    Game,
    Joined,
    Left,
    Player,
    Refusal,
    Renamed,
    Says,
    Sealed,
    Seating,
    Setup,
    Start,
    Swapped,
    Viewer,
)


class Node(Struct, frozen=True, eq=False):
    """One move that stands, and the one before it. ``opens``: the version of the oldest
    move that was sealed until this one, 0 if it opened none. ``follows``: a further choice of
    the action before."""

    version: int
    move: Any
    seat: str
    says: Says
    world: bool
    quiet: bool  # nobody decided it: no step of its own for undo
    state: Any  # after the move
    parent: Node | None
    opens: int = 0
    follows: bool = False


class Match(Struct, frozen=True, eq=False):
    """A match as it stands. ``undone``: moves that a redo gives back, the last undone
    first. ``kept``: what the world had said when people took back. ``closed``: moves that
    are sealed now and may be opened, the oldest first."""

    game: Game
    name: str
    state: Any
    first: Any
    version: int
    last: Node | None = None
    undone: tuple[tuple[Node, ...], ...] = ()
    kept: tuple[Node, ...] = ()
    closed: tuple[Node, ...] = ()
    status: str = "running"


def hashed(state: Any) -> str:
    """A short fingerprint of a state."""
    return blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=8).hexdigest()


def prepare(game: Game, start: Start) -> Setup | Refusal:
    """What a request to start a match means, or what is wrong with it."""
    try:
        options = msgspec.convert(start.options, game.Options)
        box = msgspec.convert(start.box, game.Box)
    except msgspec.ValidationError as wrong:
        return Refusal("house.no.options", {"why": str(wrong)})
    return Setup(start.seats, options, box)


def begin(game: Game, name: str, version: int, start: Start) -> Match | Refusal:
    """A new match, or why it cannot be."""
    setup = prepare(game, start)
    state = setup if isinstance(setup, Refusal) else game.new(setup)
    if isinstance(state, Refusal):
        return state
    return Match(game, name, state, state, version)


def taken(match: Match, version: int, move: Any) -> Match | Refusal:
    """The match after a move, or why not."""
    state = match.game.play(match.state, move)
    if isinstance(state, Refusal):
        return state
    node = _node(match, version, move, state)
    kept = match.kept
    if node.world:
        kept = kept[1:] if kept and kept[0].move == move else ()
    return _after(match, node, kept)


def reseated(match: Match, version: int, change: Seating) -> Match | Refusal:
    """The match after somebody left, joined, was renamed or two swapped; or why not."""
    if match.game.seated is None:
        return Refusal("house.no.seating")
    state = match.game.seated(match.state, change)
    if isinstance(state, Refusal):
        return state
    says = told_of(change, people(match))
    node = Node(version, change, "", says, False, False, state, match.last)
    return _after(match, node, match.kept)


def _after(match: Match, node: Node, kept: tuple[Node, ...]) -> Match:
    closed: tuple[Node, ...] = ()
    if match.game.seal is not None:
        node, closed = _sealing(match, node)
    return replace(
        match, state=node.state, version=node.version, last=node, undone=(), kept=kept,
        closed=closed,
    )  # fmt: skip


def _sealing(match: Match, node: Node) -> tuple[Node, tuple[Node, ...]]:
    """The move with what it opens, and what is sealed after it."""
    still = [one for one in match.closed if sealed_in(match.game, node.state, one)]
    kept = {one.version for one in still}
    gone = (one for one in match.closed if one.version not in kept)
    opened = [one.version for one in gone if _binds(match, one)]
    node = replace(node, opens=min(opened, default=0))
    if _may_open(match.game, node.state, node):
        still.append(node)
    return node, tuple(still)


def _may_open(game: Game, now: Any, node: Node) -> bool:
    """Is it sealed, and not for ever?"""
    sealed = sealed_in(game, now, node)
    return sealed is not None and not sealed.ever


def _binds(match: Match, node: Node) -> bool:
    """Does it go together with what has opened it?"""
    sealed = sealed_in(match.game, match.state, node)
    return sealed is not None and sealed.binds


def _node(match: Match, version: int, move: Any, state: Any) -> Node:
    game = match.game
    says = game.says(match.state, move)
    seat = str(says.values.get("seat", ""))
    world, quiet = game.is_world(move), game.is_quiet(move)
    follows = game.follows is not None and game.follows(match.state, move)
    return Node(version, move, seat, says, world, quiet, state, match.last, follows=follows)


def sealed_in(game: Game, now: Any, node: Node) -> Sealed | None:
    """What only one seat may know of this move while the match is at ``now``."""
    if game.seal is None or isinstance(node.move, Seating):
        return None
    return game.seal(now, node.state, node.move)


def veiled_in(game: Game, now: Any, node: Node) -> dict[str, Any] | None:
    """What may be told of this move while the match is at ``now``, where it is not all."""
    if game.veil is None or isinstance(node.move, Seating):
        return None
    return game.veil(now, node.move)


def people(match: Match) -> dict[str, str]:
    """Who sits where: names by seat, as the game shows them to everybody."""
    return names(match.game, match.state)


def names(game: Game, state: Any) -> dict[str, str]:
    """Names by seat, in turn order."""
    shown = game.show(state, Viewer()).get("seats", ())
    return {str(one["seat"]): str(one["name"]) for one in shown}


def told_of(change: Seating, called: dict[str, str]) -> Says:
    """A change of who sits at the table, in a sentence."""
    match change:
        case Renamed(seat, name):
            return Says("house.did.renamed", {"was": called.get(seat, ""), "name": name})
        case Swapped(one, other):
            mine, theirs = called.get(one, ""), called.get(other, "")
            return Says("house.did.swapped", {"name": mine, "other": theirs})
        case Left(seat):
            return Says("house.did.left", {"name": called.get(seat, "")})
        case Joined(Player(name)):
            return Says("house.did.joined", {"name": name})
    raise TypeError(change)


def undoing(match: Match, to: int | None, strike: bool) -> tuple[Node, ...]:
    """What an undo would take back, the last first. Without ``to`` it is the last
    decision and all that followed it; with ``strike`` a roll counts as one too. What
    opened secrets goes together with all that it opened: nobody keeps a choice that
    the others have seen."""
    back = _back(match, to, strike)
    while back:
        first = min((node.opens for node in back if node.opens), default=0)
        if not first or first >= back[-1].version:
            break
        back = _back(match, first, strike)
    return back


def _back(match: Match, to: int | None, strike: bool) -> tuple[Node, ...]:
    back: list[Node] = []
    for node in nodes(match):
        if to is not None and node.version < to:
            break
        back.append(node)
        begins = not node.quiet and not node.follows
        if to is None and begins and (strike or not node.world):
            break
    decided = any(not node.quiet and (strike or not node.world) for node in back)
    return tuple(back) if decided else ()


def nodes(match: Match) -> Iterator[Node]:
    """The moves that stand, the last first."""
    node = match.last
    while node is not None:
        yield node
        node = node.parent


def undone(match: Match, version: int, back: tuple[Node, ...], strike: bool) -> Match:
    """The match without those moves; what the world said is kept unless struck."""
    parent = back[-1].parent
    state = parent.state if parent else match.first
    kept = () if strike else (*(n for n in reversed(back) if n.world), *match.kept)
    after = replace(
        match,
        state=state,
        version=version,
        last=parent,
        undone=(back, *match.undone),
        kept=kept,
    )
    return replace(after, closed=_closed(after))


def _closed(match: Match) -> tuple[Node, ...]:
    """Looked up anew where moves were taken back or given again."""
    if match.game.seal is None:
        return ()
    found = (node for node in nodes(match) if _may_open(match.game, match.state, node))
    return tuple(reversed(tuple(found)))


def redone(match: Match, version: int) -> Match | Refusal:
    """The match with the last undone moves given back, the very same."""
    if not match.undone:
        return Refusal("house.no.redo")
    again, *others = match.undone
    worlds = tuple(node for node in reversed(again) if node.world)
    kept = match.kept[len(worlds) :] if match.kept[: len(worlds)] == worlds else match.kept
    top = again[0]
    after = replace(
        match, state=top.state, version=version, last=top, undone=tuple(others), kept=kept
    )
    return replace(after, closed=_closed(after))


def repeated(match: Match) -> Any | None:
    """A roll or card that was kept and is open again now."""
    if not match.kept:
        return None
    wanted = match.kept[0]
    for choice in match.game.choices(match.state):
        if choice.early or choice.by_will:
            continue
        if choice.move == wanted.move and choice.seat == wanted.seat:
            return wanted.move
    return None
