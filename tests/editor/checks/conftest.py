"""Fixtures for tests of the checks: a window with a file in its own folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language, save_nothing

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
    """A file with a road, the bunker of nobody and a hand of 14 cards."""
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / ".git").mkdir()
    (folder / "map.yaml").write_text(MAP)
    return folder / "map.yaml"


@pytest.fixture
def remembered(tmp_path: Path) -> QSettings:
    """What the editor remembers."""
    return QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def window(qtbot: QtBot, path: Path, remembered: QSettings) -> Iterator[MainWindow]:
    """The editor with that file open, and its problems listed."""
    document = Document(Scenario())
    main = MainWindow(document, remembered)
    qtbot.addWidget(main, before_close_func=save_nothing)
    with qtbot.waitExposed(main):
        main.show()
    main.open_path(path)
    problems = main.panels.show_problems()
    qtbot.waitUntil(lambda: bool(problems.results.findings))
    yield main
    for opened in main.context.chrome.check_commands.windows():
        opened.close()


def in_small_letters(path: Path) -> Path:
    """Write an .m44 file that says ``axis`` where the format has capitals, and return it."""
    pieces = Path(__file__).parents[2] / "core" / "io" / "files" / "pieces.m44"
    path.write_text(pieces.read_text("utf-8").replace('"AXIS"', '"axis"', 1), "utf-8")
    return path


class Problems:
    """The problems panel of a window, as a user handles it.

    Attributes:
        window: The window.
    """

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window = window
        self._qtbot = qtbot

    @property
    def panel(self) -> ProblemsPanel:
        """The panel, which is another one in another language."""
        return self.window.panels.show_problems()

    def speak(self, language: str) -> None:
        """Choose a language, and wait until the window speaks it."""
        choose_language(self.window, language)
        self.settle()

    def show_quiet(self) -> None:
        """List notes that need no action as well, or no longer."""
        self.panel.bar.show_quiet.trigger()

    def found(self) -> list[str]:
        """Return the codes of all that was found, listed or not."""
        return [finding.code for finding in self.panel.results.findings]

    def codes(self) -> list[str]:
        """Return the codes on show, top down."""
        return [finding.code for finding in self.panel.list.shown()]

    def texts(self) -> list[str]:
        """Return what the rows say, top down."""
        model = self.panel.list.model()
        return [model.index(row, PROBLEM).data() for row in range(model.rowCount())]

    def choose(self, code: str) -> None:
        """Click on the first problem of a code."""
        rows = self.panel.list
        index = rows.model().index(self.codes().index(code), PROBLEM)
        rows.scrollTo(index)
        spot = rows.visualRect(index).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    def settle(self) -> None:
        """Wait until what is listed is about the scenario as it is now."""
        self._qtbot.waitUntil(lambda: self.panel._live.is_current)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key in the list."""
        QTest.keyClick(self.panel.list, key, keys)


@pytest.fixture
def problems(window: MainWindow, qtbot: QtBot) -> Problems:
    """The problems panel of the window."""
    problems = Problems(window, qtbot)
    problems.settle()
    return problems
