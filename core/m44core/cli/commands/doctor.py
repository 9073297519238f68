"""``m44 doctor``: show the installation, what is missing, and what to do about it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from functools import partial

from m44core.arguments.parser import Parser
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import OK, PROBLEMS_FOUND
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import add_format_option, add_language_option, renderer_of
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Renderer, message
from m44core.messages.renderers import renderer_in
from m44core.support.installation import Facts, FactState, InstallationFact, installation_facts
from m44core.support.installation_text import facts_as_text

VERSION = 1  # of the shape of the JSON document; see schema/doctor.schema.json

_EXAMPLES = {
    "m44 doctor": None,
    "m44 doctor -o report.txt": message("to attach to a bug report"),
    "m44 doctor --format json": message("see schema/doctor.schema.json"),
}
_PRIVACY = message(
    "Use it when something does not work, and attach its output to bug reports. It contains "
    "versions, fonts and paths, with ~ for your home folder, and nothing from your files."
)
_STATUS = message("exit status: 0 nothing is broken, 1 something is, 2 failed")


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Show versions, libraries, fonts and folders, what is missing, and how to get it."),
        _PRIVACY,
        _EXAMPLES,
        _STATUS,
    )
    add_format_option(parser, parser.text, _REPORTS, "text")
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the facts about the installation; return 1 if something is broken, else 0."""
    facts = installation_facts()
    print(_REPORTS[arguments.format](facts, renderer_of(arguments)))
    is_broken = any(fact.state is FactState.BROKEN for each in facts.values() for fact in each)
    return PROBLEMS_FOUND if is_broken else OK


def as_json(facts: Facts, _renderer: Renderer) -> str:
    """Return the facts as a JSON document, in English."""
    document = {
        "version": VERSION,
        **{section: [_fact_data(fact) for fact in each] for section, each in facts.items()},
    }
    return json.dumps(document, indent=2)


def _fact_data(fact: InstallationFact) -> dict[str, str | None]:
    english = renderer_in(ENGLISH)
    return {
        "name": fact.name,
        "value": english.render(fact.value),
        "state": fact.state.value,
        "use": english.render(fact.use) if fact.use else None,
        "remedy": english.render(fact.remedy) if fact.remedy else None,
    }


_REPORTS: Mapping[str, Callable[[Facts, Renderer], str]] = {
    "text": partial(facts_as_text, escape=escape_controls),
    "json": as_json,
}
