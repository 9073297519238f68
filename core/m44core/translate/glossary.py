"""Terms and their translations: found in a text, offered, and asked for where they are missing.

The game's own terms come with the program; a collection adds its own in a file of the same form
(``glossary.yaml``), which are taken before ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.data_files import yaml_file
from m44core.errors import CatalogueError
from m44core.io.text.yaml_file import read_yaml_file
from m44core.messages.languages import ENGLISH
from m44core.messages.message import message
from m44core.translate.text_languages import same_language
from m44core.values import dataclass

COLLECTION_GLOSSARY = "glossary.yaml"
"""What the glossary of a collection is called in its folder."""

_DATA = Path(__file__).parent / COLLECTION_GLOSSARY
_EVERYDAY = "everyday"
_LARGEST = 2_000_000
_SIGNS = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"  # each a word of its own
_TOKEN = re.compile(rf"[{_SIGNS}]|[^\W_{_SIGNS}]+")
_STEM = 4  # letters of a word that stay
_OPENING = 3  # letters by which words are looked up: city, cities
_LOST, _MORE = 2, 3  # letters at its end that may be others, and letters that may follow it
_CHANGED = 3  # letters at the end of a word looked for in a translation that may be otherwise
_ROOTS = {"ru": 3}  # letters that stay where short words are declined, too: река, реку
_JOINING = frozenset({"de"})  # languages that write words together
_ENDINGS = (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""))
"""How forms of English words end, and how the words themselves do."""
_PLAYED = frozenset({"description", "victory", "rules"})


@dataclass(frozen=True, slots=True)
class Term:
    """A term in several languages.

    Attributes:
        key: What it is called in its glossary.
        words: By language, how it is said: first the one to choose, then others that are
            understood.
        everyday: Whether it is a word of everyday texts as well: it is offered, not asked for.
        own: Whether it is a term of a collection, and not of the game.
    """

    key: str
    words: Mapping[str, tuple[str, ...]] = field(hash=False)
    everyday: bool = False
    own: bool = False

    def translations_in(self, language: str) -> tuple[str, ...]:
        """Return how it is said in a language, the one to choose first; nothing where unknown."""
        return next((of for code, of in self.words.items() if same_language(code, language)), ())


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """A term in a text.

    Attributes:
        term: The term.
        start: Where it begins.
        end: Where it ends.
    """

    term: Term
    start: int
    end: int


class _Token(NamedTuple):
    word: str
    start: int
    end: int


class Glossary:
    """Terms, and where they stand in texts.

    Args:
        terms: The terms; of two that say the same in a language, the first counts.
    """

    def __init__(self, terms: Sequence[Term]) -> None:
        self.terms = tuple(terms)
        self._indexes: dict[str, dict[str, list[tuple[tuple[str, ...], Term]]]] = {}

    def __add__(self, other: Glossary) -> Glossary:
        """Return both together, the terms of this one before those of the other."""
        return Glossary((*self.terms, *other.terms))

    def terms_in(self, text: str, language: str) -> tuple[FoundTerm, ...]:
        """Return the terms in a text, in its order; the longest where several begin.

        Capitals do not matter, and neither do the last letters of a longer word, for words are
        declined.
        """
        return tuple(self._found(text, language))

    def _found(self, text: str, language: str) -> Iterator[FoundTerm]:
        index = self._index(language)
        english = same_language(language, ENGLISH)
        tokens = _tokens(text)
        place = 0
        while place < len(tokens):
            known = index.get(tokens[place].word[:_OPENING], ())
            match = _best(tokens, place, known, english) if known else None
            if match is None:
                place += 1
                continue
            last = place + len(match[0]) - 1
            yield FoundTerm(match[1], tokens[place].start, tokens[last].end)
            place = last + 1

    def _index(self, language: str) -> Mapping[str, list[tuple[tuple[str, ...], Term]]]:
        """Return the terms of a language by the letters their words begin with, longer first."""
        if language not in self._indexes:
            index: dict[str, list[tuple[tuple[str, ...], Term]]] = {}
            for term in self.terms:
                for words in filter(None, map(_words, term.translations_in(language))):
                    index.setdefault(words[0][:_OPENING], []).append((words, term))
            for known in index.values():
                known.sort(key=lambda pair: -len(pair[0]))  # stable: the first of equals counts
            self._indexes[language] = index
        return self._indexes[language]


_Known = tuple[tuple[str, ...], Term]


def _best(
    tokens: Sequence[_Token], place: int, known: Iterable[_Known], english: bool
) -> _Known | None:
    """Return the longest term at a place of a text; of equals the one that is not declined."""
    best: _Known | None = None
    for words, term in known:
        if best is not None and len(words) < len(best[0]):
            break  # longer ones come first
        there = tokens[place : place + len(words)]
        if _stand(there, words, english):
            if all(token.word == word for token, word in zip(there, words, strict=True)):
                return words, term
            best = best or (words, term)
    return best


def missing_terms(terms: Iterable[FoundTerm], text: str, language: str) -> tuple[FoundTerm, ...]:
    """Return those of a source's terms for which its translation has none of the words.

    Each term is told once, where it stands first. Everyday words, and terms without a word in the
    language of the translation, are passed over.

    Args:
        terms: The terms in the source.
        text: The translation.
        language: Its language.
    """
    first: dict[str, FoundTerm] = {}
    for found in terms:
        if not found.term.everyday:
            first.setdefault(found.term.key, found)
    there = _Said(text, language)
    said = ((found, found.term.translations_in(language)) for found in first.values())
    return tuple(found for found, words in said if words and not any(map(there.has, words)))


def required_terms(terms: Iterable[FoundTerm], field: str) -> tuple[FoundTerm, ...]:
    """Return those terms of a text that are to be translated as the glossary has them.

    Terms of a collection always are. Those of the game are where a text tells how to play; a title
    or a history has the same words in every sense.

    Args:
        terms: The terms in the text.
        field: Which text it is.
    """
    return tuple(found for found in terms if found.term.own or field in _PLAYED)


class _Said:
    """A text in which words are looked up, more kindly than terms are found in a source.

    A word in another form or with another ending counts as said, and in German one that is part of
    another: who asks wants to know what is called otherwise.
    """

    def __init__(self, text: str, language: str) -> None:
        self._tokens, self._english = _tokens(text), same_language(language, ENGLISH)
        self._all = " ".join(["", *{token.word for token in self._tokens}])
        self._root = _ROOTS.get(language, _STEM)
        self._joins = language in _JOINING
        self._places: dict[str, list[int]] = {}
        for place, token in enumerate(self._tokens):
            self._places.setdefault(token.word[:_OPENING], []).append(place)

    def has(self, term: str) -> bool:
        """Tell whether the words of a term stand in it one after the other."""
        words = _words(term)
        if not words:
            return True
        as_it_is = any(
            _stand(self._tokens[place : place + len(words)], words, self._english)
            for place in self._places.get(words[0][:_OPENING], ())
        )
        return as_it_is or (len(words) == 1 and not self._english and self._has_form(words[0]))

    def _has_form(self, word: str) -> bool:
        """Tell whether a word stands there in some form, or as part of another word."""
        stem = word[: max(self._root, len(word) - _CHANGED)]
        within = self._joins and len(stem) >= _STEM
        return (stem if within else f" {stem}") in self._all


def _tokens(text: str) -> list[_Token]:
    return [_Token(m[0].casefold(), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def _words(term: str) -> tuple[str, ...]:
    return tuple(match.casefold() for match in _TOKEN.findall(term))


def _stand(there: Sequence[_Token], words: Sequence[str], english: bool) -> bool:
    """Tell whether words of a text are those of a term."""
    return len(there) == len(words) and all(
        _alike(token.word, word, english) for token, word in zip(there, words, strict=True)
    )


def _alike(said: str, word: str, english: bool) -> bool:
    """Tell whether a word is another one, but for how it is declined.

    English words have few forms: a destroyer is not what was destroyed, nor a star a start.
    """
    if said == word:
        return True
    if english:
        return len(word) >= _STEM and said in _english_forms(word)
    stem = max(_STEM, len(word) - _LOST)
    return len(word) >= _STEM and said[:stem] == word[:stem] and len(said) <= len(word) + _MORE


@cache
def _english_forms(word: str) -> frozenset[str]:
    """Return the forms of a word: its plural and those of a verb, and what it may be a form of."""
    return frozenset(each for base in _english_bases(word) for each in _inflected(base))


def _english_bases(word: str) -> Iterator[str]:
    """Yield a word, and that of which it may be the plural or a form of a verb."""
    yield word
    for ending, before in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM - 1:
            yield word.removesuffix(ending) + before


def _inflected(base: str) -> Iterator[str]:
    yield base
    stem = base[:-1]
    if base.endswith("y") and base[-2:-1] not in set("aeiou"):
        yield from (f"{stem}ies", f"{stem}ied", f"{base}ing")
    elif base.endswith("e"):
        yield from (f"{base}s", f"{base}d", f"{stem}ing")
    elif base.endswith(("s", "x", "z", "ch", "sh", "o")):
        yield from (f"{base}s", f"{base}es", f"{base}ed", f"{base}ing")
    else:
        yield from (f"{base}{ending}" for ending in ("s", "ed", "ing"))
        yield from (f"{base}{base[-1]}{ending}" for ending in ("ed", "ing"))


@cache
def game_glossary() -> Glossary:
    """Return the terms of the game.

    Raises:
        CatalogueError: our own data is wrong.
    """
    try:
        return Glossary(_terms(yaml_file(_DATA)))
    except (OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{_DATA.name} is wrong: {error!r}") from error


def read_glossary(path: Path) -> Glossary:
    """Return the terms of a collection's own file.

    Raises:
        ReadError: it cannot be read, or is no glossary; the message has its line.
    """
    file = read_yaml_file(path, _LARGEST)
    try:
        return Glossary([replace(term, own=True) for term in _terms(file.tree)])
    except (TypeError, ValueError) as error:
        what = message("a glossary has terms, each with a list of words a language")
        raise file.error_at(str(error), what) from error


def glossary_of(folder: Path | None) -> Glossary:
    """Return the terms of a collection before those of the game.

    Raises:
        ReadError: the file of the collection is damaged.
    """
    own = folder / COLLECTION_GLOSSARY if folder else None
    return read_glossary(own) + game_glossary() if own and own.is_file() else game_glossary()


def _terms(tree: object) -> list[Term]:
    """Return the terms a file says.

    Raises:
        ValueError: it says something else; the pointer to it is the message.
    """
    terms = tree.get("terms") if isinstance(tree, dict) else None
    if not isinstance(terms, dict):
        raise ValueError("")
    return [_term(key, said) for key, said in terms.items()]


def _term(key: str, said: object) -> Term:
    if not isinstance(said, dict):
        raise ValueError(f"/terms/{key}")
    everyday = said.get(_EVERYDAY, False)
    if not isinstance(everyday, bool):
        raise ValueError(f"/terms/{key}/{_EVERYDAY}")
    return Term(key, _by_language(key, said), everyday)


def _by_language(key: str, said: Mapping[str, object]) -> Mapping[str, tuple[str, ...]]:
    words: dict[str, tuple[str, ...]] = {}
    for code, each in said.items():
        if code == _EVERYDAY:
            continue
        listed = [each] if isinstance(each, str) else each
        if not isinstance(listed, list) or not all(isinstance(word, str) for word in listed):
            raise ValueError(f"/terms/{key}/{code}")
        words[code] = tuple(listed)
    return words
