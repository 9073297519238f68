"""What users may answer to a question; the questions are in :mod:`m44editor.windows.dialogs`."""

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
