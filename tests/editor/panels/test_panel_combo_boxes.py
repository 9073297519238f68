"""Combo boxes in narrow panels, tested in French, which has longer names."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.windows.test_main_window import open_window

from m44editor.documents.document import Document
from m44editor.interface_language import switch_language
from m44editor.panels.forms.inputs import OpenChoiceBox
from m44editor.panels.palette_panel import PalettePanel
from m44editor.panels.panel_lists import WideComboBox
from m44editor.windows.main_window import MainWindow

LONGEST_ENTRY = "Grande-Bretagne"


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    switch_language("fr")
    main_window = open_window(qtbot, document, tmp_path)
    main_window.resize(800, 600)
    main_window.docks["briefing"].reveal()
    QApplication.processEvents()
    return main_window


def popup_width(box: WideComboBox) -> int:
    """Open a list as a user does, and return its width in pixels."""
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center())
    QTest.keyClick(box, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QApplication.processEvents()
    assert box.view().isVisible()
    width = box.view().viewport().width()
    box.hidePopup()
    return width


def test_a_long_nation_name_is_shown_from_its_beginning(window: MainWindow) -> None:
    panel = window.docks["briefing"].panel()
    (box,) = (b for b in panel.findChildren(OpenChoiceBox) if b.currentText() == LONGEST_ENTRY)
    box.setFixedWidth(80)
    box.show_text(LONGEST_ENTRY, is_mixed=False)
    line = box.lineEdit()
    assert line is not None
    assert line.cursorPosition() == 0
    assert line.cursorPositionAt(line.rect().center()) < len(LONGEST_ENTRY)
    assert popup_width(box) >= box.fontMetrics().horizontalAdvance(LONGEST_ENTRY)


def test_the_filters_of_the_palette_open_as_wide_as_their_entries(window: MainWindow) -> None:
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    for box in (palette.box_filter, palette.nation_filter):
        assert isinstance(box, WideComboBox)
        entries = [box.itemText(number) for number in range(box.count())]
        assert popup_width(box) >= max(map(box.fontMetrics().horizontalAdvance, entries))
