"""Files dropped on the board of a window."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import copy

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import Answers, Hand
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.load import load_catalogue
from m44core.model.edits import new_scenario
from m44core.resources import scenarios_folder
from m44editor.app import guard
from m44editor.documents.document import Document
from m44editor.sessions.keeper import Keeper
from m44editor.windows.dialogs import ListDialog
from m44editor.windows.main_window import MainWindow

COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
# Qt 6.12 would have this event made of fractions of pixels, which older ones cannot.
pytestmark = pytest.mark.filterwarnings("ignore:.*QDragEnterEvent.*:DeprecationWarning")
FOUR = [scenarios_folder() / f"{n}.yaml" for n in ("arracourt", "toulon", "vassieux", "saint-vith")]


@pytest.fixture
def window(
    qtbot: QtBot, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> MainWindow:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    return open_window(qtbot, document, tmp_path)


def drop(window: MainWindow, *files: Path | str) -> None:
    """Drag files over the board and let them go there, as the desktop does."""
    data = QMimeData()
    urls = [QUrl(f) if isinstance(f, str) else QUrl.fromLocalFile(str(f)) for f in files]
    data.setUrls(urls)
    board = window.view.viewport()
    enter = QDragEnterEvent(QPoint(200, 200), COPY, data, LEFT, NONE)
    QApplication.sendEvent(board, enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(200, 200), COPY, data, LEFT, NONE)
    QApplication.sendEvent(board, event)
    assert event.isAccepted()
    QApplication.processEvents()


def paths(window: MainWindow) -> list[Path | None]:
    """Return the files of the tabs behind the one that was there."""
    return [sheet.path for sheet in window.files.sheets][1:]


def test_one_file_is_opened_in_a_tab(window: MainWindow) -> None:
    drop(window, FOUR[0])
    assert paths(window) == FOUR[:1]
    assert window.document.path == FOUR[0]
    assert window.windowTitle().startswith("arracourt.yaml[*]")
    assert window.view.scenario is window.document.scenario


def test_each_of_several_files_gets_a_tab_of_its_own(window: MainWindow) -> None:
    window.brush.take(load_catalogue().elements["hills"])
    Hand(window.view).click("G5")
    before = window.document.scenario
    drop(window, *FOUR[:3], FOUR[0])
    assert paths(window) == FOUR[:3]
    assert window.document.path == FOUR[2], "the last of them"
    assert window.files.sheets[0].scenario is before


def test_files_that_are_open_already_are_not_opened_twice(
    window: MainWindow, tmp_path: Path
) -> None:
    drop(window, FOUR[0])
    drop(window, *FOUR[:2])
    link = tmp_path / "link.yaml"
    link.symlink_to(FOUR[1])
    drop(window, link, FOUR[0], FOUR[2])
    assert sorted(map(str, paths(window))) == sorted(map(str, FOUR[:3]))


def test_a_window_that_holds_nothing_takes_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, Document(new_scenario()), tmp_path)
    drop(window, *FOUR[:2])
    assert [sheet.path for sheet in window.files.sheets] == FOUR[:2]


def test_what_is_no_scenario_is_named(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "holiday.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (tmp_path / "empty.m44").write_bytes(b"")
    drop(window, FOUR[0], tmp_path / "holiday.png", tmp_path / "empty.m44", tmp_path, "http://a/b")
    (dialog,) = window.findChildren(ListDialog)
    named = [dialog.list.item(row).text().splitlines()[0] for row in range(dialog.list.count())]
    assert sorted(named) == ["b", "empty.m44", "holiday.png", tmp_path.name]
    why = [dialog.list.item(row).text().splitlines()[1] for row in range(4)]
    assert all(words.endswith((".", "?")) and "?." not in words for words in why)
    assert paths(window) == FOUR[:1]
    dialog.close()


def many(folder: Path) -> list[Path]:
    return [Path(copy(FOUR[0], folder / f"scenario-{number}.yaml")) for number in range(22)]


def test_very_many_tabs_are_asked_about(
    window: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    answers.press("Cancel")
    drop(window, *many(tmp_path))
    assert paths(window) == []
    assert "Open 22 scenarios, each in a tab of its own?" in answers.asked[0]


def test_the_first_of_very_many_can_be_opened(
    window: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    answers.press("Only the first 20")
    drop(window, *many(tmp_path))
    assert paths(window) == many(tmp_path)[:20]


def test_the_work_in_such_a_tab_is_guarded(window: MainWindow) -> None:
    guard(window)
    drop(window, *FOUR[:2])
    assert all(sheet.findChildren(Keeper) for sheet in window.files.sheets)
