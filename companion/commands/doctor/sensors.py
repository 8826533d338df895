"""What is to be said of a plate with linear sensors, behind a Pico.

Rule: a finding names the field, both sides in codes, and where to look with the soldering
iron: the multiplexer and its channel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.commands.doctor.finding import OK, UNKNOWN, WARN, WRONG, Check, listed
from companion.commands.doctor.listening import Heard
from companion.commands.doctor.plate import FEWEST, LOUD, ROARING, Field, Plate, judged
from companion.commands.doctor.trays import levels, trays
from companion.geometry import COLUMNS, table
from companion.senses.codes import Codes, decode
from companion.vocabulary import Signal

RATE = 1000 / table()["scan"]["period"]  # frames a second
SHARE = 0.9  # of them that must come
MID = table()["sensor"]["codes"] // 2  # of the channel at half the supply
MID_SHARE = 0.02  # that it may be off
ZERO = 20  # codes; the channel at ground reads less
_MUX = table()["pico"]["mux"]["rows"]

LEARN = "Take everything off the plate, and let it learn in the menu of the page."
DOUBTS = {
    "unplugged": ("the sensors are unplugged", "Look at the ribbon cable and at A3V3."),
    "inverted": (
        "all is upside down",
        f"Turn the magnets over. {LEARN}",
    ),
    "foreign": (
        "something stronger than magicians lies on it, or it never learned its empty plate",
        f"Take tools, phones and loudspeakers away. {LEARN}",
    ),
}


def plate(name: str, heard: Heard) -> tuple[list[Check], dict[str, Any]]:
    """The findings about a plate, and its numbers for programs."""
    frames, learned = _codes(heard.fresh, "hall"), _codes(heard.signals, "baseline")
    empty = learned[-1] if learned else None
    seen = judged(frames, empty) if len(frames) >= FEWEST else None
    about: dict[str, Any] = {
        "wire": name, "device": heard.ended.device, "frames_a_second": _rate(heard),
        "self_test": _tests(heard), "learned": empty is not None,
        "fields": msgspec.to_builtins(seen.fields) if seen else {},
        "trays": levels(heard, "drop"),
    }  # fmt: skip
    checks = [
        _frames(name, about["frames_a_second"]), _self_test(name, about["self_test"]),
        _baseline(name, empty), _fields(name, seen), trays(name, about["trays"]),
    ]  # fmt: skip
    return checks, about


def _codes(signals: Sequence[Signal], source: str) -> list[Codes]:
    """The frames that came from this source."""
    found = [decode(one.value) for one in signals if one.source == source]
    return [codes for codes in found if codes is not None]


def _rate(heard: Heard) -> float:
    """Frames a second, over the time from the first to the last."""
    times = [one.at for one in heard.fresh if one.source == "hall"]
    if len(times) < 2 or times[-1] == times[0]:
        return 0.0
    return round(1000 * (len(times) - 1) / (times[-1] - times[0]), 1)


def _frames(name: str, rate: float) -> Check:
    told, values = f"{rate:.0f} frames a second come", {"rate": rate}
    if rate >= SHARE * RATE:
        return Check(f"frames/{name}", OK, f"{told}.", values=values)
    few = f"{told}, and {RATE:.0f} should."
    step = "Look what else keeps this computer or its USB busy, and look again."
    return Check(f"frames/{name}", WARN if rate else WRONG, few, step, values)


def _tests(heard: Heard) -> dict[str, int]:
    counters = heard.ended.counters
    return {
        word: counters[f"board_{word}"]
        for word in ("mid", "zero")
        if f"board_{word}" in counters
    }


def _self_test(name: str, tests: Mapping[str, int]) -> Check:
    if set(tests) != {"mid", "zero"}:
        told = "The board says nothing of its self-test."
        return Check(f"self-test/{name}", UNKNOWN, told)
    mid, zero = tests["mid"], tests["zero"]
    told = f"Half the supply reads {mid} (should be {MID}), ground reads {zero} (under {ZERO})."
    if abs(mid - MID) <= MID_SHARE * MID and zero < ZERO:
        return Check(f"self-test/{name}", OK, told, values={**tests})
    step = "Look at A3V3, at AGND, and at channels 12 and 13 of multiplexer B."
    return Check(f"self-test/{name}", WRONG, told, step, {**tests})


def _baseline(name: str, empty: Codes | None) -> Check:
    if empty is not None:
        return Check(f"baseline/{name}", OK, "The plate knows what it reads while it is empty.")
    told = "The plate never learned what it reads while it is empty: all below is rough."
    return Check(f"baseline/{name}", WARN, told, LEARN)


def _fields(name: str, seen: Plate | None) -> Check:
    check = f"fields/{name}"
    if seen is None:
        return Check(check, UNKNOWN, f"Fewer than {FEWEST} frames came: nothing can be told.")
    values = {"noise": seen.noise, "doubt": seen.doubt}
    if seen.doubt in DOUBTS:
        told, step = DOUBTS[seen.doubt]
        return Check(check, WRONG, f"The plate cannot be believed: {told}.", step, values)
    if not seen.is_moving:
        told = "No code changed at all: real sensors flicker by a code or two."
        return Check(check, WARN, told, "Look at the reference voltage and at A3V3.", values)
    if seen.noise > ROARING:
        told = f"All sensors are noisy: {seen.noise} codes, and {LOUD:.0f} harm nothing."
        step = "Look at the supply, at GP23 of the Pico, and at mains cables near by."
        return Check(check, WRONG, told, step, values)
    return _single(check, seen, values)


def _single(check: str, seen: Plate, values: dict[str, Any]) -> Check:
    """Each sensor for itself."""
    odd = [
        (name, one) for name, one in seen.fields.items() if one.verdict not in ("ok", "magnet")
    ]
    values |= {"odd": {name: one.verdict for name, one in odd}}
    standing = [name for name, one in seen.fields.items() if one.verdict == "magnet"]
    stands = f"; magnets stand on {listed(standing)}" if standing else "; nothing stands there"
    if not odd:
        told = f"36 sensors are well, with a noise of {seen.noise} codes{stands}."
        return Check(check, OK, told, values=values)
    told = ". ".join(f"{name} {_said(one, seen)}" for name, one in odd)
    grave = any(one.verdict in ("dead", "noisy") for _, one in odd)
    return Check(check, WRONG if grave else WARN, f"{told}{stands}.", _where(odd), values)


def _said(one: Field, seen: Plate) -> str:
    usual = "usually" if one.baseline is None else "empty"
    sides = f"code {one.code:.0f}, {usual} {one.code - one.difference:.0f}"
    match one.verdict, one.why:
        case "dead", "rail":
            return f"is dead: it stays at the end of its scale ({sides})"
        case "dead", _:
            return f"is dead: it never moves ({sides})"
        case "noisy", _:
            return f"is noisy: {one.noise:.1f} codes, the others {seen.noise:.1f} ({sides})"
        case "reversed", _:
            return f"has a magnet upside down ({sides})"
    return f"is far from the empty plate, and no magnet stands there ({sides})"


def _where(odd: list[tuple[str, Field]]) -> str:
    """The next step for each kind of trouble that is there."""
    bad = [name for name, one in odd if one.verdict in ("dead", "noisy")]
    steps = []
    if bad:
        places = listed([f"{name} is {_channel(name)}" for name in bad])
        steps.append(f"Look at the wires and joints of the sensor: {places}.")
    if any(one.verdict == "noisy" for _, one in odd):
        steps.append("Keep hands off the plate while doctor looks.")
    if any(one.verdict == "reversed" for _, one in odd):
        steps.append("Turn that magnet over.")
    if any(one.verdict == "far" for _, one in odd):
        steps.append(LEARN)
    return " ".join(steps)


def _channel(field: str) -> str:
    row = int(field[1])
    mux, rows = next((mux, rows) for mux, rows in _MUX.items() if row in rows)
    number = rows.index(row) * len(COLUMNS) + COLUMNS.index(field[0])
    return f"channel {number} of multiplexer {mux.upper()}"
