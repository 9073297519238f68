"""The section of the balance panel that finds balance changes and applies them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from m44core.balance_lab import sweep_words
from m44core.balance_lab.sweep import SweepStage, TestedChange
from m44core.messages.message import Message, label_with_text, message, percent
from m44editor.balance.labels import heading, set_text, text_label, time_left
from m44editor.balance.level_labels import level_label
from m44editor.balance.sweep_job import EVEN, FoundChanges, SweepProgress
from m44editor.balance.sweeps import Sweeps
from m44editor.interface_text import file_filter, sentence, tr, translated
from m44editor.number_fields import NumberField
from m44editor.screen_reader import announce
from m44editor.type_ranks import set_text_rank

_MIN_AIM, _MAX_AIM, _AIM_STEP = 5, 95, 5  # percent


class ChangesSection(QWidget):
    """Starts and stops the search for changes, lists them, and applies one.

    Attributes:
        aim: The choice of the target win rate of the Allies.
        find_button: Starts or cancels the search.
        own_list_button: Tries the changes in a file of the user instead.
        progress: The progress of the search.
        status: The progress in words, or why nothing can be found.
        age: States that a change was applied, or that the changes are for an older map, if so.
        rows: The suggestions that are listed.
    """

    def __init__(self, sweeps: Sweeps, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sweeps = sweeps
        self._shown_changes: FoundChanges | None = None
        self.rows: list[SuggestionRow] = []
        self._make_controls()
        self._lay_out()
        self.aim.valueChanged.connect(self._choose_aim)
        self.find_button.clicked.connect(self._start_or_stop)
        self.own_list_button.clicked.connect(self._try_own_list)
        sweeps.changed.connect(self._refresh)
        sweeps.finished.connect(self._announce)
        self._refresh()

    def _make_controls(self) -> None:
        self._title = heading("")
        self.aim = NumberField(self)
        self.aim.setRange(_MIN_AIM, _MAX_AIM)
        self.aim.setSingleStep(_AIM_STEP)
        prefix, _, suffix = translated(percent(0)).partition("0")  # as the language writes it
        self.aim.setPrefix(prefix)
        self.aim.setSuffix(suffix)
        self.aim.setValue(round(100 * self._sweeps.aim))
        self.find_button = QPushButton(self)
        self.find_button.setAutoDefault(True)  # for the Enter key
        self.own_list_button = QPushButton(tr("My Changes…"), self)
        self.own_list_button.setAutoDefault(True)
        self.own_list_button.setToolTip(
            tr("Try the changes in your own list, a YAML file (the manual describes the format)")
        )
        self.progress = QProgressBar(self)
        self.status, self.age = text_label(), text_label()
        self.age.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)  # no caret
        self.age.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _lay_out(self) -> None:
        label = QLabel(tr("Target Allied win rate"))
        label.setWordWrap(True)
        label.setBuddy(self.aim)
        aim_row = QHBoxLayout()
        aim_row.addWidget(label, 1)
        aim_row.addWidget(self.aim)
        self._list = QVBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._title)
        column.addLayout(aim_row)
        for widget in (
            self.find_button,
            self.own_list_button,
            self.progress,
            self.status,
            self.age,
        ):
            column.addWidget(widget)
        column.addLayout(self._list)

    @property
    def has_content(self) -> bool:
        """Whether there is anything to show: a search, its result, or why there is none."""
        sweeps = self._sweeps
        return bool(sweeps.is_running or sweeps.found_changes or sweeps.failure)

    # Commands

    def _choose_aim(self, value: int) -> None:
        self._sweeps.aim = value / 100
        self._show_title()

    def _start_or_stop(self) -> None:
        if self._sweeps.is_running:
            self._sweeps.stop()
        else:
            self._sweeps.start()

    def _try_own_list(self) -> None:
        """Ask for a list of changes, and try them."""
        folder = self._sweeps.folder or Path()
        lists = file_filter(message("Lists of changes"), "*.yaml *.yml")
        name, _ = QFileDialog.getOpenFileName(self, tr("My Changes"), str(folder), lists)
        if name:
            self._sweeps.start(Path(name))

    def _apply(self, change: TestedChange) -> None:
        self._sweeps.apply(change)
        self.age.setFocus()  # the button is disabled now
        announce(self, self.age.text())

    # Showing

    def _refresh(self) -> None:
        sweeps = self._sweeps
        self._show_title()
        self.aim.setEnabled(not sweeps.is_running)
        self.own_list_button.setEnabled(not sweeps.is_running)
        self.find_button.setText(tr("Cancel") if sweeps.is_running else tr("Find Changes"))
        self.find_button.setToolTip(
            ""
            if sweeps.is_running
            else tr("Play many games with small changes to the map; this can take minutes")
        )
        self.progress.setVisible(sweeps.is_running)
        set_text(self.status, self._status_text())
        changes = None if sweeps.is_running else sweeps.found_changes
        if changes is not self._shown_changes:
            self._list_lines(changes)
        self._show_age()

    def _show_title(self) -> None:
        is_even = self._sweeps.aim == EVEN
        text = tr("What would make it even") if is_even else tr("What would change the balance")
        self._title.setText(f"<b>{text}</b>")

    def _status_text(self) -> str:
        sweeps = self._sweeps
        if sweeps.is_running:
            self._show_progress(sweeps.progress)
            return translated(_progress_message(sweeps.progress))
        if sweeps.running_sheet is not None:
            return tr(
                "Trying changes to {scenario} in another tab", scenario=sweeps.running_sheet.name
            )
        if sweeps.failure:
            return tr("No changes can be found: {reason}.", reason=sweeps.failure)
        return ""

    def _show_progress(self, progress: SweepProgress | None) -> None:
        """Show how many of the games have been played; before the first, a busy bar."""
        played_count, planned_count = 0, 0
        if progress is not None and progress.result.played:
            played_count, planned_count = progress.result.played, progress.result.planned
        self.progress.setRange(0, planned_count)
        self.progress.setValue(min(played_count, planned_count))
        self.progress.setAccessibleName(translated(_progress_message(progress)))

    def _show_age(self) -> None:
        sweeps, text = self._sweeps, ""
        applied_change = sweeps.applied_change if self._shown_changes is not None else None
        if applied_change is not None:
            text = tr("One of these changes has been applied. Undo it to try another.")
        elif self._shown_changes is not None and not sweeps.is_current:
            text = tr("These changes are for an earlier version of the map.")
        set_text(self.age, text)
        for row in self.rows:
            row.show_state(can_make=sweeps.is_current, is_made=row.tested_change is applied_change)

    def _list_lines(self, changes: FoundChanges | None) -> None:
        """List the results of a sweep; each suggestion gets a button. None clears the list."""
        self._shown_changes, self.rows = changes, []
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if changes is None:
            return
        for line in _result_lines(changes):
            if isinstance(line, TestedChange):
                row = SuggestionRow(line)
                row.apply_requested.connect(partial(self._apply, line))
                self.rows.append(row)
                self._list.addWidget(row)
                row.show()
            else:
                label = text_label()
                self._list.addWidget(label)
                set_text(label, sentence(line))

    def _announce(self) -> None:
        changes, failure = self._sweeps.found_changes, self._status_text()
        if failure or changes is None:
            announce(self, failure)
        else:
            announce(self, " ".join(map(sentence, sweep_words.sweep_lines(changes.result))))


class SuggestionRow(QFrame):
    """A change that was found, its effect, and a button that applies it.

    Attributes:
        tested_change: The change.
        text: The change and its effect.
        button: The button.

    Signals:
        apply_requested: The user wants to apply the change.
    """

    apply_requested = Signal()

    def __init__(self, tested_change: TestedChange, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tested_change = tested_change
        self.setFrameShape(QFrame.Shape.StyledPanel)
        change, effect = text_label(), text_label()
        set_text_rank(change, "section")
        self.button = QPushButton(tr("Apply"))
        self.button.setAutoDefault(True)  # for the Enter key
        self.button.clicked.connect(self.apply_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 6, 4)
        column.addWidget(change)
        column.addWidget(effect)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignRight)
        set_text(change, sentence(sweep_words.change_text(tested_change)))
        set_text(effect, sentence(sweep_words.effect_text(tested_change)))
        self.text = f"{change.text()} {effect.text()}"

    def show_state(self, *, can_make: bool, is_made: bool) -> None:
        """Show whether the change can be applied now, or has been applied."""
        text = tr("Applied") if is_made else tr("Apply")
        self.button.setText(text)
        self.button.setEnabled(can_make)
        self.button.setAccessibleName(translated(label_with_text(text, self.text)))


def _result_lines(changes: FoundChanges) -> Iterator[Message | TestedChange]:
    """Yield the lines to list: suggestions as tested changes, all other lines as messages."""
    result = changes.result
    suggestions = [
        (sweep_words.suggestion_text(tested_change), tested_change)
        for tested_change in result.suggestions
    ]
    for line in sweep_words.sweep_lines(result):
        yield next((tested_change for text, tested_change in suggestions if text == line), line)
    for level in dict.fromkeys(changes.levels):
        yield label_with_text(message("Players"), level_label(level))


def _progress_message(progress: SweepProgress | None) -> Message:
    if progress is None:
        return sweep_words.STAGES[SweepStage.BASE]
    text = sweep_words.progress_text(progress.result)
    if progress.seconds_left is None:
        return text
    return message("{progress}; {left}", progress=text, left=time_left(progress.seconds_left))
