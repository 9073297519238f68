"""Splitting texts into paragraphs and joining them again."""

from __future__ import annotations

from hypothesis import given
from tests.core.translate.conftest import odd

from m44core.translate.paragraphs import split_paragraphs
from m44core.translate.translation_units import lay_out_like


@given(odd)
def test_a_text_is_the_same_to_the_character_after_it_was_taken_apart(text: str) -> None:
    assert split_paragraphs(text).text == text


@given(odd)
def test_a_paragraph_is_one_line_that_says_something(text: str) -> None:
    for paragraph in split_paragraphs(text).paragraphs:
        assert paragraph == paragraph.strip() != ""
        assert "\n" not in paragraph


def test_a_translation_is_laid_out_as_it_was_before_else_as_its_source() -> None:
    assert lay_out_like("a\n\n  b\n", "x\ny", ["c", "d"]) == "c\n\n  d\n"
    assert lay_out_like("", "x\r\n\r\ny", ["c", "d"]) == "c\r\n\r\nd"
    assert lay_out_like("", "x", ["c", "d"]) == "c\nd"


def test_a_long_run_of_blanks_is_read_at_once() -> None:
    assert split_paragraphs(" " * 1_000_000 + "a" + " " * 1_000_000).paragraphs == ("a",)
