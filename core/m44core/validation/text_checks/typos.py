"""Checks for extra spaces, doubled words, placeholders and stray endings (M809 to M812, M819)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    check,
    problem,
    removal_repair,
    value_repair,
)
from m44core.validation.text_analysis.language_patterns import (
    entries_of_all_languages,
    placeholder_texts,
)
from m44core.validation.text_analysis.scenario_texts import (
    FIELDS,
    LanguageTexts,
    language_phrase,
)

_BLANKS = " \t\u00a0"
_SURPLUS = re.compile(
    r"(?<![ \t\u00a0])[ \t\u00a0]+$|^[ \t\u00a0]+|(?<=\S)(?:[ \t]{2,}|\t)(?=\S)", re.MULTILINE
)
_PLACEHOLDER = re.compile(
    r"(?i:lorem ipsum)|(?<!\w)(?:TODO|FIXME|TBD|TBA|XXXX+)(?!\w)|(?m:^XXX(?=\W*$))|\[\?+\]"
    r"|(?i:<insert[^>]*>|\[insert[^\]]*\])"
)
_UNIT = (
    r"[\w-]*(?:korps|corps|corpo|cuerpo|division|divisi[oó]n|brigad|armee|army|arm[eé]e|armata|regim"
    r"|group|gruppe|command|panzer|pz|a\.? ?k\.|корпус|дивизи|арми|бригад)"
)
_CAPITALISED_WORD = r"(?-i:[A-ZÀ-ÞА-Я])[\w'-]*"
_LETTERS_BEFORE_NUMBER = 24  # letters before a number in which a unit is looked for
_PLACEHOLDER_HINTS = (
    "orem",
    "OREM",
    "TODO",
    "FIXME",
    "TBD",
    "TBA",
    "XXX",
    "[",
    "<",
)  # for a quick test
_MAX_TITLE_LENGTH = 64


@check("M809")
def surplus_blanks(context: CheckContext) -> Iterator[Problem]:
    """Spaces and tabs at the start or end of lines, or repeated between words (LINT-T5, C-10).

    Texts that consist only of white space are reported too.
    """
    for language_texts in context.texts.languages:
        for field in FIELDS:
            text = getattr(language_texts.texts, field)
            if text and _may_have_surplus_whitespace(text):
                yield from _surplus_whitespace_problems(language_texts, field, text)


@check("M810")
def doubled_word(context: CheckContext) -> Iterator[Problem]:
    """Doubled words (LINT-T5, C-10).

    Names, their particles, and words that a language allows to be doubled are not reported.
    """
    for language_texts in context.texts.readable:
        for field, text in language_texts.fields(FIELDS[:-1]):
            yield from _doubled_word_problems(language_texts, field, text)


@check("M811")
def placeholder_text(context: CheckContext) -> Iterator[Problem]:
    """Placeholder texts of an editor or an author (LINT-T6)."""
    for language_texts in context.texts.languages:
        for field, text in language_texts.fields():
            placeholder = _placeholder_in(text)
            if placeholder:
                pointer = f"/texts/{language_texts.code}/{field}"
                values: dict[str, PhraseValue] = {
                    "field": phrase(field),
                    "language": language_phrase(language_texts),
                }
                repairs = (
                    [removal_repair("remove", pointer, **values)]
                    if placeholder == text.strip()
                    else []
                )
                yield problem("placeholder", pointer, None, *repairs, **values, said=placeholder)


@check("M812")
def long_title(context: CheckContext) -> Iterator[Problem]:
    """Titles longer than any published one (LINT-T6)."""
    for language_texts in context.texts.languages:
        title = language_texts.texts.name or ""
        if len(title.strip()) > _MAX_TITLE_LENGTH:
            letters, language = len(title.strip()), language_phrase(language_texts)
            values: dict[str, PhraseValue] = {"language": language, "letters": letters}
            yield problem(
                "long", f"/texts/{language_texts.code}/name", **values, most=_MAX_TITLE_LENGTH
            )


def _may_have_surplus_whitespace(text: str) -> bool:
    """Return, after a quick test, whether a text may have surplus spaces."""
    has_blank_end = text[0] in _BLANKS or text[-1] in _BLANKS
    return has_blank_end or any(
        part in text for part in ("  ", "\t", " \n", "\n ", "\u00a0\n", "\n\u00a0")
    )


def _surplus_whitespace_problems(
    language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    new_text, places = _SURPLUS.subn(
        lambda match: " " if _is_between_words(match, text) else "", text
    )
    pointer = f"/texts/{language_texts.code}/{field}"
    values: dict[str, PhraseValue] = {
        "field": phrase(field),
        "language": language_phrase(language_texts),
    }
    if not new_text.strip():
        yield problem("blank", pointer, None, removal_repair("empty", pointer), **values)
    elif places:
        yield problem(
            "surplus",
            pointer,
            None,
            value_repair("tidy", pointer, new_text),
            **values,
            places=places,
        )


def _is_between_words(match: re.Match[str], text: str) -> bool:
    """Return whether spaces are between words of a line."""
    start, end = match.span()
    return bool(text[max(0, start - 1) : start].strip() and text[end : end + 1].strip())


def _doubled_word_problems(
    language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    words = text.lower().split()
    if not any(map(str.startswith, words[1:], words)):
        return
    words = text.split()
    reported_words = set(_allowed_doubles(language_texts))  # each word is reported once
    for word, next_word, word_after in zip(words, words[1:], (*words[2:], ""), strict=False):
        is_same = word.lower() == next_word.rstrip(".,;:!?)").lower()
        if (
            is_same
            and word.lower() not in reported_words
            and _is_unintended_double(word, next_word, word_after)
        ):
            reported_words.add(word.lower())
            yield from _double_problem(language_texts, field, text, word)


def _allowed_doubles(language_texts: LanguageTexts) -> list[str]:
    """Return the words that may be doubled in a language; empty if it is not supported."""
    doubles: list[str] = (
        language_texts.language.data.get("doubles", []) if language_texts.language else []
    )
    return doubles


def _is_unintended_double(word: str, next_word: str, word_after: str) -> bool:
    """Return whether a doubled word is neither a name nor a name's particle: *de de Gaulle*."""
    return word.isalpha() and not next_word[:1].isupper() and not word_after[:1].isupper()


def _double_problem(
    language_texts: LanguageTexts, field: str, text: str, word: str
) -> Iterator[Problem]:
    doubled_pattern = re.compile(rf"(?<!\w)({word})[ \t\u00a0]+{word}(?!\w)", re.IGNORECASE)
    if doubled_pattern.search(text):
        pointer = f"/texts/{language_texts.code}/{field}"
        repair = value_repair("once", pointer, doubled_pattern.sub(r"\1", text), word=word)
        values: dict[str, PhraseValue] = {
            "field": phrase(field),
            "language": language_phrase(language_texts),
        }
        yield problem("double", pointer, None, repair, **values, word=word)


def _placeholder_in(text: str) -> str | None:
    """Return the placeholder in a text; None if there is none."""
    stripped_text = text.strip()
    if stripped_text.lower().rstrip(".!… ") in placeholder_texts():
        return stripped_text
    if not any(hint in text for hint in _PLACEHOLDER_HINTS):
        return None
    matches = (match for match in _PLACEHOLDER.finditer(text) if not _is_unit_numeral(match))
    return next((match[0] for match in matches), None)


@cache
def _military_unit_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a unit after and before its number: *the 40th corps*."""
    return (
        re.compile(
            rf"\W{{0,3}}(?:{_CAPITALISED_WORD}\W{{1,2}}){{0,2}}{_UNIT}|\W{{0,2}}[軍军]",
            re.IGNORECASE,
        ),
        re.compile(rf"(?<!\w){_UNIT}\w*\W{{1,3}}$|[軍军第]\W{{0,2}}$", re.IGNORECASE),
    )


def _is_unit_numeral(match: re.Match[str]) -> bool:
    """Return whether a possible placeholder is the Roman numeral of an army or a corps."""
    unit_after, unit_before = _military_unit_patterns()
    text, start = match.string, match.start()
    unit_match = unit_after.match(text, match.end()) or unit_before.search(
        text[max(0, start - _LETTERS_BEFORE_NUMBER) : start]
    )
    return match[0].startswith("XX") and unit_match is not None


_PROSE_FIELDS = ("historical", "description", "victory", "rules")
_MAX_HEADING_LENGTH = 40  # maximum letters of a heading
_SENTENCE_ENDS = ".!"
_LINE_ENDS = ".!?:;…)\"'»“”"
_MIN_LAST_WORD_LENGTH = 3  # minimum letters of a sentence's last word


@check("M819")
def stray_ending(context: CheckContext) -> Iterator[Problem]:
    """Stray headings, words and sentence fragments at the end of a text (LINT-T7).

    Endings in any language are found, because authors use one text as a template for another.
    """
    for language_texts in context.texts.readable:
        for field, text in language_texts.fields(_PROSE_FIELDS):
            yield from _stray_ending_problems(language_texts, field, text)


def _stray_ending_problems(
    language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    assert language_texts.language
    pointer = f"/texts/{language_texts.code}/{field}"
    values: dict[str, PhraseValue] = {
        "field": phrase(field),
        "language": language_phrase(language_texts),
    }
    stripped_text = text.rstrip()
    text_before, last_word = _split_off_last_word(stripped_text)
    words: Mapping[str, list[str]] = language_texts.language.data
    heading = _trailing_heading(stripped_text, entries_of_all_languages("headings"))
    if heading:
        repair = value_repair(
            "cut", pointer, stripped_text[: -len(heading)].rstrip(), passage=heading
        )
        yield problem("heading", pointer, None, repair, **values, passage=heading)
    elif last_word in entries_of_all_languages("strays") and _ends_a_sentence(text_before):
        repair = value_repair("cut", pointer, text_before, passage=last_word)
        yield problem("word", pointer, None, repair, **values, passage=last_word)
    elif text_before and last_word in words["unfinished"]:
        yield problem("half", pointer, None, **values, passage=last_word)
    elif _is_on_own_line(text_before, last_word, stripped_text):
        repair = value_repair("cut", pointer, text_before, passage=last_word)
        yield problem("alone", pointer, None, repair, **values, passage=last_word)


def _is_on_own_line(text_before: str, last_word: str, whole_text: str) -> bool:
    """Return whether a word is alone on the last line of a text of whole sentences."""
    is_word = (
        len(last_word) >= _MIN_LAST_WORD_LENGTH and last_word.isalpha() and last_word[0].isupper()
    )
    if (
        not is_word
        or whole_text.splitlines()[-1].strip() != last_word
        or not _ends_a_sentence(text_before)
    ):
        return False
    lines = (line.strip() for line in text_before.splitlines())
    return all(line[-1] in _LINE_ENDS for line in lines if line)


def _trailing_heading(text: str, headings: Iterable[str]) -> str:
    """Return the heading at the end of a text, on its own line or after a sentence; "" if none."""
    end = text[-_MAX_HEADING_LENGTH:]
    lower_end = end.rstrip(":.").lower()
    for heading in headings:
        if lower_end.endswith(heading):
            title = end[len(lower_end) - len(heading) :]
            before = text[: -len(title)].rstrip(" \t\u00a0")
            if before.endswith("\n") or _ends_a_sentence(before):
                return title
    return ""


def _split_off_last_word(text: str) -> tuple[str, str]:
    """Return a text without its last word, and that word; both may be empty."""
    parts = text[-_MAX_HEADING_LENGTH:].split()
    last_word = parts[-1] if parts else ""
    return text[: len(text) - len(last_word)].rstrip(), last_word


def _ends_a_sentence(text: str) -> bool:
    """Return whether a text ends with a period or exclamation mark after at least three letters.

    A period after fewer letters may be part of an abbreviation.
    """
    word = text[-_MIN_LAST_WORD_LENGTH - 1 : -1]
    return (
        text[-1:] != ""
        and text[-1] in _SENTENCE_ENDS
        and len(word) == _MIN_LAST_WORD_LENGTH
        and word.isalpha()
    )
