"""Replacing in the translations of a folder: the list, the changes, the failures."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.translating.conftest import CONTROL, TranslatorDriver

from m44core.io.files.file_reader import read_file
from m44core.io.files.save import save
from m44core.model.edits.briefing_edits import set_text
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.translate.translation_units import text_of
from m44editor.translating.find_and_replace import ReplaceInFolderDialog

SWORD, SHIELD = "\u041c\u0435\u0447", "\u0429\u0438\u0442"


def scenario_of(path: Path) -> Scenario:
    """Return the scenario in a file."""
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario


def write_with_russian_name(path: Path, name: str, text: str) -> Path:
    """Write a built-in scenario with a Russian name, and return its path."""
    save(set_text(scenario_of(scenarios_folder() / name), "ru", "name", text), path)
    return path


@pytest.fixture
def dialog(translator: TranslatorDriver, tmp_path: Path) -> ReplaceInFolderDialog:
    """The dialog for a folder of four scenarios, one of them open, and an unreadable file."""
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(tmp_path / "sword-beach.yaml", folder / "a.yaml")
    write_with_russian_name(folder / "b.yaml", "arracourt.yaml", f"{SWORD} {SWORD}")
    write_with_russian_name(folder / "c.yaml", "toulon.yaml", SWORD)
    write_with_russian_name(folder / "d.yaml", "vassieux.yaml", SHIELD)
    (folder / "e.m44").write_bytes(b"\xff broken")
    translator.window.open_path(folder / "a.yaml")
    translator.translation_window.show_folder(folder)
    translator.choose("name")
    translator.type_text(SWORD)
    translator.press_key(Qt.Key.Key_F, CONTROL)
    translator.translation_window.find_bar.search_field.setText(SWORD)
    translator.translation_window.find_bar.replacement_field.setText(SHIELD)
    QTest.mouseClick(
        translator.translation_window.find_bar.folder_button, Qt.MouseButton.LeftButton
    )
    folder_dialog = translator.translation_window.findChild(ReplaceInFolderDialog)
    assert folder_dialog is not None
    wait_until_idle(translator, folder_dialog)
    return folder_dialog


def wait_until_idle(translator: TranslatorDriver, dialog: ReplaceInFolderDialog) -> None:
    translator.qtbot.waitUntil(lambda: not dialog.is_busy)


def row_texts(dialog: ReplaceInFolderDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def uncheck(dialog: ReplaceInFolderDialog, row: int) -> None:
    """Uncheck a row with the keyboard."""
    dialog.list.setFocus()
    dialog.list.setCurrentRow(row)
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    QApplication.processEvents()


def start_replacing(translator: TranslatorDriver, dialog: ReplaceInFolderDialog) -> None:
    QTest.mouseClick(dialog.replace_button, Qt.MouseButton.LeftButton)
    wait_until_idle(translator, dialog)


def russian_name(folder: Path, file: str) -> str:
    return text_of(scenario_of(folder / file), "ru", "name")


def test_files_are_listed_with_their_number_of_matches(dialog: ReplaceInFolderDialog) -> None:
    listed_rows = row_texts(dialog)
    assert listed_rows[:3] == [
        *("a.yaml: Found 1 match", "b.yaml: Found 2 matches", "c.yaml: Found 1 match"),
    ]
    assert len(listed_rows) == 4
    assert listed_rows[3].startswith("e.m44: ")


def test_checked_files_are_changed_and_the_open_one_as_one_undo_step(
    dialog: ReplaceInFolderDialog, translator: TranslatorDriver, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    uncheck(dialog, 2)
    start_replacing(translator, dialog)
    assert row_texts(dialog)[:3] == [
        *("a.yaml: Replaced 1 match", "b.yaml: Replaced 2 matches", "c.yaml: Found 1 match"),
    ]
    assert russian_name(folder, "b.yaml") == f"{SHIELD} {SHIELD}"
    assert text_of(scenario_of(folder / "b.yaml~"), "ru", "name") == f"{SWORD} {SWORD}"
    assert (russian_name(folder, "c.yaml"), russian_name(folder, "a.yaml")) == (SWORD, "")
    assert translator.text("name") == SHIELD
    translator.window.document.undo_stack.undo()
    assert translator.text("name") == SWORD


def test_a_file_that_cannot_be_written_is_reported_and_the_others_continue(
    dialog: ReplaceInFolderDialog, translator: TranslatorDriver, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    (folder / "b.yaml").unlink()
    (folder / "b.yaml").mkdir()
    start_replacing(translator, dialog)
    assert "is a folder" in row_texts(dialog)[1]
    assert russian_name(folder, "c.yaml") == SHIELD
    assert not dialog.replace_button.isEnabled()


def test_a_search_without_matches_is_reported(
    translator: TranslatorDriver, dialog: ReplaceInFolderDialog
) -> None:
    start_replacing(translator, dialog)
    dialog.close()
    dialog.deleteLater()
    translator.translation_window.find_bar.search_field.setText("Xyzzy")
    QTest.mouseClick(
        translator.translation_window.find_bar.folder_button, Qt.MouseButton.LeftButton
    )
    new_dialog = translator.translation_window.findChildren(ReplaceInFolderDialog)[-1]
    wait_until_idle(translator, new_dialog)
    assert [row[:6] for row in row_texts(new_dialog)] == ["e.m44:"]
    assert not new_dialog.replace_button.isEnabled()
