"""The underlay: choosing a picture, placing it with pins, saving the placement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.interface_texts import untranslated_texts

from m44core.model.scenario import Scenario
from m44editor.board.geometry import centre
from m44editor.documents.document import Document
from m44editor.theme_tokens import Space
from m44editor.underlay.underlay_controller import (
    UnderlayController,
    placement_path,
    saved_placement,
)
from m44editor.underlay.underlay_dialog import UnderlayDialog
from m44editor.underlay.underlay_picture import (
    CORNERS,
    Placement,
    placement_from_text,
    placement_to_text,
)
from m44editor.windows.main_window import MainWindow
from m44editor.windows.view_commands import restore_underlay

RED = QColor("red")


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """Return the path of a red picture."""
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(RED)
    path = tmp_path / "scan.png"
    assert image.save(str(path))
    return path


@pytest.fixture
def window(qtbot: QtBot, pegasus: Scenario, tmp_path: Path) -> MainWindow:
    document = Document(pegasus, tmp_path / "mill.m44")
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    main_window = MainWindow(document, settings)
    qtbot.addWidget(main_window, before_close_func=lambda _: document.undo_stack.setClean())
    with qtbot.waitExposed(main_window):
        main_window.show()
    return main_window


@pytest.fixture
def dialog(window: MainWindow) -> UnderlayDialog:
    window.commands["underlay"].trigger()
    dialog = window.findChild(UnderlayDialog)
    assert dialog is not None
    return dialog


def find_underlay_controller(window: MainWindow) -> UnderlayController:
    controller = window.view.findChild(UnderlayController)
    assert controller is not None
    return controller


def choose_picture(window: MainWindow, scan: Path, qtbot: QtBot) -> UnderlayController:
    underlay_controller = find_underlay_controller(window)
    underlay_controller.choose(scan)
    qtbot.waitUntil(lambda: underlay_controller.image is not None)
    return underlay_controller


def pixel_colour(window: MainWindow, name: str) -> QColor:
    """Return the visible color near the edge of an empty hex."""
    board_point = window.view.from_units(centre(window.view.board.hex(name)) + QPointF(0, 30))
    return window.view.viewport().grab().toImage().pixelColor(board_point.toPoint())


def test_a_picture_is_drawn_between_the_printed_board_and_the_tiles(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot
) -> None:
    choose_picture(window, scan, qtbot)
    dialog.opacity.setValue(100)
    qtbot.waitUntil(lambda: pixel_colour(window, "H5") == RED)
    qtbot.waitUntil(lambda: pixel_colour(window, "F9") != RED)  # a forest
    dialog.shown.click()
    qtbot.waitUntil(lambda: pixel_colour(window, "H5") != RED)


def test_the_underlay_does_not_change_the_scenario(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot
) -> None:
    choose_picture(window, scan, qtbot)
    assert window.document.undo_stack.isClean()


def window_point(window: MainWindow, board_point: QPointF) -> QPoint:
    view = window.view
    return view.viewport().mapTo(view.window(), view.from_units(board_point).toPoint())


def drag(
    window: MainWindow,
    start: QPointF,
    end: QPointF,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Drag from one point of the board to another, both in units of the board."""
    handle, left = window.windowHandle(), Qt.MouseButton.LeftButton
    MouseAndKeyboard(window.view).move_to(window_point(window, start))
    QTest.mousePress(handle, left, modifiers, window_point(window, start))
    QTest.mouseMove(handle, window_point(window, (start + end) / 2))
    QTest.mouseMove(handle, window_point(window, end))
    QApplication.processEvents()
    QTest.mouseRelease(handle, left, modifiers, window_point(window, end))
    QApplication.processEvents()


def test_a_dragged_pin_snaps_to_the_middle_of_a_hex_and_no_tool_reacts(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot, pegasus: Scenario
) -> None:
    underlay = choose_picture(window, scan, qtbot)
    assert underlay.placement is not None
    middle = centre(window.view.board.hex("D5"))
    drag(window, QPointF(*underlay.placement.points[0]), middle + QPointF(6, 4))
    assert underlay.placement is not None
    assert underlay.placement.points[0] == (middle.x(), middle.y())
    assert window.document.scenario is pegasus
    assert not window.selection.hexes


def test_a_locked_picture_does_not_react_to_the_mouse(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot
) -> None:
    underlay = choose_picture(window, scan, qtbot)
    dialog.locked.click()
    assert underlay.placement is not None
    before = underlay.placement.points
    drag(window, QPointF(*before[0]), centre(window.view.board.hex("D5")))
    assert underlay.placement.points == before


def test_a_photograph_is_rotated_by_a_button_unless_it_is_locked(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot
) -> None:
    underlay = choose_picture(window, scan, qtbot)
    qtbot.waitUntil(lambda: dialog.buttons["rotate"].isEnabled())
    assert underlay.placement
    before = underlay.placement
    for _ in range(2):
        QTest.mouseClick(dialog.buttons["rotate"], Qt.MouseButton.LeftButton)
    rotated = underlay.placement.points
    corners = [value for number in (2, 3, 0, 1) for value in before.points[number]]
    assert [value for each in rotated for value in each] == pytest.approx(corners)
    underlay.set_placement(replace(underlay.placement, locked=True))
    QTest.mouseClick(dialog.buttons["rotate"], Qt.MouseButton.LeftButton)
    assert underlay.placement.points == rotated


def test_the_placement_is_saved_for_its_file(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot, pegasus: Scenario
) -> None:
    underlay = choose_picture(window, scan, qtbot)
    dialog.opacity.setValue(40)
    placement_before, path = underlay.placement, window.document.path
    window.document.replace(pegasus, path.with_name("other.m44") if path else None)
    QApplication.processEvents()
    assert underlay.placement is None
    window.document.replace(pegasus, path)
    qtbot.waitUntil(lambda: underlay.image is not None)
    assert underlay.placement == placement_before


def test_a_file_saved_under_another_name_keeps_the_picture(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    underlay = choose_picture(window, scan, qtbot)
    other_file = tmp_path / "other.m44"
    window.document.set_path(other_file)
    qtbot.waitUntil(lambda: saved_placement(other_file, window.settings) == underlay.placement)


def test_a_placement_stored_next_to_the_file_moves_with_it(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    underlay = choose_picture(window, scan, qtbot)
    dialog.buttons["beside"].click()
    placement_file = placement_path(tmp_path / "mill.m44")
    text = placement_file.read_text("utf-8")
    assert str(tmp_path) not in text
    assert placement_from_text(text, tmp_path) == underlay.placement


def test_a_picture_stored_next_to_a_file_is_shown_with_it(
    window: MainWindow, scan: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    placement = Placement(scan, CORNERS, ((0, 0), (900, 0), (900, 700), (0, 700)))
    placement_path(tmp_path / "mill.m44").write_text(
        placement_to_text(placement, tmp_path), "utf-8"
    )
    restore_underlay(window.context)
    qtbot.waitUntil(lambda: find_underlay_controller(window).image is not None)
    assert find_underlay_controller(window).placement == placement


def test_a_removed_picture_is_not_shown_again_despite_a_placement_next_to_the_file(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    underlay, path = choose_picture(window, scan, qtbot), tmp_path / "mill.m44"
    dialog.buttons["beside"].click()
    assert saved_placement(path, window.settings) == underlay.placement
    underlay.remove()
    assert placement_path(path).exists()
    assert saved_placement(path, window.settings) is None


def test_nothing_is_loaded_without_a_picture(window: MainWindow) -> None:
    restore_underlay(window.context)
    assert window.view.findChild(UnderlayController) is None


@pytest.mark.parametrize(
    ("content", "text"), [(b"nonsense", "Cannot show "), (None, "no longer exists")]
)
def test_a_damaged_or_missing_picture_is_reported(
    window: MainWindow,
    dialog: UnderlayDialog,
    qtbot: QtBot,
    tmp_path: Path,
    content: bytes | None,
    text: str,
) -> None:
    path = tmp_path / "bad.png"
    if content is not None:
        path.write_bytes(content)
    find_underlay_controller(window).choose(path)
    qtbot.waitUntil(lambda: text in dialog.status.text())
    assert not dialog.opacity.isEnabled()


def test_a_huge_picture_is_scaled_down_while_reading(
    window: MainWindow, dialog: UnderlayDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    image = QImage(9000, 500, QImage.Format.Format_Grayscale8)
    image.fill(200)
    image.save(str(tmp_path / "wide.png"))
    underlay = choose_picture(window, tmp_path / "wide.png", qtbot)
    assert underlay.image is not None
    assert underlay.image.width() == 4096


@pytest.mark.parametrize("close", [QDialog.close, QDialog.reject], ids=["window", "escape"])
def test_closing_the_dialog_hides_the_pins(
    window: MainWindow,
    dialog: UnderlayDialog,
    scan: Path,
    qtbot: QtBot,
    close: Callable[[QDialog], object],
) -> None:
    choose_picture(window, scan, qtbot)
    assert window.view.hexes_of_mark("underlay")
    close(dialog)
    assert not window.view.hexes_of_mark("underlay")
    qtbot.waitUntil(lambda: window.findChild(UnderlayDialog) is None)


@pytest.mark.usefixtures("pseudo_language")
def test_every_text_is_translatable(
    window: MainWindow, dialog: UnderlayDialog, scan: Path, qtbot: QtBot
) -> None:
    choose_picture(window, scan, qtbot)
    assert not untranslated_texts(dialog, scan.name)


numbers = st.floats(-1e5, 1e5)
four_points = st.tuples(*[st.tuples(numbers, numbers)] * 4)


@given(four_points, st.floats(0.05, 1), st.booleans(), st.booleans())
def test_a_written_placement_is_read_back(
    points: tuple[tuple[float, float], ...], opacity: float, is_shown: bool, is_locked: bool
) -> None:
    placement = Placement(Path("/a/b.png"), CORNERS, points, opacity, is_shown, is_locked)
    assert placement_from_text(placement_to_text(placement), Path("/a")) == placement


@given(st.text() | st.sampled_from(["{}", "[1]", '{"picture": 3}', "null"]))
def test_invalid_saved_text_gives_no_placement(text: str) -> None:
    assert placement_from_text(text, Path("/a")) is None


def test_moving_a_pin_does_not_move_the_others() -> None:
    placement = Placement(Path("a.png"), CORNERS, ((0, 0), (400, 0), (400, 300), (0, 300)))
    moved_placement = placement.with_moved_pin(2, QPointF(500, 400))
    transform = moved_placement.transform(400, 300)
    assert transform is not None
    assert transform.map(QPointF(0, 0)) == QPointF(0, 0)
    assert (transform.map(QPointF(400, 300)) - QPointF(500, 400)).manhattanLength() < 0.01


def test_moving_a_pin_within_the_picture_does_not_move_the_picture() -> None:
    placement = Placement(Path("a.png"), CORNERS, ((0, 0), (400, 0), (400, 300), (0, 300)))
    transform = placement.transform(400, 300)
    assert transform is not None
    pinned_placement = placement.with_pin_moved_in_picture(
        0, QPointF(100, 60), transform.inverted()[0], 400, 300
    )
    assert pinned_placement.pins[0] == pytest.approx((0.25, 0.2))
    after = pinned_placement.transform(400, 300)
    assert after is not None
    assert (after.map(QPointF(200, 150)) - QPointF(200, 150)).manhattanLength() < 0.01


def test_collinear_pins_are_not_a_placement() -> None:
    line = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0))
    assert Placement(Path("a.png"), CORNERS, line).transform(4, 3) is None


def test_the_dialog_has_the_same_margin_above_and_below(dialog: UnderlayDialog) -> None:
    (close_box,) = dialog.findChildren(QDialogButtonBox)
    below = dialog.height() - close_box.geometry().bottom() - 1
    assert abs(below - dialog.status.y()) <= Space.HAIR
