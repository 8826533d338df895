"""What a viewer may see of a game.

Rule: a hand is shown to its own seat alone; of the others one sees how many they hold.
"""

from __future__ import annotations

from typing import Any

from closed_hands.state import State, winners

from companion.vocabulary import Viewer


def show(state: State, viewer: Viewer) -> dict[str, Any]:
    """The table as a dictionary of plain values, with the hand of the viewer's seat."""
    over = state.phase == "over"
    turner = state.seats[0] if state.phase == "turn" else ""
    return {
        "phase": state.phase,
        "round": len(state.rounds) + (not over),
        "prize": state.prize,
        "turn": {"seat": turner, "name": state.names.get(turner, "")},
        "waiting": len(_waiting(state)),
        "seats": [_seat(state, seat, viewer) for seat in state.seats],
        "opened": _opened(state),
        "winners": list(winners(state)),
    }


def _waiting(state: State) -> tuple[str, ...]:
    if state.phase != "lay":
        return ()
    return tuple(s for s in state.seats if state.hands[s] and s not in state.laid)


def _seat(state: State, seat: str, viewer: Viewer) -> dict[str, Any]:
    lies = seat in state.laid
    shown = {
        "seat": seat,
        "name": state.names[seat],
        "points": state.points[seat],
        "laid": lies,
        "held": len(state.hands[seat]) - lies,
    }
    return {**shown, "hand": _hand(state, seat)} if seat == viewer.seat else shown


def _hand(state: State, seat: str) -> list[dict[str, Any]]:
    lying = state.laid.get(seat)
    return [
        {"name": token.name, "value": token.value, "lies": token.name == lying}
        for token in state.hands[seat]
    ]


def _opened(state: State) -> list[dict[str, Any]]:
    """The last round that was opened."""
    return [
        {
            "seat": seat,
            "name": state.names.get(seat, ""),  # nobody there any more
            "token": token.name,
            "value": token.value,
            "won": last.prize if seat == last.winner else 0,
        }
        for last in state.rounds[-1:]
        for seat, token in last.tokens.items()
    ]
