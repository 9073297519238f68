"""Two boards as one picture."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from m44core.drawing.board.comparison import (
    CHANGE_KINDS,
    ComparisonLegend,
    comparison_size,
    draw_change_mark,
    draw_change_sign,
    draw_changed_hex,
    draw_comparison,
    move_arrow,
)
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import arts_of_hex, board_size, hex_centre
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.drawing.svg_export import to_svg
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit

A, B = Hex(4, 4), Hex(8, 4)
WOODS = HexContent(terrain=Piece("woods"))
UNIT = HexContent(unit=Unit("infger"))
LEGEND = ComparisonLegend("a.m44", "b.m44", "1 place on the board differs.")


def scenario(**contents: HexContent) -> Scenario:
    return Scenario().with_hexes({{"a": A, "b": B}[name]: each for name, each in contents.items()})


def comparison_svg(drawing: Drawing) -> str:
    return to_svg(drawing, *comparison_size(Scenario()), LIGHT)


def svg_without_colours(drawing: Drawing) -> str:
    return re.sub("#[0-9a-f]{6}", "", comparison_svg(drawing))


@pytest.mark.parametrize("draw_mark", [draw_change_mark, draw_change_sign])
def test_marks_differ_even_without_their_colors(draw_mark: type) -> None:
    assert len({svg_without_colours(draw_mark(kind)) for kind in CHANGE_KINDS}) == len(CHANGE_KINDS)


def test_a_removed_piece_is_drawn_as_a_ghost_on_its_hex() -> None:
    (group,) = draw_changed_hex(scenario(a=UNIT), scenario(), A, "removed")
    assert isinstance(group, Group)
    assert (group.dx, group.dy) == hex_centre(A)
    ghost = group.children[0]
    assert isinstance(ghost, Group)
    assert ghost.opacity < 0.6


def test_a_changed_hex_shows_its_old_content_as_an_inset() -> None:
    (group,) = draw_changed_hex(scenario(a=WOODS), scenario(a=UNIT), A, "changed")
    assert isinstance(group, Group)
    inset = group.children[0]
    assert isinstance(inset, Group)
    assert inset.scale < 0.5
    assert inset.children == tuple(
        node for art in arts_of_hex(scenario(a=WOODS), A) for node in draw_art(art)
    )


def test_an_added_piece_has_no_inset() -> None:
    (group,) = draw_changed_hex(scenario(), scenario(a=UNIT), A, "added")
    assert isinstance(group, Group)
    assert group.children == draw_change_mark("added")


def test_a_piece_that_stays_on_its_hex_is_not_a_ghost() -> None:
    before = scenario(a=replace(WOODS, unit=Unit("infger")), b=WOODS)
    (group,) = draw_changed_hex(before, scenario(a=WOODS), A, "removed")
    assert isinstance(group, Group)
    ghost = group.children[0]
    (unit,) = draw_changed_hex(scenario(a=UNIT), scenario(), A, "removed")
    assert isinstance(unit, Group)
    assert ghost == unit.children[0]


def test_an_arrow_leads_from_one_hex_to_the_other() -> None:
    (forward,), (backward,) = move_arrow(A, B), move_arrow(B, A)
    assert isinstance(forward, Group)
    assert isinstance(backward, Group)
    assert (forward.dx, forward.dy) == (backward.dx, backward.dy)
    assert abs(forward.turn - backward.turn) == 180
    assert forward.turn == 90


def test_the_legend_is_below_the_board_and_counts_the_marks() -> None:
    before, after = scenario(a=WOODS), scenario(b=WOODS)
    picture = comparison_svg(draw_comparison(before, after, {A: "removed", B: "added"}, (), LEGEND))
    for words in ("a.m44", "b.m44", LEGEND.verdict, "1 added", "1 removed", "0 changed"):
        assert words in picture
    assert comparison_size(after)[1] > board_size(after.board)[1]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_colour_is_one_of_the_palette(palette: dict[str, str]) -> None:
    before, after = scenario(a=WOODS, b=UNIT), scenario(a=UNIT)
    drawing = draw_comparison(before, after, {A: "changed", B: "removed"}, [(B, A)], LEGEND)
    assert to_svg(drawing, *comparison_size(after), palette)


def test_a_long_name_or_sentence_stays_within_the_picture() -> None:
    long_legend = ComparisonLegend("x" * 200, "y" * 200, "z " * 300)
    picture = comparison_svg(draw_comparison(Scenario(), Scenario(), {}, (), long_legend))
    assert "x" * 50 not in picture
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"[^>]*>z', picture)]
    assert sizes
    assert sizes[0] < 10
