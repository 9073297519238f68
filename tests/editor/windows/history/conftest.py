"""A recorder of the versions of the open file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44editor.windows.history.version_recorder import VersionRecorder, start_version_recorder
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def recorder(window: MainWindow) -> Iterator[VersionRecorder]:
    version_recorder = start_version_recorder(window.context)
    yield version_recorder
    version_recorder.close()
