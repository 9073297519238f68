"""The cards an Overlord commander-in-chief has handed out this turn, and to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from m44core.board import Section
from m44core.catalogue.cards import Effect
from m44core.rules.board.grid import TOP
from m44core.rules.cards.command import Command
from m44core.rules.cards.deck import cards
from m44core.rules.game.state import GameState
from m44core.rules.play.teams import Seat
from m44editor.playtest.cards.card_button import Card, CardPicture
from m44editor.playtest.game.team import GENERALS


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
    def owner(self) -> str:
        """Whose it is: ``general on the left``."""
        return Seat.CHIEF if self.general is None else GENERALS[self.general]


def handed_out(state: GameState) -> tuple[Given, ...]:
    """Return the cards of this turn in the order they were handed out (B-VAR-OVL-02).

    None on other boards, and none between turns.
    """
    if state.result is not None:
        return ()
    commands = _commands(state)
    return tuple(_given(state, key, commands) for key in state.laid)


def _commands(state: GameState) -> Iterator[Command]:
    """Yield what the generals do, those who have given their orders first."""
    yield from (command for command, _ in state.issued)
    if state.command is not None and state.command.general is not None:
        yield state.command
    yield from state.handed


def _given(state: GameState, key: str, commands: Iterator[Command]) -> Given:
    card = cards()[key]
    of_chief = card.strike is not None or card.effect is Effect.THEIR_FINEST_HOUR
    command = None if of_chief else next(commands)
    counts_as = command.card if command else key
    shown = Card(
        key,
        copies="" if counts_as == key else counts_as,
        playable=True,
        from_top=state.active == TOP,
        overlord=True,
    )
    now = state.command.card == key if of_chief and state.command else state.command is command
    return Given(shown, command.general if command else None, now and state.command is not None)


class HandedOut(QWidget):
    """Shows the cards side by side, whose each is, and which is carried out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Cards handed out")
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
        where = "Chief" if given.general is None else given.general.name.capitalize()
        self._owner.setText(f"▶ {where}" if given.now else where)
        self._owner.setToolTip(_words(given))
        font = self._owner.font()
        font.setBold(given.now)
        self._owner.setFont(font)


def _words(given: Given) -> str:
    now = ", carried out now" if given.now else ""
    return f"{given.card.name} for the {given.owner}{now}"
