"""``m44 supports``: list the needs of scenarios, and whether the engine supports them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from m44core.arguments.parser import Parser
from m44core.catalogue.catalogue_types import Layer
from m44core.cli.collection_settings import report_invalid_settings
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, OK, PROBLEMS_FOUND
from m44core.cli.file_arguments import scenario_files
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import add_format_option, add_language_option, renderer_of
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.read_scenario import read_scenario
from m44core.messages import nouns
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Renderer, Value, message, message_in, several
from m44core.messages.renderers import in_english, message_of_error, renderer_in
from m44core.model.scenario import Scenario
from m44core.playtest.games.engine_support import (
    DECK,
    OBJECTIVE,
    OPTION,
    OTHER,
    SPECIAL,
    Need,
    Support,
    support_of,
)
from m44core.rules.analysis.engine_gaps import published_gaps, unplayed_rule_names
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts
from m44core.values import dataclass
from m44core.version import __version__

VERSION = 1  # of the shape of the JSON document; see schema/supports.schema.json

_MAX_NAMED_HEXES = 3

_DESCRIPTION = message(
    "Check whether the engine supports everything that scenarios use (pieces, special rules, "
    "objectives, options), and by which rule. m44 play leaves out what is not supported and "
    "reports it."
)
_EXAMPLES = {
    "m44 supports pegasus.m44": None,
    "m44 supports scenarios/ --lacking": message("list only what is not supported"),
    "m44 supports scenarios/ --format table": message(
        "count what prevents scenarios from being played"
    ),
    "m44 supports scenarios/ --format json": None,
}
_STATUS = message(
    "exit status: 0 everything is supported, 1 something is not, 2 a scenario could not be read"
)


@dataclass(frozen=True, slots=True)
class ScenarioSupport:
    """A scenario and its needs."""

    path: str
    scenario: Scenario
    support: Support


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(_DESCRIPTION, _EXAMPLES, _STATUS)
    add, text = parser.add_argument, parser.text
    add("paths", nargs="+", metavar="FILE", help=text(message("scenarios, folders or patterns")))
    lacking_help = message("in text output, list only what is not supported")
    add("--lacking", action="store_true", help=text(lacking_help))
    add_format_option(parser, text, _REPORTS, "text")
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the needs of the scenarios; return 1 if a need is not supported, 2 if a file failed."""
    paths, renderer = scenario_files(arguments.paths), renderer_of(arguments)
    report = _REPORTS[arguments.format]
    rows = list(_reported_scenarios(paths, report, arguments.lacking, renderer))
    print(report.assemble(rows, renderer))
    if report_invalid_settings(paths, renderer) or len(rows) < len(paths):
        return FAILED
    return OK if all(row.is_whole for row in rows) else PROBLEMS_FOUND


def _reported_scenarios(
    paths: Sequence[str], report: _ReportFormat, lacking: bool, renderer: Renderer
) -> Iterator[_ReportedScenario]:
    """Yield the needs of each scenario; print why a scenario cannot be read, and continue."""
    for path in paths:
        try:
            with boundary(path):
                scenario = read_scenario(path)
                row = ScenarioSupport(
                    path, scenario, support_of(scenario, engine_gaps_from_texts(scenario))
                )
                reported = _ReportedScenario(row.support, report.part(row, lacking, renderer))
        except M44Error as error:
            print(
                f"m44: {escape_controls(renderer.render(message_of_error(error)))}", file=sys.stderr
            )
        else:
            yield reported


class _ReportedScenario(NamedTuple):
    """The needs of a scenario, and the part of the report about it."""

    support: Support
    part: Any

    @property
    def is_whole(self) -> bool:
        """Whether the engine plays the whole scenario."""
        return self.support.is_complete


class _ReportFormat(NamedTuple):
    """A report format: functions that make the part about one scenario, and the whole report."""

    part: Callable[[ScenarioSupport, bool, Renderer], Any]
    assemble: Callable[[Sequence[_ReportedScenario], Renderer], str]


def as_text(rows: Sequence[_ReportedScenario], renderer: Renderer) -> str:
    """Return the report as text: the lines of each scenario, and the number fully supported."""
    lines = [line for row in rows for line in row.part]
    return "\n".join(map(escape_controls, [*lines, _fully_supported_count(rows, renderer)]))


def _scenario_lines(row: ScenarioSupport, lacking: bool, renderer: Renderer) -> list[str]:
    shown_needs = row.support.unsupported_needs if lacking else row.support.needs
    needs = [line for need in shown_needs for line in _need_lines(need, row.scenario, renderer)]
    notes = [
        renderer.render(message("note: {said}", said=renderer.sentence(note)))
        for note in row.support.notes
    ]
    return [renderer.render(_played_summary(row, renderer)), *needs, *notes, ""]


def _played_summary(row: ScenarioSupport, renderer: Renderer) -> Message:
    """Return the title of a scenario and how many of its needs are supported.

    Rules that are stated only in its texts are counted separately, as not supported.
    """
    number, lack = len(row.support.needs), len(row.support.unsupported_needs)
    values: dict[str, Value] = {
        "title": row.scenario.title or row.path,
        "played": number - lack,
        "number": number,
    }
    if unstated_count := len({*_rules_only_in_texts(row, renderer)}):
        return several(
            "{title}: {played} of the {number} features it uses are supported, but {unstated} "
            "rule found only in the scenario text is not",
            "{title}: {played} of the {number} features it uses are supported, but {unstated} "
            "rules found only in the scenario text are not",
            unstated_count,
            unstated=unstated_count,
            **values,
        )
    return message("{title}: {played} of the {number} features it uses are supported", **values)


def _fully_supported_count(rows: Sequence[_ReportedScenario], renderer: Renderer) -> str:
    whole_count = sum(row.is_whole for row in rows)
    scenarios = nouns.scenarios(len(rows))
    return renderer.render(
        message("{whole} of {scenarios} fully supported", whole=whole_count, scenarios=scenarios)
    )


_TEXTS = message_in("kind", "scenario text")
_YES, _NO = message_in("played", "yes"), message_in("played", "NO")
_KINDS = {
    **{layer.value: layer.noun for layer in Layer},
    "board": message_in("kind", "board"),
    SPECIAL: message_in("kind", "special rule"),
    OBJECTIVE: message_in("kind", "objective"),
    OPTION: message_in("kind", "option"),
    DECK: message_in("kind", "deck"),
    OTHER: message_in("kind", "other"),
}


def _need_lines(need: Need, scenario: Scenario, renderer: Renderer) -> Iterator[str]:
    names = [scenario.board.name(hex_) for hex_ in need.hexes]
    hex_names = " ".join(names[:_MAX_NAMED_HEXES])
    if len(names) > _MAX_NAMED_HEXES:
        rest = len(names) - _MAX_NAMED_HEXES
        hex_names = renderer.render(
            message("{hexes} and {number} more", hexes=hex_names, number=rest)
        )
    support_mark = f"{renderer.render(_NO if need.gap else _YES):3}"
    kind, label = (
        renderer.render(sentence) for sentence in (_KINDS.get(need.kind, need.kind), need.label)
    )
    yield f"  {support_mark}  {kind:13} {label:34} {need.source:28} {hex_names}".rstrip()
    for sentence in (each for each in (need.gap, need.assumed) if each):
        yield f"       {renderer.sentence(sentence)}"


def as_table(rows: Sequence[_ReportedScenario], renderer: Renderer) -> str:
    """Return a table of what prevents scenarios from being played, the most frequent first."""
    blocked: dict[tuple[str, str], list[_ReportedScenario]] = {}
    for row in rows:
        for blocker in dict.fromkeys(row.part):
            blocked.setdefault(blocker, []).append(row)
    most_first = sorted(blocked.items(), key=lambda each: (-len(each[1]), each[0]))
    lines = [_blocker_row(*blocker, blocked_rows, renderer) for blocker, blocked_rows in most_first]
    return "\n".join(map(escape_controls, [*lines, _fully_supported_count(rows, renderer)]))


def _blockers(
    row: ScenarioSupport, _lacking: bool, renderer: Renderer
) -> Iterator[tuple[str, str]]:
    """Yield the kind and the name of each need of a scenario that the engine does not support."""
    for need in row.support.unsupported_needs:
        yield renderer.render(_KINDS.get(need.kind, need.kind)), renderer.render(need.label)
    in_texts = renderer.render(_TEXTS)
    yield from ((in_texts, rule) for rule in _rules_only_in_texts(row, renderer))


def _rules_only_in_texts(row: ScenarioSupport, renderer: Renderer) -> Iterator[str]:
    """Yield the rules stated only in the texts of a scenario, which are therefore not played."""
    yield from (renderer.render(rule) for rule in unplayed_rule_names(row.scenario))
    named_sentences = {gap.sentence for gap in published_gaps(row.scenario)}
    yield from (
        renderer.sentence(note) for note in row.support.notes if note not in named_sentences
    )


def _blocker_row(
    kind: str, label: str, rows: Sequence[_ReportedScenario], renderer: Renderer
) -> str:
    """Return the row of an unsupported need.

    It says how many scenarios have the need, and how many of these have no other.
    """
    sole_need_count = sum(len(set(row.part)) == 1 for row in rows)
    alone_note = message("{number} only because of this", number=sole_need_count)
    return f"{len(rows):4}  {kind:13} {label:44} {renderer.render(alone_note)}"


def as_json(rows: Sequence[_ReportedScenario], _renderer: Renderer) -> str:
    """Return the report as a JSON document."""
    document = {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "scenarios": [row.part for row in rows],
        "summary": {
            "scenarios": len(rows),
            "whole": sum(row.is_whole for row in rows),
            "lacking": sum(len(row.support.unsupported_needs) for row in rows),
        },
    }
    return json.dumps(document, indent=2)


def _scenario_data(row: ScenarioSupport, _lacking: bool, _renderer: Renderer) -> dict[str, Any]:
    return {
        "path": row.path,
        "title": row.scenario.title,
        "needs": [
            {
                "kind": need.kind,
                "name": need.name,
                "label": renderer_in(ENGLISH).render(need.label),
                "rules": need.source,
                "hexes": [row.scenario.board.name(hex_) for hex_ in need.hexes],
                "played": not need.gap,
                "lack": in_english(need.gap) or None,
            }
            for need in row.support.needs
        ],
        "notes": [in_english(note) for note in row.support.notes],
    }


_REPORTS: Mapping[str, _ReportFormat] = {
    "text": _ReportFormat(_scenario_lines, as_text),
    "table": _ReportFormat(lambda *arguments: list(_blockers(*arguments)), as_table),
    "json": _ReportFormat(_scenario_data, as_json),
}
