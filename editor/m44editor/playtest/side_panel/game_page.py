"""The page next to the board during a game: turn, score, buttons, dice, log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message
from m44core.rules.game.actions import Action, DeclineAmbush, EndStep
from m44core.rules.game.state import GameState
from m44editor.actions import native_shortcut_text
from m44editor.interface_text import sentence, tr, translated
from m44editor.panels.flow_layout import FlowLayout
from m44editor.playtest.cards.card_widgets import CardPicture
from m44editor.playtest.cards.cards_in_play import HandedOutCards, card_on_table, handed_out_cards
from m44editor.playtest.game.choices import NO_CHOICES, Choices
from m44editor.playtest.game.game_log import GameLog
from m44editor.playtest.game.players import PERSON
from m44editor.playtest.game.prompts import decision_details, prompt, turn_message
from m44editor.playtest.playback_bars import SpeedBar
from m44editor.playtest.side_panel.dice_tray import DiceTray
from m44editor.playtest.side_panel.log_view import LogView
from m44editor.playtest.side_panel.score_view import ScoreView
from m44editor.screen_reader import announce
from m44editor.theme import art_palette
from m44editor.theme_tokens import Space
from m44editor.type_ranks import Rank, set_text_rank


@dataclass(frozen=True)
class ButtonSpec:
    """The text and action of a button.

    Attributes:
        label: Its label.
        action: The action it carries out.
        shortcut: Its shortcut; empty if it has none.
        tip: Its tooltip.
    """

    label: str
    action: Action
    shortcut: str = ""
    tip: str = ""


class ActionButtons(QWidget):
    """Shows action buttons; widgets are reused so that the keyboard focus stays in place.

    Signals:
        chosen: The action of the clicked button.
        pointed_at: The action of the button under the pointer; None if there is none.
    """

    chosen = Signal(object)
    pointed_at = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)
        self._buttons: list[QPushButton] = []
        self._actions: list[Action] = []

    def show_buttons(self, specs: Sequence[ButtonSpec]) -> None:
        """Show a button for each of *specs*; hide the widget if there are none."""
        while len(self._buttons) < len(specs):
            self._add_button(len(self._buttons))
        self._actions = [spec.action for spec in specs]
        for button, spec in zip(self._buttons, specs, strict=False):
            button.setText(spec.label)
            button.setToolTip(spec.tip)
            button.setShortcut(QKeySequence(spec.shortcut))
        for number, button in enumerate(self._buttons):
            button.setVisible(number < len(specs))
        self.setVisible(bool(specs))

    def first_button(self) -> QPushButton | None:
        """Return the first button shown; None if there is none."""
        return self._buttons[0] if self._actions else None

    def _add_button(self, index: int) -> None:
        button = QPushButton(self)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setMinimumHeight(_BUTTON_HEIGHT)
        button.setAutoDefault(True)
        button.clicked.connect(lambda: self._choose(index))
        button.installEventFilter(self)
        self._column.addWidget(button)
        self._buttons.append(button)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Report the button under the pointer."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            index = next(n for n, button in enumerate(self._buttons) if button is watched)
            is_under_pointer = event.type() == QEvent.Type.Enter and index < len(self._actions)
            self.pointed_at.emit(self._actions[index] if is_under_pointer else None)
        return False

    def _choose(self, index: int) -> None:
        if index < len(self._actions):
            self.chosen.emit(self._actions[index])


_BUTTON_HEIGHT = 30  # logical pixels: the height of a button
_END_KEYS = "Ctrl+Return"
_MAX_ALTERNATIVES = 5  # rejected alternatives shown


@dataclass(frozen=True)
class GamePageContent:
    """The content of the page at a moment of a game.

    Attributes:
        state: The position.
        moment: The number of actions before it.
        log: The log of the whole game.
        players: The player of each side.
        choices: The choices.
        unit_chosen: Whether a unit is chosen.
        can_cancel_order: Whether the order of that unit can be canceled.
        is_asking: Whether a person has a decision to make.
        is_now: Whether it is the latest moment of a running game.
        reason: The reason for the computer's last decision; None if unknown.
        alternatives: The options it considered and rejected.
        teams: The number of people who play each side; one if a side is missing.
    """

    state: GameState
    moment: int
    log: GameLog
    players: Mapping[Side, str]
    choices: Choices = NO_CHOICES
    unit_chosen: bool = False
    can_cancel_order: bool = False
    is_asking: bool = False
    is_now: bool = False
    reason: Message | None = None
    alternatives: tuple[Message, ...] = ()
    teams: Mapping[Side, int] = field(default_factory=dict)


class GamePage(QScrollArea):
    """Shows a moment of a game; scrolls if the window is not tall enough.

    Signals:
        chosen: The action of the button clicked.
        rematch_requested: The user wants another game with the same players.
        summary_requested: The user wants the summary of the game.
        replay_requested: The user wants to watch the game from its beginning.
        log_requested: The user wants to log the game.
    """

    chosen = Signal(object)
    rematch_requested = Signal()
    summary_requested = Signal()
    replay_requested = Signal()
    log_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headline = _headline_label()
        self.prompt = _wrapping_label("section")
        self.prompt.setObjectName("game-prompt")  # the style sheet marks what can be done now
        self.details = _wrapping_label()
        self.details.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.picture = CardPicture()
        self.card = _wrapping_label()
        self.handed_cards = HandedOutCards()
        self.score = ScoreView()
        self.dice = DiceTray()
        self.buttons = ActionButtons()
        self.buttons.chosen.connect(self.chosen)
        self.cancel_order = QPushButton(tr("Cancel this order"))
        self.cancel_order.setMinimumHeight(_BUTTON_HEIGHT)
        self.reason = _wrapping_label()
        self.reason.setAccessibleName(tr("Why"))
        self.speed_bar = SpeedBar()
        self.log_heading = QLabel(tr("Log"))
        set_text_rank(self.log_heading, "section")
        self.log = LogView()
        self.game_over_buttons = self._game_over_row()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self._column = QWidget()
        self._fill(QVBoxLayout(self._column))
        self.setWidget(self._column)

    def _fill(self, column: QVBoxLayout) -> None:
        column.setContentsMargins(Space.LARGE, Space.MEDIUM, Space.LARGE, 0)
        column.setSpacing(Space.MEDIUM)
        card_row = QHBoxLayout()
        card_row.addWidget(self.picture)
        card_row.addWidget(self.card, 1)
        for part in (
            self.headline,
            self.score,
            self.prompt,
            self.details,
            self.buttons,
            self.cancel_order,
            self.game_over_buttons,
        ):
            column.addWidget(part)
        column.addWidget(self.handed_cards)
        column.addLayout(card_row)
        for part in (self.dice, self.reason, self.speed_bar, self.log_heading):
            column.addWidget(part)
        column.addWidget(self.log, 1)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part, and a small height, because the page can scroll."""
        width = self._column.minimumSizeHint().width()
        return QSize(width + self.verticalScrollBar().sizeHint().width(), 200)

    def show_moment(self, content: GamePageContent) -> None:
        """Show a moment of the game."""
        state = content.state
        computers = {side for side, player in content.players.items() if player != PERSON}
        turn_text = turn_message(state, computers, is_now=content.is_now)
        self._show_headline(translated(turn_text), state)
        self.score.show_state(state, content.players, content.teams)
        self._show_prompt(_prompt_text(content))
        self._show_details(
            translated(decision_details(state))
            if content.is_asking and not _can_act_only_by_button(content)
            else ""
        )
        self.buttons.show_buttons(
            [_button_spec(label, action) for label, action in content.choices.buttons]
        )
        self.cancel_order.setVisible(content.can_cancel_order)
        self.game_over_buttons.setVisible(content.is_now and state.result is not None)
        self._show_card(state)
        self.dice.show_roll(content.log.last_roll(content.moment))
        self._show_reason(content)
        self.speed_bar.setVisible(bool(computers) or not content.is_now)
        self.log.show_log(content.log.lines, None if content.is_now else content.moment)

    def _show_prompt(self, text: str) -> None:
        """Show a prompt; announce it to screen readers if it is new."""
        if text and text != self.prompt.text():
            announce(self.prompt, text)
        self.prompt.setText(text)
        self.prompt.setVisible(bool(text))

    def show_message(self, text: str) -> None:
        """Show and announce a message below the prompt, until other details are shown."""
        announce(self.details, text)
        self._show_details(text)

    def _show_details(self, text: str) -> None:
        """Show details below the prompt; hide the label if they are empty."""
        self.details.setText(text)
        self.details.setVisible(bool(text))

    def _show_reason(self, content: GamePageContent) -> None:
        """Show the reason for the computer's decision, and the options it rejected."""
        reason = content.reason
        lines = [tr("Why? {reason}", reason=sentence(reason))] if reason else []
        if content.alternatives:
            lines += [
                tr("Rejected options (most trial runs first):"),
                *(f"• {sentence(each)}" for each in content.alternatives[:_MAX_ALTERNATIVES]),
            ]
        self.reason.setText("\n".join(lines))
        self.reason.setVisible(reason is not None)

    def _show_card(self, state: GameState) -> None:
        card = card_on_table(state)
        if card is not None:
            self.picture.show_card(card)
        self.card.setText(
            tr("{card}: {does}", card=card.name, does=card.description) if card else ""
        )
        self.handed_cards.show_cards(handed_out_cards(state))
        self.picture.setVisible(card is not None and self.handed_cards.isHidden())
        self.card.setVisible(card is not None)

    def _show_headline(self, text: str, state: GameState) -> None:
        if state.result is not None and text != self.headline.text():
            announce(self.headline, text)
        self.headline.setText(text)
        colours, side = art_palette(), _headline_side(state)
        palette = self.headline.palette()
        background = colours[f"edge-{side.value.lower()}"] if side else colours["frame-line"]
        palette.setColor(QPalette.ColorRole.Window, QColor(background))
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours["edge-text"]))
        self.headline.setPalette(palette)

    def _game_over_row(self) -> QWidget:
        box = QWidget(self)
        row = FlowLayout(box, spacing=6)
        self.rematch_button = QPushButton(tr("Play Again"))
        self.rematch_button.setToolTip(tr("Same players, new dice"))
        self.rematch_button.clicked.connect(self.rematch_requested)
        self.replay_button = QPushButton(tr("Replay This Game"))
        self.replay_button.clicked.connect(self.replay_requested)
        self.summary_button = QPushButton(tr("After the Game…"))
        self.summary_button.setToolTip(tr("Losses, objectives, luck with the dice, medals by turn"))
        self.summary_button.clicked.connect(self.summary_requested)
        self.log_button = QPushButton(tr("Log This Game…"))
        self.log_button.setToolTip(tr("Keep the result in a file next to the scenario"))
        self.log_button.clicked.connect(self.log_requested)
        self.log_button.hide()
        row.addWidget(self.rematch_button)
        row.addWidget(self.replay_button)
        row.addWidget(self.summary_button)
        row.addWidget(self.log_button)
        box.hide()
        return box


def _prompt_text(content: GamePageContent) -> str:
    if content.is_asking:
        state = content.state
        if _can_act_only_by_button(content):
            return tr("Choose the unit's action below.")
        players = content.teams.get(state.side, 1) if state.side else 1
        return sentence(prompt(state, content.unit_chosen, players))
    return ""


def _can_act_only_by_button(content: GamePageContent) -> bool:
    """Return whether the chosen unit can act only by a button, such as for sealing a cave."""
    return content.unit_chosen and not content.choices.hexes


def _headline_label() -> QLabel:
    label = _wrapping_label("title")
    label.setAutoFillBackground(True)
    label.setContentsMargins(9, 5, 9, 5)
    return label


def _wrapping_label(rank: Rank = "label") -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    set_text_rank(label, rank)
    return label


def _button_spec(label: Message, action: Action) -> ButtonSpec:
    if isinstance(action, EndStep | DeclineAmbush):
        return ButtonSpec(translated(label), action, _END_KEYS, native_shortcut_text("Ctrl+Enter"))
    return ButtonSpec(translated(label), action)


def _headline_side(state: GameState) -> Side | None:
    """Return the side whose color the headline has: the winner, else the side to act.

    None for a draw.
    """
    if state.result:
        return state.result.winner
    return state.side or state.field.sides[state.active]
