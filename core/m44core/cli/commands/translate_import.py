"""``m44 translate import``: import translations into scenarios."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.commands.translate_input import (
    LoadedScenario,
    distinct_language_codes,
    format_report_line,
    print_error,
    read_member,
    translation_files,
)
from m44core.cli.exit_status import OK, PROBLEMS_FOUND
from m44core.cli.output_file import add_report_output_option
from m44core.cli.piped_input import refuse_piped_input
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.shared_options import add_language_option, renderer_of
from m44core.errors import M44Error, ReadError
from m44core.faults import boundary
from m44core.io.files.save import save
from m44core.messages import nouns
from m44core.messages.message import Message, message, message_in
from m44core.messages.renderers import message_of_error
from m44core.translate.collection import CollectionMember, collection_members
from m44core.translate.exchange.catalogue_checks import (
    DroppedCodes,
    WrongPlaceholders,
    catalogue_problem_message,
    shortened_text,
)
from m44core.translate.exchange.exchange_formats import exchange_format_of, read_catalogue
from m44core.translate.exchange.importing import (
    ImportOutcome,
    MergeResult,
    MergeStatus,
    match_languages,
    match_scenario,
    merge_catalogue,
)
from m44core.translate.exchange.translation_catalogue import TranslationCatalogue
from m44core.translate.text_record import TranslationState
from m44core.translate.text_record_file import write_record

_ABOUT_CONFLICTS = message(
    "Drafts and outdated translations keep their status. If both the scenario and the "
    "translator changed a translation, both versions are shown and the scenario's is kept, or "
    "the translator's with --theirs. The other version, and translations that no longer fit "
    "anywhere, are kept in NAME.texts.yaml."
)
_EXAMPLES = {
    "m44 translate import po/ scenarios/": None,
    "m44 translate import ru.po arras.yaml --to ru": message("start a new language"),
    "m44 translate import po/ scenarios/ --dry-run": None,
}
_STATUS = message(
    "exit status: 0 imported, 1 some translations were not imported, 2 a file is damaged or "
    "could not be read"
)


def add_options(parser: Parser) -> None:
    """Describe the action and add its options."""
    parser.set_description(
        message("Import translations and show what changes."),
        _ABOUT_CONFLICTS,
        _EXAMPLES,
        _STATUS,
    )
    add, text = parser.add_argument, parser.text
    add("files", nargs="+", metavar="FILE", help=text(message("translation files, or folders")))
    about = message("the scenario that the files belong to, or its folder")
    add("scenarios", metavar="SCENARIOS", help=text(about))
    about = message("the language of the files, if they do not state it")
    add("--to", dest="target", metavar="LANGUAGE", help=text(about))
    about = message("if both changed a translation, use the translator's version")
    add("--theirs", action="store_true", help=text(about))
    about = message("show what would change without changing anything")
    add("--dry-run", action="store_true", help=text(about))
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Import the files and print what changes.

    Return 0, 1 if a text was not imported, 2 if a file could not be read or written.

    Raises:
        M44Error: there is no file to import.
    """
    renderer = renderer_of(arguments)
    refuse_piped_input(arguments.scenarios, "m44 translate import")
    members = collection_members([arguments.scenarios])
    files = list(translation_files(arguments.files))
    if not files:
        raise ReadError(message("no translation files were found in the given paths"))
    target = (
        next(iter(distinct_language_codes([arguments.target])), None) if arguments.target else None
    )
    progress = ProgressBar(len(files), nouns.files, renderer)
    status = OK
    for path in files:
        try:
            with boundary(path):
                reported, is_complete = _import_file(path, members, target, arguments)
                lines = [
                    format_report_line(renderer, path, line, finding) for line, finding in reported
                ]
        except M44Error as error:
            lines, is_complete = list[str](), True
            progress.clear()
            print_error(format_report_line(renderer, "m44", 0, message_of_error(error)))
            status = 2
        if lines:
            progress.clear()
        for line in lines:
            print(line)
        status = max(status, OK if is_complete else PROBLEMS_FOUND)
        progress.advance()
    progress.clear()
    return status


def _import_file(
    path: Path,
    members: tuple[CollectionMember, ...],
    target: str | None,
    arguments: argparse.Namespace,
) -> tuple[list[tuple[int, Message]], bool]:
    """Import one file; return the lines to report, and whether every text was imported."""
    catalogue = _read_translation_file(path)
    read = read_member(match_scenario(catalogue, path, members))
    source, code = match_languages(catalogue, path, read.scenario, read.record, target)
    result = merge_catalogue(
        read.scenario, read.record, catalogue, source, code, theirs=arguments.theirs
    )
    if not arguments.dry_run:
        _save_merge_result(read, result)
    reported = [
        (outcome.entry.line, outcome_message(outcome, prefer_imported=arguments.theirs))
        for outcome in result.outcomes
        if not arguments.quiet or outcome.status not in _IMPORTED_STATUSES
    ]
    refused = [
        DroppedCodes(outcome.entry.line, outcome.entry.field, outcome.entry.left_out)
        for outcome in result.outcomes
        if outcome.entry.left_out
    ]
    reported += [(fault.line, catalogue_problem_message(fault)) for fault in refused]
    return reported, not refused and all(
        outcome.status in _IMPORTED_STATUSES for outcome in result.outcomes
    )


def _read_translation_file(path: Path) -> TranslationCatalogue:
    if exchange_format_of(path) is None:
        raise ReadError(message("{file} is not a translation file", file=str(path)))
    return read_catalogue(path)


def _save_merge_result(read: LoadedScenario, merge_result: MergeResult) -> None:
    path = read.member.path
    if merge_result.scenario is not read.scenario:
        save(merge_result.scenario, path, read.file.fingerprint, read.file.format, read.file.origin)
    if merge_result.record != read.record:
        write_record(merge_result.record, path)


_IMPORTED_STATUSES = (MergeStatus.TAKEN, MergeStatus.STALE)
_STATUS_LABELS: Mapping[MergeStatus, Message] = {
    MergeStatus.TAKEN: message_in("translation", "imported"),
    MergeStatus.STALE: message_in("translation", "imported, but the source has changed since"),
    MergeStatus.UNPLACED: message_in("translation", "the scenario no longer has this text; kept"),
}

_DRAFT_LABEL = message_in("translation", "imported as a draft")


def outcome_message(outcome: ImportOutcome, *, prefer_imported: bool) -> Message:
    """Return the message about the import of a text, with the text shortened to one line."""
    entry = outcome.entry
    if outcome.status is MergeStatus.CONFLICT:
        return message(
            "{field}: changed in both; the scenario has {ours!r}, this file {theirs!r}; "
            "keeping {which}",
            field=entry.field,
            ours=outcome.ours,
            theirs=entry.target,
            which=message("this file's") if prefer_imported else message("the scenario's"),
        )
    if outcome.status is MergeStatus.REFUSED:
        wrong_placeholders = WrongPlaceholders(
            entry.line, entry.field, entry.source, entry.target, outcome.mismatch
        )
        return message("rejected: {why}", why=catalogue_problem_message(wrong_placeholders))
    is_draft = outcome.status is MergeStatus.TAKEN and entry.state is TranslationState.DRAFT
    fate = _DRAFT_LABEL if is_draft else _STATUS_LABELS[outcome.status]
    text = shortened_text(entry.target)
    if not entry.field:  # an entry without context, whose field is unknown
        return message("{fate}: {text!r}", fate=fate, text=text)
    return message("{field}: {fate}: {text!r}", field=entry.field, fate=fate, text=text)
