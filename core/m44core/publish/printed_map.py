"""The map of a scenario in printed documents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from m44core.board import Zone
from m44core.drawing.board.scenario_drawing import (
    ALL_LAYERS,
    VisibleLayers,
    board_size,
    draw_scenario,
    hex_centre,
    printed_ground,
)
from m44core.drawing.ground.hex_tile import OVERLAP
from m44core.drawing.ground.printed_ground import ground_colour
from m44core.drawing.shapes.extents import Extent, visible_nodes
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape
from m44core.drawing.svg_export import SvgPictures
from m44core.hexes import Hex
from m44core.messages.message import Renderer
from m44core.model.exit_markers import with_exit_sides, without_repeated_exits
from m44core.model.scenario import Scenario
from m44core.publish.half_maps import half_extents, seam_marks
from m44core.publish.paper_and_ink import Ink, ink_palette


class PrintedMap:
    """A map that is drawn once for all documents that contain it.

    Args:
        scenario: The scenario.
        renderer: Renders the title and the frame.
        ink: The amount of ink it uses.
        show: The layers to draw.
    """

    def __init__(
        self,
        scenario: Scenario,
        renderer: Renderer,
        ink: Ink = Ink.COLOUR,
        show: VisibleLayers = ALL_LAYERS,
    ) -> None:
        self._ink = ink
        self._scenario = without_repeated_exits(with_exit_sides(scenario))
        self._renderer = renderer
        self._show = show

    @cached_property
    def drawing(self) -> Drawing:
        """The map as shapes, with the origin in the upper left corner."""
        return draw_scenario(self._scenario, self._show, self._renderer)

    @cached_property
    def svg(self) -> str:
        """The map as an SVG document with a title."""
        title = self._scenario.title_in(self._renderer.language.code)
        return self._pictures.document(*board_size(self._scenario.board), title)

    @cached_property
    def small_svg(self) -> str:
        """The map for a small picture: as SVG, with printed ground in plain colors.

        The texture of the ground takes a quarter of the time and is hardly visible there. Shores
        keep it, and so does a map that saves ink, where the texture distinguishes beach from land.
        """
        if self._ink is not Ink.COLOUR:
            return self.svg
        board, hexes_by_colour = self._scenario.board, dict[str, list[Hex]]()
        for hex_ in board.hexes:
            _, zone, *shores = printed_ground(self._scenario, hex_)
            if self._scenario.at(hex_).terrain is None and not any(shores):
                colour = ground_colour(self._scenario.face, Zone(zone))
                hexes_by_colour.setdefault(colour, []).append(hex_)
        plain_hexes = {hex_ for hexes in hexes_by_colour.values() for hex_ in hexes}
        start = next(
            index for index, node in enumerate(self.drawing) if _is_at_hex(node, board.hexes[0])
        )
        end = start + len(board.hexes)  # the ground of each hex comes after the frame
        ground_nodes = zip(board.hexes, self.drawing[start:end], strict=True)
        nodes = (
            *self.drawing[:start],
            *(
                Shape("".join(map(_hex_outline, hexes)), colour)
                for colour, hexes in hexes_by_colour.items()
            ),
            *(node for hex_, node in ground_nodes if hex_ not in plain_hexes),
            *self.drawing[end:],
        )
        return self.part(nodes, Extent(0, 0, *board_size(board)))

    def windows(self, windows: Sequence[Extent]) -> list[str]:
        """Return an SVG document for each of the given rectangles of the map."""
        if len(windows) == 1 and windows[0] == (0, 0, *board_size(self._scenario.board)):
            return [self.svg]
        nodes_by_window = visible_nodes(self.drawing, windows)
        return [self.part(*each) for each in zip(nodes_by_window, windows, strict=True)]

    def halves(self) -> list[str]:
        """Return an SVG document for each half of an Overlord board, with a marked seam."""
        board = self._scenario.board
        windows = half_extents(board)
        nodes_by_window = visible_nodes(self.drawing, windows)
        return [
            self.part((*nodes, *marks), window)
            for nodes, marks, window in zip(
                nodes_by_window, seam_marks(board), windows, strict=True
            )
        ]

    def part(self, nodes: Drawing, window: Extent) -> str:
        """Return an SVG document of the rectangle *window* of the map, showing only *nodes*."""
        return self._pictures.part(nodes, window.left, window.top, window.width, window.height)

    @cached_property
    def _pictures(self) -> SvgPictures:
        return SvgPictures(self.drawing, ink_palette(self._ink))


def _is_at_hex(node: Node, hex_: Hex) -> bool:
    return isinstance(node, Group) and (node.dx, node.dy) == hex_centre(hex_)


def _hex_outline(hex_: Hex) -> str:
    x, y = hex_centre(hex_)
    return polygon([(x + OVERLAP * u, y + OVERLAP * v) for u, v in HEX_CORNERS])
