"""Closed playtests leave nothing in memory."""

from __future__ import annotations

import gc
from collections import Counter
from random import Random

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from m44core.catalogue.catalogue_types import Side
from m44editor.playtest.playback_bars import TOP_SPEED
from m44editor.playtest.start_page import GameSettings
from m44editor.windows.main_window import MainWindow

_DECISIONS = 25


def play_and_close(window: MainWindow, seed: str) -> None:
    """Start a playtest with F5, make some decisions against the computer, and close it."""
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F5)
    (playtest,) = window.context.playtests.windows
    playtest.set_speed(TOP_SPEED)
    playtest.start(GameSettings({Side.ALLIES: "person", Side.AXIS: "recruit"}, seed))
    rng, session = Random(seed), playtest.session
    assert session is not None
    while session.timeline.length < _DECISIONS:
        QApplication.processEvents()
        if actions := session.legal_actions():
            playtest.carry_out(rng.choice(actions))
    playtest._saving.mark_saved(session)
    playtest.close()


def count_live_objects() -> Counter[str]:
    """Return the number of live objects of each class of playtests: windows, games and widgets."""
    for _ in range(3):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    kinds = (type(each) for each in gc.get_objects())
    names = (f"{kind.__module__}.{kind.__qualname__}" for kind in kinds if _is_counted(kind))
    return Counter(names)


def _is_counted(kind: type) -> bool:
    module = str(getattr(kind, "__module__", ""))
    return module.startswith("m44editor.playtest") or kind.__name__ in ("GameState", "BoardView")


def test_closed_playtests_leave_nothing_behind(window: MainWindow) -> None:
    play_and_close(window, "0")
    before = count_live_objects()
    for number in range(1, 5):
        play_and_close(window, str(number))
    assert count_live_objects() - before == Counter()
    assert window.context.playtests.windows == []
