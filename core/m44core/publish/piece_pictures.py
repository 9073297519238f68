"""The pictures of the pieces in the setup of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from m44core.drawing.board.board_notes import draw_slope_sample
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.extents import drawing_extent
from m44core.drawing.shapes.paths import HEX_OUTLINE
from m44core.drawing.shapes.shapes import Shape
from m44core.drawing.svg_export import SvgPictures
from m44core.model.scenario import Scenario
from m44core.publish.content.objective_lines import goals_of
from m44core.publish.content.setup_table import (
    BEACH_SLOPE,
    SetupGroup,
    badge_art,
    picture_name,
    setup_groups,
)
from m44core.publish.paper_and_ink import Ink, ink_palette

_MARGIN = 1.5  # units: around a picture, for its outline


def sheet_piece_pictures(scenario: Scenario, ink: Ink = Ink.COLOUR) -> dict[str, str]:
    """Return the pictures of the goals and setup of a sheet as SVG, keyed by name."""
    arts = (*_goal_arts(scenario), *_setup_arts(setup_groups(scenario)))
    palette = ink_palette(ink)
    return {name: _svg_with_palette(art, palette) for name, art in _arts_by_name(arts).items()}


def _arts_by_name(arts: Iterable[Art]) -> dict[str, Art]:
    return {picture_name(art): art for art in arts}


def _goal_arts(scenario: Scenario) -> Iterator[Art]:
    for goal in goals_of(scenario):
        yield from filter(None, (goal.art, goal.further))


def _setup_arts(groups: Iterable[SetupGroup]) -> Iterator[Art]:
    for item in (item for group in groups for item in group.items):
        tiles = (tile for tile, _ in item.tiles)
        yield from (art for art in (item.art, badge_art(item.art), *tiles) if art)


def piece_picture(art: Art, ink: Ink = Ink.COLOUR) -> str:
    """Return the picture of a piece as SVG."""
    return _svg_with_palette(art, ink_palette(ink))


def _svg_with_palette(art: Art, palette: Mapping[str, str]) -> str:
    if BEACH_SLOPE in art.detail:
        drawing = (*draw_art(replace(art, detail=())), *draw_slope_sample())
    else:
        drawing = draw_art(art)
    if art.plane is PaintingPlane.GROUND:
        drawing = (*drawing, Shape(HEX_OUTLINE, stroke="grid", width=1.6, opacity=0.7))
    box = drawing_extent(drawing)
    left, top = box.left - _MARGIN, box.top - _MARGIN
    width, height = box.width + 2 * _MARGIN, box.height + 2 * _MARGIN
    return SvgPictures(drawing, palette).part(drawing, left, top, width, height)
