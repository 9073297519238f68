"""``m44 explain``: what a check looks for, why that matters, and what to do instead."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING

from m44core.cli.checking.speaking import add_language, language_of
from m44core.cli.lists import separated
from m44core.findings.kinds import EXAMPLE, INSTEAD, WHY, FindingKind
from m44core.findings.load import all_kinds, family
from m44core.findings.wording import phrase
from m44core.language import speaking
from m44core.validation.basis.selection import matching

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "say what a check looks for, and what to do"

_EPILOG = """\
examples:
  m44 explain                        every check with one line
  m44 explain M502                   one check
  m44 explain unclear-bunker-owner   the same by its name
  m44 explain M2                     all checks of a family
  m44 explain M502,M113              several, as for m44 check --select"""


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "explain",
        help=SUMMARY,
        description="Say what a check looks for, why it matters, and what to do instead.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("check", nargs="*", metavar="CHECK", help="codes or names; none lists all")
    parser.add_argument("--format", choices=("text", "markdown"), default="text")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the pages asked for."""
    with speaking(language_of(arguments)):
        _print(arguments)
    return 0


def _print(arguments: argparse.Namespace) -> None:
    known = {kind.code: kind.name for kind in all_kinds().values()}
    words = [word for each in arguments.check for word in separated([each]) or [each]]
    codes = [code for word in words for code in matching(word, known)] or list(known)
    chosen = [all_kinds()[code] for code in dict.fromkeys(codes)]
    if arguments.format == "markdown":
        print(as_markdown(chosen), end="")
    elif arguments.check:
        print("\n\n".join(as_text(kind) for kind in chosen))
    else:
        print("\n".join(_list(chosen)))


def as_text(kind: FindingKind) -> str:
    """Return a page for a terminal."""
    severities, sources = _severities(kind), _sources(kind)
    text = "\n".join(fill(line, _WIDTH) for line in kind.page.splitlines())
    return f"{kind.code} {kind.name} ({severities})\n\n{text}{sources}"


def as_markdown(chosen: Iterable[FindingKind]) -> str:
    """Return pages as the document ``docs/checks.md``."""
    parts = ["# The checks", _INTRODUCTION]
    for beginning, members in groupby(chosen, key=lambda kind: kind.code[:2]):
        parts += [f"## {beginning}xx {family(beginning).title}", *map(_markdown, members)]
    return "\n\n".join(parts) + "\n"


_WIDTH = 96
_INTRODUCTION = """\
Every finding has a code and a name. `m44 explain CODE` prints its page, `m44 check --ignore CODE`
leaves it out. This document is written by `m44 explain --format markdown`; a test keeps it so."""


def _markdown(kind: FindingKind) -> str:
    severities, sources = _severities(kind), _sources(kind)
    return f"### {kind.code} {kind.name}\n\n*{severities}*\n\n{_paragraphs(kind.page)}{sources}"


def _severities(kind: FindingKind) -> str:
    return ", ".join(phrase(severity.value) for severity in kind.severities)


def _sources(kind: FindingKind) -> str:
    said = phrase("page-rules", sources=", ".join(kind.sources))
    return f"\n\n{said}" if kind.sources else ""


def _paragraphs(text: str) -> str:
    """Turn the headings of a page into bold words, and the paragraphs under them to the left."""
    headings = [phrase(key) for key in (WHY, EXAMPLE, INSTEAD)]
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


def _list(chosen: Iterable[FindingKind]) -> Iterable[str]:
    """Yield one line a check, by family."""
    for beginning, members in groupby(chosen, key=lambda kind: kind.code[:2]):
        title = family(beginning).title
        yield f"\n{title}" if beginning != "M0" else title
        for kind in members:
            yield f"  {kind.code} {kind.name:32} {kind.summary}"
