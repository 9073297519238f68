"""Who may leave by an exit marker that does not say it (V-EXIT-03)."""

from __future__ import annotations

import pytest

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.model.exits import exit_markers, leaving_side
from m44core.model.parts import Briefing, HexContent, Player, Tag
from m44core.model.scenario import Scenario
from m44core.rules.analysis.scenario_gaps import gaps

BOTTOM_EDGE, INSIDE = Hex(4, 8), Hex(4, 4)


def with_marker(hex_: Hex, number: int | None = None) -> Scenario:
    briefing = Briefing(Player(Side.AXIS, None, 4, 4), Player(Side.ALLIES, None, 4, 4))
    meta = {} if number is None else {"scenario_id": number}
    bare = Scenario(briefing=briefing, meta=meta)
    return bare.with_hexes({hex_: HexContent(tags=(Tag("tag4"),))})


@pytest.mark.rule("V-EXIT-03")
@pytest.mark.parametrize(
    ("number", "side"),
    [(1517, Side.ALLIES), (5841, Side.AXIS), (6380, Side.ALLIES), (None, Side.AXIS)],
)
def test_the_texts_of_a_published_scenario_tell_else_the_edge(
    number: int | None, side: Side
) -> None:
    scenario = with_marker(BOTTOM_EDGE, number)
    (marker,) = exit_markers(scenario)
    assert leaving_side(scenario, marker) is side
    told = [gap for gap in gaps(scenario) if gap.name == "tag4"]
    assert [gap.assumed for gap in told] == ([] if number else [True])


@pytest.mark.rule("V-EXIT-03")
def test_inside_the_board_nobody_leaves() -> None:
    scenario = with_marker(INSIDE)
    (marker,) = exit_markers(scenario)
    assert leaving_side(scenario, marker) is None
    assert [gap.assumed for gap in gaps(scenario) if gap.name == "tag4"] == [False]
