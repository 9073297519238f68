"""Whether a scenario plays on Board Game Arena: red, amber or green."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from enum import StrEnum

from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.wording import phrase
from m44core.validation.arena import pieces, reading
from m44core.validation.basis.selection import PROFILES
from m44core.validation.upload.table import table

PROFILE = "bga"
"""What the profile of these checks is called."""


class Verdict(StrEnum):
    """What Board Game Arena makes of a scenario, the worst first."""

    RED = "red"  # it cannot be uploaded, or the table breaks
    AMBER = "amber"  # it is accepted, but something is left out or played otherwise
    GREEN = "green"  # nothing is known against it


def verdict(diagnostics: Iterable[Diagnostic]) -> Verdict:
    """Return the verdict that follows from the findings about a file, this family's among them."""
    found = list(diagnostics)
    severities = {each.severity for each in found if each.code.startswith(PROFILES[PROFILE])}
    if Severity.ERROR in severities or any(each.code in table()["unreadable"] for each in found):
        return Verdict.RED
    return Verdict.AMBER if Severity.WARNING in severities else Verdict.GREEN


def verdicts(diagnostics: Iterable[Diagnostic], asked: Container[str]) -> Mapping[str, Verdict]:
    """Return the verdict by the name of its profile; none where not all was *asked* for.

    Args:
        diagnostics: All that was found in a file.
        asked: The codes that count.
    """
    decisive = (*reading.CHECKS, pieces.tile_unknown_to_arena)
    complete = all(check.code in asked for check in decisive)
    return {PROFILE: verdict(diagnostics)} if complete else {}


def in_words(said: Verdict) -> str:
    """Return a verdict in words, with what it stands on."""
    read = table()["source"]
    source = phrase("arena-source", dated=read["dated"], commit=read["commit"])
    return phrase(f"arena-{said.value}", source=source)
