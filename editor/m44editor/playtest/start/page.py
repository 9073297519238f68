"""What is told and asked before a game: what it leaves out, who plays, by what rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import SystemRandom

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.decks import Deck
from m44core.catalogue.types import Side
from m44core.messages.message import message
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.game_settings import BY_THE_BOOK, Settings
from m44editor.actions import key_name
from m44editor.interface_text import sentence, told, tr
from m44editor.playtest.game.players import PERSON, player_choices
from m44editor.playtest.start.team_boxes import TeamBoxes
from m44editor.playtest.start.variants import Variants
from m44editor.widget_state import carry_over

_GAP_HEIGHT = 44  # logical pixels: two lines of the banner
_LABELS = {Side.ALLIES: message("A&llies"), Side.AXIS: message("A&xis")}
_PLAYS = {Side.ALLIES: message("Allies player"), Side.AXIS: message("Axis player")}
_USUAL = {Side.ALLIES: PERSON, Side.AXIS: "sergeant"}


@dataclass(frozen=True)
class GameSettings:
    """What was chosen before a game.

    Attributes:
        players: Who plays each side: a level of the computer, or a person.
        seed: What dice and draws come from.
        rules: By which variants and rulings.
        curtain: Whether two people hide their cards from each other.
        teams: How many people play a side; one where it is not said.
    """

    players: Mapping[Side, str]
    seed: str
    rules: Settings = BY_THE_BOOK
    curtain: bool = False
    teams: Mapping[Side, int] = field(default_factory=dict)


class StartPage(QWidget):
    """Asks for the settings of a game.

    Args:
        title: That of the scenario.
        gaps: What of it is not played.
        parent: The widget it is part of.
        overlord: Whether it is played by the rules of Overlord.
        decks: The decks that can be played with, the usual one first.

    Signals:
        started: The :class:`GameSettings`.
        pointed: The hexes that the chosen entry of the banner is about.
    """

    started = Signal(object)
    pointed = Signal(object)

    def __init__(
        self,
        title: str,
        gaps: Sequence[Gap],
        parent: QWidget | None = None,
        *,
        overlord: bool = False,
        decks: Sequence[Deck] = (),
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.addWidget(_heading(title or tr("Untitled scenario")))
        about = QLabel(tr("This playtest differs from a game at the table:"))
        about.setWordWrap(True)
        column.addWidget(about)
        self._hexes = [frozenset(gap.hexes) for gap in gaps]
        self.banner = self._banner([sentence(gap.sentence) for gap in gaps])
        about.setBuddy(self.banner)
        about.setVisible(bool(gaps))
        self.banner.setVisible(bool(gaps))
        column.addWidget(self.banner, 2)
        self.teams = TeamBoxes(overlord=overlord)
        column.addLayout(self._form())
        self.variants = Variants(decks)
        column.addWidget(self.variants)
        column.addStretch()
        self.start = QPushButton(tr("Start the game"))
        self.start.setToolTip(key_name("Enter"))
        self.start.clicked.connect(self._start)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            where = Qt.ShortcutContext.WidgetWithChildrenShortcut
            QShortcut(key, self, self._start, context=where)
        column.addWidget(self.start)
        self.setFocusProxy(self.start)

    @property
    def settings(self) -> GameSettings:
        """What is chosen now."""
        players = {side: str(box.currentData()) for side, box in self.players.items()}
        seed = self.seed.text().strip()
        curtain = self.curtain.isEnabled() and self.curtain.isChecked()
        return GameSettings(players, seed, self.variants.settings, curtain, self.teams.sizes)

    def take_over(self, before: StartPage) -> None:
        """Ask for what was chosen on another page already."""
        carry_over(before, self)
        self.seed.setText(before.seed.text())

    def draw_seed(self) -> None:
        """Propose another seed."""
        self.seed.setText(str(SystemRandom().randrange(1_000_000)))

    def choose_players(self, players: Mapping[Side, str]) -> None:
        """Let these play; who is not known here is a person."""
        for side, box in self.players.items():
            box.setCurrentIndex(max(0, box.findData(players.get(side, PERSON))))

    def _banner(self, sentences: Sequence[str]) -> QListWidget:
        banner = QListWidget()
        banner.setWordWrap(True)
        banner.setAccessibleName(tr("What this playtest leaves out"))
        banner.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        banner.setSpacing(2)
        banner.setMaximumHeight(_GAP_HEIGHT * len(sentences) + _GAP_HEIGHT // 4)
        banner.addItems(sentences)
        banner.currentRowChanged.connect(self._point)
        return banner

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        self.players = {side: self._player_box(side) for side in (Side.ALLIES, Side.AXIS)}
        for side, box in self.players.items():
            form.addRow(_label(side, box), _side_by_side(box, self.teams.boxes[side]))
        self.curtain = QCheckBox(tr("Hide the other hand between turns"))
        self.curtain.setToolTip(tr("For two people at one screen"))
        form.addRow("", self.curtain)
        self.seed = QLineEdit()
        self.seed.setAccessibleName(tr("Seed"))
        self.draw_seed()
        self.seed.setToolTip(tr("The same seed and the same decisions give the same game"))
        form.addRow(tr("&Seed"), self.seed)
        self._ask_people()
        return form

    def _player_box(self, side: Side) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(told(_PLAYS[side]))
        for who, words in player_choices().items():
            box.addItem(told(words), who)
        box.setCurrentIndex(max(0, box.findData(_USUAL[side])))
        box.currentIndexChanged.connect(self._ask_people)
        return box

    def _ask_people(self) -> None:
        """Let cards be hidden only where two people share the screen; ask people for their team."""
        if hasattr(self, "curtain"):
            people = [s for s, box in self.players.items() if box.currentData() == PERSON]
            self.curtain.setEnabled(len(people) == len(self.players))
            self.teams.show_people(people)

    def _start(self) -> None:
        self.started.emit(self.settings)

    def _point(self, row: int) -> None:
        self.pointed.emit(self._hexes[row] if row >= 0 else frozenset())


def _label(side: Side, box: QWidget) -> QLabel:
    label = QLabel(told(_LABELS[side]))
    label.setBuddy(box)
    return label


def _side_by_side(player: QWidget, team: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(player, 1)
    row.addWidget(team)
    return row


def _heading(title: str) -> QLabel:
    heading = QLabel(title)
    heading.setWordWrap(True)
    heading.setTextFormat(Qt.TextFormat.PlainText)
    font = heading.font()
    font.setPointSizeF(font.pointSizeF() * 1.35)
    font.setBold(True)
    heading.setFont(font)
    return heading
