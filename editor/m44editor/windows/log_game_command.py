"""Logging a game of the scenario that a window shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m44core.balance_lab.logged_games import LoggedGame, new_game_id
from m44core.errors import M44Error
from m44core.model.scenario import Scenario
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.play.game_setup import new_game
from m44editor.interface_text import tr
from m44editor.playtest.log_game_dialog import LogGameDialog

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


def log_game(context: EditorContext) -> None:
    """Ask for the result of a game of the open scenario and log it.

    If the scenario has no file yet, say that it must be saved first.
    """
    path = context.document.path
    if path is None:
        context.show_message(tr("Save the scenario first: games are logged in a file next to it"))
        return
    game = LoggedGame(new_game_id(), None, board=battlefield_fingerprint(context.document.scenario))
    dialog = LogGameDialog(path, game, context.window, has_winner=False)
    if dialog.exec():
        context.show_message(dialog.summary)
    dialog.deleteLater()


def battlefield_fingerprint(scenario: Scenario) -> str:
    """Return the fingerprint of the battlefield; "" if the scenario cannot be played."""
    try:
        return fingerprint_of(new_game(scenario).field)
    except M44Error:
        return ""
