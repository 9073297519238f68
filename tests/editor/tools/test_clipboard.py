"""The clipboard: our clips are read back, anything else is ignored."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.editor.tools.conftest import BoardDriver

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.model.edits import copy_hexes
from m44core.model.scenario import Scenario
from m44editor.tools.edit_commands import clip_from_clipboard, copy_to_clipboard

INVALID_CONTENTS = [
    b"",
    b"\xff\xfe\x00",
    b'{"anchor"',
    b"7",
    b"[]",
    b"{}",
    b"null",
    b"[" * 100_000,
    b'{"anchor": "ab", "area": [], "part": {}}',
    b'{"anchor": [0, 0], "area": [["a", "b"]], "part": {"board": {}}}',
    b'{"anchor": [0, 1e999], "area": [], "part": {"board": {}}}',
    b'{"anchor": [9999999999999999999, 0], "area": [], "part": {"board": {}}}',
    b'{"anchor": [0, 0], "area": 7, "part": 7}',
    b'{"anchor": [0, 0], "area": [[0, 0]], "part": {"hexes": {"A1": [[]]}}}',
    b'{"anchor": [0], "area": [[]], "part": []}',
]


@pytest.mark.parametrize("data", INVALID_CONTENTS)
def test_invalid_content_is_neither_a_clip_nor_an_error(data: bytes, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText(data.decode("latin-1"))
    clip = clip_from_clipboard(base_catalogue())
    assert clip is None or not clip.hexes


def test_a_copied_clip_is_read_back(pegasus: Scenario, qtbot: QtBot) -> None:
    area = list(pegasus.hexes)
    clip = copy_hexes(pegasus, area, area[0])
    copy_to_clipboard(clip, pegasus)
    assert clip_from_clipboard(base_catalogue()) == clip


SESSION = """
import sys
from PySide6.QtCore import QTimer
from m44editor import app
open_window = app.open_window

def copy_all_and_close(path):
    window = open_window(path)
    def act():
        for name in ("select-all", "copy"):
            window.commands[name].trigger()
        window.close()
    QTimer.singleShot(300, act)
    return window

app.open_window = copy_all_and_close
sys.exit(app.main(sys.argv[1:]))
"""


def test_closing_after_copying_everything_exits_without_errors() -> None:
    from m44core.resources import scenarios_folder

    file = scenarios_folder() / "pegasus-bridge.m44"
    command = [sys.executable, "-c", SESSION, str(file)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    result = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
    output = [line for line in result.stderr.splitlines() if b"propagateSizeHints" not in line]
    assert (result.returncode, output) == (0, [])


def test_copying_and_deleting_nothing_is_explained(board_driver: BoardDriver) -> None:
    messages: list[str] = []
    board_driver.commands.status_message.connect(messages.append)
    scenario = board_driver.document.scenario
    empty_hex = next(hex_ for hex_ in scenario.board.hexes if not scenario.at(hex_))
    board_driver.selection.select({empty_hex})
    board_driver.commands.copy()
    board_driver.commands.stamp()
    board_driver.commands.delete()
    assert [text.split(":")[0] for text in messages] == [
        *["Nothing to copy"] * 2,
        "Nothing to delete",
    ]
    assert board_driver.undo_step_count == 0
