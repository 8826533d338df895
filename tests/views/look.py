"""Sample pages: what the tablet's server would hand to the templates, and the templates made of it.

Rule: nothing here is a copy of a rule of a game; the positions are made up, as a painter would.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    DictLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)

from companion.games.labyrinth.pieces import PIECES
from companion.geometry import FIELDS
from companion.languages import Words, words
from companion.registry import Catalogue, Registry
from companion.views.tablet.codes import drawing
from companion.views.tablet.pieces import facts as pieces_facts
from companion.views.tablet.pieces import shelves as pieces_shelves
from companion.views.tablet.pieces.asking import Meant
from companion.views.tablet.wires import Wired, shown
from companion.vocabulary import Condition, Fact, Pieces

ROOT = Path(__file__).parents[2] / "companion"
HOUSE = ROOT / "views" / "tablet"
GAME = ROOT / "games" / "labyrinth"
SYMBOLS = [
    "snail",
    "key",
    "moon",
    "mushroom",
    "crown",
    "bell",
    "boat",
    "cup",
    "candle",
    "fish",
    "apple",
    "book",
    "bottle",
    "cat",
    "cloud",
    "feather",
    "frog",
    "hat",
    "lantern",
    "owl",
    "ring",
    "sun",
    "tree",
    "hourglass",
]
HOMES = {"a1": "red", "a6": "blue", "f6": "green", "f1": "yellow"}
BLANK = {*HOMES, "b2", "c5", "d1", "d6", "e3", "f4", "a4", "c1"}
PRINTED = dict(
    zip((f for f in FIELDS if f not in BLANK), SYMBOLS[1:] + SYMBOLS[:1], strict=True)
)
PRINTED |= {f: PRINTED["e4"] for f, s in PRINTED.items() if s == "snail"} | {"e4": "snail"}
WORDS: Words = words("en", GAME / "words", ROOT / "labels" / "words")
SIZES = {"wide": (1280, 800), "small": (1024, 768), "tall": (800, 1280), "phone": (390, 844)}


HAND = """{%- from "acts.html" import card -%}
{%- set secret = page.choices|selectattr("secret")|list -%}
{%- if secret -%}<section class="cards" data-key="cards">
{% for one in secret %}{% call card(page, one.move, one.usual) %}{{ say(one.says) }}{% endcall %}{% endfor %}
</section>{%- endif -%}"""
"""A hand, as a game with secrets would draw it."""


def environment() -> Environment:
    house = FileSystemLoader(HOUSE / "templates")
    pages = ChoiceLoader([FileSystemLoader(GAME / "page"), DictLoader({"hand.html": HAND})])
    game = PrefixLoader({"labyrinth": pages})
    return Environment(
        loader=ChoiceLoader([house, game]), autoescape=True, undefined=StrictUndefined
    )


def says(key: str, **values: str | int) -> dict[str, Any]:
    return {"key": f"labyrinth.{key}", "values": values, "book": ""}


def choice(
    move: dict[str, Any], key: str, place: str = "", usual: bool = False
) -> dict[str, Any]:
    told = {name: value for name, value in move.items() if name in ("face", "symbol")}
    return {
        "seat": "blue",
        "move": move,
        "says": says(key, **told),
        "place": place,
        "usual": usual,
        "secret": False,
    }


def seat(
    seat: str, name: str, corner: str, at: str, chips: list[str], **more: Any
) -> dict[str, Any]:
    given = {"ball": "under", "total": len(chips), "goal": 5}
    return (
        {"seat": seat, "name": name, "corner": corner, "at": at, "chips": chips} | given | more
    )


def four() -> list[dict[str, Any]]:
    return [
        seat("red", "Ada", "a1", "d2", ["key", "moon", "bell"]),
        seat("blue", "Bo", "a6", "c4", ["crown", "boat"]),
        seat("green", "Cleo", "f6", "e5", ["mushroom", "cup", "fish", "candle"]),
        seat("yellow", "Dan", "f1", "f1", []),
    ]


def fields(seats: list[dict[str, Any]], masked: str = "") -> list[dict[str, Any]]:
    return [
        {
            "field": field,
            "symbol": PRINTED.get(field, ""),
            "pieces": [s["seat"] for s in seats if s["at"] == field],
            "home": next((s["seat"] for s in seats if s["corner"] == field), ""),
            "masked": field == masked,
        }
        for field in FIELDS
    ]


def view(**changes: Any) -> dict[str, Any]:
    seats = changes.get("seats", four())
    usual = {
        "phase": "walk",
        "turn": {"seat": "blue", "name": "Bo"},
        "wanted": "snail",
        "blind": "",
        "roll": 3,
        "left": 2,
        "start": "b4",
        "path": ["c4"],
        "seats": seats,
        "fields": fields(seats, changes.pop("masked", "")),
        "question": None,
        "winners": [],
        "turned": 0,
        "bag": 14,
        "resting": False,
        "walls": None,
    }
    return usual | changes


WHY: dict[str, dict[str, str | int]] = {
    "missing": {"port": "/dev/ttyACM0"},
    "gone": {"port": "/dev/ttyACM0"},
    "busy": {"port": "/dev/ttyACM0"},
    "held": {"port": "/dev/ttyACM0"},
    "forbidden": {"port": "/dev/ttyACM0", "group": "plugdev", "user": "companion"},
    "foreign": {"port": "/dev/ttyACM0"},
    "protocol": {"port": "/dev/ttyACM0", "theirs": "2", "ours": "1"},
    "prompt": {"port": "/dev/ttyACM0"},
    "silent": {"port": "/dev/ttyACM0"},
    "flood": {"port": "/dev/ttyACM0"},
    "chip": {"text": "No GPIO chip was found"},
    "taken": {"pin": 17},
}
"""Everything that can stand in the way of a wire, with what a bridge tells of it."""


def wired(name: str, state: str, why: str = "", **more: Any) -> Wired:
    condition = Condition(state, why, WHY.get(why, {}))
    usual = {"plate": not name.startswith("scanner"), "in_use": name == "pico", "sources": ()}
    return Wired(name, name.partition("-")[0], condition=condition, **(usual | more))


THREE = (
    wired("pico", "absent", "forbidden", learned=""),
    wired("virtual", "live"),
    wired("scanner-2", "absent", "missing"),
)
CHOICE = (wired("pico", "live", learned="ok"), wired("pins", "live"), wired("scanner", "live"))


def cut(why: str, name: str = "pico") -> dict[str, Any]:
    """The notice of a wire that is in trouble."""
    return {
        "key": f"house.wire.{why}",
        "place": name,
        "seat": "",
        "kind": "fault",
        "values": WHY[why],
    }


def page(seen: dict[str, Any], *choices: dict[str, Any], **changes: Any) -> dict[str, Any]:
    history = [
        {"seat": "blue", "says": says("did.walked", count=1)},
        {"seat": "red", "says": says("did.fell")},
    ]
    usual = {
        "version": 41,
        "match": "m1",
        "game": "labyrinth",
        "saved": True,
        "view": seen,
        "choices": list(choices),
        "history": history,
        "notices": [],
        "wires": shown((wired("virtual", "live"),)),
        "undo": {"seat": "blue", "says": says("did.walked", count=1)},
        "redo": None,
        "virtual": True,
        "viewer": HOST,
        "may": {"host": True, "play": True, "undo": True, "correct": True},
        "on_plate": True,
        "rules": [],
        "people": {"phones": {"blue": {"name": "Bo"}}, "hosts": 1, "lobby": []},
        "pieces": QUIET,
    }
    return usual | changes


QUIET = {"which": None, "asked": None, "unknown": (), "guide": "", "latest": ""}
"""Nothing was shown."""


HOST = {"role": "host", "seat": "", "name": ""}
GUEST = {
    "viewer": {"role": "spectator", "seat": "", "name": ""},
    "may": {"host": False, "play": False, "undo": False, "correct": False},
    "choices": [],
    "undo": None,
}
"""What is different for somebody who only looks."""


def seated(shown: dict[str, Any], who: str = "blue") -> dict[str, Any]:
    """The same page on the phone of a seat: only what is this player's is open."""
    name = next(one["name"] for one in four() if one["seat"] == who)
    undo = shown["undo"] if shown["undo"] and shown["undo"]["seat"] == who else None
    return shown | {
        "viewer": {"role": "seat", "seat": who, "name": name},
        "may": {"host": False, "play": True, "undo": undo is not None, "correct": False},
        "choices": [one for one in shown["choices"] if one["seat"] == who],
        "undo": undo,
        "redo": None,
    }


WALK = (
    choice({"do": "stop"}, "do.stop", usual=True),
    choice({"do": "fall"}, "do.fall"),
    *(choice({"do": "walk", "path": [to]}, "do.step", to) for to in ("c3", "b4", "d4", "c5")),
)
ROLL = tuple(choice({"do": "roll", "face": face}, "do.roll") for face in (1, 2, 3, 4))
DRAW = tuple(choice({"do": "draw", "symbol": symbol}, "do.draw") for symbol in SYMBOLS)


WALLS = {
    "sure": ["a1-b1", "b1-b2", "c2-d2", "c3-c4", "d3-d4", "e4-f4", "b5-c5", "c5-c6", "e1-e2"],
    "likely": ["a3-b3", "d5-e5", "f2-f3", "d1-e1"],
    "unknown": ["a4-b4", "a5-a6", "b6-c6", "e5-e6", "f5-f6", "e2-f2", "b3-b4"],
    "knocks": [{"seat": "blue", "number": 3}, {"seat": "red", "number": 9}],
    "marginals": {},
}
"""What a finished game may have found of its walls."""

AGREED = [
    {"says": says("option.knocked"), "way": says("option.knocked.again")},
    {"says": says("option.chips_to_win"), "way": "3"},
]
"""House rules in force, as the menu lists them."""


def tables() -> dict[str, dict[str, Any]]:
    """Every moment of a game that looks different, by name."""
    start = [dict(s, at=s["corner"], chips=[], total=0) for s in four()]
    bumped = [dict(s, ball="tray") if s["seat"] == "blue" else s for s in four()]
    owner = [dict(s, chips=["sword", *s["chips"][1:]]) for s in four()]
    won = [
        dict(s, chips=[*s["chips"], "owl"], total=5) if s["seat"] == "green" else s
        for s in four()
    ]
    cleo, bo = {"seat": "green", "name": "Cleo"}, {"seat": "blue", "name": "Bo"}
    who = {
        "says": says("ask.who"),
        "place": "d4",
        "options": [
            {"says": says("opt.seat", name="Ada")},
            {"says": says("opt.seat", name="Bo")},
            {"says": says("opt.nobody")},
            {"says": says("opt.unknown")},
        ],
    }
    fell = [
        {"seat": "blue", "says": says("did.fell")},
        {"seat": "blue", "says": says("did.walked", count=2)},
    ]
    knocked = [{"seat": "blue", "says": says("did.knocked")}, *fell[1:]]
    repair = {
        "key": "labyrinth.note.repair",
        "place": "c2",
        "seat": "yellow",
        "kind": "repair",
        "values": {},
    }
    weak = {
        "key": "labyrinth.note.weak",
        "place": "b5",
        "seat": "",
        "kind": "fault",
        "values": {},
    }
    back = choice({"do": "back", "seat": "blue"}, "do.back", usual=True)
    back["says"] = says("do.back", name="Bo")
    resting = (choice({"do": "stop"}, "do.next", usual=True), choice({"do": "fall"}, "do.fall"))
    new = view(phase="draw", wanted=None, roll=None, left=0, path=[], seats=start, turn=bo)
    rolling = {"phase": "roll", "roll": None, "left": 0, "path": []}
    stay = {"left": 0, "start": "b4", "path": ["b5", "b6", "c6"], "resting": True}
    return {
        "walk": page(view(), *WALK),
        "roll": page(
            view(**rolling, turn=cleo),
            *(c | {"seat": "green"} for c in ROLL),
            redo={"seat": "green", "says": says("did.rolled", face=4)},
        ),
        "draw": page(new, *DRAW, history=[], undo=None),
        "question": page(view(question=who)),
        "fell": page(
            view(**rolling, turn=cleo, seats=bumped),
            back,
            *(c | {"seat": "green"} for c in ROLL),
            history=fell,
        ),
        "rest": page(view(**stay), *resting),
        "over": page(view(phase="over", seats=won, winners=["green"], turn=cleo, walls=WALLS)),
        "together": page(
            view(phase="over", seats=won, winners=["green", "red"], turn=cleo, walls=WALLS)
        ),
        "knocked": page(
            view(path=[], seats=bumped), back, *WALK, history=knocked, rules=AGREED
        ),
        "repair": page(view(masked="b5"), *WALK, notices=[repair, weak], saved=False),
        "cut": page(
            view(),
            *WALK,
            notices=[cut("forbidden"), cut("missing", "scanner-2")],
            wires=shown(THREE),
        ),
        "wires": page(view(), *WALK, wires=shown(CHOICE)),
        "owner": page(view(seats=owner, wanted="sword"), *WALK),
        "long": named("Maximiliane-Charlotte"),
        "rude": named("<svg/onload=alert()>"),
    }


def named(name: str) -> dict[str, Any]:
    seats = [s | {"name": name} if s["seat"] == "blue" else s for s in four()]
    return page(view(seats=seats, turn={"seat": "blue", "name": name}), *WALK)


def paint(template: str, **context: Any) -> str:
    usual = {
        "language": "en",
        "theme": "auto",
        "say": WORDS.say,
        "word": WORDS.word,
        "in_book": WORDS.place,
    }
    return environment().get_template(template).render(usual | context)


def rules() -> list[dict[str, Any]]:
    """House rules as a game describes them to the start page."""
    count = {"field": "chips_to_win", "says": says("option.chips_to_win"), "kind": "count"}
    return [
        count | {"usual": 5, "low": 1, "high": 11, "book": ""},
        _pair("staying", {"true": "yes", "false": "no"}, "true") | {"book": "page 12"},
        _pair("walls", {"19": "19", "24": "24", "null": "null"}, "null"),
        _pair("knocked", {"again": "again", "bump": "bump"}, "bump"),
    ]


def _pair(field: str, values: dict[str, str], usual: str) -> dict[str, Any]:
    key = f"option.{field}"
    ways = [{"value": value, "says": says(f"{key}.{name}")} for value, name in values.items()]
    rule = {"field": field, "says": says(key), "kind": "pair", "choices": ways, "book": ""}
    return rule | {"usual": usual}


def sheets() -> dict[str, Any]:
    """The pages beside the table, each made for a theme."""
    box = [{"field": f, "symbol": PRINTED.get(f, ""), "known": f[1] < "4"} for f in FIELDS]
    learnt = [one | ({} if one["known"] else {"symbol": ""}) for one in box]
    parked = [
        {
            "match": "m1",
            "game": "labyrinth",
            "names": ["Ada", "Bo"],
            "state": "parked",
            "when": "Friday, 20:14",
        },
        {
            "match": "m2",
            "game": "labyrinth",
            "names": ["Cleo", "Dan", "Eva"],
            "state": "running",
            "when": "",
        },
    ]
    seen = page(view(masked="b5"), *ROLL)
    bare = empty()
    host: dict[str, Any] = {"games": ["labyrinth"], "matches": parked, "options": rules()}
    host["page"] = bare
    return {
        "start": lambda theme: paint("start.html", theme=theme, **host),
        "learn": lambda theme: paint(
            "learn.html", theme=theme, page=bare, fields=learnt, symbols=SYMBOLS
        ),
        "correct": lambda theme: paint(
            "labyrinth/correct.html", theme=theme, page=seen, symbols=SYMBOLS, pick={}
        ),
        "give": lambda theme: paint(
            "labyrinth/correct.html",
            theme=theme,
            page=seen,
            symbols=SYMBOLS,
            pick={"do": "give", "seat": "red"},
        ),
        "virtual": lambda theme: paint("virtual.html", theme=theme, page=page(view(), *WALK)),
        "nothing": lambda theme: paint("table.html", theme=theme, page=bare),
    }


def empty() -> dict[str, Any]:
    """The table before a game."""
    return page({}, game=None, match="", undo=None, history=[])


def picture(name: str, theme: str) -> str:
    """One whole page by name: a moment of the game, a sheet, or people sitting down."""
    moments = tables()
    if name in moments:
        return paint("table.html", page=moments[name], theme=theme)
    if name in (pages := people() | pieces()):
        template, facts = pages[name]
        return paint(template, theme=theme, **facts)
    return str(sheets()[name](theme))


CODE = "7KQ2M-9XD4R"
INVITATION = {
    "code": CODE,
    "drawing": drawing(f"http://192.168.1.20:8321/join#{CODE}", "The code for the camera"),
    "place": "192.168.1.20:8321/join",
    "renew": 540,
}
LONG = "Maximiliane-Charlotte von"


def people() -> dict[str, tuple[str, dict[str, Any]]]:
    """Everything that people see and tap to sit down: template and facts, by name."""
    return {**_door(), **_company(), **_phones()}


def _door() -> dict[str, tuple[str, dict[str, Any]]]:
    playing, bare = page(view(), **GUEST), empty() | GUEST
    usual = {"code": "", "step": "code", "typed": "", "picked": "", "theirs": "", "again": []}
    usual["watch"] = True
    places = [{"seat": "red", "name": "Ada"}, {"seat": "yellow", "name": LONG}]
    colours = [{"seat": seat, "name": ""} for seat in ("red", "green", "yellow")]
    who = usual | {"step": "who", "code": CODE, "places": colours, "page": bare}
    slow = {"key": "house.no.slow", "values": {"wait": 8}, "book": ""}
    taken = {"key": "house.no.name_taken", "values": {"name": "Ada"}, "book": ""}
    match = usual | {"places": places, "page": playing}
    return {
        "join": ("join.html", match),
        "join-again": ("join.html", match | {"again": places}),
        "join-slow": ("join.html", match | {"refusal": slow}),
        "join-who": ("join.html", who),
        "join-place": ("join.html", who | {"places": places, "page": playing}),
        "join-taken": (
            "join.html",
            who | {"typed": "Ada", "theirs": "red", "refusal": taken, "picked": "green"},
        ),
        "gone": (
            "gone.html",
            {"page": playing, "why": "new", "name": "Bo", "places": places, "watch": True},
        ),
        "gone-other": (
            "gone.html",
            {"page": playing, "why": "other", "name": "Bo", "places": [], "watch": True},
        ),
        "waits": ("waits.html", {"page": bare, "seat": "yellow", "name": "Dan"}),
        "guest": ("table.html", {"page": page(view(), **GUEST)}),
        "guest-early": ("table.html", {"page": bare}),
    }


def _company() -> dict[str, tuple[str, dict[str, Any]]]:
    seats = [
        {
            "seat": one["seat"],
            "name": one["name"],
            "device": "b2" * 16 if one["seat"] == "blue" else "",
        }
        for one in four()
    ]
    seats[3]["name"] = LONG
    hosts = [
        {"device": "aa" * 16, "name": "", "here": True},
        {"device": "bb" * 16, "name": "", "here": False},
    ]
    usual = {
        "page": page(view()),
        "seats": seats,
        "room": [],
        "changes": True,
        "hosts": hosts,
        "pin": "204816",
        "played": [],
        "watch": True,
        "lobby": None,
        "invitation": None,
        "guest": {"role": "", "seat": "", "name": ""},
    }
    came = [{"seat": "blue", "name": "Bo", "device": "b2" * 16}]
    bo = {"role": "seat", "seat": "blue", "name": "Bo"}
    shows = usual | {"invitation": INVITATION}
    bare = empty()
    games = {"games": ["labyrinth", "another"], "game": "labyrinth", "matches": []}
    chairs = [{"seat": seat, "name": name} for seat, name in
              (("red", ""), ("blue", "Bo"), ("green", "Cleo"), ("yellow", ""))]  # fmt: skip
    start = games | {"page": bare, "chairs": chairs, "options": rules()}
    three = _pair("walls", {"19": "19", "24": "24", "null": "null"}, "24")
    three |= {"field": "way", "chosen": "19"}
    return {
        "people": ("people.html", usual),
        "people-three": (
            "people.html",
            usual | {"seats": seats[:3], "room": ["yellow"], "hosts": []},
        ),
        "people-early": (
            "people.html",
            usual
            | {
                "page": bare,
                "seats": came,
                "lobby": INVITATION,
                "changes": False,
                "played": ["Ada", "Bo", LONG],
            },
        ),
        "code": ("people.html", shows | {"guest": bo}),
        "code-any": ("people.html", shows | {"guest": bo | {"seat": "", "name": ""}}),
        "code-host": (
            "people.html",
            shows | {"guest": {"role": "host", "seat": "", "name": ""}},
        ),
        "pass": ("pass.html", {"page": page(view()), "seat": "yellow", "name": "Dan"}),
        "pass-back": ("pass.html", {"page": page(view()), "seat": "", "name": ""}),
        "start-games": ("start.html", start),
        "start-bare": ("start.html", start | {"on_plate": False, "options": []}),
        "start-way": ("start.html", start | {"on_plate": False, "way": three}),
        "start-guest": ("start.html", start | {"page": bare | GUEST}),
    }


def _phones() -> dict[str, tuple[str, dict[str, Any]]]:
    moments = tables()
    secret = [
        {
            **choice({"do": "lay", "card": card}, f"name.{card}", "hand"),
            "secret": True,
            "usual": card == "fish",
        }
        for card in ("snail", "fish", "candle")
    ]
    rolls = [c | {"seat": "blue"} for c in ROLL]
    rolling = view(phase="roll", roll=None, left=0, path=[])
    answers = [choice({"do": "answer", "option": n}, "opt.nobody") for n in range(3)]
    asked = moments["question"] | {"choices": answers}
    hand = seated(page(view(), *secret))
    passed = hand | {"people": {"phones": {}, "hosts": 1, "lobby": []}}
    long = seated(moments["long"])
    long["viewer"] = long["viewer"] | {"name": "Maximiliane-Charlotte"}
    pages = {
        "seat": seated(moments["walk"]),
        "seat-roll": seated(page(rolling, *rolls)),
        "seat-draw": seated(moments["draw"]),
        "seat-ask": seated(asked),
        "seat-wait": seated(moments["roll"]),
        "seat-over": seated(moments["over"]),
        "seat-hand": hand,
        "seat-passed": passed,
        "seat-long": long,
    }
    along = seated(moments["walk"])
    found = {name: ("seat.html", {"page": shown}) for name, shown in pages.items()}
    return found | {"seat-along": ("seat.html", {"page": along, "invitation": INVITATION})}


def which() -> dict[str, Any]:
    """A shown piece that means several things."""
    told = (("labyrinth.mean.next", {"wanted": "snail", "symbol": "owl"}, ""),
            ("labyrinth.mean.late", {"name": "Bo", "symbol": "owl"}, "blue"),
            ("labyrinth.mean.lies", {}, ""))  # fmt: skip
    meanings = [
        {"meaning": n, "says": {"key": key, "values": values, "book": ""}, "seat": seat,
         "secret": False}
        for n, (key, values, seat) in enumerate(told)
    ]  # fmt: skip
    asks = {"key": "house.shown.which", "values": {}, "book": ""}
    return QUIET | {"which": {"number": 3, "says": asks, "meanings": meanings}}


def pieces() -> dict[str, tuple[str, dict[str, Any]]]:
    """Everything that people see and tap for pieces that are shown: template and facts."""
    return {**_shown(), **_teaching(), **_naming()}


def _shown() -> dict[str, tuple[str, dict[str, Any]]]:
    asked = QUIET | {"asked": {"tag": "nfc:04a2245c6f6180", "why": "new"}}
    blank = QUIET | {"asked": {"tag": "", "why": "facts"}}
    return {
        "which": ("table.html", {"page": page(view(), *WALK, pieces=which())}),
        "asked": ("table.html", {"page": page(view(), *WALK, pieces=asked)}),
        "seat-which": ("seat.html", {"page": seated(page(view(), *WALK, pieces=which()))}),
        "seat-blank": ("seat.html", {"page": seated(page(view(), *WALK, pieces=blank))}),
        "virtual-shelf": ("virtual.html", {"page": page(view(), *WALK), "shelf": _codes()}),
    }


def _codes() -> list[dict[str, Any]]:
    chips = [{"code": f"CP:LABYRINTH/CHIP/{n}", "name": f"Chip {n}"} for n in range(1, 25)]
    return [{"title": "Chips", "pieces": chips}]


TAUGHT = Catalogue(
    {"labyrinth": Pieces("labyrinth", PIECES, "companion.games.labyrinth")},
    Registry(
        {
            "nfc:04a2245c6f6180": "labyrinth/chip/1",
            "nfc:04a2245c6f6181": "labyrinth/chip/1",
            "code:a label that is far too long to be shown whole": "labyrinth/chip/2",
            "nfc:0411225c6f6180": "labyrinth/die/3-2",
        },
        {"labyrinth/chip/1": {"symbol": "snail"}, "labyrinth/chip/3": {"symbol": LONG}},
    ),
)
SHELF = Pieces("labyrinth", PIECES, "companion.games.labyrinth")
GAMES = [
    {"game": "labyrinth", "title": "The Magic Labyrinth", "known": 3, "all": 30},
    {"game": "orcs", "title": "Orcs Orcs Orcs", "known": 0, "all": 261},
    {"game": "merlin", "title": "Merlin", "known": 0, "all": 449},
    {"game": "maginor", "title": "Maginor", "known": 0, "all": 138},
]


def _teaching() -> dict[str, tuple[str, dict[str, Any]]]:
    chips = pieces_shelves.listed(WORDS, TAUGHT, SHELF, "chip")
    usual: dict[str, Any] = {
        "page": empty(),
        "games": GAMES,
        "game": "labyrinth",
        "kinds": pieces_shelves.shown(WORDS, TAUGHT, SHELF),
        "open": "",
        "pieces": [],
        "guide": None,
        "latest": None,
        "unknown": [],
        "readers": [
            {
                "name": "pico",
                "kind": "pico",
                "state": "live",
                "reads": ["code", "nfc"],
                "is_hung": True,
            },
            {
                "name": "scanner-2",
                "kind": "scanner",
                "state": "absent",
                "reads": ["die"],
                "is_hung": False,
            },
        ],
        "id": "abc",
    }
    new = {"tag": "nfc:0412", "short": "sticker …0412", "known": False}
    known = new | {"known": True, "name": "Chip 1", "printed": "snail", "lacks": True}
    guide = {
        "piece": "labyrinth/chip/4",
        "name": "Chip 4",
        "numbered": True,
        "drawing": "kind-chip",
        "skip": "labyrinth/chip/5",
        "back": "labyrinth/chip/3",
    }
    return {
        "pieces": ("pieces.html", usual | {"readers": [], "games": GAMES[:1]}),
        "pieces-list": ("pieces.html", usual | {"open": "chip", "pieces": chips}),
        "pieces-guide": ("pieces.html", usual | {"guide": guide, "latest": known}),
        "pieces-new": ("pieces.html", usual | {"latest": new, "unknown": [new]}),
    }


PRINTS = (
    Fact("name", "text", of=("Smash", "Fire Spark", LONG)),
    Fact("symbol", "one", of=("moon", "sun", "attack"), needed=False),
    Fact("magic", "some", of=("fire", "ice", "lightning")),
    Fact("needs", "row", of=("any shield", "snail", "lady-in-waiting and shield together")),
    Fact(
        "walk", "row", of=("snail", "any shield"), each=(1, 5), places=("snail", "owl", "key")
    ),
    Fact("points", "number", least=1, most=9),
    Fact("votes", "number", least=5, most=99),
    Fact("power", "numbers", least=1, most=9),
    Fact("hits", "numbers", least=1, most=30),
    Fact("title", "text", longest=40),
)
"""Every kind of fact there is."""


def _naming() -> dict[str, tuple[str, dict[str, Any]]]:
    usual: dict[str, Any] = {
        "page": empty(),
        "meant": Meant(tag="nfc:0412", game="labyrinth", kind="chip", back="/table"),
        "id": "abc",
        "is_known": False,
        "short": "sticker …0412",
        "games": GAMES,
        "title": "The Magic Labyrinth",
        "refusal": None,
    }
    facts = usual | {"step": "facts", "which": "labyrinth/chip/", "is_any": True}
    facts |= {"name": "Chip 4", "kind": "Chips", "drawing": "kind-chip"}
    chip = pieces_facts.fields(WORDS, "labyrinth", PIECES[0].facts, {})
    said = {
        "needs": ["snail", "any shield"],
        "walk": ["snail", "any shield"],
        "symbol": "sun",
        "name": "<b>Ω</b>",
        "votes": 5,
    }
    every = pieces_facts.fields(WORDS, "labyrinth", PRINTS, said)
    refused = {"key": "house.no.fact", "values": {}, "book": ""}
    sides = pieces_shelves.sorts(WORDS, TAUGHT, SHELF, "die")
    kinds = pieces_shelves.shown(WORDS, TAUGHT, SHELF)
    return {
        "piece-game": ("piece.html", usual | {"step": "game"}),
        "piece-kind": ("piece.html", usual | {"step": "kind", "kinds": kinds}),
        "piece-sides": (
            "piece.html",
            usual | {"step": "piece", "sorts": sides, "kind": "The die"},
        ),
        "piece-chip": ("piece.html", facts | {"fields": chip}),
        "piece-every": ("piece.html", facts | {"fields": every, "refusal": refused}),
        "piece-sure": ("piece.html", facts | {"fields": []}),
    }


def regions(shown: dict[str, Any]) -> dict[str, str]:
    """The regions as the table sends them."""
    places = {name: f"labyrinth/{name}.html" for name in ("subject", "drawing", "score")}
    places |= {"shelf": "shelf.html", "history": "history.html"}
    return {name: paint(template, page=shown) for name, template in places.items()}
