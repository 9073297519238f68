"""The results of the checks for the open scenario: findings, suppressed findings, verdict."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import title_of_fix
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.origin import OpenFile, Origin
from m44core.model.edits.briefing_edits import remove_allowance
from m44core.model.scenario import Scenario
from m44core.validation.bga.verdict import PROFILE, Verdict, verdicts_by_profile
from m44core.validation.check_selection import Selection
from m44core.validation.runner import AppliedFix
from m44core.validation.safe_fixes import apply_fix_or_report, safe_fix
from m44core.validation.suppressions import SuppressedFinding, apply_allowances
from m44editor.checks.live_validation import Findings, LiveValidation
from m44editor.documents.document import Document

_NO_CHECKS = Selection(frozenset())  # problems with allowances are among the findings


class CheckResults(QObject):
    """Separates active findings from suppressed ones, including those from reading the file.

    An empty board without a file has no findings: obviously it lacks units, a date and so on.

    Attributes:
        findings: The active findings.
        suppressed: The suppressed findings, each with its reason.
        verdict: Whether the scenario can be played on Board Game Arena; None if that profile is
            off, or the checks have not finished.

    Signals:
        published: The active findings, after the results have changed.
    """

    published = Signal(tuple)

    def __init__(
        self, document: Document, live: LiveValidation, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._live = live
        self.findings: Findings = ()
        self.suppressed: tuple[SuppressedFinding, ...] = ()
        self.verdict: Verdict | None = None
        self._checked_origin: object = None
        self._locations_in_saved_file: frozenset[_Location] = frozenset()
        live.published.connect(self._classify)
        self._classify(live.findings)

    @property
    def safe_fix_count(self) -> int:
        """The number of active findings with a safe fix."""
        return sum(safe_fix(finding) is not None for finding in self.findings)

    def fixed_file(self) -> tuple[OpenFile, list[AppliedFix]]:
        """Return the file after the safe fixes of findings from reading it, and what was fixed.

        Fixes that fail are skipped.
        """
        file, applied_fixes = self._document.file, list[AppliedFix]()
        for finding in self.findings:
            fix = safe_fix(finding)
            if finding.line is not None and fix is not None:
                after = apply_fix_or_report(file, finding, fix)
                if not isinstance(after, Diagnostic):
                    file = after
                    applied_fixes.append(AppliedFix(finding, title_of_fix(fix)))
        return file, applied_fixes

    def _classify(self, findings: Findings) -> None:
        scenario, settings = self._document.scenario, self._live.settings
        remaining_findings = [finding for finding in findings if self._still_applies(finding)]
        if self._is_blank:
            remaining_findings = [
                finding for finding in remaining_findings if finding.line is not None
            ]
        result = apply_allowances(scenario, remaining_findings, (), _NO_CHECKS, settings.rules)
        self.findings = result.diagnostics
        self.suppressed = (*self._live.suppressed, *result.suppressed)
        all_findings = (*self.findings, *(each.diagnostic for each in self.suppressed))
        by_profile = (
            verdicts_by_profile(all_findings, settings.selection) if self._live.is_current else {}
        )
        self.verdict = by_profile.get(PROFILE)
        self.published.emit(self.findings)

    @property
    def _is_blank(self) -> bool:
        """Whether the board of a scenario without a file is still empty."""
        scenario = self._document.scenario
        return self._document.path is None and not scenario.hexes and not scenario.labels

    @property
    def _origin_on_disk(self) -> Origin:
        return self._document.sheet.origin_on_disk

    def _still_applies(self, finding: Diagnostic) -> bool:
        """Return whether a finding from reading the file would remain if the file were saved now.

        Other findings, which have no line number, always apply. A fix changes how the file will be
        written, and thereby the origin of the scenario.
        """
        file = self._document.file
        if finding.line is None or not finding.fixes or file.origin is self._origin_on_disk:
            return True
        if file.origin is not self._checked_origin:
            self._checked_origin = file.origin
            self._locations_in_saved_file = _locations_in_file(file, save_format(self._document))
        return _location(finding) in self._locations_in_saved_file


def save_format(document: Document) -> FileFormat:
    """Return the format in which a document is, or will be, saved."""
    return FileFormat.of(document.path) if document.path else FileFormat.M44


_Location = tuple[str, str, Hex | None]


def _location(finding: Diagnostic) -> _Location:
    return finding.code, finding.pointer, finding.hex


def _locations_in_file(file: OpenFile, file_format: FileFormat) -> frozenset[_Location]:
    data = to_bytes(file.scenario, file_format, file.origin)
    name, catalogue = f"scenario.{file_format.value}", file.scenario.catalogue
    return frozenset(map(_location, read_bytes(data, name, catalogue=catalogue).diagnostics))


def without_allowances_for(scenario: Scenario, finding: Diagnostic) -> Scenario:
    """Return the scenario without its own allowances that suppress a finding."""
    for allowance in scenario.allowed:
        scenario_with_one = replace(scenario, allowed=(allowance,))
        if apply_allowances(scenario_with_one, (finding,), (), _NO_CHECKS).suppressed:
            scenario = remove_allowance(scenario, allowance)
    return scenario
