"""Apply the safe fixes of a file until none is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from m44core.diagnostics import Diagnostic, Fix, by_place
from m44core.faults import record_fault
from m44core.findings.kinds import all_kinds, finding, kind
from m44core.findings.render_findings import message_of, title_of
from m44core.hexes import Hex
from m44core.io.files.fixes import apply_fix_to_file
from m44core.io.files.open import Fingerprint, ReadResult, read_bytes, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.write import splice_rewritten, to_bytes
from m44core.io.origin import OpenFile
from m44core.io.text.json_pointers import steps
from m44core.io.text.yaml_read import lost_comment
from m44core.messages.message import Message, Value
from m44core.validation.check_selection import CRASH, Selection
from m44core.validation.runner import CheckSettings, AppliedFix, examine_reading

MAX_ROUNDS = 100
"""How often a file is mended before its fixes are taken to undo one another."""


@dataclass(frozen=True, slots=True)
class FixResult:
    """What the safe fixes make of a file.

    Attributes:
        before: The text of the file as it was read.
        expected: The file as it was read.
        failed: The fixes, and the checks that look for what can be fixed, that failed.
        unsettled: The finding because of which the file stays as it is: it was understood
            in one of several ways, and writing the file would settle that unseen.
        lost_comment: The line of a comment because of which the file stays as it is: a YAML file
            is typed anew, and has no place for it.
        fixed: What is mended; empty where the file stays as it is.
        data: The file as it is to be written; None where it stays as it is.
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
        """The text of the file as it is to be."""
        return self.before if self.data is None else self.data.decode("utf-8")


def apply_safe_fixes(path: Path, settings: CheckSettings) -> FixResult:
    """Return what the safe fixes of the selected findings make of a file; it is not written.

    Raises:
        ReadError: the file cannot be read.
        FaultError: the program failed with the file, or with what the fixes make of it.
    """
    mender = _Mender(replace(settings, selection=_safe(settings.selection)))
    result = read_file(path, settings.packs)
    result.raise_fault(path)
    data = mender.fix(result)
    kept = FixResult(result.text, result.fingerprint, tuple(mender.failed))
    if data is None:
        return kept
    unsettled = next((found for found in result.diagnostics if _is_unsettled(found)), None)
    if unsettled is not None:
        return replace(kept, unsettled=unsettled)
    data = mender.minimal(result, data)
    if result.format is FileFormat.YAML:
        line = lost_comment(result.text, data.decode("utf-8"))
        if line is not None:
            return replace(kept, lost_comment=line)
    return replace(kept, fixed=tuple(sorted(mender.fixed, key=_place)), data=data)


@dataclass(frozen=True, slots=True)
class FixedScenario:
    """What the safe fixes make of a scenario that is being edited.

    Attributes:
        file: The scenario as it is now and its file; themselves where nothing was mended.
        fixed: What is mended.
        failed: The fixes that failed, as findings.
    """

    file: OpenFile
    fixed: tuple[AppliedFix, ...] = ()
    failed: tuple[Diagnostic, ...] = ()


def fix_scenario(
    file: OpenFile, settings: CheckSettings, file_format: FileFormat
) -> FixedScenario:
    """Return what the safe fixes of the selected findings make of a scenario.

    It is what :func:`mend` would make of its file, were it saved now.
    """
    name = f"scenario.{file_format.value}"
    mender = _Mender(replace(settings, selection=_safe(settings.selection)))
    catalogue = file.scenario.catalogue
    saved = to_bytes(file.scenario, file_format, file.origin)
    data = mender.fix(read_bytes(saved, name, catalogue=catalogue))
    failed = tuple(mender.failed)
    after = None if data is None else read_bytes(data, name, catalogue=catalogue).file
    if after is None:
        return FixedScenario(file, (), failed)
    return FixedScenario(after, tuple(sorted(mender.fixed, key=_place)), failed)


def _place(fixed: AppliedFix) -> tuple[object, ...]:
    return by_place(fixed.diagnostic)


def safe_fix(found: Diagnostic) -> Fix | None:
    """Return the first fix of a finding that can be applied without asking."""
    return next((fix for fix in found.fixes if fix.safe), None)


def apply_or_report(file: OpenFile, of: Diagnostic, fix: Fix) -> OpenFile | Diagnostic:
    """Return the file after a fix of a finding; where that failed, a finding about it."""
    try:
        return apply_fix_to_file(file, fix)
    except Exception as error:  # a fault in one fix must not stop the others
        said: dict[str, Value] = {"code": of.code, "title": title_of(fix)}
        said["error"] = record_fault(error).brief
        failed = finding("M063", "raised", of.pointer, of.hex, **said)
        return replace(failed, line=of.line, column=of.column)


def _safe(selection: Selection) -> Selection:
    """Return of a selection the codes that may come with a safe fix."""
    safe = (c for c, kind in all_kinds().items() if any(t.safe for t in kind.fixes.values()))
    return Selection(frozenset(code for code in safe if code in selection))


def _is_unsettled(found: Diagnostic) -> bool:
    return kind(found.code).settled_by_writing and safe_fix(found) is None


@dataclass(slots=True)
class _Mender:
    """Mends one file round by round.

    Attributes:
        settings: What is to be mended.
        fixed: What is mended so far.
        failed: The fixes that failed, as findings.
    """

    settings: CheckSettings
    fixed: list[AppliedFix] = field(default_factory=list)
    failed: list[Diagnostic] = field(default_factory=list)
    _broken: set[tuple[str, str]] = field(default_factory=set)

    def fix(self, result: ReadResult) -> bytes | None:
        """Return the file once no safe fix is left; None where it stays as it is."""
        data: bytes | None = None
        digest = result.fingerprint.digest if result.fingerprint else ""
        seen = {digest}
        found = self._found(result)
        for _ in range(MAX_ROUNDS):
            after = self._mended(result.file, found) if result.file else None
            written = to_bytes(after.scenario, result.format, after.origin) if after else b""
            before, digest = digest, sha256(written).hexdigest()
            if after is None or digest == before:
                return data if self.fixed else None
            if digest in seen:
                break
            seen.add(digest)
            data, result = written, _read_again(written, result)
            before_round, found = found, self._found(result)
            self._note(before_round, found)
        self._in_a_circle(found)
        return None

    def minimal(self, result: ReadResult, data: bytes) -> bytes:
        """Return a mended file with no more changed than that takes."""
        text = splice_rewritten(result, data.decode("utf-8")).encode("utf-8")
        left = [_identity(each) for each in self._found(_read_again(data, result))]
        now = [_identity(each) for each in self._found(_read_again(text, result))]
        return text if now == left else data

    def _found(self, result: ReadResult) -> list[Diagnostic]:
        """Return the findings that come with a safe fix; note a check that failed."""
        found = examine_reading(result, self.settings).diagnostics
        self.failed += [each for each in found if each.code == CRASH and each not in self.failed]
        return [result.located(each) for each in found if safe_fix(each)]

    def _mended(self, file: OpenFile, found: Sequence[Diagnostic]) -> OpenFile | None:
        """Return the file after one round; None where there was nothing to apply."""
        applied = False
        for diagnostic, fix in _apart(found):
            if (diagnostic.code, diagnostic.pointer) not in self._broken:
                after = self._applied(file, diagnostic, fix)
                applied = applied or after is not None
                file = file if after is None else after
        return file if applied else None

    def _applied(self, file: OpenFile, of: Diagnostic, fix: Fix) -> OpenFile | None:
        """Return the file with a fix applied; None where the fix failed."""
        after = apply_or_report(file, of, fix)
        if isinstance(after, OpenFile):
            return after
        self.failed.append(after)
        self._broken.add((of.code, of.pointer))
        return None

    def _note(self, before: Iterable[Diagnostic], after: Iterable[Diagnostic]) -> None:
        """Note which findings are gone."""
        left = {_identity(found) for found in after}
        for found in before:
            fix = safe_fix(found)
            if fix and _identity(found) not in left:
                self.fixed.append(AppliedFix(found, title_of(fix)))

    def _in_a_circle(self, found: Iterable[Diagnostic]) -> None:
        """Note that fixes undo one another, so that the file stays as it is."""
        codes = {*(each.code for each in found), *(each.diagnostic.code for each in self.fixed)}
        self.failed.append(finding("M063", "circle", codes=", ".join(sorted(codes))))


def _read_again(data: bytes, before: ReadResult) -> ReadResult:
    """Return what a mended file holds; one that cannot be read again must not be written."""
    result = read_bytes(data, before.name, catalogue=before.catalogue)
    result.raise_fault(before.name)
    return result


def _identity(found: Diagnostic) -> tuple[str, Hex | None, Message]:
    return found.code, found.hex, message_of(found)


def _apart(found: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, Fix]]:
    """Yield the findings with their safe fixes that do not touch one another.

    The last entry of a list comes first, so that removing one moves no other.
    """
    taken: list[str] = []
    with_fix = [(each, fix) for each in found if (fix := safe_fix(each))]
    for diagnostic, fix in sorted(with_fix, key=_order, reverse=True):
        places = _places(fix)
        if not any(_touch(place, other) for place in places for other in taken):
            taken += places
            yield diagnostic, fix


def _order(of: tuple[Diagnostic, Fix]) -> list[tuple[bool, int, str]]:
    _, fix = of
    first = min(fix.changes, default="")
    return [(s.isdigit(), int(s) if s.isdigit() else 0, s) for s in steps(first)]


def _places(fix: Fix) -> list[str]:
    """Return what a fix touches: where it changes several places, whole lists."""
    if len(fix.changes) == 1:
        return list(fix.changes)
    return [_around_list(pointer) for pointer in fix.changes]


def _around_list(pointer: str) -> str:
    way = steps(pointer)
    number = next((n for n, step in enumerate(way) if step.isdigit()), len(way))
    return "/".join(pointer.split("/")[: number + 1])


def _touch(one: str, other: str) -> bool:
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")
