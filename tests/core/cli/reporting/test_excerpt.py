"""The lines of a file around a finding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.arguments.line_wrapping import cell_width
from m44core.cli.reporting.full import source_excerpt_lines, split_file_lines
from m44core.cli.reporting.reporter import ReportStyle
from m44core.io.files.scenario_files import FileFormat

RED = "31"


def excerpt_lines(text: str, line: int, column: int, style: ReportStyle | None = None) -> list[str]:
    lines = split_file_lines(text, FileFormat.JSON)
    return list(source_excerpt_lines(lines, line, column, style or ReportStyle(), RED))


def marked_text(texts: list[str]) -> str:
    """Return the part of the file's text above the mark."""
    number = next(i for i, line in enumerate(texts) if set(line) <= set(" │|^") and "^" in line)
    mark, above = texts[number], texts[number - 1]
    start, end = mark.index("^"), mark.rindex("^") + 1
    cell, text = 0, ""
    for character in above:
        if start <= cell < end:
            text += character
        cell += cell_width(character)
    return text


def test_two_lines_above_and_below_are_shown() -> None:
    assert excerpt_lines("one\ntwo\nthree\nfour\nfive\nsix", 3, 1) == [
        "  │", "1 │ one", "2 │ two", "3 │ three", "  │ ^^^^^", "4 │ four", "5 │ five",
    ]  # fmt: skip


def test_blank_lines_at_either_end_are_left_out() -> None:
    assert excerpt_lines("\n\nthree\n\n", 3, 1) == ["  │", "3 │ three", "  │ ^^^^^"]


@pytest.mark.parametrize(
    ("text", "column", "mark_line"),
    [
        ('{"name": "a \\" b", 1}', 10, '"a \\" b"'),
        ("\t\tname: 1", 3, "name"),
        ("日本: name", 5, "name"),
        ("  { }", 3, "{"),
        ("cafe\u0301 name", 7, "name"),
        ("a\x1b[31m name", 8, "name"),
    ],
)
def test_the_mark_is_under_the_word(text: str, column: int, mark_line: str) -> None:
    assert marked_text(excerpt_lines(text, 1, column)) == mark_line


def test_a_long_line_is_shortened_around_the_mark() -> None:
    text = "x" * 50_000 + ' "name" ' + "y" * 50_000
    lines = excerpt_lines(text, 1, 50_002)
    assert marked_text(lines) == '"name"'
    assert lines[1].startswith("1 │ …xxx")
    assert lines[1].endswith("yyy…")
    assert all(cell_width(line) <= 100 for line in lines)


def test_a_terminal_without_unicode_gets_ascii() -> None:
    lines = excerpt_lines("日本 \x1b name " + "x" * 200, 1, 6, ReportStyle(unicode=False))
    assert "".join(lines).isascii()
    assert lines[1].startswith("1 | ?? ? name xxx")
    assert lines[1].endswith("x...")
    assert marked_text(lines) == "name"


@given(
    st.text("a0\t\n日\u0301\x1b{" + '"'),
    st.integers(1, 5),
    st.integers(1, 300),
    st.integers(40, 120),
    st.booleans(),
)
def test_no_line_is_wider_than_the_terminal(
    text: str, line: int, column: int, width: int, unicode: bool
) -> None:
    lines = excerpt_lines(text, line, column, ReportStyle(width=width, unicode=unicode))
    assert all(cell_width(part) <= width for part in lines)


@pytest.mark.parametrize(
    ("file_format", "lines"),
    [(FileFormat.YAML, ["a", "b", "c", "d"]), (FileFormat.JSON, ["a", "b\x85c\rd"])],
)
def test_lines_end_where_the_file_reader_ends_them(
    file_format: FileFormat, lines: list[str]
) -> None:
    assert split_file_lines("a\r\nb\x85c\rd", file_format) == lines


def test_a_place_past_the_end_shows_nothing() -> None:
    assert excerpt_lines("one", 7, 1) == []
