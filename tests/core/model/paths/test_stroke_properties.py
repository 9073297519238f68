"""Properties that hold for every stroke of the path brush."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.hexes import Direction, Hex
from m44core.model.paths import Route, draw_line, extend_route
from m44core.model.paths.path_families import EDGES, PathFamily, load_path_families
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent

pytestmark = pytest.mark.bulk

LINE_FAMILIES = [family for family in load_path_families().values() if not family.area]
FAMILY = st.sampled_from(LINE_FAMILIES)
BOARD = st.sampled_from(list(BOARDS.values()))


@st.composite
def strokes(draw_: st.DrawFn, scenario: Scenario, family: PathFamily, most: int = 6) -> Route:
    """Draw the route of a stroke over random hexes, some of them off the board."""
    board = scenario.board
    route: Route = ()
    for number in range(draw_(st.integers(1, most))):
        hex_on_board = draw_(st.sampled_from(board.hexes))
        can_leave_board = draw_(st.booleans()) and number > 0 and route
        next_hexes = list(route[-1].neighbours()) if can_leave_board else [hex_on_board]
        route = extend_route(board, family, route, draw_(st.sampled_from(next_hexes)))
    return route


def tile_edges(scenario: Scenario, hex_: Hex, network: str) -> frozenset[Direction]:
    """Return the edges at which the tile on a hex joins a network, according to the catalogue."""
    tile = scenario.at(hex_).terrain
    element = base_catalogue().get(tile.name) if tile else None
    turns = element.edges.get(network) if element else None
    return turns[tile.orientation - 1] if tile and turns else frozenset()


def direction_to(start: Hex, end: Hex) -> Direction:
    return next(edge for edge in EDGES if start.neighbour(edge) == end)


def crossed_edges(route: Route) -> dict[Hex, set[Direction]]:
    """Return, for each hex of a stroke, the edges that the stroke crosses."""
    links: dict[Hex, set[Direction]] = {hex_: set() for hex_ in route}
    for start, end in pairwise(route):
        links[start].add(direction_to(start, end))
        links[end].add(direction_to(end, start))
    return links


@st.composite
def strokes_on_empty_boards(draw_: st.DrawFn) -> tuple[Scenario, PathFamily, Route]:
    """Draw an empty board, a family and the route of a stroke on it."""
    family, empty_scenario = draw_(FAMILY), Scenario(board=draw_(BOARD))
    return empty_scenario, family, draw_(strokes(empty_scenario, family))


@settings(max_examples=300, deadline=None)
@given(strokes_on_empty_boards())
def test_hexes_of_a_stroke_are_joined_wherever_there_is_a_tile(
    stroke: tuple[Scenario, PathFamily, Route],
) -> None:
    (empty_scenario, family, route), board = stroke, stroke[0].board
    result = draw_line(empty_scenario, family, route)
    hexes_with_gaps = {each.hex for each in result.gaps}
    for hex_, next_hex in pairwise(route):
        if {hex_, next_hex} <= board.index.keys() and not {hex_, next_hex} & hexes_with_gaps:
            assert direction_to(hex_, next_hex) in tile_edges(result.scenario, hex_, family.network)
            assert direction_to(next_hex, hex_) in tile_edges(
                result.scenario, next_hex, family.network
            )


@settings(max_examples=300, deadline=None)
@given(strokes_on_empty_boards())
def test_no_tile_could_fill_a_reported_gap(stroke: tuple[Scenario, PathFamily, Route]) -> None:
    empty_scenario, family, route = stroke
    links_by_hex, elements = crossed_edges(route), base_catalogue().elements
    for each in draw_line(empty_scenario, family, route).gaps:
        turns = [turn for name in family.tiles for turn in elements[name].edges[family.network]]
        assert family.side or not any(links_by_hex[each.hex] <= turn for turn in turns)


@st.composite
def boards_with_lines(draw_: st.DrawFn) -> Scenario:
    """Draw a board with lines of several families that cross each other."""
    scenario = Scenario(board=BOARDS[BoardType.STANDARD], face=draw_(st.sampled_from(Face)))
    for _ in range(draw_(st.integers(0, 4))):
        family = draw_(st.sampled_from(list(load_path_families().values())))
        scenario = draw_line(scenario, family, draw_(strokes(scenario, family, 3))).scenario
    return scenario


@settings(max_examples=300, deadline=None)
@given(st.data(), boards_with_lines(), st.sampled_from(list(load_path_families().values())))
def test_drawing_a_line_twice_changes_nothing(
    data: st.DataObject, scenario: Scenario, family: PathFamily
) -> None:
    route = data.draw(strokes(scenario, family))
    drawn_scenario = draw_line(scenario, family, route).scenario
    assert draw_line(drawn_scenario, family, route).scenario is drawn_scenario


@settings(max_examples=200, deadline=None)
@given(
    st.data(),
    st.from_type(Scenario),
    st.sampled_from(list(load_path_families().values())),
    st.integers(0, 9),
    st.booleans(),
)
def test_a_stroke_changes_only_the_ground(
    data: st.DataObject, scenario: Scenario, family: PathFamily, choice: int, branch: bool
) -> None:
    route = data.draw(strokes(scenario, family))
    after = draw_line(scenario, family, route, choice=choice, branch=branch).scenario
    assert {
        h: pieces_above_structure(c)
        for h, c in after.hexes.items()
        if any(pieces_above_structure(c))
    } == {
        h: pieces_above_structure(c)
        for h, c in scenario.hexes.items()
        if any(pieces_above_structure(c))
    }
    nearby_hexes = {hex_ for step in route for hex_ in (step, *step.neighbours())}
    changed_hexes = [h for h in scenario.board.hexes if after.at(h) is not scenario.at(h)]
    assert (
        set(changed_hexes) <= nearby_hexes
        or draw_line(scenario, family, route, branch=True).scenario != after
    )


def pieces_above_structure(content: HexContent) -> tuple[object, ...]:
    """Return the content of a hex above its tile and structure."""
    return content.unit, content.obstacle, content.tags, content.extra or None
