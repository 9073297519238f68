"""Hostile files of any size; each kind grows in one respect.

``KINDS`` maps a name to the suffix of a file and a function that returns content of about a given
number of bytes. A program is only as fast on hostile files as on the worst kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import count, takewhile
from typing import Any, NamedTuple

Make = Callable[[int], str]


class HostileFileKind(NamedTuple):
    """One kind of hostile file.

    Attributes:
        suffix: The file name suffix.
        make: Returns content of about the given number of bytes.
    """

    suffix: str
    make: Make


TAGS = ("en", "de", "fr", "it", "ru", "zh-Hans", "zh-Hant")
_WORDS = {
    "en": "The Allied player draws 4 Command cards if 5 units hold the 2 bridges and ",
    "de": "Der Spieler der Achsenmächte zieht 4 Karten wenn 5 Einheiten die 2 Brücken ",
    "fr": "Le joueur Allié pioche 4 cartes Commandement si 5 unités tiennent les 2 ponts et ",
    "it": "Il giocatore Alleato pesca 4 carte Comando se 5 unità tengono i 2 ponti e ",
    "ru": "Игрок Союзников берёт 4 карты если 5 отрядов держат 2 моста и ",
    "zh-Hans": "同盟国玩家抽取4张指挥卡如果5个单位占领2座桥",
    "zh-Hant": "同盟國玩家抽取4張指揮卡如果5個單位佔領2座橋",
}
UNITS = ("infger", "infus", "tankger", "artus", "infus2")
TERRAIN = ("woods", "hills", "village", "river", "hedgerow", "mountain", "church")
LABEL_LIMIT = 40


def hex_positions(kind: str = "standard") -> list[tuple[int, int]]:
    """Return the row and the doubled column of every hex of a board."""
    columns, rows = {"standard": (13, 9), "overlord": (26, 9), "brkthru": (13, 17)}[kind]
    return [(r, c) for r in range(rows) for c in range(r % 2, 2 * columns - r % 2, 2)]


def m44_file(
    *,
    kind: str = "STANDARD",
    hexagons: object = (),
    labels: object = (),
    texts: object = None,
    **other_values: object,
) -> str:
    """Return a file in the official editor's format with the given content."""
    tree: dict[str, Any] = {
        "meta_data": {"status": "GREEN", "software": "sed 1.2"},
        "game_info": {
            "type": "HISTORICAL",
            "date_begin": "1944-06-06",
            "side_player1": "AXIS",
            "country_player1": "DE",
            "cards_player1": 5,
            "victory_player1": 4,
            "side_player2": "ALLIES",
            "country_player2": "US",
            "cards_player2": 5,
            "victory_player2": 4,
            "starting": "PLAYER2",
        },
        "board": {"type": kind, "face": "COUNTRY", "hexagons": hexagons, "labels": labels},
        "packs": {"base": 1},
        "text": {"en": {"name": "A"}} if texts is None else texts,
    }
    _merge(tree, other_values)
    return json.dumps(tree, ensure_ascii=False)


def _merge(into: dict[str, Any], values: Mapping[str, Any]) -> None:
    for key, value in values.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            into[key] |= value
        else:
            into[key] = value


def text(field: str, content: str, tag: str = "en") -> str:
    """Return a file with full hexes and one text in addition to its name."""
    return m44_file(texts={tag: {"name": "A", field: content}}, hexagons=armies())


def hexagon(row: int = 4, col: int = 8, /, **content: object) -> dict[str, object]:
    """Return a hexagon in the form of the official editor."""
    return {"row": row, "col": col, **content}


def armies(kind: str = "standard") -> list[dict[str, object]]:
    """Return every hexagon of a board, each with terrain and a unit."""
    hexagons = []
    for number, (row, col) in enumerate(hex_positions(kind)):
        unit = {"name": UNITS[number % 5], "nbr_units": "4"}
        hexagons.append(hexagon(row, col, terrain={"name": TERRAIN[number % 7]}, unit=unit))
    return hexagons


def repeat_to_size(text_part: str, size: int) -> str:
    """Return a text repeated to about *size* bytes."""
    return text_part * max(1, size // len(text_part.encode()))


def _entries_of_size(entry: Callable[[int], object], size: int) -> list[object]:
    length = len(json.dumps(entry(10_000))) + 2
    return [entry(number) for number in range(max(1, size // length))]


def _object(entry: Callable[[int], tuple[str, object]], size: int) -> dict[str, object]:
    length = len(json.dumps(dict([entry(10_000)])))
    return dict(entry(number) for number in range(max(1, size // length)))


def _file_with_groups(size: int) -> str:
    names = [chr(65 + r) + str(n + 1) for r in range(9) for n in range(12)]
    tag = {"name": "medal5", "side": "AXIS", "group": names, "medal": {"nbr_hex": 3}}
    tags = _entries_of_size(lambda _: tag, size)
    all_places = hex_positions()
    share = -(-len(tags) // len(all_places))
    return m44_file(
        hexagons=[
            hexagon(r, c, tags=tags[n * share : (n + 1) * share])
            for n, (r, c) in enumerate(all_places)
        ]
    )


def _file_with_spread_tags(entry: object, size: int, kind: str = "standard") -> str:
    """Return a file with tags spread over every hex."""
    tags, all_places = _entries_of_size(lambda _: entry, size), hex_positions(kind)
    share = -(-len(tags) // len(all_places))
    return m44_file(
        kind=kind.upper(),
        hexagons=[
            {**full, "tags": tags[n * share : (n + 1) * share]}
            for n, full in enumerate(armies(kind))
        ],
    )


def _labels(lines: list[object]) -> str:
    share = -(-len(lines) // 100)
    return m44_file(
        labels=[
            {"row": r, "col": c, "text": lines[n * share : (n + 1) * share]}
            for n, (r, c) in enumerate(hex_positions())
        ]
    )


def _file_with_every_hex(make: Callable[[int], dict[str, object]], size: int) -> str:
    length = size // len(hex_positions())
    return m44_file(hexagons=[hexagon(r, c, **make(length)) for r, c in hex_positions()])


def _deeply_nested(opening: str, closing: str, size: int) -> str:
    return repeat_to_size(opening, size // 2) + repeat_to_size(closing, size // 2)


def _yaml_file(*lines: str, hexes: Iterable[str] = ()) -> str:
    head = (
        "format: 1",
        "board: {type: standard, face: country}",
        "briefing: {top: {side: axis}, bottom: {side: allies}}",
        "texts: {en: {name: A}}",
        "hexes:",
        "  A1: {terrain: forest}",
    )
    return "\n".join((*head, *hexes, *lines, ""))


def _numbered_lines(line: str, size: int) -> list[str]:
    """Return lines with a number in each."""
    lengths = count(0, len(line) + 3)
    return [
        line.replace("#", str(number))
        for number, _ in enumerate(takewhile(lambda n: n < size, lengths))
    ]


def _file_with_aliases(size: int) -> str:
    return _yaml_file("m44:", "  a: &a [x]", *_numbered_lines("  k#: *a", size))


def _file_with_merge_keys(size: int) -> str:
    return _yaml_file("m44:", "  a: &a {x: 1}", *_numbered_lines("  k#: {<<: *a}", size))


def _combining_accents(size: int) -> str:
    """Return letters with very many accents each."""
    return repeat_to_size("e" + "\u0301\u0302\u0303\u0323" * 50, size)


def _mixed_texts(size: int) -> str:
    return repeat_to_size("".join(_WORDS.values()), size)


def _file_with_prose(field: str, tag: str, size: int) -> str:
    return text(field, repeat_to_size(_WORDS[tag], size), tag)


def _file_with_digits(tag: str, size: int) -> str:
    return text("description", "7" * size, tag)


def _file_with_unknown_languages(size: int) -> str:
    texts = _object(lambda n: (f"x{n}", {"name": f"T{n}", "rules": "Draw 4 cards."}), size)
    return m44_file(texts=texts)


def _file_with_known_languages(size: int) -> str:
    length = size // 70
    texts = {
        f"{tag}-{n}": {"description": repeat_to_size(_WORDS[tag], length)}
        for tag in TAGS
        for n in "0123456789"
    }
    return m44_file(texts=texts, hexagons=armies())


KINDS: dict[str, HostileFileKind] = {
    "a long title": HostileFileKind(".m44", lambda n: text("name", "W" * n)),
    "a long subtitle of words": HostileFileKind(
        ".m44", lambda n: text("subtitle", repeat_to_size("Wm il ", n))
    ),
    "line breaks": HostileFileKind(".m44", lambda n: text("description", "\n" * (n // 2))),
    "blanks": HostileFileKind(".m44", lambda n: text("description", " " * n)),
    "blanks between letters": HostileFileKind(
        ".m44", lambda n: text("rules", repeat_to_size("a" + " " * 400, n))
    ),
    "short words": HostileFileKind(".m44", lambda n: text("description", repeat_to_size("a ", n))),
    "digits": HostileFileKind(".m44", lambda n: text("description", "7" * n)),
    "numbers": HostileFileKind(".m44", lambda n: text("description", repeat_to_size("12 ", n))),
    "a word without an end": HostileFileKind(".m44", lambda n: text("description", "x" * n)),
    "capitals": HostileFileKind(".m44", lambda n: text("victory", repeat_to_size("ABC ", n))),
    "full stops": HostileFileKind(".m44", lambda n: text("description", "." * n)),
    "question marks": HostileFileKind(
        ".m44", lambda n: text("description", repeat_to_size("?a? ", n))
    ),
    "brackets in a text": HostileFileKind(
        ".m44", lambda n: text("description", repeat_to_size("(a ", n))
    ),
    "quotation marks": HostileFileKind(
        ".m44", lambda n: text("description", repeat_to_size("'a“", n))
    ),
    "hyphens": HostileFileKind(".m44", lambda n: text("description", repeat_to_size("a-b-", n))),
    "years": HostileFileKind(
        ".m44", lambda n: text("historical", repeat_to_size("6 June 1944, ", n))
    ),
    "combining accents": HostileFileKind(
        ".m44", lambda n: text("description", _combining_accents(n))
    ),
    "a title of combining accents": HostileFileKind(
        ".m44", lambda n: text("name", _combining_accents(n))
    ),
    "escaped letters": HostileFileKind(
        ".m44", lambda n: text("description", "X").replace("X", repeat_to_size("\\u00e9", n))
    ),
    "lone surrogates": HostileFileKind(
        ".m44", lambda n: text("description", "X").replace("X", repeat_to_size("\\ud800", n))
    ),
    "backslashes": HostileFileKind(".m44", lambda n: text("description", "\\" * (n // 2))),
    "escaped slashes": HostileFileKind(
        ".m44", lambda n: text("description", "X").replace("X", repeat_to_size("\\/", n))
    ),
    **{
        f"briefing in {tag}": HostileFileKind(".m44", partial(_file_with_prose, "description", tag))
        for tag in TAGS
    },
    **{
        f"rules in {tag}": HostileFileKind(".m44", partial(_file_with_prose, "rules", tag))
        for tag in TAGS
    },
    **{
        f"long numbers in {tag}": HostileFileKind(".m44", partial(_file_with_digits, tag))
        for tag in TAGS
    },
    "all languages in one text": HostileFileKind(
        ".m44", lambda n: text("description", _mixed_texts(n))
    ),
    "very many languages": HostileFileKind(".m44", _file_with_unknown_languages),
    "languages that are read": HostileFileKind(".m44", _file_with_known_languages),
    "empty hexes": HostileFileKind(
        ".m44", lambda n: m44_file(hexagons=_entries_of_size(lambda _: hexagon(), n))
    ),
    "unknown hexes": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            hexagons=_entries_of_size(lambda k: hexagon(k, k, unit={"name": "infger"}), n)
        ),
    ),
    "entries that are not hexes": HostileFileKind(
        ".m44", lambda n: m44_file(hexagons=_entries_of_size(lambda k: k, n))
    ),
    "hexes as an object": HostileFileKind(
        ".m44", lambda n: m44_file(hexagons=_object(lambda k: (str(k), hexagon(k % 9, k % 26)), n))
    ),
    "one hex of unknown keys": HostileFileKind(
        ".m44", lambda n: m44_file(hexagons=[hexagon(**_object(lambda k: (f"k{k}", k), n))])
    ),
    "tags on a hex": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            hexagons=[hexagon(tags=_entries_of_size(lambda _: {"name": "medal5"}, n))]
        ),
    ),
    "unknown tags on a hex": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            hexagons=[hexagon(tags=_entries_of_size(lambda k: {"name": f"t{k}"}, n))]
        ),
    ),
    "entries that are not tags": HostileFileKind(
        ".m44", lambda n: m44_file(hexagons=[hexagon(tags=_entries_of_size(lambda k: k, n))])
    ),
    "medals on every hex": HostileFileKind(
        ".m44", lambda n: _file_with_spread_tags({"name": "medal5", "side": "AXIS"}, n)
    ),
    "exits on every hex": HostileFileKind(
        ".m44",
        lambda n: _file_with_spread_tags({"name": "medal exit", "behavior": "EXIT_MARKER"}, n),
    ),
    "badges on every hex": HostileFileKind(
        ".m44", lambda n: _file_with_spread_tags({"name": "badge4"}, n, "overlord")
    ),
    "groups": HostileFileKind(".m44", _file_with_groups),
    "a long group": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            hexagons=[
                hexagon(tags=[{"name": "medal5", "group": _entries_of_size(lambda k: "A1", n)}])
            ]
        ),
    ),
    "a group of no hexes": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            hexagons=[
                hexagon(tags=[{"name": "medal5", "group": _entries_of_size(lambda k: f"Z{k}", n)}])
            ]
        ),
    ),
    "unknown pieces": HostileFileKind(
        ".m44",
        lambda n: _file_with_every_hex(
            lambda text_length: {"terrain": {"name": "q" * text_length}}, n
        ),
    ),
    "unknown units": HostileFileKind(
        ".m44",
        lambda n: _file_with_every_hex(
            lambda text_length: {"unit": {"name": "infge" * (text_length // 5)}}, n
        ),
    ),
    "long behaviours": HostileFileKind(
        ".m44",
        lambda n: _file_with_every_hex(
            lambda text_length: {
                "terrain": {"name": "woods", "behavior": "B_" * (text_length // 2)}
            },
            n,
        ),
    ),
    "many labels": HostileFileKind(
        ".m44", lambda n: _labels(_entries_of_size(lambda k: f"Hill {k}", n))
    ),
    "labels on one hex": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            labels=_entries_of_size(lambda k: {"row": 4, "col": 8, "text": [f"Hill {k}"]}, n)
        ),
    ),
    "a long label": HostileFileKind(".m44", lambda n: _labels(["Montigny " * (n // 9)])),
    "a label of one word": HostileFileKind(".m44", lambda n: _labels(["M" * n])),
    "long labels": HostileFileKind(".m44", lambda n: _labels(["M" * (n // 100)] * 100)),
    "labels of accents": HostileFileKind(
        ".m44", lambda n: _labels([_combining_accents(n // 100)] * 100)
    ),
    "suppressions": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            meta_data={
                "m44-workshop": {
                    "allow": _entries_of_size(
                        lambda k: {"check": "M502", "hexes": [f"A{k}"], "because": f"r{k}"}, n
                    )
                }
            }
        ),
    ),
    "options": HostileFileKind(
        ".m44",
        lambda n: m44_file(game_info={"options": _object(lambda k: (f"o{k}", True), n)}),
    ),
    "victory conditions": HostileFileKind(
        ".m44",
        lambda n: m44_file(
            game_info={
                "victory_conditions": {
                    "condition": _entries_of_size(lambda k: {"type": f"c{k}"}, n)
                }
            }
        ),
    ),
    "packs": HostileFileKind(
        ".m44", lambda n: m44_file(packs=_object(lambda k: (f"pack{k}", k), n))
    ),
    "unknown sections": HostileFileKind(
        ".m44", lambda n: m44_file(x=_object(lambda k: (f"s{k}", [k]), n))
    ),
    "a nested unknown": HostileFileKind(
        ".m44",
        lambda n: m44_file(x="X").replace('"X"', _deeply_nested("[", "]", n)),
    ),
    "deep objects": HostileFileKind(
        ".m44", lambda n: m44_file(x="X").replace('"X"', _deeply_nested('{"a":', "}", n))
    ),
    "shallow and wide": HostileFileKind(
        ".m44",
        lambda n: m44_file(x="X").replace('"X"', "[" + ",".join(["[[[[]]]]"] * (n // 9)) + "]"),
    ),
    "a number of digits": HostileFileKind(
        ".m44", lambda n: m44_file(x="X").replace('"X"', "9" * n)
    ),
    "long numbers": HostileFileKind(
        ".m44",
        lambda n: m44_file(x="X").replace(
            '"X"', "[" + ",".join(["9" * 4000] * (n // 4000 or 1)) + "]"
        ),
    ),
    "large numbers": HostileFileKind(
        ".m44",
        lambda n: m44_file(x="X").replace('"X"', "[" + ",".join(["9" * 17] * (n // 18)) + "]"),
    ),
    "not-a-number values": HostileFileKind(
        ".m44", lambda n: m44_file(x="X").replace('"X"', "[" + ",".join(["NaN"] * (n // 4)) + "]")
    ),
    "infinite numbers": HostileFileKind(
        ".m44", lambda n: m44_file(x="X").replace('"X"', "[" + ",".join(["1e999"] * (n // 6)) + "]")
    ),
    "a long fraction": HostileFileKind(
        ".m44", lambda n: m44_file(x="X").replace('"X"', "0." + "1" * n)
    ),
    "a repeated key": HostileFileKind(
        ".m44", lambda n: "{" + ",".join(['"board":{}'] * (n // 11)) + ',"board":{"type":"X"}}'
    ),
    "a repeated key of a hex": HostileFileKind(
        ".m44",
        lambda n: m44_file(hexagons=["X"]).replace(
            '"X"', "{" + ",".join(['"row":1'] * (n // 8)) + "}"
        ),
    ),
    "trailing white space": HostileFileKind(
        ".m44", lambda n: m44_file(hexagons=armies()) + repeat_to_size(" \n", n)
    ),
    "leading blank lines": HostileFileKind(
        ".m44", lambda n: "\n" * n + m44_file(hexagons=armies())
    ),
    "text after the end": HostileFileKind(".m44", lambda n: m44_file() + "x" * n),
    "an unterminated string": HostileFileKind(".m44", lambda n: '{"board": "' + "x" * n),
    "unterminated strings": HostileFileKind(".m44", lambda n: repeat_to_size('"', n)),
    "cut off in the middle": HostileFileKind(
        ".m44", lambda n: m44_file(hexagons=armies(), x="y" * n)[:-30]
    ),
    "Windows line ends": HostileFileKind(
        ".m44", lambda n: m44_file(hexagons=armies())[:-1] + repeat_to_size("\r\n", n) + "}"
    ),
    "Latin letters": HostileFileKind(
        ".m44", lambda n: text("description", repeat_to_size("ä ", n))
    ),
    "our own: unknown hexes": HostileFileKind(
        ".yaml", lambda n: _yaml_file(hexes=_numbered_lines("  Q#: {terrain: forest}", n))
    ),
    "our own: unknown pieces": HostileFileKind(
        ".json",
        lambda n: json.dumps(
            {
                "format": 1,
                "board": {},
                "hexes": {
                    f"{chr(65 + r)}{c}": {
                        "terrain": f"forrest{r}{c}",
                        "tags": _entries_of_size(lambda k: {"is": f"medal{k}"}, n // 100),
                    }
                    for r in range(9)
                    for c in range(1, 12)
                },
            }
        ),
    ),
    "our own: a block of text": HostileFileKind(
        ".yaml",
        lambda n: _yaml_file("x-texts: |", *["  " + repeat_to_size(_WORDS["en"], 70)] * (n // 74)),
    ),
    "our own: comments": HostileFileKind(
        ".yaml", lambda n: _yaml_file(*_numbered_lines("# comment #", n))
    ),
    "our own: end-of-line comments": HostileFileKind(
        ".yaml", lambda n: _yaml_file("meta:", *_numbered_lines("  k#: 1  # no", n))
    ),
    "our own: aliases": HostileFileKind(".yaml", _file_with_aliases),
    "our own: merge keys": HostileFileKind(".yaml", _file_with_merge_keys),
    "our own: aliases of aliases": HostileFileKind(
        ".yaml",
        lambda n: _yaml_file(
            "m44:",
            "  a0: &a0 [x, x, x, x, x, x, x, x, x]",
            *(
                f"  a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * max(9, n // 200))}]"
                for k in range(1, 9)
            ),
        ),
    ),
    "our own: a long alias of a large value": HostileFileKind(
        ".yaml",
        lambda n: _yaml_file(
            "m44:",
            "  a: &a [" + "x, " * (n // 4) + "x]",
            *(f"  b{k}: *a" for k in range(n // 40)),
        ),
    ),
    "our own: anchors": HostileFileKind(
        ".yaml", lambda n: _yaml_file("m44:", *_numbered_lines("  k#: &a# x", n))
    ),
    "our own: flow in flow": HostileFileKind(
        ".yaml", lambda n: _yaml_file("m44: " + _deeply_nested("[", "]", n))
    ),
    "our own: ever deeper indentation": HostileFileKind(
        ".yaml",
        lambda n: _yaml_file("m44:", *("  " * (k + 1) + "a:" for k in range(int(n**0.5) or 1))),
    ),
    "our own: a long line": HostileFileKind(
        ".yaml", lambda n: _yaml_file("m44: {" + ", ".join(_numbered_lines("k#: 1", n)) + "}")
    ),
    "our own: many keys": HostileFileKind(
        ".yaml", lambda n: _yaml_file("m44:", *_numbered_lines("  k#: 1", n))
    ),
    "our own: a repeated key": HostileFileKind(
        ".yaml", lambda n: _yaml_file("m44:", *["  k: 1"] * (n // 7))
    ),
    "our own: long scalars": HostileFileKind(
        ".yaml", lambda n: _yaml_file('m44: "' + "a\\n" * (n // 3) + '"')
    ),
    "our own: digits": HostileFileKind(".yaml", lambda n: _yaml_file("m44: " + "9" * n)),
    "our own: hexadecimal": HostileFileKind(".yaml", lambda n: _yaml_file("m44: 0x" + "f" * n)),
    "our own: fractions": HostileFileKind(".yaml", lambda n: _yaml_file("m44: " + "1" * n + ".")),
    "our own: suppressions": HostileFileKind(
        ".yaml",
        lambda n: _yaml_file("allow:", *_numbered_lines("  - {check: M502, because: r#}", n)),
    ),
    "our own: labels": HostileFileKind(
        ".yaml",
        lambda n: _yaml_file("labels:", *_numbered_lines("  C5#: [Mill #]", n)),
    ),
    "our own: tabs": HostileFileKind(".yaml", lambda n: _yaml_file("m44: " + "\t" * n)),
    "our own: broken at the end": HostileFileKind(
        ".yaml", lambda n: _yaml_file("m44:", *_numbered_lines("  k#: 1", n), "\t- x: : y")
    ),
}
