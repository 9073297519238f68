"""Converting pointers into an .m44 file to pointers into the workshop document, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from m44core.board import BOARDS, Board, BoardType
from m44core.io.text.json_pointers import ALLOW, JsonLocator, escaped_step, steps
from m44core.io.vocabulary.field_values import ALLOWANCES_KEY
from m44core.io.vocabulary.hexagon_entries import (
    entry_sort_key,
    hex_of_entry,
    numbered_list,
    wrapped_list,
)
from m44core.io.vocabulary.m44_rules import M44_PREFIX, VICTORY, option_pointer
from m44core.model.rule_declarations import declarations

_SECTIONS = {"meta_data": "/meta", "text": "/texts", "packs": "/packs"}
_LAYERS = {"rect_terrain": "structure"}
_KEYS = {
    "name": "is",
    "orientation": "facing",
    "original_owner": "owner",
    "behavior": "behaves",
    "nbr_units": "figures",
    "group": "hexes",
}
_TERMS = {"permanent": "permanent", "counts_for": "counts-for", "nbr_hex": "hexes-needed"}


GAME_INFO_POINTERS = {
    "type": "/briefing/kind",
    "front": "/briefing/front",
    "starting": "/briefing/first",
    "date_begin": "/briefing/begins",
    "date_end": "/briefing/ends",
    "operationID": "/briefing/operation",
    "options": "/briefing/options",
    **{
        f"{key}_player{number}": f"/briefing/{end}/{ours}"
        for number, end in ((1, "top"), (2, "bottom"))
        for key, ours in (
            ("side", "side"),
            ("country", "nation"),
            ("cards", "cards"),
            ("victory", "medals"),
        )
    },
}


def game_info_pointer(key: str) -> str:
    """Return the workshop pointer of a key of ``game_info``."""
    return GAME_INFO_POINTERS.get(key, f"/briefing/m44/{key}")


def workshop_pointer(tree: Mapping[str, object], m44_pointer: str) -> str:
    """Convert a pointer into an .m44 file to one into the workshop document.

    Args:
        tree: The parsed content of the file.
        m44_pointer: The pointer into that content.
    """
    first, *rest = steps(m44_pointer) or [""]
    if not first:
        return ""
    if first == "meta_data" and rest[:1] == [ALLOWANCES_KEY]:
        return "/".join(("", ALLOW, *rest[1:]))
    if first == "game_info":
        return _briefing_pointer(rest) if rest else "/briefing"
    if first != "board":
        return "/".join((_SECTIONS.get(first, f"/m44/{first}"), *rest))
    if len(rest) < 2 or rest[0] not in ("hexagons", "labels"):
        return "/".join(("/board", *rest))
    board = tree["board"]
    return _entry_pointer(board if isinstance(board, dict) else {}, rest)


def _briefing_pointer(rest: list[str]) -> str:
    first, *inner = rest
    if first == "options" and inner:
        return "/".join((option_pointer(inner[0]), *inner[1:]))
    return "/".join((game_info_pointer(first), *inner))


def board_of_file(raw: Mapping[str, object], hexagons: object) -> Board:
    """Return the board of a file; the best guess from its hexes if it names no known board.

    Args:
        raw: The ``board`` object of the file.
        hexagons: Its list of hexes.
    """
    name = str(raw.get("type", "")).upper()
    return BOARDS[BoardType(name)] if name in tuple(BoardType) else guessed_board(hexagons)


def guessed_board(hexagons: object) -> Board:
    """Return the board that fits the highest row and column of the hexes in a file."""
    entries = (
        [raw for raw in hexagons if isinstance(raw, dict)] if isinstance(hexagons, list) else []
    )
    rows = _largest_index(raw.get("row") for raw in entries)
    cols = _largest_index(raw.get("col") for raw in entries)
    if rows > BOARDS[BoardType.STANDARD].rows - 1:
        return BOARDS[BoardType.BREAKTHROUGH]
    is_wide = cols > BOARDS[BoardType.STANDARD].last_col
    return BOARDS[BoardType.OVERLORD if is_wide else BoardType.STANDARD]


def _largest_index(values: Iterable[object]) -> int:
    return max((value for value in values if type(value) is int), default=0)


def _entry_pointer(board_raw: Mapping[str, object], rest: list[str]) -> str:
    """Convert a pointer into a hexagon or a label to a workshop pointer with the hex's name.

    The result is just ``/hexes`` or ``/labels`` if the entry is not on a hex of the board.

    Args:
        board_raw: The ``board`` object of the file.
        rest: The steps of the pointer below ``/board``.
    """
    entry: object = board_raw
    inner = list(rest)
    while inner and not (isinstance(entry, dict) and "row" in entry):
        step = inner.pop(0)
        if isinstance(entry, list):
            entry = entry[int(step)]
        elif isinstance(entry, dict):
            entry = entry.get(step)
        else:
            break
    section = "/hexes" if rest[0] == "hexagons" else "/labels"
    board = board_of_file(board_raw, board_raw.get("hexagons"))
    hex_ = hex_of_entry(entry, board)
    if hex_ is None:
        return section
    return "/".join((section, board.name(hex_), *_inner_steps(inner)))


def _inner_steps(rest: list[str]) -> list[str]:
    if not rest or rest[0] == "text":
        return []
    first, *keys = rest
    if keys[1:2] == ["medal"]:
        return [first, keys[0], *(_TERMS.get(key, "terms") for key in keys[2:])]
    return [_LAYERS.get(first, first), *(_KEYS.get(key, key) for key in keys)]


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
_M44_LAYERS = {"structure": "rect_terrain"}


class M44Locator(JsonLocator):
    """Converts pointers into the workshop document to positions in an .m44 file."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        tree = _parse_again(text)
        raw_board = tree.get("board")
        self._board_raw: Mapping[str, object] = raw_board if isinstance(raw_board, dict) else {}
        self._hexagons = _entries_with_paths(self._board_raw.get("hexagons"))
        self._labels = _entries_with_paths(self._board_raw.get("labels"))
        self._board = board_of_file(self._board_raw, [raw for _, raw in self._hexagons])
        self._left_out: dict[str, list[str]] = {}
        self._by_name = {
            "hexagons": {self._name(raw): path for path, raw in self._hexagons},
            "labels": {self._name(raw): path for path, raw in self._labels},
        }

    def _file_pointer(self, pointer: str) -> str:
        first, *rest = steps(pointer) or [""]
        if first == ALLOW:
            return "/".join(("/meta_data", ALLOWANCES_KEY, *rest))
        match first:
            case "board":
                return self._m44_board_pointer(rest)
            case "hexes":
                return self._entry_pointer("hexagons", rest)
            case "labels":
                return self._entry_pointer("labels", rest)
            case "briefing":
                return _m44_game_info_pointer(pointer, rest)
        section = {"texts": "text", "meta": "meta_data"}.get(first, first)
        is_unread = first == "m44" or rest[1:2] == ["m44"]
        return "/".join(
            ("", *(step for step in (section, *rest) if not is_unread or step != "m44"))
        )

    def _m44_board_pointer(self, rest: list[str]) -> str:
        if rest[:1] != ["m44"]:
            return "/".join(("/board", *rest))
        if len(rest) > 2 and rest[1] in ("hexagons", "labels"):
            left_out_paths = self._left_out_paths(rest[1])
            if rest[2].isdigit() and int(rest[2]) < len(left_out_paths):
                return "/".join((f"/board/{rest[1]}{left_out_paths[int(rest[2])]}", *rest[3:]))
        return "/".join(("/board", *rest[1:]))

    def _left_out_paths(self, key: str) -> list[str]:
        """Return the paths of the entries left out of the scenario, sorted row by row."""
        if key not in self._left_out:
            entries = self._hexagons if key == "hexagons" else self._labels
            left_out_entries = [entry for entry in entries if self._is_left_out(entry[1], key)]
            left_out_entries.sort(key=lambda entry: entry_sort_key(entry[1]))
            self._left_out[key] = [path for path, _ in left_out_entries]
        return self._left_out[key]

    def _is_left_out(self, raw: object, key: str) -> bool:
        if hex_of_entry(raw, self._board) is None:
            return True
        return key == "labels" and isinstance(raw, dict) and raw.get("text") in (None, [], [""])

    def _entry_pointer(self, key: str, rest: list[str]) -> str:
        """Return the pointer of a hex's entry, or of its last entry if it has several.

        If there is no entry, return the pointer of the whole list.
        """
        path = self._by_name[key].get(rest[0]) if rest else None
        if path is None:
            return f"/board/{key}"
        inner = rest[1:]
        if inner:
            inner = [
                _M44_LAYERS.get(inner[0], inner[0]),
                *(_PIECE_KEYS.get(s, s) for s in inner[1:]),
            ]
        return "/".join((f"/board/{key}{path}", *(step for step in inner if step != "m44")))

    def _name(self, raw: object) -> str | None:
        hex_ = hex_of_entry(raw, self._board)
        return self._board.name(hex_) if hex_ else None


def _parse_again(text: str) -> dict[str, object]:
    """Return the content parsed again, because reading normalized the first result.

    The result is empty if the text is not valid JSON, for example cut off, or is not an object.
    """
    try:
        tree = json.loads(text, parse_int=lambda digits: int(digits[:18]))
    except (json.JSONDecodeError, RecursionError):
        return {}
    return tree if isinstance(tree, dict) else {}


def _entries_with_paths(raw: object) -> list[tuple[str, object]]:
    """Return the entries of a list, in any written form, with their paths; [] if not a list."""
    if isinstance(raw, list):
        return [(f"/{index}", entry) for index, entry in enumerate(raw)]
    if isinstance(raw, dict) and wrapped_list(raw) is not None:
        inner = _entries_with_paths(raw["item"])
        return [(f"/item{path}", entry) for path, entry in inner] or [("/item", raw["item"])]
    if isinstance(raw, dict) and numbered_list(raw) is not None:
        return [(f"/{key}", raw[key]) for key in sorted(raw, key=int)]
    return []


def _m44_game_info_pointer(pointer: str, rest: list[str]) -> str:
    if rest[:1] == ["options"] and len(rest) > 1:
        return _m44_option_pointer(rest[1], rest[2:])
    for key, briefing_pointer in GAME_INFO_POINTERS.items():
        if pointer == briefing_pointer or pointer.startswith(f"{briefing_pointer}/"):
            return f"/game_info/{key}{pointer[len(briefing_pointer) :]}"
    return "/".join(
        ("/game_info", *(step for step in rest if step not in ("m44", "top", "bottom")))
    )


def _m44_option_pointer(name: str, rest: list[str]) -> str:
    declaration = declarations().by_key(name)
    if declaration and declaration.condition:
        return "/".join(("/game_info", VICTORY, "condition", *rest[:1]))
    m44_option = declaration.m44 if declaration else name.removeprefix(M44_PREFIX)
    return "/".join(("/game_info/options", escaped_step(m44_option), *rest))
