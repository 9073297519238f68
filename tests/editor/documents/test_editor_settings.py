"""The editor starts with any content of its settings."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QByteArray, QPoint, QSettings
from pytestqt.qtbot import QtBot

from m44core.model.edits import new_scenario
from m44editor.documents.document import Document
from m44editor.documents.editor_settings import (
    bool_setting,
    enum_setting,
    list_setting,
    text_setting,
)
from m44editor.theme import Theme
from m44editor.windows.main_window import MainWindow

INVALID_SETTINGS = {
    "an odd word": "sepia",
    "nothing": "",
    "a number": 7,
    "a list": ["a\0b", "", "sepia"],
    "a list of lists": [["a"], [3]],
    "a dictionary": {"a": 1},
    "bytes": QByteArray(b"\x00\xff"),
    "a point": QPoint(1, 2),
    "a lone surrogate": "\ud800",
    "a long word": "x" * 100_000,
}


@pytest.fixture
def settings(tmp_path: object) -> QSettings:
    """Settings in a file of this test."""
    return QSettings(f"{tmp_path}/some.ini", QSettings.Format.IniFormat)


def stored_keys(qtbot: QtBot, settings: QSettings) -> list[str]:
    """Return every key the editor stores, by letting it store them."""
    window = MainWindow(Document(new_scenario()), settings)
    qtbot.addWidget(window)
    window.show()
    for name, command in window.commands.items():
        if name.startswith(("theme-", "language-", "show-", "arena")):
            command.trigger()
    window.files.recent.add(window.files.recent.folder / "a.m44")
    window.close()
    return [*settings.allKeys(), "checks/boxes", "checks/arena", "language", "show/labels"]


@pytest.mark.parametrize("kind", INVALID_SETTINGS)
def test_the_window_opens_with_garbage_in_every_setting(
    kind: str, qtbot: QtBot, settings: QSettings
) -> None:
    keys = stored_keys(qtbot, settings)
    assert {"theme", "recent/files", "recent/folder", "window/state"} <= set(keys)
    for key in keys:
        settings.setValue(key, INVALID_SETTINGS[kind])
    settings.sync()
    reread_settings = QSettings(settings.fileName(), QSettings.Format.IniFormat)
    window = MainWindow(Document(new_scenario()), reread_settings)
    qtbot.addWidget(window)
    window.show()
    window.files.recent.fill_menu(window.menuBar().addMenu("x"), lambda path: path)
    assert window.isVisible()
    assert sum(window.commands[f"theme-{theme}"].isChecked() for theme in Theme) == 1
    window.close()


def test_garbage_is_read_as_the_default(settings: QSettings) -> None:
    for value in INVALID_SETTINGS.values():
        settings.setValue("key", value)
        assert bool_setting(settings, "key", True) is True
        assert enum_setting(settings, "key", Theme.DARK) is Theme.DARK
        assert isinstance(text_setting(settings, "key", "a"), str)
        assert all(
            isinstance(name, str) and "\0" not in name for name in list_setting(settings, "key")
        )


def test_stored_settings_are_read(settings: QSettings) -> None:
    for value in (True, False, "true", "false"):
        settings.setValue("key", value)
        assert bool_setting(settings, "key", value not in (True, "true")) is (
            value in (True, "true")
        )
    settings.setValue("key", "light")
    assert enum_setting(settings, "key", Theme.SYSTEM) is Theme.LIGHT
