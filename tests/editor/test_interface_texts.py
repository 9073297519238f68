"""The search for visible text, which other tests rely on to find every text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.editor.interface_texts import texts_cut_off, untranslated_texts

from m44editor.interface_text import tr


def combo_box_with_item(text: str) -> QWidget:
    box = QComboBox()
    box.addItem(text)
    return box


def widget_with_item(text: str, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> QWidget:
    box = QListWidget()
    box.addItem("1")
    box.item(0).setData(role, text)
    return box


def tree_with_child(text: str) -> QWidget:
    box = QTreeWidget()
    box.setHeaderLabels(["1"])
    top = QTreeWidgetItem(["1"])
    top.addChild(QTreeWidgetItem([text]))
    box.addTopLevelItem(top)
    return box


def widget_with_header(text: str) -> QWidget:
    box = QTreeWidget()
    box.setHeaderLabels([text])
    return box


def widget_with_tab(text: str) -> QWidget:
    box = QTabWidget()
    box.addTab(QWidget(), text)
    return box


def spin_box_with_suffix(text: str) -> QWidget:
    box = QSpinBox()
    box.setSuffix(text)
    return box


def field_with_placeholder(text: str) -> QWidget:
    box = QLineEdit("the user's own words")
    box.setPlaceholderText(text)
    return box


def read_only_text_field(text: str) -> QWidget:
    box = QPlainTextEdit(text)
    box.setReadOnly(True)
    return box


def widget_with_name(text: str) -> QWidget:
    box = QWidget()
    box.setAccessibleName(text)
    return box


def menu_filled_when_opened(text: str) -> QWidget:
    """Return a menu that gets an entry with *text* when it is opened."""
    menu = QMenu()
    menu.aboutToShow.connect(lambda: menu.addAction(text))
    return menu


def widget_with_status_tip(text: str) -> QWidget:
    holder = QWidget()
    action = QAction("1", holder)
    action.setStatusTip(text)
    holder.addAction(action)
    return holder


MAKERS: list[Callable[[str], QWidget]] = [
    *(
        QLabel,
        QPushButton,
        QGroupBox,
        combo_box_with_item,
        widget_with_item,
        tree_with_child,
        widget_with_header,
        widget_with_tab,
        spin_box_with_suffix,
        field_with_placeholder,
        read_only_text_field,
        widget_with_name,
    ),
    *(
        menu_filled_when_opened,
        widget_with_status_tip,
        lambda text: widget_with_item(text, Qt.ItemDataRole.ToolTipRole),
    ),
]


@pytest.mark.parametrize("make", MAKERS)
def test_only_untranslated_words_are_found(
    make: Callable[[str], QWidget], pseudo_language: None, qtbot: QtBot
) -> None:
    for text, is_found in (("Obstacles", True), (tr("Obstacles"), False), ("A5, 12", False)):
        widget = make(text)
        qtbot.addWidget(widget)
        assert bool(untranslated_texts(widget)) is is_found, text


def test_an_untranslated_value_in_a_sentence_is_found(pseudo_language: None, qtbot: QtBot) -> None:
    label = QLabel(tr("There is a {thing}", thing="bunker"))
    qtbot.addWidget(label)
    assert untranslated_texts(label)
    assert not untranslated_texts(label, "bunker")


def test_markup_is_ignored(pseudo_language: None, qtbot: QtBot) -> None:
    label = QLabel(f"<h3 class='wide'>{tr('Obstacles')}</h3>&nbsp;")
    qtbot.addWidget(label)
    assert not untranslated_texts(label)


def test_texts_of_qt_are_in_the_pseudo_language_too(pseudo_language: None, qtbot: QtBot) -> None:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(buttons)
    assert not untranslated_texts(buttons)


def show_with_width(part: QWidget, qtbot: QtBot, width: int) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(part)
    part.setFixedWidth(width)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.mark.parametrize("make", [QLabel, QPushButton, QCheckBox, QGroupBox, combo_box_with_item])
def test_clipped_texts_are_found(make: Callable[[str], QWidget], qtbot: QtBot) -> None:
    assert texts_cut_off(show_with_width(make("a text of some length"), qtbot, 40))
    assert not texts_cut_off(show_with_width(make("a text of some length"), qtbot, 300))


def test_a_wrapped_text_that_is_too_high_is_found(qtbot: QtBot) -> None:
    label = QLabel("a text of some length " * 9)
    label.setWordWrap(True)
    label.setFixedHeight(20)
    assert texts_cut_off(show_with_width(label, qtbot, 80))


def test_widgets_beyond_their_parent_are_found(qtbot: QtBot) -> None:
    holder = QWidget()
    label = QLabel("a text", holder)
    label.move(60, 0)
    assert texts_cut_off(show_with_width(holder, qtbot, 80))
