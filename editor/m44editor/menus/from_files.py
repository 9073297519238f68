"""The commands about what is kept of a file: no more than their words and keys."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import message
from m44editor.menus.command import Command

COMMANDS: Mapping[str, Command] = {
    "history": Command(
        message("File &History…"),
        ("Ctrl+Shift+H",),
        message("Show the versions that were kept of the file, and bring one back"),
    ),
}
