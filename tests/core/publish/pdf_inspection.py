"""Helpers to inspect PDF documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pypdfium2
from pypdf import PdfReader

MILLIMETRES_PER_POINT = 25.4 / 72
"""The length of a typographic point."""


def pdf_reader(pdf: bytes) -> PdfReader:
    """Return a reader of a document's structure."""
    return PdfReader(BytesIO(pdf))


def text_of_pdf(pdf: bytes) -> str:
    """Return the whole text of a document, with single spaces and without hyphenation."""
    return " ".join(page_texts(pdf))


def page_texts(pdf: bytes) -> list[str]:
    """Return the text of each page, with single spaces and without hyphenation."""
    return [_normalized(page.get_textpage().get_text_range()) for page in _pages(pdf)]


def line_texts(pdf: bytes) -> list[str]:
    """Return the text of each printed line; a row of several columns is several lines."""
    texts = [page.get_textpage().get_text_range() for page in _pages(pdf)]
    return [line for text in texts for line in text.splitlines() if line.strip()]


def _normalized(text: str) -> str:
    return " ".join(text.replace("\u00ad", "").replace("\ufffe", "").split())


def page_colors(pdf: bytes) -> set[tuple[int, int, int]]:
    """Return the colors of the pages, rendered at half size."""
    colours: set[tuple[int, int, int]] = set()
    for page in _pages(pdf):
        picture = page.render(scale=0.5)
        data = bytes(picture.buffer)
        for row in range(picture.height):
            line = data[row * picture.stride : row * picture.stride + 3 * picture.width]
            colours |= set(zip(line[::3], line[1::3], line[2::3], strict=True))
    return colours


def heights_of_color(pdf: bytes, colour: tuple[int, int, int]) -> list[float]:
    """Return the heights of areas of a color on all pages, from the top, in millimeters."""
    heights = []
    for page in _pages(pdf):
        picture = page.render(scale=4, rev_byteorder=True)
        data, channels = bytes(picture.buffer), picture.n_channels
        pixel = bytes(colour)
        run = 0
        for row in range(picture.height + 1):
            line = data[row * picture.stride : row * picture.stride + channels * picture.width]
            if pixel in (line[at : at + 3] for at in range(0, len(line), channels)):
                run += 1
            elif run:
                heights.append(run / 4 * MILLIMETRES_PER_POINT)
                run = 0
    return heights


def type_sizes(pdf: bytes) -> list[Counter[float]]:
    """Return the number of letters of each type size, in points, on each page."""
    sizes = []
    for page in _pages(pdf):
        text = page.get_textpage()
        letters = range(text.count_chars())
        sizes.append(
            Counter(round(pypdfium2.raw.FPDFText_GetFontSize(text.raw, at), 1) for at in letters)
        )
    return sizes


def filled_shares(pdf: bytes) -> list[float]:
    """Return the share of each page that is filled: down to its lowest line, without the footer."""
    shares = []
    for page in _pages(pdf):
        picture = page.render(scale=0.5)
        rows = bytes(picture.buffer)
        bottom = round(picture.height * (1 - 13 / 297))
        rows_with_ink = [
            row
            for row in range(bottom)
            if min(rows[row * picture.stride : row * picture.stride + 3 * picture.width]) < 200
        ]
        shares.append(max(rows_with_ink) / bottom)
    return shares


def _pages(pdf: bytes) -> Iterator[Any]:
    document = pypdfium2.PdfDocument(pdf)
    for number in range(len(document)):
        yield document[number]


def text_positions(pdf: bytes, texts: list[str]) -> dict[str, tuple[float, float]]:
    """Return x and y of the first letter of each text on the first page, in millimeters."""
    page = next(_pages(pdf)).get_textpage()
    places = {}
    for text in texts:
        match = page.search(text, match_case=True, match_whole_word=True).get_next()
        assert match, text
        left, bottom, *_ = page.get_charbox(match[0])
        places[text] = left * MILLIMETRES_PER_POINT, bottom * MILLIMETRES_PER_POINT
    return places


class PlacedText:
    """The text of a document, with the places of its letters."""

    def __init__(self, pdf: bytes) -> None:
        self._pages = [page.get_textpage() for page in _pages(pdf)]
        self._texts = [page.get_text_range() for page in self._pages]

    def places(self, text: str) -> list[tuple[int, float, float]]:
        """Return page, x and y of the first letter of each occurrence of *text*, in millimeters."""
        places = []
        for number, (text_page, page_text) in enumerate(zip(self._pages, self._texts, strict=True)):
            for match in re.finditer(re.escape(text), page_text):
                left, bottom, *_ = text_page.get_charbox(match.start())
                places.append(
                    (number, left * MILLIMETRES_PER_POINT, bottom * MILLIMETRES_PER_POINT)
                )
        return places


def printed_extent(
    pdf: bytes, page: int, *, top: float, bottom: float, left: float, right: float
) -> tuple[float, float]:
    """Return the left and right end of the ink in a rectangle of a page, in millimeters."""
    picture = list(_pages(pdf))[page].render(scale=4, grayscale=True)
    scale, data = 4 / MILLIMETRES_PER_POINT, bytes(picture.buffer)
    columns = [
        column
        for row in range(int(top * scale), int(bottom * scale))
        for column in range(int(left * scale), int(right * scale))
        if data[row * picture.stride + column] < 250
    ]
    return min(columns) / scale, (max(columns) + 1) / scale
