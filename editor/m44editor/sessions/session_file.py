"""The session on disk: the open tabs of each window, and the tab that is being opened."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Any

from m44core.hexes import Hex
from m44core.io.files.save import write_again
from m44core.messages.os_errors import os_error_reason
from m44core.values import dataclass
from m44editor.documents.document_sheet import Look
from m44editor.interface_text import told
from m44editor.sessions.state_files import LockedFile, left_behind, path_told

_VERSION = 1
_FAR = 1e6  # no point of a drawing is so far away
_MAX_SESSION_SIZE = 1_000_000  # bytes of a session; beyond it is none of ours


@dataclass(frozen=True, slots=True)
class Tab:
    """One open scenario.

    Attributes:
        key: What its unsaved work goes by in the recovery folder.
        name: What it was called.
        path: Its file; None for a new scenario.
        copied_from: The file it is a copy of, where it has none of its own.
        look: Where somebody looked.
    """

    key: str
    name: str
    path: Path | None = None
    copied_from: Path | None = None
    look: Look = field(default_factory=Look)


@dataclass(frozen=True, slots=True)
class Pane:
    """One window.

    Attributes:
        tabs: Its tabs, in order.
        current: The place of the one that is shown.
        geometry: Where it is, as Qt says it.
        beside: The place of the tab on its second board; None where it is not split.
        stacked: Whether that board stands below the first one.
    """

    tabs: tuple[Tab, ...]
    current: int = 0
    geometry: bytes = b""
    beside: int | None = None
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """All that is open in one process.

    Attributes:
        windows: The windows, the one in use first.
        closed: The files of tabs that were closed, the latest last.
        ended: Whether the process ended in order.
    """

    windows: tuple[Pane, ...] = ()
    closed: tuple[Path, ...] = ()
    ended: bool = False


class SessionError(Exception):
    """A session cannot be written or read; the message says why."""


class SessionFile(LockedFile[Session]):
    """Where a process keeps what it has open, locked while it runs."""

    error = SessionError
    largest = _MAX_SESSION_SIZE

    def clear(self) -> None:
        """Remove it, and with it what it says."""
        super().clear()
        self.let_go()

    def write(self, content: Session) -> None:
        """Write what is open, in place of what stood there.

        Raises:
            SessionError: the disk is full, or the folder may not be written.
        """
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SessionError(told(os_error_reason(error))) from error
        self.claim()  # before others can see it
        super().write(content)

    @staticmethod
    def encode(content: Session) -> dict[str, Any]:
        """Return a session as plain data."""
        return _encode(content)

    @staticmethod
    def decode(data: dict[str, Any]) -> Session:
        """Return the session plain data say."""
        return _decode(data)


def left_sessions(folder: Path) -> list[SessionFile]:
    """Return the sessions, now claimed by us, whose process is gone; the latest first."""
    return left_behind(folder, SessionFile)


def _encode(session: Session) -> dict[str, Any]:
    return {
        "version": _VERSION,
        "windows": [_window_told(window) for window in session.windows],
        "closed": [str(path) for path in session.closed],
        "ended": session.ended,
    }


def _window_told(window: Pane) -> dict[str, Any]:
    return {
        "tabs": [_tab_told(tab) for tab in window.tabs],
        "current": window.current,
        "geometry": b64encode(window.geometry).decode(),
        "beside": window.beside,
        "stacked": window.stacked,
    }


def _tab_told(tab: Tab) -> dict[str, Any]:
    look = tab.look
    return {
        "key": tab.key,
        "name": tab.name,
        "path": str(tab.path) if tab.path else None,
        "copied_from": str(tab.copied_from) if tab.copied_from else None,
        "hexes": [] if look.pieces else sorted(look.hexes),
        "scale": look.scale,
        "corner": look.corner,
    }


def _decode(data: dict[str, Any]) -> Session:
    windows = tuple(_window(each) for each in data["windows"])
    closed = tuple(path for name in data["closed"] if (path := path_told(name)))
    return Session(tuple(w for w in windows if w.tabs), closed, bool(data["ended"]))


def _window(data: dict[str, Any]) -> Pane:
    tabs = tuple(_tab(each) for each in data["tabs"])
    current = min(max(int(data["current"]), 0), max(len(tabs) - 1, 0))
    beside = data.get("beside")  # sessions of earlier versions say nothing of it
    place = int(beside) if beside is not None and 0 <= int(beside) < len(tabs) else None
    geometry = b64decode(data["geometry"], validate=True)
    return Pane(tabs, current, geometry, place, bool(data.get("stacked")))


def _tab(data: dict[str, Any]) -> Tab:
    key = str(data["key"])
    if not (key.isascii() and key.isalnum()):  # it becomes the name of a file
        raise ValueError(key)
    path, copied_from = path_told(data["path"]), path_told(data["copied_from"])
    return Tab(key, str(data["name"]), path, copied_from, _look(data))


def _look(data: dict[str, Any]) -> Look:
    hexes = frozenset(Hex(int(column), int(row)) for column, row in data["hexes"])
    scale, (x, y) = data["scale"], data["corner"]
    return Look(hexes, None if scale is None else _number(scale), (_number(x), _number(y)))


def _number(told: object) -> float:
    if not isinstance(told, int | float) or not abs(told) < _FAR:  # NaN is not, either
        raise ValueError(told)
    return float(told)


_MAX_NOTE_SIZE = 100_000  # bytes of a note


@dataclass(frozen=True, slots=True)
class Opening:
    """A tab while it is opened.

    Attributes:
        key: The key of the tab in its session.
        name: What its user calls it: the name of its file, or its title.
    """

    key: str
    name: str


class StartError(Exception):
    """A note cannot be read; the message says why."""


class StartFile(LockedFile[Opening]):
    """The note of one process about the tab it is opening; no file while it opens none.

    A process that dies meanwhile leaves its note behind, and the next start offers to leave out
    the tab.
    """

    error = StartError
    largest = _MAX_NOTE_SIZE

    def note(self, tab: Tab) -> None:
        """Note that a tab is being opened. If the note cannot be written, the start goes on."""
        data = json.dumps(self.encode(Opening(tab.key, tab.name))).encode()
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self.claim()
            write_again(data, self._file)

    def done(self) -> None:
        """Remove the note: the tab is open."""
        self.clear()
        self.let_go()

    @staticmethod
    def encode(content: Opening) -> dict[str, object]:
        """Return a note as plain data."""
        return {"key": content.key, "name": content.name}

    @staticmethod
    def decode(data: dict[str, object]) -> Opening:
        """Return the note that plain data hold."""
        return Opening(str(data["key"]), str(data["name"]))


def stopped_starts(folder: Path) -> list[Opening]:
    """Return the tabs whose opening ended a process, each once, and remove their notes."""
    found: dict[str, Opening] = {}
    for file in left_behind(folder, StartFile):
        with suppress(StartError):
            opening = file.read()
            found[opening.key] = opening
        file.done()
    return list(found.values())
