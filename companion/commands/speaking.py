"""Which die or piece says a choice by itself, where a game reads it.

Rule: pure. Nothing here knows a game: its own reading says what each side and label means now.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.registry import Catalogue
from companion.vocabulary import Choice, Game, Piece, Refusal, Rolled, Shown
from companion.vocabulary.tags import label


def side(game: Game, memory: Any, state: Any, choice: Choice) -> Piece | None:
    """The side of a die that tells this roll."""
    if memory is None or not game.is_world(choice.move):
        return None
    for piece in game.pieces:
        rolled = Rolled(piece.die, piece.face, 0)
        if piece.die and choice.move in game.read(memory, state, rolled).moves:
            return piece
    return None


def labelled(
    game: Game, memory: Any, known: Catalogue, state: Any, choice: Choice
) -> Piece | None:
    """A piece whose label can mean this choice; the side of a die, where the game reads none."""
    for piece, shown in _shown(game, known):
        if piece.die and memory is not None:
            continue
        meant = game.means(state, shown) if game.means else ()
        if not isinstance(meant, Refusal) and any(
            one.moves == (choice.move,) and one.seat == choice.seat for one in meant
        ):
            return piece
    return None


def _shown(game: Game, known: Catalogue) -> Iterator[tuple[Piece, Shown]]:
    """Everything of its box of which all is told that has to be."""
    for piece in game.pieces:
        found = known.find(f"code:{label(f'{game.name}/{piece.id}')}")
        if found and not found.lacks:
            yield piece, Shown(piece.id, 0, facts=found.facts)
