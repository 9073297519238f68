"""The names of hexes: large enough to read, and clear of the labels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44core.board import BOARDS, BoardType
from m44core.drawing.board.board import Show, draw_scenario
from m44core.drawing.board.labels import hex_name, label
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH, Drawing, Group, Text
from m44core.model.scenario import Scenario

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


def test_a_name_that_needs_it_is_larger_and_leaves_room_for_the_unit() -> None:
    (text,) = hex_name("G5", least=24)
    assert isinstance(text, Text)
    assert text.size == 24
    (text,) = hex_name("G5", least=90)
    assert isinstance(text, Text)
    assert text.y + text.size * 0.36 < 0, "half a unit is seen in any case"


@pytest.mark.parametrize("kind", BoardType)
def test_labels_lie_over_the_names_of_all_hexes(kind: BoardType) -> None:
    board = BOARDS[kind]
    scenario = Scenario(board, labels=dict.fromkeys(board.hexes, ("Caen",)))
    texts = list(written(draw_scenario(scenario, Show(hex_names=True))))
    names = {board.name(hex_) for hex_ in board.hexes}
    last_name = max(number for number, text in enumerate(texts) if text in names)
    assert last_name < texts.index("Caen")


def written(drawing: Drawing) -> Iterator[str]:
    for node in drawing:
        if isinstance(node, Group):
            yield from written(node.children)
        elif isinstance(node, Text):
            yield node.text
