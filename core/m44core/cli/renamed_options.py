"""Options that were renamed: the old name still works for one version, with a note.

To rename an option, add a row to :data:`RENAMED_OPTIONS`. Remove the rows when the next version
begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from m44core.messages.message import Message, message


class RenamedOption(NamedTuple):
    """An option that was renamed.

    Attributes:
        command: The command that has it.
        old: The old name.
        new: The new name, and a value if there is one.
        value_with: Text in the values for which the option was renamed; "" for all.
    """

    command: str
    old: str
    new: tuple[str, ...]
    value_with: str = ""


RENAMED_OPTIONS = (
    RenamedOption("convert", "--to", ("--format",)),
    RenamedOption("render", "--to", ("--format",)),
    RenamedOption("schema", "--out", ("--output",)),
    RenamedOption("play", "--json", ("--format", "json")),
    RenamedOption("sheet", "--language", ("--texts",), value_with="+"),
)


def replace_renamed_options(
    command: str | None, arguments: Sequence[str]
) -> tuple[list[str], list[Message]]:
    """Return the arguments with the new names of options, and a note for each old one."""
    rows = [row for row in RENAMED_OPTIONS if row.command == command]
    words, notes = list[str](), list[Message]()
    end = arguments.index("--") if "--" in arguments else len(arguments)
    for index, word in enumerate(arguments[:end]):
        option, equals, value = word.partition("=")
        given_value = value if equals else next(iter(arguments[index + 1 : index + 2]), "")
        row = next(
            (row for row in rows if row.old == option and row.value_with in given_value), None
        )
        if row is None:
            words.append(word)
            continue
        words += [*row.new[:-1], f"{row.new[-1]}{equals}{value}"]
        notes.append(_renamed_option_note(row))
    return [*words, *arguments[end:]], notes


def _renamed_option_note(row: RenamedOption) -> Message:
    return message(
        "{old} is now {new}; the old name works until the next version",
        old=row.old,
        new=" ".join(row.new),
    )
