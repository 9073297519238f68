"""The search field, the sort order and the filters of the library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QSettings, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QTreeWidgetItem,
    QWidget,
)

from m44core.diagnostics import Severity
from m44core.library.facet_labels import FACET_LABELS
from m44core.library.library_search import FACETS, IN_PART, NO_FINDINGS, ORDERS, WHOLE
from m44core.validation.bga.verdict import Verdict
from m44editor.documents.editor_settings import bool_setting, text_setting
from m44editor.interface_text import tr, tr_in, translated
from m44editor.library.file_descriptions import ORDER_LABELS, value_label
from m44editor.list_widgets import CheckTree

ORDER_SETTING, DESCENDING_SETTING, FILTERS_SETTING = (
    "library/order",
    "library/down",
    "library/filters",
)
_TYPING_PAUSE = 120  # milliseconds after the last key


class SearchBar(QWidget):
    """The row above the grid: search field, sort order, and the button that shows the filters.

    Attributes:
        search: The search field.
        order: The list of sort orders.
        direction_button: Sorts in descending order if checked.
        filters_button: Shows or hides the filters.

    Signals:
        changed: The search or the order has changed.
    """

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.filters_button = QToolButton(self)
        self.filters_button.setText(tr("Filters"))
        self.filters_button.setCheckable(True)
        self.filters_button.setChecked(bool_setting(settings, FILTERS_SETTING, True))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search titles, scenario text and pieces"))
        self.search.setAccessibleName(tr("Search the library"))
        self.search.setClearButtonEnabled(True)
        self.order = QComboBox(self)
        for name in ORDERS:
            self.order.addItem(translated(ORDER_LABELS[name]), name)
        self.order.setCurrentIndex(
            max(0, self.order.findData(text_setting(settings, ORDER_SETTING, "title")))
        )
        self.direction_button = QToolButton(self)
        self.direction_button.setCheckable(True)
        self.direction_button.setChecked(bool_setting(settings, DESCENDING_SETTING, False))
        self._typing_timer = QTimer(self, interval=_TYPING_PAUSE, singleShot=True)
        self._lay_out()
        self._show_direction()
        self._connect()

    @property
    def text(self) -> str:
        """The text to search for."""
        return self.search.text()

    @property
    def sort_order(self) -> str:
        """The name of the sort order."""
        return str(self.order.currentData())

    def clear(self) -> None:
        """Clear the search field without emitting `changed`."""
        with QSignalBlocker(self.search):
            self.search.clear()

    def _lay_out(self) -> None:
        label = QLabel(tr_in("order", "S&ort by"), self)
        label.setBuddy(self.order)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.addWidget(self.filters_button)
        row.addWidget(self.search, 1)
        row.addWidget(label)
        row.addWidget(self.order)
        row.addWidget(self.direction_button)

    def _connect(self) -> None:
        self._typing_timer.timeout.connect(self.changed)
        self.search.textChanged.connect(lambda: self._typing_timer.start())
        self.order.currentIndexChanged.connect(self._store_order)
        self.direction_button.toggled.connect(self._store_order)
        self.filters_button.toggled.connect(lambda on: self._settings.setValue(FILTERS_SETTING, on))

    def _store_order(self) -> None:
        self._settings.setValue(ORDER_SETTING, self.sort_order)
        self._settings.setValue(DESCENDING_SETTING, self.direction_button.isChecked())
        self._show_direction()
        self.changed.emit()

    def _show_direction(self) -> None:
        is_descending = self.direction_button.isChecked()
        self.direction_button.setText("↓" if is_descending else "↑")
        label = tr("Descending") if is_descending else tr("Ascending")
        self.direction_button.setToolTip(label)
        self.direction_button.setAccessibleName(label)


_VALUE_ROLE = Qt.ItemDataRole.UserRole
_EXPANDED_FACETS = ("board", "nation", "findings")  # initially expanded
_ORDERS: Mapping[str, tuple[str, ...]] = {
    "board": ("STANDARD", "BRKTHRU", "OVERLORD"),
    "face": ("COUNTRY", "BEACH", "WINTER", "DESERT"),
    "findings": (*(severity.value for severity in Severity), NO_FINDINGS),
    "arena": tuple(verdict.value for verdict in reversed(Verdict)),
    "plays": (WHOLE, IN_PART),
}


class FilterTree(CheckTree):
    """A tree of filter values; a file must match one checked value of every heading that has some.

    Signals:
        changed: The checked values have changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Filters"))
        self.setHeaderHidden(True)
        self.setColumnCount(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self._headings = {facet: self._heading(facet) for facet in FACETS}
        self._shown_counts: dict[str, dict[str, int]] = {}
        self.itemChanged.connect(self._emit_changed)

    def checked_values(self) -> Mapping[str, frozenset[str]]:
        """Return the checked values by facet; facets without any are left out."""
        checked_values = {
            facet: frozenset(
                str(item.data(0, _VALUE_ROLE))
                for item in _children(heading)
                if item.checkState(0) is Qt.CheckState.Checked
            )
            for facet, heading in self._headings.items()
        }
        return {facet: values for facet, values in checked_values.items() if values}

    def show_counts(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        """Show how many files have each value; unchecked values without files are hidden."""
        with QSignalBlocker(self):
            for facet, heading in self._headings.items():
                current_counts = {
                    value: number for value, number in counts[facet].items() if number
                }
                if current_counts != self._shown_counts.get(facet):
                    self._shown_counts[facet] = current_counts
                    _update_values(heading, facet, current_counts)

    def check(self, facet: str, value: str) -> None:
        """Check a value of a facet, as a click does."""
        for item in _children(self._headings[facet]):
            if item.data(0, _VALUE_ROLE) == value:
                item.setCheckState(0, Qt.CheckState.Checked)

    def uncheck_all(self) -> None:
        """Uncheck all values, and emit `changed`."""
        with QSignalBlocker(self):
            for heading in self._headings.values():
                for item in _children(heading):
                    item.setCheckState(0, Qt.CheckState.Unchecked)
        self.changed.emit()

    def _heading(self, facet: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self, [translated(FACET_LABELS[facet])])
        font = item.font(0)
        font.setBold(True)
        item.setFont(0, font)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        item.setExpanded(facet in _EXPANDED_FACETS)
        return item

    def _emit_changed(self, item: QTreeWidgetItem) -> None:
        if item.parent() is not None:
            self.changed.emit()


def _update_values(heading: QTreeWidgetItem, facet: str, counts: Mapping[str, int]) -> None:
    """Show the values below a heading; check marks and selection stay."""
    items = {str(item.data(0, _VALUE_ROLE)): item for item in _children(heading)}
    for value, item in list(items.items()):
        if value not in counts and item.checkState(0) is Qt.CheckState.Unchecked:
            heading.removeChild(items.pop(value))
    for value in counts:
        if value not in items:
            items[value] = _value_item(facet, value)
            heading.insertChild(_insertion_index(heading, facet, items[value]), items[value])
    for value, item in items.items():
        label, number = value_label(facet, value), counts.get(value, 0)
        item.setText(0, tr_in("facet", "{value} ({number})", value=label, number=number))


def _value_item(facet: str, value: str) -> QTreeWidgetItem:
    item = QTreeWidgetItem([value_label(facet, value)])
    item.setData(0, _VALUE_ROLE, value)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(0, Qt.CheckState.Unchecked)
    return item


def _insertion_index(heading: QTreeWidgetItem, facet: str, new_item: QTreeWidgetItem) -> int:
    """Return the index at which to insert a new value below its heading."""
    key = _sort_key(facet, str(new_item.data(0, _VALUE_ROLE)))
    preceding_items = (
        item
        for item in _children(heading)
        if _sort_key(facet, str(item.data(0, _VALUE_ROLE))) < key
    )
    return sum(1 for _ in preceding_items)


def _sort_key(facet: str, value: str) -> tuple[object, ...]:
    order = _ORDERS.get(facet, ())
    position = order.index(value) if value in order else len(order)
    label = value if facet == "year" else value_label(facet, value)
    return (not value, position, label.casefold())


def _children(heading: QTreeWidgetItem) -> Iterator[QTreeWidgetItem]:
    children = (heading.child(number) for number in range(heading.childCount()))
    yield from (child for child in children if child is not None)
