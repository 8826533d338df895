"""What is wrong with a plan, each in a sentence that names the place and the next step.

Rule: a fault is a value; an empty tuple means the plan can be built.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from making.plan import (
    FIELDS,
    Plan,
    beam_current,
    hall_channels,
    other_channels,
    pi_pins,
    sums,
)

ADC = {26: "ADC0", 27: "ADC1", 28: "ADC2"}
FILE = "hardware/table.toml"
Thing = TypeVar("Thing", bound=Hashable)


def faults(plan: Plan) -> tuple[str, ...]:
    """Everything that is wrong with both builds."""
    return (*_pico(plan), *_pi(plan))


def _pico(plan: Plan) -> Iterable[str]:
    pico = plan["pico"]
    known = {number: chip for number, chip in enumerate(pico["chip"]) if chip}
    yield from _pins("[pico.pins]", "GP", pico["pins"], known, pico["kept"])
    yield from _analogue(pico["pins"])
    yield from _uses(pico["pins"], pico["use"])
    yield from _channels(plan)
    yield from _beam(plan)
    yield from _current("[[pico.a3v3]]", pico["a3v3"], pico["regulator"]["most"])
    yield from _trays("[pico.mux] trays", pico["mux"]["trays"], plan["trays"]["names"])


def _pi(plan: Plan) -> Iterable[str]:
    pi = plan["pi"]
    known = dict(enumerate(pi["header"]))
    yield from _pins("[pi]", "GPIO", pi_pins(plan), known, pi["kept"])
    for what in ("rows", "columns"):
        if len(pi[what]) != plan["plate"]["size"]:
            yield (
                f"{FILE} [pi] {what} has {len(pi[what])} pins, but the plate has "
                f"{plan['plate']['size']} {what}. Name one pin for each."
            )
    yield from _current("[[pi.load]]", pi["load"], pi["supply"]["most"])
    yield from _trays("[pi] trays", pi["trays"], plan["trays"]["names"])


def _pins(
    place: str,
    prefix: str,
    pins: Mapping[str, int],
    known: Mapping[int, int],
    kept: Mapping[str, str],
) -> Iterable[str]:
    free = [n for n in known if n not in pins.values() and str(n) not in kept]
    offer = ", ".join(f"{prefix}{number}" for number in free) or "none is free"
    for pin, owners in _shared(pins).items():
        yield (
            f"{FILE} {place} gives {prefix}{pin} to {' and to '.join(owners)}. "
            f"Give one of them another pin; free: {offer}."
        )
    for owner, pin in pins.items():
        if pin not in known:
            yield f"{FILE} {place} gives {prefix}{pin} to {owner}, but there is no such pin; free: {offer}."
        elif str(pin) in kept:
            yield (
                f"{FILE} {place} gives {prefix}{pin} to {owner}, but it is kept for "
                f"{kept[str(pin)]}. Give {owner} another pin; free: {offer}."
            )


def _analogue(pins: Mapping[str, int]) -> Iterable[str]:
    for name in ("mux_a", "mux_b", "mux_c"):
        if pins[name] not in ADC:
            yield (
                f"{FILE} [pico.pins] gives GP{pins[name]} to {name}, but only GP26, GP27 and "
                f"GP28 measure a voltage. Give {name} one of these."
            )


def _uses(pins: Mapping[str, int], uses: Mapping[str, str]) -> Iterable[str]:
    for name in sorted(pins.keys() ^ uses.keys()):
        here, there = (
            ("[pico.pins]", "[pico.use]") if name in pins else ("[pico.use]", "[pico.pins]")
        )
        yield f"{FILE} {here} names {name}, but {there} does not. Add it there."


def _channels(plan: Plan) -> Iterable[str]:
    mux = plan["pico"]["mux"]
    halls = hall_channels(plan)
    missing = [field for field in FIELDS if field not in halls]
    if missing:
        yield f"{FILE} [pico.mux] rows leaves {', '.join(missing)} without a channel. Name every row once."
    every = halls | other_channels(plan)
    for (chip, number), owners in _shared(every).items():
        yield (
            f"{FILE} [pico.mux] gives {chip.upper()}{number} to {' and to '.join(owners)}. "
            "Give one of them a channel that is left over."
        )
    for owner, (chip, number) in every.items():
        if chip not in mux["rows"] or not 0 <= number < mux["channels"]:
            yield (
                f"{FILE} [pico.mux] gives {chip.upper()}{number} to {owner}, but there are "
                f"only {', '.join(mux['rows']).upper()} with 0 to {mux['channels'] - 1}."
            )


def _beam(plan: Plan) -> Iterable[str]:
    beam, codes = plan["pico"]["beam"], plan["sensor"]["codes"]
    if not 0 < beam["off"] < beam["on"] < codes:
        yield (
            f"{FILE} [pico.beam] says on = {beam['on']} and off = {beam['off']}. A broken beam "
            f"reads high: 0 < off < on < {codes}."
        )
    if beam_current(plan) > beam["current"]:
        yield (
            f"{FILE} [pico.beam]: {beam['resistor']} ohm let {beam_current(plan):.1f} mA through, "
            f"but the sums allow {beam['current']} mA. Take a larger resistor."
        )


def _current(place: str, loads: Iterable[Mapping[str, object]], most: float) -> Iterable[str]:
    drawn = sums(loads)[1]
    if drawn > most:
        yield (
            f"{FILE} {place} adds up to {drawn:.0f} mA at most, but the supply gives {most} mA. "
            "Take a stronger one or hang less on it."
        )


def _trays(place: str, said: Iterable[str], names: Iterable[str]) -> Iterable[str]:
    if sorted(said) != sorted(names):
        yield (
            f"{FILE} {place} names {', '.join(said)}, but [trays] names {', '.join(names)}. "
            "Name the same corners."
        )


def _shared(owners: Mapping[str, Thing]) -> dict[Thing, list[str]]:
    by_thing: dict[Thing, list[str]] = defaultdict(list)
    for owner, thing in owners.items():
        by_thing[thing].append(owner)
    return {thing: names for thing, names in by_thing.items() if len(names) > 1}
