"""The command palette, driven with the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard, choose_language
from tests.editor.interface_texts import texts_cut_off
from tests.editor.windows.test_main_window import open_window

from m44editor.documents.document import Document
from m44editor.windows.command_palette import (
    CommandPalette,
    hex_entries,
    match_distance,
    palette_entries,
)
from m44editor.windows.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TypeInPalette = Callable[..., list[str]]


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


@pytest.fixture
def type_in(window: MainWindow, answers: DialogAnswerer) -> TypeInPalette:
    """Return a function that types into the palette and presses Enter.

    The function returns the texts of the row that was selected.
    """

    def type_in(text: str, key: Qt.Key = Qt.Key.Key_P) -> list[str]:
        row_texts: list[str] = []

        def act(dialog: QDialog) -> None:
            assert isinstance(dialog, CommandPalette)
            QTest.keyClicks(dialog.search, text)
            row = dialog.list.currentItem()
            row_texts.extend(row.text(column) for column in range(3) if row)
            key = Qt.Key.Key_Return if row else Qt.Key.Key_Escape
            QTest.keyClick(dialog.search, key)

        answers.do(act)
        window.activateWindow()
        QApplication.processEvents()
        MouseAndKeyboard(window.view).press_key(key, CONTROL | SHIFT)
        QApplication.processEvents()
        return row_texts

    return type_in


def test_a_command_is_found_by_some_of_its_letters_and_run(
    window: MainWindow, type_in: TypeInPalette
) -> None:
    assert type_in("slct all") == ["Edit: Select All", "Command", "Ctrl+A"]
    assert window.selection.hexes == set(window.view.board.hexes)


def test_a_piece_is_picked_up(window: MainWindow, type_in: TypeInPalette) -> None:
    type_in("hedgerow")
    assert "hedgerow" in window.brush.element.name
    assert window.toolbox.tool.name == "brush"


@pytest.mark.parametrize("key", [Qt.Key.Key_P, Qt.Key.Key_G])
def test_a_hex_name_moves_the_cursor_there(
    window: MainWindow, type_in: TypeInPalette, key: Qt.Key
) -> None:
    type_in("g5", key)
    assert window.selection.hexes == {window.view.board.hex("G5")}
    assert window.view.cursor_hex == window.view.board.hex("G5")


def test_a_problem_is_shown_on_its_hex(window: MainWindow, type_in: TypeInPalette) -> None:
    window.inspection.live.check_now()
    finding = next(each for each in window.inspection.results.findings if each.hex)
    type_in(finding.code)
    current_finding = window.panels.show_problems().list.current_finding()
    assert current_finding is not None
    assert current_finding.code == finding.code


def test_the_last_used_command_comes_first(window: MainWindow, type_in: TypeInPalette) -> None:
    type_in("select all")
    type_in("zoom in")
    assert type_in("")[0] == "View: Zoom In"


def test_english_words_are_found_in_every_language(
    window: MainWindow, type_in: TypeInPalette
) -> None:
    choose_language(window, "fr")
    assert type_in("select all")[2] == window.commands["select-all"].shortcut().toString()
    assert window.selection.hexes == set(window.view.board.hexes)


def test_arrow_keys_choose_while_typing(window: MainWindow, answers: DialogAnswerer) -> None:
    rows: list[int] = []

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, CommandPalette)
        QTest.keyClick(dialog.search, Qt.Key.Key_Down)
        rows.append(dialog.list.currentIndex().row())
        QTest.keyClick(dialog.search, Qt.Key.Key_Escape)

    answers.do(act)
    MouseAndKeyboard(window.view).press_key(Qt.Key.Key_P, CONTROL | SHIFT)
    assert rows == [1]


def test_every_available_command_is_listed(window: MainWindow) -> None:
    keys = {entry.key for entry in palette_entries(window.context)}
    enabled_names = {name for name, action in window.commands.items() if action.isEnabled()}
    assert {f"command {name}" for name in enabled_names - {"palette", "go-to-hex"}} <= keys


def test_the_nearest_word_is_the_best_match() -> None:
    names = ("save", "open saved", "unsaved", "select all vehicles")
    distances = [match_distance(("save",), name) for name in names]
    assert distances[:3] == [0, 1, 3]
    assert distances[3] is None


def test_all_listed_commands_fit(window: MainWindow, qtbot: QtBot) -> None:
    dialog = CommandPalette(
        palette_entries(window.context),
        lambda typed: hex_entries(window.context, typed),
        [],
        window,
    )
    qtbot.addWidget(dialog)
    dialog.show()
    assert not texts_cut_off(dialog)


def test_kinds_and_shortcuts_are_fainter_than_names(window: MainWindow, qtbot: QtBot) -> None:
    dialog = CommandPalette(palette_entries(window.context), lambda _: (), [], window)
    qtbot.addWidget(dialog)
    row = dialog.list.topLevelItem(0)
    assert row is not None
    hint = dialog.palette().placeholderText()
    assert [row.foreground(column) == hint for column in range(3)] == [False, True, True]
