"""Saving without ever losing what stood there before."""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import shutil
import stat
import tempfile
import time
from pathlib import Path

from m44core.errors import WriteError
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import Fingerprint, fingerprint
from m44core.io.files.write import to_bytes
from m44core.io.origin import NEW, Origin
from m44core.messages.message import Message, Value, message
from m44core.model.scenario import Scenario

_NEW_FILE_MODE = 0o666
_STALE_SECONDS = 3600


class ChangedOnDiskError(WriteError):
    """Another program changed the file since it was read; it was not overwritten."""


def save(
    scenario: Scenario,
    path: Path,
    expected: Fingerprint | None = None,
    file_format: FileFormat | None = None,
    origin: Origin = NEW,
) -> Fingerprint:
    """Write a scenario to a file and return what the file is now.

    The file is complete or untouched at any moment, whatever fails. The file
    before it is kept beside it, with ``~`` after its name.

    Args:
        scenario: What to write.
        path: Where; a symbolic link is followed.
        expected: The file as it was read or saved last; None to overwrite whatever is there.
        file_format: How to write it; by the file's name unless given.
        origin: The file the scenario comes from, of which as much as possible is kept.

    Raises:
        ChangedOnDiskError: the file is not what *expected* says.
        WriteError: it cannot be written; the message says why and what to do.
    """
    data = to_bytes(scenario, file_format or FileFormat.of(path), origin)
    return write(data, path, expected)


def write(
    data: bytes, path: Path, expected: Fingerprint | None = None, *, backup: bool = True
) -> Fingerprint:
    """Write bytes to a file as :func:`save` does, and return what the file is now.

    Without a *backup* the file before it is not kept.
    """
    target = Path(os.path.realpath(path))
    try:
        return _replace(data, target, expected, backup)
    except OSError as error:
        raise WriteError(_message(path, error)) from error


def backup_of(path: Path) -> Path:
    """Return where the file before the last saving is kept."""
    return path.with_name(path.name + "~")


def current(path: Path) -> Fingerprint | None:
    """Return what a file is now, or None where there is none."""
    try:
        with path.open("rb") as file:
            return fingerprint(file.read(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return None


def is_unchanged(path: Path, expected: Fingerprint) -> bool:
    """Tell whether a file still holds what *expected* says, however often it was touched."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    if (status.st_size, status.st_mtime_ns) == (expected.size, expected.modified):
        return True
    now = current(path) if status.st_size == expected.size else None
    return now is not None and now.digest == expected.digest


def _replace(data: bytes, target: Path, expected: Fingerprint | None, backup: bool) -> Fingerprint:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not target.is_file():
        said = message("{path} is a pipe or a device; choose a file name", path=str(target))
        raise WriteError(said)
    temporary = _write_beside(data, target)
    try:
        if expected is not None and not is_unchanged(target, expected):
            said = message(
                "{path} was changed or removed by another program since it was opened; "
                "open it again, or save under another name",
                path=str(target),
            )
            raise ChangedOnDiskError(said)
        if backup:
            _keep_backup(target)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(target.parent)
    _sweep(target)
    return fingerprint(data, target.stat())


def _write_beside(data: bytes, target: Path) -> Path:
    """Return a complete new file in the folder of *target*, on the disk and not in a cache."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(target))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _mode(target: Path) -> int:
    """Return the permissions of the file there, or those a new file gets."""
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return _NEW_FILE_MODE & ~mask


def _keep_backup(target: Path) -> None:
    """Keep the file that is about to be replaced; a hard link, where the disk has them."""
    if not target.exists():
        return
    backup = backup_of(target)
    fresh = backup.with_name(f".{backup.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    try:
        fresh.hardlink_to(target)
    except OSError:
        shutil.copy2(target, fresh)
    fresh.replace(backup)


def _sweep(target: Path) -> None:
    """Remove what programs killed while they saved this file have left."""
    for left in target.parent.glob(f".{glob.escape(target.name)}.*.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _STALE_SECONDS:
                left.unlink()


def _flush_folder(folder: Path) -> None:
    """Make the new name durable; not every file system can, and the file is whole anyway."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _message(path: Path, error: OSError) -> Message:
    why: Value = {
        errno.ENOSPC: message("the disk is full; make room, or save elsewhere"),
        errno.EDQUOT: message("your share of the disk is used up; make room, or save elsewhere"),
        errno.EROFS: message("the disk is read-only; save elsewhere"),
        errno.EACCES: message("you may not write there; save elsewhere, or change the permissions"),
        errno.EPERM: message("you may not write there; save elsewhere, or change the permissions"),
        errno.ENOENT: message("its folder does not exist; create it, or save elsewhere"),
        errno.ENOTDIR: message("its folder does not exist; create it, or save elsewhere"),
        errno.EISDIR: message("it is a folder; choose a file name"),
        errno.ENAMETOOLONG: message("the name is too long; choose a shorter one"),
    }.get(error.errno or 0) or str(error.strerror or error)
    return message("{path} was not saved, and is as it was: {why}", path=str(path), why=why)
