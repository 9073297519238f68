"""Letters that no font here has: told once, where the windows begin to speak their language."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QFont, QFontMetrics

from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import Message, message
from m44core.messages.words import words
from m44core.missing_characters import font_package
from m44editor.documents.document import Sheets
from m44editor.interface_text import language


class Notices(Protocol):
    """Where something is told over the board, of a window's tabs."""

    sheets: Sheets

    def warn(self, words: Message) -> None:
        """Tell something over the board that is shown."""


def without_font(text: str) -> tuple[str, ...]:
    """Return the characters of a text that are drawn as squares here, each once."""
    metrics = QFontMetrics(QFont())
    signs = dict.fromkeys(sign for sign in text if not sign.isspace())
    return tuple(sign for sign in signs if not metrics.inFontUcs4(ord(sign)))


def tell_of_letters(files: Notices) -> None:
    """Tell over the board that the language spoken needs a font, and in which package it is.

    What was told of another language goes when this one needs nothing.
    """
    spoken = languages().get(language())
    missing = without_font(spoken.name) if spoken else ()
    sheet = files.sheets.current
    if missing:
        files.warn(_in_english(missing))
    elif sheet.notice is not None and sheet.notice.words in map(_in_english, _EVERY_SCRIPT):
        sheet.set_notice(None)


_EVERY_SCRIPT = (("\u4e2d",), ("\u0414",))


def _in_english(missing: tuple[str, ...]) -> Message:
    """Say it in English, whatever is spoken: the language's own letters are the squares."""
    said = message(
        "No font here has the letters of this language; squares stand for them. "
        "Install a font that has them, such as {package}, and start again.",
        package=font_package(missing),
    )
    return Message(words(ENGLISH).render(said))
