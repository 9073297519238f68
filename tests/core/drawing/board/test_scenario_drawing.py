from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.reference_data import LAYOUTS

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.scenario_drawing import (
    ALL_LAYERS,
    MARGIN,
    VisibleLayers,
    arts_of_hex,
    board_size,
    draw_board_lines,
    draw_scenario,
    hex_centre,
)
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import Shape
from m44core.drawing.svg_export import to_svg
from m44core.hexes import Direction, Hex
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.resources import scenarios_folder

STANDARD = BOARDS[BoardType.STANDARD]
FULL_HEX = Hex(12, 4)
FULL_CONTENT = HexContent(
    terrain=Piece("river", 2),
    structure=Piece("bunker", 2, owner=Side.AXIS),
    obstacle=Piece("wire"),
    unit=Unit("infger", badge="badge4"),
    tags=(Tag("medal1"), Tag("tag3", side=Side.ALLIES)),
)
SCENARIO = (
    Scenario().with_hexes({FULL_HEX: FULL_CONTENT}).with_labels({FULL_HEX: ("Bridge", "Caen")})
)
SHIPPED_FILES = [p for p in sorted(scenarios_folder().iterdir()) if p.suffix in (".m44", ".yaml")]
EVERY_BOARD = pytest.mark.parametrize("board", BOARDS.values(), ids=repr)


def board_svg(scenario: Scenario, layers: VisibleLayers = ALL_LAYERS) -> str:
    return to_svg(draw_scenario(scenario, layers), *board_size(scenario.board), LIGHT)


def arts_of_plane(plane: PaintingPlane, layers: VisibleLayers = ALL_LAYERS) -> list[Art]:
    return [art for art in arts_of_hex(SCENARIO, FULL_HEX, layers) if art.plane is plane]


@EVERY_BOARD
def test_touching_hexes_are_one_hex_width_apart(board: Board) -> None:
    for hex_ in board.hexes:
        x, y = hex_centre(hex_)
        for other in board.neighbours[hex_]:
            u, v = hex_centre(other)
            assert (x - u) ** 2 + (y - v) ** 2 == pytest.approx(100**2, rel=1e-4)


@EVERY_BOARD
def test_every_hex_lies_inside_the_frame(board: Board) -> None:
    width, height = board_size(board)
    for hex_ in board.hexes:
        x, y = hex_centre(hex_)
        assert MARGIN + 50 <= x <= width - MARGIN - 50
        assert MARGIN + 57 <= y <= height - MARGIN - 57


def test_a_hex_is_drawn_from_the_bottom_up() -> None:
    planes = [art.plane for art in arts_of_hex(SCENARIO, FULL_HEX, ALL_LAYERS)]
    assert planes == sorted(planes, key=list(PaintingPlane).index)
    assert planes.count(PaintingPlane.TAG) == 2


def test_arts_have_the_details_that_determine_their_look() -> None:
    assert arts_of_plane(PaintingPlane.STRUCTURE) == [
        Art(PaintingPlane.STRUCTURE, "bunker", 2, detail=("AXIS",))
    ]
    assert arts_of_plane(PaintingPlane.OBSTACLE) == [
        Art(PaintingPlane.OBSTACLE, "wire", detail=("",))
    ]
    assert arts_of_plane(PaintingPlane.UNIT) == [
        Art(PaintingPlane.UNIT, "infger", detail=(4, "badge4"))
    ]
    assert [art.detail for art in arts_of_plane(PaintingPlane.TAG)] == [
        (0, 2, ""),
        (1, 2, "ALLIES"),
    ]
    assert [art.detail for art in arts_of_plane(PaintingPlane.LABEL)] == [("Bridge", "Caen")]


def test_a_tile_replaces_the_printed_face() -> None:
    assert [art.name for art in arts_of_plane(PaintingPlane.GROUND)] == ["river"]
    assert [a.name for a in arts_of_hex(Scenario(), FULL_HEX)] == ["ground"]


def test_the_figures_of_the_scenario_override_the_usual_ones() -> None:
    reduced_scenario = Scenario().with_hexes({FULL_HEX: HexContent(unit=Unit("infger", figures=1))})
    assert arts_of_hex(reduced_scenario, FULL_HEX)[-1].detail == (1, "")


@pytest.mark.parametrize(
    ("field", "plane"),
    [
        ("structures", PaintingPlane.STRUCTURE),
        ("obstacles", PaintingPlane.OBSTACLE),
        ("units", PaintingPlane.UNIT),
        ("tags", PaintingPlane.TAG),
        ("labels", PaintingPlane.LABEL),
    ],
)
def test_each_layer_can_be_hidden(field: str, plane: PaintingPlane) -> None:
    assert arts_of_plane(plane)
    assert arts_of_plane(plane, replace(ALL_LAYERS, **{field: False})) == []


def test_without_terrain_the_printed_face_shows() -> None:
    assert [a.name for a in arts_of_plane(PaintingPlane.GROUND, VisibleLayers(terrain=False))] == [
        "ground"
    ]


def test_hex_names_are_written_on_demand() -> None:
    names = [a.detail for a in arts_of_hex(Scenario(), FULL_HEX, VisibleLayers(hex_names=True))]
    assert ("G5",) in names
    assert ALL_LAYERS.hex_names is False


def test_all_layers_can_be_hidden() -> None:
    no_layers = VisibleLayers(**{field.name: False for field in fields(VisibleLayers)})
    assert draw_board_lines(STANDARD, no_layers) == ()
    assert len(arts_of_hex(SCENARIO, FULL_HEX, no_layers)) == 1


@pytest.mark.parametrize(
    ("board_type", "columns"),
    [
        (BoardType.STANDARD, [7, 17]),
        (BoardType.BREAKTHROUGH, [7, 17]),
        (BoardType.OVERLORD, [7, 17, 25, 33, 43]),
    ],
)
def test_section_lines_run_along_the_left_edges_of_even_columns(
    board_type: BoardType, columns: list[int]
) -> None:
    lines = [s for s in draw_board_lines(BOARDS[board_type]) if isinstance(s, Shape) and s.dash]
    starts = sorted(float(line.path[1:].split()[0]) for line in lines)
    assert starts == [hex_centre(Hex(column, 1))[0] for column in columns]
    assert starts == [hex_centre(Hex(column + 1, 0))[0] - 50 for column in columns]


def test_the_seam_of_the_overlord_board_is_marked() -> None:
    overlord = draw_board_lines(BOARDS[BoardType.OVERLORD], VisibleLayers(grid=False))
    standard = draw_board_lines(STANDARD, VisibleLayers(grid=False))
    assert len(overlord) == 6
    assert len(standard) == 2


@EVERY_BOARD
def test_the_grid_draws_each_edge_once(board: Board) -> None:
    (grid,) = draw_board_lines(board, VisibleLayers(section_lines=False))
    assert isinstance(grid, Shape)
    edges = [
        frozenset(p) for part in grid.path.split("M")[1:] for p in _corner_pairs(part.split("L"))
    ]
    assert len(edges) == len(set(edges))
    shared_edges = sum(len(neighbours) for neighbours in board.neighbours.values()) // 2
    assert len(edges) == 6 * len(board.hexes) - shared_edges


def _corner_pairs(corners: list[str]) -> list[tuple[str, str]]:
    rounded_corners = [" ".join(f"{float(v):.0f}" for v in corner.split()) for corner in corners]
    return list(pairwise(rounded_corners))


@pytest.mark.parametrize("board_type", BoardType)
@pytest.mark.parametrize("face", Face)
def test_every_empty_board_is_well_formed_svg(board_type: BoardType, face: Face) -> None:
    root = ElementTree.fromstring(board_svg(Scenario(BOARDS[board_type], face)))
    assert root.tag.endswith("svg")
    assert len(root)


def test_a_neighbour_of_the_same_kind_changes_only_the_hexes_around_it() -> None:
    woods = HexContent(terrain=Piece("woods"))
    before = Scenario().with_hexes({FULL_HEX: woods})
    after = before.with_hexes({FULL_HEX.neighbour(Direction.E): woods})
    changed_hexes = {h for h in STANDARD.hexes if arts_of_hex(before, h) != arts_of_hex(after, h)}
    assert changed_hexes == {FULL_HEX, FULL_HEX.neighbour(Direction.E)}


def test_a_change_affects_at_most_the_neighbours() -> None:
    beach = Scenario(face=Face.BEACH)
    for name in ("woods", "road", "hills", "pbeach", "lakeA"):
        after = beach.with_hexes({FULL_HEX: HexContent(terrain=Piece(name))})
        changed_hexes = {
            h for h in STANDARD.hexes if arts_of_hex(beach, h) != arts_of_hex(after, h)
        }
        assert changed_hexes <= {FULL_HEX, *FULL_HEX.neighbours()}


def test_unknown_elements_are_drawn_with_their_name() -> None:
    strange_content = HexContent(
        terrain=Piece("mo<on"), structure=Piece("moonbase"), unit=Unit("infmoon")
    )
    svg = board_svg(Scenario().with_hexes({FULL_HEX: strange_content}))
    assert "mo&lt;on" in svg
    assert "moonbase" in svg
    assert "infmoon" in svg


def test_a_piece_on_the_wrong_layer_is_drawn_with_its_name() -> None:
    strange_content = HexContent(
        terrain=Piece("infger"), obstacle=Piece("hills"), unit=Unit("medal1")
    )
    svg = board_svg(Scenario().with_hexes({FULL_HEX: strange_content}))
    assert all(f">{name}<" in svg for name in ("infger", "hills", "medal1"))


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda p: p.name)
def test_shipped_scenarios_are_drawn_in_both_palettes(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario
    size = board_size(scenario.board)
    for palette in (LIGHT, DARK):
        svg = to_svg(draw_scenario(scenario), *size, palette)
        ElementTree.fromstring(svg)
        assert len(svg) < 400_000


def test_drawing_a_scenario_is_deterministic() -> None:
    assert board_svg(SCENARIO) == board_svg(SCENARIO)


@pytest.mark.bulk
def test_all_published_layouts_are_drawn() -> None:
    for path in LAYOUTS:
        scenario = read_file(path).scenario
        assert scenario
        ElementTree.fromstring(board_svg(scenario))
