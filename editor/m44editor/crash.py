"""Internal errors: reporting them, saving the work, and continuing."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from m44core.faults import Fault, describe_file, record_fault
from m44editor.interface_text import tr
from m44editor.screen import shortened_for_message_box
from m44editor.sessions.recovery_slots import SlotWriter
from m44editor.windows.recovery import Recovery

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
_NO_FAULTS = (KeyboardInterrupt, SystemExit, GeneratorExit)


class CrashHandler:
    """Replaces ``sys.excepthook``, which Qt calls for errors in slots and events."""

    def __init__(self) -> None:
        self._recoveries: list[Recovery] = []
        self._is_reporting = False
        self._reported_faults: set[Fault] = set()

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Save the recovery files and write a report; show each fault to the user only once.

        Otherwise, repeated painting would show the same error endlessly.
        """
        traceback.print_exception(kind, error, trace, file=sys.stderr)
        if self._is_reporting or issubclass(kind, _NO_FAULTS):
            return
        self._is_reporting = True
        is_saved = self._write_recovery_files()
        fault = record_fault(error, [describe_file(path) for path in self._open_files()])
        if fault not in self._reported_faults:
            self._reported_faults.add(fault)
            self._show_dialog(fault, is_saved)
        self._is_reporting = False

    def guard(self, recovery: Recovery) -> None:
        """Protect the unsaved work of a window until the window is closed."""
        self._recoveries.append(recovery)
        recovery.closed.connect(partial(self._recoveries.remove, recovery))

    def _open_files(self) -> list[Path]:
        return [path for recovery in self._recoveries for path in recovery.paths]

    def _write_recovery_files(self) -> bool:
        """Write all recovery files; return whether all could be written."""
        writers = [recovery.write_now for recovery in self._recoveries]
        writers += [partial(_write, writer) for writer in _window_writers()]
        are_saved = [self._is_written(write) for write in writers]
        return all(are_saved)

    def _is_written(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except Exception:  # the same error may occur again here, and the user must be told
            traceback.print_exc()
            return False
        return True

    def _show_dialog(self, fault: Fault, saved: bool) -> None:
        box = QMessageBox(QApplication.activeWindow())
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle(tr("Internal Error in M44 Workshop"))
        box.setText(
            tr("Something went wrong in the program. Your scenarios and games are still open.")
        )
        advice = tr("To be safe, save your work under a new name.")
        if saved:
            advice = tr(
                "Recovery copies of unsaved scenarios and games were saved. To be safe, save your "
                "work under a new name."
            )
        parts = [advice, shortened_for_message_box(fault.error)]
        if fault.report is not None:
            report = shortened_for_message_box(str(fault.report))
            parts.append(
                tr("Please report this error and attach this file: {report}", report=report)
            )
        box.setInformativeText("\n\n".join(parts))
        ok_button = box.addButton(QMessageBox.StandardButton.Ok)
        box.setDefaultButton(ok_button)
        box.setEscapeButton(ok_button)
        copy_button = box.addButton(tr("&Copy Report"), QMessageBox.ButtonRole.ActionRole)
        copy_button.setVisible(fault.report is not None)
        box.exec()
        if box.clickedButton() is copy_button and fault.report is not None:
            QApplication.clipboard().setText(fault.report.read_text("utf-8"))


def _window_writers() -> Iterator[SlotWriter]:
    """Yield the writers that belong to a window itself: those of games."""
    for window in QApplication.topLevelWidgets():
        yield from window.findChildren(SlotWriter, options=_DIRECT)


def _write(writer: SlotWriter) -> None:
    future = writer.write_now()
    if future:
        future.result()
