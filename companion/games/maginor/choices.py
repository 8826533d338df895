"""Every decision that is open now, and to whom.

Rule: the list is finite, so that a page is always buttons and places on the drawing. What is in
a hand, and what is pointed in a duel, is for its seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.maginor import moves, sheet
from companion.games.maginor.cards import useless
from companion.games.maginor.laying_out import lying, small, waiting
from companion.games.maginor.pending import dice, does, pending
from companion.games.maginor.state import (
    CENTRE,
    RITUALS,
    WAND,
    State,
    called,
    held,
    standing,
)
from companion.vocabulary import Choice, Says

Choices = tuple[Choice, ...]


def choices(state: State) -> Choices:
    """What the phase is open to; in a turn, what it waits for."""
    if state.phase == "turn" and state.todo:
        return pending(state)
    return _OPEN[state.phase](state)


# Setting up


def _beginners(state: State) -> Choices:
    return tuple(
        Choice(seat, moves.Begins(seat), does("begins", name=state.names[seat]))
        for seat in state.seats
    )


def _standers(state: State) -> Choices:
    """The proposal first; then the small ones, until both stand."""
    laid = Choice(state.turn, moves.Laid(), does("laid"), usual=True)
    first = () if state.order or not state.proposed else (laid,)
    low = small(state)
    return first + tuple(
        Choice(
            state.turn, moves.Stands(id), does("stands", oracle=called(state, id)),
            place=f"oracle/{id}", usual=not first and id in low,
        )
        for id in waiting(state)
    )  # fmt: skip


def _spells_beside(state: State) -> Choices:
    return tuple(
        Choice(
            state.turn,
            moves.Beside(spell),  # type: ignore[arg-type]  # they come from its own list
            does("beside", spell=spell) if spell != "none" else does("beside_none"),
        )
        for spell in lying(state)
    )


# A turn


def _turn(state: State) -> Choices:
    return (*_cards(state), *_spells(state), *_goes(state), *_rolls(state))


def _cards(state: State) -> Iterator[Choice]:
    """One of each kind; in the centre there is no Oracle for a symbol."""
    is_secret = state.options.way == "everything"
    shown: set[str] = set()
    for card in held(state, state.turn):
        if card.shows in shown or (card.shows != WAND and state.at[state.turn] == CENTRE):
            continue
        shown.add(card.shows)
        word = card.id if is_secret else card.shows
        yield Choice(
            state.turn, moves.Play(word), does("play", card=card.shows), secret=is_secret
        )


def _spells(state: State) -> Iterator[Choice]:
    for spell in state.spells[state.turn]:
        if spell not in RITUALS and spell != "inversion" and not useless(state, spell):
            yield Choice(state.turn, moves.Spell(spell), does("spell", spell=spell))  # type: ignore[arg-type]


def _goes(state: State) -> Iterator[Choice]:
    here = state.at[state.turn]
    for id in standing(state):
        if id != here:
            says = does("go", oracle=called(state, id))
            yield Choice(state.turn, moves.Go(id), says, place=f"oracle/{id}")


def _rolls(state: State) -> Choices:
    return () if state.at[state.turn] == CENTRE else dice(state.turn, by_will=True)


# The final sheet


def _sheet(state: State) -> Choices:
    if state.todo:
        return pending(state)
    return (*_keeps(state), *_adds(state), Choice(state.turn, moves.Done(), does("done")))


def _keeps(state: State) -> Iterator[Choice]:
    for item in sheet.unsaid(state):
        is_ritual = item in RITUALS
        said = {"spell": item} if is_ritual else {"oracle": called(state, item)}
        key = "keeps_ritual" if is_ritual else "keeps"
        for seat in state.seats:
            says = Says(f"maginor.do.{key}", {**said, "name": state.names[seat]})
            yield Choice(seat, moves.Keeps(seat, item), says)
        nobody = Says(f"maginor.do.{key}_nobody", {**said})
        yield Choice(state.turn, moves.Keeps("", item), nobody)


def _adds(state: State) -> Iterator[Choice]:
    if sheet.nameless(state) < 1:
        return
    for seat in state.seats:
        for votes in range(5, 16):
            says = does("adds", votes=votes, name=state.names[seat])
            yield Choice(seat, moves.Adds(seat, votes), says)


_OPEN: dict[str, Callable[[State], Choices]] = {
    "begin": _beginners,
    "ring": _standers,
    "spells": _spells_beside,
    "turn": _turn,
    "sheet": _sheet,
    "over": lambda _: (),
}
