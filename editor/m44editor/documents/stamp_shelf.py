"""The shelf of stamps: each is a file, kept between sessions, in an order, some with a key."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal

from m44core.errors import M44Error
from m44core.io.files.save import write
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.words import reason
from m44core.model.edits import Clip
from m44core.model.scenario import Scenario
from m44core.untrusted_files import json_data, read_ordinary, read_within
from m44core.values import dataclass
from m44editor.documents.clip_text import Part, read, written
from m44editor.interface_text import told, tr

STAMP_NUMBERS = range(1, 10)
_KEYS_FILE = "keys.json"
_MAX_KEYS_SIZE = 4096  # bytes


class ShelfKeys:
    """The names of stamps by number; where the file is damaged, no stamp has a key."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _KEYS_FILE

    def names(self) -> Mapping[int, str]:
        """Return the names of the stamps that have keys, as they are now."""
        try:
            said = json_data(read_within(self._path, _MAX_KEYS_SIZE))
        except (OSError, ValueError):
            return {}
        found = said.items() if isinstance(said, dict) else ()
        numbered = {number: str(number) for number in STAMP_NUMBERS}
        named = {key: name for key, name in found if isinstance(name, str)}
        return {number: named[key] for number, key in numbered.items() if key in named}

    def number_of(self, name: str) -> int:
        """Return the number of a stamp; 0 where it has none."""
        return next((number for number, each in self.names().items() if each == name), 0)

    def give(self, name: str, number: int) -> None:
        """Give a stamp a number, which another loses; with 0 it has none any more.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        before = self.names()
        after = {n: each for n, each in before.items() if each != name and n != number}
        after |= {number: name} if number else {}
        if after != before:
            self._write(after)

    def follow(self, before: str, after: str) -> None:
        """Keep the number of a stamp that is called something else now.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        if number := self.number_of(before):
            self.give(before, 0)
            self.give(after, number)

    def _write(self, names: Mapping[int, str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({str(number): name for number, name in sorted(names.items())})
        write(text.encode(), self._path, backup=False)


_ORDER_FILE = "order.json"
_MAX_ORDER_SIZE = 64 * 1024  # bytes of the file that keeps their order


class ShelfOrder:
    """The names of stamps in their order; where the file is damaged, they lie by name."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _ORDER_FILE

    def names(self) -> list[str]:
        """Return the names of the stamps that were put somewhere, as they are now."""
        try:
            said = json_data(read_within(self._path, _MAX_ORDER_SIZE))
        except (OSError, ValueError):
            return []
        return [name for name in said if isinstance(name, str)] if isinstance(said, list) else []

    def sorted(self, files: Sequence[Path]) -> list[Path]:
        """Return the files of stamps in their order; those nobody put anywhere follow by name."""
        places = {name: place for place, name in enumerate(self.names())}
        last = len(places)
        return sorted(
            files, key=lambda path: (places.get(path.stem, last), path.stem.casefold(), path.stem)
        )

    def put(self, names: Sequence[str]) -> None:
        """Have stamps lie in this order from now on.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write(json.dumps(list(names), ensure_ascii=False).encode(), self._path, backup=False)

    def follow(self, before: str, after: str) -> None:
        """Leave a stamp where it lies that is called something else now.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        names = self.names()
        if before in names:
            self.put([after if name == before else name for name in names])


SUFFIX = ".stamp"
MOST = 100  # stamps that are shown
_MAX_STAMP_SIZE = 256 * 1024  # bytes of a stamp: that of a full Overlord board takes half of it


@dataclass(frozen=True, slots=True)
class Stamp:
    """A stamp on the shelf.

    Attributes:
        path: Its file.
        part: What it lays down.
    """

    path: Path
    part: Part

    @property
    def name(self) -> str:
        """What it is called."""
        return self.path.stem


class ShelfError(M44Error):
    """Something cannot be put on the shelf or taken off it; the message says why."""


class Shelf(QObject):
    """The stamps of a folder. What cannot be read there is left where it is, and told.

    Attributes:
        stamps: The stamps, as they were put in order; the others by name.
        troubles: What could not be read, and why; a sentence each.

    Signals:
        changed: There are others than there were.
    """

    changed = Signal()

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or stamps_folder()
        self._keys, self._order = ShelfKeys(self._folder), ShelfOrder(self._folder)
        self.stamps: tuple[Stamp, ...] = ()
        self.troubles: tuple[str, ...] = ()
        self.look()

    def look(self) -> None:
        """Look anew what there is."""
        stamps: list[Stamp] = []
        troubles: list[str] = []
        files = self._files(troubles)
        for path in files[:MOST]:
            try:
                stamps.append(Stamp(path, _part_in(path)))
            except ShelfError as error:
                troubles.append(told(reason(error)))
        if len(files) > MOST:
            more = tr("Only {number} stamps are shown of {all}", number=MOST, all=len(files))
            troubles.append(more)
        self.stamps, self.troubles = tuple(stamps), tuple(troubles)
        self.changed.emit()

    def keep(self, clip: Clip, scenario: Scenario) -> Stamp:
        """Put a clip of *scenario* on the shelf.

        Raises:
            ShelfError: it cannot be written.
        """
        return self._put(written(clip, scenario), tr("Stamp"))

    def with_key(self, number: int) -> Stamp | None:
        """Return the stamp that has a key, as it is now; None where none has."""
        name = self._keys.names().get(number)
        path = self._path(name) if name else None
        return next((each for each in self.stamps if each.path == path), None)

    def key_of(self, stamp: Stamp) -> int:
        """Return the number of the key of a stamp; 0 where it has none."""
        return self._keys.number_of(stamp.name)

    def give_key(self, stamp: Stamp, number: int) -> None:
        """Give a stamp a key, which another loses; 0 for none.

        Raises:
            ShelfError: that cannot be written.
        """
        self._try_to_note(lambda: self._keys.give(stamp.name, number))
        self.changed.emit()

    def _try_to_note(self, act: Callable[[], None]) -> None:
        try:
            act()
        except OSError as error:
            raise _no(self._folder, error) from error
        except M44Error as error:
            raise ShelfError(reason(error)) from error

    def add(self, path: Path) -> Stamp:
        """Put a copy of a file that somebody shared on the shelf.

        Raises:
            ShelfError: there is no stamp in it, or it cannot be written.
        """
        part = _part_in(path)
        return self._put(written(part.clip, part.scenario), path.stem)

    def share(self, stamp: Stamp, path: Path) -> None:
        """Write a stamp to another file.

        Raises:
            ShelfError: it cannot be written.
        """
        _write(written(stamp.part.clip, stamp.part.scenario), path)

    def rename(self, stamp: Stamp, name: str) -> None:
        """Call a stamp something else; where another is called so already, a number follows.

        Raises:
            ShelfError: no file can be called so.
        """
        wanted = _plain(name)
        if wanted and wanted != stamp.name:
            path = self._free(wanted)
            try:
                stamp.path.rename(path)
            except OSError as error:
                raise _no(stamp.path, error) from error
            self._try_to_note(lambda: self._keys.follow(stamp.name, path.stem))
            self._try_to_note(lambda: self._order.follow(stamp.name, path.stem))
        self.look()

    def move(self, stamp: Stamp, place: int) -> None:
        """Put a stamp before the one that has a place now, counted from 0; the order is kept.

        Raises:
            ShelfError: that cannot be written.
        """
        others = [each for each in self.stamps if each.path != stamp.path]
        before = sum(each.path != stamp.path for each in self.stamps[:place])
        after = (*others[:before], stamp, *others[before:])
        if after != self.stamps:
            self._try_to_note(lambda: self._order.put([each.name for each in after]))
            self.look()

    def remove(self, stamp: Stamp) -> None:
        """Take a stamp off the shelf; its file stays beside the others, with a ~ behind its name.

        Raises:
            ShelfError: its file cannot be renamed.
        """
        try:
            stamp.path.replace(stamp.path.with_name(f"{stamp.path.name}~"))
        except OSError as error:
            raise _no(stamp.path, error) from error
        self._try_to_note(lambda: self._keys.give(stamp.name, 0))
        self.look()

    def _put(self, text: str, name: str) -> Stamp:
        if len(self.stamps) >= MOST:
            raise ShelfError(message("The shelf is full: it holds {number} stamps", number=MOST))
        path = self._free(_plain(name) or tr("Stamp"))
        _write(text, path)
        self.look()
        return next(
            (each for each in self.stamps if each.path == path), Stamp(path, _part_in(path))
        )

    def _free(self, name: str) -> Path:
        """Return the path of a stamp there is not yet."""
        names = (name if number == 1 else f"{name} {number}" for number in count(1))
        return next(path for each in names if not (path := self._path(each)).exists())

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"

    def _files(self, troubles: list[str]) -> list[Path]:
        if not self._folder.exists():
            return []
        try:
            found = [path for path in self._folder.iterdir() if path.suffix == SUFFIX]
        except OSError as error:
            troubles.append(told(reason(_no(self._folder, error))))
            return []
        return self._order.sorted(found)


def stamps_folder() -> Path:
    """Return where stamps are kept: below ``$XDG_DATA_HOME`` on Linux."""
    data = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(data) / "m44-workshop" / "stamps"


def _part_in(path: Path) -> Part:
    """Return what a file lays down.

    Raises:
        ShelfError: it cannot be read, or there is no stamp in it.
    """
    try:
        data = read_ordinary(path, _MAX_STAMP_SIZE)
    except OSError as error:
        raise _no(path, error) from error
    part = read(data.decode("utf-8", "replace")) if len(data) <= _MAX_STAMP_SIZE else None
    if part is None or not part.clip:
        raise ShelfError(message("{file} holds no stamp", file=path.name))
    return part


def _write(text: str, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(text.encode(), path, backup=False)
    except OSError as error:
        raise _no(path, error) from error
    except M44Error as error:
        raise ShelfError(reason(error)) from error


def _no(path: Path, error: OSError) -> ShelfError:
    return ShelfError(message("{file}: {why}", file=path.name, why=os_error_reason(error)))


def _plain(name: str) -> str:
    """Return a name every system lets a file have."""
    kept = "".join(c if c.isalnum() or c in " -_'()," else " " for c in name)
    return " ".join(kept.split())[:60]
