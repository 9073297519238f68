"""Which versions go as they get older: pure functions of what there is, and when it is now."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime, timedelta

from m44core.history.versions import Version
from m44core.values import dataclass

_ALL, _HOURLY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is kept.

    Attributes:
        number: Versions of one file, without those that are pinned.
        size: Bytes that all histories of a folder take on the disk.
    """

    number: int = 200
    size: int = 256 * 1024 * 1024


def superfluous(versions: Iterable[Version], now: datetime, number: int) -> list[Version]:
    """Return those of a file's versions that are no longer worth their place.

    All of the last hour stay, then the last one of each hour, then the last one of each day, up to
    *number* in all. The latest stays, and so do those that are pinned.
    """
    latest = sorted(versions, key=lambda version: version.name, reverse=True)
    taken: set[Hashable] = set()
    kept: list[Version] = []
    for version in latest:
        stretch = _stretch(version, now)
        if version.pinned or not kept or stretch not in taken:
            kept.append(version)
        taken.add(stretch)
    spared = {v.name for v in [v for v in kept if not v.pinned][: max(1, number)]}
    return [v for v in latest if not v.pinned and v.name not in spared]


def _stretch(version: Version, now: datetime) -> Hashable:
    """Return the stretch of time of which one version is kept."""
    age, local = now - version.taken, version.taken.astimezone()
    if age < _ALL:
        return version.name
    return (local.date(), local.hour, local.utcoffset()) if age < _HOURLY else local.date()


def in_order_of_age(files: Sequence[Iterable[Version]]) -> list[tuple[int, Version]]:
    """Return the order in which versions of several files make room, each with its file's number.

    The latest version of each file comes after all others; what is pinned makes no room.
    """
    found = []
    for number, versions in enumerate(files):
        latest = sorted(versions, key=lambda version: version.name, reverse=True)
        found += [(at == 0, version.name, number, version) for at, version in enumerate(latest)]
    in_order = sorted((each for each in found if not each[3].pinned), key=lambda f: f[:3])
    return [(number, version) for *_, number, version in in_order]
