"""Where the magician of the player on turn is, and the walk that this makes.

Magnets look alike. Who it is follows from whose turn it is and from continuity: what is
covered beyond the fields of the others, and was not there before the turn, is the one
who walks.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.labyrinth import moves
from companion.games.labyrinth.reading.explaining import Explained, explain
from companion.games.labyrinth.reading.memory import Memory, latest, unheard
from companion.games.labyrinth.rules import stumbles
from companion.games.labyrinth.state import State, left, occupied, sought
from companion.geometry import distance, neighbours, table

BOTH = 250  # ms that the new field may be covered before the old one is left
TOUCHES = 24  # fields of one walk that are remembered
RESTED = 400  # ms back on the field of the start, so that it was no mere wavering
HIDDEN = 350  # ms out of sight beside a dead sensor before the magician must stand on it
EARLY = 500  # ms before the roll in which a magician may well have begun to walk
LINGER = 2500  # ms after a turn was ended in which its magician may still come to rest
LATEST = table()["drop"]["latest"]  # ms from the last border crossed to the tray


def followed(memory: Memory, state: State) -> Memory:
    """The memory with the turn noticed and the magician's track continued."""
    whose = (state.turn, state.start if state.phase == "walk" else state.at[state.turn])
    if memory.whose != whose:
        memory = _turned(memory, state, whose)
    strange = _strange(memory, state)
    for field, since in sorted(memory.seen.items(), key=lambda item: item[1]):
        if field in strange or (field, since) in memory.touched or _aloof(memory, field):
            continue
        if memory.touched and memory.touched[-1][0] == field:
            if len(memory.touched) > 1:  # it wavered at the border, and has crossed it only now
                memory = replace(memory, crossed=max(memory.crossed, since))
        else:
            moved = memory.by_hand and field == state.at[state.turn]
            memory = replace(
                memory,
                touched=(*memory.touched, (field, since))[-TOUCHES:],
                crossed=since if memory.touched else memory.crossed,
                by_hand=moved,
            )
    return memory


def _aloof(memory: Memory, field: str) -> bool:
    """Far from where the magician still stands: that is a hand that fetches a ball."""
    here = memory.touched[-1][0] if memory.touched else field
    return here in memory.seen and distance(here, field) > 1


def _turned(memory: Memory, state: State, whose: tuple[str, str]) -> Memory:
    """Another turn: the old track is kept for a moment, for a walk that still goes on."""
    late = (memory.whose[0], memory.crossed, memory.touched)
    here = whose[1]
    expected = set(state.at.values())
    started = ((here, memory.seen.get(here, memory.now)),)
    return replace(
        memory, whose=whose, began=memory.now, touched=started, late=late, crossed=-10_000,
        strangers=frozenset(set(memory.seen) - expected),
        by_hand=memory.by_hand and memory.amended == memory.now,
    )  # fmt: skip


def _strange(memory: Memory, state: State) -> set[str]:
    """Covered fields that are not the walking magician's."""
    others = {state.at[seat] for seat in state.seats if seat != state.turn}
    return others | memory.strangers | unheard(memory, state)


def place(memory: Memory, state: State) -> str:
    """The field where the magician on turn is now, or an empty string while nobody can
    tell: between two fields, behind somebody, in the air."""
    start = state.start if state.phase == "walk" else state.at[state.turn]
    shown = candidates(memory, state)
    if len(shown) == 1:
        return shown[0]
    if shown:
        return ""
    shared = start in _strange(memory, state)
    gone = shared and bool(memory.touched) and memory.touched[-1][0] != start
    return start if start in memory.seen and not gone else _behind(memory, state)


def candidates(memory: Memory, state: State) -> list[str]:
    """Covered fields where the magician on turn could be: where it was, while that is
    still covered; else the nearest in reach of those covered since it left."""
    strange = _strange(memory, state)
    shown = [field for field in memory.seen if field not in strange]
    here = state.at[state.turn]
    if len(shown) < 2 or here in shown:
        return [here] if here in shown else shown
    last = memory.left.get(here, 0) - BOTH
    reach = [f for f in shown if memory.seen[f] >= last and _reachable(state, f)]
    nearest = min((distance(here, field) for field in reach), default=0)
    return [field for field in reach if distance(here, field) == nearest]


def _reachable(state: State, field: str) -> bool:
    steps = state.roll - state.used if state.phase == "walk" else 4
    return distance(state.start or state.at[state.turn], field) <= steps


def _behind(memory: Memory, state: State) -> str:
    """Out of sight for a while, and a dead sensor in reach: it stands there."""
    if memory.now - memory.changed < HIDDEN:
        return ""
    hidden = _hidden(memory, state)
    return hidden[0] if len(hidden) == 1 else ""


def _hidden(memory: Memory, state: State) -> list[str]:
    """Fields where the magician on turn may stand unseen: no sensor tells there, nor on
    the way there from where it was seen last."""
    dark = unheard(memory, state)
    here = latest(memory, memory.touched) or state.at[state.turn]
    if here in dark:
        return [here]
    if state.phase != "walk":
        return [field for field in neighbours(here) if field in dark]
    found = []
    for field in sorted(dark):
        walk = _explained(memory, state, field)
        if walk and not occupied(state, field) and _unseen(walk.path, here, state, dark):
            found.append(field)
    return found


def _unseen(path: tuple[str, ...], here: str, state: State, dark: frozenset[str]) -> bool:
    onward = path[path.index(here) + 1 :] if here in path else path
    return all(field in dark or occupied(state, field) for field in onward)


def walked(memory: Memory, state: State) -> moves.Walk | None:
    """The walk so far, when it is another than the state says."""
    if state.phase != "walk" or memory.hold:
        return None
    here = place(memory, state)
    if not here or here == state.at[state.turn]:
        return _round_trip(memory, state) if here else None
    found = _explained(memory, state, here)
    if found is None or (found.path == state.path and found.either == state.either):
        return None
    return None if is_early(memory, state, here) else moves.Walk(found.path, found.either)


def is_early(memory: Memory, state: State, here: str) -> bool:
    """Was the magician there before the die was told? Then it was pushed there, or walked
    before anybody told; people say which."""
    return not state.path and memory.seen.get(here, memory.now) <= memory.rolled - EARLY


def _round_trip(memory: Memory, state: State) -> moves.Walk | None:
    """Out and back onto the wanted symbol. Elsewhere that is a hand that wavered; but whoever
    stands on the symbol without having reached it, sent home by a bump, has to do just this."""
    if state.path or not sought(state, state.start) or memory.now - memory.changed < RESTED:
        return None
    track = [field for field, _ in memory.touched]
    if track[-1] != state.start and state.start in unheard(memory, state):
        track.append(state.start)
    loop = tuple(track[track.index(state.start) + 1 :]) if state.start in track else ()
    if not loop or loop[-1] != state.start or stumbles(state, loop):
        return None
    return moves.Walk(loop)


def _explained(memory: Memory, state: State, here: str) -> Explained | None:
    touched = tuple(field for field, _ in memory.touched)
    return explain(state, touched, here, unheard(memory, state))


def strayed(memory: Memory, state: State) -> bool:
    """The magician stands where no walk of this roll leads."""
    here = place(memory, state)
    if not here or here == state.at[state.turn] or state.phase != "walk":
        return False
    return _explained(memory, state, here) is None


def ended(memory: Memory, state: State) -> moves.Stop | None:
    """The walk is over and no ball fell: steps used up, or the wanted symbol reached."""
    if state.phase != "walk" or memory.by_hand or not state.path:
        return None
    here = state.at[state.turn]
    if left(state) and not sought(state, here):
        return None
    if occupied(state, here) or memory.now - _last_seen(memory) < LATEST:
        return None
    return moves.Stop() if agrees(memory, state) else None


def agrees(memory: Memory, state: State) -> bool:
    """Does the plate show the magician on turn where the state says?"""
    if memory.hold:
        return bool(memory.seen)
    return place(memory, state) == state.at[state.turn]


def _last_seen(memory: Memory) -> int:
    """When the walker last crossed a border, or went out of sight."""
    gone = memory.left.get(latest(memory, memory.touched), 0)
    return max(memory.crossed, memory.began, gone)


def late_walk(memory: Memory, state: State) -> moves.Walk | None:
    """The player before came to rest only after the turn was ended, or out of sight."""
    late = state.late
    if late is None or state.path or memory.hold or state.phase == "draw":
        return None
    if memory.now - memory.began > LINGER or late.seat != memory.late[0]:
        return None
    here = late.path[-1] if late.path else late.start
    if here in memory.seen or here in unheard(memory, state):
        return None
    opened = replace(
        state, turn=late.seat, phase="walk", start=late.start, path=late.path, roll=late.roll,
        used=late.used, wanted=late.wanted,
    )  # fmt: skip
    return _came_to(memory, opened, here)


def _came_to(memory: Memory, opened: State, here: str) -> moves.Walk | None:
    touched = memory.late[2]
    new = [f for f, since in memory.seen.items() if since > memory.began - BOTH]
    new = [f for f in new if f not in opened.at.values() and distance(f, here) == 1]
    before = replace(memory, touched=touched)
    if not new and memory.now - memory.changed >= HIDDEN:
        new = _hidden(before, opened)
    if len(new) != 1:
        return None
    fields = (*(field for field, _ in touched), new[0])
    found = explain(opened, fields, new[0], unheard(memory, opened))
    return moves.Walk(found.path, found.either, opened.turn) if found else None
