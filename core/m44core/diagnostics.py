"""What the program has to say about a document, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from m44core.hexes import Hex


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
        title: What the button says: ``Give the bunker to the Axis``.
        changes: JSON Pointers into the workshop document, each with the value
            to put there; None removes what stands there.
        safe: Whether it can be applied without asking the author.
    """

    title: str
    changes: Mapping[str, Any]
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, independent of how it is shown.

    Attributes:
        code: The check's stable code, such as ``M308``.
        name: The check's readable name, such as ``bunker-without-owner``.
        severity: How much it matters.
        message: One sentence without a full stop that names the actual values.
        pointer: JSON Pointer into the workshop document (our YAML's shape):
            ``/hexes/G5/unit``, ``/briefing/top/cards``. The reader of a file
            knows where in the file that is.
        hex: The hex to show, if the finding has one.
        fixes: Repairs to offer, the best first.
        line: Line in the file, from 1, where known.
        column: Column in the file, from 1, where known.
    """

    code: str
    name: str
    severity: Severity
    message: str
    pointer: str = ""
    hex: Hex | None = None
    fixes: tuple[Fix, ...] = ()
    line: int | None = None
    column: int | None = None


def by_place(found: Diagnostic) -> tuple[int, int, str, str]:
    """Sort by place in the file, then by code; what has no place comes first."""
    return found.line or 0, found.column or 0, found.code, found.message
