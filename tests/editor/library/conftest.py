"""Folders of scenarios, and the library window."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from m44core.library.file_facts import facts_and_content
from m44core.library.library_cache import CachedFile, LibraryCache
from m44core.library.library_folder import cache_key
from m44core.library.library_settings import LibrarySettings
from m44core.resources import scenarios_folder
from m44core.version import __version__
from m44editor.library.library_window import LibraryWindow
from m44editor.library.thumbnail import thumbnail, to_jpeg
from m44editor.theme import Theme, apply_theme

NAMES = ("arnhem-bridge", "pegasus-bridge", "sword-beach", "toulon")


@pytest.fixture(autouse=True)
def light_theme(qapp: QApplication) -> None:
    """Use light pictures, whatever theme the previous test chose."""
    apply_theme(qapp, Theme.LIGHT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four published scenarios, and one in a subfolder."""
    scenario_folder = tmp_path / "scenarios"
    (scenario_folder / "deep").mkdir(parents=True)
    for name in NAMES:
        shutil.copy(scenarios_folder() / f"{name}.yaml", scenario_folder)
    shutil.copy(scenarios_folder() / "examples" / "arras.yaml", scenario_folder / "deep")
    return scenario_folder


def fill_library_cache(folder: Path) -> None:
    """Fill the cache with the files of a folder, as after an earlier session."""
    library_settings, cache = LibrarySettings(), LibraryCache()
    for path in folder.rglob("*.yaml"):
        facts, reading = facts_and_content(path, library_settings.for_file(str(path)))
        assert reading is not None
        assert reading.fingerprint is not None
        assert reading.scenario is not None
        cached_file = CachedFile(reading.fingerprint.digest, facts)
        cache.store(
            [(str(path), cache_key(path, library_settings.cache_key(str(path))), cached_file)]
        )
        image = to_jpeg(thumbnail(reading.scenario, dark=False))
        cache.store_pictures({cached_file.digest: image}, f"light {__version__}")
    cache.close()


class LibraryDriver:
    """A library window, and the files it opened."""

    def __init__(self, qtbot: QtBot, settings: QSettings) -> None:
        self.opened: list[Path] = []
        self.qtbot = qtbot
        self.window = LibraryWindow(settings, self.opened.append)
        qtbot.addWidget(self.window)

    def show(self, folder: Path) -> None:
        """Show a folder, and wait until all files are inspected."""
        with self.qtbot.waitExposed(self.window):
            self.window.show()
        self.window.resize(QSize(1100, 700))
        with self.qtbot.waitSignal(self.window.files.scanned):
            self.window.show_folder(folder)
        self.wait()

    def wait(self) -> None:
        """Wait until all files are inspected and shown."""
        window = self.window

        def is_idle() -> bool:
            is_waiting = window._update_timer.isActive() or window.files._notify_timer.isActive()
            all_cached = all(file.cache_entry for file in window.files.files.values())
            return all_cached and window.files.inspections.remaining == 0 and not is_waiting

        self.qtbot.waitUntil(is_idle)
        QApplication.processEvents()

    @property
    def names(self) -> list[str]:
        """The names of the files shown, in order."""
        return [Path(file.path).stem for file in self.window.model.shown]

    def position_of(self, name: str) -> QPoint:
        """Return the position of a file in the grid."""
        path = next(f.path for f in self.window.model.shown if Path(f.path).stem == name)
        return self.window.grid.card_centre(path)

    def click(
        self, name: str, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Click a file."""
        viewport = self.window.grid.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, modifiers, self.position_of(name))

    def type(self, text: str) -> None:
        """Type into the search field, and wait for the results."""
        self.window.search_bar.search.setFocus()
        with self.qtbot.waitSignal(self.window.search_bar.changed):
            QTest.keyClicks(self.window.search_bar.search, text)


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    """The settings, in a file of this test."""
    return QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def empty_library_driver(qtbot: QtBot, settings: QSettings) -> Iterator[LibraryDriver]:
    """A library without a folder."""
    library_driver = LibraryDriver(qtbot, settings)
    yield library_driver
    library_driver.window.close()


@pytest.fixture
def library_driver(empty_library_driver: LibraryDriver, folder: Path) -> LibraryDriver:
    """A library of a folder inspected in an earlier session."""
    fill_library_cache(folder)
    empty_library_driver.show(folder)
    return empty_library_driver
