"""Months, nations and numbers that only one language gives or lacks (M830)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from m44core.catalogue.catalogue_types import Side
from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.messages import nouns
from m44core.model.scenario_parts import NATIONS
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.text_analysis.language_patterns import LanguagePatterns
from m44core.validation.text_analysis.scenario_texts import LanguageTexts, language_phrase
from m44core.validation.text_checks.counts_in_texts import KINDS
from m44core.validation.text_checks.dates_in_texts import StatedDate, stated_dates
from m44core.validation.text_checks.rules_in_data import units_implementing_rule

_MIN_AGREEING = 2  # minimum languages that must agree against one
_MIN_AGREEING_ON_NUMBER = 3
_FIELDS = ("historical", "description")
_DIGITS = re.compile(r"\d+")


@check("M830")
def fact_in_one_language(context: CheckContext) -> Iterator[Problem]:
    """A month, a nation or a number in which one language differs from all others (LINT-T7, C-8).

    The others must agree, so that it is clear which language is wrong.
    """
    texts = context.texts.readable
    if len(texts) <= _MIN_AGREEING:
        return
    for field in _FIELDS:
        yield from _month_problem(texts, field)
        yield from _nation_problem(texts, field)
    for side in Side:
        yield from _lost_number_problem(texts, side, "cards", "description")
    medal_problems = [
        each for side in Side for each in _lost_number_problem(texts, side, "medals", "victory")
    ]
    yield from medal_problems[:1]  # mostly the same number for both sides
    if context.shows_all_units:
        yield from _unit_problems(context)


def _month_problem(texts: tuple[LanguageTexts, ...], field: str) -> Iterator[Problem]:
    """Yield a problem if each text dates one month, and one text another than the rest."""
    dates = {each: _only_date(each, text) for each in texts for _, text in each.fields((field,))}
    if None in dates.values() or len(dates) != len(texts):
        return
    months = {each: date.months_since_year_0 for each, date in dates.items() if date}
    odd = _odd_one_out(months)
    if odd:
        theirs = next(date for each, date in dates.items() if each is not odd and date)
        yield _problem("month", odd, field, told=_date_text(dates[odd]), theirs=_iso(theirs))


def _only_date(language_texts: LanguageTexts, text: str) -> StatedDate | None:
    assert language_texts.language
    dates = [each for each in stated_dates(language_texts.language, text) if each.month]
    return dates[0] if len(dates) == 1 else None


def _date_text(date: StatedDate | None) -> str:
    return date.text if date else ""


def _iso(date: StatedDate) -> str:
    return f"{date.year}-{date.month:02}"


def _nation_problem(texts: tuple[LanguageTexts, ...], field: str) -> Iterator[Problem]:
    """Yield a problem if one text names a nation in place of the one that all others name."""
    nations = {
        each: each.language.nations(text)
        for each in texts
        if each.language
        for _, text in each.fields((field,))
    }
    for odd, named in nations.items():
        others = [each for other, each in nations.items() if other is not odd]
        if len(others) < _MIN_AGREEING:
            return
        alone = named - frozenset().union(*others)
        lacking = frozenset.intersection(*others) - named
        if len(alone) == 1 and len(lacking) == 1:
            (nation,), (theirs,) = alone, lacking
            values = {"nation": NATIONS.get(nation, nation), "theirs": NATIONS.get(theirs, theirs)}
            yield _problem("nation", odd, field, **values)


def _lost_number_problem(
    texts: tuple[LanguageTexts, ...], side: Side, kind: str, field: str
) -> Iterator[Problem]:
    """Yield a problem if one text lacks a number of medals or cards that all others give a side."""
    stated = {each: getattr(each, kind).get(side) for each in texts if field in each.filled_fields}
    numbers = {claim.number for claim in stated.values() if claim}
    silent = [each for each, claim in stated.items() if not claim]
    agreeing = len(stated) - len(silent)
    if len(silent) != 1 or len(numbers) != 1 or agreeing < _MIN_AGREEING_ON_NUMBER:
        return
    (number,), (odd,) = numbers, silent
    assert odd.language
    if not _has_number(odd.language, odd.filled_fields[field], number):
        if kind == "medals":
            yield _problem("medals", odd, field, medals=nouns.medals(number))
        else:
            yield _problem("cards", odd, field, cards=nouns.cards(number), side=side.noun)


def _unit_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem for each kind of unit that only one text names and the board lacks."""
    texts = {each: each.texts.rules for each in context.texts.readable if each.texts.rules}
    for kind in KINDS if len(texts) > _MIN_AGREEING else ():
        naming = [
            each
            for each, text in texts.items()
            if each.language and each.language.names_units(kind, text)
        ]
        if len(naming) == 1 and not units_implementing_rule(context, kind):
            yield _problem("units", naming[0], "rules", kind=phrase(kind))


def _has_number(language: LanguagePatterns, text: str, number: int) -> bool:
    """Return whether a text has a number, in digits or as a word."""
    if str(number) in _DIGITS.findall(text):
        return True
    return language.mentions_number(number, text.lower())


def _odd_one_out(values: Mapping[LanguageTexts, int]) -> LanguageTexts | None:
    """Return the key whose value differs from all others, which agree; None if there is none."""
    for odd, value in values.items():
        others = {each for other, each in values.items() if other is not odd}
        if len(others) == 1 and value not in others and len(values) > _MIN_AGREEING:
            return odd
    return None


def _problem(key: str, language_texts: LanguageTexts, field: str, **values: PhraseValue) -> Problem:
    pointer = f"/texts/{language_texts.code}/{field}"
    language = language_phrase(language_texts)
    return problem(key, pointer, None, field=phrase(field), language=language, **values)
