"""``m44 convert``: write a scenario, a saved game of VASSAL or a list in another format."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.commands.schema import add_schema_option
from m44core.cli.control_characters import escape_controls
from m44core.cli.file_arguments import output_format
from m44core.cli.output_file import write_output
from m44core.cli.quiet_mode import print_note
from m44core.cli.shared_options import (
    add_force_option,
    add_format_option,
    add_language_option,
    renderer_of,
)
from m44core.diagnostics import Severity
from m44core.errors import ReadError
from m44core.findings.render_findings import SEVERITIES, message_of
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.io.files.save import in_previous_layout
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.files.standard_input import readable_path
from m44core.io.origin import NO_ORIGIN
from m44core.io.text.decoding import SIZE_LIMIT, decode
from m44core.io.workshop.encode import with_schema
from m44core.messages.message import Message, Renderer, label_with_text, message
from m44core.model.edits import new_scenario
from m44core.pasted.briefing_reader import read_pasted_briefing
from m44core.pasted.list_board import board_remark, list_on_its_board
from m44core.pdf_text.pdf_file import is_pdf_file, read_pdf_text
from m44core.setup_list.list_placement import place_setup_list
from m44core.setup_list.list_reader import (
    DOUBTFUL_KINDS,
    LIST_SUFFIXES,
    RemarkKind,
    SetupList,
    read_setup_list,
)
from m44core.translate.text_languages import declared_code, with_labels_in
from m44core.untrusted_files import read_truncated, split_lines
from m44core.vassal.archive import GAME_SUFFIXES
from m44core.vassal.saved_briefing import with_saved_briefing, with_title_in
from m44core.vassal.saved_game import SavedGame, read_saved_game

_FORMATS = message(
    "The extension of OUT sets the format: .m44, .yaml or .json. Use - as OUT to print the "
    "scenario in the format given by --format. Problems in IN are reported. Everything that can "
    "be read is converted, and anything unknown is kept. If the format stays the same, the "
    "file is copied byte for byte unless you add --normalize. From a VASSAL saved game "
    "(.vsav, .vlog), pieces with known names are placed and the others are listed. The same "
    "applies to a setup list (.txt, .md, .csv, .tsv) and to the text of a PDF file; the "
    "briefing is used as well."
)
_EXAMPLES = {
    "m44 convert pegasus.m44 pegasus.yaml": None,
    "m44 convert pegasus.yaml pegasus.m44": None,
    "m44 convert --format m44 odd-name.txt copy.m44": None,
    "m44 convert --format yaml pegasus.m44 -": None,
    "m44 convert --normalize server.m44 editor.m44": message(
        "written as the official editor writes it"
    ),
    "m44 convert pegasus.yaml pegasus.m44 --labels fr": message("with French labels on the map"),
    "m44 convert page.txt tobruk.yaml": message("from text copied from a page"),
    "m44 convert sheet.pdf tobruk.yaml": message("from the text of a PDF file"),
    "m44 convert tobruk.vsav tobruk.yaml --module memoir.vmod": message("from a VASSAL game"),
}
_MAX_QUOTED = 200  # maximum characters of a line that is quoted before its remark
_STATUS = message("exit status: 0 written, 1 written although the file has errors, 2 not written")


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Convert a scenario to another format without losing anything."),
        _FORMATS,
        _EXAMPLES,
        _STATUS,
    )
    add, text = parser.add_argument, parser.text
    add(
        "file",
        metavar="IN",
        help=text(message("a scenario file, a VASSAL saved game, a setup list or a PDF file")),
    )
    parser.add_output_argument("OUT", message("the file to write; - prints the scenario"))
    about = message("output format (overrides the file extension of OUT)")
    add_format_option(parser, text, map(str, FileFormat), about=about)
    about = message("VASSAL module for the saved game (default: the one next to it)")
    add("--module", metavar="MODULE.vmod", type=Path, help=text(about))
    parser.set_defaults(may_replace_input=True)
    add_schema_option(parser)
    about = message(
        "language of the labels on the board; a file can hold labels in only one language"
    )
    add("--labels", metavar="LANGUAGE", help=text(about))
    about = message(
        "write .m44 as the official editor writes it, and YAML or JSON in this program's layout"
    )
    add("--normalize", "--normalise", action="store_true", help=text(about))
    add_force_option(parser, text, "OUT")
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Convert one file; return 0, or 1 if the file has errors.

    Raises:
        ReadError: the file cannot be read, or holds no scenario.
        WriteError: the target cannot be written, or exists already.
    """
    source, target = Path(arguments.file), arguments.output
    target_format = (
        FileFormat(arguments.format) if arguments.format else output_format(target, may_add=True)
    )
    result, status = _read_source(source, arguments)
    if result.scenario is None:
        raise ReadError(
            message("{file} contains no scenario that can be converted", file=str(source))
        )
    scenario = result.scenario
    if arguments.labels:
        scenario = with_labels_in(scenario, declared_code(scenario, arguments.labels))
        if scenario is result.scenario:
            warning = message("there are no labels in the language {code}", code=arguments.labels)
            print_note(warning, renderer_of(arguments))
    origin = with_schema(result.origin, arguments.schema)
    if arguments.normalize and target_format is FileFormat.M44:
        origin = NO_ORIGIN
    data = to_bytes(scenario, target_format, origin)
    if (
        target_format is result.format is not FileFormat.M44
        and result.fingerprint
        and not arguments.normalize
    ):
        source_path = readable_path(source)
        data = in_previous_layout(data, source_path, result.fingerprint, result.catalogue)
    write_output(data, target, backup=True)
    return status


def _read_source(source: Path, arguments: argparse.Namespace) -> tuple[ReadResult, int]:
    """Read a file and report its problems; return the result and the exit status."""
    renderer = renderer_of(arguments)
    if source.suffix.lower() in GAME_SUFFIXES:
        return read_saved_game_as_scenario(
            source, arguments.module, renderer, quiet=arguments.quiet
        )
    if arguments.module is not None:
        warning = message(
            "--module is ignored: {file} is not a VASSAL saved game", file=source.name
        )
        print_note(warning, renderer)
    if is_pdf_file(source):
        return _read_pdf_as_scenario(source, renderer, quiet=arguments.quiet)
    result = read_file(source)
    if result.scenario is None and source.suffix.lower() in LIST_SUFFIXES:
        text = _setup_list_text(source)
        if text is not None:
            return read_setup_list_as_scenario(source, text, renderer, quiet=arguments.quiet)
    min_severity = Severity.ERROR if arguments.quiet else Severity.INFO
    _report_problems(source, result, min_severity, renderer)
    return result, int(any(d.severity is Severity.ERROR for d in result.diagnostics))


def _report_problems(
    path: Path, result: ReadResult, min_severity: Severity, renderer: Renderer
) -> None:
    for diagnostic in result.diagnostics:
        if diagnostic.severity.is_at_least(min_severity):
            severity = renderer.render(SEVERITIES[diagnostic.severity])
            text = renderer.sentence(message_of(diagnostic))
            place = (
                f"{path}:{diagnostic.line}:{diagnostic.column}" if diagnostic.line else str(path)
            )
            print(escape_controls(f"{place}: {severity} {diagnostic.code} {text}"), file=sys.stderr)


def read_saved_game_as_scenario(
    path: Path, module: Path | None, renderer: Renderer, *, quiet: bool
) -> tuple[ReadResult, int]:
    """Return the scenario of a saved game and the exit status; print the remarks about it.

    Raises:
        ReadError: the game or its module cannot be read.
    """
    empty_scenario = new_scenario(title=path.stem)
    game = read_saved_game(path, empty_scenario, renderer.language.code, module)
    face = game.face or empty_scenario.face
    if game.board is not empty_scenario.board.type or face is not empty_scenario.face:
        empty_scenario = new_scenario(game.board, face, title=path.stem)
        game = read_saved_game(path, empty_scenario, renderer.language.code, module)
    if game.briefing:
        empty_scenario = with_saved_briefing(
            with_title_in(empty_scenario, game.briefing.language), game.briefing
        )
    setup_list = read_setup_list(game.text, empty_scenario, renderer.language.code, is_literal=True)
    for remark in _game_remarks(game, setup_list, quiet):
        print(escape_controls(renderer.render(label_with_text(str(path), remark))), file=sys.stderr)
    result = ReadResult(
        place_setup_list(empty_scenario, setup_list), (), FileFormat.YAML, name=path.name
    )
    has_errors = any(remark.kind is RemarkKind.ERROR for remark in setup_list.remarks)
    return result, int(has_errors or not game.is_reliable)


def _read_pdf_as_scenario(path: Path, renderer: Renderer, *, quiet: bool) -> tuple[ReadResult, int]:
    """Return the scenario of the list in a PDF file and the exit status; print the remarks.

    Raises:
        ReadError: the file has no text that can be read, or the text does not place any piece.
    """
    pdf = read_pdf_text(path)
    for note in pdf.notes:
        print(escape_controls(renderer.render(label_with_text(str(path), note))), file=sys.stderr)
    return read_setup_list_as_scenario(path, pdf.text, renderer, quiet=quiet)


def _setup_list_text(path: Path) -> str | None:
    """Return the text of a file that may be a setup list; None if it is JSON or unreadable."""
    with suppress(OSError):
        text = decode(read_truncated(path, SIZE_LIMIT)).text
        return None if text is None or text.lstrip().startswith("{") else text
    return None


def read_setup_list_as_scenario(
    path: Path, text: str, renderer: Renderer, *, quiet: bool
) -> tuple[ReadResult, int]:
    """Return the scenario of a setup list and the exit status; print the remarks about it.

    Raises:
        ReadError: the text does not place any piece.
    """
    code = renderer.language.code
    board, setup_list = list_on_its_board(text, code)
    empty = new_scenario(board, title=path.stem)
    briefing = read_pasted_briefing(text, setup_list, empty, code)
    if briefing and briefing.face:
        empty = new_scenario(board, briefing.face, path.stem)
    if briefing:
        empty = with_saved_briefing(with_title_in(empty, briefing.values.language), briefing.values)
        setup_list = read_setup_list(text, empty, code)  # with its face and nations
    if not setup_list.entries:
        raise ReadError(
            message("{file} contains neither a scenario nor a list of pieces", file=str(path))
        )
    if briefing:
        others = tuple(each for each in setup_list.remarks if not briefing.uses_left_out_line(each))
        setup_list = replace(setup_list, remarks=others)
    has_face = briefing is not None and briefing.face is not None
    remarks = briefing.remarks if briefing else ()
    notes = () if quiet else (board_remark(empty, is_stated=has_face), *remarks)
    for remark in (*notes, *_setup_list_remarks(text, setup_list, quiet)):
        print(escape_controls(renderer.render(label_with_text(str(path), remark))), file=sys.stderr)
    result = ReadResult(place_setup_list(empty, setup_list), (), FileFormat.YAML, name=path.name)
    return result, int(any(r.kind in DOUBTFUL_KINDS for r in setup_list.remarks))


def _game_remarks(game: SavedGame, setup_list: SetupList, quiet: bool) -> Iterator[Message]:
    """Yield the remarks about a game, then those about its setup list.

    Each remark about the list follows the line it is about. If *quiet*, only warnings and errors
    are included.
    """
    yield from game.doubts if quiet else game.notes
    if game.briefing and not quiet:
        yield from game.briefing.remarks
    yield from _setup_list_remarks(game.text, setup_list, quiet)


def _setup_list_remarks(text: str, setup_list: SetupList, quiet: bool) -> Iterator[Message]:
    """Yield the remarks about a list, each after its line; if *quiet*, only errors."""
    lines = split_lines(text)
    for remark in setup_list.remarks:
        if remark.kind is RemarkKind.ERROR or not quiet:
            line = lines[remark.line - 1] if remark.line <= len(lines) else remark.text
            yield label_with_text(line.strip()[:_MAX_QUOTED], remark.message)
