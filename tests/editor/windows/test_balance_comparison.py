"""Tools > Compare Balance With, from the main window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import mark_all_saved

from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.windows.balance_comparison import BalanceComparisonDialog
from m44editor.windows.history.version_recorder import start_version_recorder
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, pegasus: Scenario) -> MainWindow:
    """The editor with a file open that has a version in its history."""
    path = tmp_path / "pegasus.m44"
    path.write_bytes(to_bytes(pegasus, FileFormat.M44))
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    main = MainWindow(Document(Scenario()), settings)
    qtbot.addWidget(main, before_close_func=mark_all_saved)
    with qtbot.waitExposed(main):
        main.show()
    recorder = start_version_recorder(main.context)
    main.open_path(path)
    recorder.wait()
    return main


def act_on_dialog(act: Callable[[BalanceComparisonDialog], object]) -> None:
    """Act on the dialog as soon as it is open."""

    def find() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, BalanceComparisonDialog):
            act(dialog)

    QTimer.singleShot(0, find)


def entry_texts(dialog: BalanceComparisonDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def test_the_saved_file_and_its_versions_are_offered(window: MainWindow) -> None:
    offered: list[str] = []

    def read_entries(dialog: BalanceComparisonDialog) -> None:
        offered.extend(entry_texts(dialog))
        dialog.reject()

    act_on_dialog(read_entries)
    window.context.commands["balance-compare"].trigger()
    assert offered[0] == "pegasus.m44 (saved)"
    assert any("Today" in name for name in offered[1:])
    assert not window.context.measurements.comparisons.is_running


@pytest.mark.parametrize("name", ["(saved)", "Today"])
def test_the_board_on_the_screen_is_compared(name: str, window: MainWindow, qtbot: QtBot) -> None:
    def choose(dialog: BalanceComparisonDialog) -> None:
        row = next(row for row, entry in enumerate(entry_texts(dialog)) if name in entry)
        dialog.list.setCurrentRow(row)
        dialog.accept()

    comparisons = window.context.measurements.comparisons
    act_on_dialog(choose)
    with qtbot.waitSignal(comparisons.finished):
        window.context.commands["balance-compare"].trigger()
    assert window.context.docks["balance"].isVisible()
    compared_scenarios = comparisons.shown_comparison.balance
    assert compared_scenarios is not None
    assert compared_scenarios.comparison.has_identical_play


def test_a_board_without_a_file_offers_other_tabs_and_files(window: MainWindow) -> None:
    window.context.files.sheets.step(1)
    assert window.context.document.path is None
    offered: list[str] = []

    def read_entries(dialog: BalanceComparisonDialog) -> None:
        offered.extend(entry_texts(dialog))
        dialog.reject()

    act_on_dialog(read_entries)
    window.context.commands["balance-compare"].trigger()
    assert any("pegasus" in name for name in offered)
    assert not any("(saved)" in name or "Today" in name for name in offered)
