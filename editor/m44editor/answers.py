"""The answers a user can give in dialogs."""

from __future__ import annotations

from enum import Enum


class Answer(Enum):
    """The user's answer to a question with several choices."""

    SAVE = "save"
    DISCARD = "discard"
    KEEP = "keep"
    OVERWRITE = "overwrite"
    SAVE_AS = "elsewhere"
    RETRY = "again"
    CANCEL = "cancel"
