"""``m44 languages``: the languages the program speaks, and how complete each is."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from m44core.arguments.parser import Parser
from m44core.messages.languages import ENGLISH, Language, languages
from m44core.messages.message import message
from m44core.messages.translated import completeness


def add_options(parser: Parser) -> None:
    """Say what the command does."""
    parser.describe(
        message("Say which languages the program speaks, and how complete each is."),
        message(
            "what a language lacks is told in English, message by message; CONTRIBUTING.md says "
            "how to add one"
        ),
    )


def run(_: argparse.Namespace) -> int:
    """Print a table of the languages."""
    print("\n".join(_table()))
    return 0


def _table() -> Iterator[str]:
    """Yield a line for each language; its areas are those of English, of which nothing lacks."""
    shares = {code: completeness(language) for code, language in languages().items()}
    areas = list(dict.fromkeys(area for of in shares.values() for area in of))
    yield "  ".join((f"{'':14}", *areas))
    for code, language in languages().items():
        cells = (_share(language, shares[code], area) for area in areas)
        marks = (f"{cell:>{len(area)}}" for area, cell in zip(areas, cells, strict=True))
        yield "  ".join((f"{code:3} {language.name:10}", *marks))


def _share(language: Language, shares: dict[str, int], area: str) -> str:
    return f"{100 if language.code == ENGLISH else shares.get(area, 0)} %"
