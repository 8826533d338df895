"""A second walk: the cardboard itself. 72 figures, and every card, each of them in one place.

Rule: nothing of the game is imported but its moves. What is asked, whose turn it is and which
rule lasts is read off the game; where a figure, a card or a cube lies is worked out here, by the
book, and never read off it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.games.orcs import moves

FIGURES = {"1": 16, "2": 16, "4": 12, "5": 12, "7": 8, "8": 8}
STRENGTH = {"weak": "12", "strong": "45", "mighty": "78"}
BOX = "box"
INNER = 2
SWEPT = 2
TOP = 2
POISON = "poison"
POISONS = 14
STACKS = {2: 8, 3: 10, 4: 12}


class Spot(NamedTuple):
    """A segment of a path."""

    path: int
    segment: int


class Cardboard:
    """What lies on the table. ``figures``: the places of each kind, one for each of wood;
    ``stood``: which of them stand, by the number that the game calls them. ``cards``: where each card is, the
    poison apart: of it only how much is where."""

    def __init__(self, state: Any) -> None:
        seats = state.seats
        self.figures: dict[str, list[Any]] = {k: [BOX] * n for k, n in FIGURES.items()}
        self.stood: dict[int, tuple[str, int]] = {}
        self.numbers = 0
        self.hurt: dict[int, int] = {}
        self.markers = [STACKS[len(seats)]] * 6
        self.mages = dict(state.mages)
        self.values = {kind: int(kind) for kind in FIGURES}
        self.cubes = {seat: dict.fromkeys(FIGURES, 0) for seat in seats}
        self.decks = bool(state.decks)
        self.cards: dict[str, Any] = {}
        for card in state.cards.values():
            seat = card.id.partition("-")[0]
            if card.pile:
                self.cards[card.id] = ("pile", card.pile)
            elif seat in seats:
                self.cards[card.id] = ("draw", seat)
        self.poison: dict[Any, int] = {"pile": POISONS}

    # Figures

    def at(self, number: int) -> Any:
        kind, wood = self.stood[number]
        return self.figures[kind][wood]

    def lay(self, number: int, place: Any) -> None:
        """Off the board it has no number any more: the same wood may stand there again."""
        kind, wood = self.stood[number]
        self.figures[kind][wood] = place
        if not isinstance(place, Spot):
            del self.stood[number]

    def on(self, spot: Spot) -> list[int]:
        return [number for number in self.stood if self.at(number) == spot]

    def stand(self, kind: str, spot: Spot) -> None:
        """One out of the box; without any it fails."""
        self.numbers += 1
        self.stood[self.numbers] = (kind, self.figures[kind].index(BOX))
        self.lay(self.numbers, spot)

    def has(self, state: Any, seat: str, ability: str) -> bool:
        tops = (kind for kind, at in self.cubes[seat].items() if at == TOP)
        return any(state.traits[kind].ability == ability for kind in tops)

    def keeps(self, state: Any, seat: str, rule: str) -> bool:
        return state.rule == rule and not self.has(state, seat, "no-rule-change")

    def forward(self, state: Any, number: int, steps: int = 1) -> None:
        path, segment = self.at(number)
        if segment + steps <= INNER:
            self.lay(number, Spot(path, segment + steps))
            return
        kind, _ = self.stood[number]
        self.lay(number, BOX)
        self.values[kind] = max(1, self.values[kind] - 1)
        for seat, at in self.mages.items():
            safe = self.has(state, seat, "no-loss")
            if at == path and not (safe and not self.keeps(state, seat, "no-trophies")):
                self.lose(state, seat, kind)

    def lose(self, state: Any, seat: str, kind: str) -> None:
        if seat in self.figures[kind]:
            self.figures[kind][self.figures[kind].index(seat)] = BOX
            if state.options.lost == "back":
                left = self.figures[kind].count(seat)
                self.cubes[seat][kind] = min(left, self.cubes[seat][kind])

    def blow(self, state: Any, numbers: list[int], damage: int) -> None:
        more = self.keeps(state, state.turn, "monsters-plus-1")
        for number in numbers:
            kind, _ = self.stood[number]
            self.hurt[number] = self.hurt.get(number, 0) + damage
            if damage and self.hurt[number] >= state.traits[kind].hits + more:
                self.lay(number, state.turn)
                cubes = self.cubes[state.turn]
                cubes[kind] = min(TOP, cubes[kind] + 1)

    # Cards

    def move(self, card: str, here: Any, there: Any) -> None:
        """From one place to another; whoever looks for it elsewhere fails."""
        if not self.decks:
            return
        if card.startswith(POISON):
            self.poison[here] = self.poison.get(here, 0) - 1
            self.poison[there] = self.poison.get(there, 0) + 1
            assert self.poison[here] >= 0, f"no poison lies in {here}"
            return
        assert self.cards[card] == here, f"{card} lies in {self.cards[card]}, not in {here}"
        self.cards[card] = there

    def turn_over(self, here: Any, there: Any) -> None:
        """All the cards of a place."""
        for card, place in self.cards.items():
            if place == here:
                self.cards[card] = there
        self.poison[there] = self.poison.get(there, 0) + self.poison.pop(here, 0)

    def lies(self, place: Any) -> bool:
        return place in self.cards.values() or bool(self.poison.get(place))

    # A move, and what follows from it

    def step(self, before: Any, move: Any, after: Any) -> None:
        """The same move on the table. ``after`` tells when an action or a turn is over."""
        if does := _DOES.get(type(move)):
            does(self, before, move)
        seat = before.turn
        turn_over = before.phase == "act" and (after.phase != "act" or after.turn != seat)
        if before.phase == "act" and (turn_over or not after.todo):
            self.turn_over("table", ("discard", seat))
        if turn_over:
            self.hurt.clear()
            self.turn_over(("hand", seat), ("discard", seat))

    def reveal(self, before: Any, move: moves.Reveal) -> None:
        path = before.todo[0].path
        self.markers[path] -= 1
        self.stand(move.kind, Spot(path, 0))

    def fate(self, before: Any, move: Any) -> None:
        going = "".join(STRENGTH[strength] for strength in move.moves)
        for number in [n for n, (kind, _) in self.stood.items() if kind in going]:
            self.forward(before, number)
        self.ruled(before, move)

    def ruled(self, _: Any, move: Any) -> None:
        if getattr(move, "rule", "") == "exchange-spells":
            for place in range(6):
                self.turn_over(("open", place), BOX)

    def stands(self, before: Any, move: Any) -> None:
        self.mages[getattr(move, "seat", before.turn)] = move.path

    def figure(self, before: Any, move: moves.Figure) -> None:
        asked, number = before.todo[0], move.figure
        match type(asked).__name__:
            case "Strike":
                assert asked.anywhere or self.at(number).path == self.mages[before.turn]
                self.blow(before, [number], asked.damage)
            case "Switch" if asked.first:
                here, there = self.at(number), self.at(asked.first)
                self.lay(number, there)
                self.lay(asked.first, here)
            case "Bonds":
                self.forward(before, number, asked.steps)

    def segment(self, before: Any, move: moves.At) -> None:
        asked, here = before.todo[0], Spot(self.mages[before.turn], move.segment)
        if type(asked).__name__ == "Move":
            self.lay(asked.figure, here)
        elif asked.beside != "side":
            behind = [Spot(here.path, here.segment - 1)] if asked.beside == "behind" else []
            self.blow(before, [n for spot in (here, *behind) for n in self.on(spot)], SWEPT)

    def side(self, before: Any, move: moves.Side) -> None:
        path, segment = before.todo[0].path, before.todo[0].segment
        other = {"left": path - 1, "right": path + 1}[move.side] % 6
        both = Spot(path, segment), Spot(other, segment)
        self.blow(before, [n for spot in both for n in self.on(spot)], SWEPT)

    def draws(self, _: Any, move: moves.Draws) -> None:
        if not self.lies(("draw", move.seat)):
            self.turn_over(("discard", move.seat), ("draw", move.seat))
        self.move(move.card, ("draw", move.seat), ("hand", move.seat))

    def opens(self, before: Any, move: moves.Opens) -> None:
        place = before.todo[0].place
        self.move(move.card, ("pile", 1 + place // 3), ("open", place))

    def learns(self, before: Any, move: moves.Learns) -> None:
        if self.decks:
            assert self.lies(("open", move.place))
            self.turn_over(("open", move.place), ("discard", before.turn))


def _out_of_hand(there: Callable[[str], Any]) -> Callable[[Cardboard, Any, Any], None]:
    def goes(table: Cardboard, before: Any, move: Any) -> None:
        seat = getattr(move, "seat", before.turn)
        table.move(move.card, ("hand", seat), there(seat))

    return goes


_DOES: dict[type, Callable[[Cardboard, Any, Any], None]] = {
    moves.Reveal: Cardboard.reveal,
    moves.Fate: Cardboard.fate,
    moves.Advance: Cardboard.fate,
    moves.Ruled: Cardboard.ruled,
    moves.Stands: Cardboard.stands,
    moves.Teleport: Cardboard.stands,
    moves.Figure: Cardboard.figure,
    moves.At: Cardboard.segment,
    moves.Side: Cardboard.side,
    moves.Draws: Cardboard.draws,
    moves.Opens: Cardboard.opens,
    moves.Learns: Cardboard.learns,
    moves.Cast: _out_of_hand(lambda _: "table"),
    moves.Add: _out_of_hand(lambda _: "table"),
    moves.Drops: _out_of_hand(lambda seat: ("discard", seat)),
    moves.Remove: _out_of_hand(lambda _: BOX),
    moves.Give: lambda table, _, move: table.move(POISON, "pile", ("discard", move.seat)),
}
