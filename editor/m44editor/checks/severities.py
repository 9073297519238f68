"""How many findings of a severity there are, in words."""

from __future__ import annotations

from m44core.diagnostics import Severity
from m44editor.words import tr_n


def counted(severity: Severity, count: int) -> str:
    """Return how many findings of a severity there are."""
    match severity:
        case Severity.ERROR:
            return tr_n("{number} error", "{number} errors", count)
        case Severity.WARNING:
            return tr_n("{number} warning", "{number} warnings", count)
        case Severity.INFO:
            return tr_n("{number} note", "{number} notes", count)
