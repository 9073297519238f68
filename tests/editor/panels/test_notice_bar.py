"""Notices over the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from m44core.diagnostics import Severity
from m44editor.panels.notice_bar import NoticeBar


class HideCounter(QObject):
    """An event filter that counts the times a widget is hidden."""

    def __init__(self) -> None:
        super().__init__()
        self.hide_count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 -- of Qt
        self.hide_count += event.type() == QEvent.Type.Hide
        return super().eventFilter(watched, event)


def test_a_new_notice_replaces_the_old_one_without_hiding_the_bar(qtbot: QtBot) -> None:
    """If the bar were hidden, everything below it would be laid out and painted twice."""
    bar, hide_counter, pressed = NoticeBar(), HideCounter(), []
    qtbot.addWidget(bar)
    bar.show_notice(Severity.INFO, "One", ("Undo", lambda: pressed.append("one")))
    bar.installEventFilter(hide_counter)
    bar.show_notice(Severity.INFO, "Other", ("Show", lambda: pressed.append("other")))
    QApplication.processEvents()
    assert hide_counter.hide_count == 0
    assert bar.label.text() == "Other"
    assert [button.text() for button in bar.buttons if button.isVisible()] == ["Show"]
    QTest.mouseClick(bar.buttons[0], Qt.MouseButton.LeftButton)
    assert pressed == ["other"]
    assert not bar.isVisible()
    assert hide_counter.hide_count == 1
