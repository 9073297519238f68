"""The texts of one language in boxes, with those of another beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from m44core.messages.message import Message, message
from m44core.model.edits import set_texts
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document, new_stroke
from m44editor.interface_text import told, tr
from m44editor.panels.forms.boxes import EntryKeys, LineBox
from m44editor.panels.forms.spelled import Spelled
from m44editor.panels.forms.spelling import Speller, speller_of
from m44editor.panels.forms.text import TextBox

BURST = 1500  # milliseconds without typing after which a new undo step begins
_SPELLING = 300  # milliseconds without a change after which spelling is looked at
_NARROW = 560  # pixels below which the other language stands under the text, not beside it


@dataclass(frozen=True, slots=True)
class TextField:
    """One of the texts a language has.

    Attributes:
        key: Its name in the document.
        label: What people read.
        of: Returns the text.
        put: Returns the texts with another text there.
        lines: How many lines its box shows at least and at most; one line for a heading.
        hint: What belongs there, shown while nothing does.
    """

    key: str
    label: Message
    of: Callable[[Texts], str | None]
    put: Callable[[Texts, str | None], Texts]
    lines: tuple[int, int] = (1, 1)
    hint: Message | None = None


FIELDS = (
    TextField("name", message("Name"), lambda t: t.name, lambda t, v: replace(t, name=v)),
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
        message("What the players command, and who moves first."),
    ),
    TextField(
        "victory",
        message("Conditions of victory"),
        lambda t: t.victory,
        lambda t, v: replace(t, victory=v),
        (2, 8),
        message("How many medals win the battle."),
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
    """Boxes for the texts of one language; each burst of typing becomes one undo step.

    Attributes:
        rows: The box of each text and what stands around it, by the key of the text.
        speller_of: Returns what knows the words of a language, by its code; None where nothing.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._language: str | None = None
        self._stroke = 0
        self._key = ""  # the text being typed
        self._burst = QTimer(self, interval=BURST, singleShot=True)
        self._burst.timeout.connect(self._end_burst)
        self.speller_of: Callable[[str], Speller | None] = speller_of
        self._spelling = QTimer(self, interval=_SPELLING, singleShot=True)
        self._spelling.timeout.connect(self._spell)
        keys = EntryKeys(document.history, self)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._page = QWidget(self)
        self.rows = {field.key: TextRow(field, keys, self._page) for field in FIELDS}
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(10, 4, 10, 10)
        layout.setSpacing(8)
        for row in self.rows.values():
            layout.addWidget(row)
            row.box.entered.connect(partial(self._take, row))
            row.box.finished.connect(self._end_burst)
        layout.addStretch(1)
        self.setWidget(self._page)

    @property
    def typing(self) -> bool:
        """Whether further typing goes into the same undo step."""
        return self._stroke != 0

    def show_texts(self, language: str | None, source: str | None) -> None:
        """Show the texts of *language*, with those of *source* beside them."""
        if language != self._language:
            self._end_burst()
            self._language = language
        texts = self._document.scenario.texts
        self._page.setEnabled(language in texts)
        shown = texts.get(language or "", Texts())
        beside = texts.get(source or "") if source else None
        for row in self.rows.values():
            row.show_texts(shown, beside)
        self._spelling.start()

    def _spell(self) -> None:
        """Underline what neither a dictionary knows nor the scenario by its names."""
        scenario, shown = self._document.scenario, self._language
        speller = self.speller_of(shown) if shown else None
        known = "\n".join(_names_in(scenario, shown)) if speller else ""
        for row in self.rows.values():
            if row.spelled is not None:
                row.spelled.spell(speller, known)

    def focus(self, key: str) -> None:
        """Give the focus to the text called *key*, or to the first one."""
        row = self.rows.get(key, next(iter(self.rows.values())))
        row.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(row.box)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the other language under the text where the panel is narrow."""
        super().resizeEvent(event)
        for row in self.rows.values():
            row.arrange(narrow=self.width() < _NARROW)

    def _take(self, row: TextRow, text: str) -> None:
        language, scenario = self._language, self._document.scenario
        if language is None or language not in scenario.texts:
            return
        field = row.field
        if field.key != self._key or not self._stroke:
            self._key, self._stroke = field.key, new_stroke()
        self._burst.start()
        after = field.put(scenario.texts[language], text or None)
        edited = set_texts(scenario, language, after)
        self._document.edit(message("Type “{field}”", field=field.label), edited, self._stroke)

    def _end_burst(self) -> None:
        self._burst.stop()
        self._stroke = 0


def _names_in(scenario: Scenario, language: str | None) -> Iterator[str]:
    """Yield what has names in it that no dictionary need know: they are the same elsewhere."""
    for lines in scenario.labels.values():
        yield from lines
    for code, texts in scenario.texts.items():
        yield from texts.labels.values()
        for field in FIELDS:
            if code != language or field.lines == (1, 1):
                yield field.of(texts) or ""


class TextRow(QWidget):
    """A text under its label, and the same text of another language."""

    def __init__(self, field: TextField, keys: EntryKeys, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self._translating = self._narrow = False
        self.label = QLabel(told(field.label), self)
        font = self.label.font()
        font.setBold(True)
        self.label.setFont(font)
        self.box: LineBox | TextBox = (
            LineBox(parent=self)
            if field.lines == (1, 1)
            else TextBox(lines=field.lines, parent=self)
        )
        self.spelled = Spelled(self.box) if isinstance(self.box, TextBox) else None
        self.box.setAccessibleName(told(field.label))
        self.label.setBuddy(self.box)
        self.source = _source_label(field, self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._grid.setHorizontalSpacing(12)
        self._grid.addWidget(self.label, 0, 0)
        self._grid.addWidget(self.box, 1, 0, Qt.AlignmentFlag.AlignTop)
        self.arrange(narrow=False)
        keys.watch(self.box)

    def arrange(self, *, narrow: bool) -> None:
        """Put the other language below the text, or beside it."""
        self._narrow = narrow
        beside = self._translating and not narrow
        row, column = (1, 1) if beside else (2, 0)
        self._grid.addWidget(self.source, row, column, Qt.AlignmentFlag.AlignTop)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1 if beside else 0)

    def show_texts(self, texts: Texts, beside: Texts | None) -> None:
        """Show the text of *texts*, and that of *beside* next to it."""
        self.box.show_text(self.field.of(texts) or "", mixed=False)
        other = self.field.of(beside) if beside else None
        self._translating = beside is not None
        self.source.setText(other or "")
        self.source.setVisible(bool(other and other.strip()))
        missing = bool(other and other.strip()) and not self.field.of(texts)
        hint = told(self.field.hint) if self.field.hint else ""
        self.box.setPlaceholderText(tr("Not translated yet") if missing else hint)
        self.arrange(narrow=self._narrow)


def _source_label(field: TextField, parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setAccessibleName(tr("{text}, in the other language", text=field.label))
    return label
