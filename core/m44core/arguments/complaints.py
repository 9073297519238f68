"""What argparse complains about, as messages.

argparse makes its sentences in English before anybody can ask for their parts. So they are told
from what they look like; one that is not known here stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import replace

from m44core.messages.message import Message, Value, message

_KNOWN: tuple[tuple[str, Message], ...] = (
    (r"argument (?P<name>[^:]+): (?P<said>.+)", message("argument {name}: {said}")),
    (
        "the following arguments are required: (?P<names>.+)",
        message("the following arguments are required: {names}"),
    ),
    ("unrecognized arguments: (?P<words>.+)", message("unrecognized arguments: {words}")),
    ("expected one argument", message("expected one argument")),
    ("expected at least one argument", message("expected at least one argument")),
    ("ignored explicit argument (?P<word>.+)", message("ignored explicit argument {word}")),
    (
        r"ambiguous option: (?P<word>.+) could match (?P<options>.+)",
        message("ambiguous option: {word} could match {options}"),
    ),
    (r"invalid int value: (?P<word>.+)", message("invalid int value: {word}")),
    (r"invalid float value: (?P<word>.+)", message("invalid float value: {word}")),
    (
        r"invalid choice: (?P<word>.+) \(choose from (?P<known>.+)\)",
        message("invalid choice: {word} (choose from {known})"),
    ),
    (r"(?P<word>.+) is no number from 1 on", message("{word} is no number from 1 on")),
    (r"(?P<word>.+) is no percentage", message("{word} is no percentage")),
)


def complaint(english: str) -> Value:
    """Return what a complaint of argparse says, to be told in a language."""
    for pattern, said in _KNOWN:
        found = re.fullmatch(pattern, english, re.DOTALL)
        if found:
            values: dict[str, Value] = dict(found.groupdict())
            if "said" in values:
                values["said"] = complaint(found["said"])
            return replace(said, values=values)
    return english


def help_of(program: str) -> Message:
    """Return how to get the help of a command."""
    return message("Try: {command}", command=f"{program} --help")
