"""Settings and sessions written by releases before 1.0 are still read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from m44editor.documents.recent_files import RecentFiles
from m44editor.sessions.session_file import SessionFile, abandoned_sessions

EDITIONS = Path(__file__).parents[2] / "data" / "editions"


def copy_release_file(path: Path, folder: Path) -> Path:
    """Copy a release's file and its scenario to a folder, adapt its paths, and return the copy."""
    text = path.read_text("utf-8").replace("@FOLDER@", str(folder))
    shutil.copy(EDITIONS / "0.8.0" / "bridge.yaml", folder)
    target = folder / path.name
    target.write_text(text, "utf-8")
    return target


@pytest.mark.parametrize("release", ["0.7.0", "0.8.0"])
def test_the_tabs_of_a_session_reopen(release: str, tmp_path: Path) -> None:
    file = copy_release_file(EDITIONS / release / "session.json", tmp_path)
    session = SessionFile(tmp_path, file.stem).read()
    (window,) = session.windows
    (tab,) = window.tabs
    assert tab.path == tmp_path / "bridge.yaml"
    assert not session.ended
    (abandoned,) = abandoned_sessions(tmp_path)
    assert abandoned.read() == session
    abandoned.unlock()


@pytest.mark.parametrize("release", ["0.2.0", "0.5.0", "0.8.0"])
def test_recent_files_are_kept(release: str, tmp_path: Path) -> None:
    file = copy_release_file(EDITIONS / release / "settings.conf", tmp_path)
    settings = QSettings(str(file), QSettings.Format.IniFormat)
    recent_files = RecentFiles(settings)
    assert recent_files.paths == (tmp_path / "bridge.yaml",)
    assert recent_files.folder == tmp_path
