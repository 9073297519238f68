"""The window and its dialogs fit on small screens: 1024 by 700, and 800 by 500 pixels."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize
from PySide6.QtWidgets import QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language, mark_all_saved

from m44core.messages.languages import languages
from m44editor.documents.document import Document
from m44editor.interface_text import language
from m44editor.panels.palette_panel import PalettePanel
from m44editor.panels.panel_lists import WideComboBox
from m44editor.windows import main_window
from m44editor.windows.main_window import MainWindow

SCRIPT = Path(__file__).with_name("dialogs_on_screen.py")
SIZES = (QSize(1024, 700), QSize(800, 500))
LONGEST_LANGUAGE = "ru"  # the language with the longest texts


@pytest.fixture(params=SIZES, ids=["1024x700", "800x500"])
def size(request: pytest.FixtureRequest) -> QSize:
    size: QSize = request.param
    return size


@pytest.fixture
def window(
    qtbot: QtBot,
    document: Document,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: QSize,
) -> MainWindow:
    """A window as it first opens on a screen of a given size."""
    monkeypatch.setattr(main_window, "resize_to_screen", lambda window, *_: window.resize(size))
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    window = MainWindow(document, settings)
    qtbot.addWidget(window, before_close_func=mark_all_saved)
    with qtbot.waitExposed(window):
        window.show()
    for dock in window.docks.values():
        dock.panel()
    QApplication.processEvents()
    return window


def fits(widget: QWidget, size: QSize) -> bool:
    minimum_size = widget.minimumSizeHint().expandedTo(widget.minimumSize())
    return minimum_size.width() <= size.width() and minimum_size.height() <= size.height()


def test_the_window_and_its_panels_fit_in_every_language(
    window: MainWindow, size: QSize, subtests: pytest.Subtests
) -> None:
    for code in languages():
        if code != language():
            choose_language(window, code)
        with subtests.test(code):
            assert window.size() == size
            assert fits(window, size)
            for filter_box in palette_filters(window):
                assert filter_box.full_width() <= filter_box.width(), filter_box.currentText()
            if size == SIZES[0]:
                assert_panel_tabs_are_wide_enough(window)


def palette_filters(window: MainWindow) -> tuple[WideComboBox, ...]:
    panel = window.docks["palette"].panel()
    assert isinstance(panel, PalettePanel)
    return panel.box_filter, panel.nation_filter


def assert_panel_tabs_are_wide_enough(window: MainWindow) -> None:
    bars = [bar for bar in window.findChildren(QTabBar) if bar.parent() is window]
    (bar,) = (bar for bar in bars if bar.isVisible() and bar.count() > 1)
    assert bar.count() == 4
    assert bar.width() >= bar.sizeHint().width()


@pytest.mark.parametrize("size", SIZES[:1], ids=["1024x700"])
def test_the_window_leaves_room_for_the_board(window: MainWindow, size: QSize) -> None:
    assert window.view.viewport().width() >= size.width() * 0.45


def test_a_playtest_fits(window: MainWindow, size: QSize) -> None:
    window.context.playtests.start()
    (playtest,) = window.context.playtests.windows
    assert fits(playtest, size)
    playtest.start_page.start.click()
    QApplication.processEvents()
    assert fits(playtest, size)
    playtest.close()


@pytest.mark.parametrize(
    ("width", "height", "codes"),
    [(800, 600, [code for code in languages() if code != "en"]), (1024, 700, [LONGEST_LANGUAGE])],
)
def test_every_dialog_and_page_fits_on_its_screen(
    tmp_path: Path, width: int, height: int, codes: list[str]
) -> None:
    screen = {"name": "small", "x": 0, "y": 0, "width": width, "height": height, "dpr": 1}
    (tmp_path / "screen.json").write_text(json.dumps({"screens": [screen]}), "utf-8")
    platform = f"offscreen:configfile={tmp_path / 'screen.json'}"
    result = subprocess.run(
        [sys.executable, SCRIPT, tmp_path, *codes],
        env={**os.environ, "QT_QPA_PLATFORM": platform},
        capture_output=True,
        check=True,
        timeout=60 * len(codes),
    )
    lines = result.stdout.decode().splitlines()
    assert len(lines) == 50 * len(codes)
    assert [line for line in lines if not line.endswith(": all within reach")] == []
