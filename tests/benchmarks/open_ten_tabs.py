"""Open ten Overlord boards in one window, show each, and print the memory of the editor.

    python open_ten_tabs.py FOLDER [--once]

The folder holds the files and the state of the editor. The script also prints the time of further
tab changes, including painting; with ``--once`` it opens two tabs and changes once, to try the
benchmark without measuring.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from itertools import cycle, islice
from pathlib import Path

TABS = 10
ROUNDS = 3
_IDLE_SECONDS = 3.0  # seconds after which everything is painted, checked and stored


def _write_boards(folder: Path, tabs: int) -> list[Path]:
    """Write full Overlord boards, each different; return their files."""
    from m44core.board import BoardType, Face
    from m44core.catalogue.catalogue_loader import base_catalogue
    from m44core.catalogue.catalogue_types import Layer
    from m44core.io.files.scenario_files import FileFormat
    from m44core.io.files.serialization import to_bytes
    from m44core.model.edits import new_scenario
    from m44editor.tools.brush import place_element

    elements = base_catalogue().elements.values()
    tiles = [each for each in elements if each.layer is Layer.TERRAIN]
    pieces = cycle([e for e in elements if e.layer in (Layer.UNIT, Layer.OBSTACLE, Layer.TAG)])
    files = []
    for number in range(tabs):
        scenario = new_scenario(BoardType.OVERLORD, Face.COUNTRY)
        tiles_from_number = islice(cycle(tiles), number, None)
        for index, (hex_, tile) in enumerate(
            zip(scenario.board.hexes, tiles_from_number, strict=False)
        ):
            scenario = place_element(scenario, [hex_], tile)
            if index % 3 == 0:
                scenario = place_element(scenario, [hex_], next(pieces))
        files.append(folder / f"{number}.m44")
        files[-1].write_bytes(to_bytes(scenario, FileFormat.M44))
    return files


def _process_events(seconds: float) -> None:
    from PySide6.QtWidgets import QApplication

    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        QApplication.processEvents()
        time.sleep(0.002)


def main(folder: Path, *, once: bool) -> None:
    """Print resident megabytes and processor seconds per tab change, as JSON."""
    from m44editor import app

    tabs, rounds, idle_seconds = (2, 1, 0.1) if once else (TABS, ROUNDS, _IDLE_SECONDS)
    files = _write_boards(folder, tabs)
    application = app.make_application("en")
    window = app.open_window(files[0])
    app.guard_first_window_when_shown(window)
    window.resize(1920, 1080)
    for file in files[1:]:
        window.open_path(file)
    for _ in files:
        window.files.sheets.step(1)
        _process_events(min(idle_seconds, 0.5))
    _process_events(idle_seconds)
    durations = []
    for _ in range(tabs * rounds):
        start_time = time.process_time()
        window.files.sheets.step(1)
        application.processEvents()
        durations.append(time.process_time() - start_time)
        _process_events(min(idle_seconds, 0.3))
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    resident = pages * resource.getpagesize() / 1e6
    print(json.dumps({"resident": resident, "switches": durations}), flush=True)
    os._exit(0)  # the time to quit has nothing to do with tabs


if __name__ == "__main__":
    main(Path(sys.argv[1]), once="--once" in sys.argv)
