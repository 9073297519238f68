"""Background jobs: shown after a second, canceled by mouse or keys, never blocking."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event
from time import sleep

import pytest
import shiboken6
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard, choose_language
from tests.editor.file_dialogs import enter_path
from tests.editor.windows.test_main_window import open_window

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.work.job_progress import report_progress
from m44editor.background_jobs import JobBar, when_done
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

_TITLE = "Count the hexes"


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


class ControlledJob:
    """A background job that runs until it is ended or canceled.

    Attributes:
        end: Ends the job when it is set.
        results: The results and errors of the job.
    """

    def __init__(self, window: MainWindow, share: float = 0.5) -> None:
        self.end = Event()
        self.results: list[object] = []
        self._share = share
        window.context.jobs.run(_TITLE, self._work, self.results.append, self.results.append)

    def _work(self) -> str:
        while not self.end.wait(0.01):
            report_progress(self._share)
        return "done"


def visible_job_bar(window: MainWindow) -> JobBar | None:
    bar = window.context.jobs.bar
    return bar if bar is not None and bar.isVisible() else None


def wait_for(qtbot: QtBot, condition: Callable[[], bool]) -> None:
    qtbot.waitUntil(condition)


def test_a_job_shorter_than_a_second_shows_no_bar(window: MainWindow, qtbot: QtBot) -> None:
    job = ControlledJob(window)
    job.end.set()
    wait_for(qtbot, lambda: job.results == ["done"])
    assert window.context.jobs.bar is None
    assert not window.context.jobs.is_busy


def test_a_longer_job_shows_its_progress_during_edits(window: MainWindow, qtbot: QtBot) -> None:
    job = ControlledJob(window)
    wait_for(qtbot, lambda: visible_job_bar(window) is not None)
    bar = visible_job_bar(window)
    assert bar is not None
    assert (bar.title.text(), bar.progress.value()) == (_TITLE, 50)
    MouseAndKeyboard(window.view).click("E7")
    window.commands["delete"].trigger()
    assert window.document.undo_stack.count() == 1
    job.end.set()
    wait_for(qtbot, lambda: job.results == ["done"])
    assert visible_job_bar(window) is None


@pytest.mark.parametrize("uses_keyboard", [False, True])
def test_a_canceled_job_is_reported(window: MainWindow, qtbot: QtBot, uses_keyboard: bool) -> None:
    job = ControlledJob(window)
    wait_for(qtbot, lambda: visible_job_bar(window) is not None)
    bar = visible_job_bar(window)
    assert bar is not None
    if uses_keyboard:
        bar.cancel.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(bar.cancel, Qt.Key.Key_Space)
    else:
        QTest.mouseClick(bar.cancel, Qt.MouseButton.LeftButton)
    wait_for(qtbot, lambda: not window.context.jobs.is_busy)
    assert job.results == []
    assert window.status.currentMessage() == f"{_TITLE}: canceled"


def test_jobs_run_one_after_another(window: MainWindow, qtbot: QtBot) -> None:
    first, second = ControlledJob(window), ControlledJob(window)
    second.end.set()
    assert not second.results
    first.end.set()
    wait_for(qtbot, lambda: second.results == ["done"])
    assert first.results == ["done"]


def test_a_failed_job_is_reported(window: MainWindow, qtbot: QtBot) -> None:
    received: list[M44Error] = []

    def work() -> M44Error:
        raise M44Error(message("no"))

    window.context.jobs.run(_TITLE, work, received.append, received.append)
    assert not received
    wait_for(qtbot, lambda: len(received) == 1)


def test_a_job_continues_after_a_language_change(window: MainWindow, qtbot: QtBot) -> None:
    job = ControlledJob(window)
    wait_for(qtbot, lambda: visible_job_bar(window) is not None)
    choose_language(window, "fr")
    wait_for(qtbot, lambda: visible_job_bar(window) is not None)
    bar = visible_job_bar(window)
    assert bar is not None
    assert bar.cancel.text() == "Annuler"
    job.end.set()
    wait_for(qtbot, lambda: job.results == ["done"])


def test_closing_a_window_stops_its_jobs(window: MainWindow) -> None:
    job = ControlledJob(window)
    window.close()
    assert not window.context.jobs.is_busy
    assert job.results == []


def test_a_canceled_picture_export_leaves_no_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, answers: DialogAnswerer
) -> None:
    export_picture(window, answers, tmp_path / "board.png")
    wait_for(qtbot, lambda: not window.context.jobs.is_busy)
    assert window.status.currentMessage() == f"Saved {tmp_path / 'board.png'}"
    export_picture(window, answers, tmp_path / "none.png")
    window.context.jobs.cancel()
    wait_for(qtbot, lambda: not window.context.jobs.is_busy)
    assert [path.name for path in tmp_path.glob("*.png*")] == ["board.png"]


def test_a_picture_that_cannot_be_written_is_reported(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, answers: DialogAnswerer
) -> None:
    export_picture(window, answers, tmp_path / "board.jpeg")
    answers.do(QDialog.accept)
    wait_for(qtbot, lambda: any("jpeg is not" in question for question in answers.asked))


def export_picture(window: MainWindow, answers: DialogAnswerer, path: Path) -> None:
    answers.press("Save…")
    answers.do(lambda dialog: enter_path(dialog, path))
    window.commands["export"].trigger()


def test_the_status_bar_shows_a_long_check(window: MainWindow) -> None:
    window.inspection.live.check_now()
    problem_count_text = window.status.problems.text()
    window.inspection.live.slow_changed.emit(True)
    assert window.status.problems.text() == "Checking…"
    window.inspection.live.slow_changed.emit(False)
    assert window.status.problems.text() == problem_count_text


class _Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.results: list[tuple[int, int, int]] = []

    def receive(self, number: int, future: Future[int]) -> None:
        self.results.append((number, future.result(), threading.get_ident()))


def _square_slowly(number: int) -> int:
    sleep(0.002)
    return number * number


def test_results_arrive_in_the_gui_thread_and_in_order(qtbot: QtBot) -> None:
    receiver = _Receiver()
    with ThreadPoolExecutor(1) as thread:
        for number in range(5):
            when_done(thread.submit(_square_slowly, number), partial(receiver.receive, number))
    assert receiver.results == []
    qtbot.waitUntil(lambda: len(receiver.results) == 5)
    gui_thread = threading.get_ident()
    assert receiver.results == [(number, number * number, gui_thread) for number in range(5)]


def test_deleted_receivers_are_not_called(qtbot: QtBot) -> None:
    deleted_receivers, kept_receiver, counts_before = (
        [_Receiver() for _ in range(200)],
        _Receiver(),
        [],
    )
    with ThreadPoolExecutor(4) as threads:
        for number, each in enumerate(deleted_receivers):
            when_done(threads.submit(_square_slowly, number), partial(each.receive, number))
            when_done(
                threads.submit(_square_slowly, number), partial(kept_receiver.receive, number)
            )
            if number % 2:
                qtbot.wait(1)
            counts_before.append(len(each.results))
            shiboken6.delete(each)
    qtbot.waitUntil(lambda: len(kept_receiver.results) == 200)
    assert [len(each.results) for each in deleted_receivers] == counts_before
    assert counts_before.count(0) >= 100
