"""The dialects of .m44 that other programs write: reporting them and normalizing the content.

Each function implements one or more rows of the table of anomalies in ``docs/file-format.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeGuard

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import PhraseValue, finding, fix, phrase, rewrite_fixes
from m44core.hexes import Hex
from m44core.io.m44.m44_pointers import game_info_pointer, guessed_board
from m44core.io.text.finding_limits import shortened_list
from m44core.io.vocabulary.codes import upper_code
from m44core.io.vocabulary.field_values import parse_number
from m44core.io.vocabulary.hexagon_entries import (
    entry_sort_key,
    hex_of_entry,
    numbered_list,
    orientation_count,
    parse_hex,
    wrapped_list,
)
from m44core.messages import nouns
from m44core.messages.message import Message, Value, listed, message

Raw = dict[str, object]
RawBoard = dict[str, Any]

_UPPER_CASE_KEYS = {
    "board": ("type", "face"),
    "game_info": (
        "side_player1",
        "side_player2",
        "front",
        "starting",
        "type",
        "country_player1",
        "country_player2",
    ),
    "meta_data": ("status",),
}
COUNTS = ("cards_player1", "cards_player2", "victory_player1", "victory_player2")
_MAX_DECIMAL = 1e6  # maximum number with a decimal point that becomes a whole number
_MAX_DIGITS = 12  # maximum digits of a number in a message
_SECTION_POINTERS = {
    "meta_data": "/meta",
    "game_info": "/briefing",
    "packs": "/packs",
    "text": "/texts",
}
_OBJECT_KEYS = {"": ("packs", "equipment_packs"), "game_info": ("options", "victory")}


def _section_pointer(section: str, key: str) -> str:
    if section == "game_info":
        return game_info_pointer(key)
    return {"board": f"/board/{key}", "meta_data": f"/meta/{key}"}.get(section, f"/m44/{key}")


class DialectNormaliser:
    """Normalizes the content of an .m44 file in place.

    Attributes:
        findings: The findings about forms that differ from the normal form.
        changed: Whether the content has been changed.
    """

    def __init__(self, tree: Raw) -> None:
        self.tree = tree
        self.findings: list[Diagnostic] = []
        self.changed = False

    def normalise(self) -> None:
        """Apply every row of the table that is not about the board."""
        self._normalise_decimals()
        self._normalise_nulls()
        self._normalise_lists_for_objects()
        self._normalise_options()
        self._normalise_lower_case()
        self._normalise_numbers_as_text()
        self._normalise_empty_countries()
        self._normalise_absent_keys()

    def report_rewritten(
        self, code: str, key: str, pointer: str, hex_: Hex | None = None, /, **values: PhraseValue
    ) -> None:
        """Add a finding about content that was normalized, with a fix that rewrites the file."""
        self.changed = True
        self.findings.append(finding(code, key, pointer, hex_, rewrite_fixes(code), **values))

    def report_guess(
        self, code: str, key: str, pointer: str, hex_: Hex | None = None, /, **values: PhraseValue
    ) -> None:
        """Add a finding about content that was filled in or guessed."""
        self.changed = True
        self.report_kept(code, key, pointer, hex_, **values)

    def report_kept(
        self, code: str, key: str, pointer: str, hex_: Hex | None = None, /, **values: PhraseValue
    ) -> None:
        """Add a finding about content that is left unchanged."""
        self.findings.append(finding(code, key, pointer, hex_, **values))

    def section(self, name: str) -> Raw:
        """Return a section of the file by key, the whole file for ""; {} if it is not an object."""
        value = self.tree.get(name) if name else self.tree
        return value if isinstance(value, dict) else {}

    def _normalise_decimals(self) -> None:
        """Turn whole numbers with a decimal point, such as 2.0, into whole numbers.

        Only the first one in the board and the first one in ``game_info`` are reported.
        """
        for name, pointer in (("board", "/hexes"), ("game_info", "/briefing")):
            section = self.section(name)
            for count, (container, key) in enumerate([*_whole_decimals(section)]):
                text, container[key] = str(container[key]), int(container[key])
                if count == 0:
                    self.report_rewritten(
                        "M046", "decimal", pointer, text=text, number=container[key]
                    )

    def _normalise_nulls(self) -> None:
        for name in ("", "meta_data", "game_info", "board"):
            section = self.section(name)
            for key in [key for key, value in section.items() if value is None]:
                del section[key]
                self.report_rewritten("M047", "left-out", _section_pointer(name, key), key=key)

    def _normalise_lists_for_objects(self) -> None:
        for name, keys in _OBJECT_KEYS.items():
            section = self.section(name)
            for key in keys:
                if section.get(key) == []:
                    if key == "packs":
                        section[key] = {}
                    else:
                        del section[key]
                    pointer = "/packs" if key == "packs" else _section_pointer(name, key)
                    self.report_rewritten("M045", "list", pointer, key=key)
        conditions = self.section("game_info").get("victory_conditions")
        for condition in conditions if isinstance(conditions, list) else ():
            if isinstance(condition, dict) and condition.get("standard") == []:
                condition["standard"] = {}
                pointer = game_info_pointer("victory_conditions")
                self.report_rewritten("M045", "list", pointer, key="standard")

    def _normalise_options(self) -> None:
        options = self.tree.get("options")
        game_info = self.section("game_info")
        inner_options = game_info.get("options", {})
        if isinstance(options, dict) and isinstance(inner_options, dict) and game_info:
            game_info["options"] = {**options, **inner_options}
            del self.tree["options"]
            names = ", ".join(options) or phrase("none")
            self.report_rewritten("M057", "outside", "/briefing/options", names=names)

    def _normalise_lower_case(self) -> None:
        for name, keys in _UPPER_CASE_KEYS.items():
            section = self.section(name)
            for key in keys:
                value = section.get(key)
                upper_case = upper_code(value) if isinstance(value, str) else None
                if upper_case is not None:
                    section[key] = upper_case
                    pointer = _section_pointer(name, key)
                    self.report_rewritten(
                        "M041", "small", pointer, value=str(value), capitals=upper_case
                    )

    def _normalise_numbers_as_text(self) -> None:
        game_info = self.section("game_info")
        for key in COUNTS:
            value = game_info.get(key)
            number = parse_number(value) if isinstance(value, str) else None
            if number is not None:
                game_info[key] = number
                self.report_rewritten(
                    "M046", "text", game_info_pointer(key), text=str(value), number=number
                )

    def _normalise_empty_countries(self) -> None:
        game_info = self.section("game_info")
        for key in ("country_player1", "country_player2"):
            if game_info.get(key) == "":
                del game_info[key]
                self.report_rewritten("M049", "empty", game_info_pointer(key), key=key)

    def _normalise_absent_keys(self) -> None:
        game_info = self.section("game_info")
        absent = [key for key in ("front", "starting", "date_begin") if key not in game_info]
        absent += [key for key in ("country_player1",) if key not in game_info]
        absent += ["software"] * ("software" not in self.section("meta_data"))
        if absent:
            self.report_kept("M048", "unsaid", "/briefing", keys=listed(absent))
        for key, pointer in _SECTION_POINTERS.items():
            if key not in self.tree:
                self.report_guess("M048", "part", pointer, key=key)
        for language, text in self.section("text").items():
            required_keys = ("name", "description", "victory")
            missing_keys = [
                key for key in required_keys if isinstance(text, dict) and key not in text
            ]
            if missing_keys:
                pointer = f"/texts/{language}"
                self.report_kept(
                    "M048", "texts", pointer, language=language, keys=listed(missing_keys)
                )


def repeated_ids(ids: Mapping[str, object]) -> dict[str, Diagnostic]:
    """Return a finding (M055), keyed by file, for each file with an earlier one's scenario id.

    Args:
        ids: The scenario id of each file by its name, in order; None for files without an id.
    """
    first_files: dict[str, str] = {}
    findings = {}
    for file, scenario_id in ids.items():
        if scenario_id is not None:
            earlier_file = first_files.setdefault(str(scenario_id), file)
            if earlier_file != file:
                values = {"id": str(scenario_id), "file": earlier_file}
                findings[file] = finding("M055", "same", "/meta/scenario_id", **values)
    return findings


_LAYERS = {
    "terrain": "terrain",
    "rect_terrain": "structure",
    "obstacle": "obstacle",
    "unit": "unit",
}
_HEXAGON_KEYS = ("row", "col", *_LAYERS, "tags")


class BoardNormaliser:
    """Normalizes the board of an .m44 file in place.

    Args:
        dialects: The normalizer of the file; it also collects the findings about the board.
        catalogue: The known pieces.
    """

    def __init__(self, dialects: DialectNormaliser, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._dialects = dialects
        self._report_rewritten = dialects.report_rewritten
        self._report_guess = dialects.report_guess
        self._report_kept = dialects.report_kept
        self._raw: RawBoard = dialects.section("board")
        self._needless_orientations: list[Value] = []
        self._missing_orientations: list[Value] = []

    def normalise(self) -> None:
        """Apply every row of the table that is about the board."""
        hexagons = self._unwrapped_list("hexagons", "/hexes")
        labels = self._unwrapped_list("labels", "/labels")
        board = self._normalise_board(hexagons)
        self._normalise_face()
        if hexagons is not None:
            self._raw["hexagons"] = self._normalised_hexagons(hexagons, board)
        if labels is not None:
            self._raw["labels"] = self._normalised_labels(labels, board)
        self._report_orientations()

    def _unwrapped_list(self, key: str, pointer: str) -> list[Any] | None:
        """Return a list of the board, unwrapped (rows 2, 3, 5, 7); None if it is not a list.

        A missing list is added to the board.
        """
        raw = self._raw.get(key)
        if raw is None:
            self._raw[key] = []
            self._report_guess("M048", "list", pointer, key=key)
            return []
        return self._as_list(raw, key, "M042", pointer)

    def _as_list(
        self, raw: object, key: str, code: str, pointer: str, hex_: Hex | None = None
    ) -> list[Any] | None:
        if isinstance(raw, list):
            return raw
        inner = wrapped_list(raw)
        if inner is not None:
            self._report_rewritten(
                "M043", "item", pointer, hex_, key=key, entries=nouns.entries(len(inner))
            )
            return inner
        entries = [] if raw == {} else numbered_list(raw)
        if entries is not None:
            self._report_rewritten(
                code, "object", pointer, hex_, key=key, entries=nouns.entries(len(entries))
            )
        return entries

    def _normalise_board(self, hexagons: list[Any] | None) -> Board:
        board_type = self._raw.get("type")
        if board_type in tuple(BoardType):
            return BOARDS[BoardType(board_type)]
        board = guessed_board(hexagons)
        values = {"boards": ", ".join(BoardType), "guess": board.type.value}
        if "type" in self._raw:
            self._report_guess("M027", "unknown", "/board/type", board=str(board_type), **values)
        else:
            self._report_guess("M027", "missing", "/board/type", **values)
        self._raw["type"] = board.type.value
        return board

    def _normalise_face(self) -> None:
        if "face" not in self._raw:
            self._report_guess("M048", "face", "/board/face")
            self._raw["face"] = Face.COUNTRY.value

    def _normalised_hexagons(self, raws: list[Any], board: Board) -> list[Any]:
        """Return the hexagons sorted, merged, without empty ones; report changes (rows 10-12)."""
        self._check_order(raws, "hexagons", "/hexes")
        merged_entries: dict[Hex, RawBoard] = {}
        other_entries, empty_names = [], []
        for raw in raws:
            hex_ = hex_of_entry(raw, board)
            if hex_ is None:
                other_entries.append(raw)
            elif len(raw) == 2:
                empty_names.append(board.name(hex_))
            else:
                self._normalise_hexagon(raw, hex_, board)
                merged_entries[hex_] = self._merge(merged_entries.get(hex_), raw, hex_, board)
        if empty_names:
            self._report_empty_hexagons(empty_names)
        self._report_off_board(other_entries, board, "/board/m44/hexagons")
        return sorted([*merged_entries.values(), *other_entries], key=entry_sort_key)

    def _report_empty_hexagons(self, names: list[str]) -> None:
        if len(names) == 1:
            self._report_rewritten("M051", "one", "/hexes", hexes=names[0])
        else:
            self._report_rewritten(
                "M051", "several", "/hexes", number=len(names), hexes=shortened_list(names)
            )

    def _check_order(self, raws: list[Any], key: str, pointer: str) -> None:
        sort_keys = [entry_sort_key(raw) for raw in raws]
        columns_first = any(isinstance(raw, dict) and next(iter(raw), "") == "col" for raw in raws)
        if columns_first:
            for index, raw in enumerate(raws):
                if isinstance(raw, dict):
                    raws[index] = _with_row_first(raw)
        if columns_first or any(a > b for a, b in pairwise(sort_keys)):
            message_key = "column-first" if columns_first else "order"
            self._report_rewritten("M052", message_key, pointer, key=key)

    def _report_off_board(self, raws: list[Any], board: Board, pointer: str) -> None:
        """Report the entries of *raws* that are off the board.

        The pointers contain the indexes of the entries in the sorted *raws*.
        """
        for number, raw in enumerate(sorted(raws, key=entry_sort_key)):
            if hex_of_entry(raw, board) is None:
                self._report_if_off_board(raw, board, f"{pointer}/{number}")

    def _report_if_off_board(self, raw: object, board: Board, pointer: str) -> None:
        """Report an entry whose row and column do not belong to a hex of the board."""
        row, col = (raw.get("row"), raw.get("col")) if isinstance(raw, dict) else (None, None)
        if not (_is_whole_number(row) and _is_whole_number(col)):
            return  # the schema stage reports it
        if not (0 <= row < board.rows and 0 <= col <= board.last_col):
            last_indexes: dict[str, PhraseValue] = {"rows": board.rows - 1, "cols": board.last_col}
            values = {"board": board.type.value, **last_indexes}
            values |= {"row": _shortened_number(row), "col": _shortened_number(col)}
            self._report_left_out("M028", "off-board", pointer, **values)
        else:
            parity = phrase("odd" if row % 2 else "even")
            self._report_left_out(
                "M029", "half", pointer, row=int(row), col=int(col), parity=parity
            )

    def _report_left_out(self, code: str, key: str, pointer: str, /, **values: PhraseValue) -> None:
        fixes = (fix(code, "remove", {pointer: None}),)
        self._dialects.findings.append(finding(code, key, pointer, None, fixes, **values))

    def _normalise_hexagon(self, raw: RawBoard, hex_: Hex, board: Board) -> None:
        name = board.name(hex_)
        pointer = f"/hexes/{name}"
        for key in [key for key, value in raw.items() if value is None]:
            del raw[key]
            self._report_rewritten("M047", "left-out", pointer, hex_, key=key)
        for key, layer in _LAYERS.items():
            if isinstance(raw.get(key), dict):
                self._normalise_piece(raw[key], layer, hex_, pointer)
        if "tags" in raw:
            self._normalise_tags(raw, hex_, pointer, board)

    def _normalise_piece(self, raw: RawBoard, layer: str, hex_: Hex, hex_pointer: str) -> None:
        """Normalize the keys of one piece (rows 1, 7, 8, 13)."""
        pointer = f"{hex_pointer}/{layer}"
        if len(raw) > 1:
            self._normalise_values(raw, hex_, pointer)
        name = raw.get("name")
        count = orientation_count(name, self._catalogue) if isinstance(name, str) else None
        if count is None:
            return
        if count == 1:
            if raw.pop("orientation", None) is not None:
                self._needless_orientations.append(_piece_name_on_hex(hex_pointer, layer))
        elif "orientation" not in raw:
            _insert_after_name(raw, "orientation", 1)
            self._missing_orientations.append(_piece_name_on_hex(hex_pointer, layer))
        elif type(raw["orientation"]) is int and not 1 <= raw["orientation"] <= count:
            values: dict[str, PhraseValue] = {
                "orientation": raw["orientation"],
                "name": str(name),
                "number": count,
            }
            self._report_kept("M030", "orientation", f"{pointer}/facing", hex_, **values)

    def _normalise_values(self, raw: RawBoard, hex_: Hex, pointer: str) -> None:
        for key in [key for key, value in raw.items() if value is None]:
            del raw[key]
            self._report_rewritten("M047", "left-out", pointer, hex_, key=key)
        for key, workshop_key in (("original_owner", "owner"), ("side", "side")):
            value = raw.get(key)
            upper_case = upper_code(value) if isinstance(value, str) else None
            if upper_case is not None:
                raw[key] = upper_case
                value_pointer = f"{pointer}/{workshop_key}"
                self._report_rewritten(
                    "M041", "small", value_pointer, hex_, value=str(value), capitals=upper_case
                )

    def _normalise_tags(self, raw: RawBoard, hex_: Hex, pointer: str, board: Board) -> None:
        """Normalize the tags of a hex (rows 3, 4, 5, 13, 18)."""
        tags = self._as_list(raw["tags"], "tags", "M044", f"{pointer}/tags", hex_)
        if tags == []:
            del raw["tags"]
            self._report_rewritten("M045", "tags", f"{pointer}/tags", hex_)
        elif tags is not None:
            raw["tags"] = tags
            for number, tag in enumerate(tags):
                if isinstance(tag, dict):
                    self._normalise_tag(tag, hex_, f"{pointer}/tags/{number}", board)

    def _normalise_tag(self, tag: RawBoard, hex_: Hex, pointer: str, board: Board) -> None:
        if len(tag) > 1:
            self._normalise_values(tag, hex_, pointer)
        name = str(tag.get("name"))
        if "orientation" in tag and orientation_count(name, self._catalogue) is not None:
            del tag["orientation"]
            self._needless_orientations.append(
                _piece_name_on_hex(pointer.partition("/tags")[0], "tag")
            )
        if tag.get("name") == "medal0":
            self._report_kept("M058", "medal", pointer, hex_)
        if "group" in tag:
            self._normalise_group(tag, hex_, pointer, board)

    def _normalise_group(self, tag: RawBoard, hex_: Hex, pointer: str, board: Board) -> None:
        names = self._as_list(tag["group"], "group", "M042", f"{pointer}/hexes", hex_)
        if names is None:
            return
        tag["group"] = names
        unknown_names = [str(name) for name in names if parse_hex(name, board) is None]
        if unknown_names:
            values = {"names": shortened_list(unknown_names), "board": board.type.value}
            self._report_kept("M031", "group", f"{pointer}/hexes", hex_, **values)

    def _merge(self, first: RawBoard | None, second: RawBoard, hex_: Hex, board: Board) -> RawBoard:
        """Merge two entries for a hex, report it and return the result; *second* wins (row 10).

        If *first* is None, *second* is returned without a report.
        """
        if first is None:
            return second
        name = board.name(hex_)
        clashing_keys = [key for key in _LAYERS if key in first and key in second]
        layers = [Layer(_LAYERS[key]).noun for key in clashing_keys if first[key] != second[key]]
        result = {**first, **second}
        tags = [
            *_tag_list(first),
            *(tag for tag in _tag_list(second) if tag not in _tag_list(first)),
        ]
        if tags:
            result["tags"] = tags
        if layers:
            pointer = f"/hexes/{name}"
            self._report_guess(
                "M050", "clash", pointer, hex_, hex=name, layers=shortened_list(layers)
            )
        else:
            self._report_rewritten("M050", "merged", f"/hexes/{name}", hex_, hex=name)
        return {key: result[key] for key in (*_HEXAGON_KEYS, *result) if key in result}

    def _normalised_labels(self, raws: list[Any], board: Board) -> list[Any]:
        """Return the labels, sorted, with only the last one of each hex (rows 10, 12, 14)."""
        self._check_order(raws, "labels", "/labels")
        labels: dict[Hex, RawBoard] = {}
        other_labels: list[Any] = []
        for raw in raws:
            hex_ = hex_of_entry(raw, board)
            if hex_ is None or not self._has_lines(raw, hex_, board):
                other_labels.append(raw)
            else:
                if hex_ in labels:
                    self._report_duplicate_label(hex_, board)
                labels[hex_] = raw
        other_labels.sort(key=entry_sort_key)
        self._report_off_board(other_labels, board, "/board/m44/labels")
        self._report_blank_labels(labels, other_labels, board)
        return sorted([*labels.values(), *other_labels], key=entry_sort_key)

    def _report_blank_labels(
        self, labels: dict[Hex, RawBoard], other_labels: list[Any], board: Board
    ) -> None:
        """Report labels without text (row 14) in one finding.

        Its fix removes them from last to first so that the indexes stay valid.
        """
        blank_labels = [
            (hex_, f"/labels/{board.name(hex_)}") for hex_ in labels if _is_blank(labels[hex_])
        ]
        for number, raw in reversed([*enumerate(other_labels)]):
            hex_ = hex_of_entry(raw, board)
            if hex_ is not None:
                blank_labels.append((hex_, f"/board/m44/labels/{number}"))
        if not blank_labels:
            return
        names = [
            board.name(hex_) for hex_, _ in sorted(blank_labels, key=lambda place: place[0][::-1])
        ]
        values = {"hex": names[0]} if len(names) == 1 else {"hexes": ", ".join(names)}
        removal = fix("M054", "remove", {pointer: None for _, pointer in blank_labels})
        place = (f"/labels/{names[0]}", board.hex(names[0]), (removal,))
        key = "no-text" if len(names) == 1 else "several"
        self._dialects.findings.append(finding("M054", key, *place, **values))

    def _report_duplicate_label(self, hex_: Hex, board: Board) -> None:
        name = board.name(hex_)
        self._report_guess("M050", "labels", f"/labels/{name}", hex_, hex=name)

    def _has_lines(self, raw: RawBoard, hex_: Hex, board: Board) -> bool:
        name = board.name(hex_)
        pointer = f"/labels/{name}"
        if isinstance(raw.get("text"), str):
            raw["text"] = [raw["text"]]
            self._report_rewritten("M042", "label", pointer, hex_, hex=name)
        lines = self._as_list(raw.get("text"), "text", "M042", pointer, hex_)
        if lines is not None:
            raw["text"] = lines
        return lines not in ([], [""]) and raw.get("text") is not None

    def _report_orientations(self) -> None:
        """Report all needless orientations in one finding, and all missing ones in another."""
        if self._needless_orientations:
            self._report_rewritten(
                "M053", "needless", "/hexes", places=shortened_list(self._needless_orientations)
            )
        if self._missing_orientations:
            self._report_rewritten(
                "M060", "missing", "/hexes", places=shortened_list(self._missing_orientations)
            )


def _piece_name_on_hex(pointer: str, layer: str) -> Message:
    """Return the name of a piece in messages: ``A5 unit``."""
    return message("{hex} {layer}", hex=pointer.rpartition("/")[2], layer=Layer(layer).noun)


def _is_blank(label: RawBoard) -> bool:
    lines = label["text"]
    return isinstance(lines, list) and not any(not isinstance(x, str) or x.strip() for x in lines)


def _tag_list(raw: RawBoard) -> list[Any]:
    tags = raw.get("tags", [])
    return tags if isinstance(tags, list) else []


def _is_whole_number(value: object) -> TypeGuard[float]:
    return type(value) is int or (isinstance(value, float) and value.is_integer())


def _shortened_number(number: float) -> str:
    text = str(number)
    return text if len(text) <= _MAX_DIGITS else f"{text[:_MAX_DIGITS]}…"


def _whole_decimals(root: object) -> Iterator[tuple[Any, Any]]:
    """Yield the places of whole numbers with a decimal point: an object or list, and the key."""
    containers = [root]
    while containers:
        container = containers.pop()
        items: Iterable[tuple[Any, Any]] = ()
        if isinstance(container, dict):
            items = container.items()
        elif isinstance(container, list):
            items = enumerate(container)
        for key, value in items:
            if isinstance(value, float) and value.is_integer() and abs(value) <= _MAX_DECIMAL:
                yield container, key
            containers.append(value)


def _with_row_first(raw: RawBoard) -> RawBoard:
    return {key: raw[key] for key in ("row", "col", *raw) if key in raw}


def _insert_after_name(raw: RawBoard, key: str, value: object) -> None:
    rest = {k: raw.pop(k) for k in list(raw) if k != "name"}
    raw[key] = value
    raw.update(rest)
