"""Versions of a file: when and why each was stored, and which are removed as they get older."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from m44core.errors import M44Error
from m44core.messages.message import Message, message_in
from m44core.values import dataclass

ENDING = ".json"
_STAMP = "%Y%m%dT%H%M%S.%fZ"
_NAME = re.compile(r"(\d{8}T\d{6}\.\d{6}Z)-([a-z]+)-([0-9a-f]{64})" + re.escape(ENDING))


class HistoryError(M44Error):
    """A version cannot be stored, read or changed; the message says why."""


class VersionReason(StrEnum):
    """The reason why a version was stored."""

    SAVED = "saved"
    OPENED = "opened"
    UNSAVED = "unsaved"

    @property
    def label(self) -> Message:
        """Its label for people."""
        return _SAID[self]


_SAID = {
    VersionReason.SAVED: message_in("version", "Saved"),
    VersionReason.OPENED: message_in("version", "As it was opened"),
    VersionReason.UNSAVED: message_in("version", "Not saved yet"),
}


@dataclass(frozen=True, slots=True)
class Version:
    """A stored version of a file.

    Attributes:
        taken_at: When it was stored, with time zone.
        why: Why it was stored.
        digest: The SHA-256 of its bytes.
        pinned: Whether it is never removed by age.
        note: The user's note.
    """

    taken_at: datetime
    why: VersionReason
    digest: str
    pinned: bool = False
    note: str = ""

    @property
    def name(self) -> str:
        """The file name of its entry, with everything except pin and note.

        Names sort by time.
        """
        return f"{self.taken_at.astimezone(UTC).strftime(_STAMP)}-{self.why}-{self.digest}{ENDING}"


def parse_version(name: str) -> Version | None:
    """Return the version of an entry's file name; None if it is not such a name."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    stamp, why, digest = match.groups()
    try:
        return Version(
            datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC), VersionReason(why), digest
        )
    except ValueError:  # no such day, or a reason of a later program
        return None


_ALL, _HOURLY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the histories.

    Attributes:
        number: The most versions of one file, not counting pinned ones.
        size: The most bytes of all histories of a folder on disk.
    """

    number: int = 200
    size: int = 256 * 1024 * 1024


def versions_to_remove(versions: Iterable[Version], now: datetime, number: int) -> list[Version]:
    """Return the versions of a file that should be removed.

    All of the last hour stay, then the last of each hour, then the last of each day, up to *number*
    in all. The latest and pinned versions stay.
    """
    latest = sorted(versions, key=lambda version: version.name, reverse=True)
    taken: set[Hashable] = set()
    kept: list[Version] = []
    for version in latest:
        stretch = _period(version, now)
        if version.pinned or not kept or stretch not in taken:
            kept.append(version)
        taken.add(stretch)
    spared = {v.name for v in [v for v in kept if not v.pinned][: max(1, number)]}
    return [v for v in latest if not v.pinned and v.name not in spared]


def _period(version: Version, now: datetime) -> Hashable:
    """Return the period of a version; one version of each period is kept."""
    age, local = now - version.taken_at, version.taken_at.astimezone()
    if age < _ALL:
        return version.name
    return (local.date(), local.hour, local.utcoffset()) if age < _HOURLY else local.date()


def removal_order(files: Sequence[Iterable[Version]]) -> list[tuple[int, Version]]:
    """Return the order in which versions of several files are removed to free space.

    Each comes with the index of its file. The latest version of each file comes last; pinned ones
    are left out.
    """
    found = []
    for number, versions in enumerate(files):
        latest = sorted(versions, key=lambda version: version.name, reverse=True)
        found += [(at == 0, version.name, number, version) for at, version in enumerate(latest)]
    in_order = sorted((each for each in found if not each[3].pinned), key=lambda f: f[:3])
    return [(number, version) for *_, number, version in in_order]
