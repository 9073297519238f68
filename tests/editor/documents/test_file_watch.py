"""Files of many tabs, changed by other programs at the same time."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from m44editor.documents.file_watch import FileWatch, shared_watcher

INSTANCES = Path("/proc/self/fd")


def count_inotify_instances() -> int:
    """Return the number of inotify instances of this process."""
    links = (each.readlink() for each in INSTANCES.iterdir() if each.is_symlink())
    return sum("inotify" in str(link) for link in links)


@pytest.fixture
def owner(qtbot: QtBot) -> Iterator[QObject]:
    qobject = QObject()
    yield qobject
    qobject.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.skipif(not INSTANCES.is_dir(), reason="no /proc/self/fd to count in")
def test_a_hundred_tabs_use_one_system_watcher(owner: QObject, tmp_path: Path) -> None:
    FileWatch(owner).watch(tmp_path)
    before = count_inotify_instances()
    for number in range(100):
        path = tmp_path / f"{number}.m44"
        path.write_text("{}")
        FileWatch(owner).watch(path)
    assert count_inotify_instances() == before


def test_both_tabs_of_a_file_are_notified_even_after_a_replacement(
    owner: QObject, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "a.m44"
    path.write_text("{}")
    first_watch, second_watch = FileWatch(owner), FileWatch(owner)
    first_watch.watch(path)
    second_watch.watch(path)
    for content in ("1", "2"):
        with qtbot.waitSignals([first_watch.touched, second_watch.touched]):
            (tmp_path / "new").write_text(content)
            (tmp_path / "new").replace(path)


@pytest.mark.parametrize("removed_folder", ["east", "east/front"])
def test_a_file_restored_with_its_folder_is_noticed(
    removed_folder: str, owner: QObject, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "east" / "front" / "a.m44"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    watch = FileWatch(owner)
    watch.watch(path)
    shutil.copytree(tmp_path / removed_folder, tmp_path / "kept")
    with qtbot.waitSignal(watch.touched):
        shutil.rmtree(tmp_path / removed_folder)
    with qtbot.waitSignal(watch.touched):
        (tmp_path / "kept").rename(tmp_path / removed_folder)
    qtbot.waitUntil(lambda: str(tmp_path) not in shared_watcher().paths)
    with qtbot.waitSignal(watch.touched):
        path.write_text("1")


def test_a_folder_recreated_level_by_level_is_followed(
    owner: QObject, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "east" / "front" / "a.m44"
    watch = FileWatch(owner)
    watch.watch(path)
    for folder in (tmp_path / "east", path.parent):
        with qtbot.waitSignal(watch.touched):
            folder.mkdir()
    with qtbot.waitSignal(watch.touched):
        path.write_text("{}")


def test_paths_without_a_watcher_are_dropped(owner: QObject, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.m44"
    path.write_text("{}")
    open_watch, deleted_watch = FileWatch(owner), FileWatch(None)
    open_watch.watch(path)
    deleted_watch.watch(path)
    deleted_watch.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del deleted_watch
    gc.collect()
    assert str(path) in shared_watcher().paths
    open_watch.watch(None)
    assert str(path) not in shared_watcher().paths
    assert str(tmp_path) not in shared_watcher().paths
