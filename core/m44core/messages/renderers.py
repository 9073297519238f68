"""The renderer of each supported language, and the messages of exceptions."""

from __future__ import annotations

from functools import cache

from m44core.errors import M44Error, NotationError
from m44core.messages.languages import ENGLISH, PSEUDO, Language, languages
from m44core.messages.message import (
    Message,
    Renderer,
    Untranslated,
    Value,
    enumerated,
    message,
)


def message_of_error(error: M44Error) -> Value:
    """Return the message of an exception, to show in any language."""
    cause = error.args[0] if error.args else ""
    return cause if isinstance(cause, Message) else str(error)


@cache
def renderer_in(code: str) -> Renderer:
    """Return the renderer of messages in the language with this code; cached.

    Raises:
        NotationError: the program does not support the language.
    """
    if code == ENGLISH:
        return Renderer(Language(ENGLISH, "English"), Untranslated())
    if code == PSEUDO:
        from m44core.messages.pseudo_language import PseudoTranslation  # only for tests

        return Renderer(Language(PSEUDO, "[Þšéûðö]"), PseudoTranslation())
    if code not in languages():
        problem = message(
            "unknown language {code!r}; available: {known}",
            code=code,
            known=enumerated(languages()),
        )
        raise NotationError(problem)
    from m44core.messages.gettext_catalogue import translation_of  # English needs no catalogue

    return Renderer(languages()[code], translation_of(languages()[code]) or Untranslated())


def in_english(sentence: Value) -> str:
    """Return a sentence in English, for other programs."""
    return renderer_in(ENGLISH).sentence(sentence)
