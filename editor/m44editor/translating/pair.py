"""A unit in both languages: what it says, what it said before, and what it is to say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from html import escape

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from m44core.comparing.word_diff import word_diff
from m44core.diagnostics import Severity
from m44core.messages.message import Message, enumerated, message
from m44core.translate.glossary import Found
from m44core.translate.placeholders import unlike
from m44core.translate.states import State
from m44core.translate.units import Unit
from m44editor.documents.document import Document
from m44editor.panels.forms.boxes import EntryKeys
from m44editor.panels.forms.text import TextBox
from m44editor.panels.icons import severity_colour
from m44editor.translating.spelling import Speller
from m44editor.translating.unit_list import STATES, field_label
from m44editor.words import told, tr

_LINES = (5, 14)
_LONG = 140  # percent of the source's letters; a longer text may not fit where the source did
_WIDE = "\u2e80"  # from here on a sign takes the room of two letters


class SourceText(QTextEdit):
    """The source, to be read and copied, with its terms underlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAcceptRichText(False)

    def show_source(self, text: str, terms: Sequence[Found]) -> None:
        """Show a text, and underline what the glossary knows of it."""
        if text != self.toPlainText():
            self.setPlainText(text)
        style, colour = QTextCharFormat.UnderlineStyle, severity_colour(Severity.INFO)
        places = ((found.start, found.end) for found in terms)
        self.setExtraSelections([_mark(self, text, at, style.DotLine, colour) for at in places])


class Pair(QWidget):
    """Shows one unit, and takes its translation.

    Attributes:
        source: The source.
        target: The box for the translation.
        before: What the source said when it was translated; hidden where it says the same.
        faults: What is wrong with the translation, and how long it is.
        speller: What knows the words of its language; None where nothing does.

    Signals:
        entered: Another translation was typed.
        left: The box was left.
    """

    entered = Signal(str)
    left = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit: Unit | None = None
        self.speller: Speller | None = None
        self.about = QLabel(self)
        self.source = SourceText(self)
        self.before, self.faults = QLabel(self), QLabel(self)
        self.target = TextBox(lines=_LINES, parent=self)
        self._keys = EntryKeys(document.history, self)
        self._keys.watch(self.target)
        self.target.entered.connect(self.entered)
        self.target.finished.connect(self.left)
        for label in (self.about, self.before, self.faults):
            label.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.faults.setTextFormat(Qt.TextFormat.PlainText)
        self.before.setTextFormat(Qt.TextFormat.RichText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.about, self.source, self.before, self.target, self.faults):
            column.addWidget(widget)
        column.setStretchFactor(self.source, 1)
        self._spelled = _Spelled(self)
        self.say_anew()
        self.show_unit(None)

    def say_anew(self) -> None:
        """Say everything in the language spoken now."""
        self.source.setAccessibleName(tr("Source"))
        self.target.setAccessibleName(tr("Translation"))
        self.faults.setAccessibleName(tr("What is wrong with the translation"))

    def spell(self, speller: Speller | None) -> None:
        """Underline from now on what a dictionary does not know."""
        self.speller = speller
        self._underline()

    def _underline(self) -> None:
        text, source = self.target.toPlainText(), self._unit.source if self._unit else ""
        found = self.speller.misspelled(text, source) if self.speller else ()
        style, colour = QTextCharFormat.UnderlineStyle, severity_colour(Severity.ERROR)
        marks = [_mark(self.target, text, at, style.SpellCheckUnderline, colour) for at in found]
        self.target.setExtraSelections(marks)

    @property
    def unit(self) -> Unit | None:
        """The unit that is shown."""
        return self._unit

    def show_unit(
        self,
        unit: Unit | None,
        terms: Sequence[Found] = (),
        missing: Sequence[str] = (),
        findings: Iterable[str] = (),
    ) -> None:
        """Show a unit, or none.

        Args:
            unit: The unit.
            terms: The terms in its source.
            missing: Terms that are translated otherwise than the glossary has them.
            findings: What the checks found in the translated text.
        """
        other = unit is None or self._unit is None or unit.key != self._unit.key
        self._unit = unit
        self.target.setEnabled(unit is not None)
        self.source.show_source(unit.source if unit else "", terms)
        shown = unit.target if unit else ""
        if other or shown != self.target.toPlainText().strip():  # the blank before the next word
            self.target.show_text(shown, mixed=False)
        if other:
            self.target.moveCursor(QTextCursor.MoveOperation.End)
        self._underline()
        self.about.setText(told(_about(unit)) if unit else tr("Nothing is chosen."))
        self.before.setVisible(bool(unit and unit.previous))
        if unit and unit.previous:
            heading = escape(tr("The source has changed since it was translated:"))
            self.before.setText(f"{heading}<br>{_difference(unit.previous, unit.source)}")
        said = [*map(told, _wrong(unit, missing)), *findings] if unit else []
        self.faults.setText("\n".join(said))
        self.faults.setVisible(bool(said))


class _Spelled(QObject):
    """Offers other words where a word is underlined, above what such a menu has otherwise."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair)
        self._pair = pair
        pair.target.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the menu of a box with words that may be meant."""
        if not isinstance(event, QContextMenuEvent) or self._pair.speller is None:
            return super().eventFilter(watched, event)
        target = self._pair.target
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        cursor = target.cursorForPosition(event.pos()) if by_mouse else target.textCursor()
        wrong = next((m for m in target.extraSelections() if _holds(m.cursor, cursor)), None)
        if wrong is None:
            return super().eventFilter(watched, event)
        menu = target.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        first = next(iter(menu.actions()), None)
        for word in self._pair.speller.suggestions(wrong.cursor.selectedText()):
            action = QAction(word.replace("&", "&&"), menu)
            action.triggered.connect(partial(QTextCursor(wrong.cursor).insertText, word))
            menu.insertAction(first, action)  # type: ignore[arg-type]
        menu.insertSeparator(first)  # type: ignore[arg-type]
        menu.popup(event.globalPos())
        return True


def _holds(range_: QTextCursor, cursor: QTextCursor) -> bool:
    return range_.selectionStart() <= cursor.position() <= range_.selectionEnd()


def _about(unit: Unit) -> Message:
    return message("{field} · {state}", field=field_label(unit), state=STATES[unit.state])


def _wrong(unit: Unit, missing: Sequence[str]) -> Iterable[Message]:
    """Yield what can be said of a translation by a look at both texts."""
    if not unit.target:
        return
    found = unlike(unit.source, unit.target)
    if found.lost:
        yield message("Of the source it lacks: {signs}", signs=enumerated(map(repr, found.lost)))
    if found.added:
        yield message("The source does not have: {signs}", signs=enumerated(map(repr, found.added)))
    if missing:
        yield message("The glossary says otherwise: {terms}", terms=enumerated(missing))
    if unit.state is not State.NEW and unit.target == unit.source:
        yield message("It says the same as the source")
    longer = 100 * _room(unit.target) // max(1, _room(unit.source))
    if longer > _LONG and _room(unit.target) > 60:
        yield message("It is {percent} % as long as the source", percent=longer)


def _room(text: str) -> int:
    return sum(2 if sign >= _WIDE else 1 for sign in text)


def _difference(before: str, after: str) -> str:
    """Return both texts as one, with what was taken out and put in marked by more than colour."""
    parts = []
    for run in word_diff(before, after):
        said = escape(run.text)
        if run.stayed:
            parts.append(said)
        else:
            parts.append(f"<u>{said}</u>" if run.is_now else f"<s>{said}</s>")
    return "".join(parts).replace("\n", "<br>")


def _mark(
    box: QTextEdit | QPlainTextEdit,
    text: str,
    place: tuple[int, int],
    style: QTextCharFormat.UnderlineStyle,
    colour: QColor,
) -> QTextEdit.ExtraSelection:
    """Return what underlines a part of a text."""
    mark, cursor, form = QTextEdit.ExtraSelection(), box.textCursor(), QTextCharFormat()
    cursor.setPosition(_utf16(text, place[0]))
    cursor.setPosition(_utf16(text, place[1]), QTextCursor.MoveMode.KeepAnchor)
    form.setUnderlineStyle(style)
    form.setUnderlineColor(colour)
    mark.cursor, mark.format = cursor, form
    return mark


def _utf16(text: str, place: int) -> int:
    """Return a place in a text as Qt counts it."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2
