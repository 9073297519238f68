"""The library window in every language and on small screens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from tests.editor.interface_texts import texts_cut_off, untranslated_texts
from tests.editor.library.conftest import LibraryDriver

from m44core.messages.languages import languages
from m44editor.interface_language import switch_language

FILES = ("arnhem-bridge", "arras", "pegasus-bridge", "sword-beach", "toulon", ".yaml", "deep")
TITLES = ("Arnhem Bridge", "Arras", "Pegasus Bridge", "Sword Beach", "Toulon")
LANGUAGES = ("English", "Français", "Deutsch", "Italiano", "Русский", "简体中文", "繁體中文", "BGA")
MONTHS = ("May", "June", "August", "September")  # written by the system


def test_all_texts_of_the_library_are_translated(
    pseudo_language: None, library_driver: LibraryDriver, folder: Path
) -> None:
    files = library_driver.window.files.files.values()
    titles = {title for file in files for title in file.facts.titles.values()}
    assert not untranslated_texts(
        library_driver.window, str(folder), *FILES, *titles, *LANGUAGES, *MONTHS
    )
    library_driver.window.show_folder(folder / "toulon")
    library_driver.qtbot.waitUntil(library_driver.window.notice.isVisible)
    assert not untranslated_texts(
        library_driver.window, str(folder), *FILES, *TITLES, *LANGUAGES, *MONTHS
    )


@pytest.mark.parametrize("code", languages())
def test_the_library_fits_a_small_screen_and_has_unique_mnemonics(
    library_driver: LibraryDriver, code: str
) -> None:
    switch_language(code)
    QApplication.processEvents()
    window = library_driver.window
    minimum_size = window.minimumSizeHint().expandedTo(window.minimumSize())
    assert minimum_size.boundedTo(QSize(760, 480)) == minimum_size
    window.resize(780, 500)
    QApplication.processEvents()
    assert not texts_cut_off(window)
    menu_titles = [action.text() for action in window.menuBar().actions()]
    menu_titles += [button.text() for button in window.findChildren(QAbstractButton)]
    menu_titles += [label.text() for label in window.findChildren(QLabel) if label.buddy()]
    letters = [QKeySequence.mnemonic(text).toString() for text in menu_titles if "&" in text]
    assert len(letters) == len({*letters})
