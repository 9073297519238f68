"""Letters that open menus with Alt: nothing else in the window answers to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language
from tests.editor.windows.test_main_window import open_window

from m44core.messages.languages import languages
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    window = open_window(qtbot, document, tmp_path)
    for dock in window.docks.values():
        dock.panel()
    return window


def letters_of_panels(window: MainWindow) -> list[str]:
    docks = window.docks.values()
    words = [b.text() for dock in docks for b in dock.findChildren(QAbstractButton)]
    words += [x.text() for dock in docks for x in dock.findChildren(QLabel) if x.buddy()]
    return [QKeySequence.mnemonic(text).toString() for text in words if text]


@pytest.mark.parametrize("code", languages())
def test_no_letter_of_a_menu_belongs_to_a_panel_too(window: MainWindow, code: str) -> None:
    if code != "en":
        choose_language(window, code)
    menus = [QKeySequence.mnemonic(a.text()).toString() for a in window.menuBar().actions()]
    assert len({*menus}) == len(menus), "two menus share a letter"
    assert not {*menus} & {*letters_of_panels(window)} - {""}
