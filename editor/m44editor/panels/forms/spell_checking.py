"""Spelling, by a dictionary that is installed where there is one.

pyenchant asks whatever spelling library and dictionaries a system has. Without it, without the
library behind it (``libenchant-2-2`` of Debian) or without a dictionary of the language nothing is
said of spelling.
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

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019\-][^\W\d_]+)*")
_MAX_CACHED_WORDS = 20_000  # whose spelling is remembered: it is asked for with every key
_MAX_SUGGESTIONS = 6  # suggestions


class Dictionary(Protocol):
    """What is asked of a dictionary of enchant."""

    def check(self, word: str) -> bool:
        """Tell whether a word is known."""

    def suggest(self, word: str) -> list[str]:
        """Return words like one that is not."""


class Speller:
    """Knows the words of a language."""

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary
        self._is_word = lru_cache(maxsize=_MAX_CACHED_WORDS)(dictionary.check)

    def misspelled(self, text: str, source: str = "") -> Iterator[tuple[int, int]]:
        """Yield where words begin and end that the dictionary does not know.

        Names that stand in the source as they do here are passed over, and so are words of
        capitals alone.
        """
        known = set(_WORD.findall(source))
        for found in _WORD.finditer(text):
            word = found[0]
            if word not in known and not word.isupper() and not self._is_word(word):
                yield found.span()

    def suggestions(self, word: str) -> list[str]:
        """Return words that may be meant, the likeliest first."""
        return self._dictionary.suggest(word)[:_MAX_SUGGESTIONS]


@cache
def speller_for(language: str) -> Speller | None:
    """Return what knows the words of a language; None where nothing does."""
    try:
        enchant = import_module("enchant")
    except ImportError:  # it, or the library behind it, is not installed
        return None
    with suppress(enchant.errors.Error):
        plain = language.replace("-", "_")
        for tag in (plain, *sorted(enchant.list_languages())):
            if tag.split("_")[0].casefold() == plain.split("_")[0].casefold() and (
                enchant.dict_exists(tag)
            ):
                return Speller(enchant.Dict(tag))
    return None


_MAX_MARKS = 1000  # in one text
_FIRST_SURROGATE_PAIR = "\U00010000"


class SpellChecker(QObject):
    """Underlines what a dictionary does not know in a box, and offers words that may be meant."""

    def __init__(self, box: QPlainTextEdit) -> None:
        super().__init__(box)
        self._box = box
        self._speller: Speller | None = None
        box.installEventFilter(self)

    def check(self, speller: Speller | None, known: str = "") -> None:
        """Underline what is spelled wrong in the text as it stands.

        Args:
            speller: What knows the words of its language; None where nothing does.
            known: A text whose words are right as well, such as names.
        """
        had, self._speller = self._speller, speller
        if had is not None or speller is not None:
            text = self._box.toPlainText()
            found = speller.misspelled(text, known) if speller else ()
            wavy = QTextCharFormat.UnderlineStyle.SpellCheckUnderline
            underline(self._box, text, found, wavy, Severity.ERROR)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the menu of the box with words that may be meant."""
        if not isinstance(event, QContextMenuEvent) or self._speller is None:
            return super().eventFilter(watched, event)
        box, by_mouse = self._box, event.reason() == QContextMenuEvent.Reason.Mouse
        cursor = box.cursorForPosition(event.pos()) if by_mouse else box.textCursor()
        wrong = next((m for m in box.extraSelections() if _contains(m.cursor, cursor)), None)
        if wrong is None:
            return super().eventFilter(watched, event)
        menu = box.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        first = next(iter(menu.actions()), None)
        for word in self._speller.suggestions(wrong.cursor.selectedText()):
            action = QAction(word.replace("&", "&&"), menu)
            action.triggered.connect(partial(QTextCursor(wrong.cursor).insertText, word))
            menu.insertAction(first, action)  # type: ignore[arg-type]  # Qt takes None, its stubs do not say so
        menu.insertSeparator(first)  # type: ignore[arg-type]  # Qt takes None, its stubs do not say so
        menu.popup(event.globalPos())
        return True


def _contains(range_: QTextCursor, cursor: QTextCursor) -> bool:
    return range_.selectionStart() <= cursor.position() <= range_.selectionEnd()


def underline(
    box: QTextEdit | QPlainTextEdit,
    text: str,
    places: Iterable[tuple[int, int]],
    style: QTextCharFormat.UnderlineStyle,
    severity: Severity,
) -> None:
    """Underline parts of the text of a box, the first thousand: Qt moves them with every key."""
    form = QTextCharFormat()
    form.setUnderlineStyle(style)
    form.setUnderlineColor(severity_colour(severity))
    counted = _qt_positions(text)
    marks = []
    for start, end in islice(places, _MAX_MARKS):
        mark, cursor = QTextEdit.ExtraSelection(), box.textCursor()
        cursor.setPosition(counted(start))
        cursor.setPosition(counted(end), QTextCursor.MoveMode.KeepAnchor)
        mark.cursor, mark.format = cursor, form
        marks.append(mark)
    box.setExtraSelections(marks)


def _qt_positions(text: str) -> Callable[[int], int]:
    """Return what turns places of a text into those Qt counts, which takes some signs for two."""
    if text.isascii() or max(text) < _FIRST_SURROGATE_PAIR:
        return int
    return list(
        accumulate((1 + (sign >= _FIRST_SURROGATE_PAIR) for sign in text), initial=0)
    ).__getitem__
