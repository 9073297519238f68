"""The variants and rulings a game can be played by, as boxes to tick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QToolButton, QVBoxLayout, QWidget

from m44core.catalogue.decks import Deck
from m44core.messages.how_many import cards
from m44core.messages.message import Message, Value, enumerated, message, titled
from m44core.rules.game_settings import BY_THE_BOOK, Plateau, Settings
from m44editor.interface_text import told, tr


@dataclass(frozen=True)
class Box:
    """What a box to tick says.

    Attributes:
        words: Its label.
        tip: What it means where that is not clear.
    """

    words: Message
    tip: Value = ""


_VARIANTS: Mapping[str, Box] = {
    "tactic_cards": Box(
        message("Tactic cards"), message("Without them: Young Generals, the section cards alone")
    ),
    "takes_ground": Box(
        message("Take ground and armor overrun"), message("Young Generals may do without them, too")
    ),
}
_RULINGS: Mapping[str, Box] = {
    "annihilation": Box(message("A side without units has lost")),
    "bridge_blocks_sight": Box(message("Bridges block sight")),
    "sees_over_lower": Box(message("Units on hills see over what is lower")),
    "edge_blocks_sight": Box(message("The edge of the board blocks sight along it")),
    "overrun_bonus": Box(message("Armor Assault: its die counts in the overrun, too")),
    "close_assault_overrun_bonus": Box(
        message("Close Assault: its die counts in the overrun, too")
    ),
    "drops_stay_on_board": Box(message("Air drops never drift over the edge of the board")),
    "chained_air_power": Box(message("Air Power: each target touches the one named before")),
}
_PLATEAUS = {
    Plateau.SAME_HILL: message("across the same hill"),
    Plateau.SAME_HEIGHT: message("across any hills"),
}


class Variants(QWidget):
    """Asks by which variants and rulings to play; the usual ones are ticked.

    Args:
        decks: The decks that can be played with, the usual one first.
    """

    def __init__(self, decks: Sequence[Deck] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.deck = _deck_box(decks)
        column.addWidget(self.deck)
        self.boxes = {name: _box(name, box) for name, box in {**_VARIANTS, **_RULINGS}.items()}
        for name in _VARIANTS:
            column.addWidget(self.boxes[name])
        self.more = QToolButton(self)
        self.more.setText(tr("Rulings"))
        self.more.setCheckable(True)
        self.more.setAutoRaise(True)
        self.more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column.addWidget(self.more)
        rulings = self._rulings()
        column.addWidget(rulings)
        self.more.toggled.connect(rulings.setVisible)
        self.more.toggled.connect(self._turn_arrow)
        rulings.hide()
        self._turn_arrow(False)

    @property
    def settings(self) -> Settings:
        """What is ticked now."""
        ticked = {name: box.isChecked() for name, box in self.boxes.items()}
        plateau = Plateau(self.plateau.currentData())
        deck = self.deck.currentData() or BY_THE_BOOK.deck
        return replace(BY_THE_BOOK, deck=deck, plateau=plateau, **ticked)

    def _rulings(self) -> QWidget:
        place = QWidget(self)
        form = QFormLayout(place)
        form.setContentsMargins(12, 0, 0, 0)
        form.setSpacing(2)
        for name in _RULINGS:
            form.addRow(self.boxes[name])
        self.plateau = QComboBox(place)
        for plateau, words in _PLATEAUS.items():
            self.plateau.addItem(told(words), plateau)
        form.addRow(tr("Units on hills see each other"), self.plateau)
        return place

    def _turn_arrow(self, shown: bool) -> None:
        self.more.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)


def _deck_box(decks: Sequence[Deck]) -> QComboBox:
    """Return a list to choose from; the usual deck, the first, is left to the scenario."""
    box = QComboBox()
    box.setAccessibleName(tr("Deck"))
    box.setToolTip(tr("The cards that are played with"))
    for number, deck in enumerate(decks):
        words = enumerated((titled(deck.called), cards(deck.size)))
        box.addItem(told(words), deck.name if number else "")
    if len(decks) < 2:
        box.hide()
    return box


def _box(name: str, box: Box) -> QCheckBox:
    check = QCheckBox(told(box.words))
    check.setToolTip(told(box.tip))
    check.setChecked(bool(getattr(BY_THE_BOOK, name)))
    return check
