"""The user packs of the editor: those the user added, and those of the open file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import catalogue_with_packs
from m44core.catalogue.packs.pack import Pack
from m44core.errors import M44Error
from m44core.io.files.side_files import catalogue_for
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.documents.editor_settings import list_setting

_FOLDERS_KEY = "packs/folders"


def user_packs(settings: QSettings) -> tuple[Pack, ...]:
    """Read the packs that the user added, and return them without the unusable ones."""
    packs: tuple[Pack, ...] = ()
    for folder in _pack_folders(settings):
        try:
            packs = catalogue_with_packs((*packs, _pack_in(folder))).packs
        except M44Error:  # the packs dialog shows the reason
            continue
    return packs


def catalogue_of_unsaved(path: Path | None, packs: Sequence[Pack]) -> Catalogue:
    """Return the catalogue for unsaved work of an earlier session.

    Args:
        path: The file of the scenario, whose packs apply as well; None if it has none.
        packs: The user packs.
    """
    return catalogue_for(path, packs)[0] if path else catalogue_with_packs(packs)


def _pack_folders(settings: QSettings) -> list[Path]:
    return [Path(name) for name in list_setting(settings, _FOLDERS_KEY)]


def _pack_in(folder: Path) -> Pack:
    from m44core.catalogue.packs.configured_packs import load_pack  # few users have packs

    return load_pack(folder)


class UserPacks(QObject):
    """The folders of user packs; applies their pieces to the open scenarios.

    Attributes:
        sheets: The open sheets.

    Signals:
        changed: The catalogue of the current scenario has changed.
    """

    changed = Signal()

    def __init__(
        self, settings: QSettings, document: Document, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._document = document
        self.sheets: Iterable[Sheet] = (document.sheet,)
        self.apply_to(document.sheet)
        self._shown_catalogue = self.catalogue

    @property
    def folders(self) -> list[Path]:
        """The folders the user added."""
        return _pack_folders(self._settings)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the current scenario."""
        return self._document.scenario.catalogue

    def add(self, folder: Path) -> None:
        """Add the pack in a folder to all open scenarios, and to scenarios opened later.

        Raises:
            PackError: it cannot be used; the message says why.
        """
        catalogue_with_packs((*user_packs(self._settings), _pack_in(folder)))
        self._store_folders([*(each for each in self.folders if each != folder), folder])
        for sheet in self.sheets:
            self.apply_to(sheet)
        self.refresh()

    def remove(self, folder: Path) -> None:
        """Remove a pack from all scenarios.

        It is added again when a file whose ``m44.toml`` names it is opened.
        """
        self._store_folders([each for each in self.folders if each != folder])
        for sheet in self.sheets:
            remaining_packs = [
                pack for pack in sheet.scenario.catalogue.packs if pack.folder != folder
            ]
            sheet.set_catalogue(catalogue_with_packs(remaining_packs))
        self.refresh()

    def apply_to(self, sheet: Sheet) -> None:
        """Apply the user's packs, as they are now, to the scenario of a sheet."""
        sheet.set_catalogue(self._catalogue_for(sheet.scenario))

    def refresh(self) -> None:
        """Apply the packs to the current sheet.

        Emit `changed` if that changes the catalogue.
        """
        self.apply_to(self._document.sheet)
        if self.catalogue is not self._shown_catalogue:
            self._shown_catalogue = self.catalogue
            self.changed.emit()

    def error_in(self, folder: Path) -> M44Error | None:
        """Return why the pack in a folder is unusable; None if it is usable."""
        try:
            catalogue_with_packs((_pack_in(folder),))
        except M44Error as error:
            return error
        return None

    def _catalogue_for(self, scenario: Scenario) -> Catalogue:
        """Return a scenario's catalogue, with the user's packs and the packs it was read with."""
        added_packs = user_packs(self._settings)
        folders = {pack.folder for pack in added_packs}
        scenario_packs = (pack for pack in scenario.catalogue.packs if pack.folder not in folders)
        return catalogue_with_packs((*added_packs, *scenario_packs))

    def _store_folders(self, folders: list[Path]) -> None:
        self._settings.setValue(_FOLDERS_KEY, [str(folder) for folder in folders])
