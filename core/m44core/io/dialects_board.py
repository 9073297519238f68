"""Other programs' ways of writing the board of an .m44 file, brought into the normal form."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.diagnostics import Fix
from m44core.hexes import Hex
from m44core.io.codes import finding
from m44core.io.dialects import Dialects, as_list, guessed_board, some, unwrapped
from m44core.io.m44_decode import named_hex, orientations, place_of
from m44core.io.m44_encode import place_key

Raw = dict[str, Any]

_LAYERS = {
    "terrain": "terrain",
    "rect_terrain": "structure",
    "obstacle": "obstacle",
    "unit": "unit",
}
_HEXAGON_KEYS = ("row", "col", *_LAYERS, "tags")


class BoardDialects:
    """Brings the board into the normal form, in place; reports to the *dialects* of the file."""

    def __init__(self, dialects: Dialects) -> None:
        self._dialects = dialects
        self._found = dialects.found
        self._raw: Raw = dialects.section("board")
        self._needless: list[str] = []
        self._missing: list[str] = []
        self._sorted = True

    def normalise(self) -> None:
        """Apply every row that concerns the board."""
        hexagons = self._list("hexagons", "/hexes")
        labels = self._list("labels", "/labels")
        board = self._board(hexagons)
        self._face()
        if hexagons is not None:
            self._raw["hexagons"] = self._hexagons(hexagons, board)
        if labels is not None:
            self._raw["labels"] = self._labels(labels, board)
        self._summaries()

    def _list(self, key: str, pointer: str) -> list[Any] | None:
        """Return a list of the board, whatever it is wrapped in (rows 2, 3, 5, 7)."""
        raw = self._raw.get(key)
        if raw is None:
            self._raw[key] = []
            self._found("M048", f'The board has no "{key}"; that is read as none', pointer)
            return []
        return self._as_list(raw, "M042", key, pointer)

    def _as_list(
        self, raw: object, code: str, key: str, pointer: str, hex_: Hex | None = None
    ) -> list[Any] | None:
        if isinstance(raw, list):
            return raw
        inner = unwrapped(raw)
        if inner is not None:
            message = f'"{key}" is wrapped in "item"; its {len(inner)} entries are read as a list'
            self._found("M043", message, pointer, hex_)
            return inner
        listed = [] if raw == {} else as_list(raw)
        if listed is not None:
            message = f'"{key}" is an object; its {len(listed)} entries are read as a list'
            self._found(code, message, pointer, hex_)
        return listed

    def _board(self, hexagons: list[Any] | None) -> Board:
        stated = self._raw.get("type")
        if stated in tuple(BoardType):
            return BOARDS[BoardType(stated)]
        board = guessed_board(hexagons)
        said = f'"{stated}" is no board' if "type" in self._raw else "The file names no board"
        names = ", ".join(BoardType)
        message = f"{said}; there are {names}. Going by its hexes it is read as {board.type}"
        self._found("M027", message, "/board/type")
        self._raw["type"] = board.type.value
        return board

    def _face(self) -> None:
        if "face" not in self._raw:
            self._found("M048", "The file names no board face; read as COUNTRY", "/board/face")
            self._raw["face"] = Face.COUNTRY.value

    def _hexagons(self, raws: list[Any], board: Board) -> list[Any]:
        """Return the hexagons sorted, merged and without empty ones (rows 10 to 12)."""
        self._check_order(raws, "hexagons", "/hexes")
        merged: dict[Hex, Raw] = {}
        others, empty = [], []
        for raw in raws:
            hex_ = place_of(raw, board)
            if hex_ is None:
                others.append(raw)
            elif len(raw) == 2:
                empty.append(board.name(hex_))
            else:
                self._hexagon(raw, hex_, board)
                merged[hex_] = self._merge(merged.get(hex_), raw, hex_, board)
        if empty:
            one = len(empty) == 1
            words = f"{'An entry has' if one else f'{len(empty)} entries have'} nothing on the hex"
            self._found("M051", f"{words} ({some(empty)}); left out", "/hexes")
        self._no_places(others, board, "/board/m44/hexagons")
        return sorted([*merged.values(), *others], key=place_key)

    def _check_order(self, raws: list[Any], key: str, pointer: str) -> None:
        places = [place_key(raw) for raw in raws]
        columns_first = any(isinstance(raw, dict) and next(iter(raw), "") == "col" for raw in raws)
        if columns_first:
            for index, raw in enumerate(raws):
                if isinstance(raw, dict):
                    raws[index] = _row_first(raw)
        if columns_first or any(a > b for a, b in pairwise(places)):
            what = "do not stand row by row" if not columns_first else "name the column first"
            self._found("M052", f'Entries of "{key}" {what}; they are sorted', pointer)

    def _no_places(self, raws: list[Any], board: Board, pointer: str) -> None:
        """Report entries that are left out, each by its number among them."""
        for number, raw in enumerate(sorted(raws, key=place_key)):
            if place_of(raw, board) is None:
                self._no_place(raw, board, f"{pointer}/{number}")

    def _no_place(self, raw: object, board: Board, pointer: str) -> None:
        """Report an entry that stands for no hex of the board."""
        row, col = (raw.get("row"), raw.get("col")) if isinstance(raw, dict) else (None, None)
        if type(row) is not int or type(col) is not int:
            return  # the schema stage has said so
        place = f"Row {row}, column {col}"
        rows = f"rows 0 to {board.rows - 1} and columns 0 to {board.last_col}"
        if not (0 <= row < board.rows and 0 <= col <= board.last_col):
            message = f"{place} is off the {board.type} board, which has {rows}; it is left out"
            self._lost("M028", message, pointer)
        else:
            other = "odd" if row % 2 else "even"
            message = f"{place} is half a hex: in row {row} the columns are {other}; it is left out"
            self._lost("M029", message, pointer)

    def _lost(self, code: str, message: str, pointer: str) -> None:
        fixes = (Fix("Remove it from the file", {pointer: None}),)
        self._dialects.findings.append(finding(code, message, pointer, fixes=fixes))

    def _hexagon(self, raw: Raw, hex_: Hex, board: Board) -> None:
        name = board.name(hex_)
        pointer = f"/hexes/{name}"
        for key in [key for key, value in raw.items() if value is None]:
            del raw[key]
            self._found("M047", f'"{key}" is null; it is left out', pointer, hex_)
        for key, layer in _LAYERS.items():
            if isinstance(raw.get(key), dict):
                self._piece(raw[key], f"{name} {layer}", hex_, f"{pointer}/{layer}")
        if "tags" in raw:
            self._tags(raw, hex_, pointer, board)

    def _piece(self, raw: Raw, place: str, hex_: Hex, pointer: str) -> None:
        """Bring the keys of one piece into the normal form (rows 1, 7, 8, 13)."""
        if len(raw) > 1:
            self._values(raw, hex_, pointer)
        name = raw.get("name")
        count = orientations(name) if isinstance(name, str) else None
        if count is None:
            return
        if count == 1:
            if raw.pop("orientation", None) is not None:
                self._needless.append(place)
        elif "orientation" not in raw:
            _insert_after_name(raw, "orientation", 1)
            self._missing.append(place)
        elif type(raw["orientation"]) is int and not 1 <= raw["orientation"] <= count:
            has = f"{raw['orientation']}; {name} has the orientations 1 to {count}"
            message = f"The orientation is {has}"
            self._found("M030", message, f"{pointer}/facing", hex_, kept=True)

    def _values(self, raw: Raw, hex_: Hex, pointer: str) -> None:
        for key in [key for key, value in raw.items() if value is None]:
            del raw[key]
            self._found("M047", f'"{key}" is null; it is left out', pointer, hex_)
        for key, ours in (("original_owner", "owner"), ("side", "side")):
            value = raw.get(key)
            if isinstance(value, str) and value != value.upper():
                raw[key] = value.upper()
                message = f'"{value}" is read as "{value.upper()}"'
                self._found("M041", message, f"{pointer}/{ours}", hex_)

    def _tags(self, raw: Raw, hex_: Hex, pointer: str, board: Board) -> None:
        """Bring the tags of a hex into the normal form (rows 3, 4, 5, 13, 18)."""
        tags = self._as_list(raw["tags"], "M044", "tags", f"{pointer}/tags", hex_)
        if tags == []:
            del raw["tags"]
            self._found("M045", '"tags" is empty; it is left out', f"{pointer}/tags", hex_)
        elif tags is not None:
            raw["tags"] = tags
            for number, tag in enumerate(tags):
                if isinstance(tag, dict):
                    self._tag(tag, hex_, f"{pointer}/tags/{number}", board)

    def _tag(self, tag: Raw, hex_: Hex, pointer: str, board: Board) -> None:
        if len(tag) > 1:
            self._values(tag, hex_, pointer)
        if "orientation" in tag and orientations(str(tag.get("name"))) is not None:
            del tag["orientation"]
            self._needless.append(f"{board.name(hex_)} tag")
        if tag.get("name") == "medal0":
            message = (
                "medal0 is a medal either side may take; it is kept, but other programs have none"
            )
            self._found("M058", message, pointer, hex_, kept=True)
        if "group" in tag:
            self._group(tag, hex_, pointer, board)

    def _group(self, tag: Raw, hex_: Hex, pointer: str, board: Board) -> None:
        names = self._as_list(tag["group"], "M042", "group", f"{pointer}/hexes", hex_)
        if names is None:
            return
        tag["group"] = names
        wrong = [str(name) for name in names if named_hex(name, board) is None]
        if wrong:
            message = f"The group names {some(wrong)}, which is no hex of the {board.type} board"
            self._found("M031", message, f"{pointer}/hexes", hex_, kept=True)

    def _merge(self, first: Raw | None, second: Raw, hex_: Hex, board: Board) -> Raw:
        """Return two entries for one hex as one; the later one wins (row 10)."""
        if first is None:
            return second
        name = board.name(hex_)
        clashes = [key for key in _LAYERS if key in first and key in second]
        clashes = [_LAYERS[key] for key in clashes if first[key] != second[key]]
        result = {**first, **second}
        tags = [
            *_tag_list(first),
            *(tag for tag in _tag_list(second) if tag not in _tag_list(first)),
        ]
        if tags:
            result["tags"] = tags
        lost = f"; the later {some(clashes)} counts" if clashes else ""
        self._found(
            "M050", f"{name} is listed twice; the entries are merged{lost}", f"/hexes/{name}", hex_
        )
        return {key: result[key] for key in (*_HEXAGON_KEYS, *result) if key in result}

    def _labels(self, raws: list[Any], board: Board) -> list[Any]:
        """Return the labels sorted and merged (rows 10, 12, 14)."""
        self._check_order(raws, "labels", "/labels")
        kept: dict[Hex, Raw] = {}
        others: list[Any] = []
        for raw in raws:
            hex_ = place_of(raw, board)
            if hex_ is None or not self._has_text(raw, hex_, board):
                others.append(raw)
            else:
                if hex_ in kept:
                    self._twice(hex_, board)
                kept[hex_] = raw
        self._no_places(others, board, "/board/m44/labels")
        return sorted([*kept.values(), *others], key=place_key)

    def _twice(self, hex_: Hex, board: Board) -> None:
        name = board.name(hex_)
        message = f"{name} has two labels; the later one counts"
        self._found("M050", message, f"/labels/{name}", hex_)

    def _has_text(self, raw: Raw, hex_: Hex, board: Board) -> bool:
        name = board.name(hex_)
        pointer = f"/labels/{name}"
        if isinstance(raw.get("text"), str):
            raw["text"] = [raw["text"]]
            message = f"The label on {name} is a text instead of a list of lines; read as one line"
            self._found("M042", message, pointer, hex_)
        lines = self._as_list(raw.get("text"), "M042", "text", pointer, hex_)
        if lines is not None:
            raw["text"] = lines
        if lines not in ([], [""]) and raw.get("text") is not None:
            return True
        message = f"The label on {name} has no text; it is not shown"
        self._found("M054", message, pointer, hex_, kept=True)
        return False

    def _summaries(self) -> None:
        """Report what would be too much to report piece by piece."""
        if self._needless:
            places = some(self._needless)
            message = f"Pieces that cannot be turned have an orientation; it is left out: {places}"
            self._found("M053", message, "/hexes")
        if self._missing:
            places = some(self._missing)
            message = f"Pieces that can be turned have no orientation; it is read as 1: {places}"
            self._found("M060", message, "/hexes")


def _tag_list(raw: Raw) -> list[Any]:
    tags = raw.get("tags", [])
    return tags if isinstance(tags, list) else []


def _row_first(raw: Raw) -> Raw:
    return {key: raw[key] for key in ("row", "col", *raw) if key in raw}


def _insert_after_name(raw: Raw, key: str, value: object) -> None:
    rest = {k: raw.pop(k) for k in list(raw) if k != "name"}
    raw[key] = value
    raw.update(rest)
