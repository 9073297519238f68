"""Count the modules whose code runs in five common operations, and their folders.

    python packaging/count_modules_run.py scenarios/pegasus-bridge.m44

The operations are opening a file, a brush stroke in the window, checking the scenario, a move in
the playtest, and the computer's first decision of a turn. Each is repeated in the same process and
only the repetition is counted, so that loading modules does not count. A module counts if one of
its functions runs.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from m44core.io.files.file_reader import read_file
from m44core.playtest.players.levels import make_agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, Battle, Move
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.validation.runner import check_scenario
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

Operation = Callable[[], object]


def main(path: Path) -> None:
    """Print the counts of the five operations."""
    scenario = read_file(path).scenario
    assert scenario
    app = QApplication([])
    window = MainWindow(Document(scenario), QSettings("none", "none"))
    window.resize(1200, 800)
    window.show()
    app.processEvents()
    operations: dict[str, Operation] = {
        "open": lambda: read_file(path),
        "stroke": lambda: _paint_stroke(window),
        "check": lambda: check_scenario(scenario),
        "playtest move": _move_operation(_play_until_move(new_game(scenario))),
        "computer move": _decision_operation(new_game(scenario)),
    }
    for title, operation in operations.items():
        operation()
        modules = _modules_run(operation)
        folders = {file.parent for file in modules}
        print(f"{title:<14} {len(modules):>3} modules in {len(folders):>2} folders")


def _modules_run(operation: Operation) -> set[Path]:
    """Return the program's modules in which a function runs during an operation."""
    files: set[str] = set()

    def record_call(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename)

    sys.setprofile(record_call)
    try:
        operation()
    finally:
        sys.setprofile(None)
    ours = (Path(file) for file in files)
    return {file for file in ours if {"m44core", "m44editor"} & set(file.parts)}


def _paint_stroke(window: MainWindow) -> None:
    """Paint some hexes in the middle of the board."""
    window.commands["brush"].trigger()
    board = window.view.viewport()
    middle = board.rect().center()
    QTest.mousePress(board, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(board, middle + QPoint(80, 0))
    QTest.mouseRelease(board, Qt.MouseButton.LeftButton, pos=middle + QPoint(80, 0))
    QApplication.processEvents()
    window.document.undo_stack.undo()


def _play_until_move(state: GameState) -> GameState:
    """Play until a unit can be moved, and return the state."""
    chance, luck = RandomChance(1), random.Random(1)
    while not any(isinstance(action, Move) for action in _legal_actions(state)):
        choice = (
            chance.choose(state) if state.player == CHANCE else luck.choice(_legal_actions(state))
        )
        apply_action(state, choice)
    return state


def _legal_actions(state: GameState) -> list[Action]:
    return [] if state.player == CHANCE else [*legal_actions(state)]


def _move_operation(state: GameState) -> Operation:
    """Return a function that lists the legal actions, carries out a move, and lists them again."""
    move = next(action for action in _legal_actions(state) if isinstance(action, Move))

    def do() -> None:
        copy = state.clone()
        assert move in legal_actions(copy)
        apply_action(copy, move)
        any(isinstance(action, Battle) for action in legal_actions(copy))

    return do


def _decision_operation(state: GameState) -> Operation:
    """Return a function that lets the sergeant make its first decision."""
    chance = RandomChance(1)
    while state.player == CHANCE:
        apply_action(state, chance.choose(state))

    def do() -> None:
        make_agent("sergeant").choose(
            PlayerView(state, state.player), legal_actions(state), random.Random(1)
        )

    return do


if __name__ == "__main__":
    main(Path(sys.argv[1]))
