"""Opening what belongs to a scenario: its companion files, and games saved from playtests."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import copy

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QFileSystemModel, QListView
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, mark_all_saved
from tests.editor.windows.test_main_window import open_window
from tests.editor.windows.test_open_files import drop_files, press_open

from m44core.errors import M44Error
from m44core.model.edits import new_scenario
from m44core.resources import scenarios_folder
from m44editor import app
from m44editor.documents.document import Document
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.windows.main_window import MainWindow
from m44editor.windows.related_files import scenario_path_of_game


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    return open_window(qtbot, Document(new_scenario()), tmp_path)


@pytest.fixture
def scenario_path(tmp_path: Path) -> Path:
    return Path(copy(scenarios_folder() / "pegasus-bridge.m44", tmp_path / "bridge.m44"))


@pytest.fixture
def game_path(window: MainWindow, scenario_path: Path) -> Path:
    """A game saved from a playtest; its window and the tab of its scenario are closed."""
    path = scenario_path.with_name("bridge-game.txt")
    window.open_path(scenarios_folder() / "arracourt.yaml")  # the window stays open
    window.open_path(scenario_path)
    playtest = window.context.playtests.start()
    assert playtest is not None
    QTest.mouseClick(playtest.start_page.start, Qt.MouseButton.LeftButton)
    playtest.save_game(path)
    playtest.close()
    QTest.qWait(0)
    window.commands["close"].trigger()
    return path


def playtests_of(window: MainWindow, qtbot: QtBot) -> list[PlaytestWindow]:
    qtbot.waitUntil(lambda: bool(window.context.playtests.windows))
    return window.context.playtests.windows


def test_a_companion_opens_its_scenario(window: MainWindow, scenario_path: Path) -> None:
    companion = scenario_path.with_name("bridge.texts.yaml")
    companion.write_text("format: 1\ntexts: {}\n", "utf-8")
    drop_files(window, companion)
    assert window.document.path == scenario_path
    assert window.files.recent.paths == (scenario_path,)
    notice = window.document.sheet.notice
    assert notice is not None
    assert "bridge.texts.yaml" in str(notice.text.values)


def test_a_companion_without_its_scenario_is_reported(
    window: MainWindow, tmp_path: Path, answers: DialogAnswerer
) -> None:
    companion = tmp_path / "alone.rules.yaml"
    companion.write_text("options: {}\n", "utf-8")
    answers.do(QDialog.reject)
    drop_files(window, companion)
    assert "belongs to a scenario that is not in the same folder" in answers.asked[0]


def test_a_saved_game_continues_on_its_scenario(
    window: MainWindow, game_path: Path, qtbot: QtBot
) -> None:
    drop_files(window, game_path)
    (playtest,) = playtests_of(window, qtbot)
    assert window.document.path == game_path.with_name("bridge.m44")
    assert playtest.session is not None
    assert playtest.game_path == game_path
    drop_files(window, game_path)
    QApplication.processEvents()
    assert window.context.playtests.windows == [playtest], "it is open already"


def test_the_error_about_a_game_of_an_unknown_scenario_says_what_to_do(
    window: MainWindow, game_path: Path, tmp_path: Path, answers: DialogAnswerer
) -> None:
    (tmp_path / "elsewhere").mkdir()
    moved = game_path.rename(tmp_path / "elsewhere" / "game.txt")
    game_path.with_name("bridge.m44").unlink()
    answers.do(QDialog.reject)
    drop_files(window, moved)
    assert "saved game of “bridge.m44”" in answers.asked[0]
    assert "Game > Open Game" in answers.asked[0]


def test_a_damaged_game_is_reported_as_a_game(
    window: MainWindow, game_path: Path, answers: DialogAnswerer
) -> None:
    game_path.write_text("# M44 Workshop game\nnonsense here\n", "utf-8")
    answers.do(QDialog.reject)
    drop_files(window, game_path)
    assert "is not a recorded game: line 2" in answers.asked[0]


def test_the_command_line_continues_a_saved_game(
    window: MainWindow, game_path: Path, qtbot: QtBot
) -> None:
    other = app.open_window(game_path)
    qtbot.addWidget(other, before_close_func=mark_all_saved)
    (playtest,) = playtests_of(other, qtbot)
    assert playtest.session is not None


def test_several_files_of_one_scenario_open_one_tab(
    window: MainWindow, scenario_path: Path, tmp_path: Path
) -> None:
    companions = [tmp_path / f"bridge.{kind}.yaml" for kind in ("texts", "games")]
    for each in companions:
        each.write_text("format: 1\n", "utf-8")
    drop_files(window, scenario_path, *companions)
    assert [sheet.path for sheet in window.files.sheets] == [scenario_path]


def test_the_open_dialog_lists_no_companion_files(
    window: MainWindow, scenario_path: Path, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    scenario_path.with_name("bridge.texts.yaml").write_text("format: 1\n", "utf-8")
    window.files.recent.add(scenario_path)
    listed: list[str] = []

    def read_names(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        view, model = dialog.findChild(QListView, "listView"), dialog.findChild(QFileSystemModel)
        assert isinstance(view, QListView)
        assert model is not None
        qtbot.waitUntil(lambda: "bridge.m44" in _names(view))
        listed.extend(_names(view))
        dialog.reject()

    answers.do(read_names)
    press_open(window)
    assert "bridge.texts.yaml" not in listed


def _names(view: QListView) -> list[str]:
    model, root = view.model(), view.rootIndex()
    return [model.index(row, 0, root).data() for row in range(model.rowCount(root))]


@pytest.mark.parametrize("name", ["", ".", "/", "mill.m44"])
def test_a_game_without_its_scenario_cannot_be_played(
    name: str, window: MainWindow, tmp_path: Path, answers: DialogAnswerer
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"# M44 Workshop game\nscenario: {name}\n", "utf-8")
    with pytest.raises(M44Error, match="Open Game"):
        scenario_path_of_game(path)
    answers.do(QDialog.reject)
    drop_files(window, path)
    assert "Game > Open Game" in answers.asked[0]
