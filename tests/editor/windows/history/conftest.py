"""A main window with a file open, whose versions are kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from m44core.catalogue.types import Layer
from m44core.io.files.formats import FileFormat
from m44core.io.files.write import to_bytes
from m44core.model.edits import new_scenario, paint
from m44core.model.parts import Piece
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.windows.history.keeper import Keeper, keep_versions
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def path(tmp_path: Path, pegasus: Scenario) -> Path:
    file = tmp_path / "scenarios" / "mill.m44"
    file.parent.mkdir()
    file.write_bytes(to_bytes(pegasus, FileFormat.M44))
    return file


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, path: Path) -> Iterator[MainWindow]:
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    document = Document(new_scenario())
    main = MainWindow(document, settings)
    qtbot.addWidget(main, before_close_func=lambda _: document.undo_stack.setClean())
    with qtbot.waitExposed(main):
        main.show()
    main.open_path(path)
    yield main
    main.comparing.close_all()


@pytest.fixture
def keeper(window: MainWindow) -> Iterator[Keeper]:
    keeper = keep_versions(window)
    yield keeper
    keeper.close()


def put_hill(window: MainWindow, name: str) -> None:
    """Edit: a hill on a hex."""
    scenario = window.document.scenario
    hexes = [scenario.board.hex(name)]
    after = paint(scenario, Layer.TERRAIN, Piece("hills"), hexes)
    window.document.edit("Paint Hill", after)
