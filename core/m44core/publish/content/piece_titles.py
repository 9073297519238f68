"""The name of a piece with a special rule of its own, the same in all lists of a sheet."""

from __future__ import annotations

from m44core.catalogue.catalogue_types import Behavior
from m44core.messages.message import Value, message


def piece_title(title: Value, behavior: Behavior | None) -> Value:
    """Return the name of a piece, with its special rule in parentheses: "Hill (bluff)"."""
    if behavior is None or behavior.is_usual:
        return title
    return message("{piece} ({rule})", piece=title, rule=behavior.piece_remark)
