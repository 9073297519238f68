"""Dates of the war in texts, compared with the dates of the battle (M822)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import NamedTuple

from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.text_analysis.language_patterns import LanguagePatterns
from m44core.validation.text_analysis.scenario_texts import (
    LanguageTexts,
    language_phrase,
)
from m44core.validation.thresholds import thresholds

_DATED_FIELDS = ("subtitle", "historical")
_NAMING_FIELDS = ("name", "subtitle", "historical", "bibliography")
_LANDING_DAY = r"D-Day|jour J(?!\w)|Tag X|D日|день Д(?!\w)"
_MAX_LETTERS = 20_000  # maximum letters of a text that are analyzed
_LETTERS_BEFORE = 32  # letters before a year that are analyzed
_MONTHS = 12
_YEAR = re.compile(r"(?<!\d)(19(?:39|4[0-5]))(?!\d)")
_MONTH_AFTER = re.compile(r"年\s?(\d{1,2})\s?月")


class StatedDate(NamedTuple):
    """A year in a text, with its month if there is one.

    Attributes:
        year: The year.
        month: The month; 0 if there is none next to the year.
        text: Both as written in the text.
        is_aside: Whether it refers to an earlier or later time, as *since 1940* does.
    """

    year: int
    month: int
    text: str
    is_aside: bool

    @property
    def months_since_year_0(self) -> int:
        """The number of months since the year 0."""
        return self.year * _MONTHS + self.month


@check("M822")
def date_contradicting_text(context: CheckContext) -> Iterator[Problem]:
    """Texts with a year or month of the war that is not that of the battle (LINT-T7).

    A title states the date of the battle. A historical background may also mention other dates: it
    is reported only if it has a single year, or a single date with a month, that is not the
    battle's. The problem is severe if the date is still the default of a new file.
    """
    begins = context.scenario.briefing.begins
    if begins is None:
        return
    for language_texts in context.texts.readable:
        for field, text in language_texts.fields(_DATED_FIELDS):
            problem = _date_problem(context, language_texts, field, text, begins)
            if problem:
                yield problem
                return


def _date_problem(
    context: CheckContext, language_texts: LanguageTexts, field: str, text: str, begins: date
) -> Problem | None:
    ends = context.scenario.briefing.ends or begins
    assert language_texts.language
    dates = [*stated_dates(language_texts.language, text[:_MAX_LETTERS])]
    is_title = field == "subtitle"
    is_new = begins == thresholds().new_file_date == ends and not _names_battle_month_or_d_day(
        language_texts, begins
    )
    dates_in_years = [
        stated_date for stated_date in dates if stated_date.year in (begins.year, ends.year)
    ]
    other = (
        _date_far_from_battle(dates_in_years, begins, ends)
        if dates_in_years
        else _date_if_same_year(dates)
    )
    if other is None or (dates_in_years and not is_title and not is_new):
        return None
    values: dict[str, PhraseValue] = {
        "field": phrase(field),
        "language": language_phrase(language_texts),
    }
    values["begins"] = begins.isoformat()
    if is_new:
        return problem("untouched", "/briefing/begins", **values, told=other.text)
    if dates_in_years:
        return problem("month", "/briefing/begins", **values, told=other.text)
    key = "title" if is_title else "history"
    return problem(key, "/briefing/begins", **values, year=other.year)


def _names_battle_month_or_d_day(language_texts: LanguageTexts, begins: date) -> bool:
    """Return whether a text names the month of the battle, or D-Day."""
    assert language_texts.language
    name = language_texts.language.data.get("months", {}).get(
        str(begins.month), f"{begins.month}月"
    )
    is_word = "months" in language_texts.language.data
    month = rf"(?<!\w)(?:{name})(?!\w)" if is_word else rf"(?<!\d){name}"
    pattern = re.compile(rf"{month}|{_LANDING_DAY}", re.IGNORECASE)
    return any(
        pattern.search(text[:_MAX_LETTERS]) for _, text in language_texts.fields(_NAMING_FIELDS)
    )


def _date_if_same_year(dates: list[StatedDate]) -> StatedDate | None:
    """Return a date if all dates, or all with a month, have the same year; else None.

    Dates that are asides are ignored.
    """
    main_dates = [stated_date for stated_date in dates if not stated_date.is_aside]
    dates_with_month = [
        stated_date for stated_date in main_dates if stated_date.month
    ] or main_dates
    return (
        dates_with_month[0]
        if len({stated_date.year for stated_date in dates_with_month}) == 1
        else None
    )


def _date_far_from_battle(dates: list[StatedDate], begins: date, ends: date) -> StatedDate | None:
    """Return a date if all have months, and none is within a month of the battle; else None.

    The result is never an aside.
    """
    dates_with_month = [stated_date for stated_date in dates if stated_date.month]
    first_month, last_month = begins.year * _MONTHS + begins.month, ends.year * _MONTHS + ends.month
    is_near = any(
        first_month - 1 <= stated_date.months_since_year_0 <= last_month + 1
        for stated_date in dates_with_month
    )
    main_dates = [stated_date for stated_date in dates_with_month if not stated_date.is_aside]
    have_all_months = len(dates_with_month) == len(dates)
    return main_dates[0] if main_dates and have_all_months and not is_near else None


def stated_dates(language: LanguagePatterns, text: str) -> Iterator[StatedDate]:
    """Yield the dates of the war in a text, in order."""
    for match in _YEAR.finditer(text):
        before = text[max(0, match.start() - _LETTERS_BEFORE) : match.start()]
        after = _MONTH_AFTER.match(text, match.end())
        month, start = _month_before(language, before)
        sentence = f"{before[start:]}{match[0]}" if month else match[0]
        if after and 1 <= int(after[1]) <= _MONTHS:
            month, sentence = int(after[1]), f"{match[0]}{after[0]}"
        is_aside = _is_aside(language, before[:start])
        yield StatedDate(int(match[0]), month, " ".join(sentence.split()), is_aside)


def _month_before(language: LanguagePatterns, before: str) -> tuple[int, int]:
    """Return the month before a year, and its offset; 0 and the text's length if there is none."""
    for number, name in language.data.get("months", {}).items():
        match = _month_before_year_pattern(name).search(before)
        if match:
            return int(number), match.start()
    return 0, len(before)


@cache
def _month_before_year_pattern(name: str) -> re.Pattern[str]:
    day = r"(?:\d{1,2}\w{0,2}\W{1,3})?"
    return re.compile(rf"(?<!\w){day}(?:{name})(?!\w)\W{{1,3}}{day}\Z", re.IGNORECASE)


def _is_aside(language: LanguagePatterns, before: str) -> bool:
    pattern_source = language.data.get("other_years")
    return bool(pattern_source and _aside_pattern(pattern_source).search(before))


@cache
def _aside_pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{words})\W{{0,3}}(?:\w+\W{{1,3}}){{0,2}}\Z", re.IGNORECASE)
