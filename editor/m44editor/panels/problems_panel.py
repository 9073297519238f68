"""The problems panel: what is wrong with the scenario, where, why, and how to fix it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.findings.render_findings import check_name_of, is_quiet, message_of, title_of_fix
from m44core.io.origin import Origin
from m44core.messages.message import Message, Value, message, several
from m44core.model.edits.briefing_edits import add_allowance
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Allowance
from m44core.validation.bga.verdict import Verdict, verdict_message
from m44core.validation.runner import AppliedFix
from m44core.validation.safe_fixes import apply_fix_or_report, fix_scenario
from m44editor.actions import label_with_keys, native_shortcut_text
from m44editor.checks.check_options import CheckOptions
from m44editor.checks.check_results import CheckResults, save_format, without_allowances_for
from m44editor.checks.live_validation import LiveValidation
from m44editor.documents.document import Document
from m44editor.formatting import severity_count_text
from m44editor.interface_text import sentence, tr, tr_n, translated
from m44editor.panels.display_names import join_sentences
from m44editor.panels.finding_labels import finding_line, with_full_stop
from m44editor.panels.flow_layout import FlowLayout
from m44editor.panels.notice_bar import NoticeBar
from m44editor.panels.panel_icons import safe_icon, severity_icon
from m44editor.panels.problem_details import (
    ProblemDetail,
    can_be_suppressed,
    depends_on_boxes,
    fix_label,
)
from m44editor.panels.problem_list import ProblemList, ResultsFilter, ResultsModel

_ICONS: Mapping[Verdict, Callable[[], QIcon]] = {
    Verdict.RED: partial(severity_icon, Severity.ERROR),
    Verdict.AMBER: partial(severity_icon, Severity.WARNING),
    Verdict.GREEN: safe_icon,
}
_SEARCH_WIDTH = 180  # pixels
_FULL_TEXT_WIDTH = 620  # pixels of width that fit the names of the severities


class ProblemsPanel(QWidget):
    """Lists the findings; clicking one shows its location, and a button applies a fix.

    In the list, F8 and Shift+F8 step through the problems, and Ctrl+. opens the fixes; the window
    provides the same commands everywhere.

    Attributes:
        results: The results of the checks.
        bar: The row with the counts and the options.
        notices: Shows errors.
        verdict: The line about playing on Board Game Arena.
        list: The list of findings.
        quiet: The line that shows how many notes need no action.
        detail: The details of the current finding.
        shortcut_of: Returns the shortcut of a command, given its name.

    Signals:
        hex_chosen: The hex of a chosen problem.
        field_chosen: The JSON Pointer of a chosen problem.
        boxes_requested: The user wants to choose the boxes they own.
        status_message: The result of a command, or the reason why it did nothing, for the status
            bar.
        suppressed_toggled: Suppressed problems were shown (True) or hidden (False).
        height_wanted: The details do not fit; carries the logical pixels that are missing.
        height_released: The details no longer need that height.
    """

    hex_chosen = Signal(object)
    field_chosen = Signal(str)
    boxes_requested = Signal()
    status_message = Signal(str)
    suppressed_toggled = Signal(bool)
    height_wanted = Signal(int)
    height_released = Signal()

    def __init__(
        self,
        document: Document,
        live: LiveValidation,
        options: CheckOptions,
        results: CheckResults,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._live = live
        self._options = options
        self._config_error: Value = ""
        self.shortcut_of: Callable[[str], str] = lambda _name: ""
        self.results = results
        self._model = ResultsModel(self)
        self._filter = ResultsFilter(self)
        self._filter.setSourceModel(self._model)
        self.bar = ProblemsBar(self)
        self.notices = NoticeBar(self)
        self.verdict = VerdictLine(self)
        self.list = ProblemList(self._filter, self._why_empty, self)
        self.quiet = QuietNotes(self.bar.show_quiet, self)
        self.detail = ProblemDetail(self)
        self._lay_out()
        self._connect()
        self._update_option_actions()
        self._show_results()

    def _lay_out(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        list_side = QWidget(splitter)
        column = QVBoxLayout(list_side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.list, 1)
        column.addWidget(self.quiet)
        splitter.addWidget(list_side)
        splitter.addWidget(self.detail)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.bar, self.notices, self.verdict):
            layout.addWidget(widget)
        layout.addWidget(splitter, 1)

    def _connect(self) -> None:
        bar, detail, problem_list, options = self.bar, self.detail, self.list, self._options
        self.results.published.connect(self._show_results)
        self._document.replaced.connect(problem_list.restart_steps)
        self._document.replaced.connect(self._clear_notice)
        options.changed.connect(self._update_option_actions)
        bar.search.textChanged.connect(self._filter.set_search)
        bar.severities_chosen.connect(self._filter.show_severities)
        bar.fix_button.clicked.connect(self.apply_safe_fixes)
        bar.show_suppressed.toggled.connect(self._set_suppressed_shown)
        bar.show_quiet.toggled.connect(self._set_quiet_shown)
        for profile, action in bar.profiles.items():
            action.triggered.connect(partial(self._set_profile, profile))
        bar.boxes.triggered.connect(self.boxes_requested)
        problem_list.finding_chosen.connect(self._show_location)
        problem_list.enter_pressed.connect(self._focus_location)
        problem_list.current_changed.connect(self._show_current)
        problem_list.menu_requested.connect(self._open_menu)
        problem_list.copy_requested.connect(self.copy)
        problem_list.fixes_requested.connect(self.open_fixes)
        detail.fix_requested.connect(self.apply_fix)
        detail.suppress_requested.connect(self.suppress)
        detail.suppressed.connect(self._suppress_as)
        detail.form_closed.connect(problem_list.setFocus)
        detail.unsuppress_requested.connect(self.unsuppress)
        detail.boxes_requested.connect(self.boxes_requested)
        detail.height_wanted.connect(self.height_wanted)
        detail.height_released.connect(self.height_released)

    # Commands

    def apply_fix(self, finding: Diagnostic, fix: Fix) -> None:
        """Apply a fix as one undo step, or show why it failed.

        Do nothing if the problem is gone.
        """
        if not self._live.is_current:
            self._live.check_now()
        if finding not in self.results.findings:
            return
        after = apply_fix_or_report(self._document.file, finding, fix)
        if isinstance(after, Diagnostic):
            text = tr("{finding}. Nothing was changed.", finding=sentence(message_of(after)))
            self.notices.show_notice(Severity.ERROR, text)
        elif after is self._document.file:
            text = tr("“{fix}” would no longer change anything.", fix=sentence(title_of_fix(fix)))
            self.notices.show_notice(Severity.INFO, text)
        else:
            self._edit(title_of_fix(fix), after.scenario, after.origin)

    def apply_safe_fixes(self) -> None:
        """Show what all safe fixes change and, if the user agrees, apply them as one undo step.

        Fixes of problems that appear only after other fixes are included. Report the number of
        fixed problems, why some could not be fixed, or that there is nothing to fix.
        """
        document = self._document
        file, applied_fixes = self.results.fixed_file()
        result = fix_scenario(file, self._live.settings, save_format(document))
        applied_fixes += result.fixed
        count = len(applied_fixes)
        if count:
            if not self._confirm_fixes(applied_fixes, result.file.scenario):
                return
            step = message("Apply All Safe Fixes")
            self._edit(step, result.file.scenario, result.file.origin)
        if result.failed:
            self.notices.show_notice(
                Severity.ERROR, translated(_failure_message(result.failed, count))
            )
        elif count:
            report = tr_n(
                "Fixed {number} problem; you can undo this",
                "Fixed {number} problems; you can undo this",
                count,
            )
            self.status_message.emit(report)
        else:
            self.status_message.emit(tr("There are no safe fixes to apply"))

    def _confirm_fixes(self, fixes: list[AppliedFix], after: Scenario) -> bool:
        """Show what would be fixed; return whether the user agrees."""
        from m44editor.panels.safe_fix_preview import SafeFixPreview  # it loads the drawing

        preview = SafeFixPreview(fixes, self._document.scenario, after, self)
        agrees = bool(preview.exec())
        preview.deleteLater()
        self.list.setFocus()
        return agrees

    def suppress(self) -> None:
        """Open a form that asks for a reason and then suppresses the current finding.

        If the finding cannot be suppressed, say so in the status bar.
        """
        finding = self.list.current_finding()
        if finding is None or self.list.current_suppression() or not can_be_suppressed(finding):
            self.status_message.emit(tr("Select a problem that can be suppressed"))
            return
        self.detail.ask_for_reason(self._document.scenario.board)

    def _suppress_as(self, allowance: Allowance) -> None:
        """Suppress a finding as one undo step."""
        after = add_allowance(self._document.scenario, allowance)
        self._edit(message("Suppress {check}", check=allowance.check), after)

    def unsuppress(self) -> None:
        """Stop suppressing the current finding as one undo step, unless a file suppresses it."""
        suppression = self.list.current_suppression()
        if suppression is not None and not suppression.source:
            finding = suppression.diagnostic
            after = without_allowances_for(self._document.scenario, finding)
            self._edit(message("Stop suppressing {check}", check=check_name_of(finding)), after)

    def next_problem(self) -> None:
        """Select the next problem in the list and show its location."""
        self._step(1)

    def previous_problem(self) -> None:
        """Select the previous problem in the list and show its location."""
        self._step(-1)

    def _step(self, offset: int) -> None:
        """Step through the problems; if none is listed, report why."""
        self.list.step(offset)
        if not self.list.model().rowCount():
            self.status_message.emit(self._why_empty())

    def _why_empty(self) -> str:
        """Return why no problem is listed."""
        if any(not is_quiet(finding) for finding in self.results.findings):
            return tr("The filter hides all problems")
        return tr("No problems found") if self._live.is_current else tr("Checking…")

    def open_fixes(self) -> None:
        """Open a menu with the fixes of the current problem, the best first, and other actions."""
        finding = self.list.current_finding()
        if finding:
            menu = self._new_menu()
            self._add_fixes(menu, finding)
            menu.addSeparator()
            self._add_other_actions(menu, finding)
            menu.popup(self.list.menu_position())
            menu.setActiveAction(next(act for act in menu.actions() if act.isEnabled()))

    def copy(self) -> None:
        """Copy the selected problems to the clipboard as text."""
        board = self._document.scenario.board
        lines = [finding_line(finding, board) for finding in self.list.selected_findings()]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _edit(self, step: Message | str, after: Scenario, origin: Origin | None = None) -> None:
        self.notices.clear()
        self._document.edit(step, after, origin=origin)

    # Display

    def _show_results(self) -> None:
        results, current = self.results, self.list.current_finding()
        suppressed_findings = results.suppressed if self.bar.show_suppressed.isChecked() else ()
        board = self._document.scenario.board
        self._model.show_results(results.findings, suppressed_findings, board)
        self.list.set_current(current)
        self._show_current()
        self.verdict.show_verdict(results.verdict)
        self.quiet.show_count(sum(map(is_quiet, results.findings)))
        self.bar.show_counts(results, is_checking=not self._live.is_current)

    def _set_profile(self, profile: str) -> None:
        self._options.set_profile(profile, self.bar.profiles[profile].isChecked())

    def _update_option_actions(self) -> None:
        options, bar = self._options, self.bar
        for profile, action in bar.profiles.items():
            action.setChecked(options.is_profile_on(profile))
            action.setEnabled(not options.is_profile_required(profile))
        if options.configuration_error:
            warning = tr(
                "{trouble}. None of it applies until this is fixed.",
                trouble=options.configuration_error,
            )
            self.notices.show_notice(Severity.WARNING, warning)
        elif self._config_error:
            self.notices.clear()
        self._config_error = options.configuration_error

    def _clear_notice(self) -> None:
        """Remove a notice about the previous scenario, but not one about ``m44.toml``."""
        self.notices.clear()
        if self._config_error:
            self._update_option_actions()

    def _set_suppressed_shown(self, is_shown: bool) -> None:
        self._show_results()
        self.suppressed_toggled.emit(is_shown)

    def _set_quiet_shown(self, is_shown: bool) -> None:
        self._filter.show_quiet(is_shown)
        self._show_results()

    def _show_current(self) -> None:
        self.detail.show_finding(self.list.current_finding(), self.list.current_suppression())

    def _show_location(self, finding: Diagnostic) -> None:
        if finding.hex is not None:
            self.hex_chosen.emit(finding.hex)
        elif finding.pointer:
            self.field_chosen.emit(finding.pointer)

    def _focus_location(self, finding: Diagnostic) -> None:
        """Show the hex and focus the field of a finding, if it has them."""
        if finding.hex is not None:
            self.hex_chosen.emit(finding.hex)
        if finding.pointer:
            self.field_chosen.emit(finding.pointer)

    def _new_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _open_menu(self, finding: Diagnostic, point: QPoint) -> None:
        menu = self._new_menu()
        show_label = label_with_keys(tr("Show"), native_shortcut_text("Return"))
        menu.addAction(show_label, partial(self._focus_location, finding))
        next_label = label_with_keys(tr("Next &Problem"), self.shortcut_of("next-problem"))
        menu.addAction(next_label, self.next_problem)
        self._add_fixes(menu, finding)
        menu.addSeparator()
        self._add_other_actions(menu, finding)
        menu.addAction(label_with_keys(tr("Copy"), native_shortcut_text("Ctrl+C")), self.copy)
        menu.popup(point)

    def _add_fixes(self, menu: QMenu, finding: Diagnostic) -> None:
        if self.list.current_suppression():
            return
        for fix in finding.fixes:
            action = menu.addAction(fix_label(fix), partial(self.apply_fix, finding, fix))
            if fix.safe:
                action.setIcon(safe_icon())
        if not finding.fixes:
            menu.addAction(tr("No fix available")).setEnabled(False)
        if self.results.safe_fix_count:
            label = tr_n(
                "Apply {number} Safe Fix",
                "Apply {number} Safe Fixes",
                self.results.safe_fix_count,
            )
            menu.addAction(safe_icon(), label, self.apply_safe_fixes)

    def _add_other_actions(self, menu: QMenu, finding: Diagnostic) -> None:
        suppression = self.list.current_suppression()
        if suppression:
            by_file = tr("Suppressed by {file}", file="m44.toml")
            label = by_file if suppression.source else tr("Stop Suppressing")
            menu.addAction(label, self.unsuppress).setEnabled(not suppression.source)
        elif can_be_suppressed(finding):
            menu.addAction(tr("Suppress Here…"), self.suppress)
        if depends_on_boxes(finding):
            menu.addAction(tr("List Boxes You Own…"), self.boxes_requested.emit)
        menu.addAction(tr("Explain Check"), self.detail.explain)


def _failure_message(findings: Sequence[Diagnostic], fixed_count: int) -> Message:
    """Return why some problems could not be fixed, and how many were fixed."""
    reason = with_full_stop(message_of(findings[0]))
    for other in findings[1:]:
        reason = join_sentences(reason, with_full_stop(message_of(other)))
    if not fixed_count:
        return join_sentences(reason, message("Nothing was changed."))
    return join_sentences(
        reason, several("Fixed {number} problem.", "Fixed {number} problems.", fixed_count)
    )


class QuietNotes(QToolButton):
    """A line below the list with the number of notes that need no action.

    A click lists or hides these notes. The line is hidden if there are none.
    """

    def __init__(self, list_action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list_action = list_action
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(list_action.toggle)
        self.hide()

    def show_count(self, count: int) -> None:
        """Show the number of notes and whether they are listed; hide the line if there are none."""
        is_unfolded = self._list_action.isChecked()
        self.setArrowType(Qt.ArrowType.DownArrow if is_unfolded else Qt.ArrowType.RightArrow)
        self.setText(
            tr_n("{number} note that needs no action", "{number} notes that need no action", count)
        )
        self.setToolTip(tr("Hide these notes") if is_unfolded else tr("List these notes"))
        self.setVisible(count > 0)


class VerdictLine(QFrame):
    """Shows whether the scenario can be played on Board Game Arena.

    It is hidden while this is unknown or not checked.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = QLabel(self)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 4)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        self.hide()

    def show_verdict(self, verdict: Verdict | None) -> None:
        """Show *verdict* in the current language; None hides the line."""
        self.setVisible(verdict is not None)
        if verdict is not None:
            self._icon.setPixmap(_ICONS[verdict]().pixmap(16, 16))
            self.words.setText(sentence(verdict_message(verdict)))


class ProblemsBar(QWidget):
    """Shows the number of problems of each severity, and the options of the panel.

    Attributes:
        search: The search field.
        severity_buttons: The buttons that show or hide problems of a severity.
        fix_button: Applies all safe fixes; hidden if there are none.
        options_button: Opens the menu of options.
        show_suppressed: Checked while suppressed problems are listed.
        show_quiet: Checked while notes that need no action are listed.
        profiles: The actions that turn profiles of checks on and off, by profile name.
        boxes: Opens the dialog of owned boxes.

    Signals:
        severities_chosen: The severities to show.
    """

    severities_chosen = Signal(frozenset)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: Counter[Severity] = Counter()
        self._has_counts = False
        self.severity_buttons = {severity: self._severity_button(severity) for severity in Severity}
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Filter"))
        self.search.setAccessibleName(tr("Filter problems by text"))
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(_SEARCH_WIDTH)
        self.fix_button = QPushButton(self)
        self.fix_button.setToolTip(
            tr("Apply every fix that loses no data and does not affect play")
        )
        self.show_suppressed = QAction(self, checkable=True)
        self.show_quiet = QAction(self, checkable=True)
        self.profiles = {
            "bga": QAction(tr("Playable on &Board Game Arena"), self, checkable=True),
            "publish": QAction(tr("&Ready to Publish"), self, checkable=True),
        }
        self.boxes = QAction(tr("Boxes You &Own…"), self)
        self.options_button = QToolButton(self)
        self._lay_out()

    def show_counts(self, results: CheckResults, is_checking: bool) -> None:
        """Show the numbers of listed, suppressed and quiet problems, and of safe fixes.

        Args:
            results: The results of the checks.
            is_checking: Whether the checks are still running.
        """
        quiet_count = sum(map(is_quiet, results.findings))
        shows_quiet = self.show_quiet.isChecked()
        listed_findings = [
            finding for finding in results.findings if shows_quiet or not is_quiet(finding)
        ]
        self._counts = Counter(finding.severity for finding in listed_findings)
        self._has_counts = not is_checking or bool(listed_findings)
        self._show_severity_counts()
        self.fix_button.setVisible(results.safe_fix_count > 0)
        self.fix_button.setText(
            tr_n("Apply {number} &Safe Fix", "Apply {number} &Safe Fixes", results.safe_fix_count)
        )
        all_safe = tr("Apply all safe fixes ({number})", number=results.safe_fix_count)
        self.fix_button.setAccessibleName(all_safe)
        self.fix_button.setIcon(safe_icon())
        suppressed_label = tr("Show &Suppressed ({number})", number=len(results.suppressed))
        self.show_suppressed.setText(suppressed_label)
        self.show_quiet.setText(
            tr("Show Notes That Need &No Action ({number})", number=quiet_count)
        )
        if layout := self.layout():
            layout.activate()  # immediately, so that no frame shows counts in the space for dots

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icons in the colors of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "options_button"):
            self.fix_button.setIcon(safe_icon())
            self._show_severity_counts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show only the numbers if there is little space."""
        super().resizeEvent(event)
        self._show_severity_counts()

    def _show_severity_counts(self) -> None:
        for severity, button in self.severity_buttons.items():
            count = self._counts[severity]
            label = severity_count_text(severity, count) if self._has_counts else tr("Checking…")
            short_label = str(count) if self._has_counts else "…"
            button.setText(
                label if self._has_counts and self.width() >= _FULL_TEXT_WIDTH else short_label
            )
            button.setToolTip(label)
            button.setAccessibleName(label)
            button.setIcon(severity_icon(severity, faint=count == 0))

    def _severity_button(self, severity: Severity) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setChecked(True)
        button.setProperty("chip", True)
        button.setIcon(severity_icon(severity))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.toggled.connect(self._choose_severities)
        return button

    def _choose_severities(self) -> None:
        severities = (s for s, button in self.severity_buttons.items() if button.isChecked())
        self.severities_chosen.emit(frozenset(severities))

    def _lay_out(self) -> None:
        menu = QMenu(self.options_button)
        menu.addActions(
            [self.show_suppressed, self.show_quiet, *self.profiles.values(), self.boxes]
        )
        self.setTabOrder(self.options_button, self.fix_button)
        self.options_button.setText(tr("Options"))
        self.options_button.setAccessibleName(tr("Problem options"))
        self.options_button.setMenu(menu)
        self.options_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.options_button.setAutoRaise(True)
        self.options_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = FlowLayout(self)
        row.setContentsMargins(6, 4, 6, 4)
        for button in self.severity_buttons.values():
            row.addWidget(button)
        for widget in (self.search, self.options_button, self.fix_button):
            row.addWidget(widget)
