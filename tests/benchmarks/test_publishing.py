"""The time to print, and to update the sheet of a scenario while it is edited."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.measuring import BIN, Figure, Stopwatch

from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.publish.sheet_preview import SheetPreviewer
from m44core.publish.typesetter import open_typesetter
from m44core.resources import scenarios_folder

ROUNDS = 5
_BASE = scenarios_folder() / "pegasus-bridge.m44"
_COMMANDS = {
    "sheet": (2.5, [str(_BASE)]),
    "poster": (3.0, [str(_BASE)]),
    "book": (20.0, [str(scenarios_folder())]),  # of one scenario where the benchmark is tried
}


@pytest.mark.parametrize("command", _COMMANDS)
def test_a_document_printed_by_a_command(
    stopwatch: Stopwatch, command: str, tmp_path: Path
) -> None:
    limit, arguments = _COMMANDS[command]
    rounds = 1 if command == "book" else ROUNDS
    if not stopwatch.is_measuring:
        arguments = [str(_BASE)]
    command_line = [str(BIN / "m44"), command, *arguments, str(tmp_path / "out.pdf")]
    durations = stopwatch.seconds(
        lambda: subprocess.run(command_line, check=True, capture_output=True),
        stopwatch.rounds(rounds),
    )
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF-")
    stopwatch.record(Figure(f"m44 {command}, cold", median(durations), limit, "s"))


def test_a_sheet_after_a_text_was_changed(stopwatch: Stopwatch) -> None:
    scenario = read_file(scenarios_folder() / "sword-beach.yaml").scenario
    assert scenario
    numbers, pdfs = count(), list[bytes]()
    with open_typesetter() as typesetter:
        previewer = SheetPreviewer(typesetter)

        def change_and_preview() -> None:
            texts = replace(
                scenario.texts["en"], victory=f"Five medals win, as in {next(numbers)}."
            )
            changed_scenario = replace(scenario, texts={**scenario.texts, "en": texts})
            pdfs.append(previewer.preview(changed_scenario, [renderer_in("en")]).document.pdf)

        durations = stopwatch.seconds(change_and_preview, stopwatch.rounds(ROUNDS))
    assert len(set(pdfs)) == len(pdfs), "each has another text"
    figure = Figure("sheet seen after a text was changed", 1000 * median(durations), 400, "ms")
    stopwatch.record(figure)
