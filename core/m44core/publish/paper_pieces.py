"""Paper pieces to cut out: the missing pieces of a scenario, at the size of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from m44core.catalogue.box_kinds import box_with_code, load_boxes
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.extents import Extent, drawing_extent
from m44core.drawing.shapes.paths import HEX_OUTLINE
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH, Drawing, Group
from m44core.drawing.svg_export import to_svg
from m44core.messages import nouns
from m44core.messages.message import Renderer, message
from m44core.publish.content.missing_pieces import CutShape, PaperPiece
from m44core.publish.paper_and_ink import Ink, Paper, ink_palette
from m44core.publish.poster import HEX_MILLIMETRES
from m44core.publish.typesetter import TypesetDocument, Typesetter

_MILLIMETRES = HEX_MILLIMETRES / HEX_WIDTH  # millimetres per unit
_CUT_MARGIN = 2.0  # units between a picture and its cutting line
_MARGIN = 12.0  # millimetres
_GAPS = {
    CutShape.HEX: 3.0,
    CutShape.RECTANGLE: 3.0,
    CutShape.UNIT: 0.0,
    CutShape.TOKEN: 2.0,
}  # millimetres
FIGURE_MILLIMETRES = (20.0, 16.0)
"""Width and height of the counter of a figure: four of them fit on a hex."""
TOKEN_MILLIMETRES = 18.0
"""The largest diameter of a badge, a medal or a marker, which lies on a hex next to figures."""
_HEADING = 10.0  # millimetres


class PagePiece(NamedTuple):
    """A piece on a page: its place on the paper and its size, in millimeters."""

    piece: PaperPiece
    left: float
    top: float
    width: float
    height: float


def arrange_on_pages(pieces: Iterable[PaperPiece], paper: Paper) -> list[list[PagePiece]]:
    """Return pages of pieces, arranged in rows and sorted by shape.

    Counters of figures are next to one another, so that one cut separates two rows of them.
    """
    pages: list[list[PagePiece]] = []
    left, top, row, cut = _MARGIN, _MARGIN + _HEADING, 0.0, CutShape.HEX
    page_width, page_height = paper.size
    order = list(CutShape)
    for piece in sorted(
        pieces, key=lambda each: (order.index(each.cut), each.art.name, each.art.detail)
    ):
        width, height = _piece_size(piece)
        if left + width > page_width - _MARGIN or (piece.cut is not cut and left > _MARGIN):
            left, top, row = _MARGIN, top + row + max(_GAPS[cut], _GAPS[piece.cut]), 0.0
        if not pages or top + height > page_height - _MARGIN:
            pages.append([])
            left, top, row = _MARGIN, _MARGIN + _HEADING, 0.0
        pages[-1].append(PagePiece(piece, left, top, width, height))
        left, row, cut = left + width + _GAPS[piece.cut], max(row, height), piece.cut
    return pages


def _piece_size(piece: PaperPiece) -> tuple[float, float]:
    """Return width and height of a piece, in millimeters."""
    if piece.cut is CutShape.UNIT:
        return FIGURE_MILLIMETRES
    extent = _cut_extent(piece.art, piece.cut)
    if piece.cut is CutShape.TOKEN:
        side = min(extent.width * _MILLIMETRES, TOKEN_MILLIMETRES)
        return side, side
    return extent.width * _MILLIMETRES, extent.height * _MILLIMETRES


def typeset_pieces(
    typesetter: Typesetter,
    title: str,
    pieces: Iterable[PaperPiece],
    renderer: Renderer,
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
    *,
    with_backs: bool = True,
) -> TypesetDocument:
    """Return pages of pieces to cut out, each followed by its backs for duplex printing.

    Args:
        typesetter: The typesetter, with its templates.
        title: The title of the scenario.
        pieces: The pieces to print.
        renderer: Renders the names and headings.
        paper: The paper size.
        ink: The amount of ink to use.
        with_backs: Whether to print backs, which say what each piece is and does.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    pieces = tuple(pieces)
    pages = arrange_on_pages(pieces, paper)
    arts = list(
        {
            page_piece.piece.art: page_piece.piece.cut for page in pages for page_piece in page
        }.items()
    )
    numbers = {art: str(number) for number, (art, _) in enumerate(arts)}
    data = {
        "title": title,
        "author": "",
        "code": renderer.language.code,
        "ink": ink.value,
        "paper": paper.value,
        "width": paper.size[0],
        "heading": renderer.render(message("Paper pieces for {title}", title=title)),
        "backs": renderer.render(
            message("Backs, for duplex printing: flip the paper on the long edge")
        ),
        "with-backs": with_backs,
        "ruler": renderer.render(
            message(
                "Print at actual size (100%), without fitting to the page: this line must be "
                "100 mm long. In duplex printing, the crosses in the corners must line up."
            )
        ),
        "cut": renderer.render(message("Cut along the lines. Four figures fit on a hex.")),
        "none": renderer.render(message("Your boxes contain everything needed")),
        "counts": list(_piece_count_lines(pieces, renderer)),
        "pages": [
            [_piece_data(page_piece, numbers, renderer) for page_piece in page] for page in pages
        ],
    }
    pictures = {numbers[art]: _piece_svg(art, cut, ink) for art, cut in arts}
    return typesetter.typeset("pieces.typ", data, pictures)


def _piece_count_lines(
    pieces: Iterable[PaperPiece], renderer: Renderer
) -> Iterator[dict[str, object]]:
    """Yield the number of pieces of each kind; for figures, also the number of their units."""
    counts, unit_counts = Counter[str](), Counter[str]()
    for piece in pieces:
        name = renderer.sentence(piece.name)
        counts[name] += 1
        unit_counts[name] += piece.begins_unit
    for name, number in sorted(counts.items()):
        is_grouped = 0 < unit_counts[name] < number
        units_text = message("for {units}", units=nouns.units(unit_counts[name]))
        yield {
            "name": name,
            "number": number,
            "units": renderer.render(units_text) if is_grouped else "",
        }


def _piece_data(
    page_piece: PagePiece, numbers: dict[Art, str], renderer: Renderer
) -> dict[str, object]:
    piece = page_piece.piece
    return {
        "picture": numbers[piece.art],
        "name": renderer.sentence(piece.name),
        "does": renderer.sentence(piece.does) if piece.does else "",
        "box": _box_name(piece, renderer),
        "side": piece.side.value.lower() if piece.side else "",
        "cut": piece.cut.value,
        "left": page_piece.left,
        "top": page_piece.top,
        "width": page_piece.width,
        "height": page_piece.height,
    }


def _box_name(piece: PaperPiece, renderer: Renderer) -> str:
    box = box_with_code(piece.box) or load_boxes().get(piece.box)
    return renderer.render(box.title) if box else ""


@cache
def _cut_extent(art: Art, cut: CutShape) -> Extent:
    """Return the cut-out rectangle of a piece's drawing, in units; a square for a token."""
    if cut is CutShape.HEX:
        return Extent(-HEX_WIDTH / 2, -HEX_HEIGHT / 2, HEX_WIDTH / 2, HEX_HEIGHT / 2)
    left, top, right, bottom = drawing_extent(draw_art(art))
    x, y = (left + right) / 2, (top + bottom) / 2
    across, down = (right - left) / 2 + _CUT_MARGIN, (bottom - top) / 2 + _CUT_MARGIN
    if cut is CutShape.TOKEN:
        across = down = max(across, down)
    if cut is CutShape.UNIT:
        ratio = FIGURE_MILLIMETRES[0] / FIGURE_MILLIMETRES[1]
        across = max(across, down * ratio)
        down = across / ratio
    return Extent(x - across, y - down, x + across, y + down)


def _piece_svg(art: Art, cut: CutShape, ink: Ink) -> str:
    extent = _cut_extent(art, cut)
    piece_drawing: Drawing = draw_art(art)
    clip = HEX_OUTLINE if cut is CutShape.HEX else None
    drawing = (Group((Group(piece_drawing, clip=clip),), dx=-extent.left, dy=-extent.top),)
    return to_svg(drawing, extent.width, extent.height, ink_palette(ink))
