"""A player's name is forgotten: the match stays what it was, and somebody else played it.

Rule: pure. Only what is a name is changed; a symbol that a child is called like stays a
symbol. The changed entries fold to the same match but for the name, and say so by their
hashes. What is told of a player comes from the journal, so with the name it is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.folding import applied, fold
from companion.journal.entry import Entry
from companion.journal.forgetting import Anew
from companion.journal.reader import Reader
from companion.match import Match, hashed
from companion.naming import heard
from companion.vocabulary import Game

KEPT = frozenset({"do", "symbol", "seat", "field", "kind"})
"""Under these keys stands a word of the game, whatever anybody is called."""
CALLED = frozenset({"name", "names", "values"})
"""Under these keys stands what people are called; ``values`` are those of a sentence."""
OTHERWISE = "-"
"""The hash of no state. It stands where today's rules had led elsewhere than the journal
before, so that folding goes on from the stored state there, as it did."""


class Change(Struct, frozen=True):
    """Who is forgotten, as ``heard``, and what is said instead. ``wide``: in every place
    that is not known to be the game's; else only where people are known to be called."""

    heard: str
    instead: str
    wide: bool = False


def named(entries: Iterable[Entry]) -> set[str]:
    """Every name that a player of this match ever had, as it was typed."""
    return {name for entry in entries for name in _names(entry)}


def _names(entry: Entry) -> Iterator[str]:
    if entry.kind == "start":
        yield from (player["name"] for player in entry.body["seats"])
    elif entry.kind == "seats":
        told = entry.body.get("player", entry.body)
        if "name" in told:
            yield told["name"]


def forgetting(games: Mapping[str, Game], name: str, instead: str) -> Anew:
    """What a journal has to be rewritten with, so that nobody of that name ever played."""

    def anew(reader: Reader) -> Iterator[Entry]:
        for row in reader.matches():
            game = games.get(row.game)
            known = game if game and row.rules <= game.rules else None
            old = reader.entries(row.match)
            new = forgotten(old, known, name, instead)
            yield from (entry for entry, was in zip(new, old, strict=True) if entry != was)

    return anew


def forgotten(entries: list[Entry], game: Game | None, name: str, instead: str) -> list[Entry]:
    """The entries of one match with ``instead`` for the name. Without the game nothing can
    be proven: the stored states are taken at their word, and there are no hashes."""
    called = {heard(one) for one in named(entries)}
    if heard(name) not in called:
        return entries
    change = Change(heard(name), _free(instead, called))
    sure = [_changed(entry, change) for entry in entries]
    wide = [_changed(entry, replace(change, wide=True)) for entry in entries]
    if wide != sure and change.heard not in _words(sure, game):
        sure = wide
    return _proven(game, entries, sure) if game else [replace(e, hash="") for e in sure]


def _free(instead: str, called: set[str]) -> str:
    """The word, with a number where another is called so."""
    numbered = (f"{instead} {number}" if number > 1 else instead for number in count(1))
    return next(word for word in numbered if heard(word) not in called)


def _changed(entry: Entry, change: Change) -> Entry:
    if entry.kind in ("start", "seats"):
        body = _said(entry.body, replace(change, wide=False), "", "")
    else:
        body = _said(entry.body, change, "", "")
    if entry.kind == "start":  # the house rules and the owner's box name nobody
        body |= {key: entry.body[key] for key in ("options", "box") if key in entry.body}
    return replace(entry, body=body, state=_said(entry.state, change, "", ""), check=0)


def _said(value: Any, change: Change, key: str, above: str) -> Any:
    """The value with the name changed; ``key`` is where it stands, ``above`` where that is."""
    if isinstance(value, dict):
        return {inner: _said(one, change, inner, key) for inner, one in value.items()}
    if isinstance(value, list | tuple):
        return [_said(one, change, key, above) for one in value]
    if not isinstance(value, str) or key in KEPT or heard(value) != change.heard:
        return value
    return change.instead if change.wide or CALLED & {key, above} else value


def _words(entries: list[Entry], game: Game | None) -> set[str]:
    """The words of the game: what is still there while nobody is called that any more."""
    start = entries[0].body
    found = {*_strings([start.get("options"), start.get("box"), start["seats"]])}
    for entry in entries:
        found |= {*_reserved(entry.body), *_reserved(entry.state)}
    for match in _steps(game, entries) if game else ():
        found |= {*_strings(msgspec.to_builtins(match.state))}
    return {heard(word) for word in found}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from _strings(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def _reserved(value: Any, key: str = "") -> Iterator[str]:
    """Keys, and what stands under those that name nobody."""
    if isinstance(value, dict):
        yield from value
        for inner, one in value.items():
            yield from _reserved(one, inner)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _reserved(one, key)
    elif isinstance(value, str) and key in KEPT:
        yield value


def _steps(game: Game, entries: list[Entry]) -> Iterator[Match]:
    """The match after each entry."""
    match = fold(game, entries[:1]).match
    yield match
    for entry in entries[1:]:
        match = applied(match, entry)
        yield match


def _proven(game: Game, old: list[Entry], new: list[Entry]) -> list[Entry]:
    """The new entries with the hashes and states that they fold to. Where the old ones had
    not folded as they say, both go on from the stored state."""
    proven: list[Entry] = []
    before, after = fold(game, old[:1]).match, fold(game, new[:1]).match
    for was, entry in zip(old, new, strict=True):
        if proven:
            before, after = applied(before, was), applied(after, entry)
        if was.hash in ("", hashed(before.state)):
            proven.append(_told(was, entry, after))
        else:
            before, after = _at(before, was) or before, _at(after, entry) or after
            proven.append(replace(entry, hash=_taken(after, entry)))
    return proven


def _told(was: Entry, entry: Entry, after: Match) -> Entry:
    if not was.hash:
        return entry
    state = None if was.state is None else msgspec.to_builtins(after.state)
    return replace(entry, hash=hashed(after.state), state=state)


def _at(match: Match, entry: Entry) -> Match | None:
    """The match at the state that the entry holds, if it does and we can read it."""
    if entry.state is None:
        return None
    try:
        return applied(match, replace(entry, kind="rebase"))
    except msgspec.ValidationError:
        return None


def _taken(after: Match, entry: Entry) -> str:
    return hashed(after.state) if _at(after, entry) else OTHERWISE
