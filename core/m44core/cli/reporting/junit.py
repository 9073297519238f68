"""Findings as JUnit XML: what programs show that know tests only.

It keeps to the schema of Jenkins; the place of a finding is in its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TextIO
from xml.sax.saxutils import quoteattr

from m44core.cli.reporting.identifiers import relative_path
from m44core.cli.reporting.reporter import ReportStyle, hex_suffix
from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import message_of, name_of
from m44core.validation.runner import FileReport

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_COUNTED = ("tests", "failures", "errors")


class JunitReporter:
    """A suite a file with a case a finding; it failed where the finding counts as failure."""

    def __init__(self, out: TextIO, manner: ReportStyle) -> None:
        self._out = out
        self._manner = manner
        self._suites: list[str] = []

    def file(self, report: FileReport) -> None:
        """Note the suite of one file; the document is written as a whole."""
        self._suites += list(self._suite(report))

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the document."""
        counts = [self._counts(report) for report in reports]
        total = {
            key: sum(count[key] for count in counts) for key in ("tests", "failures", "errors")
        }
        opening = f"<testsuites{_attributes(name='m44 check', **total)}>"
        lines = [opening, *self._suites, "</testsuites>"]
        document = "\n".join(lines).encode("ascii", "xmlcharrefreplace").decode("ascii")
        print(f'<?xml version="1.0" encoding="UTF-8"?>\n{document}', file=self._out)

    def _counts(self, report: FileReport) -> dict[str, int]:
        failures = sum(map(self._fails, report.diagnostics))
        errors = int(report.failure is not None)
        tests = len(report.diagnostics) or 1  # a file without findings is one that passed
        return {"tests": tests, "failures": failures, "errors": errors}

    def _fails(self, found: Diagnostic) -> bool:
        limit = self._manner.fail_on
        return limit is not None and found.severity.at_least(limit)

    def _suite(self, report: FileReport) -> Iterator[str]:
        path = relative_path(report.path)
        yield f"  <testsuite{_attributes(name=path, **self._counts(report), skipped=0)}>"
        if report.failure:
            why = _attributes(type="not-checked", message=self._manner.words.render(report.failure))
            yield _case_of(_attributes(classname=path, name="not checked"), f"<error{why}/>")
        elif not report.diagnostics:
            yield _case_of(_attributes(classname=path, name="nothing found"))
        for found in report.diagnostics:
            yield self._case(report, path, found)
        yield "  </testsuite>"

    def _case(self, report: FileReport, path: str, found: Diagnostic) -> str:
        name = f"{found.code} {name_of(found)}{hex_suffix(report, found)}"
        at = f"{path}:{found.line}:{found.column}" if found.line else path
        message = self._manner.words.sentence(message_of(found))
        said = f"{at}: {found.severity.value} {message}"
        inner = f"<system-out>{_text(said)}</system-out>"
        if self._fails(found):
            why = _attributes(type=found.code, message=message)
            inner = f"<failure{why}>{_text(said)}</failure>"
        return _case_of(_attributes(classname=path, name=name), inner)


def _case_of(attributes: str, inner: str = "") -> str:
    return f"    <testcase{attributes}>{inner}</testcase>"


def _attributes(**values: str | int) -> str:
    return "".join(f" {key}={quoteattr(_valid(str(value)))}" for key, value in values.items())


def _text(text: str) -> str:
    return _valid(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _valid(text: str) -> str:
    r"""Return *text* without what no XML may hold: that as ``\x1b``."""
    return _NO_XML.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
