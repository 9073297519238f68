"""Texts that are missing, or left in another language (M8xx)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m44core.validation.check import Problem, check, problem
from m44core.validation.context import Context
from m44core.validation.texts.prose import BRIEFING, Told
from m44core.validation.texts.wording import field_name, in_language

_NEEDED = ("name", "description", "victory", "rules")
_WELCOME = ("historical", "subtitle")
_SENTENCE_END = re.compile(r"[.!?\n]+")
_WORDS, _LETTERS = 6, 40  # a shorter passage may be a quotation or a name


@check("M806")
def missing_texts(context: Context) -> Iterator[Problem]:
    """Scenarios without texts, without a title, or with nothing but one (LINT-T3)."""
    fields = {field for told in context.prose.told for field, _ in told.fields()}
    if not fields:
        yield problem("none", "/texts")
    elif "name" not in fields:
        yield problem("no-title", f"/texts/{context.prose.told[0].code}/name")
    elif not fields.intersection(BRIEFING):
        yield problem("no-briefing", f"/texts/{context.prose.told[0].code}")


@check("M807")
def text_missing_in_a_language(context: Context) -> Iterator[Problem]:
    """Texts that one language has and another has not, or has untranslated (LINT-T3, C-8)."""
    model = context.prose.model
    for told in context.prose.told:
        if told is not model and model:
            yield from _missing(context, told)
            yield from _untranslated(told, model)
    if model:
        yield from _missing(context, model)


def _missing(context: Context, told: Told) -> Iterator[Problem]:
    """Yield what a language does not have; a language without any text is none."""
    own = dict(told.fields())
    for field in (*_NEEDED, *_WELCOME) if own else ():
        others = [other for other in context.prose.told if field in dict(other.fields())]
        if others and field not in own:
            key = "missing" if field in _NEEDED else "less"
            said = {"field": field_name(field), "language": in_language(told)}
            pointer = f"/texts/{told.code}/{field}"
            yield problem(key, pointer, **said, other=in_language(others[0]))


def _untranslated(told: Told, model: Told) -> Iterator[Problem]:
    if _base(told) == _base(model):
        return
    theirs = {passage for field, said in model.fields(_FIELDS) for passage in _passages(said)}
    for field, said in told.fields(_FIELDS):
        same = next((passage for passage in _passages(said) if passage in theirs), None)
        if same:
            values = {"field": field_name(field), "language": in_language(told)}
            pointer = f"/texts/{told.code}/{field}"
            yield problem("untranslated", pointer, **values, other=in_language(model), passage=same)


_FIELDS = ("historical", *BRIEFING)


def _passages(text: str) -> Iterator[str]:
    """Yield the sentences that are too long to be the same in two languages by chance."""
    for sentence in _SENTENCE_END.split(text):
        plain = " ".join(sentence.split())
        if len(plain) >= _LETTERS and plain.count(" ") + 1 >= _WORDS:
            yield plain


def _base(told: Told) -> str:
    return told.code.lower().replace("_", "-").partition("-")[0]


CHECKS = (missing_texts, text_missing_in_a_language)
