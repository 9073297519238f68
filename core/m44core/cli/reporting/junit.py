"""Findings as JUnit XML, for programs that only understand test results.

It follows the schema of Jenkins; the location of a finding is in its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TextIO
from xml.sax.saxutils import quoteattr

from m44core.cli.reporting.identifiers import relative_path
from m44core.cli.reporting.reporter import ReportStyle, hex_suffix
from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import check_name_of, message_of
from m44core.validation.runner import FileReport

_INVALID_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_COUNTED_ATTRIBUTES = ("tests", "failures", "errors")


class JunitReporter:
    """Prints a suite per file with a case per finding; ``--fail-on`` decides which cases fail."""

    def __init__(self, out: TextIO, style: ReportStyle) -> None:
        self._out = out
        self._style = style
        self._suites: list[str] = []

    def file(self, report: FileReport) -> None:
        """Collect the suite of one file; the document is printed at the end."""
        self._suites += list(self._suite_lines(report))

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the document."""
        counts = [self._counts(report) for report in reports]
        total = {key: sum(count[key] for count in counts) for key in _COUNTED_ATTRIBUTES}
        opening = f"<testsuites{_xml_attributes(name='m44 check', **total)}>"
        lines = [opening, *self._suites, "</testsuites>"]
        document = "\n".join(lines).encode("ascii", "xmlcharrefreplace").decode("ascii")
        print(f'<?xml version="1.0" encoding="UTF-8"?>\n{document}', file=self._out)

    def _counts(self, report: FileReport) -> dict[str, int]:
        failures = sum(map(self._is_failure, report.diagnostics))
        errors = int(report.failure is not None)
        tests = len(report.diagnostics) or 1  # a file without findings is one passed test
        return {"tests": tests, "failures": failures, "errors": errors}

    def _is_failure(self, diagnostic: Diagnostic) -> bool:
        limit = self._style.fail_on
        return limit is not None and diagnostic.severity.is_at_least(limit)

    def _suite_lines(self, report: FileReport) -> Iterator[str]:
        path = relative_path(report.path)
        yield f"  <testsuite{_xml_attributes(name=path, **self._counts(report), skipped=0)}>"
        if report.failure:
            attributes = _xml_attributes(
                type="not-checked", message=self._style.renderer.render(report.failure)
            )
            yield _testcase_element(
                _xml_attributes(classname=path, name="not checked"), f"<error{attributes}/>"
            )
        elif not report.diagnostics:
            yield _testcase_element(_xml_attributes(classname=path, name="nothing found"))
        for diagnostic in report.diagnostics:
            yield self._finding_case(report, path, diagnostic)
        yield "  </testsuite>"

    def _finding_case(self, report: FileReport, path: str, diagnostic: Diagnostic) -> str:
        name = f"{diagnostic.code} {check_name_of(diagnostic)}{hex_suffix(report, diagnostic)}"
        location = f"{path}:{diagnostic.line}:{diagnostic.column}" if diagnostic.line else path
        message = self._style.renderer.sentence(message_of(diagnostic))
        text = f"{location}: {diagnostic.severity.value} {message}"
        inner = f"<system-out>{_xml_text(text)}</system-out>"
        if self._is_failure(diagnostic):
            attributes = _xml_attributes(type=diagnostic.code, message=message)
            inner = f"<failure{attributes}>{_xml_text(text)}</failure>"
        return _testcase_element(_xml_attributes(classname=path, name=name), inner)


def _testcase_element(attributes: str, inner: str = "") -> str:
    return f"    <testcase{attributes}>{inner}</testcase>"


def _xml_attributes(**values: str | int) -> str:
    return "".join(
        f" {key}={quoteattr(_escape_invalid(str(value)))}" for key, value in values.items()
    )


def _xml_text(text: str) -> str:
    return _escape_invalid(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _escape_invalid(text: str) -> str:
    r"""Return *text* with characters that XML forbids escaped, as ``\x1b``."""
    return _INVALID_XML.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
