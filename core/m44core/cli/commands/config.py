"""``m44 config``: show the effective settings of a file or folder, and where each is set."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from m44core.arguments.parser import Parser
from m44core.catalogue.packs.configured_packs import pack_folders_for
from m44core.cli.control_characters import escape_controls
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import (
    LANGUAGE_VARIABLE,
    SYSTEM_VARIABLE,
    add_format_option,
    add_language_option,
    renderer_of,
)
from m44core.cli.text_table import left_aligned_table
from m44core.diagnostics import Severity
from m44core.log import FILE_VARIABLE, LEVEL_VARIABLE
from m44core.messages.message import Message, Renderer, Value, message, message_in
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.configuration import (
    CONFIGURATION_NAME,
    PACKS_KEY,
    Configuration,
    Configurations,
    FileAllowance,
    absolute_path,
    searched_folders,
    setting_lines,
)
from m44core.version import __version__

VERSION = 1  # of the shape of the JSON document; see schema/config.schema.json

_EXAMPLES = {
    "m44 config": message("in the current folder"),
    "m44 config scenarios/arras.yaml": message("for this file"),
    "m44 config --format json scenarios/": message("see schema/config.schema.json"),
}
_SEARCH = message(
    "The nearest m44.toml in or above the folder of a scenario applies. The search ends at the "
    "root of a Git or Mercurial repository. Options on the command line override it."
)
_STATUS = message("exit status: 0 printed, 2 m44.toml is invalid")


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Show which settings apply to a file or folder, and where each is set."),
        _SEARCH,
        _EXAMPLES,
        _STATUS,
    )
    about = message("a scenario file, or a folder (default: the current folder)")
    parser.add_argument("place", nargs="?", default=".", metavar="PATH", help=parser.text(about))
    add_format_option(parser, parser.text, _REPORTS, "text")
    add_report_output_option(parser)
    add_language_option(parser)


class Setting(NamedTuple):
    """An effective setting.

    Attributes:
        name: The name of the setting, as in the file.
        value: The value, as plain data; None if nothing is set.
        line: The line of the file that sets it; None if the file does not.
        variable: The environment variable that sets it; "" if none does.
    """

    name: str
    value: object
    line: int | None = None
    variable: str = ""


class _Settings(NamedTuple):
    """All settings of a file or folder, the file they come from, and the folders searched."""

    place: str
    file: Path | None
    searched: Sequence[Path]
    settings: Sequence[Setting]


def run(arguments: argparse.Namespace) -> int:
    """Print the settings; return 0.

    Raises:
        ConfigurationError: ``m44.toml`` is invalid.
    """
    renderer = renderer_of(arguments)
    print(_REPORTS[arguments.format](_settings_of(arguments.place, renderer), renderer))
    return 0


def _settings_of(place: str, renderer: Renderer) -> _Settings:
    is_folder = os.path.isdir(place)  # noqa: PTH112 - a Path may raise instead
    file = os.path.join(place, CONFIGURATION_NAME) if is_folder else place  # noqa: PTH118 - the same
    configuration = Configurations().configuration_for(file)
    lines = setting_lines(configuration.path) if configuration.path else {}
    values = {name: read(configuration) for name, read in _VALUES.items()}
    packs: list[object] = [str(folder) for folder in pack_folders_for(Path(file))]
    settings = [
        *_environment_settings(renderer),
        *(Setting(name, value, lines.get(name)) for name, value in values.items()),
        Setting(PACKS_KEY, packs, lines.get(PACKS_KEY)),
    ]
    return _Settings(place, configuration.path, list(searched_folders(file)), settings)


def _environment_settings(renderer: Renderer) -> Iterator[Setting]:
    language = os.environ.get(LANGUAGE_VARIABLE)
    variable = LANGUAGE_VARIABLE if language else SYSTEM_VARIABLE
    yield Setting("language", renderer.language.code, variable=variable)
    for name, variable in (("log", LEVEL_VARIABLE), ("log-file", FILE_VARIABLE)):
        value = os.environ.get(variable)
        if value:
            yield Setting(name, value, variable=variable)


def _suppression_data(rule: FileAllowance) -> dict[str, object]:
    allowance = rule.rule.allowance
    return {
        "check": allowance.check,
        "files": rule.files,
        "at": allowance.at,
        "reason": allowance.reason,
        "line": rule.line,
    }


def _boxes_data(owned_boxes: OwnedBoxes | None) -> dict[str, int] | None:
    return dict(owned_boxes.boxes) if owned_boxes else None


def _tile_pairs_data(owned_boxes: OwnedBoxes | None) -> list[object]:
    pairs = owned_boxes.tile_pairs if owned_boxes else {}
    return [[*faces, number] for faces, number in pairs.items()]


_VALUES: Mapping[str, Callable[[Configuration], object]] = {
    "select": lambda settings: list(settings.select),
    "ignore": lambda settings: list(settings.ignore),
    "profiles": lambda settings: list(settings.profiles),
    "fail-on": lambda settings: settings.fail_on or Severity.ERROR.value,
    "boxes": lambda settings: _boxes_data(settings.owned),
    "tile-pairs": lambda settings: _tile_pairs_data(settings.owned),
    "texts": lambda settings: list(settings.languages),
    "allow": lambda settings: [_suppression_data(rule) for rule in settings.rules],
}
"""For each setting of ``[check]``, a function that returns its value in a configuration."""


def as_text(settings: _Settings, renderer: Renderer) -> str:
    """Return a table of the settings, below the name of the file they come from."""
    rows = [
        [setting.name, _value_text(setting), _setting_source(settings, setting, renderer)]
        for setting in settings.settings
    ]
    return "\n".join(
        (
            escape_controls(renderer.render(_settings_heading(settings))),
            "",
            left_aligned_table(rows),
        )
    )


def _settings_heading(settings: _Settings) -> Message:
    place = str(absolute_path(settings.place))
    if settings.file:
        return message("{place}: settings from {file}", place=place, file=str(settings.file))
    last = str(settings.searched[-1])
    return message(
        "{place}: no {file} there or in the folders above, up to {last}",
        place=place,
        file=CONFIGURATION_NAME,
        last=last,
    )


def _setting_source(settings: _Settings, setting: Setting, renderer: Renderer) -> str:
    """Return the source of a setting: ``m44.toml:3``, a variable, or the default."""
    if setting.line is not None and settings.file is not None:
        return f"{settings.file.name}:{setting.line}"
    return setting.variable or renderer.render(message_in("source of a setting", "default"))


def _value_text(setting: Setting) -> str:
    """Return a value as it would be typed for an option."""
    value = setting.value
    if isinstance(value, dict):
        return ",".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, list):
        return escape_controls(", ".join(map(_entry_text, value)))
    return "" if value is None else escape_controls(str(value))


def _entry_text(entry: object) -> str:
    if isinstance(entry, dict):  # a suppression
        return " ".join(filter(None, (entry["check"], entry["at"], entry["files"])))
    return "/".join(map(str, entry)) if isinstance(entry, list) else str(entry)


def as_json(settings: _Settings, _renderer: Renderer) -> str:
    """Return the settings as a JSON document."""
    document = {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "path": settings.place,
        "file": str(settings.file) if settings.file else None,
        "searched": list(map(str, settings.searched)),
        "settings": {setting.name: _setting_data(setting) for setting in settings.settings},
    }
    return json.dumps(document, indent=2)


def _setting_data(setting: Setting) -> dict[str, Value | object]:
    source = "file" if setting.line else "environment" if setting.variable else "default"
    return {
        "value": setting.value,
        "source": source,
        "line": setting.line,
        "variable": setting.variable or None,
    }


_REPORTS: Mapping[str, Callable[[_Settings, Renderer], str]] = {"text": as_text, "json": as_json}
