"""Help > Tour: callouts that explain the window with a real scenario."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRubberBand,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.message import Message, message
from m44core.resources import scenarios_folder
from m44core.values import dataclass
from m44editor.interface_text import tr, translated
from m44editor.screen_reader import announce
from m44editor.theme_tokens import Space
from m44editor.windows.tool_bubble import paint_bubble

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

_WIDTH = 300  # pixels of the text
_GAP = 12  # pixels between a callout and its target


@dataclass(frozen=True, slots=True)
class TourStep:
    """One callout.

    Attributes:
        target: Finds and reveals the explained widget.
        title: The heading.
        text: The explanation.
    """

    target: Callable[[EditorContext], QWidget]
    title: Message
    text: Message


def _dock_finder(name: str) -> Callable[[EditorContext], QWidget]:
    def find(context: EditorContext) -> QWidget:
        context.docks[name].reveal()
        return context.docks[name]

    return find


def _board_view(context: EditorContext) -> QWidget:
    return context.view


def _button_finder(name: str) -> Callable[[EditorContext], QWidget]:
    def find(context: EditorContext) -> QWidget:
        button = context.tool_bar.widgetForAction(context.commands[name])
        return button if button is not None and button.isVisible() else context.tool_bar

    return find


STEPS: Sequence[TourStep] = (
    TourStep(
        _board_view,
        message("The board"),
        message(
            "This is a copy of Pegasus Bridge to play with. Click to select a hex, drag to "
            "move a unit, scroll with the wheel and zoom with Ctrl+wheel. The arrow keys and "
            "Space do the same without a mouse."
        ),
    ),
    TourStep(
        _dock_finder("palette"),
        message("Pieces"),
        message(
            "Click a piece and paint with it; press Esc to stop. You can search for every "
            "piece under several names."
        ),
    ),
    TourStep(
        _button_finder("path"),
        message("Paths, objectives and exits"),
        message(
            "Each of these three tools draws in one drag: a river, road or railroad through "
            "several hexes, a group of objectives, or an exit along the edge of the board."
        ),
    ),
    TourStep(
        _dock_finder("properties"),
        message("Properties"),
        message("The contents of the selected hexes: figures, orientation, owner, special rules."),
    ),
    TourStep(
        _dock_finder("briefing"),
        message("Briefing"),
        message("Sides, cards, medals, dates and special rules of the whole scenario."),
    ),
    TourStep(
        _dock_finder("problems"),
        message("Problems"),
        message(
            "Problems are found while you work. Click one to go to it. You can fix many of "
            "them from here, and F8 goes from one to the next."
        ),
    ),
    TourStep(
        _button_finder("playtest"),
        message("Playtest"),
        message("F5 plays the scenario as it is, against the computer or with two players."),
    ),
)


class Tour(QFrame):
    """Shows callouts next to parts of the window, one after another.

    Attributes:
        step_index: The index of the current step, from 0.
        text_label: The label with the explanation.
        back: Shows the previous step.
        next: Shows the next step; ends the tour after the last step.

    Signals:
        ended: The tour has ended.
    """

    ended = Signal()

    def __init__(self, context: EditorContext) -> None:
        super().__init__(context.window)
        self._context, self._window = context, context.window
        self.step_index = 0
        self.setForegroundRole(QPalette.ColorRole.ToolTipText)
        self._title, self.text_label, self._progress_label = QLabel(), QLabel(), QLabel()
        self.text_label.setWordWrap(True)
        self.text_label.setFixedWidth(_WIDTH)
        self.back, self.next, self._end = QPushButton(), QPushButton(), QPushButton()
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, context.window)
        self._lay_out()
        self.back.clicked.connect(lambda: self.show_step(self.step_index - 1))
        self.next.clicked.connect(lambda: self.show_step(self.step_index + 1))
        self._end.clicked.connect(self.end)
        context.window.installEventFilter(self)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self._progress_label)
        row.addStretch(1)
        for button in (self._end, self.back, self.next):
            row.addWidget(button)
        self.next.setProperty("primary", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.LARGE, Space.LARGE, Space.LARGE, Space.LARGE)
        column.addWidget(self._title)
        column.addWidget(self.text_label)
        column.addLayout(row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the background and the border."""
        paint_bubble(self)

    def show_step(self, index: int) -> None:
        """Show a step by its index; end the tour if the index is past the last step."""
        if index >= len(STEPS):
            self.end()
            return
        self.step_index = max(0, index)
        step = STEPS[self.step_index]
        self._retranslate()
        self._move_to_target()
        self.show()
        self.raise_()
        self.next.setFocus()
        announce(self, f"{translated(step.title)}. {translated(step.text)}")

    def _retranslate(self) -> None:
        """Show the step in the current language."""
        step, is_last = STEPS[self.step_index], self.step_index == len(STEPS) - 1
        self._title.setText(f"<b>{translated(step.title)}</b>")
        self.text_label.setText(translated(step.text))
        self.text_label.setFixedHeight(self.text_label.heightForWidth(_WIDTH))
        self._progress_label.setText(
            tr("{number} of {all}", number=self.step_index + 1, all=len(STEPS))
        )
        self.back.setEnabled(self.step_index > 0)
        self.back.setText(tr("Back"))
        self.next.setText(tr("Finish") if is_last else tr("Next"))
        self._end.setText(tr("End Tour"))
        for button in (self._end, self.back, self.next):
            button.ensurePolished()
            button.setMinimumWidth(button.sizeHint().width() + 2 * Space.SMALL)
        self.setAccessibleName(translated(step.title))
        self.setAccessibleDescription(translated(step.text))

    def end(self) -> None:
        """End the tour and delete the callout."""
        if self.isHidden():
            return
        self.hide()
        self._band.hide()
        self._window.removeEventFilter(self)
        self._context.view.setFocus()
        self.ended.emit()
        self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the tour with Esc; step with Left or Backspace, and Right."""
        match event.key():
            case Qt.Key.Key_Escape:
                self.end()
            case Qt.Key.Key_Left | Qt.Key.Key_Backspace:
                self.show_step(self.step_index - 1)
            case Qt.Key.Key_Right:
                self.show_step(self.step_index + 1)
            case _:
                super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Show the step again in the new language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self.isVisible():
            self.show_step(self.step_index)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the callout along with its target when the window is resized."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._move_to_target()
        return False

    def _move_to_target(self) -> None:
        """Frame the target, and move next to it, inside the window."""
        target = STEPS[self.step_index].target(self._context)
        area = QRect(target.mapTo(self._window, QPoint()), target.size())
        self._band.setGeometry(area)
        self._band.show()
        self.adjustSize()
        bounds, size = self._window.rect().adjusted(8, 8, -8, -8), self.size()
        side_positions = (
            QPoint(area.right() + _GAP, area.top()),
            QPoint(area.left() - _GAP - size.width(), area.top()),
        )
        above = QPoint(area.left(), area.top() - _GAP - size.height())
        below = QPoint(area.left(), area.bottom() + _GAP)
        is_button = area.height() < size.height()  # leave its neighbors visible
        candidates = (
            (below, above, *side_positions) if is_button else (*side_positions, above, below)
        )
        inside_window = (
            position for position in candidates if bounds.contains(QRect(position, size))
        )
        corner = area.center() - QPoint(size.width() // 2, size.height() // 2)
        position = next(inside_window, corner)
        x = min(max(position.x(), bounds.left()), bounds.right() - size.width())
        y = min(max(position.y(), bounds.top()), bounds.bottom() - size.height())
        self.move(x, y)


def start_tour(context: EditorContext) -> Tour | None:
    """Open a copy of Pegasus Bridge and show the first step; return None if that fails."""
    for old_tour in context.window.findChildren(Tour):
        old_tour.end()
    if not context.files.open_copy(scenarios_folder() / "pegasus-bridge.yaml"):
        return None
    tour = Tour(context)
    tour.show_step(0)
    return tour
