"""The texts of a scenario in each language, and their statements about cards, medals and turns.

They are analyzed once for all checks, up to a length that no published text reaches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.findings.finding_kinds import Phrase, phrase
from m44core.io.vocabulary.field_values import TEXT_FIELDS
from m44core.model.scenario_parts import Texts
from m44core.validation.text_analysis.language_patterns import (
    LanguagePatterns,
    language_tag,
    patterns_for_language,
)
from m44core.validation.text_analysis.tokenizer import Reading
from m44core.values import dataclass

MAX_LETTERS = 10_000
"""Maximum number of letters of a text that are analyzed; published texts have up to some 4,000."""

MAX_TOTAL_LETTERS = 60_000
"""Maximum number of letters of all texts together that are analyzed."""

MIN_LETTERS = 100
"""Number of letters of each text that are analyzed even if the total is used up."""

MAX_LANGUAGES = 40


@dataclass(frozen=True, slots=True)
class TruncatedTexts:
    """The texts of a scenario, truncated to the length that is analyzed.

    Attributes:
        texts: The texts, keyed by language.
        original_lengths: The full lengths of the truncated texts in characters, keyed by language
            and field.
    """

    texts: Mapping[str, Texts]
    original_lengths: Mapping[tuple[str, str], int]

    def is_truncated(self, pointer: str) -> bool:
        """Return whether a pointer leads to a truncated text."""
        return any(pointer == f"/texts/{code}/{name}" for code, name in self.original_lengths)


def truncate_texts(texts: Mapping[str, Texts]) -> TruncatedTexts:
    """Return the texts, truncated where they are too long to be analyzed.

    Languages beyond :data:`MAX_LANGUAGES` are left out.
    """
    letters_left = MAX_TOTAL_LETTERS
    original_lengths: dict[tuple[str, str], int] = {}
    truncated_texts: dict[str, Texts] = {}
    for code, original in islice(texts.items(), MAX_LANGUAGES):
        shorter: dict[str, str] = {}
        for name in TEXT_FIELDS:
            text = getattr(original, name) or ""
            max_letters = max(MIN_LETTERS, min(MAX_LETTERS, letters_left))
            letters_left -= min(len(text), max_letters)
            if len(text) > max_letters:
                original_lengths[code, name] = len(text)
                shorter[name] = text[:max_letters]
        truncated_texts[code] = original.with_texts(shorter) if shorter else original
    return TruncatedTexts(truncated_texts, original_lengths)


FIELDS = ("name", "subtitle", "historical", "description", "victory", "rules", "bibliography")
_HEADER_MARGIN = " \n\t.;!?)]-"
_MAX_HEADINGS = 16  # maximum headings of a briefing in which nations are looked for
_HEADING_LETTERS = 80  # maximum letters of a heading that are analyzed
_HEADING_END = re.compile("[:\n\N{FULLWIDTH COLON}]")
BRIEFING_FIELDS = ("description", "victory", "rules")
"""The fields that explain how the scenario is played."""


class Claim(NamedTuple):
    """A number stated by a text.

    Attributes:
        number: The number.
        field: The field of the text.
        span: The start and end of the number in the text.
    """

    number: int
    field: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GrowingHand:
    """A hand that grows after the first turns (B-SETUP-08).

    Attributes:
        hand: The final number of cards; None if the text does not state it.
        draws: The turns after which more cards are drawn, each with the extra cards.
    """

    hand: int | None
    draws: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class LanguageTexts:
    """The texts of a scenario in one language, and the facts they state.

    Attributes:
        code: The language code in the file.
        texts: The texts.
        language: The language for interpreting them; None if it is not supported.
    """

    code: str
    texts: Texts
    language: LanguagePatterns | None

    @cached_property
    def filled_fields(self) -> Mapping[str, str]:
        """The texts that are not blank, keyed by field."""
        fields = ((name, getattr(self.texts, name)) for name in FIELDS)
        return {name: text for name, text in fields if text and not text.isspace()}

    def fields(self, names: Iterable[str] = FIELDS) -> Iterator[tuple[str, str]]:
        """Yield the non-blank texts of some fields, each preceded by its field."""
        return ((name, self.filled_fields[name]) for name in names if name in self.filled_fields)

    def mentions(self, rule: str) -> bool:
        """Return whether the briefing may mention a rule; False if the language is unsupported."""
        return self.language is not None and self.language.hints_at(rule, self.briefing)

    def may_mention(self, rule: str) -> bool:
        """Return whether the briefing may mention a rule, perhaps by its English name."""
        return self.mentions(rule) or patterns_for_language("en").hints_at(rule, self.briefing)

    def find_rule(self, rule: str) -> tuple[str, re.Match[str]] | None:
        """Return the briefing field that puts a rule into effect, and the match there.

        Return None if no field does, or if the language is not supported.
        """
        if rule not in self._found_rules:
            self._found_rules[rule] = self._find_in_fields(rule) if self.mentions(rule) else None
        return self._found_rules[rule]

    @cached_property
    def _found_rules(self) -> dict[str, tuple[str, re.Match[str]] | None]:
        """The results of :meth:`find_rule` so far, keyed by rule."""
        return {}

    def _find_in_fields(self, rule: str) -> tuple[str, re.Match[str]] | None:
        assert self.language
        for field, text in self.fields(BRIEFING_FIELDS):
            match = self.language.find_rule(rule, text)
            if match:
                return field, match
        return None

    @property
    def leaves_out_badges(self) -> bool:
        """Whether the briefing says that units have no badge, or need none."""
        return self.language is not None and self.language.leaves_out_badges(self.briefing)

    @cached_property
    def briefing(self) -> str:
        """The text about how the scenario is played, in lower case."""
        return "\n".join(text for _, text in self.fields(BRIEFING_FIELDS)).lower()

    @cached_property
    def objective_sentences(self) -> tuple[str, ...]:
        """The sentences of the victory conditions and special rules that are about objectives."""
        if self.language is None:
            return ()
        sentences = (
            self.language.objective_sentences(t) for _, t in self.fields(("victory", "rules"))
        )
        return tuple(sentence for each in sentences for sentence in each)

    @cached_property
    def cards(self) -> Mapping[Side, Claim]:
        """The command cards each side is dealt; sides without a clear number are left out."""
        return self._claims_by_side("cards", "description")

    @cached_property
    def medals(self) -> Mapping[Side, Claim]:
        """The medals each side needs to win; sides without a clear number are left out."""
        return self._claims_by_side("medals", "victory")

    @cached_property
    def first_movers(self) -> tuple[Side, ...]:
        """The side that moves first, or both if both parts of the briefing say *you*.

        The result is empty if this is unclear. A sentence that names a side may be about another
        battle, and counts only if it is the only one.
        """
        readings = self._read_unconditional("first")
        addressed_sides = (
            self._addressed_side(reading.start) for reading in readings if reading.side is None
        )
        sides = tuple(dict.fromkeys(side for side in addressed_sides if side))
        named_sides = {reading.side for reading in readings if reading.side}
        if sides or named_sides:
            return sides or (tuple(named_sides) if len(named_sides) == 1 else ())
        movers = (
            self.language.first_movers(self.filled_fields.get("description", ""))
            if self.language
            else ()
        )
        return tuple(movers) if len(movers) == 1 else ()

    @cached_property
    def first_moves(self) -> tuple[tuple[Side, tuple[int, int]], ...]:
        """Every side that moves first according to the description, with the span that says so."""
        moves = (
            (r.side or self._addressed_side(r.start), r) for r in self._read_unconditional("first")
        )
        return tuple((side, (r.start, r.end)) for side, r in moves if side)

    @cached_property
    def growing_hands(self) -> Mapping[Side, GrowingHand]:
        """The hands that grow, keyed by side."""
        hands = {self._addressed_side(r.start): r.numbers["m"] for r in self._read("hand")}
        draws = {self._addressed_side(r.start): _extra_draws(r) for r in self._read("growth")}
        return {
            side: GrowingHand(hands.get(side), draws.get(side, ()))
            for side in Side
            if side in hands or side in draws
        }

    @cached_property
    def nations(self) -> Mapping[Side, frozenset[str]]:
        """The flag codes of the nations in the heading of each side's part of the description."""
        nations_by_side: dict[Side, frozenset[str]] = {}
        for offset, side in self._headings[:_MAX_HEADINGS]:
            line = (self.texts.description or "")[offset : offset + _HEADING_LETTERS].lstrip(
                _HEADER_MARGIN
            )
            codes = self._nations_of(_HEADING_END.split(line, maxsplit=1)[0])
            if side and codes:
                nations_by_side[side] = nations_by_side.get(side, frozenset()) | codes
        return nations_by_side

    def _nations_of(self, text: str) -> frozenset[str]:
        return self.language.nations(text) if self.language else frozenset()

    def compared_spans(self, field: str) -> Iterator[tuple[int, int]]:
        """Yield the spans of numbers in a field that are compared with the data."""
        for claim in (*self.cards.values(), *self.medals.values()):
            if claim.field == field:
                yield claim.span

    @cached_property
    def _headers(self) -> list[Reading]:
        return self._read("header")

    @cached_property
    def _headings(self) -> tuple[tuple[int, Side | None], ...]:
        """The offset and side of each heading; empty unless both sides are known.

        Otherwise text after a nation of unknown side would count for the other side. A nation that
        changed sides is the enemy of the only side that is named.
        """
        sides = {r.side for r in self._headers if r.side}
        enemy = next(iter(sides)).enemy if len(sides) == 1 else None
        headings = [(r.start, r.side or enemy) for r in self._headers]
        return tuple(headings) if {side for _, side in headings} >= set(Side) else ()

    @cached_property
    def addressed_twice(self) -> Side | None:
        """The side that both parts of the briefing address, in the same words; normally None."""
        description = self.texts.description or ""
        headers = [
            (r.side, description[r.start : r.end].strip(_HEADER_MARGIN)) for r in self._headers
        ]
        return headers[0][0] if len(headers) == len(Side) and len(set(headers)) == 1 else None

    def _addressed_side(self, offset: int) -> Side | None:
        """Return the side that the description addresses at *offset*; None if unknown."""
        sides = [side for start, side in self._headings if start <= offset]
        return sides[-1] if sides else None

    def _read(self, kind: str, field: str = "description") -> list[Reading]:
        text = getattr(self.texts, field)
        return self.language.read(kind, text) if self.language and text else []

    def _read_unconditional(self, kind: str, field: str = "description") -> list[Reading]:
        text = getattr(self.texts, field)
        return self.language.read_unconditional(kind, text) if self.language and text else []

    def _claims_by_side(self, kind: str, field: str) -> Mapping[Side, Claim]:
        """Return the claim about each side; a side with two different numbers is left out."""
        claims_by_side: dict[Side, set[Claim]] = {side: set() for side in Side}
        readings = self._read_unconditional(kind, field)
        named_spans = {reading.spans["n"] for reading in readings if reading.side}
        for reading in readings:
            if reading.both and reading.spans["n"] in named_spans:
                continue  # the same number was also read with its side
            claim = Claim(reading.numbers["n"], field, reading.spans["n"])
            for side in self._sides_meant(reading, field):
                claims_by_side[side].add(claim)
        self._add_inferred_claims(claims_by_side, kind, field)
        return {
            side: min(claims, key=lambda claim: claim.span)
            for side, claims in claims_by_side.items()
            if len({claim.number for claim in claims}) == 1
        }

    def _add_inferred_claims(
        self, claims_by_side: dict[Side, set[Claim]], kind: str, field: str
    ) -> None:
        """Add the claims that can be inferred about sides without one."""
        numbers_by_side = {
            side: min(claims).number for side, claims in claims_by_side.items() if claims
        }
        text = self.filled_fields.get(field)
        if self.language is None or not text or len(numbers_by_side) == len(Side):
            return
        for reading in self.language.infer_counts(kind, text, numbers_by_side):
            claim = Claim(reading.numbers["n"], field, reading.spans["n"])
            for side in tuple(Side) if reading.both else (reading.side,):
                if side and side not in numbers_by_side:
                    claims_by_side[side].add(claim)

    def _sides_meant(self, reading: Reading, field: str) -> tuple[Side, ...]:
        if reading.both:
            return tuple(Side)
        side = reading.side or (
            self._addressed_side(reading.start) if field == "description" else None
        )
        return (side,) if side else ()


class ScenarioTexts:
    """The texts of a scenario in each language, in the order of the file."""

    def __init__(self, texts: Mapping[str, Texts]) -> None:
        self.languages = tuple(
            LanguageTexts(code, each, _patterns_of_language(code)) for code, each in texts.items()
        )

    @cached_property
    def readable(self) -> tuple[LanguageTexts, ...]:
        """The texts in supported languages."""
        return tuple(language_texts for language_texts in self.languages if language_texts.language)

    @cached_property
    def reference(self) -> LanguageTexts | None:
        """The texts with which others are compared: English, else the first; None without texts."""
        english = (
            language_texts
            for language_texts in self.languages
            if language_tag(language_texts.code) == "en"
        )
        return next(english, self.languages[0] if self.languages else None)


def _patterns_of_language(code: str) -> LanguagePatterns | None:
    tag = language_tag(code)
    return patterns_for_language(tag) if tag else None


def _extra_draws(reading: Reading) -> tuple[tuple[int, int], ...]:
    """Return the turns after which more cards are drawn, each with the number of extra cards."""
    numbers = reading.numbers
    turn, cards = numbers["t"], numbers["d"]
    return (turn, cards - 1), (numbers.get("u", turn + 1), numbers.get("e", cards) - 1)


def language_phrase(language_texts: LanguageTexts) -> Phrase:
    """Return the phrase for a language; an unsupported one is named by its code."""
    tag = language_tag(language_texts.code)
    return phrase(tag.lower()) if tag else phrase("other", code=language_texts.code)


def language_phrases(languages: Iterable[LanguageTexts]) -> tuple[Phrase, ...]:
    """Return the phrases for several languages."""
    return tuple(map(language_phrase, languages))
