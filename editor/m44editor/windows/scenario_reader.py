"""Reads scenarios for the welcome page in a thread, and draws their boards."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QImage

from m44core.catalogue.packs.pack import Pack
from m44core.faults import boundary
from m44core.model.scenario import Scenario
from m44core.untrusted_files import read_truncated
from m44core.work.executors import ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.documents.user_packs import user_packs
from m44editor.theme import is_dark


class ScenarioReader(QObject):
    """Reads scenarios in a thread, one after another.

    Signals:
        read: A scenario was read; carries its path, the scenario, and a picture of its board.
    """

    read = Signal(str, object, QImage)

    def __init__(self, settings: QSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._thread: ThreadExecutor | None = None
        self._read_paths: set[Path] = set()

    def start(self, sizes: Mapping[Path, QSize], ratio: float) -> None:
        """Start reading the files that have not been read yet; do nothing while reading.

        Args:
            sizes: The files in order, each with the maximum size of its picture.
            ratio: Device pixels per logical pixel.
        """
        paths = [path for path in sizes if path not in self._read_paths]
        if paths and self._thread is None:
            self._thread = ThreadExecutor("welcome")
            packs = user_packs(self._settings)
            for path in paths:
                future = self._thread.submit(
                    _read_and_draw, path, packs, sizes[path] * ratio, ratio, dark=is_dark()
                )
                when_done(future, partial(self._receive, path))

    def stop(self) -> None:
        """Stop after the file that is being read."""
        if self._thread is not None:
            from m44editor.library.thumbnail import clear_piece_caches  # 30 ms

            self._thread.shutdown(cancel_futures=True)
            self._thread = None
            clear_piece_caches()

    def _receive(self, path: Path, future: Future[tuple[Scenario, QImage] | None]) -> None:
        if future.cancelled() or future.exception() is not None:
            return  # no picture; opening the scenario reports the error
        if (result := future.result()) is not None:
            self._read_paths.add(path)
            self.read.emit(str(path), *result)


def _read_and_draw(
    path: Path, packs: tuple[Pack, ...], size: QSize, ratio: float, *, dark: bool
) -> tuple[Scenario, QImage] | None:
    """Return a scenario and its picture; None if the file is gone or contains no scenario."""
    from m44core.io.files.file_reader import read_bytes  # 62 ms
    from m44core.io.files.side_files import catalogue_for  # 4 ms
    from m44core.io.text.decoding import SIZE_LIMIT  # 5 ms
    from m44editor.library.thumbnail import thumbnail  # 28 ms

    try:
        content = read_truncated(path, SIZE_LIMIT)
    except (OSError, ValueError):  # deleted since it was last opened
        return None
    with boundary(path, content):
        catalogue, _ = catalogue_for(path, packs)
        scenario = read_bytes(content, path.name, catalogue=catalogue).scenario
        if scenario is None:
            return None
        smooth = Qt.TransformationMode.SmoothTransformation
        picture = thumbnail(scenario, dark=dark).scaled(
            size, Qt.AspectRatioMode.KeepAspectRatio, smooth
        )
        picture.setDevicePixelRatio(ratio)
        return scenario, picture
