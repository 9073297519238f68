"""The commands that lock layers: no more than their words."""

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
