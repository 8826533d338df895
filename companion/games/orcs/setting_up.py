"""Setting up (lines 2 to 4), and what the fate card says (line 5).

Rule: what the owner told is not asked; what our book has lost, or leaves to chance, is said.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.orcs import arriving, board, decks, moves
from companion.games.orcs.kinds import FIGURES, KINDS
from companion.games.orcs.pieces import FATES, POISONS, SPELLS, STARTERS
from companion.games.orcs.rounds import begun
from companion.games.orcs.state import (
    NOWHERE,
    PATHS,
    SEATS,
    Box,
    Deck,
    Fate,
    Options,
    Path,
    Rule,
    State,
    Strength,
    Trait,
    everything,
)
from companion.games.orcs.todo import Rules, Show, Take, Unveil
from companion.games.orcs.waiting import dropped, first, instead, turnable
from companion.vocabulary import Refusal, Setup

STACK = {2: 4, 3: 5, 4: 6}
"""Markers of each of the twelve stacks, by the number of players: those with a 3 and a 4 stay in
the box with two players, those with a 4 with three (line 3; the numbers of our book are lost, and
are what players tell)."""
STACKS = 2  # a path
PILES = (1, 2)  # of spells to learn, by the two symbols on them (line 2)


def new(setup: Setup) -> State | Refusal:
    """Nothing stands on the board yet; where the score alone is kept, nothing will."""
    options: Options = setup.options
    box: Box = setup.box
    seats = tuple(player.seat for player in setup.players)
    if not 2 <= len(seats) <= 4 or len(set(seats)) < len(seats) or set(seats) - set(SEATS):
        return Refusal("orcs.no.seats", {}, "line 4")
    if options.way == "everything" and (wrong := unfit(box)):
        return wrong
    none = dict.fromkeys(KINDS, 0)
    return State(
        seats=seats,
        names={player.seat: player.name for player in setup.players},
        options=options,
        traits={kind: box.traits.get(kind) or Trait() for kind in KINDS},
        turn=seats[0],
        mages=_towers(seats, box),
        won=dict.fromkeys(seats, none),
        tracks=dict.fromkeys(seats, none),
        learned=dict.fromkeys(seats, 0),
        poison=dict.fromkeys(seats, 0),
        support=dict.fromkeys(seats, 0),
        values={kind: int(kind) for kind in KINDS},
        paths=(Path(markers=STACKS * STACK[len(seats)]),) * PATHS,
        phase="sheet" if options.way == "score" else "mages",
        revealed=none,
        pile_left=POISONS,
        known=box.fates if len(box.fates) == FATES else (),
        synthetic=box.synthetic,
        **(_decks(seats, box) if options.way == "everything" else {}),
    )


def _towers(seats: tuple[str, ...], box: Box) -> dict[str, int]:
    """Where each mage begins, if the owner told that of each, and no two alike."""
    told = {seat: box.towers.get(seat, NOWHERE) for seat in seats}
    if NOWHERE in told.values() or len(set(told.values())) < len(seats):
        return dict.fromkeys(seats, NOWHERE)
    return told


def unfit(box: Box) -> Refusal | None:
    """Why decks cannot be kept: nobody told what stands on the cards (lines 1, 2 and 4)."""
    spells = sum(card.pile in PILES for card in box.spells)
    missing = max(0, STARTERS - len(box.starters)) + max(0, SPELLS - spells)
    if missing:
        return Refusal("orcs.no.unknown", {"count": missing}, "line 4")
    ids = {card.id for card in (*box.starters, *box.spells)}
    fits = len(ids) == len(box.starters) + len(box.spells) == STARTERS + SPELLS
    return None if fits else Refusal("orcs.no.twice", {}, "line 1")


def _decks(seats: tuple[str, ...], box: Box) -> dict[str, Any]:
    """Eight cards a mage, and two piles to learn from (lines 2 and 4)."""
    starters = (decks.owned(seat, card) for seat in SEATS for card in box.starters)
    cards = {card.id: card for card in (*starters, *box.spells)}
    piles = (tuple(card.id for card in box.spells if card.pile == pile) for pile in PILES)
    dealt = {seat: Deck(draw=decks.starters(cards, seat)) for seat in seats}
    return {"cards": cards, "decks": dealt, "piles": tuple(piles)}


def stands(state: State, move: moves.Stands) -> State | Refusal:
    """A mage on its position of the tower (line 4; which one stands there is lost in our book)."""
    if state.phase != "mages" or move.seat != unplaced(state):
        return Refusal("orcs.no.phase", {}, "line 4")
    if move.path not in board.free(state):
        return Refusal("orcs.no.occupied", {}, "line 4")
    return replace(state, mages={**state.mages, move.seat: move.path})


def unplaced(state: State) -> str:
    """The mage that is placed next."""
    return next((seat for seat in state.seats if state.mages[seat] == NOWHERE), "")


def reveal(state: State, move: moves.Reveal) -> State | Refusal:
    """A marker is turned: its monster stands on the outer segment, and the marker is out of the
    game (lines 3 and 6)."""
    todo = first(state)
    if not isinstance(todo, Unveil):
        return Refusal("orcs.no.phase", {}, "line 6")
    if move.kind not in turnable(state):
        most = FIGURES[move.kind]
        told: dict[str, str | int] = {"kind": move.kind, "count": most + 1, "most": most}
        return Refusal("orcs.no.figures", told, "line 1")
    path = state.paths[todo.path]
    state = board.with_path(state, todo.path, replace(path, markers=path.markers - 1))
    revealed = {**state.revealed, move.kind: state.revealed[move.kind] + 1}
    return dropped(board.new(replace(state, revealed=revealed), move.kind, todo.path))


def opens(state: State, move: moves.Opens) -> State | Refusal:
    """This spell of the pile lies open."""
    todo = first(state)
    if not isinstance(todo, Show):
        return Refusal("orcs.no.phase", {}, "line 2")
    number = todo.place // decks.OPEN
    if move.card not in state.piles[number]:
        return Refusal("orcs.no.card", {}, "line 2")
    piles = list(state.piles)
    piles[number] = decks.less(piles[number], move.card)
    places = (*state.open[: todo.place], move.card, *state.open[todo.place + 1 :])
    return dropped(replace(state, piles=tuple(piles), open=places))


def draws(state: State, move: moves.Draws) -> State | Refusal:
    """This card came from the mage's pile."""
    todo = first(state)
    if not isinstance(todo, Take) or todo.seat != move.seat:
        return Refusal("orcs.no.phase", {}, "line 7")
    if move.card not in decks.pile(state, move.seat):
        return Refusal("orcs.no.draw", {}, "line 7")
    state = decks.drawn(state, move.seat, move.card)
    return instead(state, replace(todo, count=todo.count - 1))


def keeps(state: State, move: moves.Keeps) -> State | Refusal:
    """The mission that a mage keeps, for nobody else to see (line 14)."""
    if state.phase != "missions" or move.seat in state.missions:
        return Refusal("orcs.no.phase", {}, "line 14")
    return replace(state, missions={**state.missions, move.seat: move.mission})


# The fate card


def fate(state: State, move: moves.Fate) -> State | Refusal:
    """A card that the owner told: its upper part first, then the rule (line 5). It is not turned
    twice before all were."""
    if state.phase != "fate" or state.todo:
        return Refusal("orcs.no.phase", {}, "line 5")
    card = Fate(move.moves, move.rule)
    if card not in unturned(state):
        return Refusal("orcs.no.fate", {}, "line 5")
    used = state.fates if len(state.fates) < len(state.known) else ()
    return _ruled(_advanced(replace(state, fates=(*used, card)), move.moves), move.rule)


def unturned(state: State) -> tuple[Fate, ...]:
    """Cards that can come; when all were turned, they are shuffled."""
    left = list(state.known)
    for card in state.fates:
        left.remove(card)
    return tuple(left) or state.known


def advance(state: State, move: moves.Advance) -> State | Refusal:
    """The upper part; then the lower one is told."""
    if state.phase != "fate" or state.todo or state.known:
        return Refusal("orcs.no.phase", {}, "line 5")
    return replace(_advanced(state, move.moves), todo=(Rules(),))


def _advanced(state: State, moving: tuple[Strength, ...]) -> State:
    return replace(arriving.advanced(state, moving), moving=moving)


def ruled(state: State, move: moves.Ruled) -> State | Refusal:
    """The rule of the round, for all (line 5)."""
    if not isinstance(first(state), Rules):
        return Refusal("orcs.no.phase", {}, "line 5")
    return _ruled(dropped(state), move.rule)


def _ruled(state: State, rule: Rule) -> State:
    """All open spells go, where the rule says so, and others come (line 13)."""
    state = begun(replace(state, rule=rule))
    if rule != "exchange-spells" or not everything(state):
        return state
    shows = tuple(Show(place) for place, card in enumerate(state.open) if card)
    left = tuple("" for _ in state.open)
    return replace(state, open=left, todo=(*shows, *state.todo))
