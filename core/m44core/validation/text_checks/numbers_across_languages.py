"""Numbers that differ between the languages (M805)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, Repair, check, problem, value_repair
from m44core.validation.text_analysis.scenario_texts import (
    LanguageTexts,
    language_phrase,
)
from m44core.validation.text_analysis.written_numbers import NUMBER, number_value

_FIELDS = ("name", "subtitle", "historical", "description", "victory", "rules")
_DIGITS = re.compile(r"\d+")
_HALF_DAY_HOURS = 12
_LETTERS_BEFORE = (
    16  # letters before a number among which a word for a page or a night is looked for
)
_OTHER_UNITS = ("pages", "nights")  # words for things that languages count differently
_MIN_DISTINCT = 100  # smaller numbers are often similar by chance


class _Number(NamedTuple):
    """A number in digits, its span, and whether it is a measurement, or counts pages or nights."""

    value: int
    span: tuple[int, int]
    is_measured: bool


class _NumberPair(NamedTuple):
    """A number of one text, and the corresponding number of the reference text."""

    number: _Number
    reference: _Number


@check("M805")
def number_differing_between_languages(context: CheckContext) -> Iterator[Problem]:
    """Numbers that differ slightly from those of the other languages (LINT-T2, C-8).

    A number that a language leaves out or writes as a word is not a difference, nor is a number
    before a unit of measure.
    """
    reference = context.texts.reference
    if reference is None or reference.language is None or len(context.texts.readable) < 2:
        return
    for field in _FIELDS:
        if _numbers_may_differ(context.texts.readable, reference, field):
            numbers = {
                language_texts: _numbers_in_field(language_texts, field)
                for language_texts in context.texts.readable
            }
            yield from _difference_problems(field, reference, numbers)


def _numbers_may_differ(
    readable_texts: tuple[LanguageTexts, ...], reference: LanguageTexts, field: str
) -> bool:
    """Return whether a text and the reference may each have a number that the other lacks.

    This is a quick test before the numbers are parsed.
    """
    reference_numbers = set(_DIGITS.findall(reference.filled_fields.get(field, "")))
    numbers_of_others = (
        set(_DIGITS.findall(language_texts.filled_fields.get(field, "")))
        for language_texts in readable_texts
    )
    return bool(reference_numbers) and any(
        text_numbers - reference_numbers and reference_numbers - text_numbers
        for text_numbers in numbers_of_others
    )


def _difference_problems(
    field: str, reference: LanguageTexts, numbers: Mapping[LanguageTexts, tuple[_Number, ...]]
) -> Iterator[Problem]:
    """Yield a problem for each pair of numbers of which one is probably wrong."""
    language_counts = Counter(
        value for text_numbers in numbers.values() for value in set(_number_values(text_numbers))
    )
    reported_pairs = set()
    for language_texts, text_numbers in numbers.items():
        for pair in _number_pairs(
            field, (language_texts, text_numbers), (reference, numbers[reference])
        ):
            number, other = pair.number.value, pair.reference.value
            if language_counts[number] > language_counts[other]:  # the model is in the minority
                if (number, other) not in reported_pairs:
                    reported_pairs.add((number, other))
                    yield _number_problem(
                        field, (reference, pair.reference), (language_texts, pair.number)
                    )
            else:
                yield _number_problem(
                    field, (language_texts, pair.number), (reference, pair.reference)
                )


def _number_problem(
    field: str,
    wrong_number: tuple[LanguageTexts, _Number],
    right_number: tuple[LanguageTexts, _Number],
) -> Problem:
    (language_texts, number), (other, other_number) = wrong_number, right_number
    pointer = f"/texts/{language_texts.code}/{field}"
    values: dict[str, PhraseValue] = {
        "field": phrase(field),
        "number": number.value,
        "theirs": other_number.value,
    }
    language_values = {"language": language_phrase(language_texts), "other": language_phrase(other)}
    return problem(
        "unlike",
        pointer,
        None,
        _number_repair(language_texts, field, number, other_number),
        **values,
        **language_values,
    )


def _number_repair(
    language_texts: LanguageTexts, field: str, number: _Number, correct_number: _Number
) -> Repair:
    old_text: str = getattr(language_texts.texts, field)
    start, end = number.span
    new_text = f"{old_text[:start]}{correct_number.value}{old_text[end:]}"
    language = language_phrase(language_texts)
    return value_repair(
        "correct",
        f"/texts/{language_texts.code}/{field}",
        new_text,
        theirs=correct_number.value,
        language=language,
    )


def _number_pairs(
    field: str,
    text: tuple[LanguageTexts, tuple[_Number, ...]],
    reference: tuple[LanguageTexts, tuple[_Number, ...]],
) -> Iterator[_NumberPair]:
    """Yield the numbers of a text, paired with the corresponding ones of the reference."""
    text_numbers, reference_numbers = (
        _unmatched_numbers(field, text, reference),
        _unmatched_numbers(field, reference, text),
    )
    if not text_numbers or not reference_numbers:
        return
    only_pair = _only_differing_pair(text[1], reference[1])
    if only_pair:
        yield only_pair
        return
    for number in text_numbers:
        similar_numbers = [
            other for other in reference_numbers if _differ_by_one_typo(number.value, other.value)
        ]
        is_single_pair = len(text_numbers) == len(reference_numbers) == 1
        if len(similar_numbers) == 1 and (
            is_single_pair or max(number.value, similar_numbers[0].value) >= _MIN_DISTINCT
        ):
            yield _NumberPair(number, similar_numbers[0])


def _only_differing_pair(
    numbers: tuple[_Number, ...], reference_numbers: tuple[_Number, ...]
) -> _NumberPair | None:
    """Return the only pair that differs, if all others agree in order; else None."""
    if len(numbers) != len(reference_numbers):
        return None
    different_pairs = [
        _NumberPair(a, b)
        for a, b in zip(numbers, reference_numbers, strict=True)
        if a.value != b.value
    ]
    pair = different_pairs[0] if len(different_pairs) == 1 else None
    if pair is None or pair.number.is_measured or pair.reference.is_measured:
        return None
    has_same_length = len(str(pair.number.value)) == len(str(pair.reference.value))
    return pair if has_same_length and len(numbers) > 1 else None


def _unmatched_numbers(
    field: str,
    numbers_of_text: tuple[LanguageTexts, tuple[_Number, ...]],
    numbers_of_other: tuple[LanguageTexts, tuple[_Number, ...]],
) -> list[_Number]:
    """Return the numbers of a text that the other text has neither in digits nor in words.

    Numbers before a unit of measure, and numbers of pages and nights, are left out.
    """
    values = set(_number_values(numbers_of_other[1]))
    unmatched_numbers = [
        n for n in numbers_of_text[1] if n.value not in values and not n.is_measured
    ]
    if unmatched_numbers and numbers_of_other[0].language:
        text = numbers_of_other[0].filled_fields.get(field, "").lower()
        unmatched_numbers = [
            n
            for n in unmatched_numbers
            if not numbers_of_other[0].language.mentions_number(n.value, text)
        ]
    return unmatched_numbers


def _numbers_in_field(language_texts: LanguageTexts, field: str) -> tuple[_Number, ...]:
    """Return the numbers of a text, except those that are compared with the data."""
    text: str | None = getattr(language_texts.texts, field)
    if not text:
        return ()
    compared_spans = set(language_texts.compared_spans(field))
    matches = (match for match in NUMBER.finditer(text) if match.span() not in compared_spans)
    return tuple(_parsed_number(language_texts, text, match) for match in matches)


def _parsed_number(language_texts: LanguageTexts, text: str, match: re.Match[str]) -> _Number:
    value = number_value(match[0])
    assert language_texts.language
    data = language_texts.language.data
    if value < _HALF_DAY_HOURS and "afternoon" in data:
        value += _HALF_DAY_HOURS * bool(
            _afternoon_pattern(data["afternoon"]).match(text, match.end())
        )
    before = text[max(0, match.start() - _LETTERS_BEFORE) : match.start()]
    words = tuple(word for key in _OTHER_UNITS for word in data.get(key, ()))
    is_other_unit = bool(words) and _preceding_word_pattern(words).search(before) is not None
    is_measured = is_other_unit or bool(
        _unit_of_measure_pattern(tuple(data["units"])).match(text, match.end())
    )
    return _Number(value, match.span(), is_measured)


@cache
def _afternoon_pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:[:.]\d\d)?\s*{words}(?!\w)", re.IGNORECASE)


@cache
def _preceding_word_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})\s*$", re.IGNORECASE)


@cache
def _unit_of_measure_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"[\s-]*(?:{'|'.join(words)})(?![a-zA-Z])", re.IGNORECASE)


def _number_values(numbers: tuple[_Number, ...]) -> tuple[int, ...]:
    return tuple(number.value for number in numbers)


def _differ_by_one_typo(first: int, second: int) -> bool:
    """Return whether two numbers of several digits differ by one typo."""
    a, b = sorted((str(first), str(second)), key=len)
    if len(a) < 2 or len(b) - len(a) > 1:
        return False
    if len(a) < len(b):
        return any(b[:i] + b[i + 1 :] == a for i in range(len(b)))
    different_indexes = [i for i in range(len(a)) if a[i] != b[i]]
    are_swapped = (
        len(different_indexes) == 2
        and a[different_indexes[0]] + a[different_indexes[1]]
        == b[different_indexes[1]] + b[different_indexes[0]]
    )
    return len(different_indexes) == 1 or are_swapped
