"""What was noticed of the hidden walls, as small frozen facts.

Rule: a fact says what was seen and with which weights, never what follows from it. An
edge is two neighbouring fields, the smaller first: ``a1-b1``.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Edge = Annotated[str, Meta(pattern="^[a-i][1-9]-[a-i][1-9]$")]
Weight = Annotated[float, Meta(ge=0, le=1)]


class Way(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One way in which a ball may have fallen: over these edges in this order, and the last
    one held it back. ``weight``: how likely, beside the other ways. What that was made of,
    so that it can be weighed anew when more is known of the table: ``far``, mm from where
    it fell to its tray; ``delay``, ms from there to the tray's beam; ``besides``, the weight
    without the delay. ``far`` is 0 where nobody measured."""

    edges: Annotated[tuple[Edge, ...], Meta(min_length=1, max_length=16)]
    weight: Weight
    far: Annotated[float, Meta(ge=0, le=1000)] = 0.0
    delay: Annotated[int, Meta(ge=-10_000, le=10_000)] = 0
    besides: Weight = 1.0


class Drop(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A ball fell: by one of these ways, or (``none``) without any wall, by a jerk or a lift.
    ``over``: the edges crossed before, should there have been none."""

    ways: Annotated[tuple[Way, ...], Meta(max_length=16)]
    none: Weight = 0.0
    over: Annotated[tuple[Edge, ...], Meta(max_length=16)] = ()


class Either(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """No ball fell, on one of these paths: a corner was cut. The weights are equal where
    none are given."""

    paths: Annotated[tuple[tuple[Edge, ...], ...], Meta(min_length=1, max_length=9)]
    weights: tuple[Weight, ...] = ()


class Found(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game has found of its walls: how often each edge was crossed and no ball
    fell, corners that were cut, balls that fell."""

    crossed: dict[Edge, int] = {}
    either: tuple[Either, ...] = ()
    drops: tuple[Drop, ...] = ()
