"""Options that were renamed: the old name still works for one version, with a note.

To rename an option, add a row to :data:`RENAMED`. Remove the rows when the next version begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from m44core.messages.message import Message, message


class Renamed(NamedTuple):
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


RENAMED = (
    Renamed("convert", "--to", ("--format",)),
    Renamed("render", "--to", ("--format",)),
    Renamed("schema", "--out", ("--output",)),
    Renamed("play", "--json", ("--format", "json")),
    Renamed("sheet", "--language", ("--texts",), value_with="+"),
)


def replace_old_spellings(
    command: str | None, arguments: Sequence[str]
) -> tuple[list[str], list[Message]]:
    """Return the arguments with the new names of options, and a note for each old one."""
    rows = [row for row in RENAMED if row.command == command]
    words, notes = list[str](), list[Message]()
    end = arguments.index("--") if "--" in arguments else len(arguments)
    for place, word in enumerate(arguments[:end]):
        option, equals, value = word.partition("=")
        given_value = value if equals else next(iter(arguments[place + 1 : place + 2]), "")
        row = next(
            (row for row in rows if row.old == option and row.value_with in given_value), None
        )
        if row is None:
            words.append(word)
            continue
        words += [*row.new[:-1], f"{row.new[-1]}{equals}{value}"]
        notes.append(_note(row))
    return [*words, *arguments[end:]], notes


def _note(row: Renamed) -> Message:
    return message(
        "{old} is now {new}; the old name works until the next version",
        old=row.old,
        new=" ".join(row.new),
    )
