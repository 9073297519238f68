"""Decoding the text of a saved game and splitting it into commands and fields."""

from __future__ import annotations

import lzma
from collections.abc import Iterator

from m44core.errors import ReadError
from m44core.vassal.archive import damaged_message, too_large_message

MAX_TEXT_BYTES = 64 << 20
"""The maximum size of a text, in bytes; games of other modules have up to 14 MB."""
_HEX_PREFIX = b"!VCSK"  # up to VASSAL 3.7: the key and each byte as two hexadecimal digits
_PACKED_PREFIX = b"!VOXZ"  # VASSAL 3.8: the key, and the compressed text
_XZ_SIGNATURE = b"\xfd7zXZ\x00"
_MEMORY_LIMIT = 96 << 20  # bytes: memory limit for decompression; VASSAL needs 4 MB


def decode_save(data: bytes, name: str) -> str:
    """Decode the text of a saved game, in any obfuscation that VASSAL has used.

    Raises:
        ReadError: the data cannot be decoded or are too large; the message names the file *name*.
    """
    if data.startswith(_HEX_PREFIX):
        data = _decode_hex_digits(data[len(_HEX_PREFIX) :], name)
    elif data.startswith(_PACKED_PREFIX):
        key = data[len(_PACKED_PREFIX) : len(_PACKED_PREFIX) + 1]
        data = _decompress(_xor_with_key(data[len(_PACKED_PREFIX) + 1 :], key), name)
    elif data.startswith(_XZ_SIGNATURE):
        data = _decompress(data, name)
    if len(data) > MAX_TEXT_BYTES:
        raise ReadError(too_large_message(name))
    return data.decode("utf-8", "replace")


def _decode_hex_digits(digits: bytes, name: str) -> bytes:
    try:
        data = bytes.fromhex(digits.decode("ascii"))
    except ValueError as error:
        raise ReadError(damaged_message(name)) from error
    return _xor_with_key(data[1:], data[:1])


def _xor_with_key(data: bytes, key: bytes) -> bytes:
    (mask,) = key or b"\0"
    return data.translate(bytes(byte ^ mask for byte in range(256)))


def _decompress(data: bytes, name: str) -> bytes:
    try:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY_LIMIT)
        unpacked = unpacker.decompress(data, MAX_TEXT_BYTES + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise ReadError(damaged_message(name)) from error
    if not unpacker.eof and len(unpacked) <= MAX_TEXT_BYTES:
        raise ReadError(damaged_message(name))
    return unpacked


_COMMAND_SEPARATOR = "\x1b"
_LOG_PREFIX = "LOG\t"  # prefix of the moves of a recorded game
_MAX_NESTING = 5  # levels of nested commands; VASSAL uses three
_MAX_COMMANDS = 200_000
_MAX_TABS = 1_000_000  # tabs of all commands; a counter has dozens
_MAX_COMMAND_LENGTH = 100_000  # characters of a command; a counter with many traits has a tenth


def split_commands(text: str, name: str) -> Iterator[str]:
    """Yield the commands that set up a game, without the recorded moves.

    Raises:
        ReadError: there are too many commands, or one is too long; the message names the file
            *name*.
    """
    if text.count(_COMMAND_SEPARATOR) > _MAX_COMMANDS or text.count("\t") > _MAX_TABS:
        raise ReadError(too_large_message(name))
    for command in _flattened_commands(text, 0):
        if len(command) > _MAX_COMMAND_LENGTH:
            raise ReadError(too_large_message(name))
        yield command


def has_moves(text: str) -> bool:
    """Return whether the text of a game contains recorded moves."""
    return _COMMAND_SEPARATOR + _LOG_PREFIX in text


def _flattened_commands(text: str, depth: int) -> Iterator[str]:
    """Yield the commands in a text, including nested ones, without recorded moves."""
    for command in split_fields(text, _COMMAND_SEPARATOR):
        if command.startswith(_LOG_PREFIX):
            continue
        if _COMMAND_SEPARATOR in command and depth < _MAX_NESTING:
            yield from _flattened_commands(command, depth + 1)
        elif command:
            yield command


def split_fields(text: str, separator: str) -> Iterator[str]:
    r"""Yield the fields of a text, separated by *separator*; there is always at least one.

    A ``\`` before the separator escapes it. The backslash itself is not escaped, so nested
    sequences have one for each level. A field that ends in ``\`` or is quoted is enclosed in
    single quotes, which are removed.
    """
    start = position = 0
    while (end := text.find(separator, position)) >= 0:
        position = end + 1
        if end == start or text[end - 1] != "\\":
            yield _unescaped(text[start:end], separator)
            start = position
    yield _unescaped(text[start:], separator)


def nested_fields(text: str, separator: str, max_depth: int) -> list[str]:
    """Return the first field of each level, up to *max_depth*; the second is the next level."""
    fields: list[str] = []
    while len(fields) < max_depth:
        row = split_fields(text, separator)
        fields.append(next(row))
        inner = next(row, None)
        if inner is None:
            break
        text = inner
    return fields


def _unescaped(text: str, separator: str) -> str:
    text = text.replace(f"\\{separator}", separator)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text
