"""Where things are kept between sessions: below ``$XDG_STATE_HOME`` on Linux."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths


def recovery_folder() -> Path:
    """Return where snapshots of unsaved work are kept."""
    return _state() / "recovery"


def sessions_folder() -> Path:
    """Return where is written down which tabs are open."""
    return _state() / "sessions"


def starts_folder() -> Path:
    """Return where each start of the program notes which tab it is opening."""
    return _state() / "starts"


def _state() -> Path:
    state = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    return Path(state) / "m44-workshop"
