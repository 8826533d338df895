"""A file of pieces from another table: all of it is taken over, or nothing, and what was taken
over is taken over again by the next table.
"""

from __future__ import annotations

import atheris
import msgspec

with atheris.instrument_imports(include=["companion.registry"]):
    from companion.registry import Catalogue, Registry, adopt
    from companion.registry.page import read, written
from companion.vocabulary import Adopt, Refusal
from tests.test_registry import BOX, EMPTY, OTHER

HERE = Catalogue(
    {"box": BOX, "other_game": OTHER},
    Registry({"nfc:e5f6a7b8": "box/chip/1"}, {"box/chip/1": {"symbol": "owl"}}),
)


def keep_promises(data: bytes) -> None:
    """One try."""
    page = read(data)
    if isinstance(page, Refusal):
        return
    asked = Adopt(page.tags, page.facts, "fuzz")
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
    handed_on = read(written(registry))
    assert handed_on == registry
    again = Adopt(registry.tags, registry.facts, "fuzz")
    assert adopt(EMPTY, again) == registry
    assert adopt(after, again) == registry
