"""Further kinds of hostile files: what the kinds of ``hostile.py`` do not think of."""

from __future__ import annotations

import json
from functools import partial
from itertools import chain

from tests.hostile_files import TAGS, Kind, armies, hexagon, m44, places, text

_NUMBERS = {
    "en": "one two three twelve ",
    "de": "eins zwei drei zwölf ",
    "fr": "un deux trois douze ",
    "it": "uno due tre dodici ",
    "ru": "один два три двенадцать ",
    "zh-Hans": "一二三十二张",
    "zh-Hant": "一二三十二張",
}
_SIGNS = {
    "brackets": "(([[{{",
    "closing brackets": "))]]}}",
    "quotation marks": "\u201c\u201e«»\"'\u2018\u2019",
    "digits and stops": "1.2,3.",
    "dashes": "-\u2013\u2014 ",
    "hex names": "A1 B2 C3-D4 ",
}
_HEAD = "format: 1\nboard: {type: standard, face: country}\ntexts: {en: {name: A}}\n"


def _times(what: str, size: int) -> str:
    return what * max(1, size // len(what.encode()))


def _yaml(body: str, hexes: str = "hexes: {A1: forest}\n") -> str:
    return _HEAD + hexes + body


def _flow_in_block(size: int) -> str:
    """Return many values that nest as deep as a file may."""
    one = "{a: [" * 15 + "x" + "]}" * 15
    return _yaml("m44:\n" + "".join(f"  k{n}: {one}\n" for n in range(max(1, size // 110))))


def _anchor_chain(size: int) -> str:
    lines = (f"  k{n}: &k{n} {{p: *k{n - 1}}}\n" for n in range(1, max(2, size // 24)))
    return _yaml("m44:\n  k0: &k0 x\n" + "".join(lines))


def _objectives(size: int) -> str:
    names = [chr(65 + row) + str(number + 1) for row in range(9) for number in range(12)]
    group = list(chain.from_iterable([names] * max(1, size // 600)))
    medal = {"name": "medal5", "side": "AXIS", "group": group, "medal": {"nbr_hex": 3}}
    return m44(hexagons=[hexagon(tags=[medal]), *armies()[1:]])


def _badges(size: int) -> str:
    return m44(hexagons=[hexagon(tags=[{"name": "badge4"}] * max(1, size // 20))])


def _rects(size: int) -> str:
    """Return one hex said very often, with another structure each time."""
    names = ("bunker", "casemate", "bridge", "roadblock")
    entries = [
        hexagon(rect_terrain={"name": names[n % 4], "orientation": n % 6 + 1, "x": n})
        for n in range(max(1, size // 95))
    ]
    return m44(hexagons=entries)


def _same_label(size: int) -> str:
    entries = [{"row": r, "col": c, "text": ["Hill " * (size // 700)]} for r, c in places()]
    return m44(labels=entries, hexagons=armies())


def _equal_medals(size: int) -> str:
    """Return medals of very many sides and groups on every hex."""
    spots, each = places(), max(1, size // 9000)
    return m44(
        hexagons=[
            hexagon(
                r,
                c,
                tags=[
                    {"name": "medal5", "side": f"S{n}", "group": [f"A{n % 12 + 1}"]}
                    for n in range(each)
                ],
            )
            for r, c in spots
        ]
    )


def _in_rules(said: str, tag: str, size: int) -> str:
    return text("rules", _times(said, size), tag)


def _in_all(said: str, size: int) -> str:
    """Return a file with one text in every language and every field."""
    fields = ("name", "subtitle", "historical", "description", "victory", "rules")
    each = size // (len(TAGS) * len(fields))
    texts = {tag: {field: _times(said, each) for field in fields} for tag in TAGS}
    return m44(texts=texts, hexagons=armies())


def _unit_names(size: int) -> str:
    return m44(hexagons=[hexagon(unit={"name": "infus" * (size // 5), "nbr_units": "4"})])


ZWJ = "👨‍👩‍👧‍👦"
RTL = "‮‏אבג‫العربية‬ "

KINDS: dict[str, Kind] = {
    "flow at the limit of depth": Kind(".yaml", _flow_in_block),
    "a chain of anchors": Kind(".yaml", _anchor_chain),
    "objective hexes in one group": Kind(".m44", _objectives),
    "badges on one hex": Kind(".m44", _badges),
    "one hex said again": Kind(".m44", _rects),
    "one label on every hex": Kind(".m44", _same_label),
    "a unit with a long name": Kind(".m44", _unit_names),
    "medals of many sides": Kind(".m44", _equal_medals),
    "a long comment": Kind(".yaml", lambda n: _yaml("# " + "x" * n + "\n")),
    "a long comment beside": Kind(".yaml", lambda n: _yaml("meta: {a: 1}  # " + "[{" * (n // 2))),
    "one hex again": Kind(".yaml", lambda n: _yaml("", "hexes:\n" + _times("  A1: forest\n", n))),
    "one text again": Kind(".json", lambda n: '{"format":1,"texts":{' + _texts_again(n) + "}}"),
    "families in a text": Kind(".m44", lambda n: text("description", _times(ZWJ, n))),
    "families in a title": Kind(".m44", lambda n: text("name", _times(ZWJ, n))),
    "from right to left": Kind(".m44", lambda n: text("rules", _times(RTL, n))),
    "a title from right to left": Kind(".m44", lambda n: text("name", _times(RTL, n))),
    "labels of families": Kind(
        ".m44",
        lambda n: m44(
            labels=[{"row": r, "col": c, "text": [_times(ZWJ, n // 110)]} for r, c in places()]
        ),
    ),
    **{
        f"numbers in words in {tag}": Kind(".m44", partial(_in_rules, said, tag))
        for tag, said in _NUMBERS.items()
    },
    **{f"{name} everywhere": Kind(".m44", partial(_in_all, said)) for name, said in _SIGNS.items()},
    "numbers in words everywhere": Kind(".m44", partial(_in_all, "".join(_NUMBERS.values()))),
}


def _texts_again(size: int) -> str:
    one = json.dumps({"name": "A", "rules": "Draw 4 cards."})
    return ",".join([f'"en":{one}'] * max(1, size // 50))
