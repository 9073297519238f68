"""Decodes the normal form of an .m44 file into a scenario.

Values that cannot be interpreted are never dropped: they stay under their file keys in the
``extra`` of the part they belong to, and the encoder writes them back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue import Catalogue
from m44core.hexes import Hex
from m44core.io.vocabulary.codes import word_for
from m44core.io.vocabulary.field_values import (
    FIRST,
    FRONTS,
    KINDS,
    TEXT_FIELDS,
    WORKSHOP_LABELS,
    parse_day,
    parse_medal_terms,
    parse_number,
    parse_object,
    parse_packs,
    parse_side,
    parse_text,
    parse_text_map,
    pop_allowances,
    pop_parsed,
)
from m44core.io.vocabulary.hexagon_entries import (
    bare_piece,
    bare_unit,
    hex_of_entry,
    orientation_parser,
    parse_hex,
    sorted_row_by_row,
)
from m44core.io.vocabulary.m44_rules import VICTORY, read_options, read_victory
from m44core.io.vocabulary.position_fields import pop_position
from m44core.model.required_packs import Packs
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Piece, Player, Tag, Texts, Unit
from m44core.model.special_rules import SpecialRules

T = TypeVar("T")
Raw = dict[str, Any]


def decode(tree: Mapping[str, Any], catalogue: Catalogue) -> Scenario:
    """Return the scenario of a file in the normal form; unreadable values go into ``extra``.

    Args:
        tree: The content of the file; it is not changed.
        catalogue: The known pieces.
    """
    rest = dict(tree)
    board_rest = pop_parsed(rest, "board", parse_object) or {}
    board = BOARDS[pop_parsed(board_rest, "type", _parse_board_type) or BoardType.STANDARD]
    face = pop_parsed(board_rest, "face", _parse_face) or Face.COUNTRY
    hexes = _pop_hexes(board_rest, board, catalogue)
    labels = _labels(board_rest, board)
    briefing = _parse_briefing(pop_parsed(rest, "game_info", parse_object) or {}, board)
    meta = pop_parsed(rest, "meta_data", parse_object) or {}
    return Scenario(
        board=board,
        face=face,
        hexes=hexes,
        labels=labels,
        briefing=briefing,
        texts=_pop_texts(rest),
        packs=pop_parsed(rest, "packs", parse_packs) or Packs(),
        allowed=pop_allowances(meta),
        position=pop_position(meta, board),
        meta=meta,
        board_extra=board_rest,
        extra=rest,
        catalogue=catalogue,
    )


def _parse_board_type(raw: object) -> BoardType | None:
    return next((board_type for board_type in BoardType if board_type.value == raw), None)


def _parse_face(raw: object) -> Face | None:
    return next((face for face in Face if face.value == raw), None)


def _pop_hexes(board_rest: Raw, board: Board, catalogue: Catalogue) -> dict[Hex, HexContent]:
    """Pop the hexagons from *board_rest* and return their contents by hex.

    Entries off the board and further entries for the same hex stay there.
    """
    hexes: dict[Hex, HexContent] = {}
    unread_entries = []
    for raw in _pop_entries(board_rest, "hexagons"):
        hex_ = hex_of_entry(raw, board)
        if hex_ is None or hex_ in hexes:
            unread_entries.append(raw)
        else:
            content = _parse_content(raw, board, catalogue)
            if content:
                hexes[hex_] = content
    if unread_entries:
        board_rest["hexagons"] = unread_entries
    return sorted_row_by_row(hexes)


def _pop_entries(board_rest: Raw, key: str) -> list[Any]:
    """Pop a list from *board_rest*; [] for a value that is not a list, which stays there."""
    return board_rest.pop(key, []) if isinstance(board_rest.get(key), list) else []


def _labels(board_rest: Raw, board: Board) -> dict[Hex, tuple[str, ...]]:
    labels: dict[Hex, tuple[str, ...]] = {}
    unread_entries = []
    for raw in _pop_entries(board_rest, "labels"):
        hex_ = hex_of_entry(raw, board)
        lines = _parse_label_lines(raw) if hex_ else None
        if hex_ is None or hex_ in labels or lines is None:
            unread_entries.append(raw)
        else:
            labels[hex_] = lines
    if unread_entries:
        board_rest["labels"] = unread_entries
    return sorted_row_by_row(labels)


def _parse_label_lines(label: Raw) -> tuple[str, ...] | None:
    """Return the lines of a label; None if it has no valid lines, or has further keys."""
    lines = label.get("text")
    if not isinstance(lines, list) or lines in ([], [""]) or len(label) != 3:
        return None
    return tuple(lines) if all(isinstance(line, str) for line in lines) else None


def _parse_content(raw: Raw, board: Board, catalogue: Catalogue) -> HexContent:
    def piece_of(raw: object) -> Piece | None:
        return parse_piece(raw, catalogue)

    rest = dict(raw)
    del rest["row"], rest["col"]
    return HexContent(
        terrain=pop_parsed(rest, "terrain", piece_of),
        structure=pop_parsed(rest, "rect_terrain", piece_of),
        obstacle=pop_parsed(rest, "obstacle", piece_of),
        unit=pop_parsed(rest, "unit", _parse_unit),
        tags=_pop_tags(rest, board) if "tags" in rest else (),
        extra=rest,
    )


def parse_piece(raw: object, catalogue: Catalogue) -> Piece | None:
    """Parse a terrain tile, a structure or an obstacle; None if the value is not a piece."""
    rest = parse_object(raw)
    name = pop_parsed(rest, "name", _name) if rest else None
    if rest is None or name is None:
        return None
    if not rest:
        return bare_piece(name, 1)
    orientation = pop_parsed(rest, "orientation", orientation_parser(name, catalogue)) or 1
    if not rest:
        return bare_piece(name, orientation)
    return Piece(
        name=name,
        orientation=orientation,
        owner=pop_parsed(rest, "original_owner", parse_side),
        behavior=pop_parsed(rest, "behavior", _parse_behavior),
        extra=rest,
    )


def _parse_behavior(raw: object) -> str | None:
    """Return our key of a piece's special rule; None for an empty string or another type."""
    return word_for(raw) if isinstance(raw, str) and raw else None


def _name(raw: object) -> str | None:
    return raw if isinstance(raw, str) and raw else None


def _parse_unit(raw: object) -> Unit | None:
    rest = parse_object(raw)
    name = pop_parsed(rest, "name", _name) if rest else None
    if rest is None or name is None:
        return None
    if not rest:
        return bare_unit(name)
    return Unit(
        name=name,
        figures=pop_parsed(rest, "nbr_units", parse_number),
        badge=pop_parsed(rest, "badge", _name),
        behavior=pop_parsed(rest, "behavior", _parse_behavior),
        equipment=pop_parsed(rest, "equipment", parse_text),
        extra=rest,
    )


def _pop_tags(rest: Raw, board: Board) -> tuple[Tag, ...]:
    """Pop the tags of a hex and return them; values that are not tags stay."""
    raw_tags = rest.pop("tags")
    if not isinstance(raw_tags, list):
        rest["tags"] = raw_tags
        return ()
    tags = [(raw, _parse_tag(raw, board)) for raw in raw_tags]
    unread_tags = [raw for raw, tag in tags if tag is None]
    if unread_tags:
        rest["tags"] = unread_tags
    return tuple(tag for _, tag in tags if tag)


def _parse_tag(raw: object, board: Board) -> Tag | None:
    rest = parse_object(raw)
    name = pop_parsed(rest, "name", _name) if rest else None
    if rest is None or name is None:
        return None
    return Tag(
        name=name,
        behavior=pop_parsed(rest, "behavior", _parse_behavior),
        side=pop_parsed(rest, "side", parse_side),
        group=_pop_group_hexes(rest, board),
        medal=pop_parsed(rest, "medal", parse_medal_terms),
        extra=rest,
    )


def _pop_group_hexes(rest: Raw, board: Board) -> tuple[Hex, ...] | None:
    """Pop the further hexes of a tag and return them; names that are not hexes stay.

    Return None if the tag has no list of hexes.
    """
    names = rest.get("group")
    if not isinstance(names, list):
        return None
    names_and_hexes = [(name, parse_hex(name, board)) for name in names]
    unread_names = [name for name, hex_ in names_and_hexes if hex_ is None]
    rest.pop("group")
    if unread_names:
        rest["group"] = unread_names
    return tuple(hex_ for _, hex_ in names_and_hexes if hex_)


def _parse_briefing(rest: Raw, board: Board) -> Briefing:
    rules = read_options(pop_parsed(rest, "options", parse_object) or {}, board)
    conditions, unread_victory = read_victory(rest.get(VICTORY), board)
    if unread_victory is None:
        rest.pop(VICTORY, None)
    else:
        rest[VICTORY] = unread_victory
    return Briefing(
        top=_pop_player(rest, 1),
        bottom=_pop_player(rest, 2),
        first=pop_parsed(rest, "starting", _word_parser(FIRST)),
        kind=pop_parsed(rest, "type", _word_parser(KINDS)),
        front=pop_parsed(rest, "front", _word_parser(FRONTS)),
        begins=pop_parsed(rest, "date_begin", parse_day),
        ends=pop_parsed(rest, "date_end", parse_day),
        operation=pop_parsed(rest, "operationID", _parse_operation),
        special_rules=SpecialRules({**rules, **conditions}),
        extra=rest,
    )


def _word_parser(values_by_word: Mapping[str, T]) -> Callable[[object], T | None]:
    return lambda raw: values_by_word.get(raw) if isinstance(raw, str) else None


def _parse_operation(raw: object) -> str | None:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw)
    return parse_text(raw)


def _pop_player(rest: Raw, number: int) -> Player:
    return Player(
        side=pop_parsed(rest, f"side_player{number}", parse_side),
        country=pop_parsed(rest, f"country_player{number}", parse_text),
        cards=pop_parsed(rest, f"cards_player{number}", parse_number),
        medals=pop_parsed(rest, f"victory_player{number}", parse_number),
    )


def _pop_texts(rest: Raw) -> dict[str, Texts]:
    """Pop the texts and return them by language; values that are not objects stay."""
    languages = rest.get("text")
    if not isinstance(languages, dict):
        return {}
    texts = {
        language: _parse_language_texts(raw)
        for language, raw in languages.items()
        if isinstance(raw, dict)
    }
    unread_texts = {
        language: raw for language, raw in languages.items() if not isinstance(raw, dict)
    }
    rest.pop("text")
    if unread_texts:
        rest["text"] = unread_texts
    return texts


def _parse_language_texts(raw: Raw) -> Texts:
    rest = dict(raw)
    labels = parse_text_map(rest.get(WORKSHOP_LABELS))
    if labels:
        del rest[WORKSHOP_LABELS]
    return Texts(**_pop_strings(rest, TEXT_FIELDS), labels=labels or {}, extra=rest)


def _pop_strings(rest: Raw, keys: Iterable[str]) -> dict[str, Any]:
    return {key: pop_parsed(rest, key, parse_text) for key in keys}
