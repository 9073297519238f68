"""The user packs of the editor: those the user added, and those the open file came with."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.catalogue.packs.in_use import packs_in_use
from m44core.errors import M44Error
from m44editor.documents.settings import names

FOLDERS = "packs/folders"


class Packs(QObject):
    """Remembers the folders of packs, and says when the pieces there are have become others.

    Signals:
        changed: The catalogue knows other pieces than it did.
    """

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._known = packs_in_use()
        for folder in self.folders:
            self._use(folder)
        self._known = packs_in_use()

    @property
    def folders(self) -> list[Path]:
        """The folders the user added."""
        return [Path(name) for name in names(self._settings, FOLDERS)]

    def add(self, folder: Path) -> None:
        """Have a pack in use, in later sessions too.

        Raises:
            PackError: it cannot be used; the message says why.
        """
        from m44core.catalogue.packs.nearby import add_packs, pack_in

        add_packs([pack_in(folder)])
        self._remember([*(each for each in self.folders if each != folder), folder])
        self.look()

    def remove(self, folder: Path) -> None:
        """Have a pack in use no more; a file that names it in ``m44.toml`` brings it back."""
        from m44core.catalogue.load import use_packs

        use_packs([pack for pack in packs_in_use() if pack.folder != folder])
        self._remember([each for each in self.folders if each != folder])
        self.look()

    def look(self) -> None:
        """Look whether other packs are in use than were, such as those of a file just opened."""
        before, self._known = self._known, packs_in_use()
        if self._known != before:
            self.changed.emit()

    def trouble(self, folder: Path) -> M44Error | None:
        """Return what keeps the pack of a folder from being used; None where nothing does."""
        return self._use(folder)

    def _use(self, folder: Path) -> M44Error | None:
        from m44core.catalogue.packs.nearby import add_packs, pack_in

        try:
            add_packs([pack_in(folder)])
        except M44Error as error:
            return error
        return None

    def _remember(self, folders: list[Path]) -> None:
        self._settings.setValue(FOLDERS, [str(folder) for folder in folders])
