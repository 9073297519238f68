"""``m44 completion``: print the script that completes commands and options in a shell."""

from __future__ import annotations

import argparse

from m44core.arguments.parser import Parser
from m44core.cli.completion_scripts import SCRIPTS
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import add_language_option, renderer_of
from m44core.messages.message import message

_EXAMPLES = {
    "m44 completion bash -o ~/.local/share/bash-completion/completions/m44": None,
    "m44 completion zsh -o ~/.m44.zsh": message("then add this to ~/.zshrc: source ~/.m44.zsh"),
    "m44 completion fish -o ~/.config/fish/completions/m44.fish": None,
    "m44 completion powershell >> $PROFILE": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Print a script that lets a shell complete commands and options with the Tab key."),
        _EXAMPLES,
        message("exit status: 0 printed, 2 failed"),
    )
    about = message("the shell")
    parser.add_argument("shell", choices=SCRIPTS, help=parser.text(about))
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the script; return 0."""
    from m44core.cli.main import parser_of_all_commands  # it imports this module

    print(
        SCRIPTS[arguments.shell](parser_of_all_commands(renderer_of(arguments).language.code)),
        end="",
    )
    return 0
