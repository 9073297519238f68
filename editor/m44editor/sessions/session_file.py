"""Sessions on disk: the open tabs of each window, and the tab that is being opened."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Any

from m44core.hexes import Hex
from m44core.io.files.save import write_derived_file
from m44core.messages.os_errors import os_error_reason
from m44core.values import dataclass
from m44editor.documents.document_sheet import ViewState
from m44editor.interface_text import translated
from m44editor.sessions.state_files import LockedFile, abandoned_files, parse_path

_VERSION = 1
_MAX_COORDINATE = 1e6  # beyond any point of a drawing
_MAX_SESSION_SIZE = 1_000_000  # bytes of a session file; larger files are not ours


@dataclass(frozen=True, slots=True)
class SessionTab:
    """An open scenario.

    Attributes:
        key: The key of its unsaved work in the recovery folder.
        name: Its name.
        path: Its file; None for a new scenario.
        copied_from: The file that the scenario is an unsaved copy of; None if it is not a copy.
        view_state: The view state of its board.
    """

    key: str
    name: str
    path: Path | None = None
    copied_from: Path | None = None
    view_state: ViewState = field(default_factory=ViewState)


@dataclass(frozen=True, slots=True)
class SessionWindow:
    """An open window.

    Attributes:
        tabs: Its tabs, in order.
        current: The index of the current tab.
        geometry: Its geometry, as saved by Qt.
        second_tab: The index of the tab on the second board; None if the window is not split.
        stacked: Whether the second board is below the first one.
    """

    tabs: tuple[SessionTab, ...]
    current: int = 0
    geometry: bytes = b""
    second_tab: int | None = None
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """Everything that is open in one process.

    Attributes:
        windows: The windows; the first is restored first.
        closed: The files of closed tabs, the latest last.
        ended: Whether the process ended normally.
    """

    windows: tuple[SessionWindow, ...] = ()
    closed: tuple[Path, ...] = ()
    ended: bool = False


class SessionError(Exception):
    """A session cannot be written or read; the message says why."""


class SessionFile(LockedFile[Session]):
    """The file of one process's session, locked while the process runs."""

    error = SessionError
    max_size = _MAX_SESSION_SIZE

    def delete(self) -> None:
        """Delete and unlock the file."""
        super().delete()
        self.unlock()

    def write(self, content: Session) -> None:
        """Write the session, replacing the previous session.

        Raises:
            SessionError: the disk is full, or the folder is not writable.
        """
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SessionError(translated(os_error_reason(error))) from error
        self.lock()  # before others can see it
        super().write(content)

    @staticmethod
    def encode(content: Session) -> dict[str, Any]:
        """Return a session as plain data."""
        return _encode_session(content)

    @staticmethod
    def decode(data: dict[str, Any]) -> Session:
        """Decode a session from plain data; may raise any error if the data is damaged."""
        return _parse_session(data)


def abandoned_sessions(folder: Path) -> list[SessionFile]:
    """Return the sessions of ended processes, the latest first, locked for this process."""
    return abandoned_files(folder, SessionFile)


def _encode_session(session: Session) -> dict[str, Any]:
    return {
        "version": _VERSION,
        "windows": [_encode_window(window) for window in session.windows],
        "closed": [str(path) for path in session.closed],
        "ended": session.ended,
    }


def _encode_window(window: SessionWindow) -> dict[str, Any]:
    return {
        "tabs": [_encode_tab(tab) for tab in window.tabs],
        "current": window.current,
        "geometry": b64encode(window.geometry).decode(),
        "beside": window.second_tab,
        "stacked": window.stacked,
    }


def _encode_tab(tab: SessionTab) -> dict[str, Any]:
    view_state = tab.view_state
    return {
        "key": tab.key,
        "name": tab.name,
        "path": str(tab.path) if tab.path else None,
        "copied_from": str(tab.copied_from) if tab.copied_from else None,
        "hexes": [] if view_state.pieces else sorted(view_state.hexes),
        "scale": view_state.scale,
        "corner": view_state.corner,
    }


def _parse_session(data: dict[str, Any]) -> Session:
    windows = tuple(_parse_window(each) for each in data["windows"])
    closed_paths = tuple(path for name in data["closed"] if (path := parse_path(name)))
    return Session(tuple(w for w in windows if w.tabs), closed_paths, bool(data["ended"]))


def _parse_window(data: dict[str, Any]) -> SessionWindow:
    tabs = tuple(_parse_tab(each) for each in data["tabs"])
    current = min(max(int(data["current"]), 0), max(len(tabs) - 1, 0))
    second_tab = data.get("beside")  # absent in sessions of earlier versions
    second_index = (
        int(second_tab) if second_tab is not None and 0 <= int(second_tab) < len(tabs) else None
    )
    geometry = b64decode(data["geometry"], validate=True)
    return SessionWindow(tabs, current, geometry, second_index, bool(data.get("stacked")))


def _parse_tab(data: dict[str, Any]) -> SessionTab:
    key = str(data["key"])
    if not (key.isascii() and key.isalnum()):  # it becomes a file name
        raise ValueError(key)
    path, copied_from = parse_path(data["path"]), parse_path(data["copied_from"])
    return SessionTab(key, str(data["name"]), path, copied_from, _parse_view_state(data))


def _parse_view_state(data: dict[str, Any]) -> ViewState:
    hexes = frozenset(Hex(int(column), int(row)) for column, row in data["hexes"])
    scale, (x, y) = data["scale"], data["corner"]
    return ViewState(
        hexes,
        None if scale is None else _parse_coordinate(scale),
        (_parse_coordinate(x), _parse_coordinate(y)),
    )


def _parse_coordinate(value: object) -> float:
    if not isinstance(value, int | float) or not abs(value) < _MAX_COORDINATE:  # excludes NaN
        raise ValueError(value)
    return float(value)


_MAX_NOTE_SIZE = 100_000  # bytes of a note


@dataclass(frozen=True, slots=True)
class OpeningTab:
    """A tab that is being opened.

    Attributes:
        key: The key of the tab in its session.
        name: The name of its file, or its title.
    """

    key: str
    name: str


class StartError(Exception):
    """A start file cannot be read; the message says why."""


class StartFile(LockedFile[OpeningTab]):
    """The file in which a process notes the tab it is opening; deleted once the tab is open.

    If the process crashes, the file is left behind, and the next start offers to skip the tab.
    """

    error = StartError
    max_size = _MAX_NOTE_SIZE

    def note(self, tab: SessionTab) -> None:
        """Note that a tab is being opened; write errors are ignored."""
        data = json.dumps(self.encode(OpeningTab(tab.key, tab.name))).encode()
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self.lock()
            write_derived_file(data, self._file)

    def clear(self) -> None:
        """Delete and unlock the file, because no tab is being opened any more."""
        self.delete()
        self.unlock()

    @staticmethod
    def encode(content: OpeningTab) -> dict[str, object]:
        """Return the noted tab as plain data."""
        return {"key": content.key, "name": content.name}

    @staticmethod
    def decode(data: dict[str, object]) -> OpeningTab:
        """Decode the noted tab from plain data; may raise any error if the data is damaged."""
        return OpeningTab(str(data["key"]), str(data["name"]))


def tabs_of_crashed_starts(folder: Path) -> list[OpeningTab]:
    """Return the tabs whose opening crashed a process, each once; delete the start files."""
    openings: dict[str, OpeningTab] = {}
    for file in abandoned_files(folder, StartFile):
        with suppress(StartError):
            opening_tab = file.read()
            openings[opening_tab.key] = opening_tab
        file.clear()
    return list(openings.values())
