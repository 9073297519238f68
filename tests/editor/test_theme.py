"""Light, dark and high-contrast themes: drawings are visible in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.editor.contrast import contrast_ratio

from m44core.diagnostics import Severity
from m44core.drawing.shapes.palettes import drawing_palette
from m44core.library.library_search import FACETS
from m44editor.library.library_filters import FilterTree
from m44editor.list_widgets import CheckList, CheckTree
from m44editor.panels.panel_icons import severity_colour
from m44editor.theme import (
    Theme,
    apply_theme,
    art_palette,
    is_high_contrast,
    skip_empty_icon_theme,
    theme_name,
    theme_palette,
)

THEMES = [theme for theme in Theme if theme is not Theme.SYSTEM]
HIGH_CONTRAST_THEMES = [Theme.CONTRAST_LIGHT, Theme.CONTRAST_DARK]
_FRAME_WIDTH = 16  # pixels from the left, in which the frame lies
_Role = QPalette.ColorRole
TEXTS = [
    (_Role.WindowText, _Role.Window),
    (_Role.Text, _Role.Base),
    (_Role.Text, _Role.AlternateBase),
    (_Role.ButtonText, _Role.Button),
    (_Role.ToolTipText, _Role.ToolTipBase),
]
FAINT_TEXTS = [
    (_Role.HighlightedText, _Role.Highlight),
    (_Role.Link, _Role.Base),
    (_Role.PlaceholderText, _Role.Base),
]


@pytest.fixture(autouse=True)
def restored_palette(qapp: QApplication) -> Iterator[None]:
    before = qapp.palette()
    qapp.setStyle("Fusion")
    yield
    qapp.setPalette(before)


@pytest.fixture(params=THEMES)
def theme(qapp: QApplication, request: pytest.FixtureRequest) -> Theme:
    apply_theme(qapp, request.param)
    return Theme(request.param)


@pytest.mark.parametrize("theme", THEMES)
def test_texts_have_the_contrast_required_by_wcag(theme: Theme) -> None:
    """The minimum is 7 to 1 (AAA) for plain text and in high contrast, otherwise 4 to 1."""
    colours = theme_palette(theme)
    for text, ground in TEXTS + FAINT_TEXTS:
        min_contrast = 7.0 if (text, ground) in TEXTS or theme in HIGH_CONTRAST_THEMES else 4.0
        assert contrast_ratio(colours.color(text), colours.color(ground)) >= min_contrast, text


@pytest.mark.parametrize("theme", HIGH_CONTRAST_THEMES)
def test_disabled_text_is_readable_in_high_contrast(theme: Theme) -> None:
    colours, disabled = theme_palette(theme), QPalette.ColorGroup.Disabled
    for text, ground in TEXTS[:2] + TEXTS[3:4]:
        assert (
            contrast_ratio(colours.color(disabled, text), colours.color(disabled, ground)) >= 4.5
        ), text


def test_severities_are_readable_in_lists(theme: Theme) -> None:
    base = QApplication.palette().color(_Role.Base)
    for severity in Severity:
        assert contrast_ratio(severity_colour(severity), base) >= 3.0, severity


def test_text_on_the_frame_of_the_board_is_readable(theme: Theme) -> None:
    min_contrast = 7.0 if theme in HIGH_CONTRAST_THEMES else 4.5
    colours = {name: QColor(colour) for name, colour in art_palette().items()}
    assert contrast_ratio(colours["frame-text"], colours["frame"]) >= min_contrast
    for side in ("edge-axis", "edge-allies"):
        assert contrast_ratio(colours["edge-text"], colours[side]) >= min_contrast, side
    for words in ("piece-label", "piece-hex-name"):
        assert contrast_ratio(colours[words], colours[f"{words}-halo"]) >= min_contrast, words


@pytest.mark.parametrize("theme", HIGH_CONTRAST_THEMES)
def test_lines_on_the_map_are_visible_in_high_contrast(theme: Theme) -> None:
    colours = {name: QColor(colour) for name, colour in drawing_palette(theme).items()}
    for ground in ("grass", "pacific", "winter", "desert", "sand", "ocean"):
        for line in ("grid", "section"):
            assert contrast_ratio(colours[line], colours[ground]) >= 3.0, (line, ground)


def frame_contrast(box: QWidget) -> float:
    """Return the contrast between the left frame of a widget and the background."""
    image = box.grab().toImage()
    ground = QApplication.palette().color(QPalette.ColorRole.Window)
    row = image.height() // 2
    return max(contrast_ratio(image.pixelColor(x, row), ground) for x in range(_FRAME_WIDTH))


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_check_boxes_and_radio_buttons_have_visible_frames(
    qtbot: QtBot, theme: Theme, kind: type[QCheckBox | QRadioButton]
) -> None:
    box = kind("Tick me")
    group = show_in_window(qtbot, box, QGroupBox())
    assert frame_contrast(box) >= 3, theme
    assert group.isVisible()


def row_frame_contrast(view: CheckList | CheckTree, row: QRect) -> float:
    """Return the contrast between the frame of a row's check box and the list."""
    image = view.viewport().grab(row).toImage()
    ground = QApplication.palette().color(QPalette.ColorRole.Base)
    pixels = (image.pixelColor(x, image.height() // 2) for x in range(_FRAME_WIDTH))
    return max(contrast_ratio(pixel, ground) for pixel in pixels)


def check_list() -> tuple[CheckList, QRect]:
    """Return a list with an unchecked check box, and the rectangle of its row."""
    list_widget = CheckList()
    row = QListWidgetItem("Tick me", list_widget)
    row.setCheckState(Qt.CheckState.Unchecked)
    return list_widget, list_widget.visualItemRect(row)


def check_tree() -> tuple[CheckTree, QRect]:
    """Return a tree with an unchecked check box, and the rectangle of its row."""
    tree_widget = CheckTree()
    row = QTreeWidgetItem(tree_widget, ["Tick me"])
    row.setCheckState(0, Qt.CheckState.Unchecked)
    return tree_widget, tree_widget.visualItemRect(row)


def filters() -> tuple[CheckTree, QRect]:
    """Return the filters of the library, and the rectangle of the first value."""
    filter_tree = FilterTree()
    filter_tree.show_counts(
        {facet: {"STANDARD": 1} if facet == "board" else {} for facet in FACETS}
    )
    filter_tree.expandAll()
    heading = filter_tree.topLevelItem(list(FACETS).index("board"))
    assert heading
    value = heading.child(0)
    assert value
    return filter_tree, filter_tree.visualItemRect(value)


@pytest.mark.parametrize("make", [check_list, check_tree, filters])
def test_check_boxes_in_lists_have_a_visible_frame_in_every_theme(
    qtbot: QtBot, qapp: QApplication, make: Callable[[], tuple[CheckList | CheckTree, QRect]]
) -> None:
    view, row = make()
    window = show_in_window(qtbot, view, QWidget())
    for theme in (*THEMES, Theme.LIGHT):
        apply_theme(qapp, theme)
        QApplication.processEvents()
        assert row_frame_contrast(view, row) >= 3, theme
    assert window.isVisible()


@pytest.mark.parametrize("theme", HIGH_CONTRAST_THEMES, indirect=True)
@pytest.mark.parametrize("kind", [QLineEdit, QComboBox, QSpinBox, QPushButton, QTreeWidget])
def test_fields_and_buttons_have_frames_in_high_contrast(
    qtbot: QtBot, qapp: QApplication, theme: Theme, kind: type[QWidget]
) -> None:
    widget = kind()
    window = show_in_window(qtbot, widget, QWidget())
    assert frame_contrast(widget) >= 3, theme
    high_contrast_brush = widget.palette().window()
    apply_theme(qapp, Theme.DARK)
    QApplication.processEvents()
    assert widget.palette().window() != high_contrast_brush, (
        "the widget keeps its high-contrast frame"
    )
    assert window.isVisible()


def test_the_chosen_entry_of_a_drop_down_list_is_readable(qtbot: QtBot, theme: Theme) -> None:
    combo_box = QComboBox()
    combo_box.addItems(["Standard", "Overlord"])
    window = show_in_window(qtbot, combo_box, QWidget())
    combo_box.showPopup()
    view = combo_box.view()
    image = view.viewport().grab(view.visualRect(view.model().index(0, 0))).toImage()
    row = image.height() // 2
    ground = image.pixelColor(image.width() - 8, row)
    pixels = (image.pixelColor(x, row) for x in range(4, image.width() - 8))
    assert max(contrast_ratio(pixel, ground) for pixel in pixels) >= 3, theme
    assert window.isVisible()
    combo_box.hidePopup()


def show_in_window(qtbot: QtBot, widget: QWidget, window: QWidget) -> QWidget:
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(widget)
    window.show()
    window.setFocus()
    return window


def test_the_theme_is_recognized_by_the_window_colors(theme: Theme) -> None:
    assert theme_name() == theme
    assert is_high_contrast() is (theme in HIGH_CONTRAST_THEMES)


@pytest.fixture
def icon_folder(qapp: QApplication, tmp_path: Path) -> Iterator[Path]:
    """The only folder in which Qt looks for icon themes."""
    before = QIcon.themeSearchPaths()
    QIcon.setThemeSearchPaths([str(tmp_path)])
    yield tmp_path
    QIcon.setThemeSearchPaths(before)
    QIcon.setThemeName("")


@pytest.mark.parametrize(("theme", "is_searched"), [("hicolor", False), ("Adwaita", True)])
def test_icons_are_looked_for_only_if_the_desktop_has_a_theme(
    icon_folder: Path, theme: str, is_searched: bool
) -> None:
    QIcon.setThemeName(theme)
    skip_empty_icon_theme()
    assert (str(icon_folder) in QIcon.themeSearchPaths()) is is_searched
