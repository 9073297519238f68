"""Repairs as SARIF has them: a piece of the file, and what to put in its place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from os.path import commonprefix
from typing import Any

from m44core.diagnostics import Diagnostic, Fix
from m44core.io.fixes import apply_fix
from m44core.io.places import line_and_column
from m44core.io.write import to_text
from m44core.validation.runner import FileReport

Data = dict[str, Any]


class Fixes:
    """The safe fixes of the findings in one file; the others are the author's to choose from.

    Args:
        report: What was found.
        artifact: What SARIF calls the file.
    """

    def __init__(self, report: FileReport, artifact: Data) -> None:
        self._reading = report.reading
        self._artifact = artifact

    def of(self, found: Diagnostic) -> Iterator[Data]:
        """Yield the safe fixes of a finding, as far as they can be said as a change of text."""
        for fix in found.fixes:
            if fix.safe and self._is_kept:
                yield self._in_file(fix)

    @cached_property
    def _is_kept(self) -> bool:
        """Whether the file would be written as it stands, so that a fix changes nothing else."""
        reading = self._reading
        if reading is None or reading.scenario is None:
            return False
        return to_text(reading.scenario, reading.format) == reading.text

    def _in_file(self, fix: Fix) -> Data:
        assert self._reading, "a fix is made for what was read"
        assert self._reading.scenario, "a fix is made for a scenario"
        before = self._reading.text
        after = to_text(apply_fix(self._reading.scenario, fix), self._reading.format)
        replacement = _replacement(before, after)
        change = {"artifactLocation": self._artifact, "replacements": [replacement]}
        return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _replacement(before: str, after: str) -> Data:
    """Return the one piece of text in which two texts differ."""
    start = _same(before, after)
    rest = min(len(before), len(after)) - start
    tail = _same(before[::-1][:rest], after[::-1][:rest])
    line, column = line_and_column(before, start)
    end_line, end_column = line_and_column(before, len(before) - tail)
    region = {"startLine": line, "startColumn": column}
    region |= {"endLine": end_line, "endColumn": end_column}
    return {"deletedRegion": region, "insertedContent": {"text": after[start : len(after) - tail]}}


def _same(one: str, other: str) -> int:
    """Return how many characters two texts have in common from the start."""
    return len(commonprefix((one, other)))  # noqa: RUF071 - characters are what is compared
