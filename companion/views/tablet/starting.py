"""Begin a match from what people said: names cleaned, corners found, the box filled in.

Rule: whatever is still wrong then, the game's own rules refuse.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import SystemRandom
from typing import Any

from companion.views.tablet.kit import Hands, Kit
from companion.views.tablet.names import TOO_LONG, clean
from companion.views.tablet.shapes import NewMatch, Seat
from companion.views.tablet.sight import Sight
from companion.vocabulary import (
    Answer,
    End,
    Game,
    Player,
    Printed,
    Refusal,
    Request,
    Resume,
    Shuffle,
    Start,
    Viewer,
)

CLOCKWISE = ("a1", "f1", "f6", "a6")
OPPOSITE = ("a1", "f6")
CHANCE = SystemRandom()
"""For the order of what a set-up shuffles. Nobody can foretell it."""

Ask = Callable[[Request], Answer]


def begin(kit: Kit, new: NewMatch, ask: Ask) -> Answer:
    """A match that is over makes room by itself; one in play does not."""
    version = kit.door.snapshot.version
    if new.game not in kit.games:
        return Answer(422, version, Refusal("house.no.game", {"game": new.game}))
    seats = tuple(_players(new.seats))
    if any(len(seat.name) > TOO_LONG for seat in new.seats):
        return Answer(422, version, Refusal("house.no.name_long"))
    if not all(player.name for player in seats):
        return Answer(422, version, Refusal("house.no.name"))
    seen = kit.door.sight()
    if seen.is_over:
        ask(End(seen.match))
    box = box_of(kit, new.game) if new.box is None else new.box
    answer = ask(Start(new.game, seats, new.options, box))
    if answer.status == 200:
        _sit_down(kit, answer.match, seats)
    return answer


def _sit_down(kit: Kit, match: str, players: tuple[Player, ...]) -> None:
    kit.people.seated(match, {player.seat: player.name for player in players})
    game = kit.door.sight().game
    if kit.hands and kit.wiring.is_virtual and game and game.on_plate:
        kit.hands.lay({player.seat: player.corner for player in players}, anew=True)


def resume(kit: Kit, match: str, ask: Ask) -> Answer:
    """A match that was put away; on a virtual table its people sit down again."""
    answer = ask(Resume(match))
    if answer.status == 200:
        kit.people.resumed(match)
        stand(kit)
    return answer


def stand(kit: Kit) -> None:
    """On a virtual table its people stand as the match says."""
    seen = kit.door.sight()
    if kit.hands and kit.wiring.is_virtual and seen.game:
        take_seats(kit.hands, seen)


def take_seats(hands: Hands, seen: Sight, anew: bool = False) -> None:
    """Whoever plays has a magician on the virtual table, where the match says. With ``anew``
    those who stand there already go to their fields, too."""
    if seen.game is None or not seen.game.on_plate:
        return
    standing = {one["seat"]: one["at"] for one in seen.game.show(seen.state, Viewer())["seats"]}
    if anew or hands.seats() != standing.keys():
        hands.lay(standing, anew=False)


def box_of(kit: Kit, game: str) -> dict[str, Any]:
    """What is known of the box that stands on the table."""
    rules = kit.games.get(game)
    if rules and rules.boxed:
        return _of_pieces(kit, rules, rules.boxed)
    if kit.hands and kit.wiring.is_virtual:
        return kit.hands.box()
    return kit.boxes.box(game)


def _of_pieces(
    kit: Kit, game: Game, boxed: Callable[[Printed, Shuffle], dict[str, Any]]
) -> dict[str, Any]:
    """The box out of what is printed on its pieces. Where nobody told anything of a piece that
    a demo can make up, it is made up, and marked as such."""
    told = _printed(kit, game.name)
    made_up = kit.synthetic.get(game.name, {})
    if not made_up or made_up.keys() & told.keys():
        return boxed(told, _shuffled)
    return {**boxed({**made_up, **told}, _shuffled), "synthetic": True}


def _printed(kit: Kit, game: str) -> Printed:
    """What was taught of the pieces of a game, in the order of its box."""
    catalogue, front = kit.catalogue(), f"{game}/"
    facts = catalogue.registry.facts
    return {id.removeprefix(front): facts[id] for id in catalogue.like(front) if id in facts}


def _shuffled(words: list[str]) -> list[str]:
    return CHANCE.sample(words, len(words))


def _players(seats: tuple[Seat, ...]) -> list[Player]:
    corners = OPPOSITE if len(seats) == 2 else CLOCKWISE
    taken = {seat.corner for seat in seats}
    free = iter([corner for corner in (*corners, *CLOCKWISE) if corner not in taken])
    return [
        Player(clean(seat.name), seat.seat, seat.corner or next(free, "")) for seat in seats
    ]
