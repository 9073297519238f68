"""The user packs of the editor: those the user added, and those the open file came with."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import catalogue_with
from m44core.catalogue.packs.pack import Pack
from m44core.errors import M44Error
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.documents.editor_settings import names

FOLDERS = "packs/folders"


def user_packs(settings: QSettings) -> tuple[Pack, ...]:
    """Return the packs the user added, as they are now; those that cannot be used are left out."""
    packs: tuple[Pack, ...] = ()
    for folder in _folders(settings):
        try:
            packs = catalogue_with((*packs, _pack_in(folder))).packs
        except M44Error:  # the dialog of the packs says why
            continue
    return packs


def _folders(settings: QSettings) -> list[Path]:
    return [Path(name) for name in names(settings, FOLDERS)]


def _pack_in(folder: Path) -> Pack:
    from m44core.catalogue.packs.configured_packs import pack_in  # few have packs

    return pack_in(folder)


class Packs(QObject):
    """Remembers the folders of packs, and has the open scenarios know the pieces there.

    Attributes:
        sheets: The open sheets.

    Signals:
        changed: The scenario that is shown has another catalogue than the one shown before.
    """

    changed = Signal()

    def __init__(
        self, settings: QSettings, document: Document, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._document = document
        self.sheets: Iterable[Sheet] = (document.sheet,)
        self.use(document.sheet)
        self._known = self.catalogue

    @property
    def folders(self) -> list[Path]:
        """The folders the user added."""
        return _folders(self._settings)

    @property
    def catalogue(self) -> Catalogue:
        """What is known of the pieces of the scenario that is shown."""
        return self._document.scenario.catalogue

    def add(self, folder: Path) -> None:
        """Have all scenarios know a pack, in later sessions too.

        Raises:
            PackError: it cannot be used; the message says why.
        """
        catalogue_with((*user_packs(self._settings), _pack_in(folder)))
        self._remember([*(each for each in self.folders if each != folder), folder])
        for sheet in self.sheets:
            self.use(sheet)
        self.look()

    def remove(self, folder: Path) -> None:
        """Have no scenario know a pack; a file that names it in ``m44.toml`` brings it back."""
        self._remember([each for each in self.folders if each != folder])
        for sheet in self.sheets:
            left = [pack for pack in sheet.scenario.catalogue.packs if pack.folder != folder]
            sheet.know(catalogue_with(left))
        self.look()

    def use(self, sheet: Sheet) -> None:
        """Have the scenario of a sheet know the packs of the user, as they are now."""
        sheet.know(self._known_to(sheet.scenario))

    def look(self) -> None:
        """Look whether another catalogue is in use than was, such as that of another tab."""
        self.use(self._document.sheet)
        if self.catalogue is not self._known:
            self._known = self.catalogue
            self.changed.emit()

    def trouble(self, folder: Path) -> M44Error | None:
        """Return what keeps the pack of a folder from being used; None where nothing does."""
        try:
            catalogue_with((_pack_in(folder),))
        except M44Error as error:
            return error
        return None

    def _known_to(self, scenario: Scenario) -> Catalogue:
        """Return what a scenario knows: the packs of the user, and those it was read with."""
        of_user = user_packs(self._settings)
        folders = {pack.folder for pack in of_user}
        own = (pack for pack in scenario.catalogue.packs if pack.folder not in folders)
        return catalogue_with((*of_user, *own))

    def _remember(self, folders: list[Path]) -> None:
        self._settings.setValue(FOLDERS, [str(folder) for folder in folders])
