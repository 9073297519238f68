"""How far the translation of a paragraph is."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """How far the translation of a paragraph is."""

    NEW = "new"  # there is none
    DRAFT = "draft"  # somebody is to look at it once more
    STALE = "stale"  # the source says something else now
    DONE = "done"
