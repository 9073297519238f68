"""The list of differences between two scenarios: one row each, under headings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from m44core.comparing.difference_text import (
    FIELDS,
    change_message,
    entry_values,
    hex_change_message,
    piece_message,
)
from m44core.comparing.differences import Change, ChangeKind, Comparison, HexChange, TextChange
from m44core.comparing.word_diff import WordRun, word_diff
from m44core.drawing.board.comparison import draw_change_sign
from m44core.hexes import Hex
from m44core.messages.message import Value
from m44editor.drawing_icons import drawing_icon
from m44editor.formatting import language_name
from m44editor.interface_text import sentence, tr, translated
from m44editor.theme import art_palette
from m44editor.theme_tokens import IconSize


@dataclass(frozen=True, slots=True)
class Difference:
    """A row of the list of differences.

    Attributes:
        section: The heading it is listed under.
        kind: Whether it was added, removed or changed.
        text: The text of its row.
        runs: The texts of both sides, merged into one sequence of runs.
        hex: The hex it is on; None if it is not on the board.
    """

    section: str
    kind: ChangeKind
    text: str
    runs: tuple[WordRun, ...]
    hex: Hex | None = None


def differences_of(comparison: Comparison) -> tuple[Difference, ...]:
    """Return the differences of a comparison, in reading order."""
    return (
        *_section_differences(tr("Board"), comparison.board),
        *_hex_differences(comparison),
        *_section_differences(tr("Briefing"), (*comparison.briefing, *comparison.packs)),
        *map(_text_difference, comparison.texts),
        *_section_differences(tr("About the file"), comparison.meta),
    )


def _section_differences(section: str, changes: Iterable[Change]) -> Iterator[Difference]:
    for change in changes:
        runs = _before_and_after_runs(*(translated(value) for value in entry_values(change)))
        yield Difference(section, change.kind, sentence(change_message(change)), runs)


def _hex_differences(comparison: Comparison) -> Iterator[Difference]:
    for hex_, changes in comparison.hexes.items():
        name = comparison.after.board.name(hex_)
        for change in changes:
            line = f"{name}  {sentence(hex_change_message(change, comparison))}"
            yield Difference(tr("Hexes"), change.kind, line, _piece_runs(change), hex_)


def _piece_runs(change: HexChange) -> tuple[WordRun, ...]:
    sides = zip((change.before, change.after), change.catalogues, strict=True)
    before, after = (
        "" if raw is None else translated(piece_message(change.layer, raw, catalogue))
        for raw, catalogue in sides
    )
    return word_diff(before, after)


def _before_and_after_runs(before: Value, after: Value) -> tuple[WordRun, ...]:
    return WordRun(True, False, translated(before)), WordRun(False, True, translated(after))


def _text_difference(change: TextChange) -> Difference:
    field = sentence(FIELDS.get(change.field, change.field))
    section = tr("Text: {language}", language=language_name(change.language))
    return Difference(section, change.kind, field, change.runs)


_ICON_SIZE, _ROW_HEIGHT = IconSize.SMALL, 24  # logical pixels
_ENTRY_ROLE = Qt.ItemDataRole.UserRole


class DifferenceList(QTreeWidget):
    """The list of differences, one of which is current.

    Signals:
        chosen: The :class:`Difference` that became current or was clicked.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Differences"))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(8)
        self.setUniformRowHeights(True)
        self.setIconSize(QSize(_ICON_SIZE, _ICON_SIZE))
        self._rows: list[QTreeWidgetItem] = []
        self.currentItemChanged.connect(self._choose)
        self.itemClicked.connect(self._choose)

    @property
    def differences(self) -> list[Difference]:
        """The listed differences."""
        return [row.data(0, _ENTRY_ROLE) for row in self._rows]

    @property
    def current_difference(self) -> Difference | None:
        """The current difference; None if there is none."""
        item = self.currentItem()
        difference: Difference | None = item.data(0, _ENTRY_ROLE) if item else None
        return difference

    @property
    def current_index(self) -> int:
        """The index of the current difference; -1 if there is none."""
        item = self.currentItem()
        return self._rows.index(item) if item in self._rows else -1

    def show_differences(self, differences: Sequence[Difference]) -> None:
        """List differences; keep the current difference if it is among them."""
        old_difference = self.current_difference
        self.blockSignals(True)
        self.clear()
        icons = {kind: drawing_icon(draw_change_sign(kind), art_palette()) for kind in ChangeKind}
        self._rows = []
        for entry in differences:
            row = QTreeWidgetItem(self._heading(entry.section), [entry.text])
            row.setSizeHint(0, QSize(0, _ROW_HEIGHT))
            row.setIcon(0, icons[entry.kind])
            row.setToolTip(0, entry.text)
            row.setData(0, _ENTRY_ROLE, entry)
            row.setData(0, Qt.ItemDataRole.AccessibleTextRole, _accessible_text(entry))
            self._rows.append(row)
        self.expandAll()
        self.blockSignals(False)
        if old_difference in differences:
            self._set_current_silently(differences.index(old_difference))

    def step(self, count: int) -> None:
        """Select the difference *count* rows further down; the list wraps around."""
        if self._rows:
            current = self.current_index
            start = current + count if current >= 0 else (0 if count > 0 else -1)
            self.setCurrentItem(self._rows[start % len(self._rows)])

    def choose_hex(self, hex_: Hex | None) -> None:
        """Select the next difference on a hex, wrapping around; do nothing if there is none."""
        indexes_on_hex = [
            i for i, entry in enumerate(self.differences) if hex_ and entry.hex == hex_
        ]
        if indexes_on_hex:
            later_indexes = [index for index in indexes_on_hex if index > self.current_index]
            self.setCurrentItem(self._rows[(later_indexes or indexes_on_hex)[0]])

    def _set_current_silently(self, index: int) -> None:
        self.blockSignals(True)
        self.setCurrentItem(self._rows[index])
        self.blockSignals(False)

    def _heading(self, text: str) -> QTreeWidgetItem:
        """Return the last heading if it has this text, else a new one."""
        last_heading = self.topLevelItem(self.topLevelItemCount() - 1)
        if last_heading is not None and last_heading.text(0) == text:
            return last_heading
        heading = QTreeWidgetItem(self, [text])
        heading.setSizeHint(0, QSize(0, _ROW_HEIGHT))
        heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = QFont(self.font())
        font.setBold(True)
        heading.setFont(0, font)
        return heading

    def _choose(self, item: QTreeWidgetItem | None, *_: object) -> None:
        entry = item.data(0, _ENTRY_ROLE) if item else None
        if entry is not None:
            self.chosen.emit(entry)


def _accessible_text(difference: Difference) -> str:
    """Return the accessible text of a difference."""
    match difference.kind:
        case ChangeKind.ADDED:
            return tr("added: {difference}", difference=difference.text)
        case ChangeKind.REMOVED:
            return tr("removed: {difference}", difference=difference.text)
        case ChangeKind.CHANGED:
            return tr("changed: {difference}", difference=difference.text)
