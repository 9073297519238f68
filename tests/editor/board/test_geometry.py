from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSizeF

from m44core.board import BOARDS, Board, BoardType
from m44core.drawing.board.scenario_drawing import board_size
from m44editor.board.geometry import (
    Zoom,
    board_area,
    centre,
    hex_at,
    hex_bounding_rect,
    hex_outline,
    hexes_in,
)

boards = st.sampled_from(list(BOARDS.values()))
shares = st.floats(0, 1)


@pytest.mark.parametrize("kind", BoardType)
def test_the_center_of_every_hex_is_in_that_hex(kind: BoardType) -> None:
    board = BOARDS[kind]
    hexes_at_centres = [hex_at(board, centre(h).x(), centre(h).y()) for h in board.hexes]
    assert hexes_at_centres == list(board.hexes)


@given(boards, shares, shares)
def test_a_point_is_in_the_hex_whose_outline_contains_it(
    board: Board, across: float, down: float
) -> None:
    width, height = board_size(board)
    point = QPointF(across * width, down * height)
    hex_ = hex_at(board, point.x(), point.y())
    nearest_hexes = sorted(board.hexes, key=lambda h: _distance(point, centre(h)))[:3]
    containing_hexes = [h for h in nearest_hexes if hex_outline(h).contains(point)]
    on_an_edge = any(
        abs(_distance(point, centre(a)) - _distance(point, centre(b))) < 1e-6
        for a in nearest_hexes
        for b in nearest_hexes
        if a != b
    )
    assert on_an_edge or hex_ == (containing_hexes[0] if containing_hexes else None)


@given(boards, shares, shares, shares, shares)
def test_the_hexes_in_a_rectangle_are_those_whose_rectangles_touch_it(
    board: Board, a: float, b: float, c: float, d: float
) -> None:
    width, height = board_size(board)
    area = QRectF(QPointF(a * width, b * height), QPointF(c * width, d * height)).normalized()
    if area.width() < 1 or area.height() < 1:
        return
    touching_hexes = {h for h in board.hexes if hex_bounding_rect(h).intersects(area)}
    hexes = set(hexes_in(board, area))
    assert touching_hexes <= hexes
    assert all(hex_bounding_rect(h).adjusted(-1, -1, 1, 1).intersects(area) for h in hexes)


@given(boards, st.floats(0.01, 20), st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0]))
def test_hexes_meet_on_whole_device_pixels_at_every_zoom(
    board: Board, scale: float, ratio: float
) -> None:
    zoom = Zoom.nearest(scale, ratio)
    first, second = board.hexes[0], board.hexes[1]
    step = zoom.device_transform.map(centre(second)) - zoom.device_transform.map(centre(first))
    last_center = zoom.device_transform.map(centre(board.hexes[len(board.hexes) // 2]))
    top = zoom.device_transform.map(centre(first))
    rows = board.hexes[len(board.hexes) // 2].row - first.row
    assert step.x() == pytest.approx(2 * zoom.pitch)
    assert (last_center.y() - top.y()) / rows == pytest.approx(
        round((last_center.y() - top.y()) / rows)
    )


@given(boards, st.floats(200, 4000), st.floats(200, 4000))
def test_a_fitted_board_is_inside_the_area(board: Board, width: float, height: float) -> None:
    zoom = Zoom.fitting(board, QSizeF(width, height), 1.0)
    board_rect = zoom.transform.mapRect(board_area(board))
    assert zoom.pitch == 5 or (board_rect.width() <= width and board_rect.height() <= height * 1.05)


def _distance(a: QPointF, b: QPointF) -> float:
    return hypot(a.x() - b.x(), a.y() - b.y())
