"""Blanks too many, words twice, and what an editor left behind (M8xx)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m44core.findings.kinds import Value
from m44core.validation.check import Problem, check, problem
from m44core.validation.context import Context
from m44core.validation.repairs import put, remove
from m44core.validation.texts.prose import FIELDS, Told
from m44core.validation.texts.wording import field_name, in_language

_BLANKS = " \t\u00a0"
_SURPLUS = re.compile(
    r"(?<![ \t\u00a0])[ \t\u00a0]+$|^[ \t\u00a0]+|(?<=\S)(?:[ \t]{2,}|\t)(?=\S)", re.MULTILINE
)
_UNFINISHED = re.compile(
    r"(?i:lorem ipsum)|(?<!\w)(?:TODO|FIXME|TBD|TBA|XXX+)(?!\w)|\[\?+\]"
    r"|(?i:<insert[^>]*>|\[insert[^\]]*\])"
)
_LONGEST_TITLE = 64


@check("M809")
def surplus_blanks(context: Context) -> Iterator[Problem]:
    """Blanks and tabs at the ends of lines, and two where one is enough (LINT-T5, C-10)."""
    for told in context.prose.told:
        for field in FIELDS:
            text = getattr(told.texts, field)
            if text and _may_have_surplus(text) and _SURPLUS.search(text):
                yield _surplus(told, field, text)


@check("M810")
def doubled_word(context: Context) -> Iterator[Problem]:
    """Words that stand twice in a row (LINT-T5, C-10)."""
    for told in context.prose.read:
        for field, text in told.fields(FIELDS[:-1]):
            yield from _doubled(told, field, text)


@check("M811")
def placeholder_text(context: Context) -> Iterator[Problem]:
    """Texts that an editor or a hurried author put there for the time being (LINT-T6)."""
    for told in context.prose.told:
        for field, text in told.fields():
            said = _placeholder(told, text)
            if said:
                pointer = f"/texts/{told.code}/{field}"
                values: dict[str, Value] = {
                    "field": field_name(field),
                    "language": in_language(told),
                }
                repairs = [remove("remove", pointer, **values)] if said == text.strip() else []
                yield problem("placeholder", pointer, None, *repairs, **values, said=said)


@check("M812")
def long_title(context: Context) -> Iterator[Problem]:
    """Titles longer than any published one (LINT-T6)."""
    for told in context.prose.told:
        title = told.texts.name or ""
        if len(title.strip()) > _LONGEST_TITLE:
            letters, language = len(title.strip()), in_language(told)
            said: dict[str, Value] = {"language": language, "letters": letters}
            yield problem("long", f"/texts/{told.code}/name", **said, most=_LONGEST_TITLE)


def _may_have_surplus(text: str) -> bool:
    """Tell quickly whether a closer look is worth it."""
    ends = text[0] in _BLANKS or text[-1] in _BLANKS
    return ends or any(part in text for part in ("  ", "\t", " \n", "\n ", "\u00a0\n", "\n\u00a0"))


def _surplus(told: Told, field: str, text: str) -> Problem:
    after = _SURPLUS.sub(lambda m: " " if _inside(m, text) else "", text)
    pointer = f"/texts/{told.code}/{field}"
    said: dict[str, Value] = {"field": field_name(field), "language": in_language(told)}
    if not after.strip():
        return problem("blank", pointer, None, remove("empty", pointer), **said)
    places = len(_SURPLUS.findall(text))
    return problem("surplus", pointer, None, put("tidy", pointer, after), **said, places=places)


def _inside(match: re.Match[str], text: str) -> bool:
    """Tell whether blanks stand between words of a line."""
    before, after = text[: match.start()], text[match.end() :]
    return bool(before) and before[-1] != "\n" and bool(after) and after[0] != "\n"


def _doubled(told: Told, field: str, text: str) -> Iterator[Problem]:
    assert told.language
    legal = told.language.said.get("doubles", ())
    words = text.split()
    for word, following, next_ in zip(words, words[1:], (*words[2:], ""), strict=False):
        same = word.lower() == following.rstrip(".,;:!?)").lower()
        if same and _is_slip(word, following, next_) and word.lower() not in legal:
            yield from _double(told, field, text, word)


def _is_slip(word: str, following: str, next_: str) -> bool:
    """Tell whether a doubled word is no name, nor the particle of one: *of de Gaulle*."""
    return word.isalpha() and not following[:1].isupper() and not next_[:1].isupper()


def _double(told: Told, field: str, text: str, word: str) -> Iterator[Problem]:
    twice = re.compile(rf"(?<!\w)({word})[ \t\u00a0]+{word}(?!\w)", re.IGNORECASE)
    if twice.search(text):
        pointer = f"/texts/{told.code}/{field}"
        repair = put("once", pointer, twice.sub(r"\1", text), word=word)
        said: dict[str, Value] = {"field": field_name(field), "language": in_language(told)}
        yield problem("double", pointer, None, repair, **said, word=word)


def _placeholder(told: Told, text: str) -> str | None:
    """Return what in a text is a placeholder, or None."""
    plain = text.strip()
    whole = told.language.said["placeholders"] if told.language else ()
    if plain.lower().rstrip(".!… ") in whole:
        return plain
    unfinished = _UNFINISHED.search(text)
    return unfinished[0] if unfinished else None


CHECKS = (surplus_blanks, doubled_word, placeholder_text, long_title)
