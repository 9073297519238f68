"""The thread in which garbage is collected."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QThread
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from m44editor.process_memory import GarbageCollector, collect_garbage_in_this_thread


def create_reference_cycles(count: int) -> list[object]:
    """Create *count* reference cycles, to trigger garbage collection, and return them."""
    kept: list[object] = []
    for _ in range(count):
        loop: list[object] = []
        loop.append(loop)
        kept.append([loop])
    return kept


def test_an_application_has_one_garbage_collector(garbage_collector: GarbageCollector) -> None:
    assert collect_garbage_in_this_thread() is garbage_collector
    assert not gc.isenabled()


def test_an_unreferenced_widget_is_deleted_in_the_main_thread(
    qtbot: QtBot, garbage_collector: GarbageCollector
) -> None:
    destroyed_in_main_thread: list[bool] = []
    widget = QWidget()
    main_thread = QThread.currentThread()
    widget.destroyed.connect(
        lambda: destroyed_in_main_thread.append(QThread.currentThread() is main_thread)
    )
    widget_reference = weakref.ref(widget)
    widget.myself = widget  # type: ignore[attr-defined]  # a circle is the test
    del widget
    with ThreadPoolExecutor(1) as other:
        other.submit(create_reference_cycles, 5_000).result()
    assert not destroyed_in_main_thread, "another thread looked for garbage"

    cycles = create_reference_cycles(2_000)
    qtbot.waitUntil(lambda: widget_reference() is None)
    assert destroyed_in_main_thread == [True]
    assert cycles
