"""Choose which wire is the plate, and let a plate learn what it is while nothing stands on it.

Rule: the match on the table stays as it is; only what is seen of it comes by another way.
"""

from __future__ import annotations

from companion.views.tablet.kit import Kit
from companion.views.tablet.starting import take_seats
from companion.vocabulary import Answer, Refusal


def use(kit: Kit, wire: str) -> Answer:
    """This wire is the plate from now on; on the virtual one everybody stands as in the
    match."""
    seen = kit.door.sight()
    if not kit.wiring.use(wire):
        return Answer(422, seen.version, Refusal("house.no.plate", {"wire": wire}))
    if kit.hands and kit.wiring.is_virtual and seen.game:
        take_seats(kit.hands, seen, anew=True)
    return Answer(200, seen.version, match=seen.match)


def learn(kit: Kit, wire: str) -> Answer:
    """Nothing stands on this plate: what it reads now is what it reads while it is empty."""
    reply, version = kit.wiring.learn(wire), kit.door.snapshot.version
    if reply == "ok":
        return Answer(200, version)
    return Answer(422, version, Refusal(_NOT_LEARNED.get(reply, "house.no.learn_unheard")))


_NOT_LEARNED = {
    "unsteady": "house.no.learn_unsteady",
    "covered": "house.no.learn_covered",
    "away": "house.no.learn_away",
}
