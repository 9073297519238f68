"""Man pages and shell completion for the installed ``m44`` and ``m44-editor``.

    python command_pages.py FOLDER VERSION SECONDS

Both are generated from the parsers of the program, so they cover every command and option. The
script runs in the environment of the build tools, where the wheel is installed. SECONDS since 1970
give the date on the pages.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from m44core.arguments.parser import Parser
from m44core.cli.main import parser_of_all_commands
from m44core.messages.message import Message
from m44editor.app import add_options

EDITOR = "m44-editor"
EDITOR_SUMMARY = "edit scenarios for the board game Memoir '44"
SUMMARY = "create, check, draw and playtest scenarios for the board game Memoir '44"
COMPLETIONS = {
    "bash": "bash-completion/completions/{program}",
    "zsh": "zsh/vendor-completions/_{program}",
    "fish": "fish/vendor_completions.d/{program}.fish",
}
"""The file of each shell below ``share``, where the packages of Debian put it."""
_FOLDERS = {"FOLDER", "DIRECTORY"}
_PATHS = {"A", "B", "DATABASE", "FILE", "GAME", "IN", "OUT", "PATH", "REPORT"}


def main(arguments: list[str]) -> None:
    """Write all man pages and completions below the folder that becomes ``share``."""
    share, version, seconds = Path(arguments[0]), arguments[1], int(arguments[2])
    header = f'"{time.strftime("%Y-%m-%d", time.gmtime(seconds))}" "M44 Workshop {version}"'
    for name, page in all_man_pages(header).items():
        write_text_file(share / "man" / "man1" / f"{name}.1", page)
    for parser in (parser_of_all_commands(), editor_parser()):
        make_completable(parser)
        for shell, place in COMPLETIONS.items():
            text = shtab.complete(parser, shell)
            write_text_file(share / place.format(program=parser.prog), text)


def write_text_file(file: Path, text: str) -> None:
    """Write a text file, and its folder if needed."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8", newline="\n")


def editor_parser() -> Parser:
    """Return the parser of ``m44-editor``."""
    parser = Parser(EDITOR)
    add_options(parser)
    return parser


# --- man pages ------------------------------------------------------------------------


def all_man_pages(header: str) -> dict[str, str]:
    """Return the man pages, keyed by name, of both programs and of each command and its actions."""
    program = parser_of_all_commands()
    pages = dict(_man_pages_of(program, SUMMARY, header, [EDITOR]))
    pages |= dict(_man_pages_of(editor_parser(), EDITOR_SUMMARY, header, ["m44"]))
    return pages


def _man_pages_of(
    parser: Parser, summary: str, header: str, related: list[str]
) -> Iterator[tuple[str, str]]:
    """Yield the name and the man page of a parser, and those of its commands."""
    name, commands = page_name(parser), subcommands(parser)
    summaries = {page_name(each): about for each, about in commands}
    see_also = [*related, *summaries] if len(summaries) < 10 else related
    yield name, _man_page(parser, summary, header, summaries, see_also)
    for command, about in commands:
        yield from _man_pages_of(command, about, header, [name])


def page_name(parser: argparse.ArgumentParser) -> str:
    """Return the name of a man page, in the style of git: ``m44-check`` for ``m44 check``."""
    return re.sub(r"\s+", "-", parser.prog)


def subcommands(parser: argparse.ArgumentParser) -> list[tuple[Parser, str]]:
    """Return the parser and the summary of each command below a parser."""
    action = _command_action(parser)
    if action is None:
        return []
    about = {entry.dest: entry.help or "" for entry in action._choices_actions}
    return [(command, about[name]) for name, command in action.choices.items()]


def _command_action(
    parser: argparse.ArgumentParser,
) -> argparse._SubParsersAction[Parser] | None:
    actions = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    return next(actions, None)


def _man_page(
    parser: Parser, summary: str, header: str, commands: Mapping[str, str], related: list[str]
) -> str:
    name = page_name(parser)
    see = " ,\n".join(f".BR {_escape(each)} (1)" for each in sorted(related))
    parts = [
        f'.TH "{_escape(name.upper())}" "1" {header} "User Commands"',
        ".ad l\n.nh",  # long words leave no room to spread the others
        f".SH NAME\n{_escape(name)} \\- {_escape(summary)}",
        _man_page_body(parser),
        *([_command_list(commands)] if commands else []),
        *_closing_sections(parser),
        f".SH SEE ALSO\n{see}",
    ]
    return "\n".join(parts) + "\n"


def _man_page_body(parser: Parser) -> str:
    """Return the synopsis, the description and the options, as argparse-manpage writes them.

    The subcommands and the closing parts get their own sections.
    """
    parser.format_help()  # it renders the description
    parser.epilog = None
    parser.description = " ".join((parser.description or "").split())
    action = _command_action(parser)
    if action is not None:
        parser._action_groups = [
            group for group in parser._action_groups if action not in group._group_actions
        ]
    text = str(Manpage(parser))
    _, start, body = text.partition(".SH SYNOPSIS")
    choices = re.compile(r"\{[^{}\s]+\}")  # one long word, unless it may break at commas
    return choices.sub(lambda match: match[0].replace(",", ",\\:"), start + body).rstrip()


def _command_list(commands: Mapping[str, str]) -> str:
    entries = (
        f".TP\n.BR {_escape(name)} (1)\n{_escape(about)}" for name, about in commands.items()
    )
    return ".SH COMMANDS\n" + "\n".join(entries)


def _closing_sections(parser: Parser) -> Iterator[str]:
    """Yield the sections of the examples and of the remarks below the options."""
    notes = [parser.text(part) for part in parser._closing if isinstance(part, Message)]
    for part in parser._closing:
        if not isinstance(part, Message):
            lines = (_example_entry(parser, command, about) for command, about in part.items())
            yield ".SH EXAMPLES\n" + "\n".join(lines)
    if notes:
        yield ".SH NOTES\n" + "\n.PP\n".join(_escape(note) for note in notes)


def _example_entry(parser: Parser, command: str, about: Message | None) -> str:
    remark = f"\n{_escape(parser.text(about))}" if about else "\n\\&"
    return f".TP\n.B {_escape(command)}{remark}"


def _escape(text: str) -> str:
    """Return a text for roff: with backslashes, hyphens and control lines escaped."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


# --- completion -----------------------------------------------------------------------


def make_completable(parser: argparse.ArgumentParser) -> None:
    """Tell shtab, in place, which arguments are files or folders and how to complete the others."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                make_completable(command)
        elif action.choices is not None:
            action.choices = [str(each) for each in action.choices]
        elif action.metavar in _FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # read by shtab
        elif action.metavar in _PATHS:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # as above


if __name__ == "__main__":
    main(sys.argv[1:])
