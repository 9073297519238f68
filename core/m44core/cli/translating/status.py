"""``m44 translate status``: how much of which scenario is translated."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from m44core.arguments.parser import Parser
from m44core.cli.collection import tell_wrong, wanted_languages
from m44core.cli.progress import Progress as Line
from m44core.cli.speaking import add_language, words_of
from m44core.cli.status import OK
from m44core.cli.translating.scenarios import (
    Read,
    add_source,
    checked,
    complain_of,
    read_member,
    source_asked,
)
from m44core.cli.translating.status_reports import REPORTS, Figures
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.save import make_folder, write
from m44core.messages import how_many
from m44core.messages.languages import languages
from m44core.messages.message import message
from m44core.translate.badges import badge
from m44core.translate.collection import members_of
from m44core.translate.languages import as_named, same_language, source_of, targets_of
from m44core.translate.progress import Progress, progress_of, together
from m44core.validation.running.configuration import Configurations

_EXAMPLES = {
    "m44 translate status scenarios/": None,
    "m44 translate status scenarios/ --to ru --format markdown": message(
        "for a comment of a pull request"
    ),
    "m44 translate status scenarios/ --badges badges/": None,
}
_STATUS = message(
    "exit status: 0 counted, 1 a file holds no scenario, 2 a file met an internal error"
)


def add_options(parser: Parser) -> None:
    """Say what the action does, and add its options."""
    parser.describe(
        message("Say how much of which scenario is translated."),
        message("Counted are paragraphs; what is draft or stale does not count as done."),
        _EXAMPLES,
        _STATUS,
    )
    add, tell = parser.add_argument, parser.tell
    add("paths", nargs="+", metavar="PATH", help=tell(message("scenario files, or folders")))
    about = message("only this language; may be repeated")
    add("--to", action="append", default=[], metavar="LANGUAGE", help=tell(about))
    add_source(parser)
    add("--format", choices=REPORTS, default="text", help=tell(message("how to write it")))
    about = message("write a picture with the percentage of each language into a folder")
    add("--badges", metavar="FOLDER", help=tell(about))
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print how far translations are; return 0, 1 or 2 where a file could not be read.

    Raises:
        M44Error: a language is none, or a badge cannot be written.
    """
    told = words_of(arguments)
    source, targets = source_asked(arguments), checked(arguments.to)
    members = members_of(arguments.paths)
    configurations = Configurations()
    reads: list[_Begun] = []
    status = OK
    line = Line(len(members), how_many.files, told)
    for member in members:
        try:
            with boundary(member.path):
                reads.append(_Begun.of(read_member(member), source, configurations))
        except M44Error as error:
            line.clear()
            status = max(status, complain_of(error, told))
        line.advance()
    line.clear()
    codes = targets or tuple(dict.fromkeys(code for read in reads for code in read.targets))
    figures: dict[str, Mapping[str, Progress]] = {}
    for begun in reads:
        try:
            with boundary(begun.read.member.path):
                figures[begun.read.member.name] = _figures(begun.read, source, codes)
        except M44Error as error:
            status = max(status, complain_of(error, told))
    totals = _totals(figures)
    print(REPORTS[arguments.format](figures, totals, told))
    status = max(status, tell_wrong((), told, configurations))
    if arguments.badges:
        _write_badges(Path(arguments.badges), totals)
    return status


class _Begun(NamedTuple):
    """A scenario with the languages it is translated to; the others then lack them."""

    read: Read
    targets: tuple[str, ...]

    @classmethod
    def of(cls, read: Read, asked: str | None, configurations: Configurations) -> _Begun:
        source = asked or source_of(read.scenario, read.record)
        there, path = targets_of(read.scenario, source), read.member.path
        return cls(read, wanted_languages((), there, path, configurations))


def _figures(read: Read, asked: str | None, codes: Iterable[str]) -> Mapping[str, Progress]:
    scenario, record = read.scenario, read.record
    source = asked or source_of(scenario, record)
    named = dict.fromkeys(as_named(scenario, code) for code in codes)
    return {
        code: progress_of(scenario, source, code, record)
        for code in named
        if not same_language(code, source)
    }


def _totals(figures: Figures) -> Mapping[str, Progress]:
    """Return the progress of each language over all scenarios, in the order of their codes."""
    codes = sorted({code for of in figures.values() for code in of})
    return {code: together(of[code] for of in figures.values() if code in of) for code in codes}


def _write_badges(folder: Path, totals: Mapping[str, Progress]) -> None:
    make_folder(folder)
    for code, total in totals.items():
        language = languages().get(code)
        picture = badge(language.name if language else code, total.percent)
        write(picture.encode("utf-8"), folder / f"{code}.svg", backup=False)
