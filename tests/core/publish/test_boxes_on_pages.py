"""How boxes are divided among columns and pages, on every board: headings and blank space.

The sheets are typeset with empty pictures, which takes a quarter of the time and does not change
the layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.core.publish.pdf_inspection import (
    MILLIMETRES_PER_POINT,
    PlacedText,
    filled_shares,
    pdf_reader,
    type_sizes,
)

from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.scenario_sheet import fitted_sheet, sheet_data
from m44core.publish.sheet_layout import sheet_layout
from m44core.publish.typesetter import TEMPLATES, TypesetDocument, Typesetter
from m44core.resources import shipped_scenarios

BOARDS = [*sorted(Path("tests/data/boards").glob("*.m44")), *shipped_scenarios()]
EN = renderer_in("en")
TYPESETTER = Typesetter(TEMPLATES)
MARGIN, GUTTER = 12, 6  # millimetres, as in the templates
INSET = 6 * MILLIMETRES_PER_POINT  # between the frame of a box and its text


def scenario_of(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


@cache
def sheet_of(path: Path) -> tuple[dict[str, Any], TypesetDocument]:
    """Return the content of a sheet, and the sheet typeset with empty pictures."""
    scenario = scenario_of(path)
    data: dict[str, Any] = sheet_data(scenario, [EN], Paper.A4, Ink.COLOUR)
    width, height = sheet_layout(scenario.board, Paper.A4).map_size
    blank = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"></svg>'
    pictures = dict.fromkeys({*data["maps"], *picture_names(data)}, blank)
    return data, fitted_sheet(TYPESETTER, data, pictures)


def picture_names(data: object) -> Iterator[str]:
    """Yield the names of the pictures that some content uses."""
    if isinstance(data, dict):
        yield from filter(None, map(data.get, ("picture", "badge")))
        data = list(data.values())
    if isinstance(data, list):
        for each in data:
            yield from picture_names(each)


class Columns:
    """The columns of a sheet, for finding the column of a text."""

    def __init__(self, data: dict[str, Any], pdf: bytes) -> None:
        self.text = PlacedText(pdf)
        width = float(pdf_reader(pdf).pages[0].mediabox.width) * MILLIMETRES_PER_POINT - 2 * MARGIN
        self.pitch = (width - GUTTER * (data["columns"] - 1)) / data["columns"] + GUTTER

    def places(self, text: str) -> list[tuple[tuple[int, int], float, float]]:
        """Return page and column, distance from the column's left edge, and y of each *text*."""
        places_on_pages = self.text.places(text)
        columns = [divmod(x - MARGIN + 0.5, self.pitch) for _, x, _ in places_on_pages]
        return [
            ((page, int(column)), left - 0.5, y)
            for (page, _, y), (column, left) in zip(places_on_pages, columns, strict=True)
        ]

    def texts_without_heading(
        self, texts: Iterable[str], headings: Iterable[str], inset: float
    ) -> list[str]:
        """Return the texts, indented by *inset*, that have no heading above in their column."""
        heading_y: dict[tuple[int, int], float] = {}
        for heading in headings:
            for column, _, y in self.places(heading):
                heading_y[column] = max(heading_y.get(column, 0), y)
        return [
            text
            for text in texts
            for column, left, y in self.places(text)
            if abs(left - inset) < 0.7 and y > heading_y.get(column, 0) + 1
        ]


@pytest.mark.bulk
def test_no_box_continues_without_its_heading(subtests: pytest.Subtests) -> None:
    """In every column of every page, the entries of a box are below its heading."""
    checked_count = 0
    for path in BOARDS:
        with subtests.test(path.stem):
            data, sheet = sheet_of(path)
            columns, headings = Columns(data, sheet.pdf), data["headings"]
            names = {line["lead"].strip() for line in (*data["rules"], *data["reference"])}
            framed_headings = headings["rules"], headings["reference"]
            assert not columns.texts_without_heading(names, framed_headings, INSET)
            groups = [f"{step['title']}\r\n" for step in data["setup"]]
            assert not columns.texts_without_heading(groups, [headings["setup"]], 0)
            assert all(map(columns.places, groups))
            checked_count += sum(len(columns.places(name)) for name in names)
    assert checked_count > 9 * len(BOARDS)


@pytest.mark.bulk
def test_no_second_page_is_half_blank(subtests: pytest.Subtests) -> None:
    for path in BOARDS:
        with subtests.test(path.stem):
            _, *others = filled_shares(sheet_of(path)[1].pdf)  # the map of the first is blank here
            assert min(others, default=1) > 0.55


@pytest.mark.bulk
def test_body_type_is_legible_and_the_same_on_all_pages(
    subtests: pytest.Subtests,
) -> None:
    """Only footers and the like may be smaller, and only headings differ otherwise."""
    for path in BOARDS:
        with subtests.test(path.stem):
            pages = type_sizes(sheet_of(path)[1].pdf)
            body = {page.most_common(1)[0][0] for page in pages if page.total() > 200}
            assert len(body) == 1, "the body of all pages, except of those with only a map"
            least_size = 7.5 if len(pages) == 1 else 8  # points
            assert least_size <= min(body) <= 10
            small = sum(n for page in pages for size, n in page.items() if size < least_size)
            assert small < 500


@pytest.mark.bulk
def test_no_box_continues_on_the_next_page_with_only_its_last_line(
    subtests: pytest.Subtests,
) -> None:
    for path in BOARDS:
        with subtests.test(path.stem):
            data, sheet = sheet_of(path)
            columns = Columns(data, sheet.pdf)
            for key in ("rules", "reference"):
                pages = [page_of(line["lead"].strip(), columns) for line in data[key]]
                assert len(pages) < 4 or pages[-1] == pages[-2] or pages[-2] != pages[-4]


def page_of(lead: str, columns: Columns) -> int:
    """Return the page with the entry of a box that begins with *lead*, which is indented."""
    printed = columns.places(lead.replace("'", "\u2019"))
    return next(page for (page, _), left, _ in printed if abs(left - INSET) < 0.7)


def test_no_column_below_the_map_is_left_empty_for_a_long_rule() -> None:
    (bug_river,) = (path for path in BOARDS if path.stem.startswith("1311-"))
    data, sheet = sheet_of(bug_river)
    columns = Columns(data, sheet.pdf)
    first_rule, first_piece = (data[key][0]["lead"].strip() for key in ("rules", "reference"))
    assert [column for column, _, _ in columns.places(first_rule)] == [(0, 0)]
    assert page_of(first_piece, columns) == 0
