"""The checks of one document: their options, their results, and the findings from reading it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.diagnostics import Diagnostic
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.origin import OpenFile
from m44core.values import dataclass
from m44editor.documents.document import Document

if TYPE_CHECKING:
    from m44editor.checks.check_options import CheckOptions
    from m44editor.checks.check_results import CheckResults
    from m44editor.checks.live_validation import LiveValidation


@dataclass(frozen=True, slots=True)
class FileFindings:
    """The findings from reading a file, and the content of the file if it is kept.

    Attributes:
        findings: The findings.
        data: The content; None if it is not kept.
    """

    findings: tuple[Diagnostic, ...] = ()
    data: bytes | None = None

    @classmethod
    def of(cls, findings: tuple[Diagnostic, ...], file: OpenFile) -> FileFindings:
        """Return the findings from reading *file*."""
        return cls(findings, file.origin.data)

    def after_saving(self, file: OpenFile, file_format: FileFormat) -> FileFindings:
        """Return the findings from reading the file as saved; if there were none, return self."""
        if not self.findings:
            return self
        from m44core.io.files.serialization import to_bytes  # not needed before the first frame

        data = to_bytes(file.scenario, file_format, file.origin)
        name, catalogue = f"scenario.{file_format.value}", file.scenario.catalogue
        findings = read_bytes(data, name, catalogue=catalogue).diagnostics
        return replace(
            self, findings=findings, data=data if file_format is FileFormat.M44 else None
        )


class Inspection(QObject):
    """The checks of one document; unlike the panels, they survive a change of language.

    Checking starts when :attr:`live` is first used; its modules are imported then.

    Signals:
        options_changed: The options have changed.
        slow_changed: Whether a check has been running for more than a second.
    """

    options_changed = Signal()
    slow_changed = Signal(bool)

    def __init__(
        self, document: Document, settings: QSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._settings = settings
        self._live: LiveValidation | None = None

    @cached_property
    def options(self) -> CheckOptions:
        """The options of the checks."""
        from m44editor.checks.check_options import CheckOptions  # 251 ms

        options = CheckOptions(self._document, self._settings, self)
        options.changed.connect(self._apply_options)
        return options

    @property
    def live(self) -> LiveValidation:
        """The checks that run while the document is edited."""
        from m44editor.checks.live_validation import LiveValidation  # 282 ms

        if self._live is None:
            self._live = LiveValidation(self._document, self, settings=self.options.settings)
            self._live.slow_changed.connect(self.slow_changed)
            self._live.read_file_findings = self._selected_file_findings
            self._publish_file_findings()
        return self._live

    @cached_property
    def results(self) -> CheckResults:
        """The results of the checks."""
        from m44editor.checks.check_results import CheckResults  # 327 ms

        return CheckResults(self._document, self.live, self)

    def show_file_findings(self, findings: tuple[Diagnostic, ...]) -> None:
        """Show findings from reading the file, before all other problems."""
        self._document.sheet.attach(FileFindings.of(findings, self._document.file))
        self._publish_file_findings()

    def update_after_saving(self, file_format: FileFormat | None) -> None:
        """Update the findings from reading after a save.

        Do nothing if *file_format* is None, because there is no file.
        """
        if file_format:
            saved_findings = self._file_findings.after_saving(self._document.file, file_format)
            self._document.sheet.attach(saved_findings)
            self._publish_file_findings()

    def recheck(self) -> None:
        """Run the checks again after a change of the catalogue, if checking has started."""
        if self._live is not None:
            self._live.recheck()

    def close(self) -> None:
        """Stop checking."""
        if self._live is not None:
            self._live.close()

    @property
    def _file_findings(self) -> FileFindings:
        """The findings from reading the file of the current sheet."""
        return self._document.sheet.attached(FileFindings) or FileFindings()

    def _publish_file_findings(self) -> None:
        if self._live is not None:
            self._live.set_file_findings(self._selected_file_findings())

    def _selected_file_findings(self) -> tuple[Diagnostic, ...]:
        return self.options.settings.selection.selected_diagnostics(self._file_findings.findings)

    def _apply_options(self) -> None:
        """Apply changed options to the checks."""
        if self._live is not None:
            self._live.set_options(self.options.settings)
            self._publish_file_findings()
        self.options_changed.emit()
