"""Paper pieces to cut out: the missing pieces of a scenario, at the size of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from m44core.drawing.board.piece_drawing import draw
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.extents import Extent, drawing_extent
from m44core.drawing.shapes.paths import HEX_OUTLINE
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH, Drawing, Group
from m44core.drawing.svg_export import to_svg
from m44core.messages.message import Words, message
from m44core.publish.content.missing_pieces import Cut, PaperPiece
from m44core.publish.paper_and_ink import Ink, Paper, ink_palette
from m44core.publish.poster import HEX_MILLIMETRES
from m44core.publish.typesetter import TypesetDocument, Typesetter

_MILLIMETRES = HEX_MILLIMETRES / HEX_WIDTH  # millimetres per unit
_CUT_MARGIN = 2.0  # units between a picture and its cutting line
_MARGIN, _GAP = 12.0, 3.0  # millimetres
_HEADING = 10.0  # millimetres


class PagePiece(NamedTuple):
    """A piece on a page: its place on the paper and its size, in millimeters."""

    piece: PaperPiece
    left: float
    top: float
    width: float
    height: float


def arrange_on_pages(pieces: Iterable[PaperPiece], paper: Paper) -> list[list[PagePiece]]:
    """Arrange pieces in rows on as many pages as needed, sorted by shape."""
    pages: list[list[PagePiece]] = []
    left, top, row = _MARGIN, _MARGIN + _HEADING, 0.0
    wide, high = paper.size
    order = list(Cut)
    for piece in sorted(pieces, key=lambda one: (order.index(one.cut), one.art.name)):
        shown = _extent(piece.art, piece.cut)
        width, height = shown.width * _MILLIMETRES, shown.height * _MILLIMETRES
        if left + width > wide - _MARGIN:
            left, top, row = _MARGIN, top + row + _GAP, 0.0
        if not pages or top + height > high - _MARGIN:
            pages.append([])
            left, top, row = _MARGIN, _MARGIN + _HEADING, 0.0
        pages[-1].append(PagePiece(piece, left, top, width, height))
        left, row = left + width + _GAP, max(row, height)
    return pages


def typeset_pieces(
    typesetter: Typesetter,
    title: str,
    pieces: Iterable[PaperPiece],
    words: Words,
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
) -> TypesetDocument:
    """Return pages of pieces to cut out, each followed by its backs for duplex printing.

    Args:
        typesetter: The typesetter, with its templates.
        title: The title of the scenario.
        pieces: The pieces to print.
        words: The language of names and headings.
        paper: The paper size.
        ink: The amount of ink to use.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    pages = arrange_on_pages(pieces, paper)
    arts = list({placed.piece.art: placed.piece.cut for page in pages for placed in page}.items())
    numbers = {art: str(number) for number, (art, _) in enumerate(arts)}
    data = {
        "title": title,
        "author": "",
        "code": words.language.code,
        "ink": ink.value,
        "paper": paper.value,
        "width": paper.size[0],
        "heading": words.render(message("Paper pieces for {title}", title=title)),
        "backs": words.render(
            message("Backs, for duplex printing: flip the paper on the long edge")
        ),
        "none": words.render(message("Your boxes contain everything needed")),
        "counts": list(_count_lines(pages, words)),
        "pages": [[_piece_data(placed, numbers, words) for placed in page] for page in pages],
    }
    pictures = {numbers[art]: _piece_svg(art, cut, ink) for art, cut in arts}
    return typesetter.typeset("pieces.typ", data, pictures)


def _count_lines(pages: Iterable[Iterable[PagePiece]], words: Words) -> Iterator[dict[str, object]]:
    named = Counter(words.sentence(placed.piece.name) for page in pages for placed in page)
    for name, number in sorted(named.items()):
        yield {"name": name, "number": number}


def _piece_data(placed: PagePiece, numbers: dict[Art, str], words: Words) -> dict[str, object]:
    return {
        "picture": numbers[placed.piece.art],
        "name": words.sentence(placed.piece.name),
        "cut": placed.piece.cut.value,
        "left": placed.left,
        "top": placed.top,
        "width": placed.width,
        "height": placed.height,
    }


@cache
def _extent(art: Art, cut: Cut) -> Extent:
    """Return the cut-out rectangle of a piece's drawing, in units; that of a token is square."""
    if cut is Cut.HEX:
        return Extent(-HEX_WIDTH / 2, -HEX_HEIGHT / 2, HEX_WIDTH / 2, HEX_HEIGHT / 2)
    left, top, right, bottom = drawing_extent(draw(art))
    x, y = (left + right) / 2, (top + bottom) / 2
    across, down = (right - left) / 2 + _CUT_MARGIN, (bottom - top) / 2 + _CUT_MARGIN
    if cut is Cut.TOKEN:
        across = down = max(across, down)
    return Extent(x - across, y - down, x + across, y + down)


def _piece_svg(art: Art, cut: Cut, ink: Ink) -> str:
    shown = _extent(art, cut)
    inside: Drawing = draw(art)
    clip = HEX_OUTLINE if cut is Cut.HEX else None
    drawing = (Group((Group(inside, clip=clip),), dx=-shown.left, dy=-shown.top),)
    return to_svg(drawing, shown.width, shown.height, ink_palette(ink))
