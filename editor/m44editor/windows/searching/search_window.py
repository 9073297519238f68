"""The search window: the search, the results by file, and replacing."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from m44core.library.scenario_search import Search, SearchArea
from m44core.messages.message import Message, message
from m44editor.interface_text import sentence, tr, tr_n, translated
from m44editor.manual_window import add_help_keys
from m44editor.panels.finding_labels import with_end_mark
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.screen_reader import announce
from m44editor.windows.searching.replacing import Replacer
from m44editor.windows.searching.search_index import SearchIndex, SearchSource
from m44editor.windows.searching.search_results import SearchCounts, SearchResults

_AREAS: Mapping[SearchArea, Message] = {
    SearchArea.TEXT: message("&Titles and text"),
    SearchArea.LABEL: message("La&bels"),
    SearchArea.PIECE: message("&Pieces"),
    SearchArea.PROBLEM: message("P&roblems"),
}
_PAUSE = 80  # milliseconds after a key press before the search
_REFRESH = 250  # milliseconds between two updates while files are read
_SHOWN_AFTER = 1.0  # seconds after which progress is shown
_PERCENT = 100


class SearchWindow(QDialog):
    """Searches all open tabs and the files of a folder, and replaces words in their texts.

    Attributes:
        words: The text to find.
        replacement: The replacement text.
        match_case: Whether the case of letters must match.
        whole_words: Whether only whole words are found.
        areas: The check boxes of the areas to search, by area.
        results: The results by file.
        status: The number of results.
        progress: The progress of reading or replacing.
        cancel: Stops reading or replacing.
        replace_button: Replaces in the checked lines.
        undo_button: Undoes the last replacement.
        index: The index of tabs and files.
        replacer: Replaces words.

    Signals:
        chosen: The user wants to go to a hit; carries it.
        replaced: Words were replaced, or a replacement was undone.
    """

    chosen = Signal(object)
    replaced = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.words, self.replacement = QLineEdit(self), QLineEdit(self)
        self.match_case, self.whole_words = QCheckBox(self), QCheckBox(self)
        self.areas = {area: QCheckBox(self) for area in SearchArea}
        self.results, self.status = SearchResults(self), QLabel(self)
        self.progress, self.cancel = QProgressBar(self), QPushButton(self)
        self._labels = QLabel(self), QLabel(self)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        roles = QDialogButtonBox.ButtonRole
        self.replace_button = self.buttons.addButton("", roles.ActionRole)
        self.undo_button = self.buttons.addButton("", roles.ActionRole)
        self.index, self.replacer = SearchIndex(self), Replacer(self)
        self._busy_since = 0.0
        self._count = SearchCounts(0, 0, 0)
        self._note = ""
        self._typing_timer = QTimer(self, interval=_PAUSE, singleShot=True)
        self._refresh_timer = QTimer(self, interval=_REFRESH, singleShot=True)
        self._progress_timer = QTimer(self, interval=_REFRESH)
        self._progress_timer.timeout.connect(self._watch_progress)
        self._lay_out()
        self._retranslate()
        self._connect()
        self._update_buttons()

    @property
    def search(self) -> Search:
        """The search as entered."""
        areas = frozenset(area for area, box in self.areas.items() if box.isChecked())
        return Search(
            self.words.text(), self.match_case.isChecked(), self.whole_words.isChecked(), areas
        )

    @property
    def is_settled(self) -> bool:
        """Whether everything has been read and searched."""
        timers = self._typing_timer, self._refresh_timer
        busy = self.index.is_busy or self.replacer.is_busy
        return not busy and not any(timer.isActive() for timer in timers)

    def search_for(self, words: str) -> None:
        """Focus the search field, filling in *words* unless they are empty."""
        if words:
            self.words.setText(words)
        self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.words.selectAll()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop reading and replacing, and close."""
        self._end_work()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Stop reading and replacing; called for Esc and the Close button, too."""
        self._end_work()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        """Show everything in the current language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_refresh_timer"):
            self._retranslate()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move from the search field to the results with the down key."""
        if event.key() == Qt.Key.Key_Down and self.words.hasFocus():
            self.results.setFocus()
        else:
            super().keyPressEvent(event)

    def _end_work(self) -> None:
        self.setObjectName("")  # until it is deleted, nobody finds it
        self._typing_timer.stop()
        self._refresh_timer.stop()
        self._progress_timer.stop()
        self.replacer.cancel()
        self.index.close()

    # Building

    def _lay_out(self) -> None:
        grid = QGridLayout()
        for row, (label, line) in enumerate(
            zip(self._labels, (self.words, self.replacement), strict=True)
        ):
            label.setBuddy(line)
            line.setClearButtonEnabled(True)
            grid.addWidget(label, row, 0)
            grid.addWidget(line, row, 1)
        grid.addWidget(self.match_case, 0, 2)
        grid.addWidget(self.whole_words, 1, 2)
        area_row = QHBoxLayout()
        for box in self.areas.values():
            box.setChecked(True)
            area_row.addWidget(box)
        area_row.addStretch()
        progress_row = QHBoxLayout()
        progress_row.addWidget(self.status, 1)
        progress_row.addWidget(self.progress)
        progress_row.addWidget(self.cancel)
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.progress.setRange(0, _PERCENT)
        self.progress.setFixedWidth(140)
        column = QVBoxLayout(self)
        column.addLayout(grid)
        column.addLayout(area_row)
        column.addLayout(progress_row)
        column.addWidget(self.results, 1)
        column.addWidget(self.buttons)
        for button in (self.cancel, *self.buttons.buttons()):
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)  # Enter in a field must not replace
        self._show_progress(shown=False)
        resize_to_screen(self, 760, 640)

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Search Everything"))
        find_label, replacement_label = self._labels
        find_label.setText(tr("&Find"))
        replacement_label.setText(tr("Replace &with"))
        self.words.setPlaceholderText(tr("In all tabs and in the folder of the scenario"))
        self.replacement.setPlaceholderText(tr("Type here to preview a replacement"))
        self.match_case.setText(tr("Match &case"))
        self.whole_words.setText(tr("W&hole words"))
        for area, box in self.areas.items():
            box.setText(translated(_AREAS[area]))
        self.cancel.setText(tr("Cancel"))
        self.undo_button.setText(tr("&Undo Replace"))
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setText(tr("Close"))
        self.progress.setAccessibleName(tr("Reading scenarios…"))
        self.results.retranslate()
        self._update_buttons()
        add_help_keys(self)

    def _connect(self) -> None:
        for line in (self.words, self.replacement):
            line.textChanged.connect(lambda _: self._schedule_search())
        self.words.returnPressed.connect(self._go_to_results)
        for box in (self.match_case, self.whole_words, *self.areas.values()):
            box.toggled.connect(lambda _: self._schedule_search())
        self._typing_timer.timeout.connect(self._show_results)
        self._refresh_timer.timeout.connect(self._show_results)
        self.index.changed.connect(self._on_index_changed)
        self.results.chosen.connect(self.chosen)
        self.results.checked.connect(self._update_buttons)
        self.replace_button.clicked.connect(self._replace)
        self.undo_button.clicked.connect(self._undo)
        self.cancel.clicked.connect(self._cancel)
        self.buttons.rejected.connect(self.reject)
        self.replacer.progressed.connect(self._show_replacing_progress)
        self.replacer.finished.connect(self._report_replacement)

    # Searching

    def _schedule_search(self) -> None:
        self._note = ""
        self._typing_timer.start()

    def _go_to_results(self) -> None:
        """Search now, and move the focus to the results if there are any."""
        self._show_results()
        if self._count.lines:
            self.results.setFocus()

    def _on_index_changed(self) -> None:
        if self.index.is_busy and not self._progress_timer.isActive():
            self._busy_since = monotonic()
            self._progress_timer.start()
        if not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _watch_progress(self) -> None:
        """Show the progress of reading once it takes longer than a second."""
        if not self.index.is_busy and not self.replacer.is_busy:
            self._progress_timer.stop()
            self._show_progress(shown=False)
            self._update_status()
        elif monotonic() - self._busy_since > _SHOWN_AFTER:
            self._show_progress(shown=True)
            if not self.replacer.is_busy:
                self.progress.setValue(round(self.index.progress * _PERCENT))

    def _show_results(self) -> None:
        self._typing_timer.stop()
        replacement = self.replacement.text() if self.replacement.text() else None
        self._count = self.results.show_results(self.index.sources, self.search, replacement)
        self._update_status()
        self._update_buttons()

    def _update_status(self) -> None:
        self.status.setText(self._note or self._result_count_text())

    def _result_count_text(self) -> str:
        if not self.words.text():
            return tr("Type a title, place, rule, piece or problem to search for.")
        count = self._count
        if not count.lines:
            return tr("Still reading…") if self.index.is_busy else tr("Nothing found")
        files = tr_n("{number} file", "{number} files", count.files)
        return tr_n(
            "{number} line in {files}", "{number} lines in {files}", count.lines, files=files
        )

    # Replacing

    def _replace(self) -> None:
        chosen_lines: dict[int, tuple[SearchSource, set[tuple[str, int]]]] = {}
        for hit in self.results.checked_hits():
            chosen_lines.setdefault(id(hit.source), (hit.source, set()))[1].add(hit.line.key)
        self._show_progress(shown=True)
        self.replacer.replace(
            self.search,
            self.replacement.text(),
            [(source, frozenset(keys)) for source, keys in chosen_lines.values()],
        )
        self._update_buttons()

    def _undo(self) -> None:
        self._show_progress(shown=True)
        self.replacer.undo()
        self._update_buttons()

    def _cancel(self) -> None:
        self.replacer.cancel()
        self.index.cancel()
        self._show_progress(shown=False)

    def _show_replacing_progress(self, fraction: float) -> None:
        self.progress.setValue(round(fraction * _PERCENT))

    def _report_replacement(self) -> None:
        report = self.replacer.report
        files = tr_n("{number} file", "{number} files", report.files)
        if report.was_undone:
            text = tr("Undid the replacement in {files}.", files=files)
        else:
            text = tr_n(
                "Replaced {number} match in {files}.",
                "Replaced {number} matches in {files}.",
                report.times,
                files=files,
            )
        failures = [f"{name}: {with_end_mark(why)}" for name, why in report.failures]
        self._note = shortened_for_message_box("\n".join([sentence(text), *failures]))
        self._show_progress(shown=self.index.is_busy)
        self._update_status()
        self._update_buttons()
        announce(self, self._note)
        self.replaced.emit()

    def _show_progress(self, *, shown: bool) -> None:
        self.progress.setVisible(shown)
        self.cancel.setVisible(shown)

    def _update_buttons(self) -> None:
        number = len(self.results.checked_hits()) if self.replacement.text() else 0
        self.replace_button.setText(
            tr_n("&Replace in {number} Line", "&Replace in {number} Lines", number)
            if number
            else tr("&Replace")
        )
        self.replace_button.setEnabled(bool(number) and not self.replacer.is_busy)
        self.undo_button.setEnabled(self.replacer.can_undo)
