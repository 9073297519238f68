"""A window with a scenario to translate, its translation window, and a user of both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import mark_all_saved

from m44core.io.files.file_reader import read_file
from m44core.io.files.save import save
from m44core.model.edits import new_scenario
from m44core.resources import scenarios_folder
from m44core.translate.text_record import TextRecord
from m44core.translate.text_record_file import read_record
from m44core.translate.translation_units import text_of
from m44editor.documents.document import Document
from m44editor.translating.translation_window import TranslationWindow
from m44editor.windows.main_window import MainWindow
from m44editor.windows.translate_commands import open_translation_window

NO_MODIFIER = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def write_untranslated(name: str, path: Path, *languages: str) -> Path:
    """Write a built-in scenario without its texts in some languages; return *path*."""
    result = read_file(scenarios_folder() / name)
    assert result.scenario is not None
    kept_texts = {
        code: texts for code, texts in result.scenario.texts.items() if code not in languages
    }
    save(replace(result.scenario, texts=kept_texts), path)
    return path


class TranslatorDriver:
    """A user of the translation window."""

    def __init__(
        self, window: MainWindow, translation_window: TranslationWindow, qtbot: QtBot
    ) -> None:
        self.window, self.translation_window, self.qtbot = window, translation_window, qtbot

    def press_key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press a key in the focused widget of the translation window."""
        self.translation_window.activateWindow()
        assert QTest.qWaitForWindowActive(self.translation_window)
        QTest.keyClick(
            self.translation_window.focusWidget() or self.translation_window, key, modifiers
        )
        QApplication.processEvents()

    def type_text(self, text: str) -> None:
        """Type a translation as input methods do, because QTest has only Latin keys."""
        self.translation_window.unit_editor.target.setFocus()
        for character in text:
            event = QInputMethodEvent()
            event.setCommitString(character)
            QApplication.sendEvent(self.translation_window.unit_editor.target, event)

    def choose(self, field: str, number: int | None = None) -> None:
        """Click the unit of a text with a number, or its first unit if no number is given."""
        units = self.translation_window.unit_list.unit_model.units
        row = next(
            n for n, u in enumerate(units) if u.field == field and number in (None, u.number)
        )
        point = self.translation_window.unit_list.visualRect(
            self.translation_window.unit_list.unit_model.index(row, 1)
        ).center()
        QTest.mouseClick(
            self.translation_window.unit_list.viewport(),
            Qt.MouseButton.LeftButton,
            NO_MODIFIER,
            point,
        )
        QApplication.processEvents()

    def wait_for_suggestions(self) -> None:
        """Wait for the suggestions for the current unit."""
        self.qtbot.waitUntil(lambda: not self.translation_window.reader.is_busy)
        self.qtbot.waitUntil(lambda: not self.translation_window.has_pending_suggestions)

    def text(self, field: str, language: str = "ru") -> str:
        """Return a text of the scenario in a language."""
        return text_of(self.window.document.scenario, language, field)

    def unit_state(self, field: str) -> str:
        """Return the state of the first unit of a text."""
        return next(
            u.state.value
            for u in self.translation_window.unit_list.unit_model.units
            if u.field == field
        )

    @property
    def states(self) -> list[str]:
        """The states of the units."""
        return [unit.state.value for unit in self.translation_window.unit_list.unit_model.units]

    def recorded_state(self, field: str) -> str:
        """Return the state of the first unit of a Russian text in the record next to the file."""
        return self.record.marks_of("ru", field)[0].state

    @property
    def record(self) -> TextRecord:
        """The record next to the file."""
        path = self.window.document.path
        assert path is not None
        return read_record(path)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A window with Sword Beach open, its Russian texts removed."""
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    main_window = MainWindow(Document(new_scenario()), settings)
    qtbot.addWidget(main_window, before_close_func=mark_all_saved)
    main_window.open_path(
        write_untranslated("sword-beach.yaml", tmp_path / "sword-beach.yaml", "ru")
    )
    with qtbot.waitExposed(main_window):
        main_window.show()
    return main_window


@pytest.fixture
def translator(window: MainWindow, qtbot: QtBot) -> TranslatorDriver:
    """A user of the translation window, who translates the open file to Russian."""
    window.settings.setValue("translating/target", "ru")
    translation_window = open_translation_window(window.context)
    assert QTest.qWaitForWindowExposed(translation_window)
    return TranslatorDriver(window, translation_window, qtbot)
