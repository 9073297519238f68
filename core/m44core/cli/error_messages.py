"""Messages for the errors that end a command: interrupts, faults, unknown commands.

They are in their own module because only failing commands load it.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from m44core.faults import describe_file, record_fault
from m44core.messages.message import Message, label_with_text, message
from m44core.suggestions import closest_match, did_you_mean

INTERRUPTION = message("interrupted")


def unknown_command_message(english: str, commands: Collection[str]) -> Message:
    """Return the message for an unknown command, with the most similar one as a hint."""
    word = english.partition("invalid choice: ")[2].partition(" (")[0].strip("'\"")
    hint = did_you_mean(word, commands)
    return message("unknown command {word!r}; {hint}", word=word, hint=hint)


def unknown_option_message(option: str, known_options: Iterable[str]) -> Message:
    """Return the message for an unknown option, with the most similar one as a hint."""
    names = [name[2:] for name in known_options if name.startswith("--")]
    similar_option = closest_match(option[2:], names) if option.startswith("--") else None
    if similar_option is None:
        return message("unknown option {option}", option=option)
    return message(
        "unknown option {option}; did you mean {known}?", option=option, known=f"--{similar_option}"
    )


def report_internal_error(error: BaseException, words: Iterable[str]) -> Message:
    """Write a crash report about an internal error, and return the message about it.

    Args:
        error: The exception that ended the command.
        words: The arguments of the command; the report describes the files among them.
    """
    files = list(filter(os.path.isfile, words))
    text = record_fault(error, list(map(describe_file, files))).message
    return label_with_text(files[0], text) if len(files) == 1 else text
