"""A painted exit marker belongs to the side of the opposite edge of the board."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, Player
from m44editor.tools.brush import place_element

BOARD = BOARDS[BoardType.STANDARD]
BRIEFING = Briefing(top=Player(side=Side.AXIS), bottom=Player(side=Side.ALLIES))


@pytest.mark.parametrize(("name", "side"), [("I9", Side.ALLIES), ("I1", Side.AXIS), ("A5", None)])
def test_a_painted_exit_belongs_to_the_enemy_of_its_edge(name: str, side: Side | None) -> None:
    marker = base_catalogue().elements["tag4"]
    painted_scenario = place_element(Scenario(BOARD, briefing=BRIEFING), [BOARD.hex(name)], marker)
    assert [tag.side for tag in painted_scenario.at(BOARD.hex(name)).tags] == [side]


def test_other_tags_have_no_side() -> None:
    star = base_catalogue().elements["tag1"]
    painted_scenario = place_element(Scenario(BOARD, briefing=BRIEFING), [BOARD.hex("I9")], star)
    assert [tag.side for tag in painted_scenario.at(BOARD.hex("I9")).tags] == [None]
