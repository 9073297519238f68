"""Versions of a file, stored on saving, on opening and while work is unsaved."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QTimer
from pytestqt.qtbot import QtBot
from tests.editor.windows.conftest import paint_hill

from m44core.history.file_history import LOCAL_FOLDER, histories_in
from m44core.history.file_versions import VersionReason
from m44core.io.files.serialization import to_bytes
from m44editor.documents.history_settings import HistorySettings, history_folder
from m44editor.windows.history.version_list import StoredVersion, stored_versions
from m44editor.windows.history.version_recorder import VersionRecorder
from m44editor.windows.main_window import MainWindow


def recorded_versions(window: MainWindow, recorder: VersionRecorder) -> list[StoredVersion]:
    assert window.document.path
    recorder.wait()
    return stored_versions(
        HistorySettings.load(window.settings).possible_histories(window.document.path)
    )


def version_reasons(window: MainWindow, recorder: VersionRecorder) -> list[VersionReason]:
    return [each.version.why for each in recorded_versions(window, recorder)]


def test_opening_a_file_stores_its_bytes_as_a_version(
    window: MainWindow, recorder: VersionRecorder, path: Path
) -> None:
    (stored,) = recorded_versions(window, recorder)
    assert stored.history.read(stored.version) == path.read_bytes()
    assert stored.history.file == path


def test_each_save_is_a_version_with_the_bytes_of_the_file(
    window: MainWindow, recorder: VersionRecorder, path: Path
) -> None:
    saved_bytes = [path.read_bytes()]
    for name in ("M1", "K1"):
        paint_hill(window, name)
        assert window.files.save()
        saved_bytes.append(path.read_bytes())
        recorder.wait()
    contents = [each.history.read(each.version) for each in recorded_versions(window, recorder)]
    assert contents == saved_bytes[::-1]


def test_reloading_an_unchanged_file_stores_no_version(
    window: MainWindow, recorder: VersionRecorder
) -> None:
    assert window.files.reload()
    assert version_reasons(window, recorder) == [VersionReason.OPENED]


def test_reloading_a_file_changed_by_another_program_stores_a_version(
    window: MainWindow, recorder: VersionRecorder, path: Path
) -> None:
    path.write_bytes(path.read_bytes() + b"\n")
    assert window.files.reload()
    assert version_reasons(window, recorder) == [VersionReason.OPENED, VersionReason.OPENED]


def test_work_unsaved_for_long_is_stored_as_a_version(
    window: MainWindow, recorder: VersionRecorder, qtbot: QtBot
) -> None:
    (timer,) = (timer for timer in recorder.findChildren(QTimer) if timer.interval() > 60_000)
    assert not timer.isActive()
    paint_hill(window, "M1")
    assert timer.isActive()
    with qtbot.waitSignal(recorder.recorded):
        timer.setInterval(0)
    newest_version = recorded_versions(window, recorder)[0]
    assert newest_version.version.why is VersionReason.UNSAVED
    file = window.document.file
    assert window.files.format
    saved_bytes = to_bytes(file.scenario, window.files.format, file.origin)
    assert newest_version.history.read(newest_version.version) == saved_bytes


def test_versions_are_stored_next_to_the_file_only_if_set(
    window: MainWindow, recorder: VersionRecorder, path: Path
) -> None:
    recorder.wait()
    assert not (path.parent / LOCAL_FOLDER).exists()
    HistorySettings(next_to_file=True).save(window.settings)
    paint_hill(window, "M1")
    window.files.save()
    assert version_reasons(window, recorder) == [VersionReason.SAVED, VersionReason.OPENED]
    assert (path.parent / LOCAL_FOLDER / path.name).is_dir()


def test_no_version_is_stored_if_the_history_is_turned_off(window: MainWindow, path: Path) -> None:
    HistorySettings(is_enabled=False).save(window.settings)
    new_recorder = VersionRecorder(window.document, window.files, window.settings)
    window.files.save()
    assert recorded_versions(window, new_recorder) == []
    new_recorder.close()


def test_the_number_of_versions_is_limited(window: MainWindow, recorder: VersionRecorder) -> None:
    default_settings = HistorySettings()
    HistorySettings(
        limits=type(default_settings.limits)(2, default_settings.limits.max_bytes)
    ).save(window.settings)
    for name in ("M1", "K1", "G1", "E1"):
        paint_hill(window, name)
        window.files.save()
        recorder.wait()
    assert version_reasons(window, recorder) == [VersionReason.SAVED, VersionReason.SAVED]


def test_a_history_that_cannot_be_written_is_reported_and_saving_works(
    window: MainWindow, path: Path, qtbot: QtBot
) -> None:
    history_folder().parent.mkdir(parents=True, exist_ok=True)
    history_folder().write_text("no folder")
    new_recorder = VersionRecorder(window.document, window.files, window.settings)
    qtbot.waitUntil(window.files.bar.isVisible)
    assert "No history is kept for this file" in window.files.bar.label.text()
    window.files.bar.clear()
    before = path.read_bytes()
    paint_hill(window, "M1")
    assert window.files.save()
    assert path.read_bytes() != before
    new_recorder.close()
    assert not window.files.bar.isVisible()


def test_saving_works_with_a_damaged_history(window: MainWindow, recorder: VersionRecorder) -> None:
    recorder.wait()
    for history in histories_in(history_folder()):
        for file in history.folder.rglob("*.*"):
            file.write_bytes(b"\0damaged")
    paint_hill(window, "M1")
    assert window.files.save()
    newest_version = recorded_versions(window, recorder)[0]
    assert newest_version.history.read(newest_version.version)


def test_the_last_saved_version_is_kept_when_the_window_closes(
    window: MainWindow, recorder: VersionRecorder
) -> None:
    paint_hill(window, "M1")
    window.files.save()
    window.close()
    versions = stored_versions(histories_in(history_folder()))
    assert [each.version.why for each in versions] == [VersionReason.SAVED, VersionReason.OPENED]


@pytest.mark.parametrize("invalid_value", ["x", "-3", "0", "9" * 30, "²"])
def test_invalid_history_settings_are_read_as_the_defaults(
    tmp_path: Path, invalid_value: str
) -> None:
    settings = QSettings(str(tmp_path / "a.ini"), QSettings.Format.IniFormat)
    for key in ("on", "beside", "number", "megabytes"):
        settings.setValue(f"history/{key}", invalid_value)
    if invalid_value == "0":
        settings.remove("history/on")
    assert HistorySettings.load(settings) == HistorySettings()
