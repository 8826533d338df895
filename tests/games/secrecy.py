"""What a game with secrets has to keep: nobody is told what is closed to them.

Rule: nothing here knows a game. A secret is told by its words, and where its words are on every
table, by what another choice would have changed for the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from companion.vocabulary import Choice, Game, Meaning, Refusal, Sealed, Shown, Viewer
from tests.games.contract import (
    Step,
    has_words,
    heard,
    leaves,
    pieces_shown,
    viewers,
    words_of,
)

LATER = 5  # moves from a secret choice on, in which it may make no difference


# Secrets of a whole play


def tells_no_secret(game: Game, steps: list[Step]) -> None:
    """What is sealed for one seat is nowhere in what the others can read; what is open
    once stays open; and nothing but a secret choice is ever sealed."""
    was_open: set[int] = set()
    for_ever: set[int] = set()
    alone: dict[int, dict[Viewer, set[str]]] = {}
    for number in range(len(steps)):
        now = steps[number][0]
        closed = _closed(game, steps[: number + 1])
        if _is_secret(game, steps, number):
            assert number in closed, f"{steps[number][1]} was secret, and everybody reads it"
        assert not was_open & closed.keys(), "sealed again after it was open"
        assert for_ever <= closed.keys(), "sealed for ever, and open after all"
        for_ever |= {one for one, sealed in closed.items() if sealed.ever}
        was_open = set(range(1, number + 1)) - closed.keys()
        for one, sealed in closed.items():
            _is_veil(game, steps[one - 1][0], steps[one][1], sealed)
        for one in closed.keys() - alone.keys():
            alone[one] = _words_alone(game, steps, one)
        open_words = {word for one in was_open for word in words_of(steps[one][1])}
        for viewer in viewers(game):
            if hidden := _hidden(closed, alone, viewer) - open_words:
                seen = hidden & set(leaves(readable(game, steps[: number + 1], viewer)))
                told = {it for it in seen if not _anyway(game, steps[: number + 1], viewer, it)}
                assert not told, f"{viewer} reads {told} in {now}"


def _anyway(game: Game, steps: list[Step], viewer: Viewer, word: str) -> bool:
    """Would they read it, too, had the secret been another? A list of all that can come, such as
    the cards that lie nowhere in the open, tells nothing."""
    closed = _closed(game, steps)
    number = next(one for one in closed if word in words_of(steps[one][1]))
    others = (it for it in _instead(game, steps, number) if word not in words_of(it.move))
    replayed = (_replayed(game, steps, number, other) for other in others)
    twin = next((it for it in replayed if it), None)
    return twin is not None and word in leaves(readable(game, twin, viewer))


def _replayed(game: Game, steps: list[Step], number: int, choice: Choice) -> list[Step]:
    """The same play with another secret choice; nothing where that could not have been."""
    twin = steps[:number]
    for move in (choice.move, *(move for _, move in steps[number + 1 :])):
        after = game.play(twin[-1][0], move)
        if isinstance(after, Refusal):
            return []
        twin = [*twin, (after, move)]
    return twin


def _is_secret(game: Game, steps: list[Step], number: int) -> bool:
    """Was this a secret choice, while others had one to make as well, and have it still? Else
    it may be known as soon as it is made, such as a card that is played out of a hand."""
    now, move = steps[number]
    if move is None:
        return False
    open_then = game.choices(steps[number - 1][0])
    waiting = _choosing(open_then) & _choosing(game.choices(now))
    taken = (one for one in open_then if one.move == move)
    return any(one.secret and waiting - {one.seat} for one in taken)


def _choosing(choices: Iterable[Choice]) -> set[str]:
    """The seats that have a secret choice to make."""
    return {one.seat for one in choices if one.secret}


def _closed(game: Game, steps: list[Step]) -> dict[int, Sealed]:
    """The moves that are sealed in the last of these states, by their number."""
    now, found = steps[-1][0], {}
    for number, (then, move) in enumerate(steps):
        sealed = game.seal(now, then, move) if game.seal and move is not None else None
        if sealed:
            found[number] = sealed
    return found


def _is_veil(game: Game, before: Any, move: Any, sealed: Sealed) -> None:
    """The veil shows a part of the move and no more, and names the same seat."""
    taken = [choice for choice in game.choices(before) if choice.move == move]
    assert all(choice.secret for choice in taken), f"{move} is sealed, and no secret"
    assert all(choice.seat == sealed.seat for choice in taken), f"sealed for whom? {move}"
    plain = msgspec.to_builtins(move)
    assert sealed.move.items() < plain.items(), f"{sealed.move} hides nothing of {plain}"
    assert sealed.says.values["seat"] == game.says(before, move).values["seat"] == sealed.seat
    has_words(game, sealed.says)


def _hidden(
    closed: dict[int, Sealed], alone: dict[int, dict[Viewer, set[str]]], viewer: Viewer
) -> set[str]:
    return {
        word
        for number, sealed in closed.items()
        if sealed.seat != viewer.seat
        for word in alone[number][viewer] - set(leaves(sealed.move))
    }


def _words_alone(game: Game, steps: list[Step], number: int) -> dict[Viewer, set[str]]:
    """The words of a secret choice, without those that another seat could have chosen at the
    same time, and those that this viewer read before it was made: one of three elements, or a
    word that is on every table, tells nothing by itself. See ``makes_no_difference``."""
    open_then, move = game.choices(steps[number - 1][0]), steps[number][1]
    seats = {one.seat for one in open_then if one.move == move}
    others = (one.move for one in open_then if one.secret and one.seat not in seats)
    words = words_of(move) - {word for other in others for word in words_of(other)}
    before = steps[:number]
    return {one: words - set(leaves(readable(game, before, one))) for one in viewers(game)}


# Secrets that no word gives away


def makes_no_difference(game: Game, steps: list[Step]) -> int:
    """Had somebody made another secret choice, the others would be told the very same, as long
    as it is sealed: what they read, what they hear when they try what cannot be, and what a
    piece means that they show. How many choices were put beside those that were made."""
    count = 0
    for number in range(1, len(steps)):
        for choice in _instead(game, steps, number):
            for play, twin in _twins(game, steps, number, choice):
                _tells_the_same(game, play, twin, choice)
            count += 1
    return count


def _instead(game: Game, steps: list[Step], number: int) -> list[Choice]:
    """The other secret choices of the seat whose secret this was; one of them, if it was sealed
    while nobody else had one to make."""
    move, open_then = steps[number][1], game.choices(steps[number - 1][0])
    whose = {one.seat for one in open_then if one.move == move}
    others = [one for one in open_then if one.secret and one.seat in whose and one.move != move]
    if _is_secret(game, steps, number):
        return others
    return others[-1:] if number in _closed(game, steps[: number + 1]) else []


Twins = tuple[list[Step], list[Step]]
"""The same play twice; one secret choice in it is another."""


def _twins(game: Game, steps: list[Step], number: int, choice: Choice) -> Iterator[Twins]:
    """The play as it was and as it would have been with this choice, and the same moves after
    it, until something is opened, or the same seat chose in secret what it could not have then."""
    twin = steps[:number]
    for now in range(number, min(number + LATER, len(steps))):
        if now > number and _opens(game, steps, now):
            return
        move = choice.move if now == number else steps[now][1]
        after = game.play(twin[-1][0], move)
        if isinstance(after, Refusal) and _is_own(game, steps, now, choice.seat):
            return
        assert not isinstance(after, Refusal), f"{move} makes a difference: {after}"
        twin = [*twin, (after, move)]
        yield steps[: now + 1], twin


def _is_own(game: Game, steps: list[Step], number: int, seat: str) -> bool:
    """Was this a secret choice of that seat?"""
    now = [one for one in game.choices(steps[number - 1][0]) if one.move == steps[number][1]]
    return any(one.secret and one.seat == seat for one in now)


def _opens(game: Game, steps: list[Step], number: int) -> bool:
    """Is anything open after this move that was sealed before it?"""
    closed = _closed(game, steps[: number + 1])
    return bool(_closed(game, steps[:number]).keys() - closed.keys())


def _tells_the_same(game: Game, play: list[Step], twin: list[Step], choice: Choice) -> None:
    tried = [one.move for one in game.choices(play[-2][0])]
    tried += [move for _, move in (*play, twin[len(play) - 1]) if move is not None]
    shown = pieces_shown(game, play[-1][0], Random(len(play)))
    meant = _meant(game, (play[-1][0], twin[-1][0]), shown, choice.seat)
    for viewer in viewers(game):
        if viewer.seat != choice.seat:
            one = _told(game, play, viewer, tried, [mine for mine, _ in meant])
            other = _told(game, twin, viewer, tried, [theirs for _, theirs in meant])
            assert one == other, f"{choice.move} makes a difference to {viewer}"


Meant = tuple[Meaning, ...] | Refusal


def _meant(
    game: Game, states: tuple[Any, Any], shown: list[Shown], seat: str
) -> list[tuple[Meant, Meant]]:
    """What each piece means here and there. A card that this seat could play, as it is in its
    hand, only this seat can show: that one is left out."""
    if game.means is None:
        return []
    both = [(game.means(states[0], one), game.means(states[1], one)) for one in shown]
    return [two for two in both if not any(_is_held(one, seat) for one in two)]


def _is_held(meant: Meant, seat: str) -> bool:
    return not isinstance(meant, Refusal) and any(m.secret and m.seat == seat for m in meant)


def _told(
    game: Game, steps: list[Step], viewer: Viewer, tried: Iterable[Any], meant: list[Meant]
) -> dict[str, Any]:
    now = steps[-1][0]
    return {
        **readable(game, steps, viewer),
        "heard": [heard(game, now, viewer, move) for move in tried],
        "meant": [_seen(one, viewer) for one in meant],
    }


def _seen(meant: Meant, viewer: Viewer) -> Any:
    """What a shown piece means, as far as this viewer may know."""
    if isinstance(meant, Refusal):
        return meant
    return [one for one in meant if not one.secret or one.seat == viewer.seat]


# Veils: what nobody may know yet


def tells_nothing_veiled(game: Game, steps: list[Step]) -> int:
    """What the world said, and nobody may know yet, is nowhere: not in the table, nor in a
    choice, nor in the history, nor is it what people could have told. Once it is open it
    stays so. How many moves were veiled."""
    veiled: set[int] = set()
    for number, (now, _) in enumerate(steps):
        before, veiled = veiled, _veiled(game, steps[: number + 1])
        assert veiled - before <= {number}, "veiled again after it was open"
        hidden = {word for one in veiled for word in _unsaid(game, now, steps[one][1])}
        for viewer in viewers(game):
            seen = readable(game, steps[: number + 1], viewer, veiled)
            assert not hidden & set(atoms(seen)), f"{viewer} reads of it in {now}"
    return len(veiled)


def _veiled(game: Game, steps: list[Step]) -> set[int]:
    now = steps[-1][0]
    moves = [(n, move) for n, (_, move) in enumerate(steps) if move is not None]
    return {n for n, move in moves if game.veil and game.veil(now, move) is not None}


def _unsaid(game: Game, now: Any, move: Any) -> set[str]:
    """The words and odd numbers of a veiled move that its veil does not show."""
    assert game.veil
    veil = game.veil(now, move)
    msgspec.convert(veil, game.Tap)  # it looks like what people tell
    taps = {type(choice.move) for choice in game.choices(now)}
    assert type(move) not in taps, f"{move} is for people to take, and veiled from them"
    plain = msgspec.to_builtins(move)
    return set(atoms(list(plain.values()))) - set(atoms(veil)) - {plain["do"]}


def atoms(plain: Any) -> Iterable[str]:
    """Every word in a plain value, and every number that nobody would have by chance."""
    yield from leaves(plain)
    if isinstance(plain, float) and round(plain, 3) != plain:
        yield repr(plain)
    elif isinstance(plain, Mapping):
        for value in plain.values():
            yield from atoms(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from atoms(value)


def readable(
    game: Game, steps: list[Step], viewer: Viewer, veiled: Collection[int] = ()
) -> dict[str, Any]:
    """All that a viewer can read of a play as it stands after its last step: the table, the
    open choices, the history and the moves in it."""
    now, closed = steps[-1][0], _closed(game, steps)
    choices = [one for one in game.choices(now) if not one.secret or one.seat == viewer.seat]
    history: list[Any] = []
    for number, (_, move) in list(enumerate(steps))[1:]:
        sealed = closed.get(number)
        if sealed and sealed.seat != viewer.seat:
            history.append((sealed.says, sealed.move))
        elif game.veil and number in veiled:
            history.append((game.says(steps[number - 1][0], move), game.veil(now, move)))
        else:
            history.append((game.says(steps[number - 1][0], move), move))
    plain = msgspec.to_builtins({"choices": choices, "history": history})
    return {"view": game.show(now, viewer), **plain}
