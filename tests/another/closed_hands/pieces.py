"""The pieces of Closed Hands that can carry a tag.

Rule: a token says whose colour it has, which everybody sees on its back. What stands on its
face is learned from the owner's copy, and is the secret of the hand that holds it.
"""

from __future__ import annotations

from closed_hands.tokens import SEATS

from companion.vocabulary import Fact, Piece, Says

CARDS = (1, 2, 3)
A_HAND = 5  # tokens of a colour
NAME = Fact("name", "text")


def _prize(count: int) -> Piece:
    return Piece(f"prize/{count}", Says("closed_hands.piece.prize", {"count": count}))


def _token(seat: str, number: int) -> Piece:
    says = Says("closed_hands.piece.token", {"colour": seat, "number": number})
    return Piece(f"token/{seat}/{number}", says, (NAME,))


PIECES = (
    *(_prize(count) for count in CARDS),
    *(_token(seat, number) for seat in SEATS for number in range(1, A_HAND + 1)),
)
