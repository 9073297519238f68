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

from m44core.cli.reporting.identifiers import file_uri, findings_with_fingerprints
from m44core.cli.reporting.reporter import ReportStyle
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.findings.finding_kinds import FindingKind, finding_family, kind
from m44core.findings.render_findings import kind_page, kind_summary, message_of, title_of_fix
from m44core.io.files.fixes import apply_fix_to_file
from m44core.io.files.serialization import to_text
from m44core.io.text.json_pointers import line_and_column
from m44core.messages.message import Renderer
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
    """Prints one SARIF log with one run."""

    def __init__(self, out: TextIO, style: ReportStyle) -> None:
        self._out = out
        self._renderer = style.renderer
        self._unsuppressed: list[Data] = []
        self._suppressed: list[Data] = []

    def file(self, report: FileReport) -> None:
        """Collect the results of one file; the log is printed at the end."""
        unsuppressed_results = list(_sarif_results(report, self._renderer))
        self._suppressed += list(_suppressed_results(report, self._renderer))
        self._unsuppressed += unsuppressed_results

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the log."""
        run = _sarif_run(reports, self._unsuppressed, self._suppressed, self._renderer)
        log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
        print(json.dumps(log, indent=2), file=self._out)


def _sarif_run(
    reports: Sequence[FileReport],
    unsuppressed_results: list[Data],
    suppressed_results: list[Data],
    renderer: Renderer,
) -> Data:
    """Return the run; if any result is suppressed, all state whether they are (SARIF, 3.27.23)."""
    results = unsuppressed_results + suppressed_results
    codes = sorted({str(result["ruleId"]) for result in results})
    index = {code: number for number, code in enumerate(codes)}
    for result in results:
        result["ruleIndex"] = index[str(result["ruleId"])]
    for result in unsuppressed_results if suppressed_results else ():
        result["suppressions"] = []
    return {
        "tool": {
            "driver": {
                "name": "m44 check",
                "version": __version__,
                "rules": [_sarif_rule(kind(code), renderer) for code in codes],
            }
        },
        "originalUriBaseIds": {_ROOT: {"description": {"text": "Where m44 check was started"}}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_sarif_invocation(reports, renderer)],
        "results": results,
    }


def _suppressed_results(report: FileReport, renderer: Renderer) -> Iterator[Data]:
    """Yield the suppressed findings, each with the reason."""
    diagnostics = tuple(suppressed_finding.diagnostic for suppressed_finding in report.suppressed)
    results = _sarif_results(replace(report, diagnostics=diagnostics), renderer)
    for suppressed_finding, result in zip(report.suppressed, results, strict=True):
        suppression_kind = "external" if suppressed_finding.source else "inSource"
        accepted = {
            "kind": suppression_kind,
            "status": "accepted",
            "justification": suppressed_finding.reason,
        }
        yield {**result, "suppressions": [accepted]}


def _sarif_rule(rule: FindingKind, renderer: Renderer) -> Data:
    sources = f"Rules: {', '.join(rule.sources)}" if rule.sources else ""
    full_page = kind_page(rule, renderer.language.code)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": kind_summary(rule, renderer.language.code)},
        "fullDescription": {"text": renderer.render(rule.page_part("finds"))},
        "help": {
            "text": "\n\n".join(part for part in (full_page, sources) if part),
            "markdown": "\n\n".join(_rule_markdown(rule, sources, renderer)),
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severities[0]]},
        "properties": {"tags": [renderer.render(finding_family(rule.code[:2]).title)]},
    }


def _rule_markdown(rule: FindingKind, sources: str, renderer: Renderer) -> Iterator[str]:
    yield renderer.render(rule.page_part("finds"))
    parts = {"Why it matters": "why", "Example": "example", "Instead": "instead"}
    texts = {heading: renderer.render(rule.page_part(part)) for heading, part in parts.items()}
    yield from (f"**{heading}.** {text}" for heading, text in texts.items() if text)
    if sources:
        yield sources


def _sarif_invocation(reports: Sequence[FileReport], renderer: Renderer) -> Data:
    """Return the invocation: whether every file was checked, and why some were not."""
    notifications = [
        {
            "level": "error",
            "message": _sarif_message(renderer.render(report.failure or "")),
            "locations": [
                {"physicalLocation": {"artifactLocation": _artifact_location(report.path)}}
            ],
        }
        for report in reports
        if report.failure
    ]
    successful = all(report.checked for report in reports)
    return {"executionSuccessful": successful, "toolExecutionNotifications": notifications}


def _sarif_results(report: FileReport, renderer: Renderer) -> Iterator[Data]:
    """Yield the results of a file; the indexes of their rules are filled in at the end."""
    fixes = SafeFixes(report, _artifact_location(report.path), renderer)
    for diagnostic, fingerprint in findings_with_fingerprints(report):
        sarif_fixes = list(fixes.fixes_for_finding(diagnostic))
        yield {
            "ruleId": diagnostic.code,
            "ruleIndex": -1,
            "level": _LEVELS[diagnostic.severity],
            "message": _sarif_message(renderer.sentence(message_of(diagnostic))),
            "locations": [_sarif_location(report, diagnostic)],
            # GitHub only uses the first; the one it computes itself would change with the line
            "partialFingerprints": {"primaryLocationLineHash": fingerprint, "m44/v1": fingerprint},
            "properties": {"key": diagnostic.key, "values": values_to_data(diagnostic.values)},
            **({"fixes": sarif_fixes} if sarif_fixes else {}),
        }


def _sarif_location(report: FileReport, diagnostic: Diagnostic) -> Data:
    region = {"startLine": diagnostic.line or 1}
    if diagnostic.column:
        region["startColumn"] = diagnostic.column
    physical = {"artifactLocation": _artifact_location(report.path), "region": region}
    hex_ = report.hex_name(diagnostic)
    logical: Data = {"fullyQualifiedName": diagnostic.pointer, "kind": "member"}
    if hex_:
        logical["name"] = hex_
    return {"physicalLocation": physical, "logicalLocations": [logical]}


def _artifact_location(path: str) -> Data:
    place = file_uri(path)
    return {"uri": place} if place.startswith("file:") else {"uri": place, "uriBaseId": _ROOT}


def _sarif_message(text: str) -> Data:
    r"""Return a message whose brackets and braces are not interpreted as links or placeholders."""
    plain = _LINK.sub(r"\\[", text)
    return {"text": _PLACEHOLDER.sub(r"{{\1}}", plain)}


class SafeFixes:
    """The safe fixes of the findings in one file; other fixes need the author's choice.

    Args:
        report: The report of the file.
        artifact: The file as a SARIF artifact location.
        renderer: The renderer of the titles.
    """

    def __init__(self, report: FileReport, artifact: Data, renderer: Renderer) -> None:
        self._renderer = renderer
        self._reading = report.reading
        self._artifact = artifact

    def fixes_for_finding(self, diagnostic: Diagnostic) -> Iterator[Data]:
        """Yield the safe fixes of a finding that can be expressed as text replacements."""
        for fix in diagnostic.fixes:
            if fix.safe and self._is_file_preserved:
                yield from self._sarif_fix(fix)

    @cached_property
    def _is_file_preserved(self) -> bool:
        """Whether saving leaves the file unchanged, in which case a fix changes nothing else."""
        reading = self._reading
        if reading is None or reading.scenario is None:
            return False
        return to_text(reading.scenario, reading.format, reading.origin) == reading.text

    def _sarif_fix(self, fix: Fix) -> Iterator[Data]:
        """Yield a fix, unless it leaves the file unchanged, which SARIF forbids."""
        assert self._reading, "a fix is made for what was read"
        assert self._reading.file, "a fix is made for a scenario"
        before, file = self._reading.text, apply_fix_to_file(self._reading.file, fix)
        after = to_text(file.scenario, self._reading.format, file.origin)
        replacements = list(replacements_between(before, after))
        if replacements:
            change = {"artifactLocation": self._artifact, "replacements": replacements}
            title = self._renderer.sentence(title_of_fix(fix))
            yield {"description": {"text": title}, "artifactChanges": [change]}


def replacements_between(before: str, after: str) -> Iterator[Data]:
    """Yield replacements that turn *before* into *after*, trimmed to the characters that differ."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for operation, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if operation != "equal":
            old_text, new_text = "".join(old[old_from:old_to]), "".join(new[new_from:new_to])
            start = _common_prefix_length(old_text, new_text)
            rest = min(len(old_text), len(new_text)) - start
            tail = _common_prefix_length(old_text[::-1][:rest], new_text[::-1][:rest])
            offset = sum(map(len, old[:old_from]))
            region = _sarif_region(before, offset + start, offset + len(old_text) - tail)
            text = new_text[start : len(new_text) - tail]
            yield {"deletedRegion": region, "insertedContent": {"text": text}}


def _sarif_region(text: str, start: int, end: int) -> Data:
    line, column = line_and_column(text, start)
    end_line, end_column = line_and_column(text, end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _common_prefix_length(text: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    return len(commonprefix((text, other)))  # noqa: RUF071 - characters are what is compared
