"""What the program has to say about a document, as values.

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
    """How much a finding matters, the gravest first."""

    ERROR = "error"  # cannot be built or played as written
    WARNING = "warning"  # probably a mistake, or two tables may play it differently
    INFO = "info"  # worth knowing

    def at_least(self, other: Severity) -> bool:
        """Tell whether this severity is as grave as *other* or graver."""
        order = list(Severity)
        return order.index(self) <= order.index(other)


@dataclass(frozen=True, slots=True)
class Fix:
    """A repair that can be applied as one step.

    Plain data: it crosses process borders, prints as JSON and is applied by
    :func:`m44core.io.files.fixes.apply_fix`.

    Attributes:
        code: The code of the finding it repairs.
        key: Which title of that kind of finding the button has.
        changes: JSON Pointers into the workshop document, each with the value
            to put there; None removes what stands there.
        values: What stands for the placeholders of the title.
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
        key: Which message of that kind of finding it is: ``occupied``.
        severity: How much it matters.
        values: What stands for the placeholders of the message.
        pointer: JSON Pointer into the workshop document (our YAML's shape):
            ``/hexes/G5/unit``, ``/briefing/top/cards``. The reader of a file
            knows where in the file that is.
        hex: The hex to show, if the finding has one.
        fixes: Repairs to offer, the best first.
        line: Line in the file, from 1, where known.
        column: Column in the file, from 1, where known.
        file_pointer: JSON Pointer into a JSON file itself, which an ``.m44`` file has other
            names for; None where it is not known or the file is YAML.
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


def by_place(found: Diagnostic) -> tuple[int, int, str]:
    """Sort by place in the file, then by code; what has no place comes first."""
    return found.line or 0, found.column or 0, found.code
