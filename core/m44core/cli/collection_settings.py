"""What the ``m44.toml`` of a collection says to commands besides ``check``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from m44core.cli.control_characters import visible
from m44core.cli.exit_status import FAILED, OK
from m44core.messages.message import Words
from m44core.validation.components.owned_boxes import OwnedBoxes, parse_owned_option
from m44core.validation.configuration import Configurations


def owned_boxes_for(asked: str | None, path: str) -> OwnedBoxes | None:
    """Return the boxes that ``--boxes`` names, else those the ``m44.toml`` of a file does.

    Raises:
        NotationError: a box is named that does not exist.
        ConfigurationError: ``m44.toml`` is wrong.
    """
    return Configurations().of(path).owned if asked is None else parse_owned_option(asked)


def target_languages_for(
    asked: Iterable[str], there: Iterable[str], path: Path, configurations: Configurations
) -> tuple[str, ...]:
    """Return the languages to translate a file to: those asked for by ``--to``.

    Without any, those that are *there*, and those its ``m44.toml`` wants texts in.
    """
    wanted = (*there, *configurations.of_or_empty(str(path)).languages)
    return tuple(dict.fromkeys(tuple(asked) or wanted))


def report_invalid_settings(
    paths: Iterable[str | Path], told: Words, known: Configurations | None = None
) -> int:
    """Print what is wrong with the ``m44.toml`` of some files, each once; return the status."""
    configurations = known or Configurations()
    for path in paths:
        configurations.of_or_empty(str(path))
    for said in configurations.errors.values():
        print(f"m44: {visible(told.render(said))}", file=sys.stderr)
    return FAILED if configurations.errors else OK
