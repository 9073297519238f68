"""Edit > Search Everything, driven by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot
from tests.editor.conftest import PATIENCE_MS
from tests.editor.interface_texts import untranslated_texts

from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.library.scenario_search import Search, SearchArea, search_lines
from m44core.messages.renderers import renderer_in
from m44core.model.edits import set_texts
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44editor.list_widgets import children_of, top_level_items
from m44editor.theme import Theme, theme_colour
from m44editor.windows.main_window import MainWindow
from m44editor.windows.searching.search_index import SearchSource
from m44editor.windows.searching.search_results import SearchResults
from m44editor.windows.searching.search_window import SearchWindow

LEFT = Qt.MouseButton.LeftButton
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def other_file(path: Path, pegasus: Scenario) -> Path:
    """A second scenario in the folder, and a file that cannot be read."""
    (path.parent / "broken.m44").write_text("{")
    file = path.parent / "zebra.m44"
    texts = Texts(name="Zebra Hill", historical="A hill.\nAnother hill.")
    file.write_bytes(to_bytes(set_texts(pegasus, "en", texts), FileFormat.M44))
    return file


@pytest.fixture
def search_window(other_file: Path, window: MainWindow, qtbot: QtBot) -> SearchWindow:
    """The search window, opened by its shortcut, after reading everything."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F, CONTROL_SHIFT)
    found_window = window.findChild(SearchWindow, "search-everything")
    assert found_window is not None
    qtbot.waitUntil(lambda: found_window.is_settled, timeout=3 * PATIENCE_MS)  # processes start
    return found_window


def find(search_window: SearchWindow, query: str, qtbot: QtBot) -> None:
    """Type the text to find, and wait for the results."""
    search_window.words.setFocus()
    search_window.words.selectAll()
    QTest.keyClicks(search_window.words, query)
    qtbot.waitUntil(lambda: search_window.is_settled)


def replace_with(search_window: SearchWindow, replacement: str, qtbot: QtBot) -> None:
    """Type a replacement, and replace in all checked lines."""
    search_window.replacement.setFocus()
    QTest.keyClicks(search_window.replacement, replacement)
    qtbot.waitUntil(lambda: search_window.is_settled)
    QTest.mouseClick(search_window.replace_button, LEFT)
    qtbot.waitUntil(lambda: search_window.is_settled)


def file_headings(search_window: SearchWindow) -> list[str]:
    return [item.text(0) for item in top_level_items(search_window.results)]


def result_rows(search_window: SearchWindow, number: int) -> list[QTreeWidgetItem]:
    return children_of(top_level_items(search_window.results)[number])


def test_results_are_grouped_by_file(search_window: SearchWindow, qtbot: QtBot) -> None:
    find(search_window, "hill", qtbot)
    assert file_headings(search_window) == ["zebra.m44  (3)", "1 file could not be read"]
    assert [row.text(0) for row in result_rows(search_window, 0)] == [
        "Zebra Hill",
        "A hill.",
        "Another hill.",
    ]
    assert result_rows(search_window, 0)[1].text(1) == "Historical background, English"
    assert "incomplete" in result_rows(search_window, 1)[0].text(1)
    assert search_window.status.text() == "3 lines in 1 file"


def test_files_of_the_same_name_are_listed_with_their_folders(
    pegasus: Scenario, qtbot: QtBot
) -> None:
    results = SearchResults()
    qtbot.addWidget(results)
    lines = search_lines(pegasus, renderer_in("en"))
    paths = (Path("a/mill.m44"), Path("b/mill.m44"))
    sources = [SearchSource(path.name, path, lines=lines) for path in paths]
    results.show_results(sources, Search("Pegasus"), None)
    titles = [item.text(0).partition("  (")[0] for item in top_level_items(results)]
    assert titles == ["mill.m44 \N{EM DASH} a", "mill.m44 \N{EM DASH} b"]


def test_enter_goes_to_the_selected_result(
    search_window: SearchWindow, window: MainWindow, qtbot: QtBot, other_file: Path
) -> None:
    find(search_window, "another hill", qtbot)
    QTest.keyClick(search_window.words, Qt.Key.Key_Return)
    QTest.keyClick(search_window.results, Qt.Key.Key_Return)
    assert window.document.path == other_file
    assert window.context.docks["texts"].isVisible()


def test_pieces_of_a_kind_are_selected(
    search_window: SearchWindow, window: MainWindow, qtbot: QtBot
) -> None:
    find(search_window, "forest", qtbot)
    row = next(row for row in result_rows(search_window, 0) if "," in row.text(1))
    search_window.results.scrollToItem(row)
    point = search_window.results.visualItemRect(row).center()
    QTest.mouseClick(search_window.results.viewport(), LEFT, pos=point)
    QTest.mouseDClick(search_window.results.viewport(), LEFT, pos=point)
    assert len(window.context.selection.hexes) > 1


def test_unsaved_text_in_a_tab_is_found(
    search_window: SearchWindow, window: MainWindow, qtbot: QtBot
) -> None:
    find(search_window, "unheard-of", qtbot)
    assert search_window.status.text() == "Nothing found"
    texts = Texts(name="An unheard-of place")
    window.document.edit("Write", set_texts(window.document.scenario, "en", texts))
    qtbot.waitUntil(lambda: file_headings(search_window)[0] == "mill.m44  (1)")


def test_areas_can_be_left_out(search_window: SearchWindow, qtbot: QtBot) -> None:
    find(search_window, "hill", qtbot)
    QTest.keyClick(search_window.areas[SearchArea.TEXT], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: search_window.is_settled)
    assert file_headings(search_window) == ["1 file could not be read"]


def test_words_are_replaced_in_a_tab_and_in_files_and_restored(
    search_window: SearchWindow, window: MainWindow, qtbot: QtBot, other_file: Path
) -> None:
    before = other_file.read_bytes()
    texts = Texts(name="The hill")
    window.document.edit("Write", set_texts(window.document.scenario, "en", texts))
    qtbot.waitUntil(lambda: len(search_window.index.sources[0].lines) > 0)
    find(search_window, "hill", qtbot)
    qtbot.waitUntil(lambda: file_headings(search_window)[0] == "mill.m44  (1)")
    search_window.replacement.setFocus()
    QTest.keyClicks(search_window.replacement, "farm")
    qtbot.waitUntil(lambda: search_window.is_settled)
    result_rows(search_window, 1)[1].setCheckState(0, Qt.CheckState.Unchecked)
    assert result_rows(search_window, 0)[0].text(0) == "The [hill → farm]"
    QTest.mouseClick(search_window.replace_button, LEFT)
    qtbot.waitUntil(lambda: search_window.is_settled)
    assert search_window.status.text() == "Replaced 3 matches in 2 files."
    assert window.document.scenario.title == "The farm"
    changed_scenario = read_file(other_file).scenario
    assert changed_scenario is not None
    assert changed_scenario.texts["en"].historical == "A hill.\nAnother farm."
    QTest.mouseClick(search_window.undo_button, LEFT)
    qtbot.waitUntil(lambda: search_window.is_settled)
    assert window.document.scenario.title == "The hill"
    assert other_file.read_bytes() == before


def test_a_file_that_cannot_be_written_is_listed(
    search_window: SearchWindow, qtbot: QtBot, other_file: Path
) -> None:
    find(search_window, "zebra", qtbot)
    other_file.unlink()
    replace_with(search_window, "lion", qtbot)
    assert "zebra.m44" in search_window.status.text().splitlines()[1]


def test_a_file_changed_after_the_replacement_is_not_restored(
    search_window: SearchWindow, qtbot: QtBot, other_file: Path, pegasus: Scenario
) -> None:
    find(search_window, "zebra", qtbot)
    replace_with(search_window, "lion", qtbot)
    theirs = to_bytes(set_texts(pegasus, "en", Texts(name="Theirs")), FileFormat.M44)
    other_file.write_bytes(theirs)
    QTest.mouseClick(search_window.undo_button, LEFT)
    qtbot.waitUntil(lambda: search_window.is_settled)
    assert other_file.read_bytes() == theirs
    assert "zebra.m44" in search_window.status.text()


@pytest.mark.usefixtures("pseudo_language")
def test_every_word_is_translated(search_window: SearchWindow) -> None:
    search_window.results.clear()  # names of files
    assert not untranslated_texts(search_window)


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK], indirect=True)
def test_a_replacement_is_shown_in_the_colors_of_removed_and_added_text(
    search_window: SearchWindow, window: MainWindow, qtbot: QtBot, theme: Theme
) -> None:
    texts = Texts(name="The hill", subtitle="A farm")
    window.document.edit("Write", set_texts(window.document.scenario, "en", texts))
    find(search_window, "hill", qtbot)
    search_window.replacement.setText("farm")
    qtbot.waitUntil(lambda: search_window.is_settled)
    picture = search_window.results.viewport().grab().toImage()
    colors = {
        picture.pixelColor(x, y).name()
        for x in range(0, picture.width() // 2)
        for y in range(0, 60, 2)
    }
    assert {theme_colour("removed").name(), theme_colour("added").name()} <= colors


def test_a_line_that_a_replacement_would_not_change_cannot_be_checked(
    search_window: SearchWindow, window: MainWindow, qtbot: QtBot
) -> None:
    texts = Texts(name="The Hill", subtitle="Hill by hill")
    window.document.edit("Write", set_texts(window.document.scenario, "en", texts))
    find(search_window, "hill", qtbot)
    search_window.replacement.setText("Hill")

    def check_texts() -> None:
        texts_shown = [row.text(0) for row in result_rows(search_window, 0)[:2]]
        assert texts_shown == ["The Hill", "Hill by [hill → Hill]"]

    qtbot.waitUntil(check_texts)  # the edited tab is read again after a pause
    assert search_window.results.checked_hits()[0].line.text == "Hill by hill"


def test_files_can_be_opened_and_closed_after_the_search_window_was_closed(
    search_window: SearchWindow, window: MainWindow, other_file: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(search_window.destroyed):
        search_window.close()
    window.open_path(other_file)
    assert window.document.path == other_file
    assert window.files.close_sheet(window.document.sheet)
