"""The stamp shelf: files kept between sessions in the user's order; some have a number key."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal

from m44core.errors import M44Error
from m44core.io.files.file_names import unreserved_stem
from m44core.io.files.save import write
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.renderers import message_of_error
from m44core.model.edits import Clip
from m44core.model.scenario import Scenario
from m44core.untrusted_files import parse_json, read_bounded, read_truncated
from m44core.values import dataclass
from m44editor.documents.clip_text import ClipPart, clip_from_text, clip_to_text
from m44editor.interface_text import tr, translated

STAMP_NUMBERS = range(1, 10)
_KEYS_FILE = "keys.json"
_MAX_KEYS_SIZE = 4096  # bytes


class StampKeys:
    """The number keys of stamps, stored in a file; if the file is damaged, no stamp has a key."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _KEYS_FILE

    def names(self) -> Mapping[int, str]:
        """Return the names of the stamps that have a key, by the number of the key."""
        try:
            data = parse_json(read_bounded(self._path, _MAX_KEYS_SIZE))
        except (OSError, ValueError):
            return {}
        entries = data.items() if isinstance(data, dict) else ()
        json_keys = {number: str(number) for number in STAMP_NUMBERS}
        names = {key: name for key, name in entries if isinstance(name, str)}
        return {number: names[key] for number, key in json_keys.items() if key in names}

    def number_of(self, name: str) -> int:
        """Return the number of a stamp's key; 0 if it has none."""
        return next((number for number, each in self.names().items() if each == name), 0)

    def assign(self, name: str, number: int) -> None:
        """Assign a number key to a stamp, taking it from any other; 0 removes the stamp's key.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        before = self.names()
        after = {n: each for n, each in before.items() if each != name and n != number}
        after |= {number: name} if number else {}
        if after != before:
            self._write(after)

    def rename(self, before: str, after: str) -> None:
        """Keep the number key of a renamed stamp.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        if number := self.number_of(before):
            self.assign(before, 0)
            self.assign(after, number)

    def _write(self, names: Mapping[int, str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({str(number): name for number, name in sorted(names.items())})
        write(text.encode(), self._path, backup=False)


_ORDER_FILE = "order.json"
_MAX_ORDER_SIZE = 64 * 1024  # bytes of the order file


class StampOrder:
    """The order of the stamps, stored in a file.

    If the file is damaged, the stamps are sorted by name.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / _ORDER_FILE

    def names(self) -> list[str]:
        """Return the names of the stamps in the stored order."""
        try:
            data = parse_json(read_bounded(self._path, _MAX_ORDER_SIZE))
        except (OSError, ValueError):
            return []
        return [name for name in data if isinstance(name, str)] if isinstance(data, list) else []

    def in_stored_order(self, files: Sequence[Path]) -> list[Path]:
        """Return stamp files in their stored order, followed by the others, sorted by name."""
        positions = {name: position for position, name in enumerate(self.names())}
        end_position = len(positions)
        return sorted(
            files,
            key=lambda path: (
                positions.get(path.stem, end_position),
                path.stem.casefold(),
                path.stem,
            ),
        )

    def store(self, names: Sequence[str]) -> None:
        """Store the order of stamps.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write(json.dumps(list(names), ensure_ascii=False).encode(), self._path, backup=False)

    def rename(self, before: str, after: str) -> None:
        """Keep a renamed stamp in its place.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        names = self.names()
        if before in names:
            self.store([after if name == before else name for name in names])


SUFFIX = ".stamp"
MAX_STAMPS = 100  # the maximum number of stamps shown
_MAX_STAMP_SIZE = 256 * 1024  # bytes of a stamp; a full Overlord board takes half of it


@dataclass(frozen=True, slots=True)
class Stamp:
    """A stamp on the shelf.

    Attributes:
        path: Its file.
        part: The hexes it places.
    """

    path: Path
    part: ClipPart

    @property
    def name(self) -> str:
        """The name of the stamp: its file name without the suffix."""
        return self.path.stem


class StampError(M44Error):
    """A stamp cannot be added, changed or removed; the message says why."""


class StampShelf(QObject):
    """The stamps in a folder. Unreadable files are kept there and reported.

    Attributes:
        stamps: The stamps in the user's order, followed by stamps that were never moved, by name.
        errors: The reasons why files could not be read, one sentence each.

    Signals:
        changed: The stamps or their keys changed.
    """

    changed = Signal()

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or stamps_folder()
        self._keys, self._order = StampKeys(self._folder), StampOrder(self._folder)
        self.stamps: tuple[Stamp, ...] = ()
        self.errors: tuple[str, ...] = ()
        self.reload()

    def reload(self) -> None:
        """Read the folder again, and emit `changed`."""
        stamps: list[Stamp] = []
        errors: list[str] = []
        files = self._files(errors)
        for path in files[:MAX_STAMPS]:
            try:
                stamps.append(Stamp(path, _read_part(path)))
            except StampError as error:
                errors.append(translated(message_of_error(error)))
        if len(files) > MAX_STAMPS:
            limit_note = tr(
                "Only {number} of {all} stamps are shown", number=MAX_STAMPS, all=len(files)
            )
            errors.append(limit_note)
        self.stamps, self.errors = tuple(stamps), tuple(errors)
        self.changed.emit()

    def add_clip(self, clip: Clip, scenario: Scenario) -> Stamp:
        """Save a clip of *scenario* as a stamp, and return it.

        Raises:
            StampError: the shelf is full, or the file cannot be written.
        """
        return self._write_stamp(clip_to_text(clip, scenario), tr("Stamp"))

    def stamp_for_key(self, number: int) -> Stamp | None:
        """Return the stamp with a number key; None if there is none."""
        name = self._keys.names().get(number)
        path = self._path(name) if name else None
        return next((each for each in self.stamps if each.path == path), None)

    def assigned_key(self, stamp: Stamp) -> int:
        """Return the number of a stamp's key; 0 if it has none."""
        return self._keys.number_of(stamp.name)

    def assign_key(self, stamp: Stamp, number: int) -> None:
        """Assign a number key to a stamp, taking it from any other; 0 removes the stamp's key.

        Raises:
            StampError: the file of the keys cannot be written.
        """
        self._run_with_stamp_errors(lambda: self._keys.assign(stamp.name, number))
        self.changed.emit()

    def _run_with_stamp_errors(self, operation: Callable[[], None]) -> None:
        try:
            operation()
        except OSError as error:
            raise _file_error(self._folder, error) from error
        except M44Error as error:
            raise StampError(message_of_error(error)) from error

    def add(self, path: Path) -> Stamp:
        """Add a copy of a stamp file, and return the new stamp.

        Raises:
            StampError: the file is not a stamp, the shelf is full, or the copy cannot be written.
        """
        part = _read_part(path)
        return self._write_stamp(clip_to_text(part.clip, part.scenario), path.stem)

    def export(self, stamp: Stamp, path: Path) -> None:
        """Write a stamp to another file.

        Raises:
            StampError: it cannot be written.
        """
        _write(clip_to_text(stamp.part.clip, stamp.part.scenario), path)

    def rename(self, stamp: Stamp, name: str) -> None:
        """Rename a stamp, adding a number if the name is taken; an invalid name changes nothing.

        Raises:
            StampError: a file cannot be renamed or written.
        """
        new_name = _safe_name(name)
        if new_name and new_name != stamp.name:
            path = self._free_path(new_name)
            try:
                stamp.path.rename(path)
            except OSError as error:
                raise _file_error(stamp.path, error) from error
            self._run_with_stamp_errors(lambda: self._keys.rename(stamp.name, path.stem))
            self._run_with_stamp_errors(lambda: self._order.rename(stamp.name, path.stem))
        self.reload()

    def move(self, stamp: Stamp, index: int) -> None:
        """Move a stamp before the stamp that is now at an index (from 0), and store the order.

        Raises:
            StampError: the file of the order cannot be written.
        """
        other_stamps = [each for each in self.stamps if each.path != stamp.path]
        new_index = sum(each.path != stamp.path for each in self.stamps[:index])
        after = (*other_stamps[:new_index], stamp, *other_stamps[new_index:])
        if after != self.stamps:
            self._run_with_stamp_errors(lambda: self._order.store([each.name for each in after]))
            self.reload()

    def remove(self, stamp: Stamp) -> None:
        """Remove a stamp and its key; its file is kept, with ``~`` appended to its name.

        Raises:
            StampError: a file cannot be renamed or written.
        """
        try:
            stamp.path.replace(stamp.path.with_name(f"{stamp.path.name}~"))
        except OSError as error:
            raise _file_error(stamp.path, error) from error
        self._run_with_stamp_errors(lambda: self._keys.assign(stamp.name, 0))
        self.reload()

    def _write_stamp(self, text: str, name: str) -> Stamp:
        if len(self.stamps) >= MAX_STAMPS:
            raise StampError(
                message("The stamp panel is full: it can hold {number} stamps", number=MAX_STAMPS)
            )
        path = self._free_path(_safe_name(name) or tr("Stamp"))
        _write(text, path)
        self.reload()
        return next(
            (each for each in self.stamps if each.path == path), Stamp(path, _read_part(path))
        )

    def _free_path(self, name: str) -> Path:
        """Return an unused path for a stamp, with a number appended to *name* if necessary."""
        names = (name if number == 1 else f"{name} {number}" for number in count(1))
        return next(path for each in names if not (path := self._path(each)).exists())

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"

    def _files(self, errors: list[str]) -> list[Path]:
        if not self._folder.exists():
            return []
        try:
            files = [path for path in self._folder.iterdir() if path.suffix == SUFFIX]
        except OSError as error:
            errors.append(translated(message_of_error(_file_error(self._folder, error))))
            return []
        return self._order.in_stored_order(files)


def stamps_folder() -> Path:
    """Return the folder of the stamps: below ``$XDG_DATA_HOME`` on Linux."""
    data = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(data) / "m44-workshop" / "stamps"


def _read_part(path: Path) -> ClipPart:
    """Return the hexes in a stamp file.

    Raises:
        StampError: it cannot be read, or it is not a stamp.
    """
    try:
        data = read_truncated(path, _MAX_STAMP_SIZE)
    except OSError as error:
        raise _file_error(path, error) from error
    part = clip_from_text(data.decode("utf-8", "replace")) if len(data) <= _MAX_STAMP_SIZE else None
    if part is None or not part.clip:
        raise StampError(message("{file} is not a stamp", file=path.name))
    return part


def _write(text: str, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(text.encode(), path, backup=False)
    except OSError as error:
        raise _file_error(path, error) from error
    except M44Error as error:
        raise StampError(message_of_error(error)) from error


def _file_error(path: Path, error: OSError) -> StampError:
    return StampError(message("{file}: {why}", file=path.name, why=os_error_reason(error)))


def _safe_name(name: str) -> str:
    """Return a file name, without suffix, that is valid on every system; it may be empty."""
    allowed_text = "".join(c if c.isalnum() or c in " -_'()," else " " for c in name)
    return unreserved_stem(" ".join(allowed_text.split())[:60])
