"""The commands that lay what the rules say over the board: no more than their words and keys."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message
from m44editor.menus.command import Command


def _overlay(text: Message, key: str, tip: Message) -> Command:
    return Command(text, (key,), tip, checkable=True)


OVERLAYS: Mapping[str, Command] = {
    "sight": _overlay(message("&Sight"), "Ctrl+1", message("What the hex pointed at sees")),
    "reach": _overlay(message("&Reach"), "Ctrl+2", message("Where a unit can go, and battle")),
    "range": _overlay(message("Ra&nge"), "Ctrl+3", message("Whom a unit can battle, and how")),
    "retreat": _overlay(message("Re&treats"), "Ctrl+4", message("Ways back, and dead ends")),
    "danger-axis": _overlay(
        message("Danger to the A&xis"), "Ctrl+5", message("Dice that can be thrown at each hex")
    ),
    "danger-allies": _overlay(
        message("Danger to the A&llies"), "Ctrl+6", message("Dice that can be thrown at each hex")
    ),
    "distance": _overlay(message("&Distances"), "Ctrl+7", message("To objectives and exits")),
    "sections": _overlay(message("S&ections"), "Ctrl+8", message("Which cards order whom")),
    "control": _overlay(message("&Control"), "Ctrl+L", message("Who holds the objectives")),
}
