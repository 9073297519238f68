"""Options of ``m44 check`` that cannot be meant as they stand."""

from __future__ import annotations

import argparse

from m44core.errors import NotationError
from m44core.findings.wording import phrase

_OF_FINDINGS = ("format", "statistics", "show", "fail_on")
"""Options about how findings are told, of which ``--diff`` shows none."""


def refuse_senseless(arguments: argparse.Namespace) -> None:
    """Make sure that no option would be passed over in silence.

    Raises:
        NotationError: one would; the message says which.
    """
    if arguments.diff and arguments.fix:
        raise NotationError(phrase("fix-or-diff"))
    for name in _OF_FINDINGS:
        if arguments.diff and getattr(arguments, name):
            raise NotationError(phrase("not-with-diff", option=_option(name)))


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
