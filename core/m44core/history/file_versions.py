"""Versions of a file: when and why they were stored, and which to remove as they age."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from m44core.errors import M44Error
from m44core.messages.message import Message, message_in
from m44core.values import dataclass

ENTRY_SUFFIX = ".json"
_STAMP = "%Y%m%dT%H%M%S.%fZ"
_NAME = re.compile(r"(\d{8}T\d{6}\.\d{6}Z)-([a-z]+)-([0-9a-f]{64})" + re.escape(ENTRY_SUFFIX))


class HistoryError(M44Error):
    """A version cannot be stored, read or changed; the message explains why."""


class VersionReason(StrEnum):
    """The reason why a version was stored."""

    SAVED = "saved"
    OPENED = "opened"
    UNSAVED = "unsaved"

    @property
    def label(self) -> Message:
        """The display name."""
        return _REASON_LABELS[self]


_REASON_LABELS = {
    VersionReason.SAVED: message_in("version", "Saved"),
    VersionReason.OPENED: message_in("version", "As opened"),
    VersionReason.UNSAVED: message_in("version", "Not saved yet"),
}


@dataclass(frozen=True, slots=True)
class Version:
    """A stored version of a file.

    Attributes:
        taken_at: The time when it was stored, with time zone.
        why: The reason why it was stored.
        digest: The SHA-256 of its bytes.
        pinned: Whether it is exempt from automatic removal.
        note: The user's note.
    """

    taken_at: datetime
    why: VersionReason
    digest: str
    pinned: bool = False
    note: str = ""

    @property
    def name(self) -> str:
        """The file name of its entry, which encodes everything except pin and note.

        Names sort by time.
        """
        stamp = self.taken_at.astimezone(UTC).strftime(_STAMP)
        return f"{stamp}-{self.why}-{self.digest}{ENTRY_SUFFIX}"


def parse_version(name: str) -> Version | None:
    """Return the version described by an entry's file name; None for other names."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    stamp, reason, digest = match.groups()
    try:
        return Version(
            datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC), VersionReason(reason), digest
        )
    except ValueError:  # an impossible date, or a reason from a later program version
        return None


_KEEP_ALL_FOR, _KEEP_HOURLY_FOR = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class HistoryLimits:
    """Limits of the histories.

    Attributes:
        max_versions: The maximum number of versions of one file, not counting pinned ones.
        max_bytes: The maximum size on disk of all histories in a folder.
    """

    max_versions: int = 200
    max_bytes: int = 256 * 1024 * 1024


def versions_to_remove(
    versions: Iterable[Version], now: datetime, max_versions: int
) -> list[Version]:
    """Return the versions of a file that should be removed.

    All versions of the last hour are kept, then for a day the last of each hour, then the last of
    each day, up to *max_versions* without a pin. The latest and pinned versions are always kept.
    """
    sorted_versions = sorted(versions, key=lambda version: version.name, reverse=True)
    taken_periods: set[Hashable] = set()
    kept_versions: list[Version] = []
    for version in sorted_versions:
        period = _retention_period(version, now)
        if version.pinned or not kept_versions or period not in taken_periods:
            kept_versions.append(version)
        taken_periods.add(period)
    kept_names = {
        v.name for v in [v for v in kept_versions if not v.pinned][: max(1, max_versions)]
    }
    return [v for v in sorted_versions if not v.pinned and v.name not in kept_names]


def _retention_period(version: Version, now: datetime) -> Hashable:
    """Return the period that a version belongs to; one version of each period is kept."""
    age, local = now - version.taken_at, version.taken_at.astimezone()
    if age < _KEEP_ALL_FOR:
        return version.name
    return (local.date(), local.hour, local.utcoffset()) if age < _KEEP_HOURLY_FOR else local.date()


def removal_order(files: Sequence[Iterable[Version]]) -> list[tuple[int, Version]]:
    """Return the versions of several files in the order in which to remove them to free space.

    Each is paired with the index of its file. The oldest come first, and the latest version of each
    file after all others; pinned versions are left out.
    """
    order = []
    for number, versions in enumerate(files):
        sorted_versions = sorted(versions, key=lambda version: version.name, reverse=True)
        order += [
            (index == 0, version.name, number, version)
            for index, version in enumerate(sorted_versions)
        ]
    in_order = sorted((each for each in order if not each[3].pinned), key=lambda each: each[:3])
    return [(number, version) for *_, number, version in in_order]
