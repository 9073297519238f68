"""Custom shortcuts in playtests, set in the dialog."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.interface_texts import texts_cut_off, untranslated_texts
from tests.editor.playtest.conftest import (
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    read_shipped_scenario,
)

from m44editor.playtest.playtest_menus import PLAYTEST_KEYS
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.shortcuts import key_map
from m44editor.shortcuts.shortcuts_dialog import ShortcutsDialog

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def player(open_playtest: OpenPlaytest) -> PlaytestDriver:
    return open_playtest(read_shipped_scenario("pegasus-bridge"))


def assign_shortcut(
    dialog: ShortcutsDialog, name: str, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    rows = (dialog.list.topLevelItem(n) for n in range(dialog.list.topLevelItemCount()))
    row = next(row for row in rows if row and row.data(0, Qt.ItemDataRole.UserRole) == name)
    dialog.list.setCurrentItem(row)
    dialog.field.setFocus()
    QTest.keyClick(dialog.field, key, modifiers)


def test_a_custom_shortcut_works_now_and_in_the_next_playtest(
    player: PlaytestDriver, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    def act(dialog: object) -> None:
        assert isinstance(dialog, ShortcutsDialog)
        assign_shortcut(dialog, "names", Qt.Key.Key_U, CONTROL)
        dialog.accept()

    answers.do(act)
    player.window.actions_by_name["shortcuts"].trigger()
    player.window.activateWindow()
    player.start(TWO_PEOPLE)
    player.press_key(Qt.Key.Key_U, CONTROL)
    assert player.window.board.visible_layers.hex_names
    next_window = PlaytestWindow(read_shipped_scenario("pegasus-bridge"))
    qtbot.addWidget(next_window)
    assert next_window.actions_by_name["names"].shortcut().toString() == "Ctrl+U"


def test_the_playback_bar_names_the_current_shortcuts(qtbot: QtBot) -> None:
    QSettings().setValue(PLAYTEST_KEYS.setting, '{"playtest": {"start": ["Ctrl+U"], "end": []}}')
    window = PlaytestWindow(read_shipped_scenario("pegasus-bridge"))
    qtbot.addWidget(window)
    tips = {name: button.toolTip() for name, button in window.table.playback_bar.buttons.items()}
    assert (tips["start"], tips["end"]) == ("Go to start (Ctrl+U)", "Go to end")


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [(Qt.Key.Key_Return, CONTROL), (Qt.Key.Key_3, Qt.KeyboardModifier.NoModifier)],
)
def test_keys_of_the_game_itself_cannot_be_assigned_to_commands(
    player: PlaytestDriver, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    dialog = make_dialog(player, qtbot)
    assign_shortcut(dialog, "log", key, modifiers)
    assert "is assigned to several commands" in dialog.message.text()
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def make_dialog(player: PlaytestDriver, qtbot: QtBot) -> ShortcutsDialog:
    labels = {name: name for name in PLAYTEST_KEYS.defaults}
    dialog = ShortcutsDialog(PLAYTEST_KEYS, labels, PLAYTEST_KEYS.defaults, player.window)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_the_default_shortcuts_are_distinct() -> None:
    assert not key_map.shortcut_conflicts(PLAYTEST_KEYS.defaults, PLAYTEST_KEYS)


def test_a_shortcuts_file_of_the_editor_is_rejected() -> None:
    with pytest.raises(Exception, match="This is not a shortcuts file, or it is damaged"):
        key_map.from_json(key_map.to_json(key_map.DEFAULT_SHORTCUTS), PLAYTEST_KEYS)


def test_damaged_shortcuts_fall_back_to_the_defaults(qtbot: QtBot) -> None:
    QSettings().setValue(PLAYTEST_KEYS.setting, "rubbish")
    window = PlaytestWindow(read_shipped_scenario("pegasus-bridge"))
    qtbot.addWidget(window)
    assert window.actions_by_name["undo"].shortcut().toString() == "Ctrl+Z"


def test_every_text_of_the_shortcuts_dialog_is_translated(
    pseudo_language: None, player: PlaytestDriver, answers: DialogAnswerer
) -> None:
    text_problems: list[list[str]] = []

    def act(dialog: object) -> None:
        assert isinstance(dialog, ShortcutsDialog)
        text_problems.append(
            [*map(str, untranslated_texts(dialog)), *map(str, texts_cut_off(dialog))]
        )
        dialog.reject()

    answers.do(act)
    player.window.actions_by_name["shortcuts"].trigger()
    assert text_problems == [[]]
