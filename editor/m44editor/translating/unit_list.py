"""The table of translation units: state, text, source and translation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from m44core.diagnostics import Severity
from m44core.messages.message import Message, message, message_in
from m44core.translate.text_record import TranslationState
from m44core.translate.translation_units import LABELS, TranslationUnit
from m44editor.interface_text import translated
from m44editor.list_widgets import fill_behind_scroll_bars
from m44editor.panels.panel_icons import safe_icon, severity_icon, todo_icon
from m44editor.panels.texts_panel import FIELDS

STATE_LABELS = {
    TranslationState.NEW: message_in("translation", "New"),
    TranslationState.DRAFT: message_in("translation", "Draft"),
    TranslationState.STALE: message_in("translation", "Outdated"),
    TranslationState.DONE: message_in("translation", "Done"),
}
"""The names of the states of a translation."""

LIST_FILTERS: Mapping[str, Message] = {
    "all": message("All text"),
    TranslationState.NEW: message("Not translated"),
    TranslationState.DRAFT: message("Drafts"),
    TranslationState.STALE: message("Outdated"),
    "found": message("With problems"),
}
"""The filters of the list of units, by key."""

_LABELS = {field.key: field.label for field in FIELDS} | {LABELS: message("Label")}
_HEADINGS = (message("State"), message("Text"), message("Source"), message("Translation"))
_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


def field_label(unit: TranslationUnit) -> Message:
    """Return the label of a unit's text, with the number of its paragraph if there are several."""
    label = _LABELS[unit.field]
    if unit.total < 2 or not unit.number:
        return label
    return message("{field} {number}", field=label, number=unit.number)


def state_label(unit: TranslationUnit) -> Message:
    """Return the name of a unit's state; the translation of a label is optional."""
    if unit.field == LABELS and unit.state is TranslationState.NEW:
        return message_in("translation", "Optional")
    return STATE_LABELS[unit.state]


def state_icon(state: TranslationState) -> QIcon:
    """Return the icon of a state: check mark, triangle, square or ring, distinct without color."""
    match state:
        case TranslationState.DONE:
            return safe_icon()
        case TranslationState.STALE:
            return severity_icon(Severity.WARNING)
        case TranslationState.DRAFT:
            return severity_icon(Severity.INFO)
        case _:
            return todo_icon()


class UnitModel(QAbstractTableModel):
    """The table model of the units."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.units: Sequence[TranslationUnit] = ()

    def show_units(self, units: Sequence[TranslationUnit]) -> None:
        """Show units; if they have the same keys as before, update them in place."""
        if [unit.key for unit in units] == [unit.key for unit in self.units]:
            self.units = units
            if units:
                self.dataChanged.emit(self.index(0, 0), self.index(len(units) - 1, 3))
            return
        self.beginResetModel()
        self.units = units
        self.endResetModel()

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        """Return the number of units."""
        return 0 if parent.isValid() else len(self.units)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(_HEADINGS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the heading of a column; None for other roles."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return translated(_HEADINGS[section])
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text, icon or tooltip of a cell; None for other roles."""
        unit = self.units[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            state, field = translated(state_label(unit)), translated(field_label(unit))
            return (state, field, _single_line(unit.source), _single_line(unit.target))[
                index.column()
            ]
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return state_icon(unit.state)
        if role == Qt.ItemDataRole.ToolTipRole:
            return unit.source
        return None


class UnitList(QTableView):
    """The table of units, one of which is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        fill_behind_scroll_bars(self)
        self.unit_model = UnitModel(self)
        self.setModel(self.unit_model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        modes = QHeaderView.ResizeMode
        for column, mode in enumerate(
            (modes.ResizeToContents, modes.ResizeToContents, modes.Stretch, modes.Stretch)
        ):
            header.setSectionResizeMode(column, mode)

    def filter_rows(self, accepts: Callable[[TranslationUnit], bool]) -> None:
        """Hide the units that *accepts* rejects, except the selected one."""
        for row, unit in enumerate(self.unit_model.units):
            self.setRowHidden(row, row != self.current_row and not accepts(unit))

    @property
    def current_row(self) -> int:
        """The selected row; -1 if there is none."""
        return self.currentIndex().row()

    def select_unit(self, row: int) -> None:
        """Select a row and scroll to it."""
        index = self.unit_model.index(row, 0)
        self.setCurrentIndex(index)
        self.scrollTo(index)


def _single_line(text: str) -> str:
    return " ¶ ".join(part for part in text.split("\n") if part.strip())[:400]
