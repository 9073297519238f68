"""The ``m44.toml`` of a collection for commands other than ``check``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, OK
from m44core.messages.message import Renderer
from m44core.validation.components.owned_boxes import OwnedBoxes, parse_owned_option
from m44core.validation.configuration import Configurations


def owned_boxes_for(requested_boxes: str | None, path: str) -> OwnedBoxes | None:
    """Return the boxes of ``--boxes``, else those in a file's ``m44.toml``; None if neither is set.

    Raises:
        NotationError: there is no box of that name.
        ConfigurationError: ``m44.toml`` is invalid.
    """
    return (
        Configurations().configuration_for(path).owned
        if requested_boxes is None
        else parse_owned_option(requested_boxes)
    )


def target_languages_for(
    requested_languages: Iterable[str],
    existing_languages: Iterable[str],
    path: Path,
    configurations: Configurations,
) -> tuple[str, ...]:
    """Return the languages of ``--to``, or else the target languages of the file and ``m44.toml``.

    Args:
        requested_languages: The languages of ``--to``; empty without that option.
        existing_languages: The target languages that the file already has.
        path: The file.
        configurations: The ``m44.toml`` files; their ``texts`` name languages.
    """
    default_languages = (
        *existing_languages,
        *configurations.configuration_or_empty(str(path)).languages,
    )
    return tuple(dict.fromkeys(tuple(requested_languages) or default_languages))


def report_invalid_settings(
    paths: Iterable[str | Path],
    renderer: Renderer,
    loaded_configurations: Configurations | None = None,
) -> int:
    """Print the problems in the ``m44.toml`` of files, each once; return the exit status."""
    configurations = loaded_configurations or Configurations()
    for path in paths:
        configurations.configuration_or_empty(str(path))
    for problem in configurations.errors.values():
        print(f"m44: {escape_controls(renderer.render(problem))}", file=sys.stderr)
    return FAILED if configurations.errors else OK
