"""Which commands of the playtest window make sense at the moment."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.types import Side
from m44editor.playtest.commands import player_command
from m44editor.playtest.game.choices import Choices
from m44editor.playtest.game.film import Film
from m44editor.playtest.game.players import people_among, player_choices
from m44editor.playtest.game.session import Session

_OF_A_GAME = (
    *("position", "hand", "log", "forward", "pause", "back", "turn-back", "turn-forward"),
    *("start", "end", "watch"),
)
_PLAYERS = [player_command(side, who) for side in Side for who in player_choices()]


def commands_allowed(
    session: Session | None, film: Film | None, choices: Choices, *, is_now: bool
) -> Mapping[str, bool]:
    """Return for the commands that are not always offered whether they are.

    Args:
        session: The game that is played; None where one is watched, or before it begins.
        film: The game that is shown.
        choices: What can be clicked.
        is_now: Whether its latest moment is shown, in a game that is played.
    """
    return {
        "undo": session is not None and session.can_undo,
        "redo": session is not None and session.can_redo,
        "lines": session is not None and bool(session.other_lines),
        **dict.fromkeys(("save", "save-as"), session is not None),
        **dict.fromkeys(_PLAYERS, session is not None and session.state.result is None),
        "after": film is not None and film.length > 0,
        "next-hex": bool(choices.hexes or choices.units),
        "now": film is not None and not is_now,
        "curtain": session is not None and len(people_among(session.players)) == 2,
        **dict.fromkeys(_OF_A_GAME, film is not None),
    }
