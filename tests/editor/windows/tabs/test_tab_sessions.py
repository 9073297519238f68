"""The next session starts where the last one ended or crashed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, mark_all_saved
from tests.editor.windows.tabs.conftest import CONTROL, TabsDriver
from tests.editor.windows.tabs.test_tabs import paint_hills

from m44core.hexes import Hex
from m44core.model.edits import set_label
from m44core.model.scenario import Scenario
from m44editor import app
from m44editor.sessions.recovery_slots import writer_thread
from m44editor.sessions.session_file import abandoned_sessions
from m44editor.sessions.snapshots import RecoverySlot
from m44editor.sessions.state_files import recovery_folder, sessions_folder
from m44editor.windows.closing import closed_tabs
from m44editor.windows.main_window import MainWindow
from m44editor.windows.tab_sessions import session_recorder
from m44editor.windows.welcome import WelcomePage

G5 = Hex(12, 4)


class Sessions:
    """Sessions of the program, one after the other, in this process."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot

    def begin(self, path: Path | None = None) -> MainWindow:
        """Start the program, wait until its window is complete, and return the window."""
        for cached_function in (closed_tabs, session_recorder):
            cached_function.cache_clear()
        window = app.open_window(path)
        self._qtbot.addWidget(window, before_close_func=mark_all_saved)
        app.guard_first_window_when_shown(window)
        with self._qtbot.waitExposed(window):
            window.show()
        self._qtbot.waitUntil(lambda: session_recorder()._contexts != [])
        return window

    def wait_until_loaded(self, window: MainWindow) -> None:
        """Wait until all tabs are read."""
        self._qtbot.waitUntil(lambda: all(s.pending is None for s in window.files.sheets))


@pytest.fixture
def sessions(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sessions]:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    yield Sessions(qtbot)
    session_recorder().end()


def tab_names(window: MainWindow) -> list[str]:
    return [sheet.name for sheet in window.files.sheets]


def close_window(window: MainWindow) -> None:
    """Close the window as a user does, and let Qt delete it."""
    assert window.close()
    writer_thread().submit(int).result()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def finished_session(tabs_driver: TabsDriver) -> TabsDriver:
    """A finished session with three tabs, the second one shown."""
    tabs_driver.window.open_path(tabs_driver.copy("vassieux"))
    tabs_driver.window.view.zoom_to(2.0)
    tabs_driver.window.view.center_on(tabs_driver.window.view.corner)
    tabs_driver.click(1)
    tabs_driver.window.selection.select({G5})
    close_window(tabs_driver.window)
    return tabs_driver


def test_the_tabs_are_restored_in_order_with_the_same_one_current(
    finished_session: TabsDriver, sessions: Sessions
) -> None:
    window = sessions.begin()
    assert tab_names(window) == ["arracourt.m44", "toulon.m44", "vassieux.m44"]
    assert window.document.path == finished_session.folder / "toulon.m44"
    assert window.selection.hexes == {G5}
    assert not window.isWindowModified()
    assert not window.findChildren(WelcomePage)


def test_only_the_current_tab_is_read_for_the_first_frame(
    finished_session: TabsDriver, sessions: Sessions
) -> None:
    window = app.open_window(None)
    pending_by_tab = [sheet.pending is not None for sheet in window.files.sheets]
    assert pending_by_tab == [True, False, True]
    window.close()


def test_other_tabs_are_loaded_when_shown_or_when_idle(
    finished_session: TabsDriver, sessions: Sessions
) -> None:
    window = sessions.begin()
    *_, last_sheet = window.files.sheets
    window.files.sheets.show(last_sheet)
    assert last_sheet.scenario.title == "Vassieux"
    assert window.view.requested_scale == 2.0
    sessions.wait_until_loaded(window)
    assert window.files.sheets[0].scenario.title == "Arracourt"


@pytest.mark.parametrize("is_stacked", [False, True])
def test_a_split_window_is_restored(
    tabs_driver: TabsDriver, sessions: Sessions, is_stacked: bool
) -> None:
    window = tabs_driver.window
    window.commands["split-down" if is_stacked else "split-across"].trigger()
    window.context.split.view.zoom_to(1.5)
    close_window(window)
    reopened_window = sessions.begin()
    orientation = Qt.Orientation.Vertical if is_stacked else Qt.Orientation.Horizontal
    assert reopened_window.context.split.orientation is orientation
    assert reopened_window.document.path == tabs_driver.folder / "toulon.m44"
    assert reopened_window.context.split.sheet is reopened_window.files.sheets[0]
    assert reopened_window.context.split.view.scenario.title == "Arracourt"
    assert reopened_window.context.split.view.requested_scale == 1.5


def test_the_half_of_a_split_window_with_a_missing_file_is_omitted(
    tabs_driver: TabsDriver, sessions: Sessions
) -> None:
    tabs_driver.window.commands["split-across"].trigger()
    close_window(tabs_driver.window)
    (tabs_driver.folder / "arracourt.m44").unlink()
    reopened_window = sessions.begin()
    sessions.wait_until_loaded(reopened_window)
    assert tab_names(reopened_window) == ["toulon.m44"]
    assert reopened_window.context.split.orientation is None


def test_nothing_is_restored_if_restoring_is_turned_off(
    finished_session: TabsDriver, sessions: Sessions
) -> None:
    window = sessions.begin()
    window.commands["restore"].trigger()
    close_window(window)
    assert tab_names(sessions.begin()) == ["New scenario"]


def test_a_file_on_the_command_line_is_shown_among_the_tabs(
    finished_session: TabsDriver, sessions: Sessions
) -> None:
    other = finished_session.copy("saint-vith")
    window = sessions.begin(other)
    assert window.document.path == other
    assert len(tab_names(window)) == 4
    close_window(window)
    window = sessions.begin(finished_session.folder / "arracourt.m44")
    assert len(tab_names(window)) == 4
    assert window.document.path == finished_session.folder / "arracourt.m44"


def test_a_closed_tab_stays_closed_and_can_be_reopened(
    finished_session: TabsDriver, sessions: Sessions
) -> None:
    window = sessions.begin()
    window.files.close_sheet(window.files.sheets[0])
    close_window(window)
    window = sessions.begin()
    assert tab_names(window) == ["toulon.m44", "vassieux.m44"]
    window.commands["reopen-closed"].trigger()
    assert "arracourt.m44" in tab_names(window)


def test_the_next_session_is_empty_after_the_last_tab_was_closed(
    tabs_driver: TabsDriver, sessions: Sessions
) -> None:
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    tabs_driver.press_key(Qt.Key.Key_W, CONTROL)
    assert not tabs_driver.window.isVisible()
    writer_thread().submit(int).result()
    window = sessions.begin()
    assert window.findChildren(WelcomePage)


# Unsaved work


def test_unsaved_work_can_be_kept_for_the_next_session(
    tabs_driver: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    before = (tabs_driver.folder / "toulon.m44").read_bytes()
    paint_hills(tabs_driver, "G5")
    painted_scenario = tabs_driver.window.document.scenario
    answers.press("Keep for Next Session")
    close_window(tabs_driver.window)
    window = sessions.begin()
    assert window.document.scenario == painted_scenario
    assert window.isWindowModified()
    assert window.document.path == tabs_driver.folder / "toulon.m44"
    assert (tabs_driver.folder / "toulon.m44").read_bytes() == before
    assert not window.files.bar.isVisible(), "the session ended normally"
    window.commands["save"].trigger()
    assert not window.isWindowModified()


def test_discarded_changes_do_not_return(
    tabs_driver: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    before = tabs_driver.window.document.scenario
    paint_hills(tabs_driver, "G5")
    answers.press("Discard")
    close_window(tabs_driver.window)
    window = sessions.begin()
    assert window.document.scenario == before
    assert not window.isWindowModified()


def test_a_scenario_without_a_file_can_be_kept_for_the_next_session(
    tabs_driver: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    tabs_driver.window.files.show_as_unsaved_work(
        set_label(tabs_driver.window.document.scenario, G5, ("Mine",))
    )
    answers.press("Keep for Next Session")
    close_window(tabs_driver.window)
    window = sessions.begin()
    assert window.document.path is None
    assert window.document.scenario.labels[G5] == ("Mine",)


def test_tabs_never_shown_keep_their_work_through_many_sessions(
    tabs_driver: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    painted_scenarios: list[Scenario] = []
    for index in (1, 0):
        tabs_driver.click(index)
        paint_hills(tabs_driver, "G5")
        painted_scenarios.insert(0, tabs_driver.window.document.scenario)
    window = tabs_driver.window
    for _ in range(3):
        answers.press("Keep for Next Session")
        close_window(window)
        window = sessions.begin()
    window.files.sheets.step(1)
    assert [sheet.scenario for sheet in window.files.sheets] == painted_scenarios
    assert all(sheet.is_modified for sheet in window.files.sheets)


# Damaged files


def session_file() -> Path:
    (file,) = sessions_folder().glob("*.json")
    return file


DAMAGED = (
    *("", "{", "[]", "7", "null", "{}", "[" * 100_000, "\ud800", '{"windows": 7}'),
    '{"windows": [{"tabs": 7, "current": 0, "geometry": ""}], "closed": [], "ended": true}',
    '{"windows": [], "closed": [7], "ended": true}',
)


def test_a_damaged_session_is_reported_and_the_window_opens(
    finished_session: TabsDriver, sessions: Sessions, subtests: pytest.Subtests
) -> None:
    for content in DAMAGED:
        with subtests.test(ascii(content[:80])):
            session_file().write_bytes(content.encode("utf-8", "surrogatepass"))
            window = sessions.begin()
            assert window.isVisible()
            assert "Could not restore the tabs" in window.files.bar.label.text()
            close_window(window)
            window = sessions.begin()
            assert not window.files.bar.isVisible(), "the damage is reported once"
            close_window(window)


@pytest.mark.parametrize(
    ("problem", "value"),
    [
        ("key", "../../home"),
        ("path", "a\0b"),
        ("scale", float("nan")),
        ("scale", 1e300),
        ("corner", [float("inf"), 0]),
        ("hexes", [["a", 1]]),
    ],
)
def test_invalid_data_of_a_tab_is_reported(
    finished_session: TabsDriver, sessions: Sessions, problem: str, value: object
) -> None:
    data = json.loads(session_file().read_text("utf-8"))
    data["windows"][0]["tabs"][1][problem] = value
    session_file().write_text(json.dumps(data), "utf-8")
    assert "Could not restore the tabs" in sessions.begin().files.bar.label.text()


def test_missing_files_are_named_and_the_others_opened(
    finished_session: TabsDriver, sessions: Sessions
) -> None:
    (finished_session.folder / "toulon.m44").unlink()
    (finished_session.folder / "vassieux.m44").write_bytes(b"\0\1\2")
    window = sessions.begin()
    sessions.wait_until_loaded(window)
    assert tab_names(window) == ["arracourt.m44"]
    bar_text = window.files.bar.label.text()
    assert "toulon.m44 (there is no file" in bar_text.replace("There", "there")


def test_a_damaged_file_of_a_restored_session_is_reported(
    finished_session: TabsDriver, sessions: Sessions, qtbot: QtBot
) -> None:
    (finished_session.folder / "vassieux.m44").write_bytes(b"\0\1\2")
    window = sessions.begin()
    qtbot.waitUntil(lambda: len(window.files.sheets) == 2)
    qtbot.waitUntil(window.files.bar.isVisible)
    assert "vassieux.m44" in window.files.bar.label.text()


def test_an_empty_scenario_opens_if_all_files_are_missing(
    finished_session: TabsDriver, sessions: Sessions
) -> None:
    for path in finished_session.folder.glob("*.m44"):
        path.unlink()
    window = sessions.begin()
    assert tab_names(window) == ["New scenario"]
    assert "Could not reopen" in window.files.bar.label.text()


@pytest.fixture
def block_sessions_folder() -> None:
    """Put a file in place of the sessions folder before anything is written there."""
    sessions_folder().parent.mkdir(parents=True, exist_ok=True)
    sessions_folder().write_text("no folder")


@pytest.mark.usefixtures("block_sessions_folder")
def test_a_session_that_cannot_be_written_stops_nothing(
    tabs_driver: TabsDriver, sessions: Sessions
) -> None:
    tabs_driver.click(0)
    close_window(tabs_driver.window)
    assert tab_names(sessions.begin()) == ["New scenario"]


# Running and killed programs


def test_a_running_program_keeps_its_own_tabs(tabs_driver: TabsDriver, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: any(sessions_folder().glob("*.json")))
    assert abandoned_sessions(sessions_folder()) == [], (
        "another program finds no session to restore"
    )
    close_window(tabs_driver.window)
    assert len(abandoned_sessions(sessions_folder())) == 1


def test_work_of_a_tab_never_shown_is_released_with_its_window(
    tabs_driver: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    for index in (1, 0):
        tabs_driver.click(index)
        paint_hills(tabs_driver, "G5")
    answers.press("Keep for Next Session")
    close_window(tabs_driver.window)
    window = app.open_window(None)
    (pending_sheet,) = (sheet for sheet in window.files.sheets if sheet.pending)
    assert not RecoverySlot(recovery_folder(), pending_sheet.key).lock(), "it is claimed"
    window.files.close_confirmed = True
    window.close()
    assert RecoverySlot(recovery_folder(), pending_sheet.key).lock(), "and left to the next session"


TEN_TABS_PROGRAM = """
import sys
import time
from pathlib import Path
from PySide6.QtCore import QTimer
from m44core.model.edits import set_label
from m44core.model.scenario import Scenario
from m44core.hexes import Hex
from m44editor import app

opened, folder = app.open_window, Path(sys.argv.pop())

def open_ten(path):
    window = opened(path)
    numbers = iter(range(1_000_000))
    def edit():
        sheets = window.files.sheets
        number = next(numbers)
        sheets.show(sheets[number % 10])
        document = window.document
        document.edit("Write", set_label(document.scenario, Hex(12, 4), (str(number),)))
        print(number, time.process_time(), flush=True)
    def begin():
        for file in sorted(folder.glob("*.m44")):
            window.open_path(file)
        timer.start()
    timer = QTimer(window, interval=40)
    timer.timeout.connect(edit)
    QTimer.singleShot(500, begin)
    return window

app.open_window = open_ten
sys.exit(app.main([]))
"""


def edit_times_of_killed_session(folder: Path, edits: int) -> list[float]:
    """Edit ten tabs in turn, kill the program after *edits* edits, and return the edit times.

    Times are in seconds of processor time, so other programs do not count.
    """
    command = [sys.executable, "-c", TEN_TABS_PROGRAM, str(folder)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        times: list[float] = []
        while len(times) < edits:
            times.append(float(process.stdout.readline().split()[1]))
        process.send_signal(signal.SIGKILL)
        output_lines = process.stdout.read().splitlines()
    return times + [float(line.split()[1]) for line in output_lines if len(line.split()) == 2]


def test_after_kill_9_every_tab_is_restored_and_at_most_a_second_lost(
    tabs_driver: TabsDriver, sessions: Sessions, tmp_path: Path
) -> None:
    close_window(tabs_driver.window)
    folder = tmp_path / "ten"
    folder.mkdir()
    for number in range(10):
        (folder / f"{number}.m44").write_bytes((tabs_driver.folder / "toulon.m44").read_bytes())
    for file in sessions_folder().glob("*"):
        file.unlink()
    times = edit_times_of_killed_session(folder, 60)
    window = sessions.begin()
    sessions.wait_until_loaded(window)
    assert tab_names(window) == [f"{number}.m44" for number in range(10)]
    assert all(sheet.is_modified for sheet in window.files.sheets)
    for number, sheet in enumerate(window.files.sheets):
        recovered_edit = int(sheet.scenario.labels[G5][0])
        lost_edits = [n for n in range(recovered_edit + 1, len(times)) if n % 10 == number]
        assert all(times[-1] - times[each] <= 1.0 for each in lost_edits)
    assert "The unsaved work in 10 scenarios has been recovered" in window.files.bar.label.text()


def test_one_notice_counts_all_recovered_work(
    tabs_driver: TabsDriver, sessions: Sessions, answers: DialogAnswerer
) -> None:
    for index in (1, 0):
        tabs_driver.click(index)
        paint_hills(tabs_driver, "G5")
    answers.press("Keep for Next Session")
    close_window(tabs_driver.window)
    for file in sessions_folder().glob("*.json"):  # as if the program had died
        file.write_text(file.read_text("utf-8").replace('"ended": true', '"ended": false'), "utf-8")
    window = sessions.begin()
    text = window.files.bar.label.text()
    assert "The unsaved work in 2 scenarios has been recovered" in text
    sessions.wait_until_loaded(window)
    assert window.files.bar.label.text() == text
