"""companion.toml: what is right is taken over, what is wrong is named in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.settings import (
    DEFAULTS,
    Pico,
    Pins,
    Scanner,
    SettingsError,
    Tape,
    Virtual,
    Web,
    load,
    named,
)

FULL = """
language = "de"
data = "evenings"
table = "attic"

[web]
host = "127.0.0.1"
port = 80

[[wires]]
kind = "virtual"
seed = 7
walls = 19

[[wires]]
kind = "tape"
file = "monday.jsonl"
speed = 2

[[wires]]
kind = "pico"
port = "/dev/ttyACM0"
serial = "E661"

[[wires]]
kind = "pins"

[[wires]]
kind = "scanner"
port = "/dev/serial0"
baud = 115200

[[wires]]
kind = "scanner"
serial = "7788"

[pins]
"row/1" = 7
"drop/nw" = 4

[players]
"Zoë" = "green"
Bo = "red"
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "companion.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_that_can_be_said_is_taken_over(tmp_path):
    settings = load(written(tmp_path, FULL))

    assert (settings.language, settings.table) == ("de", "attic")
    assert settings.web == Web("127.0.0.1", 80)
    assert settings.wires == (
        Virtual(7, 19),
        Tape(str(tmp_path / "monday.jsonl"), 2.0),
        Pico("/dev/ttyACM0", "E661"),
        Pins(),
        Scanner(port="/dev/serial0", baud=115200),
        Scanner(serial="7788", baud=9600),
    )
    assert settings.pins == {"row/1": 7, "drop/nw": 4}
    assert list(settings.players.items()) == [("Zoë", "green"), ("Bo", "red")]
    assert settings.folder == tmp_path / "evenings"


def test_a_wire_is_called_by_its_kind_and_the_second_has_a_number(tmp_path):
    settings = load(written(tmp_path, FULL))

    names = list(named(settings.wires))

    assert names == ["virtual", "tape", "pico", "pins", "scanner", "scanner-2"]


def test_an_empty_file_means_the_defaults(tmp_path):
    settings = load(written(tmp_path, ""))

    assert settings.web == Web("0.0.0.0", 8321)
    assert settings.folder == DEFAULTS.folder == Path.home() / ".local/share/companion"
    assert (settings.language, settings.table, settings.wires) == ("en", "table", ())


KEYS = "Write key = value; a key with other signs than A to Z, 0 to 9, - and _ goes in quotes."

MISTAKES = {
    'langauge = "de"': "the top level has no 'langauge'. Did you mean language?",
    "zzz = 1": "the top level has no 'zzz'. "
    "Known are language, data, table, web, wires, pins and players.",
    "[web]\nprot = 1": "[web] has no 'prot'. Did you mean port?",
    "[pin]\ndrop = 4": "the top level has no 'pin'. Did you mean pins?",
    '[web]\nport = "80"': "[web] port must be a whole number from 0 to 65535, and is the text '80'.",
    "[web]\nport = 70000": "[web] port must be a whole number from 0 to 65535, and is 70000.",
    "[web]\nport = 80.0": "[web] port must be a whole number from 0 to 65535, and is 80.0.",
    "[web]\nport = true": "[web] port must be a whole number from 0 to 65535, "
    "and is the truth value true.",
    "language = 4": "language must be text in quotes, and is 4.",
    'language = ""': "language must be text in quotes, and is the text ''.",
    'table = "a/b"': "table must be one word without / + or #, and is the text 'a/b'.",
    "web = 8321": "[web] must be a section, and is 8321.",
    "pins = [4]": "[pins] must be a section, and is a list.",
    '[wires]\nkind = "tape"': "[wires] stands in single brackets. Write [[wires]], once a wire.",
    'wires = ["tape"]': "[[wires]] number 1 must be a section, and is the text 'tape'.",
    '[[wires]]\nkind = "tepe"': "[[wires]] number 1 has the kind 'tepe'. Did you mean tape?",
    '[[wires]]\nkind = "zzz"': "[[wires]] number 1 has the kind 'zzz'. Known are virtual, tape, pico, pins and scanner.",
    "[[wires]]\nseed = 1": "[[wires]] number 1 has no kind. Known are virtual, tape, pico, pins and scanner.",
    "[[wires]]\nkind = [1]": "[[wires]] number 1 has the kind [1]. Known are virtual, tape, pico, pins and scanner.",
    '[[wires]]\nkind = "virtual"\n[[wires]]\nkind = "tape"': "[[wires]] number 2 (tape) has no file. "
    "Add a line file = …",
    '[[wires]]\nkind = "virtual"\nsed = 1': "[[wires]] number 1 (virtual) has no 'sed'. "
    "Did you mean seed?",
    '[[wires]]\nkind = "virtual"\nfile = "x"': "[[wires]] number 1 (virtual) has no 'file'. "
    "Known are seed and walls.",
    '[[wires]]\nkind = "virtual"\nwalls = 25': "[[wires]] number 1 (virtual) walls must be "
    "a whole number from 0 to 24, and is 25.",
    '[[wires]]\nkind = "tape"\nfile = "x"\nspeed = 0': "[[wires]] number 1 (tape) speed must be "
    "a number above 0, and is 0.",
    '[[wires]]\nkind = "pico"\n[[wires]]\nkind = "pins"\n[[wires]]\nkind = "pico"': "[[wires]] "
    "numbers 1 and 3 are both pico. A table has one: take one of them out.",
    '[[wires]]\nkind = "pins"\n[[wires]]\nkind = "pins"': "[[wires]] numbers 1 and 2 are both pins. "
    "A table has one: take one of them out.",
    '[[wires]]\nkind = "pico"\nbaud = 9600': "[[wires]] number 1 (pico) has no 'baud'. "
    "Known are port and serial.",
    '[[wires]]\nkind = "pins"\nport = "/dev/gpiochip0"': "[[wires]] number 1 (pins) has no 'port'. "
    "It has nothing to choose.",
    '[[wires]]\nkind = "pico"\nport = "ttyACM0"': "[[wires]] number 1 (pico) port must be "
    "the path of a device such as /dev/ttyACM0, in quotes, and is the text 'ttyACM0'.",
    '[[wires]]\nkind = "pico"\nserial = 7788': "[[wires]] number 1 (pico) serial must be "
    "text in quotes, and is 7788.",
    '[[wires]]\nkind = "scanner"': "[[wires]] number 1 (scanner) has neither port nor serial. "
    "Add one of them, so that it can be told from others.",
    '[[wires]]\nkind = "scanner"\nport = "/dev/ttyS0"\nbaud = 9601': "[[wires]] number 1 (scanner) "
    "baud must be 1200, 2400, 4800, 9600, 19200, 38400, 57600 or 115200, and is 9601.",
    '[[wires]]\nkind = "pico"\nport = "/dev/a"\n[[wires]]\nkind = "scanner"\nport = "/dev/a"': ""
    "[[wires]] gives /dev/a to both number 1 and number 2. Give one of them its own port.",
    '[pins]\n"row/1" = 17\ndrop = 17': "[pins] gives GPIO17 to both row/1 and drop. "
    "Give one of them its own pin.",
    "[pins]\ndrop = 17": "[pins] gives GPIO17 to drop, and column/a is there by itself. "
    "Give drop another pin, or column/a, too.",
    '[pins]\n"drop/nw" = 19': "[pins] gives GPIO19 to drop/nw, and drop/ne is there by itself. "
    "Give drop/nw another pin, or drop/ne, too.",
    '[pins]\ndrop = 7\n"drop/nw" = 8': "[pins] has drop and drop/nw. Write drop where all trays "
    "share one line, or the others where each has its own.",
    '[pins]\n"row/7" = 7': "[pins] has no 'row/7'. Did you mean row/6?",
    '[pins]\n"hall/a1" = 7': "[pins] has no 'hall/a1'. Known are row/1, row/2, row/3, row/4, row/5, "
    "row/6, column/a, column/b, column/c, column/d, column/e, column/f, drop, drop/nw, drop/ne, "
    "drop/sw and drop/se.",
    "[pins]\ndrop = 7": "[pins] is there, but no wire is of the kind pins. "
    'Add a [[wires]] with kind = "pins", or take [pins] out.',
    "[pins]\ndrop = 28": "[pins] drop must be a BCM number from 0 to 27, and is 28.",
    "[pins]\ndrop = 3": "[pins] gives GPIO3 to drop, but I2C needs it. "
    "Give drop another pin: 4 to 13 and 16 to 27 are free.",
    '[players]\nAda = "pink"': "[players] Ada must be red, blue, yellow or green, "
    "and is the text 'pink'.",
    '[players]\nAda = "red"\nBo = "red"': "[players] gives red to both Ada and Bo. "
    "Give one of them its own colour.",
    'language = "de"\nport 80': "line 2, column 6: "
    f"Expected '=' after a key in a key/value pair. {KEYS}",
    '[players]\nZoë = "red"': "line 2, column 3: "
    f"Expected '=' after a key in a key/value pair. {KEYS}",
    'language = "de': "line 1, at its end: Unterminated string. " + KEYS,
    "[web]\n[web]": "line 2, column 5: Cannot declare ('web',) twice. " + KEYS,
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_one_clear_line(tmp_path, text):
    path = written(tmp_path, text)

    with pytest.raises(SettingsError) as wrong:
        load(path)

    assert str(wrong.value) == f"companion.toml: {MISTAKES[text]}"


@pytest.mark.parametrize("pin", [0, 1, 2, 3, 14, 15])
def test_a_pin_that_something_else_needs_is_not_given_away(tmp_path, pin):
    path = written(tmp_path, f"[pins]\ndrop = {pin}")

    with pytest.raises(SettingsError, match=f"gives GPIO{pin} to drop, but .* needs it"):
        load(path)


def test_every_other_pin_can_be_given(tmp_path):
    names = [*(f"row/{number}" for number in range(1, 7)), *(f"column/{c}" for c in "abcdef")]
    names += [f"drop/{tray}" for tray in ("nw", "ne", "sw", "se")]
    free = [*range(4, 14), *range(16, 28)]

    for pins in (free[:16], free[-16:]):
        lines = "\n".join(f'"{name}" = {pin}' for name, pin in zip(names, pins, strict=True))
        text = f'[[wires]]\nkind = "pins"\n[pins]\n{lines}'
        assert list(load(written(tmp_path, text)).pins.values()) == pins


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path):
    with pytest.raises(SettingsError, match=f"there is no such file in {tmp_path}"):
        load(tmp_path / "companion.toml")
    with pytest.raises(SettingsError, match="cannot be read .Is a directory."):
        load(tmp_path)
    (tmp_path / "companion.toml").write_bytes(b'language = "de"\ntable = "\xff"\n')
    with pytest.raises(SettingsError, match=r"companion.toml: line 2 is not UTF-8"):
        load(tmp_path / "companion.toml")
