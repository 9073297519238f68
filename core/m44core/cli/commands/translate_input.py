"""What ``m44 translate`` works on: scenarios, files of translators, languages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from m44core.arguments.parser import Parser
from m44core.cli.control_characters import visible
from m44core.cli.exit_status import FAILED, FOUND
from m44core.errors import M44Error, NotationError, ReadError
from m44core.findings.render_findings import message_of
from m44core.io.files.open import ReadResult, read_file
from m44core.messages.message import Value, Words, colon, message, titled
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.translate.collection import Member
from m44core.translate.exchange.exchange_formats import TEMPLATE, format_of
from m44core.translate.record import Record
from m44core.translate.record_file import read_record
from m44core.translate.text_languages import is_language_code

_NO_SCENARIO = message("it holds no scenario")


class ReadScenario(NamedTuple):
    """A scenario of a collection as it was read.

    Attributes:
        member: What it is called.
        file: What its file holds.
        scenario: The scenario.
        record: What is known of its texts.
    """

    member: Member
    file: ReadResult
    scenario: Scenario
    record: Record


def read_member(member: Member) -> ReadScenario:
    """Return a scenario with its record.

    Raises:
        ReadError: there is no scenario, or its record is damaged.
        FaultError: a fault of the program keeps its file from being read.
    """
    file = read_file(member.path)
    file.raise_fault(member.path)
    if file.scenario is None:
        why = message_of(file.blocking_finding) if file.blocking_finding else _NO_SCENARIO
        raise ReadError(colon(str(member.path), titled(why)))
    return ReadScenario(member, file, file.scenario, read_record(member.path))


def add_source(parser: Parser) -> None:
    """Add the option that says from which language is translated."""
    about = message("the language to translate from (default: what the scenario says, else en)")
    parser.add_argument("--from", dest="source", metavar="LANGUAGE", help=parser.text(about))


def language_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Return codes of languages, each once.

    Raises:
        NotationError: one of them is none.
    """
    found = tuple(dict.fromkeys(codes))
    for code in found:
        if not is_language_code(code):
            raise NotationError(message("{code!r} is the code of no language", code=code))
    return found


def requested_source(arguments: argparse.Namespace) -> str | None:
    """Return the language to translate from, if one is asked for.

    Raises:
        NotationError: it is none.
    """
    return next(iter(language_codes([arguments.source])), None) if arguments.source else None


def report_line(told: Words, path: Path | str, line: int, said: Value) -> str:
    """Return a line of a report: ``fr.po:12: ...``."""
    place = f"{path}:{line}" if line else str(path)
    return visible(f"{place}: {told.render(said)}")


def report_error(error: M44Error, told: Words) -> int:
    """Print why a file is left out; return the status: 1 if it cannot be read, else 2."""
    print_error(report_line(told, "m44", 0, reason(error)))
    return FOUND if isinstance(error, ReadError) else FAILED


def print_error(text: str) -> None:
    """Print a line of what went wrong."""
    print(text, file=sys.stderr)


def translator_files(arguments: Iterable[str]) -> Iterator[Path]:
    """Yield the files of translators that files and folders stand for, without templates."""
    for argument in map(Path, arguments):
        if argument.is_dir():
            for path in sorted(argument.rglob("*")):
                if path.is_file() and format_of(path) and path.suffix.lower() != TEMPLATE:
                    yield path
        elif format_of(argument):
            yield argument
