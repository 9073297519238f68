"""The settings for checking the files of a library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path

from m44core.catalogue.packs.pack import Pack, packs_digest
from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import is_quiet
from m44core.io.files.file_reader import digest
from m44core.io.files.side_files import catalogue_for
from m44core.library.library_folder import file_stamp
from m44core.messages.message import Value
from m44core.validation.bga.verdict import PROFILE
from m44core.validation.check_selection import DEFAULT_SELECTION, PROFILES, Selection, select_checks
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.configuration import Configuration, Configurations
from m44core.validation.runner import CheckSettings, FileReport
from m44core.values import dataclass
from m44core.version import __version__


@dataclass(frozen=True, slots=True)
class FileSettings:
    """The settings for checking one file.

    Attributes:
        settings: The settings of the checks, including the verdict on Board Game Arena.
        counted_codes: The codes of the findings to count, without those only checked for the
            verdict.
    """

    settings: CheckSettings = CheckSettings(select_checks(profiles=[PROFILE]))
    counted_codes: Selection = DEFAULT_SELECTION

    def counted_findings(self, report: FileReport) -> list[Diagnostic]:
        """Return the findings to count, without notes that need no action, as in ``m44 check``."""
        return [
            each
            for each in report.diagnostics
            if each.code in self.counted_codes and not is_quiet(each)
        ]


@dataclass(slots=True)
class LibrarySettings:
    """Finds the settings of each file: from its ``m44.toml``, and the boxes the user owns.

    Attributes:
        owned: The boxes the user owns; None if not set.
        packs: User packs used in addition to those of each ``m44.toml``.
    """

    owned: OwnedBoxes | None = None
    packs: tuple[Pack, ...] = ()
    _configurations: Configurations = field(default_factory=Configurations)
    _settings: dict[Path | None, FileSettings] = field(default_factory=dict)
    _cache_keys: dict[Path | None, str] = field(default_factory=dict)

    @property
    def errors(self) -> Mapping[str, Value]:
        """The errors in invalid ``m44.toml`` files, keyed by path."""
        return self._configurations.errors

    def for_file(self, path: str) -> FileSettings:
        """Return the settings of a file; the defaults if its ``m44.toml`` is invalid."""
        configuration = self._configurations.configuration_or_empty(path)
        if configuration.path not in self._settings:
            self._settings[configuration.path] = self._collection_settings(configuration)
        collection_settings, rules = (
            self._settings[configuration.path],
            configuration.allowances_for(path),
        )
        return (
            FileSettings(
                replace(collection_settings.settings, rules=rules),
                collection_settings.counted_codes,
            )
            if rules
            else collection_settings
        )

    def _collection_settings(self, configuration: Configuration) -> FileSettings:
        """Return the settings of a collection, without its rules for individual files."""
        selected_checks, profiles = list(configuration.select), [*configuration.profiles]
        counted_codes = select_checks(selected_checks, configuration.ignore, profiles)
        selected_checks += [PROFILES[PROFILE]] if selected_checks else []
        selection = select_checks(
            selected_checks, configuration.ignore, dict.fromkeys([*profiles, PROFILE])
        )
        owned_boxes = configuration.owned if self.owned is None else self.owned
        return FileSettings(CheckSettings(selection, owned_boxes, packs=self.packs), counted_codes)

    def cache_key(self, path: str) -> str:
        """Return a key that changes whenever the settings could change the findings in a file.

        The key depends on the program version, the ``m44.toml``, the packs and the boxes.
        """
        configuration_path = self._configurations.configuration_or_empty(path).path
        if configuration_path not in self._cache_keys:
            catalogue, _ = catalogue_for(Path(path), self.packs)
            digests = packs_digest(catalogue.packs), self._boxes()
            parts = (__version__, str(configuration_path), file_stamp(configuration_path), digests)
            self._cache_keys[configuration_path] = digest(repr(parts).encode())[:16]
        return self._cache_keys[configuration_path]

    def _boxes(self) -> list[tuple[str, int]] | None:
        return sorted(self.owned.boxes.items()) if self.owned else None
