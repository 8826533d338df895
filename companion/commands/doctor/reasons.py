"""Why a wire may not work, in sentences for whoever set it up.

Rule: each reason that a bridge knows has one here, with both sides of it and the next step.
"""

from __future__ import annotations

FIRMWARE = "Copy every file of the folder firmware/ onto the Pico, and plug it in again."
PINS = (
    "On a Raspberry Pi: pip install 'companion[pi]', then sudo usermod -aG gpio {user} and "
    "log in again. Elsewhere take the wire of kind pins out of companion.toml."
)
REASONS: dict[str, tuple[str, str]] = {
    "missing": (
        "{port} is not there; {there}.",
        "Plug it in, or name its port in companion.toml.",
    ),
    "gone": (
        "{port} was there and is gone.",
        "Look at the plug, and take a cable that carries data and not power alone.",
    ),
    "busy": (
        "{port} is kept by {holder}, and nobody else may open it.",
        "Stop that program; a modem prober lets go by itself after some seconds.",
    ),
    "held": (
        "{port} is held by {holder}, another companion it seems.",
        "Stop that one, or take this wire out of one of the two companion.toml.",
    ),
    "forbidden": (
        "{port} may not be opened: it belongs to the group {group}, and {user} is not in it.",
        "{join}",
    ),
    "foreign": (
        "{port} is open, but what answers there is no plate.",
        "Name the port of the plate in companion.toml; {there}.",
    ),
    "protocol": (
        "{port}: the plate speaks protocol {theirs}, and this companion {ours}.",
        FIRMWARE,
    ),
    "prompt": ("{port} shows the prompt of MicroPython: the firmware does not run.", FIRMWARE),
    "silent": (
        "{port} is open, but nothing of a plate came in the last second.",
        f"Pull the plug and put it in again. If it stays silent: {FIRMWARE}",
    ),
    "flood": (
        "{port} says far more than a plate does; only a part of it is read.",
        f"Pull the plug and put it in again. If it goes on: {FIRMWARE}",
    ),
    "chip": (
        "This computer's pins cannot be had: {text}.",
        PINS,
    ),
    "taken": (
        "GPIO{pin} is taken by another program.",
        "Stop that program, or wire another pin and say so under [pins].",
    ),
}
