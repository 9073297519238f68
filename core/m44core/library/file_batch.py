"""Batches: checking, fixing or converting many files, and undoing the changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from m44core.diagnostics import Diagnostic
from m44core.errors import M44Error, ReadError
from m44core.faults import boundary
from m44core.findings.render_findings import SEVERITIES, message_of
from m44core.io.files import save as files
from m44core.io.files.file_reader import digest, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.library.library_settings import FileSettings
from m44core.messages import nouns
from m44core.messages.message import Message, Value, label_with_text, message
from m44core.messages.renderers import message_of_error
from m44core.validation.runner import check_file
from m44core.validation.safe_fixes import apply_safe_fixes
from m44core.values import dataclass


class BatchAction(StrEnum):
    """An action that a batch applies to files."""

    CHECK = "check"
    FIX = "fix"
    M44 = "m44"  # save as .m44 next to the original
    YAML = "yaml"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class FileJob:
    """An action for one file, with the settings of the file."""

    action: BatchAction
    path: str
    settings: FileSettings


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file written by a batch.

    Attributes:
        path: The path of the file.
        before: The previous content; None if it did not exist.
        after: The SHA-256 of the content written.
    """

    path: str
    before: bytes | None
    after: str


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of a job.

    Attributes:
        path: The path of the file.
        result: A short description of what was done, or why nothing was done.
        lines: The details, one per line.
        failed: Whether the job failed.
        written_file: The file that was written; None if none was.
    """

    path: str
    result: Value
    lines: tuple[Value, ...] = ()
    failed: bool = False
    written_file: WrittenFile | None = None


def run_job(job: FileJob) -> JobOutcome:
    """Run a job and return its outcome; errors become a failed outcome."""
    try:
        with boundary():
            return _FUNCTIONS[job.action](Path(job.path), job.settings)
    except M44Error as error:
        return JobOutcome(job.path, message_of_error(error), failed=True)


def _check(path: Path, settings: FileSettings) -> JobOutcome:
    report = check_file(path, settings.settings)
    if report.failure is not None:
        return JobOutcome(str(path), report.failure, failed=True)
    findings = settings.counted_findings(report)
    return JobOutcome(str(path), nouns.findings(len(findings)), tuple(map(_finding_line, findings)))


def _finding_line(diagnostic: Diagnostic) -> Message:
    return message(
        "line {line}: {severity} {code}: {said}",
        line=diagnostic.line or 1,
        severity=SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        said=message_of(diagnostic),
    )


def _fix(path: Path, settings: FileSettings) -> JobOutcome:
    fix_result = apply_safe_fixes(path, settings.settings)
    lines = tuple(each.title for each in fix_result.fixed)
    if fix_result.data is None:
        return _unfixed_outcome(
            path, fix_result.lost_comment, is_unsettled=fix_result.unsettled is not None
        )
    before = path.read_bytes()
    written_digest = files.write(fix_result.data, path, fix_result.expected, backup=False)
    result = message("{findings} fixed", findings=nouns.findings(len(fix_result.fixed)))
    return JobOutcome(
        str(path), result, lines, written_file=WrittenFile(str(path), before, written_digest.digest)
    )


def _unfixed_outcome(path: Path, comment: int | None, *, is_unsettled: bool) -> JobOutcome:
    if comment is not None:
        result = message("not fixed: the comment on line {line} would be lost", line=comment)
        return JobOutcome(str(path), result, failed=True)
    if is_unsettled:
        result = message("not fixed: the file can be read in several ways; open it to decide")
        return JobOutcome(str(path), result, failed=True)
    return JobOutcome(str(path), message("nothing to fix"))


def _convert(path: Path, settings: FileSettings, file_format: FileFormat) -> JobOutcome:
    if FileFormat.of(path) is file_format:
        return JobOutcome(str(path), message("it is already in that format"))
    target = path.with_suffix(f".{file_format.value}")
    if target.exists():
        result = message("not converted: {name} already exists", name=target.name)
        return JobOutcome(str(path), result, failed=True)
    read_result = read_file(path, settings.settings.packs)
    read_result.raise_fault(path)
    if read_result.scenario is None:
        raise ReadError(message("it contains no scenario"))
    save_result = files.save(read_result.scenario, target, None, file_format, read_result.origin)
    result = message("saved as {name}", name=target.name)
    return JobOutcome(
        str(path), result, written_file=WrittenFile(str(target), None, save_result.digest)
    )


_FUNCTIONS: Mapping[BatchAction, Callable[[Path, FileSettings], JobOutcome]] = {
    BatchAction.CHECK: _check,
    BatchAction.FIX: _fix,
    BatchAction.M44: lambda path, settings: _convert(path, settings, FileFormat.M44),
    BatchAction.YAML: lambda path, settings: _convert(path, settings, FileFormat.YAML),
    BatchAction.JSON: lambda path, settings: _convert(path, settings, FileFormat.JSON),
}


def undo_jobs(outcomes: Iterable[JobOutcome]) -> Iterator[JobOutcome]:
    """Undo the changes to the written files, last first, and yield the outcome of each.

    A file that has changed since is left alone, and its outcome is a failure.
    """
    for outcome in reversed([each for each in outcomes if each.written_file]):
        assert outcome.written_file is not None, "only those are taken back"
        try:
            with boundary():
                undo_outcome = _undo(outcome.written_file)
        except M44Error as error:
            undo_outcome = JobOutcome(
                outcome.written_file.path, message_of_error(error), failed=True
            )
        yield undo_outcome


def _undo(written_file: WrittenFile) -> JobOutcome:
    path = Path(written_file.path)
    if not path.is_file() or digest(path.read_bytes()) != written_file.after:
        result = message("not undone: the file has changed since")
        return JobOutcome(written_file.path, result, failed=True)
    if written_file.before is None:
        path.unlink()
        return JobOutcome(written_file.path, message("removed"))
    files.write(written_file.before, path, backup=False)
    return JobOutcome(written_file.path, message("restored"))


def batch_report(outcomes: Sequence[JobOutcome]) -> Iterator[Message]:
    """Yield the lines of a batch report: a summary, then each file followed by its details."""
    failed_count = sum(each.failed for each in outcomes)
    written_count = sum(each.written_file is not None for each in outcomes)
    yield message(
        "{files}; {written} written, {failed} failed",
        files=nouns.files(len(outcomes)),
        written=written_count,
        failed=failed_count,
    )
    for outcome in outcomes:
        yield label_with_text(outcome.path, outcome.result)
        yield from (message("    {line}", line=line) for line in outcome.lines)
