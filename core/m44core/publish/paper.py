"""Sheets of paper."""

from __future__ import annotations

from enum import StrEnum


class Paper(StrEnum):
    """The size of the paper, by the name Typst has for it."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "us-letter"

    @property
    def word(self) -> str:
        """What commands call it: ``letter``."""
        return self.value.removeprefix("us-")

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height upright, in millimetres."""
        return _SIZES[self]

    @classmethod
    def of_word(cls, word: str) -> Paper:
        """Return the paper commands call so."""
        return next(paper for paper in cls if paper.word == word)


_SIZES = {Paper.A4: (210.0, 297.0), Paper.A3: (297.0, 420.0), Paper.LETTER: (215.9, 279.4)}
