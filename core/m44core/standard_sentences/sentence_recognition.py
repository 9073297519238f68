"""Recognizes standard sentences in texts, whatever the author's wording.

A paragraph states a sentence if both are equal in normal form, or if text analysis finds the same
facts in it as in the data of the scenario: cards, the first move, medals, special rules. It is
complete if every word of it is accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from pathlib import Path

from m44core.catalogue.catalogue_types import Side
from m44core.data_files import read_yaml_mapping
from m44core.errors import CatalogueError, NotationError
from m44core.messages.languages import language_code
from m44core.messages.renderers import renderer_in
from m44core.model.objective_medals import objectives_on
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts, joined_label
from m44core.standard_sentences import sentence_wording
from m44core.standard_sentences.scenario_sentences import (
    StandardSentence,
    fits_standard_sentence,
    standard_sentences,
)
from m44core.translate.glossary import game_glossary
from m44core.translate.paragraphs import paragraphs_of
from m44core.translate.translation_units import LABELS, TranslationUnit
from m44core.validation.text_analysis.language_patterns import (
    LanguagePatterns,
    language_tag,
    sentence_at,
)
from m44core.validation.text_analysis.normal_form import normal_form, without_references
from m44core.validation.text_analysis.scenario_texts import (
    BRIEFING_FIELDS,
    LanguageTexts,
    ScenarioTexts,
)
from m44core.values import dataclass

_DATA = Path(__file__).parent / "fillers.yaml"
_RESHUFFLE = {"turn.reshuffle"}
_SENTENCE_ENDS = ".!?;\u3002\uff01\uff1f\uff1b"
_CLAUSE = re.compile(rf"(?:[^{_SENTENCE_ENDS}\n]|(?<=\d)\.(?=\d))+[{_SENTENCE_ENDS}]*")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_BRACKETS = re.compile(r"[(\[]([^()\[\]\n]*)[)\]]")
_SPECIAL_FORCES_TERMS = {
    f"unit.{name}"
    for name in (
        *("special_forces", "elite", "elite_armor", "german_elite", "rangers", "commandos"),
        *("paratroopers", "british_airborne", "french_resistance"),
    )
}
_RECOGNIZED_BY_HINT = ("air-drop", "mines", "night", "nightfall", "no-reshuffle")
_OBJECTIVES = ("held", "kept", "shared")
_MEDALS = {"piece.victory_medal", "piece.objective_medal"}
_RULES: Mapping[str, str] = {
    "bunkers": "bunkers",
    "mines": "mines",
    "air-drop": "air-drop",
    "commissar": "commissar",
    "blitz": "blitz",
    "night": "night",
    "nightfall": "night",
    "desert": "desert",
    "gung-ho": "gung-ho",
    "no-reshuffle": "no-reshuffle",
    "exits": "exits",
}
"""The rule of the text checks for each kind of sentence, keyed by the prefix of its key."""
_COMPLETE_BY_NAME = {"mines", "commissar", "blitz", "night", "desert", "gung-ho", "no-reshuffle"}
"""Kinds of sentences that only say that a rule is in effect, and for which side."""


@dataclass(frozen=True, slots=True)
class ParagraphFacts:
    """The facts from the data that a paragraph states.

    Attributes:
        keys: The keys of the standard sentences it states, in order.
        is_complete: Whether it states nothing else.
    """

    keys: tuple[str, ...] = ()
    is_complete: bool = False


def possible_sentences(scenario: Scenario, language: str) -> Mapping[str, StandardSentence]:
    """Return the standard sentences and the alternatives that a text may use, by key.

    If both sides need the same number of medals, there is one standard sentence, but a text may
    state the number for each side.

    Raises:
        NotationError: the language is not supported.
    """
    sentences = {each.key: each for each in standard_sentences(scenario, language)}
    if "medals" in sentences:
        language_renderer = renderer_in(language)
        for side in Side:
            player = scenario.briefing.player(side)
            if player and player.medals is not None:
                sentence = sentence_wording.medals_sentence(side, player.medals)
                key = f"medals.{side.value.lower()}"
                sentences[key] = StandardSentence(
                    key, "victory", sentence, language_renderer.render(sentence)
                )
    return sentences


def paragraph_facts(scenario: Scenario, language: str, field: str) -> tuple[ParagraphFacts, ...]:
    """Return the facts of the data that each paragraph of a text states.

    Args:
        scenario: The scenario.
        language: The code of the language of the text.
        field: The field of the text; for fields other than description, victory and rules, the
            result is empty.
    """
    texts = scenario.texts.get(language)
    paragraphs = paragraphs_of(getattr(texts, field)) if texts and field in BRIEFING_FIELDS else ()
    if texts is None or not paragraphs:
        return tuple(ParagraphFacts() for _ in paragraphs)
    reader = _FactReader(scenario, language, texts, field)
    return tuple(map(reader.paragraph, reader.spans(paragraphs)))


def covered_keys(scenario: Scenario, language: str) -> frozenset[str]:
    """Return the keys of the standard sentences whose subject the author's texts already cover.

    These are the sentences that a text states, and sentences whose subject (cards, medals, the
    first move, objectives, special forces, some rules) it mentions for the same side in other
    words.
    """
    keys = {
        key
        for field in BRIEFING_FIELDS
        for each in paragraph_facts(scenario, language, field)
        for key in each.keys
    }
    if {f"medals.{side.value.lower()}" for side in Side} <= keys:
        keys.add("medals")
    texts = scenario.texts.get(language)
    if texts is not None:
        (language_texts,) = ScenarioTexts({language: texts}).languages
        keys |= set(
            _mentioned_keys(
                language_texts,
                language,
                (each.key for each in standard_sentences(scenario, language)),
            )
        )
    return frozenset(keys)


def _mentioned_keys(language_texts: LanguageTexts, code: str, keys: Iterable[str]) -> Iterator[str]:
    """Yield the *keys* whose subject the texts mention; none for an unknown language."""
    if language_texts.language is None:
        return
    objective_texts = [*language_texts.objective_sentences, *_ground_clauses(language_texts)]
    special_forces_texts = [
        text
        for _, text in language_texts.fields(BRIEFING_FIELDS)
        if _has_term(text, _SPECIAL_FORCES_TERMS, code)
    ]
    counted_numbers = {
        "cards": {*language_texts.cards, *language_texts.growing_hands},
        "medals": set(language_texts.medals),
        "first": set(Side) if language_texts.first_movers else set(),
    }
    for key in keys:
        prefix, _, suffix = key.partition(".")
        side = next((each for each in Side if suffix.startswith(each.value.lower())), None)
        texts = (
            objective_texts
            if prefix in _OBJECTIVES
            else special_forces_texts
            if prefix == "forces"
            else []
        )
        if (
            any(_may_concern_side(side, text, language_texts.language) for text in texts)
            or (side or Side.AXIS) in counted_numbers.get(prefix, ())
            or (prefix in _RECOGNIZED_BY_HINT and language_texts.mentions(_RULES[prefix]))
        ):
            yield key


def _may_concern_side(side: Side | None, text: str, language: LanguagePatterns) -> bool:
    """Return whether a text may be about a side: it names that side or none, or *side* is None."""
    return side is None or side in (language.sides(text) or {side})


def _ground_clauses(language_texts: LanguageTexts) -> Iterator[str]:
    """Yield the sentences about victory that name both ground and a side."""
    language, text = language_texts.language, language_texts.filled_fields.get("victory", "")
    for start, end in _sentence_spans(text, (0, len(text))):
        clause = text[start:end]
        if language and language.sides(clause) and language.ground_kinds(clause):
            yield clause


class _FactReader:
    """Reads one text of a scenario and recognizes the facts it states."""

    def __init__(self, scenario: Scenario, code: str, texts: Texts, field: str) -> None:
        self._code, self._field = code, field
        self._text = getattr(texts, field) or ""
        self._plain = without_references(self._text)
        (self._language_texts,) = ScenarioTexts({code: texts}).languages
        try:
            self._sentences = possible_sentences(scenario, code)
        except NotationError:  # the language is not supported
            self._sentences = {}
        self._are_objectives_simple = all(map(fits_standard_sentence, objectives_on(scenario)))
        self._labels = [joined_label(lines) for lines in scenario.labels.values() if any(lines)]
        self._keys_by_form = {
            normal_form(each.text, code): each.key for each in self._sentences.values()
        }

    def spans(self, paragraphs: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield the start and end offset of each paragraph in the text."""
        offset = 0
        for each in paragraphs:
            offset = self._text.index(each, offset)
            yield offset, offset + len(each)
            offset += len(each)

    def paragraph(self, span: tuple[int, int]) -> ParagraphFacts:
        """Return the facts that a paragraph states."""
        key = self._keys_by_form.get(normal_form(self._text[slice(*span)], self._code))
        if key is not None:
            return ParagraphFacts((key,), is_complete=True)
        keys: list[str] = []
        is_complete = True
        for clause in _sentence_spans(self._plain, span):
            clause_keys, is_clause_complete = self._clause_keys(clause)
            keys += clause_keys
            is_complete = is_complete and is_clause_complete
        keys += self._objective_keys(self._text[slice(*span)], keys)
        return ParagraphFacts(tuple(dict.fromkeys(keys)), bool(keys) and is_complete)

    def _clause_keys(self, span: tuple[int, int]) -> tuple[list[str], bool]:
        """Return the keys stated by the sentence at a span, and whether it states nothing else."""
        text = self._plain[slice(*span)].strip(f" {_SENTENCE_ENDS}")
        key = self._keys_by_form.get(normal_form(text, self._code))
        if key is not None:
            return [key], True
        if self._language_texts.language is None:
            return [], False
        keys = list(self._count_keys(span))
        if keys:
            return keys, self._states_only_counts(text, keys, self._language_texts.language)
        return self._rule_keys(text, self._language_texts.language)

    def _count_keys(self, span: tuple[int, int]) -> Iterator[str]:
        """Yield the keys for cards, medals and first move where a sentence agrees with the data."""
        language_texts, start, end = self._language_texts, *span
        for kind, claims in (("cards", language_texts.cards), ("medals", language_texts.medals)):
            counts = {
                side: claim.number
                for side, claim in claims.items()
                if claim.field == self._field and start <= claim.span[0] < end
            }
            if kind == "medals" and len(counts) == len(Side) and len(set(counts.values())) == 1:
                if self._has_number("medals", next(iter(counts.values()))):
                    yield "medals"
                continue
            for side, number in counts.items():
                if self._has_number(f"{kind}.{side.value.lower()}", number):
                    yield f"{kind}.{side.value.lower()}"
        for side, span_found in language_texts.first_moves if self._field == "description" else ():
            key = f"first.{side.value.lower()}"
            if (
                start <= span_found[0] < end
                and language_texts.first_movers == (side,)
                and key in self._sentences
            ):
                yield key

    def _has_number(self, key: str, number: int) -> bool:
        """Return whether there is a standard sentence with a key, and it contains a number."""
        sentence = self._sentences.get(key)
        return sentence is not None and str(number) in _WORD.findall(sentence.text)

    def _states_only_counts(
        self, text: str, keys: Sequence[str], language: LanguagePatterns
    ) -> bool:
        """Return whether a sentence states nothing beyond its keys.

        If it has a name in brackets, a nation or a further number, it states more.
        """
        inner = _BRACKETS.findall(text)
        if language.nations(text) or not all(language.has_only_counts(each, 0) for each in inner):
            return False
        numbers = sum(not key.startswith("first.") for key in keys)
        return language.has_only_counts(_BRACKETS.sub(r" \1 ", text), numbers)

    def _rule_keys(self, text: str, language: LanguagePatterns) -> tuple[list[str], bool]:
        """Return the key of the rule a sentence names, and whether it states nothing else.

        The list is empty if it names none of the rules in the data.
        """
        for key in self._sentences:
            prefix, _, side = key.partition(".")
            rule = _RULES.get(prefix)
            if rule is None or not language.hints_at(rule, text.lower()):
                continue
            match = language.find_rule(rule, text)
            sides = {each.value.lower() for each in language.sides(text)}
            if (
                match is None
                or language.is_conditional(text, match.end())
                or (side and sides and sides != {side})
            ):
                continue
            if prefix == "no-reshuffle" and not _has_term(text, _RESHUFFLE, self._code):
                continue  # it says what happens when the deck has run out
            if prefix == "exits" and not (sides and _has_term(text, _MEDALS, self._code)):
                continue
            other_words = f"{text[: match.start()]} {text[match.end() :]}"
            is_complete = prefix in _COMPLETE_BY_NAME and bool(sides) == bool(side)
            is_complete = is_complete and not language.nations(other_words)
            return [key], is_complete and self._is_filled(other_words, language)
        return [], False

    def _is_filled(self, text: str, language: LanguagePatterns) -> bool:
        """Return whether the words around the name of a rule add nothing to it."""
        fillers = _fillers().get(language_tag(self._code) or "", frozenset())
        return all(
            word.casefold() in fillers or language.sides(word) for word in _WORD.findall(text)
        )

    def _objective_keys(self, text: str, keys: Sequence[str]) -> Iterator[str]:
        """Yield the key of the sentence about objectives whose terms a paragraph states."""
        language = self._language_texts.language
        if language is None or keys or self._field == "description":
            return
        sides = {r.side for r in language.read("captures", text) if r.side}
        captures = [r.start for r in language.read("captures", text)]
        losses = any(language.is_about_losses(sentence_at(text, start)) for start in captures)
        if len(sides) != 1 or losses or language.gives_several_medals(text):
            return
        (side,) = sides
        side_keys = [
            key for key in self._sentences if key.split(".")[:2][-1:] == [side.value.lower()]
        ]
        side_keys = [key for key in side_keys if key.partition(".")[0] in _OBJECTIVES]
        is_permanent = language.find_rule("permanent-medals", text) is not None
        kind = "kept" if is_permanent else "held" if language.has_temporary_objectives(text) else ""
        is_ground_named = language.ground_kinds(text) or any(
            label in text for label in self._labels
        )
        if (
            is_ground_named
            and self._are_objectives_simple
            and side_keys == [f"{kind}.{side.value.lower()}.1"]
        ):
            yield side_keys[0]


def _sentence_spans(text: str, span: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the spans of a paragraph's sentences; a dot between digits does not end a sentence."""
    for match in _CLAUSE.finditer(text, *span):
        if _WORD.search(match[0]):
            yield match.span()


def _has_term(text: str, keys: Set[str], code: str) -> bool:
    """Return whether a text contains any of the terms of the game glossary with these keys."""
    return any(term.term.key in keys for term in game_glossary().terms_in(text, code))


@cache
def _fillers() -> Mapping[str, frozenset[str]]:
    """Return the words that add nothing to the name of a rule, keyed by language; cached.

    Raises:
        CatalogueError: the data of the program is wrong.
    """
    try:
        data = read_yaml_mapping(_DATA)
        return {code: frozenset(map(str, words)) for code, words in data.items()}
    except (AttributeError, OSError, TypeError, ValueError) as error:
        raise CatalogueError(f"{_DATA.name} is wrong: {error!r}") from error


_WORD_SPACE = " "


@dataclass(frozen=True, slots=True)
class StandardTranslation:
    """The standard sentences for a paragraph, in the target language.

    Attributes:
        sentences: The sentences, each with its key.
        text: The sentences joined.
        is_complete: Whether the paragraph states nothing else.
    """

    sentences: tuple[tuple[str, str], ...]
    text: str
    is_complete: bool


def standard_translations(
    scenario: Scenario, unit: TranslationUnit, source: str, target: str
) -> tuple[StandardTranslation, ...]:
    """Return the standard sentences, in the target language, that state what a paragraph states.

    Labels have no standard sentences. If the paragraph states nothing else, there is one
    translation with all sentences joined; otherwise there is one for each sentence, which
    translates only a part.

    Args:
        scenario: The scenario.
        unit: The paragraph.
        source: The language of the paragraph.
        target: The language of the sentences; if it is not supported, the result is empty.
    """
    if unit.field == LABELS:
        return ()
    try:
        sentences_by_key = possible_sentences(scenario, target)
    except NotationError:
        return ()
    statement = _facts_of_unit(unit, paragraph_facts(scenario, source, unit.field))
    translated = [(key, sentences_by_key[key].text) for key in statement.keys]
    if not statement.is_complete:
        return tuple(
            StandardTranslation((each,), each[1], is_complete=False) for each in translated
        )
    separator = "" if language_code(target).startswith("zh") else _WORD_SPACE
    return (
        StandardTranslation(
            tuple(translated), separator.join(text for _, text in translated), is_complete=True
        ),
    )


def _facts_of_unit(unit: TranslationUnit, facts: tuple[ParagraphFacts, ...]) -> ParagraphFacts:
    """Return the facts that a translation unit (a paragraph or a whole text) states."""
    if unit.number:
        return facts[unit.number - 1] if unit.number <= len(facts) else ParagraphFacts()
    keys = dict.fromkeys(key for each in facts for key in each.keys)
    return ParagraphFacts(tuple(keys), bool(facts) and all(each.is_complete for each in facts))
