"""Draw every element of the catalogue on one sheet: ``contact_sheet.py OUT.svg``.

Look at it after changing any artwork, also small (``--width 48``) and dark (``--dark``): elements
that look alike here will look alike on the board.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element
from m44core.drawing.board.piece_drawing import draw_art, piece_icon
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.paths import HEX_OUTLINE, rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape, Text
from m44core.drawing.svg_export import to_svg

_COLUMNS = 14
_WIDTH, _HEIGHT = 112.0, 142.0  # units a cell
_CAPTION = 66.0  # units under the middle of the picture


def main() -> None:
    """Read the arguments and write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT.svg")
    parser.add_argument("--dark", action="store_true", help="in the colours of the dark theme")
    parser.add_argument("--turns", action="store_true", help="tiles in all their orientations")
    parser.add_argument("--width", type=int, default=112, help="pixels a picture")
    arguments = parser.parse_args()
    cells = list(_orientation_drawings() if arguments.turns else _element_drawings())
    palette = DARK if arguments.dark else LIGHT
    arguments.out.write_text(_sheet_svg(cells, palette, arguments.width), encoding="utf-8")


def _element_drawings() -> Iterator[tuple[str, Drawing]]:
    catalogue = base_catalogue()
    for group in catalogue.groups:
        for element in catalogue.elements.values():
            if element.group == group:
                yield element.name, piece_icon(element.name, catalogue)


def _orientation_drawings() -> Iterator[tuple[str, Drawing]]:
    for element in base_catalogue().elements.values():
        if element.edges:
            yield from _orientation_drawings_of(element)


def _orientation_drawings_of(element: Element) -> Iterator[tuple[str, Drawing]]:
    for number, facing in enumerate(element.facings, 1):
        outline = Shape(HEX_OUTLINE, stroke="grid")
        tile = draw_art(Art(PaintingPlane.GROUND, element.name, number))
        yield f"{element.name} {facing}", (*tile, outline)


def _sheet_svg(cells: list[tuple[str, Drawing]], palette: Mapping[str, str], pixels: int) -> str:
    rows = -(-len(cells) // _COLUMNS)
    width, height = _COLUMNS * _WIDTH, rows * _HEIGHT
    nodes: list[Node] = [Shape(rectangle(0, 0, width, height), fill="frame")]
    for index, (name, drawing) in enumerate(cells):
        x, y = (index % _COLUMNS + 0.5) * _WIDTH, (index // _COLUMNS + 0.45) * _HEIGHT
        nodes.append(Group(drawing, dx=x, dy=y))
        nodes.append(Text(name, x, y + _CAPTION, 11, "frame-line"))
    scale = pixels / _WIDTH
    return to_svg((Group(tuple(nodes), scale=scale),), width * scale, height * scale, palette)


if __name__ == "__main__":
    main()
