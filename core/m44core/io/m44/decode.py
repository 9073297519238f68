"""From the normal form of an .m44 file to the scenario.

What cannot be understood is never dropped: it stays under its own file key in
the ``extra`` of the part it belongs to, and the writer puts it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue import Catalogue
from m44core.hexes import Hex
from m44core.io.vocabulary.codes import word
from m44core.io.vocabulary.field_values import (
    FIRST,
    FRONTS,
    KINDS,
    TEXT_FIELDS,
    WORKSHOP_LABELS,
    as_day,
    as_number,
    as_object,
    as_side,
    as_text,
    as_words,
    medal_terms,
    read_packs,
    take,
    take_allowances,
)
from m44core.io.vocabulary.hexagon_entries import (
    named_hex,
    orientation_of,
    place_of,
    plain_piece,
    plain_unit,
    row_by_row,
)
from m44core.io.vocabulary.m44_rules import VICTORY, read_options, read_victory
from m44core.io.vocabulary.position_fields import take_position
from m44core.model.parts import Briefing, HexContent, Piece, Player, Tag, Texts, Unit
from m44core.model.required_packs import Packs
from m44core.model.scenario import Scenario
from m44core.model.special_rules import SpecialRules

T = TypeVar("T")
Raw = dict[str, Any]


def decode(tree: Mapping[str, Any], catalogue: Catalogue) -> Scenario:
    """Return the scenario a normalised file describes, as far as it can be understood.

    Args:
        tree: The content of the file.
        catalogue: What is known of its pieces.
    """
    rest = dict(tree)
    board_rest = take(rest, "board", as_object) or {}
    board = BOARDS[take(board_rest, "type", _board_type) or BoardType.STANDARD]
    face = take(board_rest, "face", _face) or Face.COUNTRY
    hexes = _hexes(board_rest, board, catalogue)
    labels = _labels(board_rest, board)
    briefing = _briefing(take(rest, "game_info", as_object) or {}, board)
    meta = take(rest, "meta_data", as_object) or {}
    return Scenario(
        board=board,
        face=face,
        hexes=hexes,
        labels=labels,
        briefing=briefing,
        texts=_texts(rest),
        packs=take(rest, "packs", read_packs) or Packs(),
        allowed=take_allowances(meta),
        position=take_position(meta, board),
        meta=meta,
        board_extra=board_rest,
        extra=rest,
        catalogue=catalogue,
    )


def _board_type(raw: object) -> BoardType | None:
    return next((board_type for board_type in BoardType if board_type.value == raw), None)


def _face(raw: object) -> Face | None:
    return next((face for face in Face if face.value == raw), None)


def _hexes(board_rest: Raw, board: Board, catalogue: Catalogue) -> dict[Hex, HexContent]:
    """Take the hexagons; leave those that are no hexes of the board."""
    hexes: dict[Hex, HexContent] = {}
    left = []
    for raw in _entries(board_rest, "hexagons"):
        hex_ = place_of(raw, board)
        if hex_ is None or hex_ in hexes:
            left.append(raw)
        else:
            content = _content(raw, board, catalogue)
            if content:
                hexes[hex_] = content
    if left:
        board_rest["hexagons"] = left
    return row_by_row(hexes)


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
    return row_by_row(labels)


def _lines(label: Raw) -> tuple[str, ...] | None:
    """Return the lines of a label, or None where it has none, or more than lines."""
    lines = label.get("text")
    if not isinstance(lines, list) or lines in ([], [""]) or len(label) != 3:
        return None
    return tuple(lines) if all(isinstance(line, str) for line in lines) else None


def _content(raw: Raw, board: Board, catalogue: Catalogue) -> HexContent:
    def piece_of(raw: object) -> Piece | None:
        return piece(raw, catalogue)

    rest = dict(raw)
    del rest["row"], rest["col"]
    return HexContent(
        terrain=take(rest, "terrain", piece_of),
        structure=take(rest, "rect_terrain", piece_of),
        obstacle=take(rest, "obstacle", piece_of),
        unit=take(rest, "unit", _unit),
        tags=_tags(rest, board) if "tags" in rest else (),
        extra=rest,
    )


def piece(raw: object, catalogue: Catalogue) -> Piece | None:
    """Return a terrain tile, a structure or an obstacle, or None where it is none."""
    rest = as_object(raw)
    name = take(rest, "name", _name) if rest else None
    if rest is None or name is None:
        return None
    if not rest:
        return plain_piece(name, 1)
    orientation = take(rest, "orientation", orientation_of(name, catalogue)) or 1
    if not rest:
        return plain_piece(name, orientation)
    return Piece(
        name=name,
        orientation=orientation,
        owner=take(rest, "original_owner", as_side),
        behavior=take(rest, "behavior", _behavior),
        extra=rest,
    )


def _behavior(raw: object) -> str | None:
    """Return our key of a special rule; an empty one is none."""
    return word(raw) if isinstance(raw, str) and raw else None


def _name(raw: object) -> str | None:
    return raw if isinstance(raw, str) and raw else None


def _unit(raw: object) -> Unit | None:
    rest = as_object(raw)
    name = take(rest, "name", _name) if rest else None
    if rest is None or name is None:
        return None
    if not rest:
        return plain_unit(name)
    return Unit(
        name=name,
        figures=take(rest, "nbr_units", as_number),
        badge=take(rest, "badge", _name),
        behavior=take(rest, "behavior", _behavior),
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
        behavior=take(rest, "behavior", _behavior),
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


def _briefing(rest: Raw, board: Board) -> Briefing:
    stated = read_options(take(rest, "options", as_object) or {}, board)
    conditions, left = read_victory(rest.get(VICTORY), board)
    if left is None:
        rest.pop(VICTORY, None)
    else:
        rest[VICTORY] = left
    return Briefing(
        top=_player(rest, 1),
        bottom=_player(rest, 2),
        first=take(rest, "starting", _one_of(FIRST)),
        kind=take(rest, "type", _one_of(KINDS)),
        front=take(rest, "front", _one_of(FRONTS)),
        begins=take(rest, "date_begin", as_day),
        ends=take(rest, "date_end", as_day),
        operation=take(rest, "operationID", _operation),
        special_rules=SpecialRules({**stated, **conditions}),
        extra=rest,
    )


def _one_of(words: Mapping[str, T]) -> Callable[[object], T | None]:
    return lambda raw: words.get(raw) if isinstance(raw, str) else None


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
    labels = as_words(rest.get(WORKSHOP_LABELS))
    if labels:
        del rest[WORKSHOP_LABELS]
    return Texts(**_strings(rest, TEXT_FIELDS), labels=labels or {}, extra=rest)


def _strings(rest: Raw, keys: Iterable[str]) -> dict[str, Any]:
    return {key: take(rest, key, as_text) for key in keys}
