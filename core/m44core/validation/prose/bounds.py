"""How much of the texts of a scenario is read: more than any has, and never without end."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from m44core.io.vocabulary.field_values import TEXT_FIELDS
from m44core.model.parts import Texts
from m44core.values import dataclass

LETTERS = 10_000
"""Of one text; the longest published one has some 4,000."""

ALL_LETTERS = 60_000
"""Of all texts together."""

FEWEST = 100
"""Of a text after all letters are spent."""

LANGUAGES = 40


@dataclass(frozen=True, slots=True)
class Bounded:
    """The texts of a scenario as far as they are read.

    Attributes:
        texts: What is read, by language.
        cut: How many letters a text has, by language and field, of those not read to the end.
    """

    texts: Mapping[str, Texts]
    cut: Mapping[tuple[str, str], int]

    def is_cut(self, pointer: str) -> bool:
        """Tell whether a place of the document is a text of which only the beginning is read."""
        return any(pointer == f"/texts/{code}/{name}" for code, name in self.cut)


def bounded(texts: Mapping[str, Texts]) -> Bounded:
    """Return the beginning of texts that are too long to be read, and the others as they are."""
    left = ALL_LETTERS
    cut: dict[tuple[str, str], int] = {}
    read: dict[str, Texts] = {}
    for code, said in islice(texts.items(), LANGUAGES):
        shorter: dict[str, str] = {}
        for name in TEXT_FIELDS:
            text = getattr(said, name) or ""
            most = max(FEWEST, min(LETTERS, left))
            left -= min(len(text), most)
            if len(text) > most:
                cut[code, name] = len(text)
                shorter[name] = text[:most]
        read[code] = said.saying(shorter) if shorter else said
    return Bounded(read, cut)
