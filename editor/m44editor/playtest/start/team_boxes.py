"""How many people play each side: a team is as large as the other one, or one player larger."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox

from m44core.catalogue.types import Side
from m44core.messages.how_many import players
from m44core.messages.message import message
from m44core.rules.game.side_names import of_side
from m44core.rules.play.teams import MOST_OF_A_TEAM, are_teams
from m44editor.interface_text import told

_TIP = message("A team shares its hand; during the game the prompt says who of it decides")
_COMPUTER = message("The computer plays alone")
_TEAMS = {Side.ALLIES: message("Allies team"), Side.AXIS: message("Axis team")}


class TeamBoxes:
    """One box for each side; sizes that do not go with the other team are greyed.

    A computer takes as many seats as the people need (B-VAR-TEAM-01).

    Args:
        overlord: Whether a commander-in-chief and three generals play each side anyway, so
            that nothing is asked.
    """

    def __init__(self, *, overlord: bool) -> None:
        self.boxes = {side: TeamBox(side) for side in (Side.ALLIES, Side.AXIS)}
        self._overlord = overlord
        self._people: Collection[Side] = ()
        for box in self.boxes.values():
            box.setHidden(overlord)
            box.currentIndexChanged.connect(self._offer)

    @property
    def sizes(self) -> Mapping[Side, int]:
        """How many play each side."""
        return {side: box.size_chosen if box.isEnabled() else 1 for side, box in self.boxes.items()}

    def show_people(self, people: Collection[Side]) -> None:
        """Ask for the teams of these sides; a team that became too large is made smaller."""
        self._people = people
        for side, box in self.boxes.items():
            box.setEnabled(side in people and not self._overlord)
            box.setToolTip(told(_TIP if side in people else _COMPUTER))
        smallest = min(self.sizes.values())
        for box in self.boxes.values():
            if len(people) > 1:
                box.choose(min(box.size_chosen, smallest + 1))
        self._offer()

    def _offer(self) -> None:
        """Grey the sizes that would make the teams too different, and say why."""
        for side, box in self.boxes.items():
            other = self.boxes[side.enemy].size_chosen
            bound = side.enemy in self._people
            for size in range(1, MOST_OF_A_TEAM + 1):
                fits = not bound or are_teams(size, other)
                box.offer(size, "" if fits else _why(side.enemy, other))


class TeamBox(QComboBox):
    """Asks how many people play a side."""

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.setAccessibleName(told(_TEAMS[side]))
        for size in range(1, MOST_OF_A_TEAM + 1):
            self.addItem(told(players(size)), size)

    @property
    def size_chosen(self) -> int:
        """How many are chosen."""
        return int(self.currentData())

    def choose(self, size: int) -> None:
        """Choose a size."""
        self.setCurrentIndex(self.findData(size))

    def offer(self, size: int, why_not: str) -> None:
        """Let a size be chosen, or grey it and say why not."""
        item = self._item(size)
        item.setEnabled(not why_not)
        item.setData(why_not or None, Qt.ItemDataRole.ToolTipRole)

    def _item(self, size: int) -> QStandardItem:
        model = self.model()
        assert isinstance(model, QStandardItemModel)
        return model.item(self.findData(size))


def _why(other: Side, size: int) -> str:
    return told(
        of_side(
            other,
            message("The Axis has {players}: teams differ by one at most", players=players(size)),
            message(
                "The Allies have {players}: teams differ by one at most", players=players(size)
            ),
        )
    )
