"""The commands of a saved game: what VASSAL does one after the other to set it up."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.errors import ReadError
from m44core.vassal.archive import too_large
from m44core.vassal.sequences import parts

_BETWEEN = "\x1b"
_LOGGED = "LOG\t"  # what happens later in a recorded game
_DEEPEST = 5  # VASSAL puts no more than three into each other
_MOST = 200_000  # commands
_MOST_TABS = 1_000_000  # a counter has some dozens
_LONGEST = 100_000  # letters of a command; a counter with many traits has a tenth of it


def commands(text: str, name: str) -> Iterator[str]:
    """Yield the commands that set a game up, without what is recorded to happen later.

    Raises:
        ReadError: there are too many, or one is too long; the message names the file *name*.
    """
    if text.count(_BETWEEN) > _MOST or text.count("\t") > _MOST_TABS:
        raise ReadError(too_large(name))
    for command in _commands(text, 0):
        if len(command) > _LONGEST:
            raise ReadError(too_large(name))
        yield command


def has_moves(text: str) -> bool:
    """Tell whether a game was recorded: whether something happens later in it."""
    return _BETWEEN + _LOGGED in text


def _commands(text: str, depth: int) -> Iterator[str]:
    """Yield commands, and those that belong to them, which lie deeper."""
    for command in parts(text, _BETWEEN):
        if command.startswith(_LOGGED):
            continue
        if _BETWEEN in command and depth < _DEEPEST:
            yield from _commands(command, depth + 1)
        elif command:
            yield command
