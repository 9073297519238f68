"""The log of the program's steps and their duration, for finding bugs.

Modules write to it as they would with :mod:`logging`, under their own names::

    _log = Log(__name__)
    _log.info("read %s, %d bytes", path, size)

Importing ``logging`` takes 5 ms, while ``m44 check FILE`` takes 250 ms. It is imported only if
logging is on: by :func:`start_logging`, or by a program that uses this package and configures
``logging`` itself. Until then the methods of :class:`Log` do nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import logging

VARIABLE = "M44_LOG"
"""The environment variable with the lowest level that is logged: debug, info, warning or error."""

FILE_VARIABLE = "M44_LOG_FILE"
"""The environment variable with the path of a file to log to, in addition to standard error."""

OPTION, SHORT_OPTION = "--verbose", "-v"
"""The option of every command that logs at the level *info*, or the level in ``M44_LOG``."""

LEVELS = ("debug", "info", "warning", "error")
_FORMAT = "%(asctime)s %(levelname)-7s %(process)d %(name)s: %(message)s"
_MAX_FILE_SIZE = 1_000_000  # bytes of a log file; then it is renamed to .1, and a new one begun


class Log:
    """The log of one module.

    Args:
        name: The name of the module, ``__name__``.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def debug(self, text: str, *values: object) -> None:
        """Log a single step of the program."""
        self._write(10, text, values)

    def info(self, text: str, *values: object) -> None:
        """Log an action of the user and its result."""
        self._write(20, text, values)

    def warning(self, text: str, *values: object) -> None:
        """Log a problem that was handled without the user."""
        self._write(30, text, values)

    def error(self, text: str, *values: object) -> None:
        """Log a fault of the program."""
        self._write(40, text, values)

    def _write(self, level: int, text: str, values: tuple[object, ...]) -> None:
        logging = sys.modules.get("logging")
        if logging is None:
            return
        logger = logging.getLogger(self._name)
        if logger.hasHandlers():  # without handlers, logging itself would print warnings
            logger.log(level, text, *values, stacklevel=3)


def start_logging(arguments: Sequence[str] = (), file: Path | None = None) -> None:
    """Start logging to standard error if logging is on; worker processes do the same.

    Args:
        arguments: The arguments of the command line; ``--verbose`` among them turns the log on.
        file: Another file to log to, unless ``M44_LOG_FILE`` is set.
    """
    if OPTION in arguments or SHORT_OPTION in arguments:
        os.environ.setdefault(VARIABLE, "info")
    level_name = os.environ.get(VARIABLE, "")
    if not level_name:
        return
    import logging  # 5 ms

    level = level_name.lower() if level_name.lower() in LEVELS else "info"
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    file_name = os.environ.get(FILE_VARIABLE, "")
    path = Path(file_name) if file_name else file
    file_error = None
    if path is not None:
        try:
            handlers.append(_file_handler(path))
        except OSError as error:
            file_error = error
    logging.basicConfig(level=level.upper(), format=_FORMAT, handlers=handlers)
    if file_error is not None:
        Log(__name__).warning("the log is not written to %s: %s", path, file_error)


def _file_handler(path: Path) -> logging.Handler:
    from logging.handlers import RotatingFileHandler  # 12 ms

    path.parent.mkdir(parents=True, exist_ok=True)
    return RotatingFileHandler(
        path, maxBytes=_MAX_FILE_SIZE, backupCount=1, encoding="utf-8", delay=True
    )
