"""Fixtures for tests of the main window and its files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot
from tests.editor.windows.file_controller_driver import FileControllerDriver

from m44core.catalogue.catalogue_types import Layer
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.edits import new_scenario, paint
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def controller_driver(qtbot: QtBot, tmp_path: Path) -> FileControllerDriver:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    return FileControllerDriver(qtbot, folder)


@pytest.fixture
def path(tmp_path: Path, pegasus: Scenario) -> Path:
    """A file with Pegasus Bridge, ``mill.m44``."""
    file = tmp_path / "scenarios" / "mill.m44"
    file.parent.mkdir()
    file.write_bytes(to_bytes(pegasus, FileFormat.M44))
    return file


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, path: Path) -> Iterator[MainWindow]:
    """A main window with the file ``mill.m44`` open."""
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    document = Document(new_scenario())
    main = MainWindow(document, settings)
    qtbot.addWidget(main, before_close_func=lambda _: document.undo_stack.setClean())
    main.open_path(path)
    with qtbot.waitExposed(main):
        main.show()
    yield main
    main.context.comparisons.close_all()


def paint_hill(window: MainWindow, name: str) -> None:
    """Paint a hill on a hex of the open scenario."""
    scenario = window.document.scenario
    hexes = [scenario.board.hex(name)]
    after = paint(scenario, Layer.TERRAIN, Piece("hills"), hexes)
    window.document.edit("Paint Hill", after)
