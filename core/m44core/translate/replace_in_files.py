"""Finding and replacing words in translations across files."""

from __future__ import annotations

from pathlib import Path

from m44core.errors import ReadError
from m44core.faults import boundary
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.io.files.save import save
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.translate.scenario_translation import (
    ScenarioTranslation,
    TranslationSearch,
    open_translation,
    record_to_save,
)
from m44core.translate.text_record import TextRecord
from m44core.translate.text_record_file import read_record, write_record
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class ReplacementInFiles:
    """Replaces words in translations across files.

    Attributes:
        search: The search for the words.
        replacement: The replacement text.
        source: The language that the files are translated from.
        target: The language whose texts are searched.
    """

    search: TranslationSearch
    replacement: str
    source: str
    target: str

    def count(self, path: Path) -> int:
        """Return the number of replacements that would be made in a file.

        Raises:
            ReadError: the file, or the record next to it, cannot be read.
            FaultError: this file caused an internal error.
        """
        with boundary(path):
            scenario, record, _ = _read_scenario_and_record(path)
            return self._replace_all(scenario, record)[1]

    def replace(self, path: Path) -> int:
        """Replace the words in a file and return the number of replacements.

        The previous file is kept as a backup with ``~`` appended to its name. The states of the
        translations do not change.

        Raises:
            ReadError: the file, or the record next to it, cannot be read.
            WriteError: the file or the record cannot be written, or the file has changed on disk.
            FaultError: this file caused an internal error.
        """
        with boundary(path):
            scenario, old_record, result = _read_scenario_and_record(path)
            translation, count = self._replace_all(scenario, old_record)
            if count:
                save(translation.scenario, path, result.fingerprint, result.format, result.origin)
                record = record_to_save(translation, old_record)
                if record != old_record:
                    write_record(record, path)
            return count

    def _replace_all(
        self, scenario: Scenario, record: TextRecord
    ) -> tuple[ScenarioTranslation, int]:
        translation = open_translation(scenario, self.source, self.target, record)
        return self.search.replace_in(translation, self.replacement)


def _read_scenario_and_record(path: Path) -> tuple[Scenario, TextRecord, ReadResult]:
    read = read_file(path)
    if read.scenario is None:
        raise ReadError(message("it contains no scenario"))
    return read.scenario, read_record(path), read
