"""The status bar's text about the current tool: its piece, and the effects of modifier keys."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.catalogue_types import Element
from m44core.messages.message import Message, message
from m44editor.interface_text import tr, translated, without_mnemonic
from m44editor.menu_commands import COMMANDS
from m44editor.tools.tool import PAINTING_TOOLS

_PICKS_UP = message("Alt picks up a piece")
_SELECT_HINT = message("Shift adds, Ctrl subtracts")
_HINTS: Mapping[str, Message] = {
    "select": message("Shift adds, Ctrl copies, Alt moves everything"),
    "brush": message("Shift draws a line, Alt picks up a piece"),
    "path": message("Ctrl keeps the old route, Alt picks up a piece"),
    "rectangle": _PICKS_UP,
    "ellipse": _PICKS_UP,
    "fill": _PICKS_UP,
    "eraser": message("Ctrl removes everything"),
    "eyedropper": message("Drag to pick up an area"),
    "lasso": _SELECT_HINT,
    "wand": _SELECT_HINT,
    "objective": message("Shift adds hexes, Ctrl removes them"),
    "exit": message("Ctrl removes exits"),
    "paste": message("R rotates, X and Y flip"),
}


def tool_status_text(tool: str, element: Element) -> str:
    """Return the text of the status bar for a tool; "" for a tool without a command.

    Args:
        tool: The name of the tool.
        element: The piece in the brush, which only the painting tools place.
    """
    if tool not in COMMANDS:
        return ""
    name = without_mnemonic(translated(COMMANDS[tool].text))
    if tool in PAINTING_TOOLS:
        name = tr("{tool}: {piece}", tool=name, piece=translated(element.title))
    if tool not in _HINTS:
        return name
    return tr("{tool} · {keys}", tool=name, keys=translated(_HINTS[tool]))


def hint_text(tool: str) -> str:
    """Return the hint about the modifier keys of a tool; "" if it has none."""
    return translated(_HINTS[tool]) if tool in _HINTS else ""


def is_hint_in_tip(tool: str) -> bool:
    """Return whether the tip of a tool's command says what its modifier keys do."""
    tip = COMMANDS[tool].tip if tool in COMMANDS else ""
    return tool in _HINTS and isinstance(tip, Message) and _HINTS[tool].text in tip.text
