from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.drawing.board.scenario_drawing import VisibleLayers, board_size
from m44core.drawing.ground.printed_ground import ground_colour
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import Text
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.board import canvas, pixmaps
from m44editor.board.board_marks import Highlight
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.board.geometry import board_area, centre, hex_bounding_rect
from m44editor.documents.document_sheet import WHOLE_BOARD
from m44editor.interface_language import switch_language
from m44editor.tools.brush import place_element

CONTROL = Qt.KeyboardModifier.ControlModifier


def rendered_picture(view: BoardView) -> QImage:
    """Return an image of the board once every picture is rendered."""
    while not view.complete or not view.is_settled:
        view.viewport().grab()
        QApplication.processEvents()
    return view.viewport().grab().toImage()


def test_a_press_reports_the_hex_under_the_pointer(qtbot: QtBot, user: MouseAndKeyboard) -> None:
    with qtbot.waitSignal(user.view.pressed) as pressed:
        user.click("G5")
    event: BoardEvent = pressed.args[0]
    assert event.hex == user.view.board.hex("G5")
    assert event.button == Qt.MouseButton.LeftButton


def test_the_frame_names_the_sides_in_the_current_language(view: BoardView) -> None:
    english = rendered_picture(view)
    for code, is_same in (("fr", False), ("en", True)):
        switch_language(code)
        view.retranslate()
        assert (rendered_picture(view) == english) is is_same


def test_hovering_reports_each_hex_once(user: MouseAndKeyboard) -> None:
    received: list[Hex | None] = []
    user.view.hovered.connect(received.append)
    point = user.point("G5")
    for shift in (0, 2, 4):
        user.move_to(point + type(point)(shift, 0))
    user.move("H5")
    assert [hex_ and user.view.board.name(hex_) for hex_ in received] == ["G5", "H5"]


def test_the_pointer_does_not_change_the_colors_of_the_unit_under_it(
    user: MouseAndKeyboard,
) -> None:
    view = user.view
    units = [hex_ for hex_, content in view.scenario.hexes.items() if content.unit]
    hex_ = units[len(units) // 2]
    middle = view.from_units(centre(hex_)).toPoint()
    area = QRect(0, 0, 30, 20)
    area.moveCenter(middle)
    before = rendered_picture(view).copy(area)
    user.move(view.board.name(hex_))
    assert view.hovered_hex == hex_
    assert rendered_picture(view).copy(area) == before


def test_a_press_off_the_board_has_no_hex(qtbot: QtBot, view: BoardView) -> None:
    with qtbot.waitSignal(view.pressed) as pressed:
        MouseAndKeyboard(view).drag_points(Qt.MouseButton.LeftButton, QPoint(3, 3))
    assert pressed.args[0].hex is None


@pytest.mark.parametrize("name", ["A9", "G5", "M1"])
@pytest.mark.parametrize("notches", [3, -2])
def test_zooming_keeps_the_point_under_the_pointer(
    user: MouseAndKeyboard, name: str, notches: int
) -> None:
    view = user.view
    view.zoom_to(1.5)
    point = view.from_units(centre(view.board.hex("G5")))
    before = view.to_units(point)
    user.wheel(point, notches, CONTROL)
    after = view.to_units(point)
    assert abs(after.x() - before.x()) * view.zoom.scale < 1.5
    assert abs(after.y() - before.y()) * view.zoom.scale < 1.5


def test_the_wheel_without_a_modifier_scrolls(user: MouseAndKeyboard) -> None:
    user.view.zoom_to(2.0)
    scale, top = user.view.zoom.scale, user.view.verticalScrollBar().value()
    user.wheel(QPointF(300, 300), -1, Qt.KeyboardModifier.NoModifier)
    assert user.view.zoom.scale == scale
    assert user.view.verticalScrollBar().value() > top


def test_a_fitted_board_is_centered_and_needs_no_scroll_bars(view: BoardView) -> None:
    view.zoom_to(3.0)
    view.fit()
    middle = view.from_units(QPointF(*(s / 2 for s in _size_of_board(view))))
    assert abs(middle.x() - view.viewport().width() / 2) < 1
    assert abs(middle.y() - view.viewport().height() / 2) < 1
    assert not view.horizontalScrollBar().isVisible()
    assert not view.verticalScrollBar().isVisible()


def test_a_fitted_board_stays_fitted_when_resized(view: BoardView) -> None:
    view.fit()
    small_scale = view.zoom.scale
    view.resize(view.size() + QSize(400, 300))
    assert view.zoom.scale > small_scale


def overlord_view(qtbot: QtBot, size: QSize) -> BoardView:
    """Return a shown view of an Overlord board, fitted as when it is opened."""
    view = BoardView(Scenario(BOARDS[BoardType.OVERLORD]))
    qtbot.addWidget(view)
    view.resize(size)
    with qtbot.waitExposed(view):
        view.show()
    view.fit_readably()
    return view


def test_a_panel_that_takes_room_lets_a_fitted_board_scroll(qtbot: QtBot) -> None:
    view = overlord_view(qtbot, QSize(740, 510))
    scale = view.zoom.scale
    assert not view.needs_mini_map
    MouseAndKeyboard(view).click("Y5")
    view.resize(430, 510)
    assert view.zoom.scale == scale
    clicked_area = view.area_from_units(hex_bounding_rect(view.board.hex("Y5")))
    assert QRectF(view.viewport().rect()).contains(clicked_area)
    view.resize(740, 510)
    assert not view.needs_mini_map, "it fits again"


def test_a_board_that_would_be_tiny_opens_readable_until_the_user_fits_it(qtbot: QtBot) -> None:
    view = overlord_view(qtbot, QSize(430, 400))
    assert view.zoom.scale > 0.25
    middle = view.to_units(QRectF(view.viewport().rect()).center())
    assert abs(middle.x() - _size_of_board(view)[0] / 2) < 20, "it opens in the middle"
    view.horizontalScrollBar().setValue(0)
    view.resize(380, 400)
    assert view.from_units(QPointF()).x() <= 0, "there is no empty space beside it"
    view.fit()
    assert not view.needs_mini_map
    small_scale = view.zoom.scale
    view.resize(370, 400)
    assert view.zoom.scale <= small_scale


def test_a_fitted_board_that_scrolls_is_copied_with_its_scroll_position(qtbot: QtBot) -> None:
    view, copy = (overlord_view(qtbot, QSize(430, 400)) for _ in range(2))
    view.horizontalScrollBar().setValue(0)
    assert view.corner != copy.corner
    copy.copy_view(view)
    assert (copy.zoom, copy.corner, copy.requested_scale) == (view.zoom, view.corner, None)


def test_a_board_that_was_never_shown_opens_in_its_middle(qtbot: QtBot) -> None:
    view = overlord_view(qtbot, QSize(430, 400))
    middle = view.corner
    view.horizontalScrollBar().setValue(0)
    left = view.corner
    for corner, expected in ((QPointF(*WHOLE_BOARD.corner), middle), (left, left)):
        view.restore_view(WHOLE_BOARD.scale, corner)
        assert view.corner == expected


@pytest.mark.parametrize("button", ["middle", "space"])
def test_the_board_can_be_dragged(user: MouseAndKeyboard, button: str) -> None:
    view = user.view
    view.zoom_to(2.0)
    received: list[BoardEvent] = []
    view.pressed.connect(received.append)
    before = view.from_units(QPointF())
    start = view.viewport().rect().center()
    mouse_button = Qt.MouseButton.MiddleButton if button == "middle" else Qt.MouseButton.LeftButton
    if button == "space":
        QTest.keyPress(view, Qt.Key.Key_Space)
    user.drag_points(mouse_button, start, start + QPoint(40, -25))
    if button == "space":
        QTest.keyRelease(view, Qt.Key.Key_Space)
    offset = view.from_units(QPointF()) - before
    assert (offset.x(), offset.y()) == (40, -25)
    assert received == []


def test_arrow_keys_move_from_hex_to_hex_and_down_keeps_the_column(
    user: MouseAndKeyboard,
) -> None:
    received: list[Hex] = []
    user.view.hovered.connect(received.append)
    user.view.show_hex(user.view.board.hex("G5"))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left):
        user.press_key(key)
    names = [user.view.board.name(hex_) for hex_ in received]
    assert names == ["G5", "H5", "h4", "H3", "h4", "g4"]


def test_arrow_keys_stop_at_the_edge_of_the_board(user: MouseAndKeyboard) -> None:
    user.view.show_hex(user.view.board.hex("M9"))
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Right):
        user.press_key(key)
    assert user.view.cursor_hex == user.view.board.hex("M9")
    user.press_key(Qt.Key.Key_Down)
    assert user.view.cursor_hex == user.view.board.hex("l8")


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_space_and_enter_click_on_the_hex_of_the_keyboard_cursor(
    qtbot: QtBot, user: MouseAndKeyboard, key: Qt.Key
) -> None:
    user.view.show_hex(user.view.board.hex("C3"))
    with qtbot.waitSignals([user.view.pressed, user.view.released]):
        user.press_key(key)


def test_showing_a_hex_scrolls_to_it(view: BoardView) -> None:
    view.zoom_to(4.0)
    for name in ("A9", "M1"):
        view.show_hex(view.board.hex(name))
        hex_position = view.from_units(centre(view.board.hex(name)))
        assert view.viewport().rect().contains(hex_position.toPoint())


def test_a_painted_hex_looks_the_same_as_in_a_newly_opened_board(
    qtbot: QtBot, view: BoardView, pegasus: Scenario
) -> None:
    after = place_element(pegasus, [Hex(12, 4), Hex(13, 5)], base_catalogue().elements["river"], 2)
    view.viewport().grab()
    view.set_scenario(after)
    qtbot.wait(1)
    fresh_view = BoardView(after)
    qtbot.addWidget(fresh_view)
    fresh_view.resize(view.size())
    fresh_view.show()
    assert rendered_picture(view) == rendered_picture(fresh_view)


@pytest.mark.parametrize(
    "change",
    [
        lambda scenario: edits.set_text(scenario, "en", "name", "Ham and Jam"),
        edits.swap_players,
    ],
    ids=["title", "players"],
)
def test_a_changed_frame_looks_the_same_as_a_new_one(
    qtbot: QtBot, view: BoardView, pegasus: Scenario, change: Callable[[Scenario], Scenario]
) -> None:
    corner = QRect(view.area_from_units(board_area(view.board)).topLeft().toPoint(), QSize(300, 60))
    before = rendered_picture(view).copy(corner)
    view.set_scenario(change(pegasus))
    view.complete = False
    fresh_view = BoardView(change(pegasus))
    qtbot.addWidget(fresh_view)
    fresh_view.resize(view.size())
    fresh_view.show()
    assert rendered_picture(view) == rendered_picture(fresh_view)
    assert rendered_picture(view).copy(corner) != before


@pytest.mark.parametrize("face", Face)
def test_half_hexes_show_the_face_of_the_board(
    view: BoardView, pegasus: Scenario, face: Face
) -> None:
    view.set_scenario(edits.change_face(pegasus, face))
    view.complete = False
    left_of_a8 = view.from_units(centre(Hex(1, 1)) - QPointF(70, 0)).toPoint()
    printed_colour = ground_colour(face, pegasus.board.zone(face, Hex(-1, 1)))
    assert rendered_picture(view).pixelColor(left_of_a8) == QColor(LIGHT[f"{printed_colour}-pale"])


def test_a_board_of_another_format_is_fitted(view: BoardView, pegasus: Scenario) -> None:
    view.set_scenario(edits.change_board(pegasus, BoardType.OVERLORD).scenario)
    last_hex = view.board.hexes[-1]
    assert view.viewport().rect().contains(view.from_units(centre(last_hex)).toPoint())


def test_layers_and_colors_can_be_changed(view: BoardView) -> None:
    pictures = [rendered_picture(view)]
    for show, palette in (
        (VisibleLayers(units=False), LIGHT),
        (VisibleLayers(hex_names=True), LIGHT),
        (VisibleLayers(grid=False), LIGHT),
        (VisibleLayers(section_lines=False), LIGHT),
        (VisibleLayers(), DARK),
    ):
        view.set_style(show, palette)
        view.complete = False
        assert rendered_picture(view) not in pictures
        pictures.append(rendered_picture(view))


def test_a_highlight_replaces_the_one_of_the_same_name(view: BoardView) -> None:
    plain_picture = rendered_picture(view)
    highlight = Highlight(frozenset({Hex(12, 4)}), line=QColor("red"))
    view.set_mark("legal", highlight)
    assert rendered_picture(view) != plain_picture
    view.set_mark("legal", None)
    assert rendered_picture(view) == plain_picture


def test_pictures_are_rendered_again_when_zooming_stops(
    qtbot: QtBot, view: BoardView, pegasus: Scenario
) -> None:
    rendered_picture(view)
    view.zoom_to(2.0)
    quick_picture = view.viewport().grab().toImage()
    assert rendered_picture(view) != quick_picture
    fresh_view = BoardView(pegasus)
    qtbot.addWidget(fresh_view)
    fresh_view.resize(view.size())
    fresh_view.show()
    fresh_view.zoom_to(2.0)
    assert rendered_picture(view) == rendered_picture(fresh_view)


def _size_of_board(view: BoardView) -> tuple[float, float]:

    return board_size(view.board)


def test_a_board_is_filled_even_without_time_for_rendering(
    qtbot: QtBot, view: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(canvas, "_RENDER_SECONDS", 0.0)
    view.zoom_to(0.9)
    qtbot.waitUntil(lambda: view.is_settled)
    for _ in range(200):
        view.viewport().grab()
        if view.complete:
            return
    pytest.fail("pieces are still missing after 200 frames")


def test_boards_share_the_pictures_of_pieces(
    qtbot: QtBot, view: BoardView, pegasus: Scenario
) -> None:
    other_view = BoardView(pegasus)
    qtbot.addWidget(other_view)
    other_view.resize(view.size())
    other_view.show()
    assert rendered_picture(other_view) == rendered_picture(view)
    cached, other_cached = (each._canvas._pictures._cache for each in (view, other_view))
    assert cached
    assert all(other_cached[key] is rendered for key, rendered in cached.items())


def test_the_visible_part_of_a_large_board_looks_the_same_without_a_full_cache(
    view: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pictures_of_parts() -> list[QImage]:
        pictures = []
        for name in ("A9", "G5", "M1"):
            view.show_hex(view.board.hex(name))
            view.complete = False
            pictures.append(rendered_picture(view))
        return pictures

    view.zoom_to(2.0)
    view.show_hex(view.board.hex("G5"))
    whole_picture = pictures_of_parts()
    view.set_style(VisibleLayers(), dict(LIGHT))
    monkeypatch.setattr(pixmaps, "_MAX_LAYER_BYTES", 0)
    assert pictures_of_parts() == whole_picture


@pytest.mark.parametrize("kind", BoardType)
def test_hex_names_are_legible_on_every_board_that_fits_a_small_window(
    qtbot: QtBot, kind: BoardType
) -> None:
    board = BOARDS[kind]
    view = BoardView(Scenario(board), visible_layers=VisibleLayers(hex_names=True))
    qtbot.addWidget(view)
    view.resize(640, 430)  # the size of the board in a window of 1024 by 700
    with qtbot.waitExposed(view):
        view.show()
    view.fit()
    zoom = view.zoom
    (name,) = canvas._draw_art(Art(PaintingPlane.NAME, "hex-name", detail=("G5",)), zoom)
    assert isinstance(name, Text)
    assert name.size * zoom.scale > 8


def test_marks_leave_no_trace_on_the_board(
    qtbot: QtBot, view: BoardView, pegasus: Scenario
) -> None:
    before = rendered_picture(view)
    view.set_mark("all", Highlight(frozenset(pegasus.board.hexes), QColor("red"), QColor("blue")))
    assert rendered_picture(view) != before
    view.set_mark("all", None)
    assert rendered_picture(view) == before


def test_the_backdrop_shows_the_same_as_a_new_board(
    qtbot: QtBot, view: BoardView, user: MouseAndKeyboard, pegasus: Scenario
) -> None:
    rendered_picture(view)
    for name in ("E5", "F5", "G5"):  # the backdrop is cached now
        user.move(name)
    woods = base_catalogue().elements["woods"]
    after = place_element(pegasus, [view.board.hex("F5"), view.board.hex("A1")], woods)
    view.set_scenario(after)
    user.move("h4")
    view.zoom_in()
    view.zoom_out()
    for name in ("E5", "A1"):
        user.move(name)
    view.hover_over(None)
    view.complete = False
    fresh_view = BoardView(after)
    qtbot.addWidget(fresh_view)
    fresh_view.resize(view.size())
    fresh_view.show()
    fresh_view.copy_view(view)
    assert rendered_picture(view) == rendered_picture(fresh_view)
