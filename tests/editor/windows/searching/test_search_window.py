"""Edit > Search Everything, driven by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot
from tests.editor.conftest import PATIENCE
from tests.editor.words_seen import untranslated_texts

from m44core.io.files.open import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.write import to_bytes
from m44core.library.scenario_search import Area, Search, lines_of
from m44core.messages.words import words
from m44core.model.edits import set_texts
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44editor.list_widgets import children_of, headings
from m44editor.windows.main_window import MainWindow
from m44editor.windows.searching.search_index import Source
from m44editor.windows.searching.search_results import SearchResults
from m44editor.windows.searching.search_window import SearchWindow

LEFT = Qt.MouseButton.LeftButton
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def other(path: Path, pegasus: Scenario) -> Path:
    """A second scenario in the folder, and a file that cannot be read."""
    (path.parent / "broken.m44").write_text("{")
    file = path.parent / "zebra.m44"
    texts = Texts(name="Zebra Hill", historical="A hill.\nAnother hill.")
    file.write_bytes(to_bytes(set_texts(pegasus, "en", texts), FileFormat.M44))
    return file


@pytest.fixture
def searching(other: Path, window: MainWindow, qtbot: QtBot) -> SearchWindow:
    """The search window, opened by its shortcut, after reading everything."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F, BOTH)
    found = window.findChild(SearchWindow, "search-everything")
    assert found is not None
    qtbot.waitUntil(lambda: found.is_settled, timeout=3 * PATIENCE)  # processes start
    return found


def find(searching: SearchWindow, words: str, qtbot: QtBot) -> None:
    """Type the text to find, and wait for the results."""
    searching.words.setFocus()
    searching.words.selectAll()
    QTest.keyClicks(searching.words, words)
    qtbot.waitUntil(lambda: searching.is_settled)


def replace_by(searching: SearchWindow, words: str, qtbot: QtBot) -> None:
    """Type a replacement, and replace in all checked lines."""
    searching.by.setFocus()
    QTest.keyClicks(searching.by, words)
    qtbot.waitUntil(lambda: searching.is_settled)
    QTest.mouseClick(searching.replace_button, LEFT)
    qtbot.waitUntil(lambda: searching.is_settled)


def files(searching: SearchWindow) -> list[str]:
    return [item.text(0) for item in headings(searching.results)]


def rows(searching: SearchWindow, number: int) -> list[QTreeWidgetItem]:
    return children_of(headings(searching.results)[number])


def test_results_are_grouped_by_file(searching: SearchWindow, qtbot: QtBot) -> None:
    find(searching, "hill", qtbot)
    assert files(searching) == ["zebra.m44  (3)", "1 file could not be read"]
    assert [row.text(0) for row in rows(searching, 0)] == ["Zebra Hill", "A hill.", "Another hill."]
    assert rows(searching, 0)[1].text(1) == "Historical background, English"
    assert "incomplete" in rows(searching, 1)[0].text(1)
    assert searching.status.text() == "3 lines in 1 file"


def test_files_of_the_same_name_are_listed_with_their_folders(
    pegasus: Scenario, qtbot: QtBot
) -> None:
    results = SearchResults()
    qtbot.addWidget(results)
    lines = lines_of(pegasus, words("en"))
    paths = (Path("a/mill.m44"), Path("b/mill.m44"))
    sources = [Source(path.name, path, lines=lines) for path in paths]
    results.show_results(sources, Search("Pegasus"), None)
    titles = [item.text(0).partition("  (")[0] for item in headings(results)]
    assert titles == ["mill.m44 \N{EM DASH} a", "mill.m44 \N{EM DASH} b"]


def test_enter_goes_to_the_place(
    searching: SearchWindow, window: MainWindow, qtbot: QtBot, other: Path
) -> None:
    find(searching, "another hill", qtbot)
    QTest.keyClick(searching.words, Qt.Key.Key_Return)
    QTest.keyClick(searching.results, Qt.Key.Key_Return)
    assert window.document.path == other
    assert window.context.docks["texts"].isVisible()


def test_pieces_of_a_kind_are_selected(
    searching: SearchWindow, window: MainWindow, qtbot: QtBot
) -> None:
    find(searching, "forest", qtbot)
    row = next(row for row in rows(searching, 0) if "," in row.text(1))
    searching.results.scrollToItem(row)
    place = searching.results.visualItemRect(row).center()
    QTest.mouseClick(searching.results.viewport(), LEFT, pos=place)
    QTest.mouseDClick(searching.results.viewport(), LEFT, pos=place)
    assert len(window.context.selection.hexes) > 1


def test_what_is_typed_in_a_tab_is_found_unsaved(
    searching: SearchWindow, window: MainWindow, qtbot: QtBot
) -> None:
    find(searching, "unheard-of", qtbot)
    assert searching.status.text() == "Nothing found"
    texts = Texts(name="An unheard-of place")
    window.document.edit("Write", set_texts(window.document.scenario, "en", texts))
    qtbot.waitUntil(lambda: files(searching)[0] == "mill.m44  (1)")


def test_areas_can_be_left_out(searching: SearchWindow, qtbot: QtBot) -> None:
    find(searching, "hill", qtbot)
    QTest.keyClick(searching.areas[Area.TEXT], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: searching.is_settled)
    assert files(searching) == ["1 file could not be read"]


def test_words_are_replaced_in_a_tab_and_in_files_and_taken_back(
    searching: SearchWindow, window: MainWindow, qtbot: QtBot, other: Path
) -> None:
    before = other.read_bytes()
    texts = Texts(name="The hill")
    window.document.edit("Write", set_texts(window.document.scenario, "en", texts))
    qtbot.waitUntil(lambda: len(searching.index.sources[0].lines) > 0)
    find(searching, "hill", qtbot)
    qtbot.waitUntil(lambda: files(searching)[0] == "mill.m44  (1)")
    searching.by.setFocus()
    QTest.keyClicks(searching.by, "farm")
    qtbot.waitUntil(lambda: searching.is_settled)
    rows(searching, 1)[1].setCheckState(0, Qt.CheckState.Unchecked)
    assert rows(searching, 0)[0].text(0) == "The [hill → farm]"
    QTest.mouseClick(searching.replace_button, LEFT)
    qtbot.waitUntil(lambda: searching.is_settled)
    assert searching.status.text() == "Replaced 3 matches in 2 files."
    assert window.document.scenario.title == "The farm"
    changed = read_file(other).scenario
    assert changed is not None
    assert changed.texts["en"].historical == "A hill.\nAnother farm."
    QTest.mouseClick(searching.undo_button, LEFT)
    qtbot.waitUntil(lambda: searching.is_settled)
    assert window.document.scenario.title == "The hill"
    assert other.read_bytes() == before


def test_a_file_that_cannot_be_written_is_listed(
    searching: SearchWindow, qtbot: QtBot, other: Path
) -> None:
    find(searching, "zebra", qtbot)
    other.unlink()
    replace_by(searching, "lion", qtbot)
    assert "zebra.m44" in searching.status.text().splitlines()[1]


def test_a_file_changed_since_is_not_restored(
    searching: SearchWindow, qtbot: QtBot, other: Path, pegasus: Scenario
) -> None:
    find(searching, "zebra", qtbot)
    replace_by(searching, "lion", qtbot)
    theirs = to_bytes(set_texts(pegasus, "en", Texts(name="Theirs")), FileFormat.M44)
    other.write_bytes(theirs)
    QTest.mouseClick(searching.undo_button, LEFT)
    qtbot.waitUntil(lambda: searching.is_settled)
    assert other.read_bytes() == theirs
    assert "zebra.m44" in searching.status.text()


@pytest.mark.usefixtures("disguise")
def test_every_word_is_translated(searching: SearchWindow) -> None:
    searching.results.clear()  # names of files
    assert not untranslated_texts(searching)
