"""A game, and what it is handed and hands back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.vocabulary.pieces import Meaning, Piece
from companion.vocabulary.saying import Choice, Notice, Refusal, Says, Scores, Sealed
from companion.vocabulary.seating import Player, Viewer

Printed = Mapping[str, Mapping[str, Any]]
"""What stands printed on the pieces of a game: facts by the id, without the game before it."""
Shuffle = Callable[[list[str]], list[str]]
"""The same words in an order of chance, which comes from outside."""


class Read(Struct, frozen=True):
    """What a game made of a sighting: its memory from now on, moves, notices."""

    memory: Any
    moves: tuple[Any, ...] = ()
    notices: tuple[Notice, ...] = ()


class Setup(Struct, frozen=True):
    """What a match begins with: players in turn order, house rules, the owner's box."""

    players: tuple[Player, ...]
    options: Any
    box: Any


class Game(Struct, frozen=True):
    """A game is this record of plain functions; a new game is one folder.

    ``seal(now, then, move)``: what only one seat may know of a move that led to the state
    ``then``, while the match is at ``now``; None once everybody may know. A game without
    it has no secrets. ``seated(state, seating)``: the state after somebody left, joined,
    was renamed or two swapped, or a Refusal; a game without it plays on as it is.
    ``veil(now, move)``: what may be told of a move while the match is at ``now`` (plain
    values, as JSON has them), where the world said something in it that nobody may know
    yet; None once everybody may. ``on_plate``: its pieces stand on the sensed plate.
    ``pieces``: what of its box can carry a tag. ``means(state, shown)``: what a shown piece
    can mean now, or why it means nothing, in words for everybody. ``turn(state)``: a word that
    changes with the turn, such as whose it is: a piece that lies on counts once in each.
    ``boxed(printed, shuffle)``: the box of a match out of what is printed on the owner's pieces
    (facts by the piece's id), with what the set-up leaves to chance in the order that ``shuffle``
    gives. ``may_hear(state, viewer, move)``: in a game with secrets, whether the rules may tell
    this viewer why that move cannot be: the reason gives away nothing that is closed to them.
    ``may_correct(state, viewer, move)``: whether this viewer may say that correction, where one
    is about a secret; without it, hosts alone may.
    ``score`` answers a sheet that cannot be with a Refusal. ``follows(state, move)``: this
    move is a further choice of the action before it, which an undo takes back as one."""

    name: str
    rules: int
    seats: tuple[str, ...]
    players: tuple[int, int]
    State: Any
    Move: Any
    Tap: Any  # the moves that people may take; the rest only the reading makes
    Correction: Any  # those of them that say how the table stands, whatever was believed
    Options: Any
    Box: Any
    Sheet: Any
    new: Callable[[Setup], Any]
    choices: Callable[[Any], tuple[Choice, ...]]
    play: Callable[[Any, Any], Any]
    is_world: Callable[[Any], bool]  # a roll, a card: stays when people take back
    is_quiet: Callable[[Any], bool]  # nobody's decision: an undo takes it along
    says: Callable[[Any, Any], Says]
    reader: Callable[[Any], Any]
    read: Callable[[Any, Any, Any], Read]
    show: Callable[[Any, Viewer], dict[str, Any]]
    score: Callable[[Any], Scores | Refusal]
    final: Callable[[Any], Scores]
    blank: dict[str, Any]  # an empty sheet
    package: str
    seal: Callable[[Any, Any, Any], Sealed | None] | None = None
    seated: Callable[[Any, Any], Any] | None = None
    veil: Callable[[Any, Any], dict[str, Any] | None] | None = None
    on_plate: bool = False
    pieces: tuple[Piece, ...] = ()
    means: Callable[[Any, Any], tuple[Meaning, ...] | Refusal] | None = None
    turn: Callable[[Any], str] | None = None
    boxed: Callable[[Printed, Shuffle], dict[str, Any]] | None = None
    follows: Callable[[Any, Any], bool] | None = None
    may_hear: Callable[[Any, Viewer, Any], bool] | None = None
    may_correct: Callable[[Any, Viewer, Any], bool] | None = None
