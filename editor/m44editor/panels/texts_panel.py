"""The texts panel: the texts in one language, next to the same texts in another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QCollator, QLocale, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QMenu,
    QScrollArea,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.languages import languages
from m44core.messages.message import Message, message
from m44core.model.edits import remove_language, set_texts
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.translate.text_languages import is_same_language, with_labels_in
from m44editor.documents.document import Document, new_stroke_number
from m44editor.interface_text import language, tr, tr_n, translated
from m44editor.panels.display_names import OTHER_LANGUAGES
from m44editor.panels.flow_layout import FlowLayout
from m44editor.panels.forms.inputs import InputEventFilter, LineBox, TextBox
from m44editor.panels.forms.spell_checking import SpellChecker, Speller, speller_for
from m44editor.panels.panel_dock import NO_ENTRANCE
from m44editor.type_ranks import set_text_rank

_LABELS_TIP = message(
    "Put this language's labels on the board, for file formats that support only one set of "
    "labels. The current labels are kept as translations."
)
_SENTENCES_TIP = message(
    "Describe cards, medals, objectives and special rules in the scenario text, based on the "
    "scenario data"
)
_LANGUAGE_CODE_PATTERN = re.compile(r"[a-z]{1,3}(-[A-Za-z0-9]{2,8})*")

BURST_MS = 1500  # milliseconds without typing after which a new undo step begins
_SPELLING_DELAY_MS = 300  # milliseconds after a change before spelling is checked
_NARROW_WIDTH = (
    560  # pixels: in a narrower panel, the other language is below the text, not next to it
)


def language_name(code: str) -> str:
    """Return the native name of a language, such as ``Deutsch``.

    An unknown code is returned unchanged; the code ``c`` gives ``Other``.
    """
    locale = QLocale(code)
    if code == "c" or locale.language() is QLocale.Language.C:
        return tr("Other") if code == "c" else code
    name = locale.nativeLanguageName() if code != "en" else "English"
    return name[:1].upper() + name[1:] or code


class TextsPanel(QWidget):
    """Edits the texts, with a tab for each language, next to a language to translate from.

    Signals:
        sentences_requested: The user wants to add standard sentences to the current texts.
        language_shown: The panel shows the texts of a language; carries its code, None if there are
            none.
    """

    sentences_requested = Signal()
    language_shown = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.tabs = QTabBar(self)
        self.add_button = self._menu_button(tr("Add Language"))
        self.remove_button = QToolButton(self)
        self.labels_button = QToolButton(self)
        self.sentences_button = QToolButton(self)
        self.source_box = QComboBox(self)
        self.page = TextsPage(document, self)
        self._languages: tuple[str, ...] = ()
        self._lay_out()
        self.tabs.currentChanged.connect(self._show_language)
        self.remove_button.clicked.connect(self._remove_language)
        self.labels_button.clicked.connect(self._put_labels_on_board)
        self.sentences_button.clicked.connect(self.sentences_requested)
        self.source_box.activated.connect(self._show_language)
        document.changed.connect(self._on_changed)
        document.replaced.connect(self._reset)
        self._refresh()

    @property
    def language(self) -> str | None:
        """The code of the current language; None if the scenario has no texts."""
        index = self.tabs.currentIndex()
        return self._languages[index] if 0 <= index < len(self._languages) else None

    def show_field(self, pointer: str) -> bool:
        """Go to the field of a pointer such as ``/texts/en/name``.

        Return whether the panel has it.
        """
        match pointer.split("/"):
            case ["", "texts", language, *field_path] if language in self._document.scenario.texts:
                self._refresh()
                self.tabs.setCurrentIndex(self._languages.index(language))
                self.page.focus(field_path[0] if field_path else FIELDS[0].key)
                return True
        return False

    def _menu_button(self, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(button)
        menu.aboutToShow.connect(self._fill_menu)
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        self.tabs.setAccessibleName(tr("Languages"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.remove_button.setText(tr("Remove Language"))
        self.remove_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.labels_button.setText(tr("Put Labels on Board"))
        self.labels_button.setToolTip(translated(_LABELS_TIP))
        self.labels_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.sentences_button.setText(tr("Standard Sentences…"))
        self.sentences_button.setToolTip(translated(_SENTENCES_TIP))
        self.sentences_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        source_label = QLabel(tr("Show alongside"), self)
        source_label.setBuddy(self.source_box)
        self.source_box.setAccessibleName(tr("Language to show alongside the text"))
        self.source_box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.source_box.setMinimumContentsLength(6)
        for widget in (
            *(self.tabs, self.add_button, self.remove_button, self.labels_button),
            *(self.sentences_button, self.source_box),
        ):
            widget.setProperty(NO_ENTRANCE, True)  # keys lead to the title
        buttons = FlowLayout()
        buttons.setContentsMargins(10, 4, 10, 2)
        buttons.addWidget(self.add_button)
        buttons.addWidget(self.remove_button)
        buttons.addWidget(self.labels_button)
        buttons.addWidget(self.sentences_button)
        sources = QHBoxLayout()
        sources.setContentsMargins(10, 4, 10, 2)
        sources.setSpacing(6)
        sources.addWidget(source_label)
        sources.addWidget(self.source_box, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addLayout(buttons)
        layout.addLayout(sources)
        layout.addWidget(self.page, 1)

    def _reset(self) -> None:
        self._languages = ()
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the changes made while the panel was hidden."""
        super().showEvent(event)
        self._refresh()

    def _on_changed(self, before: Scenario, after: Scenario) -> None:
        if self.isVisible() and before.texts is not after.texts:
            self._refresh()

    def _refresh(self) -> None:
        languages = tuple(self._document.scenario.texts)
        if languages != self._languages:
            self._show_tabs(languages)
        for index, code in enumerate(languages):
            self.tabs.setTabText(index, self._tab_text(code))
        self._show_language()

    def _show_tabs(self, languages: tuple[str, ...]) -> None:
        old_language, old_languages = self.language, self._languages
        new_codes = [code for code in languages if code not in old_languages]
        self._languages = languages
        with QSignalBlocker(self.tabs):
            while self.tabs.count():
                self.tabs.removeTab(0)
            for code in languages:
                self.tabs.addTab(code)
            current_code = new_codes[0] if old_languages and new_codes else old_language
            self.tabs.setCurrentIndex(
                languages.index(current_code) if current_code in languages else 0
            )
        self._fill_sources(languages)

    def _fill_sources(self, languages: tuple[str, ...]) -> None:
        current_code = self.source_box.currentData()
        with QSignalBlocker(self.source_box):
            self.source_box.clear()
            for code in languages:
                self.source_box.addItem(language_name(code), code)
            self.source_box.addItem(tr("Nothing"), None)
            index = self.source_box.findData(
                current_code if current_code in languages else _source_language(languages)
            )
            self.source_box.setCurrentIndex(index)

    def _tab_text(self, code: str) -> str:
        texts = self._document.scenario.texts
        source = texts.get(_source_language(self._languages) or "", Texts())
        missing_count = sum(1 for f in FIELDS if f.get(source) and not f.get(texts[code]))
        if not missing_count:
            return language_name(code)
        return tr_n(
            "{language} ({number} missing)",
            "{language} ({number} missing)",
            missing_count,
            language=language_name(code),
        )

    def _show_language(self) -> None:
        language, source = self.language, self.source_box.currentData()
        self.remove_button.setEnabled(language is not None)
        self.remove_button.setToolTip(translated(_removal_step_label(language)) if language else "")
        texts = self._document.scenario.texts.get(language or "")
        self.labels_button.setVisible(bool(texts and texts.labels))
        self.page.show_texts(language, source if source != language else None)
        self.language_shown.emit(language)

    def _fill_menu(self) -> None:
        menu = self.add_button.menu()
        menu.clear()
        for code in languages():  # the languages of the program
            self._add_language_action(menu, code, language_name(code))
        menu.addSeparator()
        other_names = {code: translated(name) for code, name in OTHER_LANGUAGES.items()}
        collator = QCollator(QLocale(language()))
        for code in sorted(other_names, key=lambda each: collator.sortKey(other_names[each])):
            self._add_language_action(menu, code, other_names[code])
        menu.addSeparator()
        menu.addAction(tr("Another language…"), self._ask_for_language)

    def _add_language_action(self, menu: QMenu, code: str, name: str) -> None:
        if not any(is_same_language(code, existing_code) for existing_code in self._languages):
            menu.addAction(name, partial(self._add_language, code))

    def _ask_for_language(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(tr("Add Language"))
        dialog.setLabelText(tr("Language code, such as {codes}:", codes="cs, pt-BR"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.textValueSelected.connect(self._add_language)
        dialog.open()

    def _add_language(self, code: str) -> None:
        code = code.strip()
        if _LANGUAGE_CODE_PATTERN.fullmatch(code) and code not in self._languages:
            after = set_texts(self._document.scenario, code, Texts())
            self._document.edit(message("Add {language}", language=language_name(code)), after)
            self.page.focus(FIELDS[0].key)

    def _remove_language(self) -> None:
        language = self.language
        if language:
            after = remove_language(self._document.scenario, language)
            self._document.edit(_removal_step_label(language), after)

    def _put_labels_on_board(self) -> None:
        language = self.language
        if language:
            after = with_labels_in(self._document.scenario, language)
            self._document.edit(message("Put Labels on Board"), after)


def _removal_step_label(language: str) -> Message:
    return message("Remove {language}", language=language_name(language))


def _source_language(languages: tuple[str, ...]) -> str | None:
    """Return the language to translate from: English, else the first; None if there are none."""
    return "en" if "en" in languages else next(iter(languages), None)


@dataclass(frozen=True, slots=True)
class TextField:
    """One of the texts that each language has.

    Attributes:
        key: Its key in the document.
        label: Its label.
        get: Returns the text.
        put: Returns the texts with this one replaced.
        lines: The minimum and maximum height of its box, in lines; (1, 1) for a heading.
        hint: The placeholder; None if there is none.
    """

    key: str
    label: Message
    get: Callable[[Texts], str | None]
    put: Callable[[Texts, str | None], Texts]
    lines: tuple[int, int] = (1, 1)
    hint: Message | None = None


FIELDS = (
    TextField("name", message("Title"), lambda t: t.name, lambda t, v: replace(t, name=v)),
    TextField(
        "subtitle", message("Subtitle"), lambda t: t.subtitle, lambda t, v: replace(t, subtitle=v)
    ),
    TextField(
        "historical",
        message("Historical background"),
        lambda t: t.historical,
        lambda t, v: replace(t, historical=v),
        (4, 14),
        message("What happened."),
    ),
    TextField(
        "description",
        message("Briefing"),
        lambda t: t.description,
        lambda t, v: replace(t, description=v),
        (3, 12),
        message("What each player commands, and who moves first."),
    ),
    TextField(
        "victory",
        message("Conditions of victory"),
        lambda t: t.victory,
        lambda t, v: replace(t, victory=v),
        (2, 8),
        message("How many medals are needed to win."),
    ),
    TextField(
        "rules",
        message("Special rules"),
        lambda t: t.rules,
        lambda t, v: replace(t, rules=v),
        (3, 12),
        message("Special rules, if any."),
    ),
    TextField(
        "bibliography",
        message("Bibliography"),
        lambda t: t.bibliography,
        lambda t, v: replace(t, bibliography=v),
        (2, 6),
    ),
)


class TextsPage(QScrollArea):
    """Boxes for the texts of one language; continuous typing is one undo step.

    Attributes:
        rows: The rows of the texts, by the key of the text field.
        speller_for: Returns the speller for a language code; None if there is none.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._language: str | None = None
        self._stroke = 0
        self._typed_key = ""  # the text being typed
        self._burst_timer = QTimer(self, interval=BURST_MS, singleShot=True)
        self._burst_timer.timeout.connect(self._end_burst)
        self.speller_for: Callable[[str], Speller | None] = speller_for
        self._spelling_timer = QTimer(self, interval=_SPELLING_DELAY_MS, singleShot=True)
        self._spelling_timer.timeout.connect(self._check_spelling)
        event_filter = InputEventFilter(document.history, self)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # the Tab key goes to its fields
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._page = QWidget(self)
        self.rows = {field.key: TextRow(field, event_filter, self._page) for field in FIELDS}
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(10, 4, 10, 10)
        layout.setSpacing(8)
        for row in self.rows.values():
            layout.addWidget(row)
            row.box.entered.connect(partial(self._apply, row))
            row.box.finished.connect(self._end_burst)
        layout.addStretch(1)
        self.setWidget(self._page)

    @property
    def is_typing(self) -> bool:
        """Whether further typing belongs to the same undo step."""
        return self._stroke != 0

    def show_texts(self, language: str | None, source: str | None) -> None:
        """Show the texts of *language*, with those of *source* alongside.

        Args:
            language: The code of the language; None for empty, disabled boxes.
            source: The code of the language to show alongside; None to show no other language.
        """
        if language != self._language:
            self._end_burst()
            self._language = language
        texts = self._document.scenario.texts
        self._page.setEnabled(language in texts)
        texts_shown = texts.get(language or "", Texts())
        source_texts = texts.get(source or "") if source else None
        for row in self.rows.values():
            row.show_texts(texts_shown, source_texts)
        self._spelling_timer.start()

    def _check_spelling(self) -> None:
        """Underline words that are neither in the dictionary nor known from the scenario."""
        scenario, language = self._document.scenario, self._language
        speller = self.speller_for(language) if language else None
        known_names = "\n".join(_known_names(scenario, language)) if speller else ""
        for row in self.rows.values():
            if row.spell_checker is not None:
                row.spell_checker.check(speller, known_names)

    def focus(self, key: str) -> None:
        """Focus the text with *key*; if there is none, the first text."""
        row = self.rows.get(key, next(iter(self.rows.values())))
        row.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(row.box)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the other language below the text if the panel is narrow."""
        super().resizeEvent(event)
        for row in self.rows.values():
            row.place_source(is_narrow=self.width() < _NARROW_WIDTH)

    def _apply(self, row: TextRow, text: str) -> None:
        language, scenario = self._language, self._document.scenario
        if language is None or language not in scenario.texts:
            return
        field = row.field
        if field.key != self._typed_key or not self._stroke:
            self._typed_key, self._stroke = field.key, new_stroke_number()
        self._burst_timer.start()
        after = field.put(scenario.texts[language], text or None)
        changed_scenario = set_texts(scenario, language, after)
        self._document.edit(
            message("Edit “{field}”", field=field.label), changed_scenario, self._stroke
        )

    def _end_burst(self) -> None:
        self._burst_timer.stop()
        self._stroke = 0


def _known_names(scenario: Scenario, language: str | None) -> Iterator[str]:
    """Yield texts whose words the spell check accepts: labels, titles and other languages."""
    for lines in scenario.labels.values():
        yield from lines
    for code, texts in scenario.texts.items():
        yield from texts.labels.values()
        for field in FIELDS:
            if code != language or field.lines == (1, 1):
                yield field.get(texts) or ""


class TextRow(QWidget):
    """A text box below its label, with the same text in another language."""

    def __init__(self, field: TextField, event_filter: InputEventFilter, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self._has_source = self._is_narrow = False
        self.label = QLabel(translated(field.label), self)
        set_text_rank(self.label, "section")
        self.box: LineBox | TextBox = (
            LineBox(parent=self)
            if field.lines == (1, 1)
            else TextBox(lines=field.lines, parent=self)
        )
        self.spell_checker = SpellChecker(self.box) if isinstance(self.box, TextBox) else None
        self.box.setAccessibleName(translated(field.label))
        self.label.setBuddy(self.box)
        self.source = _source_label(field, self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._grid.setHorizontalSpacing(12)
        self._grid.addWidget(self.label, 0, 0)
        self._grid.addWidget(self.box, 1, 0, Qt.AlignmentFlag.AlignTop)
        self.place_source(is_narrow=False)
        event_filter.watch(self.box)

    def place_source(self, *, is_narrow: bool) -> None:
        """Place the other language below the text if *is_narrow*, else next to it."""
        self._is_narrow = is_narrow
        is_side_by_side = self._has_source and not is_narrow
        row, column = (1, 1) if is_side_by_side else (2, 0)
        self._grid.addWidget(self.source, row, column, Qt.AlignmentFlag.AlignTop)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1 if is_side_by_side else 0)

    def show_texts(self, texts: Texts, source: Texts | None) -> None:
        """Show this row's text from *texts*, and the one from *source*, if any, alongside."""
        self.box.show_text(self.field.get(texts) or "", is_mixed=False)
        source_text = self.field.get(source) if source else None
        self._has_source = source is not None
        self.source.setText(source_text or "")
        self.source.setVisible(bool(source_text and source_text.strip()))
        is_missing = bool(source_text and source_text.strip()) and not self.field.get(texts)
        hint = translated(self.field.hint) if self.field.hint else ""
        self.box.setPlaceholderText(tr("Not translated yet") if is_missing else hint)
        self.place_source(is_narrow=self._is_narrow)


def _source_label(field: TextField, parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setAccessibleName(tr("{text}, in the other language", text=field.label))
    return label
