"""The final sheet: monsters by their values now, support spells, poison, and a mission (line 12).

Rule: every line has its place in the book, and a sheet that no box allows is refused. What is
left out is none of it, or a value that nobody moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from companion.games.orcs import decks
from companion.games.orcs.kinds import FIGURES, KINDS, Kind
from companion.games.orcs.missions import EARNS, Mine
from companion.games.orcs.pieces import POISONS, SPELLS, STARTERS
from companion.games.orcs.state import TOP, Mission, State
from companion.vocabulary import Line, Refusal, Says, Score, Scores

SUPPORT, POISON = 2, -2
"""Points of a support spell and of a poison card, anywhere in the deck (line 12)."""

Count = Annotated[int, Meta(ge=0, le=999)]
"""More is a slip of the pen; what the box has less of is refused with its place in the book."""


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A mage at the end. ``abilities`` and ``learned_spells`` matter to their missions alone."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\S")]
    defeated: dict[Kind, Count] = {}
    support_spells: Count = 0
    poison: Count = 0
    abilities: Count = 0
    learned_spells: Count = 0
    mission: Mission | None = None


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Final counts, as ``companion score orcs`` reads them. ``values``: of each kind at the end;
    ``spells``: how many learned cards earn the mission's points, as in the options of a match."""

    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=1, max_length=4)]
    values: dict[Kind, int] = {}
    spells: Annotated[int, Meta(ge=1, le=3)] = 2

    def __post_init__(self) -> None:
        names = [player.name.strip().casefold() for player in self.players]
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise ValueError(f"two players are called {twice!r}; give each another name")


NONE = dict.fromkeys(KINDS, 0)
BLANK = {
    "values": {kind: int(kind) for kind in KINDS},
    "players": [
        {"name": name, "defeated": NONE, "support_spells": 0, "poison": 0, "abilities": 0,
         "learned_spells": 0, "mission": None}
        for name in ("A", "B")
    ],
}  # fmt: skip
"""To write over: the values at the start, and nothing won."""


def score(sheet: Sheet) -> Scores | Refusal:
    """Whoever has the most points is the Supreme Mage; a tie is shared (line 12)."""
    if wrong := _unfit(sheet):
        return wrong
    players = _scored(sheet.players, sheet.values, sheet.spells)
    most = max(player.total for player in players)
    return Scores(players, tuple(player.name for player in players if player.total == most))


def final(state: State) -> Scores:
    """The sheet of a game as it stands; nobody has won before it is over."""
    return Scores(_of(state), tuple(state.names[seat] for seat in winners(state)))


def winners(state: State) -> tuple[str, ...]:
    """Who has won, the equal ones together. Nobody before the end."""
    if state.phase != "over":
        return ()
    totals = [score.total for score in _of(state)]
    return tuple(
        seat for seat, total in zip(state.seats, totals, strict=True) if total == max(totals)
    )


def _of(state: State) -> tuple[Score, ...]:
    players = tuple(_player(state, seat) for seat in state.seats)
    return _scored(players, state.values, state.options.spells)


def _player(state: State, seat: str) -> SheetPlayer:
    """A mage as the companion knows it; a mission is secret, and earns nothing before the end."""
    return SheetPlayer(
        state.names[seat],
        state.won[seat],
        decks.supports(state, seat),
        decks.poisons(state, seat),
        sum(at == TOP for at in state.tracks[seat].values()),
        state.learned[seat],
        state.missions.get(seat) if state.phase == "over" else None,
    )


def _scored(
    players: tuple[SheetPlayer, ...], values: Mapping[Kind, int], spells: int
) -> tuple[Score, ...]:
    return tuple(_score(player, _mine(player, players, spells), values) for player in players)


def _mine(player: SheetPlayer, players: tuple[SheetPlayer, ...], spells: int) -> Mine:
    others = tuple(other.defeated for other in players if other is not player)
    return Mine(player.defeated, others, player.abilities, player.learned_spells, spells)


def _score(player: SheetPlayer, mine: Mine, values: Mapping[Kind, int]) -> Score:
    lines = (*_monsters(player, values), *_cards(player), *_mission(player.mission, mine))
    return Score(player.name, sum(line.points for line in lines), lines)


def _monsters(player: SheetPlayer, values: Mapping[Kind, int]) -> Iterator[Line]:
    """The monsters of each kind, by the value that its counter shows at the end."""
    for kind in KINDS:
        count, value = player.defeated.get(kind, 0), values.get(kind, int(kind))
        if count:
            told: dict[str, str | int] = {"count": count, "kind": kind, "value": value}
            yield Line(count * value, Says("orcs.score.kind", told, "line 12"))


def _cards(player: SheetPlayer) -> Iterator[Line]:
    if count := player.support_spells:
        yield Line(SUPPORT * count, Says("orcs.score.support", {"count": count}, "line 12"))
    if count := player.poison:
        yield Line(POISON * count, Says("orcs.score.poison", {"count": count}, "line 12"))


def _mission(mission: Mission | None, mine: Mine) -> Iterator[Line]:
    """A mission that came to nothing is a line, too."""
    if mission:
        each, counted = EARNS[mission]
        count = counted(mine)
        told: dict[str, str | int] = {"count": count, "each": each, "spells": mine.spells}
        yield Line(each * count, Says(f"orcs.score.mission.{mission}", told, "line 14"))


# What no box allows


def _unfit(sheet: Sheet) -> Refusal | None:
    """Why no game with this box ends like this."""
    return _values(sheet.values) or _figures(sheet) or _deck(sheet.players) or _dealt(sheet)


def _values(values: Mapping[Kind, int]) -> Refusal | None:
    """A counter begins at the top and never goes below the last place (lines 3 and 5)."""
    for kind, value in values.items():
        if not 1 <= value <= int(kind):
            told: dict[str, str | int] = {"kind": kind, "value": value, "most": int(kind)}
            return Refusal("orcs.no.value", told, "line 5")
    return None


def _figures(sheet: Sheet) -> Refusal | None:
    for kind, most in FIGURES.items():
        count = sum(player.defeated.get(kind, 0) for player in sheet.players)
        if count > most:
            told: dict[str, str | int] = {"kind": kind, "count": count, "most": most}
            return Refusal("orcs.no.figures", told, "line 1")
    return None


def _deck(players: Iterable[SheetPlayer]) -> Refusal | None:
    """Cards beyond the own first eight come from the forty that all learn from."""
    if sum(player.poison for player in players) > POISONS:
        return Refusal("orcs.no.poison", {"most": POISONS}, "line 1")
    learned = sum(player.learned_spells for player in players)
    support = sum(max(0, player.support_spells - STARTERS) for player in players)
    if max(learned, support) > SPELLS:
        return Refusal("orcs.no.cards", {"most": SPELLS}, "line 1")
    return None


def _dealt(sheet: Sheet) -> Refusal | None:
    """There are six tracks, and one card of each mission (lines 4 and 14)."""
    if any(player.abilities > len(FIGURES) for player in sheet.players):
        return Refusal("orcs.no.abilities", {"most": len(FIGURES)}, "line 4")
    dealt = [player.mission for player in sheet.players if player.mission]
    twice = next((mission for mission in dealt if dealt.count(mission) > 1), None)
    return Refusal("orcs.no.mission_twice", {"mission": twice}, "line 14") if twice else None
