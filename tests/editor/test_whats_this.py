"""What's This: every control of the panels is explained, and Shift+F1 shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWhatsThis, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language, mark_all_saved

from m44core.board import BoardType
from m44core.drawing.board.scenario_drawing import VisibleLayers
from m44core.io.files.scenario_files import FileFormat
from m44core.model.scenario import Scenario
from m44editor.app import settings
from m44editor.documents.document import Document
from m44editor.help_texts import HELP_BY_CLASS, HELP_TEXTS
from m44editor.menu_commands import PANELS
from m44editor.panels.replace_dialog import ReplaceDialog
from m44editor.panels.resize_dialog import ResizeDialog
from m44editor.whats_this import _control_name, controls_of, help_text
from m44editor.windows.file_dialogs import NewScenarioDialog
from m44editor.windows.main_window import MainWindow
from m44editor.windows.picture_export_dialog import PictureExportDialog
from m44editor.windows.problem_report import ReportProblemDialog
from m44editor.windows.publishing.publish_window import PublishWindow
from m44editor.windows.searching.search_window import SearchWindow
from m44editor.windows.sheet_window import SheetWindow

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def editor(qtbot: QtBot, pegasus: Scenario) -> MainWindow:
    window = MainWindow(Document(pegasus), settings())
    qtbot.addWidget(window, before_close_func=mark_all_saved)
    window.show()
    qtbot.waitExposed(window)
    return window


def unexplained_widgets(root: QWidget) -> list[str]:
    """Return the controls without a help text."""
    return [
        f"{type(each).__name__} {each.accessibleName() or getattr(each, 'text', str)()!r}"
        for each in controls_of(root)
        if not help_text(each)
    ]


@pytest.mark.parametrize("panel", [name for name in PANELS if name != "history"])
def test_every_control_of_a_panel_is_explained(
    editor: MainWindow, panel: str, qtbot: QtBot
) -> None:
    board = editor.document.scenario.board
    editor.selection.select({board.hex("D7")})
    editor.docks[panel].reveal()
    qtbot.waitUntil(lambda: bool(controls_of(editor.docks[panel].panel())))
    assert unexplained_widgets(editor.docks[panel].panel()) == []


def dialogs_with_help_texts(editor: MainWindow, folder: Path) -> Iterator[QDialog]:
    """Yield the dialogs whose fields have help texts."""
    file, scenario, stored_settings = (
        editor.document.file,
        editor.document.scenario,
        editor.settings,
    )
    yield SearchWindow(editor)
    publishing = PublishWindow(stored_settings, editor)
    publishing.show_scenario(scenario, None, folder / "map")
    yield publishing
    yield SheetWindow(scenario, folder / "map", stored_settings, editor)
    yield PictureExportDialog(scenario, VisibleLayers(), (), stored_settings, editor)
    yield ReportProblemDialog(file, "map", FileFormat.M44, stored_settings, editor)
    yield NewScenarioDialog(editor)
    yield ResizeDialog(editor.document, BoardType.BREAKTHROUGH, editor)
    yield ReplaceDialog(editor.tool_context, editor.view, None, editor)


def test_every_field_of_a_dialog_is_explained(editor: MainWindow, tmp_path: Path) -> None:
    for dialog in dialogs_with_help_texts(editor, tmp_path):
        fields = [each for each in controls_of(dialog) if not isinstance(each, QPushButton)]
        assert [_control_name(each) for each in fields if not help_text(each)] == []
        dialog.close()


def test_controls_are_explained_in_every_language(editor: MainWindow) -> None:
    choose_language(editor, "de")
    for panel in ("victory", "briefing", "problems"):
        editor.docks[panel].reveal()
        assert unexplained_widgets(editor.docks[panel].panel()) == []


def test_shift_f1_explains_the_control_with_the_focus(editor: MainWindow, qtbot: QtBot) -> None:
    editor.activateWindow()
    qtbot.waitUntil(editor.isActiveWindow)
    editor.docks["briefing"].reveal()
    panel = editor.docks["briefing"].panel()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in controls_of(panel)))
    field = next(each for each in controls_of(panel) if each.isVisible() and each.isEnabled())
    field.setFocus()
    focused_widget = QApplication.focusWidget()
    assert focused_widget is not None
    QTest.keyClick(focused_widget, Qt.Key.Key_F1, SHIFT)
    help_windows = [
        each for each in QApplication.topLevelWidgets() if _class_name(each) == "QWhatsThat"
    ]
    assert [each for each in help_windows if each.isVisible()]
    QWhatsThis.hideText()


def _class_name(widget: QWidget) -> str:
    return widget.metaObject().className()


def test_whats_this_mode_starts_if_the_focused_widget_has_no_help_text(editor: MainWindow) -> None:
    editor.view.setFocus()
    editor.commands["whats-this"].trigger()
    assert QWhatsThis.inWhatsThisMode()
    QWhatsThis.leaveWhatsThisMode()


def test_the_classes_with_help_texts_exist() -> None:
    names = {*HELP_TEXTS, *(panel for panel, _ in HELP_BY_CLASS)}
    class_names = {each.__name__ for each in _subclasses(QWidget)}
    assert names - class_names == set()


def _subclasses(kind: type[QWidget]) -> set[type[QWidget]]:
    classes = set(kind.__subclasses__())
    return classes | {below for each in classes for below in _subclasses(each)}
