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
from m44core.messages.message import Message, first_few, message, percent
from m44core.standard_sentences.scenario_sentences import standard_sentences
from m44core.standard_sentences.sentence_recognition import StandardTranslation
from m44core.translate.glossary import FoundTerm
from m44core.translate.placeholders import number_mismatch, placeholder_mismatch
from m44core.translate.scenario_translation import (
    ScenarioTranslation,
    TranslationSearch,
    record_to_save,
)
from m44core.translate.text_record import TranslationState
from m44core.translate.translation_memory import text_width
from m44core.translate.translation_units import TranslationUnit
from m44editor.documents.document import Document, new_stroke_number
from m44editor.interface_text import tr, translated
from m44editor.panels.forms.inputs import InputEventFilter, TextBox
from m44editor.panels.forms.spell_checking import SpellChecker, Speller, underline_ranges
from m44editor.theme_tokens import Space
from m44editor.translating.translation_records import TranslationRecords
from m44editor.translating.unit_list import field_label, state_label
from m44editor.type_ranks import set_text_rank

_MIN_AND_MAX_LINES = (7, 7)  # fixed: a growing box would jump while typing
_MIN_SOURCE_LINES = 3
_PROBLEM_LINES = 3  # lines visible without scrolling
_PREVIOUS_LINES = 8  # lines
_LONG_PERCENT = 140  # percent of the source's length; longer texts may not fit


class SourceText(QTextEdit):
    """The source, read-only, with its glossary terms underlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAcceptRichText(False)
        lines = _MIN_SOURCE_LINES * self.fontMetrics().lineSpacing()
        self.setMinimumHeight(lines + 2 * Space.TIGHT)
        self._terms: Sequence[FoundTerm] = ()

    def show_source(self, text: str, terms: Sequence[FoundTerm]) -> None:
        """Show a text with its glossary terms underlined."""
        if text == self.toPlainText() and terms == self._terms:
            return
        self._terms = terms
        if text != self.toPlainText():
            self.setPlainText(text)
        ranges = ((term.start, term.end) for term in terms)
        underline_ranges(self, text, ranges, QTextCharFormat.UnderlineStyle.DotLine, Severity.INFO)


class PreviousSourceText(QTextEdit):
    """The earlier source with the changes since then marked; scrolls beyond a few lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._html = ""
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.document().documentLayout().documentSizeChanged.connect(self._adjust_height)

    def show_html(self, html: str) -> None:
        """Show the changes as rich text; an empty text hides the widget."""
        self.setVisible(bool(html))
        if html != self._html:
            self._html = html
            self.setHtml(html)

    def _adjust_height(self) -> None:
        max_height = _PREVIOUS_LINES * self.fontMetrics().lineSpacing()
        height = min(max_height, round(self.document().size().height()))
        self.setFixedHeight(height + 2 * self.frameWidth())


class UnitEditor(QWidget):
    """Shows one unit, with its translation to edit.

    Attributes:
        source: The source.
        target: The translation.
        previous_source: The source as it was when translated; hidden if it is unchanged.
        problems: The problems of the translation, and its length if it is long.
        speller: The speller of the target language; None if there is none.

    Signals:
        entered: The text of the translation as typed so far.
        focus_left: The translation lost the focus.
    """

    entered = Signal(str)
    focus_left = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit: TranslationUnit | None = None
        self.speller: Speller | None = None
        self.about = QLabel(self)
        self.source = SourceText(self)
        self.previous_source, self.problems = PreviousSourceText(self), QLabel(self)
        self._source_label, self._target_label = QLabel(self), QLabel(self)
        self.target = TextBox(lines=_MIN_AND_MAX_LINES, parent=self)
        self._event_filter = InputEventFilter(document.history, self)
        self._event_filter.watch(self.target)
        self.target.entered.connect(self.entered)
        self.target.finished.connect(self.focus_left)
        set_text_rank(self.about, "section")
        for label in (self._source_label, self._target_label):
            set_text_rank(label, "hint")
        for label in (self.about, self.problems):
            label.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.problems.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._problems_area = _scroll_area_for(self.problems, _PROBLEM_LINES)
        for widget in (
            self.about,
            self._source_label,
            self.source,
            self.previous_source,
            self._target_label,
            self.target,
            self._problems_area,
        ):
            column.addWidget(widget)
        column.setStretchFactor(self.source, 1)
        self._spell_checker = SpellChecker(self.target)
        self.retranslate()
        self.show_unit(None)

    def retranslate(self) -> None:
        """Set all labels and accessible names in the current language."""
        for label, box, name in (
            (self._source_label, self.source, tr("Source")),
            (self._target_label, self.target, tr("Translation")),
        ):
            label.setText(name)
            box.setAccessibleName(name)
        self.previous_source.setAccessibleName(tr("Previous source text"))
        self.problems.setAccessibleName(tr("Problems in the translation"))

    def set_speller(self, speller: Speller | None) -> None:
        """Set the speller of the target language, None for no checking, and check the spelling."""
        self.speller = speller
        self._check_spelling()

    def _check_spelling(self) -> None:
        self._spell_checker.check(self.speller, self._unit.source if self._unit else "")

    @property
    def unit(self) -> TranslationUnit | None:
        """The unit shown; None if none is shown."""
        return self._unit

    def show_unit(
        self,
        unit: TranslationUnit | None,
        terms: Sequence[FoundTerm] = (),
        missing_terms: Sequence[str] = (),
        findings: Iterable[str] = (),
    ) -> None:
        """Show a unit; clear the editor if it is None.

        Args:
            unit: The unit.
            terms: The glossary terms in its source.
            missing_terms: Terms whose translation differs from the glossary.
            findings: The findings about the translated text.
        """
        is_other_unit = unit is None or self._unit is None or unit.key != self._unit.key
        self._unit = unit
        self.target.setEnabled(unit is not None)
        self.source.show_source(unit.source if unit else "", terms)
        target_text = unit.target if unit else ""
        if is_other_unit or target_text != self.target.toPlainText().strip():  # keep a typed space
            self.target.show_text(target_text, is_mixed=False)
        if is_other_unit:
            self.target.moveCursor(QTextCursor.MoveOperation.End)
        self._check_spelling()
        self.about.setText(translated(_unit_caption(unit)) if unit else tr("Nothing selected."))
        self.previous_source.show_html(_source_change_html(unit) if unit and unit.previous else "")
        lines = (
            [*map(translated, _translation_problems(unit, missing_terms)), *findings]
            if unit
            else []
        )
        self.problems.setText("\n".join(lines))


def _scroll_area_for(label: QLabel, lines: int) -> QScrollArea:
    """Put a label into a scroll area that is *lines* lines high, and return the area."""
    area = QScrollArea()
    area.setWidget(label)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFixedHeight(lines * label.fontMetrics().lineSpacing() + 4)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    return area


def _unit_caption(unit: TranslationUnit) -> Message:
    return message("{field} · {state}", field=field_label(unit), state=state_label(unit))


def _translation_problems(unit: TranslationUnit, missing_terms: Sequence[str]) -> Iterable[Message]:
    """Yield the problems found by comparing a translation with its source.

    There are none if the translation is empty.
    """
    if not unit.target:
        return
    differences = placeholder_mismatch(unit.source, unit.target)
    if differences.lost:
        yield message(
            "Missing from the translation: {signs}", signs=first_few(map(repr, differences.lost))
        )
    if differences.added:
        yield message("Not in the source: {signs}", signs=first_few(map(repr, differences.added)))
    numbers = number_mismatch(unit.source, unit.target)
    if numbers:
        yield message(
            "Numbers differ: {lost} in the source, {added} in the translation",
            lost=first_few(map(str, numbers.lost)),
            added=first_few(map(str, numbers.added)),
        )
    if missing_terms:
        yield message("The glossary says: {terms}", terms=first_few(missing_terms))
    if unit.state is not TranslationState.NEW and unit.target == unit.source:
        yield message("Same as the source")
    length_percent = 100 * text_width(unit.target) // max(1, text_width(unit.source))
    if length_percent > _LONG_PERCENT and text_width(unit.target) > 60:
        yield message("{percent} of the source's length", percent=percent(length_percent / 100))


def _source_change_html(unit: TranslationUnit) -> str:
    heading = escape(tr("The source has changed since it was translated:"))
    return f"{heading}<br>{_diff_html(unit.previous, unit.source)}"


@lru_cache(maxsize=4)
def _diff_html(before: str, after: str) -> str:
    """Return both texts merged into one, deletions struck through and insertions underlined."""
    parts = []
    for run in word_diff(before, after):
        text = escape(run.text)
        if run.in_both:
            parts.append(text)
        else:
            parts.append(f"<u>{text}</u>" if run.in_after else f"<s>{text}</s>")
    return "".join(parts).replace("\n", "<br>")


_BURST_PAUSE_MS = 1500  # milliseconds without typing that end an undo step


class UnitEditController(QObject):
    """Carries out edits of the current unit; each burst of typing is one undo step.

    Args:
        records: The records to change.
        unit_editor: The editor of the unit.
        current_translation: Returns the current scenario with its translation record.
        parent: The parent object.
    """

    def __init__(
        self,
        records: TranslationRecords,
        unit_editor: UnitEditor,
        current_translation: Callable[[], ScenarioTranslation],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._records, self._unit_editor, self._current_translation = (
            records,
            unit_editor,
            current_translation,
        )
        self._stroke = 0
        self._burst_timer = QTimer(self, interval=_BURST_PAUSE_MS, singleShot=True)
        self._burst_timer.timeout.connect(self.end_undo_step)
        unit_editor.entered.connect(self.set_typed_text)
        unit_editor.focus_left.connect(self.end_undo_step)

    def set_typed_text(self, text: str) -> None:
        """Make the text typed so far the translation; part of the current undo step."""
        if self._unit is not None:
            self._stroke = self._stroke or new_stroke_number()
            self._burst_timer.start()
            self._apply(self._current_translation().with_text(self._unit, text), self._stroke)

    def replace_text(self, text: str) -> None:
        """Replace the translation with a text, as one undo step."""
        if self._unit is not None:
            self.end_undo_step()
            self._apply(self._current_translation().with_kept_version(self._unit, text))
            self._unit_editor.target.setFocus()

    def insert_standard_sentence(self, standard: StandardTranslation) -> None:
        """Insert a standard sentence, as one undo step, and record it as a standard sentence.

        If it translates only part of the unit, it is appended to the translation.
        """
        unit = self._unit
        if unit is None:
            return
        self.end_undo_step()
        prefix = "" if standard.is_complete else unit.target.rstrip()  # the unit says more
        translation = self._current_translation().with_text(
            unit, f"{prefix} {standard.text}".strip()
        )
        keys = {each.key for each in standard_sentences(translation.scenario, translation.target)}
        own_sentences = {key: text for key, text in standard.sentences if key in keys}
        target_sentences = {
            **translation.record.sentences.get(translation.target, {}),
            **own_sentences,
        }
        all_sentences = {**translation.record.sentences, translation.target: target_sentences}
        self._apply(
            replace(translation, record=replace(translation.record, sentences=all_sentences))
        )
        self._unit_editor.target.setFocus()

    def insert_text(self, text: str) -> None:
        """Insert text at the cursor, as if typed."""
        self._unit_editor.target.setFocus()
        self._unit_editor.target.textCursor().insertText(text)

    def replace_matches(
        self, search: TranslationSearch, replacement: str, unit: TranslationUnit | None = None
    ) -> int:
        """Replace text in one translation or in all, as one undo step.

        Args:
            search: The text to find.
            replacement: The replacement.
            unit: The unit; None for all units of the file.

        Returns:
            The number of occurrences replaced.
        """
        self.end_undo_step()
        translation, replaced_count = search.replace_in(
            self._current_translation(), replacement, unit.key if unit else ""
        )
        if replaced_count:
            label = message("Replace “{words}”", words=search.words)
            record = record_to_save(translation, self._records.record)
            self._records.apply(label, translation.scenario, record, translation.target)
        return replaced_count

    def set_translation_state(self, state: TranslationState) -> None:
        """Set the state of the unit's translation."""
        if self._unit is not None:
            self.end_undo_step()
            self._apply(self._current_translation().with_state(self._unit, state))

    def end_undo_step(self) -> None:
        """End the current undo step, so that the next edit starts a new one."""
        self._burst_timer.stop()
        self._stroke = 0

    @property
    def _unit(self) -> TranslationUnit | None:
        return self._unit_editor.unit

    def _apply(self, translation: ScenarioTranslation, stroke: int = 0) -> None:
        assert self._unit is not None, "a unit is shown"
        label = message("Translate “{field}”", field=field_label(self._unit))
        record = record_to_save(translation, self._records.record)
        self._records.apply(label, translation.scenario, record, translation.target, stroke)
