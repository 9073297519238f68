"""What stops a piece of work.

What is wrong *in a document* is never one of these: it is a
:class:`m44core.diagnostics.Diagnostic`.
"""


class M44Error(Exception):
    """The work asked for cannot be done; the message says what to do about it."""


class ReadError(M44Error):
    """A file cannot be read at all: missing, a folder, no permission."""


class WriteError(M44Error):
    """A file cannot be written; whatever stood there before still stands."""


class CatalogueError(M44Error):
    """Our own data files are wrong."""


class NotationError(M44Error, ValueError):
    """A text is not the notation of a hex, an action or a recorded game."""


class IllegalActionError(M44Error, ValueError):
    """The rules do not allow this action now; the game is as it was."""
