"""Where a finding is, in words."""

from __future__ import annotations

from m44core.cli.visible import visible
from m44core.diagnostics import Diagnostic
from m44core.validation.running.runner import FileReport


def place(report: FileReport, found: Diagnostic) -> str:
    """Return file, line and column, as terminals and text editors make a link of them."""
    path = visible(report.path)
    return f"{path}:{found.line}:{found.column}" if found.line else path


def hex_mark(report: FileReport, found: Diagnostic) -> str:
    """Return the hex as it stands behind a sentence; nothing where there is none."""
    name = report.hex_name(found)
    return f" [{name}]" if name else ""
