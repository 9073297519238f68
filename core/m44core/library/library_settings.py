"""On which terms the files of a library are judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path

from m44core.catalogue.packs.pack import Pack, packs_digest
from m44core.io.files.open import digest
from m44core.io.files.side_files import catalogue_for
from m44core.library.library_folder import file_stamp
from m44core.messages.message import Value
from m44core.validation.bga.verdict import PROFILE
from m44core.validation.check_selection import DEFAULT_SELECTION, PROFILES, Selection, select
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.configuration import Configuration, Configurations
from m44core.validation.runner import CheckSettings
from m44core.values import dataclass
from m44core.version import __version__


@dataclass(frozen=True, slots=True)
class FileSettings:
    """How one file is judged.

    Attributes:
        settings: What is asked of the checks, the verdict on Board Game Arena among it.
        counted: The findings that count; those for the verdict need not.
    """

    settings: CheckSettings = CheckSettings(select(profiles=[PROFILE]))
    counted: Selection = DEFAULT_SELECTION


@dataclass(slots=True)
class LibrarySettings:
    """Knows the terms of each file: its ``m44.toml``, and the boxes that are owned.

    Attributes:
        owned: The boxes the user owns; None where nothing was said.
        packs: User packs that hold for its files besides those their ``m44.toml`` names.
    """

    owned: OwnedBoxes | None = None
    packs: tuple[Pack, ...] = ()
    _configurations: Configurations = field(default_factory=Configurations)
    _terms: dict[Path | None, FileSettings] = field(default_factory=dict)
    _stamps: dict[Path | None, str] = field(default_factory=dict)

    @property
    def errors(self) -> Mapping[str, Value]:
        """What is said of each ``m44.toml`` that is not used because it is wrong."""
        return self._configurations.errors

    def for_file(self, path: str) -> FileSettings:
        """Return the terms of a file; where its ``m44.toml`` is wrong, the usual ones."""
        said = self._configurations.of_or_empty(path)
        if said.path not in self._terms:
            self._terms[said.path] = self._usual(said)
        usual, rules = self._terms[said.path], said.rules_for(path)
        return FileSettings(replace(usual.settings, rules=rules), usual.counted) if rules else usual

    def _usual(self, said: Configuration) -> FileSettings:
        """Return the terms of all files of a collection, but for what it allows in single ones."""
        chosen, profiles = list(said.select), [*said.profiles]
        counted = select(chosen, said.ignore, profiles)
        chosen += [PROFILES[PROFILE]] if chosen else []
        asked = select(chosen, said.ignore, dict.fromkeys([*profiles, PROFILE]))
        owned = said.owned if self.owned is None else self.owned
        return FileSettings(CheckSettings(asked, owned, packs=self.packs), counted)

    def cache_key(self, path: str) -> str:
        """Return what is another as soon as a file may be judged otherwise than before.

        That is another version of the program, another ``m44.toml``, other packs or boxes.
        """
        of_collection = self._configurations.of_or_empty(path).path
        if of_collection not in self._stamps:
            catalogue, _ = catalogue_for(Path(path), self.packs)
            by = packs_digest(catalogue.packs), self._boxes()
            said = (__version__, str(of_collection), file_stamp(of_collection), by)
            self._stamps[of_collection] = digest(repr(said).encode())[:16]
        return self._stamps[of_collection]

    def _boxes(self) -> list[tuple[str, int]] | None:
        return sorted(self.owned.boxes.items()) if self.owned else None
