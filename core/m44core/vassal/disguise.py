"""The text of a saved game, which VASSAL disguises so that nobody reads it by chance."""

from __future__ import annotations

import lzma

from m44core.errors import ReadError
from m44core.vassal.archive import damaged, too_large

MOST_TEXT = 64 << 20
"""Bytes of the text; games of other modules have had 14 MB, with all their counters in decks."""
_HEX = b"!VCSK"  # up to VASSAL 3.7: the key and each byte in two hexadecimal digits
_PACKED = b"!VOXZ"  # VASSAL 3.8: the key, and the packed text
_XZ = b"\xfd7zXZ\x00"
_MEMORY = 96 << 20  # bytes for unpacking; VASSAL asks for 4 MB


def text_of(data: bytes, name: str) -> str:
    """Return the text of a saved game, in any of the forms VASSAL has written it in.

    Raises:
        ReadError: it cannot be read, or it is too long; the message names the file *name*.
    """
    if data.startswith(_HEX):
        data = _of_digits(data[len(_HEX) :], name)
    elif data.startswith(_PACKED):
        key = data[len(_PACKED) : len(_PACKED) + 1]
        data = _unpacked(_with_key(data[len(_PACKED) + 1 :], key), name)
    elif data.startswith(_XZ):
        data = _unpacked(data, name)
    if len(data) > MOST_TEXT:
        raise ReadError(too_large(name))
    return data.decode("utf-8", "replace")


def _of_digits(digits: bytes, name: str) -> bytes:
    try:
        data = bytes.fromhex(digits.decode("ascii"))
    except ValueError as error:
        raise ReadError(damaged(name)) from error
    return _with_key(data[1:], data[:1])


def _with_key(data: bytes, key: bytes) -> bytes:
    (mask,) = key or b"\0"
    return data.translate(bytes(byte ^ mask for byte in range(256)))


def _unpacked(data: bytes, name: str) -> bytes:
    try:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)
        found = unpacker.decompress(data, MOST_TEXT + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise ReadError(damaged(name)) from error
    if not unpacker.eof and len(found) <= MOST_TEXT:
        raise ReadError(damaged(name))
    return found
