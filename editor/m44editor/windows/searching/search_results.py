"""The results of a search as a tree: files, and below each its matching lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidgetItem, QWidget

from m44core.library.scenario_search import REPLACEABLE, Search, SearchArea, SearchLine
from m44editor.interface_text import tr, tr_n, translated
from m44editor.list_widgets import CheckTree, children_of, top_level_items
from m44editor.panels.finding_labels import location_text, with_end_mark
from m44editor.panels.texts_panel import FIELDS, language_name
from m44editor.windows.searching.replacement_preview import (
    PREVIEW_ROLE,
    ReplacementDelegate,
    ReplacementPreview,
)
from m44editor.windows.searching.search_index import SearchSource
from m44editor.windows.tab_titles import tab_titles

_MAX_ROWS = 600  # rows in all
_MAX_ROWS_OF_FILE = 100
_MAX_HEXES = 6  # names of hexes in a row
_BEFORE, _AFTER = 24, 100  # characters shown before and after a match
_PLACE_WIDTH, _PLACE_SHARE = 230, 0.36  # logical pixels, and the maximum share of the width
_HIT_ROLE = Qt.ItemDataRole.UserRole
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class Hit(NamedTuple):
    """A matching line and its source."""

    source: SearchSource
    line: SearchLine

    @property
    def key(self) -> tuple[object, ...]:
        """A key that identifies the hit, even after another search."""
        source, line = self.source, self.line
        return str(source.path or id(source.sheet)), line.area, *line.key, line.text


class SearchCounts(NamedTuple):
    """The numbers of lines and files that a search has found.

    Attributes:
        lines: The number of matching lines.
        files: The number of files with matching lines.
        unreadable: The number of files that cannot be searched.
    """

    lines: int
    files: int
    unreadable: int


class SearchResults(CheckTree):
    """Shows the matching lines, grouped by file.

    Signals:
        chosen: The user wants to go to a :class:`Hit`.
        checked: A line was checked or unchecked.
    """

    chosen = Signal(object)
    checked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(2)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(1, _PLACE_WIDTH)
        self.setItemDelegateForColumn(0, ReplacementDelegate(self))
        self._unchecked_keys: set[tuple[object, ...]] = set()
        self._collapsed_files: set[str] = set()
        self.itemActivated.connect(self._emit_chosen_hit)
        self.itemChanged.connect(self._on_checked)
        self.itemCollapsed.connect(lambda item: self._collapsed_files.add(_file_key(item)))
        self.itemExpanded.connect(lambda item: self._collapsed_files.discard(_file_key(item)))

    def retranslate(self) -> None:
        """Show the headings in the current language."""
        self.setHeaderLabels([tr("Match"), tr("Place")])
        self.setAccessibleName(tr("Search results"))

    def show_results(
        self, sources: Iterable[SearchSource], search: Search, replacement: str | None
    ) -> SearchCounts:
        """Show the matches in some sources; return the number of lines and files.

        The current row and the check marks are kept.

        Args:
            sources: The sources to search.
            search: The search.
            replacement: The replacement; None to replace nothing.
        """
        current = self.current_hit()
        self.blockSignals(True)
        self.setUpdatesEnabled(False)
        self.clear()
        count = self._fill(list(sources), search, replacement)
        self.setUpdatesEnabled(True)
        self.blockSignals(False)
        self._select(current)
        return count

    def current_hit(self) -> Hit | None:
        """Return the hit in the current row; None if no row is current or the row is not a hit."""
        item = self.currentItem()
        return item.data(0, _HIT_ROLE) if item is not None else None

    def checked_hits(self) -> list[Hit]:
        """Return the checked hits, in which matches will be replaced."""
        return [
            item.data(0, _HIT_ROLE)
            for heading in top_level_items(self)
            for item in children_of(heading)
            if item.flags() & Qt.ItemFlag.ItemIsUserCheckable and item.checkState(0) is _CHECKED
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give most of the width to the matching lines."""
        super().resizeEvent(event)
        width = min(_PLACE_WIDTH, round(self.viewport().width() * _PLACE_SHARE))
        self.header().resizeSection(1, width)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the current line with Enter, on every desktop."""
        item = self.currentItem()
        if item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._emit_chosen_hit(item)
        else:
            super().keyPressEvent(event)

    def _fill(
        self, sources: list[SearchSource], search: Search, replacement: str | None
    ) -> SearchCounts:
        lines = files = 0
        names = tab_titles([each.name for each in sources], [each.path for each in sources])
        for source, name in zip(sources, names, strict=True):
            found_lines = [each for each in source.all_lines if search.find(each)]
            if found_lines:
                files += 1
                row_limit = min(_MAX_ROWS_OF_FILE, _MAX_ROWS - min(lines, _MAX_ROWS))
                self._add_file(
                    source, name, found_lines[:row_limit], len(found_lines), search, replacement
                )
                lines += len(found_lines)
        unreadable = [source for source in sources if source.failure]
        if unreadable:
            self._add_unreadable_files(unreadable)
        return SearchCounts(lines, files, len(unreadable))

    def _add_file(
        self,
        source: SearchSource,
        name: str,
        lines: list[SearchLine],
        match_count: int,
        search: Search,
        replacement: str | None,
    ) -> None:
        """Add a file with its first matching *lines*, out of *match_count*."""
        heading = QTreeWidgetItem(self, [f"{name}  ({match_count})", source.title])
        heading.setToolTip(0, str(source.path or source.name))
        font = heading.font(0)
        font.setBold(True)
        heading.setFont(0, font)
        heading.addChildren([self._row(Hit(source, line), search, replacement) for line in lines])
        if hidden_count := match_count - len(lines):
            more_text = tr_n(
                "{number} more; narrow your search",
                "{number} more; narrow your search",
                hidden_count,
            )
            heading.addChild(QTreeWidgetItem([more_text]))
        heading.setExpanded(_file_key(heading) not in self._collapsed_files)

    def _row(self, hit: Hit, search: Search, replacement: str | None) -> QTreeWidgetItem:
        preview = _replacement_preview(hit.line, search, replacement)
        excerpt = _excerpt(hit.line, search) if preview is None else _preview_text(preview)
        row = QTreeWidgetItem([excerpt, location_of_hit(hit)])
        row.setToolTip(0, hit.line.text)
        row.setData(0, _HIT_ROLE, hit)
        if preview is not None:
            row.setData(0, PREVIEW_ROLE, preview)
            row.setFlags(row.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            row.setCheckState(0, _UNCHECKED if hit.key in self._unchecked_keys else _CHECKED)
        return row

    def _add_unreadable_files(self, unreadable: list[SearchSource]) -> None:
        text = tr_n(
            "{number} file could not be read", "{number} files could not be read", len(unreadable)
        )
        heading = QTreeWidgetItem(self, [text])
        heading.setFirstColumnSpanned(True)
        for source in unreadable:
            row = QTreeWidgetItem(heading, [source.name, with_end_mark(source.failure)])
            row.setToolTip(0, str(source.path))
            row.setToolTip(1, with_end_mark(source.failure))
        heading.setExpanded(False)

    def _select(self, hit: Hit | None) -> None:
        rows = (row for heading in top_level_items(self) for row in children_of(heading))
        key = hit.key if hit else None
        same_row = next(
            (r for r in rows if r.data(0, _HIT_ROLE) and r.data(0, _HIT_ROLE).key == key), None
        )
        first_row = next(
            (row for heading in top_level_items(self) for row in children_of(heading)), None
        )
        wanted_row = same_row or first_row
        if wanted_row is not None:
            self.setCurrentItem(wanted_row)

    def _emit_chosen_hit(self, item: QTreeWidgetItem) -> None:
        hit = item.data(0, _HIT_ROLE)
        if hit is not None:
            self.chosen.emit(hit)

    def _on_checked(self, item: QTreeWidgetItem) -> None:
        hit = item.data(0, _HIT_ROLE)
        if hit is None:
            return
        if item.checkState(0) is _CHECKED:
            self._unchecked_keys.discard(hit.key)
        else:
            self._unchecked_keys.add(hit.key)
        self.checked.emit()


def location_of_hit(hit: Hit) -> str:
    """Return the location of a hit: field and language, hexes, or the location of a problem."""
    line, board = hit.line, hit.source.board
    if line.finding is not None:
        return location_text(line.finding, board)
    if line.hexes and line.area is not SearchArea.TEXT:
        names = [board.name(hex_) for hex_ in line.hexes[:_MAX_HEXES]]
        text = ", ".join(names)
        if len(line.hexes) > _MAX_HEXES:
            text = tr("{hexes}, … ({number})", hexes=text, number=len(line.hexes))
        return f"{text}, {language_name(line.language)}" if line.language else text
    return ", ".join(filter(None, _text_location_parts(line)))


def _text_location_parts(line: SearchLine) -> Iterator[str]:
    field = line.pointer.rpartition("/")[2]
    labels = {each.key: each.label for each in FIELDS}
    yield translated(labels[field]) if line.area is SearchArea.TEXT else tr("Label")
    yield language_name(line.language) if line.language else ""


def _excerpt(line: SearchLine, search: Search) -> str:
    """Return an excerpt of a line around its first match."""
    match = search.find(line)
    assert match is not None, "only what was found is shown"
    start = 0 if match.end() < _AFTER else max(0, match.start() - _BEFORE)
    end = match.end() + _AFTER
    text = line.text[start:end].strip()
    return f"{'…' if start else ''}{text}{'…' if end < len(line.text) else ''}"


def _replacement_preview(
    line: SearchLine, search: Search, replacement: str | None
) -> ReplacementPreview | None:
    """Return how the first match that changes would be replaced; None if nothing would change."""
    if replacement is None or line.area not in REPLACEABLE:
        return None
    match = search.first_change(line, replacement)
    if match is None:
        return None
    start, end = max(0, match.start() - _BEFORE), match.end() + _AFTER
    before, after = line.text[start : match.start()], line.text[match.end() : end]
    return ReplacementPreview(
        f"{'…' if start else ''}{before.lstrip()}",
        match.group(),
        replacement,
        f"{after.rstrip()}{'…' if end < len(line.text) else ''}",
    )


def _preview_text(preview: ReplacementPreview) -> str:
    """Return a preview as text, for screen readers."""
    return f"{preview.before}[{preview.old} → {preview.new}]{preview.after}"


def _file_key(item: QTreeWidgetItem) -> str:
    return item.toolTip(0) or item.text(0).partition(" ")[0]
