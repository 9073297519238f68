"""The editor starts even if a tab of the last session cannot be restored, and leaves it out."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import PATIENCE_MS, DialogAnswerer
from tests.editor.faults import MARK, FaultInjector, InjectedError, calls_to_fail, trace_all_threads
from tests.editor.windows.tabs.conftest import TabsDriver
from tests.editor.windows.tabs.test_tab_sessions import Sessions, close_window, sessions, tab_names

from m44core.faults import reports_folder
from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.edits import set_text
from m44editor.sessions.session_file import StartFile, abandoned_sessions
from m44editor.sessions.state_files import sessions_folder, starts_folder
from m44editor.windows.main_window import MainWindow

__all__ = ["sessions"]

BAD_FILE = "vassieux.m44"
"""The tab that is shown, whose scenario makes the program fail."""


@pytest.fixture
def finished_session(tabs_driver: TabsDriver) -> TabsDriver:
    """A finished session with five tabs, the middle one shown."""
    path = tabs_driver.copy("vassieux")
    result = read_file(path)
    assert result.scenario is not None
    faulty_scenario = set_text(result.scenario, "en", "name", MARK)
    path.write_bytes(to_bytes(faulty_scenario, FileFormat.M44, result.origin))
    tabs_driver.window.open_path(path)
    for name in ("saverne-gap", "sword-beach"):
        tabs_driver.window.open_path(tabs_driver.copy(name))
    tabs_driver.click(2)
    close_window(tabs_driver.window)
    return tabs_driver


GOOD_FILES = ["arracourt.m44", "toulon.m44", "saverne-gap.m44", "sword-beach.m44"]


def write_start_file(name: str) -> None:
    """Write the start file of a process that died while it opened a tab."""
    (session,) = abandoned_sessions(sessions_folder())
    tabs = session.read().windows[0].tabs
    session.unlock()
    start = StartFile(starts_folder())
    start.note(next(tab for tab in tabs if tab.name == name))
    start.unlock()


def test_a_tab_that_crashed_the_last_start_can_be_skipped(
    finished_session: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    write_start_file(BAD_FILE)
    answers.press("Skip")
    window = sessions.begin()
    sessions.wait_until_loaded(window)
    assert BAD_FILE in answers.asked[0]
    assert tab_names(window) == GOOD_FILES
    assert (finished_session.folder / BAD_FILE).exists()


@pytest.mark.parametrize(("button", "sheet_count"), [("Open Everything", 5), ("Open Nothing", 1)])
def test_all_tabs_or_none_can_be_opened_after_a_failed_start(
    finished_session: TabsDriver,
    sessions: Sessions,
    answers: DialogAnswerer,
    button: str,
    sheet_count: int,
) -> None:
    write_start_file(BAD_FILE)
    answers.press(button)
    window = sessions.begin()
    sessions.wait_until_loaded(window)
    assert len(window.files.sheets) == sheet_count


def test_a_successful_start_asks_nothing_the_next_time(
    finished_session: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    for _ in range(2):
        window = sessions.begin()
        sessions.wait_until_loaded(window)
        close_window(window)
    assert answers.asked == []
    assert not list(starts_folder().glob("*.json"))


def test_a_tab_that_crashed_the_editor_is_named_at_the_next_start(
    finished_session: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    code = (
        "import os, sys; from pathlib import Path; from m44core.io.m44 import m44_format\n"
        "m44_format.decode = lambda *_: os._exit(9)\n"
        "from m44editor.app import main; sys.exit(main([]))"
    )
    settings = QSettings()
    settings.sync()
    command = [sys.executable, "-c", code]
    process = subprocess.run(command, env=os.environ, check=False, timeout=PATIENCE_MS / 1000)
    assert process.returncode == 9
    answers.press("Skip")
    window = sessions.begin()
    assert BAD_FILE in answers.asked[0]
    assert BAD_FILE not in tab_names(window)


FAULT_COUNT = int(os.environ.get("M44_FAULTS", "10"))
"""The number of places at which a fault is injected into a start; raise it for a long test."""


@pytest.fixture(scope="module")
def calls() -> list[int]:
    """The number of calls that a start makes for the faulty scenario; empty until it is known."""
    return []


@pytest.mark.qt_log_ignore("Painter ended with", "This plugin does not support", extend=True)
@pytest.mark.parametrize("number", range(FAULT_COUNT))
def test_a_program_error_in_one_tab_does_not_affect_the_others(
    number: int,
    finished_session: TabsDriver,
    sessions: Sessions,
    answers: DialogAnswerer,
    calls: list[int],
) -> None:
    answers.cancel_all()  # faults are reported in dialogs
    if not calls:
        for _ in range(2):  # the second start, like later ones, has cached data
            with trace_all_threads(FaultInjector(BAD_FILE)) as counter:
                close_window(start_session(sessions))
        calls.append(counter.calls)
    failing_call = calls_to_fail(calls[0] // 2, FAULT_COUNT, 44)[number]
    with trace_all_threads(FaultInjector(BAD_FILE, failing_call)) as injector:
        window = start_session(sessions)
    assert injector.raised, failing_call
    assert window.isVisible()
    assert set(GOOD_FILES) <= set(tab_names(window))
    reports = [path.read_text("utf-8") for path in reports_folder().glob("fault-*")]
    assert any(f"InjectedError: {injector.raised}" in report for report in reports)


@pytest.mark.qt_log_ignore("Painter ended with", "This plugin does not support", extend=True)
def test_an_undrawable_board_is_reported_and_the_next_is_drawn(
    tabs_driver: TabsDriver, answers: DialogAnswerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_fault(*_: object) -> object:
        raise InjectedError("a picture")

    view = tabs_driver.window.view
    monkeypatch.setattr("m44editor.board.canvas.arts_of_board", raise_fault)
    tabs_driver.click(0)
    QApplication.processEvents()
    assert "InjectedError: a picture" in view.fault
    assert "please report this" in view.fault
    monkeypatch.undo()
    tabs_driver.click(1)
    QApplication.processEvents()
    assert view.fault == ""
    assert answers.asked == []


def start_session(sessions: Sessions) -> MainWindow:
    window = sessions.begin()
    sessions.wait_until_loaded(window)
    QApplication.processEvents()
    return window
