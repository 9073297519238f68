"""Findings, their fixes and their pages as text in a language."""

from __future__ import annotations

import re
from textwrap import indent

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.findings.kinds import FindingKind, kind
from m44core.messages.message import Message, enumerated, message, message_in
from m44core.messages.words import words

WHY, EXAMPLE, INSTEAD = (
    message("Why it matters:"),
    message("Example:"),
    message("Instead:"),
)
"""The headings of a page."""

SEVERITIES = {
    Severity.ERROR: message_in("severity", "error"),
    Severity.WARNING: message_in("severity", "warning"),
    Severity.INFO: message_in("severity", "info"),
}
"""What people call the severities."""


def message_of(found: Diagnostic) -> Message:
    """Return what a finding says.

    Raises:
        CatalogueError: nothing finds that.
    """
    return kind(found.code).message(found.key, found.values)


def title_of(fix: Fix) -> Message:
    """Return what the button of a repair says.

    Raises:
        CatalogueError: nothing offers it.
    """
    return kind(fix.code).title(fix.key, fix.values)


def name_of(found: Diagnostic) -> str:
    """Return the readable name of the check that found something: ``bunker-without-owner``."""
    return kind(found.code).name


def render(found: Diagnostic, language: str) -> str:
    """Return what a finding says: one sentence without a full stop that begins large.

    Raises:
        NotationError: we do not speak that language.
    """
    return words(language).sentence(message_of(found))


def render_title(fix: Fix, language: str) -> str:
    """Return what the button of a repair says.

    Raises:
        NotationError: we do not speak that language.
    """
    return words(language).sentence(title_of(fix))


def sources_of(of: FindingKind) -> Message:
    """Return the rules a kind of finding stands on."""
    return message("Rules: {sources}", sources=enumerated(of.sources))


def summary(of: FindingKind, language: str) -> str:
    """Return the first sentence of the page of a kind of finding."""
    text = " ".join(words(language).render(of.prose("finds")).splitlines())
    return re.split(r"(?<=\. )|(?<=。)", text, maxsplit=1)[0].rstrip()


def is_quiet(found: Diagnostic) -> bool:
    """Tell whether a finding is a note about which nobody has to do anything."""
    return found.severity is Severity.INFO and kind(found.code).quiet


def page(of: FindingKind, language: str) -> str:
    """Return what a kind finds, why that matters, an example, what to do instead."""
    told = words(language)
    finds, instead = told.render(of.prose("finds")), told.render(of.prose("instead"))
    if not of.why:  # a short page
        return f"{finds}\n{told.render(INSTEAD)} {instead}" if instead else finds
    parts = ((WHY, "why"), (EXAMPLE, "example"), (INSTEAD, "instead"))
    sections = (
        f"{told.render(heading)}\n{indent(told.render(of.prose(part)), '    ')}"
        for heading, part in parts
    )
    return "\n\n".join((finds, *sections))
