from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.tokens.tag_art import PAINTERS, tag_position

_RADIUS = 14.0


def tag(name: str, *detail: str | int) -> Drawing:
    return PAINTERS[name](Art(PaintingPlane.TAG, name, detail=detail))


@pytest.mark.parametrize("count", range(2, 7))
def test_tokens_of_one_hex_lie_side_by_side(count: int) -> None:
    places = [tag_position(i, count) for i in range(count)]
    for (ax, ay, scale), (bx, by, _) in pairwise(places):
        assert hypot(ax - bx, ay - by) >= 1.6 * _RADIUS * scale


def test_a_single_token_lies_at_the_upper_right() -> None:
    x, y, scale = tag_position(0, 1)
    assert x > 20
    assert y < -15
    assert scale == 1


@pytest.mark.parametrize("name", ["tag3", "tag4", "tag5"])
def test_mines_and_exits_show_their_side(name: str) -> None:
    assert len({tag(name, 0, 1, side) for side in ("AXIS", "ALLIES", "")}) == 3


def test_a_lone_medal_fills_the_hex() -> None:
    assert tag("medal1") != tag("medal1", 0, 1, "")
