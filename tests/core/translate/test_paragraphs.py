"""Splitting texts into paragraphs and joining them again."""

from __future__ import annotations

from hypothesis import given
from tests.core.translate.conftest import odd_texts

from m44core.translate.paragraphs import split_paragraphs
from m44core.translate.translation_units import join_in_layout


@given(odd_texts)
def test_splitting_and_joining_a_text_preserves_every_character(text: str) -> None:
    assert split_paragraphs(text).text == text


@given(odd_texts)
def test_a_paragraph_is_a_line_with_text(text: str) -> None:
    for paragraph in split_paragraphs(text).paragraphs:
        assert paragraph == paragraph.strip() != ""
        assert "\n" not in paragraph


def test_a_translation_keeps_its_layout_or_takes_that_of_its_source() -> None:
    assert join_in_layout("a\n\n  b\n", "x\ny", ["c", "d"]) == "c\n\n  d\n"
    assert join_in_layout("", "x\r\n\r\ny", ["c", "d"]) == "c\r\n\r\nd"
    assert join_in_layout("", "x", ["c", "d"]) == "c\nd"


def test_a_long_run_of_blanks_is_read_quickly() -> None:
    assert split_paragraphs(" " * 1_000_000 + "a" + " " * 1_000_000).paragraphs == ("a",)
