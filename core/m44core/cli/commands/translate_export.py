"""``m44 translate export``: write the texts of scenarios as files for translators."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.collection_settings import report_invalid_settings, target_languages_for
from m44core.cli.commands.translate_input import (
    LoadedScenario,
    add_language_options,
    add_scenario_paths_argument,
    print_no_language_note,
    read_member,
    report_error,
    requested_languages,
)
from m44core.cli.exit_status import OK
from m44core.cli.output_file import STANDARD_OUTPUT, write_output
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.quiet_mode import is_quiet
from m44core.cli.shared_options import add_format_option, add_language_option, renderer_of
from m44core.errors import ReadError, WriteError
from m44core.faults import FaultError, FileError, boundary
from m44core.messages import nouns
from m44core.messages.message import Message, Renderer, label_with_text, message, several
from m44core.translate.collection import CollectionMember, collection_members
from m44core.translate.exchange.exchange_formats import (
    ExchangeFormat,
    catalogue_bytes,
    exchange_format_of,
)
from m44core.translate.exchange.export_texts import ExportedScenario, export_texts, write_catalogue
from m44core.translate.exchange.translation_catalogue import catalogue_of
from m44core.translate.text_languages import (
    available_source_language,
    declared_code,
    is_same_language,
    target_languages,
)
from m44core.validation.configuration import Configurations

_LAYOUT = message(
    "OUT is a folder: OUT/LANGUAGE/NAME.po (or .xlf) is written for each scenario and "
    "language, together with templates. For one scenario and one language, OUT may be a file. "
    "Translators' changes that have not been imported yet are kept."
)
_EXAMPLES = {
    "m44 translate export scenarios/ po/": message("into all languages of the scenarios"),
    "m44 translate export scenarios/ po/ --to ru": message("start a new language"),
    "m44 translate export arras.yaml ru.po --to ru": None,
}
_STATUS = message("exit status: 0 written, 1 a file was left out, 2 failed")


def add_options(parser: Parser) -> None:
    """Describe the action and add its options."""
    parser.set_description(
        message("Export scenario text for translation."),
        _LAYOUT,
        _EXAMPLES,
        _STATUS,
    )
    text = parser.text
    add_scenario_paths_argument(parser)
    parser.add_output_argument(
        "OUT", message("folder or file to write; - writes to standard output")
    )
    add_language_options(parser, message("language to translate into; may be repeated"))
    forms = [str(each) for each in ExchangeFormat]
    add_format_option(parser, text, forms)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the files; return 0, 1 if a scenario cannot be read, 2 if a file cannot be written.

    Raises:
        M44Error: nothing can be written, or a library for the format is not installed.
    """
    renderer, out = renderer_of(arguments), Path(arguments.output)
    source, targets = requested_languages(arguments)
    members = collection_members(arguments.paths)
    exchange_format = ExchangeFormat(arguments.format or ExchangeFormat.PO)
    if arguments.output == STANDARD_OUTPUT:
        return _print_translation_file(members, source, targets, exchange_format)
    file_format = exchange_format_of(out)
    if file_format and len(members) == 1 and not out.is_dir():
        read = read_member(members[0])
        target = _only_target_language(read, source, targets)
        write_catalogue(
            _exported_scenario(read), _source_language_of(read, source), target, out, file_format
        )
        return OK
    if file_format and not out.is_dir():
        problem = message(
            "{path} can hold the text of only one scenario; specify a folder", path=str(out)
        )
        raise WriteError(problem)
    status = OK
    progress = ProgressBar(len(members), nouns.files, renderer)
    files, configurations = 0, Configurations()
    for member in members:
        try:
            with boundary(member.path):
                files += _export_scenario(
                    read_member(member), source, targets, out, exchange_format, configurations
                )
        except (ReadError, WriteError, FaultError, FileError) as error:
            progress.clear()
            status = max(status, report_error(error, renderer))
        progress.advance()
    progress.clear()
    _print_summary(renderer, files, out)
    if not files and status == OK:
        print_no_language_note(renderer)
    return max(status, report_invalid_settings((), renderer, configurations))


def _print_translation_file(
    members: Sequence[CollectionMember],
    source: str | None,
    targets: tuple[str, ...],
    exchange_format: ExchangeFormat,
) -> int:
    """Print the translation file of the only scenario; return 0.

    Raises:
        M44Error: there is not exactly one scenario and one language, or the scenario cannot be
            read.
    """
    if len(members) != 1:
        raise WriteError(
            message("standard output (-) can hold the text of only one scenario; specify a folder")
        )
    read = read_member(members[0])
    target = _only_target_language(read, source, targets)
    catalogue = catalogue_of(
        read.scenario, read.record, read.member.name, _source_language_of(read, source), target
    )
    write_output(catalogue_bytes(catalogue, exchange_format), STANDARD_OUTPUT)
    return OK


def _source_language_of(read: LoadedScenario, requested: str | None) -> str:
    return available_source_language(read.scenario, read.record, requested)


def _only_target_language(
    read: LoadedScenario, source: str | None, targets: tuple[str, ...]
) -> str:
    source_code = _source_language_of(read, source)
    known_targets = targets or target_languages(read.scenario, source_code)
    if len(known_targets) != 1:
        raise WriteError(message("a single file can only hold one language; add --to LANGUAGE"))
    target = declared_code(read.scenario, known_targets[0])
    if is_same_language(target, source_code):
        problem = message("the file is in {said!r}, which is the source language", said=target)
        raise WriteError(label_with_text(str(read.member.path), problem))
    return target


def _export_scenario(
    read: LoadedScenario,
    requested_source: str | None,
    targets: tuple[str, ...],
    out: Path,
    exchange_format: ExchangeFormat,
    configurations: Configurations,
) -> int:
    """Write the files of one scenario, and return their number."""
    source = _source_language_of(read, requested_source)
    existing_targets, path = target_languages(read.scenario, source), read.member.path
    codes = target_languages_for(targets, existing_targets, path, configurations)
    return export_texts(_exported_scenario(read), source, codes, out, exchange_format)


def _exported_scenario(read: LoadedScenario) -> ExportedScenario:
    return ExportedScenario(read.member, read.scenario, read.record)


def _print_summary(renderer: Renderer, files: int, out: Path) -> None:
    if not is_quiet():
        print(renderer.render(_summary_message(files, str(out))))


def _summary_message(files: int, out: str) -> Message:
    return several("1 file written to {out}", "{number} files written to {out}", files, out=out)
