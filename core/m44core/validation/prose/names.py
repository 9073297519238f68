"""Words of the checks of texts: languages and fields are phrases of each kind of finding."""

from __future__ import annotations

from collections.abc import Iterable

from m44core.findings.kinds import Say, say
from m44core.validation.prose.language import tag_of
from m44core.validation.prose.prose import Told


def in_language(told: Told) -> Say:
    """Return what a message calls a language; one that is not read by its code."""
    tag = tag_of(told.code)
    return say(tag.lower()) if tag else say("other", code=told.code)


def in_languages(told: Iterable[Told]) -> tuple[Say, ...]:
    """Return what a message calls several languages."""
    return tuple(map(in_language, told))


def field_name(field: str) -> Say:
    """Return what a message calls a text."""
    return say(field)
