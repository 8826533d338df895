"""The pins as the firmware reads them: a plain file of numbers, firmware/pins.py."""

from __future__ import annotations

from making.plan import Channel, Plan, hall_channels

HEAD = '''"""Where the wires end on the Pico, and how fast they are read.

Written by hardware/build.py from hardware/table.toml: change it there.
"""
'''


def constants(plan: Plan) -> str:
    """The text of firmware/pins.py."""
    pico, mux = plan["pico"], plan["pico"]["mux"]
    lines = [HEAD, "# GP numbers"]
    lines += [f"{name.upper()} = {pin}" for name, pin in pico["pins"].items()]
    lines += [
        "",
        "# (multiplexer, address); the fields row by row: a1 b1 .. f1, a2 .. f6",
        *_table("HALL_CHANNELS", [_pair(at) for at in hall_channels(plan).values()]),
        *_table("TRAY_CHANNELS", [_tray(name, at) for name, at in mux["trays"].items()]),
        f"MID_CHANNEL = {_pair(mux['mid'])}  # half of the supply: reads 2048",
        f"ZERO_CHANNEL = {_pair(mux['zero'])}  # ground: reads 0",
        "",
        f"PERIOD_MS = {plan['scan']['period']}  # from frame to frame",
        f"SAMPLES = {pico['samples']}  # readings averaged to one code",
        f"SETTLE_US = {pico['settle']}  # after the address changed",
        "",
        "# 12-bit codes of a tray: a broken beam is dark and reads high",
        f"TRAY_ON = {pico['beam']['on']}  # at or above: a ball lies there",
        f"TRAY_OFF = {pico['beam']['off']}  # at or below: the beam is free",
    ]
    return "\n".join(lines) + "\n"


def _pair(channel: Channel) -> str:
    chip, number = channel
    return f'("{chip}", {number})'


def _tray(name: str, channel: Channel) -> str:
    chip, number = channel
    return f'("{name}", "{chip}", {number})'


def _table(name: str, rows: list[str]) -> list[str]:
    return [f"{name} = (", *(f"    {row}," for row in rows), ")"]
