from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.drawing.board.labels import hex_name, label
from m44core.drawing.shapes.shapes import Drawing, Text


def texts(drawing: Drawing) -> list[Text]:
    return [node for node in drawing if isinstance(node, Text)]


def test_lines_are_written_from_the_lower_part_of_the_hex_upwards() -> None:
    first, second = texts(label(["Bridge", "of the river"]))
    assert first.y < second.y
    assert first.y > 0
    assert second.y >= texts(label(["Caen"]))[0].y


def test_a_long_line_is_smaller_than_a_short_one() -> None:
    (short,), (long,) = texts(label(["Caen"])), texts(label(["Sainte-Mère-Église"]))
    assert long.size < short.size


def test_a_line_that_would_not_be_legible_is_broken_at_its_spaces() -> None:
    parts = texts(label(["thirty-seven characters need two rows"]))
    assert len(parts) > 1
    assert " ".join(part.text for part in parts) == "thirty-seven characters need two rows"


def test_spaces_for_alignment_are_not_drawn() -> None:
    assert label(["   Bridge "]) == label(["Bridge"])


@pytest.mark.parametrize("lines", [[], [""], ["  ", "\t"]])
def test_an_empty_label_draws_nothing(lines: list[str]) -> None:
    assert label(lines) == ()


@given(st.lists(st.text(min_size=1), max_size=8))
def test_any_text_is_drawn_on_its_hex_with_a_halo(lines: list[str]) -> None:
    for text in texts(label(lines)):
        assert 0 < text.y < 50 or len(lines) > 1
        assert -30 < text.y < 50
        assert 7 <= text.size <= 13
        assert text.halo


def test_a_hex_name_is_at_the_upper_corner_and_a_label_below() -> None:
    (name,), (text,) = texts(hex_name("G5")), texts(label(["Caen"]))
    assert name.y < 0 < text.y


@pytest.mark.parametrize("words", ["M" * 1_000_000, "Montigny " * 100_000])
def test_no_more_of_a_long_label_is_drawn_than_there_is_room_for(words: str) -> None:
    shown = texts(label([words] * 10))
    assert len(shown) <= 5
    assert sum(len(text.text) for text in shown) < 2_500
