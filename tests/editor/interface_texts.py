"""All visible and spoken text of a window, and whether it fits.

Tests show the windows in the pseudo-language, in which every translated text has accents; text in
plain letters was not translated. ``untranslated_texts(widget)`` and ``texts_cut_off(widget)`` list
the faults, so that a test is ``assert not untranslated_texts(window)``. The fixture
``pseudo_language`` of ``tests/editor/conftest.py`` sets that language.
:func:`run_at_twice_the_size` runs a test module again on a screen of twice the resolution.
"""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStatusBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from m44core.messages.languages import languages

_ROLES = {
    Qt.ItemDataRole.DisplayRole: "",
    Qt.ItemDataRole.ToolTipRole: " tool tip",
    Qt.ItemDataRole.StatusTipRole: " status tip",
    Qt.ItemDataRole.AccessibleTextRole: " accessible text",
    Qt.ItemDataRole.AccessibleDescriptionRole: " accessible description",
}
_TAG = re.compile(r"<(style|head)\b.*?</\1>|<[^<>]*>", re.DOTALL | re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z'\u2019]+")  # one letter alone may be a hex's column, or a key
_PLACE = re.compile(r"\b[A-Z]{1,2}\d{1,2}\b|\b[MF]\d{1,3}\b|#[0-9a-f]{6}\b|\b[Rr]\d\b")
_NAMES = ("M44 Workshop", "Memoir '44", "Board Game Arena", "qt_spinbox_lineedit")
_SLACK = 1  # pixels


class InterfaceText(NamedTuple):
    """A visible or spoken text, and its location."""

    location: str
    text: str


# Texts


def texts_of_interface(widget: QWidget) -> Iterator[InterfaceText]:
    """Yield every text of a widget and its children, including menus."""
    for part in (widget, *widget.findChildren(QWidget)):
        location = _location(part)
        for kind, text in (*_texts_of_widget(part), *_own_texts(part)):
            if text:
                yield InterfaceText(f"{location}{kind}", text)
        for action in _actions(part):
            for kind, text in _texts_of_action(action):
                if text:
                    yield InterfaceText(f"{location}, {action.objectName() or 'entry'}{kind}", text)


def untranslated_texts(widget: QWidget, *allowed_words: str) -> list[InterfaceText]:
    """Return the texts of a widget that contain untranslated words.

    Args:
        widget: The widget to inspect, shown in the pseudo-language.
        allowed_words: Words that need no translation, such as names of files and battles.
    """
    names = (*allowed_words, *_NAMES, *(language.name for language in languages().values()))
    return sorted(
        {seen for seen in texts_of_interface(widget) if _has_untranslated_words(seen.text, names)}
    )


@lru_cache(4096)
def _has_untranslated_words(text: str, names: tuple[str, ...]) -> bool:
    text = text.replace("\u200b", "")  # where a line may end in a box
    for name in _longest_first(names):
        text = text.replace(name, " ")
    if _TAG.search(text):
        text = html.unescape(_TAG.sub(" ", text))
    return _PLAIN.search(_PLACE.sub(" ", text)) is not None


@lru_cache(16)
def _longest_first(names: tuple[str, ...]) -> list[str]:
    """Return the names, longest first, each followed by its HTML form if that differs."""
    sorted_names = sorted(names, key=len, reverse=True)
    return [form for name in sorted_names for form in dict.fromkeys((name, html.escape(name)))]


def _location(widget: QWidget) -> str:
    path: list[str] = []
    ancestor: QWidget | None = widget
    while ancestor is not None and len(path) < 3:
        path.append(f"{type(ancestor).__name__} {ancestor.objectName()}".strip())
        if ancestor.isWindow():
            break
        ancestor = ancestor.parentWidget()
    return " in ".join(path)


def _texts_of_widget(widget: QWidget) -> Iterator[tuple[str, str]]:
    if widget.isWindow() or isinstance(widget, QDockWidget):
        yield " title", widget.windowTitle().replace("[*]", "")
    yield " tool tip", widget.toolTip()
    yield " status tip", widget.statusTip()
    yield " help", widget.whatsThis()
    yield " accessible name", widget.accessibleName()
    yield " accessible description", widget.accessibleDescription()


def _own_texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    match widget:
        case QLabel() | QAbstractButton():
            yield "", widget.text()
        case QLineEdit():
            yield " placeholder", widget.placeholderText()
            yield "", widget.text() if widget.isReadOnly() else ""
        case QTextEdit() | QPlainTextEdit():
            yield " placeholder", widget.placeholderText()
            yield "", widget.toPlainText() if widget.isReadOnly() else ""
        case QSpinBox():
            yield " for nothing", widget.specialValueText()
            yield " before", widget.prefix()
            yield " after", widget.suffix()
        case QGroupBox() | QMenu():
            yield "", widget.title()
        case QTabBar():
            yield from _texts_of_tabs(widget)
        case QStatusBar():
            yield "", widget.currentMessage()
        case QComboBox():
            yield from _texts_of_model(widget.model(), QModelIndex())
        case QAbstractItemView() if not isinstance(widget, QHeaderView):
            yield from _texts_of_model(widget.model(), QModelIndex())


def _texts_of_tabs(bar: QTabBar) -> Iterator[tuple[str, str]]:
    for tab in range(bar.count()):
        yield f" tab {tab}", bar.tabText(tab)
        yield f" tab {tab} tool tip", bar.tabToolTip(tab)
        yield f" tab {tab} accessible name", bar.accessibleTabName(tab)


def _texts_of_model(
    model: QAbstractItemModel | None, parent: QModelIndex
) -> Iterator[tuple[str, str]]:
    if model is None:
        return
    is_list = isinstance(model, QAbstractListModel)
    for column in range(1 if is_list else model.columnCount(parent)):
        if not parent.isValid():
            heading = model.headerData(column, Qt.Orientation.Horizontal)
            yield f" heading {column}", "" if isinstance(heading, int) else str(heading or "")
        for row in range(model.rowCount(parent)):
            index = model.index(row, column, parent)
            for role, kind in _ROLES.items():
                text = model.data(index, role)
                yield f" row {row}{kind}", text if isinstance(text, str) else ""
            if column == 0 and not is_list:
                yield from _texts_of_model(model, index)


def _actions(widget: QWidget) -> Iterator[QAction]:
    if isinstance(widget, QMenu):
        widget.aboutToShow.emit()  # some are filled when they are opened
    for action in widget.actions():
        if not action.isSeparator():
            yield action


def _texts_of_action(action: QAction) -> Iterator[tuple[str, str]]:
    yield "", action.text()
    yield " tool tip", action.toolTip()
    yield " status tip", action.statusTip()
    yield " help", action.whatsThis()


# Whether they fit


def texts_cut_off(widget: QWidget) -> list[str]:
    """Return a line for each visible text that does not fit, inside a window on the screen.

    A text that can be elided or scrolled fits: its widget ignores its size hint, or lies in a
    scroll area.
    """
    QApplication.processEvents()
    parts = [part for part in (widget, *widget.findChildren(QWidget)) if _is_reachable(part)]
    return [f"{_location(part)}: {reason}" for part in parts for reason in _missing_space(part)]


def _is_reachable(part: QWidget) -> bool:
    """Return whether a widget can be seen or scrolled to; docks behind a tab count as visible."""
    ancestor: QWidget | None = part
    while ancestor is not None and not isinstance(ancestor, QDockWidget):
        ancestor = ancestor.parentWidget()
    return part.isVisible() and (ancestor is None or not ancestor.visibleRegion().isEmpty())


def _missing_space(part: QWidget) -> Iterator[str]:
    match part:
        case QLabel() if part.wordWrap():
            yield from _labels_too_low(part)
        case QLabel() | QAbstractButton() | QAbstractSpinBox() if part.text():
            yield from _widgets_too_small(part, part.text())
        case QComboBox():
            yield from _widgets_too_narrow(part, part.currentText(), part.sizeHint().width())
        case QGroupBox():
            yield from _widgets_too_narrow(part, part.title(), part.minimumSizeHint().width())
        case QMenuBar():
            yield from _entries_cut_off(part)
        case QTabBar():
            yield from _tabs_cut_off(part)
    if _text_of(part) and not _is_inside_ancestors(part):
        yield f"{_text_of(part)!r} extends beyond its container"


def _text_of(part: QWidget) -> str:
    return part.text() if isinstance(part, QLabel | QAbstractButton) else ""


def _labels_too_low(label: QLabel) -> Iterator[str]:
    needed_height = label.heightForWidth(label.width())
    if label.text() and needed_height > label.height() + _SLACK:
        yield f"{label.text()!r} has {label.height()} of {needed_height} in height"


def _widgets_too_small(part: QWidget, text: str) -> Iterator[str]:
    size_hint = part.sizeHint()
    yield from _widgets_too_narrow(part, text, size_hint.width())
    if isinstance(part, QPushButton | QLabel) and size_hint.height() > part.height() + _SLACK:
        yield f"{text!r} has {part.height()} of {size_hint.height()} in height"


def _widgets_too_narrow(part: QWidget, text: str, needed_width: int) -> Iterator[str]:
    ignores_hint = part.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored
    if not ignores_hint and needed_width > part.width() + _SLACK:
        yield f"{text!r} has {part.width()} of {needed_width}"


def _entries_cut_off(bar: QMenuBar) -> Iterator[str]:
    for action in bar.actions():
        if not bar.rect().contains(bar.actionGeometry(action)):
            yield f"{action.text()!r} is not in the menu bar"


def _tabs_cut_off(bar: QTabBar) -> Iterator[str]:
    """Yield the tabs whose text does not fit and is not repeated in a tooltip."""
    for tab in range(bar.count()):
        text = bar.tabText(tab).replace("&", "")
        width = bar.tabRect(tab).width()
        is_elided = bar.elideMode() != Qt.TextElideMode.ElideNone and bar.tabToolTip(tab)
        if bar.fontMetrics().horizontalAdvance(text) > width and not is_elided:
            yield f"tab {text!r} has {width}"


def _is_inside_ancestors(part: QWidget) -> bool:
    """Return whether a widget lies inside all its ancestors, up to a scroll area or a window."""
    area, ancestor = part.rect(), part
    while not ancestor.isWindow() and (parent := ancestor.parentWidget()) is not None:
        area = QRect(ancestor.mapToParent(QPoint(area.x(), area.y())), area.size())
        if isinstance(parent.parentWidget(), QAbstractScrollArea):
            return True
        if not parent.rect().adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK).contains(area):
            return False
        ancestor = parent
    return True


def run_at_twice_the_size(module: str, *arguments: str) -> str:
    """Run the tests of a module at twice the resolution; return the output if any fail, else "".

    Args:
        module: The file of the module.
        arguments: More arguments for pytest, such as the tests to run.
    """
    root = Path(__file__).parents[2]
    environment = {**os.environ, "QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xvfb", "-p", "no:cacheprovider"]
    result = subprocess.run(
        [*command, *arguments, module],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if result.returncode == 0 else result.stdout[-4000:] + result.stderr[-1000:]
