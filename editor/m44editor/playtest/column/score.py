"""Who plays which side, how many medals it has, how many cards and units."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from m44core.catalogue.types import Side
from m44core.messages.how_many import cards, units
from m44core.messages.message import enumerated
from m44core.rules.board.grid import BOTTOM, TOP
from m44core.rules.game.commanders import SIDES
from m44core.rules.game.state import GameState
from m44core.rules.goals.victory import medals_by_source
from m44editor.playtest.column.medal_track import MedalTrack
from m44editor.playtest.game.asking.prompts import visibility_words
from m44editor.playtest.game.players import player_words
from m44editor.words import told, tr


class Score(QWidget):
    """Two lines for each side, the top player first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(1)
        self.tracks = {player: MedalTrack(Side.ALLIES) for player in (TOP, BOTTOM)}
        self._names = {player: QLabel() for player in (TOP, BOTTOM)}
        self._counts = {player: QLabel() for player in (TOP, BOTTOM)}
        for player in (TOP, BOTTOM):
            self._names[player].setWordWrap(True)
            grid.addWidget(self._names[player], 2 * player, 0)
            grid.addWidget(self._counts[player], 2 * player, 1, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(self.tracks[player], 2 * player + 1, 0, 1, 2)
        self.night = QLabel()
        self.night.hide()
        grid.addWidget(self.night, 4, 0, 1, 2)
        grid.setColumnStretch(0, 1)

    def show_state(
        self, state: GameState, players: Mapping[Side, str], teams: Mapping[Side, int]
    ) -> None:
        """Show how the game stands, played by teams of so many people."""
        said = []
        for player, name in self._names.items():
            side = state.field.sides[player]
            acts = state.active == player and state.result is None
            who = player_words(players, side, teams.get(side, 1))
            words = tr("{side} ({player})", side=SIDES[side], player=who)
            name.setText(f"▶ {words}" if acts else words)
            font = name.font()
            font.setBold(acts)
            name.setFont(font)
            counts = enumerated(
                (cards(state.held(player)), units(state.occupied[player].bit_count()))
            )
            self._counts[player].setText(told(counts))
            sources, needed = medals_by_source(state, player), state.field.medals_needed[player]
            self.tracks[player].show_medals(sources, needed, side)
            said.append(tr("{what}: {said}", what=words, said=self.tracks[player].gained))
        said += self._show_night(state)
        self.setAccessibleDescription("; ".join(said))

    def _show_night(self, state: GameState) -> list[str]:
        """Show how far battles reach by night; nothing by day (O-NIGHT)."""
        reach = visibility_words(state)
        self.night.setVisible(reach is not None)
        self.night.setText("" if reach is None else told(reach))
        return [] if reach is None else [told(reach)]
