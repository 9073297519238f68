"""Where in its file a place of the workshop document stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from m44core.io.files.formats import FileFormat
from m44core.io.m44.dialects import POINTERS, as_list, unwrapped
from m44core.io.m44.places import board_of, place_key
from m44core.io.text import entries
from m44core.io.text.places import JsonPlaces, escape, line_and_column, steps
from m44core.io.vocabulary.allowances import KEY
from m44core.io.vocabulary.official_rules import MARK, VICTORY
from m44core.io.vocabulary.pieces import place_of
from m44core.model.declared import declarations

_PIECE_KEYS = {
    "is": "name",
    "facing": "orientation",
    "orientation": "orientation",
    "owner": "original_owner",
    "behaves": "behavior",
    "figures": "nbr_units",
    "hexes": "group",
    "terms": "medal",
    "permanent": "medal/permanent",
    "counts-for": "medal/counts_for",
    "hexes-needed": "medal/nbr_hex",
}
_LAYERS = {"structure": "rect_terrain"}


class Locator(Protocol):
    """Knows where the places of one file are."""

    def place(self, pointer: str) -> tuple[int, int]:
        """Return line and column of a place, or of the innermost thing around it."""

    def in_file(self, pointer: str) -> str | None:
        """Return the pointer into the file to that place; None where files have none."""


@lru_cache(maxsize=1)  # reading a file and checking it ask one after the other
def locator(text: str, file_format: FileFormat) -> Locator:
    """Return what knows the places of a file's *text*."""
    if file_format is FileFormat.M44:
        return _M44Locator(text)
    if file_format is FileFormat.JSON:
        return _JsonLocator(text)
    from m44core.io.text.yaml_read import YamlLocator  # 18 ms

    return YamlLocator(text)


class _JsonLocator:
    """Places of our own form as JSON, where the pointers are those of the document."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = JsonPlaces(text)

    def place(self, pointer: str) -> tuple[int, int]:
        """Return line and column of a place, or of the innermost thing around it."""
        return line_and_column(self._text, self._places.offset(self._in_file(pointer)))

    def in_file(self, pointer: str) -> str:
        """Return the pointer into the file to that place, or to the innermost thing around it."""
        return self._places.there(self._in_file(pointer))

    def _in_file(self, pointer: str) -> str:
        return pointer


class _M44Locator(_JsonLocator):
    """Places of an .m44 file, which has other names for everything."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        tree = _reread(text)
        raw_board = tree.get("board")
        self._board_raw: Mapping[str, object] = raw_board if isinstance(raw_board, dict) else {}
        self._hexagons = _entries(self._board_raw.get("hexagons"))
        self._labels = _entries(self._board_raw.get("labels"))
        self._board = board_of(self._board_raw, [raw for _, raw in self._hexagons])
        self._left_out: dict[str, list[str]] = {}
        self._by_name = {
            "hexagons": {self._name(raw): path for path, raw in self._hexagons},
            "labels": {self._name(raw): path for path, raw in self._labels},
        }

    def _in_file(self, pointer: str) -> str:
        first, *rest = steps(pointer) or [""]
        match first:
            case "board":
                return self._in_board(rest)
            case "hexes":
                return self._entry("hexagons", rest)
            case "labels":
                return self._entry("labels", rest)
            case entries.ALLOW:
                return "/".join(("/meta_data", KEY, *rest))
            case "briefing":
                return _in_game_info(pointer, rest)
        section = {"texts": "text", "meta": "meta_data"}.get(first, first)
        unknown = first == "m44" or rest[1:2] == ["m44"]
        return "/".join(("", *(step for step in (section, *rest) if not unknown or step != "m44")))

    def _in_board(self, rest: list[str]) -> str:
        if rest[:1] != ["m44"]:
            return "/".join(("/board", *rest))
        if len(rest) > 2 and rest[1] in ("hexagons", "labels"):
            left = self._places_left_out(rest[1])
            if rest[2].isdigit() and int(rest[2]) < len(left):
                return "/".join((f"/board/{rest[1]}{left[int(rest[2])]}", *rest[3:]))
        return "/".join(("/board", *rest[1:]))

    def _places_left_out(self, key: str) -> list[str]:
        """Return where the entries are that the scenario lacks, in the order it counts them."""
        if key not in self._left_out:
            entries = self._hexagons if key == "hexagons" else self._labels
            left = [entry for entry in entries if self._is_left_out(entry[1], key)]
            left.sort(key=lambda entry: place_key(entry[1]))
            self._left_out[key] = [path for path, _ in left]
        return self._left_out[key]

    def _is_left_out(self, raw: object, key: str) -> bool:
        if place_of(raw, self._board) is None:
            return True
        return key == "labels" and isinstance(raw, dict) and raw.get("text") in (None, [], [""])

    def _entry(self, key: str, rest: list[str]) -> str:
        """Return where the entry of a hex is; the last one, where it has several."""
        found = self._by_name[key].get(rest[0]) if rest else None
        if found is None:
            return f"/board/{key}"
        inner = rest[1:]
        if inner:
            inner = [_LAYERS.get(inner[0], inner[0]), *(_PIECE_KEYS.get(s, s) for s in inner[1:])]
        return "/".join((f"/board/{key}{found}", *(step for step in inner if step != "m44")))

    def _name(self, raw: object) -> str | None:
        hex_ = place_of(raw, self._board)
        return self._board.name(hex_) if hex_ else None


def _reread(text: str) -> dict[str, object]:
    """Return the content once more, since reading brought it into the normal form.

    Nothing where it breaks off: places in it are those of the text alone.
    """
    try:
        tree = json.loads(text, parse_int=lambda digits: int(digits[:18]))
    except (json.JSONDecodeError, RecursionError):
        return {}
    return tree if isinstance(tree, dict) else {}


def _entries(raw: object) -> list[tuple[str, object]]:
    """Return the entries of a list, each with its pointer, whatever the list is wrapped in."""
    if isinstance(raw, list):
        return [(f"/{index}", entry) for index, entry in enumerate(raw)]
    if isinstance(raw, dict) and unwrapped(raw) is not None:
        inner = _entries(raw["item"])
        return [(f"/item{path}", entry) for path, entry in inner] or [("/item", raw["item"])]
    if isinstance(raw, dict) and as_list(raw) is not None:
        return [(f"/{key}", raw[key]) for key in sorted(raw, key=int)]
    return []


def _in_game_info(pointer: str, rest: list[str]) -> str:
    if rest[:1] == ["options"] and len(rest) > 1:
        return _in_options(rest[1], rest[2:])
    for key, ours in POINTERS.items():
        if pointer == ours or pointer.startswith(f"{ours}/"):
            return f"/game_info/{key}{pointer[len(ours) :]}"
    return "/".join(
        ("/game_info", *(step for step in rest if step not in ("m44", "top", "bottom")))
    )


def _in_options(name: str, rest: list[str]) -> str:
    declared = declarations().by_key(name)
    if declared and declared.condition:
        return "/".join(("/game_info", VICTORY, "condition", *rest[:1]))
    theirs = declared.m44 if declared else name.removeprefix(MARK)
    return "/".join(("/game_info/options", escape(theirs), *rest))
