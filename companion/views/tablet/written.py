"""The journal of a match, as far as a viewer may know it.

Rule: in a game with secrets, of its players or of the table, nothing is handed out that was
not asked for by name: no box, no fingerprint of a state (few possibilities are soon tried
out), no request id (a page may have put its move into it), and no move that is sealed or
veiled. What was taken back stays so as it was then, whatever has been opened since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.folding import applied, fold
from companion.journal import Entry
from companion.match import (
    Match,
    Node,
    nodes,
    sealed_in,
    veiled_in,
)
from companion.views.tablet.shapes import Written
from companion.vocabulary import Game, Viewer

BOX = "box"


def written(
    games: Mapping[str, Game], entries: Sequence[Entry], viewer: Viewer
) -> tuple[Written, ...]:
    """Every entry, with what this viewer may know of it."""
    if not entries:
        return ()
    game = games.get(entries[0].game)
    if game is not None and game.seal is None and game.veil is None:
        return tuple(_whole(entry) for entry in entries)
    if game is None:  # nobody here can tell what in it is a secret
        return tuple(_bare(entry, {}) for entry in entries)
    return tuple(_kept(game, entries, viewer))


def _whole(entry: Entry) -> Written:
    return Written(
        entry.version, entry.match, entry.kind, entry.by, entry.id, entry.at, entry.hash,
        entry.body,
    )  # fmt: skip


def _bare(entry: Entry, body: Any) -> Written:
    return replace(_whole(entry), id="", hash="", body=body)


def _kept(game: Game, entries: Sequence[Entry], viewer: Viewer) -> Iterator[Written]:
    made, now = dict(_moves(game, entries)), fold(game, entries).match
    standing = {node.version for node in nodes(now)}
    for entry in entries:
        yield _bare(entry, _body(now, entry, made.get(entry.version), standing, viewer))


def _moves(game: Game, entries: Sequence[Entry]) -> Iterator[tuple[int, Node]]:
    """Each move as it was made, those included that were taken back later."""
    match: Match = fold(game, entries[:1]).match
    for entry in entries[1:]:
        match = applied(match, entry)
        if match.last and match.last.version == entry.version:
            yield entry.version, match.last


def _body(
    now: Match, entry: Entry, node: Node | None, standing: set[int], viewer: Viewer
) -> Any:
    if entry.kind == "start":
        return {key: value for key, value in entry.body.items() if key != BOX}
    if entry.kind != "move":
        return entry.body
    if node is None:  # the rules of today do not play it
        return {}
    state = now.state if entry.version in standing else node.state
    sealed = sealed_in(now.game, state, node)
    if sealed is not None and sealed.seat != viewer.seat:
        return sealed.move
    return veiled_in(now.game, state, node) or msgspec.to_builtins(node.move)
