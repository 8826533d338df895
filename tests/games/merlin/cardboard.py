"""A second count of a whole game, made from its moves alone, as somebody with the cardboard in
hand would go along: counted by places on the table, not by the rules of the companion.

Rule: nothing here asks the rules, the landscape or the scoring. Hexagons have other coordinates
here, lines are walked one step after the other, and ties are told in other words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.games.merlin.state import Box, Options

BEASTS = ("black", "grey", "blue", "purple", "orange", "brown")
PEOPLE = {"builder": "stone", "shieldbearer": "shield", "flagbearer": "flag", "lady": ""}
SIX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Ways to go on a hexagon: east, north-east, north-west, west, south-west, south-east."""
LANDS = ("mountain", "forest", "lake")


def hexes(rows: int, shift: str) -> dict[tuple[int, int], int]:
    """The number of each tile by its column and row; a column runs down to the right."""
    off = 1 if shift == "right" else -1
    return {
        ((2 * n + off * (r % 2) - r) // 2, r): n + 6 * r for r in range(rows) for n in range(6)
    }


class Cardboard:
    """What lies where."""

    def __init__(self, seats: tuple[str, ...], options: Options, box: Box) -> None:
        self.seats, self.options, self.box = seats, options, box
        self.goods = {seat: Counter[str]() for seat in seats}
        self.markers = {seat: Counter[str]() for seat in seats}
        self.people = {seat: dict.fromkeys(PEOPLE, "") for seat in seats}
        self.traitors = {seat: Counter[str]() for seat in seats}
        self.dice = {seat: Counter[Any]() for seat in seats}
        self.points = dict.fromkeys(seats, 0)
        self.apples = dict.fromkeys(seats, 1)
        self.staffs = dict.fromkeys(seats, 3)
        self.seals: dict[str, list[str]] = {seat: [] for seat in seats}
        self.turned: dict[str, set[str]] = {seat: set() for seat in seats}
        self.hands: dict[str, set[str]] = {seat: set() for seat in seats}
        self.display = ["", "", ""]
        self.tiles: list[str] = [""] * (24 if len(seats) == 4 else 18)
        self.manors: dict[int, str] = {}
        self.order = [word for word in box.rondel if word in BEASTS] or list(BEASTS)
        self.flags: dict[str, str] = {str(c): flag for c, flag in box.flags.items()}
        self.shift: str = box.shift
        self.at: dict[str, int | None] = {"merlin": 0 if box.rondel else None}
        self.on = {"merlin": "black"}
        self.grail = self.sword = ""
        self.turns = dict.fromkeys(seats, 0)
        self.turn = self.taker = seats[0]
        self.round, self.starter = 1, 0
        self.given = 0
        self.steps: list[tuple[str, Any]] | None = None
        self.laid, self.spent_grail = False, False
        self._clear()

    def _clear(self) -> None:
        self.figure, self.space, self.chosen = "", "", ""
        self.asked = self.icon = ""
        self.done = self.site = self.won = 0
        self.worth: tuple[bool, int] = (False, 0)

    def moved(self, move: Any) -> None:
        """Somebody does that with the cardboard."""
        getattr(self, f"_{type(move).__name__.lower()}")(move)

    # Setting up

    def _shift(self, move: Any) -> None:
        self.shift = move.side

    def _tile(self, move: Any) -> None:
        self.tiles[move.place] = move.kind
        each = 4 if len(self.seats) < 4 else 5
        kinds = dict.fromkeys(LANDS, each) | {f"{land}-tower": each - 2 for land in LANDS}
        missing = [k for k, n in kinds.items() for _ in range(n - self.tiles.count(k))]
        if len(set(missing)) == 1:
            self.tiles = [kind or missing[0] for kind in self.tiles]

    def _starts(self, move: Any) -> None:
        start = self.box.starts[move.tile]
        for what in ("knight", "flag", "shield", "stone", "influence"):
            self._start(move.seat, what, getattr(start, what))

    def _gives(self, move: Any) -> None:
        words = ("knight", "flag", "shield", "stone", "influence")
        self._start(move.seat, words[self.given % 5], move.county)
        self.given += 1

    def _start(self, seat: str, what: str, county: str) -> None:
        if what == "knight":
            self.at[seat] = self.box.rondel.index(county) if self.box.rondel else None
            self.on[seat] = county
        else:
            self._bring(seat, county, "" if what == "influence" else what)

    def _traitor(self, move: Any) -> None:
        self._scoring()
        self.traitors[move.seat][move.county] += 1

    def _shows(self, move: Any) -> None:
        self.display[self.display.index("")] = move.card

    def _draws(self, move: Any) -> None:
        self.hands[move.seat].add(move.card)

    def _takes(self, move: Any) -> None:
        self.hands[self.taker].add(self.display[move.place])
        self.display[move.place] = ""

    def _die(self, move: Any) -> None:
        self.dice[move.seat][move.face, move.white] += 1

    def _again(self, move: Any) -> None:
        self.dice[move.seat].clear()

    # A turn

    @property
    def mine(self) -> Counter[str]:
        """The goods of whoever is on turn."""
        return self.goods[self.turn]

    def _goes(self, move: Any) -> None:
        self._step(move.white, move.face, move.face, move.back)

    def _step(self, white: bool, die: int, steps: int, back: bool) -> None:
        self.turns[self.turn] += 1
        self.dice[self.turn][die, white] -= 1
        self.figure = "merlin" if white else self.turn
        if back and not white:
            self._flag("backwards")
        at = self.at[self.figure]
        if at is not None and self.box.rondel:
            self._stand((at - steps if back else at + steps) % 24)

    def _stand(self, at: int) -> None:
        self.at[self.figure], self.on[self.figure] = at, self.box.rondel[at]
        self.space = self.box.rondel[at]

    def _flag(self, does: str) -> None:
        county = next(c for c, what in self.flags.items() if what == does)
        self.mine[f"{county}-flag"] -= 1
        assert self.mine[f"{county}-flag"] >= 0, "a flag that nobody had"

    def _lands(self, move: Any) -> None:
        places = [n for n, word in enumerate(self.box.rondel) if word == move.space]
        self.at[self.figure] = places[0] if len(places) == 1 else None
        self.on[self.figure] = self.space = move.space

    def _apple(self, move: Any) -> None:
        self.apples[self.turn] -= 1
        self.worth = (move.white, move.face)

    def _turned(self, move: Any) -> None:
        white, die = self.worth
        self._step(white, die, move.face, move.back)

    def _flips(self, move: Any) -> None:
        self._flag("flip-die")
        self.dice[self.turn][move.face, move.white] -= 1
        self.dice[self.turn][7 - move.face, move.white] += 1

    def _repels(self, move: Any) -> None:
        self._flag("repel")
        self.traitors[self.turn][move.county] = 0

    def _copies(self, move: Any) -> None:
        self._flag("other-knight")
        self.space = self.on[move.seat]

    def _mirrors(self, _: Any) -> None:
        self._flag("mirror")
        at = self.at[self.figure]
        if at is not None and self.box.rondel:
            self._stand((at + 12) % 24)

    def _uses(self, move: Any) -> None:
        self.asked = move.county

    def _does(self, move: Any) -> None:
        self.flags[self.asked] = move.flag

    def _leaves(self, _: Any) -> None:
        pass

    def _acts(self, _: Any) -> None:
        if self.space == "excalibur":
            self.sword = self.turn
        if self.space == "grail":
            self.grail = self.turn
            if sum(self.apples.values()) < 11:
                self.apples[self.turn] += 1

    def _rids(self, move: Any) -> None:
        self.traitors[self.turn][move.county] -= 1

    def _spares(self, move: Any) -> None:
        self.traitors[self.turn][move.county] -= 1
        self.turned[self.turn].add("shieldbearer-3")
        self._gain(self.turn, 1)

    def _staff(self, _: Any) -> None:
        self.staffs[self.turn] -= 1

    def _twice(self, _: Any) -> None:
        if self.space == "manor":
            self.turned[self.turn].add("builder-3")
        else:
            self.turned[self.turn].add("lady-3")
            self.space = "gain-henchman"

    def _counts(self, move: Any) -> None:
        what = move.what
        mine = sum(n for word, n in self.mine.items() if word.endswith(f"-{what}"))
        if what == "influence":
            mine = self.markers[self.turn].total()
        if move.favour:
            self.turned[self.turn].add("flagbearer-3")
            mine += 1
        self._gain(self.turn, mine)

    def _gets(self, move: Any) -> None:
        self._bring(self.turn, move.county, "" if move.thing == "influence" else move.thing)

    def _returns(self, move: Any) -> None:
        self.mine[f"{move.county}-{move.thing}"] -= 1

    # Henchmen

    def _sends(self, move: Any) -> None:
        self.chosen = move.henchman
        places = self._places(move.henchman)
        if len(places) == 1:
            self._go(places[0])

    def _to(self, move: Any) -> None:
        assert move.county in self._places(self.chosen)
        self._go(move.county)

    def _places(self, who: str) -> list[str]:
        here = self.people[self.turn][who]
        if self.space == "gain-henchman":
            found = [c for c in BEASTS if self.markers[self.turn][c]]
        elif self.space == "relocate":
            found = self._next_to(here)
        else:
            far = f"{who}-2" in self.seals[self.turn]
            found = list(BEASTS) if far else [self.space]
        return [county for county in found if county != here]

    def _next_to(self, here: str) -> list[str]:
        if not here:
            return [] if any(self.people[self.turn].values()) else list(BEASTS)
        if not self.box.rondel:
            return list(BEASTS)
        ring = self.order * 3
        at = 6 + self.order.index(here)
        return [ring[at - 1], ring[at + 1]]

    def _go(self, county: str) -> None:
        for seat in self.seats:
            if self.people[seat][self.chosen] == county:
                self.people[seat][self.chosen] = ""
        self.people[self.turn][self.chosen] = county
        self._bring(self.turn, county, PEOPLE[self.chosen])

    def _bring(self, seat: str, county: str, thing: str) -> None:
        """A thing from the county if there is one left, or a marker to it."""
        if not thing:
            if self.markers[seat].total() < self.options.markers:
                self.markers[seat][county] += 1
        elif sum(goods[f"{county}-{thing}"] for goods in self.goods.values()) < 6:
            self.goods[seat][f"{county}-{thing}"] += 1

    # Manors

    def _builds(self, move: Any) -> None:
        self.site = move.tile
        stones = [c for c in BEASTS if self.mine[f"{c}-stone"]]
        if self.box.upper:
            stones = [c for c in stones if c in self.seen(move.tile)]
        if len(stones) == 1:
            self._build(stones[0])

    def _pays(self, move: Any) -> None:
        assert not self.box.upper or move.county in self.seen(self.site)
        self._build(move.county)

    def _build(self, county: str) -> None:
        self.mine[f"{county}-stone"] -= 1
        assert self.site not in self.manors
        self.manors[self.site] = self.turn

    def seen(self, tile: int) -> set[str]:
        """The stones at the ends of the six lines, each walked until the tiles end."""
        board = hexes(len(self.tiles) // 6, self.shift)
        start = next(place for place, number in board.items() if number == tile)
        found = set()
        for dq, dr in SIX:
            q, r = start
            while (q, r) in board:
                q, r = q + dq, r + dr
            if r == -1:
                found.add(self._stone(board, self.box.upper, q - dq, r - dr, dq))
            elif r == len(self.tiles) // 6:
                found.add(self._stone(board, self.box.lower, q - dq, r - dr, dq + dr))
        return found

    def _stone(
        self, board: dict[tuple[int, int], int], frame: tuple[str, ...], q: int, r: int, by: int
    ) -> str:
        """The last tile touches two places of the frame: by its left side, and by its right."""
        return frame[board[q, r] % 6 + by]

    # Missions and the King's favour

    def _fulfils(self, move: Any) -> None:
        card = next(one for one in self.box.missions if one.id == move.card)
        self.hands[self.turn].remove(move.card)
        self._mission(card.points, card.henchman)

    def _claims(self, move: Any) -> None:
        self._mission(move.points, "")

    def _mission(self, worth: int, who: str) -> None:
        self.done += 1
        if self.done == 2:
            self._flag("two-missions")
            self._gain(self.turn, 2)
        if self.options.favour:
            self.won, self.icon = worth, who
        else:
            self._gain(self.turn, worth)

    def _corner(self, move: Any) -> None:
        self.icon = move.henchman

    def _seals(self, move: Any) -> None:
        if f"{self.icon}-1" in self.seals[self.turn]:
            self._gain(self.turn, 1)
        if move.row:
            assert move.row <= self.won
            self.seals[self.turn].append(f"{self.icon}-{move.row}")
        else:
            self._gain(self.turn, self.won)

    def _drops(self, move: Any) -> None:
        self.taker = self.turn
        self.hands[self.turn].remove(move.card)

    def _ends(self, _: Any) -> None:
        self._clear()
        self.taker = self.turn
        at = self.seats.index(self.turn)
        self.turn = self.seats[(at + 1) % len(self.seats)]
        if any(dice.total() for dice in self.dice.values()):
            return
        self.steps = None
        if self.round % 2:
            self._next_round()

    def _next_round(self) -> None:
        self.round += 1
        self.starter = (self.starter + 1) % len(self.seats)
        self.turn = self.seats[self.starter]

    def _gain(self, seat: str, points: int) -> None:
        now = self.points[seat] + points
        self.points[seat] = max(0, now) if self.options.below == "zero" else now

    # A scoring

    def _spends(self, move: Any) -> None:
        self._repel(move.seat, move.county)

    def _spendsall(self, move: Any) -> None:
        for county in BEASTS:
            while (
                self.traitors[move.seat][county] and self.goods[move.seat][f"{county}-shield"]
            ):
                self._repel(move.seat, county)

    def _repel(self, seat: str, county: str) -> None:
        self.goods[seat][f"{county}-shield"] -= 1
        self.traitors[seat][county] -= 1
        assert self.traitors[seat][county] >= 0
        assert self.goods[seat][f"{county}-shield"] >= 0

    def _keeps(self, _: Any) -> None:
        pass

    def _scoring(self) -> None:
        """All that will be counted, once nobody gives a shield any more."""
        if self.steps is not None or not any(self.turns.values()):
            return
        self.steps = [("traitors", None), *(("area", one) for one in self.regions())]
        self.steps += [("county", c) for c in self.order] + [("people", None)]
        self.steps += [("end", None)] if self.round == 6 else []
        self._pass_by()

    def _pass_by(self) -> None:
        """What nobody has anything of is passed by."""
        while self.steps and not self._is_shown(*self.steps[0]):
            self._leave()

    def _is_shown(self, kind: str, what: Any) -> bool:
        match kind:
            case "traitors":
                safe = self.sword and not self.traitors[self.sword].total()
                return bool(safe or any(t.total() for t in self.traitors.values()))
            case "area":
                return any(tile in self.manors for tile in what)
            case "county":
                return any(self.markers[seat][what] for seat in self.seats)
            case "people":
                return any(any(people.values()) for people in self.people.values())
        return True

    def _leave(self) -> None:
        assert self.steps
        kind, what = self.steps.pop(0)
        if kind == "county" and what == self.order[-1]:
            self.grail, self.spent_grail = "", False
        if not self.steps:
            self.turned = {seat: set() for seat in self.seats}
            if self.options.excalibur == "returns":
                self.sword = ""
            if self.round < 6:
                self._next_round()

    def _grail(self, _: Any) -> None:
        self._scoring()
        self.laid = not self.laid
        assert not self.spent_grail

    def _next(self, _: Any) -> None:
        self._scoring()
        assert self.steps
        kind, what = self.steps[0]
        for seat, points in list(getattr(self, f"_of_{kind}")(what)):
            self._gain(seat, points)
        self._leave()
        self._pass_by()

    def _of_traitors(self, _: Any) -> Iterator[tuple[str, int]]:
        for seat in self.seats:
            if self.traitors[seat].total():
                yield seat, -3 * self.traitors[seat].total()
            elif self.sword == seat:
                yield seat, 3
            self.traitors[seat].clear()

    def _of_area(self, area: set[int]) -> Iterator[tuple[str, int]]:
        people = [self.manors[tile] for tile in area if tile in self.manors]
        best = [seat for seat in self.seats if all(
            people.count(seat) >= people.count(other) for other in self.seats)]  # fmt: skip
        for seat in best:
            yield seat, int(len(area) / len(best))

    def _of_county(self, county: str) -> Iterator[tuple[str, int]]:
        there = {seat: self.markers[seat][county] for seat in self.seats}
        best = [seat for seat in there if not any(n > there[seat] for n in there.values())]
        if self.laid:
            assert self.grail in best
            assert len(best) > 1
            best, self.laid, self.spent_grail = [self.grail], False, True
        for seat in best:
            yield seat, sum(there.values()) // len(best)
        for seat in self.seats:
            self.markers[seat][county] = min(1, there[seat])

    def _of_people(self, _: Any) -> Iterator[tuple[str, int]]:
        for seat in self.seats:
            yield seat, len([1 for county in self.people[seat].values() if county])

    def _of_end(self, _: Any) -> Iterator[tuple[str, int]]:
        for seat in self.seats:
            yield seat, self.apples[seat] + 2 * self.staffs[seat]
            yield seat, self.goods[seat].total() // 3

    def regions(self) -> list[set[int]]:
        """Tiles of one terrain that touch, found by growing each until nothing more touches."""
        board = hexes(len(self.tiles) // 6, self.shift)
        place = {number: where for where, number in board.items()}
        left, found = list(range(len(self.tiles))), []
        while left:
            land = self.tiles[left[0]].split("-")[0]
            region = {left[0]}
            while (
                grown := {
                    board[q + dq, r + dr]
                    for q, r in (place[n] for n in region)
                    for dq, dr in SIX
                    if (q + dq, r + dr) in board
                    and self.tiles[board[q + dq, r + dr]].split("-")[0] == land
                }
                - region
            ):
                region |= grown
            found.append(region)
            left = [n for n in left if n not in region]
        return found
