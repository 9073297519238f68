"""How large a picture is, by the first bytes of its file."""

from __future__ import annotations

_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # parts of a JPEG that say its size
_MOST_PARTS = 1000


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, GIF or JPEG; None where the file is nothing of that."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return _number(data[16:20]), _number(data[20:24])
    if data[:4] == b"GIF8" and len(data) >= 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    return _jpeg(data) if data[:2] == b"\xff\xd8" else None


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    for _ in range(_MOST_PARTS):
        part = data[at : at + 9]
        if len(part) < 9 or part[0] != 0xFF:
            return None
        if part[1] in _FRAMES:
            return _number(part[7:9]), _number(part[5:7])
        at += 2 + _number(part[2:4])
    return None
