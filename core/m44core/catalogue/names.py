"""What sentences call the pieces of the game."""

from __future__ import annotations

from m44core.messages.message import Message

_PROPER = (
    "African", "Afrika", "Allied", "American", "Australia", "Axis", "Brandenburg", "British",
    "China", "Finnish", "French", "German", "Italian", "Japanese", "New Zealand", "North",
    "Nebelwerfer", "Pacific", "Polish", "Soviet", "Strike Hold", "Tiger", "Wittmann",
)  # fmt: skip


def piece_name(name: str, label: str) -> Message:
    """Return what sentences call the piece of a .m44 name that has a label; it has forms."""
    return Message(inside(label), f"piece.{name}")


def inside(label: str) -> str:
    """Return a label as it reads inside a sentence: ``bunker``, but ``US Rangers``."""
    proper = label[1:2].isupper() or label.startswith(_PROPER)
    return label if proper else label[:1].lower() + label[1:]
