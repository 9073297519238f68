"""What the system, an interrupt and a command there is none of stop the program with."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from m44core.faults import describe_file, record_fault
from m44core.messages.message import Message, colon, message
from m44core.messages.os_errors import os_error_reason
from m44core.suggestions import did_you_mean

INTERRUPTION = message("interrupted")


def unknown_command(english: str, commands: Collection[str]) -> Message:
    """Return what argparse complains about a command there is none of, and propose one."""
    word = english.partition("invalid choice: ")[2].partition(" (")[0].strip("'\"")
    hint = did_you_mean(word, commands)
    return message("there is no command {word!r}; {hint}", word=word, hint=hint)


def os_error_message(error: OSError) -> Message:
    """Return what the system says about a file, or about where the program prints."""
    what = str(error.filename) if error.filename else message("the output")
    return colon(what, os_error_reason(error))


def internal_error_message(error: BaseException, words: Iterable[str]) -> Message:
    """Write a report about what ended a command, and return what to say of it.

    Args:
        error: What ended it.
        words: The words of the command; the report describes the files among them.
    """
    files = list(filter(os.path.isfile, words))
    said = record_fault(error, list(map(describe_file, files))).message
    return colon(files[0], said) if len(files) == 1 else said
