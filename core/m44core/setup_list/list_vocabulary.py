"""The words of set-up lists and the pieces they stand for, in English and one further language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.entries import DATA, read_entries
from m44core.catalogue.search_words import fold_text
from m44core.catalogue.types import Layer, Side, UnitClass
from m44core.data_files import Entry
from m44core.messages import nouns
from m44core.messages.languages import ENGLISH
from m44core.messages.words import words
from m44core.values import dataclass

_WORDS = Path(__file__).parent / "data"
_WORD = re.compile(r"[^\W\d_]+|\d+")

Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """What a word, or several in a row, may mean.

    Attributes:
        names: The pieces it may be, by their .m44 names; empty where it says only whose or how.
        exact: Whether it is the very name of a piece, and so no word for several kinds.
        nation: The nation it says, by the end of its units' names.
        side: The side it says.
        elite: Whether it says that a unit is elite.
        badge: The badge beside the unit it means.
        equipment: What the unit carries.
    """

    names: frozenset[str] = frozenset()
    exact: bool = False
    nation: str = ""
    side: Side | None = None
    elite: bool = False
    badge: str = ""
    equipment: str = ""


FILLER = Term()
"""What a word means that only joins others."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that are understood.

    Attributes:
        terms: What they mean, by their stems.
        spelled: The names of pieces and nations, for who has to say what may have been meant.
        longest: How many words the longest of them has.
        figures: The stems of the words for figures.
        between: The words between two hexes that mean all from the one to the other.
        joining: The words between hexes that mean nothing more.
    """

    terms: Mapping[Stems, Term]
    spellings: Mapping[str, str]
    longest: int
    figures: frozenset[str]
    range_words: frozenset[str]
    joining_words: frozenset[str]


def stems(text: str) -> Stems:
    """Return the words of a text as they are compared: without accents and endings."""
    return tuple(_stem(found) for found in _WORD.findall(fold_text(text)))


def _stem(word: str) -> str:
    if len(word) <= 3:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return re.sub(r"(?:es|s|x|e|eux|aux)$", "", word)


@lru_cache(maxsize=32)
def vocabulary(language: str, catalogue: Catalogue) -> Vocabulary:
    """Return what is understood in a language of a catalogue, the English words among it.

    Raises:
        CatalogueError: our own data is wrong.
    """
    codes = tuple(dict.fromkeys((language, ENGLISH)))
    said = read_entries(_WORDS, "words")
    own = [said[code] for code in codes if code in said]
    titles = [*_titles(codes, catalogue)]
    groups = [
        _codes(catalogue),
        [*_sought(codes)],
        [*_own_words(own, catalogue)],
        [*_specials(codes, catalogue)],
        titles,
    ]
    terms = {key: term for group in groups for key, term in _merged(group).items()}
    figures = (stem for each in own for word in each["figures"] for stem in stems(word))
    return Vocabulary(
        terms,
        {fold_text(written): written for written, _ in reversed(titles) if "-" not in written},
        max(map(len, terms)),
        frozenset((*figures, *_counted(codes))),
        frozenset(word for each in own for said in each["to"] for word in (said, fold_text(said))),
        frozenset(fold_text(word) for each in own for word in each["and"]),
    )


def _merged(said: Iterable[tuple[str, Term]]) -> dict[Stems, Term]:
    """Return what words mean; one that is said of several kinds may be any of them."""
    terms: dict[Stems, Term] = {}
    for written, term in said:
        key = stems(written)
        before = terms.get(key)
        if before is not None and before.names and term.names:
            term = replace(before, names=before.names | term.names)
        if key:
            terms[key] = term
    return terms


def _own_words(said: Iterable[Entry], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    for each in said:
        for nation, written in each["nations"].items():
            yield from ((word, Term(nation=nation)) for word in written)
        for side, written in each["sides"].items():
            yield from ((word, Term(side=Side(side))) for word in written)
        yield from ((word, Term(elite=True)) for word in each["elite"])
        for unit_class, written in each["classes"].items():
            term = Term(_of_class(UnitClass(unit_class), catalogue))
            yield from ((word, term) for word in written)
        yield from _units(each["units"])
        yield from ((word, FILLER) for word in each["filler"])


def _units(said: Sequence[Entry]) -> Iterator[tuple[str, Term]]:
    for entry in said:
        names = frozenset(entry.get("names", ()))
        term = Term(names, nation=entry.get("nation", ""), badge=entry.get("badge", ""))
        yield from ((word, term) for word in entry["words"])


def _of_class(unit_class: UnitClass, catalogue: Catalogue) -> frozenset[str]:
    units = catalogue.on_layer(Layer.UNIT)
    return frozenset(unit.name for unit in units if unit.unit_class is unit_class)


def _sought(codes: Sequence[str]) -> Iterator[tuple[str, Term]]:
    """Yield the words by which the palette finds pieces."""
    said = read_entries(DATA, "search_words")
    for code in codes:
        for written, names in said.get(code, {}).items():
            yield from ((word, Term(frozenset(names))) for word in written.split(","))


def _specials(codes: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    """Yield the names of units that carry something."""
    for special in catalogue.specials:
        if special.equipment:
            for code in codes:
                yield words(code).render(special.title), Term(equipment=special.equipment)
            yield special.equipment, Term(equipment=special.equipment)


def _titles(codes: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    """Yield the names of all pieces, in the languages and in our own files."""
    for element in catalogue.elements.values():
        term = Term(frozenset({element.name}), exact=True)
        for code in codes:
            yield words(code).render(element.title), term
        yield element.key, term


def _codes(catalogue: Catalogue) -> list[tuple[str, Term]]:
    """Return the names of all pieces in .m44 files; their ending X is none that is compared."""
    names = (name for name in catalogue.elements if not name.endswith("X"))
    return [(name, Term(frozenset({name}), exact=True)) for name in names]


def _counted(codes: Sequence[str]) -> Iterator[str]:
    for code in codes:
        for number in (1, 2, 5):
            written = words(code).render(nouns.figures(number))
            yield from (stem for stem in stems(written) if not stem.isdecimal())
