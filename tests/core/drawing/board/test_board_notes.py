"""Marks on a printed map for rules that its pieces do not show."""

from __future__ import annotations

import pytest

from m44core.board import Face
from m44core.drawing.board.board_notes import draw_beach_slopes, draw_unmarked_trait_signs
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit

BY_THE_BEACH, INLAND = Hex(5, 3), Hex(5, 1)


def scenario_with_hill(hex_: Hex, behavior: str | None) -> Scenario:
    hill = HexContent(terrain=Piece("hills", behavior=behavior))
    return Scenario(face=Face.BEACH, hexes={hex_: hill})


@pytest.mark.parametrize(
    ("hex_", "behavior", "edges"),
    [
        (BY_THE_BEACH, "bluff", 2),
        (BY_THE_BEACH, "cliff", 2),
        (BY_THE_BEACH, None, 0),
        (INLAND, "bluff", 0),
    ],
)
def test_only_the_edges_between_a_bluff_and_a_beach_are_marked(
    hex_: Hex, behavior: str | None, edges: int
) -> None:
    assert len(draw_beach_slopes(scenario_with_hill(hex_, behavior))) == edges


def test_only_units_with_a_trait_that_nothing_shows_are_marked() -> None:
    slow = HexContent(unit=Unit("tankger", behavior="armor-move-two"))
    hexes = {Hex(0, 0): slow, Hex(2, 0): HexContent(unit=Unit("inf2us", badge="badge2"))}
    assert len(list(draw_unmarked_trait_signs(Scenario(hexes=hexes)))) == 1
