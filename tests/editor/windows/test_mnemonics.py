"""Mnemonics of menus and their entries are unique."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QMainWindow, QMenu
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language
from tests.editor.windows.test_main_window import open_window

from m44core.messages.languages import languages
from m44editor.documents.document import Document
from m44editor.interface_text import language, without_mnemonic
from m44editor.windows.main_window import MainWindow

TRANSLATED = [code for code in languages() if code != "en"]


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    window = open_window(qtbot, document, tmp_path)
    for dock in window.docks.values():
        dock.panel()
    return window


def mnemonic_key(text: str) -> str:
    return QKeySequence.mnemonic(text).toString()


def panel_mnemonics(window: MainWindow) -> list[str]:
    docks = window.docks.values()
    button_texts = [b.text() for dock in docks for b in dock.findChildren(QAbstractButton)]
    button_texts += [x.text() for dock in docks for x in dock.findChildren(QLabel) if x.buddy()]
    return [mnemonic_key(text) for text in button_texts if text]


def shared_mnemonics(entries: Sequence[QAction]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of entries that share a mnemonic, in a menu and its submenus."""
    texts_by_mnemonic: dict[str, str] = {}
    for entry in entries:
        if entry.isVisible() and (mnemonic := mnemonic_key(entry.text())):
            if mnemonic in texts_by_mnemonic:
                yield texts_by_mnemonic[mnemonic], entry.text()
            texts_by_mnemonic[mnemonic] = entry.text()
        menu = entry.menu()
        if isinstance(menu, QMenu):
            menu.aboutToShow.emit()  # some are filled when they are opened
            yield from shared_mnemonics(menu.actions())


def shared_menu_mnemonics(window: QMainWindow) -> list[tuple[str, str]]:
    return list(shared_mnemonics(window.menuBar().actions()))


def switch_to_each_language(window: MainWindow, codes: Iterable[str]) -> Iterator[str]:
    for code in codes:
        if code != language():
            choose_language(window, code)
        yield code


def test_menus_and_panels_share_no_mnemonic(window: MainWindow, subtests: pytest.Subtests) -> None:
    for code in switch_to_each_language(window, languages()):
        with subtests.test(code):
            menus = [mnemonic_key(a.text()) for a in window.menuBar().actions()]
            assert not {*menus} & {*panel_mnemonics(window)} - {""}


@pytest.mark.parametrize("codes", [["en"], TRANSLATED], ids=["en", "translated"])
def test_entries_of_a_menu_share_no_mnemonic(
    window: MainWindow, codes: Iterable[str], subtests: pytest.Subtests
) -> None:
    for code in switch_to_each_language(window, codes):
        with subtests.test(code):
            window.context.playtests.start()
            (playtest,) = window.context.playtests.windows
            assert (shared_menu_mnemonics(window), shared_menu_mnemonics(playtest)) == ([], [])
            playtest.close()


@pytest.mark.parametrize(
    ("label", "announced_label"),
    [("Save &As…", "Save As…"), ("另存新檔(&A)…", "另存新檔…"), ("R&&B (&C)", "R&B ")],
)
def test_a_label_is_announced_without_its_mnemonic(label: str, announced_label: str) -> None:
    assert without_mnemonic(label) == announced_label
