from __future__ import annotations

import pytest
from tests.core.drawing.brightness import contrast_ratio

from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import Group
from m44core.drawing.structures.obstacles import PAINTERS


def vertical_offsets(orientation: int) -> list[float]:
    bags = PAINTERS["sand"](Art(PaintingPlane.OBSTACLE, "sand", orientation))
    return [bag.dy for bag in bags if isinstance(bag, Group)]


def test_sandbags_in_orientation_1_lie_along_the_lower_edges() -> None:
    assert min(vertical_offsets(1)) > 20


def test_sandbags_in_orientation_2_lie_along_the_upper_edges() -> None:
    assert max(vertical_offsets(2)) < -20


def test_a_sea_wall_shows_its_owner() -> None:
    wall = {
        PAINTERS["sand"](Art(PaintingPlane.OBSTACLE, "sand", detail=(o,)))
        for o in ("", "AXIS", "ALLIES")
    }
    assert len(wall) == 3


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_wire_or_its_casing_stands_out_from_any_ground(palette: dict[str, str]) -> None:
    assert contrast_ratio(palette["piece-wire"], palette["piece-wire-casing"]) >= 3 * 3
