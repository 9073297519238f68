"""Opens every dialog on a screen of a given size; prints parts that mouse or Tab cannot reach.

Run by ``test_small_screens``: the size of the screen is fixed for a whole process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSettings, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTabBar,
    QWidget,
)

from m44core.api import check
from m44core.board import BoardType
from m44core.catalogue.catalogue_types import Layer
from m44core.io.files.file_reader import read_file
from m44core.library.file_batch import BatchAction, JobOutcome
from m44core.messages.message import message
from m44core.model.edits import new_scenario, paint, set_label
from m44core.model.scenario_parts import Piece
from m44core.resources import scenarios_folder
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.runner import AppliedFix
from m44editor.app import make_application
from m44editor.checks.boxes_dialog import BoxesDialog
from m44editor.checks.check_worker import check_worker
from m44editor.crash import CrashHandler
from m44editor.documents.document import Document
from m44editor.interface_language import switch_language
from m44editor.library.batches import ReportDialog, ask_new_name, confirm_all_files
from m44editor.panels.resize_dialog import ResizeDialog
from m44editor.panels.safe_fix_preview import SafeFixPreview
from m44editor.playtest.playtest_dialogs import ask_to_save_game, show_warning
from m44editor.sessions.snapshots import RecoverySlot, Snapshot
from m44editor.windows import file_dialogs
from m44editor.windows.history.history_dialog import HistorySettingsDialog
from m44editor.windows.main_window import MainWindow
from m44editor.windows.recovery import RecoveryDialog
from m44editor.windows.tour import start_tour
from m44editor.windows.welcome import show_welcome_page

_DIALOG_COMMANDS = (
    "palette",
    "go-to-hex",
    "shortcuts",
    "layout-keep",
    "layout-forget",
    "replace-all",
)
_INSPECTED = "looked-at"
LONG_NAME = "x" * 250  # as long as names of files may be
WORDS = "Nobody would read so much of it. " * 150


def parts_off_screen(dialog: QWidget) -> list[str]:
    """Return the class names of the parts of a dialog that are not completely on the screen.

    The parts are the dialog itself and its buttons, except those in scroll areas.
    """
    available_area = QApplication.primaryScreen().availableGeometry()
    scrolling_buttons = {b for area in dialog.findChildren(QScrollArea) for b in _buttons(area)}
    buttons = [b for b in _buttons(dialog) if b not in scrolling_buttons]
    parts = [dialog, *(button for button in buttons if button.isVisible())]
    part_rects = ((part, QRect(part.mapToGlobal(QPoint(0, 0)), part.size())) for part in parts)
    return [type(part).__name__ for part, rect in part_rects if not available_area.contains(rect)]


def _buttons(widget: QWidget) -> list[QAbstractButton]:
    return widget.findChildren(QAbstractButton)


def buttons_not_reached_by_tab(dialog: QWidget) -> list[str]:
    """Return the buttons of a dialog that Tab does not reach."""
    containers = (QLineEdit, QAbstractSpinBox, QComboBox, QTabBar)  # which have keys of their own
    checked_buttons = (
        button
        for button in _buttons(dialog)
        if button.isVisible() and button.isEnabled() and not isinstance(button.parent(), containers)
    )
    return [
        f"{type(button).__name__} {button.text()} without Tab"
        for button in checked_buttons
        if not button.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def button_with_focus_instead_of_a_field(dialog: QWidget) -> list[str]:
    """Return the button that has the focus in a dialog where one can type; empty if none has.

    The space bar would press it.
    """
    button = dialog.focusWidget()
    fields: list[QLineEdit | QPlainTextEdit] = [
        *dialog.findChildren(QLineEdit),
        *dialog.findChildren(QPlainTextEdit),
    ]
    can_type = any(
        field.isVisible()
        and not field.isReadOnly()
        and not isinstance(field.parent(), QAbstractSpinBox)
        for field in fields
    )
    if not isinstance(dialog, QDialog) or not isinstance(button, QPushButton) or not can_type:
        return []
    return [f"focus on {button.text()}"]


def panels_with_several_tabs(window: MainWindow) -> list[str]:
    """Return a line for each panel with more than one tab in the window."""
    bars = [bar for bar in window.findChildren(QTabBar) if bar.parent() is window]
    titles = [bar.tabText(index) for bar in bars for index in range(bar.count())]
    return [f"two tabs {title}" for title in {*titles} if titles.count(title) > 1]


class DialogInspector:
    """Inspects each dialog that appears, and closes it."""

    def __init__(self) -> None:
        self.inspected_count = 0

    def inspect(self, open_dialog: Callable[[], object]) -> None:
        """Open a dialog, and wait until it has been inspected and closed."""
        before = self.inspected_count
        timer = QTimer(interval=5)
        timer.timeout.connect(self._look)
        timer.start()
        open_dialog()
        while self.inspected_count == before:
            QApplication.processEvents()
        timer.stop()

    def _look(self) -> None:
        for window in QApplication.topLevelWidgets():
            if (
                isinstance(window, QDialog)
                and window.isVisible()
                and not window.property(_INSPECTED)
            ):
                self.inspected_count += 1
                window.setProperty(_INSPECTED, True)  # some take a moment to close
                if not isinstance(window, QFileDialog):  # those are the desktop's
                    print_unreachable_parts(window, window.windowTitle())
                window.close()


def print_unreachable_parts(widget: QWidget, title: str) -> None:
    """Print the title of a dialog or page, and its parts that mouse or Tab cannot reach."""
    parts = [
        *parts_off_screen(widget),
        *buttons_not_reached_by_tab(widget),
        *button_with_focus_instead_of_a_field(widget),
    ]
    print(f"{title:.30}:", *(parts or ["all within reach"]))


def inspect_pages(window: MainWindow) -> None:
    """Inspect the welcome page and each step of the tour, which cover the window."""
    page = show_welcome_page(window.context)
    QApplication.processEvents()
    print_unreachable_parts(page, page.accessibleName())
    page.close_page()
    tour = start_tour(window.context)
    assert tour is not None
    while tour.isVisible():
        QApplication.processEvents()
        print_unreachable_parts(tour, tour.accessibleName())
        tour.next.click()


def command_dialog_openers(window: MainWindow) -> Iterator[Callable[[], object]]:
    """Yield functions that open the dialogs of menu commands."""
    for name in (
        "keys",
        "about",
        "packs",
        "boxes",
        "checks",
        "publish",
        "report-problem",
        "search-everything",
        "setup-list",
        "new",
        *_DIALOG_COMMANDS,
    ):
        yield window.commands[name].trigger
    yield window.commands["history"].trigger
    yield window.commands["import-list"].trigger
    yield window.commands["underlay"].trigger
    yield window.commands["sheet"].trigger
    yield window.commands["export"].trigger
    yield HistorySettingsDialog(window.settings, window).open
    window.context.playtests.start()
    (playtest,) = window.context.playtests.windows
    playtest.start_page.start.click()
    for name in ("keys", "after", "shortcuts"):
        yield playtest.actions_by_name[name].trigger
    yield lambda: ask_to_save_game(playtest)
    yield lambda: show_warning(playtest, WORDS)


def other_dialog_openers(window: MainWindow, folder: Path) -> Iterator[Callable[[], object]]:
    """Yield functions that open other dialogs, most of which appear when something is wrong."""
    board = window.document.scenario.board
    findings = tuple(check(set_label(window.document.scenario, board.hex("A1"), (WORDS,))))
    applied_fixes = [AppliedFix(each, message("Fix it")) for each in findings] * 60
    changed_scenario = paint(
        window.document.scenario, Layer.TERRAIN, Piece("hills"), [board.hex("A1")]
    )
    yield SafeFixPreview(applied_fixes, window.document.scenario, changed_scenario, window).open
    yield file_dialogs.problems_dialog(findings, LONG_NAME, board, window).open
    overlord_scenario = new_scenario(BoardType.OVERLORD)
    hilly_scenario = paint(
        overlord_scenario, Layer.TERRAIN, Piece("hills"), overlord_scenario.board.hexes
    )
    yield ResizeDialog(Document(hilly_scenario), BoardType.STANDARD, window).open
    slot = RecoverySlot(folder)
    slot.write(Snapshot(window.document.file, LONG_NAME))
    yield RecoveryDialog([slot], window).open
    yield BoxesDialog(OwnedBoxes({"base": 2}), WORDS, window).open
    yield ReportDialog([JobOutcome(f"{LONG_NAME}.m44", WORDS, failed=True)] * 60, window).open
    yield partial(ask_new_name, window, LONG_NAME)
    yield partial(confirm_all_files, window, BatchAction.FIX, 2000)
    yield partial(file_dialogs.ask_to_save, window, LONG_NAME)
    yield partial(file_dialogs.ask_about_changed_file, window, LONG_NAME)
    yield partial(file_dialogs.ask_after_failure, window, LONG_NAME, WORDS)
    yield partial(file_dialogs.ask_to_reload, window, LONG_NAME)
    yield partial(file_dialogs.report_failure, window, LONG_NAME, WORDS)
    error = ValueError(WORDS)
    yield partial(CrashHandler(), ValueError, error, None)


def inspect(folder: Path) -> None:
    """Open and inspect all dialogs and pages of a new window."""
    folder.mkdir()
    scenario = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert scenario is not None
    settings = QSettings(str(folder / "editor.ini"), QSettings.Format.IniFormat)
    window = MainWindow(Document(scenario, folder / f"{LONG_NAME}.m44"), settings)
    window.show()
    print("Panels:", *(panels_with_several_tabs(window) or ["all within reach"]))
    inspector = DialogInspector()
    for open_dialog in (*command_dialog_openers(window), *other_dialog_openers(window, folder)):
        inspector.inspect(open_dialog)
    inspect_pages(window)
    for playtest in window.context.playtests.windows:
        playtest.close()
    window.close()
    window.deleteLater()


def main() -> None:
    """Inspect all dialogs and pages in each of the given languages."""
    folder, *codes = sys.argv[1:]
    make_application(codes[0])
    for code in codes:
        switch_language(code)
        inspect(Path(folder, code))
    check_worker().close()


if __name__ == "__main__":
    main()
