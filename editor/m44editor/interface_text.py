"""Text of the user interface, in the current language.

The texts must be literals, so that ``packaging/messages.py`` can extract them for translators. A
widget sets its text when it is created and when the language changes; messages of the core, such as
findings and events of a game, are translated by :func:`translated`.
"""

from __future__ import annotations

import re

from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Renderer, Value
from m44core.messages.renderers import renderer_in

_renderers: list[Renderer] = [renderer_in(ENGLISH)]


def language() -> str:
    """Return the code of the current language."""
    return _renderers[0].language.code


def current_renderer() -> Renderer:
    """Return the renderer of the current language."""
    return _renderers[0]


def set_language(code: str) -> None:
    """Set the current language.

    Raises:
        NotationError: the language is not supported.
    """
    _renderers[0] = renderer_in(code)


def tr(text: str, /, **values: Value) -> str:
    """Return the translation of an English text, with its placeholders filled in."""
    return translated(Message(text, "", values))


def tr_in(context: str, text: str, /, **values: Value) -> str:
    """Return the translation of a text that is ambiguous in English, in its context."""
    return translated(Message(text, context, values))


def tr_n(singular: str, plural: str, number: int, /, **values: Value) -> str:
    """Return the translation of a text about a number, which is ``{number}`` in the text."""
    return translated(Message(singular, "", {"number": number, **values}, plural, number))


def translated(value: Value) -> str:
    """Return a message of the core, or a value from one, in the current language."""
    return _renderers[0].render(value)


def sentence(value: Value) -> str:
    """Return a message of the core in the current language, with a capital first letter."""
    return _renderers[0].sentence(value)


def without_mnemonic(label: str) -> str:
    """Return the label of a menu or button without its mnemonic.

    Chinese labels have it at the end, in parentheses: ``檔案(&F)`` becomes ``檔案``.
    """
    label_text = re.sub(r"\(&[^&]\)", "", label)
    return label_text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def file_filter(kind: Message, patterns: str) -> str:
    """Return a file type in the form Qt's dialogs expect: ``Images (*.png *.svg)``."""
    return f"{translated(kind)} ({patterns})"
