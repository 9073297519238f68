"""The verdict on whether a scenario plays on Board Game Arena: red, amber or green."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from enum import StrEnum

from m44core.diagnostics import Diagnostic, Severity
from m44core.messages.message import Message, message
from m44core.validation.bga_upload import site_table
from m44core.validation.check_selection import PROFILES

PROFILE = "bga"
"""The name of the profile with these checks."""

DECISIVE = ("M901", "M902", "M903", "M904", "M905", "M906", "M907")
"""The codes that make a scenario red; there is no verdict unless all of them are selected."""


class Verdict(StrEnum):
    """The verdicts on a scenario, the worst first."""

    RED = "red"  # it cannot be uploaded, or the table breaks
    AMBER = "amber"  # it is accepted, but something is left out or played differently
    GREEN = "green"  # nothing is known against it


def verdict(diagnostics: Iterable[Diagnostic], shown_language: str | None = None) -> Verdict:
    """Return the verdict on a file.

    Args:
        diagnostics: The findings about the file, of all families.
        shown_language: The language whose texts the site shows, if known; findings about the rules
            in other languages then do not count.
    """
    visible_findings = [
        each for each in diagnostics if not _is_in_hidden_text(each, shown_language)
    ]
    severities = {
        each.severity for each in visible_findings if each.code.startswith(PROFILES[PROFILE])
    }
    if Severity.ERROR in severities or any(
        each.code in site_table()["unreadable"] for each in visible_findings
    ):
        return Verdict.RED
    is_doubtful = Severity.WARNING in severities or any(map(_is_doubtful, visible_findings))
    return Verdict.AMBER if is_doubtful else Verdict.GREEN


def _is_in_hidden_text(diagnostic: Diagnostic, shown_language: str | None) -> bool:
    """Return whether a finding is about rules in a text that the site does not show."""
    depends_on_text = (
        shown_language is not None and diagnostic.code in site_table()["of_text_shown"]
    )
    return depends_on_text and not diagnostic.pointer.startswith(f"/texts/{shown_language}/")


def _is_doubtful(diagnostic: Diagnostic) -> bool:
    """Return whether a finding of another family means that the game will not be as intended."""
    if diagnostic.key in site_table()["not_weighed"].get(diagnostic.code, ()):
        return False
    return diagnostic.code.startswith(
        tuple(site_table()["weighed"].get(diagnostic.severity.value, ()))
    )


def verdicts_by_profile(
    diagnostics: Iterable[Diagnostic],
    selected_codes: Container[str],
    shown_language: str | None = None,
) -> Mapping[str, Verdict]:
    """Map the only profile to its verdict; empty unless all decisive codes are selected.

    Args:
        diagnostics: All findings about a file.
        selected_codes: The selected codes.
        shown_language: The language whose texts the site shows, if known.
    """
    is_complete = all(code in selected_codes for code in DECISIVE)
    return {PROFILE: verdict(diagnostics, shown_language)} if is_complete else {}


def verdict_message(result: Verdict) -> Message:
    """Return a verdict as a message, with the source it is based on."""
    source_data = site_table()["source"]
    source = message(
        "checked against the Board Game Arena source code of {dated}, commit {commit}; not "
        "tried on the live site",
        dated=source_data["dated"],
        commit=source_data["commit"],
    )
    return _VERDICT_MESSAGES[result](source)


_VERDICT_MESSAGES: Mapping[Verdict, Callable[[Message], Message]] = {
    Verdict.RED: lambda source: message(
        "Board Game Arena: red; cannot be played there in its current form ({source})",
        source=source,
    ),
    Verdict.AMBER: lambda source: message(
        "Board Game Arena: amber; can be played there, but not everything works as intended "
        "({source})",
        source=source,
    ),
    Verdict.GREEN: lambda source: message(
        "Board Game Arena: green; no known problems ({source})", source=source
    ),
}
