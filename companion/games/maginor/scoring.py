"""The final sheet: the Oracles that somebody won, and the two rituals ("End of the Game").

Rule: points are votes, and every line has its place in the book. A sheet that no box allows
is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from companion.games.maginor.pieces import ORACLES
from companion.games.maginor.state import RITUALS, State
from companion.vocabulary import Line, Refusal, Says, Score, Scores

Ritual = Literal["golden-cauldron", "supreme-mage"]
Who = TypeVar("Who", bound=str)
Won = tuple[str, int]
"""An Oracle: what it is called, if anybody said, and its votes."""


class SheetOracle(Struct, frozen=True, forbid_unknown_fields=True):
    """An Oracle that was won. Its name may be left out."""

    votes: Annotated[int, Meta(ge=5, le=15)]
    name: Annotated[str, Meta(max_length=40)] = ""


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player, and what lies face up beside that player at the end."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\S")]
    oracles: tuple[SheetOracle, ...] = ()
    rituals: tuple[Ritual, ...] = ()


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Final counts, as ``companion score maginor`` reads them."""

    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=1, max_length=4)]

    def __post_init__(self) -> None:
        twice = _twice(player.name for player in self.players)
        if twice:
            raise ValueError(f"two players are called {twice!r}; give each another name")


BLANK = {
    "players": [
        {"name": "A", "oracles": [{"name": "Great Eagle", "votes": 7}],
         "rituals": ["golden-cauldron"]},
        {"name": "B", "oracles": [{"votes": 9}], "rituals": []},
    ]
}  # fmt: skip
"""To write over: one Oracle with its name and one without show how they are put down."""


def score(sheet: Sheet) -> Scores | Refusal:
    """Votes of Oracles and rituals; whoever has the most has won ("End of the Game")."""
    if wrong := _unfit(sheet):
        return wrong
    won = {
        player.name: [(oracle.name.strip(), oracle.votes) for oracle in player.oracles]
        for player in sheet.players
    }
    players = tuple(_score(p.name, won[p.name], p.rituals) for p in sheet.players)
    totals = {player.name: player.total for player in players}
    return Scores(players, _first(totals, won))


def final(state: State) -> Scores:
    """The sheet of a game as it stands; nobody has won before it is over."""
    players = tuple(_of(state, seat) for seat in state.seats)
    return Scores(players, tuple(state.names[seat] for seat in winners(state)))


def winners(state: State) -> tuple[str, ...]:
    """Who has won: one, or those who are equal to the last. Nobody before the end."""
    if state.phase != "over":
        return ()
    totals = {seat: _of(state, seat).total for seat in state.seats}
    return _first(totals, {seat: _won(state, seat) for seat in state.seats})


def _unfit(sheet: Sheet) -> Refusal | None:
    """Why no box of Maginor ends like this: there is one of everything in it."""
    oracles = [oracle for player in sheet.players for oracle in player.oracles]
    if spell := _twice(spell for player in sheet.players for spell in player.rituals):
        return Refusal("maginor.no.ritual_twice", {"spell": spell}, "Playing Spells")
    if oracle := _twice(oracle.name for oracle in oracles):
        return Refusal("maginor.no.oracle_twice", {"oracle": oracle}, "Crossing Out")
    if len(oracles) > ORACLES:
        return Refusal("maginor.no.oracles", {"count": len(oracles)}, "Components")
    return None


def _twice(names: Iterable[str]) -> str:
    """The first that was there before, however it is written; empty if there is none."""
    seen = set()
    for name in names:
        alike = name.strip().casefold()
        if alike and alike in seen:
            return name.strip()
        seen.add(alike)
    return ""


def _first(totals: Mapping[Who, int], won: Mapping[Who, Iterable[Won]]) -> tuple[Who, ...]:
    """Most votes, then the most valuable single Oracle ("End of the Game"). The book goes no
    further: those who are still equal have won together."""
    best = {who: max((votes for _, votes in won[who]), default=0) for who in totals}
    most = max((totals[who], best[who]) for who in totals)
    return tuple(who for who in totals if (totals[who], best[who]) == most)


def _of(state: State, seat: str) -> Score:
    costs = state.options.ritual == "costs"
    rituals = (spell for spell in RITUALS if spell in state.spells.get(seat, ()))
    return _score(state.names[seat], _won(state, seat), rituals, -1 if costs else 1)


def _won(state: State, seat: str) -> list[Won]:
    oracles = (state.oracles[id] for id in state.won.get(seat, ()))
    named = [(oracle.name or oracle.id, oracle.votes) for oracle in oracles]
    return [*named, *(("", votes) for votes in state.others.get(seat, ()))]


def _score(name: str, won: Iterable[Won], rituals: Iterable[str], sign: int = 1) -> Score:
    """``sign``: whether a ritual adds its votes or costs them, by that reading."""
    lines = (*_oracles(won), *(_ritual(spell, sign) for spell in rituals))
    return Score(name, sum(line.points for line in lines), lines)


def _oracles(won: Iterable[Won]) -> Iterator[Line]:
    for oracle, votes in won:
        if oracle:
            says = Says("maginor.score.oracle", {"oracle": oracle}, "Crossing Out")
        else:
            says = Says("maginor.score.oracle_unnamed", book="Crossing Out")
        yield Line(votes, says)


def _ritual(spell: str, sign: int) -> Line:
    says = Says("maginor.score.ritual", {"spell": spell}, "Playing Spells")
    return Line(sign * RITUALS[spell], says)
