"""The levels of the computer players, as they are named in the balance panel."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, Value, message

_LEVEL_LABELS: Mapping[str, Message] = {
    "recruit": message("Recruits (random moves)"),
    "sergeant": message("Sergeants (fast)"),
    "general": message("Generals (strong, slow)"),
}


def level_label(level: str) -> Value:
    """Return the name of a level; of one that an extension added, its key."""
    return _LEVEL_LABELS.get(level, level)
