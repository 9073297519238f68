"""A note on disk of the tab being opened, so that a crashed start can name its cause."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from m44core.io.files.save import write_again
from m44core.values import dataclass
from m44editor.sessions.locked import LockedFile, left_behind
from m44editor.sessions.store import Tab

_LARGEST = 100_000  # bytes of a note


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
    largest = _LARGEST

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
