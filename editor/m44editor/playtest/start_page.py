"""The page before a game: unsupported rules and pieces, and the players, variants and seed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import SystemRandom

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.decks import Deck
from m44core.messages.message import Message, Value, capitalized, enumerated, message
from m44core.messages.nouns import cards, players
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.game.side_names import message_by_side
from m44core.rules.game_settings import BY_THE_BOOK, PlateauRuling, RuleSettings
from m44core.rules.play.teams import MAX_TEAM_SIZE, are_valid_team_sizes
from m44editor.actions import native_shortcut_text
from m44editor.interface_text import sentence, tr, translated
from m44editor.playtest.game.players import PERSON, player_choices
from m44editor.theme_tokens import Space
from m44editor.type_ranks import set_text_rank
from m44editor.widget_state import copy_widget_state

_TEAM_TIP = message(
    "A team shares one hand; during the game, the prompt shows which player decides"
)
_COMPUTER_TIP = message("The computer plays both sides")
_TEAMS = {Side.ALLIES: message("Allied team"), Side.AXIS: message("Axis team")}


class TeamBoxes:
    """The boxes for the team size of each side; sizes that do not fit the other team are disabled.

    The computer fills as many seats as the other team requires (B-VAR-TEAM-01).

    Args:
        is_overlord: Whether the scenario is Overlord, which has its own teams; if so, the boxes are
            hidden.
    """

    def __init__(self, *, is_overlord: bool) -> None:
        self.boxes = {side: TeamBox(side) for side in (Side.ALLIES, Side.AXIS)}
        self._is_overlord = is_overlord
        self._people: Collection[Side] = ()
        for box in self.boxes.values():
            box.setHidden(is_overlord)
            box.currentIndexChanged.connect(self._update_enabled_sizes)

    @property
    def sizes(self) -> Mapping[Side, int]:
        """The number of people who play each side."""
        return {side: box.chosen_size if box.isEnabled() else 1 for side, box in self.boxes.items()}

    def enable_human_sides(self, people: Collection[Side]) -> None:
        """Enable the team sizes of the sides in *people*, which are those that people play.

        Shrink a team that is now too large.
        """
        self._people = people
        for side, box in self.boxes.items():
            box.setEnabled(side in people and not self._is_overlord)
            box.setToolTip(translated(_TEAM_TIP if side in people else _COMPUTER_TIP))
        smallest_size = min(self.sizes.values())
        for box in self.boxes.values():
            if len(people) > 1:
                box.choose(min(box.chosen_size, smallest_size + 1))
        self._update_enabled_sizes()

    def _update_enabled_sizes(self) -> None:
        """Disable sizes that differ too much from the other team, with the reason as tooltip."""
        for side, box in self.boxes.items():
            other = self.boxes[side.enemy].chosen_size
            is_limited = side.enemy in self._people
            for size in range(1, MAX_TEAM_SIZE + 1):
                is_valid = not is_limited or are_valid_team_sizes(size, other)
                box.set_disabled_reason(
                    size, "" if is_valid else _disabled_reason(side.enemy, other)
                )


class TeamBox(QComboBox):
    """Asks how many people play a side."""

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.setAccessibleName(translated(_TEAMS[side]))
        for size in range(1, MAX_TEAM_SIZE + 1):
            self.addItem(translated(players(size)), size)

    @property
    def chosen_size(self) -> int:
        """The size chosen."""
        return int(self.currentData())

    def choose(self, size: int) -> None:
        """Select a size."""
        self.setCurrentIndex(self.findData(size))

    def set_disabled_reason(self, size: int, disabled_reason: str) -> None:
        """Enable a size if *disabled_reason* is empty.

        Otherwise, disable it and show the reason as its tooltip.
        """
        item = self._item(size)
        item.setEnabled(not disabled_reason)
        item.setData(disabled_reason or None, Qt.ItemDataRole.ToolTipRole)

    def _item(self, size: int) -> QStandardItem:
        model = self.model()
        assert isinstance(model, QStandardItemModel)
        return model.item(self.findData(size))


def _disabled_reason(other: Side, size: int) -> str:
    return translated(
        message_by_side(
            other,
            message(
                "The Axis has {players}: team sizes may differ by at most one",
                players=players(size),
            ),
            message(
                "The Allies have {players}: team sizes may differ by at most one",
                players=players(size),
            ),
        )
    )


@dataclass(frozen=True)
class CheckBoxText:
    """The text of a check box.

    Attributes:
        label: The label.
        tip: Its tooltip; empty if it needs none.
    """

    label: Message
    tip: Value = ""


_VARIANTS: Mapping[str, CheckBoxText] = {
    "tactic_cards": CheckBoxText(
        message("Tactic cards"), message("Off: Young Generals, with section cards only")
    ),
    "takes_ground": CheckBoxText(
        message("Take ground and armor overrun"),
        message("In the Young Generals variant, these may be left out too"),
    ),
}
_RULINGS: Mapping[str, CheckBoxText] = {
    "annihilation": CheckBoxText(message("A side without units loses")),
    "bridge_blocks_sight": CheckBoxText(message("Bridges block line of sight")),
    "sees_over_lower": CheckBoxText(message("Units on hills see over lower terrain")),
    "edge_blocks_sight": CheckBoxText(message("Line of sight along the board edge is blocked")),
    "overrun_bonus": CheckBoxText(
        message("Armor Assault: its extra die also counts in the overrun")
    ),
    "close_assault_overrun_bonus": CheckBoxText(
        message("Close Assault: its extra die also counts in the overrun")
    ),
    "drops_stay_on_board": CheckBoxText(message("Air drops never drift off the board")),
    "chained_air_power": CheckBoxText(
        message("Air Power: each target is adjacent to the previous one")
    ),
}
_PLATEAUS = {
    PlateauRuling.SAME_HILL: message("across the same hill"),
    PlateauRuling.SAME_HEIGHT: message("across any hills"),
}


class VariantBoxes(QWidget):
    """Asks for the deck, variants and rule interpretations; the defaults are checked.

    Args:
        decks: The decks that can be used, the default first.
    """

    def __init__(self, decks: Sequence[Deck] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.TIGHT)
        self.deck = _deck_box(decks)
        self.deck.setParent(self)
        self.boxes = {
            name: _check_box(name, box) for name, box in {**_VARIANTS, **_RULINGS}.items()
        }
        for name in _VARIANTS:
            column.addWidget(self.boxes[name])
        self.rulings_button = QToolButton(self)
        self.rulings_button.setText(tr("Rule Interpretations"))
        self.rulings_button.setCheckable(True)
        self.rulings_button.setAutoRaise(True)
        self.rulings_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.rulings_button.setProperty("plain", True)
        self.rulings_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column.addWidget(self.rulings_button)
        rulings = self._rulings_form()
        column.addWidget(rulings)
        self.rulings_button.toggled.connect(rulings.setVisible)
        self.rulings_button.toggled.connect(self._turn_arrow)
        rulings.hide()
        self._turn_arrow(False)

    @property
    def settings(self) -> RuleSettings:
        """The settings chosen."""
        is_checked = {name: box.isChecked() for name, box in self.boxes.items()}
        plateau = PlateauRuling(self.plateau.currentData())
        deck = self.deck.currentData() or BY_THE_BOOK.deck
        return replace(BY_THE_BOOK, deck=deck, plateau=plateau, **is_checked)

    def _rulings_form(self) -> QWidget:
        container = QWidget(self)
        form = QFormLayout(container)
        form.setContentsMargins(12, 0, 0, 0)
        form.setSpacing(2)
        for name in _RULINGS:
            form.addRow(self.boxes[name])
        self.plateau = QComboBox(container)
        for plateau, label in _PLATEAUS.items():
            self.plateau.addItem(translated(label), plateau)
        form.addRow(tr("Units on hills see each other"), self.plateau)
        return container

    def _turn_arrow(self, shown: bool) -> None:
        self.rulings_button.setArrowType(
            Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow
        )


def _deck_box(decks: Sequence[Deck]) -> QComboBox:
    """Return the box of decks, hidden if there is only one.

    The default, listed first, leaves the choice to the scenario.
    """
    box = QComboBox()
    box.setAccessibleName(tr("Deck"))
    box.setToolTip(tr("The command card deck to use"))
    for number, deck in enumerate(decks):
        deck_labels = enumerated((capitalized(deck.noun), cards(deck.size)))
        box.addItem(translated(deck_labels), deck.name if number else "")
    if len(decks) < 2:
        box.hide()
    return box


def _check_box(name: str, box: CheckBoxText) -> QCheckBox:
    check_box = QCheckBox(translated(box.label))
    check_box.setToolTip(translated(box.tip))
    check_box.setChecked(bool(getattr(BY_THE_BOOK, name)))
    return check_box


_GAP_HEIGHT = 44  # logical pixels: two lines of the banner
_LABELS = {Side.ALLIES: message("A&llies"), Side.AXIS: message("A&xis")}
_PLAYER_LABELS = {Side.ALLIES: message("Allied player"), Side.AXIS: message("Axis player")}
_DEFAULT_PLAYERS = {Side.ALLIES: PERSON, Side.AXIS: "sergeant"}


@dataclass(frozen=True)
class GameSettings:
    """The settings of a new game.

    Attributes:
        players: The player of each side: a person or a level of the computer.
        seed: The seed of dice and draws.
        rules: Variants and rule interpretations.
        hides_hands: Whether two people hide their cards from each other.
        teams: The number of people who play each side; one if a side is missing.
    """

    players: Mapping[Side, str]
    seed: str
    rules: RuleSettings = BY_THE_BOOK
    hides_hands: bool = False
    teams: Mapping[Side, int] = field(default_factory=dict)


class StartPage(QWidget):
    """Asks for the settings of a game.

    Args:
        title: The title of the scenario.
        gaps: The rules and pieces that the playtest leaves out.
        parent: The parent widget.
        is_overlord: Whether the scenario is played by the Overlord rules.
        decks: The decks that can be used, the default first.

    Signals:
        started: The user started a game with these :class:`GameSettings`.
        gap_selected: The hexes of the selected gap.
    """

    started = Signal(object)
    gap_selected = Signal(object)

    def __init__(
        self,
        title: str,
        gaps: Sequence[Gap],
        parent: QWidget | None = None,
        *,
        is_overlord: bool = False,
        decks: Sequence[Deck] = (),
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.addWidget(_heading(title or tr("Untitled scenario")))
        heading = QLabel(tr("Differences between this playtest and a game at the table:"))
        heading.setWordWrap(True)
        column.addWidget(heading)
        self._hexes = [frozenset(gap.hexes) for gap in gaps]
        self.banner = self._banner([sentence(gap.sentence) for gap in gaps])
        heading.setBuddy(self.banner)
        heading.setVisible(bool(gaps))
        self.banner.setVisible(bool(gaps))
        column.addWidget(self.banner, 2)
        self.teams = TeamBoxes(is_overlord=is_overlord)
        self.variants = VariantBoxes(decks)
        column.addSpacing(Space.MEDIUM)
        column.addLayout(self._form())
        column.addSpacing(Space.MEDIUM)
        self.start = QPushButton(tr("Start Game"))
        self.start.setProperty("primary", True)
        self.start.setToolTip(native_shortcut_text("Enter"))
        self.start.clicked.connect(self._start)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shortcut_scope = Qt.ShortcutContext.WidgetWithChildrenShortcut
            QShortcut(key, self, self._start, context=shortcut_scope)
        column.addWidget(self.start)
        column.addStretch()
        self.setFocusProxy(self.start)

    @property
    def settings(self) -> GameSettings:
        """The settings chosen."""
        players = {side: str(box.currentData()) for side, box in self.players.items()}
        seed = self.seed.text().strip()
        hides_hands = self.curtain.isEnabled() and self.curtain.isChecked()
        return GameSettings(players, seed, self.variants.settings, hides_hands, self.teams.sizes)

    def copy_from(self, other: StartPage) -> None:
        """Copy the settings of another page."""
        copy_widget_state(other, self)
        self.seed.setText(other.seed.text())

    def propose_seed(self) -> None:
        """Propose a random seed, from 0 to 999999."""
        self.seed.setText(str(SystemRandom().randrange(1_000_000)))

    def choose_players(self, players: Mapping[Side, str]) -> None:
        """Select the player of each side.

        If the player of a side is unknown, select the first in the list; if missing, a person.
        """
        for side, box in self.players.items():
            box.setCurrentIndex(max(0, box.findData(players.get(side, PERSON))))

    def _banner(self, sentences: Sequence[str]) -> QListWidget:
        banner = QListWidget()
        banner.setWordWrap(True)
        banner.setAccessibleName(tr("What the playtest does not support"))
        banner.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        banner.setSpacing(2)
        banner.setMaximumHeight(_GAP_HEIGHT * len(sentences) + _GAP_HEIGHT // 4)
        banner.addItems(sentences)
        banner.currentRowChanged.connect(self._emit_gap_hexes)
        return banner

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        self.players = {side: self._player_box(side) for side in (Side.ALLIES, Side.AXIS)}
        for side, box in self.players.items():
            form.addRow(_player_label(side, box), _player_row(box, self.teams.boxes[side]))
        self.curtain = QCheckBox(tr("Hide the other hand between turns"))
        self.curtain.setToolTip(tr("For two players sharing a screen"))
        form.addRow("", self.curtain)
        self.seed = QLineEdit()
        self.seed.setAccessibleName(tr("Game number"))
        self.propose_seed()
        self.seed.setToolTip(
            tr(
                "The seed of dice and cards: the same number and the same decisions produce the "
                "same game"
            )
        )
        label = QLabel(tr("Game &number"))
        label.setBuddy(self.seed)
        if self.variants.deck.count() > 1:
            form.addRow(tr("Deck"), self.variants.deck)
        form.addRow("", self.variants)
        number_row = QHBoxLayout()  # last and by itself: the label is longer than the others
        number_row.setContentsMargins(0, Space.MEDIUM, 0, 0)
        number_row.addWidget(label)
        number_row.addWidget(self.seed, 1)
        form.addRow(number_row)
        self._update_people_options()
        return form

    def _player_box(self, side: Side) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(translated(_PLAYER_LABELS[side]))
        for player, label in player_choices().items():
            box.addItem(translated(label), player)
        box.setCurrentIndex(max(0, box.findData(_DEFAULT_PLAYERS[side])))
        box.currentIndexChanged.connect(self._update_people_options)
        return box

    def _update_people_options(self) -> None:
        """Enable hidden hands for two people only, and team sizes for sides that people play."""
        if hasattr(self, "curtain"):
            people = [s for s, box in self.players.items() if box.currentData() == PERSON]
            self.curtain.setEnabled(len(people) == len(self.players))
            self.teams.enable_human_sides(people)

    def _start(self) -> None:
        self.started.emit(self.settings)

    def _emit_gap_hexes(self, row: int) -> None:
        self.gap_selected.emit(self._hexes[row] if row >= 0 else frozenset())


def _player_label(side: Side, box: QWidget) -> QLabel:
    label = QLabel(translated(_LABELS[side]))
    label.setBuddy(box)
    return label


def _player_row(player: QWidget, team: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(player, 1)
    row.addWidget(team)
    return row


def _heading(title: str) -> QLabel:
    heading = QLabel(title)
    heading.setWordWrap(True)
    heading.setTextFormat(Qt.TextFormat.PlainText)
    set_text_rank(heading, "title")
    return heading
