"""The details of one finding: its text, its fixes, other actions, and the page of its check."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Fix
from m44core.findings.render_findings import check_name_of, message_of, title_of_fix
from m44core.model.scenario_parts import Allowance
from m44core.validation.suppressions import SuppressedFinding, check_name_problem
from m44editor.checks.check_pages import check_page_html
from m44editor.interface_text import sentence, tr, translated
from m44editor.panels.finding_labels import (
    location_text,
    with_full_stop,
)
from m44editor.panels.flow_layout import FlowLayout
from m44editor.panels.panel_icons import safe_icon, severity_icon

_BOX_CODES = ("M111", "M112", "M2")  # they depend on the boxes the user owns
_DETAIL_WIDTH = 360  # pixels

_Button = QDialogButtonBox.StandardButton


class ProblemDetail(QScrollArea):
    """Shows a finding with buttons for all actions and, on request, the page of its check.

    Signals:
        fix_requested: The finding, and the fix that the user wants to apply.
        suppress_requested: The user wants to suppress the finding.
        unsuppress_requested: The user wants to stop suppressing the finding.
        suppressed: The user suppressed the finding, as stated in an :class:`Allowance`.
        form_closed: The form was closed, and the focus should return to the list.
        boxes_requested: The user wants to choose the boxes they own.
        height_wanted: The form or the page was opened and does not fit; carries the logical pixels
            that are missing.
        height_released: What was opened is closed, and its height is no longer needed.

    Attributes:
        suppress_form: Asks for the reason for suppressing the finding; None while it is closed.
    """

    fix_requested = Signal(object, object)
    suppressed = Signal(object)
    form_closed = Signal()
    suppress_requested = Signal()
    unsuppress_requested = Signal()
    boxes_requested = Signal()
    height_wanted = Signal(int)
    height_released = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finding: Diagnostic | None = None
        self._suppression: SuppressedFinding | None = None
        self.suppress_form: SuppressForm | None = None
        self._icon = QLabel()
        self.text_label = _text_label(Qt.TextFormat.PlainText)
        self.note = _text_label(Qt.TextFormat.PlainText)
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.fix_buttons: list[QPushButton] = []
        self.suppress_button = _action_button(tr("S&uppress Here…"), self.suppress_requested.emit)
        self.unsuppress_button = _action_button(
            tr("Stop S&uppressing"), self.unsuppress_requested.emit
        )
        self.boxes_button = _action_button(tr("List Boxes You &Own…"), self.boxes_requested.emit)
        self.explain_button = QPushButton(tr("Explain Check"))
        self.explain_button.setCheckable(True)
        self.explain_button.toggled.connect(self._show_page)
        self.explain_button.toggled.connect(self._reveal_page)
        self.page = _text_label(Qt.TextFormat.RichText)
        self.page.setAccessibleName(tr("Explanation of the check"))
        self._lay_out()
        self.show_finding(None)

    def _lay_out(self) -> None:
        upper_row = QHBoxLayout()
        upper_row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        upper_row.addWidget(self.text_label, 1)
        self._actions = QWidget()
        actions = QVBoxLayout(self._actions)
        actions.setContentsMargins(0, 0, 0, 0)
        self._fixes, other_buttons = FlowLayout(), FlowLayout()
        for button in (self.suppress_button, self.unsuppress_button, self.boxes_button):
            other_buttons.addWidget(button)
        other_buttons.addWidget(self.explain_button)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(10, 6, 10, 8)
        layout.addLayout(upper_row)
        layout.addWidget(self.note)
        actions.addLayout(self._fixes)
        actions.addLayout(other_buttons)
        layout.addWidget(self._actions)
        self._rows = layout
        layout.addWidget(self.page)
        layout.addStretch(1)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(140)

    def sizeHint(self) -> QSize:
        """Return a size that fits a sentence and its buttons."""
        return QSize(_DETAIL_WIDTH, 100)

    def show_finding(
        self, finding: Diagnostic | None, suppression: SuppressedFinding | None = None
    ) -> None:
        """Show a finding; None hides the widget.

        Args:
            finding: The finding.
            suppression: Its suppression; None if it is not suppressed.
        """
        self.setVisible(finding is not None)
        if (finding, suppression) != (self._finding, self._suppression) or finding is None:
            self._finding, self._suppression = finding, suppression
            self._close_form()
            self.show_note(_suppression_text(suppression) if suppression else "")
            self._show_text()
            self._show_fixes()
            self._show_other_buttons()
            self._show_page()

    def explain(self) -> None:
        """Show the page of the check as well."""
        self.explain_button.setChecked(True)

    def ask_for_reason(self, board: Board) -> None:
        """Open a form below the finding that asks why to suppress it.

        Do nothing if no finding is shown.
        """
        if self._finding is None:
            return
        self._close_form()
        form = self.suppress_form = SuppressForm(self._finding, board, self.widget())
        self._rows.insertWidget(self._rows.indexOf(self.page), form)
        form.accepted.connect(self._accept_form)
        form.rejected.connect(self._reject_form)
        self._actions.hide()
        form.show()
        form.reason.setFocus(Qt.FocusReason.ShortcutFocusReason)
        QTimer.singleShot(0, form, partial(self._make_room, form))  # once it has its place

    def _reveal_page(self) -> None:
        if self.page.isHidden():
            self.height_released.emit()
        else:
            QTimer.singleShot(0, self.page, partial(self._make_room, self.page))

    def _make_room(self, part: QWidget) -> None:
        """Ask for the height that is missing, and scroll to a part once the layout has changed."""
        missing = self._rows.totalHeightForWidth(self.viewport().width()) - self.viewport().height()
        if missing > 0:
            self.height_wanted.emit(missing)
        QTimer.singleShot(0, part, partial(self._reveal, part))

    def _reveal(self, part: QWidget) -> None:
        """Scroll to a part; its top is visible if it does not fit."""
        bottom = part.geometry().bottom() + 1 - self.viewport().height()
        self.verticalScrollBar().setValue(min(bottom, part.y()))

    def _accept_form(self) -> None:
        if self.suppress_form is not None:
            allowance = self.suppress_form.allowance()
            self._close_form()
            self.form_closed.emit()
            self.suppressed.emit(allowance)

    def _reject_form(self) -> None:
        self._close_form()
        self.form_closed.emit()

    def _close_form(self) -> None:
        if self.suppress_form is not None:
            self._rows.removeWidget(self.suppress_form)
            self.suppress_form.hide()
            self.suppress_form.deleteLater()
            self.suppress_form = None
            self._actions.show()
            if self.page.isHidden():
                self.height_released.emit()

    def show_note(self, text: str) -> None:
        """Show a note below the finding; an empty text removes it."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _show_text(self) -> None:
        finding = self._finding
        if finding is not None:
            self._icon.setPixmap(severity_icon(finding.severity).pixmap(20, 20))
            self.text_label.setText(translated(with_full_stop(message_of(finding))))

    def _show_fixes(self) -> None:
        for button in self.fix_buttons:
            self._fixes.removeWidget(button)
            button.hide()
            button.deleteLater()
        fixes = self._finding.fixes if self._finding and not self._suppression else ()
        self.fix_buttons = [self._fix_button(fix) for fix in fixes]
        previous_widget: QWidget = self.text_label
        for button in self.fix_buttons:
            self._fixes.addWidget(button)
            self.setTabOrder(previous_widget, button)
            previous_widget = button
        self.setTabOrder(previous_widget, self.suppress_button)

    def _fix_button(self, fix: Fix) -> QPushButton:
        button = _action_button(
            fix_label(fix), partial(self.fix_requested.emit, self._finding, fix)
        )
        button.setAccessibleDescription(tr("Applies this fix; you can undo it"))
        if fix.safe:
            button.setIcon(safe_icon())
            button.setToolTip(tr("Safe: loses no data and does not affect play"))
        return button

    def _show_other_buttons(self) -> None:
        finding, suppression = self._finding, self._suppression
        is_suppressible = finding is not None and can_be_suppressed(finding)
        self.suppress_button.setVisible(is_suppressible and suppression is None)
        self.unsuppress_button.setVisible(suppression is not None)
        self.unsuppress_button.setEnabled(suppression is not None and not suppression.source)
        self.boxes_button.setVisible(finding is not None and depends_on_boxes(finding))

    def _show_page(self) -> None:
        page = check_page_html(self._finding.code) if self._finding else ""
        self.explain_button.setVisible(bool(page))
        is_shown = bool(page) and self.explain_button.isChecked()
        self.page.setVisible(is_shown)
        if is_shown:
            self.page.setText(page)


def depends_on_boxes(finding: Diagnostic) -> bool:
    """Return whether a finding depends on the boxes the user owns."""
    return finding.code.startswith(_BOX_CODES)


def fix_label(fix: Fix) -> str:
    """Return the label of a fix in buttons and menus, which marks safe fixes."""
    title = sentence(title_of_fix(fix)).replace("&", "&&")
    return tr("{fix} (safe)", fix=title) if fix.safe else title


def _suppression_text(suppression: SuppressedFinding) -> str:
    if suppression.source:
        return tr(
            "Suppressed by {file}: {reason}", file=suppression.source, reason=suppression.reason
        )
    return tr("Suppressed: {reason}", reason=suppression.reason)


def _action_button(text: str, handler: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.clicked.connect(lambda: handler())
    return button


def _text_label(text_format: Qt.TextFormat) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(text_format)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


class SuppressForm(QFrame):
    """Asks for the reason for suppressing a finding, and for the scope, below the finding.

    Attributes:
        reason: The field for the reason.
        here: Selects suppression only at the location of the finding.
        everywhere: Selects suppression in the whole scenario.

    Signals:
        accepted: The user gave a reason.
        rejected: The user canceled.
    """

    accepted = Signal()
    rejected = Signal()

    def __init__(self, finding: Diagnostic, board: Board, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finding = finding
        self._allowance_location = _allowance_location(finding, board)
        self.reason = QLineEdit(self)
        self.reason.setPlaceholderText(
            tr("Why this is intentional, for people who read the file later")
        )
        self.reason.setAccessibleName(tr("Reason"))
        self.here = QRadioButton(
            tr("&Here: {place}", place=location_text(finding, board).replace("&", "&&")), self
        )
        self.everywhere = QRadioButton(tr("In the &whole scenario"), self)
        (self.everywhere if self._allowance_location is None else self.here).setChecked(True)
        self.here.setEnabled(self._allowance_location is not None)
        self.buttons = QDialogButtonBox(_Button.Ok | _Button.Cancel, self)
        self.buttons.button(_Button.Ok).setText(tr("&Suppress"))
        self.buttons.button(_Button.Cancel).setText(tr("Cancel"))
        self.buttons.accepted.connect(self.accepted)
        self.buttons.rejected.connect(self.rejected)
        self.reason.returnPressed.connect(self._accept_reason)
        self.reason.textChanged.connect(self._update_ok_button)
        self._update_ok_button()
        self._lay_out()

    def allowance(self) -> Allowance:
        """Return the allowance that suppresses the finding in the chosen scope."""
        location = self._allowance_location if self.here.isChecked() else None
        return Allowance(check_name_of(self._finding), self.reason.text().strip(), location)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.rejected.emit()
        else:
            super().keyPressEvent(event)

    def _accept_reason(self) -> None:
        if self.reason.text().strip():
            self.accepted.emit()

    def _lay_out(self) -> None:
        reason_label = QLabel(tr("&Reason (required)"), self)
        reason_label.setBuddy(self.reason)
        layout, scope = QVBoxLayout(self), FlowLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.here, self.everywhere):
            scope.addWidget(widget)
        layout.addWidget(reason_label)
        layout.addWidget(self.reason)
        layout.addLayout(scope)
        layout.addWidget(self.buttons)

    def _update_ok_button(self) -> None:
        self.buttons.button(_Button.Ok).setEnabled(bool(self.reason.text().strip()))


def can_be_suppressed(finding: Diagnostic) -> bool:
    """Return whether a finding can be suppressed at all."""
    return check_name_problem(check_name_of(finding)) is None


def _allowance_location(finding: Diagnostic, board: Board) -> str | None:
    """Return the hex name or the pointer at which to suppress a finding; None if it has neither."""
    if finding.hex is not None and finding.hex in board:
        return board.name(finding.hex)
    return finding.pointer or None
