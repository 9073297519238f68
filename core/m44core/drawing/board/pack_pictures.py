"""Pictures of user-pack pieces, on the same counters and frames as the built-in pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Side
from m44core.drawing.ground.hex_tile import tile
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH, Drawing, Group, Node, Text
from m44core.drawing.svg_import import import_svg
from m44core.drawing.tokens.badge_art import draw_badge, draw_pack_badge
from m44core.drawing.tokens.tag_art import tag_painter
from m44core.drawing.units.unit_counter import FIGURE_PLACE, draw_counter, figure_count, nation_mark

_PIECE_SIZE = 84.0  # units: a structure or an obstacle does not cover the rim of its hex
_FIGURE_SIZE = (46.0, 32.0)
_TOKEN_SIZE = 22.0


def pack_painter(name: str, catalogue: Catalogue) -> Callable[[Art], Drawing] | None:
    """Return the painter of a pack piece with its own SVG; None if it has none.

    Raises:
        PackError: the SVG cannot be drawn.
    """
    element = catalogue.get(name)
    if element is None or not element.picture.endswith(".svg"):
        return None
    return _PAINTERS[element.layer](element)


def borrowed_picture_name(name: str, catalogue: Catalogue) -> str | None:
    """Return the .m44 name of the piece whose picture a pack piece uses; None if it uses none."""
    element = catalogue.get(name)
    if element is None or not element.picture or element.picture.endswith(".svg"):
        return None
    nation = element.nation.name if element.nation and element.layer is Layer.UNIT else ""
    return element.picture + nation


def _ground_painter(element: Element) -> Callable[[Art], Drawing]:
    picture = import_svg(Path(element.picture), HEX_WIDTH, HEX_HEIGHT)
    return lambda art: tile(Group(picture, turn=-60.0 * (art.orientation - 1)))


def _piece_painter(element: Element) -> Callable[[Art], Drawing]:
    picture = import_svg(Path(element.picture), _PIECE_SIZE, _PIECE_SIZE)
    bearings = element.bearings or (0,)

    def paint(art: Art) -> Drawing:
        bearing = bearings[min(art.orientation, len(bearings)) - 1]
        return (Group(picture, turn=float(bearing - bearings[0])),)

    return paint


def _unit_painter(element: Element) -> Callable[[Art], Drawing]:
    livery = Livery(element.nation.name if element.nation else "us")
    x, y, _ = FIGURE_PLACE
    flip = livery.side is Side.AXIS
    silhouette = _recoloured_drawing(import_svg(Path(element.picture), *_FIGURE_SIZE), livery.ink)
    figure = Group(silhouette, dx=x, dy=y, flip=flip)
    ground = (*draw_counter(livery, elite=element.elite), figure, *nation_mark(livery))

    def paint(art: Art) -> Drawing:
        figures, badge = (*art.detail, "", "")[:2]
        count = figure_count(figures) if isinstance(figures, int) else ()
        return (*ground, *count, *(draw_badge(str(badge), art.catalogue) if badge else ()))

    return paint


def _recoloured_drawing(drawing: Drawing, ink: str) -> Drawing:
    """Return a drawing with its black replaced by the ink of a nation's counter."""

    def recolour(node: Node) -> Node:
        if isinstance(node, Group):
            return replace(node, children=tuple(map(recolour, node.children)))
        if isinstance(node, Text):
            return node
        fill = ink if node.fill == _BLACK else node.fill
        return replace(node, fill=fill, stroke=ink if node.stroke == _BLACK else node.stroke)

    return tuple(map(recolour, drawing))


_BLACK = "#000000"


def _badge_painter(element: Element) -> Callable[[Art], Drawing]:
    return lambda art: (Group(draw_pack_badge(element.name, art.catalogue), scale=3.0),)


def _tag_painter(element: Element) -> Callable[[Art], Drawing]:
    return tag_painter(import_svg(Path(element.picture), _TOKEN_SIZE, _TOKEN_SIZE))


_PAINTERS = {
    Layer.TERRAIN: _ground_painter,
    Layer.STRUCTURE: _piece_painter,
    Layer.OBSTACLE: _piece_painter,
    Layer.UNIT: _unit_painter,
    Layer.BADGE: _badge_painter,
    Layer.TAG: _tag_painter,
}
