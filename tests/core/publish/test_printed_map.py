"""The map of a scenario in printed documents."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from m44core.board import Zone
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.scenario_drawing import (
    ALL_LAYERS,
    board_size,
    draw_scenario,
    hex_centre,
    printed_ground,
)
from m44core.drawing.ground.hex_tile import OVERLAP
from m44core.drawing.ground.printed_ground import ground_colour
from m44core.drawing.shapes.paths import HEX_CORNERS, format_number, polygon
from m44core.drawing.svg_export import to_svg
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.exit_markers import (
    exit_markers,
    with_exit,
    with_exit_sides,
    without_repeated_exits,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Tag
from m44core.publish.paper_and_ink import Ink, ink_palette
from m44core.publish.printed_map import PrintedMap
from m44core.resources import scenarios_folder, shipped_scenarios

EN = renderer_in("en")


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_a_small_map_has_one_outline_per_colour_of_bare_ground(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario
    map_, palette = PrintedMap(scenario, EN), ink_palette(Ink.COLOUR)
    outlines: dict[str, list[str]] = {}
    bare_grounds = []
    for hex_ in scenario.board.hexes:
        _, zone, *shores = printed_ground(scenario, hex_)
        if not any(shores) and not scenario.at(hex_).terrain:
            bare_grounds.append(hex_)
            x, y = hex_centre(hex_)
            corners = [(x + OVERLAP * u, y + OVERLAP * v) for u, v in HEX_CORNERS]
            colour = palette[ground_colour(scenario.face, Zone(zone))]
            outlines.setdefault(colour, []).append(polygon(corners))
    full_counts, small_counts = (
        element_counts(document) for document in (map_.svg, map_.small_svg)
    )
    removed_elements, added_elements = full_counts - small_counts, small_counts - full_counts
    assert removed_elements.total() == len(bare_grounds)
    assert {node_transform(node) for node in removed_elements} == {
        transform_at(hex_centre(hex_)) for hex_ in bare_grounds
    }
    assert added_elements == Counter(
        f'<path d="{"".join(paths)}" fill="{colour}" />' for colour, paths in outlines.items()
    )


def test_ink_saving_maps_with_printed_beach_are_not_reduced() -> None:
    scenario = read_file(scenarios_folder() / "sword-beach.yaml").scenario
    assert scenario
    for ink in (Ink.SAVING, Ink.MONO):
        map_ = PrintedMap(scenario, EN, ink)
        assert map_.small_svg == map_.svg


def element_counts(document: str) -> Counter[str]:
    """Return the number of each element in the body of an SVG map, without definitions."""
    body = ElementTree.fromstring(document.replace(' xmlns="http://www.w3.org/2000/svg"', ""))[-1]
    return Counter(ElementTree.tostring(node, "unicode").strip() for node in body)


def node_transform(node: str) -> str:
    match = re.search(r'transform="(translate[^"]*)"', node)
    assert match, node
    return match[1]


def transform_at(centre: tuple[float, float]) -> str:
    return f"translate({format_number(centre[0])} {format_number(centre[1])})"


def test_a_map_does_not_depend_on_earlier_requests() -> None:
    scenario = read_file(shipped_scenarios()[0]).scenario
    assert scenario
    one, other = PrintedMap(scenario, EN), PrintedMap(scenario, EN)
    assert (one.svg, one.small_svg) == (other.small_svg, other.svg)[::-1]


def test_a_whole_map_equals_the_drawing_of_its_scenario() -> None:
    scenario = read_file(shipped_scenarios()[0]).scenario
    assert scenario
    drawing = draw_scenario(scenario, ALL_LAYERS, EN)
    map_svg = PrintedMap(scenario, EN).svg
    size, title = board_size(scenario.board), scenario.title_in("en")
    assert map_svg == to_svg(drawing, *size, ink_palette(Ink.COLOUR), title)


def test_both_ends_of_a_row_of_exits_are_in_the_colours_of_its_side() -> None:
    row = (Hex(2, 0), Hex(4, 0), Hex(6, 0))
    named = with_exit(Scenario(), row, Side.AXIS)
    unnamed = named.with_hexes({row[-1]: HexContent(tags=(Tag("tag5"),))})
    assert named != unnamed
    assert PrintedMap(unnamed, EN).svg == PrintedMap(named, EN).svg


def test_an_exit_that_a_file_states_twice_is_drawn_once() -> None:
    """The setup list of this scenario says 2 markers: B1 and K1."""
    scenario = read_file(Path("tests/data/boards/4152-PanzerLehrCounterAttack.m44")).scenario
    assert scenario
    (start,) = {hex_ for hex_, _, tag in scenario.tags() if tag.group}
    tag_names = [tag.name for hex_, _, tag in scenario.tags() if hex_ == start]
    assert tag_names == ["tag5", "tag5"]
    single = without_repeated_exits(with_exit_sides(scenario))
    (tag,) = single.at(start).tags
    assert tag.group
    assert exit_markers(single)[0].hexes == exit_markers(scenario)[-1].hexes
    assert PrintedMap(scenario, EN).drawing == draw_scenario(single, ALL_LAYERS, EN)
