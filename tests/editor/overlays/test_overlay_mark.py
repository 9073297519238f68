"""Overlays made of pictures of single hexes look like the drawings of the same areas."""

from __future__ import annotations

from time import monotonic

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from m44core.board import BOARDS, BoardType, Face
from m44core.drawing.board.overlay import AREA_STYLES, draw_overlay
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44editor.board.board_view import BoardView
from m44editor.board.painter import paint
from m44editor.overlays import overlay_mark
from m44editor.overlays.overlay_mark import (
    HexPictureKind,
    OverlayMark,
    drop_other_zooms,
    edges_of,
    hex_picture,
    make_hex_pictures,
)

pytestmark = pytest.mark.usefixtures("qapp")

BOARD = BOARDS[BoardType.STANDARD]
AREA = frozenset(
    map(BOARD.hex, ("C7", "D7", "E7", "c6", "e6", "C5", "D5", "E5", "H5", "I5", "h4", "M9"))
)  # a ring around a hole, three connected hexes, a single one
_SIZE = 700, 560
_BLOCK_SIZE = (
    10  # pixels that are averaged, because lines can be half a pixel off and dashes shifted
)
_MAX_DIFFERENCE = 15  # of 255


def picture_of(draw: object) -> QImage:
    """Return the picture of a mark at half a pixel per unit."""
    image = QImage(*_SIZE, QImage.Format.Format_RGB32)
    image.fill(0xB4BD85)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(0.5, 43 / 86.6025)
    assert callable(draw)
    draw(painter)
    painter.end()
    return image


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("role", AREA_STYLES[0])
def test_an_area_made_of_tiles_looks_like_its_drawing(place: int, role: str) -> None:
    unit = frozenset({BOARD.hex("E7")})
    mark = OverlayMark([(role, AREA)], {}, place, unit)
    drawing = draw_overlay([(role, AREA)], {}, place, unit)
    one = picture_of(lambda painter: mark.paint(painter, 0.5))
    other = picture_of(lambda painter: paint(painter, drawing, {}))
    assert _max_colour_difference(one, other) <= _MAX_DIFFERENCE
    assert _max_colour_difference(picture_of(lambda _: None), other) > _MAX_DIFFERENCE


def _max_colour_difference(one: QImage, other: QImage) -> int:
    """Return the maximum difference in color of two pictures, after averaging blocks of pixels."""
    size = QSize(*_SIZE) / _BLOCK_SIZE
    keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    scaled_images = [image.scaled(size, keep, smooth) for image in (one, other)]
    a, b = (bytes(image.constBits()) for image in scaled_images)
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def test_hexes_that_look_alike_share_a_picture() -> None:
    hexes = frozenset({Hex(4, 4), *Hex(4, 4).neighbours()})
    assert edges_of(Hex(4, 4), hexes) == 0
    assert edges_of(Hex(4, 4), frozenset()) == 0b111111
    kind = HexPictureKind(0, "half", edges_of(Hex(4, 4), hexes), False)
    assert hex_picture(kind, 0.5, 0.5) is hex_picture(HexPictureKind(0, "half", 0, False), 0.5, 0.5)


def test_part_of_a_large_board_looks_the_same_as_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    label_texts = {BOARD.hex("D7"): "7"}
    whole, parts = (OverlayMark([("half", AREA)], label_texts, 0) for _ in range(2))
    one = picture_of(lambda painter: whole.paint(painter, 0.5))
    monkeypatch.setattr(overlay_mark, "_MAX_CACHED_PIXELS", 0)
    assert (
        _max_colour_difference(picture_of(lambda painter: parts.paint(painter, 0.5)), one) <= 1
    )  # colours are rounded


@pytest.mark.parametrize(
    ("new_area", "label_texts", "units"),
    [
        (AREA - {BOARD.hex("D7")}, {}, frozenset()),
        (AREA, {BOARD.hex("D7"): "12", BOARD.hex("e6"): "3"}, frozenset()),
        (AREA - set(sorted(AREA)[2:5]), {BOARD.hex("e6"): "7"}, frozenset({BOARD.hex("D7")})),
    ],
)
def test_an_updated_overlay_looks_like_a_new_one(
    new_area: frozenset[Hex], label_texts: dict[Hex, str], units: frozenset[Hex]
) -> None:
    frame, old_area = ("half", frozenset(BOARD.hexes)), ("closed", AREA)  # equally large marks
    old_mark = OverlayMark([frame, old_area], {BOARD.hex("D7"): "7"}, 0)
    picture_of(lambda painter: old_mark.paint(painter, 0.5))
    undrawn_mark = OverlayMark([frame], {}, 0, before=old_mark)
    areas = [frame, ("closed", new_area)]
    updated_mark = OverlayMark(areas, label_texts, 0, units, undrawn_mark)
    new_mark = OverlayMark(areas, label_texts, 0, units)
    pixels = picture_of(lambda painter: updated_mark.paint(painter, 0.5))
    assert old_mark._picture is None, "the new mark did not reuse its picture"
    assert pixels == picture_of(lambda painter: new_mark.paint(painter, 0.5))
    assert pixels != picture_of(lambda painter: old_mark.paint(painter, 0.5))


def test_an_idle_overlay_keeps_no_picture(qtbot: QtBot) -> None:
    view = BoardView(new_scenario(BoardType.STANDARD, Face.COUNTRY))
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.complete)
    mark = OverlayMark([("half", AREA)], {}, 0)
    view.set_mark("overlay-0", mark)
    view.viewport().repaint()
    picture_before, painted = view.grab().toImage(), mark._picture
    assert painted is not None
    view._idle_timer.start(0)
    qtbot.waitUntil(lambda: mark._picture is None)
    assert view.grab().toImage() == picture_before


def test_pictures_are_rendered_ahead_a_few_at_a_time() -> None:
    drop_other_zooms(0.3, 0.3)
    steps = 0
    while not make_hex_pictures(1, 0.3, 0.3, monotonic() + 0.001):
        steps += 1
    assert steps > 1
    assert make_hex_pictures(1, 0.3, 0.3, deadline=0.0), "all are rendered already"
    drop_other_zooms(0.31, 0.31)
    assert not make_hex_pictures(1, 0.3, 0.3, deadline=0.0)


def test_large_pictures_are_rendered_on_demand() -> None:
    assert make_hex_pictures(0, 4.0, 4.0, deadline=0.0)
