"""Puts the words of a page in reading order: column by column, table rows with tabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from m44core.pdf_text.list_entries import join_text, named_items, plain_lines
from m44core.pdf_text.page_tables import Row, row_height, table_groups, table_lines
from m44core.pdf_text.page_words import RULE, Word, text_lines

Interval = tuple[float, float]

_PIECE_GAP = 0.33  # smallest gap between pieces of text, in heights of the line
_GUTTER = 0.7  # smallest width of the gap between columns, in heights of the lines
_BULLET_GAP = 2.0  # largest gap after a bullet, in heights
_BULLETS = ("\u2022", "\u25aa", "\u25e6", "\u2610", "\u25a1", "\u2013", "-", "*")
_NARROW_GUTTER = 0.2  # the same in a table
_MIN_CELLS = 3  # rows that need cells on both sides of a narrow gutter
_SAME_PLACE = 1.5  # points between the beginnings of cells that are below each other
_SECTION_GAP = 1.7  # smallest distance between sections, in the usual one of base lines
_TABLE_GAP = 1.35  # the same between a table and another one
_MAX_BEGINNING = 4  # rows of a section that may have the gutters of the columns above it
_MARGIN = 1.0  # points that a block is wider than its text
_MIN_ROWS = 2  # rows that need text on both sides of a gutter
_PICTURE_GAP = 5.0  # smallest distance between base lines, in heights, that ends columns
_HEADING = 1.12  # smallest height of headings, in those of the text


def page_lines(words: Sequence[Word]) -> list[str]:
    """Return the text of a page in reading order; empty lines separate paragraphs."""
    rows = [row for line in text_lines(words) if (row := _pieces(line))]
    return list(named_items(_block_lines(rows)))


def _pieces(line: Sequence[Word]) -> list[Word]:
    """Return the words of a line joined into pieces with wide gaps between them."""
    pieces: list[list[Word]] = []
    after_rule = False
    for word in line:
        if word.text == RULE:
            after_rule = True
            continue
        before = pieces[-1][-1] if pieces else None
        height = max(word.height, before.height) if before else 0.0
        is_bullet = before is not None and len(pieces[-1]) == 1 and before.text in _BULLETS
        if (
            before
            and not after_rule
            and word.left - before.right < height * (_BULLET_GAP if is_bullet else _PIECE_GAP)
        ):
            pieces[-1].append(word)
        else:
            pieces.append([word])
        after_rule = False
    return [_joined(piece) for piece in pieces]


def _joined(words: Sequence[Word]) -> Word:
    text = words[0].text
    for word in words[1:]:
        text = join_text(text, word.text)
    height = median(word.height for word in words for _ in word.text)
    right = max(word.right for word in words)
    return Word(text, words[0].left, right, words[0].base, height)


def _block_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a block: runs of rows with common gutters, and rows without."""
    start = 0
    plain: list[Row] = []
    following = _columns_from(rows, start)
    while start < len(rows):
        (end, gutters), following = following, _columns_from(rows, start + 1)
        if not gutters or following[0] > end:
            plain.append(rows[start])
            start += 1
            continue
        yield from plain_lines(plain)
        plain = []
        yield ""
        yield from _column_lines(rows[start:end], gutters)
        yield ""
        start = end
        following = _columns_from(rows, start)
    yield from plain_lines(plain)


def _columns_from(rows: Sequence[Row], start: int) -> tuple[int, list[Interval]]:
    """Return where the columns that begin with a row end, and the gaps between them."""
    if start >= len(rows) or (start + 1 < len(rows) and _is_heading(rows, start)):
        return start, []
    left = min(piece.left for row in rows for piece in row)
    right = max(piece.right for row in rows for piece in row)
    narrowest = _NARROW_GUTTER * row_height(rows[start]) / 2
    gaps: list[Interval] = [(left - _MARGIN, right + _MARGIN)]
    common_gaps: list[list[Interval]] = []
    before = rows[start]
    for row in rows[start:]:
        gaps = _intersections(gaps, _gaps_of(row, left, right), narrowest)
        if not gaps or row[0].base - before[0].base > _PICTURE_GAP * row_height(before):
            break
        before = row
        common_gaps.append(gaps)
    end, gutters = start, list[Interval]()
    while common_gaps and not gutters:
        end = start + len(common_gaps)
        gutters = _gutters(rows[start:end], common_gaps.pop())
    if gutters:
        end = _end_of_section(rows, start, end, gutters)
        gutters = _gutters(rows[start:end], gutters)
    return (end, gutters) if gutters else (start, [])


def _end_of_section(rows: Sequence[Row], start: int, end: int, gutters: Sequence[Interval]) -> int:
    """Return where columns end: before *end* if their last rows begin the next section."""
    distances = [0.0, *(below[0].base - above[0].base for above, below in pairwise(rows))]
    usual_distance = median(distances[start + 1 : end])
    left = min(row[0].left for row in rows[start:end])
    usual_height = median(piece.height for row in rows[start:end] for piece in row)
    for index in range(start + _MIN_ROWS, end):
        is_tall = min(piece.height for piece in rows[index]) > _HEADING * usual_height
        is_title = is_tall and rows[index][0].left < left + _SAME_PLACE
        gap = distances[index] / usual_distance
        if gap <= _TABLE_GAP or not _is_gap_in_columns(rows[start:end], index - start, gutters):
            continue
        is_before_other_text = end < len(rows) and index >= end - _MAX_BEGINNING
        if is_before_other_text and (is_title or gap > _SECTION_GAP):
            return index
        if is_title and _gutters(rows[index + 1 : end], gutters):
            return index
        if _has_more_columns(rows, (start, index, end), len(gutters)):
            return index
    return end


def _is_gap_in_columns(rows: Sequence[Row], index: int, gutters: Sequence[Interval]) -> bool:
    """Return whether every column has a larger gap than usual above a row, or ends there.

    A heading in one column beside text in another does not end the columns.
    """
    bounds = [float("-inf"), *(sum(gap) / 2 for gap in gutters), float("inf")]
    for begin, end in pairwise(bounds):
        bases = [
            (number, piece.base)
            for number, row in enumerate(rows)
            for piece in row
            if begin <= piece.left < end
        ]
        above = [base for number, base in bases if number < index]
        below = [base for number, base in bases if number >= index]
        distances = [second - first for (_, first), (_, second) in pairwise(bases)]
        usual = median(filter(None, distances)) if any(distances) else 0.0
        if above and below and below[0] - above[-1] <= _TABLE_GAP * usual:
            return False
    return True


def _has_more_columns(rows: Sequence[Row], parts: tuple[int, int, int], number: int) -> bool:
    """Return whether either part of some rows has more gutters than all of them together."""
    start, middle, end = parts
    return any(len(_all_gutters(rows[a:b])) > number for a, b in ((start, middle), (middle, end)))


def _all_gutters(rows: Sequence[Row]) -> list[Interval]:
    left = min(piece.left for row in rows for piece in row)
    right = max(piece.right for row in rows for piece in row)
    gaps: list[Interval] = [(left - _MARGIN, right + _MARGIN)]
    for row in rows:
        gaps = _intersections(
            gaps, _gaps_of(row, left, right), _NARROW_GUTTER * row_height(row) / 2
        )
    return _gutters(rows, gaps)


def _is_heading(rows: Sequence[Row], index: int) -> bool:
    """Return whether a row is one piece, larger than most of its block, with nothing beside it."""
    if len(rows[index]) > 1 or _is_beside(rows[index][0], rows[index + 1]):
        return False
    usual = median(piece.height for row in rows for piece in row)
    return (
        rows[index][0].height > _HEADING * usual
        and row_height(rows[index + 1]) < rows[index][0].height
    )


def _is_beside(piece: Word, next_row: Row) -> bool:
    """Return whether a row begins beside a piece, not below it, as the heading of a column does."""
    is_apart = next_row[0].left > piece.right or next_row[-1].right < piece.left
    return is_apart and next_row[0].base - piece.base < piece.height


def _gaps_of(row: Row, left: float, right: float) -> list[Interval]:
    """Return the gaps between the pieces of a row, and those before and after them."""
    edges = [edge for piece in row for edge in (piece.left, piece.right)]
    edges = [left - _MARGIN, *edges, right + _MARGIN]
    return [(begin, end) for begin, end in zip(edges[::2], edges[1::2], strict=True) if end > begin]


def _intersections(
    one: Sequence[Interval], other: Sequence[Interval], narrowest: float
) -> list[Interval]:
    """Return the intersections of intervals in two lists that are wider than *narrowest*."""
    return [
        (max(a, c), min(b, d))
        for a, b in one
        for c, d in other
        if max(a, c) + narrowest < min(b, d)
    ]


def _gutters(rows: Sequence[Row], gaps: Sequence[Interval]) -> list[Interval]:
    """Return the gaps that are wide enough and have text on both sides in enough rows.

    A narrow gap counts only if the table cells after it are left-aligned.
    """
    height = median(row_height(row) for row in rows) if rows else 0.0
    return [
        gap
        for gap in gaps
        if (gap[1] - gap[0] >= _GUTTER * height and _separates(rows, gap))
        or (gap[1] - gap[0] >= _NARROW_GUTTER * height and _separates_cells(rows, gap))
    ]


def _separates_cells(rows: Sequence[Row], gap: Interval) -> bool:
    """Return whether the table cells after a gap are left-aligned."""
    rights = [next((piece for piece in row if piece.left >= gap[1] - 0.1), None) for row in rows]
    has_left = [row[0].right <= gap[0] + 0.1 for row in rows]
    cells = [piece for piece, is_row in zip(rights, has_left, strict=True) if piece and is_row]
    first = min((piece.left for piece in cells), default=0.0)
    lined_up = sum(piece.left - first < _SAME_PLACE for piece in cells)
    return lined_up >= max(_MIN_CELLS, 0.7 * len(cells))


def _separates(rows: Sequence[Row], gap: Interval) -> bool:
    sides = [
        sum(any(piece.right <= gap[0] + 0.1 for piece in row) for row in rows),
        sum(any(piece.left >= gap[1] - 0.1 for piece in row) for row in rows),
    ]
    return min(sides) >= _MIN_ROWS


def _column_lines(rows: Sequence[Row], gutters: Sequence[Interval]) -> Iterator[str]:
    """Yield the lines of each column, and of tables that several columns form."""
    bounds = [float("-inf"), *(sum(gap) / 2 for gap in gutters), float("inf")]
    columns = [
        [[piece for piece in row if begin <= piece.left < end] for row in rows]
        for begin, end in pairwise(bounds)
    ]
    for group in table_groups(columns):
        if len(group) == 1:
            yield from _block_lines([row for row in group[0] if row])
        else:
            yield from table_lines(group)
        yield ""
