"""Words underlined in a box: those a dictionary does not know, with others in its menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import accumulate, islice

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from m44core.diagnostics import Severity
from m44editor.panels.forms.spelling import Speller
from m44editor.panels.icons import severity_colour

_MARKS = 1000  # in one text
_TWICE = "\U00010000"


class Spelled(QObject):
    """Underlines what a dictionary does not know in a box, and offers words that may be meant."""

    def __init__(self, box: QPlainTextEdit) -> None:
        super().__init__(box)
        self._box = box
        self._speller: Speller | None = None
        box.installEventFilter(self)

    def spell(self, speller: Speller | None, known: str = "") -> None:
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
        wrong = next((m for m in box.extraSelections() if _holds(m.cursor, cursor)), None)
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


def _holds(range_: QTextCursor, cursor: QTextCursor) -> bool:
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
    counted = _counted_by_qt(text)
    marks = []
    for start, end in islice(places, _MARKS):
        mark, cursor = QTextEdit.ExtraSelection(), box.textCursor()
        cursor.setPosition(counted(start))
        cursor.setPosition(counted(end), QTextCursor.MoveMode.KeepAnchor)
        mark.cursor, mark.format = cursor, form
        marks.append(mark)
    box.setExtraSelections(marks)


def _counted_by_qt(text: str) -> Callable[[int], int]:
    """Return what turns places of a text into those Qt counts, which takes some signs for two."""
    if text.isascii() or max(text) < _TWICE:
        return int
    return list(accumulate((1 + (sign >= _TWICE) for sign in text), initial=0)).__getitem__
