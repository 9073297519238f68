"""The names of hexes: large enough to read, and clear of the labels."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.drawing.board.labels import hex_name, label
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH, Text

_FIT = 0.58  # of a standard board in a window as it opens


def text_of(name: str) -> Text:
    (text,) = hex_name(name)
    assert isinstance(text, Text)
    return text


@pytest.mark.parametrize("kind", BoardType)
def test_every_name_stays_inside_of_its_hex(kind: BoardType) -> None:
    for name in map(BOARDS[kind].name, BOARDS[kind].hexes):
        text = text_of(name)
        top = text.y - text.size * 0.36
        room = 2 * (HEX_HEIGHT / 2 + top) * HEX_WIDTH / (HEX_HEIGHT / 2)
        assert len(name) * text.size * 0.72 < room


def test_a_name_is_readable_where_the_board_fits_the_window() -> None:
    assert text_of("G5").size * _FIT >= 9


def test_no_line_of_a_label_reaches_the_name() -> None:
    name = text_of("G5")
    for line in label(["one", "two", "three", "four", "five", "six"]):
        assert isinstance(line, Text)
        assert line.y - line.size / 2 > name.y + name.size / 2
