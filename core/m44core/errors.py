"""Exceptions for work that cannot be done.

A problem *in a document* is not an exception but a :class:`m44core.diagnostics.Diagnostic`.
"""


class M44Error(Exception):
    """The requested work cannot be done; the message says what to do about it."""


class ReadError(M44Error):
    """A file cannot be read at all: missing, a folder, no permission."""


class WriteError(M44Error):
    """A file cannot be written; an existing file is unchanged."""


class CatalogueError(M44Error):
    """One of the program's own data files is invalid."""


class NotationError(M44Error, ValueError):
    """A text is not valid notation for a hex, an action, an option, a game or the like."""


class IllegalActionError(M44Error, ValueError):
    """The rules do not allow this action now; the game is unchanged."""
