"""What is told and asked before a game: what it leaves out, who plays whom, the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.types import Side
from m44core.rules.coverage import Gap


@dataclass(frozen=True)
class GameSettings:
    """What was chosen before a game.

    Attributes:
        computers: The sides the computer plays.
        seed: What dice and draws come from.
    """

    computers: frozenset[Side]
    seed: str


_OPPONENTS = (
    ("You play the Allies", frozenset({Side.AXIS})),
    ("You play the Axis", frozenset({Side.ALLIES})),
    ("Two people at this screen", frozenset[Side]()),
    ("Watch the computer play itself", frozenset(Side)),
)


class StartPage(QWidget):
    """Asks for the settings of a game.

    Signals:
        started: The :class:`GameSettings`.
        pointed: The hexes that the chosen entry of the banner is about.
    """

    started = Signal(object)
    pointed = Signal(object)

    def __init__(self, title: str, gaps: Sequence[Gap], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        heading = QLabel(title or "Untitled scenario")
        heading.setWordWrap(True)
        font = heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.35)
        font.setBold(True)
        heading.setFont(font)
        column.addWidget(heading)
        about = QLabel("This playtest differs from a game at the table:")
        column.addWidget(about)
        self.banner = QListWidget()
        self.banner.setWordWrap(True)
        self.banner.setAccessibleName("What this playtest leaves out")
        self.banner.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.banner.setSpacing(2)
        self.banner.addItems([gap.sentence for gap in gaps])
        self._hexes = [frozenset(gap.hexes) for gap in gaps]
        self.banner.currentRowChanged.connect(self._point)
        about.setBuddy(self.banner)
        column.addWidget(self.banner, 1)
        column.addLayout(self._form())
        self.start = QPushButton("Start the game")
        self.start.setToolTip("Enter")
        self.start.clicked.connect(self._start)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            where = Qt.ShortcutContext.WidgetWithChildrenShortcut
            QShortcut(key, self, self._start, context=where)
        column.addWidget(self.start)
        self.setFocusProxy(self.start)

    @property
    def settings(self) -> GameSettings:
        """What is chosen now."""
        computers = frozenset(Side(side) for side in self.players.currentData())
        return GameSettings(computers, self.seed.text().strip())

    def draw_seed(self) -> None:
        """Propose another seed."""
        self.seed.setText(str(SystemRandom().randrange(1_000_000)))

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        self.players = QComboBox()
        for words, computers in _OPPONENTS:
            self.players.addItem(words, computers)
        form.addRow("&Players", self.players)
        self.seed = QLineEdit()
        self.draw_seed()
        self.seed.setToolTip("The same seed and the same decisions give the same game")
        form.addRow("&Seed", self.seed)
        return form

    def _start(self) -> None:
        self.started.emit(self.settings)

    def _point(self, row: int) -> None:
        self.pointed.emit(self._hexes[row] if row >= 0 else frozenset())
