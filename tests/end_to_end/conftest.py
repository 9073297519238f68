"""End-to-end fixtures: a virtual screen, and the program on it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.end_to_end.program import Program
from tests.end_to_end.virtual_screen import Screen, missing_program

from m44core.resources import scenarios_folder

Start = Callable[..., Program]


@pytest.fixture
def screen() -> Iterator[Screen]:
    """A virtual screen."""
    missing_name = missing_program()
    if missing_name:
        pytest.skip(f"{missing_name} is not installed")
    pytest.importorskip("PySide6.QtWidgets")
    with Screen() as started:
        yield started


@pytest.fixture
def pegasus_file(tmp_path: Path) -> Path:
    """A writable copy of Pegasus Bridge."""
    return Path(shutil.copy(scenarios_folder() / "pegasus-bridge.m44", tmp_path))


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts the program; a program that still runs at the end is killed."""
    home_folder = tmp_path / "home"
    home_folder.mkdir()
    with ExitStack() as running:
        yield lambda *words: running.enter_context(Program(screen, home_folder, *words))
