"""More kinds of hostile files: unusual content, and thousands of names, rules and marks."""

from __future__ import annotations

import json
from functools import partial
from itertools import chain, product

from tests.hostile_files import (
    TAGS,
    UNITS,
    HostileFileKind,
    armies,
    hex_positions,
    hexagon,
    m44_file,
    repeat_to_size,
    text,
)

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
_YAML_HEAD = "format: 1\nboard: {type: standard, face: country}\ntexts: {en: {name: A}}\n"


def _yaml_file(body: str, hexes: str = "hexes: {A1: forest}\n") -> str:
    return _YAML_HEAD + hexes + body


def _flow_in_block(size: int) -> str:
    """Return a file with many values nested as deeply as the reader allows."""
    nested_value = "{a: [" * 15 + "x" + "]}" * 15
    return _yaml_file(
        "m44:\n" + "".join(f"  k{n}: {nested_value}\n" for n in range(max(1, size // 110)))
    )


def _anchor_chain(size: int) -> str:
    lines = (f"  k{n}: &k{n} {{p: *k{n - 1}}}\n" for n in range(1, max(2, size // 24)))
    return _yaml_file("m44:\n  k0: &k0 x\n" + "".join(lines))


def _file_with_large_objective(size: int) -> str:
    names = [chr(65 + row) + str(number + 1) for row in range(9) for number in range(12)]
    group = list(chain.from_iterable([names] * max(1, size // 600)))
    medal = {"name": "medal5", "side": "AXIS", "group": group, "medal": {"nbr_hex": 3}}
    return m44_file(hexagons=[hexagon(tags=[medal]), *armies()[1:]])


def _file_with_many_badges(size: int) -> str:
    return m44_file(hexagons=[hexagon(tags=[{"name": "badge4"}] * max(1, size // 20))])


def _file_with_repeated_structures(size: int) -> str:
    """Return a file that lists one hex many times, each time with a different structure."""
    names = ("bunker", "casemate", "bridge", "roadblock")
    entries = [
        hexagon(rect_terrain={"name": names[n % 4], "orientation": n % 6 + 1, "x": n})
        for n in range(max(1, size // 95))
    ]
    return m44_file(hexagons=entries)


def _repeated_label(size: int) -> str:
    entries = [{"row": r, "col": c, "text": ["Hill " * (size // 700)]} for r, c in hex_positions()]
    return m44_file(labels=entries, hexagons=armies())


def _medals_of_many_sides(size: int) -> str:
    """Return a file with medals of very many sides and groups on every hex."""
    all_places, medals_per_hex = hex_positions(), max(1, size // 9000)
    return m44_file(
        hexagons=[
            hexagon(
                r,
                c,
                tags=[
                    {"name": "medal5", "side": f"S{n}", "group": [f"A{n % 12 + 1}"]}
                    for n in range(medals_per_hex)
                ],
            )
            for r, c in all_places
        ]
    )


def _file_of_rules(sentence: str, tag: str, size: int) -> str:
    return text("rules", repeat_to_size(sentence, size), tag)


def _file_with_text_everywhere(text: str, size: int) -> str:
    """Return a file with one text in every language and every field."""
    fields = ("name", "subtitle", "historical", "description", "victory", "rules")
    text_length = size // (len(TAGS) * len(fields))
    texts = {tag: {field: repeat_to_size(text, text_length) for field in fields} for tag in TAGS}
    return m44_file(texts=texts, hexagons=armies())


def _file_with_long_unit_name(size: int) -> str:
    return m44_file(hexagons=[hexagon(unit={"name": "infus" * (size // 5), "nbr_units": "4"})])


FAMILY_EMOJI = "👨‍👩‍👧‍👦"
RIGHT_TO_LEFT = "‮‏אבג‫العربية‬ "

_UNUSUAL: dict[str, HostileFileKind] = {
    "flow at the limit of depth": HostileFileKind(".yaml", _flow_in_block),
    "a chain of anchors": HostileFileKind(".yaml", _anchor_chain),
    "objective hexes in one group": HostileFileKind(".m44", _file_with_large_objective),
    "badges on one hex": HostileFileKind(".m44", _file_with_many_badges),
    "a hex listed many times": HostileFileKind(".m44", _file_with_repeated_structures),
    "one label on every hex": HostileFileKind(".m44", _repeated_label),
    "a unit with a long name": HostileFileKind(".m44", _file_with_long_unit_name),
    "medals of many sides": HostileFileKind(".m44", _medals_of_many_sides),
    "a long comment": HostileFileKind(".yaml", lambda n: _yaml_file("# " + "x" * n + "\n")),
    "a long end-of-line comment": HostileFileKind(
        ".yaml", lambda n: _yaml_file("meta: {a: 1}  # " + "[{" * (n // 2))
    ),
    "a repeated hex": HostileFileKind(
        ".yaml", lambda n: _yaml_file("", "hexes:\n" + repeat_to_size("  A1: forest\n", n))
    ),
    "a repeated text": HostileFileKind(
        ".json", lambda n: '{"format":1,"texts":{' + _repeated_texts(n) + "}}"
    ),
    "families in a text": HostileFileKind(
        ".m44", lambda n: text("description", repeat_to_size(FAMILY_EMOJI, n))
    ),
    "families in a title": HostileFileKind(
        ".m44", lambda n: text("name", repeat_to_size(FAMILY_EMOJI, n))
    ),
    "from right to left": HostileFileKind(
        ".m44", lambda n: text("rules", repeat_to_size(RIGHT_TO_LEFT, n))
    ),
    "a title from right to left": HostileFileKind(
        ".m44", lambda n: text("name", repeat_to_size(RIGHT_TO_LEFT, n))
    ),
    "labels of families": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            labels=[
                {"row": r, "col": c, "text": [repeat_to_size(FAMILY_EMOJI, n // 110)]}
                for r, c in hex_positions()
            ]
        ),
    ),
    **{
        f"numbers in words in {tag}": HostileFileKind(".m44", partial(_file_of_rules, words, tag))
        for tag, words in _NUMBERS.items()
    },
    **{
        f"{name} everywhere": HostileFileKind(
            ".m44", partial(_file_with_text_everywhere, characters)
        )
        for name, characters in _SIGNS.items()
    },
    "numbers in words everywhere": HostileFileKind(
        ".m44", partial(_file_with_text_everywhere, "".join(_NUMBERS.values()))
    ),
}


def _repeated_texts(size: int) -> str:
    text_json = json.dumps({"name": "A", "rules": "Draw 4 cards."})
    return ",".join([f'"en":{text_json}'] * max(1, size // 50))


_SYLLABLES = ("Mar", "Mon", "Car", "Sal", "Lou", "Vil", "Bel", "Cas", "Der", "Fou")
_UNUSUAL_CHARACTERS = "\u200b\u200d\ufeffa\u1112\u1161\u11ab\U000e0041\ufdd0\u2066b\u2069\u00ad"
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
    """Return place names, each similar to many others."""
    syllable_groups = product(_SYLLABLES, repeat=5)
    return [
        "".join(parts).capitalize()
        for parts, _ in zip(syllable_groups, range(number), strict=False)
    ]


def _file_with_long_rule(size: int, key: str, entry: object) -> str:
    """Return a file in our format with a special rule that lists very many entries."""
    entries = [entry] * max(1, size // (len(json.dumps(entry)) + 2))
    return json.dumps({**_HEAD, "briefing": {"options": {key: entries}}, "hexes": {"A1": {}}})


def _sudden_deaths(size: int) -> str:
    hexes = [f"{chr(65 + n % 12)}{n % 9 + 1}" for n in range(size // 6)]
    rule = {"side": "allies", "hexes": hexes, "number": 3}
    options = {"sudden-death": rule, "mandatory-objective": hexes}
    return json.dumps({**_HEAD, "briefing": {"options": options}, "hexes": {"A1": {}}})


def _file_of_named_objectives(size: int) -> str:
    """Return a file whose text names a great many objectives, which are also on labels."""
    names = _names(size // 36)
    labels = [
        {"row": r, "col": c, "text": names[n::100]} for n, (r, c) in enumerate(hex_positions())
    ]
    text = f"An Allied unit that captures the towns ({', '.join(names)}) counts as one medal."
    return m44_file(labels=labels, texts={"en": {"name": "A", "victory": text}}, hexagons=armies())


def _similar_names(size: int) -> str:
    """Return a file with labels and a text full of names that are almost the same."""
    names = _names(size // 36)
    labels = [
        {"row": r, "col": c, "text": names[n::100]} for n, (r, c) in enumerate(hex_positions())
    ]
    text = " ".join(name[:5] + "x" + name[6:] for name in names)
    return m44_file(
        labels=labels, texts={"en": {"name": "A", "historical": text}}, hexagons=armies()
    )


def _contradicting_texts(size: int) -> str:
    """Return a file with texts in all languages that state different numbers."""
    number_count = size // (len(TAGS) * 8)
    texts = {
        tag: {
            "name": "A",
            "rules": " ".join(f"{tag} {n * 7 % 1000 + offset}." for n in range(number_count)),
        }
        for offset, tag in enumerate(TAGS)
    }
    return m44_file(texts=texts, hexagons=armies())


def _file_with_huge_orientations(size: int) -> str:
    digit_count = size // len(hex_positions())
    return m44_file(
        hexagons=[
            hexagon(
                r,
                c,
                terrain={"name": "river", "orientation": int("9" * min(4000, digit_count))},
                obstacle={"name": "wire", "orientation": -(10**18)},
            )
            for r, c in hex_positions()
        ]
    )


def _file_of_unit_markers(size: int) -> str:
    marker_count = size // (len(hex_positions()) * 15)
    equipment = "hobart-petard, " * marker_count
    return m44_file(
        hexagons=[
            hexagon(r, c, unit={"name": "tankger", "nbr_units": "3", "equipment": equipment})
            for r, c in hex_positions()
        ]
    )


def _file_of_mines(size: int) -> str:
    mines = [{"name": "tag3", "side": "AXIS"}] * (size // 34)
    return m44_file(hexagons=[hexagon(terrain={"name": "lakeA"}, tags=mines)])


def _file_of_packs(size: int) -> str:
    tags_per_hex = size // (len(hex_positions()) * 30)
    return m44_file(
        hexagons=[
            hexagon(
                r,
                c,
                terrain={"name": f"pack-{n}:hill-{n}"},
                tags=[{"name": f"pack-{n}-{k}:mark"} for k in range(tags_per_hex)],
            )
            for n, (r, c) in enumerate(hex_positions())
        ]
    )


def _file_with_captures(size: int) -> str:
    text_length = size // len(TAGS)
    texts = {
        tag: {"name": "A", "victory": repeat_to_size(_CAPTURE[tag], text_length)} for tag in TAGS
    }
    medals = [
        hexagon(r, c, tags=[{"name": "medal1", "medal": {"permanent": True}}])
        for r, c in hex_positions()
    ]
    return m44_file(texts=texts, hexagons=medals)


def _unusual_text_everywhere(size: int) -> str:
    text_length = size // 400
    labels = [
        {"row": r, "col": c, "text": [repeat_to_size(_UNUSUAL_CHARACTERS, text_length)]}
        for r, c in hex_positions()
    ]
    fields = ("name", "subtitle", "historical", "description", "victory", "rules", "bibliography")
    texts = {
        tag: {field: repeat_to_size(_UNUSUAL_CHARACTERS, text_length) for field in fields}
        for tag in TAGS
    }
    return m44_file(labels=labels, texts=texts, hexagons=armies())


def _language_variants(size: int) -> str:
    """Return a file with texts in very many variants of known languages."""
    values = {"name": "A", "description": "Axis: 4 cards. Allies: 5 cards.", "victory": "4 medals."}
    length = len(json.dumps(values)) + 20
    codes = [f"{TAGS[n % 7]}-x-{n}" for n in range(max(1, size // length))]
    return m44_file(texts=dict.fromkeys(codes, values), hexagons=armies())


def _groups_of_board(size: int) -> str:
    names = [f"{chr(65 + n % 12)}{n % 9 + 1}" for n in range(60)]
    groups = {f"g{n}": names for n in range(max(1, size // 400))}
    tree = json.loads(m44_file(hexagons=armies()))
    tree["board"]["groups"] = groups
    return json.dumps(tree)


def _file_with_exits(size: int) -> str:
    """Return a file with exit markers on every hex, each with a hundred hexes in its exit line."""
    names = [f"{chr(65 + n % 12)}{n % 9 + 1}" for n in range(100)]
    marker = {"name": "medal exit", "behavior": "EXIT_MARKER", "side": "AXIS", "group": names}
    markers_per_hex = max(1, size // (len(hex_positions()) * len(json.dumps(marker))))
    return m44_file(
        hexagons=[hexagon(r, c, tags=[marker] * markers_per_hex) for r, c in hex_positions()]
    )


def _file_with_long_unit_values(size: int) -> str:
    units = [
        hexagon(r, c, unit={"name": UNITS[n % 5], "badge": "b" * (size // 220), "behavior": "B"})
        for n, (r, c) in enumerate(hex_positions())
    ]
    return m44_file(hexagons=units)


_VERY_MANY: dict[str, HostileFileKind] = {
    "objectives with names": HostileFileKind(".m44", _file_of_named_objectives),
    "similar names": HostileFileKind(".m44", _similar_names),
    "contradicting numbers": HostileFileKind(".m44", _contradicting_texts),
    "huge orientations": HostileFileKind(".m44", _file_with_huge_orientations),
    "long lists of equipment": HostileFileKind(".m44", _file_of_unit_markers),
    "mines in a lake": HostileFileKind(".m44", _file_of_mines),
    "pieces of very many packs": HostileFileKind(".m44", _file_of_packs),
    "captures in all languages": HostileFileKind(".m44", _file_with_captures),
    "invisible characters": HostileFileKind(".m44", _unusual_text_everywhere),
    "variants of languages": HostileFileKind(".m44", _language_variants),
    "groups of the board": HostileFileKind(".m44", _groups_of_board),
    "exit lines across the board": HostileFileKind(".m44", _file_with_exits),
    "units with long marks": HostileFileKind(".m44", _file_with_long_unit_values),
    "a long list of pieces": HostileFileKind(
        ".m44", lambda n: text("description", repeat_to_size(_BILL, n))
    ),
    "sudden deaths": HostileFileKind(".json", _sudden_deaths),
    "our own: exit lines": HostileFileKind(
        ".json",
        partial(
            _file_with_long_rule,
            key="exit-lines",
            entry={"side": "axis", "hexes": ["A1", "B1", "C1"]},
        ),
    ),
    "our own: groups of medals": HostileFileKind(
        ".json",
        partial(
            _file_with_long_rule, key="group-medals", entry={"side": "axis", "hexes": ["A1", "C1"]}
        ),
    ),
    "our own: removed cards": HostileFileKind(
        ".json", partial(_file_with_long_rule, key="removed-cards", entry="recon-1")
    ),
    "our own: suppressions": HostileFileKind(
        ".json",
        lambda n: json.dumps(
            {**_HEAD, "allow": [{"check": "M502", "at": "A1"}] * (n // 32), "hexes": {"A1": {}}}
        ),
    ),
    "capitals of capitals": HostileFileKind(
        ".m44", lambda n: text("victory", repeat_to_size("Card Medal Town ", n))
    ),
}

KINDS: dict[str, HostileFileKind] = {**_UNUSUAL, **_VERY_MANY}
