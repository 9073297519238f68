"""Files in the archives of VASSAL, read without trust: quickly and no more than is usual."""

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
from m44core.untrusted_files import NotRegularFileError, open_regular

GAME_SUFFIXES = frozenset({".vsav", ".vlog"})
"""How files of saved and of recorded games end."""
MODULE_SUFFIX = ".vmod"
_LARGEST = 1 << 30  # bytes of an archive: a module has pictures and sounds
_END = b"PK\x05\x06"  # of the record after the list of contents
_END_SIZE, _LONGEST_END = 22, 22 + 0xFFFF
_WIDE = b"PK\x06\x07"  # what stands before it in archives of more than 4 GB
_LONGEST_LIST = 8 << 20  # bytes of the list of contents; what is made of it takes ten times as much
_ENCRYPTED = 1
_LONGEST_DATA = 64 << 10  # bytes of what a game says of its module
_NAME = re.compile(r"<name>([^<>]{1,200})</name>")
_DAMAGED = (
    *(BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error),
    *(ValueError, IndexError, OverflowError),  # of names and numbers nobody wrote
)


def read_member(path: Path, names: Sequence[str], most: int) -> bytes:
    """Return the first file of these *names* that is in an archive.

    Raises:
        ReadError: the archive cannot be read, or none is in it, or it has more than *most* bytes.
    """
    data = _beginning(path, names, most + 1)
    if len(data) > most:
        raise ReadError(too_large_message(path.name))
    return data


def read_member_start(path: Path, name: str, most: int) -> bytes:
    """Return the first bytes of a file in an archive, *most* of them.

    Raises:
        ReadError: the archive cannot be read, or the file is not in it.
    """
    return _beginning(path, [name], most)


def module_name(path: Path) -> str:
    """Return the name of the module a game was saved with; empty where it is not there."""
    with suppress(ReadError):
        text = read_member_start(path, "moduledata", _LONGEST_DATA).decode("utf-8", "replace")
        found = _NAME.search(text)
        return unescape(found[1]).strip() if found else ""
    return ""


def _beginning(path: Path, names: Sequence[str], most: int) -> bytes:
    try:
        with open_regular(path) as file:
            return _content(file, path.name, names, most)
    except (NotRegularFileError, IsADirectoryError) as error:
        raise ReadError(message("{path} is not an ordinary file", path=str(path))) from error
    except OSError as error:
        said = message(
            "{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error)
        )
        raise ReadError(said) from error
    except _DAMAGED as error:
        raise ReadError(damaged_message(path.name)) from error


def damaged_message(name: str) -> Message:
    """Return that a file cannot be unpacked."""
    return message("{file} is damaged: it cannot be unpacked", file=name)


def too_large_message(name: str) -> Message:
    """Return that a file holds more than any of its kind."""
    return message("{file} is too large to be read", file=name)


def _content(file: BinaryIO, name: str, names: Sequence[str], most: int) -> bytes:
    _refuse_endless(file, name)
    with ZipFile(file) as archive:
        there = {info.filename: info for info in archive.infolist()}
        found = next((there[each] for each in names if each in there), None)
        if found is None:
            said = message(
                "{file} holds no {part}; is it the right file?", file=name, part=names[0]
            )
            raise ReadError(said)
        if found.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or found.flag_bits & _ENCRYPTED:
            raise ReadError(damaged_message(name))
        with archive.open(found) as unpacked:
            return unpacked.read(most)


def _refuse_endless(file: BinaryIO, name: str) -> None:
    """Let an archive pass whose list of contents can be read in good time.

    Raises:
        ReadError: it cannot, or it is no archive.
    """
    size = file.seek(0, 2)
    if size > _LARGEST:
        raise ReadError(too_large_message(name))
    file.seek(max(0, size - _LONGEST_END))
    tail = file.read(_LONGEST_END)
    at = tail.rfind(_END)
    if at < 0 or at + _END_SIZE > len(tail):
        raise ReadError(message("{file} is not an archive of VASSAL, or it is damaged", file=name))
    if (
        int.from_bytes(tail[at + 12 : at + 16], "little") > _LONGEST_LIST
        or _WIDE in tail[:at][-20:]
    ):
        raise ReadError(too_large_message(name))
    file.seek(0)
