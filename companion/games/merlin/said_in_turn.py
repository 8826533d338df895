"""What a figure, a flag or a space did, as lines of the history.

Rule: a walk is told with where it landed, a henchman with what he brought and whose went home: what
can be known at once is told at once.
"""

from __future__ import annotations

from typing import Any

from companion.games.merlin import goods, moves
from companion.games.merlin.consequences import Tells, Told, gained, waited
from companion.games.merlin.counties import good
from companion.games.merlin.duties import DUTY
from companion.games.merlin.state import MERLIN, State, is_known


def _county(key: str) -> Tells:
    return lambda state, after, move: (key, {"county": move.county})


# Figures


def _goes(state: State, after: State, move: moves.Goes) -> Told:
    return _walks(state, after, move.face, white=move.white, back=move.back)


def _turned(state: State, after: State, move: moves.Turned) -> Told:
    white = bool(waited(state, "white"))
    return _walks(state, after, move.face, white=white, back=move.back)


def _walks(state: State, after: State, steps: int, *, white: bool, back: bool) -> Told:
    """How far, and where it landed, if that is known at once."""
    figure = MERLIN if white else state.turn
    key = ("merlin" if white else "knight") + ("_back" if back else "")
    if not is_known(state, figure):
        return key, {"count": steps}
    return f"{key}_to", {"count": steps, "space": after.on[figure]}


def _lands(state: State, after: State, move: moves.Lands) -> Told:
    key = "lands_merlin" if state.moved == MERLIN else "lands"
    return key, {"space": move.space}


def _mirrors(state: State, after: State, move: moves.Mirrors) -> Told:
    if not is_known(state, state.turn):
        return "mirrors", {}
    return "mirrors_to", {"space": after.on[state.turn]}


def _copies(state: State, after: State, move: moves.Copies) -> Told:
    names = {"other": state.names.get(move.seat, "")}
    return "copies", {**names, "space": state.on.get(move.seat, "")}


def _flips(state: State, after: State, move: moves.Flips) -> Told:
    return "flips", {"face": move.face, "other": 7 - move.face}


def _repels(state: State, after: State, move: moves.Repels) -> Told:
    count = state.castles[state.turn].traitors.get(move.county, 0)
    return "repels", {"count": count, "county": move.county}


# Spaces


def _acts(state: State, after: State, move: moves.Acts) -> Told:
    more = after.castles[state.turn].apples > state.castles[state.turn].apples
    return "grail_apple" if more else waited(state, "space"), {}


def _leaves(state: State, after: State, move: moves.Leaves) -> Told:
    return "no_more" if waited(state, "left") else "leaves", {}


def _sends(state: State, after: State, move: moves.Sends) -> Told:
    """At once told with his duty, where there was one county alone."""
    at = after.castles[state.turn].henchmen[move.henchman]
    if at == state.castles[state.turn].henchmen[move.henchman]:
        return "sends", {"henchman": move.henchman}
    return _sent(state, after, move.henchman, at)


def _to(state: State, after: State, move: moves.To) -> Told:
    return _sent(state, after, waited(state, "henchman"), move.county)


def _sent(state: State, after: State, henchman: Any, county: str) -> Told:
    """Where he stands now, what he brought, and whose went home."""
    told: dict[str, str | int] = {"henchman": henchman, "county": county}
    key, thing = "sent", DUTY[henchman]
    home = [
        state.names[seat]
        for seat in state.seats
        if state.castles[seat].henchmen[henchman] and not after.castles[seat].henchmen[henchman]
    ]
    if home:
        key, told = f"{key}_home", {**told, "others": ", ".join(home)}
    owned = (goods.owned(one, state.turn, thing) for one in (after, state))
    return (
        (f"{key}_and", {**told, "thing": thing}) if next(owned) > next(owned) else (key, told)
    )


def _counts(state: State, after: State, move: moves.Counts) -> Told:
    return "counts", {"count": gained(state, after), "what": move.what}


def _gets(state: State, after: State, move: moves.Gets) -> Told:
    if move.thing == "influence":
        return "puts", {"county": move.county}
    return "gets", {"good": good(move.county, move.thing)}


def _builds(state: State, after: State, move: moves.Builds) -> Told:
    """With its stone, where no other one could pay."""
    kind = state.tiles[move.tile].kind if move.tile < len(state.tiles) else ""
    held = after.castles[state.turn].goods
    paid = [
        word for word, n in state.castles[state.turn].goods.items() if n > held.get(word, 0)
    ]
    if not paid:
        return "builds", {"kind": kind}
    return "builds_for", {"kind": kind, "good": paid[0]}


def _pays(state: State, after: State, move: moves.Pays) -> Told:
    return "pays", {"good": good(move.county, "stone")}


def _twice(state: State, after: State, move: moves.Twice) -> Told:
    return "twice_manor" if waited(state, "space") == "manor" else "twice_lady", {}


TELLS: dict[type, Tells] = {
    moves.Goes: _goes,
    moves.Apple: lambda state, after, move: ("apple", {"face": move.face}),
    moves.Turned: _turned,
    moves.Lands: _lands,
    moves.Flips: _flips,
    moves.Repels: _repels,
    moves.Copies: _copies,
    moves.Mirrors: _mirrors,
    moves.Uses: _county("uses"),
    moves.Does: lambda state, after, move: (
        "does",
        {"county": waited(state, "county"), "flag": move.flag},
    ),
    moves.Acts: _acts,
    moves.Leaves: _leaves,
    moves.Sends: _sends,
    moves.To: _to,
    moves.Counts: _counts,
    moves.Gets: _gets,
    moves.Returns: lambda state, after, move: (
        "returns",
        {"good": good(move.county, move.thing)},
    ),
    moves.Builds: _builds,
    moves.Pays: _pays,
    moves.Rids: _county("rids"),
    moves.Staff: lambda state, after, move: ("staff", {"space": state.acted}),
    moves.Twice: _twice,
}
