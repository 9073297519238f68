"""Whether a scenario plays on Board Game Arena: red, amber or green."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from enum import StrEnum

from m44core.diagnostics import Diagnostic, Severity
from m44core.messages.message import Message, message
from m44core.validation.bga_upload import table
from m44core.validation.check_selection import PROFILES

PROFILE = "bga"
"""The name of the profile with these checks."""

DECISIVE = ("M901", "M902", "M903", "M904", "M905", "M906", "M907")
"""The codes that make a scenario red; there is no verdict unless all of them are selected."""


class Verdict(StrEnum):
    """The verdicts on a scenario, the worst first."""

    RED = "red"  # it cannot be uploaded, or the table breaks
    AMBER = "amber"  # it is accepted, but something is left out or played otherwise
    GREEN = "green"  # nothing is known against it


def verdict(diagnostics: Iterable[Diagnostic], shown: str | None = None) -> Verdict:
    """Return the verdict that follows from the findings about a file, of all families.

    Args:
        diagnostics: The findings.
        shown: The language whose texts the site shows; rules in other texts do not count there.
    """
    found = [each for each in diagnostics if not _is_in_hidden_text(each, shown)]
    severities = {each.severity for each in found if each.code.startswith(PROFILES[PROFILE])}
    if Severity.ERROR in severities or any(each.code in table()["unreadable"] for each in found):
        return Verdict.RED
    doubtful = Severity.WARNING in severities or any(map(_is_doubtful, found))
    return Verdict.AMBER if doubtful else Verdict.GREEN


def _is_in_hidden_text(found: Diagnostic, shown: str | None) -> bool:
    """Return whether a finding is about rules in a text that the site does not show."""
    of_text = shown is not None and found.code in table()["of_text_shown"]
    return of_text and not found.pointer.startswith(f"/texts/{shown}/")


def _is_doubtful(found: Diagnostic) -> bool:
    """Return whether a finding of another family means that the game will not be as intended."""
    if found.key in table()["not_weighed"].get(found.code, ()):
        return False
    return found.code.startswith(tuple(table()["weighed"].get(found.severity.value, ())))


def verdicts(
    diagnostics: Iterable[Diagnostic], asked: Container[str], shown: str | None = None
) -> Mapping[str, Verdict]:
    """Return the verdict by the name of its profile; empty unless all decisive codes are selected.

    Args:
        diagnostics: All findings about a file.
        asked: The selected codes.
        shown: The language whose texts the site shows, if known.
    """
    complete = all(code in asked for code in DECISIVE)
    return {PROFILE: verdict(diagnostics, shown)} if complete else {}


def verdict_message(said: Verdict) -> Message:
    """Return a verdict as a message, with the source it is based on."""
    read = table()["source"]
    source = message(
        "checked against the Board Game Arena source of {dated}, commit {commit}; "
        "not tried on the live site",
        dated=read["dated"],
        commit=read["commit"],
    )
    return _WORDS[said](source)


_WORDS: Mapping[Verdict, Callable[[Message], Message]] = {
    Verdict.RED: lambda source: message(
        "Board Game Arena: red, it cannot be played there as it is ({source})", source=source
    ),
    Verdict.AMBER: lambda source: message(
        "Board Game Arena: amber, it can be played there, but not all of it as meant ({source})",
        source=source,
    ),
    Verdict.GREEN: lambda source: message(
        "Board Game Arena: green, nothing is known against it ({source})", source=source
    ),
}
