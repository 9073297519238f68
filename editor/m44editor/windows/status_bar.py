"""The status bar: the hex under the pointer, overlays, the tool, zoom and problem count."""

from __future__ import annotations

import re
from collections import Counter

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
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

_SHARES, _NARROW_SHARES = (2, 5, 3, 6, 6), (7, 10, 7, 8, 9)
"""The shares of ground, sections, contents, overlays and tool in the width left by the others."""

_FULL_WIDTH = 1200  # pixels from which the hints about keys are shown whole


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
        self.sections = _styled_label(tr("Sections"), 120, WholePartsLabel())
        self.contents = _styled_label(tr("On this hex"), 60)
        self.rules = _styled_label(tr("Rules"), 60)
        long_labels = self.ground, self.sections, self.contents, self.rules
        for label in long_labels:  # so that long text does not widen the window
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.tool = _styled_label(tr("Tool"), 60, WholePartsLabel())
        self.tool.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.tool.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.zoom = _styled_label(tr("Zoom"), 52)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._count = ""
        self.problems = QToolButton()
        self.problems.setAutoRaise(True)
        self.problems.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.problems.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.problems.setToolTip(tr("Show problems"))
        self.problems.clicked.connect(self.problems_requested)
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(Space.SMALL)
        for widget in (self.hex, *long_labels, self.tool):
            self._row.addWidget(widget)
        texts = QWidget(self)
        texts.setLayout(self._row)
        self.addWidget(texts, 1)
        self.rules.hide()
        self.addPermanentWidget(self.problems)
        self.addPermanentWidget(self.zoom)
        self.setSizeGripEnabled(False)
        # of one height with and without an icon: another one would lay out the whole window
        self.problems.setMinimumHeight(self.problems.iconSize().height() + Space.MEDIUM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the hints about keys less room in a narrow window."""
        super().resizeEvent(event)
        shares = _NARROW_SHARES if self.width() < _FULL_WIDTH else _SHARES
        labels = self.ground, self.sections, self.contents, self.rules, self.tool
        for label, share in zip(labels, shares, strict=True):
            self._row.setStretchFactor(label, share)

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
    label.setMinimumWidth(width)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setContentsMargins(6, 0, 6, 0)
    if bold:
        set_text_rank(label, "section")
    return label


class ElidedLabel(QLabel):
    """A label that shortens a text too long to fit with an ellipsis, instead of cutting it off."""

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
