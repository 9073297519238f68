"""The response time of overlays to pointer movement and edits, on the largest boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from tests.benchmarks.measuring import Figure, Stopwatch, p95
from tests.benchmarks.test_editing import FRAME_MS, EditorFixture

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.rules.overlays.find_overlay import OVERLAYS
from m44editor.tools.brush import place_element

SCATTERED_UNITS = (
    "woods",
    "buildings",
    "infger",
    "infus",
    "hills",
    "tankger",
    "tankus",
    "gunger",
    "gunus",
)
BOARDS = (BoardType.OVERLORD, BoardType.BREAKTHROUGH)


def half_filled_board(kind: BoardType) -> Scenario:
    """Return a board with terrain or a unit on every second hex."""
    scenario, pieces = edits.new_scenario(kind, Face.COUNTRY), cycle(SCATTERED_UNITS)
    for hex_ in scenario.board.hexes[::2]:
        scenario = place_element(scenario, [hex_], base_catalogue().elements[next(pieces)])
    return scenario


@pytest.fixture(params=BOARDS)
def editor_fixture(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stopwatch: Stopwatch,
) -> Iterator[EditorFixture]:
    """The editor with a battlefield."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    application = QApplication.instance() or QApplication([])
    editor = EditorFixture(half_filled_board(request.param), tmp_path, stopwatch)
    yield editor
    editor.window.document.undo_stack.setClean()
    editor.window.close()
    editor.settle(0.1)
    del application


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_hover(stopwatch: Stopwatch, editor_fixture: EditorFixture, name: str) -> None:
    editor_fixture.window.commands[f"overlay-{name}"].trigger()
    hexes, seconds_per_step = cycle(editor_fixture.board.hexes[::7]), []
    editor_fixture.settle(0.2)
    stopwatch.seconds(lambda: seconds_per_step.append(editor_fixture.move(next(hexes))), 40)
    kind = editor_fixture.board.type.value.lower()
    stopwatch.record(
        Figure(f"hover, {name}, {kind}, p95", p95(seconds_per_step) * 1000, FRAME_MS, "ms")
    )


@pytest.mark.parametrize("name", OVERLAYS)
def test_a_brush_stroke(stopwatch: Stopwatch, editor_fixture: EditorFixture, name: str) -> None:
    editor_fixture.window.commands[f"overlay-{name}"].trigger()
    editor_fixture.window.commands["brush"].trigger()
    hexes = [hex_ for hex_ in editor_fixture.board.hexes if hex_.row == 4]
    seconds_per_step: list[float] = []
    editor_fixture.settle(0.2)
    editor_fixture.press(hexes[0])
    end_hexes = cycle(hexes[1:])
    stopwatch.seconds(
        lambda: seconds_per_step.append(editor_fixture.move(next(end_hexes))), len(hexes) - 1
    )
    editor_fixture.release(hexes[-1])
    kind = editor_fixture.board.type.value.lower()
    stopwatch.record(
        Figure(f"brush, {name}, {kind}, p95", p95(seconds_per_step) * 1000, FRAME_MS, "ms")
    )


@pytest.mark.parametrize("name", OVERLAYS)
def test_dragging_a_unit(stopwatch: Stopwatch, editor_fixture: EditorFixture, name: str) -> None:
    editor_fixture.window.commands[f"overlay-{name}"].trigger()
    units = [hex_ for hex_, _ in editor_fixture.window.document.scenario.units()]
    hexes, seconds_per_step = cycle(editor_fixture.board.hexes[::7]), []
    editor_fixture.settle(0.2)
    editor_fixture.press(units[len(units) // 2])
    stopwatch.seconds(lambda: seconds_per_step.append(editor_fixture.move(next(hexes))), 40)
    editor_fixture.window.toolbox.cancel()
    editor_fixture.release(units[0])
    kind = editor_fixture.board.type.value.lower()
    stopwatch.record(
        Figure(f"drag, {name}, {kind}, p95", p95(seconds_per_step) * 1000, FRAME_MS, "ms")
    )
