"""What is done to the unit that is chosen: each burst of typing is one undo step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from m44core.messages.message import message
from m44core.sentences.offering import Standard
from m44core.sentences.standard import sentences
from m44core.translate.desk import Search, Work, recorded
from m44core.translate.states import State
from m44core.translate.units import Unit
from m44editor.documents.document import new_stroke
from m44editor.translating.pair import Pair
from m44editor.translating.records import TextRecords
from m44editor.translating.unit_list import field_label

_BURST = 1500  # milliseconds without typing after which a new undo step begins


class UnitEditing(QObject):
    """Takes what is typed, chosen and marked.

    Args:
        records: Where it goes.
        pair: Where it is typed.
        work: Returns the scenario as it is now.
        parent: Whom it ends with.
    """

    def __init__(
        self, records: TextRecords, pair: Pair, work: Callable[[], Work], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._records, self._pair, self._work = records, pair, work
        self._stroke = 0
        self._burst = QTimer(self, interval=_BURST, singleShot=True)
        self._burst.timeout.connect(self.end_burst)
        pair.entered.connect(self.type)
        pair.left.connect(self.end_burst)

    def type(self, text: str) -> None:
        """Take what stands in the box now."""
        if self._unit is not None:
            self._stroke = self._stroke or new_stroke()
            self._burst.start()
            self._take(self._work().typed(self._unit, text), self._stroke)

    def take_text(self, text: str) -> None:
        """Take a text in place of what stands there."""
        if self._unit is not None:
            self.end_burst()
            self._take(self._work().typed(self._unit, text))
            self._pair.target.setFocus()

    def take_standard(self, standard: Standard) -> None:
        """Take a sentence of the program's, and note that it is one."""
        unit = self._unit
        if unit is None:
            return
        self.end_burst()
        before = "" if standard.whole else unit.target.rstrip()  # the unit says more than that
        work = self._work().typed(unit, f"{before} {standard.text}".strip())
        keys = {each.key for each in sentences(work.scenario, work.target)}
        ours = {key: text for key, text in standard.sentences if key in keys}
        written = {**work.record.sentences.get(work.target, {}), **ours}
        noted = {**work.record.sentences, work.target: written}
        self._take(replace(work, record=replace(work.record, sentences=noted)))
        self._pair.target.setFocus()

    def put_in(self, words: str) -> None:
        """Put words in where the caret is."""
        self._pair.target.setFocus()
        self._pair.target.textCursor().insertText(words)

    def replace_words(self, search: Search, by: str, unit: Unit | None = None) -> int:
        """Replace words in a translation, or in all as one step; return how often they stood there.

        Args:
            search: The words.
            by: Those to put in their place.
            unit: The unit; None for all of the file.
        """
        self.end_burst()
        work, times = search.replaced_in(self._work(), by, unit.key if unit else "")
        if times:
            said = message("Replace “{words}”", words=search.words)
            record = recorded(work, self._records.record)
            self._records.take(said, work.scenario, record, work.target)
        return times

    def mark(self, state: State) -> None:
        """Say how far the unit is."""
        if self._unit is not None:
            self.end_burst()
            self._take(self._work().marked(self._unit, state))

    def end_burst(self) -> None:
        """Let what is typed next be another step."""
        self._burst.stop()
        self._stroke = 0

    @property
    def _unit(self) -> Unit | None:
        return self._pair.unit

    def _take(self, work: Work, stroke: int = 0) -> None:
        assert self._unit is not None, "there is something to translate"
        said = message("Translate “{field}”", field=field_label(self._unit))
        record = recorded(work, self._records.record)
        self._records.take(said, work.scenario, record, work.target, stroke)
