"""When the program itself is wrong: say so, keep the work, go on."""

from __future__ import annotations

import sys
import traceback
from functools import partial
from types import TracebackType

from PySide6.QtWidgets import QApplication, QMessageBox

from m44editor.screen import for_a_box
from m44editor.windows.recovery import Recovery
from m44editor.words import tr


class CrashHandler:
    """Takes the place of ``sys.excepthook``: Qt calls it for errors in slots and events."""

    def __init__(self) -> None:
        self._recoveries: list[Recovery] = []
        self._telling = False

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Print the error, write the recovery file, and tell the user once."""
        traceback.print_exception(kind, error, trace, file=sys.stderr)
        if self._telling or not issubclass(kind, Exception):
            return
        self._telling = True
        kept = self._keep()
        self._tell(f"{kind.__name__}: {error}", kept)
        self._telling = False

    def guard(self, recovery: Recovery) -> None:
        """Write the recovery file of a window, too, until it is closed."""
        self._recoveries.append(recovery)
        recovery.closed.connect(partial(self._recoveries.remove, recovery))

    def _keep(self) -> bool:
        """Write every recovery file, and tell whether all could be written."""
        kept = [self._kept(recovery) for recovery in self._recoveries]
        return all(kept)

    def _kept(self, recovery: Recovery) -> bool:
        try:
            recovery.keep_now()
        except Exception:  # whatever went wrong may go wrong again here: the user must be told
            traceback.print_exc()
            return False
        return True

    def _tell(self, what: str, kept: bool) -> None:
        box = QMessageBox(QApplication.activeWindow())
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle(tr("Defect in M44 Workshop"))
        box.setText(tr("Something in the program went wrong. Your scenario is still open."))
        advice = tr("Save your work under another name, to be safe.")
        if kept:
            advice = tr(
                "A recovery copy was written. Save your work under another name, to be safe."
            )
        box.setInformativeText(f"{advice}\n\n{for_a_box(what)}")
        box.exec()
