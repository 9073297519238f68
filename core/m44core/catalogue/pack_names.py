"""The names of pieces of user packs: ``alpine:glacier``."""

from __future__ import annotations

SEPARATOR = ":"
"""Stands between the name of a pack and that of its piece."""


def pack_of(name: str) -> str | None:
    """Return the name of the pack that a piece called *name* is from; None where from none."""
    pack, separator, piece = name.partition(SEPARATOR)
    return pack if separator and piece and _is_word(pack) and _is_word(piece) else None


def _is_word(text: str) -> bool:
    return text.isascii() and text == text.lower() and text.replace("-", "").isalnum()
