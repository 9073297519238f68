"""The versions of a file as rows: when each was kept, and what it holds."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from m44core.catalogue.packs.pack import Pack
from m44core.errors import M44Error
from m44core.history.kept import History
from m44core.history.restoring import read_version
from m44core.history.versions import Version
from m44core.io.files.open import ReadResult
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.documents.dates import day_in_words
from m44editor.words import told, tr


@dataclass(frozen=True, slots=True)
class Kept:
    """A version, and the history it is in.

    Attributes:
        history: Where it is.
        version: What is known of it.
    """

    history: History
    version: Version


def kept_in(histories: Iterable[History]) -> list[Kept]:
    """Return all versions of some histories, the latest first."""
    found = [Kept(history, version) for history in histories for version in history.versions()]
    return sorted(found, key=lambda kept: kept.version.name, reverse=True)


def time_of(version: Version) -> str:
    """Return when a version was kept, as people say it: ``Today, 10:32``."""
    local = version.taken.astimezone()
    return tr("{day}, {time}", day=_day(local), time=f"{local:%H:%M}")


def _day(local: datetime) -> str:
    today = date.today()
    if local.date() == today:
        return tr("Today")
    if local.date() == today - timedelta(days=1):
        return tr("Yesterday")
    return day_in_words(local)


class Reader:
    """Reads the versions of a file; those read last are at hand.

    Args:
        file: Where the file is, or was.
        packs: The packs the user added.
    """

    def __init__(self, file: Path, packs: tuple[Pack, ...] = ()) -> None:
        self._file = file
        self._packs = packs
        self._read = lru_cache(24)(self._read_anew)

    def result(self, kept: Kept) -> tuple[ReadResult | None, bytes, str]:
        """Return what a version holds and its bytes; or else why it cannot be read."""
        return self._read(kept)

    def scenario(self, kept: Kept | None) -> Scenario | None:
        """Return the scenario of a version; None where there is none."""
        result = self._read(kept)[0] if kept is not None else None
        return result.scenario if result is not None else None

    def _read_anew(self, kept: Kept) -> tuple[ReadResult | None, bytes, str]:
        data = b""
        try:
            data = kept.history.read(kept.version)
            return read_version(data, self._file, self._packs), data, ""
        except M44Error as error:
            return None, data, told(reason(error))
