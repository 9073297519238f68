"""``m44 translate status``: report how much of each scenario is translated."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from m44core.arguments.line_wrapping import cell_width
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
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import OK
from m44core.cli.output_file import add_report_output_option
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.shared_options import add_format_option, add_language_option, renderer_of
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.save import make_folder, write
from m44core.messages import nouns
from m44core.messages.languages import languages
from m44core.messages.message import Renderer, message, message_in, percent
from m44core.translate.collection import collection_members
from m44core.translate.text_languages import (
    available_source_language,
    declared_code,
    is_same_language,
    target_languages,
)
from m44core.translate.translation_progress import (
    TranslationProgress,
    progress_badge,
    progress_of,
    total_progress,
)
from m44core.validation.configuration import Configurations
from m44core.version import __version__

_EXAMPLES = {
    "m44 translate status scenarios/": None,
    "m44 translate status scenarios/ --to ru --format markdown": message(
        "for a pull request comment"
    ),
    "m44 translate status scenarios/ --badges badges/": None,
}
_STATUS = message(
    "exit status: 0 counted, 1 a file contains no scenario, 2 an internal error occurred "
    "while processing a file"
)


def add_options(parser: Parser) -> None:
    """Describe the action and add its options."""
    parser.set_description(
        message("Show how much of each scenario is translated."),
        message("Counts paragraphs. Drafts and outdated translations do not count as done."),
        _EXAMPLES,
        _STATUS,
    )
    add, text = parser.add_argument, parser.text
    add_scenario_paths_argument(parser)
    add_language_options(parser, message("check only this language; may be repeated"))
    add_format_option(parser, text, REPORTS, "text")
    add_report_output_option(parser)
    about = message("write a badge with the percentage of each language into a folder")
    add("--badges", metavar="FOLDER", help=text(about))
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the progress of translations; return 0, or 1 if a file cannot be read.

    Return 2 after an internal error, or if an ``m44.toml`` is invalid.

    Raises:
        M44Error: a language code is invalid, or a badge cannot be written.
    """
    renderer = renderer_of(arguments)
    source, targets = requested_languages(arguments)
    members = collection_members(arguments.paths)
    configurations = Configurations()
    readable_scenarios: list[_ScenarioTargets] = []
    status = OK
    progress = ProgressBar(len(members), nouns.files, renderer)
    for member in members:
        try:
            with boundary(member.path):
                readable_scenarios.append(
                    _ScenarioTargets.from_scenario(read_member(member), source, configurations)
                )
        except M44Error as error:
            progress.clear()
            status = max(status, report_error(error, renderer))
        progress.advance()
    progress.clear()
    codes = targets or tuple(
        dict.fromkeys(code for read in readable_scenarios for code in read.targets)
    )
    if readable_scenarios and not codes:
        print_no_language_note(renderer)
    progress_by_scenario: dict[str, Mapping[str, TranslationProgress]] = {}
    for scenario_targets in readable_scenarios:
        try:
            with boundary(scenario_targets.read.member.path):
                progress_by_scenario[scenario_targets.read.member.name] = _progress_by_language(
                    scenario_targets.read, source, codes
                )
        except M44Error as error:
            status = max(status, report_error(error, renderer))
    totals = _total_progress_by_language(progress_by_scenario)
    print(REPORTS[arguments.format](progress_by_scenario, totals, renderer))
    status = max(status, report_invalid_settings((), renderer, configurations))
    if arguments.badges:
        _write_badges(Path(arguments.badges), totals)
    return status


class _ScenarioTargets(NamedTuple):
    """A scenario with its own target languages."""

    read: LoadedScenario
    targets: tuple[str, ...]

    @classmethod
    def from_scenario(
        cls, read: LoadedScenario, requested_source: str | None, configurations: Configurations
    ) -> _ScenarioTargets:
        source = available_source_language(read.scenario, read.record, requested_source)
        languages, path = target_languages(read.scenario, source), read.member.path
        return cls(read, target_languages_for((), languages, path, configurations))


def _progress_by_language(
    read: LoadedScenario, requested_source: str | None, codes: Iterable[str]
) -> Mapping[str, TranslationProgress]:
    scenario, record = read.scenario, read.record
    source = available_source_language(scenario, record, requested_source)
    declared_codes = dict.fromkeys(declared_code(scenario, code) for code in codes)
    return {
        code: progress_of(scenario, source, code, record)
        for code in declared_codes
        if not is_same_language(code, source)
    }


def _total_progress_by_language(
    progress_by_scenario: ProgressByScenario,
) -> Mapping[str, TranslationProgress]:
    """Return the total progress of each language, ordered by code."""
    codes = sorted({code for by_language in progress_by_scenario.values() for code in by_language})
    return {
        code: total_progress(
            by_language[code]
            for by_language in progress_by_scenario.values()
            if code in by_language
        )
        for code in codes
    }


def _write_badges(folder: Path, totals: Mapping[str, TranslationProgress]) -> None:
    make_folder(folder)
    for code, total in totals.items():
        language = languages().get(code)
        picture = progress_badge(language.name if language else code, total.percent)
        write(picture.encode("utf-8"), folder / f"{code}.svg", backup=False)


VERSION = 1  # of the shape of the JSON document; see schema/translations.schema.json

ProgressByScenario: TypeAlias = dict[str, Mapping[str, TranslationProgress]]
"""The progress, keyed by scenario name and then by language code."""
Totals: TypeAlias = Mapping[str, TranslationProgress]

_HEADS = (
    message_in("column", "Scenario"),
    message_in("column", "Language"),
    message_in("column", "Done"),
    message_in("column", "Draft"),
    message_in("column", "Outdated"),
    message_in("column", "New"),
    message_in("column", "Kept"),
)
_ALL = message("all")


def as_text(progress_by_scenario: ProgressByScenario, totals: Totals, renderer: Renderer) -> str:
    """Return a table: a line for each scenario and language, and the totals of the languages."""
    rows = [
        tuple(map(renderer.render, _HEADS)),
        *_table_rows(progress_by_scenario, totals, renderer),
    ]
    widths = [max(cell_width(row[column]) for row in rows) for column in range(len(_HEADS))]
    lines = ["  ".join(_pad_cells(row, widths)).rstrip() for row in rows]
    return "\n".join([*lines, renderer.render(nouns.files(len(progress_by_scenario)))])


def _pad_cells(row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    """Yield the cells of a row padded to their columns, numbers right-aligned."""
    for number, (text, width) in enumerate(zip(row, widths, strict=True)):
        blanks = " " * (width - cell_width(text))
        yield text + blanks if number < 2 else blanks + text


def _table_rows(
    progress_by_scenario: ProgressByScenario, totals: Totals, renderer: Renderer
) -> Iterator[tuple[str, ...]]:
    for name, by_language in progress_by_scenario.items():
        for code, progress in by_language.items():
            yield _table_row(escape_controls(name), code, progress, renderer)
    if len(progress_by_scenario) > 1:
        for code, progress in totals.items():
            yield _table_row(renderer.render(_ALL), code, progress, renderer)


def _table_row(
    name: str, code: str, progress: TranslationProgress, renderer: Renderer
) -> tuple[str, ...]:
    done_text = renderer.render(percent(progress.percent / 100))
    counts = (progress.draft, progress.stale, progress.new, progress.kept)
    return (name, code, done_text, *(str(number or "") for number in counts))


def as_markdown(
    progress_by_scenario: ProgressByScenario, totals: Totals, renderer: Renderer
) -> str:
    """Return a table of percentages: a row per scenario and a column per language."""
    heads = (renderer.render(_HEADS[0]), *totals)
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "--:|" * len(totals)]
    rows = [
        (_escape_markdown(name), by_language) for name, by_language in progress_by_scenario.items()
    ]
    for name, by_language in (*rows, (f"**{renderer.render(_ALL)}**", totals)):
        lines.append(
            "| "
            + " | ".join(
                [name, *(_percent_cell(by_language.get(code), renderer) for code in totals)]
            )
            + " |"
        )
    return "\n".join(lines)


def _escape_markdown(name: str) -> str:
    return escape_controls(name).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def _percent_cell(progress: TranslationProgress | None, renderer: Renderer) -> str:
    if progress is None:
        return ""
    done_text = renderer.render(percent(progress.percent / 100))
    to_review = progress.draft + progress.stale
    review_note = renderer.render(message("{number} to review", number=to_review))
    return f"{done_text} ({review_note})" if to_review else done_text


def as_json(progress_by_scenario: ProgressByScenario, totals: Totals, _renderer: Renderer) -> str:
    """Return the report as a JSON document."""
    document = {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "languages": {code: _progress_data(progress) for code, progress in totals.items()},
        "scenarios": [
            {
                "name": name,
                "languages": {
                    code: _progress_data(progress) for code, progress in by_language.items()
                },
            }
            for name, by_language in progress_by_scenario.items()
        ],
    }
    return json.dumps(document, indent=2)


def _progress_data(progress: TranslationProgress) -> dict[str, int]:
    return {
        "percent": progress.percent,
        "units": progress.units,
        "done": progress.done,
        "draft": progress.draft,
        "stale": progress.stale,
        "new": progress.new,
        "kept": progress.kept,
    }


REPORTS: Mapping[str, Callable[[ProgressByScenario, Totals, Renderer], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
}
