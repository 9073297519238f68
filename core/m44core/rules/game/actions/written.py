"""How actions are written: a word, and the hexes or the card it is about.

A kind of action adds its word and nothing else, so it is no dataclass of its own: what makes,
compares and prints it is written once.
"""

from __future__ import annotations

from typing import ClassVar

from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Bare:
    """An action that its *word* says all of."""

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class OnHex:
    """An action about one *hex*."""

    word: ClassVar[str]
    hex: str

    def __str__(self) -> str:
        return f"{self.word} {self.hex}"


@dataclass(frozen=True, slots=True)
class FromHex:
    """An action of the unit on *start* that goes or reaches to *end*."""

    word: ClassVar[str]
    start: str
    end: str

    def __str__(self) -> str:
        return f"{self.word} {self.start} {self.end}"


@dataclass(frozen=True, slots=True)
class OfCard:
    """An action about one *card*."""

    word: ClassVar[str]
    card: str

    def __str__(self) -> str:
        return f"{self.word} {self.card}"
