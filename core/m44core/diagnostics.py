"""Findings about a document, as data.

A finding becomes text only when it is shown, by
:func:`m44core.findings.render_findings.render`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from m44core.hexes import Hex
from m44core.messages.message import Value
from m44core.values import dataclass


class Severity(StrEnum):
    """The severity of a finding, the most severe first."""

    ERROR = "error"  # cannot be built or played as written
    WARNING = "warning"  # probably a mistake, or two tables may play it differently
    INFO = "info"  # worth knowing

    def is_at_least(self, other: Severity) -> bool:
        """Return whether this severity is at least as severe as *other*."""
        order = list(Severity)
        return order.index(self) <= order.index(other)


@dataclass(frozen=True, slots=True)
class Fix:
    """A fix of a finding, applied as one step.

    It is plain data, which can be sent to other processes and printed as JSON, and is applied by
    :func:`m44core.io.files.fixes.apply_fix`.

    Attributes:
        code: The code of the finding it fixes.
        key: The key of its title within its kind of finding.
        changes: JSON Pointers into the workshop document, each with its new value;
            None removes the current value.
        values: The values of the placeholders of the title.
        safe: Whether it can be applied without asking the author.
    """

    code: str
    key: str
    changes: Mapping[str, object] = field(hash=False)
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, independent of how it is shown and of any language.

    Attributes:
        code: The check's stable code, such as ``M308``.
        key: The key of its message within its kind of finding: ``occupied``.
        severity: Its severity.
        values: The values of the placeholders of the message.
        pointer: JSON Pointer into the workshop document (our YAML's shape):
            ``/hexes/G5/unit``, ``/briefing/top/cards``. The reader of a file can map it to a
            position in the file.
        hex: The hex to show; None if there is none.
        fixes: The fixes to offer, the best first.
        line: Line in the file, counted from 1; None if unknown.
        column: Column in the file, counted from 1; None if unknown.
        file_pointer: JSON Pointer into a JSON file itself, which differs from *pointer* in an
            ``.m44`` file; None if unknown or if the file is YAML.
    """

    code: str
    key: str
    severity: Severity
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    pointer: str = ""
    hex: Hex | None = None
    fixes: tuple[Fix, ...] = ()
    line: int | None = None
    column: int | None = None
    file_pointer: str | None = None


def position_sort_key(finding: Diagnostic) -> tuple[int, int, str]:
    """Return the sort key: position in the file, then code; unknown positions come first."""
    return finding.line or 0, finding.column or 0, finding.code
