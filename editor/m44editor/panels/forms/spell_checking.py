"""Spell checking with an installed dictionary, if there is one.

pyenchant uses the spelling libraries and dictionaries of the system. If it, the library behind it
(``libenchant-2-2`` on Debian) or a dictionary for the language is missing, nothing is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib import import_module
from itertools import accumulate, islice
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from m44core.diagnostics import Severity
from m44editor.panels.panel_icons import severity_colour

_WORD_PATTERN = re.compile(r"[^\W\d_]+(?:['\u2019\-][^\W\d_]+)*")
_MAX_CACHED_WORDS = 20_000  # results of lookups: text is checked at every key
_MAX_SUGGESTIONS = 6  # suggestions for a word

_MAX_MARKS = 1000  # underlines in one text
_FIRST_SURROGATE_PAIR = "\U00010000"


class Dictionary(Protocol):
    """The part of enchant's dictionary interface that this module uses."""

    def check(self, word: str) -> bool:
        """Return whether *word* is in the dictionary."""

    def suggest(self, word: str) -> list[str]:
        """Return similar words from the dictionary."""


class Speller:
    """A spell checker for one language."""

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary
        self._is_word = lru_cache(maxsize=_MAX_CACHED_WORDS)(dictionary.check)

    def misspelled_ranges(self, text: str, source: str = "") -> Iterator[tuple[int, int]]:
        """Yield the start and end index of each misspelled word in *text*.

        Words that also occur in *source*, such as names, and words in capitals are skipped.
        """
        known_words = set(_WORD_PATTERN.findall(source))
        for match in _WORD_PATTERN.finditer(text):
            word = match[0]
            if word not in known_words and not word.isupper() and not self._is_word(word):
                yield match.span()

    def suggestions(self, word: str) -> list[str]:
        """Return up to six suggestions, the most likely first."""
        return self._dictionary.suggest(word)[:_MAX_SUGGESTIONS]


@cache
def speller_for(language: str) -> Speller | None:
    """Return a speller for a language; None if pyenchant or a dictionary is missing."""
    try:
        enchant = import_module("enchant")
    except ImportError:  # it, or the library behind it, is missing
        return None
    with suppress(enchant.errors.Error):
        code = language.replace("-", "_")
        for tag in (code, *sorted(enchant.list_languages())):
            if tag.split("_")[0].casefold() == code.split("_")[0].casefold() and (
                enchant.dict_exists(tag)
            ):
                return Speller(enchant.Dict(tag))
    return None


class SpellChecker(QObject):
    """Underlines misspelled words in a text box and offers suggestions in its context menu."""

    def __init__(self, box: QPlainTextEdit) -> None:
        super().__init__(box)
        self._box = box
        self._speller: Speller | None = None
        box.installEventFilter(self)

    def check(self, speller: Speller | None, known_words: str = "") -> None:
        """Underline the misspelled words in the current text.

        Args:
            speller: The speller for the language; None for no checking.
            known_words: A text whose words are accepted as well, such as names.
        """
        previous_speller, self._speller = self._speller, speller
        if previous_speller is not None or speller is not None:
            text = self._box.toPlainText()
            ranges = speller.misspelled_ranges(text, known_words) if speller else ()
            wavy_line = QTextCharFormat.UnderlineStyle.SpellCheckUnderline
            underline_ranges(self._box, text, ranges, wavy_line, Severity.ERROR)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open a context menu with suggestions when it is requested on a misspelled word."""
        if not isinstance(event, QContextMenuEvent) or self._speller is None:
            return super().eventFilter(watched, event)
        box, by_mouse = self._box, event.reason() == QContextMenuEvent.Reason.Mouse
        cursor = box.cursorForPosition(event.pos()) if by_mouse else box.textCursor()
        misspelling = next(
            (m for m in box.extraSelections() if _contains_cursor(m.cursor, cursor)), None
        )
        if misspelling is None:
            return super().eventFilter(watched, event)
        menu = box.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        first_action = next(iter(menu.actions()), None)
        for word in self._speller.suggestions(misspelling.cursor.selectedText()):
            action = QAction(word.replace("&", "&&"), menu)
            action.triggered.connect(partial(QTextCursor(misspelling.cursor).insertText, word))
            menu.insertAction(first_action, action)  # type: ignore[arg-type]  # Qt takes None, its stubs do not say so
        menu.insertSeparator(first_action)  # type: ignore[arg-type]  # Qt takes None, its stubs do not say so
        menu.popup(event.globalPos())
        return True


def _contains_cursor(range_: QTextCursor, cursor: QTextCursor) -> bool:
    return range_.selectionStart() <= cursor.position() <= range_.selectionEnd()


def underline_ranges(
    box: QTextEdit | QPlainTextEdit,
    text: str,
    ranges: Iterable[tuple[int, int]],
    style: QTextCharFormat.UnderlineStyle,
    severity: Severity,
) -> None:
    """Underline parts of a text, replacing all earlier underlines of the box.

    Only the first thousand ranges are underlined, because Qt updates the position of each
    underline on every key press.
    """
    char_format = QTextCharFormat()
    char_format.setUnderlineStyle(style)
    char_format.setUnderlineColor(severity_colour(severity))
    qt_position = _qt_position_converter(text)
    marks = []
    for start, end in islice(ranges, _MAX_MARKS):
        mark, cursor = QTextEdit.ExtraSelection(), box.textCursor()
        cursor.setPosition(qt_position(start))
        cursor.setPosition(qt_position(end), QTextCursor.MoveMode.KeepAnchor)
        mark.cursor, mark.format = cursor, char_format
        marks.append(mark)
    box.setExtraSelections(marks)


def _qt_position_converter(text: str) -> Callable[[int], int]:
    """Return a function that converts an index in *text* to Qt's, which counts UTF-16 units."""
    if text.isascii() or max(text) < _FIRST_SURROGATE_PAIR:
        return int
    return list(
        accumulate((1 + (char >= _FIRST_SURROGATE_PAIR) for char in text), initial=0)
    ).__getitem__
