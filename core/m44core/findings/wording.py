"""Words that many findings share: numbers with their nouns, lists, names, common phrases.

A language is a data file in ``words``: ``nouns`` that are counted, ``names`` of pieces and sides
with their gender, ``articles`` for them, and ``phrases``. A translated sentence may ask for a name
with an article (``{bunker:le}``); the articles are the format specifications of that language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any

from m44core.data_files import yaml_file
from m44core.errors import CatalogueError
from m44core.language import ENGLISH, spoken

WORDS = Path(__file__).parent / "words"


class Name(str):
    """A name that knows its articles: ``format(name, "le")`` is ``l'infanterie``.

    Attributes:
        forms: What stands for each article of the language.
    """

    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str]) -> Name:
        """Return the name with its forms."""
        made = super().__new__(cls, text)
        made.forms = forms
        return made

    def __format__(self, spec: str) -> str:
        return self.forms[spec] if spec in self.forms else super().__format__(spec)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: ``1 medal``, ``3 medals``; in French ``3 médailles``.

    Args:
        number: How many.
        noun: The noun in English, by which it is found in other languages.
        plural: Its English plural, where that is not the noun with an s.
    """
    words = _words(spoken())
    one, several = words["nouns"].get(noun, (noun, plural or f"{noun}s"))
    alone = number == 1 or (number == 0 and words["zero_is_singular"])
    return f"{number} {one if alone else several}"


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: ``A5, B3 and C1``."""
    *first, final = words
    return phrase("list", first=", ".join(first), last=final) if first else final


def named(key: str, english: str = "") -> str:
    """Return what a sentence calls a piece or a side; the English name where it has no other.

    Args:
        key: By which the languages find it: the name in the .m44 format, ``axis``, ``allies``.
        english: What English sentences call it, where the English words do not say.
    """
    for language in (spoken(), ENGLISH):
        names = _words(language)["names"]
        if key in names:
            return _name(language, *names[key])
    return _name(spoken(), english, _PLAIN)


def inside(label: str) -> str:
    """Return a label as it reads inside a sentence: ``bunker``, but ``US Rangers``."""
    proper = label[1:2].isupper() or label.startswith(_PROPER)
    return label if proper else label[:1].lower() + label[1:]


_PROPER = (
    "African", "Afrika", "Allied", "American", "Australia", "Axis", "Brandenburg", "British",
    "China", "Finnish", "French", "German", "Italian", "Japanese", "New Zealand", "North",
    "Pacific", "Polish", "Soviet", "Strike Hold",
)  # fmt: skip


def quoted(text: str) -> str:
    """Return a word of a file as a sentence quotes it: ``"barge"``; it stands without an article.

    A translation may ask for it as for a name: ``de « barge »`` instead of ``du wagon``.
    """
    return _name(spoken(), phrase("quoted", text=text), _PLAIN)


def either(words: Sequence[str]) -> str:
    """Return words as a choice in a sentence: ``hill or mountain``."""
    return reduce(lambda first, last: phrase("either", first=first, last=last), words)


def decimal(number: float) -> str:
    """Return a number with one decimal place: ``2.1``, in French ``2,1``."""
    return f"{number:.1f}".replace(".", _words(spoken())["decimal_point"])


def thousands(number: int) -> str:
    """Return a number with its thousands apart: ``200,000``, in French ``200 000``."""
    return f"{number:,}".replace(",", _words(spoken())["thousands"])


def phrase(key: str, /, **values: str | int) -> str:
    """Return a phrase many findings share, with the values in place.

    Raises:
        CatalogueError: there is no such phrase.
    """
    for language in (spoken(), ENGLISH):
        found = _words(language)["phrases"].get(key)
        if found is not None:
            return str(found).format_map(values)
    raise CatalogueError(f"there is no phrase {key!r}")


_PLAIN = "plain"
"""The gender of what takes no article."""


def _name(language: str, text: str, gender: str) -> Name:
    articles = _words(language)["articles"]
    return Name(text, {article: of[gender].format(text) for article, of in articles.items()})


@cache
def _words(language: str) -> Mapping[str, Any]:
    said: Any = yaml_file(WORDS / f"{language}.yaml")
    parts = {part: said.get(part, {}) for part in ("nouns", "names", "articles", "phrases")}
    return {**_USUAL, **said, **parts}


_USUAL: Mapping[str, Any] = {"zero_is_singular": False, "decimal_point": ".", "thousands": ","}
