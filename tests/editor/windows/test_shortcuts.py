"""The user's own shortcuts, chosen in the dialog by keyboard and mouse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard, choose_language
from tests.editor.interface_texts import texts_cut_off, untranslated_texts
from tests.editor.windows.test_main_window import open_window

from m44core.errors import NotationError
from m44editor.documents.document import Document
from m44editor.shortcuts import key_map
from m44editor.shortcuts.key_map import DEFAULT_SHORTCUTS, MAIN
from m44editor.shortcuts.shortcuts_dialog import ShortcutsDialog
from m44editor.windows.command_palette import command_labels
from m44editor.windows.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> ShortcutsDialog:
    labels = command_labels(window.commands)
    dialog = ShortcutsDialog(MAIN, labels, DEFAULT_SHORTCUTS, window)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    return dialog


def select_command(dialog: ShortcutsDialog, name: str) -> None:
    rows = (dialog.list.topLevelItem(n) for n in range(dialog.list.topLevelItemCount()))
    row = next(row for row in rows if row and row.data(0, Qt.ItemDataRole.UserRole) == name)
    dialog.list.setCurrentItem(row)


def assign_shortcut(dialog: ShortcutsDialog, name: str, key: Qt.Key) -> None:
    """Choose a command and press a new shortcut for it."""
    select_command(dialog, name)
    dialog.field.setFocus()
    QTest.keyClick(dialog.field, key, CONTROL)


def is_ok_enabled(dialog: ShortcutsDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_a_conflicting_shortcut_is_reported_and_not_stored(dialog: ShortcutsDialog) -> None:
    assign_shortcut(dialog, "grid", Qt.Key.Key_S)
    assert "Grid" in dialog.message.text()
    assert "Save" in dialog.message.text()
    assert not is_ok_enabled(dialog)
    QTest.mouseClick(dialog.reset, LEFT)
    assert dialog.keys == DEFAULT_SHORTCUTS
    assert is_ok_enabled(dialog)


def test_reset_restores_all_default_shortcuts(dialog: ShortcutsDialog) -> None:
    assign_shortcut(dialog, "grid", Qt.Key.Key_U)
    assign_shortcut(dialog, "arena", Qt.Key.Key_T)
    QTest.mouseClick(dialog.reset_all, LEFT)
    assert dialog.keys == DEFAULT_SHORTCUTS


def test_a_custom_shortcut_works_now_and_in_the_next_session(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot, document: Document
) -> None:
    def act(dialog: object) -> None:
        assert isinstance(dialog, ShortcutsDialog)
        assign_shortcut(dialog, "select-all", Qt.Key.Key_U)
        dialog.accept()

    answers.do(act)
    window.commands["shortcuts"].trigger()
    window.activateWindow()
    QApplication.processEvents()
    MouseAndKeyboard(window.view).press_key(Qt.Key.Key_U, CONTROL)
    assert window.selection.hexes
    next_window = MainWindow(document, window.settings)
    qtbot.addWidget(next_window)
    assert next_window.commands["select-all"].shortcut().toString() == "Ctrl+U"


def test_shortcuts_survive_a_language_change(window: MainWindow) -> None:
    window.settings.setValue(MAIN.setting, '{"keys": {"select-all": ["Ctrl+U"]}}')
    choose_language(window, "fr")
    assert window.commands["select-all"].shortcut().toString() == "Ctrl+U"


def test_shortcuts_survive_export_and_import(dialog: ShortcutsDialog, tmp_path: Path) -> None:
    assign_shortcut(dialog, "grid", Qt.Key.Key_U)
    chosen_keys = dict(dialog.keys)
    dialog.export_file(tmp_path / "keys.json")
    QTest.mouseClick(dialog.reset_all, LEFT)
    dialog.import_file(tmp_path / "keys.json")
    assert dialog.keys == chosen_keys


@pytest.mark.parametrize("name", MAIN.presets)
def test_no_preset_gives_a_key_to_two_commands(name: str) -> None:
    assert not key_map.shortcut_conflicts(MAIN.presets[name][1])


def test_a_preset_is_chosen_from_the_list(dialog: ShortcutsDialog) -> None:
    dialog.presets.setFocus()
    QTest.keyClick(dialog.presets, Qt.Key.Key_Down)
    dialog.presets.activated.emit(dialog.presets.currentIndex())
    assert dialog.keys["rotate"] == ("Z",)


def test_commands_are_listed_in_the_order_of_the_menus(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    listed: list[str] = []

    def act(shown: QDialog) -> None:
        assert isinstance(shown, ShortcutsDialog)
        model = shown.list.model()
        listed.extend(model.index(row, 0).data() for row in range(model.rowCount()))
        QTest.keyClick(shown, Qt.Key.Key_Escape)

    answers.do(act)
    window.commands["shortcuts"].trigger()
    assert listed[:2] == ["File: New", "File: Open…"]
    assert listed.index("File: Quit") < listed.index("Edit: Undo") < listed.index("Help: Manual")
    assert len(listed) == len(window.commands)


def test_the_official_preset_has_no_unmodified_letters() -> None:
    keys = MAIN.presets["official"][1]
    assert keys["brush"] == ()
    assert keys["redo"][0] == "Ctrl+Y"
    assert keys["copy"] == ("Ctrl+C",)
    assert keys["delete"] == ("Del",)


DAMAGED_FILES = (
    *("", "{", "[]", "{}", '{"keys": 1}', '{"keys": {"save": 1}}', "[" * 5000),
    *('{"keys": {"save": ["\\u0000"]}}', '{"keys": {"save": ["Ctrl+Nothing"]}}'),
)


@pytest.mark.parametrize("text", DAMAGED_FILES)
def test_a_damaged_shortcuts_file_is_reported_and_changes_nothing(
    dialog: ShortcutsDialog, tmp_path: Path, text: str
) -> None:
    (tmp_path / "keys.json").write_text(text, encoding="utf-8")
    dialog.import_file(tmp_path / "keys.json")
    assert "damaged" in dialog.message.text()
    assert dialog.keys == DEFAULT_SHORTCUTS


def test_a_shortcuts_file_of_another_version_sets_the_commands_it_shares(
    dialog: ShortcutsDialog, tmp_path: Path
) -> None:
    keys = {"save": ["Ctrl+Shift+U"], "fly-over": ["Ctrl+U"]}
    (tmp_path / "keys.json").write_text(json.dumps({"version": 99, "keys": keys}), "utf-8")
    dialog.import_file(tmp_path / "keys.json")
    assert dialog.keys == {**DEFAULT_SHORTCUTS, "save": ("Ctrl+Shift+U",)}


def test_damaged_shortcuts_are_reported_and_the_defaults_used(
    window: MainWindow, qtbot: QtBot, document: Document
) -> None:
    window.settings.setValue(MAIN.setting, "rubbish")
    next_window = MainWindow(document, window.settings)
    qtbot.addWidget(next_window)
    QApplication.processEvents()
    assert "damaged" in next_window.status.currentMessage()
    assert next_window.commands["save"].shortcut().toString() == "Ctrl+S"


def test_unknown_commands_are_skipped() -> None:
    assert key_map.from_json('{"keys": {"fly": ["Ctrl+U"]}}') == DEFAULT_SHORTCUTS
    with pytest.raises(NotationError):
        key_map.from_json("[]")


def test_every_text_of_the_shortcuts_dialog_is_translated_and_fits(
    pseudo_language: None, dialog: ShortcutsDialog
) -> None:
    assert not untranslated_texts(dialog)
    assert not texts_cut_off(dialog)
