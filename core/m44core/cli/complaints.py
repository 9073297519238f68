"""What the system, an interrupt and a command there is none of stop the program with."""

from __future__ import annotations

from collections.abc import Collection

from m44core.messages.message import Message, colon, message
from m44core.phrases import did_you_mean

INTERRUPTION = message("interrupted")


def unknown_command(english: str, commands: Collection[str]) -> Message:
    """Return what argparse complains about a command there is none of, and propose one."""
    word = english.partition("invalid choice: ")[2].partition(" (")[0].strip("'\"")
    hint = did_you_mean(word, commands)
    return message("there is no command {word!r}; {hint}", word=word, hint=hint)


def unusable(error: OSError) -> Message:
    """Return what the system says about a file, or about where the program prints."""
    what = str(error.filename) if error.filename else message("the output")
    return colon(what, str(error.strerror))
