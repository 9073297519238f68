"""Fixtures for tests of the checks: a window with a file in its own folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language, mark_all_saved

from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.panels.problem_list import PROBLEM
from m44editor.panels.problems_panel import ProblemsPanel
from m44editor.windows.main_window import MainWindow

MAP = """\
format: 1
board: {type: standard, face: country}
briefing:
  first: top
  top: {side: axis, cards: 14, medals: 4}
  bottom: {side: allies, cards: 4, medals: 4}
hexes:
  G5: {structure: bunker}
  A1: {terrain: road}
texts: {en: {name: "Mill  Hill"}}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with a road, a bunker without an owner and a hand of 14 cards."""
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / ".git").mkdir()
    (folder / "map.yaml").write_text(MAP)
    return folder / "map.yaml"


@pytest.fixture
def editor_settings(tmp_path: Path) -> QSettings:
    """Return the settings of the editor."""
    return QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def window(qtbot: QtBot, path: Path, editor_settings: QSettings) -> Iterator[MainWindow]:
    """Yield the editor with that file open and its problems listed."""
    document = Document(Scenario())
    main = MainWindow(document, editor_settings)
    qtbot.addWidget(main, before_close_func=mark_all_saved)
    main.open_path(path)
    with qtbot.waitExposed(main):
        main.show()
    problems = main.panels.show_problems()
    qtbot.waitUntil(lambda: bool(problems.results.findings))
    yield main
    for opened in main.context.chrome.check_commands.windows():
        opened.close()


def write_lower_case_file(path: Path) -> Path:
    """Write an .m44 file with ``axis`` where the format has capitals, and return its path."""
    pieces = Path(__file__).parents[2] / "core" / "io" / "files" / "pieces.m44"
    path.write_text(pieces.read_text("utf-8").replace('"AXIS"', '"axis"', 1), "utf-8")
    return path


class ProblemsPanelDriver:
    """Drives the problems panel of a window by mouse and keyboard.

    Attributes:
        window: The window.
    """

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window = window
        self._qtbot = qtbot

    @property
    def panel(self) -> ProblemsPanel:
        """The current panel, which is recreated when the language changes."""
        return self.window.panels.show_problems()

    def switch_language(self, language: str) -> None:
        """Switch the language of the window, and wait until the list is up to date."""
        choose_language(self.window, language)
        self.settle()

    def show_quiet(self) -> None:
        """Show the notes that need no action, or hide them if they are shown."""
        self.panel.bar.show_quiet.trigger()

    def all_codes(self) -> list[str]:
        """Return the codes of all findings, listed or not."""
        return [finding.code for finding in self.panel.results.findings]

    def codes(self) -> list[str]:
        """Return the codes of the listed findings, from top to bottom."""
        return [finding.code for finding in self.panel.list.shown_findings()]

    def texts(self) -> list[str]:
        """Return the texts of the rows, from top to bottom."""
        model = self.panel.list.model()
        return [model.index(row, PROBLEM).data() for row in range(model.rowCount())]

    def choose(self, code: str) -> None:
        """Click on the first problem with the given code."""
        rows = self.panel.list
        index = rows.model().index(self.codes().index(code), PROBLEM)
        rows.scrollTo(index)
        point = rows.visualRect(index).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=point)

    def settle(self) -> None:
        """Wait until the list is up to date with the scenario."""
        self._qtbot.waitUntil(lambda: self.panel._live.is_current)

    def press_key(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press a key in the list."""
        QTest.keyClick(self.panel.list, key, modifiers)


@pytest.fixture
def problems(window: MainWindow, qtbot: QtBot) -> ProblemsPanelDriver:
    """Return the problems panel of the window, up to date."""
    problems = ProblemsPanelDriver(window, qtbot)
    problems.settle()
    return problems
