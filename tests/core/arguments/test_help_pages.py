"""The layout of help, in terminals of any width."""

from __future__ import annotations

import argparse

import pytest

from m44core.arguments.help_pages import format_help_text, help_formatter
from m44core.arguments.line_wrapping import cell_width
from m44core.messages.message import Message, Renderer, message
from m44core.messages.renderers import renderer_in

SHORT_COMMAND, LONG_COMMAND = "m44 a", "m44 b " + "x" * 39
REMARK = message("says what it is")


@pytest.fixture
def english_words() -> Renderer:
    return renderer_in("en")


def example_help_lines(
    monkeypatch: pytest.MonkeyPatch, columns: int, *examples: tuple[str, Message | None]
) -> list[str]:
    """Return the lines of the help with *examples*, in a terminal with *columns* columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    return format_help_text([dict(examples)], renderer_in("en")).splitlines()


@pytest.mark.parametrize(
    ("columns", "widest"), [(10, 40), (42, 40), (43, 41), (102, 100), (300, 100)]
)
def test_a_paragraph_is_as_wide_as_the_terminal_within_limits(
    columns: int, widest: int, english_words: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    help_lines = format_help_text([message("a " * 200)], english_words).splitlines()
    assert max(map(len, help_lines)) == widest - (widest + 1) % 2
    assert "".join(help_lines).replace(" ", "") == "a" * 200


def test_parts_are_separated_by_an_empty_line(english_words: Renderer) -> None:
    assert format_help_text([message("One."), {"m44": None}, message("Two.")], english_words) == (
        "One.\n\nexamples:\n  m44\n\nTwo."
    )


def test_remarks_are_aligned_in_one_column(monkeypatch: pytest.MonkeyPatch) -> None:
    result = example_help_lines(
        monkeypatch, 80, (SHORT_COMMAND, REMARK), ("m44 long", REMARK), ("m44 never", None)
    )
    assert result == [
        "examples:",
        "  m44 a      says what it is",
        "  m44 long   says what it is",
        "  m44 never",
    ]


def test_commands_of_up_to_44_characters_widen_the_column_and_longer_ones_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit = "x" * 44
    assert (
        example_help_lines(monkeypatch, 100, (SHORT_COMMAND, REMARK), (limit, REMARK))[1].index(
            "says"
        )
        == 49
    )
    lines_with_longer_word = example_help_lines(
        monkeypatch, 100, (SHORT_COMMAND, REMARK), (limit + "x", REMARK)
    )
    assert [line.index("says") for line in lines_with_longer_word[1:]] == [10, 50]
    assert example_help_lines(monkeypatch, 100, (SHORT_COMMAND, None), (limit, None)) == [
        *("examples:", f"  {SHORT_COMMAND}", f"  {limit}")
    ]


@pytest.mark.parametrize(("columns", "fits_beside"), [(67, True), (66, False)])
def test_a_remark_that_does_not_fit_is_on_the_next_line(
    columns: int, fits_beside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = example_help_lines(monkeypatch, columns, (LONG_COMMAND, REMARK))
    one_line = f"  {LONG_COMMAND}   says what it is"
    assert cell_width(one_line) == 65
    assert result[1:] == (
        [one_line] if fits_beside else [f"  {LONG_COMMAND}", "      says what it is"]
    )


def test_a_remark_below_is_broken_within_its_indent(monkeypatch: pytest.MonkeyPatch) -> None:
    result = example_help_lines(monkeypatch, 42, (LONG_COMMAND, message("word " * 20)))
    assert len(result) == 5
    assert {line[:7] for line in result[2:]} == {"      w"}
    assert max(map(len, result[2:])) <= 40


def test_the_help_of_options_is_translated_and_percent_signs_are_literal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    french = argparse.ArgumentParser(
        "m44", formatter_class=help_formatter(renderer_in("fr")), add_help=False
    )
    group = french.add_argument_group("options")
    group.add_argument("--share", help="80 % or  100%s\nof it " + "and more " * 9)
    group.add_argument("--quiet")
    lines = french.format_help().splitlines()
    assert lines[0].startswith("utilisation")
    assert lines[0].endswith(" m44 [--share SHARE] [--quiet QUIET]")
    assert "options :" in lines[2].replace("\xa0", " ").replace("\u202f", " ")
    assert " ".join(" ".join(lines[3:]).split()).startswith(
        "--share SHARE 80 % or 100%s of it and more and more"
    )
    assert max(map(len, lines)) <= 58


def test_a_custom_usage_and_a_section_without_a_heading_are_kept() -> None:
    formatter = help_formatter(renderer_in("en"))("m44")
    formatter.add_usage("it", [], [], prefix="Type: ")
    formatter.start_section(None)
    formatter.add_text("Text.")
    formatter.end_section()
    assert formatter.format_help() == "Type: it\n\n  Text.\n"
