"""Drawing a scenario: the frame, the ground and the pieces of every hex, and the lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil

from m44core.board import Board, BoardType, Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.drawing.board.board_layout import MARGIN, board_size, hex_centre
from m44core.drawing.board.board_notes import draw_beach_slopes, draw_unmarked_trait_signs
from m44core.drawing.board.frame import ENGLISH_RENDERER, draw_frame
from m44core.drawing.board.hex_groups import active_medal_terms, draw_hex_groups, hex_groups
from m44core.drawing.board.hex_labels import draw_label, is_label_cut
from m44core.drawing.board.label_places import (
    is_usual_place_clear,
    label_places,
    small_label_place,
)
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.ground.hex_tile import VARIANTS, variant_of
from m44core.drawing.ground.tile_joins import tile_detail, zone_edge_mask
from m44core.drawing.shapes.art import Art, PaintingPlane, catalogue_if_from_pack
from m44core.drawing.shapes.paths import HEX_CORNERS, format_number, polygon
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape
from m44core.hexes import Hex
from m44core.messages.message import Renderer
from m44core.model.figure_nations import shown_briefing
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44core.model.unit_profiles import figures_on
from m44core.values import dataclass

__all__ = [
    "ALL_LAYERS",
    "MARGIN",
    "VisibleLayers",
    "arts_of_hex",
    "board_size",
    "draw_board_lines",
    "draw_frame",
    "draw_scenario",
    "hex_centre",
    "hexes_with_cut_labels",
    "printed_ground",
]


@dataclass(frozen=True, slots=True)
class VisibleLayers:
    """The layers of a scenario to draw.

    Attributes:
        terrain: Hex tiles; without them the printed face is visible.
        structures: Bunkers, bridges and other rectangular tiles.
        obstacles: Wire, sandbags, hedgehogs.
        units: Units with their badges.
        tags: Medals, exit markers, mines, and the outlines of hexes that share one.
        labels: The text on hexes.
        hex_names: The name of every hex, such as ``A9``.
        grid: The outlines of the hexes.
        section_lines: The dashed lines between the sections.
        coordinates: The letters and numbers along the edges of the board.
        title: The title in the frame.
        missing_owners: The question mark on pieces that need an owner and have none.
        label_size: The smallest type size of labels and frame, in units; 0 for the usual minimum.
    """

    terrain: bool = True
    structures: bool = True
    obstacles: bool = True
    units: bool = True
    tags: bool = True
    labels: bool = True
    hex_names: bool = False
    grid: bool = True
    section_lines: bool = True
    coordinates: bool = True
    title: bool = True
    missing_owners: bool = True
    label_size: float = 0.0


ALL_LAYERS = VisibleLayers()


def arts_of_hex(scenario: Scenario, hex_: Hex, show: VisibleLayers = ALL_LAYERS) -> tuple[Art, ...]:
    """Return the pictures on one hex, from the bottom up.

    They depend on the content of the hex and, if its terrain continues, on its six neighbors.
    """
    pieces = (*_piece_arts(scenario, hex_, show), *_name_arts(scenario, hex_, show))
    return (
        *_ground_arts(scenario, hex_, show),
        *pieces,
        *_label_arts(scenario, hex_, show, pieces),
    )


def _ground_arts(scenario: Scenario, hex_: Hex, show: VisibleLayers) -> Iterator[Art]:
    tile = scenario.at(hex_).terrain if show.terrain else None
    variant = variant_of(hex_, VARIANTS)
    if tile is None:
        yield Art(PaintingPlane.GROUND, "ground", 1, variant, printed_ground(scenario, hex_))
    else:
        detail = tile_detail(scenario, hex_, tile.name)
        art_catalogue = catalogue_if_from_pack(scenario.catalogue, tile.name)
        yield Art(PaintingPlane.GROUND, tile.name, tile.orientation, variant, detail, art_catalogue)


def printed_ground(scenario: Scenario, hex_: Hex) -> tuple[str, str, int, int]:
    """Return the printed ground of a hex, as if it had no tile.

    Returns:
        The face of the board, the zone, and the edges towards sea and towards beach, as masks.
    """
    zone = scenario.board.zone(scenario.face, hex_)
    sea_edges = zone_edge_mask(scenario, hex_, Zone.OCEAN) if zone is Zone.BEACH else 0
    beach_edges = zone_edge_mask(scenario, hex_, Zone.BEACH) if zone is not Zone.BEACH else 0
    return scenario.face.value, zone.value, sea_edges, beach_edges


def _piece_arts(scenario: Scenario, hex_: Hex, show: VisibleLayers) -> Iterator[Art]:
    content, catalogue = scenario.at(hex_), scenario.catalogue
    if content.structure and show.structures:
        yield _rectangular_piece_art(PaintingPlane.STRUCTURE, content.structure, catalogue, show)
    if content.obstacle and show.obstacles:
        yield _rectangular_piece_art(PaintingPlane.OBSTACLE, content.obstacle, catalogue, show)
    if content.unit and show.units:
        unit, figures = content.unit, figures_on(scenario, hex_)
        detail = (figures, unit.badge or "", *((unit.equipment,) if unit.equipment else ()))
        art_catalogue = catalogue_if_from_pack(catalogue, unit.name, unit.badge or "")
        yield Art(PaintingPlane.UNIT, unit.name, detail=detail, catalogue=art_catalogue)
    for index, tag in enumerate(content.tags if show.tags else ()):
        side = tag.side.value if tag.side else ""
        detail = (index, len(content.tags), side, *active_medal_terms(tag, catalogue))
        art_catalogue = catalogue_if_from_pack(catalogue, tag.name)
        yield Art(PaintingPlane.TAG, tag.name, detail=detail, catalogue=art_catalogue)


def _rectangular_piece_art(
    plane: PaintingPlane, piece: Piece, catalogue: Catalogue, show: VisibleLayers
) -> Art:
    owner = piece.owner.value if piece.owner else ""
    detail = (owner,) if owner or show.missing_owners else ()  # without a detail, no mark
    art_catalogue = catalogue_if_from_pack(catalogue, piece.name)
    return Art(plane, piece.name, piece.orientation, detail=detail, catalogue=art_catalogue)


def _name_arts(scenario: Scenario, hex_: Hex, show: VisibleLayers) -> Iterator[Art]:
    if show.hex_names:
        yield Art(PaintingPlane.NAME, "hex-name", detail=(scenario.board.name(hex_),))


def _label_arts(
    scenario: Scenario, hex_: Hex, show: VisibleLayers, pieces: tuple[Art, ...]
) -> Iterator[Art]:
    """Yield the label of a hex, clear of *pieces* on it and of those on the hexes around it."""
    lines = scenario.labels.get(hex_)
    if not lines or not show.labels:
        return
    place = 0
    if not is_usual_place_clear(lines, pieces):
        arts = ((0.0, 0.0, art) for art in pieces)
        place = small_label_place(lines, (*arts, *_neighboring_arts(scenario, hex_, show)))
    yield Art(PaintingPlane.LABEL, "label", variant=place, detail=lines)


def _neighboring_arts(
    scenario: Scenario, hex_: Hex, show: VisibleLayers
) -> Iterator[tuple[float, float, Art]]:
    """Yield pieces and labels of the neighboring hexes, each with its distance from *hex_*."""
    x, y = hex_centre(hex_)
    for near_hex in scenario.board.neighbours[hex_]:
        near_x, near_y = hex_centre(near_hex)
        label = Art(PaintingPlane.LABEL, "label", detail=scenario.labels.get(near_hex, ()))
        for art in (*_piece_arts(scenario, near_hex, show), label):
            yield near_x - x, near_y - y, art


def draw_board_lines(board: Board, show: VisibleLayers = ALL_LAYERS) -> Drawing:
    """Return the lines between ground and pieces: hex outlines and section lines."""
    grid = (
        Shape(_hex_grid_path(board), stroke="grid", width=0.8, opacity=0.35) if show.grid else None
    )
    lines = _section_lines(board) if show.section_lines else ()
    return (*((grid,) if grid else ()), *lines)


def _hex_grid_path(board: Board) -> str:
    """Return the path data of all hex outlines, with each edge only once."""
    paths = []
    for hex_ in board.hexes:
        x, y = hex_centre(hex_)
        corners = [(x + u, y + v) for u, v in HEX_CORNERS]
        paths.append(
            polygon(corners[:4], closed=False)
        )  # only the eastern half: the rest belongs to a neighbor
        west = [corners[i] for i in (3, 4, 5, 0)]
        is_board_edge = [other not in board for other in hex_.neighbours()[2:5]]
        paths += [polygon(west[i : i + 2], closed=False) for i in range(3) if is_board_edge[i]]
    return "".join(paths)


def _section_lines(board: Board) -> Drawing:
    """Return the section lines, and the seam of the two halves of an Overlord board (B-SECT-02)."""
    columns = {*board.lines, *board.subsection_lines}
    lines = [
        _section_line(board, column, 3.7 if column in board.lines else 2.6) for column in columns
    ]
    seam = [_overlord_seam(board)] if board.type is BoardType.OVERLORD else []
    return (*seam, *lines)


def _section_line(board: Board, column: int, width: float) -> Shape:
    return Shape(
        _vertical_path(board, column),
        stroke="section",
        width=width,
        dash=(19, 4.8),
        round=False,
        opacity=0.85,
    )


def _overlord_seam(board: Board) -> Shape:
    return Shape(_vertical_path(board, board.last_col // 2), stroke="paper", width=8, opacity=0.6)


def _vertical_path(board: Board, column: int) -> str:
    x = hex_centre(Hex(column, 0))[0]
    bottom = board_size(board)[1] - MARGIN
    return f"M{format_number(x)} {format_number(MARGIN)}V{format_number(bottom)}"


def hexes_with_cut_labels(scenario: Scenario, show: VisibleLayers) -> list[Hex]:
    """Return the hexes whose labels lose letters on a printed map."""
    size = ceil(show.label_size)
    if not any(is_label_cut(lines, size) for lines in scenario.labels.values()):
        return []
    arts = {hex_: arts_of_hex(scenario, hex_, show) for hex_ in scenario.board.hexes}
    places = label_places(scenario, size, arts)
    return [
        hex_ for hex_, place in places.items() if is_label_cut(scenario.labels[hex_], size, place)
    ]


def _large_labels(
    scenario: Scenario, arts: Mapping[Hex, tuple[Art, ...]], size: int
) -> Iterator[Node]:
    """Yield the labels in type of at least *size* units, clear of units and markers."""
    for hex_, place in label_places(scenario, size, arts).items():
        x, y = hex_centre(hex_)
        yield Group(draw_label(scenario.labels[hex_], size, place), dx=x, dy=y)


def draw_scenario(
    scenario: Scenario, show: VisibleLayers = ALL_LAYERS, renderer: Renderer = ENGLISH_RENDERER
) -> Drawing:
    """Return the board with everything on it; its origin is the upper left corner.

    Question marks on pieces without an owner are only for editing, and are left out.

    Args:
        scenario: The scenario to draw.
        show: Which layers are drawn.
        renderer: The language of the title and of the frame.
    """
    scenario, board = scenario.with_labels_in(renderer.language.code), scenario.board
    show = replace(show, missing_owners=False)
    planes: dict[PaintingPlane, list[Node]] = {plane: [] for plane in PaintingPlane}
    has_large_labels = show.labels and show.label_size > 0
    arts = {
        hex_: arts_of_hex(
            scenario, hex_, replace(show, labels=show.labels and not has_large_labels)
        )
        for hex_ in board.hexes
    }
    for hex_ in board.hexes:
        x, y = hex_centre(hex_)
        for art in arts[hex_]:
            planes[art.plane].append(Group(draw_art(art), dx=x, dy=y))
    if has_large_labels:
        planes[PaintingPlane.LABEL] += _large_labels(scenario, arts, ceil(show.label_size))
    outlines = draw_hex_groups(hex_groups(scenario)) if show.tags else ()
    slopes = draw_beach_slopes(scenario) if show.terrain else ()
    planes[PaintingPlane.LINES] = [*draw_board_lines(board, show), *slopes, *outlines]
    if show.units:
        planes[PaintingPlane.UNIT] += draw_unmarked_trait_signs(scenario)
    title = scenario.title_in(renderer.language.code) if show.title else ""
    frame = draw_frame(
        board,
        scenario.face,
        shown_briefing(scenario),
        title,
        renderer,
        coordinates=show.coordinates,
        min_type=show.label_size,
    )
    return (*frame, *(node for nodes in planes.values() for node in nodes))
