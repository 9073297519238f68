"""What playtest windows are called, so that several of them are told apart."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from m44core.model.scenario import Scenario
from m44editor.words import language, tr


def next_number(window: QWidget, kind: type[QWidget]) -> int:
    """Return the least number no other open window of a kind has."""
    others = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w is not window]
    taken = {getattr(other, "number", 0) for other in others if other.isVisible()}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def title_of(scenario: Scenario, name: str, number: int) -> str:
    """Return the title of the window in which a scenario is played, in the file *name*."""
    title = scenario.title_in(language()) or name or tr("Untitled")
    if number == 1:
        return tr("Playtest: {scenario}", scenario=title)
    return tr("Playtest {number}: {scenario}", number=number, scenario=title)


def title_of_game(title: str, file: str) -> str:
    """Return the title of a window in which a game is played, with a place for "modified".

    Args:
        title: The title of the window without a game.
        file: The name of the file the game is saved in; "" before it is.
    """
    return f"{title} — {file}[*]" if file else f"{title}[*]"
