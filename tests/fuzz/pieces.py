"""A file of pieces from another table: all of it is taken over, or nothing, and what was taken
over is taken over again by the next table.
"""

from __future__ import annotations

import atheris
import msgspec

with atheris.instrument_imports(
    include=["companion.registry", "companion.views.tablet.pieces"]
):
    from companion.registry import Catalogue, Registry, adopt, export
    from companion.views.tablet.pieces_file import adopting
from companion.vocabulary import Adopt, Refusal
from tests.test_registry import BOX, EMPTY, OTHER

HERE = Catalogue(
    {"box": BOX, "other_game": OTHER},
    Registry({"nfc:e5f6a7b8": "box/chip/1"}, {"box/chip/1": {"symbol": "owl"}}),
)


def keep_promises(data: bytes) -> None:
    """One try."""
    asked = adopting(data, "fuzz")
    if isinstance(asked, Refusal):
        return
    before = msgspec.json.encode(HERE.registry)
    for catalogue in (HERE, EMPTY):
        registry = adopt(catalogue, asked)
        if isinstance(registry, Refusal):
            assert registry.key.startswith("house.no.")
            assert all(len(str(value)) <= 300 for value in registry.values.values())
        else:
            _taken_over(catalogue, asked, registry)
    assert msgspec.json.encode(HERE.registry) == before


def _taken_over(catalogue: Catalogue, asked: Adopt, registry: Registry) -> None:
    after = catalogue.with_(registry)
    for tag, id in {**catalogue.registry.tags, **asked.tags}.items():
        found = after.find(tag)
        assert found is not None
        assert found.piece == id
    for id in registry.facts:
        assert catalogue.piece(id) is not None
    handed_on = msgspec.json.encode({"pieces": 1, **export(registry)})
    again = adopting(handed_on, "fuzz")
    assert isinstance(again, Adopt)
    assert adopt(EMPTY, again) == registry
    assert adopt(after, again) == registry
