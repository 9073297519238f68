"""The starting hands and the deck beside the pieces: they are part of what is laid out."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSpinBox, QWidget

from m44core.messages.message import message_in, titled
from m44core.model.edits import set_player
from m44core.model.scenario import Scenario
from m44core.model.special_rules import RemovedCards
from m44core.rules.cards.deck_choice import deck_asked_for, pile, without
from m44core.rules.game.side_names import SIDES
from m44core.rules.scenario_options import scenario_options
from m44editor.documents.document import Document
from m44editor.interface_text import told, tr
from m44editor.panels.palette.labels import small

_MOST = 20
_UNSTATED = -1


class HandsCard(QFrame):
    """Shows and changes how many command cards each player begins with, and what the deck has left.

    Attributes:
        hands: The numbers, of the top player and of the bottom player.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.hands = {top: self._number(top) for top in (True, False)}
        self._sides = {top: QLabel(self) for top in (True, False)}
        self.deck = QLabel(self)
        self.deck.setWordWrap(True)
        self.deck.setFont(small(self.font()))
        grid = QGridLayout(self)
        grid.setContentsMargins(10, 4, 10, 0)
        grid.setVerticalSpacing(2)
        for column, top in enumerate((True, False)):
            grid.addWidget(self._sides[top], 0, 2 * column)
            grid.addWidget(self.hands[top], 0, 2 * column + 1)
        grid.addWidget(self.deck, 1, 0, 1, 4)
        document.changed.connect(self._follow)
        document.replaced.connect(self._show)
        self._show()

    def _number(self, top: bool) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(_UNSTATED, _MOST)
        box.setSpecialValueText("—")
        box.valueChanged.connect(lambda number: self._deal(top, number))
        return box

    def _follow(self, before: Scenario, after: Scenario) -> None:
        if before.briefing is not after.briefing or before.board is not after.board:
            self._show()

    def _show(self) -> None:
        scenario = self._document.scenario
        for top, box in self.hands.items():
            player = scenario.briefing.top if top else scenario.briefing.bottom
            side = told(SIDES[player.side]) if player.side else tr("Not stated")
            self._sides[top].setText(side)
            box.setAccessibleName(tr("Command cards of {side}", side=side))
            box.setToolTip(box.accessibleName())
            box.blockSignals(True)
            box.setValue(_UNSTATED if player.cards is None else player.cards)
            box.blockSignals(False)
        self.deck.setText(_deck(scenario))

    def _deal(self, top: bool, number: int) -> None:
        scenario = self._document.scenario
        player = scenario.briefing.top if top else scenario.briefing.bottom
        dealt = replace(player, cards=None if number == _UNSTATED else number)
        after = set_player(scenario, dealt, top=top)
        self._document.edit(message_in("step", "Change Command Cards"), after)


def _deck(scenario: Scenario) -> str:
    """Return which deck is dealt from, and how many cards it has left after that."""
    deck = deck_asked_for(scenario.board.type, scenario_options(scenario))
    removed = scenario.briefing.special_rules.of(RemovedCards)
    cards = len(without(pile(deck.name), removed))
    briefing = scenario.briefing
    dealt = (briefing.top.cards or 0) + (briefing.bottom.cards or 0)
    return tr(
        "{deck}: {number} cards, {left} left after the deal",
        deck=titled(deck.called),
        number=cards,
        left=cards - dealt,
    )
