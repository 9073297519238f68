"""Who plays which side, and how many medals each has."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from m44core.rules.grid import BOTTOM, TOP
from m44core.rules.state import GameState
from m44editor.playtest.session import Session

_COLUMNS = ("", "", "Medals", "Cards", "Units")
_STARS = 6  # that fit beside the numbers


class Score(QWidget):
    """A table with a line for each side, the top player first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        for column, words in enumerate(_COLUMNS):
            grid.addWidget(QLabel(words), 0, column)
        self._cells = {player: [QLabel() for _ in _COLUMNS] for player in (TOP, BOTTOM)}
        for player, cells in self._cells.items():
            for column, cell in enumerate(cells):
                grid.addWidget(cell, player + 1, column)
        grid.setColumnStretch(1, 1)

    def show_session(self, session: Session) -> None:
        """Show how the game stands."""
        state = session.state
        for player, cells in self._cells.items():
            side = state.field.sides[player]
            who = "computer" if side in session.agents else "person"
            words = (
                "▶" if state.active == player and state.result is None else "",
                f"{side.capitalize()} ({who})",
                _medals(state, player),
                str(len(state.hands[player])),
                str(state.occupied[player].bit_count()),
            )
            for cell, text in zip(cells, words, strict=True):
                cell.setText(text)
        self.setAccessibleDescription(
            ", ".join(cell.text() for row in self._cells.values() for cell in row)
        )


def _medals(state: GameState, player: int) -> str:
    """Return gained and missing medals, as stars too where they are few: ``2 of 4 ★★☆☆``."""
    gained, needed = state.medals(player), state.field.medals_needed[player]
    stars = f"  {'★' * gained}{'☆' * (needed - gained)}" if needed <= _STARS else ""
    return f"{gained} of {needed}{stars}"
