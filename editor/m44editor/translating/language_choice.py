"""The languages to translate from and to."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QMouseEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from m44core.messages.languages import ENGLISH, languages
from m44core.model.scenario import Scenario
from m44core.translate.text_languages import is_language_code, is_same_language
from m44editor.interface_text import language, tr, translated

_MIN_LETTERS = 24  # letters
_KERNING = 3  # pixels


class _LanguageField(QLineEdit):
    """A line that selects its text when it is clicked, so that a typed language replaces it."""

    _is_entered_by_mouse = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Remember whether a click has entered the field."""
        super().focusInEvent(event)
        self._is_entered_by_mouse = event.reason() is Qt.FocusReason.MouseFocusReason

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the text, unless a part of it was selected or the field was in use already."""
        super().mouseReleaseEvent(event)
        if self._is_entered_by_mouse and not self.hasSelectedText():
            self.selectAll()
        self._is_entered_by_mouse = False


class _MnemonicLabel(QLabel):
    """A label with room for its underlined letter, which is drawn without kerning."""

    def sizeHint(self) -> QSize:
        """Return Qt's hint plus the width that kerning may have removed from it."""
        return super().sizeHint() + QSize(_KERNING, 0)

    def minimumSizeHint(self) -> QSize:
        """Return the size hint: the text is never cut off."""
        return self.sizeHint()


class LanguageChoice(QWidget):
    """Two lists of languages; for the target, another code can be typed.

    Attributes:
        source: The source language, one of the scenario's.
        target: The target language.

    Signals:
        changed: A different language was chosen.
        rejected: What was typed is not a language; the previous one stays.
    """

    changed = Signal()
    rejected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source_label, self._target_label = _MnemonicLabel(self), _MnemonicLabel(self)
        self.source, self.target = QComboBox(self), QComboBox(self)
        line = _LanguageField(self.target)
        self.target.setLineEdit(line)
        self.target.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._languages = ("", "")
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for label, box in ((self._source_label, self.source), (self._target_label, self.target)):
            box.setMinimumContentsLength(_MIN_LETTERS)
            label.setBuddy(box)
            row.addWidget(label)
            row.addWidget(box)
        row.addStretch(1)
        self.source.activated.connect(self._apply_choice)
        self.target.activated.connect(self._apply_choice)
        line.editingFinished.connect(self._apply_choice)

    def add_at_end(self, widget: QWidget) -> None:
        """Add a widget at the end of the row."""
        self._row.addWidget(widget)

    @property
    def languages(self) -> tuple[str, str]:
        """The codes of the source and target languages."""
        return self._languages

    def retranslate(self) -> None:
        """Set all labels in the current language."""
        for label, text in ((self._source_label, tr("F&rom")), (self._target_label, tr("T&o"))):
            label.setText(text)
            label.setMinimumWidth(_mnemonic_text_width(label.fontMetrics(), text))
        self.target.setToolTip(
            tr("Choose a language, or type another language's code, such as pt-BR")
        )

    def show_scenario(self, scenario: Scenario, source: str, target: str) -> None:
        """List the languages of a scenario, and select a source and a target that differ.

        Args:
            scenario: The scenario.
            source: The preferred source language.
            target: The preferred target language; empty for the most likely one.
        """
        available_languages = tuple(scenario.texts) or (ENGLISH,)
        source = source if source in available_languages else available_languages[0]
        _fill_languages(self.source, available_languages)
        _fill_languages(self.target, dict.fromkeys((*languages(), *available_languages)))
        if not target or is_same_language(target, source):
            likely_codes = (
                language(),
                *(code for code in available_languages if code != source),
                *languages(),
            )
            target = next(code for code in likely_codes if not is_same_language(code, source))
        target = next(
            (code for code in available_languages if is_same_language(code, target)), target
        )
        self._show(source, target)

    def choose(self, source: str, target: str) -> None:
        """Select a source and a target, and emit `changed` if they are new."""
        has_changed = (source, target) != self._languages
        self._show(source, target)  # show the name if the code was typed
        if has_changed:
            self.changed.emit()

    def _show(self, source: str, target: str) -> None:
        self._languages = source, target
        with QSignalBlocker(self.source), QSignalBlocker(self.target):
            self.source.setCurrentIndex(self.source.findData(source))
            index = self.target.findData(target)
            if index < 0:
                self.target.addItem(_language_name_with_code(target), target)
                index = self.target.count() - 1
            self.target.setCurrentIndex(index)

    def _apply_choice(self) -> None:
        source = self.source.currentData()
        target = self._typed_language()
        if not target or is_same_language(source, target):
            text = self.target.currentText().strip()
            if text and not target:
                self.rejected.emit(text)
            self._show(*self._languages)  # invalid, or nothing to translate
            return
        self.choose(source, target)

    def _typed_language(self) -> str:
        """Return the code of the target, selected or typed; empty if it is not a language code."""
        text = self.target.currentText().strip()
        index = self.target.findText(text)
        if index >= 0:
            return str(self.target.itemData(index))
        known_codes = (str(self.target.itemData(n)) for n in range(self.target.count()))
        same_code = next(
            (
                code
                for code in known_codes
                if is_language_code(text) and is_same_language(code, text)
            ),
            "",
        )
        return same_code or (text if is_language_code(text) else "")


def _mnemonic_text_width(metrics: QFontMetrics, text: str) -> int:
    """Return the width of a text with a mnemonic, which Qt paints in parts.

    The parts can be wider than the whole text that Qt measures, because there is no kerning between
    them: it would cut the "o" of "To".
    """
    before, _, rest = text.partition("&")
    return sum(map(metrics.horizontalAdvance, (before, rest[:1], rest[1:])))


def _fill_languages(box: QComboBox, codes: Iterable[str]) -> None:
    with QSignalBlocker(box):
        box.clear()
        for code in codes:
            box.addItem(_language_name_with_code(code), code)


def _language_name_with_code(code: str) -> str:
    """Return a language's name with its code: ``Русский (ru)``; just the code if it is unknown."""
    language_data = languages().get(code)
    return f"{translated(language_data.name)} ({code})" if language_data else code
