"""Checks for lost or garbled letters, and control characters (M808, M817)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, Repair, check, problem, value_repair
from m44core.validation.text_analysis.language_patterns import language_tag
from m44core.validation.text_analysis.scenario_texts import (
    FIELDS,
    LanguageTexts,
    language_phrase,
)

_INSIDE_WORD = re.compile(r"[^\W\d_]\?[^\W\d_A-ZÀ-Þ]")
_MAYBE_INSIDE_WORD = re.compile(r"\?(?<=[^\W\d_]\?)[^\W\d_]")
_QUESTION_MARK_BETWEEN_SPACES = re.compile(
    r"(?:(?<=\s\d)|(?<=\s\d\d))[ \t]\?[ \t](?=\S)|(?<=[\w)\"'»”])[ \t]\?[ \t](?=[a-zà-ÿа-яё\d])"
)
_QUOTED_BY_QUESTION_MARKS = re.compile(
    r"(?<![\w?!.)\]»])\?(?=[^\W\d_])([^?\n.!]{1,40}(?<=\w))\?(?![\w?!])"
)
_SENTENCE_START = re.compile(r"[.!?;:…\n«\"“„(]")
_ADDRESS = re.compile(r"(?:[a-z]{2,6}://|www\.)\S*")
_ENTITY = re.compile(r"&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,8}\d?);", re.IGNORECASE)
_CONTROLS = re.compile("[\u0080-\u009f]")
_SUSPECT_LETTERS = re.compile("[^\x00-\x7f](?:(?<=[\x80-\x9f])|[^\x00-\x7f])")
_REPLACEMENT_CHARACTER = "\ufffd"
_MAX_QUOTED_WORDS = 4  # maximum; a longer passage may be a second question
_MAX_SENTENCE_LENGTH = 1_000  # maximum letters searched back for its beginning
_CONTEXT_LENGTH = 12  # letters shown before and after the offset
_REPLACEMENT_CHARACTERS = re.compile(rf"[{_REPLACEMENT_CHARACTER}]")


@check("M808")
def broken_letters(context: CheckContext) -> Iterator[Problem]:
    """Letters lost, wrongly decoded, of another script or replaced by question marks; entities.

    See LINT-T4 and C-7.
    """
    for language_texts in context.texts.languages:
        for field, text in language_texts.fields():
            for find in _FINDERS:
                yield from find(language_texts, field, text)


_MIXED_WORD = re.compile(r"[a-zA-Z\u0401\u0410-\u044f\u0451]{3,}")
_LATIN, _CYRILLIC = re.compile("[a-zA-Z]"), re.compile("[\u0401\u0410-\u044f\u0451]")
_LOOKALIKES = str.maketrans(  # Latin letters, and the Cyrillic ones that look the same
    "aceopxyABCEHKMOPTX",
    "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0410\u0412"
    "\u0421\u0415\u041d\u041a\u041c\u041e\u0420\u0422\u0425",
)
_CHARACTERS_OF_OTHER_FORM = {  # characters of the game that only one form of Chinese has
    "zh-Hant": re.compile("[张轴国军战车单为个击队场胜奖]"),
    "zh-Hans": re.compile("[張軸國軍戰車單為個擊隊場勝獎勳]"),
}


def _mixed_script_problems(
    language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    """Yield a problem if Cyrillic words have Latin letters that look the same.

    Words that stay mixed after replacing those letters are left out: they are names of equipment.
    """
    if text.isascii() or not _CYRILLIC.search(text) or not _LATIN.search(text):
        return
    matches = [match for match in _MIXED_WORD.finditer(text) if _has_disguised_letters(match[0])]
    if matches:
        letters = list(text)
        for match in matches:
            letters[match.start() : match.end()] = match[0].translate(_LOOKALIKES)
        repair = _text_repair("cyrillic", language_texts, field, "".join(letters))
        starts = [match.start() for match in matches]
        yield _problem_at_offsets("mixed", language_texts, field, text, starts, repair)


def _has_disguised_letters(word: str) -> bool:
    """Return whether a word is Cyrillic but for a few Latin letters that look the same."""
    latin, cyrillic = len(_LATIN.findall(word)), len(_CYRILLIC.findall(word))
    return 0 < latin < cyrillic and not _LATIN.search(word.translate(_LOOKALIKES))


def _chinese_form_problems(
    language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    """Yield a problem if a Chinese text has characters of the other form."""
    pattern = _CHARACTERS_OF_OTHER_FORM.get(language_tag(language_texts.code) or "")
    found = pattern.findall(text) if pattern else []
    if found:
        values: dict[str, PhraseValue] = {
            "field": phrase(field),
            "language": language_phrase(language_texts),
        }
        pointer = f"/texts/{language_texts.code}/{field}"
        signs = " ".join(dict.fromkeys(found))
        yield problem("variant", pointer, **values, signs=signs, places=len(found))


def _replacement_character_problems(
    language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    if _REPLACEMENT_CHARACTER in text:
        yield _problem_of_pattern("lost", language_texts, field, text, _REPLACEMENT_CHARACTERS)


def _entity_problems(language_texts: LanguageTexts, field: str, text: str) -> Iterator[Problem]:
    if "&" in text and _ENTITY.search(text):
        from html import unescape  # it knows 2,000 names

        new_text = _ENTITY.sub(lambda match: unescape(match[0]), text)
        if new_text != text:
            yield _problem_of_pattern(
                "entity",
                language_texts,
                field,
                text,
                _ENTITY,
                _text_repair("restore", language_texts, field, new_text),
            )


def _garbled_problems(language_texts: LanguageTexts, field: str, text: str) -> Iterator[Problem]:
    if text.isascii() or not _SUSPECT_LETTERS.search(text):
        return
    is_utf_8 = _misread_utf8_pattern().search(text) is not None
    pattern, restore = (
        (_misread_utf8_pattern(), _reread_as_utf8)
        if is_utf_8
        else (_CONTROLS, _reread_as_windows_1252)
    )
    new_text = pattern.sub(lambda match: restore(match[0]), text)
    if new_text != text:
        yield _problem_of_pattern(
            "garbled",
            language_texts,
            field,
            text,
            pattern,
            _text_repair("restore", language_texts, field, new_text),
        )


@cache
def _misread_utf8_pattern() -> re.Pattern[str]:
    """Return the pattern of UTF-8 that was decoded as Windows-1252."""
    windows_characters = {
        bytes([b]).decode("cp1252", "ignore") or chr(b) for b in range(0x80, 0xC0)
    }
    continuation = f"[{re.escape(''.join(sorted(windows_characters)))}]"
    return re.compile(
        f"[ÂÃÄÅÎÏÐÑ]{continuation}|â[\u0080-\u0084€\u201a„†]{continuation}|"
        f"(?:[ã-é]{continuation}{{2}}){{2,}}|ð{continuation}{{3}}"
    )


def _question_mark_problems(
    language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    if "?" not in text:
        return
    plain_text = _without_web_addresses(text)
    if _MAYBE_INSIDE_WORD.search(plain_text) and _has_spaces_between_words(language_texts):
        yield from _apostrophe_problems(language_texts, field, text, plain_text)
    quotations = [
        match
        for match in _QUOTED_BY_QUESTION_MARKS.finditer(plain_text)
        if _are_quotation_marks(language_texts, plain_text, match)
    ]
    if quotations:
        yield _quotes_problem(language_texts, field, text, quotations)
    dashes = [
        match
        for match in _QUESTION_MARK_BETWEEN_SPACES.finditer(plain_text)
        if not _ends_question(language_texts, plain_text, match)
    ]
    if dashes:
        yield _dash_problem(language_texts, field, text, dashes)


def _are_quotation_marks(language_texts: LanguageTexts, text: str, match: re.Match[str]) -> bool:
    """Return whether two question marks are garbled quotation marks and neither ends a question."""
    before = text[: match.start()][-1:]
    words = match[1].split()
    question_words = language_texts.language.data.get("asks", ()) if language_texts.language else ()
    is_quotation = before in ("", " ", "\n", "(", "\t") and len(words) <= _MAX_QUOTED_WORDS
    return (
        is_quotation
        and words[0].lower() not in question_words
        and not _ends_question(language_texts, text, match)
    )


def _quotes_problem(
    language_texts: LanguageTexts, field: str, text: str, matches: list[re.Match[str]]
) -> Problem:
    letters = list(text)
    for match in matches:
        letters[match.start()] = letters[match.end() - 1] = '"'
    starts = [match.start() for match in matches]
    return _problem_at_offsets(
        "quotes",
        language_texts,
        field,
        text,
        starts,
        _text_repair("quote", language_texts, field, "".join(letters)),
    )


def _dash_problem(
    language_texts: LanguageTexts, field: str, text: str, matches: list[re.Match[str]]
) -> Problem:
    letters = list(text)
    for match in matches:
        letters[match.start() : match.end()] = " \N{EN DASH} "
    starts = [match.start() for match in matches]
    repair = _text_repair("dash", language_texts, field, "".join(letters))
    return _problem_at_offsets("dash", language_texts, field, text, starts, repair)


def _ends_question(language_texts: LanguageTexts, text: str, match: re.Match[str]) -> bool:
    """Return whether a question mark between spaces ends a question, judging by its words."""
    question_words = language_texts.language.data.get("asks", ()) if language_texts.language else ()
    before = text[max(0, match.start() - _MAX_SENTENCE_LENGTH) : match.start()]
    sentence = _SENTENCE_START.split(before)[-1]
    words = re.findall(r"[^\W_]+", sentence.lower())
    return not {*words[:2], *words[-1:]}.isdisjoint(question_words)


def _has_spaces_between_words(language_texts: LanguageTexts) -> bool:
    """Return whether the language has spaces between words; True if unknown."""
    return (
        language_texts.language is None or language_texts.language.data.get("spaced", True) is True
    )


def _without_web_addresses(text: str) -> str:
    """Return a text of the same length with web addresses replaced by spaces."""
    if "://" not in text and "www." not in text:
        return text
    return _ADDRESS.sub(lambda match: " " * len(match[0]), text)


_FINDERS: tuple[Callable[[LanguageTexts, str, str], Iterator[Problem]], ...] = (
    _replacement_character_problems,
    _entity_problems,
    _garbled_problems,
    _question_mark_problems,
    _mixed_script_problems,
    _chinese_form_problems,
)


def _apostrophe_problems(
    language_texts: LanguageTexts, field: str, text: str, plain_text: str
) -> Iterator[Problem]:
    """Yield a problem if there are question marks inside words.

    The repair turns them into apostrophes; there is no repair if the language has none.
    """
    data = language_texts.language.data if language_texts.language else {}
    certain_pattern = re.compile(data.get("apostrophes", _INSIDE_WORD))
    with_certain_apostrophes = certain_pattern.sub(_with_apostrophe, plain_text)
    new_text = _INSIDE_WORD.sub(_with_apostrophe, with_certain_apostrophes)
    places = [i for i, letter in enumerate(new_text) if letter != plain_text[i]]
    if places:
        key = "restore-apostrophe" if with_certain_apostrophes == new_text else "apostrophe"
        letters = list(text)
        for place in places:
            letters[place] = "'"
        repairs = (
            [_text_repair(key, language_texts, field, "".join(letters))]
            if "apostrophes" in data
            else []
        )
        yield _problem_at_offsets("apostrophe", language_texts, field, text, places, *repairs)


def _with_apostrophe(match: re.Match[str]) -> str:
    return match[0].replace("?", "'")


def _reread_as_utf8(garbled_letters: str) -> str:
    """Return letters decoded as UTF-8; unchanged if their bytes are not UTF-8."""
    try:
        return b"".join(map(_windows_1252_byte, garbled_letters)).decode()
    except (UnicodeDecodeError, UnicodeEncodeError):
        return garbled_letters


def _windows_1252_byte(letter: str) -> bytes:
    return letter.encode("latin-1") if "\u0080" <= letter <= "\u009f" else letter.encode("cp1252")


def _reread_as_windows_1252(control: str) -> str:
    try:
        return control.encode("latin-1").decode("cp1252")
    except UnicodeDecodeError:
        return control


def _text_repair(key: str, language_texts: LanguageTexts, field: str, new_text: str) -> Repair:
    return value_repair(key, f"/texts/{language_texts.code}/{field}", new_text)


def _problem_of_pattern(
    key: str,
    language_texts: LanguageTexts,
    field: str,
    text: str,
    pattern: re.Pattern[str],
    *repairs: Repair,
) -> Problem:
    places = [match.start() for match in pattern.finditer(text)]
    return _problem_at_offsets(key, language_texts, field, text, places, *repairs)


def _problem_at_offsets(
    key: str,
    language_texts: LanguageTexts,
    field: str,
    text: str,
    offsets: list[int],
    *repairs: Repair,
) -> Problem:
    """Return one problem for all offsets; it quotes the passage at the first one."""
    start = max(0, offsets[0] - _CONTEXT_LENGTH)
    passage = " ".join(text[start : offsets[0] + _CONTEXT_LENGTH].split())
    values: dict[str, PhraseValue] = {
        "field": phrase(field),
        "language": language_phrase(language_texts),
    }
    pointer = f"/texts/{language_texts.code}/{field}"
    return problem(key, pointer, None, *repairs, **values, passage=passage, places=len(offsets))


_TITLES = ("name", "subtitle")


class _ControlCharacterKind(NamedTuple):
    """A kind of characters: the key of its message and repair, its pattern, and its replacement."""

    key: str
    pattern: re.Pattern[str]
    replacement: str = ""


_CONTROL = _ControlCharacterKind(
    "control",
    re.compile(
        r"\x1b\[[0-?]*[ -/]*[@-~]"  # terminal escapes: color, cursor
        r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)"  # terminal escapes: title, links
        r"|[\x00-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]"
    ),
)
_DIRECTION = _ControlCharacterKind("direction", re.compile("[\u202a-\u202e\u2066-\u2069]"))
_OVERRIDE = _ControlCharacterKind("direction", re.compile("[\u202d\u202e]"))
_LINES = _ControlCharacterKind(
    "lines", re.compile(r"(?<=\S)\s*[\n\r\v\f\x85\u2028\u2029]\s*(?=\S)"), " "
)
_TITLE_KINDS, _TEXT_KINDS = (_CONTROL, _DIRECTION, _LINES), (_CONTROL, _OVERRIDE)


@check("M817")
def control_characters(context: CheckContext) -> Iterator[Problem]:
    """Control characters, and line breaks in titles (LINT-T4, C-7).

    Direction marks around a passage are allowed in a text, because some scripts need them; those
    that reverse letters are not.
    """
    for language_texts in context.texts.languages:
        for field in FIELDS:
            text = getattr(language_texts.texts, field)
            if text and (field in _TITLES or not text.isprintable()):
                yield from _control_character_problems(language_texts, field, text)


def _control_character_problems(
    language_texts: LanguageTexts, field: str, text: str
) -> Iterator[Problem]:
    for kind in _TITLE_KINDS if field in _TITLES else _TEXT_KINDS:
        characters = kind.pattern.findall(text)
        if characters:
            pointer = f"/texts/{language_texts.code}/{field}"
            repair = value_repair(kind.key, pointer, kind.pattern.sub(kind.replacement, text))
            values: dict[str, PhraseValue] = {
                "field": phrase(field),
                "language": language_phrase(language_texts),
            }
            values |= {} if kind is _LINES else {"signs": _code_points(characters)}
            yield problem(kind.key, pointer, None, repair, **values)


def _code_points(characters: list[str]) -> str:
    """Return the code points of the characters, each once: ``U+001B, U+202E``."""
    return ", ".join(dict.fromkeys(f"U+{ord(character[0]):04X}" for character in characters))
