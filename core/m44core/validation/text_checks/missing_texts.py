"""Texts that are missing, untranslated or too long to analyze (M806, M807, M840)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m44core.findings.finding_kinds import phrase
from m44core.messages.message import with_thousands_separators
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.text_analysis.language_guess import contradicting_language
from m44core.validation.text_analysis.language_patterns import language_tag
from m44core.validation.text_analysis.scenario_texts import (
    BRIEFING_FIELDS,
    MAX_LANGUAGES,
    LanguageTexts,
    language_phrase,
)

_NEEDED_FIELDS = ("name", "description", "victory", "rules")
_OPTIONAL_FIELDS = ("historical", "subtitle")
_SENTENCE_END = re.compile(r"[.!?\n]+")
_MIN_WORDS, _MIN_LETTERS, _MIN_PLAIN_WORDS = (
    6,
    40,
    3,
)  # minimum; a shorter passage may be a quotation or a name
_QUOTES = ('"', "'", "\N{LEFT DOUBLE QUOTATION MARK}", "«", "„")


@check("M806")
def missing_texts(context: CheckContext) -> Iterator[Problem]:
    """Scenarios without texts, without a title, or with only a title (LINT-T3)."""
    fields = {
        field
        for language_texts in context.texts.languages
        for field in language_texts.filled_fields
    }
    if not fields:
        yield problem("none", "/texts")
    elif "name" not in fields:
        yield problem("no-title", f"/texts/{context.texts.languages[0].code}/name")
    elif not fields.intersection(BRIEFING_FIELDS):
        yield problem("no-briefing", f"/texts/{context.texts.languages[0].code}")


@check("M807")
def text_missing_in_a_language(context: CheckContext) -> Iterator[Problem]:
    """Texts missing, untranslated or in the wrong place in one language (LINT-T3, C-8)."""
    reference = context.texts.reference
    for language_texts in context.texts.readable:
        yield from _wrong_language_problems(language_texts, reference)
    if reference is None or len(context.texts.languages) < 2:
        return
    passages = _distinctive_passages(reference)
    for language_texts in context.texts.languages:
        yield from _missing_text_problems(context, language_texts)
        if language_texts is not reference:
            yield from _untranslated_problems(language_texts, reference, passages)


def _wrong_language_problems(
    language_texts: LanguageTexts, reference: LanguageTexts | None
) -> Iterator[Problem]:
    """Yield the problems of whole texts in another language.

    A text with a sentence of the reference is left out: that sentence is reported.
    """
    passages = _distinctive_passages(reference) if reference and reference != language_texts else ()
    tag = language_tag(language_texts.code) or ""
    for field, text in language_texts.fields(_FIELDS):
        actual = contradicting_language(text, tag)
        if actual and not any(_contains_passage_unquoted(passage, text) for passage in passages):
            values = {"field": phrase(field), "language": language_phrase(language_texts)}
            pointer = f"/texts/{language_texts.code}/{field}"
            yield problem("language", pointer, **values, other=phrase(actual))


def _missing_text_problems(
    context: CheckContext, language_texts: LanguageTexts
) -> Iterator[Problem]:
    """Yield the problems of texts missing in a language; a language without texts is skipped."""
    for field in (*_NEEDED_FIELDS, *_OPTIONAL_FIELDS) if language_texts.filled_fields else ():
        other_texts = [other for other in context.texts.languages if field in other.filled_fields]
        if other_texts and field not in language_texts.filled_fields:
            key = "missing" if field in _NEEDED_FIELDS else "less"
            message_values = {
                "field": phrase(field),
                "language": language_phrase(language_texts),
            }
            pointer = f"/texts/{language_texts.code}/{field}"
            yield problem(key, pointer, **message_values, other=language_phrase(other_texts[0]))


def _untranslated_problems(
    language_texts: LanguageTexts, reference: LanguageTexts, reference_passages: tuple[str, ...]
) -> Iterator[Problem]:
    if _base_language_code(language_texts) == _base_language_code(reference):
        return
    for field, text in language_texts.fields(_FIELDS):
        same_passage = next(
            (
                passage
                for passage in reference_passages
                if _contains_passage_unquoted(passage, text)
            ),
            None,
        )
        if same_passage:
            values = {"field": phrase(field), "language": language_phrase(language_texts)}
            pointer = f"/texts/{language_texts.code}/{field}"
            yield problem(
                "untranslated",
                pointer,
                **values,
                other=language_phrase(reference),
                passage=same_passage,
            )


def _contains_passage_unquoted(passage: str, text: str) -> bool:
    """Return whether a text has a passage outside quotation marks."""
    offset = text.find(passage)
    return offset >= 0 and text[offset - 1 : offset] not in _QUOTES


_FIELDS = ("historical", *BRIEFING_FIELDS)


def _distinctive_passages(reference: LanguageTexts) -> tuple[str, ...]:
    """Return the sentences that are too long to be equal in two languages by chance."""
    sentences = _SENTENCE_END.split("\n".join(text for _, text in reference.fields(_FIELDS)))
    stripped_sentences = map(str.strip, sentences)
    return tuple(s for s in stripped_sentences if len(s) >= _MIN_LETTERS and _is_prose(s))


def _is_prose(passage: str) -> bool:
    """Return whether a passage is more than a quotation or names of cards and rules."""
    words = passage.split()
    plain_word_count = sum(word.islower() and len(word) > 1 for word in words)
    return (
        len(words) >= _MIN_WORDS
        and plain_word_count >= _MIN_PLAIN_WORDS
        and passage[0] not in _QUOTES
    )


def _base_language_code(language_texts: LanguageTexts) -> str:
    return language_texts.code.lower().replace("_", "-").partition("-")[0]


@check("M840")
def text_too_long_to_check(context: CheckContext) -> Iterator[Problem]:
    """Texts and languages beyond the length and number that the checks analyze (LINT-T6)."""
    truncated_texts = context.truncated_texts
    texts_by_code = {each.code: each for each in context.texts.languages}
    for (language, field), letters in truncated_texts.original_lengths.items():
        analyzed_letters = with_thousands_separators(
            len(getattr(truncated_texts.texts[language], field))
        )
        message_values = {
            "field": phrase(field),
            "language": language_phrase(texts_by_code[language]),
        }
        pointer = f"/texts/{language}/{field}"
        yield problem(
            "text",
            pointer,
            **message_values,
            letters=with_thousands_separators(letters),
            read=analyzed_letters,
        )
    number = len(context.scenario.texts)
    if number > MAX_LANGUAGES:
        yield problem(
            "languages", "/texts", number=with_thousands_separators(number), read=MAX_LANGUAGES
        )
