"""``m44 examples``: copy the scenarios and the pack that come with the program."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import OK, PROBLEMS_FOUND
from m44core.cli.quiet_mode import is_quiet
from m44core.cli.shared_options import add_language_option, renderer_of
from m44core.messages.message import Message, Renderer, message, several
from m44core.support.examples import CopiedExamples, copy_examples, example_files

_EXAMPLES = {
    "m44 examples": message("list the examples"),
    "m44 examples my-scenarios/": message("copy the examples to that folder"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Copy the built-in scenarios, templates and example pack to a folder where you "
            "can read and edit them. Existing files are never replaced."
        ),
        _EXAMPLES,
        message("exit status: 0 copied, 1 a different file was kept, 2 failed"),
    )
    about = parser.text(message("the folder to copy to (default: list the files)"))
    parser.add_argument("folder", nargs="?", metavar="COPY-TO", help=about)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Copy the examples, or list them; return 1 if a different file was in the way, else 0.

    A summary of the copied files is printed unless quiet.

    Raises:
        WriteError: a file cannot be written.
    """
    if not arguments.folder:
        print("\n".join(path.as_posix() for path in example_files()))
        return OK
    copied_examples, renderer = copy_examples(Path(arguments.folder)), renderer_of(arguments)
    if not is_quiet():
        print(escape_controls(renderer.render(_copied_files_message(copied_examples))))
    _print_kept_files(copied_examples, renderer)
    return PROBLEMS_FOUND if copied_examples.kept_files else OK


def _copied_files_message(copied_examples: CopiedExamples) -> Message:
    return several(
        "{number} file copied to {folder}",
        "{number} files copied to {folder}",
        copied_examples.copied_count,
        folder=str(copied_examples.folder),
    )


def _print_kept_files(copied_examples: CopiedExamples, renderer: Renderer) -> None:
    for name in copied_examples.kept_files:
        note = message(
            "{file} was kept because it differs from the example",
            file=str(copied_examples.folder / name),
        )
        print(f"m44: {escape_controls(renderer.render(note))}", file=sys.stderr)
