"""The final sheet: three scorings, the end, and what the marker shows besides (pages 8 to 10).

Rule: every line has its place in the book, and a sheet that no box allows is refused. What is
left out is none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.games.merlin import goods, landscape, reckoning
from companion.games.merlin.counties import COUNTIES, HENCHMEN, TERRAINS, THINGS
from companion.games.merlin.pieces import APPLES, EACH, MANORS, STAFFS
from companion.games.merlin.sheets import Scoring, Sheet, SheetPlayer
from companion.games.merlin.state import SEATS, State
from companion.vocabulary import Line, Refusal, Says, Score, Scores

BLANK = {
    "players": [
        {"name": name, "colour": colour, "score": 0, "apples": 0, "staffs": 0, "shields": 0,
         "flags": 0, "stones": 0}
        for name, colour in (("A", "blue"), ("B", "yellow"))
    ],
    "scorings": [
        {"traitors_left": {"blue": 0, "yellow": 0}, "excalibur": None,
         "areas": [{"terrain": "forest", "tiles": 1, "manors": {"blue": 0, "yellow": 0}}],
         "influence": {county: {"blue": 0, "yellow": 0} for county in COUNTIES},
         "grail": None, "henchmen": {"blue": 0, "yellow": 0}}
    ] * 3,
}  # fmt: skip
"""To write over: three scorings in which nothing was counted."""


def score(sheet: Sheet) -> Scores | Refusal:
    """Whoever has the most points has won; a tie is shared (page 10)."""
    if wrong := unfit(sheet):
        return wrong
    players = tuple(_score(sheet, player) for player in sheet.players)
    most = max(player.total for player in players)
    return Scores(players, tuple(player.name for player in players if player.total == most))


def _score(sheet: Sheet, player: SheetPlayer) -> Score:
    lines = (*_marker(player), *_scorings(sheet.scorings, player.colour), *_ending(player))
    return Score(player.name, sum(line.points for line in lines), lines)


def _marker(player: SheetPlayer) -> Iterator[Line]:
    if player.score:
        yield Line(player.score, Says("merlin.score.marker", {}, "page 8"))


def _scorings(scorings: Iterable[Scoring], colour: str) -> Iterator[Line]:
    for scoring in scorings:
        for who, points, says in reckoning.scored(scoring):
            if who == colour:
                yield Line(points, says)


def _ending(player: SheetPlayer) -> Iterator[Line]:
    total = player.shields + player.flags + player.stones
    yield from reckoning.ending(player.apples, player.staffs, total)


SCORINGS = 3
"""After the second, the fourth and the last round (page 8)."""


# A game


def final(state: State) -> Scores:
    """The score of a game as it stands; nobody has won before it is over."""
    if state.options.way == "score":
        scores = tuple(_counted(state, seat) for seat in state.seats)
    else:
        scores = tuple(_earned(state, seat) for seat in state.seats)
    return Scores(scores, tuple(state.names[seat] for seat in winners(state)))


def winners(state: State) -> tuple[str, ...]:
    """Who has won, the equal ones together. Nobody before the end."""
    if state.phase != "over":
        return ()
    totals = {seat: total(state, seat) for seat in state.seats}
    return tuple(seat for seat, points in totals.items() if points == max(totals.values()))


def total(state: State, seat: str) -> int:
    """The points of a player now."""
    if state.options.way == "score":
        return _counted(state, seat).total
    return sum(state.castles[seat].earned.values())


def _earned(state: State, seat: str) -> Score:
    earned = state.castles[seat].earned
    lines = tuple(
        Line(points, Says(f"merlin.earned.{what}", {}, BOOK[what]))
        for what, points in earned.items()
        if points
    )
    return Score(state.names[seat], sum(earned.values()), lines)


BOOK = {
    "spaces": "page 5", "missions": "page 7", "favour": "page 11", "traitors": "page 8",
    "environs": "page 9", "influence": "page 9", "henchmen": "page 9", "end": "page 10",
    "told": "",
}  # fmt: skip
"""Where points come from, and the place in the book."""


def _counted(state: State, seat: str) -> Score:
    """As a sheet has it: the marker, what was told for each scoring, and the end."""
    told = Sheet(_players(state), state.counted[:SCORINGS])
    score = _score(told, sheet_player(state, seat))
    return replace(score, name=state.names[seat])


def _players(state: State) -> tuple[SheetPlayer, ...]:
    return tuple(sheet_player(state, seat) for seat in state.seats)


def sheet_player(state: State, seat: str) -> SheetPlayer:
    """A player as the end counts it; goods of all counties together."""
    castle = state.castles[seat]
    things = {f"{thing}s": goods.owned(state, seat, thing) for thing in THINGS}
    marker = sum(castle.earned.values())
    colour = next(one for one in SEATS if one == seat)
    return SheetPlayer(
        seat, colour, marker, castle.apples, castle.staffs, **things  # type: ignore[arg-type]
    )  # fmt: skip


# What no box allows


def unfit(sheet: Sheet, laid_for: int = 0) -> Refusal | None:
    """Why no game with this box ends like this. ``laid_for``: so many players began, and the
    landscape stays, whoever leaves or joins."""
    began = laid_for or max(2, len(sheet.players))
    wrong = (_scoring(one, sheet, began) for one in sheet.scorings)
    return _play(sheet) or _goods(sheet.players) or next(filter(None, wrong), None)


def _play(sheet: Sheet) -> Refusal | None:
    """Only colours that play can have anything."""
    colours = {player.colour for player in sheet.players}
    for scoring in sheet.scorings:
        for colour in sorted(_named(scoring)):
            if colour not in colours:
                return Refusal("merlin.no.colour", {"colour": colour}, "page 2")
    return None


def _named(scoring: Scoring) -> set[str]:
    named = {*scoring.traitors_left, *scoring.henchmen}
    named |= {colour for region in scoring.areas for colour in region.manors}
    named |= {colour for influence in scoring.influence.values() for colour in influence}
    return (
        named
        | ({scoring.excalibur} if scoring.excalibur else set())
        | ({scoring.grail.owner} if scoring.grail else set())
    )


def _goods(players: Iterable[SheetPlayer]) -> Refusal | None:
    """What lies in the box (pages 1 and 2)."""
    players = tuple(players)
    if any(player.staffs > STAFFS for player in players):
        return Refusal("merlin.no.staffs", {"most": STAFFS}, "page 2")
    if sum(player.apples for player in players) > APPLES:
        return Refusal("merlin.no.apples", {"most": APPLES}, "page 1")
    for thing in THINGS:
        most = EACH * len(COUNTIES)
        if sum(getattr(player, f"{thing}s") for player in players) > most:
            return Refusal("merlin.no.goods", {"thing": thing, "most": most}, "page 1")
    return None


def _scoring(scoring: Scoring, sheet: Sheet, began: int) -> Refusal | None:
    return (
        _henchmen(scoring) or _influence(scoring, sheet.markers) or _areas(scoring, sheet, began)
        or _grail(scoring) or _traitors(scoring)
    )  # fmt: skip


def _henchmen(scoring: Scoring) -> Refusal | None:
    if max(scoring.henchmen.values(), default=0) > len(HENCHMEN):
        return Refusal("merlin.no.henchmen", {"most": len(HENCHMEN)}, "page 2")
    return None


def _influence(scoring: Scoring, markers: int) -> Refusal | None:
    """A player has so many markers on all counties together."""
    for colour in sorted(_named(scoring)):
        count = sum(influence.get(colour, 0) for influence in scoring.influence.values())  # type: ignore[call-overload]
        if count > markers:
            told: dict[str, str | int] = {"colour": colour, "count": count, "most": markers}
            return Refusal("merlin.no.influence", told, "page 2")
    return None


def _areas(scoring: Scoring, sheet: Sheet, began: int) -> Refusal | None:
    """No more tiles of a terrain than lie there, no more manors than tiles or than a player has."""
    totals = landscape.totals(began)
    built = dict.fromkeys((player.colour for player in sheet.players), 0)
    left = {t: totals[t] + totals[t + landscape.TOWER] for t in TERRAINS}
    for region in scoring.areas:
        left[region.terrain] -= region.tiles
        if left[region.terrain] < 0:
            return Refusal("merlin.no.tiles", {"terrain": region.terrain}, "page 3")
        if sum(region.manors.values()) > region.tiles:
            return Refusal("merlin.no.taken", {}, "page 7")
        built = {who: n + region.manors.get(who, 0) for who, n in built.items()}
    if max(built.values()) > MANORS:
        return Refusal("merlin.no.manors", {"most": MANORS}, "page 7")
    return None


def _grail(scoring: Scoring) -> Refusal | None:
    """It is laid where its owner is tied for the most (page 9)."""
    if scoring.grail is None:
        return None
    counts = {str(c): n for c, n in scoring.influence.get(scoring.grail.county, {}).items()}
    tied = reckoning.first(counts)
    if len(tied) > 1 and scoring.grail.owner in tied:
        return None
    return Refusal("merlin.no.tie", {"county": scoring.grail.county}, "page 9")


def _traitors(scoring: Scoring) -> Refusal | None:
    if max(scoring.traitors_left.values(), default=0) > TAKEN:
        return Refusal("merlin.no.traitors", {"most": TAKEN}, "page 8")
    return None


TAKEN = 3
"""Traitors of a player at a scoring: so many were taken, and none comes in between (pages 3, 8)."""
