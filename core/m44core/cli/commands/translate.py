"""``m44 translate``: run one of its actions."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from importlib import import_module

from m44core.arguments.parser import Parser
from m44core.messages.message import Message, message

_ACTIONS: Mapping[str, tuple[str, Message]] = {
    "export": ("translate_export", message("export scenario text for translators")),
    "import": ("translate_import", message("import finished translations")),
    "status": ("translate_status", message("show how much is translated")),
    "check": ("translate_check", message("check translations for problems")),
}
_EXAMPLES = {
    "m44 translate export scenarios/ po/ --to fr --to de": None,
    "m44 translate import po/ scenarios/": None,
    "m44 translate status scenarios/": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its actions."""
    parser.set_description(
        message(
            "Export scenario text for translation and import the results. "
            "docs/translating-scenarios.md describes how to translate a collection as a team."
        ),
        _EXAMPLES,
    )
    actions = parser.add_subparsers(
        title=parser.text(message("actions")),
        metavar="ACTION",
        dest="action",
        required=True,
        parser_class=type(parser),
    )
    for name, (module, summary) in _ACTIONS.items():
        action_parser = actions.add_parser(
            name, renderer=parser.renderer, help=parser.text(summary)
        )
        import_module(f"m44core.cli.commands.{module}").add_options(action_parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the requested action, and return its exit status.

    Raises:
        M44Error: the action failed.
    """
    module, _ = _ACTIONS[arguments.action]
    status: int = import_module(f"m44core.cli.commands.{module}").run(arguments)
    return status
