"""The cards of the player who sits before the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import wrap

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QWidget

from m44core.rules.actions import Action
from m44core.rules.cards import summary, title
from m44editor.playtest.action_buttons import ActionButtons, Offer

_SMALLEST = 96  # logical pixels of height, about two cards; the rest is scrolled to
_LINE = 40  # letters in a line of a button, which cannot wrap by itself
_KEYS = 9  # cards that have a digit as their key


class Hand(QScrollArea):
    """One button a kind of card; only those that can be chosen now can be clicked.

    The keys 1 to 9 choose a card, too.
    """

    chosen = Signal(object)  # the action of the card that was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = ActionButtons(left_aligned=True)
        self._buttons.chosen.connect(self.chosen)
        self.setWidget(self._buttons)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName("Hand")

    def show_cards(self, cards: Sequence[str], playable: Mapping[str, Action]) -> None:
        """Show *cards*, those of one kind together; those in *playable* can be clicked."""
        kinds = Counter(cards)
        self._buttons.show_offers(
            [
                _offer(number, card, count, playable.get(card))
                for number, (card, count) in enumerate(kinds.items(), start=1)
            ]
        )
        self.setVisible(bool(kinds))
        self.updateGeometry()

    def first(self) -> QPushButton | None:
        """Return the first card that can be chosen."""
        return self._buttons.first()

    def sizeHint(self) -> QSize:
        """Ask for room for all cards."""
        bar = self.verticalScrollBar().sizeHint().width()
        return self._buttons.sizeHint() + QSize(bar, 0)

    def minimumSizeHint(self) -> QSize:
        """Be content with room for two cards."""
        wanted = self.sizeHint()
        return QSize(wanted.width(), min(wanted.height(), _SMALLEST))


def _offer(number: int, card: str, count: int, action: Action | None) -> Offer:
    times = f"  (you hold {count})" if count > 1 else ""
    key = f"{number}" if number <= _KEYS else ""
    does = "\n".join(wrap(summary(card), _LINE))
    return Offer(f"{key}  {title(card)}{times}\n{does}", action, key)
