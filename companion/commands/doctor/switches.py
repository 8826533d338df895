"""What is to be said of a plate of switches on this computer's own pins.

Rule: a switch is closed or open; what tells a fault are whole rows and columns, and
switches that do not come to rest.
"""

from __future__ import annotations

from typing import Any

from companion.commands.doctor.finding import OK, WARN, WRONG, Check, listed
from companion.commands.doctor.listening import Heard
from companion.commands.doctor.trays import levels, trays
from companion.geometry import COLUMNS, FIELDS

RESTLESS = 3  # changes a second; a hand makes fewer
CROWD = 6  # fields closed at once that four magicians cannot explain


def plate(name: str, heard: Heard, seconds: float) -> tuple[list[Check], dict[str, Any]]:
    """The findings about a matrix, and its fields for programs."""
    said = levels(heard, "hall")
    fields = {field: _field(said.get(field), seconds) for field in FIELDS}
    rate = round(heard.counted("scans") / seconds, 1)
    about: dict[str, Any] = {
        "wire": name, "device": {}, "frames_a_second": rate,
        "fields": fields, "trays": levels(heard, "drop"),
    }  # fmt: skip
    return [_fields(name, fields), trays(name, about["trays"])], about


def _field(said: dict[str, int] | None, seconds: float) -> dict[str, Any]:
    if said is None:
        return {"level": None, "changes": 0, "verdict": "dead"}
    restless = said["changes"] > RESTLESS * seconds
    verdict = "noisy" if restless else "magnet" if said["level"] else "ok"
    return {**said, "verdict": verdict}


def _fields(name: str, fields: dict[str, dict[str, Any]]) -> Check:
    check = f"fields/{name}"
    closed = [field for field, one in fields.items() if one["verdict"] == "magnet"]
    restless = [field for field, one in fields.items() if one["verdict"] == "noisy"]
    values = {"closed": closed, "restless": restless}
    if lines := _lines(set(closed)):
        told = f"All of {listed(lines)} is closed: no magicians do that."
        step = "Look for a short to ground: in a column its line, in a row its transistor."
        return Check(check, WRONG, told, step, values)
    if restless:
        told = f"{listed(restless)} opens and closes all the time."
        step = "Look at its capacitor and joints; keep hands off the plate while doctor looks."
        return Check(check, WRONG, told, step, values)
    stands = f"closed are {listed(closed)}" if closed else "all are open: nothing stands there"
    if len(closed) > CROWD:
        step = "Take everything off the plate, and look again."
        return Check(check, WARN, f"Of 36 switches {stands}: too many.", step, values)
    return Check(check, OK, f"36 switches are read; {stands}.", values=values)


def _lines(closed: set[str]) -> list[str]:
    """Rows and columns in which every switch is closed."""
    rows = {f"row {row}": {f"{column}{row}" for column in COLUMNS} for row in "123456"}
    columns = {f"column {column}": {f"{column}{row}" for row in "123456"} for column in COLUMNS}
    return [name for name, line in {**rows, **columns}.items() if line <= closed]
