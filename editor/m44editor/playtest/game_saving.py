"""Saving games: the file of a game, and asking before unsaved changes are lost."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from m44core.catalogue.catalogue_types import Side
from m44core.errors import WriteError
from m44core.messages.renderers import message_of_error
from m44core.rules.game.actions import Action
from m44editor.answers import Answer
from m44editor.documents.editor_settings import text_setting
from m44editor.interface_text import tr
from m44editor.playtest.game.game_files import save_game
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.playtest_dialogs import ask_save_path, ask_to_save_game, show_warning

_FOLDER_SETTING = "playtest/folder"  # the folder of the game saved or opened last
SavedState = tuple[tuple[Action, ...], Mapping[Side, str], bool, bool]
"""The parts of a game that its file stores, for comparison."""


class GameSaver:
    """Saves the games of one window and tracks whether they have changed since.

    Args:
        window: The window.
        scenario_name: The name of the scenario's file.
        folder: The folder of the scenario, proposed for games; None for the current folder.

    Attributes:
        path: The file of the game; None until it is saved.
    """

    def __init__(self, window: QWidget, scenario_name: str, folder: Path | None = None) -> None:
        self._window, self._folder = window, folder or Path()
        self._scenario_name = scenario_name
        self._saved: SavedState | None = None
        self._was_recovered = False
        self.path: Path | None = None

    def copy_from(self, other: GameSaver) -> None:
        """Copy the path and the saved state of another instance."""
        self._saved, self.path = other._saved, other.path
        self._was_recovered = other._was_recovered

    @property
    def folder(self) -> Path:
        """The folder to look for games in: that of this game, the last one or the scenario."""
        if self.path is not None:
            return self.path.parent
        last_folder = text_setting(QSettings(), _FOLDER_SETTING, "")
        is_found = bool(last_folder) and Path(last_folder).is_dir()
        return Path(last_folder) if is_found else self._folder

    def reset(self) -> None:
        """Forget the file: the game that starts now is unsaved."""
        self._saved, self.path, self._was_recovered = None, None, False

    def mark_recovered(self, path: Path | None) -> None:
        """Record that a game was recovered, which counts as modified until it is saved.

        Args:
            path: The file of the game; None if it was never saved.
        """
        self._saved, self.path, self._was_recovered = None, path, True

    def mark_opened(self, session: GameSession, path: Path) -> None:
        """Record that a saved game was opened from *path*."""
        self._was_recovered = False
        self.mark_saved(session, path)

    def mark_saved(self, session: GameSession, path: Path | None = None) -> None:
        """Record that the current state of the game is saved, in *path* if one is given."""
        self._saved, self.path = saved_state(session), path or self.path
        if path is not None:
            QSettings().setValue(_FOLDER_SETTING, str(path.parent.absolute()))

    def is_modified(self, session: GameSession) -> bool:
        """Return whether the game differs from what was last saved.

        A game without decisions to undo counts as unmodified, unless it was recovered.
        """
        has_decisions = session.can_undo or self._was_recovered
        return has_decisions and not self.is_in_file(session)

    def is_in_file(self, session: GameSession) -> bool:
        """Return whether the game is as it was last saved or opened."""
        return saved_state(session) == self._saved

    def save_or_ask(self, session: GameSession) -> bool:
        """Save the game to its file, or ask for one; return whether it was saved."""
        if self.path is None:
            return self.save_as(session)
        return self.save(session, self.path)

    def save_as(self, session: GameSession) -> bool:
        """Ask for a file and save the game; return whether it was saved."""
        proposed_path = self.path or self._folder / _proposed_file_name(self._scenario_name)
        path = ask_save_path(self._window, str(proposed_path))
        return path is not None and self.save(session, path)

    def save(self, session: GameSession, path: Path) -> bool:
        """Save the game to a file, or report why that failed; return whether it was saved."""
        try:
            save_game(session, self._scenario_name, path)
        except WriteError as error:
            show_warning(
                self._window, tr("The game was not saved: {why}.", why=message_of_error(error))
            )
            return False
        self.mark_saved(session, path)
        return True

    def confirm_leaving(self, session: GameSession | None) -> bool:
        """Offer to save an unfinished game with changes; return whether the game can be left."""
        if session is None or not self.has_unsaved_decisions(session):
            return True
        answer = ask_to_save_game(self._window)
        if answer is Answer.SAVE:
            return self.save_or_ask(session)
        return answer is Answer.DISCARD

    def has_unsaved_decisions(self, session: GameSession) -> bool:
        """Return whether the game is unfinished and has unsaved changes."""
        return session.state.result is None and self.is_modified(session)


def saved_state(session: GameSession) -> SavedState:
    """Return the parts of a game that its file stores, for comparison."""
    actions, players = tuple(session.timeline.actions), dict(session.players)
    return actions, players, session.hides_hands, session.is_feint_answered


def _proposed_file_name(scenario: str) -> str:
    """Return the proposed file name for a game of a scenario."""
    stem = Path(scenario).stem
    return tr("{scenario}-game.txt", scenario=stem) if stem else tr("game.txt")
