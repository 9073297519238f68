"""The section of the balance panel that measures what a card or a section is worth."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from m44core.balance_lab import restriction_words
from m44core.balance_lab.restricted_play import Restriction
from m44core.balance_lab.restriction_run import RestrictionCost
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.messages.message import Value, message, message_in, percent, signed_points
from m44core.messages.renderers import message_of_error
from m44core.rules.game.side_names import SIDES
from m44editor.balance.choice_box import ChoiceBox
from m44editor.balance.detail_rows import Column, Row, Table
from m44editor.balance.detail_tables import RowTable
from m44editor.balance.labels import heading, set_text, text_label
from m44editor.balance.restriction_costs import RestrictionMeasurements, SheetRestrictionCosts
from m44editor.interface_text import sentence, tr, translated
from m44editor.screen_reader import announce

_MAX_PROGRESS = 100
_RestrictionSpecs = tuple[tuple[frozenset[str], Section | None], ...]


class RestrictionSection(QWidget):
    """Chooses what to measure, starts and cancels it, and lists the results.

    Attributes:
        side: The choice of the restricted side; None for each side in turn.
        restriction_box: The choice of cards and sections.
        button: Starts or cancels the measurement.
        progress: The progress of the measurement.
        status: The progress in words, or why nothing can be measured.
        age: States that the results are for an older map, if so.
        table: The results, the most valuable first.
        remarks: How the results were measured.
    """

    def __init__(
        self, measurements: RestrictionMeasurements, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._measurements = measurements
        self._failure: Value = ""  # why the scenario has no cards
        self.side = ChoiceBox[Side | None](
            tr("Side"),
            [(tr("Each side"), None), *((translated(SIDES[side]), side) for side in Side)],
        )
        self.restriction_box = ChoiceBox[_RestrictionSpecs](tr("Card or section"), [])
        self.button = QPushButton(self)
        self.button.setAutoDefault(True)  # for the Enter key
        self.progress = QProgressBar(self)
        self.progress.setRange(0, _MAX_PROGRESS)
        self.status, self.age, self.remarks = text_label(), text_label(), text_label()
        self.table = RowTable()
        self.table.setAccessibleName(tr("What cards and sections are worth"))
        self._lay_out()
        self.button.clicked.connect(self._start_or_stop)
        measurements.changed.connect(self.refresh)
        measurements.finished.connect(self._announce)
        self.refresh()

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        choice.addWidget(self.restriction_box, 1)
        choice.addWidget(self.side)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(heading(tr("What a card or section is worth")))
        column.addLayout(choice)
        widgets = (self.button, self.progress, self.status, self.age, self.table, self.remarks)
        for widget in widgets:
            column.addWidget(widget)

    def showEvent(self, event: QShowEvent) -> None:
        """List the cards that can be chosen."""
        super().showEvent(event)
        self.refresh()

    @property
    def has_content(self) -> bool:
        """Whether there is anything to show: a run, its results, or why there are none."""
        costs = self._measurements.shown_costs
        return bool(self._measurements.is_running or costs.costs or costs.failure)

    def measure(self, restriction: Restriction) -> None:
        """Measure one restriction."""
        self._measurements.start([restriction])

    # Commands

    def _start_or_stop(self) -> None:
        if self._measurements.is_running:
            self._measurements.stop()
        elif self.restriction_box.count():
            self._measurements.start(self._chosen_restrictions())

    def _chosen_restrictions(self) -> list[Restriction]:
        side = self.side.value
        sides = (side,) if side is not None else tuple(Side)
        restrictions = self.restriction_box.value
        return [
            Restriction(side, cards, section) for side in sides for cards, section in restrictions
        ]

    # Showing

    def refresh(self) -> None:
        """Show what can be measured, what is being measured, and the results."""
        measurements, sheet_costs = self._measurements, self._measurements.shown_costs
        if not measurements.is_running and not self.isHidden():
            self._fill_restriction_box()
        for box in (self.side, self.restriction_box):
            box.setEnabled(not measurements.is_running)
        self.button.setText(tr("Cancel") if measurements.is_running else tr("Measure"))
        self.button.setToolTip(
            ""
            if measurements.is_running
            else tr(
                "Play many games in which the side goes without it; this can take several minutes"
            )
        )
        self.button.setEnabled(measurements.is_running or bool(self.restriction_box.count()))
        self._show_progress()
        self._show_results(sheet_costs)

    def _fill_restriction_box(self) -> None:
        """List the cards of the scenario shown, or store why there are none."""
        kinds: list[frozenset[str]] = []
        self._failure = ""
        try:
            kinds = self._measurements.kinds_of_cards()
        except M44Error as error:
            self._failure = message_of_error(error)
        self.restriction_box.set_entries(list(_restriction_entries(kinds)))

    def _show_progress(self) -> None:
        measurements, text = self._measurements, ""
        self.progress.setVisible(measurements.is_running)
        if measurements.is_running and measurements.progress is None:
            text = tr("Playing the first games")
        elif measurements.is_running and measurements.progress is not None:
            text = sentence(restriction_words.progress_text(measurements.progress))
            self.progress.setValue(round(_MAX_PROGRESS * measurements.progress.done_share))
        elif (running := measurements.running_sheet) is not None:
            text = tr("Playing games of {scenario} in another tab", scenario=running.name)
        elif failure := measurements.shown_costs.failure or self._failure:
            text = tr("Nothing can be measured: {reason}.", reason=failure)
        self.progress.setAccessibleName(text)
        set_text(self.status, text)

    def _show_results(self, sheet_costs: SheetRestrictionCosts) -> None:
        costs = sorted(_latest_costs(self._measurements), key=lambda cost: -cost.cost[0])
        self.table.setVisible(bool(costs))
        self.table.show_rows(Table(_TITLE, _COLUMNS, tuple(map(_cost_row, costs))))
        is_older = bool(sheet_costs.costs) and not self._measurements.is_current
        age_note = tr("These results are for an earlier version of the map.")
        set_text(self.age, age_note if is_older else "")
        remarks = restriction_words.restriction_remarks(costs) if costs else []
        set_text(self.remarks, " ".join(map(sentence, remarks)))

    def _announce(self) -> None:
        costs = self._measurements.shown_costs
        lines = [
            sentence(restriction_words.restriction_cost_text(each)) for each in costs.costs.values()
        ]
        announce(self, self.status.text() or " ".join(lines))


def _latest_costs(measurements: RestrictionMeasurements) -> list[RestrictionCost]:
    """Return the stored results, and those of the run in progress, if any."""
    costs = dict(measurements.shown_costs.costs)
    if measurements.is_running and measurements.progress is not None:
        setup = measurements.shown_costs.setup
        if setup is None or setup.key != measurements.progress.setup.key:
            costs = {}
        costs |= {each.restriction: each for each in measurements.progress.costs if each.pairs}
    return list(costs.values())


def _restriction_entries(kinds: list[frozenset[str]]) -> Iterator[tuple[str, _RestrictionSpecs]]:
    """Yield the label and restrictions of each choice: cards, sections, all cards, all sections."""
    if not kinds:
        return
    by_name = {
        sentence(restriction_words.restriction_label(Restriction(Side.AXIS, cards=keys))): keys
        for keys in kinds
    }
    for name in sorted(by_name, key=str.casefold):
        yield name, ((by_name[name], None),)
    for section, label in restriction_words.SECTION_LABELS.items():
        yield sentence(label), ((frozenset(), section),)
    yield tr("All cards"), tuple((keys, None) for keys in kinds)
    yield tr("All sections"), tuple((frozenset[str](), section) for section in Section)


_TITLE = message("What a card or section is worth")
_COLUMNS = (
    Column(
        message_in("column", "Without"),
        message("How often the side wins without it, and with it"),
    ),
    Column(
        message_in("column", "Worth"),
        message("How many percentage points more often the side wins with it"),
    ),
)


def _cost_row(cost: RestrictionCost) -> Row:
    name = restriction_words.restriction_label(cost.restriction)
    side = SIDES[cost.restriction.side]
    if not cost.pairs:
        return Row(((name, side, message("Not enough games for a result yet")), ""))
    points, low, high = (signed_points(share) for share in cost.cost)
    interval = message_in("interval", "{low} to {high}", low=low, high=high)
    free_share, restricted_share = map(percent, cost.shares)
    wins_text = message(
        "{side}: {restricted} instead of {free}",
        side=side,
        restricted=restricted_share,
        free=free_share,
    )
    chance: tuple[Value, ...] = () if cost.is_significant else (message("may be due to chance"),)
    return Row(((name, wins_text, *chance), (points, interval)))
