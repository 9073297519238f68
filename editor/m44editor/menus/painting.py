"""The commands that say how the painting tools paint and erase."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message
from m44core.model.edits.erasing import Reach
from m44editor.menus.command import Command

COMMANDS: Mapping[str, Command] = {
    "reach-top": Command(
        message("&Uppermost Piece"),
        ("Alt+Shift+1",),
        message("The eraser takes the uppermost piece off"),
        group="reach",
    ),
    "reach-ground": Command(
        message("&Terrain Only"),
        ("Alt+Shift+2",),
        message("The eraser takes tiles and structures off"),
        group="reach",
    ),
    "reach-obstacles": Command(
        message("&Obstacles Only"),
        ("Alt+Shift+3",),
        message("The eraser takes wire, sandbags and hedgehogs off"),
        group="reach",
    ),
    "reach-units": Command(
        message("U&nits Only"),
        ("Alt+Shift+4",),
        message("The eraser takes units off"),
        group="reach",
    ),
    "reach-marks": Command(
        message("&Markers and Badges Only"),
        ("Alt+Shift+5",),
        message("The eraser takes medals, markers and badges off"),
        group="reach",
    ),
    "mend": Command(
        message("&Join What Erasing Cuts"),
        tip=message("Choose tiles of rivers and roads anew beside what the eraser takes off"),
        checkable=True,
    ),
}

SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "reach": (message("Erase &What"), tuple(f"reach-{reach}" for reach in Reach)),
}
