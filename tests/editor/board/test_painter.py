"""Drawings painted with Qt."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from tests.editor.monkey import allocated_megabytes

from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Shape, Text
from m44editor.board.painter import bounds, outline, paint

pytestmark = pytest.mark.usefixtures("qapp")

PALETTE = {"wood": "#ff0000", "sea": "#0000ff"}
SQUARE = "M-10 -10L10 -10L10 10L-10 10Z"
RED, BLUE, NONE = QColor("#ff0000"), QColor("#0000ff"), QColor(0, 0, 0, 0)


def paint_drawing(drawing: Drawing) -> QImage:
    """Return *drawing* on 100 x 100 pixels with the origin in the middle."""
    image = QImage(100, 100, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(50, 50)
    paint(painter, drawing, PALETTE)
    painter.end()
    return image


def colour_at(image: QImage, x: int, y: int) -> QColor:
    return image.pixelColor(50 + x, 50 + y)


@pytest.mark.parametrize(
    ("path", "area"),
    [
        ("M1 2L3 4", QRectF(1, 2, 2, 2)),
        ("M1 2 3 4 5 0", QRectF(1, 0, 4, 4)),
        ("M0 0H10V5H0Z", QRectF(0, 0, 10, 5)),
        ("M0 0C0 10 10 10 10 0", QRectF(0, 0, 10, 10)),
        ("M0 0Q5 10 10 0", QRectF(0, 0, 10, 10)),
        ("M-1.5-2.5L.5.5", QRectF(-1.5, -2.5, 2, 3)),
        ("M0 0L1e1 0L10 1E1Z", QRectF(0, 0, 10, 10)),
        ("M0 0L4 0L4 4ZM10 10L14 10L14 14Z", QRectF(0, 0, 14, 14)),
    ],
)
def test_path_data_becomes_the_same_path(path: str, area: QRectF) -> None:
    path_rect = outline(path).controlPointRect()
    assert path_rect.width() == pytest.approx(area.width(), abs=4)
    assert path_rect.topLeft() == area.topLeft()
    assert path_rect.right() == pytest.approx(area.right())


def test_colors_are_looked_up_or_used_literally() -> None:
    assert colour_at(paint_drawing((Shape(SQUARE, fill="wood"),)), 0, 0) == RED
    assert colour_at(paint_drawing((Shape(SQUARE, fill="#0000ff"),)), 0, 0) == BLUE


def test_a_hollow_shape_is_not_filled() -> None:
    image = paint_drawing((Shape(SQUARE, stroke="wood", width=4),))
    assert colour_at(image, 0, 0) == NONE
    assert colour_at(image, 10, 0) == RED


def test_later_nodes_cover_earlier_ones() -> None:
    assert (
        colour_at(paint_drawing((Shape(SQUARE, fill="wood"), Shape(SQUARE, fill="sea"))), 0, 0)
        == BLUE
    )


@pytest.mark.parametrize(
    ("group", "point_inside", "point_outside"),
    [
        (Group((Shape(SQUARE, fill="wood"),), dx=30), (30, 0), (0, 0)),
        (Group((Shape(SQUARE, fill="wood"),), scale=3), (25, 0), (40, 0)),
        (Group((Shape("M10 -2L20 -2L20 2L10 2Z", fill="wood"),), turn=90), (0, 15), (15, 0)),
        (Group((Shape("M10 -2L20 -2L20 2L10 2Z", fill="wood"),), flip=True), (-15, 0), (15, 0)),
        (Group((Shape(SQUARE, fill="wood"),), clip="M0 -9L9 -9L9 9L0 9Z"), (5, 0), (-5, 0)),
        (
            Group((Shape("M5 -1L9 -1L9 1L5 1Z", fill="wood"),), dx=20, dy=10, turn=90, scale=2),
            (20, 24),
            (34, 10),
        ),
    ],
)
def test_groups_scale_then_turn_then_move(
    group: Group, point_inside: tuple[int, int], point_outside: tuple[int, int]
) -> None:
    image = paint_drawing((group,))
    assert colour_at(image, *point_inside) == RED
    assert colour_at(image, *point_outside) == NONE


def test_the_opacities_of_a_group_and_its_shapes_multiply() -> None:
    shape = Shape(SQUARE, fill="wood", opacity=0.5)
    assert colour_at(
        paint_drawing((Group((shape,), opacity=0.5),)), 0, 0
    ).alphaF() == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize("radial", [False, True])
def test_gradients_run_from_start_to_end(radial: bool) -> None:
    fill = Gradient(((0, "wood"), (1, "sea")), (0, 0), (10, 0), radial=radial)
    image = paint_drawing((Shape(SQUARE, fill=fill),))
    assert colour_at(image, 0, 0).red() > 200
    assert colour_at(image, 9, 0).blue() > 200
    assert (colour_at(image, -9, 0).blue() > 200) is radial


def test_text_is_centered_on_its_capitals() -> None:
    image = paint_drawing((Text("H", 0, 0, 40, "wood", bold=True),))
    rows = [y for y in range(100) if any(image.pixelColor(x, y).alpha() > 128 for x in range(100))]
    cols = [x for x in range(100) if any(image.pixelColor(x, y).alpha() > 128 for y in range(100))]
    assert (rows[0] + rows[-1]) / 2 == pytest.approx(49.5, abs=1)
    assert (cols[0] + cols[-1]) / 2 == pytest.approx(49.5, abs=1)


def test_a_halo_surrounds_the_letters() -> None:
    plain_bounds = bounds((Text("H", 0, 0, 40, "wood"),))
    halo_bounds = bounds((Text("H", 0, 0, 40, "wood", halo="sea"),))
    assert halo_bounds.contains(plain_bounds.adjusted(-2, -2, 2, 2))


@pytest.mark.parametrize(
    "drawing",
    [
        (Shape(SQUARE, fill="wood", stroke="sea", width=6),),
        (Group((Shape(SQUARE, fill="wood"),), dx=10, dy=-5, turn=30, scale=1.5),),
        (Group((Shape(SQUARE, fill="wood"),), clip="M0 0L5 0L5 5L0 5Z"),),
        (Text("Pegasus", 3, -4, 12, "wood", halo="sea"),),
    ],
)
def test_nothing_is_painted_out_of_bounds(drawing: Drawing) -> None:
    area = bounds(drawing).translated(50, 50).adjusted(-1, -1, 1, 1)
    image = paint_drawing(drawing)
    painted_pixels = [
        (x, y)
        for x in range(100)
        for y in range(100)
        if image.pixelColor(x, y).alpha() and not area.contains(QPointF(x + 0.5, y + 0.5))
    ]
    assert painted_pixels == []


@pytest.mark.skipif(not allocated_megabytes(), reason="the C library does not tell what is in use")
def test_outlines_of_unused_text_lines_are_dropped() -> None:
    def paint_lines(first: int, last: int) -> None:
        for number in range(first, last):
            paint_drawing((Text(f"A line of forty letters, number {number}", 0, 0, 10, "wood"),))

    paint_lines(0, 300)
    before = allocated_megabytes()
    paint_lines(300, 900)
    assert allocated_megabytes() - before < 3  # megabytes; 600 lines of 20 kB would be more
