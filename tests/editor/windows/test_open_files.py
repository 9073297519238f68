"""Files dropped on the board, chosen in File > Open or named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copy

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard, mark_all_saved
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.model.edits import erase, new_scenario
from m44core.resources import scenarios_folder
from m44editor import app
from m44editor.app import guard_unsaved_work
from m44editor.documents.document import Document
from m44editor.sessions.snapshots import SnapshotWriter
from m44editor.windows.file_dialogs import ListDialog
from m44editor.windows.main_window import MainWindow

COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
# Qt 6.12 deprecates creating this event with whole pixels; older versions accept only those.
pytestmark = pytest.mark.filterwarnings("ignore:.*QDragEnterEvent.*:DeprecationWarning")
FOUR_FILES = [
    scenarios_folder() / f"{n}.yaml" for n in ("arracourt", "toulon", "vassieux", "saint-vith")
]


@pytest.fixture
def window(
    qtbot: QtBot, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> MainWindow:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    return open_window(qtbot, document, tmp_path)


def drop_files(window: MainWindow, *files: Path | str) -> None:
    """Drag files or addresses over the board and drop them there, like the desktop."""
    data = QMimeData()
    urls = [QUrl(f) if isinstance(f, str) else QUrl.fromLocalFile(str(f)) for f in files]
    data.setUrls(urls)
    board = window.view.viewport()
    enter_event = QDragEnterEvent(QPoint(200, 200), COPY, data, LEFT, NO_MODIFIER)
    QApplication.sendEvent(board, enter_event)
    assert enter_event.isAccepted()
    event = QDropEvent(QPointF(200, 200), COPY, data, LEFT, NO_MODIFIER)
    QApplication.sendEvent(board, event)
    assert event.isAccepted()
    QApplication.processEvents()


def later_tab_paths(window: MainWindow) -> list[Path | None]:
    """Return the files of the tabs after the first one; None for a tab without a file."""
    return [sheet.path for sheet in window.files.sheets][1:]


def test_one_file_is_opened_in_a_tab(window: MainWindow) -> None:
    drop_files(window, FOUR_FILES[0])
    assert later_tab_paths(window) == FOUR_FILES[:1]
    assert window.document.path == FOUR_FILES[0]
    assert window.windowTitle().startswith("arracourt.yaml[*]")
    assert window.view.scenario is window.document.scenario


def test_each_of_several_files_gets_its_own_tab(window: MainWindow) -> None:
    window.brush.pick_up(base_catalogue().elements["hills"])
    MouseAndKeyboard(window.view).click("G5")
    before = window.document.scenario
    drop_files(window, *FOUR_FILES[:3], FOUR_FILES[0])
    assert later_tab_paths(window) == FOUR_FILES[:3]
    assert window.document.path == FOUR_FILES[2], "the last of them"
    assert window.files.sheets[0].scenario is before


def test_files_that_are_open_already_are_not_opened_twice(
    window: MainWindow, tmp_path: Path
) -> None:
    drop_files(window, FOUR_FILES[0])
    drop_files(window, *FOUR_FILES[:2])
    link = tmp_path / "link.yaml"
    link.symlink_to(FOUR_FILES[1])
    drop_files(window, link, FOUR_FILES[0], FOUR_FILES[2])
    assert sorted(map(str, later_tab_paths(window))) == sorted(map(str, FOUR_FILES[:3]))


def test_a_blank_window_takes_the_first_file(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, Document(new_scenario()), tmp_path)
    drop_files(window, *FOUR_FILES[:2])
    assert [sheet.path for sheet in window.files.sheets] == FOUR_FILES[:2]


def test_files_without_a_scenario_are_reported_by_name(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "holiday.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (tmp_path / "empty.m44").write_bytes(b"")
    drop_files(
        window,
        FOUR_FILES[0],
        tmp_path / "holiday.png",
        tmp_path / "empty.m44",
        tmp_path,
        "http://a/b",
    )
    (dialog,) = window.findChildren(ListDialog)
    listed_names = [
        dialog.list.item(row).text().splitlines()[0] for row in range(dialog.list.count())
    ]
    assert sorted(listed_names) == ["b", "empty.m44", "holiday.png", tmp_path.name]
    reasons = [dialog.list.item(row).text().splitlines()[1] for row in range(4)]
    assert all(reason.endswith((".", "?")) and "?." not in reason for reason in reasons)
    assert later_tab_paths(window) == FOUR_FILES[:1]
    dialog.close()


def copy_many_files(folder: Path) -> list[Path]:
    return [Path(copy(FOUR_FILES[0], folder / f"scenario-{number}.yaml")) for number in range(22)]


def test_opening_very_many_files_asks_first(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    answers.press("Cancel")
    drop_files(window, *copy_many_files(tmp_path))
    assert later_tab_paths(window) == []
    assert "Open 22 scenarios, each in its own tab?" in answers.asked[0]


def test_only_the_first_of_very_many_files_can_be_opened(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    answers.press("Only the First 20")
    drop_files(window, *copy_many_files(tmp_path))
    assert later_tab_paths(window) == copy_many_files(tmp_path)[:20]


def test_unsaved_work_in_a_dropped_file_is_protected(window: MainWindow) -> None:
    guard_unsaved_work(window.context)
    drop_files(window, *FOUR_FILES[:2])
    assert all(sheet.findChildren(SnapshotWriter) for sheet in window.files.sheets)


# File > Open and the command line open several files as a drop does


def enter_file_names(*paths: Path) -> Callable[[QDialog], None]:
    """Return a function that enters several files in the dialog of File > Open and confirms it."""

    def act(dialog: QDialog) -> None:
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        assert line
        line.setText(" ".join(f'"{path}"' for path in paths))
        QTimer.singleShot(0, dialog.accept)

    return act


def press_open(window: MainWindow) -> None:
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()


def test_file_open_opens_several_files_and_lists_what_fails(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    bad_file = tmp_path / "bad.m44"
    bad_file.write_text("nothing of ours", "utf-8")
    answers.do(enter_file_names(FOUR_FILES[0], bad_file, FOUR_FILES[1]))
    press_open(window)
    assert later_tab_paths(window) == FOUR_FILES[:2]
    (dialog,) = window.findChildren(ListDialog)
    assert "bad.m44" in dialog.list.item(0).text()
    assert any("1 file could not be opened" in asked for asked in answers.asked)


def test_file_open_shows_an_open_scenario_even_without_its_file(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    copied_file = Path(copy(FOUR_FILES[0], tmp_path / "here.yaml"))
    window.open_path(copied_file)
    painted_scenario = window.document.scenario
    window.open_path(FOUR_FILES[2])
    copied_file.write_text("gone", "utf-8")
    window.open_path(FOUR_FILES[1])
    answers.do(enter_file_names(FOUR_FILES[2], copied_file))
    press_open(window)
    assert not [each for each in window.findChildren(ListDialog) if each.isVisible()]
    assert window.document.scenario is painted_scenario
    assert later_tab_paths(window) == [copied_file, FOUR_FILES[2], FOUR_FILES[1]]


def test_the_command_line_opens_several_files(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    missing_file = tmp_path / "missing.m44"
    window = app.open_window(FOUR_FILES[0], missing_file, FOUR_FILES[1])
    qtbot.addWidget(window, before_close_func=mark_all_saved)
    qtbot.waitUntil(lambda: len(window.files.sheets) == 2)
    assert [sheet.path for sheet in window.files.sheets] == FOUR_FILES[:2]
    (dialog,) = window.findChildren(ListDialog)
    assert "missing.m44" in dialog.list.item(0).text()
    dialog.close()


def test_the_command_line_accepts_any_number_of_files() -> None:
    assert app._parse_arguments(["a.m44", "b.m44"], "m44-editor") == (
        (Path("a.m44"), Path("b.m44")),
        "",
    )
    parsed_arguments = app._parse_arguments(["--language", "fr", "a.m44", "b.m44"], "m44-editor")
    assert parsed_arguments == ((Path("a.m44"), Path("b.m44")), "fr")
    assert app._parse_arguments([], "m44-editor") == ((), "")


def test_an_unknown_name_is_reported_once_and_until_it_is_corrected(
    window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "misspelled.yaml"
    path.write_text("format: 1\nhexes: {G5: {unit: amercan-infantry}}\n", encoding="utf-8")
    window.open_path(path)
    hex_, live = window.view.board.hex("G5"), window.inspection.live
    live.check_now()
    assert [each.code for each in live.findings if each.hex == hex_] == ["M101"]
    window.document.edit("Delete", erase(window.document.scenario, [hex_]))
    live.check_now()
    window.open_path(FOUR_FILES[0])
    window.open_path(path)
    assert "amercan-infantry" in path.read_text(encoding="utf-8"), "it is not saved yet"
    assert not [each.code for each in live.findings if each.hex == hex_]
