"""The tokens of the themes: readable text, visible edges, and no colors anywhere else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.editor.contrast import contrast_ratio

import m44editor
from m44editor.documents.editor_settings import enum_setting
from m44editor.list_widgets import CheckTree, fill_behind_scroll_bars
from m44editor.style_sheet import style_sheet
from m44editor.theme import Theme, apply_theme, theme_colour
from m44editor.theme_tokens import COLOURS, CardColour, ColourName, MarkColour, ThemeColours

TEXTS: list[tuple[ColourName, tuple[ColourName, ...]]] = [
    ("text", ("window", "field", "stripe", "button", "button_hover", "button_pressed", "checked")),
    ("hint", ("window", "field", "stripe")),
    ("link", ("window", "field")),
    ("accent_2", ("window", "field")),
    ("on_accent", ("accent", "accent_hover")),
    ("tip_text", ("tip",)),
    ("removed_text", ("removed",)),
    ("added_text", ("added",)),
]
EDGES: list[tuple[ColourName, tuple[ColourName, ...]]] = [
    ("edge", ("window", "field")),
    ("focus", ("window", "field")),
    ("error", ("field",)),
    ("warning", ("field",)),
    ("info", ("field",)),
    ("safe", ("field",)),
]
FIELDS = [QLineEdit, QComboBox, QSpinBox, QPlainTextEdit, QPushButton]
WITH_STYLE_SHEET = [Theme.LIGHT, Theme.DARK]
HIGH_CONTRAST = [Theme.CONTRAST_LIGHT, Theme.CONTRAST_DARK]
_COLOUR_LITERAL = re.compile(
    r"[\"']#[0-9a-fA-F]{6,8}\b|QColor\(\d|\b(?:color|background|border)[-\w]*:\s*#|"
    r"GlobalColor\.(?!transparent|color)"
)


@pytest.fixture(autouse=True)
def restored_theme(qapp: QApplication) -> Iterator[None]:
    before, sheet_before = qapp.palette(), qapp.styleSheet()
    qapp.setStyle("Fusion")
    yield
    qapp.setStyleSheet(sheet_before)
    qapp.setPalette(before)


@pytest.mark.parametrize("theme", COLOURS)
def test_every_text_is_readable_on_its_surfaces(theme: str, subtests: pytest.Subtests) -> None:
    for text, grounds in TEXTS:
        for ground in grounds:
            with subtests.test(text=text, ground=ground):
                assert ratio(COLOURS[theme], text, ground) >= 4.5


@pytest.mark.parametrize("theme", COLOURS)
def test_every_edge_is_visible_on_its_surfaces(theme: str, subtests: pytest.Subtests) -> None:
    for edge, grounds in EDGES:
        for ground in grounds:
            with subtests.test(edge=edge, ground=ground):
                assert ratio(COLOURS[theme], edge, ground) >= 3.0


def ratio(colours: ThemeColours, one: ColourName, other: ColourName) -> float:
    """Return the contrast of two colors of a theme."""
    return contrast_ratio(QColor(colours[one]), QColor(colours[other]))


def test_all_themes_have_the_same_colors() -> None:
    assert len({frozenset(colours) for colours in COLOURS.values()}) == 1


def test_every_token_is_a_color() -> None:
    values = [*vars(MarkColour).values(), *vars(CardColour).values()]
    colors = [each for each in values if isinstance(each, str) and each.startswith("#")]
    assert len(colors) > 30
    assert all(QColor(each).isValid() for each in colors)


def test_no_module_but_the_tokens_writes_a_color() -> None:
    folder = Path(m44editor.__file__).parent
    modules = [path for path in folder.rglob("*.py") if path.name != "theme_tokens.py"]
    assert len(modules) > 200
    assert [
        f"{path.relative_to(folder)}: {match[0]}"
        for path in modules
        for match in _COLOUR_LITERAL.finditer(path.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize("theme", WITH_STYLE_SHEET)
@pytest.mark.parametrize("kind", FIELDS)
def test_fields_have_an_edge_on_screen(
    qtbot: QtBot, qapp: QApplication, theme: Theme, kind: type[QWidget]
) -> None:
    apply_theme(qapp, theme)
    window, field = QWidget(), kind()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(field)
    window.resize(200, 80)
    window.show()
    window.setFocus()
    image = field.grab().toImage()
    edge = max(
        contrast_ratio(image.pixelColor(x, image.height() // 2), theme_colour("window"))
        for x in range(3)
    )
    assert edge >= 3.0


def test_a_change_of_theme_changes_open_windows(qtbot: QtBot, qapp: QApplication) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    for theme in (Theme.DARK, Theme.CONTRAST_DARK, Theme.LIGHT):
        apply_theme(qapp, theme)
        field.show()
        QApplication.processEvents()
        middle = field.grab().toImage().pixelColor(field.width() // 2, field.height() // 2)
        assert middle == theme_colour("field"), theme


@pytest.mark.parametrize("theme", HIGH_CONTRAST)
@pytest.mark.parametrize("is_flat", [False, True])
def test_a_checked_button_has_a_thick_edge_in_high_contrast(
    qtbot: QtBot, qapp: QApplication, theme: Theme, is_flat: bool
) -> None:
    apply_theme(qapp, theme)
    window = QWidget()
    qtbot.addWidget(window)
    button = QToolButton(window)
    button.setText("Allies")
    button.setCheckable(True)
    button.setAutoRaise(is_flat)
    window.show()
    size_when_off = button.sizeHint()
    button.setChecked(True)
    assert set(edge_colours(button)) == {theme_colour("text").name()}
    assert button.sizeHint() == size_when_off


def edge_colours(button: QToolButton) -> Iterator[str]:
    """Yield the colors of two pixels of each side of a button."""
    button.adjustSize()
    picture = button.grab().toImage()
    right, middle = picture.width() - 1, picture.height() // 2
    for x in (0, 1, right - 1, right):
        yield picture.pixelColor(x, middle).name()


@pytest.mark.parametrize("theme", HIGH_CONTRAST)
def test_high_contrast_themes_style_only_checked_states_and_corners(theme: Theme) -> None:
    selectors = re.findall(r"^(\w[^{]*) \{", style_sheet(theme), re.M)
    assert selectors
    assert all(":checked" in each or "::corner" in each for each in selectors)


@pytest.mark.parametrize("theme", list(COLOURS))
def test_the_corner_between_scroll_bars_is_part_of_a_list_of_check_boxes(
    qtbot: QtBot, qapp: QApplication, theme: str
) -> None:
    apply_theme(qapp, Theme(theme))
    tree = CheckTree()
    qtbot.addWidget(tree)
    for policy in (tree.setVerticalScrollBarPolicy, tree.setHorizontalScrollBarPolicy):
        policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    tree.resize(200, 150)
    with qtbot.waitExposed(tree):
        tree.show()
    corner = tree.grab().toImage().pixelColor(200 - 6, 150 - 6)
    assert corner == theme_colour("field")


@pytest.mark.parametrize("theme", WITH_STYLE_SHEET)
def test_only_dialogs_fill_the_default_button_and_only_while_it_is_enabled(
    qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    """On a page, every button that Enter presses becomes the default button with the focus."""
    apply_theme(qapp, theme)
    grounds: list[tuple[QWidget, bool, ColourName]] = [
        (QDialog(), True, "accent"),
        (QDialog(), False, "window"),
        (QWidget(), True, "button"),
    ]
    for window, is_enabled, ground in grounds:
        qtbot.addWidget(window)
        button = QPushButton(window)
        button.setDefault(True)
        button.setEnabled(is_enabled)
        button.setGeometry(0, 0, 60, 30)
        button.clearFocus()
        assert button.grab().toImage().pixelColor(30, 15) == theme_colour(ground), window


def test_slim_progress_bars_have_no_text(qtbot: QtBot, qapp: QApplication) -> None:
    for theme, has_text in ((Theme.DARK, False), (Theme.CONTRAST_DARK, True), (Theme.LIGHT, False)):
        apply_theme(qapp, theme)
        bar = QProgressBar()
        qtbot.addWidget(bar)
        bar.setValue(50)
        bar.show()
        assert bar.isTextVisible() is has_text, theme
        assert (bar.height() < bar.fontMetrics().height()) is not has_text, theme


@pytest.mark.parametrize("theme", WITH_STYLE_SHEET)
def test_the_default_button_is_filled_and_a_checked_button_is_tinted(
    qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    apply_theme(qapp, theme)
    window = QDialog()
    qtbot.addWidget(window)
    grounds = {}
    for name in ("default", "on", "plain"):
        button = QPushButton(window)
        button.setCheckable(name == "on")
        button.setChecked(name == "on")
        button.setDefault(name == "default")
        button.setGeometry(0, 0, 60, 30)
        button.show()
        button.clearFocus()
        grounds[name] = button.grab().toImage().pixelColor(30, 15)
    assert grounds["default"] == theme_colour("accent")
    assert grounds["on"] == theme_colour("checked")
    assert grounds["plain"] == theme_colour("button")


@pytest.mark.parametrize("theme", WITH_STYLE_SHEET)
def test_the_scroll_bars_of_a_list_are_part_of_it(
    qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    apply_theme(qapp, theme)
    listing = QListWidget()
    fill_behind_scroll_bars(listing)
    qtbot.addWidget(listing)
    listing.addItems(["a"] * 50)
    listing.resize(200, 150)
    with qtbot.waitExposed(listing):
        listing.show()
    picture = listing.grab().toImage()
    assert picture.pixelColor(picture.width() - 6, picture.height() - 30) == theme_colour("field")


_CLOSE_A_WINDOW_BETWEEN_THEMES = """
import gc
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMainWindow
from m44editor.theme import Theme, apply_theme

app = QApplication([])
apply_theme(app, Theme.LIGHT)
for _ in range(3):
    window = QMainWindow()
    docks = [QDockWidget(name, window) for name in "abcd"]
    for dock in docks:
        dock.setWidget(QLabel("panel"))
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    for dock in docks[1:]:
        window.tabifyDockWidget(docks[0], dock)
    window.show()
    for theme in (Theme.CONTRAST_DARK, Theme.LIGHT):
        apply_theme(app, theme)
        app.processEvents()
    window.deleteLater()
    del window, docks, dock
    QTest.qWait(20)
    gc.collect()
    for theme in (Theme.DARK, Theme.LIGHT):
        apply_theme(app, theme)
"""


def test_the_theme_can_change_after_a_window_is_closed() -> None:
    """Freed memory is overwritten, so that using a deleted dock crashes every time."""
    environment = {**os.environ, "MALLOC_PERTURB_": "165", "QT_QPA_PLATFORM": "offscreen"}
    command = (sys.executable, "-c", _CLOSE_A_WINDOW_BETWEEN_THEMES)
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("stored_theme", ["neon", "", 7, ["dark"], None, "DARK"])
def test_a_damaged_theme_setting_means_the_theme_of_the_desktop(
    qapp: QApplication, tmp_path: Path, stored_theme: object
) -> None:
    settings = QSettings(str(tmp_path / "settings.conf"), QSettings.Format.IniFormat)
    settings.setValue("theme", stored_theme)
    theme = enum_setting(settings, "theme", Theme.SYSTEM)
    assert theme is Theme.SYSTEM
    apply_theme(qapp, theme)
