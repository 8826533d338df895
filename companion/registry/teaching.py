"""What people teach the table of its pieces, and what other tables were taught.

Rule: all of it is taken over, or nothing, and then it is said why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec.structs import replace

from companion.registry.catalogue import Catalogue, Registry
from companion.registry.printed import counts, is_told_apart, printed
from companion.vocabulary import Adopt, Piece, Refusal, Teach, Unteach
from companion.vocabulary.tags import spelled

MOST = 2000  # tags; the four games have not half as many pieces, and some bear two
SHORT = 80  # letters of something strange that is said in a sentence
NO_TAG = {"random": "house.no.tag_random", "cut": "house.no.tag_cut"}


def teach(catalogue: Catalogue, asked: Teach) -> Registry | Refusal:
    """What a tag is on, what is printed on a piece, or both."""
    if not asked.tag and not asked.facts:
        return Refusal("house.no.tag")
    id = _meant(catalogue, asked)
    if isinstance(id, Refusal):
        return id
    tags = {asked.tag: id} if asked.tag else {}
    facts = {id: asked.facts} if asked.facts else {}
    return _with(catalogue, tags, facts)


def unteach(catalogue: Catalogue, asked: Unteach) -> Registry | Refusal:
    """A tag is on nothing any more; what is printed on the piece is still printed there."""
    registry = catalogue.registry
    if asked.tag not in registry.tags:
        return Refusal("house.no.tag", {"tag": _short(asked.tag)})
    tags = {tag: id for tag, id in registry.tags.items() if tag != asked.tag}
    return replace(registry, tags=tags)


def adopt(catalogue: Catalogue, asked: Adopt) -> Registry | Refusal:
    """All of what another table was taught, or nothing of it. What is printed on a piece is
    as they say it; a tag that is on another piece here has to be untaught first."""
    together = _with(catalogue, asked.tags, asked.facts)
    if isinstance(together, Refusal):
        return together
    new = [id for tag, id in asked.tags.items() if catalogue.on(tag) != id]
    others = (id for id in (*asked.facts, *new) if _differs(catalogue, asked, together, id))
    other = next(others, "")
    return Refusal("house.no.piece_other", {"piece": other}) if other else together


def sound(catalogue: Catalogue, kept: Registry) -> Registry:
    """What of this can be believed. Pieces of games that are not here are kept as they are:
    they may come back."""
    tags = {tag: id for tag, id in kept.tags.items() if not any(_spelled(tag))}
    facts: dict[str, dict[str, Any]] = {}
    for id, told in kept.facts.items():
        read = _believed(id, catalogue.piece(id), told)
        if not isinstance(read, Refusal):
            facts[id] = read
    return Registry(tags, facts)


def _believed(id: str, piece: Piece | None, told: dict[str, Any]) -> dict[str, Any] | Refusal:
    """What of this is on the piece; all of it, where nobody knows such a piece."""
    if piece is None:
        return told
    read = printed(piece, told)
    return read if isinstance(read, Refusal) else counts(id, piece, read) or read


def export(registry: Registry, game: str = "") -> Registry:
    """What there is to hand on, of this game or of all."""
    front = f"{game}/" if game else ""
    return Registry(
        {tag: id for tag, id in registry.tags.items() if id.startswith(front)},
        {id: told for id, told in registry.facts.items() if id.startswith(front)},
    )


def _differs(catalogue: Catalogue, asked: Adopt, together: Registry, id: str) -> bool:
    """Is it another one there than here? Which of its kind has which number is all the same
    until they are told apart; from then on a tag would be on the wrong one."""
    piece, here = catalogue.piece(id), catalogue.registry.facts.get(id)
    if piece is None or not here or not is_told_apart(piece):
        return False
    return id not in asked.facts or together.facts[id] != here


def _meant(catalogue: Catalogue, asked: Teach) -> str | Refusal:
    """The piece; for a kind of them the next that nobody showed yet, or the one that is
    known already by its tag or by what is printed on it."""
    if not asked.piece.endswith("/"):
        return asked.piece
    kind = catalogue.like(asked.piece)
    if not kind:
        return _no_piece(asked.piece)
    if catalogue.on(asked.tag) in kind:
        return catalogue.on(asked.tag)
    tagged, facts = set(catalogue.registry.tags.values()), catalogue.registry.facts
    untagged = [id for id in kind if id not in tagged]
    alike = (id for id in untagged if facts.get(id) and _bears(catalogue, id, asked.facts))
    free = (id for id in untagged if not facts.get(id))
    id = next(alike, "") or next(free, "")
    return id or Refusal("house.no.piece_all", {"piece": asked.piece})


def _bears(catalogue: Catalogue, id: str, told: Mapping[str, Any]) -> bool:
    """Is this the one piece on which that is printed?"""
    piece = catalogue.piece(id)
    if piece is None or not is_told_apart(piece):
        return False
    return printed(piece, told) == catalogue.registry.facts.get(id)


def _with(
    catalogue: Catalogue, tags: Mapping[str, str], told: Mapping[str, Mapping[str, Any]]
) -> Registry | Refusal:
    """The registry with all this, too, or the first reason why that cannot be."""
    facts = dict(catalogue.registry.facts)
    for refusal in _tags(catalogue, tags):
        return refusal
    for id, one in told.items():
        piece = catalogue.piece(id)
        read = printed(piece, one) if piece else _no_piece(id)
        if isinstance(read, Refusal):
            return read
        if read:
            facts[id] = facts.get(id, {}) | read
    for refusal in chain(_uncounted(catalogue, facts, told), _doubles(catalogue, facts, told)):
        return refusal
    new = {tag: id for tag, id in tags.items() if catalogue.on(tag) != id}
    return Registry(catalogue.registry.tags | new, facts)


def _tags(catalogue: Catalogue, tags: Mapping[str, str]) -> Iterator[Refusal]:
    """Why these tags cannot be on these pieces."""
    if len({*catalogue.registry.tags, *tags}) > MOST:
        yield Refusal("house.no.tags", {"most": MOST})
    for tag, id in tags.items():
        if catalogue.piece(id) is None:
            yield _no_piece(id)
        yield from _spelled(tag)
        if catalogue.on(tag) not in ("", id):
            there: dict[str, str | int] = {"piece": catalogue.on(tag), "tag": tag, "wanted": id}
            yield Refusal("house.no.tag_taken", there)


def _spelled(tag: str) -> Iterator[Refusal]:
    """Why this can be no tag."""
    if why := spelled(tag):
        yield Refusal(NO_TAG.get(why, "house.no.tag"), {"tag": _short(tag)})


def _uncounted(
    catalogue: Catalogue, facts: Mapping[str, dict[str, Any]], told: Iterable[str]
) -> Iterator[Refusal]:
    """Rows that are longer or shorter than the number on the same piece says."""
    for id in told:
        piece = catalogue.piece(id)
        refusal = counts(id, piece, facts.get(id, {})) if piece else None
        if refusal:
            yield refusal


def _doubles(
    catalogue: Catalogue, facts: Mapping[str, dict[str, Any]], told: Iterable[str]
) -> Iterator[Refusal]:
    """Two of a kind that bear the same, where each bears something else."""
    for id in told:
        piece, name = catalogue.piece(id), _name(facts.get(id, {}))
        if piece is None or not name or not is_told_apart(piece):
            continue
        for other in catalogue.like(f"{id.rpartition('/')[0]}/"):
            if other != id and _name(facts.get(other, {})) == name:
                yield Refusal("house.no.fact_taken", {"piece": other, **facts[id]})


def _name(facts: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(word).casefold() for key, word in facts.items()}


def _no_piece(id: str) -> Refusal:
    return Refusal("house.no.piece", {"piece": _short(id)})


def _short(said: str) -> str:
    return said[:SHORT]
