"""The library window, driven by mouse and keyboard."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.file_dialogs import enter_path
from tests.editor.library.conftest import NAMES, LibraryDriver

from m44core.resources import scenarios_folder
from m44editor.interface_language import switch_language
from m44editor.library.scenario_grid import accessible_text

ALL = ["arnhem-bridge", "arras", "pegasus-bridge", "sword-beach", "toulon"]
Key = Qt.Key


def check_filter(library_driver: LibraryDriver, heading: str, value: str) -> None:
    """Click the check box of a filter value."""
    tree = library_driver.window.filters
    (heading_item,) = tree.findItems(heading, Qt.MatchFlag.MatchExactly)
    heading_item.setExpanded(True)
    children = (heading_item.child(number) for number in range(heading_item.childCount()))
    item: QTreeWidgetItem = next(c for c in children if c and c.text(0).startswith(value))
    tree.scrollToItem(item)
    QApplication.processEvents()
    item_rect: QRect = tree.visualItemRect(item)
    box = QPoint(item_rect.left() + 10, item_rect.center().y())
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=box)


def test_all_scenarios_are_shown_by_their_titles(library_driver: LibraryDriver) -> None:
    assert library_driver.names == ALL
    assert library_driver.window.windowTitle().endswith("scenarios")
    assert "5 files" in library_driver.window._count_label.text()


def test_every_card_shows_a_picture_of_its_board(library_driver: LibraryDriver) -> None:
    files = library_driver.window.files
    paths = list(files.files)
    library_driver.qtbot.waitUntil(lambda: all(files.picture(path) is not None for path in paths))
    card_centre = library_driver.position_of("sword-beach")
    colours = {
        library_driver.window.grid.grab(QRect(card_centre.x() + dx, card_centre.y() - 40, 1, 1))
        .toImage()
        .pixel(0, 0)
        for dx in range(-60, 60, 5)
    }
    assert len(colours) > 4


@pytest.mark.parametrize(
    ("query", "expected_names"),
    [
        ("bridge", ["arnhem-bridge", "pegasus-bridge"]),
        ("benouville", ["pegasus-bridge"]),
        ("hedgehog", ["sword-beach"]),
        ("nothing like it", []),
    ],
)
def test_typing_searches_titles_texts_and_pieces(
    library_driver: LibraryDriver, query: str, expected_names: list[str]
) -> None:
    library_driver.type(query)
    assert set(expected_names) <= set(library_driver.names)
    assert len(library_driver.names) < 5
    assert library_driver.window._empty_label.isVisible() == (not library_driver.names)


def test_checked_filters_narrow_the_list_and_can_be_cleared(library_driver: LibraryDriver) -> None:
    check_filter(library_driver, "Nation", "Great Britain")
    assert library_driver.names == ["arnhem-bridge", "arras", "pegasus-bridge", "sword-beach"]
    check_filter(library_driver, "Board side", "Beach")
    assert library_driver.names == ["sword-beach"]
    assert "1 of 5 files" in library_driver.window._count_label.text()
    library_driver.window.clear_button.click()
    assert library_driver.names == ALL


def test_a_file_matches_any_checked_value_of_a_heading(library_driver: LibraryDriver) -> None:
    check_filter(library_driver, "Year", "1940")
    check_filter(library_driver, "Year", "1944")
    assert library_driver.names == ALL


@pytest.mark.parametrize(
    ("order", "is_descending", "first_name"),
    [("date", False, "arras"), ("date", True, "arnhem-bridge"), ("file", True, "toulon")],
)
def test_the_sort_order_can_be_chosen_and_is_stored(
    library_driver: LibraryDriver,
    settings: QSettings,
    order: str,
    is_descending: bool,
    first_name: str,
) -> None:
    box = library_driver.window.search_bar.order
    box.setFocus()
    while box.currentData() != order:
        QTest.keyClick(box, Key.Key_Down)
    if is_descending:
        library_driver.window.search_bar.direction_button.click()
    assert library_driver.names[0] == first_name
    assert settings.value("library/order") == order


def test_a_double_click_opens_the_scenario(library_driver: LibraryDriver, folder: Path) -> None:
    viewport = library_driver.window.grid.viewport()
    library_driver.click("toulon")
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=library_driver.position_of("toulon"))
    assert library_driver.opened == [folder / "toulon.yaml"]


def test_the_library_can_be_used_by_keyboard_alone(
    library_driver: LibraryDriver, folder: Path
) -> None:
    QTest.keyClick(library_driver.window, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert library_driver.window.search_bar.search.hasFocus()
    QTest.keyClicks(library_driver.window.search_bar.search, "bridge")
    QTest.keyClick(library_driver.window.search_bar.search, Key.Key_Return)
    assert library_driver.window.grid.hasFocus()
    QTest.keyClick(library_driver.window.grid, Key.Key_Right)
    QTest.keyClick(library_driver.window.grid, Key.Key_Return)
    assert library_driver.opened == [folder / "pegasus-bridge.yaml"]


def test_the_selection_stays_when_the_order_changes(library_driver: LibraryDriver) -> None:
    library_driver.click("toulon")
    library_driver.click("arras", Qt.KeyboardModifier.ControlModifier)
    library_driver.window.search_bar.direction_button.click()
    assert {Path(file.path).stem for file in library_driver.window.grid.selected_files()} == {
        "toulon",
        "arras",
    }
    assert "2 selected" in library_driver.window._count_label.text()


def test_added_and_removed_files_are_noticed(library_driver: LibraryDriver, folder: Path) -> None:
    shutil.copy(scenarios_folder() / "arracourt.yaml", folder / "deep")
    (folder / "toulon.yaml").unlink()
    expected_names = {*NAMES, "arras", "arracourt"} - {"toulon"}
    library_driver.qtbot.waitUntil(lambda: set(library_driver.names) == expected_names)
    library_driver.wait()


def test_a_removed_folder_is_reported_and_can_be_restored(
    library_driver: LibraryDriver, folder: Path
) -> None:
    moved_folder = folder.with_name("elsewhere")
    folder.rename(moved_folder)
    notice = library_driver.window.notice
    library_driver.qtbot.waitUntil(notice.isVisible)
    assert "does not exist or cannot be read" in notice.label.text()
    assert library_driver.names == []
    moved_folder.rename(folder)
    with library_driver.qtbot.waitSignal(library_driver.window.files.scanned):
        next(b for b in notice.buttons if "Again" in b.text()).click()
    library_driver.wait()
    assert library_driver.names == ALL
    assert not notice.isVisible()


def test_a_missing_folder_is_reported(empty_library_driver: LibraryDriver, tmp_path: Path) -> None:
    empty_library_driver.show(tmp_path / "nowhere")
    assert "does not exist or cannot be read" in empty_library_driver.window.notice.label.text()
    empty_library_driver.window.grid.select("nothing")
    empty_library_driver.window.open_selected()
    assert empty_library_driver.opened == []


def test_all_content_is_available_to_screen_readers(library_driver: LibraryDriver) -> None:
    row = library_driver.names.index("sword-beach")
    accessible_description = library_driver.window.model.index(row).data(
        Qt.ItemDataRole.AccessibleTextRole
    )
    assert accessible_description == accessible_text(library_driver.window.model.shown[row])
    for part in ("Sword Beach", "6 June 1944", "Great Britain", "2 notes", "In full", "Beach"):
        assert part in accessible_description


def test_dragging_a_scenario_provides_the_url_of_its_file(
    library_driver: LibraryDriver, folder: Path
) -> None:
    index = library_driver.window.model.index(library_driver.names.index("toulon"))
    urls = library_driver.window.model.mimeData([index]).urls()
    assert [url.toLocalFile() for url in urls] == [str(folder / "toulon.yaml")]


def test_a_language_change_applies_at_once_and_keeps_the_files(
    library_driver: LibraryDriver, qtbot: QtBot
) -> None:
    switch_language("fr")
    QApplication.processEvents()
    assert "fichiers" in library_driver.window._count_label.text()
    assert sorted(library_driver.names) == sorted(ALL)
    assert library_driver.window.filters.findItems("Nation", Qt.MatchFlag.MatchExactly)


def test_the_last_folder_is_shown_again(
    library_driver: LibraryDriver, qtbot: QtBot, settings: QSettings, folder: Path
) -> None:
    library_driver.window.close()
    second_driver = LibraryDriver(qtbot, settings)
    second_driver.window.show_last_folder()
    assert second_driver.window.folder == folder
    second_driver.window.close()


def test_without_a_last_folder_a_button_asks_for_one(
    qtbot: QtBot, folder: Path, tmp_path: Path, answers: DialogAnswerer
) -> None:
    settings = QSettings(str(tmp_path / "new.ini"), QSettings.Format.IniFormat)
    driver = LibraryDriver(qtbot, settings)
    window = driver.window
    window.show_last_folder()
    assert window.folder is None, "the home folder is not read unasked"
    assert "Choose the folder" in window._empty_label.text()
    answers.do(partial(enter_path, path=folder))
    QTest.mouseClick(window.folder_button, Qt.MouseButton.LeftButton)
    assert window.folder == folder
    qtbot.waitUntil(lambda: len(driver.names) == len(ALL))
    assert not window.folder_button.isVisible()
    window.close()
