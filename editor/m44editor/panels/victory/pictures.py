"""What each kind of objective looks like on the board, as a small picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from m44core.catalogue.types import Side
from m44core.drawing.board.board import Show, arts_of_hex, hex_centre
from m44core.drawing.board.groups import draw_groups, groups_of
from m44core.drawing.board.pieces import draw
from m44core.drawing.shapes.art import Plane
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.model.goals.objectives import objective_at, with_changed, with_objective
from m44core.model.scenario import Scenario
from m44editor.panels.properties.medals import Kind, with_kind

_HEXES = (Hex(12, 4), Hex(14, 4))


@lru_cache(maxsize=32)
def picture_of(kind: Kind) -> Drawing:
    """Return two hexes that share an objective of a kind."""
    scenario = with_objective(new_scenario(), _HEXES, Side.ALLIES)
    token = objective_at(scenario, _HEXES[0])
    assert token is not None, "it was just laid there"
    scenario = with_changed(scenario, token, lambda tag: with_kind(tag, kind, scenario.catalogue))
    below = _placed(scenario, ground=True)
    return (*below, *draw_groups(groups_of(scenario)), *_placed(scenario, ground=False))


def _placed(scenario: Scenario, *, ground: bool) -> Iterator[Group]:
    for hex_ in _HEXES:
        x, y = hex_centre(hex_)
        for art in arts_of_hex(scenario, hex_, Show()):
            if (art.plane is Plane.GROUND) == ground:
                yield Group(draw(art), dx=x, dy=y)
