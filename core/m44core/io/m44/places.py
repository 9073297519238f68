"""What the places of an .m44 file are called in the workshop document."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import BOARDS, Board, BoardType
from m44core.io.m44.dialects import game_info_pointer, guessed_board
from m44core.io.text.entries import ALLOW
from m44core.io.text.places import steps
from m44core.io.vocabulary.allowances import KEY
from m44core.io.vocabulary.official_rules import option_pointer
from m44core.io.vocabulary.pieces import place_of

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


def workshop_pointer(tree: Mapping[str, object], place: str) -> str:
    """Return what the workshop document calls a place of an .m44 file's content."""
    first, *rest = steps(place) or [""]
    if not first:
        return ""
    if first == "meta_data" and rest[:1] == [KEY]:
        return "/".join(("", ALLOW, *rest[1:]))
    if first == "game_info":
        return _in_briefing(rest) if rest else "/briefing"
    if first != "board":
        return "/".join((_SECTIONS.get(first, f"/m44/{first}"), *rest))
    if len(rest) < 2 or rest[0] not in ("hexagons", "labels"):
        return "/".join(("/board", *rest))
    board = tree["board"]
    return _entry(board if isinstance(board, dict) else {}, rest)


def _in_briefing(rest: list[str]) -> str:
    first, *inner = rest
    if first == "options" and inner:
        return "/".join((option_pointer(inner[0]), *inner[1:]))
    return "/".join((game_info_pointer(first), *inner))


def board_of(raw: Mapping[str, object], hexagons: object) -> Board:
    """Return the board a file means, even where it names none that exists."""
    name = str(raw.get("type", "")).upper()
    return BOARDS[BoardType(name)] if name in tuple(BoardType) else guessed_board(hexagons)


def place_key(entry: object) -> tuple[int, int]:
    """Return what sorts entries row by row, those without a place last."""
    if isinstance(entry, dict):
        row, col = entry.get("row"), entry.get("col")
        if type(row) is int and type(col) is int:
            return row, col
    return 10**9, 0


def _entry(board_raw: Mapping[str, object], rest: list[str]) -> str:
    """Return the place of a hexagon or a label, by the name of its hex."""
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
    board = board_of(board_raw, board_raw.get("hexagons"))
    hex_ = place_of(entry, board)
    if hex_ is None:
        return section
    return "/".join((section, board.name(hex_), *_inner(inner)))


def _inner(rest: list[str]) -> list[str]:
    if not rest or rest[0] == "text":
        return []
    first, *keys = rest
    if keys[1:2] == ["medal"]:
        return [first, keys[0], *(_TERMS.get(key, "terms") for key in keys[2:])]
    return [_LAYERS.get(first, first), *(_KEYS.get(key, key) for key in keys)]
