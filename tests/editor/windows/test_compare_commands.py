"""Comparing from the main window: with another file, with a recent one, with the saved version."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, mark_all_saved

from m44core.hexes import Hex
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.origin import OpenFile
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece
from m44editor.comparing.comparison_window import CompareWindow
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

G5 = Hex(12, 4)
HILL = {G5: HexContent(terrain=Piece("hills"))}


@pytest.fixture
def path(tmp_path: Path, pegasus: Scenario) -> Path:
    """A file with Pegasus Bridge."""
    file = tmp_path / "scenarios" / "published.m44"
    file.parent.mkdir()
    file.write_bytes(to_bytes(pegasus, FileFormat.M44))
    return file


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, path: Path) -> Iterator[MainWindow]:
    """The editor with that file open."""
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    document = Document(Scenario())
    main = MainWindow(document, settings)
    qtbot.addWidget(main, before_close_func=mark_all_saved)
    main.open_path(path)
    with qtbot.waitExposed(main):
        main.show()
    yield main
    main.context.comparisons.close_all()


def write_scenario(path: Path, name: str, scenario: Scenario) -> Path:
    new_path = path.with_name(name)
    new_path.write_bytes(to_bytes(scenario, FileFormat.of(new_path)))
    return new_path


def choose_file(dialog: QDialog, path: Path) -> None:
    assert isinstance(dialog, QFileDialog)
    line, buttons = dialog.findChild(QLineEdit), dialog.findChild(QDialogButtonBox)
    assert line
    assert buttons
    line.setCompleter(None)  # type: ignore[arg-type]  # its list would take the Enter
    line.selectAll()
    QTest.keyClicks(line, path.name)  # the dialog begins in the folder of the open file
    while not buttons.buttons()[0].isEnabled():  # the dialog looks at the folder first
        QApplication.processEvents()
    QTest.keyClick(line, Qt.Key.Key_Return)


def only_comparison(window: MainWindow) -> CompareWindow:
    (comparison,) = window.context.comparisons.windows
    return comparison


def difference_texts(comparison: CompareWindow) -> list[str]:
    return [entry.text for entry in comparison.difference_list.differences]


def menu_actions(window: MainWindow) -> list[QAction]:
    window.menus["compare"].aboutToShow.emit()
    return window.menus["compare"].actions()


def test_a_file_is_chosen_and_compared(
    window: MainWindow, path: Path, pegasus: Scenario, answers: DialogAnswerer
) -> None:
    other = write_scenario(path, "other.yaml", pegasus.with_hexes(HILL))
    answers.do(lambda dialog: choose_file(dialog, other))
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_D, modifiers)
    assert answers.asked[0].startswith("Compare With")
    assert difference_texts(only_comparison(window)) == ["G5  Terrain: Hill"]
    assert only_comparison(window).windowTitle().startswith("other.yaml → published.m44")
    assert only_comparison(window).comparison.after is window.document.scenario


def test_canceling_the_file_dialog_compares_nothing(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    answers.do(QDialog.reject)
    window.commands["compare-file"].trigger()
    assert window.context.comparisons.windows == []


def test_recent_files_are_offered_except_the_open_one(
    window: MainWindow, path: Path, pegasus: Scenario
) -> None:
    other = write_scenario(path, "other.yaml", pegasus.with_hexes(HILL))
    window.files.recent.add(other)
    for _ in range(2):  # listed once, however often the menu opens
        assert [action.text() for action in menu_actions(window)] == [
            "&Other File…",
            "&Saved Version",
            "",
            "&1  other.yaml",
        ]
    menu_actions(window)[-1].trigger()
    assert difference_texts(only_comparison(window)) == ["G5  Terrain: Hill"]


def test_a_missing_recent_file_cannot_be_chosen(
    window: MainWindow, path: Path, pegasus: Scenario
) -> None:
    other = write_scenario(path, "other.yaml", pegasus)
    window.files.recent.add(other)
    other.unlink()
    assert not menu_actions(window)[-1].isEnabled()


def test_a_comparison_with_the_saved_version_follows_edits(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.document.edit("Paint", window.document.scenario.with_hexes(HILL))
    window.commands["compare-saved"].trigger()
    comparison = only_comparison(window)
    assert difference_texts(comparison) == ["G5  Terrain: Hill"]
    window.document.undo_stack.undo()
    qtbot.waitUntil(lambda: difference_texts(comparison) == [])
    assert comparison.banner.text() == "The two scenarios are the same."


def test_a_scenario_without_a_file_has_no_saved_version(
    window: MainWindow, pegasus: Scenario
) -> None:
    assert menu_actions(window)[1].isEnabled()
    window.files.show_file(OpenFile(pegasus))
    assert not menu_actions(window)[1].isEnabled()


def test_comparing_does_not_disturb_the_document(window: MainWindow) -> None:
    window.document.edit("Paint", window.document.scenario.with_hexes(HILL))
    before, count = window.document.scenario, window.document.undo_stack.count()
    selected_hexes = window.selection.hexes
    window.commands["compare-saved"].trigger()
    handle = only_comparison(window).windowHandle()
    for key in (Qt.Key.Key_F7, Qt.Key.Key_Space, Qt.Key.Key_1, Qt.Key.Key_Delete, Qt.Key.Key_B):
        QTest.keyClick(handle, key)
    assert window.document.scenario is before
    assert window.document.undo_stack.count() == count
    assert window.selection.hexes == selected_hexes


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"not json", "contains no readable scenario"),
        (b"\xff\xfe\x00", "contains no readable scenario"),
        (None, "could not be opened"),
    ],
)
def test_an_unreadable_file_is_reported(
    window: MainWindow, path: Path, answers: DialogAnswerer, content: bytes | None, text: str
) -> None:
    broken_file = path.with_name("broken.m44")
    if content is not None:
        broken_file.write_bytes(content)
    answers.press("OK")
    window.context.comparisons.compare_with_file(broken_file)
    assert "broken.m44" in answers.asked[0]
    assert text in answers.asked[0]
    assert window.context.comparisons.windows == []


def test_a_missing_saved_version_is_reported(
    window: MainWindow, path: Path, answers: DialogAnswerer
) -> None:
    path.unlink()
    answers.press("OK")
    window.commands["compare-saved"].trigger()
    assert window.context.comparisons.windows == []


def test_a_comparison_closes_with_its_scenario(
    window: MainWindow, path: Path, pegasus: Scenario, qtbot: QtBot
) -> None:
    window.context.comparisons.compare_with_file(path)
    window.open_path(write_scenario(path, "other.yaml", pegasus))
    assert only_comparison(window).isVisible(), "its scenario is still open, in another tab"
    published_sheet = window.files.sheets.find(path)
    assert published_sheet
    window.files.close_sheet(published_sheet)
    qtbot.waitUntil(lambda: window.context.comparisons.windows == [])


def test_a_comparison_follows_its_own_tab_and_closes_on_reload(
    window: MainWindow, path: Path, pegasus: Scenario, qtbot: QtBot
) -> None:
    window.commands["compare-saved"].trigger()
    window.open_path(write_scenario(path, "other.yaml", pegasus.with_hexes(HILL)))
    window.document.edit("Clear", pegasus)
    assert only_comparison(window).comparison.after == pegasus
    assert not only_comparison(window)._delay_timer.isActive()
    window.files.sheets.step(-1)
    window.document.edit("Paint", window.document.scenario.with_hexes(HILL))
    qtbot.waitUntil(lambda: difference_texts(only_comparison(window)) == ["G5  Terrain: Hill"])
    window.files.reload_now()
    qtbot.waitUntil(lambda: window.context.comparisons.windows == [])


def test_a_comparison_closed_by_escape_is_released(
    window: MainWindow, path: Path, qtbot: QtBot
) -> None:
    window.context.comparisons.compare_with_file(path)
    window.context.comparisons.compare_with_file(path)
    first, second = window.context.comparisons.windows
    qtbot.waitUntil(second.isActiveWindow)
    QTest.keyClick(second.windowHandle(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.context.comparisons.windows == [first])
