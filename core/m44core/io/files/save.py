"""Saving files atomically, with a backup, so that no failure loses the previous content."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
import time
from functools import cache
from pathlib import Path

from m44core.catalogue.catalogue import Catalogue
from m44core.errors import WriteError
from m44core.faults import FaultError, boundary
from m44core.interrupts import DeferredSignals
from m44core.io.files.file_reader import Fingerprint, digest, fingerprint, read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import in_original_layout, to_bytes, unreadable_reason
from m44core.io.origin import NO_ORIGIN, Origin
from m44core.log import Log
from m44core.messages.message import Message, Value, message
from m44core.messages.os_errors import os_error_reason
from m44core.model.scenario import Scenario
from m44core.untrusted_files import read_truncated

_NEW_FILE_MODE = 0o666
_STALE_SECONDS = 3600
_PREFIX, _SUFFIX = ".m44-", ".tmp"


_log = Log(__name__)

MISSING_FILE = Fingerprint(-1, 0, "")
"""The fingerprint to expect of a deleted file: saving then never overwrites a newer file."""


class ChangedOnDiskError(WriteError):
    """The file was not overwritten because another program has changed it since it was read."""


def save(
    scenario: Scenario,
    path: Path,
    expected: Fingerprint | None = None,
    file_format: FileFormat | None = None,
    origin: Origin = NO_ORIGIN,
) -> Fingerprint:
    """Write a scenario to a file and return the file's new fingerprint.

    Whatever fails, the file is either complete or untouched. The previous file is kept as a
    backup, with ``~`` appended to its name.

    Args:
        scenario: The scenario to write.
        path: The file to write; a symbolic link is followed.
        expected: The fingerprint of the file as it was last read or saved, or :data:`MISSING_FILE`;
            None to overwrite any existing file.
        file_format: The format to write; by default that of the file's suffix.
        origin: The origin of the scenario, which is preserved as far as possible.

    Raises:
        ChangedOnDiskError: the file does not match *expected*.
        WriteError: the file cannot be written; the message explains why and what to do.
    """
    target_format = file_format or FileFormat.of(path)
    version = origin.restored
    if version and version.format == target_format.value and version.scenario == scenario:
        return write(version.data, path, expected)
    data = to_bytes(scenario, target_format, origin)
    reason = unreadable_reason(data, target_format)
    if reason is not None:
        raise WriteError(_saving_failed_message(path, reason))
    if target_format is not FileFormat.M44 and expected is not None:
        data = in_previous_layout(data, path, expected, scenario.catalogue)
    return write(data, path, expected)


def in_previous_layout(
    data: bytes, path: Path, expected: Fingerprint, catalogue: Catalogue
) -> bytes:
    """Return a new YAML or JSON file in the layout of the file it replaces.

    Args:
        data: The content of the new file, in our own layout.
        path: The file to be replaced.
        expected: The fingerprint of that file; if it has changed, *data* is returned.
        catalogue: The known pieces.
    """
    try:
        old_data = read_truncated(path, max(expected.size, 0))
    except OSError:
        return data  # writing will report it
    if digest(old_data) != expected.digest:
        return data
    try:
        with boundary(path):
            result = read_bytes(old_data, path.name, catalogue=catalogue)
            text = in_original_layout(result, data.decode("utf-8"))
            return old_data if text == result.text else text.encode("utf-8")
    except FaultError:
        return data  # saving matters more than the layout


def write(
    data: bytes, path: Path, expected: Fingerprint | None = None, *, backup: bool = True
) -> Fingerprint:
    """Write bytes to a file as :func:`save` does, and return the file's new fingerprint.

    Without *backup*, no backup of the previous file is kept.

    Raises:
        ChangedOnDiskError: the file does not match *expected*.
        WriteError: the file cannot be written; the message explains why and what to do.
    """
    try:
        with DeferredSignals():
            new_fingerprint = _replace_file(data, Path(os.path.realpath(path)), expected, backup)
            _log.info("wrote %s, %d bytes", path, len(data))
            return new_fingerprint
    except OSError as error:
        raise WriteError(not_saved_message(path, error)) from error
    except ValueError as error:  # a character that no name can have
        raise WriteError(
            message(
                "{path!r} is not a valid file name; check it for unprintable characters",
                path=str(path),
            )
        ) from error


def backup_path(path: Path) -> Path:
    """Return the path of the backup of a file."""
    return path.with_name(path.name + "~")


def current_fingerprint(path: Path) -> Fingerprint | None:
    """Return the current fingerprint of a file; None if it does not exist."""
    try:
        with path.open("rb") as file:
            return fingerprint(file.read(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return None


def is_unchanged(path: Path, expected: Fingerprint) -> bool:
    """Return whether a file still has the expected content, whatever its modification time.

    The digests are compared, since different content can have the same size and time. A missing
    file matches only :data:`MISSING_FILE`.
    """
    try:
        if path.stat().st_size != expected.size:
            return False
    except FileNotFoundError:
        return expected == MISSING_FILE
    current = current_fingerprint(path)
    return current is not None and current.digest == expected.digest


def _replace_file(
    data: bytes, target: Path, expected: Fingerprint | None, backup: bool
) -> Fingerprint:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not target.is_file() and target.exists():  # it may vanish in between
        text = message("{path} is a pipe or device; choose a file name", path=str(target))
        raise WriteError(text)
    temporary = _write_temporary(data, target)
    try:
        if expected is not None and not is_unchanged(target, expected):
            text = message(
                "{path} was changed or removed by another program after it was opened; reopen "
                "it, or save under another name",
                path=str(target),
            )
            raise ChangedOnDiskError(text)
        if backup:
            _back_up(target)
        status = temporary.stat()  # before renaming: another program might move the new file
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(target.parent)
    remove_stale_files(target.parent)
    return fingerprint(data, status)


def write_derived_file(data: bytes, target: Path) -> None:
    """Write a file that can be regenerated, atomically but without waiting for the disk.

    Raises:
        OSError: the file cannot be written.
    """
    with DeferredSignals():
        temporary = _write_temporary(data, target, durable=False)
        try:
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _write_temporary(data: bytes, target: Path, *, durable: bool = True) -> Path:
    """Write a temporary file in the folder of *target* and return its path.

    The file gets the owner and permissions of *target*, and is flushed to disk if *durable*.

    Raises:
        OSError: the file cannot be written, or *target* exists and is read-only.
    """
    if not os.access(target, os.W_OK) and target.exists():  # it may vanish in between
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, name = tempfile.mkstemp(prefix=_temporary_prefix(), suffix=_SUFFIX, dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        _copy_owner(temporary, target)
        temporary.chmod(_permissions(target))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _permissions(target: Path) -> int:
    """Return the permissions of an existing file, or those that a new file would get."""
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return _NEW_FILE_MODE & ~mask


def _back_up(target: Path) -> None:
    """Back up the file to be replaced, with a hard link if the file system supports them."""
    if not target.exists():
        return
    new_backup = target.with_name(f"{_temporary_prefix()}before{_SUFFIX}")
    new_backup.unlink(missing_ok=True)
    try:
        try:
            new_backup.hardlink_to(target)
        except OSError:
            shutil.copy2(target, new_backup)
        new_backup.replace(backup_path(target))
    except OSError as error:
        # The name with ~ would be too long, or the file was moved away.
        if error.errno not in (errno.ENAMETOOLONG, errno.ENOENT):
            raise
    finally:
        with contextlib.suppress(OSError):
            new_backup.unlink(missing_ok=True)


def _temporary_prefix() -> str:
    """Return the prefix of this process's temporary files: short, with host and process id."""
    return f"{_PREFIX}{_host_digest()}-{os.getpid()}."


@cache
def _host_digest() -> str:
    from socket import gethostname  # slow to import

    return digest(gethostname().encode())[:8]


def remove_stale_files(folder: Path) -> None:
    """Remove the temporary files that killed processes left in a folder; ignore errors."""
    with contextlib.suppress(OSError):
        _remove_abandoned_files(folder)


def _remove_abandoned_files(folder: Path) -> None:
    for stale_file in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        with contextlib.suppress(OSError):
            if (
                _is_abandoned(stale_file.name)
                or time.time() - stale_file.stat().st_mtime > _STALE_SECONDS
            ):
                stale_file.unlink()


def _is_abandoned(name: str) -> bool:
    """Return whether a temporary file belongs to a process of this machine that has ended."""
    host, _, process = name.removeprefix(_PREFIX).partition(".")[0].partition("-")
    if os.name != "posix" or host != _host_digest() or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _copy_owner(temporary: Path, target: Path) -> None:
    """Give the new file the owner and group of the old file, if permitted."""
    if os.name != "posix":
        return
    try:
        new, old = temporary.stat(), target.stat()
    except FileNotFoundError:  # a new file, or the old one was moved away
        return
    for user, group in ((old.st_uid, -1), (-1, old.st_gid)):
        if user not in (-1, new.st_uid) or group not in (-1, new.st_gid):
            with contextlib.suppress(OSError):
                os.chown(temporary, user, group)


def _flush_folder(folder: Path) -> None:
    """Flush the folder so that the new name is durable, if the file system supports it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_folder(path: Path) -> None:
    """Create a folder and its parents unless they exist.

    Raises:
        WriteError: the folder cannot be created; the message explains why.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = os_error_reason(error)
        text = message("cannot create the folder {folder}: {why}", folder=str(path), why=reason)
        raise WriteError(text) from error


def not_saved_message(path: Path, error: OSError) -> Message:
    """Return a message that explains why a file was not saved and what to do about it."""
    reason: Value = {
        errno.ENOSPC: message("the disk is full; free some space, or save elsewhere"),
        errno.EDQUOT: message("your disk quota is used up; free some space, or save elsewhere"),
        errno.EROFS: message("the disk is read-only; save elsewhere"),
        errno.EACCES: message(
            "you do not have permission to write there; save elsewhere, or change the permissions"
        ),
        errno.EPERM: message(
            "you do not have permission to write there; save elsewhere, or change the permissions"
        ),
        errno.ENOENT: message("its folder does not exist; create it, or save elsewhere"),
        errno.ENOTDIR: message("its folder does not exist; create it, or save elsewhere"),
        errno.EISDIR: message("it is a folder; choose a file name"),
        errno.ENAMETOOLONG: message("the name is too long; choose a shorter one"),
    }.get(error.errno or 0) or os_error_reason(error)
    return _saving_failed_message(path, reason)


def _saving_failed_message(path: Path, reason: Value) -> Message:
    return message("{path} was not saved and is unchanged: {why}", path=str(path), why=reason)
