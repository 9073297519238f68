"""Batches: checking, fixing or converting many files, and undoing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from m44core.diagnostics import Diagnostic
from m44core.errors import M44Error, ReadError
from m44core.faults import boundary
from m44core.findings.render_findings import SEVERITIES, message_of
from m44core.io.files import save as files
from m44core.io.files.open import digest, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.library.library_settings import FileSettings
from m44core.messages import nouns
from m44core.messages.message import Message, Value, colon, message
from m44core.messages.words import reason
from m44core.validation.runner import check_file
from m44core.validation.safe_fixes import apply_safe_fixes
from m44core.values import dataclass


class BatchAction(StrEnum):
    """What a batch can do to files."""

    CHECK = "check"
    FIX = "fix"
    M44 = "m44"  # write each as .m44, next to the original
    YAML = "yaml"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class FileJob:
    """One task for one file."""

    task: BatchAction
    path: str
    terms: FileSettings


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written.

    Attributes:
        path: The file.
        before: Its previous bytes; None if it did not exist.
        after: The SHA-256 of its current content.
    """

    path: str
    before: bytes | None
    after: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a job.

    Attributes:
        path: The file.
        result: What was done, or why nothing was, in a few words.
        lines: Details, one per line.
        failed: Whether the job failed.
        written: The file that was written; None for none.
    """

    path: str
    result: Value
    lines: tuple[Value, ...] = ()
    failed: bool = False
    written: WrittenFile | None = None


def run_job(job: FileJob) -> Outcome:
    """Run one job; an error becomes its outcome."""
    try:
        with boundary():
            return _FUNCTIONS[job.task](Path(job.path), job.terms)
    except M44Error as error:
        return Outcome(job.path, reason(error), failed=True)


def _check(path: Path, settings: FileSettings) -> Outcome:
    report = check_file(path, settings.settings)
    if report.failure is not None:
        return Outcome(str(path), report.failure, failed=True)
    found = [each for each in report.diagnostics if each.code in settings.counted]
    return Outcome(str(path), nouns.findings(len(found)), tuple(map(_finding_line, found)))


def _finding_line(found: Diagnostic) -> Message:
    return message(
        "line {line}: {severity} {code}: {said}",
        line=found.line or 1,
        severity=SEVERITIES[found.severity],
        code=found.code,
        said=message_of(found),
    )


def _fix(path: Path, settings: FileSettings) -> Outcome:
    mending = apply_safe_fixes(path, settings.settings)
    lines = tuple(each.title for each in mending.fixed)
    if mending.data is None:
        return _not_fixed(path, mending.lost_comment, unsettled=mending.unsettled is not None)
    before = path.read_bytes()
    now = files.write(mending.data, path, mending.expected, backup=False)
    result = message("{findings} fixed", findings=nouns.findings(len(mending.fixed)))
    return Outcome(str(path), result, lines, written=WrittenFile(str(path), before, now.digest))


def _not_fixed(path: Path, comment: int | None, *, unsettled: bool) -> Outcome:
    if comment is not None:
        result = message("not fixed: the comment in line {line} would be lost", line=comment)
        return Outcome(str(path), result, failed=True)
    if unsettled:
        result = message("not fixed: it can be read in several ways; open it to settle that")
        return Outcome(str(path), result, failed=True)
    return Outcome(str(path), message("nothing to fix"))


def _convert(path: Path, settings: FileSettings, file_format: FileFormat) -> Outcome:
    if FileFormat.of(path) is file_format:
        return Outcome(str(path), message("it has that format already"))
    target = path.with_suffix(f".{file_format.value}")
    if target.exists():
        result = message("not converted: {name} is there already", name=target.name)
        return Outcome(str(path), result, failed=True)
    read = read_file(path, settings.settings.packs)
    read.raise_fault(path)
    if read.scenario is None:
        raise ReadError(message("it holds no scenario"))
    now = files.save(read.scenario, target, None, file_format, read.origin)
    result = message("written as {name}", name=target.name)
    return Outcome(str(path), result, written=WrittenFile(str(target), None, now.digest))


_FUNCTIONS: Mapping[BatchAction, Callable[[Path, FileSettings], Outcome]] = {
    BatchAction.CHECK: _check,
    BatchAction.FIX: _fix,
    BatchAction.M44: lambda path, terms: _convert(path, terms, FileFormat.M44),
    BatchAction.YAML: lambda path, terms: _convert(path, terms, FileFormat.YAML),
    BatchAction.JSON: lambda path, terms: _convert(path, terms, FileFormat.JSON),
}


def undo_jobs(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Undo the written files, the last first, and yield the outcome of each.

    A file that has changed since is left alone; its outcome reports that.
    """
    for outcome in reversed([each for each in outcomes if each.written]):
        assert outcome.written is not None, "only those are taken back"
        try:
            with boundary():
                undone = _undo(outcome.written)
        except M44Error as error:
            undone = Outcome(outcome.written.path, reason(error), failed=True)
        yield undone


def _undo(written: WrittenFile) -> Outcome:
    path = Path(written.path)
    if not path.is_file() or digest(path.read_bytes()) != written.after:
        result = message("left as it is: it was changed since")
        return Outcome(written.path, result, failed=True)
    if written.before is None:
        path.unlink()
        return Outcome(written.path, message("removed again"))
    files.write(written.before, path, backup=False)
    return Outcome(written.path, message("as it was before"))


def batch_report(outcomes: Sequence[Outcome]) -> Iterator[Message]:
    """Yield the report of a batch: a summary, then each file with its details below."""
    failed = sum(each.failed for each in outcomes)
    written = sum(each.written is not None for each in outcomes)
    yield message(
        "{files}; {written} written, {failed} not done",
        files=nouns.files(len(outcomes)),
        written=written,
        failed=failed,
    )
    for outcome in outcomes:
        yield colon(outcome.path, outcome.result)
        yield from (message("    {line}", line=line) for line in outcome.lines)
