"""The menu of the lines of a game that were left for another decision."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from m44core.catalogue.types import Side
from m44editor.playtest.game.lines import told_apart
from m44editor.playtest.game.session import Session
from m44editor.words import told


def offer_lines(window: QWidget, session: Session, seen: Collection[Side]) -> None:
    """Show the other lines of a game, the one left last first, to go back to one of them.

    Cards are named of the sides in *seen* alone.
    """
    menu = QMenu(window)
    menu.aboutToHide.connect(menu.deleteLater)
    for number in reversed(range(len(session.other_lines))):
        words = told(told_apart(session.film, session.other_lines[number], seen))
        menu.addAction(words, partial(session.go_to_line, number))
    menu.setActiveAction(menu.actions()[0])
    menu.popup(window.mapToGlobal(window.rect().center()))
