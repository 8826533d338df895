"""Numbers of stickers and texts of codes: each has one spelling, and nothing is guessed.

What a number is stands here a second time, by splitting instead of by a pattern.
"""

from __future__ import annotations

import unicodedata

import atheris

with atheris.instrument_imports(include=["companion.vocabulary.tags"]):
    from companion.vocabulary.tags import code, number

HEX = set("0123456789abcdefABCDEF")
ENDS = " \t\r\n"


def keep_promises(data: bytes) -> None:
    """One try."""
    text = data.decode(errors="surrogateescape")
    _number(text)
    _code(text)
    for size in (4, 7, 10):
        if len(data) >= size:
            _spelled(data[:size])


def _number(text: str) -> None:
    tag, why = number(text)
    raw = _bytes(text.strip(ENDS))
    if raw is None:
        assert (tag, why) == ("", "number"), text
    else:
        assert (tag, why) == _meant(raw)
        _spelled(raw)


def _meant(raw: bytes) -> tuple[str, str]:
    if len(raw) == 4 and raw[0] in (0x08, 0x88):
        return "", "random" if raw[0] == 0x08 else "cut"
    return f"nfc:{raw.hex()}", ""


def _spelled(raw: bytes) -> None:
    for sign in ("", ":", "-", " "):
        text = raw.hex(sign) if sign else raw.hex()
        assert number(text.upper()) == number(text) == _meant(raw)
        assert number(text[1:]) == number(text[:-1]) == ("", "number")


@atheris.instrument_func
def _bytes(text: str) -> bytes | None:
    """The number that is written there, if one is."""
    for sign in "-: ":
        if sign in text:
            pairs = text.split(sign)
            break
    else:
        pairs = [text[n : n + 2] for n in range(0, len(text), 2)]
    if len(pairs) not in (4, 7, 10) or any(len(pair) != 2 or set(pair) - HEX for pair in pairs):
        return None
    return bytes(int(pair, 16) for pair in pairs)


def _code(text: str) -> None:
    tag, why = code(text)
    if why:
        assert (tag, why) == ("", "code")
        plain = text.strip(ENDS)
        assert not (plain.isascii() and plain.isprintable() and 0 < len(plain) <= 256), text
        return
    inside = tag.removeprefix("code:")
    assert tag == f"code:{inside}"
    assert 0 < len(inside) <= 256
    assert inside.isprintable()
    assert inside == inside.strip()
    assert unicodedata.is_normalized("NFC", inside)
    assert code(f" {inside}\r\n") == (tag, "")
    assert code(inside.encode().decode()) == (tag, "")
    if inside.startswith("CP:"):
        assert code(inside.lower())[0] in (tag, f"code:{inside.lower()}")
