"""The column beside the board during a game: who acts, score, hand, buttons, dice, log."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.types import Side
from m44core.rules.actions import Action, End
from m44core.rules.grid import CHANCE
from m44core.rules.state import GameState, Phase
from m44editor.icons import art_palette
from m44editor.playtest.action_buttons import ActionButtons, Offer
from m44editor.playtest.choices import Choices
from m44editor.playtest.dice_tray import DiceTray
from m44editor.playtest.hand import Hand
from m44editor.playtest.prompts import asked, card_in_play, who_acts
from m44editor.playtest.score import Score
from m44editor.playtest.session import Session

_END_KEYS = "Ctrl+Return"


class GamePage(QWidget):
    """Shows a session and tells what was chosen beside the board.

    Signals:
        chosen: The action of a card or a button.
        again: Another game by the same players is wanted.
    """

    chosen = Signal(object)
    again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headline = _headline()
        self.prompt = _wrapped(bold=True)
        self.card = _wrapped()
        self.score = Score()
        self.dice = DiceTray()
        self.hand = Hand()
        self.hand.chosen.connect(self.chosen)
        self.buttons = ActionButtons()
        self.buttons.chosen.connect(self.chosen)
        self.play_again = QPushButton("Play again")
        self.play_again.setToolTip("The same players, other dice")
        self.play_again.clicked.connect(self.again)
        self.log = _log()
        column = QVBoxLayout(self)
        asking = (self.prompt, self.card, self.buttons, self.play_again)
        for part in (self.headline, self.score, *asking, self.hand, self.dice):
            column.addWidget(part)
        column.addWidget(self.log, 1)

    def show_session(self, session: Session, found: Choices, *, unit_chosen: bool = False) -> None:
        """Show how the game stands and what can be done."""
        state = session.state
        self._show_headline(session)
        waits = session.waits_for_person or state.result is not None
        self.prompt.setText(asked(state, unit_chosen) if waits else "")
        self.prompt.setVisible(waits)
        self.card.setText(card_in_play(state))
        self.card.setVisible(bool(self.card.text()))
        self.score.show_session(session)
        self.dice.show_throw(session.report.throw)
        self.hand.show_cards(_cards(session), found.cards)
        self.buttons.show_offers([_offer(words, action) for words, action in found.buttons])
        over = state.result is not None
        self.play_again.setVisible(over)
        self._show_log([sentence for _, sentence in session.report.log])

    def _show_headline(self, session: Session) -> None:
        self.headline.setText(who_acts(session))
        colours, side = art_palette(), _side(session.state)
        palette = self.headline.palette()
        ground = colours[f"edge-{side.value.lower()}"] if side else colours["frame-line"]
        palette.setColor(QPalette.ColorRole.Window, QColor(ground))
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours["edge-text"]))
        self.headline.setPalette(palette)

    def _show_log(self, sentences: list[str]) -> None:
        bar = self.log.verticalScrollBar()
        follows = bar.value() == bar.maximum()
        kept = _common(self.log, sentences)
        while self.log.count() > kept:
            self.log.takeItem(self.log.count() - 1)
        for sentence in sentences[kept:]:
            self.log.addItem(_entry(sentence))
        if follows:
            self.log.scrollToBottom()


def _headline() -> QLabel:
    label = _wrapped(bold=True, larger=1.2)
    label.setAutoFillBackground(True)
    label.setContentsMargins(9, 5, 9, 5)
    return label


def _wrapped(*, bold: bool = False, larger: float = 1.0) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * larger)
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    label.setFont(font)
    return label


def _log() -> QListWidget:
    log = QListWidget()
    log.setWordWrap(True)
    log.setAccessibleName("Log")
    log.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    log.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    log.setSpacing(1)
    log.setMinimumHeight(60)
    return log


def _common(log: QListWidget, sentences: list[str]) -> int:
    """Return how many lines of the log are right already; only the last ones ever change."""
    kept = min(log.count(), len(sentences))
    while kept and log.item(kept - 1).text() != sentences[kept - 1]:
        kept -= 1
    return kept


def _entry(sentence: str) -> QListWidgetItem:
    """Make a line of the log; the beginning of a turn stands out."""
    item = QListWidgetItem(sentence)
    if sentence.startswith("Turn "):
        font = item.font()
        font.setBold(True)
        item.setFont(font)
    return item


def _offer(words: str, action: Action) -> Offer:
    if isinstance(action, End):
        return Offer(words, action, _END_KEYS, "Ctrl+Enter")
    return Offer(words, action)


def _side(state: GameState) -> Side | None:
    return state.result.winner if state.result else state.field.sides[state.active]


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
