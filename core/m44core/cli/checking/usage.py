"""Options of ``m44 check`` that cannot be meant as they stand."""

from __future__ import annotations

import argparse

from m44core.cli.lists import separated
from m44core.errors import NotationError
from m44core.findings.wording import phrase

_LISTS = ("select", "ignore", "boxes")
_NAMES = ("paths", "config", "output")
_OF_FINDINGS = ("format", "statistics", "show", "fail_on")
"""Options about how findings are told, of which ``--diff`` shows none."""


def refuse_senseless(arguments: argparse.Namespace) -> None:
    """Make sure that no option would be passed over in silence.

    Raises:
        NotationError: one would; the message says which.
    """
    for name in (*_NAMES, *_LISTS):
        if any(_is_empty(value, name in _LISTS) for value in _values(arguments, name)):
            raise NotationError(phrase("empty-value", option=_option(name)))
    if arguments.diff and arguments.fix:
        raise NotationError(phrase("fix-or-diff"))
    for name in _OF_FINDINGS:
        if arguments.diff and getattr(arguments, name):
            raise NotationError(phrase("not-with-diff", option=_option(name)))


def _values(arguments: argparse.Namespace, name: str) -> list[str]:
    """Return what was given for an option, however often it may be."""
    value = getattr(arguments, name)
    if value is None:
        return []
    return [value] if isinstance(value, str) else value


def _is_empty(value: str, is_list: bool) -> bool:
    return not (separated([value]) if is_list else value)


def _option(name: str) -> str:
    return "PATH" if name == "paths" else f"--{name.replace('_', '-')}"
