"""The commands about files beside the open one: no more than their words and keys."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message
from m44editor.menus.command import Command

COMMANDS: Mapping[str, Command] = {
    "history": Command(
        message("F&ile History…"),
        ("Ctrl+Shift+H",),
        message("Show the versions that were kept of the file, and bring one back"),
    ),
    "sheet": Command(
        message("Scenario Sheet (PD&F)…"),
        ("Ctrl+P",),
        message("See the scenario as it is printed, and save it as a PDF"),
    ),
    "translate": Command(
        message("Translate Te&xts…"),
        ("Ctrl+Shift+Y",),
        message("Translate the texts, paragraph by paragraph, with glossary and memory"),
    ),
    "sentences": Command(
        message("&Write Standard Sentences…"),
        tip=message("Say cards, medals, objectives and special rules in the texts, from the data"),
    ),
    "import-list": Command(
        message("&Setup List…"),
        ("Ctrl+Shift+I",),
        message("Lay out a list of pieces and hexes that was written, copied or scanned"),
    ),
    "underlay": Command(
        message("Und&erlay…"),
        tip=message("Show a scan or a photograph under the pieces, to lay a map by"),
    ),
}

SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "import": (message("Impor&t"), ("import-list",)),
}
