"""The card of one objective or exit: its side, how it is gained and lost in pictures, its worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.types import Side
from m44core.drawing.board.hex_groups import draw_groups, groups_of
from m44core.drawing.board.piece_drawing import draw
from m44core.drawing.board.scenario_drawing import Show, arts_of_hex, hex_centre
from m44core.drawing.shapes.art import Plane
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.model.edits import new_scenario
from m44core.model.objective_medals import objective_at, with_changed, with_objective
from m44core.model.parts import MedalTerms, Tag
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.drawing_icons import drawing_icon
from m44editor.interface_text import told, tr
from m44editor.panels.flow import FlowLayout
from m44editor.panels.properties.medals import (
    EITHER,
    KINDS,
    MOST_HEXES,
    MOST_MEDALS,
    Kind,
    with_kind,
)
from m44editor.panels.victory.goals import Goal
from m44editor.theme import art_palette

_HEXES = (Hex(12, 4), Hex(14, 4))


@lru_cache(maxsize=32)
def picture_of(kind: Kind) -> Drawing:
    """Return two hexes that share an objective of a kind."""
    scenario = with_objective(new_scenario(), _HEXES, Side.ALLIES)
    token = objective_at(scenario, _HEXES[0])
    assert token is not None, "it was just laid there"
    scenario = with_changed(scenario, token, lambda tag: with_kind(tag, kind, scenario.catalogue))
    below = _placed(scenario, ground=True)
    return (*below, *draw_groups(groups_of(scenario)), *_placed(scenario, ground=False))


def _placed(scenario: Scenario, *, ground: bool) -> Iterator[Group]:
    for hex_ in _HEXES:
        x, y = hex_centre(hex_)
        for art in arts_of_hex(scenario, hex_, Show()):
            if (art.plane is Plane.GROUND) == ground:
                yield Group(draw(art), dx=x, dy=y)


_PICTURE = QSize(60, 40)
_ROWS = 4  # kinds that are seen without scrolling
_SIDES: Mapping[Side | None, Message] = {
    Side.ALLIES: message("Allies"),
    Side.AXIS: message("Axis"),
    None: EITHER,
}


class GoalCard(QWidget):
    """Shows and changes one goal; every change is one step.

    Attributes:
        sides: The buttons of the sides.
        kinds: The pictures of how an objective is gained and lost.
        worth: How many medals it counts for.
        needed: How many of its hexes must be held.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._goal: Goal | None = None
        self._group = QButtonGroup(self)
        self.sides = {side: self._side(side) for side in _SIDES}
        self.kinds = QListWidget(self)
        self.worth = _number(tr("Counts for"), MOST_MEDALS)
        self.needed = _number(tr("Hexes needed"), MOST_HEXES)
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self._terms = QWidget(self)
        self._list_kinds()
        self._lay_out()
        self.kinds.itemClicked.connect(self._choose)
        self.kinds.itemActivated.connect(self._choose)
        self.worth.valueChanged.connect(self._count_for)
        self.needed.valueChanged.connect(self._need)

    def show_goal(self, goal: Goal | None) -> None:
        """Show a goal, or that there is none to show."""
        self._goal = goal
        tag = goal.token.tag if goal and goal.token else None
        self._terms.setVisible(tag is not None)
        for side, button in self.sides.items():
            button.setEnabled(goal is not None and (side is not None or tag is not None))
            button.setChecked(goal is not None and goal.side is side)
        self.hint.setText(_hint(goal))
        if goal and tag:
            self._show_terms(goal, tag)

    def redraw(self) -> None:
        """Draw in the colours of a new theme."""
        for row, option in enumerate(KINDS):
            self.kinds.item(row).setIcon(drawing_icon(picture_of(option.value), art_palette()))

    def _show_terms(self, goal: Goal, tag: Tag) -> None:
        medal = tag.medal or MedalTerms()
        row = next((n for n, option in enumerate(KINDS) if option.value == goal.kind), -1)
        self.kinds.setCurrentRow(row)
        for box, value in ((self.worth, medal.counts_for), (self.needed, medal.hexes_needed)):
            box.blockSignals(True)
            box.setValue(value or 1)
            box.blockSignals(False)
        self.needed.setEnabled(len(goal.hexes) > 1)

    def _side(self, side: Side | None) -> QToolButton:
        button = QToolButton(self)
        button.setText(told(_SIDES[side]))
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda: self._give(side))
        self._group.addButton(button)
        return button

    def _list_kinds(self) -> None:
        self.kinds.setWordWrap(True)
        self.kinds.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.kinds.setIconSize(_PICTURE)
        self.kinds.setFixedHeight(_ROWS * (_PICTURE.height() + 4) + 6)
        self.kinds.setAccessibleName(tr("Objective"))
        for option in KINDS:
            item = QListWidgetItem(option.text, self.kinds)
            item.setToolTip(told(option.tip))
        self.redraw()

    def _lay_out(self) -> None:
        sides = FlowLayout()
        for button in self.sides.values():
            sides.addWidget(button)
        numbers = QFormLayout()
        numbers.addRow(self.worth.accessibleName(), self.worth)
        numbers.addRow(self.needed.accessibleName(), self.needed)
        inside = QVBoxLayout(self._terms)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.kinds, 1)
        inside.addLayout(numbers)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(sides)
        column.addWidget(self.hint)
        column.addWidget(self._terms, 1)

    def _choose(self, item: QListWidgetItem) -> None:
        kind = KINDS[self.kinds.row(item)].value
        self._change(lambda tag: with_kind(tag, kind, self._document.scenario.catalogue))

    def _count_for(self, number: int) -> None:
        self._restate(lambda terms: replace(terms, counts_for=number))

    def _need(self, number: int) -> None:
        self._restate(lambda terms: replace(terms, hexes_needed=number))

    def _restate(self, change: Callable[[MedalTerms], MedalTerms]) -> None:
        self._change(lambda tag: replace(tag, medal=change(tag.medal or MedalTerms())))

    def _change(self, change: Callable[[Tag], Tag]) -> None:
        if self._goal and self._goal.token:
            after = with_changed(self._document.scenario, self._goal.token, change)
            self._edit(after)

    def _give(self, side: Side | None) -> None:
        if self._goal:
            self._edit(self._goal.given(self._document.scenario, side))

    def _edit(self, after: Scenario) -> None:
        is_exit = self._goal is not None and self._goal.marker is not None
        said = (
            message_in("step", "Change Exit") if is_exit else message_in("step", "Change Objective")
        )
        self._document.edit(said, after)


def _hint(goal: Goal | None) -> str:
    if goal is None:
        return tr("Draw an objective or an exit, or select one, to see and change it here.")
    if goal.token:
        tips = {option.value: option.tip for option in KINDS}
        return told(tips.get(goal.kind, ""))
    return tr("Units of this side may leave the board here.")


def _number(name: str, most: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(1, most)
    box.setAccessibleName(name)
    return box
