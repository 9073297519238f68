"""The checks of one document: their settings, what they found, and what reading the file found."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.diagnostics import Diagnostic
from m44core.io.files.open import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.origin import OpenFile
from m44core.values import dataclass
from m44editor.documents.document import Document

if TYPE_CHECKING:
    from m44editor.checks.check_options import CheckTerms
    from m44editor.checks.check_results import Results
    from m44editor.checks.live_validation import LiveValidation


@dataclass(frozen=True, slots=True)
class Reading:
    """The findings of a file, and the file itself as far as it is kept.

    Attributes:
        found: What was found.
        data: The file; None where it is not kept.
    """

    found: tuple[Diagnostic, ...] = ()
    data: bytes | None = None

    @classmethod
    def of(cls, found: tuple[Diagnostic, ...], file: OpenFile) -> Reading:
        """Return what was found when *file* was read."""
        return cls(found, file.origin.data)

    def of_saved(self, file: OpenFile, file_format: FileFormat) -> Reading:
        """Return what is found in the file that was saved; nothing new is."""
        if not self.found:
            return self
        from m44core.io.files.write import to_bytes  # nothing is written before the first frame

        data = to_bytes(file.scenario, file_format, file.origin)
        name, catalogue = f"scenario.{file_format.value}", file.scenario.catalogue
        found = read_bytes(data, name, catalogue=catalogue).diagnostics
        return replace(self, found=found, data=data if file_format is FileFormat.M44 else None)


class Inspection(QObject):
    """Holds the checks of one document; panels come and go with the language of the window.

    The checks begin when :attr:`live` is first asked for; their modules are imported then.

    Signals:
        terms_changed: Something else is asked of the checks.
        slow: Whether a check runs that takes longer than a second.
    """

    terms_changed = Signal()
    slow = Signal(bool)

    def __init__(
        self, document: Document, remembered: QSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._remembered = remembered
        self._live: LiveValidation | None = None

    @cached_property
    def terms(self) -> CheckTerms:
        """What is asked of the checks."""
        from m44editor.checks.check_options import CheckTerms  # 251 ms

        terms = CheckTerms(self._document, self._remembered, self)
        terms.changed.connect(self._use_terms)
        return terms

    @property
    def live(self) -> LiveValidation:
        """The checks that run beside the editing."""
        from m44editor.checks.live_validation import LiveValidation  # 282 ms

        if self._live is None:
            self._live = LiveValidation(self._document, self, settings=self.terms.settings)
            self._live.slow.connect(self.slow)
            self._live.reading = self._read
            self._show_reading()
        return self._live

    @cached_property
    def results(self) -> Results:
        """What they found, told apart."""
        from m44editor.checks.check_results import Results  # 327 ms

        return Results(self._document, self.live, self)

    def show_reading(self, found: tuple[Diagnostic, ...]) -> None:
        """Have what was found when the file was read come before all other problems."""
        self._document.sheet.remember(Reading.of(found, self._document.file))
        self._show_reading()

    def show_saved(self, file_format: FileFormat | None) -> None:
        """Forget what was found in the file before it was saved in a format."""
        if file_format:
            saved = self._reading.of_saved(self._document.file, file_format)
            self._document.sheet.remember(saved)
            self._show_reading()

    def check_anew(self) -> None:
        """Check again, if anything was checked: other pieces are known now."""
        if self._live is not None:
            self._live.check_anew()

    def close(self) -> None:
        """Stop checking."""
        if self._live is not None:
            self._live.close()

    @property
    def _reading(self) -> Reading:
        """What was found when the file of the sheet that is shown was read."""
        return self._document.sheet.recall(Reading) or Reading()

    def _show_reading(self) -> None:
        if self._live is not None:
            self._live.show_reading(self._read())

    def _read(self) -> tuple[Diagnostic, ...]:
        return self.terms.settings.selection.among(self._reading.found)

    def _use_terms(self) -> None:
        """Ask of the checks what is to be asked now."""
        if self._live is not None:
            self._live.use(self.terms.settings)
            self._show_reading()
        self.terms_changed.emit()
