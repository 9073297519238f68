"""Sandbags units dig themselves in behind (B-CARD-DIG)."""

from __future__ import annotations

from functools import cache

from m44core.board import BoardType
from m44core.catalogue.box import load_box
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexNo

_BOXES = {BoardType.OVERLORD: 2}  # boxes of the base game a board stands for, where not one


def sandbags_left(state: GameState) -> int:
    """Return how many sandbags do not lie on the board; sea walls are made of them too (R-18)."""
    laid = state.ground.sandbagged.bit_count()
    return max(0, _supply(state.field.scenario.board.type) - laid)


def may_dig_in(state: GameState, index: HexNo) -> bool:
    """Tell whether sandbags may be laid on a hex: not on sandbags, nor in the sea (R-18)."""
    return not (state.ground.sandbagged | state.ground.no_sandbags) >> index & 1


def lay_sandbags(state: GameState, index: HexNo) -> None:
    """Lay sandbags on a hex, beside the wire or the hedgehog that is there."""
    state.ground = state.field.ground_with_sandbags(state.ground, index)


@cache
def _supply(board: BoardType) -> int:
    return load_box().obstacles["sandbags"] * _BOXES.get(board, 1)
