"""What the tests of the main window and its files share."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.editor.windows.office import Office


@pytest.fixture
def office(qtbot: QtBot, tmp_path: Path) -> Office:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    return Office(qtbot, folder)
