"""How people answer the companion's questions: they were there.

Rule: an answer is right if the moves it stands for end where the magicians stand, with
the balls that are down and the die that was thrown; if none does, it is the last one ("we
don't know, play on").
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from companion.simulator.fingers import View
from companion.simulator.ledger import Truth

Move = Mapping[str, Any]


class Handled(Struct, frozen=True):
    """The last turn as it was: who, over which fields, whether the ball fell."""

    seat: str = ""
    path: tuple[str, ...] = ()
    fell: bool = False


def right(
    options: list[Mapping[str, Any]],
    view: View,
    truth: Truth,
    last: Handled,
    down: Collection[str] = (),
) -> int:
    """The number of the answer that is true; ``down``: whose balls are not under them."""
    fits = [
        n for n, option in enumerate(options)
        if _fits(option["moves"], view, truth, last) and _was_thrown(option, truth)
    ]  # fmt: skip
    whole = [n for n in fits if _outcome(options[n]["moves"], view, truth)[1] == set(down)]
    exact = [n for n in fits if _path(options[n]["moves"]) == last.path]
    return (exact or whole or fits or [len(options) - 1])[0]


def _fits(moves: list[Move], view: View, truth: Truth, last: Handled) -> bool:
    at, fell = _outcome(moves, view, truth)
    return at == truth.at and (last.seat in fell) == last.fell


def _was_thrown(option: Mapping[str, Any], truth: Truth) -> bool:
    """A die that somebody only had in the fingers is no roll."""
    whose = option.get("says", {}).get("values", {}).get("seat", truth.turn)
    faces = [move["face"] for move in option["moves"] if move["do"] == "roll"]
    return all(face == truth.roll and whose == truth.turn for face in faces)


def _outcome(moves: list[Move], view: View, truth: Truth) -> tuple[dict[str, str], set[str]]:
    at = {shown["seat"]: shown["at"] for shown in view["seats"]}
    fell = {shown["seat"] for shown in view["seats"] if shown["ball"] != "under"}
    for move in moves:
        seat = move.get("seat") or view["turn"]["seat"]
        if move["do"] == "walk":
            at[seat] = move["path"][-1] if move["path"] else view["start"]
            fell.discard(seat)
        elif move["do"] == "fall":
            at[seat] = truth.corners[seat]
            fell.add(seat)
        elif move["do"] == "place":
            at[seat] = move["field"]
        elif move["do"] == "ball":
            (fell.discard if move["where"] == "under" else fell.add)(seat)
    return at, fell


def _path(moves: list[Move]) -> tuple[str, ...]:
    paths = [tuple(move["path"]) for move in moves if move["do"] == "walk"]
    return paths[-1] if paths else ()
