"""Findings, their fixes and their pages as text in a language."""

from __future__ import annotations

import re
from textwrap import indent

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.findings.finding_kinds import FindingKind, kind
from m44core.messages.message import Message, enumerated, message, message_in
from m44core.messages.renderers import renderer_in

WHY, EXAMPLE, INSTEAD = (
    message("Why it matters:"),
    message("Example:"),
    message("What to do:"),
)
"""The headings of a page."""

SEVERITIES = {
    Severity.ERROR: message_in("severity", "error"),
    Severity.WARNING: message_in("severity", "warning"),
    Severity.INFO: message_in("severity", "info"),
}
"""The names of the severities."""


def message_of(diagnostic: Diagnostic) -> Message:
    """Return the message of a finding.

    Raises:
        CatalogueError: there is no such kind of finding.
    """
    return kind(diagnostic.code).message(diagnostic.key, diagnostic.values)


def title_of_fix(fix: Fix) -> Message:
    """Return the title of a fix, as shown on its button.

    Raises:
        CatalogueError: there is no such fix.
    """
    return kind(fix.code).title(fix.key, fix.values)


def check_name_of(diagnostic: Diagnostic) -> str:
    """Return the readable name of the check that made a finding: ``unclear-bunker-owner``.

    Raises:
        CatalogueError: there is no such kind of finding.
    """
    return kind(diagnostic.code).name


def render(diagnostic: Diagnostic, language: str) -> str:
    """Return a finding as text: a sentence that begins with a capital and has no final period.

    Raises:
        NotationError: the language is not supported.
    """
    return renderer_in(language).sentence(message_of(diagnostic))


def render_title(fix: Fix, language: str) -> str:
    """Return the title of a fix as text in a language.

    Raises:
        NotationError: the language is not supported.
    """
    return renderer_in(language).sentence(title_of_fix(fix))


def sources_message(kind_: FindingKind) -> Message:
    """Return the message that lists the rulebook ids a kind of finding is based on."""
    return message("Rules: {sources}", sources=enumerated(kind_.sources))


def kind_summary(kind_: FindingKind, language: str) -> str:
    """Return the first sentence of the description of a kind of finding, in a language.

    Raises:
        NotationError: the language is not supported.
    """
    text = " ".join(renderer_in(language).render(kind_.page_part("finds")).splitlines())
    return re.split(r"(?<=\. )|(?<=。)", text, maxsplit=1)[0].rstrip()


def is_quiet(diagnostic: Diagnostic) -> bool:
    """Return whether a finding is a note that needs no action."""
    return diagnostic.severity is Severity.INFO and kind(diagnostic.code).quiet


def kind_page(kind_: FindingKind, language: str) -> str:
    """Return the page of a kind of finding: what it finds, why, an example, and what to do.

    A kind without a reason has a short page: what it finds, and what to do.

    Raises:
        NotationError: the language is not supported.
    """
    renderer = renderer_in(language)
    finds, instead = (
        renderer.render(kind_.page_part("finds")),
        renderer.render(kind_.page_part("instead")),
    )
    if not kind_.why:  # a short page
        return f"{finds}\n{renderer.render(INSTEAD)} {instead}" if instead else finds
    parts = ((WHY, "why"), (EXAMPLE, "example"), (INSTEAD, "instead"))
    sections = (
        f"{renderer.render(heading)}\n{indent(renderer.render(kind_.page_part(part)), '    ')}"
        for heading, part in parts
    )
    return "\n\n".join((finds, *sections))
