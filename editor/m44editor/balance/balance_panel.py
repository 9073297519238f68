"""The balance panel: the verdict in plain words, the games behind it, and their analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from html import escape

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.balance_lab import verdict_words
from m44core.balance_lab.game_lengths import LengthBar
from m44core.balance_lab.heat_maps import THIRD_NAMES, HeatKind, HeatMap
from m44core.balance_lab.intervals import MIN_GAMES, usual_games_needed
from m44core.balance_lab.recorded_facts import GameId
from m44core.balance_lab.restricted_play import Restriction
from m44core.balance_lab.run_times import expected_verdict_seconds, game_seconds, is_verdict_slow
from m44core.balance_lab.verdict import Verdict
from m44core.catalogue.catalogue_types import Side
from m44core.diagnostics import Severity
from m44core.messages import nouns
from m44core.messages.message import Message, Number, message
from m44core.playtest.players.levels import LEVELS, Levels
from m44core.rules.game.side_names import SIDES
from m44editor.balance.changes_section import ChangesSection
from m44editor.balance.choice_box import ChoiceBox
from m44editor.balance.comparison_section import ComparisonSection
from m44editor.balance.detail_rows import tables_of_details
from m44editor.balance.detail_tables import DetailTables
from m44editor.balance.game_choice import first_game_named, game_of_bar, games_to_watch
from m44editor.balance.game_processes import parallel_game_count
from m44editor.balance.heat_overlay import heat_number_text
from m44editor.balance.interval_bar import IntervalBar
from m44editor.balance.labels import (
    heading,
    set_text,
    text_label,
    time_left,
    with_unbroken_parentheses,
)
from m44editor.balance.length_chart import LengthChart
from m44editor.balance.level_labels import level_label
from m44editor.balance.measurement_job import HeatChoice, MeasurementResult
from m44editor.balance.measurements import PRECISIONS, Measurements
from m44editor.balance.restriction_section import RestrictionSection
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.interface_text import sentence, tr, translated
from m44editor.panels.notice_bar import NoticeBar
from m44editor.screen_reader import announce
from m44editor.type_ranks import set_text_rank

_MIN_WIDTH = 260  # pixels
_MAX_HEXES_LISTED = 12
_HEAT_LABELS: Mapping[HeatKind, Message] = {
    HeatKind.FIGHTS: message("Attacks"),
    HeatKind.LOSSES: message("Figures lost"),
    HeatKind.TRAFFIC: message("Movement"),
    HeatKind.NEVER_ENTERED: message("Hexes never entered"),
    HeatKind.LAST_STANDS: message("Eliminated units"),
}


class BalancePanel(QWidget):
    """Starts and stops measurements, and shows the result.

    Attributes:
        players: The choice of players.
        precision: The choice of the precision.
        start_button: Starts, pauses, or continues the measurement.
        refine_button: Continues to the next finer precision.
        more_button: Opens a menu of further actions.
        status: The current activity and its remaining time.
        notices: States that the result is for an older map, if so.
        bar: The shares and the interval.
        headline: The share of wins of the favored side.
        text: The other sentences about the verdict.
        unplayed: The rules that are not played.
        changes: Finds changes to the scenario; shown once one side wins more often.
        comparison: Shows a comparison with another scenario; shown once there is one.
        restriction_section: Measures the cost of restrictions; shown once it is in use.
        chart: The lengths of the games.
        watch_button: Opens a menu of games to watch.
        heat_kind: The choice of a heat map.
        heat_side: The choice of the side that the heat map counts.
        heat_third: The choice of the part of the game that the heat map counts.
        heat_label: The hexes with the largest numbers; a click on a hex opens a game counted there.
        details_button: Opens the details.
        details: The tables of details.
    """

    def __init__(
        self,
        document: Document,
        selection: Selection,
        measurements: Measurements,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._selection = document, selection
        self._measurements = measurements
        self._wants_changes = self._is_restriction_section_wanted = False
        self._make_controls()
        self._make_result_widgets()
        self._make_heat_choice()
        self._lay_out()
        self.setMinimumWidth(_MIN_WIDTH)
        self._connect()
        self._refresh()
        self._show_heat()
        self._show_details()

    # Building

    def _make_controls(self) -> None:
        self.players = ChoiceBox(
            tr("Players"),
            [(translated(level_label(level)), Levels(level, level)) for level in LEVELS],
        )
        self.precision = ChoiceBox(
            tr("Precision"), [(_precision_label(each), each) for each in PRECISIONS]
        )
        self.precision.setToolTip(
            tr("Games are played until the win rate is known to within this many percentage points")
        )
        self.start_button, self.refine_button = QPushButton(self), QPushButton(self)
        self.refine_button.setToolTip(tr("Play more games, for a narrower interval"))
        self._make_more_button()
        self.status = text_label()
        self.notices = NoticeBar(self)

    def _make_more_button(self) -> None:
        self.more_button = QToolButton(self)
        self.more_button.setText(tr("More"))
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(self.more_button)
        menu.addAction(tr("Find Changes…"), self._open_changes_section)
        menu.addAction(tr("Measure a Card or Section…"), self._open_restriction_section)
        comparison_requested = self._measurements.comparison_requested
        menu.addAction(tr("Compare Balance With…"), comparison_requested.emit)
        self.more_button.setMenu(menu)

    def _make_result_widgets(self) -> None:
        self.bar = IntervalBar(self)
        self.headline = text_label()
        set_text_rank(self.headline, "title")
        self.text, self.unplayed = text_label(), text_label()
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.changes = ChangesSection(self._measurements.sweeps, self)
        self.comparison = ComparisonSection(self._measurements.comparisons, self)
        self.restriction_section = RestrictionSection(self._measurements.restriction_costs, self)
        self.chart = LengthChart(self)
        self.watch_button = QToolButton(self)
        self.watch_button.setText(tr("Watch a Game"))
        self.watch_button.setToolTip(tr("Play one of these games again and watch it"))
        self.watch_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.watch_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(self.watch_button)
        menu.aboutToShow.connect(partial(self._fill_games_menu, menu))
        self.watch_button.setMenu(menu)
        self.details_button = QToolButton(self)
        self.details_button.setText(tr("Details"))
        self.details_button.setCheckable(True)
        self.details_button.setAutoRaise(True)
        self.details_button.setArrowType(Qt.ArrowType.RightArrow)
        self.details_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.details_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.details = DetailTables(self)
        self.details.hide()

    def _make_heat_choice(self) -> None:
        kinds = ((translated(name), kind) for kind, name in _HEAT_LABELS.items())
        self.heat_kind = ChoiceBox[HeatKind | None](tr("Heat map"), [(tr("None"), None), *kinds])
        sides = ((translated(SIDES[side]), side) for side in Side)
        self.heat_side = ChoiceBox[Side | None](
            tr("Side shown in the heat map"), [(tr("Both sides"), None), *sides]
        )
        thirds = ((sentence(name), index) for index, name in enumerate(THIRD_NAMES))
        self.heat_third = ChoiceBox[int | None](
            tr("Part of the game"), [(tr("The whole game"), None), *thirds]
        )
        self.heat_label = text_label()
        self.heat_label.setTextFormat(Qt.TextFormat.RichText)
        self.heat_label.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(tr("Players"), self.players)
        form.addRow(tr("Precision"), self.precision)
        buttons = QHBoxLayout()
        buttons.addWidget(self.start_button, 1)
        buttons.addWidget(self.refine_button, 1)
        buttons.addWidget(self.more_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addLayout(form)
        layout.addLayout(buttons)
        layout.addWidget(self.status)
        layout.addWidget(self.notices)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._result_section())
        layout.addWidget(self._scroll, 1)

    def _result_section(self) -> QWidget:
        self._verdict_area, self._games_area = QWidget(), self._games_section()
        verdict = QVBoxLayout(self._verdict_area)
        verdict.setContentsMargins(0, 0, 0, 0)
        verdict_widgets: tuple[QWidget, ...] = (self.bar, self.headline, self.text, self.unplayed)
        for widget in verdict_widgets:
            verdict.addWidget(widget)
        area = QWidget()
        column = QVBoxLayout(area)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (
            self._verdict_area,
            self.comparison,
            self.changes,
            self.restriction_section,
            self._games_area,
        ):
            column.addWidget(widget)
        column.addStretch()
        return area

    def _games_section(self) -> QWidget:
        area = QWidget()
        column = QVBoxLayout(area)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(heading(tr("Game length")))
        column.addWidget(self.chart)
        games = QHBoxLayout()
        games.addWidget(self.watch_button)
        games.addStretch()
        column.addLayout(games)
        column.addWidget(heading(tr("Heat map")))
        heat_boxes: tuple[QWidget, ...] = (self.heat_kind, self.heat_side, self.heat_third)
        for widget in (*heat_boxes, self.heat_label, self.details_button, self.details):
            column.addWidget(widget)
        return area

    def _connect(self) -> None:
        measurements = self._measurements
        self.players.currentIndexChanged.connect(self._choose_players)
        self.precision.currentIndexChanged.connect(self._choose_precision)
        self.start_button.clicked.connect(self._start_or_stop)
        self.refine_button.clicked.connect(self._refine)
        self.heat_label.linkActivated.connect(measurements.watch_hex)
        self.chart.bar_chosen.connect(self._watch_game_of_bar)
        for box in (self.heat_kind, self.heat_side, self.heat_third):
            box.currentIndexChanged.connect(self._choose_heat)
        self.details_button.toggled.connect(self._set_details_shown)
        self.details.game_requested.connect(self._watch_named_game)
        self.details.measurement_requested.connect(self._measure_restriction)
        measurements.changed.connect(self._refresh)
        measurements.sweeps.changed.connect(self._update_changes_section)
        measurements.restriction_costs.changed.connect(self._update_restriction_section)
        measurements.comparisons.changed.connect(self._show_comparison)
        measurements.finished.connect(self._announce)
        measurements.heat_changed.connect(self._show_heat)
        measurements.details_changed.connect(self._show_details)

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        """Look up the stored result, and follow changes of the map."""
        super().showEvent(event)
        self._measurements.follow_map_while_visible(self, is_visible=True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop following changes of the map."""
        super().hideEvent(event)
        self._measurements.follow_map_while_visible(self, is_visible=False)

    # Commands

    def _choose_players(self) -> None:
        self._measurements.choose(levels=self.players.value)

    def _choose_precision(self) -> None:
        self._measurements.choose(precision=self.precision.value)

    def _start_or_stop(self) -> None:
        if self._measurements.is_running:
            self._measurements.stop()
        else:
            self._measurements.start()

    def _refine(self) -> None:
        self._measurements.refine()
        self.start_button.setFocus()  # where it can be paused

    def _open_changes_section(self) -> None:
        """Show the section that finds changes, whatever the verdict."""
        self._wants_changes = True
        self._update_changes_section()
        self.changes.aim.setFocus()
        self._scroll_to(self.changes)

    def _open_restriction_section(self) -> None:
        """Show the section that measures what cards and sections are worth."""
        self._is_restriction_section_wanted = True
        self._update_restriction_section()
        self.restriction_section.restriction_box.setFocus()
        self._scroll_to(self.restriction_section)

    def _measure_restriction(self, restriction: Restriction) -> None:
        """Show the section for restrictions, and measure the restriction of a table row there."""
        self._open_restriction_section()
        self.restriction_section.measure(restriction)
        self.restriction_section.button.setFocus()  # where it can be canceled

    def _scroll_to(self, widget: QWidget) -> None:
        QTimer.singleShot(0, partial(self._scroll.ensureWidgetVisible, widget))

    def _choose_heat(self) -> None:
        kind = self.heat_kind.value
        side, third = self.heat_side.value, self.heat_third.value
        self._measurements.choose_heat(HeatChoice(kind, side, third) if kind else None)

    def _set_details_shown(self, is_shown: bool) -> None:
        arrow = Qt.ArrowType.DownArrow if is_shown else Qt.ArrowType.RightArrow
        self.details_button.setArrowType(arrow)
        self._measurements.set_details_wanted(is_shown)
        self._show_details()

    def _fill_games_menu(self, menu: QMenu) -> None:
        menu.clear()
        result, heat = self._measurements.result, self._measurements.heat
        if result is None:
            return
        for label, record in games_to_watch(result.verdict):
            menu.addAction(translated(label), partial(self._measurements.watch, record))
        for hex_ in self._selected_hexes():
            if heat is not None and heat.examples.get(hex_):
                kind = _HEAT_LABELS[heat.kind]
                text = tr("{heat_map} at {hex}", heat_map=kind, hex=hex_)
                menu.addAction(text, partial(self._measurements.watch_hex, hex_))

    def _selected_hexes(self) -> Sequence[str]:
        board = self._document.scenario.board
        hexes = self._selection.hexes
        return [board.name(hex_) for hex_ in hexes] if len(hexes) == 1 else []

    def _watch_game_of_bar(self, bar: LengthBar) -> None:
        result = self._measurements.result
        record = game_of_bar(result.verdict.records, bar) if result else None
        if record is not None:
            self._measurements.watch(record)

    def _watch_named_game(self, names: tuple[GameId, ...]) -> None:
        result = self._measurements.result
        record = first_game_named(result.verdict.records, names) if result else None
        if record is not None:
            self._measurements.watch(record)

    # Showing

    def _refresh(self) -> None:
        measurements, result = self._measurements, self._measurements.result
        self.players.select(measurements.levels)
        self.precision.select(measurements.precision)
        self._update_buttons()
        set_text(self.status, _status_text(measurements))
        self._show_notice()
        for area in (self._verdict_area, self._games_area):
            area.setVisible(result is not None and not result.is_empty)
        self._update_changes_section()
        self._update_restriction_section()
        self._show_comparison()
        if result is not None:
            self._show_result(result)

    def _update_buttons(self) -> None:
        measurements = self._measurements
        self.start_button.setText(_start_button_text(measurements))
        self.start_button.setToolTip(
            tr("Stop playing; the games played so far are kept") if measurements.is_running else ""
        )
        is_done, finer_precision = measurements.is_done and not measurements.is_running, None
        had_focus = self.start_button.hasFocus()
        if is_done:
            finer_precision = measurements.finer_precision
        self.start_button.setVisible(not is_done)
        self.refine_button.setVisible(finer_precision is not None)
        if finer_precision is not None:
            self.refine_button.setText(
                tr("Refine to {precision}", precision=_precision_label(finer_precision))
            )
            if had_focus:
                self.refine_button.setFocus()

    def _show_notice(self) -> None:
        measurements = self._measurements
        if not measurements.is_outdated:
            self.notices.clear()
            return
        text = tr("This result is for an earlier version of the map.")
        if self.notices.isHidden() or self.notices.label.text() != text:
            self.notices.show_notice(Severity.WARNING, text)

    def _show_result(self, result: MeasurementResult) -> None:
        verdict = result.verdict
        self.bar.show_share(verdict.allies)
        set_text(
            self.headline,
            with_unbroken_parentheses(sentence(verdict_words.verdict_headline(verdict))),
        )
        sentences = (*result.errors, *verdict_words.verdict_sentences(verdict, result.people))
        set_text(self.text, _html_paragraphs(map(sentence, sentences)))
        unplayed_sentences = [
            sentence(each) for each in verdict_words.unplayed_rule_sentences(result.gaps)
        ]
        intro = tr("These games are played without some rules of the scenario:")
        rule_list = "\n".join([intro, *(f"• {each}" for each in unplayed_sentences)])
        set_text(self.unplayed, rule_list if unplayed_sentences else "")
        self.chart.show_turns([record.turns for record in verdict.records])

    def _update_changes_section(self) -> None:
        """Show the section that finds changes if one side wins more often, or if it is in use."""
        result = self._measurements.result
        is_lopsided = False
        if result is not None and result.verdict.is_precise:
            is_lopsided = verdict_words.favored_side(result.verdict) is not None
        is_in_use = self._wants_changes or self.changes.has_content
        self.changes.setVisible(is_lopsided or is_in_use)

    def _show_comparison(self) -> None:
        self.comparison.setVisible(self.comparison.has_content)

    def _update_restriction_section(self) -> None:
        self.restriction_section.setVisible(
            self._is_restriction_section_wanted or self.restriction_section.has_content
        )

    def _show_heat(self) -> None:
        choice, heat = self._measurements.heat_choice, self._measurements.heat
        self.heat_kind.select(choice.kind if choice else None)
        if choice is not None:
            self.heat_side.select(choice.side)
            self.heat_third.select(choice.third)
        for widget in (self.heat_side, self.heat_third, self.heat_label):
            widget.setVisible(choice is not None)
        set_text(self.heat_label, _hex_links(heat) if heat is not None else "")

    def _show_details(self) -> None:
        details, result = self._measurements.details, self._measurements.result
        is_open = self.details_button.isChecked()
        self.details.setVisible(is_open and details is not None and result is not None)
        if is_open and details is not None and result is not None:
            self.details.show_tables(tables_of_details(details, result.plan.start().field))

    def _announce(self) -> None:
        result = self._measurements.result
        if result is not None and not result.is_empty:
            announce(self, sentence(verdict_words.verdict_headline(result.verdict)))


def _start_button_text(measurements: Measurements) -> str:
    result = measurements.result
    if measurements.is_running:
        return tr("Pause")
    if measurements.is_outdated:
        return tr("Measure Again")
    if result is not None and not result.is_empty:
        return tr("Continue")
    return tr("Start")


def _status_text(measurements: Measurements) -> str:
    """Return the current activity and notes on the result; empty if there is nothing to say."""
    result = measurements.result
    if measurements.failure:
        return tr("This scenario cannot be played: {reason}.", reason=measurements.failure)
    if measurements.is_running:
        return _joined_sentences(_progress_message(result), *_first_look_sentences(result))
    running_sheet = measurements.running_sheet
    if running_sheet is not None:
        return tr("Playing games of {scenario} in another tab", scenario=running_sheet.name)
    if result is None:
        return ""
    if result.is_empty:
        return _joined_sentences(
            no_games_message(result.verdict),
            *_slow_games_sentences(result),
            *_first_look_sentences(result),
        )
    if result.verdict.allies.games:
        return sentence(result.notice) if result.notice else ""
    notices = [result.notice] if result.notice else []
    return _joined_sentences(
        *_slow_games_sentences(result), *_first_look_sentences(result), *notices
    )


def no_games_message(verdict: Verdict) -> Message:
    """Return why a verdict has no games."""
    return verdict_words.failed_games_sentence(verdict) or message(
        "This scenario has not been measured with these players."
    )


def _joined_sentences(*texts: Message) -> str:
    return "\n".join(map(sentence, texts))


def _first_look_sentences(result: MeasurementResult | None) -> list[Message]:
    """Return the sergeants' result as one sentence; empty once slower players have a result."""
    if result is None or result.first_look is None or result.verdict.allies.games:
        return []
    return [verdict_words.first_look_sentence(result.first_look)]


def _slow_games_sentences(result: MeasurementResult) -> list[Message]:
    """Return a sentence on how long slow players take; empty for fast players."""
    levels, precision = result.verdict.setup.levels, result.verdict.precision
    if not is_verdict_slow(levels):
        return []
    played_count = len(result.verdict.records)
    seconds = expected_verdict_seconds(
        game_seconds(levels), precision, parallel_game_count(), played_count
    )
    return [
        message(
            "Generals are slow: ±{points} points take about {minutes} min. Sergeants play first, "
            "for a first look within half a minute. All games run in the background while you "
            "work.",
            points=Number(100 * precision, 0 if precision * 100 == int(precision * 100) else 1),
            minutes=max(1, round(seconds / 60)),
        )
    ]


def _hex_links(heat: HeatMap) -> str:
    """Return the hexes with the highest numbers as HTML links, or a note that there are none."""
    if not heat.per_game:
        return escape(tr("This never happens in these games."))
    links = [
        f"<a href='{escape(hex_)}'>{escape(hex_)}</a>&nbsp;{escape(heat_number_text(heat, hex_))}"
        for hex_ in list(heat.per_game)[:_MAX_HEXES_LISTED]
    ]
    ellipsis = " …" if len(heat.per_game) > len(links) else ""
    hint = escape(
        tr(
            "Click a hex here, or double-click it on the board, to watch a game in "
            "which this happens."
        )
    )
    return f"<p style='margin: 0 0 4px 0'>{' &nbsp; '.join(links)}{ellipsis}</p>{hint}"


def _progress_message(result: MeasurementResult | None) -> Message:
    """Return the number of games played and, if it is known, the estimated remaining time."""
    played_count = len(result.verdict.records) if result is not None else 0
    if result is None or (not result.verdict.allies.games and result.seconds_left is None):
        return message(
            "Playing: {number} of at least {games}",
            number=played_count,
            games=nouns.games(
                result.verdict.first_result_games if result is not None else MIN_GAMES
            ),
        )
    planned_count = max(played_count, _planned_game_count(result.verdict))
    progress = message(
        "Playing: {number} of about {games}", number=played_count, games=nouns.games(planned_count)
    )
    if result.seconds_left is None:
        return progress
    return message("{progress}; {left}", progress=progress, left=time_left(result.seconds_left))


def _planned_game_count(verdict: Verdict) -> int:
    return verdict.allies.planned if verdict.allies.games else usual_games_needed(verdict.precision)


def _precision_label(precision: float) -> str:
    points = 100 * precision
    return tr("±{points} points", points=Number(points, 0 if points == int(points) else 1))


def _html_paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p style='margin: 0 0 4px 0'>{escape(text)}</p>" for text in texts)
