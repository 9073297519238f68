"""The time until a folder of 2,000 scenarios is shown, and the load on its window."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QSettings, QTimer
from PySide6.QtWidgets import QApplication
from tests.benchmarks.measuring import Figure, Stopwatch, p99
from tests.benchmarks.test_editing import FRAME_MS

from m44core.resources import shipped_scenarios
from m44editor.library.library_window import LibraryWindow

FILES = 2000
FIRST_BOARDS_SECONDS = 1.0  # seconds until the first boards must be visible
FIRST_BOARDS_PROCESSOR_SECONDS = 0.7  # until then; the wait on an idle machine is shorter
_TITLE = re.compile("^    name: .*$", re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, stopwatch: Stopwatch) -> Path:
    """Many copies of our scenarios with different titles; few in a trial run."""
    library_folder = tmp_path / "library"
    library_folder.mkdir()
    files = stopwatch.rounds(FILES, 20)
    texts = {path.stem: path.read_text("utf-8") for path in shipped_scenarios()}
    for number, name in enumerate(islice(cycle(texts), files)):
        text = _TITLE.sub(f"    name: Scenario {number * 7919 % FILES}", texts[name])
        (library_folder / f"{name}-{number}.yaml").write_text(text, "utf-8")
    return library_folder


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LibraryWindow]:
    """A library with an empty cache."""
    for name in ("STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    application = QApplication.instance() or QApplication([])
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    window = LibraryWindow(settings, lambda _: None)
    window.resize(1200, 800)
    window.show()
    gc.collect()
    gc.freeze()  # exempt the objects of the tests from garbage collection
    measure_frames(lambda: False, 0.5)
    yield window
    window.close()
    gc.unfreeze()
    del application


def measure_frames(is_done: Callable[[], bool], max_seconds: float) -> list[float]:
    """Run the window until *is_done*, for at most *max_seconds*.

    Return the processor seconds of each frame.

    While idle it waits, so that other threads and processes can run.
    """
    frame_seconds, deadline = [], time.monotonic() + max_seconds
    timer = QTimer(interval=5)
    timer.start()
    while not is_done() and time.monotonic() < deadline:
        start_time = time.thread_time()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        frame_seconds.append(time.thread_time() - start_time)
    timer.stop()
    return frame_seconds


def drawn_board_count(window: LibraryWindow) -> int:
    """Return the number of boards drawn among the first twelve shown."""
    first_files = window.model.shown[:12]
    return sum(window.files.picture(file.path) is not None for file in first_files)


def test_a_folder_without_a_cache(
    stopwatch: Stopwatch, window: LibraryWindow, folder: Path
) -> None:
    """The first board is timed in wall-clock time, which other load affects, and processor time."""
    frame_seconds: list[float] = []
    waiting_seconds: list[float] = []
    processor_seconds: list[float] = []

    def show_first_boards() -> None:
        wall_start, processor_start = time.monotonic(), time.process_time()
        window.show_folder(folder)
        frame_seconds.extend(measure_frames(lambda: drawn_board_count(window) > 0, 20))
        waiting_seconds.append(time.monotonic() - wall_start)
        processor_seconds.append(time.process_time() - processor_start)
        frame_seconds.extend(
            measure_frames(lambda: window.files.inspections.remaining == 0, stopwatch.rounds(30, 1))
        )

    stopwatch.seconds(show_first_boards, 1)
    stopwatch.record(
        Figure("first board of 2,000 files", waiting_seconds[-1], FIRST_BOARDS_SECONDS, "s")
    )
    stopwatch.require(
        Figure(
            "... processor time of the window until then",
            processor_seconds[-1],
            FIRST_BOARDS_PROCESSOR_SECONDS,
            "s",
        )
    )
    stopwatch.require(
        Figure("... frames meanwhile, p99", p99(frame_seconds) * 1000, FRAME_MS, "ms")
    )
    stopwatch.record(Figure("... longest frame", max(frame_seconds) * 1000, FRAME_MS, "ms"))


def test_a_search_among_many_files(
    stopwatch: Stopwatch, window: LibraryWindow, folder: Path
) -> None:
    scanned: list[object] = []
    window.files.scanned.connect(scanned.append)
    window.show_folder(folder)
    measure_frames(lambda: bool(scanned), 60)
    queries = cycle(["bridge", "beach 44", "infantry hill", "", "scenario 1"])
    frame_seconds: list[float] = []

    def search() -> None:
        window.search_bar.search.setText(next(queries))
        frame_seconds.extend(measure_frames(lambda: False, 0.3))

    stopwatch.seconds(search, 20)
    stopwatch.require(
        Figure("search in 2,000 files, p99", p99(frame_seconds) * 1000, FRAME_MS, "ms")
    )
    longest_ms = max(frame_seconds) * 1000
    stopwatch.record(Figure("... longest frame", longest_ms, FRAME_MS, "ms"))
