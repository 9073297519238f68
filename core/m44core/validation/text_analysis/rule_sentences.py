"""Sentences that state rules: what they forbid or change, and their game terms.

The words are under ``stated`` in the files of the languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from m44core.data_files import Entry
from m44core.validation.text_analysis.compiled_patterns import PatternCache
from m44core.validation.time_budget import raise_if_overdue


class RuleSentence(NamedTuple):
    """A sentence that states a rule.

    Attributes:
        text: The sentence.
        key: "forbids" if units may not do something, "changes" if it is about dice, "acts" if it
            describes some other event on the board.
    """

    text: str
    key: str


class RuleSentenceReader:
    """Finds the sentences of one language that state rules.

    Args:
        entry: The content of the file of the language.
        patterns: Its compiled patterns.
        spaced: Whether there are spaces between words.
    """

    def __init__(self, entry: Entry, patterns: PatternCache, *, spaced: bool) -> None:
        self._restrictions: str = entry["restricts"]
        self._patterns = patterns
        self._data: Entry = entry["stated"]
        self._is_spaced = spaced

    def find(
        self, sentences: Iterator[str], acts: Iterable[Iterable[str]] = ()
    ) -> Iterator[RuleSentence]:
        """Yield the sentences that restrict units, mention dice, or describe certain acts.

        Args:
            sentences: The sentences of a text.
            acts: Lists of terms; a sentence with all terms of one list describes an act.
        """
        for sentence in sentences:
            raise_if_overdue()
            if self._restriction_pattern.search(sentence):
                yield RuleSentence(sentence.strip(), "forbids")
            elif self._change_pattern.search(sentence):
                yield RuleSentence(sentence.strip(), "changes")
            elif any(all(self.has_term(term, sentence) for term in terms) for terms in acts):
                yield RuleSentence(sentence.strip(), "acts")

    def has_term(self, term: str, sentence: str) -> bool:
        """Return whether a sentence has a term of the game, by its key."""
        return self._term_pattern(term).search(sentence) is not None

    def restates_general_rule(self, sentence: str) -> bool:
        """Return whether a sentence repeats a rule that applies in every scenario."""
        return any(pattern.search(sentence) for pattern in self._restated_patterns)

    def is_about_this_battle(self, sentence: str) -> bool:
        """Return whether a sentence applies only to certain turns, or only to this battle."""
        return self._only_here_pattern.search(sentence) is not None

    def restricts(self, sentence: str) -> bool:
        """Return whether a sentence forbids something, or allows it only to some."""
        return self._restriction_pattern.search(sentence) is not None

    def cancels_rule(self, sentence: str) -> bool:
        """Return whether a sentence says that a rule does not apply."""
        return self._cancellation_pattern.search(sentence) is not None

    @cached_property
    def _restriction_pattern(self) -> re.Pattern[str]:
        return self._patterns.compiled("restricts", lambda: self._restrictions, re.IGNORECASE)

    @cached_property
    def _only_here_pattern(self) -> re.Pattern[str]:
        return self._word_pattern("only_here", self._data["only_here"])

    @cached_property
    def _change_pattern(self) -> re.Pattern[str]:
        return self._word_pattern("changes", self._data["changes"])

    @cached_property
    def _cancellation_pattern(self) -> re.Pattern[str]:
        return self._word_pattern("abolishes", self._data["abolishes"])

    @cached_property
    def _restated_patterns(self) -> tuple[re.Pattern[str], ...]:
        restated = enumerate(self._data["restated"])
        return tuple(
            self._word_pattern(f"restated {number}", pattern) for number, pattern in restated
        )

    def _term_pattern(self, key: str) -> re.Pattern[str]:
        return self._word_pattern(f"term {key}", self._data["terms"][key])

    def _word_pattern(self, name: str, pattern: str) -> re.Pattern[str]:
        """Return a compiled pattern that matches only from the start of a word."""
        start = r"(?<!\w)" if self._is_spaced else ""
        return self._patterns.compiled(
            f"stated {name}", lambda: f"{start}(?:{pattern})", re.IGNORECASE
        )

    def compile_all(self) -> None:
        """Compile all patterns, for the build."""
        _ = (
            self._restriction_pattern,
            self._only_here_pattern,
            self._change_pattern,
            self._cancellation_pattern,
            self._restated_patterns,
        )
        for key in self._data["terms"]:
            self._term_pattern(key)
