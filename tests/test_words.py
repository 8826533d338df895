"""Every key that the program says has an English sentence, and every hole in it is filled.

The program is read, not run: a key is a literal in a call of Says, Refusal or Notice, and
the values beside it are a dictionary, or a function of the same module that makes one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.commands.found import folder, shelves
from companion.games.labyrinth import moves
from companion.games.labyrinth.telling import _TELLS
from companion.languages import words

HOUSE = Path(__file__).parent.parent / "companion"
PLACES = (
    HOUSE / "languages" / "en" / "house.po",
    HOUSE / "games" / "labyrinth" / "words" / "en.po",
    HOUSE / "games" / "maginor" / "words" / "en.po",
    HOUSE / "games" / "merlin" / "words" / "en.po",
    HOUSE / "games" / "orcs" / "words" / "en.po",
)
HOLE = re.compile(r"\{(\w+)(?::\w+)?\}")
KEY = re.compile(r"(house|labyrinth|maginor|merlin|orcs)(\.[a-z_0-9]+)+")
SPOKEN = {"Says", "Refusal", "Notice"}
BY_THE_PAGE = {"tray", "name"}  # what the page fills in for a notice

WHY = {
    "missing", "gone", "busy", "held", "forbidden", "foreign", "protocol", "prompt", "silent",
    "flood", "chip", "taken",
}  # fmt: skip
"""What may stand in the way of a wire."""

MADE = {
    "labyrinth.note.": {"unplugged", "inverted", "reversed", "foreign"},
    "labyrinth.did.": {
        "rolled", "walked", "stayed", "stopped", "chip", "fell", "back", "drew", "placed",
        "given", "lost", "wanted", "turned", "turn", "ball", "masked", "unmasked", "answered",
        "asked", "settled", "printed", "knocked",
    },
    "house.unsaved.": {
        "full", "read-only", "forbidden", "no-folder", "damaged", "newer", "failing",
    },
    "house.power.": {"voltage", "heat"},
    "house.journal.": {"mended", "lost", "unknown", "anew", "otherwise"},
    "house.did.": {"start", "resume", "undo", "redo", "put_away"},
    "house.no.http_": {"400", "401", "403", "404", "405", "408", "413", "415", "429", "500", "503"},
    "house.wire.": WHY | {f"{why}.detail" for why in WHY} | {"used", "use", "learn"},
    "house.wire.kind.": {"virtual", "tape", "pico", "pins", "scanner"},
    "house.wire.called.": {"virtual", "tape", "pico", "pins", "scanner"},
    "house.wire.learned.": {"ok", "unsteady", "covered", "unheard", "away"},
    "house.wire.is.": {"absent", "opening", "hello", "live", "silent"},
    "house.seat.": {"red", "blue", "yellow", "green"},
    "house.corner.": {"a1", "f1", "a6", "f6"},
    "labyrinth.tray.": {"nw", "ne", "sw", "se"},
}  # fmt: skip
"""Keys that are put together from a prefix and one of these."""


def sentences() -> dict[str, str]:
    """Every key with words, and what is said, all its forms together."""
    found: dict[str, str] = {}
    for place in PLACES:
        with place.open("rb") as file:
            for message in read_po(file):
                told = message.string
                forms = [told] if isinstance(told, str) else list(told or ())
                key = message.id if isinstance(message.id, str) else message.id[0]
                if key and all(forms):
                    found[key] = " ".join(forms)
    return found


class Said:
    """One call, with what it can say and which values it gives."""

    def __init__(self, path: Path, call: ast.Call, module: ast.Module, around: ast.AST) -> None:
        self.where = f"{path.relative_to(HOUSE)}:{call.lineno}"
        self.around, self.module = around, module
        assert isinstance(call.func, ast.Name)
        self.keys = {text for text in self._texts(call.args[0]) if KEY.fullmatch(text)}
        named = {word.arg: word.value for word in call.keywords}
        values = call.args[1] if len(call.args) > 1 else named.get("values")
        notice = call.func.id == "Notice"
        self.given = (
            BY_THE_PAGE if notice else self._given(values) if values and self.keys else set()
        )

    def _texts(self, node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.IfExp):
            yield from (*self._texts(node.body), *self._texts(node.orelse))
        elif isinstance(node, ast.Name) and (meant := self._assigned(node.id)):
            yield from self._texts(meant)

    def _given(self, node: ast.AST) -> set[str]:
        if isinstance(node, ast.Dict):
            named = {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
            return named.union(*map(self._given, self._spread(node)))
        if isinstance(node, ast.BinOp):
            return self._given(node.left) | self._given(node.right)
        if isinstance(node, ast.Name) and (meant := self._assigned(node.id)):
            return self._given(meant)
        if isinstance(node, ast.IfExp):
            return self._given(node.body) | self._given(node.orelse)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            made = next(
                define for define in self.module.body
                if isinstance(define, ast.FunctionDef) and define.name == node.func.id
            )  # fmt: skip
            back = next(word for word in ast.walk(made) if isinstance(word, ast.Return))
            return self._given(back.value) if back.value else set()
        raise AssertionError(f"{self.where}: what values are these?")

    def _spread(self, node: ast.Dict) -> Iterator[ast.AST]:
        """Dictionaries of the same function that are all in this one."""
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None and isinstance(value, ast.Name) and self._assigned(value.id):
                yield value

    def _assigned(self, name: str) -> ast.AST | None:
        for node in ast.walk(self.around):
            if isinstance(node, ast.Assign) and name in {
                target.id for target in node.targets if isinstance(target, ast.Name)
            }:
                return node.value
            if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == name:
                return node.value
        return None


def said() -> Iterator[Said]:
    for path in sorted(HOUSE.rglob("*.py")):
        module = ast.parse(path.read_text())
        functions = [n for n in ast.walk(module) if isinstance(n, ast.FunctionDef)]
        for around in [*functions, module]:
            calls = ast.walk(around) if around is not module else _outside(module)
            for call in calls:
                name = getattr(call, "func", None)
                if (
                    isinstance(call, ast.Call)
                    and getattr(name, "id", "") in SPOKEN
                    and call.args
                ):
                    yield Said(path, call, module, around)


def _outside(module: ast.Module) -> Iterator[ast.AST]:
    for part in module.body:
        if not isinstance(part, ast.FunctionDef | ast.ClassDef):
            yield from ast.walk(part)


WORDS = sentences()
EVERYTHING = {f"{one.where} {key}": (key, one.given) for one in said() for key in one.keys}


def test_there_is_something_to_say() -> None:
    assert len(EVERYTHING) > 80


@pytest.mark.parametrize(("key", "given"), EVERYTHING.values(), ids=EVERYTHING)
def test_what_is_said_has_a_sentence_whose_holes_are_filled(key: str, given: set[str]) -> None:
    assert key in WORDS
    assert set(HOLE.findall(WORDS[key])) <= given


@pytest.mark.parametrize("key", sorted({p + end for p, ends in MADE.items() for end in ends}))
def test_what_is_put_together_has_a_sentence(key: str) -> None:
    assert key in WORDS


def test_every_move_has_its_line_in_the_history() -> None:
    assert set(_TELLS) == set(moves.Move.__args__)


@pytest.mark.parametrize("key", sorted(WORDS))
def test_no_sentence_shouts_or_speaks_of_the_machine(key: str) -> None:
    jargon = {"error", "invalid", "sensor", "exception", "null", "signal", "magnetic"}
    text = WORDS[key].lower()
    assert not jargon & set(re.findall(r"[a-z]+", text))
    assert "!!" not in text


def test_a_game_is_called_by_its_title() -> None:
    spoken = words("en", *(folder(shelf) / "words" for shelf in shelves().values()))
    told = spoken.word("house.shown.other", game="merlin", playing="labyrinth")
    assert told == "That belongs to Merlin. The Magic Labyrinth is on the table."
