"""Requirements for printing and publishing a scenario (P1xx).

The checks typeset nothing: whether the texts fit on a sheet is estimated from measurements on A4
with the program's template (``thresholds.yaml``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from m44core.findings.finding_kinds import phrase
from m44core.messages.message import with_thousands_separators
from m44core.model.credits import author_of
from m44core.model.scenario_parts import Texts
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, Repair, check, problem
from m44core.validation.text_analysis.scenario_texts import (
    FIELDS,
    LanguageTexts,
    language_phrase,
)
from m44core.validation.thresholds import thresholds

_PARTS = ("historical", "description", "victory")
_ADDRESS = re.compile(r"(?<!\w)(?:https?://|www\.)[^\s<>\"')\]]{0,300}", re.IGNORECASE)
_HOST = re.compile(r"(?:https?://)?(?:www\.)?([^/:?#]*)", re.IGNORECASE)
_HOST_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)+")
_EXAMPLE_HOST = re.compile(
    r"(?:^|\.)(?:example\.(?:com|org|net)|localhost|invalid|test|local)$", re.IGNORECASE
)
_TRAILING_PUNCTUATION = ".,;:!?"
_FIRST_WIDE = "\u2e80"  # characters from here on are as wide as two letters


@check("P101")
def language_without_texts(context: CheckContext) -> Iterator[Problem]:
    """Requested languages in which the scenario has no text (LINT-N1)."""
    codes = {
        _normalized_code(language_texts.code)
        for language_texts in context.texts.languages
        if language_texts.filled_fields
    }
    for code in context.languages:
        if _normalized_code(code) not in codes:
            yield problem(
                "none", "/texts", language=language_phrase(LanguageTexts(code, Texts(), None))
            )


@check("P102")
def author_not_named(context: CheckContext) -> Iterator[Problem]:
    """Scenarios without an author (LINT-N2)."""
    if not author_of(context.scenario):
        yield problem("none", "/meta/author")


@check("P103")
def sources_not_named(context: CheckContext) -> Iterator[Problem]:
    """Historical backgrounds without a bibliography (LINT-N2)."""
    languages = context.texts.languages
    history = next((each for each in languages if "historical" in each.filled_fields), None)
    if history is not None and not any("bibliography" in each.filled_fields for each in languages):
        yield problem("none", f"/texts/{history.code}/bibliography")


@check("P104")
def battle_date_missing(context: CheckContext) -> Iterator[Problem]:
    """Battles with a historical background but no date, by which indexes are sorted (LINT-N2)."""
    briefing = context.scenario.briefing
    is_day_described = any("historical" in each.filled_fields for each in context.texts.languages)
    if is_day_described and briefing.begins is None and briefing.ends is None:
        yield problem("none", "/briefing/begins")


@check("P105")
def part_of_a_sheet_missing(context: CheckContext) -> Iterator[Problem]:
    """Parts of a printed sheet missing in every language (LINT-N1); M807 checks each language."""
    languages = [each for each in context.texts.languages if each.filled_fields]
    for field in _PARTS if languages else ():
        if not any(field in each.filled_fields for each in languages):
            pointer = f"/texts/{languages[0].code}/{field}"
            yield problem(field, pointer)


@check("P106")
def invalid_web_address(context: CheckContext) -> Iterator[Problem]:
    """Web addresses that cannot exist; whether the page exists is not checked (LINT-N3)."""
    for language_texts in context.texts.languages:
        for field, text in language_texts.fields():
            for match in _ADDRESS.finditer(text):
                address = match[0].rstrip(_TRAILING_PUNCTUATION)
                host = _HOST.match(address)
                name = host[1] if host else ""
                if not _HOST_NAME.fullmatch(name) or _EXAMPLE_HOST.search(name):
                    values = {
                        "field": phrase(field),
                        "language": language_phrase(language_texts),
                    }
                    shortened_text = text[: match.start()] + text[match.start() + len(address) :]
                    changes = {
                        f"/texts/{language_texts.code}/{field}": shortened_text.strip() or None
                    }
                    yield problem(
                        "nowhere",
                        f"/texts/{language_texts.code}/{field}",
                        None,
                        Repair("remove", changes, {"address": address}),
                        **values,
                        address=address,
                    )


@check("P107")
def text_too_long_for_sheet(context: CheckContext) -> Iterator[Problem]:
    """Texts that are probably too long for one page, or even for two (LINT-N4)."""
    limits = thresholds().sheet_letters
    for language_texts in context.texts.languages:
        texts = context.scenario.texts[language_texts.code]
        letters = sum(_width_in_letters(getattr(texts, field) or "") for field in FIELDS)
        key = "two" if letters > limits.two_pages else "one" if letters > limits.one_page else ""
        if key:
            limit = limits.two_pages if key == "two" else limits.one_page
            values = {
                "letters": with_thousands_separators(letters),
                "room": with_thousands_separators(limit),
            }
            yield problem(
                key,
                f"/texts/{language_texts.code}",
                language=language_phrase(language_texts),
                **values,
            )


def _normalized_code(code: str) -> str:
    return code.replace("_", "-").casefold()


def _width_in_letters(text: str) -> int:
    return len(text) + sum(character >= _FIRST_WIDE for character in text)
