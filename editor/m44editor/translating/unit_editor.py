"""The editor of one translation unit: its source, its translation, and edits as undo steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QTextEdit, QVBoxLayout, QWidget

from m44core.comparing.word_diff import word_diff
from m44core.diagnostics import Severity
from m44core.messages.message import Message, first_few, message
from m44core.standard_sentences.recognition import Standard
from m44core.standard_sentences.scenario_sentences import sentences
from m44core.translate.glossary import FoundTerm
from m44core.translate.placeholders import placeholder_mismatch
from m44core.translate.record import UnitState
from m44core.translate.scenario_translation import (
    ScenarioTranslation,
    TranslationSearch,
    record_to_save,
)
from m44core.translate.translation_units import Unit
from m44editor.documents.document import Document, new_stroke
from m44editor.interface_text import tr, translated
from m44editor.panels.forms.inputs import InputKeys, TextBox
from m44editor.panels.forms.spell_checking import SpellChecker, Speller, underline
from m44editor.translating.translation_records import TranslationRecords
from m44editor.translating.unit_list import STATE_LABELS, field_label

_LINES = (7, 7)  # always as many: a box that grows would jump while one types
_FAULTS = 3  # lines of findings that are seen without scrolling
_BEFORE = 8  # lines
_LONG = 140  # percent of the source's letters; a longer text may not fit where the source did
_WIDE = "\u2e80"  # from here on a sign takes the room of two letters


class SourceText(QTextEdit):
    """The source, to be read and copied, with its terms underlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAcceptRichText(False)
        self._terms: Sequence[FoundTerm] = ()

    def show_source(self, text: str, terms: Sequence[FoundTerm]) -> None:
        """Show a text, and underline what the glossary knows of it."""
        if text == self.toPlainText() and terms == self._terms:
            return
        self._terms = terms
        if text != self.toPlainText():
            self.setPlainText(text)
        places = ((found.start, found.end) for found in terms)
        underline(self, text, places, QTextCharFormat.UnderlineStyle.DotLine, Severity.INFO)


class PreviousSourceText(QTextEdit):
    """What the source said before, with what is otherwise now; a few lines high, and scrolled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._html = ""
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    def show_html(self, html: str) -> None:
        """Show it; nothing where the source says the same."""
        self.setVisible(bool(html))
        if html != self._html:
            self._html = html
            self.setHtml(html)

    def _fit(self) -> None:
        most = _BEFORE * self.fontMetrics().lineSpacing()
        high = min(most, round(self.document().size().height()))
        self.setFixedHeight(high + 2 * self.frameWidth())


class UnitEditor(QWidget):
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
        self.previous_source, self.problems = PreviousSourceText(self), QLabel(self)
        self.target = TextBox(lines=_LINES, parent=self)
        self._keys = InputKeys(document.history, self)
        self._keys.watch(self.target)
        self.target.entered.connect(self.entered)
        self.target.finished.connect(self.left)
        for label in (self.about, self.problems):
            label.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.problems.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._below = _scrolled(self.problems, _FAULTS)
        for widget in (self.about, self.source, self.previous_source, self.target, self._below):
            column.addWidget(widget)
        column.setStretchFactor(self.source, 1)
        self._spelled = SpellChecker(self.target)
        self.retranslate()
        self.show_unit(None)

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self.source.setAccessibleName(tr("Source"))
        self.target.setAccessibleName(tr("Translation"))
        self.previous_source.setAccessibleName(tr("What the source said before"))
        self.problems.setAccessibleName(tr("What is wrong with the translation"))

    def set_speller(self, speller: Speller | None) -> None:
        """Underline from now on what a dictionary does not know."""
        self.speller = speller
        self._show_spelling()

    def _show_spelling(self) -> None:
        self._spelled.check(self.speller, self._unit.source if self._unit else "")

    @property
    def unit(self) -> Unit | None:
        """The unit that is shown."""
        return self._unit

    def show_unit(
        self,
        unit: Unit | None,
        terms: Sequence[FoundTerm] = (),
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
        self._show_spelling()
        self.about.setText(translated(_about(unit)) if unit else tr("Nothing is chosen."))
        self.previous_source.show_html(_before(unit) if unit and unit.previous else "")
        said = [*map(translated, _wrong(unit, missing)), *findings] if unit else []
        self.problems.setText("\n".join(said))


def _scrolled(label: QLabel, lines: int) -> QScrollArea:
    """Return a label in a frame of so many lines, which stays as high whatever it says."""
    area = QScrollArea()
    area.setWidget(label)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFixedHeight(lines * label.fontMetrics().lineSpacing() + 4)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    return area


def _about(unit: Unit) -> Message:
    return message("{field} · {state}", field=field_label(unit), state=STATE_LABELS[unit.state])


def _wrong(unit: Unit, missing: Sequence[str]) -> Iterable[Message]:
    """Yield what can be said of a translation by a look at both texts."""
    if not unit.target:
        return
    found = placeholder_mismatch(unit.source, unit.target)
    if found.lost:
        yield message("Of the source it lacks: {signs}", signs=first_few(map(repr, found.lost)))
    if found.added:
        yield message("The source does not have: {signs}", signs=first_few(map(repr, found.added)))
    if missing:
        yield message("The glossary says otherwise: {terms}", terms=first_few(missing))
    if unit.state is not UnitState.NEW and unit.target == unit.source:
        yield message("It says the same as the source")
    longer = 100 * _room(unit.target) // max(1, _room(unit.source))
    if longer > _LONG and _room(unit.target) > 60:
        yield message("It is {percent} % as long as the source", percent=longer)


def _room(text: str) -> int:
    return sum(2 if sign >= _WIDE else 1 for sign in text)


def _before(unit: Unit) -> str:
    heading = escape(tr("The source has changed since it was translated:"))
    return f"{heading}<br>{_difference(unit.previous, unit.source)}"


@lru_cache(maxsize=4)
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


_BURST = 1500  # milliseconds without typing after which a new undo step begins


class UnitEditController(QObject):
    """Takes what is typed, chosen and marked.

    Args:
        records: Where it goes.
        pair: Where it is typed.
        work: Returns the scenario as it is now.
        parent: Whom it ends with.
    """

    def __init__(
        self,
        records: TranslationRecords,
        pair: UnitEditor,
        work: Callable[[], ScenarioTranslation],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._records, self._pair, self._work = records, pair, work
        self._stroke = 0
        self._burst = QTimer(self, interval=_BURST, singleShot=True)
        self._burst.timeout.connect(self.end_undo_step)
        pair.entered.connect(self.set_typed_text)
        pair.left.connect(self.end_undo_step)

    def set_typed_text(self, text: str) -> None:
        """Take what stands in the box now."""
        if self._unit is not None:
            self._stroke = self._stroke or new_stroke()
            self._burst.start()
            self._take(self._work().with_text(self._unit, text), self._stroke)

    def replace_text(self, text: str) -> None:
        """Take a text in place of what stands there."""
        if self._unit is not None:
            self.end_undo_step()
            self._take(self._work().with_text(self._unit, text))
            self._pair.target.setFocus()

    def insert_standard(self, standard: Standard) -> None:
        """Take a sentence of the program's, and note that it is one."""
        unit = self._unit
        if unit is None:
            return
        self.end_undo_step()
        before = "" if standard.whole else unit.target.rstrip()  # the unit says more than that
        work = self._work().with_text(unit, f"{before} {standard.text}".strip())
        keys = {each.key for each in sentences(work.scenario, work.target)}
        ours = {key: text for key, text in standard.sentences if key in keys}
        written = {**work.record.sentences.get(work.target, {}), **ours}
        noted = {**work.record.sentences, work.target: written}
        self._take(replace(work, record=replace(work.record, sentences=noted)))
        self._pair.target.setFocus()

    def insert_text(self, words: str) -> None:
        """Put words in where the caret is."""
        self._pair.target.setFocus()
        self._pair.target.textCursor().insertText(words)

    def replace_words(self, search: TranslationSearch, by: str, unit: Unit | None = None) -> int:
        """Replace words in a translation, or in all as one step; return how often they stood there.

        Args:
            search: The words.
            by: Those to put in their place.
            unit: The unit; None for all of the file.
        """
        self.end_undo_step()
        work, times = search.replace_in(self._work(), by, unit.key if unit else "")
        if times:
            said = message("Replace “{words}”", words=search.words)
            record = record_to_save(work, self._records.record)
            self._records.apply(said, work.scenario, record, work.target)
        return times

    def set_state(self, state: UnitState) -> None:
        """Say how far the unit is."""
        if self._unit is not None:
            self.end_undo_step()
            self._take(self._work().with_state(self._unit, state))

    def end_undo_step(self) -> None:
        """Let what is typed next be another step."""
        self._burst.stop()
        self._stroke = 0

    @property
    def _unit(self) -> Unit | None:
        return self._pair.unit

    def _take(self, work: ScenarioTranslation, stroke: int = 0) -> None:
        assert self._unit is not None, "there is something to translate"
        said = message("Translate “{field}”", field=field_label(self._unit))
        record = record_to_save(work, self._records.record)
        self._records.apply(said, work.scenario, record, work.target, stroke)
