"""The translation records of the open scenarios, stored next to the scenario files."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from m44core.errors import M44Error
from m44core.messages.message import Value
from m44core.messages.renderers import message_of_error
from m44core.model.edits.briefing_edits import TEXT_FIELDS
from m44core.model.scenario import Scenario
from m44core.translate.scenario_translation import merge_records
from m44core.translate.text_record import EMPTY_RECORD, TextRecord
from m44core.translate.text_record_file import read_record, write_record
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet

_MAX_STATES = 500  # states of the texts kept for undo


@dataclass(slots=True)
class _RecordState:
    """The record of one sheet.

    Attributes:
        record: The current record.
        path: The scenario file next to which it was read or saved; None if there is none.
        stored: The record on disk, as last read or written.
        damaged: Whether the record's file is damaged; it is then not overwritten.
        languages: The languages translated since the record was read.
        records_by_texts: The record for each state of the texts, for undo.
    """

    record: TextRecord
    path: Path | None
    stored: TextRecord
    damaged: bool = False
    languages: set[str] = field(default_factory=set)
    records_by_texts: dict[Hashable, TextRecord] = field(default_factory=dict)


class TranslationRecords(QObject):
    """Holds the records of the sheets of one window, and saves each with its sheet.

    Signals:
        changed: The record of the current sheet has changed.
        failed: The reason why a record cannot be read or written.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        document.changed.connect(self._restore_record)

    @property
    def record(self) -> TextRecord:
        """The record of the current sheet."""
        return self.record_of(self._document.sheet)

    def record_of(self, sheet: Sheet) -> TextRecord:
        """Return the record of a sheet, reading it if necessary."""
        return self._record_state_of(sheet).record

    def has_nothing_to_save(self, sheet: Sheet) -> bool:
        """Return whether the record of a sheet has no unsaved changes, or cannot be saved."""
        state = sheet.attached(_RecordState)
        return state is None or state.damaged or state.record == state.stored

    def apply(
        self, label: Value, scenario: Scenario, record: TextRecord, language: str, stroke: int = 0
    ) -> None:
        """Change the texts of the current sheet, as one undo step, along with their record.

        If only the record changes, there is no undo step, because the scenario stays the same.

        Args:
            label: The label of the step.
            scenario: The scenario with the new texts.
            record: The new record.
            language: The language of the texts.
            stroke: Steps with the same non-zero number are merged.
        """
        state, old_scenario = self._record_state_of(self._document.sheet), self._document.scenario
        state.languages.add(language)
        state.records_by_texts[_texts_key(old_scenario)] = state.record
        state.records_by_texts[_texts_key(scenario)] = record
        while len(state.records_by_texts) > _MAX_STATES:
            del state.records_by_texts[next(iter(state.records_by_texts))]
        if scenario is not old_scenario and scenario != old_scenario:
            self._document.edit(label, scenario, stroke)
        if record != state.record:
            state.record = record
            self.changed.emit()

    def save(self) -> None:
        """Write the record of the current sheet next to its file; called after the file was saved.

        Translations that others have recorded in the meantime are kept.
        """
        sheet = self._document.sheet
        state = sheet.attached(_RecordState)
        if state is None or sheet.path is None:
            return
        if state.damaged and state.path == sheet.path:
            return
        try:
            record = state.record
            if state.path == sheet.path:  # someone else may have translated meanwhile
                record = _merged_with_own(read_record(sheet.path), state)
            write_record(record, sheet.path)
        except (M44Error, OSError) as error:
            self.failed.emit(message_of_error(error) if isinstance(error, M44Error) else str(error))
            return
        state.record = state.stored = record
        state.path, state.damaged = sheet.path, False
        self.changed.emit()

    def _record_state_of(self, sheet: Sheet) -> _RecordState:
        state = sheet.attached(_RecordState)
        if state is None:
            record, is_damaged = EMPTY_RECORD, False
            source = sheet.path or sheet.copied_from
            if source is not None:
                try:
                    record = read_record(source)
                except M44Error as error:
                    is_damaged = True
                    self.failed.emit(message_of_error(error))
            state = _RecordState(record, sheet.path, record, is_damaged)
            sheet.attach(state)
        return state

    def _restore_record(self, _before: Scenario, after: Scenario) -> None:
        state = self._document.sheet.attached(_RecordState)
        if state is None:
            return
        record = state.records_by_texts.get(_texts_key(after))
        if record is not None and record != state.record:
            state.record = record
            self.changed.emit()


def _texts_key(scenario: Scenario) -> Hashable:
    return tuple(
        (code, *(getattr(texts, field) for field in TEXT_FIELDS), *texts.labels.items())
        for code, texts in sorted(scenario.texts.items())
    )


def _merged_with_own(on_disk: TextRecord, own_state: _RecordState) -> TextRecord:
    """Return the record on disk, with the translations made here merged into it."""
    decided = {*own_state.stored.kept} - {*own_state.record.kept}
    record = on_disk.without_kept_translations(decided)
    for language in sorted(own_state.languages):
        record = merge_records(own_state.record, record, language)
    return record
