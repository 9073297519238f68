"""Where the versions of files are kept, and how many, as the user wants it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths

from m44core.history.file_history import History, history_beside, history_of
from m44core.history.file_versions import Limits
from m44core.values import dataclass
from m44editor.documents.editor_settings import flag, word

_ON, _BESIDE = "history/on", "history/beside"
_NUMBER, _SIZE = "history/number", "history/megabytes"
NUMBERS, SIZES = range(1, 10_000), range(1, 100_000)
"""How many versions of a file there may be, and how many megabytes all histories may take."""

_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Keeping:
    """What the user wants of the history.

    Attributes:
        on: Whether versions are kept at all.
        beside: Whether they lie beside the scenario, to go with it.
        limits: How many.
    """

    on: bool = True
    beside: bool = False
    limits: Limits = Limits()

    @classmethod
    def remembered(cls, settings: QSettings) -> Keeping:
        """Return what is remembered."""
        usual = Limits()
        number = _whole(settings, _NUMBER, usual.number, NUMBERS)
        size = _whole(settings, _SIZE, usual.size // _MEGABYTE, SIZES)
        limits = Limits(number, size * _MEGABYTE)
        return cls(flag(settings, _ON, True), flag(settings, _BESIDE, False), limits)

    @property
    def megabytes(self) -> int:
        """How many megabytes all histories may take."""
        return self.limits.size // _MEGABYTE

    def remember(self, settings: QSettings) -> None:
        """Want the same in later sessions."""
        settings.setValue(_ON, self.on)
        settings.setValue(_BESIDE, self.beside)
        settings.setValue(_NUMBER, str(self.limits.number))
        settings.setValue(_SIZE, str(self.megabytes))

    def history(self, file: Path) -> History:
        """Return where the versions of a file are kept from now on."""
        return history_beside(file) if self.beside else history_of(file, history_folder())

    def all_of(self, file: Path) -> tuple[History, ...]:
        """Return where versions of a file may be: kept now, or before it was wanted otherwise."""
        return history_of(file, history_folder()), history_beside(file)


def history_folder() -> Path:
    """Return where histories are kept: below ``$XDG_DATA_HOME`` on Linux."""
    data = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(data) / "m44-workshop" / "history"


def limits_of(number: int, megabytes: int) -> Limits:
    """Return limits in the units in which people are asked for them."""
    return Limits(number, megabytes * _MEGABYTE)


def _whole(settings: QSettings, key: str, default: int, allowed: range) -> int:
    said = word(settings, key, "")
    return int(said) if said.isdecimal() and len(said) < 9 and int(said) in allowed else default
