"""``m44 explain``: explain what a check finds, why it matters, and how to fix it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from itertools import groupby

from m44core.arguments.line_wrapping import wrap_text
from m44core.arguments.parser import Parser
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import (
    add_format_option,
    add_language_option,
    renderer_of,
    split_list,
)
from m44core.findings.finding_kinds import FindingKind, all_kinds, finding_family
from m44core.findings.render_findings import (
    EXAMPLE,
    INSTEAD,
    SEVERITIES,
    WHY,
    kind_page,
    kind_summary,
    sources_message,
)
from m44core.messages.message import Renderer, enumerated, message
from m44core.validation.check_selection import matching_codes, unknown_check_error

_EXAMPLES = {
    "m44 explain": message("list every check, one per line"),
    "m44 explain M502": message("explain one check"),
    "m44 explain unclear-bunker-owner": message("explain the same check, by name"),
    "m44 explain M2": message("explain all checks in a family"),
    "m44 explain M502,M112": message("explain several checks, as in m44 check --select"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Explain what a check looks for, why it matters, and what to do about it."),
        _EXAMPLES,
        message("exit status: 0 printed, 2 failed"),
    )
    about = parser.text(message("codes or names; without any, all checks are listed"))
    parser.add_argument("check", nargs="*", metavar="CHECK", help=about)
    add_format_option(parser, parser.text, ("text", "markdown"), "text")
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the requested pages, or a list of all checks; return 0.

    Raises:
        NotationError: there is no such check.
    """
    renderer = renderer_of(arguments)
    names_by_code = {kind.code: kind.name for kind in all_kinds().values()}
    names = [name for each in arguments.check for name in split_list([each]) or [each]]
    codes = [code for name in names for code in _codes_with_pages(name, names_by_code)]
    kinds = [all_kinds()[code] for code in dict.fromkeys(codes or names_by_code)]
    if arguments.format == "markdown":
        print(as_markdown(kinds, renderer), end="")
    elif arguments.check:
        print("\n\n".join(as_text(kind, renderer) for kind in kinds))
    else:
        print("\n".join(_check_list_lines(kinds, renderer)))
    return 0


def _codes_with_pages(name: str, names_by_code: Mapping[str, str]) -> list[str]:
    codes = matching_codes(name, names_by_code)
    if not codes:  # a retired check, which has no page
        raise unknown_check_error(name, names_by_code)
    return codes


def as_text(kind: FindingKind, renderer: Renderer) -> str:
    """Return the page of a check, wrapped for a terminal."""
    severities, sources = _severity_text(kind, renderer), _sources_text(kind, renderer)
    lines = kind_page(kind, renderer.language.code).splitlines()
    text = "\n".join(map(_wrap_line, lines))
    return f"{kind.code} {kind.name} ({severities})\n\n{text}{sources}"


def _wrap_line(line: str) -> str:
    """Wrap a line of a page, keeping its indentation."""
    words = line.lstrip()
    return "\n".join(wrap_text(words, _WIDTH, line[: len(line) - len(words)]))


def as_markdown(kinds: Iterable[FindingKind], renderer: Renderer) -> str:
    """Return pages as the document ``docs/checks.md``."""
    parts = ["# The checks", _INTRODUCTION]
    for beginning, members in groupby(kinds, key=lambda kind: kind.code[:2]):
        parts.append(f"## {beginning}xx {renderer.render(finding_family(beginning).title)}")
        parts += [check_markdown(kind, renderer, "###") for kind in members]
    return "\n\n".join(parts) + "\n"


_WIDTH = 100
_INTRODUCTION = """\
Every finding has a code and a name. `m44 explain CODE` prints its page, `m44 check --ignore CODE`
leaves it out. This document is written by `m44 explain --format markdown`; a test keeps it so."""


def check_markdown(kind: FindingKind, renderer: Renderer, level: str) -> str:
    """Return the page of one check, below a heading that begins with *level*, such as ``###``."""
    severities, sources = _severity_text(kind, renderer), _sources_text(kind, renderer)
    text = _page_markdown(kind_page(kind, renderer.language.code), renderer)
    return f"{level} {kind.code} {kind.name}\n\n*{severities}*\n\n{text}{sources}"


def _severity_text(kind: FindingKind, renderer: Renderer) -> str:
    return renderer.render(enumerated(SEVERITIES[severity] for severity in kind.severities))


def _sources_text(kind: FindingKind, renderer: Renderer) -> str:
    if not kind.sources:
        return ""
    return f"\n\n{renderer.render(sources_message(kind))}"


def _page_markdown(text: str, renderer: Renderer) -> str:
    """Return a page as Markdown, with bold headings and without indentation."""
    headings = [renderer.render(heading) for heading in (WHY, EXAMPLE, INSTEAD)]
    lines = []
    for line in text.replace("``", "`").splitlines():
        stripped_line = line.strip()
        heading = next((heading for heading in headings if stripped_line.startswith(heading)), "")
        if heading:
            rest = stripped_line.removeprefix(heading)
            stripped_line = f"**{heading.rstrip(':').rstrip()}.**{rest}"
            lines += [""] * bool(rest)
        lines.append(stripped_line)
    return "\n".join(lines)


def _check_list_lines(kinds: Iterable[FindingKind], renderer: Renderer) -> Iterable[str]:
    """Yield one line for each check, grouped by family."""
    for beginning, members in groupby(kinds, key=lambda kind: kind.code[:2]):
        title = renderer.render(finding_family(beginning).title)
        yield f"\n{title}" if beginning != "M0" else title
        for kind in members:
            yield f"  {kind.code} {kind.name:32} {kind_summary(kind, renderer.language.code)}"
