"""Finding files of a library: by words, by what is known of them, in an order."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.search_words import fold_text, search_words
from m44core.diagnostics import Severity
from m44core.library.file_facts import FileFacts
from m44core.messages.message import Words
from m44core.messages.words import words
from m44core.values import dataclass

NOT_STATED = ""
"""The value of what a file does not say."""

WHOLE, IN_PART = "whole", "part"
NO_FINDINGS = "none"
"""The value of a file in which nothing was found."""


def _findings(facts: FileFacts) -> tuple[str, ...]:
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
    "findings": _findings,
    "arena": lambda facts: (facts.arena,),
    "plays": lambda facts: (WHOLE if facts.whole else IN_PART,),
}
"""What files are told apart by: the values of each file. One that holds no scenario has none."""

FacetFilter = Mapping[str, Collection[str]]
"""Which values are wanted of which facets; a facet without any asks for nothing."""


def facet_values(facts: FileFacts, facet: str) -> tuple[str, ...]:
    """Return the values of a file for one of the :data:`FACETS`."""
    return () if facts.failure else FACETS[facet](facts)


def matches_filter(facts: FileFacts, chosen: FacetFilter) -> bool:
    """Tell whether a file has one of the wanted values of each facet that asks for any."""
    return all(
        not wanted or any(value in wanted for value in facet_values(facts, facet))
        for facet, wanted in chosen.items()
    )


@dataclass(frozen=True, slots=True)
class SearchableFile:
    """A file as it is searched.

    Attributes:
        name: Its name, in small letters without accents.
        text: Its titles and texts, in the same way.
        pieces: What lies on its board.
    """

    name: str
    text: str
    pieces: frozenset[str]


def searchable_file(name: str, facts: FileFacts) -> SearchableFile:
    """Return what is searched of a file called *name*."""
    return SearchableFile(fold_text(name), facts.texts, frozenset(facts.pieces))


class Query:
    """What somebody looks for: words all of which have to be found, in a text or as a piece.

    Args:
        asked: The words; those in double quotes belong together.
        told: The language the pieces are called in, beside English.
    """

    def __init__(self, asked: str, told: Words) -> None:
        self._wanted = [(word, _pieces_called(word, told)) for word in _words(asked)]

    def __bool__(self) -> bool:
        """Tell whether anything is looked for."""
        return bool(self._wanted)

    def matches(self, file: SearchableFile) -> bool:
        """Tell whether a file has all of it."""
        return all(
            word in file.text or word in file.name or not file.pieces.isdisjoint(pieces)
            for word, pieces in self._wanted
        )


def _words(asked: str) -> list[str]:
    """Return the words, as they are compared."""
    parts = fold_text(asked).split('"')
    groups = [[part] if number % 2 else part.split() for number, part in enumerate(parts)]
    return [word.strip() for group in groups for word in group if word.strip()]


def _pieces_called(word: str, told: Words) -> frozenset[str]:
    """Return the pieces whose names, or other words for them, have a word in them."""
    return frozenset(name for name, said in _names(told.language.code) if word in said)


@lru_cache(maxsize=2)
def _names(language: str) -> list[tuple[str, str]]:
    """Return what each piece of the game is called, as it is compared.

    Those of user packs are among the texts of their files: another file may have another of
    that name.
    """
    told, others = words(language), search_words(language)
    return [
        (e.name, fold_text(f"{told.render(e.title)} {e.label} {others.get(e.name, '')}"))
        for e in base_catalogue().elements.values()
    ]


ORDERS: Mapping[str, Callable[[str, FileFacts], tuple[object, ...]]] = {
    "title": lambda path, facts: (facts.failure != "", _title(path, facts)),
    "date": lambda path, facts: (not facts.begins, facts.begins, facts.ends, _title(path, facts)),
    "file": lambda path, _: (fold_text(path),),
    "board": lambda path, facts: (facts.board, facts.face, _title(path, facts)),
    "findings": lambda path, facts: (
        not facts.failure,
        *(-number for number in (facts.errors, facts.warnings, facts.notes)),
        _title(path, facts),
    ),
}
"""How files are put in order: what each is compared by."""


def _title(path: str, facts: FileFacts) -> str:
    return fold_text(facts.title or os.path.basename(path))  # noqa: PTH119 - a Path takes longer
