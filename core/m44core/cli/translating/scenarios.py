"""What the actions of ``m44 translate`` share: scenarios with their records, languages, lines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from m44core.arguments.parser import Parser
from m44core.cli.status import FAILED, FOUND
from m44core.cli.visible import visible
from m44core.errors import M44Error, NotationError, ReadError
from m44core.findings.render import message_of
from m44core.io.files.open import ReadResult, read_file
from m44core.messages.message import Value, Words, colon, message, titled
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.translate.collection import Member
from m44core.translate.languages import is_tag
from m44core.translate.record import Record
from m44core.translate.record_file import read_record

_NO_SCENARIO = message("it holds no scenario")


class Read(NamedTuple):
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


def read_member(member: Member) -> Read:
    """Return a scenario with its record.

    Raises:
        ReadError: there is no scenario, or its record is damaged.
        FaultError: a fault of the program keeps its file from being read.
    """
    file = read_file(member.path)
    file.raise_fault(member.path)
    if file.scenario is None:
        why = message_of(file.obstacle) if file.obstacle else _NO_SCENARIO
        raise ReadError(colon(str(member.path), titled(why)))
    return Read(member, file, file.scenario, read_record(member.path))


def add_source(parser: Parser) -> None:
    """Add the option that says from which language is translated."""
    about = message("the language to translate from (default: what the scenario says, else en)")
    parser.add_argument("--from", dest="source", metavar="LANGUAGE", help=parser.tell(about))


def checked(codes: Iterable[str]) -> tuple[str, ...]:
    """Return codes of languages, each once.

    Raises:
        NotationError: one of them is none.
    """
    found = tuple(dict.fromkeys(codes))
    for code in found:
        if not is_tag(code):
            raise NotationError(message("{code!r} is the code of no language", code=code))
    return found


def source_asked(arguments: argparse.Namespace) -> str | None:
    """Return the language to translate from, if one is asked for.

    Raises:
        NotationError: it is none.
    """
    return next(iter(checked([arguments.source])), None) if arguments.source else None


def line_of(told: Words, path: Path | str, line: int, said: Value) -> str:
    """Return a line of a report: ``fr.po:12: ...``."""
    place = f"{path}:{line}" if line else str(path)
    return visible(f"{place}: {told.render(said)}")


def complain_of(error: M44Error, told: Words) -> int:
    """Print why a file is left out; return the status: 1 if it cannot be read, else 2."""
    complain(line_of(told, "m44", 0, reason(error)))
    return FOUND if isinstance(error, ReadError) else FAILED


def complain(text: str) -> None:
    """Print a line of what went wrong."""
    print(text, file=sys.stderr)
