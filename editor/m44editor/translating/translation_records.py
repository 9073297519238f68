"""What is known of the translations of the open scenarios, kept beside their files."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from m44core.errors import M44Error
from m44core.messages.message import Value
from m44core.messages.words import reason
from m44core.model.edits.briefing_edits import TEXT_FIELDS
from m44core.model.scenario import Scenario
from m44core.translate.record import EMPTY_RECORD, Record
from m44core.translate.record_file import read_record, write_record
from m44core.translate.scenario_translation import merge_records
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet

_STATES = 500  # of the texts of one scenario that are remembered for undo


@dataclass(slots=True)
class _Known:
    """What is known of one sheet.

    Attributes:
        record: What holds now.
        path: The file it was read beside.
        stored: What is on the disk, as far as we know.
        damaged: Whether nobody understands what stands beside that file; it is left alone then.
        languages: The languages that were translated to since.
        by_texts: What held when the texts were these: undo brings it back.
    """

    record: Record
    path: Path | None
    stored: Record
    damaged: bool = False
    languages: set[str] = field(default_factory=set)
    by_texts: dict[Hashable, Record] = field(default_factory=dict)


class TranslationRecords(QObject):
    """Holds the records of the sheets of one window, and writes each when its sheet is saved.

    Signals:
        changed: Another record holds for the sheet that is shown.
        failed: A record cannot be read or written; why.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        document.changed.connect(self._follow)

    @property
    def record(self) -> Record:
        """What is known of the translations of the sheet that is shown."""
        return self.record_of(self._document.sheet)

    def record_of(self, sheet: Sheet) -> Record:
        """Return what is known of the translations of a sheet."""
        return self._known(sheet).record

    def is_stored(self, sheet: Sheet) -> bool:
        """Tell whether the file beside the scenario says all that is known of a sheet."""
        known = sheet.attached(_Known)
        return known is None or known.damaged or known.record == known.stored

    def apply(
        self, said: Value, scenario: Scenario, record: Record, language: str, stroke: int = 0
    ) -> None:
        """Show other texts in the sheet that is shown, as one step, with what is known of them.

        What only says how far a text is, is no step: nothing of the scenario changes.

        Args:
            said: What the step is called.
            scenario: The scenario with its texts.
            record: What is known of them.
            language: The language they are in.
            stroke: Steps with the same non-zero number become one.
        """
        known, before = self._known(self._document.sheet), self._document.scenario
        known.languages.add(language)
        known.by_texts[_texts(before)] = known.record
        known.by_texts[_texts(scenario)] = record
        while len(known.by_texts) > _STATES:
            del known.by_texts[next(iter(known.by_texts))]
        if scenario is not before and scenario != before:
            self._document.edit(said, scenario, stroke)
        if record != known.record:
            known.record = record
            self.changed.emit()

    def save(self) -> None:
        """Write the record of the sheet that is shown beside its file, which was saved."""
        sheet = self._document.sheet
        known = sheet.attached(_Known)
        if known is None or sheet.path is None:
            return
        if known.damaged and known.path == sheet.path:
            return
        try:
            record = known.record
            if known.path == sheet.path:  # another may have translated to another language
                record = _with_ours(read_record(sheet.path), known)
            write_record(record, sheet.path)
        except (M44Error, OSError) as error:
            self.failed.emit(reason(error) if isinstance(error, M44Error) else str(error))
            return
        known.record = known.stored = record
        known.path, known.damaged = sheet.path, False
        self.changed.emit()

    def _known(self, sheet: Sheet) -> _Known:
        known = sheet.attached(_Known)
        if known is None:
            record, damaged = EMPTY_RECORD, False
            source = sheet.path or sheet.copied_from
            if source is not None:
                try:
                    record = read_record(source)
                except M44Error as error:
                    damaged = True
                    self.failed.emit(reason(error))
            known = _Known(record, sheet.path, record, damaged)
            sheet.attach(known)
        return known

    def _follow(self, _before: Scenario, after: Scenario) -> None:
        known = self._document.sheet.attached(_Known)
        if known is None:
            return
        record = known.by_texts.get(_texts(after))
        if record is not None and record != known.record:
            known.record = record
            self.changed.emit()


def _texts(scenario: Scenario) -> Hashable:
    return tuple(
        (code, *(getattr(of, field) for field in TEXT_FIELDS), *of.labels.items())
        for code, of in sorted(scenario.texts.items())
    )


def _with_ours(theirs: Record, known: _Known) -> Record:
    """Return what somebody else may have written meanwhile, with what was translated here."""
    made = theirs
    for language in sorted(known.languages):
        made = merge_records(known.record, made, language)
    return made
