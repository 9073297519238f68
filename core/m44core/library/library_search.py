"""Searching, filtering and sorting the files of a library."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.search_words import fold_text, search_words
from m44core.diagnostics import Severity
from m44core.library.file_facts import FileFacts
from m44core.messages.message import Renderer
from m44core.messages.renderers import renderer_in
from m44core.values import dataclass

NOT_STATED = ""
"""The facet value for files that have no value."""

WHOLE, IN_PART = "whole", "part"
NO_FINDINGS = "none"
"""The facet value for files without problems."""


def _severity_values(facts: FileFacts) -> tuple[str, ...]:
    numbers = {
        Severity.ERROR: facts.errors,
        Severity.WARNING: facts.warnings,
        Severity.INFO: facts.notes,
    }
    return tuple(severity.value for severity, number in numbers.items() if number) or (NO_FINDINGS,)


FACETS: Mapping[str, Callable[[FileFacts], tuple[str, ...]]] = {
    "board": lambda facts: (facts.board,),
    "face": lambda facts: (facts.face,),
    "nation": lambda facts: facts.nations or (NOT_STATED,),
    "front": lambda facts: (facts.front,),
    "year": lambda facts: (facts.begins[:4],),
    "box": lambda facts: facts.boxes,
    "language": lambda facts: facts.languages or (NOT_STATED,),
    "findings": _severity_values,
    "arena": lambda facts: (facts.arena,),
    "plays": lambda facts: (WHOLE if facts.whole else IN_PART,),
}
"""For each facet, the function that returns the values of a file."""

FacetFilter = Mapping[str, Collection[str]]
"""The selected values of each facet; without selected values, a facet restricts nothing."""


def facet_values(facts: FileFacts, facet: str) -> tuple[str, ...]:
    """Return the values of a file for one of the :data:`FACETS`; () without a scenario."""
    return () if facts.failure else FACETS[facet](facts)


def matches_filter(facts: FileFacts, selection: FacetFilter) -> bool:
    """Return whether a file has a selected value for every facet with a selection."""
    return all(
        not selected_values or any(value in selected_values for value in facet_values(facts, facet))
        for facet, selected_values in selection.items()
    )


@dataclass(frozen=True, slots=True)
class SearchableFile:
    """A file normalized for search.

    Attributes:
        name: The file name in lower case without accents.
        text: The texts, normalized in the same way.
        pieces: The .m44 names of the pieces on its board.
    """

    name: str
    text: str
    pieces: frozenset[str]


def searchable_file(name: str, facts: FileFacts) -> SearchableFile:
    """Return the name and the facts of a file, normalized for search."""
    return SearchableFile(fold_text(name), facts.texts, frozenset(facts.pieces))


class Query:
    """A search for words, all of which must occur in the texts, file name or piece names.

    Args:
        query: The words; words in double quotes are a phrase.
        renderer: Renders the names of pieces, which are searched in addition to the English names.
    """

    def __init__(self, query: str, renderer: Renderer) -> None:
        self._terms = [(word, _pieces_named(word, renderer)) for word in _split_query(query)]

    def __bool__(self) -> bool:
        """Return whether there are any words."""
        return bool(self._terms)

    def matches(self, file: SearchableFile) -> bool:
        """Return whether each word is in a file's texts, name or piece names."""
        return all(
            word in file.text or word in file.name or not file.pieces.isdisjoint(pieces)
            for word, pieces in self._terms
        )


def _split_query(query: str) -> list[str]:
    """Split a query into normalized words and phrases."""
    parts = fold_text(query).split('"')
    groups = [[part] if number % 2 else part.split() for number, part in enumerate(parts)]
    return [word.strip() for group in groups for word in group if word.strip()]


def _pieces_named(word: str, renderer: Renderer) -> frozenset[str]:
    """Return the .m44 names of the pieces whose names or synonyms contain a word."""
    return frozenset(name for name, names in _names(renderer.language.code) if word in names)


@lru_cache(maxsize=2)
def _names(language: str) -> list[tuple[str, str]]:
    """Return the .m44 name of each piece of the game, with its normalized names and synonyms.

    Names from user packs are in the texts of their files instead, since different files can have
    different pieces of the same name.
    """
    language_renderer, words_by_name = renderer_in(language), search_words(language)
    return [
        (
            e.name,
            fold_text(
                f"{language_renderer.render(e.title)} {e.label} {words_by_name.get(e.name, '')}"
            ),
        )
        for e in base_catalogue().elements.values()
    ]


ORDERS: Mapping[str, Callable[[str, FileFacts, str], tuple[object, ...]]] = {
    "title": lambda path, facts, title: (facts.failure != "", _title_sort_key(path, title)),
    "date": lambda path, facts, title: (
        not facts.begins,
        facts.begins,
        facts.ends,
        _title_sort_key(path, title),
    ),
    "file": lambda path, _facts, _title: (fold_text(path),),
    "board": lambda path, facts, title: (facts.board, facts.face, _title_sort_key(path, title)),
    "findings": lambda path, facts, title: (
        not facts.failure,
        *(-number for number in (facts.errors, facts.warnings, facts.notes)),
        _title_sort_key(path, title),
    ),
}
"""For each order, the function that returns the sort key of a file.

Its arguments are the path, the facts and the title shown, in whichever language.
"""


def _title_sort_key(path: str, title: str) -> str:
    return fold_text(title or os.path.basename(path))  # noqa: PTH119 - a Path takes longer
