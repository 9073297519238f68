"""The words of setup lists and their meanings, in English and one further language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side, UnitClass
from m44core.catalogue.entries import DATA, read_entries
from m44core.catalogue.search_words import fold_text
from m44core.data_files import Entry
from m44core.messages import nouns
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message
from m44core.messages.renderers import renderer_in
from m44core.model.figure_nations import ELITE_BADGES
from m44core.model.unmarked_traits import is_unmarked
from m44core.values import dataclass

_WORDS = Path(__file__).parent / "data"
_WORD = re.compile(r"[^\W\d_]+|\d+")
HAN = "\u2e80-\u9fff"
"""The range of Chinese characters in a pattern; no blanks separate them from their neighbors."""
_HAN_WORD = re.compile(f"[{HAN}]{{2,12}}")
_FIRST_NUMBER = 2  # the number of the first entry of `numbers`; one is a filler

Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """The meaning of a word or of several words in a row.

    Attributes:
        names: The .m44 names of the pieces it may stand for; empty if it names none.
        exact: Whether it is the full name of a piece and not a word for several kinds.
        nation: The nation it names, given by the suffix of its units' names; empty if it names
            none.
        side: The side it names; None if it names none.
        elite: Whether it makes a unit elite.
        badge: The badge of the unit it names; empty if it has none.
        equipment: The equipment it names; empty if it names none.
        lacks_figures: Whether it names a nation that has no figures of its own in the game; if the
            figures of another nation are right for it, that is the nation.
        behavior: The key of the special rule it gives to the piece named with it: ``bluff``; empty
            if it names none.
        unit_behavior: The special rule it gives to a unit: ``armor-move-two``; empty if it names
            none.
        is_implied_badge: Whether it means the badge that the name of the unit implies.
    """

    names: frozenset[str] = frozenset()
    exact: bool = False
    nation: str = ""
    side: Side | None = None
    elite: bool = False
    badge: str = ""
    equipment: str = ""
    lacks_figures: bool = False
    behavior: str = ""
    unit_behavior: str = ""
    is_implied_badge: bool = False


FILLER = Term()
"""The meaning of a word that only joins others."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of setup lists in one language and English.

    Attributes:
        terms: The terms, keyed by the stems of their words.
        spellings: The names of pieces, keyed by their simplified form, for suggestions.
        longest: The number of words of the longest term.
        figures: The stems of the words for figures.
        medals: The stems of the words for medals.
        range_words: The words that form a range from the two hexes around them.
        joining_words: The words between hexes that only join them.
        numbers: The numbers that words stand for, keyed by the simplified word.
        columns: The words for a column of the board, in lower case.
        rows: The words for a row of the board, in lower case.
        sections: The stems of the headings that end the part of a side.
        with_words: The words before what is also on the hexes named last.
        all_words: The words before what is on all of the hexes named last.
    """

    terms: Mapping[Stems, Term]
    spellings: Mapping[str, str]
    longest: int
    figures: frozenset[str]
    medals: frozenset[str]
    range_words: frozenset[str]
    joining_words: frozenset[str]
    numbers: Mapping[str, int]
    columns: frozenset[str] = frozenset()
    rows: frozenset[str] = frozenset()
    sections: frozenset[Stems] = frozenset()
    with_words: frozenset[str] = frozenset()
    all_words: frozenset[str] = frozenset()


def words_of_text(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the words of a text, in lower case, with Chinese text divided into known words."""
    words = _WORD.findall(fold_text(text))
    return tuple(part for word in words for part in _split_chinese_word(word, vocabulary))


def terms_of_words(text: str, vocabulary: Vocabulary) -> list[Term | None]:
    """Return the term of each word of a text; None for an unknown word."""
    return [vocabulary.terms.get((stem(word),)) for word in words_of_text(text, vocabulary)]


def _split_chinese_word(word: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the known words that make up a Chinese word; the word itself if it is not Chinese."""
    if not _HAN_WORD.fullmatch(word) or (word,) in vocabulary.terms:
        return (word,)
    for length in range(len(word) - 1, 0, -1):
        if (word[:length],) in vocabulary.terms:
            rest = _split_chinese_word(word[length:], vocabulary)
            if all((each,) in vocabulary.terms for each in rest):
                return (word[:length], *rest)
    return (word,)


def stems(text: str) -> Stems:
    """Return the stems of the words in a text: in lower case, without accents and endings."""
    return tuple(map(stem, _WORD.findall(fold_text(text))))


def stem(word: str) -> str:
    """Return the stem of a word in lower case."""
    if len(word) <= 3:
        return word
    if word.endswith(("ies", "y")):  # batteries, battery; but infanteries, infanterie
        return re.sub(r"(?:ies|y)$", "i", word)
    return re.sub(r"(?:es|s|x|e|eux|aux)$", "", word)


@lru_cache(maxsize=32)
def vocabulary(language: str, catalogue: Catalogue) -> Vocabulary:
    """Return the vocabulary of a language and of English for a catalogue; cached.

    Raises:
        CatalogueError: the built-in data is invalid.
    """
    codes = tuple(dict.fromkeys((language, ENGLISH)))
    entries = read_entries(_WORDS, "words")
    own_entries = [entries[code] for code in codes if code in entries]
    titles = [*_title_terms(codes, catalogue)]
    groups = [
        _m44_name_terms(catalogue),
        [*_palette_terms(codes)],
        [*_special_badge_terms(codes, catalogue)],
        [*_word_terms(own_entries, catalogue)],
        [*_equipment_terms(codes, catalogue)],
        [*_unit_rule_terms(codes, catalogue)],
        [*_implied_badge_terms(codes, catalogue)],
        titles,
    ]
    terms = {key: term for group in groups for key, term in _merge_terms(group).items()}
    for spelling, behavior in _behavior_words(codes, catalogue):
        key = stems(spelling)
        terms[key] = replace(terms.get(key, FILLER), behavior=behavior)
    figures = (stem for each in own_entries for word in each["figures"] for stem in stems(word))
    return Vocabulary(
        terms,
        {fold_text(title): title for title, _ in reversed(titles) if "-" not in title},
        max(map(len, terms)),
        frozenset((*figures, *_stems_of_counted(nouns.figures, codes))),
        frozenset(_stems_of_counted(nouns.medals, codes)),
        frozenset(
            word
            for each in own_entries
            for spelling in each["to"]
            for word in (spelling, fold_text(spelling))
        ),
        frozenset(fold_text(word) for each in own_entries for word in each["and"]),
        {
            fold_text(word): number
            for each in own_entries
            for number, words in enumerate(each.get("numbers", ()), start=_FIRST_NUMBER)
            for word in words.split()
        },
        frozenset(fold_text(word) for each in own_entries for word in each.get("columns", ())),
        frozenset(fold_text(word) for each in own_entries for word in each.get("rows", ())),
        frozenset(stems(words) for each in own_entries for words in each.get("sections", ())),
        frozenset(fold_text(word) for each in own_entries for word in each.get("with", ())),
        frozenset(fold_text(word) for each in own_entries for word in each.get("all", ())),
    )


def _merge_terms(pairs: Iterable[tuple[str, Term]]) -> dict[Stems, Term]:
    """Return the terms, keyed by their stems.

    If the same words name several pieces, they stand for all of them; otherwise, the last meaning
    wins.
    """
    terms: dict[Stems, Term] = {}
    for spelling, term in pairs:
        key = stems(spelling)
        earlier_term = terms.get(key)
        if earlier_term is not None and earlier_term.names and term.names:
            term = replace(earlier_term, names=earlier_term.names | term.names)
        if key:
            terms[key] = term
    return terms


def _word_terms(entries: Iterable[Entry], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    for each in entries:
        for nation, spellings in each["nations"].items():
            yield from ((word, Term(nation=nation)) for word in spellings)
        for nation, spellings in each.get("stand_ins", {}).items():
            term = Term(nation=nation, lacks_figures=True)
            yield from ((word, term) for word in spellings)
        for side, spellings in each["sides"].items():
            yield from ((word, Term(side=Side(side))) for word in spellings)
        for side, spellings in each.get("others", {}).items():
            term = Term(side=Side(side), lacks_figures=True)
            yield from ((word, term) for word in spellings)
        yield from ((word, Term(elite=True)) for word in each["elite"])
        for unit_class, spellings in each["classes"].items():
            term = Term(_units_of_class(UnitClass(unit_class), catalogue))
            yield from ((word, term) for word in spellings)
        yield from _unit_terms(each["units"])
        fillers = (*each["filler"], *each.get("with", ()), *each.get("all", ()))
        yield from ((word, FILLER) for word in fillers)


def _unit_terms(entries: Sequence[Entry]) -> Iterator[tuple[str, Term]]:
    for entry in entries:
        names = frozenset(entry.get("names", ()))
        term = Term(names, nation=entry.get("nation", ""), badge=entry.get("badge", ""))
        yield from ((word, term) for word in entry["words"])


def _units_of_class(unit_class: UnitClass, catalogue: Catalogue) -> frozenset[str]:
    units = catalogue.on_layer(Layer.UNIT)
    return frozenset(unit.name for unit in units if unit.unit_class is unit_class)


def _palette_terms(codes: Sequence[str]) -> Iterator[tuple[str, Term]]:
    """Yield the search words of the palette, each with its term."""
    entries = read_entries(DATA, "search_words")
    for code in codes:
        for spelling, names in entries.get(code, {}).items():
            yield from ((word, Term(frozenset(names))) for word in spelling.split(","))


def _equipment_terms(codes: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    """Yield the names of equipment and of the units that carry it, each with its term."""
    for special in catalogue.specials:
        if special.equipment:
            for code in codes:
                yield renderer_in(code).render(special.title), Term(equipment=special.equipment)
            yield special.equipment, Term(equipment=special.equipment)


def _special_badge_terms(codes: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    """Yield the printed names of special units that a badge marks, each with its term."""
    for special in catalogue.specials:
        badges = frozenset(
            name for name in special.badges if catalogue.get(name, Layer.BADGE) is not None
        )
        if special.renames and badges:
            for code in codes:
                yield renderer_in(code).render(special.noun), Term(badges)


def _implied_badge_terms(codes: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    """Yield the word for a badge, which by itself means the badge that the unit's name implies."""
    special_badges = (each.badges for each in catalogue.specials if each.replaces_kind)
    badges = ELITE_BADGES.union(*special_badges) & catalogue.elements.keys()
    for code in codes:
        with_badge = renderer_in(code).render(nouns.with_badge())
        word = with_badge.partition(" ")[2] or with_badge
        yield word, Term(badges, is_implied_badge=True)


def _unit_rule_terms(codes: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    """Yield the names of special units that only a rule or a flag marks, each with its term."""
    for special in catalogue.specials:
        if is_unmarked(special):
            for code in codes:
                term = Term(unit_behavior=special.behavior or "")
                yield renderer_in(code).render(special.title), term


def _behavior_words(codes: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the words for special rules of pieces, as in ``Hill (bluff)``, each with its key."""
    for behavior in catalogue.behaviors.values():
        if not behavior.is_usual:
            for code in codes:
                yield renderer_in(code).render(behavior.piece_remark), behavior.name


def _title_terms(codes: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, Term]]:
    """Yield the names of all pieces, in each language and in our own format, with their terms."""
    for element in catalogue.elements.values():
        term = Term(frozenset({element.name}), exact=True)
        for code in codes:
            yield renderer_in(code).render(element.title), term
            if element.layer is Layer.BADGE:
                yield renderer_in(code).render(nouns.badge_called(element.noun)), term
        yield element.key, term


def _m44_name_terms(catalogue: Catalogue) -> list[tuple[str, Term]]:
    """Return the names of all pieces in .m44 files, except those ending in X, with their terms."""
    names = (name for name in catalogue.elements if not name.endswith("X"))
    return [(name, Term(frozenset({name}), exact=True)) for name in names]


def _stems_of_counted(count: Callable[[int], Message], codes: Sequence[str]) -> Iterator[str]:
    for code in codes:
        for number in (1, 2, 5):
            counted_text = renderer_in(code).render(count(number))
            yield from (stem for stem in stems(counted_text) if not stem.isdecimal())
