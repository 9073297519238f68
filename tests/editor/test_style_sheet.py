"""What the style sheet draws: room for arrows, even margins, and the edges of lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QTableView,
    QToolButton,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.editor.contrast import contrast_ratio

from m44core.diagnostics import Severity
from m44editor.panels.panel_icons import severity_icon, todo_icon
from m44editor.theme import Theme, apply_theme, theme_colour
from m44editor.theme_tokens import Space

_BORDER = 2  # pixels
_INK_CONTRAST = 1.3


@pytest.fixture(autouse=True, params=[Theme.LIGHT, Theme.DARK])
def theme(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Theme]:
    before, sheet_before = qapp.palette(), qapp.styleSheet()
    qapp.setStyle("Fusion")
    apply_theme(qapp, request.param)
    yield Theme(request.param)
    qapp.setStyleSheet(sheet_before)
    qapp.setPalette(before)


def ink_columns(image: QImage) -> list[int]:
    """Return the columns inside the border of a button where anything is drawn."""
    middle = range(image.height() // 4, 3 * image.height() // 4)
    ground = image.pixelColor(_BORDER, image.height() // 2)
    return [
        x
        for x in range(_BORDER, image.width() - _BORDER)
        if any(contrast_ratio(image.pixelColor(x, y), ground) > _INK_CONTRAST for y in middle)
    ]


def test_the_arrow_of_a_menu_button_is_clear_of_its_text(qtbot: QtBot) -> None:
    button = QPushButton("More")
    qtbot.addWidget(button)
    button.setMenu(QMenu(button))
    button.setProperty("menuButton", True)
    button.resize(button.sizeHint())
    columns = ink_columns(button.grab().toImage())
    *_, gap_before_arrow = (
        after - before for before, after in pairwise(columns) if after > before + 1
    )
    assert gap_before_arrow > Space.TIGHT


def test_a_chip_has_about_the_same_space_on_both_sides(qtbot: QtBot) -> None:
    chip = QToolButton()
    qtbot.addWidget(chip)
    chip.setProperty("chip", True)
    chip.setIcon(severity_icon(Severity.INFO))
    chip.setText("5 notes")
    chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    chip.resize(chip.sizeHint())
    columns = ink_columns(chip.grab().toImage())
    left, right = columns[0], chip.width() - 1 - columns[-1]
    assert abs(left - right) <= Space.TIGHT
    assert min(left, right) >= Space.TIGHT


@pytest.mark.parametrize("kind", [QListWidget, QTreeWidget, QTableView])
def test_lists_have_the_edge_of_fields(qtbot: QtBot, kind: type[QWidget]) -> None:
    window, view = QWidget(), kind()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(view)
    window.show()
    image = view.grab().toImage()
    edge = max(
        contrast_ratio(image.pixelColor(x, image.height() // 2), theme_colour("window"))
        for x in range(3)
    )
    assert edge >= 3.0


@pytest.mark.parametrize("make", [todo_icon, lambda: severity_icon(Severity.INFO)])
def test_icons_are_visible_on_selected_rows(make: object) -> None:
    assert callable(make)
    icon: QIcon = make()
    image = icon.pixmap(QSize(16, 16), 1.0, QIcon.Mode.Selected).toImage()
    ground = theme_colour("accent")
    opaque = [
        image.pixelColor(x, y)
        for x in range(16)
        for y in range(16)
        if image.pixelColor(x, y).alpha() > 200
    ]
    assert max(contrast_ratio(colour, ground) for colour in opaque[:8]) >= 3.0


def test_the_arrow_of_a_list_box_takes_little_from_its_text(qtbot: QtBot) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItem("a")
    box.resize(170, box.sizeHint().height())
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    text_area = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox,
        option,
        QStyle.SubControl.SC_ComboBoxEditField,
        box,
    )
    assert box.width() - text_area.right() < Space.WIDE + Space.TIGHT


def test_plain_text_does_not_look_like_a_field_until_it_has_the_focus(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    text, other = QPlainTextEdit("Nothing is missing."), QPushButton("other")
    text.setProperty("plain", True)
    column.addWidget(text)
    column.addWidget(other)
    with qtbot.waitActive(window):
        window.show()
    for focused in (other, text):
        focused.setFocus()
        QApplication.processEvents()
        edge = text.grab().toImage().pixelColor(0, text.height() // 2)
        assert (edge == theme_colour("focus")) is (focused is text)
    other.setFocus()
    place = text.mapTo(window, QPoint(text.width() // 2, text.height() - 4))
    assert window.grab().toImage().pixelColor(place) == theme_colour("window")


@pytest.mark.parametrize("height", [50, 300])
def test_a_scroll_bar_has_a_handle_only_if_there_is_something_to_scroll(
    qtbot: QtBot, height: int
) -> None:
    area, content = QScrollArea(), QWidget()
    qtbot.addWidget(area)
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    area.setWidget(content)
    area.resize(200, 200)
    content.resize(50, height)
    area.show()
    has_handle = bool(ink_columns(area.verticalScrollBar().grab().toImage()))
    assert has_handle == (height > area.height())
