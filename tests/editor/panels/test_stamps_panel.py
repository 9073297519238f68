"""The stamps panel in a window, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard
from tests.editor.file_dialogs import enter_path
from tests.editor.windows.test_main_window import open_window

from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.stamp_shelf import StampShelf, stamps_folder
from m44editor.panels.stamps_panel import KEY_ROLE, StampsPanel
from m44editor.tools.paste_tool import PasteTool
from m44editor.windows.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
NO_MODIFIER, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, pegasus: Scenario, tmp_path: Path) -> Iterator[MainWindow]:
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = MainWindow(Document(pegasus), settings)
    window.resize(1200, 800)
    window.show()
    QTest.qWaitForWindowExposed(window)
    yield window
    window.document.undo_stack.setClean()
    window.close()


def panel_of(window: MainWindow) -> StampsPanel:
    window.docks["stamps"].reveal()
    QApplication.processEvents()
    panel = window.docks["stamps"].panel()
    assert isinstance(panel, StampsPanel)
    return panel


def stamp_names(panel: StampsPanel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def click_on_stamp(panel: StampsPanel, row: int) -> None:
    area = panel.list.visualItemRect(panel.list.item(row))
    QTest.mouseClick(panel.list.viewport(), LEFT, pos=area.center())
    QApplication.processEvents()


def save_stamp(window: MainWindow, *hexes: str) -> StampsPanel:
    panel = panel_of(window)
    window.selection.select(window.view.board.hex(name) for name in hexes)
    QTest.mouseClick(panel.save_button, LEFT)
    return panel


def test_the_panel_is_hidden_until_it_is_opened(window: MainWindow) -> None:
    assert not window.docks["stamps"].isVisible()
    assert not stamps_folder().exists()


def test_a_selection_is_saved_as_a_stamp_and_a_click_paints_with_it(window: MainWindow) -> None:
    panel = save_stamp(window, "E9", "d8")
    click_on_stamp(panel, 0)
    assert window.toolbox.tool.name == "paste"
    MouseAndKeyboard(window.view).click("H5")
    scenario, board = window.document.scenario, window.view.board
    stamped_terrain = [scenario.at(board.hex(name)).terrain for name in ("H5", "h6", "g6")]
    assert scenario.at(board.hex("E9")).terrain in stamped_terrain


def test_f2_renames_a_stamp_and_delete_removes_it(window: MainWindow) -> None:
    panel = save_stamp(window, "E9", "d8")
    click_on_stamp(panel, 0)
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_F2)
    editor = panel.list.viewport().findChild(QLineEdit) or panel.list.findChild(QLineEdit)
    assert editor is not None
    editor.setText("")
    QTest.keyClicks(editor, "Orne")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert stamp_names(panel) == ["Orne"]
    panel.list.setCurrentRow(0)
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    assert stamp_names(panel) == []


def test_stamps_are_shared_as_files(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    panel = save_stamp(window, "E9")
    panel.list.setCurrentRow(0)
    answers.do(lambda dialog: enter_path(dialog, tmp_path / "Shared.stamp"))
    QTest.mouseClick(panel.share_button, LEFT)
    answers.do(lambda dialog: enter_path(dialog, tmp_path / "Shared.stamp"))
    QTest.mouseClick(panel.add_button, LEFT)
    assert stamp_names(panel) == ["Shared", "Stamp"]


def press_stamp_keys(
    window: MainWindow, digit: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER
) -> None:
    window.view.setFocus()
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_Q, modifiers)
    user.press_key(digit)


def test_shift_q_with_a_digit_stores_a_stamp_and_q_picks_it_up_in_a_later_session(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.selection.select([window.view.board.hex("E9")])
    press_stamp_keys(window, Qt.Key.Key_3, SHIFT)
    assert window.status.currentMessage() == "Saved as stamp 3: Stamp"
    next_window = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    QTest.qWaitForWindowActive(next_window)
    press_stamp_keys(next_window, Qt.Key.Key_3)
    MouseAndKeyboard(next_window.view).click("H5")
    stamped_content = next_window.document.scenario.at(next_window.view.board.hex("H5"))
    assert (
        stamped_content.terrain == window.document.scenario.at(window.view.board.hex("E9")).terrain
    )
    assert next_window.document.undo_stack.count() == 1


def test_a_turned_clip_is_saved_turned(window: MainWindow) -> None:
    board = window.view.board
    window.selection.select([board.hex("E9"), board.hex("d8")])
    window.editing.stamp()
    window.editing.rotate()
    press_stamp_keys(window, Qt.Key.Key_1, SHIFT)
    saved_stamp = window.panels.shelf.stamp_for_key(1)
    tool = window.toolbox.tool
    assert isinstance(tool, PasteTool)
    assert saved_stamp
    assert saved_stamp.part.clip.area == tool.clip.area


def test_an_unused_stamp_number_is_reported(window: MainWindow) -> None:
    press_stamp_keys(window, Qt.Key.Key_7)
    assert window.status.currentMessage() == "There is no stamp 7 yet"
    assert window.toolbox.tool.name == "select"


def test_stamp_numbers_are_set_in_the_panel_and_survive_renaming(window: MainWindow) -> None:
    panel = save_stamp(window, "E9", "d8")
    click_on_stamp(panel, 0)
    window.toolbox.cancel()
    panel.key_box.setFocus()
    for _ in range(2):
        QTest.keyClick(panel.key_box, Qt.Key.Key_Down)
    panel.list.item(0).setText("Orne")
    assert panel.list.item(0).data(KEY_ROLE) == 2
    press_stamp_keys(window, Qt.Key.Key_2)
    assert window.toolbox.tool.name == "paste"


def test_a_damaged_file_of_stamp_numbers_is_ignored(window: MainWindow) -> None:
    panel = save_stamp(window, "E9")
    for text in ("{", "[1]", '{"1": 2, "x": "Stamp"}', "[" * 4000):
        (stamps_folder() / "keys.json").write_text(text)
        assert window.panels.shelf.stamp_for_key(1) is None
    assert stamp_names(panel) == ["Stamp"]


def test_a_removed_stamp_has_no_number(window: MainWindow) -> None:
    window.selection.select([window.view.board.hex("E9")])
    press_stamp_keys(window, Qt.Key.Key_3, SHIFT)
    panel = panel_of(window)
    panel.list.setCurrentRow(0)
    QTest.mouseClick(panel.remove_button, LEFT)
    press_stamp_keys(window, Qt.Key.Key_3)
    assert window.status.currentMessage() == "There is no stamp 3 yet"


def test_saving_an_empty_selection_is_reported(window: MainWindow) -> None:
    save_stamp(window, "H9")
    assert window.status.currentMessage() == "Nothing to copy: select a hex that is not empty"


def test_damaged_stamps_are_reported_in_the_panel(window: MainWindow) -> None:
    stamps_folder().mkdir(parents=True)
    (stamps_folder() / "Old.stamp").write_text("{")
    panel = panel_of(window)
    assert "Old.stamp is not a stamp" in panel.note.text()
    assert panel.note.isVisible()


def save_three_stamps(window: MainWindow) -> StampsPanel:
    """Save three stamps named a, b and c; return their panel."""
    for hex_ in ("E9", "F9", "G9"):
        panel = save_stamp(window, hex_)
    for stamp, name in zip(list(panel._shelf.stamps), "abc", strict=True):
        panel._shelf.rename(stamp, name)
    QApplication.processEvents()
    assert stamp_names(panel) == ["a", "b", "c"]
    return panel


def drag_stamp(panel: StampsPanel, row: int, target_row: int, fraction: float) -> None:
    """Drag a stamp onto another one, to *fraction* of its width from the left."""
    viewport, areas = panel.list.viewport(), map(panel.list.item, (row, target_row))
    start, end = (panel.list.visualItemRect(item) for item in areas)
    drop_point = QPoint(end.left() + round(end.width() * fraction), end.center().y())
    QTest.mousePress(viewport, LEFT, pos=start.center())
    for point in (start.center() + QPoint(14, 0), drop_point):
        QTest.mouseMove(viewport, point)
        QApplication.processEvents()
    QTest.mouseRelease(viewport, LEFT, pos=drop_point)
    QApplication.processEvents()


def test_a_dragged_stamp_keeps_its_place_in_later_sessions(
    window: MainWindow,
) -> None:
    panel = save_three_stamps(window)
    drag_stamp(panel, 0, 2, 0.9)
    assert stamp_names(panel) == ["b", "c", "a"]
    assert window.toolbox.tool.name == "select"  # the drag was not a click
    drag_stamp(panel, 1, 0, 0.1)
    assert stamp_names(panel) == ["c", "b", "a"]
    assert [stamp.name for stamp in StampShelf().stamps] == ["c", "b", "a"]


def test_alt_and_arrow_keys_move_a_stamp_but_not_the_board(
    window: MainWindow,
) -> None:
    panel, before = save_three_stamps(window), window.document.scenario
    panel.list.setFocus()
    panel.list.setCurrentRow(0)
    for key, expected_order in (
        ("Right", "bac"),
        ("Down", "bca"),
        ("Right", "bca"),
        ("Left", "bac"),
    ):
        QTest.keySequence(panel.list, f"Alt+{key}")
        assert "".join(stamp_names(panel)) == expected_order
        assert panel.list.currentItem().text() == "a"
    assert window.document.scenario is before


def test_renaming_keeps_the_order_and_a_damaged_order_falls_back_to_names(
    window: MainWindow,
) -> None:
    panel = save_three_stamps(window)
    drag_stamp(panel, 0, 2, 0.9)
    panel._shelf.rename(panel._shelf.stamps[0], "z")
    assert stamp_names(panel) == ["z", "c", "a"]
    for damage in ("[1, {", '{"a": 1}', "[[], 7]"):
        (stamps_folder() / "order.json").write_text(damage, "utf-8")
        panel._shelf.reload()
        assert stamp_names(panel) == ["a", "c", "z"]
