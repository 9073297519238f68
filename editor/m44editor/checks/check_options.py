"""On which terms the open scenario is checked: what the user says, and what ``m44.toml`` says."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.errors import M44Error, NotationError
from m44core.messages.message import Value
from m44core.messages.words import reason
from m44core.validation.basis.selection import PROFILES, Selection, select
from m44core.validation.box.owned import Owned, owned_boxes
from m44core.validation.running.configuration import NAME, NOTHING, Configuration, Configurations
from m44core.validation.running.runner import CheckSettings
from m44editor.documents.document import Document
from m44editor.documents.editor_settings import ASKED, BOXES, flag, word
from m44editor.documents.file_watch import FileWatch


class CheckTerms(QObject):
    """Keeps what the user asks of the checks, and finds what the file's collection asks.

    As on the command line, what the user says wins over ``m44.toml``.

    Attributes:
        settings: What is asked of the checks now.
        trouble: Why there is no going by ``m44.toml``; empty where there is.

    Signals:
        changed: The settings, or what keeps ``m44.toml`` from holding, are others now.
    """

    changed = Signal()

    def __init__(
        self, document: Document, remembered: QSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._remembered = remembered
        self._configuration = NOTHING
        self.trouble: Value = ""
        self.settings = CheckSettings()
        self._watch = FileWatch(self)
        self._watch.stirred.connect(self._read_again)
        document.path_changed.connect(self._read_again)
        self._read_again()

    @property
    def boxes(self) -> Owned | None:
        """The boxes the user says to own; None where nothing was said."""
        words = word(self._remembered, BOXES, "")
        try:
            return owned_boxes(words) if words else None
        except NotationError:  # written by another version of the program
            return None

    @property
    def boxes_of_collection(self) -> Owned | None:
        """The boxes ``m44.toml`` says to own; None where it does not say."""
        return self._configuration.owned

    @property
    def collection(self) -> Path | None:
        """The ``m44.toml`` that holds for the open file; None where none does."""
        return self._configuration.path

    def asks_for(self, profile: str) -> bool:
        """Tell whether the user or ``m44.toml`` asks for the checks of a profile."""
        return flag(self._remembered, ASKED[profile], False) or self.collection_asks_for(profile)

    def collection_asks_for(self, profile: str) -> bool:
        """Tell whether ``m44.toml`` asks for them."""
        return profile in self._configuration.profiles

    def own(self, owned: Owned | None) -> None:
        """Judge by the boxes that are owned; by None where that is not to be said."""
        boxes = {} if owned is None else owned.boxes
        self._remember(BOXES, ",".join(f"{name}={number}" for name, number in boxes.items()))

    def ask_for(self, profile: str, wanted: bool) -> None:
        """Ask for the checks of a profile, or no longer."""
        self._remember(ASKED[profile], wanted)

    def _remember(self, key: str, value: str | bool) -> None:
        self._remembered.setValue(key, value)
        self._settle()

    def _read_again(self) -> None:
        """Look which ``m44.toml`` holds now, and what it says."""
        path, before = self._document.path, self.trouble
        self._configuration, self.trouble = NOTHING, ""
        if path is not None:
            self._configuration, self.trouble = _configuration_of(path)
            self._watch.watch(self.collection or path.parent / NAME)
        else:
            self._watch.watch(None)
        self._settle(anyway=self.trouble != before)

    def _settle(self, *, anyway: bool = False) -> None:
        """Put the settings together, and say if they are others than before."""
        before, path = self.settings, self._document.path
        self.settings = CheckSettings(
            self._selection(),
            self.boxes if self.boxes is not None else self.boxes_of_collection,
            self._configuration.rules_for(str(path)) if path else (),
            self._configuration.languages,
        )
        if anyway or self.settings != before:
            self.changed.emit()

    def _selection(self) -> Selection:
        said, profiles = self._configuration, list(self._configuration.profiles)
        chosen = list(said.select)
        for profile in ASKED:
            if flag(self._remembered, ASKED[profile], False):
                profiles.append(profile)
                chosen += [PROFILES[profile]] if chosen else []
        return select(chosen, said.ignore, profiles)


def _configuration_of(path: Path) -> tuple[Configuration, Value]:
    """Return what holds for a file, and why it cannot be gone by."""
    try:
        return Configurations().of(str(path)), ""
    except M44Error as error:
        return NOTHING, reason(error)
