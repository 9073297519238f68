from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType
from m44core.drawing.board.hex_labels import draw_hex_name, draw_label
from m44core.drawing.board.scenario_drawing import VisibleLayers, draw_scenario
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH, Drawing, Group, Text
from m44core.model.scenario import Scenario


def text_nodes(drawing: Drawing) -> list[Text]:
    return [node for node in drawing if isinstance(node, Text)]


def test_the_lines_of_a_label_are_in_order_in_the_lower_part_of_the_hex() -> None:
    first, second = text_nodes(draw_label(["Bridge", "of the river"]))
    assert first.y < second.y
    assert first.y > 0
    assert second.y >= text_nodes(draw_label(["Caen"]))[0].y


def test_a_long_line_is_smaller_than_a_short_one() -> None:
    (short,), (long,) = (
        text_nodes(draw_label(["Caen"])),
        text_nodes(draw_label(["Sainte-Mère-Église"])),
    )
    assert long.size < short.size


def test_a_line_that_would_not_be_legible_is_broken_at_its_spaces() -> None:
    parts = text_nodes(draw_label(["thirty-seven characters need two rows"]))
    assert len(parts) > 1
    assert " ".join(part.text for part in parts) == "thirty-seven characters need two rows"


def test_spaces_for_alignment_are_not_drawn() -> None:
    assert draw_label(["   Bridge "]) == draw_label(["Bridge"])


@given(st.lists(st.text(max_size=300), max_size=8), st.floats(8, 30))
def test_no_label_of_a_printed_map_is_smaller_than_legible_or_wider_than_two_hexes(
    lines: list[str], size: float
) -> None:
    label_texts = text_nodes(draw_label(lines, size))
    assert len(label_texts) <= 2
    assert all(text.size >= size for text in label_texts)
    assert all(text.size * 0.38 * len(text.text) < 2 * HEX_WIDTH for text in label_texts)


def test_a_label_that_is_too_long_to_print_ends_in_an_ellipsis() -> None:
    assert [t.text for t in text_nodes(draw_label(["Pegasus Bridge"], 16))] == ["Pegasus Bridge"]
    assert [t.text for t in text_nodes(draw_label(["Colleville-sur-Mer"], 16))] == [
        "Colleville-sur-",
        "Mer",
    ]
    lines_shown = text_nodes(draw_label(["the long bridge over the river at the old town"], 16))
    assert [t.text for t in lines_shown][1].endswith("…")


@pytest.mark.parametrize("lines", [[], [""], ["  ", "\t"]])
def test_an_empty_label_draws_nothing(lines: list[str]) -> None:
    assert draw_label(lines) == ()


@given(st.lists(st.text(min_size=1), max_size=8))
def test_any_text_is_drawn_on_its_hex_with_a_halo(lines: list[str]) -> None:
    for text in text_nodes(draw_label(lines)):
        assert 0 < text.y < 50 or len(lines) > 1
        assert -30 < text.y < 50
        assert 7 <= text.size <= 13
        assert text.halo


def test_a_hex_name_is_at_the_upper_corner_and_a_label_below() -> None:
    (name,), (text,) = text_nodes(draw_hex_name("G5")), text_nodes(draw_label(["Caen"]))
    assert name.y < 0 < text.y


@pytest.mark.parametrize("long_line", ["M" * 1_000_000, "Montigny " * 100_000])
def test_a_long_label_is_cut_to_the_space_on_its_hex(long_line: str) -> None:
    lines_shown = text_nodes(draw_label([long_line] * 10))
    assert len(lines_shown) <= 5
    assert sum(len(text.text) for text in lines_shown) < 2_500


_FIT_SCALE = 0.58  # of a standard board in a window as it opens


def hex_name_text(name: str) -> Text:
    (text,) = draw_hex_name(name)
    assert isinstance(text, Text)
    return text


@pytest.mark.parametrize("kind", BoardType)
def test_every_name_stays_inside_its_hex(kind: BoardType) -> None:
    for name in map(BOARDS[kind].name, BOARDS[kind].hexes):
        text = hex_name_text(name)
        top = text.y - text.size * 0.36
        room = 2 * (HEX_HEIGHT / 2 + top) * HEX_WIDTH / (HEX_HEIGHT / 2)
        assert len(name) * text.size * 0.72 < room


def test_a_hex_name_is_readable_when_the_board_is_fitted_to_the_window() -> None:
    assert hex_name_text("G5").size * _FIT_SCALE >= 9


def test_no_line_of_a_label_reaches_the_name() -> None:
    name = hex_name_text("G5")
    for line in draw_label(["one", "two", "three", "four", "five", "six"]):
        assert isinstance(line, Text)
        assert line.y - line.size / 2 > name.y + name.size / 2


def test_a_hex_name_with_a_minimum_size_leaves_room_for_the_unit() -> None:
    (text,) = draw_hex_name("G5", min_size=24)
    assert isinstance(text, Text)
    assert text.size == 24
    (text,) = draw_hex_name("G5", min_size=90)
    assert isinstance(text, Text)
    assert text.y + text.size * 0.36 < 0, "half a unit is seen in any case"


@pytest.mark.parametrize("kind", BoardType)
def test_labels_are_drawn_over_the_names_of_all_hexes(kind: BoardType) -> None:
    board = BOARDS[kind]
    scenario = Scenario(board, labels=dict.fromkeys(board.hexes, ("Caen",)))
    texts = list(label_texts(draw_scenario(scenario, VisibleLayers(hex_names=True))))
    names = {board.name(hex_) for hex_ in board.hexes}
    last_name = max(number for number, text in enumerate(texts) if text in names)
    assert last_name < texts.index("Caen")


def label_texts(drawing: Drawing) -> Iterator[str]:
    for node in drawing:
        if isinstance(node, Group):
            yield from label_texts(node.children)
        elif isinstance(node, Text):
            yield node.text
