"""Which game is saved, and what is asked before one is lost."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from m44core.errors import WriteError
from m44core.rules.game.actions import Action
from m44editor.answers import Answer
from m44editor.playtest.game.files import save_game
from m44editor.playtest.game.session import Session
from m44editor.playtest.questions import ask_to_save_game, complain, where_to_save


class Saving:
    """Saves the games of one window and remembers how far they are saved."""

    def __init__(self, window: QWidget, scenario_name: str) -> None:
        self._window = window
        self._scenario_name = scenario_name
        self._saved: list[Action] = []

    def counts_as_saved(self, session: Session) -> None:
        """Remember that a game is in a file as it stands."""
        self._saved = list(session.film.actions)

    def ask_and_save(self, session: Session) -> bool:
        """Ask for a file and write the game; return whether that was done."""
        stem = Path(self._scenario_name).stem or "game"
        path = where_to_save(self._window, f"{stem}-game.txt")
        return path is not None and self.save(session, path)

    def save(self, session: Session, path: Path) -> bool:
        """Write the game so far as text; return whether that was done."""
        try:
            save_game(session, self._scenario_name, path)
        except WriteError as error:
            complain(self._window, f"The game was not saved: {error}.")
            return False
        self.counts_as_saved(session)
        return True

    def may_leave(self, session: Session | None) -> bool:
        """Return whether a game may be left, after asking where decisions would be lost."""
        if session is None or not self._would_be_lost(session):
            return True
        answer = ask_to_save_game(self._window)
        if answer is Answer.SAVE:
            return self.ask_and_save(session)
        return answer is Answer.DISCARD

    def _would_be_lost(self, session: Session) -> bool:
        """Tell whether anybody decided anything in a game that goes on and is not saved."""
        decided = session.can_undo and session.state.result is None
        return decided and session.film.actions != self._saved
