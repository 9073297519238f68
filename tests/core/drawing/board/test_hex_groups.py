"""Groups of hexes that share a medal or an exit, and the distinct look of each kind."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.board.hex_groups import (
    HexGroup,
    active_medal_terms,
    draw_hex_groups,
    expand_to_groups,
    hex_groups,
)
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, board_size, draw_scenario
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import HEX_HEIGHT, Shape
from m44core.drawing.svg_export import to_svg
from m44core.drawing.tokens.medal_art import EXIT, HELD
from m44core.hexes import Hex
from m44core.model.objective_medals import BOOLEAN_TERMS
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Tag

BOARD = BOARDS[BoardType.STANDARD]


def hex_named(name: str) -> Hex:
    return BOARD.hex(name)


def scenario_with(**tags: Tag) -> Scenario:
    return Scenario(hexes={hex_named(name): HexContent(tags=(tag,)) for name, tag in tags.items()})


def medal_tag(*group: str, **terms: bool) -> Tag:
    return Tag("medal1", group=tuple(map(hex_named, group)), medal=MedalTerms(**terms))  # type: ignore[arg-type]  # each term has its type


def svg_of(scenario: Scenario, palette: object = LIGHT) -> str:
    size = board_size(scenario.board)
    return to_svg(draw_scenario(scenario), *size, palette)  # type: ignore[arg-type]  # any palette will do


@pytest.mark.rule("V-MED-02")
def test_the_hexes_of_a_medal_are_a_group_of_its_kind_and_side() -> None:
    (group,) = hex_groups(scenario_with(G5=medal_tag("H5", "g6", majority=True)))
    assert group == HexGroup(
        frozenset(map(hex_named, ("G5", "H5", "g6"))), ("majority",), Side.ALLIES
    )


@pytest.mark.rule("V-EXIT-02")
def test_the_hexes_between_two_markers_turned_sideways_are_an_exit_line() -> None:
    end_tags = {name: Tag("tag5", side=Side.AXIS) for name in ("C1", "F1")}
    (group,) = hex_groups(scenario_with(**end_tags))
    assert group.kind == (EXIT,)
    assert {BOARD.name(hex_) for hex_ in group.hexes} == {"C1", "D1", "E1", "F1"}


def test_medals_that_name_each_other_are_one_group() -> None:
    assert len(hex_groups(scenario_with(G5=medal_tag("H5"), H5=medal_tag("G5")))) == 1


def test_a_single_hex_is_not_a_group() -> None:
    assert hex_groups(scenario_with(G5=medal_tag(), H5=Tag("tag4"))) == ()


def test_one_hex_of_a_group_is_expanded_to_all_its_hexes() -> None:
    scenario = scenario_with(G5=medal_tag("H5", "K3"))
    assert expand_to_groups(scenario, {hex_named("K3")}) == {
        hex_named("G5"),
        hex_named("H5"),
        hex_named("K3"),
    }
    assert expand_to_groups(scenario, {hex_named("A1")}) == frozenset()


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("group", [(), ("H5", "g6")], ids=["one hex", "group"])
def test_every_kind_of_medal_looks_different(palette: object, group: tuple[str, ...]) -> None:
    kinds = [{}, *({term: True} for term in BOOLEAN_TERMS), {"permanent": True, "turn_start": True}]
    scenarios = [scenario_with(G5=medal_tag(*group, **kind)) for kind in kinds]
    assert len({svg_of(scenario, palette) for scenario in scenarios}) == len(kinds)


def test_lines_differ_by_kind_even_without_their_colours_and_signs() -> None:
    hexes = frozenset(map(hex_named, ("G5", "H5")))
    kinds = [(HELD,), ("permanent",), ("turn_start",), ("majority",), ("last_to_occupy",)]
    lines = [draw_hex_groups([HexGroup(hexes, kind, Side.ALLIES)])[1] for kind in kinds]
    assert len({line.dash for line in lines if isinstance(line, Shape)}) == len(kinds)


@given(st.sets(st.sampled_from(BOARD.hexes), min_size=1, max_size=12))
def test_outlines_stay_inside_their_hexes(hexes: set[Hex]) -> None:
    nodes = draw_hex_groups([HexGroup(frozenset(hexes), (HELD,), None)])
    outlines = [node.path for node in nodes if isinstance(node, Shape)][::2]
    points = [p for path in outlines for p in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]
    assert points
    assert all(path.endswith("Z") for path in outlines)
    for x, y in points:
        distances = (dist((float(x), float(y)), hex_centre(hex_)) for hex_ in hexes)
        assert min(distances) < HEX_HEIGHT / 2 - 2


def test_hidden_medals_hide_their_groups() -> None:
    scenario = scenario_with(G5=medal_tag("H5"))
    layers_without_tags = replace(ALL_LAYERS, tags=False)
    assert draw_scenario(scenario, layers_without_tags) == draw_scenario(
        Scenario(), layers_without_tags
    )


def test_an_older_term_for_a_kind_is_accepted() -> None:
    assert active_medal_terms(Tag("medal1", behavior="hex-majority-medal"), base_catalogue()) == (
        "majority",
    )


def test_a_board_without_groups_does_not_load_the_shape_library() -> None:
    code = (
        "import sys; from m44core.drawing.board.scenario_drawing import draw_scenario;"
        "from m44core.model.scenario import Scenario; draw_scenario(Scenario());"
        "sys.exit('shapely' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_group_worth_a_medal_to_each_side_belongs_to_neither() -> None:
    tags = tuple(Tag(name, group=(Hex(2, 0),)) for name in ("medal2", "medal6"))
    (group,) = hex_groups(Scenario(hexes={Hex(0, 0): HexContent(tags=tags)}))
    assert group.side is None
