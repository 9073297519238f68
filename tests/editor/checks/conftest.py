"""What tests of the checks in the editor may use: a window with a file in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from m44core.model.scenario import Scenario
from m44editor.document import Document
from m44editor.main_window import MainWindow

MAP = """\
format: 1
board: {type: standard, face: country}
briefing:
  first: top
  top: {side: axis, cards: 14, medals: 4}
  bottom: {side: allies, cards: 4, medals: 4}
  begins: 1944-06-06
hexes:
  G5: {structure: bunker}
  A1: {terrain: road}
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
    qtbot.addWidget(main, before_close_func=lambda _: document.undo_stack.setClean())
    with qtbot.waitExposed(main):
        main.show()
    main.open_path(path)
    problems = main.panels.problems()
    qtbot.waitUntil(lambda: bool(problems.results.findings))
    yield main
    for opened in main.checking.windows():
        opened.close()
