"""``--quiet``: whether the command prints only its result, warnings and errors."""

from __future__ import annotations

import sys

from m44core.messages.message import Renderer, Value

QUIET, QUIET_SHORT = "--quiet", "-q"
_is_quiet = False  # of the process, which runs one command


def set_quiet(is_quiet: bool) -> None:
    """Turn progress, notes and summaries off or on."""
    global _is_quiet
    _is_quiet = is_quiet


def is_quiet() -> bool:
    """Return whether progress, notes and summaries are left out."""
    return _is_quiet


def print_note(note: Value, renderer: Renderer) -> None:
    """Print a note on standard error, unless ``--quiet`` is used."""
    if not _is_quiet:
        from m44core.cli.control_characters import escape_controls  # 1 ms

        print(f"m44: {escape_controls(renderer.render(note))}", file=sys.stderr)
