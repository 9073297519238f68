"""The position of a game in files: ``position`` in ours, a key of ``meta_data`` in .m44 files.

The official editor and the servers keep the keys of ``meta_data`` that they do not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from m44core.board import Board
from m44core.catalogue.types import Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.model.position import Position

T = TypeVar("T")
Raw = dict[str, Any]

KEY = "workshop_position"
"""The key of ``meta_data`` in .m44 files."""

POSITION = "position"
"""The section of our own files."""

_SIDES = {side.value.lower(): side for side in Side}


class _UnfitError(Exception):
    """Something is not what a position says there."""


def read_position(raw: object, board: Board) -> Position | None:
    """Return the position a file describes, or None where anything in it is none."""
    try:
        return _position(dict(raw), board) if isinstance(raw, dict) else None
    except _UnfitError:
        return None


def take_position(meta: Raw, board: Board) -> Position | None:
    """Return the position among the keys of ``meta_data``; leave there what is none."""
    position = read_position(meta.get(KEY), board)
    if position is not None:
        del meta[KEY]
    return position


def said_position(position: Position | None, board: Board) -> Raw | None:
    """Return a position as the files have it."""
    if position is None:
        return None
    held = {side: [board.name(h) for h in hexes] for side, hexes in position.held.items()}
    said = {
        "medals": _by_side(position.medals),
        "held": _by_side({side: names for side, names in held.items() if names}),
        "exited": _by_side(position.exited),
        "hands": _by_side({side: list(hand) for side, hand in position.hands.items()}),
        "discards": list(position.discards),
        "played": _by_side({side: list(card) for side, card in position.played.items()}),
        "dropped": [side.value.lower() for side in position.dropped],
        "arrived": _by_side(position.arrived),
    }
    stated = {key: value for key, value in said.items() if value}
    turn = {"turn": position.turn, "side": position.side.value.lower()}
    return {**turn, **stated, **position.extra}


def _by_side(values: Mapping[Side, T]) -> dict[str, T]:
    return {side.value.lower(): value for side, value in values.items()}


def _position(rest: Raw, board: Board) -> Position:
    def hexes(raw: object) -> tuple[Hex, ...]:
        return tuple(_hex(name, board) for name in _texts(raw))

    def take(key: str, read: Callable[[object], T], usual: object) -> T:
        return read(rest.pop(key, usual))

    return Position(
        turn=take("turn", _turn, None),
        side=take("side", _side, None),
        medals=take("medals", _each(_number), {}),
        held=take("held", _each(hexes), {}),
        exited=take("exited", _each(_number), {}),
        hands=take("hands", _each(_texts), {}),
        discards=take("discards", _texts, []),
        played=take("played", _each(_texts), {}),
        dropped=take("dropped", lambda raw: tuple(_side(name) for name in _texts(raw)), []),
        arrived=take("arrived", _each(_number), {}),
        extra=rest,
    )


def _each(read: Callable[[object], T]) -> Callable[[object], dict[Side, T]]:
    """Return what reads an object with an entry for each side."""

    def reading(raw: object) -> dict[Side, T]:
        if not isinstance(raw, dict):
            raise _UnfitError
        return {_side(key): read(value) for key, value in raw.items()}

    return reading


def _side(raw: object) -> Side:
    side = _SIDES.get(raw) if isinstance(raw, str) else None
    if side is None:
        raise _UnfitError
    return side


def _number(raw: object) -> int:
    if type(raw) is not int or not 0 <= raw < 100:
        raise _UnfitError
    return raw


def _turn(raw: object) -> int:
    if type(raw) is not int or not 1 <= raw < 10000:
        raise _UnfitError
    return raw


def _texts(raw: object) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(each, str) for each in raw):
        raise _UnfitError
    return tuple(raw)


def _hex(name: str, board: Board) -> Hex:
    try:
        return board.hex(name)
    except NotationError as error:
        raise _UnfitError from error
