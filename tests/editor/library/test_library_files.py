"""Inspecting the files of a folder in processes."""

from __future__ import annotations

import os
import shutil
import signal
from multiprocessing import active_children
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from tests.editor.library.conftest import NAMES, LibraryDriver, fill_library_cache

from m44core.library.library_cache import LibraryCache
from m44editor.interface_language import switch_language
from m44editor.library.file_descriptions import other_titles
from m44editor.library.library_files import LibraryFiles
from m44editor.library.library_workers import LibraryThread


def test_a_folder_is_inspected_by_processes_and_cached(
    empty_library_driver: LibraryDriver, folder: Path
) -> None:
    (folder / "broken.m44").write_text("{")
    empty_library_driver.show(folder)
    files = empty_library_driver.window.files.files
    assert {Path(path).stem for path in files} == {*NAMES, "arras", "broken"}
    assert all(file.cache_entry is not None for file in files.values())
    assert files[str(folder / "sword-beach.yaml")].facts.face == "BEACH"
    assert files[str(folder / "broken.m44")].facts.failure
    empty_library_driver.window.close()
    stamps = {path: file.stamp for path, file in files.items()}
    cache = LibraryCache()
    assert len(cache.lookup(stamps)) == 5
    cache.close()


def test_a_killed_process_loses_no_file(empty_library_driver: LibraryDriver, folder: Path) -> None:
    loader = empty_library_driver.window.files.inspections
    empty_library_driver.window.show_folder(folder)
    empty_library_driver.qtbot.waitUntil(lambda: bool(loader.workers.children))
    for child in list(loader.workers.children):
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    empty_library_driver.qtbot.waitUntil(lambda: loader.remaining == 0)
    empty_library_driver.wait()
    listed_files = empty_library_driver.window.files.files.values()
    assert len([file for file in listed_files if file.facts.board]) == 5


def test_cached_files_need_no_process(library_driver: LibraryDriver) -> None:
    assert len(library_driver.window.files.files) == 5
    assert not library_driver.window.files.inspections.workers.children


def test_closing_during_an_inspection_stops_it(
    empty_library_driver: LibraryDriver, folder: Path
) -> None:
    before = set(active_children())
    empty_library_driver.window.show_folder(folder)
    loader = empty_library_driver.window.files.inspections
    empty_library_driver.qtbot.waitUntil(lambda: bool(loader.workers.children))
    empty_library_driver.window.close()
    assert set(active_children()) == before


def test_a_changed_file_is_inspected_again(library_driver: LibraryDriver, folder: Path) -> None:
    path = folder / "toulon.yaml"
    path.write_text(path.read_text("utf-8").replace("name: Toulon", "name: Other"), "utf-8")
    library_driver.window.refresh()
    files = library_driver.window.files.files
    library_driver.qtbot.waitUntil(lambda: files[str(path)].title == "Other")


def test_the_picture_cache_is_limited(qtbot: QtBot, folder: Path, monkeypatch: object) -> None:
    fill_library_cache(folder)
    library_thread = LibraryThread(QSize(400, 300))
    files = LibraryFiles(library_thread)
    files.picture_limit_bytes = 2 * 400 * 300 * 4
    with qtbot.waitSignal(files.scanned):
        files.scan(folder)
    with qtbot.waitSignal(files.pictures_loaded):
        files.set_visible(list(files.files))
    cached_paths = [path for path in files.files if files.picture(path) is not None]
    assert len(cached_paths) == 2
    files.close()
    library_thread.close()


def test_the_files_of_a_removed_subfolder_disappear(
    library_driver: LibraryDriver, folder: Path
) -> None:
    shutil.rmtree(folder / "deep")
    library_driver.window.refresh()
    library_driver.qtbot.waitUntil(lambda: len(library_driver.window.files.files) == 4)


def test_a_folder_being_read_is_not_reported_as_empty(
    empty_library_driver: LibraryDriver, folder: Path, tmp_path: Path
) -> None:
    def visible_labels() -> list[str]:
        labels = empty_library_driver.window.findChildren(QLabel)
        return [label.text() for label in labels if label.isVisible()]

    empty_folder = tmp_path / "bare"
    empty_folder.mkdir()
    window = empty_library_driver.window
    window.show()
    window.show_folder(folder)
    assert f"Reading {folder.name}" in visible_labels()
    empty_library_driver.show(folder)
    assert f"Reading {folder.name}" not in visible_labels()
    empty_library_driver.show(empty_folder)
    assert "There are no scenarios in this folder." in visible_labels()


def test_titles_are_in_the_language_of_the_program(
    library_driver: LibraryDriver, folder: Path
) -> None:
    file = library_driver.window.files.files[str(folder / "sword-beach.yaml")]
    english, titles = file.title, file.facts.titles
    switch_language("ru")
    assert file.title == titles["ru"] != english
    assert f"{english} (" in other_titles(file.facts)
    assert file.sort_key("title") != (False, english.casefold())
