"""The conventions for the options of all commands; a new command is included automatically."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator

import pytest

from m44core.arguments.parser import Parser
from m44core.cli.main import parser_of_all_commands
from m44core.cli.piped_input import READ_ARGUMENTS
from m44core.cli.renamed_options import RENAMED_OPTIONS

SHORT = {
    "-h": "--help",
    "-v": "--verbose",
    "-q": "--quiet",
    "-l": "--language",
    "-o": "--output",
    "-f": "--format",
    "-j": "--jobs",
}
"""The short options: each stands for the same long one in every command."""

IN_EVERY_COMMAND = ("--help", "--verbose", "--quiet", "--language")
SAME_HELP = ("--help", "--verbose", "--quiet", "--language", "--boxes", "--template")

COMMANDS_WITH_OUTPUT_FOLDER = {"site", "translate export"}
"""Commands that keep a folder up to date: they replace their own files and no others."""

INPUTS = {"A", "B", "FILE", "GAME", "IN", "PATH", "SCENARIOS"}
"""The metavariables of files to read; that of a folder is FOLDER."""

WRITTEN = {"output", "config", "record", "report"}
"""Arguments with such a metavariable that are not inputs: files to write, and m44.toml."""


def commands() -> Iterator[tuple[str, Parser]]:
    """Yield the name and the parser of every command and action."""
    yield from _commands_below("", parser_of_all_commands())


def _commands_below(name: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, Parser]]:
    subparsers = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    if not subparsers and len(parser._actions) > 2:  # not one of a plugin, which is empty here
        assert isinstance(parser, Parser)
        yield name, parser
    for action in subparsers:
        for child_name, child_parser in action.choices.items():
            yield from _commands_below(f"{name} {child_name}".strip(), child_parser)


COMMANDS = {name: parser for name, parser in commands() if name != "edit"}


def actions_by_option(parser: Parser) -> dict[str, argparse.Action]:
    return dict(parser._option_string_actions)


@pytest.mark.parametrize("name", COMMANDS)
def test_short_options_stand_for_the_same_long_ones(name: str) -> None:
    actions = actions_by_option(COMMANDS[name])
    for option, action in actions.items():
        if not option.startswith("--"):
            assert SHORT.get(option) in action.option_strings, option
    for short, long in SHORT.items():
        assert (long in actions) == (short in actions), f"{long} without {short}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_common_options(name: str) -> None:
    assert actions_by_option(COMMANDS[name]).keys() >= set(IN_EVERY_COMMAND)


@pytest.mark.parametrize("option", SAME_HELP)
def test_an_option_is_explained_alike_in_all_commands(option: str) -> None:
    options_of_commands = [actions_by_option(parser).get(option) for parser in COMMANDS.values()]
    help_texts = {action.help for action in options_of_commands if action is not None}
    if option == "--boxes":  # of check, which takes them to check against
        help_texts = {text for text in help_texts if text and not text.startswith("check")}
    if option == "--template":  # of sheet, which takes the name of a style too
        help_texts = {text for text in help_texts if text and not text.startswith("classic, ")}
    assert len(help_texts) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_and_option_is_explained(name: str) -> None:
    assert [action for action in COMMANDS[name]._actions if not action.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_lists_the_exit_statuses(name: str) -> None:
    assert "exit status: 0 " in COMMANDS[name].format_help()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_writes_a_file_has_a_force_option(name: str) -> None:
    actions = actions_by_option(COMMANDS[name])
    if "--output" in actions and name not in COMMANDS_WITH_OUTPUT_FOLDER:
        assert "--force" in actions


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_with_formats_can_write_to_a_file(name: str) -> None:
    actions = actions_by_option(COMMANDS[name])
    assert "--output" in actions or "--format" not in actions


@pytest.mark.parametrize("name", COMMANDS)
def test_every_file_to_read_can_be_standard_input(name: str) -> None:
    file_arguments = {
        action.dest
        for action in COMMANDS[name]._actions
        if action.metavar in INPUTS and action.dest not in WRITTEN
    }
    assert file_arguments - {"place", "only"} <= set(READ_ARGUMENTS)


@pytest.mark.parametrize("name", COMMANDS)
def test_language_and_jobs_options_have_the_same_metavars_everywhere(name: str) -> None:
    actions = actions_by_option(COMMANDS[name])
    metavars = {key: actions[key].metavar for key in ("--language", "--jobs") if key in actions}
    assert metavars.items() <= {"--language": "LANGUAGE", "--jobs": "N"}.items()


def test_renamed_options_exist_only_with_their_new_names() -> None:
    for row in RENAMED_OPTIONS:
        actions = actions_by_option(COMMANDS[row.command])
        assert row.new[0] in actions
        assert row.value_with or row.old not in actions


@pytest.mark.parametrize("joined_options", [["-qv"], ["-q", "-v"], ["-v", "--quiet"], []])
def test_short_options_can_be_joined(joined_options: list[str]) -> None:
    arguments = ["explain", "M502", *joined_options]
    command = [sys.executable, "-m", "m44core.cli.main", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.startswith("M502 ")
    assert ("INFO" in result.stderr) == bool(joined_options)
