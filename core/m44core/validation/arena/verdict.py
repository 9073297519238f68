"""Whether a scenario plays on Board Game Arena: red, amber or green."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from m44core.diagnostics import Diagnostic, Severity
from m44core.validation.arena.table import table

PROFILE = "bga"
"""What the profile of these checks is called."""

_FAMILY = "M9"


class Verdict(StrEnum):
    """What Board Game Arena makes of a scenario, the worst first."""

    RED = "red"  # it cannot be uploaded, or the table breaks
    AMBER = "amber"  # it is accepted, but something is left out or played otherwise
    GREEN = "green"  # nothing is known against it


def verdict(diagnostics: Iterable[Diagnostic]) -> Verdict:
    """Return the verdict that follows from the findings about a file, this family's among them."""
    found = list(diagnostics)
    severities = {each.severity for each in found if each.code.startswith(_FAMILY)}
    if Severity.ERROR in severities or any(each.code in table()["unreadable"] for each in found):
        return Verdict.RED
    return Verdict.AMBER if Severity.WARNING in severities else Verdict.GREEN


def in_words(said: Verdict) -> str:
    """Return a verdict in words, with what it stands on."""
    words, source = table()["words"], table()["source"]
    footnote = words["footnote"].format(dated=source["dated"], commit=source["commit"])
    return f"{words[said.value]} ({footnote})"
