"""The response time of the editor on the largest board, and the memory of an undo step."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import pytest
from PySide6.QtCore import QEventLoop, QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.benchmarks.measuring import Figure, Stopwatch, p95

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44editor.board.geometry import centre
from m44editor.checks.check_worker import check_worker
from m44editor.checks.live_validation import LiveValidation
from m44editor.documents.document import Document
from m44editor.tools.brush import place_element
from m44editor.windows.main_window import MainWindow

FRAME_MS = 16  # milliseconds: what one step may take without being felt
STEPS = 1000


@pytest.fixture(scope="module")
def overlord() -> Scenario:
    """An Overlord board with a tile on every hex and a piece on every third."""
    scenario = edits.new_scenario(BoardType.OVERLORD, Face.COUNTRY)
    elements = base_catalogue().elements.values()
    tiles = cycle([e for e in elements if e.layer is Layer.TERRAIN])
    pieces = cycle([e for e in elements if e.layer in (Layer.UNIT, Layer.OBSTACLE, Layer.TAG)])
    for number, (hex_, tile) in enumerate(zip(scenario.board.hexes, tiles, strict=False)):
        scenario = place_element(scenario, [hex_], tile)
        if number % 3 == 0:
            scenario = place_element(scenario, [hex_], next(pieces))
    return scenario


class EditorFixture:
    """The main window, driven by a mouse.

    Args:
        scenario: The open scenario.
        folder: The folder of its settings.
        stopwatch: Decides how long the window is left idle before measuring.
    """

    def __init__(self, scenario: Scenario, folder: Path, stopwatch: Stopwatch) -> None:
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(Document(scenario), settings)
        self.window.resize(1920, 1080)
        self.window.show()
        self.board = scenario.board
        self._handle = self.window.windowHandle()
        self._stopwatch = stopwatch
        self.settle(2.0)

    def settle(self, seconds: float) -> None:
        """Process events for *seconds*, or only briefly in a trial run."""
        deadline = time.monotonic() + self._stopwatch.idle_seconds(seconds)
        while time.monotonic() < deadline:
            QApplication.processEvents()

    def point(self, hex_: Hex) -> QPoint:
        """Return the position of a hex in the window."""
        view = self.window.view
        return view.viewport().mapTo(self.window, view.from_units(centre(hex_)).toPoint())

    def processor_seconds_of(self, act: Callable[[], object]) -> float:
        """Return the processor seconds of a function and the events that follow it."""
        start_time = time.process_time()
        act()
        QApplication.processEvents()
        return time.process_time() - start_time

    def move(self, hex_: Hex) -> float:
        """Move the mouse to a hex; return the processor seconds."""
        return self.processor_seconds_of(lambda: QTest.mouseMove(self._handle, self.point(hex_)))

    def press(self, hex_: Hex) -> float:
        """Press the left button on a hex; return the processor seconds."""
        position, no_modifier = self.point(hex_), Qt.KeyboardModifier.NoModifier
        return self.processor_seconds_of(
            lambda: QTest.mousePress(self._handle, Qt.MouseButton.LeftButton, no_modifier, position)
        )

    def release(self, hex_: Hex) -> float:
        """Release the left button on a hex; return the processor seconds."""
        position, no_modifier = self.point(hex_), Qt.KeyboardModifier.NoModifier
        left_button = Qt.MouseButton.LeftButton
        return self.processor_seconds_of(
            lambda: QTest.mouseRelease(self._handle, left_button, no_modifier, position)
        )


@pytest.fixture
def editor_fixture(
    overlord: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopwatch: Stopwatch
) -> Iterator[EditorFixture]:
    """The editor with the full Overlord board."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    application = QApplication.instance() or QApplication([])
    editor = EditorFixture(overlord, tmp_path, stopwatch)
    yield editor
    editor.window.document.undo_stack.setClean()
    editor.window.close()
    editor.settle(0.1)
    del application


def test_a_full_repaint(stopwatch: Stopwatch, editor_fixture: EditorFixture) -> None:
    view = editor_fixture.window.view

    def repaint() -> None:
        view.repaint_all()  # nothing that was painted before serves
        view.viewport().repaint()

    durations = stopwatch.seconds(repaint, 50)
    stopwatch.record(Figure("full repaint, Overlord", median(durations) * 1000, 8, "ms"))


def test_a_brush_stroke(stopwatch: Stopwatch, editor_fixture: EditorFixture) -> None:
    editor_fixture.window.commands["brush"].trigger()
    seconds_per_step: list[float] = []

    def stroke(row: int) -> None:
        hexes = [hex_ for hex_ in editor_fixture.board.hexes if hex_.row == row]
        editor_fixture.move(hexes[0])
        seconds_per_step.append(editor_fixture.press(hexes[0]))
        seconds_per_step.extend(editor_fixture.move(hex_) for hex_ in hexes[1:])
        seconds_per_step.append(editor_fixture.release(hexes[-1]))

    rows = cycle(range(editor_fixture.board.rows))
    stopwatch.seconds(lambda: stroke(next(rows)), 8)
    stopwatch.record(Figure("brush, a hex, p95", p95(seconds_per_step) * 1000, FRAME_MS, "ms"))


@pytest.mark.parametrize("kind", [BoardType.OVERLORD, BoardType.BREAKTHROUGH])
def test_a_line_across_the_board(
    stopwatch: Stopwatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: BoardType
) -> None:
    """The time of each hex of a stroke of the path tool, which redraws the whole line."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    application = QApplication.instance() or QApplication([])
    editor_fixture = EditorFixture(edits.new_scenario(kind, Face.COUNTRY), tmp_path, stopwatch)
    editor_fixture.window.brush.pick_up(base_catalogue().elements["road"])
    editor_fixture.window.commands["path"].trigger()
    seconds_per_step: list[float] = []

    def stroke(rows: tuple[int, int]) -> None:
        upper_row = [hex_ for hex_ in editor_fixture.board.hexes if hex_.row == rows[0]]
        lower_row = [hex_ for hex_ in editor_fixture.board.hexes if hex_.row == rows[1]]
        first, *others = (*upper_row, *reversed(lower_row))
        editor_fixture.move(first)
        seconds_per_step.append(editor_fixture.press(first))
        seconds_per_step.extend(editor_fixture.move(hex_) for hex_ in others)
        seconds_per_step.append(editor_fixture.release(others[-1]))

    rows = cycle([(0, 2), (4, 6), (1, 5), (3, 7)])
    stopwatch.seconds(lambda: stroke(next(rows)), 8)
    editor_fixture.window.document.undo_stack.setClean()
    editor_fixture.window.close()
    editor_fixture.settle(0.1)
    name = f"path, a hex, {kind.value}, p95"
    stopwatch.record(Figure(name, p95(seconds_per_step) * 1000, FRAME_MS, "ms"))
    del application


def test_the_time_of_an_undo_is_measured(
    stopwatch: Stopwatch, editor_fixture: EditorFixture
) -> None:
    document = editor_fixture.window.document
    for hex_ in islice(editor_fixture.board.hexes, 100):
        after = edits.paint(document.scenario, Layer.TERRAIN, Piece("woods"), [hex_])
        document.edit("Paint Forest", after)
    editor_fixture.settle(1.0)
    seconds_per_step: list[float] = []
    stopwatch.seconds(
        lambda: seconds_per_step.append(
            editor_fixture.processor_seconds_of(document.undo_stack.undo)
        ),
        60,
    )
    stopwatch.record(Figure("undo, p95", p95(seconds_per_step) * 1000, FRAME_MS, "ms"))


def test_a_hover(stopwatch: Stopwatch, editor_fixture: EditorFixture) -> None:
    editor_fixture.window.commands["brush"].trigger()
    hexes = iter(cycle(editor_fixture.board.hexes))
    seconds_per_step: list[float] = []
    stopwatch.seconds(lambda: seconds_per_step.append(editor_fixture.move(next(hexes))), 200)
    stopwatch.record(Figure("hover, p95", p95(seconds_per_step) * 1000, FRAME_MS, "ms"))


def test_a_thousand_undo_steps(stopwatch: Stopwatch, overlord: Scenario) -> None:
    document = Document(overlord)
    pieces = cycle([Piece("woods"), Piece("hills"), Piece("river", 2)])
    targets = cycle(overlord.board.hexes)

    def step() -> None:
        scenario = document.scenario
        after = edits.paint(scenario, Layer.TERRAIN, next(pieces), [next(targets)])
        document.edit("Paint", after)

    tracemalloc.start()
    try:
        stopwatch.seconds(step, STEPS)
        steps = document.undo_stack.count()
        size = tracemalloc.get_traced_memory()[0] * STEPS / max(steps, 1)
    finally:
        tracemalloc.stop()
    stopwatch.record(Figure("1,000 undo steps", size / 2**20, 20, "MiB"))


def test_the_checks_after_a_brush_stroke(
    stopwatch: Stopwatch, editor_fixture: EditorFixture
) -> None:
    """The time from releasing the mouse until the problems of the new scenario are shown.

    The checks run in a process of their own, so this is wall-clock time; their load on the
    window is its longest frame.
    """
    editor_fixture.window.commands["brush"].trigger()
    live_validation = editor_fixture.window.findChild(LiveValidation)
    assert live_validation is not None
    check_worker().start()
    while not check_worker().has_process:
        editor_fixture.settle(0.1)
    hexes = iter(cycle(editor_fixture.board.hexes))
    waits: list[float] = []
    frames: list[float] = []

    def paint() -> None:
        hex_ = next(hexes)
        editor_fixture.move(hex_)
        editor_fixture.press(hex_)
        editor_fixture.release(hex_)
        start_time = time.perf_counter()
        while not live_validation.is_current:
            frame = time.thread_time()
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 5)
            frames.append(time.thread_time() - frame)
        waits.append(time.perf_counter() - start_time)

    stopwatch.seconds(paint, 30)
    stopwatch.record(Figure("problems on screen, Overlord", median(waits) * 1000, 100, "ms"))
    stopwatch.record(
        Figure("... longest frame meanwhile", max(frames, default=0) * 1000, FRAME_MS, "ms")
    )
