"""The settings each file is checked with: the command line's first, then its ``m44.toml``'s."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from pathlib import Path

from m44core.cli.shared_options import split_list
from m44core.diagnostics import Diagnostic, Severity
from m44core.faults import FaultError, boundary
from m44core.findings.finding_kinds import finding_at
from m44core.messages.message import Value
from m44core.validation.check_selection import Selection, select_checks
from m44core.validation.components.owned_boxes import OwnedBoxes, parse_owned_option
from m44core.validation.configuration import (
    EMPTY_CONFIGURATION,
    NEVER,
    Configuration,
    Configurations,
    absolute_path,
    read_configuration,
)
from m44core.validation.runner import CheckSettings, FileReport
from m44core.validation.suppressions import UNUSED_ALLOWANCE, unused_allowances
from m44core.values import dataclass

_DEFAULT_LIMIT = Severity.ERROR.value


@dataclass(frozen=True, slots=True)
class FileCheckSettings:
    """The settings used to check a file.

    Attributes:
        settings: The settings of the checks.
        fail_on: The lowest severity that makes the exit status 1; None if none does.
        failure: The reason why the file cannot be checked; None if it can.
    """

    settings: CheckSettings
    fail_on: Severity | None
    failure: Value | None = None


@dataclass(slots=True)
class SettingsByFile:
    """The settings of each file, combined from the command line and the configuration files.

    Attributes:
        arguments: The parsed command line.
        configurations: The configuration files.
    """

    arguments: argparse.Namespace
    configurations: Configurations
    _selections: dict[Path | None, Selection] = field(default_factory=dict)
    _owned: OwnedBoxes | None = None

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace) -> SettingsByFile:
        """Return the settings for a command line.

        Raises:
            M44Error: an option names something unknown, or the configuration is invalid.
        """
        settings_by_file = cls(arguments, Configurations(_explicit_configuration(arguments)))
        if arguments.boxes is not None:
            settings_by_file._owned = parse_owned_option(arguments.boxes)
        settings_by_file.selection(EMPTY_CONFIGURATION)
        return settings_by_file

    def for_file(self, path: str) -> FileCheckSettings:
        """Return the settings of a file; an internal error becomes their ``failure``.

        Raises:
            M44Error: its configuration is invalid.
        """
        try:
            with boundary():
                return self._settings(path)
        except FaultError as error:
            return FileCheckSettings(CheckSettings(), Severity.ERROR, error.fault.message)

    def _settings(self, path: str) -> FileCheckSettings:
        configuration = self.configurations.configuration_for(path)
        limit = self.arguments.fail_on or configuration.fail_on or _DEFAULT_LIMIT
        settings = CheckSettings(
            self.selection(configuration),
            self._owned or configuration.owned,
            configuration.allowances_for(path),
            split_list([self.arguments.texts]) if self.arguments.texts else configuration.languages,
        )
        return FileCheckSettings(settings, None if limit == NEVER else Severity(limit))

    def selection(self, configuration: Configuration) -> Selection:
        """Return the codes that a configuration selects for checking."""
        if configuration.path not in self._selections:
            options = self.arguments
            self._selections[configuration.path] = select_checks(
                split_list(options.select) or configuration.select,
                (*(() if options.select else configuration.ignore), *split_list(options.ignore)),
                options.profile or configuration.profiles,
            )
        return self._selections[configuration.path]

    def unused_suppressions(self, reports: Sequence[FileReport]) -> Iterator[FileReport]:
        """Yield a report for each configuration with unused suppressions.

        Only configurations whose entire folder was checked are considered, and none if a file
        failed.
        """
        if not all(report.checked for report in reports):
            return
        used_keys = frozenset(key for report in reports for key in report.used)
        for configuration in self.configurations.loaded_configurations():
            selection = self.selection(configuration)
            if UNUSED_ALLOWANCE in selection and _is_below(
                configuration.path, self.arguments.paths
            ):
                files = self._checked_files(configuration, reports)
                unused_findings = tuple(
                    _unused_suppression_findings(configuration, files, used_keys, selection)
                )
                if unused_findings:
                    yield FileReport(
                        str(configuration.path), unused_findings, is_configuration=True
                    )

    def _checked_files(
        self, configuration: Configuration, reports: Sequence[FileReport]
    ) -> list[str]:
        """Return the files that were checked with a configuration, relative to its folder."""
        paths = (report.path for report in reports)
        return [
            configuration.relative_path(path)
            for path in paths
            if self.configurations.configuration_for(path).path == configuration.path
        ]


def _explicit_configuration(arguments: argparse.Namespace) -> Configuration | None:
    """Return the configuration for all files; None to search for that of each file.

    It is the one named on the command line, or empty if ``--no-config`` is used.

    Raises:
        ConfigurationError: the file cannot be read, or is invalid.
    """
    if arguments.no_config:
        return EMPTY_CONFIGURATION
    return read_configuration(Path(arguments.config)) if arguments.config else None


def _is_below(path: Path | None, folders: Iterable[str]) -> bool:
    """Return whether a file is in or below one of the folders."""
    return path is not None and any(
        os.path.isdir(folder) and path.is_relative_to(absolute_path(folder))  # noqa: PTH112 - see there
        for folder in folders
    )


def _unused_suppression_findings(
    configuration: Configuration,
    files: Sequence[str],
    used_keys: Collection[tuple[str, int]],
    selection: Selection,
) -> Iterator[Diagnostic]:
    by_number = {each.rule.number: each for each in configuration.rules}
    for rule in unused_allowances(
        (each.rule for each in configuration.rules), used_keys, selection
    ):
        entry = by_number[rule.number]
        place = entry.line, 1
        if any(map(entry.applies_to, files)):
            yield finding_at(place, UNUSED_ALLOWANCE, "unused", check=rule.allowance.check)
        else:
            yield finding_at(place, UNUSED_ALLOWANCE, "no-file", files=entry.files)
