"""The plan of both builds: what stands where, and what a mistake in it is told as."""

from __future__ import annotations

import pytest
from making.faults import faults
from making.plan import beam_current, hall_channels, heat, idle_channels, pi_pins, sums, vbus

from companion.settings.wires import RESERVED

CHIP = {
    0: 1,
    1: 2,
    4: 6,
    10: 14,
    13: 17,
    14: 19,
    15: 20,
    16: 21,
    18: 24,
    22: 29,
    26: 31,
    28: 34,
}
"""GP number to chip pin, by the Pico's datasheet."""
HEADER = {2: 3, 4: 7, 5: 29, 6: 31, 12: 32, 13: 33, 14: 8, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38,
          21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13}  # fmt: skip
"""BCM number to header pin, as every Raspberry Pi with forty pins has it."""


def test_thirty_six_sensors_have_thirty_six_channels_row_by_row(plan):
    channels = hall_channels(plan)

    assert len(channels) == len(set(channels.values())) == 36
    assert channels["a1"] == ("a", 0)
    assert channels["f2"] == ("a", 11)
    assert channels["a3"] == ("b", 0)
    assert channels["f6"] == ("c", 11)


def test_six_channels_are_left_over_and_go_to_ground(plan):
    idle = idle_channels(plan)

    assert idle == [(chip, number) for chip in "abc" for number in (14, 15)]


def test_pins_stand_where_the_makers_of_the_boards_put_them(plan):
    chip, header = plan["pico"]["chip"], plan["pi"]["header"]

    assert {gp: chip[gp] for gp in CHIP} == CHIP
    assert {bcm: header[bcm] for bcm in HEADER} == HEADER
    assert len(set(header)) == 28


def test_the_plan_has_no_fault(plan):
    assert faults(plan) == ()


def test_thirty_six_crossings_have_pins_of_their_own_and_none_is_reserved(plan):
    pins = pi_pins(plan)

    crossings = {
        (row, column) for row in plan["pi"]["rows"] for column in plan["pi"]["columns"]
    }
    assert len(crossings) == 36
    assert len(set(pins.values())) == len(pins) == 6 + 6 + 1 + 4
    assert not set(pins.values()) & set(RESERVED)
    assert {str(pin) for pin in RESERVED} <= plan["pi"]["kept"].keys()


def test_the_regulator_bears_all_sensors_at_their_worst(plan):
    usual, most = sums(plan["pico"]["a3v3"])

    assert usual == pytest.approx(36 * 6 + 4 * 9.3 + 3 * 0.1)
    assert most == pytest.approx(36 * 10 + 4 * 10 + 3 * 0.2)
    assert most < plan["pico"]["regulator"]["most"]
    assert heat(plan, most) == pytest.approx(1.7 * 0.4006)


def test_the_usb_cable_carries_what_hangs_behind_the_regulator_too(plan):
    assert sums(vbus(plan))[1] == pytest.approx(400.6 + 100 + 2 * 150 + 160)


def test_the_resistor_of_a_beam_lets_through_what_the_sums_say(plan):
    by_hand = (3.3 - 1.25) / 220 * 1000

    assert beam_current(plan) == pytest.approx(by_hand)
    assert plan["pico"]["a3v3"][1]["usual"] == pytest.approx(by_hand, abs=0.05)


def spoiled(plan, path, value):
    *way, last = path.split(".")
    place = plan
    for step in way:
        place = place[int(step)] if step.isdigit() else place[step]
    place[int(last) if last.isdigit() and isinstance(place, list) else last] = value
    return plan


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("pico.pins.mux_s1", 10, "[pico.pins] gives GP10 to mux_s0 and to mux_s1"),
        ("pico.pins.piezo", 4, "gives GP4 to piezo, but it is kept for I2C0"),
        ("pico.pins.piezo", 9, "gives GP9 to piezo, but it is kept for UART1"),
        ("pico.pins.piezo", 23, "gives GP23 to piezo, but there is no such pin"),
        ("pico.pins.piezo", 29, "gives GP29 to piezo, but there is no such pin"),
        ("pico.pins.mux_b", 2, "gives GP2 to mux_b, but only GP26, GP27 and GP28 measure"),
        ("pico.pins.lamp", 2, "[pico.pins] names lamp, but [pico.use] does not"),
        ("pico.mux.rows.b", [3], "leaves a4, b4, c4, d4, e4, f4 without a channel"),
        ("pico.mux.trays.nw", ["a", 11], "gives A11 to f2 and to tray NW"),
        ("pico.mux.mid", ["b", 13], "gives B13 to half of A3V3 and to ground"),
        (
            "pico.mux.zero",
            ["b", 16],
            "gives B16 to ground, but there are only A, B, C with 0 to 15",
        ),
        ("pico.beam.on", 1300, "says on = 1300 and off = 1300"),
        ("pico.beam.resistor", 100, "100 ohm let 20.5 mA through, but the sums allow 10 mA"),
        ("pico.regulator.most", 250, "adds up to 401 mA at most, but the supply gives 250 mA"),
        (
            "trays.names",
            ["nw", "ne", "sw"],
            "[pico.mux] trays names nw, ne, sw, se, but [trays]",
        ),
        ("pi.columns.0", 5, "[pi] gives GPIO5 to row 1 and to column a"),
        ("pi.rows.0", 2, "gives GPIO2 to row 1, but it is kept for I2C"),
        ("pi.drop", 15, "gives GPIO15 to drop, but it is kept for the UART"),
        ("pi.drop", 1, "gives GPIO1 to drop, but it is kept for the ID chip"),
        ("pi.drop", 28, "gives GPIO28 to drop, but there is no such pin"),
        ("pi.rows", [5, 6, 12, 13, 16], "rows has 5 pins, but the plate has 6 rows"),
        (
            "pi.supply.most",
            50,
            "[[pi.load]] adds up to 65 mA at most, but the supply gives 50 mA",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value else None,
)
def test_a_mistake_is_told_with_its_place_and_both_sides(plan, path, value, told):
    found = faults(spoiled(plan, path, value))

    assert any(told in fault for fault in found), found
    assert all(fault.startswith("hardware/table.toml [") for fault in found)


def test_a_pin_that_is_given_twice_comes_with_those_that_are_free(plan):
    (fault,) = faults(spoiled(plan, "pi.drop", 5))

    assert fault == (
        "hardware/table.toml [pi] gives GPIO5 to row 1 and to drop. "
        "Give one of them another pin; free: GPIO4."
    )
