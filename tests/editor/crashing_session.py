"""An editor session for a test to kill: edits at intervals and prints the number of each edit.

Run as ``python crashing_session.py RECOVERY_FOLDER SETTINGS [FILE]``.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication

from m44core.hexes import Hex
from m44core.model.edits import new_scenario, set_label
from m44editor.documents.document import Document
from m44editor.windows.file_controller import FileController
from m44editor.windows.recovery import Recovery

EDIT_INTERVAL_MS = 40  # milliseconds from one edit to the next


def main() -> None:
    """Edit until killed; each edit prints its number once it is in the document."""
    folder, settings, *file = sys.argv[1:]
    application = QApplication(sys.argv[:1])
    document = Document(new_scenario())
    files = FileController(document, None, QSettings(settings, QSettings.Format.IniFormat))
    if file:
        files.open_path(Path(file[0]))
    recovery = Recovery(document, files, Path(folder))
    numbers = count(1)

    def edit() -> None:
        number = next(numbers)
        document.edit("Write", set_label(document.scenario, Hex(12, 4), (str(number),)))
        print(number, flush=True)

    timer = QTimer(interval=EDIT_INTERVAL_MS)
    timer.timeout.connect(edit)
    timer.start()
    application.exec()
    recovery.close()


main()
