"""From the workshop document to the content of an .m44 file: the same things by other names.

What the document's schema does not allow passes through as it is, so that
the decoder of .m44 keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from m44core.board import BOARDS, Board, BoardType
from m44core.catalogue.types import Layer
from m44core.errors import NotationError
from m44core.io.files.allowances import OURS as ALLOW
from m44core.io.files.allowances import with_allowances
from m44core.io.m44.dialects import POINTERS
from m44core.io.workshop.option_words import VICTORY, meant_options
from m44core.io.workshop.words import code, element, name

Raw = dict[str, Any]

_PLACES = {pointer.removeprefix("/briefing/"): key for key, pointer in POINTERS.items()}
_CODES = frozenset({"kind", "front", "first", "top/side", "bottom/side"})
_TERMS = {"permanent": "permanent", "counts-for": "counts_for", "hexes-needed": "nbr_hex"}
_HEX_KEYS = {
    "terrain": "terrain",
    "structure": "rect_terrain",
    "obstacle": "obstacle",
    "unit": "unit",
    "tags": "tags",
}
_OURS = frozenset(
    {"$schema", "format", "board", "briefing", "packs", "texts", "hexes", "labels", "meta", "m44"}
    | {"written", ALLOW}
)


def to_tree(document: Mapping[str, Any]) -> Raw:
    """Return the content of the .m44 file that says what *document* says."""
    board = board_of(document)
    tree: Raw = {
        "board": {
            **_board(_object(document.get("board"))),
            "hexagons": _hexagons(document, board),
            "labels": _labels(document, board),
        },
    }
    if "briefing" in document:
        tree["game_info"] = _game_info(_object(document["briefing"]))
    if "texts" in document:
        tree["text"] = _languages(document["texts"])
    for ours, theirs in (("meta", "meta_data"), ("packs", "packs")):
        if ours in document:
            tree[theirs] = document[ours]
    if document.get(ALLOW):
        tree["meta_data"] = with_allowances(_object(tree.get("meta_data")), document[ALLOW])
    for key in document:
        if key not in _OURS:
            tree[key] = document[key]
    return _with_foreign(tree, document)


def board_of(document: Mapping[str, Any]) -> Board:
    """Return the board a document names; the standard one where it names none."""
    stated = _code(_object(document.get("board")).get("type"))
    return next((b for b in BOARDS.values() if b.type.value == stated), BOARDS[BoardType.STANDARD])


def _object(raw: object) -> Raw:
    return raw if isinstance(raw, dict) else {}


def _code(value: object) -> object:
    return code(value) if isinstance(value, str) else value


def _with_foreign(tree: Raw, document: Mapping[str, Any]) -> Raw:
    """Add the keys below ``m44``, which are those of the .m44 file; a word of ours wins."""
    foreign = document.get("m44")
    if isinstance(foreign, dict):
        for key, value in foreign.items():
            tree.setdefault(key, value)
        if "text" in foreign and isinstance(tree.get("text"), dict):
            tree["text"] = {**_object(foreign["text"]), **tree["text"]}
    return tree


def _join_lists(tree: Raw, document: Mapping[str, Any], key: str) -> None:
    """Add the entries of a list that the .m44 file had and nobody understood."""
    ours, theirs = tree.get(key), _object(document.get("m44")).get(key)
    if isinstance(ours, list) and isinstance(theirs, list):
        tree[key] = [*ours, *theirs]


def _game_info(briefing: Raw) -> Raw:
    info: Raw = {}
    for key, value in briefing.items():
        if key in ("top", "bottom") and isinstance(value, dict):
            for inner, inner_value in value.items():
                _state(info, f"{key}/{inner}", inner_value)
        elif key == "options" and isinstance(value, dict):
            _state_options(info, value)
        elif key != "m44":
            _state(info, key, value)
    return _with_foreign(info, briefing)


def _state_options(info: Raw, options: Raw) -> None:
    """State the options, and the conditions of victory that our files count among them."""
    meant, victory = meant_options(options)
    if meant or victory is None:
        info["options"] = meant
    if victory is not None:
        info[VICTORY] = victory


def _state(info: Raw, path: str, value: object) -> None:
    info[_PLACES.get(path, path)] = _code(value) if path in _CODES else value


def _board(board: Raw) -> Raw:
    raw = {key: _code(value) for key, value in board.items() if key != "m44"}
    foreign = {
        k: v for k, v in _object(board.get("m44")).items() if k not in ("hexagons", "labels")
    }
    return {**foreign, **raw}


def _with_left_out(entries: list[Raw], document: Mapping[str, Any], key: str) -> object:
    """Add the entries an .m44 file had for places that are none."""
    left_out = _object(_object(document.get("board")).get("m44")).get(key, [])
    if isinstance(left_out, list):
        return [*entries, *left_out]
    return entries or left_out


def _hexagons(document: Mapping[str, Any], board: Board) -> object:
    entries = _object(document.get("hexes"))
    hexagons = [{**_place(hex_, board), **_hexagon(raw)} for hex_, raw in entries.items()]
    return _with_left_out(hexagons, document, "hexagons")


def _labels(document: Mapping[str, Any], board: Board) -> object:
    entries = _object(document.get("labels"))
    labels = [{**_place(hex_, board), "text": _lines(raw)} for hex_, raw in entries.items()]
    return _with_left_out(labels, document, "labels")


def _lines(raw: object) -> object:
    return [raw] if isinstance(raw, str) else raw


def _place(hex_name: str, board: Board) -> Raw:
    try:
        hex_ = board.hex(hex_name)
    except NotationError:
        return {"hex": hex_name}
    return {"row": hex_.row, "col": hex_.col}


def _hexagon(raw: object) -> Raw:
    if not isinstance(raw, dict):
        return {} if raw is None else {"content": raw}
    content: Raw = raw
    result: Raw = {}
    for key, value in content.items():
        if key != "m44":
            result[_HEX_KEYS.get(key, key)] = _READERS.get(key, _as_it_is)(value)
    _join_lists(result, raw, "tags")
    return _with_foreign(result, raw)


def _as_it_is(value: object) -> object:
    return value


def _piece(layer: Layer) -> Callable[[object], object]:
    """Return what turns our description of a piece into that of the .m44 format."""

    def read(value: object) -> object:
        if isinstance(value, str):
            value = {"is": value}
        if not isinstance(value, dict):
            return value
        result: Raw = {}
        for key, inner in value.items():
            if key != "m44":
                _state_piece(result, key, inner, layer)
        if "facing" in result:
            result["orientation"] = _orientation(result.pop("facing"), result.get("name"), layer)
        _join_lists(result, value, "group")
        return _with_foreign(_with_terms(result), value)

    return read


def _state_piece(result: Raw, key: str, value: object, layer: Layer) -> None:
    match key:
        case "is":
            result["name"] = name(value, layer) if isinstance(value, str) else value
        case "badge":
            result["badge"] = name(value, Layer.BADGE) if isinstance(value, str) else value
        case "owner":
            result["original_owner"] = _code(value)
        case "side":
            result["side"] = _code(value)
        case "behaves":
            result["behavior"] = _code(value)
        case "figures":
            result["nbr_units"] = value
        case "hexes":
            result["group"] = value
        case _:
            result[key] = value


def _orientation(facing: object, piece: object, layer: Layer) -> object:
    known = element(piece, layer) if isinstance(piece, str) else None
    if known and facing in known.facings:
        return known.facings.index(str(facing)) + 1
    return facing


def _with_terms(raw: Raw) -> Raw:
    """Gather the terms of a medal, which we write beside the tag's own keys."""
    if not {"terms", *_TERMS} & raw.keys():
        return raw
    medal = dict(_object(raw.pop("terms", None)))
    for ours, theirs in _TERMS.items():
        if ours in raw:
            medal[theirs] = raw.pop(ours)
    return {**raw, "medal": medal}


def _tags(value: object) -> object:
    return [_piece(Layer.TAG)(tag) for tag in value] if isinstance(value, list) else value


_READERS: Mapping[str, Callable[[object], object]] = {
    "terrain": _piece(Layer.TERRAIN),
    "structure": _piece(Layer.STRUCTURE),
    "obstacle": _piece(Layer.OBSTACLE),
    "unit": _piece(Layer.UNIT),
    "tags": _tags,
}


def _languages(texts: object) -> object:
    if not isinstance(texts, dict):
        return texts
    return {language: _text(raw) for language, raw in texts.items()}


def _text(raw: object) -> object:
    if not isinstance(raw, dict):
        return raw
    return _with_foreign({key: value for key, value in raw.items() if key != "m44"}, raw)
