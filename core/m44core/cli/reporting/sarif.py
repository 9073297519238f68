"""Findings as SARIF 2.1.0, the format of code scanning."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cached_property
from os.path import commonprefix
from typing import TextIO

from m44core.cli.reporting.identifiers import file_uri, fingerprints
from m44core.cli.reporting.reporter import ReportStyle
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.findings.kinds import FindingKind, family, kind
from m44core.findings.render_findings import message_of, page, summary, title_of
from m44core.io.files.fixes import apply_fix_to_file
from m44core.io.files.write import to_text
from m44core.io.text.json_pointers import line_and_column
from m44core.messages.message import Words
from m44core.messages.message_json import values_to_data
from m44core.validation.runner import FileReport
from m44core.version import __version__

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_LINK = re.compile(r"\[(?=[^\]]*\]\()")
_PLACEHOLDER = re.compile(r"\{(\d+)\}")

Data = dict[str, object]


class SarifReporter:
    """One SARIF log with one run."""

    def __init__(self, out: TextIO, manner: ReportStyle) -> None:
        self._out = out
        self._words = manner.words
        self._counted: list[Data] = []
        self._allowed: list[Data] = []

    def file(self, report: FileReport) -> None:
        """Note the results of one file; the log is written as a whole."""
        counted = list(_results(report, self._words))
        self._allowed += list(_suppressed(report, self._words))
        self._counted += counted

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the log."""
        run = _run(reports, self._counted, self._allowed, self._words)
        log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
        print(json.dumps(log, indent=2), file=self._out)


def _run(
    reports: Sequence[FileReport], counted: list[Data], allowed: list[Data], told: Words
) -> Data:
    """Return the run; if any result is suppressed, all say whether they are (SARIF, 3.27.23)."""
    results = counted + allowed
    codes = sorted({str(result["ruleId"]) for result in results})
    index = {code: number for number, code in enumerate(codes)}
    for result in results:
        result["ruleIndex"] = index[str(result["ruleId"])]
    for result in counted if allowed else ():
        result["suppressions"] = []
    return {
        "tool": {
            "driver": {
                "name": "m44 check",
                "version": __version__,
                "rules": [_rule(kind(code), told) for code in codes],
            }
        },
        "originalUriBaseIds": {_ROOT: {"description": {"text": "Where m44 check was started"}}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(reports, told)],
        "results": results,
    }


def _suppressed(report: FileReport, told: Words) -> Iterator[Data]:
    """Yield the findings that are allowed, each with the reason."""
    found = tuple(allowed.diagnostic for allowed in report.suppressed)
    results = _results(replace(report, diagnostics=found), told)
    for allowed, result in zip(report.suppressed, results, strict=True):
        where = "external" if allowed.source else "inSource"
        accepted = {"kind": where, "status": "accepted", "justification": allowed.reason}
        yield {**result, "suppressions": [accepted]}


def _rule(found: FindingKind, told: Words) -> Data:
    sources = f"Rules: {', '.join(found.sources)}" if found.sources else ""
    whole = page(found, told.language.code)
    return {
        "id": found.code,
        "name": found.name,
        "shortDescription": {"text": summary(found, told.language.code)},
        "fullDescription": {"text": told.render(found.page_part("finds"))},
        "help": {
            "text": "\n\n".join(part for part in (whole, sources) if part),
            "markdown": "\n\n".join(_markdown(found, sources, told)),
        },
        "defaultConfiguration": {"level": _LEVELS[found.severities[0]]},
        "properties": {"tags": [told.render(family(found.code[:2]).title)]},
    }


def _markdown(found: FindingKind, sources: str, told: Words) -> Iterator[str]:
    yield told.render(found.page_part("finds"))
    parts = {"Why it matters": "why", "Example": "example", "Instead": "instead"}
    texts = {heading: told.render(found.page_part(part)) for heading, part in parts.items()}
    yield from (f"**{heading}.** {text}" for heading, text in texts.items() if text)
    if sources:
        yield sources


def _invocation(reports: Sequence[FileReport], told: Words) -> Data:
    """Say whether everything was checked, and of what was not, why."""
    failed = [
        {
            "level": "error",
            "message": _message(told.render(report.failure or "")),
            "locations": [{"physicalLocation": {"artifactLocation": _artifact(report.path)}}],
        }
        for report in reports
        if report.failure
    ]
    successful = all(report.checked for report in reports)
    return {"executionSuccessful": successful, "toolExecutionNotifications": failed}


def _results(report: FileReport, told: Words) -> Iterator[Data]:
    """Yield the results of a file; the indexes of their rules are known at the end."""
    fixes = Fixes(report, _artifact(report.path), told)
    for found, mark in fingerprints(report):
        repairs = list(fixes.of(found))
        yield {
            "ruleId": found.code,
            "ruleIndex": -1,
            "level": _LEVELS[found.severity],
            "message": _message(told.sentence(message_of(found))),
            "locations": [_location(report, found)],
            # GitHub knows findings by the first only; its own would change with the line
            "partialFingerprints": {"primaryLocationLineHash": mark, "m44/v1": mark},
            "properties": {"key": found.key, "values": values_to_data(found.values)},
            **({"fixes": repairs} if repairs else {}),
        }


def _location(report: FileReport, found: Diagnostic) -> Data:
    region = {"startLine": found.line or 1}
    if found.column:
        region["startColumn"] = found.column
    physical = {"artifactLocation": _artifact(report.path), "region": region}
    hex_ = report.hex_name(found)
    logical: Data = {"fullyQualifiedName": found.pointer, "kind": "member"}
    if hex_:
        logical["name"] = hex_
    return {"physicalLocation": physical, "logicalLocations": [logical]}


def _artifact(path: str) -> Data:
    place = file_uri(path)
    return {"uri": place} if place.startswith("file:") else {"uri": place, "uriBaseId": _ROOT}


def _message(text: str) -> Data:
    r"""Return a message in which nothing of the file becomes a link or a placeholder."""
    plain = _LINK.sub(r"\\[", text)
    return {"text": _PLACEHOLDER.sub(r"{{\1}}", plain)}


FixData = dict[str, object]


class Fixes:
    """The safe fixes of the findings in one file; the others are the author's to choose from.

    Args:
        report: What was found.
        artifact: What SARIF calls the file.
        told: The language of the titles.
    """

    def __init__(self, report: FileReport, artifact: FixData, told: Words) -> None:
        self._words = told
        self._reading = report.reading
        self._artifact = artifact

    def of(self, found: Diagnostic) -> Iterator[FixData]:
        """Yield the safe fixes of a finding, as far as they can be said as a change of text."""
        for fix in found.fixes:
            if fix.safe and self._is_kept:
                yield from self._in_file(fix)

    @cached_property
    def _is_kept(self) -> bool:
        """Whether the file would be written as it stands, so that a fix changes nothing else."""
        reading = self._reading
        if reading is None or reading.scenario is None:
            return False
        return to_text(reading.scenario, reading.format, reading.origin) == reading.text

    def _in_file(self, fix: Fix) -> Iterator[FixData]:
        """Yield a fix; not one that leaves the file as it is, for SARIF has none of those."""
        assert self._reading, "a fix is made for what was read"
        assert self._reading.file, "a fix is made for a scenario"
        before, file = self._reading.text, apply_fix_to_file(self._reading.file, fix)
        after = to_text(file.scenario, self._reading.format, file.origin)
        replacements = list(replacements_between(before, after))
        if replacements:
            change = {"artifactLocation": self._artifact, "replacements": replacements}
            title = self._words.sentence(title_of(fix))
            yield {"description": {"text": title}, "artifactChanges": [change]}


def replacements_between(before: str, after: str) -> Iterator[FixData]:
    """Yield the pieces in which two texts differ, as small as they can be said."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for operation, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if operation != "equal":
            piece, instead = "".join(old[old_from:old_to]), "".join(new[new_from:new_to])
            start = _same(piece, instead)
            rest = min(len(piece), len(instead)) - start
            tail = _same(piece[::-1][:rest], instead[::-1][:rest])
            offset = sum(map(len, old[:old_from]))
            region = _region(before, offset + start, offset + len(piece) - tail)
            text = instead[start : len(instead) - tail]
            yield {"deletedRegion": region, "insertedContent": {"text": text}}


def _region(text: str, start: int, end: int) -> FixData:
    line, column = line_and_column(text, start)
    end_line, end_column = line_and_column(text, end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _same(one: str, other: str) -> int:
    """Return how many characters two texts have in common from the start."""
    return len(commonprefix((one, other)))  # noqa: RUF071 - characters are what is compared
