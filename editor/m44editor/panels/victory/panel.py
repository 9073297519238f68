"""The victory panel: objectives and exits in a list, the card of one, and what wins in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidgetItem,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.message import Message, message_in
from m44core.model.scenario import Scenario
from m44core.rules.game.side_names import SIDES
from m44core.rules.victory.ways_to_win import further_rules, ways_to_win
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.interface_text import told, tr
from m44editor.panels.flow import FlowLayout
from m44editor.panels.icons import element_icon
from m44editor.panels.removing_list import RemovingList
from m44editor.panels.victory.card import GoalCard
from m44editor.panels.victory.goals import Goal, goal_of, goals_of

_NARROWEST = 250  # pixels
_ROWS = 5  # goals that are seen without scrolling


class VictoryPanel(QWidget):
    """Follows the document and the selection; a click on a goal selects its hexes.

    Signals:
        tool_wanted: A tool is to be taken in hand, by its name.
    """

    tool_wanted = Signal(str)

    def __init__(
        self, document: Document, selection: Selection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._selection = selection
        self.list = RemovingList(self)
        self.list.setAccessibleName(tr("Objectives and exits"))
        self.list.setIconSize(QSize(24, 24))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.card = GoalCard(document, self)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.words.setAccessibleName(tr("What wins"))
        self.draw_objective = self._button(tr("Draw Objective"), "objective")
        self.draw_exit = self._button(tr("Draw Exit"), "exit")
        self._lay_out()
        self.setMinimumWidth(_NARROWEST)
        self.list.itemClicked.connect(self._select)
        self.list.itemActivated.connect(self._select)
        self.list.removed.connect(self._remove)
        document.changed.connect(self._follow)
        document.replaced.connect(self._follow)
        selection.changed.connect(self._follow)
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what changed while the panel was hidden."""
        super().showEvent(event)
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in the colours of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.card.redraw()
            self._refresh()

    def _lay_out(self) -> None:
        buttons = FlowLayout()
        buttons.addWidget(self.draw_objective)
        buttons.addWidget(self.draw_exit)
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.addLayout(buttons)
        column.addWidget(self.list)
        column.addWidget(self.card)
        column.addWidget(self.words)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def _button(self, text: str, tool: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda: self.tool_wanted.emit(tool))
        return button

    def _follow(self) -> None:
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        scenario = self._document.scenario
        self._list(scenario)
        self.words.setText(victory_page(scenario))

    def _list(self, scenario: Scenario) -> None:
        """List the goals, and show the one that is selected on its card."""
        current = goal_of(scenario, self._selection.hexes)
        self.list.clear()
        for goal in goals_of(scenario):
            words = "\n".join(map(told, goal.called(scenario)))
            item = QListWidgetItem(element_icon(goal.picture, scenario.catalogue), words)
            item.setData(Qt.ItemDataRole.UserRole, goal)
            self.list.addItem(item)
            if goal == current:
                self.list.setCurrentItem(item)
        self.list.setVisible(self.list.count() > 0)
        rows = range(min(_ROWS, self.list.count()))
        self.list.setFixedHeight(sum(map(self.list.sizeHintForRow, rows)) + 6)
        self.card.show_goal(current)

    def _select(self, item: QListWidgetItem) -> None:
        goal: Goal = item.data(Qt.ItemDataRole.UserRole)
        self._selection.select(goal.hexes)

    def _remove(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            goal: Goal = item.data(Qt.ItemDataRole.UserRole)
            after = goal.removed(self._document.scenario)
            self._document.edit(message_in("step", "Remove Goal"), after)


def victory_page(scenario: Scenario) -> str:
    """Return what wins a scenario, as rich text in the language spoken now."""
    ways = ways_to_win(scenario)
    if not ways:
        return escape(tr("The briefing does not say who sits at which edge."))
    parts: list[str] = []
    for side in ways:
        parts += _chapter(told(SIDES[side.side]), side.lines)
    if rules := further_rules(scenario):
        parts += _chapter(tr("Special rules"), rules)
    return "".join(parts)


def _chapter(title: str, lines: Iterable[Message]) -> Iterator[str]:
    yield f"<p style='margin:8px 0 2px 0'><b>{escape(title)}</b></p>"
    for line in lines:
        yield f"<p style='margin:0 0 2px 10px; text-indent:-10px'>• {escape(told(line))}</p>"
