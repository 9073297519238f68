"""The commands that show layers of the board and lock them: no more than their words."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message
from m44editor.menus.command import Command


def _lock(text: Message) -> Command:
    return Command(text, tip=message("Let no tool change what lies on this layer"), checkable=True)


LOCKS: Mapping[str, Command] = {
    "lock-terrain": _lock(message("Lock &Terrain")),
    "lock-structures": _lock(message("Lock &Structures")),
    "lock-obstacles": _lock(message("Lock &Obstacles")),
    "lock-units": _lock(message("Lock &Units")),
    "lock-tags": _lock(message("Lock &Medals and Markers")),
    "lock-labels": _lock(message("Lock La&bels")),
}

LAYERS: Mapping[str, Command] = {
    "hex_names": Command(
        message("Hex &Names"), ("Ctrl+G",), message("Write A9 to M1 on the hexes"), checkable=True
    ),
    "grid": Command(
        message("&Grid"), tip=message("Draw the outlines of the hexes"), checkable=True
    ),
    "section_lines": Command(
        message("Section &Lines"), tip=message("Draw the dashed lines"), checkable=True
    ),
    "terrain": Command(message("&Terrain"), tip=message("Show hex tiles"), checkable=True),
    "structures": Command(
        message("&Structures"), tip=message("Show bunkers, bridges ..."), checkable=True
    ),
    "obstacles": Command(
        message("&Obstacles"), tip=message("Show wire, sandbags, hedgehogs"), checkable=True
    ),
    "units": Command(message("&Units"), tip=message("Show units"), checkable=True),
    "tags": Command(
        message("&Medals and Markers"), tip=message("Show medals and markers"), checkable=True
    ),
    "labels": Command(message("La&bels"), tip=message("Show labels"), checkable=True),
}
