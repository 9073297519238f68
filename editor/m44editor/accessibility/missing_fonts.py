"""Detecting characters that no installed font has, and warning if the language needs a font."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QFont, QFontMetrics

from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import Message, message
from m44core.messages.renderers import renderer_in
from m44core.missing_characters import suggested_font
from m44editor.documents.document import Sheets
from m44editor.interface_text import language


class Notices(Protocol):
    """Shows notices above the board."""

    sheets: Sheets

    def warn(self, text: Message) -> None:
        """Show a warning above the board."""


def missing_characters(text: str) -> tuple[str, ...]:
    """Return the characters of a text that no installed font has, without duplicates."""
    metrics = QFontMetrics(QFont())
    characters = dict.fromkeys(character for character in text if not character.isspace())
    return tuple(character for character in characters if not metrics.inFontUcs4(ord(character)))


def warn_about_missing_font(files: Notices) -> None:
    """Warn above the board if the current language needs a font, and name its package.

    If no font is needed, remove an earlier warning.
    """
    current_language = languages().get(language())
    characters = missing_characters(current_language.name) if current_language else ()
    sheet = files.sheets.current
    if characters:
        files.warn(_missing_font_warning(characters))
    elif sheet.notice is not None and sheet.notice.text in map(_missing_font_warning, _SAMPLES):
        sheet.set_notice(None)


_SAMPLES = (("\u4e2d",), ("\u0414",))


def _missing_font_warning(characters: tuple[str, ...]) -> Message:
    """Return the warning in English, because the current language cannot be displayed."""
    warning = message(
        "No installed font covers this language, so text shows as boxes. Install a font that "
        "covers it, such as {package}, and restart.",
        package=suggested_font(characters),
    )
    return Message(renderer_in(ENGLISH).render(warning))
