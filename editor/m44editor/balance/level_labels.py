"""The display names of the computer levels in the balance panel."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, Value, message

_LEVEL_LABELS: Mapping[str, Message] = {
    "recruit": message("Recruits (random moves)"),
    "sergeant": message("Sergeants (fast)"),
    "general": message("Generals (strong, slow)"),
}


def level_label(level: str) -> Value:
    """Return the display name of a level; for one added by an extension, its key."""
    return _LEVEL_LABELS.get(level, level)
