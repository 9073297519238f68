"""The victory panel: objectives and exits, and the victory conditions in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import lru_cache
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.hex_groups import draw_hex_groups, hex_groups
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import VisibleLayers, arts_of_hex, hex_centre
from m44core.drawing.shapes.art import PaintingPlane
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.hexes import Hex
from m44core.messages.message import Message, enumerated, label_with_text, message, message_in
from m44core.model.edits import new_scenario
from m44core.model.exit_markers import ExitMarker, exit_markers, with_exit_side, without_exits
from m44core.model.objective_medals import (
    PlacedTag,
    objective_at,
    objective_side,
    objectives_on,
    with_changed_tag,
    with_objective,
    with_objective_hexes,
    with_objective_side,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import MedalTerms, Tag
from m44core.rules.game.side_names import SIDES
from m44core.rules.victory.ways_to_win import extra_victory_rule_summaries, ways_to_win
from m44core.values import dataclass
from m44editor.board.hex_descriptions import piece_label
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.drawing_icons import drawing_icon
from m44editor.interface_text import tr, translated
from m44editor.list_widgets import wrap_items
from m44editor.number_fields import NumberField
from m44editor.panels.display_names import SIDE_NAMES
from m44editor.panels.flow_layout import FlowLayout
from m44editor.panels.panel_icons import element_icon
from m44editor.panels.panel_lists import DeletableList
from m44editor.panels.properties.objective_fields import (
    EITHER,
    KINDS,
    MAX_HEXES,
    MAX_MEDALS,
    Kind,
    kind_of,
    with_kind,
)
from m44editor.theme import art_palette

_MIN_WIDTH = 250  # pixels
_VISIBLE_GOALS = 5  # goals visible without scrolling

_PICTURE_HEXES = (Hex(12, 4), Hex(14, 4))
_PICTURE_SIZE = QSize(60, 40)
_MIN_VISIBLE_KINDS = 4  # kinds visible without scrolling in a low panel
_SIDES: Mapping[Side | None, Message] = {
    Side.ALLIES: message("Allies"),
    Side.AXIS: message("Axis"),
    None: EITHER,
}


class VictoryPanel(QWidget):
    """Shows the goals and the victory conditions; clicking a goal selects its hexes.

    Signals:
        tool_requested: The name of a tool to use.
    """

    tool_requested = Signal(str)

    def __init__(
        self, document: Document, selection: Selection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._selection = selection
        self.list = DeletableList(self)
        self.list.setAccessibleName(tr("Objectives and exits"))
        self.list.setIconSize(QSize(24, 24))
        wrap_items(self.list)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.card = GoalCard(document, self)
        self.conditions_label = QLabel(self)
        self.conditions_label.setWordWrap(True)
        self.conditions_label.setTextFormat(Qt.TextFormat.RichText)
        self.conditions_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.conditions_label.setAccessibleName(tr("How to win"))
        self.draw_objective_button = self._button(tr("Draw Objective"), "objective")
        self.draw_exit_button = self._button(tr("Draw Exit"), "exit")
        self._lay_out()
        self.setMinimumWidth(_MIN_WIDTH)
        self.list.itemClicked.connect(self._select)
        self.list.itemActivated.connect(self._select)
        self.list.delete_pressed.connect(self._remove)
        document.changed.connect(self._on_changed)
        document.replaced.connect(self._on_changed)
        selection.changed.connect(self._on_changed)
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the changes made while the panel was hidden."""
        super().showEvent(event)
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show all kinds of objectives if they now fit."""
        super().resizeEvent(event)
        self._fit_kinds()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw in the colors of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.card.redraw()
            self._refresh()

    def _lay_out(self) -> None:
        buttons = FlowLayout()
        buttons.addWidget(self.draw_objective_button)
        buttons.addWidget(self.draw_exit_button)
        self._content = QWidget(self)
        column = QVBoxLayout(self._content)
        column.addLayout(buttons)
        column.addWidget(self.list)
        column.addWidget(self.card)
        column.addWidget(self.conditions_label)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidget(self._content)
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
        button.clicked.connect(lambda: self.tool_requested.emit(tool))
        return button

    def _on_changed(self) -> None:
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        scenario = self._document.scenario
        self._list_goals(scenario)
        self.conditions_label.setText(victory_html(scenario))
        self._fit_kinds()

    def _fit_kinds(self) -> None:
        """Show all kinds of objectives if the panel is tall enough, otherwise the first ones."""
        self.card.show_kinds(len(KINDS))
        needed_height = self._content.heightForWidth(self.width())
        if needed_height > self.height():
            self.card.show_kinds(_MIN_VISIBLE_KINDS)

    def _list_goals(self, scenario: Scenario) -> None:
        """List the goals, and show in the card the goal that is selected on the board."""
        current = selected_goal(scenario, self._selection.hexes)
        self.list.clear()
        for goal in goals_of(scenario):
            text = "\n".join(map(translated, goal.list_lines(scenario)))
            item = QListWidgetItem(element_icon(goal.icon_name, scenario.catalogue), text)
            item.setData(Qt.ItemDataRole.UserRole, goal)
            self.list.addItem(item)
            if goal == current:
                self.list.setCurrentItem(item)
        self.list.setVisible(self.list.count() > 0)
        rows = range(min(_VISIBLE_GOALS, self.list.count()))
        self.list.setFixedHeight(sum(map(self.list.sizeHintForRow, rows)) + 6)
        self.card.show_goal(current)

    def _select(self, item: QListWidgetItem) -> None:
        goal: Goal = item.data(Qt.ItemDataRole.UserRole)
        self._selection.select(goal.hexes)

    def _remove(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            goal: Goal = item.data(Qt.ItemDataRole.UserRole)
            after = goal.removed_from(self._document.scenario)
            self._document.edit(message_in("step", "Remove Objective or Exit"), after)


def victory_html(scenario: Scenario) -> str:
    """Return the victory conditions of a scenario as rich text, in the current language."""
    ways = ways_to_win(scenario)
    if not ways:
        return escape(
            tr("The briefing does not say which side plays from which edge of the board.")
        )
    parts: list[str] = []
    for way in ways:
        parts += _section_html(translated(SIDES[way.side]), way.lines)
    if rules := extra_victory_rule_summaries(scenario):
        parts += _section_html(tr("Special rules"), rules)
    return "".join(parts)


def _section_html(title: str, lines: Iterable[Message]) -> Iterator[str]:
    yield f"<p style='margin:8px 0 2px 0'><b>{escape(title)}</b></p>"
    for line in lines:
        yield f"<p style='margin:0 0 2px 10px; text-indent:-10px'>• {escape(translated(line))}</p>"


@lru_cache(maxsize=32)
def kind_picture(kind: Kind) -> Drawing:
    """Return a drawing of two hexes that share an objective of this kind."""
    scenario = with_objective(new_scenario(), _PICTURE_HEXES, Side.ALLIES)
    token = objective_at(scenario, _PICTURE_HEXES[0])
    assert token is not None, "the objective was just placed there"
    scenario = with_changed_tag(
        scenario, token, lambda tag: with_kind(tag, kind, scenario.catalogue)
    )
    ground = _art_groups(scenario, ground=True)
    return (*ground, *draw_hex_groups(hex_groups(scenario)), *_art_groups(scenario, ground=False))


def _art_groups(scenario: Scenario, *, ground: bool) -> Iterator[Group]:
    for hex_ in _PICTURE_HEXES:
        x, y = hex_centre(hex_)
        for art in arts_of_hex(scenario, hex_, VisibleLayers()):
            if (art.plane is PaintingPlane.GROUND) == ground:
                yield Group(draw_art(art), dx=x, dy=y)


class GoalCard(QWidget):
    """Shows and edits one goal; every change is one undo step.

    Attributes:
        sides: The buttons of the sides.
        kinds: The list of kinds of objectives, with pictures.
        worth: The field for the number of medals that the objective is worth.
        hexes_needed: The field for the number of hexes that must be held.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._goal: Goal | None = None
        self._side_group = QButtonGroup(self)
        self.sides = {side: self._side_button(side) for side in _SIDES}
        self.kinds = QListWidget(self)
        self.worth = _spin_box(tr("Worth"), MAX_MEDALS)
        self.hexes_needed = _spin_box(tr("Hexes needed"), MAX_HEXES)
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self._terms = QWidget(self)
        self._fill_kinds()
        self._lay_out()
        self.kinds.itemClicked.connect(self._choose_kind)
        self.kinds.itemActivated.connect(self._choose_kind)
        self.worth.valueChanged.connect(self._set_worth)
        self.hexes_needed.valueChanged.connect(self._set_hexes_needed)

    def show_goal(self, goal: Goal | None) -> None:
        """Show a goal; None shows a hint instead."""
        self._goal = goal
        tag = goal.token.tag if goal and goal.token else None
        self._terms.setVisible(tag is not None)
        for side, button in self.sides.items():
            button.setEnabled(goal is not None and (side is not None or tag is not None))
            button.setChecked(goal is not None and goal.side is side)
        self.hint.setText(_goal_hint(goal))
        if goal and tag:
            self._show_terms(goal, tag)

    def show_kinds(self, number: int) -> None:
        """Make the list of kinds tall enough for its first *number* rows."""
        height = sum(map(self.kinds.sizeHintForRow, range(number))) + 2 * self.kinds.frameWidth()
        if height != self.kinds.maximumHeight():
            self.kinds.setFixedHeight(height)
            for part in (self._terms, self):  # at once, so that the panel can be measured
                part.updateGeometry()

    def redraw(self) -> None:
        """Redraw the pictures in the colors of the new theme."""
        for row, option in enumerate(KINDS):
            self.kinds.item(row).setIcon(drawing_icon(kind_picture(option.value), art_palette()))

    def _show_terms(self, goal: Goal, tag: Tag) -> None:
        medal = tag.medal or MedalTerms()
        row = next((n for n, option in enumerate(KINDS) if option.value == goal.kind), -1)
        self.kinds.setCurrentRow(row)
        for box, value in ((self.worth, medal.counts_for), (self.hexes_needed, medal.hexes_needed)):
            box.blockSignals(True)
            box.setValue(value or 1)
            box.blockSignals(False)
        self.hexes_needed.setEnabled(len(goal.hexes) > 1)

    def _side_button(self, side: Side | None) -> QToolButton:
        button = QToolButton(self)
        button.setText(translated(_SIDES[side]))
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda: self._set_side(side))
        self._side_group.addButton(button)
        return button

    def _fill_kinds(self) -> None:
        self.kinds.setWordWrap(True)
        self.kinds.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.kinds.setIconSize(_PICTURE_SIZE)
        self.kinds.setAccessibleName(tr("Objective"))
        for option in KINDS:
            item = QListWidgetItem(option.text, self.kinds)
            item.setToolTip(translated(option.tip))
        self.redraw()

    def _lay_out(self) -> None:
        sides = FlowLayout()
        for button in self.sides.values():
            sides.addWidget(button)
        numbers = QFormLayout()
        numbers.addRow(self.worth.accessibleName(), self.worth)
        numbers.addRow(self.hexes_needed.accessibleName(), self.hexes_needed)
        content = QVBoxLayout(self._terms)
        content.setContentsMargins(0, 0, 0, 0)
        content.addWidget(self.kinds, 1)
        content.addLayout(numbers)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(sides)
        column.addWidget(self.hint)
        column.addWidget(self._terms, 1)

    def _choose_kind(self, item: QListWidgetItem) -> None:
        kind = KINDS[self.kinds.row(item)].value
        self._change_tag(lambda tag: with_kind(tag, kind, self._document.scenario.catalogue))

    def _set_worth(self, number: int) -> None:
        self._change_terms(lambda terms: replace(terms, counts_for=number))

    def _set_hexes_needed(self, number: int) -> None:
        self._change_terms(lambda terms: replace(terms, hexes_needed=number))

    def _change_terms(self, change: Callable[[MedalTerms], MedalTerms]) -> None:
        self._change_tag(lambda tag: replace(tag, medal=change(tag.medal or MedalTerms())))

    def _change_tag(self, change: Callable[[Tag], Tag]) -> None:
        if self._goal and self._goal.token:
            after = with_changed_tag(self._document.scenario, self._goal.token, change)
            self._edit(after)

    def _set_side(self, side: Side | None) -> None:
        if self._goal:
            self._edit(self._goal.with_side(self._document.scenario, side))

    def _edit(self, after: Scenario) -> None:
        is_exit = self._goal is not None and self._goal.marker is not None
        step = (
            message_in("step", "Change Exit") if is_exit else message_in("step", "Change Objective")
        )
        self._document.edit(step, after)


def _goal_hint(goal: Goal | None) -> str:
    if goal is None:
        return tr("Draw or select an objective or exit to edit it here.")
    if goal.token:
        tips = {option.value: option.tip for option in KINDS}
        return translated(tips.get(goal.kind, ""))
    return tr("Units of this side may exit the board here.")


def _spin_box(name: str, maximum: int) -> NumberField:
    box = NumberField()
    box.setRange(1, maximum)
    box.setAccessibleName(name)
    return box


@dataclass(frozen=True)
class Goal:
    """An objective or an exit.

    Attributes:
        token: The medal of an objective; None for an exit.
        marker: The marker of an exit; None for an objective.
        catalogue: The catalogue of the scenario.
    """

    token: PlacedTag | None = None
    marker: ExitMarker | None = None
    catalogue: Catalogue = field(default_factory=base_catalogue, compare=False, repr=False)

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hexes of the goal."""
        if self.token:
            return self.token.hexes
        return frozenset(self.marker.hexes) if self.marker else frozenset()

    @property
    def side(self) -> Side | None:
        """The side that can gain the medal or exit there; None for either side or if not set."""
        if self.token:
            return objective_side(self.token.tag, self.catalogue)
        return self.marker.side if self.marker else None

    @property
    def kind(self) -> Kind:
        """The terms of an objective that are switched on; empty for an exit."""
        return kind_of(self.token.tag, self.catalogue) if self.token else ()

    @property
    def icon_name(self) -> str:
        """The name of the element whose picture is its icon."""
        if self.token:
            return self.token.tag.name
        return self.marker.tag.name if self.marker else ""

    def list_lines(self, scenario: Scenario) -> tuple[Message, ...]:
        """Return the lines of the goal's entry in the list."""
        sorted_hexes = sorted(self.hexes, key=lambda h: (h.row, h.col))
        hex_names = enumerated(map(scenario.board.name, sorted_hexes))
        if self.token is None:
            return (message("Exit, {side}: {hexes}", side=SIDE_NAMES[self.side], hexes=hex_names),)
        kind = self.kind
        terms = [option.label for option in KINDS if option.value == kind]
        piece = label_with_text(piece_label(self.token.tag.name, self.catalogue), hex_names)
        return (piece, *(each for each in terms if isinstance(each, Message)))

    def removed_from(self, scenario: Scenario) -> Scenario:
        """Return the scenario without the goal."""
        if self.token:
            return with_objective_hexes(scenario, self.token, ())
        return without_exits(scenario, self.hexes)

    def with_side(self, scenario: Scenario, side: Side | None) -> Scenario:
        """Return the scenario with *side* as the side of the goal."""
        if side is self.side:
            return scenario
        if self.token:
            return with_objective_side(scenario, self.token, side)
        return with_exit_side(scenario, self.marker, side) if self.marker else scenario


def goals_of(scenario: Scenario) -> Iterator[Goal]:
    """Yield the objectives of a scenario, then its exits."""
    catalogue = scenario.catalogue
    yield from (Goal(token=token, catalogue=catalogue) for token in objectives_on(scenario))
    yield from (Goal(marker=marker, catalogue=catalogue) for marker in exit_markers(scenario))


def selected_goal(scenario: Scenario, hexes: Iterable[Hex]) -> Goal | None:
    """Return the goal with exactly these hexes, else the most similar one that shares a hex.

    Returns:
        None if no goal is on any of them.
    """
    selected_hexes = frozenset(hexes)
    candidates = [goal for goal in goals_of(scenario) if goal.hexes & selected_hexes]
    return min(candidates, key=lambda goal: len(goal.hexes ^ selected_hexes), default=None)
