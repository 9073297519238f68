"""What a user can answer to a question of a dialog."""

from __future__ import annotations

from enum import Enum


class Answer(Enum):
    """What the user wants, after a question with several ways on."""

    SAVE = "save"
    DISCARD = "discard"
    KEEP = "keep"
    OVERWRITE = "overwrite"
    ELSEWHERE = "elsewhere"
    AGAIN = "again"
    CANCEL = "cancel"
