"""The cards an Overlord commander-in-chief has handed out this turn, and to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from m44core.board import Section
from m44core.messages.message import Message, message_in, name
from m44core.rules.board.hex_grid import TOP
from m44core.rules.cards.card_command import Command
from m44core.rules.game.side_names import GENERALS
from m44core.rules.game.state import GameState
from m44core.rules.play.overlord import is_of_commander
from m44editor.interface_text import told, tr
from m44editor.playtest.cards.card_button import Card, CardPicture

_CHIEF = name("general", "the commander-in-chief")
_SHORT: Mapping[Section | None, Message] = {
    None: message_in("handed out to", "Chief"),
    Section.LEFT: message_in("handed out to", "Left"),
    Section.CENTRE: message_in("handed out to", "Centre"),
    Section.RIGHT: message_in("handed out to", "Right"),
}


@dataclass(frozen=True)
class Given:
    """A card that lies on the table.

    Attributes:
        card: The card.
        general: Whose it is; None for the commander-in-chief.
        now: Whether it is carried out just now.
    """

    card: Card
    general: Section | None
    now: bool

    @property
    def owner(self) -> Message:
        """Whose it is: ``the general on the left``."""
        return _CHIEF if self.general is None else GENERALS[self.general]


def handed_out(state: GameState) -> tuple[Given, ...]:
    """Return the cards of this turn in the order they were handed out (B-VAR-OVL-02).

    None on other boards, and none between turns.
    """
    if state.result is not None:
        return ()
    pairs = zip(state.laid, _commands(state), strict=False)  # Their Finest Hour has a command each
    return tuple(_given(state, key, command) for key, command in pairs)


def _commands(state: GameState) -> Iterator[Command]:
    """Yield what the commander and the generals do, those who have given their orders first."""
    yield from (command for command, _ in state.issued)
    if state.command is not None:
        yield state.command
    yield from state.handed


def _given(state: GameState, key: str, command: Command) -> Given:
    of_chief, counts_as = is_of_commander(command), command.card
    shown = Card(
        key,
        copies="" if counts_as == key else counts_as,
        playable=True,
        from_top=state.active == TOP,
        overlord=True,
    )
    played = state.command
    now = played is command or (of_chief and played is not None and played.card == counts_as)
    return Given(shown, None if of_chief else command.general, now)


class HandedOut(QWidget):
    """Shows the cards side by side, whose each is, and which is carried out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Cards handed out"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addStretch()
        self._places: list[_Place] = []
        self.hide()

    def show_cards(self, given: Sequence[Given]) -> None:
        """Show *given*; without any it takes no room."""
        while len(self._places) < len(given):
            self._places.append(_Place(self))
            self._row.insertWidget(self._row.count() - 1, self._places[-1])
        for number, place in enumerate(self._places):
            place.setVisible(number < len(given))
            if number < len(given):
                place.show_card(given[number])
        self.setAccessibleDescription("; ".join(map(_words, given)))
        self.setVisible(bool(given))


class _Place(QWidget):
    """One card with its owner below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture, self._owner = CardPicture(), QLabel()
        self._owner.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._owner)

    def show_card(self, given: Given) -> None:
        """Show another card."""
        self._picture.show_card(given.card)
        where = told(_SHORT[given.general])
        self._owner.setText(f"▶ {where}" if given.now else where)
        self._owner.setToolTip(_words(given))
        font = self._owner.font()
        font.setBold(given.now)
        self._owner.setFont(font)


def _words(given: Given) -> str:
    if given.now:
        return tr("{card} for {owner}, carried out now", card=given.card.name, owner=given.owner)
    return tr("{card} for {owner}", card=given.card.name, owner=given.owner)
