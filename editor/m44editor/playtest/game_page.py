"""The column beside the board during a game: score, dice, hand, buttons, log."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from m44core.rules.grid import CHANCE
from m44core.rules.state import GameState, Phase
from m44editor.playtest.choices import Choices, prompt
from m44editor.playtest.dice_tray import DiceTray
from m44editor.playtest.hand import Hand
from m44editor.playtest.score import Score
from m44editor.playtest.session import Session


class GamePage(QWidget):
    """Shows a session and tells what was chosen beside the board."""

    chosen = Signal(object)  # an action

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.score = Score()
        self.prompt = QLabel()
        self.prompt.setWordWrap(True)
        font = self.prompt.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        font.setBold(True)
        self.prompt.setFont(font)
        self.dice = DiceTray()
        self.hand = Hand()
        self.hand.chosen.connect(self.chosen)
        self.buttons = QVBoxLayout()
        self._made: list[QPushButton] = []
        self.log = QListWidget()
        self.log.setWordWrap(True)
        self.log.setAccessibleName("Log")
        self.log.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.log.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.log.setSpacing(1)
        column = QVBoxLayout(self)
        for part in (self.score, self.prompt, self.hand):
            column.addWidget(part)
        column.addLayout(self.buttons)
        column.addWidget(self.dice)
        column.addWidget(self.log, 1)

    def show_session(self, session: Session, found: Choices) -> None:
        """Show how the game stands and what can be done."""
        self.score.show_session(session)
        self.prompt.setText(_headline(session))
        self.dice.show_roll(session.roll)
        self.hand.show_cards(_cards(session), found.cards)
        self._show_buttons(found)
        self._show_log(session)

    def _show_buttons(self, found: Choices) -> None:
        for button in self._made:
            self.buttons.removeWidget(button)
            button.deleteLater()
        self._made = []
        for words, action in found.buttons:
            button = QPushButton(words, self)
            button.clicked.connect(lambda _=False, a=action: self.chosen.emit(a))
            self.buttons.addWidget(button)
            button.show()
            self._made.append(button)

    def _show_log(self, session: Session) -> None:
        sentences = [sentence for _, sentence in session.log]
        kept = min(self.log.count(), len(sentences))
        while self.log.count() > kept:
            self.log.takeItem(self.log.count() - 1)
        if kept and self.log.item(kept - 1).text() != sentences[kept - 1]:
            self.log.clear()
            kept = 0
        for sentence in sentences[kept:]:
            self.log.addItem(_entry(sentence))
        self.log.scrollToBottom()


def _entry(sentence: str) -> QListWidgetItem:
    """Make a line of the log; the beginning of a turn stands out."""
    item = QListWidgetItem(sentence)
    if sentence.startswith("Turn "):
        font = item.font()
        font.setBold(True)
        item.setFont(font)
    return item


def _headline(session: Session) -> str:
    state = session.state
    if state.result is not None:
        return state.result.reason
    side = state.side
    if side is None:
        return "The dice roll"
    if side in session.agents:
        return f"{side.capitalize()}: the computer thinks"
    return f"{side.capitalize()}: {prompt(state)}"


def _cards(session: Session) -> tuple[str, ...]:
    """Return the hand of the person who acts, or of the one person who plays.

    Two people at one screen see the hand of the one who acts, as at a table
    where the other looks away.
    """
    state = session.state
    if state.phase is Phase.KEEP and session.waits_for_person:
        return state.drawn
    player = _person(session, state)
    return state.hands[player] if player is not None else ()


def _person(session: Session, state: GameState) -> int | None:
    people = [p for p, side in enumerate(state.field.sides) if side not in session.agents]
    if len(people) == 1:
        return people[0]
    return state.active if people and state.player != CHANCE else None
