"""Texts of which the checks read only the beginning (M8xx)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.messages.message import thousands
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.prose.bounds import LANGUAGES
from m44core.validation.prose.names import field_name, in_language


@check("M840")
def too_long_to_read(context: Context) -> Iterator[Problem]:
    """Texts that are longer than the checks read, and more languages than they read (LINT-T6)."""
    bounded = context.bounded
    told = {each.code: each for each in context.prose.told}
    for (language, field), letters in bounded.cut.items():
        read = thousands(len(getattr(bounded.texts[language], field)))
        said = {"field": field_name(field), "language": in_language(told[language])}
        pointer = f"/texts/{language}/{field}"
        yield problem("text", pointer, **said, letters=thousands(letters), read=read)
    number = len(context.scenario.texts)
    if number > LANGUAGES:
        yield problem("languages", "/texts", number=thousands(number), read=LANGUAGES)
