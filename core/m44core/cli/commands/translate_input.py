"""The input of ``m44 translate``: scenarios, translation files, languages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from m44core.arguments.parser import Parser
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, PROBLEMS_FOUND
from m44core.cli.quiet_mode import is_quiet
from m44core.errors import M44Error, NotationError, ReadError
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.io.files.read_scenario import scenario_in
from m44core.messages.message import Message, Renderer, Value, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.translate.collection import CollectionMember
from m44core.translate.exchange.exchange_formats import TEMPLATE, exchange_format_of
from m44core.translate.text_languages import is_language_code
from m44core.translate.text_record import TextRecord
from m44core.translate.text_record_file import read_record


class LoadedScenario(NamedTuple):
    """A scenario of a collection with its file and record.

    Attributes:
        member: Its names in the collection.
        file: The result of reading its file.
        scenario: The scenario.
        record: The record of its translations.
    """

    member: CollectionMember
    file: ReadResult
    scenario: Scenario
    record: TextRecord


def read_member(member: CollectionMember) -> LoadedScenario:
    """Read a scenario with its record.

    Raises:
        ReadError: there is no scenario, or its record is damaged.
        FaultError: an internal error prevented reading the file.
    """
    file = read_file(member.path)
    return LoadedScenario(member, file, scenario_in(file, member.path), read_record(member.path))


def add_scenario_paths_argument(parser: Parser) -> None:
    """Add the argument for scenario files and folders."""
    about = message("scenario files, or folders")
    parser.add_argument("paths", nargs="+", metavar="PATH", help=parser.text(about))


def add_language_options(parser: Parser, about: Message) -> None:
    """Add ``--to``, the target languages, explained by *about*, and ``--from``, the source."""
    parser.add_argument(
        "--to", action="append", default=[], metavar="LANGUAGE", help=parser.text(about)
    )
    source = message("language to translate from (default: set in the scenario, else en)")
    parser.add_argument("--from", dest="source", metavar="LANGUAGE", help=parser.text(source))


def requested_languages(arguments: argparse.Namespace) -> tuple[str | None, tuple[str, ...]]:
    """Return the language of ``--from``, or None, and the languages of ``--to``.

    Raises:
        NotationError: a value is not a language code.
    """
    source = (
        next(iter(distinct_language_codes([arguments.source])), None) if arguments.source else None
    )
    return source, distinct_language_codes(arguments.to)


def distinct_language_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Return language codes without duplicates.

    Raises:
        NotationError: a value is not a language code.
    """
    distinct_codes = tuple(dict.fromkeys(codes))
    for code in distinct_codes:
        if not is_language_code(code):
            raise NotationError(message("{code!r} is not a language code", code=code))
    return distinct_codes


def format_report_line(renderer: Renderer, path: Path | str, line: int, finding: Value) -> str:
    """Return a line of a report: ``fr.po:12: ...``; without the number if *line* is 0."""
    place = f"{path}:{line}" if line else str(path)
    return escape_controls(f"{place}: {renderer.render(finding)}")


def report_error(error: M44Error, renderer: Renderer) -> int:
    """Print why a file is skipped; return the exit status: 1 if it cannot be read, else 2."""
    print_error(format_report_line(renderer, "m44", 0, message_of_error(error)))
    return PROBLEMS_FOUND if isinstance(error, ReadError) else FAILED


def print_no_language_note(renderer: Renderer) -> None:
    """Print, unless quiet, that no scenario has a language to translate into."""
    if not is_quiet():
        note = message(
            "no scenario has a second language yet; choose one with --to, such as --to fr"
        )
        print_error(format_report_line(renderer, "m44", 0, note))


def print_error(text: str) -> None:
    """Print a line on standard error."""
    print(text, file=sys.stderr)


def translation_files(arguments: Iterable[str]) -> Iterator[Path]:
    """Yield the translation files among and below the given paths, except templates."""
    for argument in map(Path, arguments):
        if argument.is_dir():
            for path in sorted(argument.rglob("*")):
                if path.is_file() and exchange_format_of(path) and path.suffix.lower() != TEMPLATE:
                    yield path
        elif exchange_format_of(argument):
            yield argument
