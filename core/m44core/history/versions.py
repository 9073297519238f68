"""A version of a file: when it was kept and why, and the name under which the disk knows it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from enum import StrEnum

from m44core.errors import M44Error
from m44core.messages.message import Message, message_in
from m44core.values import dataclass

ENDING = ".json"
_STAMP = "%Y%m%dT%H%M%S.%fZ"
_NAME = re.compile(r"(\d{8}T\d{6}\.\d{6}Z)-([a-z]+)-([0-9a-f]{64})" + re.escape(ENDING))


class HistoryError(M44Error):
    """A version cannot be kept, read or changed; the message says why."""


class Why(StrEnum):
    """What made the program keep a version."""

    SAVED = "saved"
    OPENED = "opened"
    UNSAVED = "unsaved"

    @property
    def said(self) -> Message:
        """What people read of it."""
        return _SAID[self]


_SAID = {
    Why.SAVED: message_in("version", "Saved"),
    Why.OPENED: message_in("version", "As it was opened"),
    Why.UNSAVED: message_in("version", "Not saved yet"),
}


@dataclass(frozen=True, slots=True)
class Version:
    """A state of a file that was kept.

    Attributes:
        taken: When, with its time zone.
        why: What made the program keep it.
        digest: The SHA-256 of its bytes.
        pinned: Whether it stays however old it gets.
        note: What the user wrote about it.
    """

    taken: datetime
    why: Why
    digest: str
    pinned: bool = False
    note: str = ""

    @property
    def name(self) -> str:
        """The name of its entry: all but what the user said of it, so that nothing has to be read.

        Names sort as the versions were taken.
        """
        return f"{self.taken.astimezone(UTC).strftime(_STAMP)}-{self.why}-{self.digest}{ENDING}"


def version_called(name: str) -> Version | None:
    """Return the version whose entry has a name; None where no entry has such a one."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    stamp, why, digest = found.groups()
    try:
        return Version(datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC), Why(why), digest)
    except ValueError:  # no such day, or the reason of a later program
        return None
