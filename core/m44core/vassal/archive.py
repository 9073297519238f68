"""Reading files in VASSAL archives (ZIP) safely, with limits on size and time."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from m44core.errors import ReadError
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.untrusted_files import NotRegularFileError, open_regular_file

GAME_SUFFIXES = frozenset({".vsav", ".vlog"})
"""The suffixes of VASSAL's saved games and recorded games."""
MODULE_SUFFIX = ".vmod"
_MAX_BYTES = 1 << 30  # bytes of an archive: a module has pictures and sounds
_END_SIGNATURE = b"PK\x05\x06"  # signature of the end of the central directory
_END_SIZE, _MAX_END_SIZE = 22, 22 + 0xFFFF
_ZIP64_SIGNATURE = b"PK\x06\x07"  # signature of the ZIP64 locator before it
_MAX_DIRECTORY_BYTES = 8 << 20  # bytes: central directory; in memory it is ten times as large
_ENCRYPTED_FLAG = 1
_MAX_DATA_BYTES = 64 << 10  # bytes of a game's module data that are read
_NAME = re.compile(r"<name>([^<>]{1,200})</name>")
_DAMAGE_ERRORS = (
    *(BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error),
    *(ValueError, IndexError, OverflowError),  # raised by damaged names and numbers
)


def read_member(path: Path, names: Sequence[str], limit: int) -> bytes:
    """Return the content of the first of *names* that exists in an archive.

    Raises:
        ReadError: the archive cannot be read, it contains none of the names, or the file is larger
            than *limit* bytes.
    """
    data = _read_first_bytes(path, names, limit + 1)
    if len(data) > limit:
        raise ReadError(too_large_message(path.name))
    return data


def read_member_start(path: Path, name: str, limit: int) -> bytes:
    """Return at most the first *limit* bytes of a file in an archive.

    Raises:
        ReadError: the archive cannot be read, or the file is not in it.
    """
    return _read_first_bytes(path, [name], limit)


def module_name(path: Path) -> str:
    """Return the name of the module a game was saved with; "" if it is missing or unreadable."""
    with suppress(ReadError):
        text = read_member_start(path, "moduledata", _MAX_DATA_BYTES).decode("utf-8", "replace")
        match = _NAME.search(text)
        return unescape(match[1]).strip() if match else ""
    return ""


def _read_first_bytes(path: Path, names: Sequence[str], limit: int) -> bytes:
    try:
        with open_regular_file(path) as file:
            return _read_content(file, path.name, names, limit)
    except (NotRegularFileError, IsADirectoryError) as error:
        raise ReadError(message("{path} is not a regular file", path=str(path))) from error
    except OSError as error:
        problem = message(
            "{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error)
        )
        raise ReadError(problem) from error
    except _DAMAGE_ERRORS as error:
        raise ReadError(damaged_message(path.name)) from error


def damaged_message(name: str) -> Message:
    """Return the message for a file, given by its name, that cannot be unpacked."""
    return message("{file} is damaged: it cannot be unpacked", file=name)


def too_large_message(name: str) -> Message:
    """Return the message for a file, given by its name, that is too large."""
    return message("{file} is too large to read", file=name)


def _read_content(file: BinaryIO, archive_name: str, names: Sequence[str], limit: int) -> bytes:
    _check_directory_size(file, archive_name)
    with ZipFile(file) as archive:
        members = {info.filename: info for info in archive.infolist()}
        member = next((members[each] for each in names if each in members), None)
        if member is None:
            problem = message(
                "{file} contains no {part}; is it the right file?", file=archive_name, part=names[0]
            )
            raise ReadError(problem)
        if (
            member.compress_type not in (ZIP_STORED, ZIP_DEFLATED)
            or member.flag_bits & _ENCRYPTED_FLAG
        ):
            raise ReadError(damaged_message(archive_name))
        with archive.open(member) as unpacked:
            return unpacked.read(limit)


def _check_directory_size(file: BinaryIO, name: str) -> None:
    """Check that the central directory of an archive can be read in reasonable time.

    Raises:
        ReadError: the archive or its directory is too large, or the file is not an archive.
    """
    size = file.seek(0, 2)
    if size > _MAX_BYTES:
        raise ReadError(too_large_message(name))
    file.seek(max(0, size - _MAX_END_SIZE))
    tail = file.read(_MAX_END_SIZE)
    offset = tail.rfind(_END_SIGNATURE)
    if offset < 0 or offset + _END_SIZE > len(tail):
        raise ReadError(message("{file} is not a VASSAL archive, or it is damaged", file=name))
    if (
        int.from_bytes(tail[offset + 12 : offset + 16], "little") > _MAX_DIRECTORY_BYTES
        or _ZIP64_SIGNATURE in tail[:offset][-20:]
    ):
        raise ReadError(too_large_message(name))
    file.seek(0)
