"""Repairs as SARIF has them: a piece of the file, and what to put in its place."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cached_property
from os.path import commonprefix

from m44core.diagnostics import Diagnostic, Fix
from m44core.findings.render import title_of
from m44core.io.files.fixes import mended
from m44core.io.files.write import to_text
from m44core.io.text.json_pointers import line_and_column
from m44core.messages.message import Words
from m44core.validation.running.runner import FileReport

Data = dict[str, object]


class Fixes:
    """The safe fixes of the findings in one file; the others are the author's to choose from.

    Args:
        report: What was found.
        artifact: What SARIF calls the file.
        told: The language of the titles.
    """

    def __init__(self, report: FileReport, artifact: Data, told: Words) -> None:
        self._words = told
        self._reading = report.reading
        self._artifact = artifact

    def of(self, found: Diagnostic) -> Iterator[Data]:
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

    def _in_file(self, fix: Fix) -> Iterator[Data]:
        """Yield a fix; not one that leaves the file as it is, for SARIF has none of those."""
        assert self._reading, "a fix is made for what was read"
        assert self._reading.file, "a fix is made for a scenario"
        before, file = self._reading.text, mended(self._reading.file, fix)
        after = to_text(file.scenario, self._reading.format, file.origin)
        replacements = list(replacements_between(before, after))
        if replacements:
            change = {"artifactLocation": self._artifact, "replacements": replacements}
            title = self._words.sentence(title_of(fix))
            yield {"description": {"text": title}, "artifactChanges": [change]}


def replacements_between(before: str, after: str) -> Iterator[Data]:
    """Yield the pieces in which two texts differ, as small as they can be said."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if kind != "equal":
            piece, instead = "".join(old[old_from:old_to]), "".join(new[new_from:new_to])
            start = _same(piece, instead)
            rest = min(len(piece), len(instead)) - start
            tail = _same(piece[::-1][:rest], instead[::-1][:rest])
            offset = sum(map(len, old[:old_from]))
            region = _region(before, offset + start, offset + len(piece) - tail)
            text = instead[start : len(instead) - tail]
            yield {"deletedRegion": region, "insertedContent": {"text": text}}


def _region(text: str, start: int, end: int) -> Data:
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
