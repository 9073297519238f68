"""The briefing panel: sides, cards, medals, dates, rule options, expansions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.board import Face
from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.messages.message import message
from m44core.model.edits import swap_players
from m44core.model.game_position import Position
from m44core.model.parts import Briefing
from m44core.model.required_packs import Packs
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.interface_text import told, tr
from m44editor.panels.briefing.fields import briefing_sections
from m44editor.panels.briefing.special_rules import addable, with_new_rule
from m44editor.panels.flow import FlowLayout
from m44editor.panels.forms.panel import FormPanel
from m44editor.panels.forms.place import Place
from m44editor.panels.forms.words import RULES, SIDE_NAMES


class PositionBar(QWidget):
    """Says where the game stands; seen only with the position of one.

    Attributes:
        label: The turn and the medals.
        forget: The button that makes a plain scenario of it.
    """

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.forget = QPushButton(tr("Forget the game"), self)
        self.forget.setToolTip(
            tr("Keep the board alone: no medals won, no hands, the first turn comes next")
        )
        self.forget.clicked.connect(self._forget)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 2)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.forget)
        self.follow()

    def follow(self) -> None:
        """Say what the scenario carries now."""
        position = self._document.scenario.position
        self.setHidden(position is None)
        if position is not None:
            said = message(
                "A game goes on here: turn {turn}, {side}. Medals: Axis {axis}, Allies {allies}.",
                turn=position.turn,
                side=SIDE_NAMES[position.side],
                axis=position.medals.get(Side.AXIS, 0),
                allies=position.medals.get(Side.ALLIES, 0),
            )
            self.label.setText(told(said))

    def _forget(self) -> None:
        scenario = replace(self._document.scenario, position=None)
        self._document.edit(message("Forget the game"), scenario)


class BriefingPanel(FormPanel):
    """Shows and changes the scenario's data that is not on the board."""

    def __init__(
        self,
        document: Document,
        selection: Selection | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(document, parent)
        self._selection = selection
        self.form.setAccessibleName(tr("Briefing"))
        self.swap_button = QPushButton(tr("Swap players"), self)
        self.swap_button.setToolTip(tr("Put each player, with cards and medals, at the other edge"))
        self.swap_button.clicked.connect(self._swap)
        self.add_button = QToolButton(self)
        self.add_button.setText(tr("Add a special rule"))
        self.add_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._menu = QMenu(self.add_button)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.add_button.setMenu(self._menu)
        self.position = PositionBar(document, self)
        self._lay_out()
        if selection:
            selection.changed.connect(self._follow_selection)
        self.follow()

    def _lay_out(self) -> None:
        buttons = FlowLayout()
        buttons.setContentsMargins(10, 8, 10, 2)
        buttons.addWidget(self.swap_button)
        buttons.addWidget(self.add_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.position)
        layout.addLayout(buttons)
        layout.addWidget(self.form, 1)

    def _concerned(self, before: Scenario, after: Scenario) -> bool:
        return _parts(before) != _parts(after)

    def _refresh(self) -> None:
        self.position.follow()
        self.form.show_sections(briefing_sections(self._document.scenario, self._selected()))

    def _follow_selection(self) -> None:
        if self.isVisible():
            self._refresh()

    def _selected(self) -> tuple[Hex, ...] | None:
        """Return the selected hexes row by row; None where nobody selects any."""
        if self._selection is None:
            return None
        return Place.of(self._document.scenario, self._selection.hexes).hexes

    def _swap(self) -> None:
        self._document.edit(message("Swap players"), swap_players(self._document.scenario))

    def _fill_menu(self) -> None:
        self._menu.clear()
        for rule in addable(self._document.scenario):
            action = self._menu.addAction(rule.text, partial(self._add, rule.value))
            action.setToolTip(told(rule.tip))
        self._menu.addSeparator()
        present = self._document.scenario.briefing.special_rules.stated
        for key, label in RULES.items():
            if key not in present:
                self._menu.addAction(told(label), partial(self._add, key))
        self._menu.addSeparator()
        self._menu.addAction(tr("Another rule…"), self._ask_for_rule)

    def _ask_for_rule(self) -> None:
        asking = QInputDialog(self)
        asking.setWindowTitle(tr("Add a special rule"))
        asking.setLabelText(tr("Its name in the file, such as {word}:", word="must_have_unit_exit"))
        asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asking.textValueSelected.connect(self._add)
        asking.open()

    def _add(self, key: str) -> None:
        key = key.strip()
        declared = declarations().by_m44(key) or declarations().by_key(key)
        key = declared.key if declared else key
        if key in {rule.value for rule in addable(self._document.scenario)} or self._is_new(key):
            selected = self._selected() or ()
            after, pointer = with_new_rule(self._document.scenario, key, selected)
            self._document.edit(message("Add a special rule"), after)
            self.form.show_field(pointer)

    def _is_new(self, key: str) -> bool:
        """Tell whether a name is that of a rule the scenario does not state."""
        stated = self._document.scenario.briefing.special_rules.stated
        return bool(key) and key not in stated


def _parts(scenario: Scenario) -> tuple[Briefing, Packs, Face, Position | None]:
    """Return what the panel shows of a scenario."""
    return scenario.briefing, scenario.packs, scenario.face, scenario.position
