"""``m44 languages``: the languages of the program, and how complete each is."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from m44core.arguments.line_wrapping import cell_width
from m44core.arguments.parser import Parser
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import add_language_option
from m44core.messages.gettext_catalogue import completeness
from m44core.messages.languages import ENGLISH, Language, languages
from m44core.messages.message import message


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("List the program's languages and how complete each one is."),
        message(
            "Messages that are not translated yet appear in English. CONTRIBUTING.md explains "
            "how to add a language."
        ),
        message("exit status: 0 printed, 2 failed"),
    )
    add_report_output_option(parser)
    add_language_option(parser)


def run(_: argparse.Namespace) -> int:
    """Print a table of the languages; return 0."""
    print("\n".join(_table()))
    return 0


def _table() -> Iterator[str]:
    """Yield a line for each language; English is always complete."""
    shares = {code: completeness(language) for code, language in languages().items()}
    areas = list(dict.fromkeys(area for by_area in shares.values() for area in by_area))
    names = {code: f"{code:8} {language.name}" for code, language in languages().items()}
    width = max(map(cell_width, names.values()))
    yield "  ".join((" " * width, *areas))
    for code, language in languages().items():
        parts = (_percent_translated(language, shares[code], area) for area in areas)
        marks = (f"{part:>{len(area)}}" for area, part in zip(areas, parts, strict=True))
        yield "  ".join((names[code] + " " * (width - cell_width(names[code])), *marks))


def _percent_translated(language: Language, shares: dict[str, int], area: str) -> str:
    return f"{100 if language.code == ENGLISH else shares.get(area, 0)} %"
