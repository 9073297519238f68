"""Glossaries: finding terms in texts, suggesting translations, and reporting missing ones.

The program includes the terms of the game; a collection can add its own in a ``glossary.yaml`` in
the same format, which take precedence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from m44core.data_files import yaml_file
from m44core.errors import CatalogueError
from m44core.io.text.yaml_file import read_yaml_file
from m44core.messages.languages import ENGLISH
from m44core.messages.message import message
from m44core.translate.text_languages import is_same_language
from m44core.values import dataclass

COLLECTION_GLOSSARY = "glossary.yaml"
"""The file name of a collection's glossary."""

_DATA = Path(__file__).parent / COLLECTION_GLOSSARY
_EVERYDAY_KEY = "everyday"
_MAX_BYTES = 2_000_000
_CJK = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"  # each character is a word
_TOKEN = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_STEM = 4  # the first letters of a word that must match
_INDEXED_LETTERS = 3  # initial letters by which words are indexed: city, cities
_MAX_ENDING_CHANGED, _MAX_ENDING_ADDED = (
    2,
    3,
)  # letters at the end that can differ, and letters that can follow
_MAX_TRANSLATED_ENDING = 3  # letters at the end of a word that can differ in a translation
_ROOTS = {"ru": 3}  # shorter stems where short words are inflected too: река, реку
_COMPOUNDING_LANGUAGES = frozenset({"de"})  # languages with compound words
_ENDINGS = (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""))
"""Endings of inflected English words, and the endings of their base forms."""
_FORM_ENDINGS: Mapping[str, re.Pattern[str]] = {
    "fr": re.compile(r"(ant|[eé]?e?s?|ent|er|ez|fs?|les?|l|nes?|nte?|r|tes?|ux|ves?|x|ères?)"),
    "de": re.compile(r"(e?[mns]?|ende?|ens|er[ns]?|nen?|sen?|s?t|te[mnrs]?)"),
}
"""Endings that forms of a word can have after the letters they share, keyed by language."""
_RULES_FIELDS = frozenset({"description", "victory", "rules"})


@dataclass(frozen=True, slots=True)
class Term:
    """A term in several languages.

    Attributes:
        key: The key in the glossary.
        words: The translations, keyed by language, the preferred one first.
        everyday: Whether it is also an everyday word, which is suggested but not required.
        everyday_words: The words that are everyday words in their language only, keyed by language:
            French *premier*.
        is_of_collection: Whether it is a term of the collection rather than of the game.
    """

    key: str
    words: Mapping[str, tuple[str, ...]] = field(hash=False)
    everyday: bool = False
    everyday_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    is_of_collection: bool = False

    def translations_in(self, language: str) -> tuple[str, ...]:
        """Return the translations in a language, the preferred one first; () if there are none."""
        return next(
            (words for code, words in self.words.items() if is_same_language(code, language)), ()
        )

    def is_everyday(self, words: tuple[str, ...], language: str) -> bool:
        """Return whether words of the term are everyday words in a language."""
        return self.everyday or any(
            words == _term_words(each)
            for code, everyday in self.everyday_words.items()
            if is_same_language(code, language)
            for each in everyday
        )


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """A term found in a text.

    Attributes:
        term: The term.
        start: The index of its first character.
        end: The index after its last character.
        others: Other terms with the same words, which may be meant: French *barrage*.
        is_everyday: Whether its words are everyday words too.
    """

    term: Term
    start: int
    end: int
    others: tuple[Term, ...] = ()
    is_everyday: bool = False


class _Token(NamedTuple):
    word: str
    start: int
    end: int


class Glossary:
    """Terms that can be looked up in texts.

    Args:
        terms: The terms; if several have the same words in a language, the first is used.
    """

    def __init__(self, terms: Sequence[Term]) -> None:
        self.terms = tuple(terms)
        self._indexes: dict[str, dict[str, list[tuple[tuple[str, ...], Term]]]] = {}

    def __add__(self, other: Glossary) -> Glossary:
        """Return a glossary with the terms of both; the terms of this glossary take precedence."""
        return Glossary((*self.terms, *other.terms))

    def terms_in(self, text: str, language: str) -> tuple[FoundTerm, ...]:
        """Return the terms in a text, in order; of those that start at the same word, the longest.

        Case is ignored, as are the last letters of longer words, because words are inflected.
        """
        return tuple(self._find_terms(text, language))

    def _find_terms(self, text: str, language: str) -> Iterator[FoundTerm]:
        index = self._index(language)
        is_form_of = _form_rule(language)
        tokens = _tokens(text)
        position = 0
        while position < len(tokens):
            candidates = index.get(tokens[position].word[:_INDEXED_LETTERS], ())
            match = _longest_match(tokens, position, candidates, is_form_of) if candidates else None
            if match is None:
                position += 1
                continue
            words, term = match
            last = position + len(words) - 1
            yield FoundTerm(
                term,
                tokens[position].start,
                tokens[last].end,
                tuple(other for same, other in candidates if same == words and other is not term),
                term.is_everyday(words, language),
            )
            position = last + 1

    def _index(self, language: str) -> Mapping[str, list[tuple[tuple[str, ...], Term]]]:
        """Return the words and terms of a language, longest first, keyed by first letters."""
        if language not in self._indexes:
            index: dict[str, list[tuple[tuple[str, ...], Term]]] = {}
            for term in self.terms:
                for words in filter(None, map(_term_words, term.translations_in(language))):
                    index.setdefault(words[0][:_INDEXED_LETTERS], []).append((words, term))
            for candidates in index.values():
                candidates.sort(key=lambda pair: -len(pair[0]))  # stable: of equals the first wins
            self._indexes[language] = index
        return self._indexes[language]


_Candidate = tuple[tuple[str, ...], Term]
_FormRule = Callable[[str, str], bool]


def _longest_match(
    tokens: Sequence[_Token], index: int, candidates: Iterable[_Candidate], is_form_of: _FormRule
) -> _Candidate | None:
    """Return the longest candidate that starts at a token, preferably an exact match, or None."""
    best: _Candidate | None = None
    for words, term in candidates:
        if best is not None and len(words) < len(best[0]):
            break  # longer ones come first
        following = tokens[index : index + len(words)]
        if _tokens_match(following, words, is_form_of):
            if all(token.word == word for token, word in zip(following, words, strict=True)):
                return words, term
            best = best or (words, term)
    return best


def missing_terms(terms: Iterable[FoundTerm], text: str, language: str) -> tuple[FoundTerm, ...]:
    """Return the terms of a source that are missing from its translation.

    A term is missing if none of its accepted translations is in the text, nor one of another term
    with the same words; it is returned once, at its first occurrence. Everyday words, and terms
    without a translation into that language, are skipped.

    Args:
        terms: The terms in the source.
        text: The translation.
        language: The language of the translation.
    """
    first_occurrences: dict[str, FoundTerm] = {}
    for term in terms:
        if not term.is_everyday:
            first_occurrences.setdefault(term.term.key, term)
    index = _TextIndex(text, language)
    translations = (
        (
            found_term,
            [each.translations_in(language) for each in (found_term.term, *found_term.others)],
        )
        for found_term in first_occurrences.values()
    )
    return tuple(
        found_term
        for found_term, choices in translations
        if all(choices) and not any(index.has(word) for words in choices for word in words)
    )


def required_terms(terms: Iterable[FoundTerm], field: str) -> tuple[FoundTerm, ...]:
    """Return the terms in a text that must be translated as in the glossary.

    Terms of a collection are always required. Terms of the game are required in texts about how
    to play; in a title or a historical background the same words can mean something else.

    Args:
        terms: The terms in the text.
        field: The field of the text.
    """
    return tuple(term for term in terms if term.term.is_of_collection or field in _RULES_FIELDS)


class _TextIndex:
    """A translation in which terms are looked up, with looser matching than in a source.

    A word also matches with a different ending and, in German, as part of a compound, so that only
    clearly different words are reported.
    """

    def __init__(self, text: str, language: str) -> None:
        self._tokens, self._is_english = _tokens(text), is_same_language(language, ENGLISH)
        self._is_form_of = _is_english_form if self._is_english else _has_same_stem
        self._joined_words = " ".join(["", *{token.word for token in self._tokens}])
        self._min_stem = _ROOTS.get(language, _STEM)
        self._has_compounds = language in _COMPOUNDING_LANGUAGES
        self._indexes_by_letters: dict[str, list[int]] = {}
        for position, token in enumerate(self._tokens):
            self._indexes_by_letters.setdefault(token.word[:_INDEXED_LETTERS], []).append(position)

    def has(self, term: str) -> bool:
        """Return whether the translation contains the words of a term in sequence."""
        words = _term_words(term)
        if not words:
            return True
        as_it_is = any(
            _tokens_match(self._tokens[position : position + len(words)], words, self._is_form_of)
            for position in self._indexes_by_letters.get(words[0][:_INDEXED_LETTERS], ())
        )
        return as_it_is or (len(words) == 1 and not self._is_english and self._has_form(words[0]))

    def _has_form(self, word: str) -> bool:
        """Return whether the translation contains a word in any form or as part of a compound."""
        stem = word[: max(self._min_stem, len(word) - _MAX_TRANSLATED_ENDING)]
        may_be_compound = self._has_compounds and len(stem) >= _STEM
        return (stem if may_be_compound else f" {stem}") in self._joined_words


def _tokens(text: str) -> list[_Token]:
    return [_Token(m[0].casefold(), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def _term_words(term: str) -> tuple[str, ...]:
    return tuple(match.casefold() for match in _TOKEN.findall(term))


def _tokens_match(following: Sequence[_Token], words: Sequence[str], is_form_of: _FormRule) -> bool:
    """Return whether the tokens of a text match the words of a term, one by one."""
    return len(following) == len(words) and all(
        is_form_of(token.word, word) for token, word in zip(following, words, strict=True)
    )


def _form_rule(language: str) -> _FormRule:
    """Return the function that tells whether a word of a source is a form of a term's word."""
    if is_same_language(language, ENGLISH):
        return _is_english_form
    endings = (ending for code, ending in _FORM_ENDINGS.items() if is_same_language(code, language))
    ending = next(endings, None)
    return partial(_is_form_by_ending, ending) if ending else _has_same_stem


def _has_same_stem(text: str, word: str) -> bool:
    """Return whether a word is the same as *word* or differs only in its last letters."""
    stem = max(_STEM, len(word) - _MAX_ENDING_CHANGED)
    return text == word or (
        len(word) >= _STEM
        and text[:stem] == word[:stem]
        and len(text) <= len(word) + _MAX_ENDING_ADDED
    )


def _is_english_form(text: str, word: str) -> bool:
    """Return whether a word is the same as *word* or an inflected form of it.

    English words have few forms: *destroyer* is not a form of *destroyed*, nor *start* of *star*.
    """
    return text == word or (len(word) >= _STEM and text in _english_forms(word))


def _is_form_by_ending(ending: re.Pattern[str], text: str, word: str) -> bool:
    """Return whether a word is the same as *word* or differs from it in an ending.

    French *jouent* is not a form of *joueur*, nor German *bereits* of *Bereich*.
    """
    if not _has_same_stem(text, word):
        return False
    shared = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, word, strict=False))
    )
    return all(ending.fullmatch(each[shared:]) for each in (text, word))


@cache
def _english_forms(word: str) -> frozenset[str]:
    """Return all inflected forms of a word and of its possible base forms."""
    return frozenset(each for base in _english_bases(word) for each in _inflections(base))


def _english_bases(word: str) -> Iterator[str]:
    """Yield a word and its possible base forms."""
    yield word
    for suffix, base_ending in _ENDINGS:
        if word.endswith(suffix) and len(word) - len(suffix) >= _STEM - 1:
            yield word.removesuffix(suffix) + base_ending


def _inflections(base: str) -> Iterator[str]:
    yield base
    stem = base[:-1]
    if base.endswith("y") and base[-2:-1] not in set("aeiou"):
        yield from (f"{stem}ies", f"{stem}ied", f"{base}ing")
    elif base.endswith("e"):
        yield from (f"{base}s", f"{base}d", f"{stem}ing")
    elif base.endswith(("s", "x", "z", "ch", "sh", "o")):
        yield from (f"{base}s", f"{base}es", f"{base}ed", f"{base}ing")
    else:
        yield from (f"{base}{suffix}" for suffix in ("s", "ed", "ing"))
        yield from (f"{base}{base[-1]}{suffix}" for suffix in ("ed", "ing"))


@cache
def game_glossary() -> Glossary:
    """Return the glossary of the game; cached after the first call.

    Raises:
        CatalogueError: the program's data is invalid.
    """
    try:
        return Glossary(_parse_terms(yaml_file(_DATA)))
    except (OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{_DATA.name} is wrong: {error!r}") from error


def read_glossary(path: Path) -> Glossary:
    """Read the glossary of a collection.

    Raises:
        ReadError: the file cannot be read or is not a glossary; the message names the line.
    """
    file = read_yaml_file(path, _MAX_BYTES)
    try:
        return Glossary([replace(term, is_of_collection=True) for term in _parse_terms(file.tree)])
    except (TypeError, ValueError) as error:
        text = message("a glossary must contain terms, each with a list of words for each language")
        raise file.error_at(str(error), text) from error


def glossary_of(folder: Path | None) -> Glossary:
    """Return the glossary of the game, extended by the glossary in a collection's folder, if any.

    Raises:
        ReadError: the glossary of the collection is damaged.
    """
    own_path = folder / COLLECTION_GLOSSARY if folder else None
    return (
        read_glossary(own_path) + game_glossary()
        if own_path and own_path.is_file()
        else game_glossary()
    )


def _parse_terms(tree: object) -> list[Term]:
    """Return the terms of a glossary file.

    Raises:
        ValueError: the content is not a glossary; the message is the pointer to the invalid value.
    """
    terms = tree.get("terms") if isinstance(tree, dict) else None
    if not isinstance(terms, dict):
        raise ValueError("")
    return [_parse_term(key, entry) for key, entry in terms.items()]


def _parse_term(key: str, entry: object) -> Term:
    if not isinstance(entry, dict):
        raise ValueError(f"/terms/{key}")
    everyday = entry.get(_EVERYDAY_KEY, False)
    words = {code: each for code, each in entry.items() if code != _EVERYDAY_KEY}
    if isinstance(everyday, bool):
        return Term(key, _parse_words_by_language(f"/terms/{key}", words), everyday)
    if not isinstance(everyday, dict):
        raise ValueError(f"/terms/{key}/{_EVERYDAY_KEY}")
    everyday_words = _parse_words_by_language(f"/terms/{key}/{_EVERYDAY_KEY}", everyday)
    return Term(
        key, _parse_words_by_language(f"/terms/{key}", words), everyday_words=everyday_words
    )


def _parse_words_by_language(
    pointer: str, entry: Mapping[str, object]
) -> Mapping[str, tuple[str, ...]]:
    words: dict[str, tuple[str, ...]] = {}
    for code, each in entry.items():
        word_list = [each] if isinstance(each, str) else each
        if not isinstance(word_list, list) or not all(isinstance(word, str) for word in word_list):
            raise ValueError(f"{pointer}/{code}")
        words[code] = tuple(word_list)
    return words
