"""The parser with the options of every command."""

from __future__ import annotations

import argparse
from typing import Any

from m44core.cli.main import COMMANDS, PLUGINS, CommandParser, parser_of_all_commands


def commands(parser: argparse.ArgumentParser) -> dict[str, Any]:
    """Return the parsers of the commands, or actions, of a parser by name."""
    actions = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    return next((dict(action.choices) for action in actions), {})


def test_every_command_has_its_options() -> None:
    parsers = commands(parser_of_all_commands())
    assert parsers.keys() == COMMANDS.keys()
    for name in COMMANDS.keys() - set(PLUGINS):
        option_names = [action.dest for action in parsers[name]._actions]
        assert option_names[:2] == ["help", "verbose"]
        assert len(option_names) > 2 or name == "languages", name


def test_the_actions_of_a_command_have_their_options() -> None:
    actions = commands(commands(parser_of_all_commands())["translate"])
    assert actions.keys() == {"export", "import", "status", "check"}
    assert "--to" in actions["export"].format_help()


def test_the_parser_is_in_the_requested_language() -> None:
    assert "Szenario anlegen" in commands(parser_of_all_commands("de"))["new"].format_help()


def test_the_parser_of_a_command_takes_the_color_that_argparse_passes_since_python_3_14() -> None:
    commands_of_program = CommandParser("m44").add_subparsers(parser_class=CommandParser)
    help_text = commands_of_program.add_parser("check", color=False).format_help()
    assert help_text.startswith("usage: m44 check")
