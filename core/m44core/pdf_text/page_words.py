"""The words of the pages of a PDF file with their positions; runs in a separate process."""

from __future__ import annotations

import ctypes
import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import islice
from statistics import median
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from m44core.work.job_progress import iterate_with_progress

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

WORDS_SHARE = 0.8
"""The share of reading a file that finding its words takes."""
_MAX_MEMORY = 2 << 30  # bytes of address space of the process
_MAX_PAGE_CHARACTERS = 100_000
_PASSWORD_NEEDED, _SECURITY = 4, 5  # errors of PDFium
_LINE_TOLERANCE = 0.1  # difference of base lines in one line, in heights of its characters
_MAX_SECONDS = 8.0  # after which no other page is read
_MAX_PATHS = 20_000  # lines and other shapes on a page
_MIN_RULE, _MAX_RULE_WIDTH = 6.0, 2.0  # points: height and width of a vertical rule
_MAX_CELL_WIDTH = 400.0  # points: width of a rectangle that may be a table cell
_WORD_GAP = 0.17  # smallest gap between words, in heights of characters
_WEAK_GAP = 0.05  # the same where PDFium finds a space
_HYPHENS = {0x02: "-", 0xAD: "-", 0x2010: "-", 0xFFFE: "-"}
"""How PDFium returns a hyphen at the end of a line, and other hyphens."""


class PdfProblem(StrEnum):
    """Why a PDF file has no text to read."""

    NONE = ""
    DAMAGED = "damaged"
    PASSWORD = "password"
    NO_TEXT = "no text"


class Word(NamedTuple):
    """A word on a page; coordinates in points grow to the right and down.

    Attributes:
        text: Its characters.
        left, right: Where it begins and ends.
        base: Its baseline.
        height: The height of its line of type.
    """

    text: str
    left: float
    right: float
    base: float
    height: float


RULE = "\t"
"""The text of a "word" that is the vertical rule between two words, as in a table."""
Page = Sequence[Word]
"""The words of a page, line by line across all columns."""


class PdfWords(NamedTuple):
    """The words of a PDF file.

    Attributes:
        pages: The words of each page that was read.
        page_count: The number of pages of the file.
        problem: The reason if there are none.
    """

    pages: tuple[Page, ...] = ()
    page_count: int = 0
    problem: PdfProblem = PdfProblem.NONE


def limit_memory() -> None:
    """Limit the memory of this process, if the system can, so that no other process runs short."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY, _MAX_MEMORY))


def read_pdf_words(data: bytes, max_characters: int) -> PdfWords:
    """Return the words of a PDF file; stop after *max_characters*, or when time is up."""
    from pypdfium2 import PdfDocument, PdfiumError  # an extra

    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        is_locked = error.err_code in (_PASSWORD_NEEDED, _SECURITY)
        return PdfWords(problem=PdfProblem.PASSWORD if is_locked else PdfProblem.DAMAGED)
    try:
        return _document_words(document, max_characters)
    finally:
        document.close()


def _document_words(document: PdfDocument, max_characters: int) -> PdfWords:
    from pypdfium2 import PdfiumError  # an extra

    pages: list[Page] = []
    count, end = 0, monotonic() + _MAX_SECONDS
    for number in iterate_with_progress(range(len(document)), 0.0, WORDS_SHARE):
        words: Page = ()
        with suppress(PdfiumError):  # other pages may be intact
            words = _page_words(document[number])
        pages.append(words)
        count += sum(len(word.text) + 1 for word in words)
        if count >= max_characters or monotonic() > end:
            break
    if not pages:
        return PdfWords(problem=PdfProblem.DAMAGED)
    problem = PdfProblem.NONE if count else PdfProblem.NO_TEXT
    return PdfWords(tuple(pages), len(document), problem)


def _page_words(page: PdfPage) -> Page:
    """Return the words that run in the direction of most of the text."""
    rules = _vertical_rules(page)
    by_direction: dict[int, list[Word]] = {}
    for direction, character in islice(_characters(page), _MAX_PAGE_CHARACTERS):
        by_direction.setdefault(direction, []).append(character)
    page.close()
    if not by_direction:
        return ()
    sizes = Counter({direction: len(each) for direction, each in by_direction.items()})
    direction = sizes.most_common(1)[0][0]
    lines = [list(_line_words(line)) for line in text_lines(by_direction[direction])]
    if direction != 0:
        rules = []
    return [word for line in lines for word in _with_rules(line, rules)]


def _vertical_rules(page: PdfPage) -> list[tuple[float, float, float]]:
    """Return the x coordinate, the top and the bottom of each vertical line on a page."""
    from pypdfium2 import raw  # an extra

    rules: set[tuple[float, float, float]] = set()
    for item in islice(page.get_objects([raw.FPDF_PAGEOBJ_PATH], 2), _MAX_PATHS):
        left, bottom, right, top = item.get_bounds()
        if top - bottom > _MIN_RULE and right - left < _MAX_RULE_WIDTH:
            rules.add((left, -top, -bottom))
        elif top - bottom > _MIN_RULE and right - left < _MAX_CELL_WIDTH:
            rules |= {(left, -top, -bottom), (right, -top, -bottom)}
    return sorted(rules)


def _with_rules(line: Sequence[Word], rules: Sequence[tuple[float, float, float]]) -> list[Word]:
    """Return the words of a line, with a ``RULE`` where a vertical rule is between two of them."""
    result: list[Word] = []
    for word in line:
        if result:
            left = result[-1].right - _MAX_RULE_WIDTH / 2
            first = bisect_left(rules, (left, -math.inf, -math.inf))
            for place, top, bottom in islice(rules, first, None):
                if place > word.left + _MAX_RULE_WIDTH / 2:
                    break
                if top < word.base - word.height / 4 < bottom:
                    x = min(max(place, result[-1].right), word.left)
                    result.append(Word(RULE, x, x, word.base, word.height))
                    break
        result.append(word)
    return result


def _characters(page: PdfPage) -> Iterator[tuple[int, Word]]:
    """Yield the characters of a page, each preceded by its direction in quarter turns.

    Slanted text and characters that a font does not map to letters are left out.
    """
    from pypdfium2 import raw  # an extra

    text_page = page.get_textpage()
    before: tuple[int, Word] | None = None
    box, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    for index in range(text_page.count_chars()):
        code = raw.FPDFText_GetUnicode(text_page, index)
        text = _HYPHENS.get(code) or _printable(code)
        if not text:
            continue
        if raw.FPDFText_IsGenerated(text_page, index) == 1 and text == " ":
            if before:
                space = before[1]._replace(text=" ", left=before[1].right)
                yield before[0], space
            continue
        turns = raw.FPDFText_GetCharAngle(text_page, index) / (math.pi / 2)
        is_placed = raw.FPDFText_GetLooseCharBox(text_page, index, box)
        is_placed = is_placed and raw.FPDFText_GetCharOrigin(text_page, index, x, y)
        if is_placed and abs(turns - round(turns)) < 0.01:
            edges = (box.left, box.right, box.top, box.bottom, x.value, y.value)
            if all(map(math.isfinite, edges)):
                direction = round(turns) % 4
                before = direction, _turned_character(text, edges, direction)
                yield before
    text_page.close()


def _printable(code: int) -> str:
    """Return a character if it can be shown; spaces become a plain space."""
    if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000 or 0xE000 <= code < 0xF900:
        return ""
    text = chr(code)
    return " " if text.isspace() else text if text.isprintable() else ""


def _turned_character(text: str, edges: Sequence[float], direction: int) -> Word:
    """Return a character at its position on the page once its text is turned upright."""
    left, right, top, bottom, x, y = edges
    match direction:
        case 0:
            return Word(text, left, right, -y, abs(top - bottom))
        case 1:
            return Word(text, -top, -bottom, -x, abs(right - left))
        case 2:
            return Word(text, -right, -left, y, abs(top - bottom))
        case _:
            return Word(text, bottom, top, x, abs(right - left))


def text_lines(words: Sequence[Word]) -> list[list[Word]]:
    """Return words or characters grouped into lines, from top to bottom and left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.base):
        above = lines[-1][-1] if lines else None
        if above and word.base - above.base <= _LINE_TOLERANCE * min(word.height, above.height):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.left) for line in lines]


def _line_words(line: Sequence[Word]) -> Iterator[Word]:
    """Yield the words that the characters of a line form."""
    word: list[Word] = []
    may_begin = False
    for each in line:
        if each.text == " " and each.left == each.right:
            may_begin = True
            continue
        smallest_gap = _WEAK_GAP if may_begin else _WORD_GAP
        may_begin = False
        if word and (each.text == " " or _gap(word[-1], each) > smallest_gap):
            yield _joined(word)
            word = []
        if each.text != " ":
            word.append(each)
    if word:
        yield _joined(word)


def _gap(before: Word, character: Word) -> float:
    """Return the gap between two characters, in heights."""
    return (character.left - before.right) / max(before.height, character.height, 1.0)


def _joined(word: Sequence[Word]) -> Word:
    text = "".join(each.text for each in word)
    right, height = max(each.right for each in word), median(each.height for each in word)
    return Word(text, word[0].left, right, word[0].base, height)
