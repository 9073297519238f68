"""``m44 explain``: what a check looks for, why that matters, and what to do instead."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import groupby

from m44core.arguments.line_wrapping import wrap_text
from m44core.arguments.parser import Parser
from m44core.cli.shared_options import add_language, split_list, words_of
from m44core.findings.kinds import FindingKind, all_kinds, family
from m44core.findings.render_findings import (
    EXAMPLE,
    INSTEAD,
    SEVERITIES,
    WHY,
    page,
    sources_of,
    summary,
)
from m44core.messages.message import Words, enumerated, message
from m44core.validation.check_selection import matching_codes

_EXAMPLES = {
    "m44 explain": message("every check with one line"),
    "m44 explain M502": message("one check"),
    "m44 explain unclear-bunker-owner": message("the same by its name"),
    "m44 explain M2": message("all checks of a family"),
    "m44 explain M502,M112": message("several, as for m44 check --select"),
}


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    parser.describe(
        message("Say what a check looks for, why it matters, and what to do instead."), _EXAMPLES
    )
    about = parser.text(message("codes or names; none lists all"))
    parser.add_argument("check", nargs="*", metavar="CHECK", help=about)
    parser.add_argument("--format", choices=("text", "markdown"), default="text")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the pages asked for."""
    told = words_of(arguments)
    known = {kind.code: kind.name for kind in all_kinds().values()}
    words = [word for each in arguments.check for word in split_list([each]) or [each]]
    codes = [code for word in words for code in matching_codes(word, known)] or list(known)
    chosen = [all_kinds()[code] for code in dict.fromkeys(codes)]
    if arguments.format == "markdown":
        print(as_markdown(chosen, told), end="")
    elif arguments.check:
        print("\n\n".join(as_text(kind, told) for kind in chosen))
    else:
        print("\n".join(_list(chosen, told)))
    return 0


def as_text(kind: FindingKind, told: Words) -> str:
    """Return a page for a terminal."""
    severities, sources = _severities(kind, told), _sources(kind, told)
    lines = page(kind, told.language.code).splitlines()
    text = "\n".join(map(_filled, lines))
    return f"{kind.code} {kind.name} ({severities})\n\n{text}{sources}"


def _filled(line: str) -> str:
    """Return a line of a page, broken where it is too long, with its indentation."""
    words = line.lstrip()
    return "\n".join(wrap_text(words, _WIDTH, line[: len(line) - len(words)]))


def as_markdown(chosen: Iterable[FindingKind], told: Words) -> str:
    """Return pages as the document ``docs/checks.md``."""
    parts = ["# The checks", _INTRODUCTION]
    for beginning, members in groupby(chosen, key=lambda kind: kind.code[:2]):
        parts.append(f"## {beginning}xx {told.render(family(beginning).title)}")
        parts += [_markdown(kind, told) for kind in members]
    return "\n\n".join(parts) + "\n"


_WIDTH = 96
_INTRODUCTION = """\
Every finding has a code and a name. `m44 explain CODE` prints its page, `m44 check --ignore CODE`
leaves it out. This document is written by `m44 explain --format markdown`; a test keeps it so."""


def _markdown(kind: FindingKind, told: Words) -> str:
    severities, sources = _severities(kind, told), _sources(kind, told)
    text = _paragraphs(page(kind, told.language.code), told)
    return f"### {kind.code} {kind.name}\n\n*{severities}*\n\n{text}{sources}"


def _severities(kind: FindingKind, told: Words) -> str:
    return told.render(enumerated(SEVERITIES[severity] for severity in kind.severities))


def _sources(kind: FindingKind, told: Words) -> str:
    if not kind.sources:
        return ""
    return f"\n\n{told.render(sources_of(kind))}"


def _paragraphs(text: str, told: Words) -> str:
    """Turn the headings of a page into bold words, and the paragraphs under them to the left."""
    headings = [told.render(heading) for heading in (WHY, EXAMPLE, INSTEAD)]
    lines = []
    for line in text.replace("``", "`").splitlines():
        words = line.strip()
        heading = next((heading for heading in headings if words.startswith(heading)), "")
        if heading:
            rest = words.removeprefix(heading)
            words = f"**{heading.rstrip(':').rstrip()}.**{rest}"
            lines += [""] * bool(rest)
        lines.append(words)
    return "\n".join(lines)


def _list(chosen: Iterable[FindingKind], told: Words) -> Iterable[str]:
    """Yield one line a check, by family."""
    for beginning, members in groupby(chosen, key=lambda kind: kind.code[:2]):
        title = told.render(family(beginning).title)
        yield f"\n{title}" if beginning != "M0" else title
        for kind in members:
            yield f"  {kind.code} {kind.name:32} {summary(kind, told.language.code)}"
