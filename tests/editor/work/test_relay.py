"""What another thread came to, told in the thread of the windows."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from time import sleep

import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from m44editor.work.relay import when_done


class _Waiting(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[int, int, int]] = []

    def take(self, number: int, future: Future[int]) -> None:
        self.told.append((number, future.result(), threading.get_ident()))


def _slowly(number: int) -> int:
    sleep(0.002)
    return number * number


def test_what_came_is_told_in_this_thread_and_in_order(qtbot: QtBot) -> None:
    waiting = _Waiting()
    with ThreadPoolExecutor(1) as thread:
        for number in range(5):
            when_done(thread.submit(_slowly, number), partial(waiting.take, number))
    assert waiting.told == []
    qtbot.waitUntil(lambda: len(waiting.told) == 5)
    here = threading.get_ident()
    assert waiting.told == [(number, number * number, here) for number in range(5)]


def test_who_is_gone_meanwhile_is_not_told(qtbot: QtBot) -> None:
    gone, there, before = [_Waiting() for _ in range(200)], _Waiting(), []
    with ThreadPoolExecutor(4) as threads:
        for number, each in enumerate(gone):
            when_done(threads.submit(_slowly, number), partial(each.take, number))
            when_done(threads.submit(_slowly, number), partial(there.take, number))
            if number % 2:
                qtbot.wait(1)
            before.append(len(each.told))
            shiboken6.delete(each)
    qtbot.waitUntil(lambda: len(there.told) == 200)
    assert [len(each.told) for each in gone] == before
    assert before.count(0) >= 100
