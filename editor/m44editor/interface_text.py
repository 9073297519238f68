"""The words of the window, in the language it speaks.

The texts must be literals: ``packaging/messages.py`` finds them in the code for the translators.
A widget says its words when it is made and when the language changes; what has its own value, such
as a finding or an event of a game, is a message of the core and is told by :func:`told`.
"""

from __future__ import annotations

import re

from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Value, Words
from m44core.messages.words import words

_spoken: list[Words] = [words(ENGLISH)]


def language() -> str:
    """Return the code of the language the window speaks."""
    return _spoken[0].language.code


def spoken() -> Words:
    """Return the words of the language the window speaks."""
    return _spoken[0]


def set_language(code: str) -> None:
    """Let the window speak another language from now on.

    Raises:
        NotationError: we do not speak it.
    """
    _spoken[0] = words(code)


def tr(text: str, /, **values: Value) -> str:
    """Return what the window says for an English text, with the values of its placeholders."""
    return told(Message(text, "", values))


def tr_in(context: str, text: str, /, **values: Value) -> str:
    """Return the same for a text that English alone would not tell from another."""
    return told(Message(text, context, values))


def tr_n(one: str, many: str, number: int, /, **values: Value) -> str:
    """Return what the window says about a number, which the texts call ``{number}``."""
    return told(Message(one, "", {"number": number, **values}, many, number))


def told(value: Value) -> str:
    """Return a message of the core, or a value of one, in the language of the window."""
    return _spoken[0].render(value)


def sentence(value: Value) -> str:
    """Return a message of the core with a capital at the beginning."""
    return _spoken[0].sentence(value)


def without_letter(label: str) -> str:
    """Return the label of a menu or a button without its letter for the keyboard.

    Chinese labels have that letter behind them, in brackets: ``檔案(&F)`` is ``檔案``.
    """
    bare = re.sub(r"\(&[^&]\)", "", label)
    return bare.replace("&&", "\0").replace("&", "").replace("\0", "&")


def file_filter(kind: Message, patterns: str) -> str:
    """Return a kind of files as Qt's dialogs want it: ``Images (*.png *.svg)``."""
    return f"{told(kind)} ({patterns})"
