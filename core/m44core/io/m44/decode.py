"""From the normal form of an .m44 file to the scenario.

What cannot be understood is never dropped: it stays under its own file key in
the ``extra`` of the part it belongs to, and the writer puts it back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.types import Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.files.allowances import take_allowances
from m44core.model.parts import Briefing, HexContent, MedalTerms, Piece, Player, Tag, Texts, Unit
from m44core.model.scenario import Scenario

T = TypeVar("T")
Raw = dict[str, Any]

TEXT_FIELDS = (
    "name",
    "subtitle",
    "historical",
    "description",
    "victory",
    "rules",
    "bibliography",
)
_DIGITS = re.compile(r"\d{1,4}")
_CODE_WORD = re.compile(r"[A-Za-z]\d{1,2}")


def decode(tree: Mapping[str, Any]) -> Scenario:
    """Return the scenario a normalised file describes, as far as it can be understood."""
    rest = dict(tree)
    board_rest = take(rest, "board", as_object) or {}
    board = BOARDS[take(board_rest, "type", _board_type) or BoardType.STANDARD]
    face = take(board_rest, "face", _face) or Face.COUNTRY
    hexes = _hexes(board_rest, board)
    labels = _labels(board_rest, board)
    briefing = _briefing(take(rest, "game_info", as_object) or {})
    meta = take(rest, "meta_data", as_object) or {}
    return Scenario(
        board=board,
        face=face,
        hexes=hexes,
        labels=labels,
        briefing=briefing,
        texts=_texts(rest),
        packs=take(rest, "packs", _counts) or {},
        allowed=take_allowances(meta),
        meta=meta,
        board_extra=board_rest,
        extra=rest,
    )


def take(rest: Raw, key: str, read: Callable[[Any], T | None]) -> T | None:
    """Return what *read* makes of a value; leave the value where it makes None of it."""
    if key not in rest:
        return None
    value = read(rest[key])
    if value is not None:
        del rest[key]
    return value


def as_object(raw: object) -> Raw | None:
    """Return a copy of an object, or None where it is none."""
    return dict(raw) if isinstance(raw, dict) else None


def as_text(raw: object) -> str | None:
    """Return a text, or None where it is none."""
    return raw if isinstance(raw, str) else None


def as_number(raw: object) -> int | None:
    """Return a whole number of at most four digits, or None where it is none."""
    if isinstance(raw, str):
        return int(raw) if _DIGITS.fullmatch(raw) and raw.isascii() else None
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw < 10000 else None


def as_side(raw: object) -> Side | None:
    """Return a side, or None where it is none."""
    return Side(raw) if raw in ("AXIS", "ALLIES") else None


def _board_type(raw: object) -> BoardType | None:
    return next((board_type for board_type in BoardType if board_type.value == raw), None)


def _face(raw: object) -> Face | None:
    return next((face for face in Face if face.value == raw), None)


def _hexes(board_rest: Raw, board: Board) -> dict[Hex, HexContent]:
    """Take the hexagons; leave those that are no hexes of the board."""
    hexes: dict[Hex, HexContent] = {}
    left = []
    for raw in _entries(board_rest, "hexagons"):
        hex_ = place_of(raw, board)
        if hex_ is None or hex_ in hexes:
            left.append(raw)
        else:
            content = _content(raw, board)
            if content:
                hexes[hex_] = content
    if left:
        board_rest["hexagons"] = left
    return _row_by_row(hexes)


def _entries(board_rest: Raw, key: str) -> list[Any]:
    """Take a list of the board; leave anything else."""
    return board_rest.pop(key, []) if isinstance(board_rest.get(key), list) else []


def _labels(board_rest: Raw, board: Board) -> dict[Hex, tuple[str, ...]]:
    labels: dict[Hex, tuple[str, ...]] = {}
    left = []
    for raw in _entries(board_rest, "labels"):
        hex_ = place_of(raw, board)
        lines = _lines(raw) if hex_ else None
        if hex_ is None or hex_ in labels or lines is None:
            left.append(raw)
        else:
            labels[hex_] = lines
    if left:
        board_rest["labels"] = left
    return _row_by_row(labels)


def _row_by_row(by_hex: dict[Hex, T]) -> dict[Hex, T]:
    return dict(sorted(by_hex.items(), key=lambda item: (item[0].row, item[0].col)))


def _lines(label: Raw) -> tuple[str, ...] | None:
    """Return the lines of a label, or None where it has none, or more than lines."""
    lines = label.get("text")
    if not isinstance(lines, list) or lines in ([], [""]) or len(label) != 3:
        return None
    return tuple(lines) if all(isinstance(line, str) for line in lines) else None


def place_of(raw: object, board: Board) -> Hex | None:
    """Return the hex an entry stands for, or None where the board has no such hex."""
    if not isinstance(raw, dict):
        return None
    row, col = raw.get("row"), raw.get("col")
    if type(row) is not int or type(col) is not int:
        return None
    hex_ = Hex(col, row)
    return hex_ if hex_ in board.index else None


def _content(raw: Raw, board: Board) -> HexContent:
    rest = dict(raw)
    del rest["row"], rest["col"]
    return HexContent(
        terrain=take(rest, "terrain", piece),
        structure=take(rest, "rect_terrain", piece),
        obstacle=take(rest, "obstacle", piece),
        unit=take(rest, "unit", _unit),
        tags=_tags(rest, board) if "tags" in rest else (),
        extra=rest,
    )


def piece(raw: object) -> Piece | None:
    """Return a terrain tile, a structure or an obstacle, or None where it is none."""
    rest = as_object(raw)
    name = take(rest, "name", _name) if rest else None
    if rest is None or name is None:
        return None
    if not rest:
        return _plain_piece(name, 1)
    orientation = take(rest, "orientation", orientation_of(name)) or 1
    if not rest:
        return _plain_piece(name, orientation)
    return Piece(
        name=name,
        orientation=orientation,
        owner=take(rest, "original_owner", as_side),
        behavior=take(rest, "behavior", as_text),
        extra=rest,
    )


@lru_cache(maxsize=1024)
def _plain_piece(name: str, orientation: int) -> Piece:
    return Piece(name, orientation)


@lru_cache(maxsize=256)
def _plain_unit(name: str) -> Unit:
    return Unit(name)


def _name(raw: object) -> str | None:
    return raw if isinstance(raw, str) and raw else None


@lru_cache(maxsize=1024)
def orientation_of(name: str) -> Callable[[object], int | None]:
    """Return what reads the orientation of a piece: one of those it has.

    A piece the catalogue does not know may have any but 1, which is no more
    than its absence.
    """
    count = orientations(name)

    def read(raw: object) -> int | None:
        if type(raw) is not int or isinstance(raw, bool):
            return None
        low, high = (1, count) if count else (2, 9)
        return raw if low <= raw <= high else None

    return read


def orientations(name: str) -> int | None:
    """Return how many orientations a piece has; None where the catalogue does not know it."""
    from m44core.catalogue.load import load_catalogue

    element = load_catalogue().get(name)
    return element.orientations if element else None


def _unit(raw: object) -> Unit | None:
    rest = as_object(raw)
    name = take(rest, "name", _name) if rest else None
    if rest is None or name is None:
        return None
    if not rest:
        return _plain_unit(name)
    return Unit(
        name=name,
        figures=take(rest, "nbr_units", as_number),
        badge=take(rest, "badge", _name),
        behavior=take(rest, "behavior", as_text),
        equipment=take(rest, "equipment", as_text),
        extra=rest,
    )


def _tags(rest: Raw, board: Board) -> tuple[Tag, ...]:
    """Take the tags of a hex; leave those that are none."""
    raws = rest.pop("tags")
    if not isinstance(raws, list):
        rest["tags"] = raws
        return ()
    tags = [(raw, _tag(raw, board)) for raw in raws]
    left = [raw for raw, tag in tags if tag is None]
    if left:
        rest["tags"] = left
    return tuple(tag for _, tag in tags if tag)


def _tag(raw: object, board: Board) -> Tag | None:
    rest = as_object(raw)
    name = take(rest, "name", _name) if rest else None
    if rest is None or name is None:
        return None
    return Tag(
        name=name,
        behavior=take(rest, "behavior", as_text),
        side=take(rest, "side", as_side),
        group=_group(rest, board),
        medal=take(rest, "medal", medal_terms),
        extra=rest,
    )


def _group(rest: Raw, board: Board) -> tuple[Hex, ...] | None:
    """Take the further hexes of a tag; leave the names that are none of this board."""
    names = rest.get("group")
    if not isinstance(names, list):
        return None
    found = [(name, named_hex(name, board)) for name in names]
    left = [name for name, hex_ in found if hex_ is None]
    rest.pop("group")
    if left:
        rest["group"] = left
    return tuple(hex_ for _, hex_ in found if hex_)


def named_hex(name: object, board: Board) -> Hex | None:
    """Return the hex called *name*, or None where the board has none."""
    if not isinstance(name, str) or not _CODE_WORD.fullmatch(name):
        return None
    try:
        return board.hex(name)
    except NotationError:
        return None


def medal_terms(raw: object) -> MedalTerms | None:
    """Return the terms of a medal, or None where they are none."""
    rest = as_object(raw)
    if rest is None:
        return None
    permanent = take(rest, "permanent", lambda value: value if isinstance(value, bool) else None)
    counts_for = take(rest, "counts_for", as_number)
    needed = take(rest, "nbr_hex", as_number)
    return MedalTerms(
        permanent=bool(permanent),
        counts_for=1 if counts_for is None else counts_for,
        hexes_needed=1 if needed is None else needed,
        extra=rest,
    )


def _briefing(rest: Raw) -> Briefing:
    return Briefing(
        top=_player(rest, 1),
        bottom=_player(rest, 2),
        first=take(rest, "starting", as_text),
        kind=take(rest, "type", as_text),
        front=take(rest, "front", as_text),
        begins=take(rest, "date_begin", as_text),
        ends=take(rest, "date_end", as_text),
        operation=take(rest, "operationID", _operation),
        options=take(rest, "options", as_object) or {},
        extra=rest,
    )


def _operation(raw: object) -> str | None:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw)
    return as_text(raw)


def _player(rest: Raw, number: int) -> Player:
    return Player(
        side=take(rest, f"side_player{number}", as_side),
        country=take(rest, f"country_player{number}", as_text),
        cards=take(rest, f"cards_player{number}", as_number),
        medals=take(rest, f"victory_player{number}", as_number),
    )


def _counts(raw: object) -> dict[str, int] | None:
    if not isinstance(raw, dict) or any(type(count) is not int for count in raw.values()):
        return None
    return dict(raw)


def _texts(rest: Raw) -> dict[str, Texts]:
    """Take the languages; leave those that are no object."""
    languages = rest.get("text")
    if not isinstance(languages, dict):
        return {}
    texts = {language: _text(raw) for language, raw in languages.items() if isinstance(raw, dict)}
    left = {language: raw for language, raw in languages.items() if not isinstance(raw, dict)}
    rest.pop("text")
    if left:
        rest["text"] = left
    return texts


def _text(raw: Raw) -> Texts:
    rest = dict(raw)
    return Texts(**_strings(rest, TEXT_FIELDS), extra=rest)


def _strings(rest: Raw, keys: Iterable[str]) -> dict[str, Any]:
    return {key: take(rest, key, as_text) for key in keys}
