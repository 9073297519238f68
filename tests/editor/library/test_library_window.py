"""The library window, used by mouse and keyboard."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot
from tests.editor.library.conftest import NAMES, Shelf

from m44core.resources import scenarios_folder
from m44editor.interface_language import switch_language
from m44editor.library.scenario_grid import accessible_text

ALL = ["arnhem-bridge", "arras", "pegasus-bridge", "sword-beach", "toulon"]
Key = Qt.Key


def tick(shelf: Shelf, heading: str, value: str) -> None:
    """Click the check box of a filter value."""
    tree = shelf.window.filters
    (above,) = tree.findItems(heading, Qt.MatchFlag.MatchExactly)
    above.setExpanded(True)
    children = (above.child(number) for number in range(above.childCount()))
    item: QTreeWidgetItem = next(c for c in children if c and c.text(0).startswith(value))
    tree.scrollToItem(item)
    QApplication.processEvents()
    place: QRect = tree.visualItemRect(item)
    box = QPoint(place.left() + 10, place.center().y())
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=box)


def test_all_scenarios_are_shown_by_their_titles(shelf: Shelf) -> None:
    assert shelf.names == ALL
    assert shelf.window.windowTitle().endswith("scenarios")
    assert "5 files" in shelf.window._counted.text()


def test_every_card_shows_a_picture_of_its_board(shelf: Shelf) -> None:
    files = shelf.window.files
    paths = list(files.files)
    shelf.qtbot.waitUntil(lambda: all(files.picture(path) is not None for path in paths))
    place = shelf.at("sword-beach")
    colours = {
        shelf.window.grid.grab(QRect(place.x() + dx, place.y() - 40, 1, 1)).toImage().pixel(0, 0)
        for dx in range(-60, 60, 5)
    }
    assert len(colours) > 4


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("bridge", ["arnhem-bridge", "pegasus-bridge"]),
        ("benouville", ["pegasus-bridge"]),
        ("hedgehog", ["sword-beach"]),
        ("nothing like it", []),
    ],
)
def test_typing_searches_titles_texts_and_pieces(
    shelf: Shelf, words: str, found: list[str]
) -> None:
    shelf.type(words)
    assert set(found) <= set(shelf.names)
    assert len(shelf.names) < 5
    assert shelf.window._empty.isVisible() == (not shelf.names)


def test_ticks_choose_among_the_files_and_are_cleared(shelf: Shelf) -> None:
    tick(shelf, "Nation", "Great Britain")
    assert shelf.names == ["arnhem-bridge", "arras", "pegasus-bridge", "sword-beach"]
    tick(shelf, "Board side", "Beach")
    assert shelf.names == ["sword-beach"]
    assert "1 of 5 files" in shelf.window._counted.text()
    shelf.window.clear_button.click()
    assert shelf.names == ALL


def test_a_file_matches_any_ticked_value_of_a_heading(shelf: Shelf) -> None:
    tick(shelf, "Year", "1940")
    tick(shelf, "Year", "1944")
    assert shelf.names == ALL


@pytest.mark.parametrize(
    ("order", "down", "first"),
    [("date", False, "arras"), ("date", True, "arnhem-bridge"), ("file", True, "toulon")],
)
def test_the_order_is_chosen_and_remembered(
    shelf: Shelf, settings: QSettings, order: str, down: bool, first: str
) -> None:
    box = shelf.window.search_bar.order
    box.setFocus()
    while box.currentData() != order:
        QTest.keyClick(box, Key.Key_Down)
    if down:
        shelf.window.search_bar.direction_button.click()
    assert shelf.names[0] == first
    assert settings.value("library/order") == order


def test_a_double_click_opens_the_scenario(shelf: Shelf, folder: Path) -> None:
    viewport = shelf.window.grid.viewport()
    shelf.click("toulon")
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=shelf.at("toulon"))
    assert shelf.opened == [folder / "toulon.yaml"]


def test_the_library_can_be_used_by_keyboard_alone(shelf: Shelf, folder: Path) -> None:
    QTest.keyClick(shelf.window, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert shelf.window.search_bar.search.hasFocus()
    QTest.keyClicks(shelf.window.search_bar.search, "bridge")
    QTest.keyClick(shelf.window.search_bar.search, Key.Key_Return)
    assert shelf.window.grid.hasFocus()
    QTest.keyClick(shelf.window.grid, Key.Key_Right)
    QTest.keyClick(shelf.window.grid, Key.Key_Return)
    assert shelf.opened == [folder / "pegasus-bridge.yaml"]


def test_the_selection_stays_when_the_order_changes(shelf: Shelf) -> None:
    shelf.click("toulon")
    shelf.click("arras", Qt.KeyboardModifier.ControlModifier)
    shelf.window.search_bar.direction_button.click()
    assert {Path(file.path).stem for file in shelf.window.grid.selected_files()} == {
        "toulon",
        "arras",
    }
    assert "2 selected" in shelf.window._counted.text()


def test_a_file_that_comes_or_goes_is_noticed(shelf: Shelf, folder: Path) -> None:
    shutil.copy(scenarios_folder() / "arracourt.yaml", folder / "deep")
    (folder / "toulon.yaml").unlink()
    wanted = {*NAMES, "arras", "arracourt"} - {"toulon"}
    shelf.qtbot.waitUntil(lambda: set(shelf.names) == wanted)
    shelf.wait()


def test_a_removed_folder_is_reported_and_may_come_back(shelf: Shelf, folder: Path) -> None:
    moved = folder.with_name("elsewhere")
    folder.rename(moved)
    notice = shelf.window.notice
    shelf.qtbot.waitUntil(notice.isVisible)
    assert "does not exist or cannot be read" in notice.label.text()
    assert shelf.names == []
    moved.rename(folder)
    with shelf.qtbot.waitSignal(shelf.window.files.scanned):
        next(b for b in notice.buttons if "Again" in b.text()).click()
    shelf.wait()
    assert shelf.names == ALL
    assert not notice.isVisible()


def test_a_missing_folder_is_reported(empty_shelf: Shelf, tmp_path: Path) -> None:
    empty_shelf.show(tmp_path / "nowhere")
    assert "does not exist or cannot be read" in empty_shelf.window.notice.label.text()
    empty_shelf.window.grid.select("nothing")
    empty_shelf.window.open_selected()
    assert empty_shelf.opened == []


def test_a_screen_reader_hears_all_that_is_shown(shelf: Shelf) -> None:
    row = shelf.names.index("sword-beach")
    said = shelf.window.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == accessible_text(shelf.window.model.shown[row])
    for part in ("Sword Beach", "6 June 1944", "Great Britain", "2 notes", "In full", "Beach"):
        assert part in said


def test_files_are_dragged_as_files(shelf: Shelf, folder: Path) -> None:
    index = shelf.window.model.index(shelf.names.index("toulon"))
    urls = shelf.window.model.mimeData([index]).urls()
    assert [url.toLocalFile() for url in urls] == [str(folder / "toulon.yaml")]


def test_a_language_change_applies_at_once_and_keeps_the_files(shelf: Shelf, qtbot: QtBot) -> None:
    switch_language("fr")
    QApplication.processEvents()
    assert "fichiers" in shelf.window._counted.text()
    assert shelf.names == ALL
    assert shelf.window.filters.findItems("Nation", Qt.MatchFlag.MatchExactly)


def test_the_last_folder_is_shown_again(
    shelf: Shelf, qtbot: QtBot, settings: QSettings, folder: Path
) -> None:
    shelf.window.close()
    again = Shelf(qtbot, settings)
    again.window.show_last_folder()
    assert again.window.folder == folder
    again.window.close()
