"""Applies the safe fixes to the content of a file until none are left; the caller writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from m44core.diagnostics import Diagnostic, Fix, position_sort_key
from m44core.faults import record_fault
from m44core.findings.finding_kinds import all_kinds, finding, kind
from m44core.findings.render_findings import message_of, title_of_fix
from m44core.hexes import Hex
from m44core.io.files.file_reader import Fingerprint, ReadResult, read_bytes, read_file
from m44core.io.files.fixes import apply_fix_to_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import splice_rewritten, to_bytes
from m44core.io.origin import OpenFile
from m44core.io.text.json_pointers import steps
from m44core.io.text.yaml_read import lost_comment_line
from m44core.messages.message import Message, Value
from m44core.validation.check_selection import CRASH, Selection
from m44core.validation.runner import AppliedFix, CheckSettings, examine_reading

MAX_ROUNDS = 100
"""Rounds of fixing after which the fixes are assumed to undo one another."""


@dataclass(frozen=True, slots=True)
class FixResult:
    """The result of applying the safe fixes to a file.

    Attributes:
        before: The text of the file as it was read.
        expected: The fingerprint of the file as it was read.
        failed: Findings about fixes that failed or undo one another, and about checks that crashed.
        unsettled: The finding that prevents fixing: the file is ambiguous, and writing
            it would silently choose one meaning.
        lost_comment: The line of a comment that prevents fixing: the YAML file is rewritten,
            and the comment would be lost.
        fixed: The findings that were fixed; empty if the file is unchanged.
        data: The new content of the file; None if it is unchanged.
    """

    before: str = ""
    expected: Fingerprint | None = None
    failed: tuple[Diagnostic, ...] = ()
    unsettled: Diagnostic | None = None
    lost_comment: int | None = None
    fixed: tuple[AppliedFix, ...] = ()
    data: bytes | None = None

    @property
    def after(self) -> str:
        """The new text of the file; the old one if nothing changed."""
        return self.before if self.data is None else self.data.decode("utf-8")


def apply_safe_fixes(path: Path, settings: CheckSettings) -> FixResult:
    """Return the result of applying the safe fixes of the selected findings; nothing is written.

    Raises:
        ReadError: the file cannot be read.
        FaultError: the program failed on the file, or on the fixed file.
    """
    fixer = _Fixer(replace(settings, selection=_safely_fixable_selection(settings.selection)))
    result = read_file(path, settings.packs)
    result.raise_fault(path)
    data = fixer.fix(result)
    unchanged_result = FixResult(result.text, result.fingerprint, tuple(fixer.failed))
    if data is None:
        return unchanged_result
    unsettled_finding = next(
        (finding for finding in result.diagnostics if _is_unsettled(finding)), None
    )
    if unsettled_finding is not None:
        return replace(unchanged_result, unsettled=unsettled_finding)
    data = fixer.with_minimal_changes(result, data)
    if result.format is FileFormat.YAML:
        line = lost_comment_line(result.text, data.decode("utf-8"))
        if line is not None:
            return replace(unchanged_result, lost_comment=line)
    return replace(unchanged_result, fixed=tuple(sorted(fixer.fixed, key=_sort_key)), data=data)


@dataclass(frozen=True, slots=True)
class FixedScenario:
    """The result of applying the safe fixes to a scenario that is being edited.

    Attributes:
        file: The scenario and its file after the fixes; the same object if nothing was fixed.
        fixed: The findings that were fixed.
        failed: Findings about fixes that failed or undo one another, and about checks that crashed.
    """

    file: OpenFile
    fixed: tuple[AppliedFix, ...] = ()
    failed: tuple[Diagnostic, ...] = ()


def fix_scenario(file: OpenFile, settings: CheckSettings, file_format: FileFormat) -> FixedScenario:
    """Return the result of applying the safe fixes of the selected findings to a scenario.

    They are those :func:`apply_safe_fixes` would apply to the file if it were saved now.
    """
    name = f"scenario.{file_format.value}"
    fixer = _Fixer(replace(settings, selection=_safely_fixable_selection(settings.selection)))
    catalogue = file.scenario.catalogue
    saved_bytes = to_bytes(file.scenario, file_format, file.origin)
    data = fixer.fix(read_bytes(saved_bytes, name, catalogue=catalogue))
    failures = tuple(fixer.failed)
    after = None if data is None else read_bytes(data, name, catalogue=catalogue).file
    if after is None:
        return FixedScenario(file, (), failures)
    return FixedScenario(after, tuple(sorted(fixer.fixed, key=_sort_key)), failures)


def _sort_key(applied_fix: AppliedFix) -> tuple[object, ...]:
    return position_sort_key(applied_fix.diagnostic)


def safe_fix(diagnostic: Diagnostic) -> Fix | None:
    """Return the first fix of a finding that can be applied without asking; None if none can."""
    return next((fix for fix in diagnostic.fixes if fix.safe), None)


def apply_fix_or_report(file: OpenFile, diagnostic: Diagnostic, fix: Fix) -> OpenFile | Diagnostic:
    """Return the file after a fix; if the fix failed, a finding about the failure."""
    try:
        return apply_fix_to_file(file, fix)
    except Exception as error:  # a fault in one fix must not stop the others
        values: dict[str, Value] = {"code": diagnostic.code, "title": title_of_fix(fix)}
        values["error"] = record_fault(error).brief
        failure = finding("M063", "raised", diagnostic.pointer, diagnostic.hex, **values)
        return replace(failure, line=diagnostic.line, column=diagnostic.column)


def _safely_fixable_selection(selection: Selection) -> Selection:
    """Return the selected codes that can have a safe fix."""
    codes = (c for c, kind in all_kinds().items() if any(t.safe for t in kind.fixes.values()))
    return Selection(frozenset(code for code in codes if code in selection))


def _is_unsettled(diagnostic: Diagnostic) -> bool:
    return kind(diagnostic.code).settled_by_writing and safe_fix(diagnostic) is None


@dataclass(slots=True)
class _Fixer:
    """Fixes one file round by round.

    Attributes:
        settings: The settings of the checks.
        fixed: The findings fixed so far.
        failed: Findings about fixes that failed or undo one another, and about checks that crashed.
    """

    settings: CheckSettings
    fixed: list[AppliedFix] = field(default_factory=list)
    failed: list[Diagnostic] = field(default_factory=list)
    _broken: set[tuple[str, str]] = field(default_factory=set)

    def fix(self, result: ReadResult) -> bytes | None:
        """Return the content after all safe fixes; None if they change nothing or form a cycle.

        A cycle is recorded as a failure.
        """
        data: bytes | None = None
        digest = result.fingerprint.digest if result.fingerprint else ""
        seen_digests = {digest}
        fixable_findings = self._fixable_findings(result)
        for _ in range(MAX_ROUNDS):
            after = self._fix_once(result.file, fixable_findings) if result.file else None
            fixed_bytes = to_bytes(after.scenario, result.format, after.origin) if after else b""
            previous_digest, digest = digest, sha256(fixed_bytes).hexdigest()
            if after is None or digest == previous_digest:
                return data if self.fixed else None
            if digest in seen_digests:
                break
            seen_digests.add(digest)
            data, result = fixed_bytes, _reread(fixed_bytes, result)
            previous_findings, fixable_findings = fixable_findings, self._fixable_findings(result)
            self._record_fixed(previous_findings, fixable_findings)
        self._report_cycle(fixable_findings)
        return None

    def with_minimal_changes(self, result: ReadResult, data: bytes) -> bytes:
        """Return the fixed content, with unaffected lines kept as in the original.

        *data* is returned unchanged if this would cause other findings.
        """
        text = splice_rewritten(result, data.decode("utf-8")).encode("utf-8")
        remaining_findings = [
            _finding_identity(each) for each in self._fixable_findings(_reread(data, result))
        ]
        findings_now = [
            _finding_identity(each) for each in self._fixable_findings(_reread(text, result))
        ]
        return text if findings_now == remaining_findings else data

    def _fixable_findings(self, result: ReadResult) -> list[Diagnostic]:
        """Return the findings that have a safe fix, and record the checks that failed."""
        findings = examine_reading(result, self.settings).diagnostics
        self.failed += [each for each in findings if each.code == CRASH and each not in self.failed]
        return [result.with_location(each) for each in findings if safe_fix(each)]

    def _fix_once(self, file: OpenFile, diagnostics: Sequence[Diagnostic]) -> OpenFile | None:
        """Return the file after one round of fixes; None if no fix was applied."""
        is_applied = False
        for diagnostic, fix in _independent_fixes(diagnostics):
            if (diagnostic.code, diagnostic.pointer) not in self._broken:
                after = self._apply(file, diagnostic, fix)
                is_applied = is_applied or after is not None
                file = file if after is None else after
        return file if is_applied else None

    def _apply(self, file: OpenFile, diagnostic: Diagnostic, fix: Fix) -> OpenFile | None:
        """Return the file with a fix applied; None if the fix failed."""
        after = apply_fix_or_report(file, diagnostic, fix)
        if isinstance(after, OpenFile):
            return after
        self.failed.append(after)
        self._broken.add((diagnostic.code, diagnostic.pointer))
        return None

    def _record_fixed(self, before: Iterable[Diagnostic], after: Iterable[Diagnostic]) -> None:
        """Record as fixed the findings that no longer occur."""
        remaining_findings = {_finding_identity(finding) for finding in after}
        for diagnostic in before:
            fix = safe_fix(diagnostic)
            if fix and _finding_identity(diagnostic) not in remaining_findings:
                self.fixed.append(AppliedFix(diagnostic, title_of_fix(fix)))

    def _report_cycle(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record as a failure that the fixes undo one another."""
        codes = {
            *(each.code for each in diagnostics),
            *(each.diagnostic.code for each in self.fixed),
        }
        self.failed.append(finding("M063", "circle", codes=", ".join(sorted(codes))))


def _reread(data: bytes, before: ReadResult) -> ReadResult:
    """Return the result of reading a fixed file.

    Raises:
        FaultError: the program failed while reading it.
    """
    result = read_bytes(data, before.name, catalogue=before.catalogue)
    result.raise_fault(before.name)
    return result


def _finding_identity(diagnostic: Diagnostic) -> tuple[str, Hex | None, Message]:
    return diagnostic.code, diagnostic.hex, message_of(diagnostic)


def _independent_fixes(diagnostics: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, Fix]]:
    """Yield findings whose safe fixes do not overlap, each with its fix.

    Later entries of a list come first, because a removal shifts the entries after it.
    """
    used_pointers: list[str] = []
    findings_with_fix = [(each, fix) for each in diagnostics if (fix := safe_fix(each))]
    for diagnostic, fix in sorted(findings_with_fix, key=_fix_order, reverse=True):
        places = _touched_pointers(fix)
        if not any(_are_overlapping(place, other) for place in places for other in used_pointers):
            used_pointers += places
            yield diagnostic, fix


def _fix_order(finding_and_fix: tuple[Diagnostic, Fix]) -> list[tuple[bool, int, str]]:
    _, fix = finding_and_fix
    first_pointer = min(fix.changes, default="")
    return [(s.isdigit(), int(s) if s.isdigit() else 0, s) for s in steps(first_pointer)]


def _touched_pointers(fix: Fix) -> list[str]:
    """Return the pointers a fix touches; for several changes, those of the enclosing lists."""
    if len(fix.changes) == 1:
        return list(fix.changes)
    return [_list_pointer(pointer) for pointer in fix.changes]


def _list_pointer(pointer: str) -> str:
    pointer_steps = steps(pointer)
    number = next((n for n, step in enumerate(pointer_steps) if step.isdigit()), len(pointer_steps))
    return "/".join(pointer.split("/")[: number + 1])


def _are_overlapping(first: str, second: str) -> bool:
    return f"{first}/".startswith(f"{second}/") or f"{second}/".startswith(f"{first}/")
