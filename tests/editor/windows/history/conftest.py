"""The versions of the open file, which are kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44editor.windows.history.version_recorder import Keeper, keep_versions
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def keeper(window: MainWindow) -> Iterator[Keeper]:
    keeper = keep_versions(window.context)
    yield keeper
    keeper.close()
