"""Logging a game between people in a file next to the scenario."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QWidget,
)

from m44core.balance_lab.logged_games import (
    MAX_MEDALS,
    LoggedGame,
    LoggedGames,
    add_games,
    games_path,
    games_sentence,
    new_game_id,
    read_games,
    summary_of_games,
    unread_entries_sentence,
)
from m44core.catalogue.catalogue_types import Side
from m44core.errors import ReadError, WriteError
from m44core.messages.renderers import message_of_error
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game.side_names import SIDES
from m44editor.interface_text import language, tr, tr_in, translated
from m44editor.manual_window import add_help_keys
from m44editor.number_fields import DATE_FORMAT, DateField, NumberField
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.game.players import human_sides
from m44editor.screen import shortened_for_message_box

_Button = QDialogButtonBox.StandardButton
_DRAW = ""
_UNKNOWN_MEDALS = -1  # medals
_REMARK_LINES = 4


class LogGameDialog(QDialog):
    """Asks how a game between people went, and adds it to the games of the scenario.

    Args:
        path: The scenario file.
        game: The known facts about the game.
        has_winner: Whether the winner, or a draw, is known; otherwise the user has to choose.
        parent: The parent window.

    Attributes:
        date: The field for the day the game was played.
        names: For each side, the field for the player's name.
        medals: For each side, the field for its medals; the lowest value means that they are
            unknown.
        winner: The box to choose the side that won.
        swapped: The check box for whether the players had swapped sides.
        remark: The field for a remark.
        notes: The label with the file in which the game is saved and the number of games logged
            before.
        log_button: The button that logs the game; disabled until the winner is chosen.
        games: The games of the scenario once the game has been added; None before.
    """

    def __init__(
        self,
        path: Path,
        game: LoggedGame,
        parent: QWidget | None = None,
        *,
        has_winner: bool = True,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Log a Game"))
        add_help_keys(self)
        self._path, self._game = path, game
        self.games: LoggedGames | None = None
        day = QDate.fromString(game.date, DATE_FORMAT)
        self.date = DateField(
            day if day.isValid() else QDate.currentDate(),
            QLocale(language().replace("-", "_")),
            self,
        )
        self.names = {side: QLineEdit(game.players.get(side, ""), self) for side in SIDES}
        self.medals = {side: _medals_box(game.medals.get(side), self) for side in SIDES}
        self.winner = QComboBox(self)
        self.swapped = QCheckBox(tr("Second of two games: the players &swapped sides"), self)
        self.remark = QPlainTextEdit(game.remark, self)
        self.notes = QLabel(self)
        self.notes.setTextFormat(Qt.TextFormat.PlainText)
        self.notes.setWordWrap(True)
        self.buttons = QDialogButtonBox(_Button.Save | _Button.Cancel, self)
        self.log_button = self.buttons.button(_Button.Save)
        self._fill(has_winner=has_winner)
        self._lay_out()
        self._show_earlier_games()
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    @property
    def game(self) -> LoggedGame:
        """The game as entered."""
        winner = self.winner.currentData()
        names = {side: field.text().strip() for side, field in self.names.items()}
        return replace(
            self._game,
            winner=Side(winner) if winner else None,
            date=self.date.date().toString(DATE_FORMAT),
            players={side: name for side, name in names.items() if name},
            medals={
                side: box.value()
                for side, box in self.medals.items()
                if box.value() != _UNKNOWN_MEDALS
            },
            swapped=self.swapped.isChecked(),
            remark=self.remark.toPlainText().strip(),
        )

    @property
    def summary(self) -> str:
        """The results of all games of the scenario; "" until the game has been added."""
        if self.games is None:
            return ""
        return translated(games_sentence(summary_of_games(self.games.games, self._game.board)))

    def accept(self) -> None:
        """Add the game to the file; if that fails, report it and stay open."""
        try:
            self.games = add_games(self._path, LoggedGames((self.game,)))
        except (ReadError, WriteError) as error:
            self._show_error(translated(message_of_error(error)))
            return
        super().accept()

    def _show_error(self, text: str) -> None:
        icon = QMessageBox.Icon.Warning
        box = QMessageBox(icon, self.windowTitle(), shortened_for_message_box(text), parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _fill(self, *, has_winner: bool) -> None:
        for side in (Side.ALLIES, Side.AXIS):
            self.winner.addItem(translated(SIDES[side]), side.value)
        self.winner.addItem(tr_in("winner", "Draw"), _DRAW)
        self.winner.setPlaceholderText(tr("Choose"))
        winner = self._game.winner.value if self._game.winner else _DRAW
        self.winner.setCurrentIndex(self.winner.findData(winner) if has_winner else -1)
        self.winner.currentIndexChanged.connect(self._update_button)
        self.swapped.setChecked(self._game.swapped)
        self.remark.setTabChangesFocus(True)
        self.remark.setFixedHeight(_REMARK_LINES * self.fontMetrics().lineSpacing())
        self.log_button.setText(tr("&Log Game"))
        self._update_button()

    def _update_button(self) -> None:
        self.log_button.setEnabled(self.winner.currentIndex() >= 0)

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.addRow(tr("&Winner"), self.winner)
        fields: list[QWidget] = [self.winner]
        for side in (Side.ALLIES, Side.AXIS):
            fields += [self.names[side], self.medals[side]]
            form.addRow(tr("Player ({side})", side=SIDES[side]), self.names[side])
            form.addRow(tr("Medals ({side})", side=SIDES[side]), self.medals[side])
            self.names[side].setPlaceholderText(tr("optional"))
        form.addRow(self.swapped)
        form.addRow(tr("&Date"), self.date)
        form.addRow(tr("&Comment"), self.remark)
        form.addRow(self.notes)
        form.addRow(self.buttons)
        for before, after in pairwise([*fields, self.swapped, self.date, self.remark]):
            self.setTabOrder(before, after)
        self.winner.setFocus()

    def _show_earlier_games(self) -> None:
        """Show the file in which the game is saved and the games logged before.

        Offer completion of known players' names.
        """
        notes = [
            tr("Games are saved in {file}, next to the scenario.", file=games_path(self._path).name)
        ]
        try:
            games = read_games(self._path)
        except ReadError as error:
            notes.append(translated(message_of_error(error)))
        else:
            summary = summary_of_games(games.games, self._game.board)
            notes += [translated(games_sentence(summary))] if summary.games else []
            notes += [translated(unread_entries_sentence(games.problems))] if games.problems else []
            players = sorted({name for game in games.games for name in game.players.values()})
            for field in self.names.values():
                completer = QCompleter(players, field)
                completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
                field.setCompleter(completer)
        self.notes.setText("\n".join(notes))


def is_loggable(session: GameSession) -> bool:
    """Return whether a game is finished and both sides were played by people."""
    has_result = session.state.result is not None
    return has_result and len(human_sides(session.players)) == len(SIDES)


def log_entry_of_session(session: GameSession, logged_game: LoggedGame | None = None) -> LoggedGame:
    """Return a finished game between people as an entry to log.

    Args:
        session: The game.
        logged_game: The existing log entry, which is then edited; None if there is none.
    """
    result = session.state.result
    assert result is not None
    sides = session.state.field.sides
    game = logged_game.edited(logged_game) if logged_game else LoggedGame(new_game_id(), None)
    return replace(
        game,
        winner=result.winner,
        medals={side: session.state.medals(player) for player, side in enumerate(sides)},
        board=fingerprint_of(session.state.field),
    )


def _medals_box(medals: int | None, parent: QWidget) -> NumberField:
    box = NumberField(parent)
    box.setRange(_UNKNOWN_MEDALS, MAX_MEDALS)
    box.setSpecialValueText(tr_in("medals", "unknown"))
    box.setValue(_UNKNOWN_MEDALS if medals is None else medals)
    return box
