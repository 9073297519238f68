"""Game positions in files: under ``position`` in ours, under ``meta_data`` in .m44 files.

The official editor and the servers preserve the keys of ``meta_data`` that they do not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from m44core.board import Board
from m44core.catalogue.catalogue_types import Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.model.game_position import GamePosition, HiddenMines

T = TypeVar("T")
Raw = dict[str, object]

POSITION_KEY = "workshop_position"
"""The key of ``meta_data`` with the position in .m44 files."""

POSITION_SECTION = "position"
"""The section with the position in our own files."""

_SIDES = {side.value.lower(): side for side in Side}


class _InvalidPositionError(Exception):
    """A value is not valid in a position."""


def read_position(raw: object, board: Board) -> GamePosition | None:
    """Return the game position in a file; None if any of its values is invalid."""
    try:
        return _position(dict(raw), board) if isinstance(raw, dict) else None
    except _InvalidPositionError:
        return None


def pop_position(meta: Raw, board: Board) -> GamePosition | None:
    """Pop the game position from ``meta_data``; if it is invalid, keep it and return None."""
    position = read_position(meta.get(POSITION_KEY), board)
    if position is not None:
        del meta[POSITION_KEY]
    return position


def written_position(position: GamePosition | None, board: Board) -> Raw | None:
    """Return a game position as files write it; None for None."""
    if position is None:
        return None
    held_hexes = {side: [board.name(h) for h in hexes] for side, hexes in position.held.items()}
    fields = {
        "medals": _keyed_by_side(position.medals),
        "held": _keyed_by_side({side: names for side, names in held_hexes.items() if names}),
        "exited": _keyed_by_side(position.exited),
        "hands": _keyed_by_side({side: list(hand) for side, hand in position.hands.items()}),
        "discards": list(position.discards),
        "played": _keyed_by_side({side: list(card) for side, card in position.played.items()}),
        "generals": _keyed_by_side(
            {side: list(cards) for side, cards in position.generals.items()}
        ),
        "token": position.token,
        "wrecks": _keyed_by_side({side: dict(wrecks) for side, wrecks in position.wrecks.items()}),
        "strength": _keyed_by_hex(position.strength, board),
        "hits": _keyed_by_hex(position.hits, board),
        "mines": _keyed_by_hex(position.mines, board),
        "hidden_mines": [_written_mines(each, board) for each in position.hidden],
        "cross_hairs": {
            board.name(gun): [board.name(h) for h in crosshair_hexes]
            for gun, crosshair_hexes in position.cross_hairs.items()
        },
        "captured": _keyed_by_hex(position.captured, board),
        "under_sandbags": _keyed_by_hex(position.under, board),
        "aimed": [board.name(hex_) for hex_ in position.aimed],
        "rests": _keyed_by_hex(position.rests, board),
        "visibility": position.visibility,
        "smoke": _keyed_by_hex(position.smoke, board),
        "smoke_screens": _keyed_by_hex(position.screens, board),
        "dropped": [side.value.lower() for side in position.dropped],
        "arrived": _keyed_by_side(position.arrived),
        "unloaded": _keyed_by_side(position.unloaded),
        "called": [side.value.lower() for side in position.called],
        "reinforced": [side.value.lower() for side in position.reinforced],
        "origins": {board.name(h): board.name(o) for h, o in position.origins.items()},
        "dams": _keyed_by_hex(position.dams, board),
        "turn_opened": position.opened,
        "broken_through": [side.value.lower() for side in position.through],
    }
    filled_fields = {key: value for key, value in fields.items() if value}
    turn = {"turn": position.turn, "side": position.side.value.lower()}
    return {**turn, **filled_fields, **position.extra}


def _keyed_by_side(values: Mapping[Side, T]) -> dict[str, T]:
    return {side.value.lower(): value for side, value in values.items()}


def _keyed_by_hex(values: Mapping[Hex, T], board: Board) -> dict[str, T]:
    return {board.name(hex_): value for hex_, value in values.items()}


def _written_mines(mines: HiddenMines, board: Board) -> Raw:
    return {"at": [board.name(h) for h in mines.hexes], "strengths": list(mines.strengths)}


def _position(rest: Raw, board: Board) -> GamePosition:
    def parse_hexes(raw: object) -> tuple[Hex, ...]:
        return tuple(_parse_hex(name, board) for name in _parse_texts(raw))

    def hex_map_parser(parse: Callable[[object], T]) -> Callable[[object], dict[Hex, T]]:
        return lambda raw: {
            _parse_hex(name, board): parse(value) for name, value in _parse_entries(raw)
        }

    def parse_mines(raw: object) -> HiddenMines:
        fields = dict(_parse_entries(raw))
        if fields.keys() != {"at", "strengths"}:
            raise _InvalidPositionError
        return HiddenMines(
            parse_hexes(fields["at"]), _list_parser(_parse_number)(fields["strengths"])
        )

    def parse_sides(raw: object) -> tuple[Side, ...]:
        return tuple(map(_parse_side, _parse_texts(raw)))

    def pop_value(key: str, parse: Callable[[object], T], default: object) -> T:
        return parse(rest.pop(key, default))

    return GamePosition(
        turn=pop_value("turn", _parse_turn, None),
        side=pop_value("side", _parse_side, None),
        medals=pop_value("medals", _side_map_parser(_parse_number), {}),
        held=pop_value("held", _side_map_parser(parse_hexes), {}),
        exited=pop_value("exited", _side_map_parser(_parse_number), {}),
        hands=pop_value("hands", _side_map_parser(_parse_texts), {}),
        discards=pop_value("discards", _parse_texts, []),
        played=pop_value("played", _side_map_parser(_parse_texts), {}),
        generals=pop_value("generals", _side_map_parser(_parse_texts), {}),
        token=pop_value("token", _parse_text, ""),
        wrecks=pop_value(
            "wrecks",
            _side_map_parser(lambda raw: {k: _parse_number(v) for k, v in _parse_entries(raw)}),
            {},
        ),
        strength=pop_value("strength", hex_map_parser(_parse_number), {}),
        hits=pop_value("hits", hex_map_parser(_parse_number), {}),
        mines=pop_value("mines", hex_map_parser(_parse_number), {}),
        hidden=pop_value("hidden_mines", _list_parser(parse_mines), []),
        cross_hairs=pop_value("cross_hairs", hex_map_parser(parse_hexes), {}),
        captured=pop_value("captured", hex_map_parser(_parse_number), {}),
        under=pop_value("under_sandbags", hex_map_parser(_parse_text), {}),
        aimed=pop_value("aimed", parse_hexes, []),
        rests=pop_value("rests", hex_map_parser(_parse_turn), {}),
        dropped=pop_value("dropped", parse_sides, []),
        arrived=pop_value("arrived", _side_map_parser(_parse_number), {}),
        unloaded=pop_value("unloaded", _side_map_parser(_parse_number), {}),
        through=pop_value("broken_through", parse_sides, []),
        called=pop_value("called", parse_sides, []),
        reinforced=pop_value("reinforced", parse_sides, []),
        origins=pop_value(
            "origins", hex_map_parser(lambda raw: _parse_hex(_parse_text(raw), board)), {}
        ),
        dams=pop_value("dams", hex_map_parser(_parse_number), {}),
        opened=pop_value("turn_opened", _parse_switch, False),
        smoke=pop_value("smoke", hex_map_parser(_parse_turn), {}),
        screens=pop_value("smoke_screens", hex_map_parser(_parse_turn), {}),
        visibility=pop_value(
            "visibility", lambda raw: None if raw is None else _parse_number(raw), None
        ),
        extra=rest,
    )


def _side_map_parser(parse: Callable[[object], T]) -> Callable[[object], dict[Side, T]]:
    """Return a parser for an object with entries by side, whose values *parse* parses."""
    return lambda raw: {_parse_side(key): parse(value) for key, value in _parse_entries(raw)}


def _parse_entries(raw: object) -> Iterable[tuple[str, object]]:
    if not isinstance(raw, dict) or not all(isinstance(key, str) for key in raw):
        raise _InvalidPositionError
    return raw.items()


def _list_parser(parse: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    """Return a parser for a list whose items *parse* parses."""

    def parse_list(raw: object) -> tuple[T, ...]:
        if not isinstance(raw, list):
            raise _InvalidPositionError
        return tuple(parse(each) for each in raw)

    return parse_list


def _parse_text(raw: object) -> str:
    if not isinstance(raw, str):
        raise _InvalidPositionError
    return raw


def _parse_side(raw: object) -> Side:
    side = _SIDES.get(raw) if isinstance(raw, str) else None
    if side is None:
        raise _InvalidPositionError
    return side


def _parse_number(raw: object) -> int:
    if type(raw) is not int or not 0 <= raw < 100:
        raise _InvalidPositionError
    return raw


def _parse_switch(raw: object) -> bool:
    if not isinstance(raw, bool):
        raise _InvalidPositionError
    return raw


def _parse_turn(raw: object) -> int:
    if type(raw) is not int or not 1 <= raw < 10000:
        raise _InvalidPositionError
    return raw


def _parse_texts(raw: object) -> tuple[str, ...]:
    return _list_parser(_parse_text)(raw)


def _parse_hex(name: str, board: Board) -> Hex:
    try:
        return board.hex(name)
    except NotationError as error:
        raise _InvalidPositionError from error
