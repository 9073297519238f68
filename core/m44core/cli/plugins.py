"""Commands that need Qt: found by their entry points when called, never imported by the core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.pip_command import extra_install_command

if TYPE_CHECKING:
    from m44core.arguments.parser import Parser

GROUP, OPTIONS = "m44.commands", "m44.options"
_INSTALL = extra_install_command("editor")


class NotInstalledError(M44Error):
    """The editor or Qt, which the command needs, is not installed."""


def run_plugin(command: str, arguments: Sequence[str]) -> int:
    """Run a command of the editor and return its exit status.

    Raises:
        NotInstalledError: the editor or Qt is not installed.
    """
    from importlib.metadata import entry_points  # slow to import
    from importlib.util import find_spec  # 1 ms

    plugins = entry_points(group=GROUP, name=command)
    if not plugins or find_spec("PySide6") is None:
        raise NotInstalledError(
            message(
                "{command!r} needs the editor, which is not installed; install it with: {how}",
                command=command,
                how=_INSTALL,
            )
        )
    try:
        run = next(iter(plugins)).load()
    except ImportError as error:  # a part of Qt, or a system library it needs
        problem = message("{command!r} cannot start Qt: {why}", command=command, why=str(error))
        raise NotInstalledError(problem) from error
    status: int = run(list(arguments))
    return status


def add_plugin_options(command: str, parser: Parser) -> None:
    """Add the options of a command of the editor, if the editor is installed."""
    from importlib.metadata import entry_points  # slow to import

    for entry_point in entry_points(group=OPTIONS, name=command):
        entry_point.load()(parser)
