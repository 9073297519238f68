"""``m44 translate check``: report problems with translations, in scenarios and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.collection_settings import report_invalid_settings
from m44core.cli.commands.translate_input import (
    LoadedScenario,
    add_language_options,
    format_report_line,
    print_error,
    read_member,
    requested_languages,
    translation_files,
)
from m44core.cli.exit_status import FAILED, OK, PROBLEMS_FOUND
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import add_language_option, renderer_of
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.file_reader import locator_for
from m44core.messages.message import Message, either, message
from m44core.messages.renderers import message_of_error
from m44core.translate.collection import CollectionMember, collection_members
from m44core.translate.exchange.catalogue_checks import (
    WrongPlaceholders,
    catalogue_problem_message,
    catalogue_problems,
)
from m44core.translate.exchange.exchange_formats import exchange_format_of, read_catalogue
from m44core.translate.glossary import glossary_of, missing_terms, required_terms
from m44core.translate.placeholders import placeholder_mismatch
from m44core.translate.text_languages import (
    available_source_language,
    declared_code,
    is_same_language,
    target_languages,
)
from m44core.translate.text_record import TranslationState
from m44core.translate.text_record_file import record_path
from m44core.translate.translation_units import translation_units_of

_ABOUT_CHECKS = message(
    "Translation files are checked for damage, the wrong language, missing or added "
    "placeholders, and duplicate entries. Scenarios are checked for placeholder errors, "
    "outdated translations, and conflicts waiting for a decision."
)
_EXAMPLES = {
    "m44 translate check po/": None,
    "m44 translate check scenarios/ --to fr": None,
}
_STATUS = message("exit status: 0 no problems, 1 problems found, 2 a file could not be read")


def add_options(parser: Parser) -> None:
    """Describe the action and add its options."""
    parser.set_description(
        message("Check translations and report each problem with file and line."),
        _ABOUT_CHECKS,
        _EXAMPLES,
        _STATUS,
    )
    add, text = parser.add_argument, parser.text
    about = message("translation files, scenarios, or folders of both")
    add("paths", nargs="+", metavar="PATH", help=text(about))
    add_language_options(parser, message("check only this language; may be repeated"))
    about = message(
        "also report terms from the game's glossary and FOLDER/glossary.yaml that are "
        "translated differently"
    )
    add("--terms", action="store_true", help=text(about))
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the problems; return 0, 1 if there are any, 2 if a file could not be read.

    Raises:
        NotationError: a language code is invalid.
    """
    renderer, (source, targets) = renderer_of(arguments), requested_languages(arguments)
    status = OK
    for path, findings in _findings_by_file(arguments.paths, source, targets, arguments.terms):
        lines: list[str] = []
        try:
            with boundary(path):
                for line, finding in findings:
                    lines.append(format_report_line(renderer, path, line, finding))
        except M44Error as error:
            print_error(format_report_line(renderer, "m44", 0, message_of_error(error)))
            status = FAILED
        status = max(status, PROBLEMS_FOUND if lines else OK)
        print("".join(f"{line}\n" for line in lines), end="")
    return max(status, report_invalid_settings(_scenario_files(arguments.paths), renderer))


_Findings = Iterator[tuple[int, Message]]


def _findings_by_file(
    paths: list[str], source: str | None, targets: tuple[str, ...], terms: bool
) -> Iterator[tuple[Path, _Findings]]:
    """Yield each file with a lazy iterator over its findings."""
    for path in translation_files(paths):
        yield path, _check_file(path, targets)
    for member in collection_members(_scenario_paths(paths)):
        yield member.path, _check_scenario(member, source, targets, terms)


def _scenario_paths(paths: list[str]) -> list[str]:
    return [path for path in paths if Path(path).is_dir() or exchange_format_of(Path(path)) is None]


def _scenario_files(paths: list[str]) -> Iterator[Path]:
    return (member.path for member in collection_members(_scenario_paths(paths)))


def _check_file(path: Path, targets: tuple[str, ...]) -> _Findings:
    catalogue = read_catalogue(path)
    if targets and not any(is_same_language(catalogue.target, code) for code in targets):
        return
    for fault in catalogue_problems(catalogue, path):
        yield fault.line, catalogue_problem_message(fault)


def _check_scenario(
    member: CollectionMember, requested_source: str | None, targets: tuple[str, ...], terms: bool
) -> _Findings:
    read = read_member(member)
    source = available_source_language(read.scenario, read.record, requested_source)
    for code in targets or target_languages(read.scenario, source):
        yield from _check_language(read, source, declared_code(read.scenario, code))
        if terms:
            yield from _check_terms(read, source, declared_code(read.scenario, code))


def _check_terms(read: LoadedScenario, source: str, target: str) -> _Findings:
    """Yield a line and message for each glossary term not translated in any of the listed ways."""
    places = locator_for(read.file.text, read.file.format)
    glossary = glossary_of(read.member.path.parent)
    for unit in translation_units_of(read.scenario, source, target, read.record):
        if not unit.target:
            continue
        line = places.line_and_column(f"/texts/{target}/{unit.field}")[0] or 1
        terms = required_terms(glossary.terms_in(unit.source, source), unit.field)
        for missing_term in missing_terms(terms, unit.target, target):
            yield (
                line,
                message(
                    "{field} in {language}: {term!r} should be translated as {expected}",
                    field=unit.field,
                    language=target,
                    term=unit.source[missing_term.start : missing_term.end],
                    expected=either(map(repr, missing_term.term.translations_in(target))),
                ),
            )


def _check_language(read: LoadedScenario, source: str, target: str) -> _Findings:
    places = locator_for(read.file.text, read.file.format)
    for unit in translation_units_of(read.scenario, source, target, read.record):
        line = places.line_and_column(f"/texts/{target}/{unit.field}")[0] or 1
        wrong_placeholders = placeholder_mismatch(unit.source, unit.target) if unit.target else None
        if wrong_placeholders:
            yield (
                line,
                catalogue_problem_message(
                    WrongPlaceholders(
                        line, unit.field, unit.source, unit.target, wrong_placeholders
                    )
                ),
            )
        if unit.state is TranslationState.STALE:
            yield (
                line,
                message(
                    "{field} in {language}: outdated; the source was {before!r} and is now {now!r}",
                    field=unit.field,
                    language=target,
                    before=unit.previous,
                    now=unit.source,
                ),
            )
    for kept in read.record.kept:
        if kept.language == target:
            yield (
                1,
                message(
                    "{field} in {language}: {text!r} in {file} is waiting for a decision",
                    field=kept.field,
                    language=target,
                    text=kept.target,
                    file=record_path(read.member.path).name,
                ),
            )
