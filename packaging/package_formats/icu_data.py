"""Reduces the ICU data in the bundle to what the program uses."""

from __future__ import annotations

import re
import struct
import tempfile
from collections.abc import Iterable
from pathlib import Path

from package_formats.build_tools import BuildError, run_tool

_UNUSED_FOLDERS = {"brkitr", "curr", "lang", "rbnf", "region", "translit", "unit", "zone"}
_UNUSED_FILES = re.compile(r".*\.cnv|(?!res_index)[a-z]{2,3}(_\w+)?\.res")  # encodings, calendars
_FORMAT = b"CmnD"
_FORMAT_PLACE = 12  # in the header
_ALIGNMENT = 16
_SOURCE = """\
.section .rodata
.balign 16
.globl {symbol}
.type {symbol}, %object
{symbol}:
.incbin "{data}"
.size {symbol}, . - {symbol}
.section .note.GNU-stack, "", %progbits
"""


def reduce_icu_data(library: Path) -> None:
    """Link ``libicudata.so`` again with the data that Qt needs to sort and to convert texts.

    Left out are line breaks, names of languages, regions, currencies, units and time zones, formats
    of dates and numbers, transliteration and old encodings. Qt has its own, or the program shows
    none.

    Raises:
        BuildError: the library has no data, or the tools of binutils fail.
    """
    data = reduced_data(_data_in(library))
    version = library.name.rpartition(".")[2]
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        packed, source, part = work / "icu.dat", work / "icu.s", work / "icu.o"
        packed.write_bytes(data)
        source.write_text(_SOURCE.format(symbol=f"icudt{version}_dat", data=packed), "utf-8")
        run_tool(["as", "-o", str(part), str(source)])
        link = ["ld", "-shared", "--soname", library.name, "--build-id=none", "--strip-all"]
        run_tool([*link, "-o", str(library), str(part)])


def reduced_data(data: bytes) -> bytes:
    """Return an ICU data file without the items that the program does not use."""
    start = int.from_bytes(data[:2], "little")
    items = [item for item in _items(data, start) if _is_used(item[0])]
    contents = [content + bytes(-len(content) % _ALIGNMENT) for _, content in items]
    names = [name.encode() + b"\0" for name, _ in items]
    name_place = 4 + 8 * len(items)
    table_size = name_place + sum(map(len, names))
    padding = bytes(-(start + table_size) % _ALIGNMENT)
    places = zip(
        _part_offsets(names, name_place),
        _part_offsets(contents, table_size + len(padding)),
        strict=True,
    )
    table = struct.pack("<I", len(items)) + b"".join(struct.pack("<II", *each) for each in places)
    return b"".join((data[:start], table, *names, padding, *contents))


def _data_in(library: Path) -> bytes:
    content = library.read_bytes()
    place = content.find(_FORMAT)
    if place < 0:
        raise BuildError(f"{library} has no data of ICU")
    return content[place - _FORMAT_PLACE :]


def _items(data: bytes, start: int) -> list[tuple[str, bytes]]:
    """Return the names and contents of the items in a data file whose header ends at *start*."""
    body = memoryview(data)[start:]
    (count,) = struct.unpack_from("<I", body)
    entries = [struct.unpack_from("<II", body, 4 + 8 * number) for number in range(count)]
    ends = [place for _, place in entries[1:]] + [len(body)]
    names = [
        data[start + place : data.index(b"\0", start + place)].decode() for place, _ in entries
    ]
    contents = [bytes(body[entry[1] : end]) for entry, end in zip(entries, ends, strict=True)]
    return list(zip(names, contents, strict=True))


def _is_used(name: str) -> bool:
    _, *folders, file = name.split("/")
    if folders:
        return folders[0] not in _UNUSED_FOLDERS
    return not _UNUSED_FILES.fullmatch(file)


def _part_offsets(parts: Iterable[bytes], place: int) -> list[int]:
    """Return the offset of each part, given the offset of the first."""
    places = []
    for part in parts:
        places.append(place)
        place += len(part)
    return places
