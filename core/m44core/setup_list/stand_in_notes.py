"""Notes on sheets about figures that stand in for others: ``Canada: use the American figures``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from m44core.messages.languages import languages
from m44core.messages.renderers import renderer_in
from m44core.model.figure_nations import stand_in_note
from m44core.model.scenario_parts import NATIONS

_COUNTRY = "COUNTRY"  # placeholder
_FIGURES_WORDS = {"ger": "german", "us": "american"}


class StandInNote(NamedTuple):
    """A note on a sheet about the figures of a nation: ``Canada: use the American figures``.

    Attributes:
        country: The code of the nation's flag; "" if the note names another.
        figures_word: The English word for the figures.
    """

    country: str
    figures_word: str


def stand_in_of_note(text: str) -> StandInNote | None:
    """Parse a note about figures that stand in for others; return None for any other text."""
    plain_text = _plain(text)
    known = _stand_in_notes().get(plain_text)
    if known is not None:
        return known
    words = (word for word, note in _patterns_of_notes() if note.fullmatch(plain_text))
    return next((StandInNote("", word) for word in words), None)


@cache
def _stand_in_notes() -> Mapping[str, StandInNote]:
    """Return the notes about every nation in every language, by their text."""
    return {
        _plain(renderer_in(code).render(stand_in_note(figures, country))): StandInNote(flag, word)
        for code in languages()
        for flag, country in NATIONS.items()
        for figures, word in _FIGURES_WORDS.items()
    }


@cache
def _patterns_of_notes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the English word for figures, and the pattern of the note, for each language."""
    return tuple(
        (word, re.compile(re.escape(note).replace(_COUNTRY, "(?:.+)")))
        for code in languages()
        for figures, word in _FIGURES_WORDS.items()
        for note in [_plain(renderer_in(code).render(stand_in_note(figures, _COUNTRY)))]
    )


def _plain(text: str) -> str:
    """Return a text as lists are read: without full-width signs and unusual spaces."""
    return " ".join(normalize("NFKC", text).split())
