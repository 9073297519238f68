"""A short monkey test; ``monkey.py`` runs long ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot
from tests.editor.monkey import Monkey

from m44core.io.files.file_reader import read_file
from m44core.resources import scenarios_folder
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow


@pytest.mark.parametrize("name", ["pegasus-bridge.m44", "sword-beach.yaml"])
def test_every_action_can_be_undone(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    scenario = read_file(scenarios_folder() / name).scenario
    assert scenario is not None
    document = Document(scenario)
    window = MainWindow(document, QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    sheet = document.sheet
    monkey = Monkey(window, 44, tmp_path / name)
    try:
        monkey.act(120)
        assert sheet.undo_stack.count()
        monkey.undo_everything()
    finally:
        monkey.end()
    assert monkey.failures == []
    assert not monkey.errands.lost
    assert sheet.scenario == scenario
    assert [*sheet.scenario.hexes] == [*scenario.hexes]
    for each in window.files.sheets:
        each.undo_stack.setClean()  # closing asks for nothing
