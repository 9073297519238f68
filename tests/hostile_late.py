"""Hostile files of a third sitting: names, rules and marks in their thousands, and odd letters."""

from __future__ import annotations

import json
from functools import partial
from itertools import product

from tests.hostile_files import TAGS, UNITS, Kind, armies, hexagon, m44, places, text

_SYLLABLES = ("Mar", "Mon", "Car", "Sal", "Lou", "Vil", "Bel", "Cas", "Der", "Fou")
_ODD = "\u200b\u200d\ufeffa\u1112\u1161\u11ab\U000e0041\ufdd0\u2066b\u2069\u00ad"
_CAPTURE = {
    "en": "An Allied unit that captures a town counts as one medal. ",
    "de": "Die Einnahme einer Stadt durch eine alliierte Einheit ist einen Siegpunkt wert. ",
    "fr": "Une unité alliée qui occupe une ville remporte une médaille. ",
    "it": "Un'unità alleata che conquista una città vale una medaglia. ",
    "ru": "Медаль приносит захват города отрядом Союзников. ",
    "zh-Hans": "盟军单位占领城镇时获得一枚奖章。",
    "zh-Hant": "盟軍單位佔領城鎮時獲得一枚勳章。",
}
_BILL = "12 hills, 3 towns, 4 forests, 2 bridges, 16 infantry, 3 tanks and 1 artillery. "
_HEAD = {"format": 1, "board": {"type": "standard", "face": "country"}}


def _names(number: int) -> list[str]:
    """Return so many names of places, each like many others."""
    every = product(_SYLLABLES, repeat=5)
    return ["".join(parts).capitalize() for parts, _ in zip(every, range(number), strict=False)]


def _times(what: str, size: int) -> str:
    return what * max(1, size // len(what.encode()))


def _own(size: int, key: str, entry: object) -> str:
    """Return a file of ours with a special rule that lists very much."""
    entries = [entry] * max(1, size // (len(json.dumps(entry)) + 2))
    return json.dumps({**_HEAD, "briefing": {"options": {key: entries}}, "hexes": {"A1": {}}})


def _sudden(size: int) -> str:
    hexes = [f"{chr(65 + n % 12)}{n % 9 + 1}" for n in range(size // 6)]
    rule = {"side": "allies", "hexes": hexes, "number": 3}
    options = {"sudden-death": rule, "mandatory-objective": hexes}
    return json.dumps({**_HEAD, "briefing": {"options": options}, "hexes": {"A1": {}}})


def _named(size: int) -> str:
    """Return objectives with very many names, half of them on labels."""
    names = _names(size // 36)
    labels = [{"row": r, "col": c, "text": names[n::100]} for n, (r, c) in enumerate(places())]
    said = f"An Allied unit that captures the towns ({', '.join(names)}) counts as one medal."
    return m44(labels=labels, texts={"en": {"name": "A", "victory": said}}, hexagons=armies())


def _like(size: int) -> str:
    """Return labels and texts full of names that are almost the same."""
    names = _names(size // 36)
    labels = [{"row": r, "col": c, "text": names[n::100]} for n, (r, c) in enumerate(places())]
    said = " ".join(name[:5] + "x" + name[6:] for name in names)
    return m44(labels=labels, texts={"en": {"name": "A", "historical": said}}, hexagons=armies())


def _unlike(size: int) -> str:
    """Return texts of all languages whose every number is another."""
    each = size // (len(TAGS) * 8)
    texts = {
        tag: {"name": "A", "rules": " ".join(f"{tag} {n * 7 % 1000 + at}." for n in range(each))}
        for at, tag in enumerate(TAGS)
    }
    return m44(texts=texts, hexagons=armies())


def _turned(size: int) -> str:
    each = size // len(places())
    return m44(
        hexagons=[
            hexagon(
                r,
                c,
                terrain={"name": "river", "orientation": int("9" * min(4000, each))},
                obstacle={"name": "wire", "orientation": -(10**18)},
            )
            for r, c in places()
        ]
    )


def _marked(size: int) -> str:
    each = size // (len(places()) * 15)
    loads = "hobart-petard, " * each
    return m44(
        hexagons=[
            hexagon(r, c, unit={"name": "tankger", "nbr_units": "3", "equipment": loads})
            for r, c in places()
        ]
    )


def _mined(size: int) -> str:
    mines = [{"name": "tag3", "side": "AXIS"}] * (size // 34)
    return m44(hexagons=[hexagon(terrain={"name": "lakeA"}, tags=mines)])


def _of_packs(size: int) -> str:
    each = size // (len(places()) * 30)
    return m44(
        hexagons=[
            hexagon(
                r,
                c,
                terrain={"name": f"pack-{n}:hill-{n}"},
                tags=[{"name": f"pack-{n}-{k}:mark"} for k in range(each)],
            )
            for n, (r, c) in enumerate(places())
        ]
    )


def _captures(size: int) -> str:
    each = size // len(TAGS)
    texts = {tag: {"name": "A", "victory": _times(_CAPTURE[tag], each)} for tag in TAGS}
    medals = [
        hexagon(r, c, tags=[{"name": "medal1", "medal": {"permanent": True}}]) for r, c in places()
    ]
    return m44(texts=texts, hexagons=medals)


def _odd_everywhere(size: int) -> str:
    each = size // 400
    labels = [{"row": r, "col": c, "text": [_times(_ODD, each)]} for r, c in places()]
    fields = ("name", "subtitle", "historical", "description", "victory", "rules", "bibliography")
    texts = {tag: {field: _times(_ODD, each) for field in fields} for tag in TAGS}
    return m44(labels=labels, texts=texts, hexagons=armies())


def _codes(size: int) -> str:
    """Return very many variants of languages that are read."""
    said = {"name": "A", "description": "Axis: 4 cards. Allies: 5 cards.", "victory": "4 medals."}
    length = len(json.dumps(said)) + 20
    codes = [f"{TAGS[n % 7]}-x-{n}" for n in range(max(1, size // length))]
    return m44(texts=dict.fromkeys(codes, said), hexagons=armies())


def _groups_of_board(size: int) -> str:
    names = [f"{chr(65 + n % 12)}{n % 9 + 1}" for n in range(60)]
    groups = {f"g{n}": names for n in range(max(1, size // 400))}
    made = json.loads(m44(hexagons=armies()))
    made["board"]["groups"] = groups
    return json.dumps(made)


def _exits(size: int) -> str:
    """Return exit markers that each name all the board's hexes as their line."""
    names = [f"{chr(65 + n % 12)}{n % 9 + 1}" for n in range(100)]
    marker = {"name": "medal exit", "behavior": "EXIT_MARKER", "side": "AXIS", "group": names}
    each = max(1, size // (len(places()) * len(json.dumps(marker))))
    return m44(hexagons=[hexagon(r, c, tags=[marker] * each) for r, c in places()])


def _long_units(size: int) -> str:
    units = [
        hexagon(r, c, unit={"name": UNITS[n % 5], "badge": "b" * (size // 220), "behavior": "B"})
        for n, (r, c) in enumerate(places())
    ]
    return m44(hexagons=units)


KINDS: dict[str, Kind] = {
    "objectives with names": Kind(".m44", _named),
    "names like names": Kind(".m44", _like),
    "numbers that differ": Kind(".m44", _unlike),
    "huge orientations": Kind(".m44", _turned),
    "loads upon loads": Kind(".m44", _marked),
    "mines in a lake": Kind(".m44", _mined),
    "pieces of very many packs": Kind(".m44", _of_packs),
    "captures in all languages": Kind(".m44", _captures),
    "letters nobody sees": Kind(".m44", _odd_everywhere),
    "variants of languages": Kind(".m44", _codes),
    "groups of the board": Kind(".m44", _groups_of_board),
    "exit lines across the board": Kind(".m44", _exits),
    "units with long marks": Kind(".m44", _long_units),
    "a bill without an end": Kind(".m44", lambda n: text("description", _times(_BILL, n))),
    "sudden deaths": Kind(".json", _sudden),
    "our own: exit lines": Kind(
        ".json",
        partial(_own, key="exit-lines", entry={"side": "axis", "hexes": ["A1", "B1", "C1"]}),
    ),
    "our own: groups of medals": Kind(
        ".json", partial(_own, key="group-medals", entry={"side": "axis", "hexes": ["A1", "C1"]})
    ),
    "our own: removed cards": Kind(".json", partial(_own, key="removed-cards", entry="recon-1")),
    "our own: allowances": Kind(
        ".json",
        lambda n: json.dumps(
            {**_HEAD, "allow": [{"check": "M502", "at": "A1"}] * (n // 32), "hexes": {"A1": {}}}
        ),
    ),
    "capitals of capitals": Kind(".m44", lambda n: text("victory", _times("Card Medal Town ", n))),
}
