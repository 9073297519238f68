"""The user's settings for file history: whether and where versions are stored, and how many."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths

from m44core.history.file_history import History, history_of, local_history
from m44core.history.file_versions import HistoryLimits
from m44core.values import dataclass
from m44editor.documents.editor_settings import bool_setting, text_setting

_ON_KEY, _BESIDE_KEY = "history/on", "history/beside"
_NUMBER_KEY, _SIZE_KEY = "history/number", "history/megabytes"
VERSION_COUNTS, MEGABYTES = range(1, 10_000), range(1, 100_000)
"""The allowed numbers of versions per file, and of megabytes for all histories."""

_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class HistorySettings:
    """The user's settings for file history.

    Attributes:
        is_enabled: Whether versions are stored.
        next_to_file: Whether they are stored next to the scenario.
        limits: The maximum number of versions per file, and the maximum size of all histories.
    """

    is_enabled: bool = True
    next_to_file: bool = False
    limits: HistoryLimits = HistoryLimits()

    @classmethod
    def load(cls, settings: QSettings) -> HistorySettings:
        """Return the stored settings, with defaults for those that are missing or invalid."""
        defaults = HistoryLimits()
        number = _number_setting(settings, _NUMBER_KEY, defaults.max_versions, VERSION_COUNTS)
        size = _number_setting(settings, _SIZE_KEY, defaults.max_bytes // _MEGABYTE, MEGABYTES)
        limits = HistoryLimits(number, size * _MEGABYTE)
        return cls(
            bool_setting(settings, _ON_KEY, True),
            bool_setting(settings, _BESIDE_KEY, False),
            limits,
        )

    @property
    def megabytes(self) -> int:
        """The maximum size of all histories, in megabytes."""
        return self.limits.max_bytes // _MEGABYTE

    def save(self, settings: QSettings) -> None:
        """Store the settings."""
        settings.setValue(_ON_KEY, self.is_enabled)
        settings.setValue(_BESIDE_KEY, self.next_to_file)
        settings.setValue(_NUMBER_KEY, str(self.limits.max_versions))
        settings.setValue(_SIZE_KEY, str(self.megabytes))

    def history(self, file: Path) -> History:
        """Return the history in which versions of a file are currently stored."""
        return local_history(file) if self.next_to_file else history_of(file, history_folder())

    def possible_histories(self, file: Path) -> tuple[History, ...]:
        """Return the histories in which versions of a file may be stored, now or formerly."""
        return history_of(file, history_folder()), local_history(file)


def history_folder() -> Path:
    """Return the folder of all histories: below ``$XDG_DATA_HOME`` on Linux."""
    data = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(data) / "m44-workshop" / "history"


def make_limits(number: int, megabytes: int) -> HistoryLimits:
    """Return limits from a number of versions per file and a number of megabytes for all files."""
    return HistoryLimits(number, megabytes * _MEGABYTE)


def _number_setting(settings: QSettings, key: str, default: int, allowed_range: range) -> int:
    text = text_setting(settings, key, "")
    return (
        int(text) if text.isdecimal() and len(text) < 9 and int(text) in allowed_range else default
    )
