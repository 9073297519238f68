"""The section of the balance panel that shows a comparison with another scenario."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from m44core.balance_lab import comparison_words
from m44core.messages.message import percent
from m44editor.balance.comparisons import BalanceComparisons, ComparedBalance
from m44editor.balance.interval_bar import IntervalBar
from m44editor.balance.labels import heading, set_text, text_label
from m44editor.interface_text import sentence, tr, translated
from m44editor.screen_reader import announce
from m44editor.type_ranks import set_text_rank


class ComparisonSection(QWidget):
    """Shows the last comparison, its progress, and a button that cancels it.

    Attributes:
        button: Cancels the comparison.
        progress: The progress of the comparison.
        status: The comparison in progress, or the reason why nothing can be compared.
        age: States that the comparison is for an older map, if so.
        headline: Which of the two scenarios the Allies win more often.
        bars: The shares of both scenarios, below their names.
        changes: The differences in play.
        notes: Notes on the measurement.
    """

    def __init__(self, comparisons: BalanceComparisons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparisons = comparisons
        self.button = QPushButton(tr("Cancel"), self)
        self.button.setAutoDefault(True)  # for the Enter key
        self.button.clicked.connect(comparisons.stop)
        self.progress = QProgressBar(self)
        self.status, self.age, self.headline = text_label(), text_label(), text_label()
        set_text_rank(self.headline, "section")
        self.bars = IntervalBar(self), IntervalBar(self)
        self._names = text_label(), text_label()
        self.changes, self.notes = text_label(), text_label()
        self._lay_out()
        comparisons.changed.connect(self.refresh)
        comparisons.finished.connect(self._announce)
        self.refresh()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(heading(tr("Comparison")))
        for widget in (self.status, self.progress, self.button, self.age, self.headline):
            column.addWidget(widget)
        for name, bar in zip(self._names, self.bars, strict=True):
            column.addWidget(name)
            column.addWidget(bar)
        column.addWidget(self.changes)
        column.addWidget(self.notes)

    @property
    def has_content(self) -> bool:
        """Whether there is anything to show: a comparison, or why there is none."""
        sheet_comparison = self._comparisons.shown_comparison
        return bool(
            self._comparisons.is_running or sheet_comparison.balance or sheet_comparison.failure
        )

    def refresh(self) -> None:
        """Show the comparison and its progress."""
        comparisons = self._comparisons
        is_running = comparisons.is_running
        balance = comparisons.progress if is_running else comparisons.shown_comparison.balance
        for widget in (self.progress, self.button):
            widget.setVisible(is_running)
        self._show_progress(balance if is_running else None)
        self._show_result(balance)
        is_older = not is_running and balance is not None and not comparisons.is_current
        age_note = tr("This comparison is for an earlier version of the map.")
        set_text(self.age, age_note if is_older else "")

    def _show_progress(self, balance: ComparedBalance | None) -> None:
        comparisons, text, played_count, planned_count = self._comparisons, "", 0, 0
        if balance is not None and (pairs := balance.comparison.pairs):
            played_count, planned_count = pairs, max(pairs, balance.comparison.difference.planned)
            share = percent(played_count / planned_count)
            text = tr("Comparing with {name}: {share} done", name=balance.name, share=share)
        elif comparisons.is_running:
            text = tr("Playing the first games")
        elif (running := comparisons.running_sheet) is not None:
            text = tr("Playing games of {scenario} in another tab", scenario=running.name)
        elif failure := comparisons.shown_comparison.failure:
            text = tr("The two cannot be compared: {reason}.", reason=failure)
        self.progress.setRange(0, planned_count)
        self.progress.setValue(played_count)
        self.progress.setAccessibleName(text)
        set_text(self.status, text)

    def _show_result(self, balance: ComparedBalance | None) -> None:
        if balance is None:
            self._clear_result()
            return
        comparison, names = balance.comparison, (balance.name, balance.current)
        set_text(self.headline, sentence(comparison_words.comparison_headline(comparison, *names)))
        has_shares = comparison.difference.pairs > 0
        parts = zip(names, self._names, self.bars, comparison.shares, strict=True)
        for name, label, bar, share in parts:
            set_text(label, translated(name) if has_shares else "")
            bar.setVisible(has_shares)
            if has_shares:
                bar.show_share(share)
        set_text(self.changes, "\n".join(f"• {sentence(each)}" for each in balance.changes))
        notes = (
            [] if comparison.has_identical_play else comparison_words.comparison_notes(comparison)
        )
        set_text(self.notes, " ".join(map(sentence, notes)) if has_shares else "")

    def _clear_result(self) -> None:
        for label in (self.headline, *self._names, self.changes, self.notes):
            set_text(label, "")
        for bar in self.bars:
            bar.hide()

    def _announce(self) -> None:
        announce(self, self.status.text() or self.headline.text())
