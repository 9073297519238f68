"""The services of the commands need no main window."""

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44editor.documents.document import Document
from m44editor.windows.editor_context import EditorContext, open_contexts
from m44editor.windows.handlers import HANDLERS


def _fail_on_new_window(_document: Document, _settings: QSettings) -> EditorContext:
    raise AssertionError("no other window is wanted")


def test_commands_work_in_any_window(qtbot: QtBot) -> None:
    plain_window = QMainWindow()
    context = EditorContext(
        Document(new_scenario()), QSettings(), plain_window, _fail_on_new_window
    )
    plain_window.setCentralWidget(context.central_widget)
    plain_window.setStatusBar(context.status)
    qtbot.addWidget(plain_window)
    assert open_contexts() == []
    plain_window.show()
    assert open_contexts() == [context]

    context.selection.select({Hex(12, 4)})
    HANDLERS["copy-hex"](context)
    assert context.status.currentMessage() == "Copied G5"
    HANDLERS["face-WINTER"](context)
    assert context.document.scenario.face.value == "WINTER"
    context.document.close()
