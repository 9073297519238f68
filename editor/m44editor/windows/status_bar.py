"""The status bar: the hex under the pointer, overlays, the tool, zoom and problem count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QStatusBar,
    QStylePainter,
    QToolButton,
    QWidget,
)

from m44core.diagnostics import Diagnostic, Severity
from m44core.hexes import Hex
from m44core.messages.message import percent
from m44core.model.scenario import Scenario
from m44editor.board.hex_descriptions import (
    comma_separated,
    contents_text,
    ground_text,
    sections_text,
)
from m44editor.formatting import severity_count_text
from m44editor.interface_text import tr, translated
from m44editor.theme_tokens import Space
from m44editor.type_ranks import set_text_rank


class StatusBar(QStatusBar):
    """Shows the hex under the pointer, overlays, the tool, the zoom and the number of problems.

    Signals:
        problems_requested: The number of problems was clicked.
    """

    problems_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hex = _styled_label(tr("Hex"), 44, bold=True)
        self.ground = _styled_label(tr("Terrain"), 60)
        self.sections = _styled_label(tr("Sections"), 120)
        self.contents = _styled_label(tr("On this hex"), 60)
        self.rules = _styled_label(tr("Rules"), 60)
        self.tool = _styled_label(tr("Tool"), 60, WholePartsLabel())
        self.tool.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.zoom = _styled_label(tr("Zoom"), 52)
        self.hex.setMinimumWidth(self.hex.legible_width)
        self.zoom.setMinimumWidth(self.zoom.legible_width)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._count = ""
        self.problems = QToolButton()
        self.problems.setAutoRaise(True)
        self.problems.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.problems.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.problems.setToolTip(tr("Show problems"))
        self.problems.clicked.connect(self.problems_requested)
        stretches = {
            self.ground: 2,
            self.sections: 5,
            self.contents: 3,
            self.rules: 6,
            self.tool: 6,
        }
        by_importance = (self.ground, self.contents, self.sections, self.rules, self.tool)
        self.addWidget(self.hex)
        self.addWidget(LabelRow(stretches, by_importance), 1)
        self.rules.hide()
        self.addPermanentWidget(self.problems)
        self.addPermanentWidget(self.zoom)
        self.setSizeGripEnabled(False)
        # of one height with and without an icon: another one would lay out the whole window
        self.problems.setMinimumHeight(self.problems.iconSize().height() + Space.MEDIUM)

    def show_hex(self, scenario: Scenario, hex_: Hex | None) -> None:
        """Show the name, ground, sections and contents of a hex.

        Clear the labels if the hex is None or not on the board.
        """
        is_on_board = hex_ is not None and hex_ in scenario.board
        self.hex.setText(scenario.board.name(hex_) if is_on_board and hex_ else "")
        self.ground.setText(ground_text(scenario, hex_) if is_on_board and hex_ else "")
        self.sections.setText(sections_text(scenario, hex_) if is_on_board and hex_ else "")
        self.contents.setText(contents_text(scenario, hex_) if is_on_board and hex_ else "")
        for label in (self.ground, self.sections, self.contents):
            label.setToolTip(label.text())

    def show_overlay_text(self, text: str) -> None:
        """Show the text of the active overlays; hide the label if there is none."""
        self.rules.setVisible(bool(text))
        self.rules.setText(text)
        self.rules.setToolTip(text)

    def show_tool(self, text: str) -> None:
        """Show the current tool, the piece it places, and the effects of modifier keys."""
        self.tool.setText(text)
        self.tool.setToolTip(text)

    def show_zoom(self, scale: float) -> None:
        """Show the zoom as a percentage; at 100%, a hex is 100 pixels wide."""
        self.zoom.setText(translated(percent(scale)))

    def show_findings(self, findings: tuple[Diagnostic, ...], is_known: bool = True) -> None:
        """Show the number of problems; if they are not yet known, show that checks are running.

        Notes that need no action are not counted, as in the problems panel.
        """
        from m44core.findings.render_findings import is_quiet  # 3 ms
        from m44editor.panels.panel_icons import severity_icon  # 20 ms

        counts = Counter(each.severity for each in findings if not is_quiet(each))
        worst_severity = next((severity for severity in Severity if counts[severity]), None)
        self.problems.setIcon(
            severity_icon(worst_severity) if worst_severity is not None else QIcon()
        )
        counts_text = [severity_count_text(s, counts[s]) for s in Severity if counts[s]]
        text = comma_separated(counts_text) or tr("No problems")
        self._count = text if is_known else tr("Checking…")
        self.problems.setText(self._count)

    def show_checking(self, checking: bool) -> None:
        """Show that a slow check is running; once it has ended, show the number of problems."""
        self.problems.setText(tr("Checking…") if checking else self._count)


def _styled_label(
    name: str, width: int, label: ElidedLabel | None = None, *, bold: bool = False
) -> ElidedLabel:
    label = label or ElidedLabel()
    label.setAccessibleName(name)
    label.legible_width = width
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setContentsMargins(6, 0, 6, 0)
    if bold:
        set_text_rank(label, "section")
    return label


class ElidedLabel(QLabel):
    """A label that shortens a text too long to fit with an ellipsis, instead of cutting it off.

    Attributes:
        legible_width: The width in which enough of any text can be read.
    """

    legible_width = 0

    def width_of(self, text: str) -> int:
        """Return the width of the label if it shows the whole of a text."""
        margins = self.contentsMargins()
        return self.fontMetrics().horizontalAdvance(text) + margins.left() + margins.right() + 1

    def least_width(self) -> int:
        """Return the width below which too little of the text can be read."""
        return min(self.legible_width, self.width_of(self.text()))

    def shown_text(self) -> str:
        """Return the text as it is painted."""
        width = self.contentsRect().width()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, elided if necessary."""
        painter = QStylePainter(self)
        painter.drawItemText(
            self.contentsRect(),
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            self.shown_text(),
            self.foregroundRole(),
        )


_SEPARATORS = re.compile("[,;、\uff0c\uff1b]| ·")  # also the wide comma and semicolon


class WholePartsLabel(ElidedLabel):
    """A label that leaves out the last parts of a text too long to fit, instead of cutting one."""

    def least_width(self) -> int:
        """Return the width of the first part."""
        return self.width_of(_SEPARATORS.split(self.text(), maxsplit=1)[0])

    def shown_text(self) -> str:
        """Return the text as it is painted."""
        text, width = self.text(), self.contentsRect().width()
        ends = [len(text), *(match.start() for match in _SEPARATORS.finditer(text))]
        fitting = (
            text[:end]
            for end in sorted(ends, reverse=True)
            if self.fontMetrics().horizontalAdvance(text[:end]) <= width
        )
        return next(fitting, super().shown_text())


class LabelRow(QWidget):
    """Labels side by side; a text that does not fit takes room from less important ones.

    Each label has a fixed share of the width, so that the labels stay in place while their texts
    change. Long texts never widen the window.
    """

    def __init__(
        self, stretches: Mapping[ElidedLabel, int], by_importance: Sequence[ElidedLabel]
    ) -> None:
        """Create the row.

        Args:
            stretches: The share of each label, in their order.
            by_importance: The labels, the most important first.
        """
        super().__init__()
        self._stretches, self._by_importance = dict(stretches), tuple(by_importance)
        for label in self._stretches:
            label.setParent(self)

    def sizeHint(self) -> QSize:
        """Return the size in which something of each text can be read."""
        shown_labels = [label for label in self._stretches if not label.isHidden()]
        width = sum(label.legible_width for label in shown_labels)
        return QSize(width, max(label.sizeHint().height() for label in self._stretches))

    def minimumSizeHint(self) -> QSize:
        """Return the size in which something of each text can be read."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the labels."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Arrange the labels when a text has changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        widths = self._widths()
        left = 0
        for label in self._stretches:
            if label in widths:
                label.setGeometry(left, 0, widths[label], self.height())
                left += widths[label]

    def _widths(self) -> dict[ElidedLabel, int]:
        """Return the width of each label shown, in the order of importance."""
        labels = [label for label in self._by_importance if not label.isHidden()]
        total = sum(self._stretches[label] for label in labels)
        widths = {label: self.width() * self._stretches[label] // total for label in labels}
        needed_widths = {label: label.width_of(label.text()) for label in labels}
        for label in labels[:-1]:
            _take_width(widths, label, needed_widths[label], needed_widths)
        for n, label in enumerate(labels):
            least_widths = {each: each.least_width() for each in labels[n + 1 :]}
            _take_width(widths, label, needed_widths[label], least_widths)
        return widths


def _take_width(
    widths: dict[ElidedLabel, int],
    taker: ElidedLabel,
    needed_width: int,
    kept_widths: Mapping[ElidedLabel, int],
) -> None:
    """Widen a label up to what it needs, by what the last labels have above what they keep."""
    for giver in reversed(tuple(kept_widths)):
        spare_width = max(0, widths[giver] - kept_widths[giver])
        given_width = min(spare_width, max(0, needed_width - widths[taker]))
        widths[giver] -= given_width
        widths[taker] += given_width
