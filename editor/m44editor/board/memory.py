"""Large pictures leave memory when they are gone."""

from __future__ import annotations

import sys

_MMAP_THRESHOLD = -3  # what the GNU C library calls this setting
_LARGE = 256 * 1024  # bytes; a tile at a usual zoom has 50 kB, a window's content 4 MB


def give_back_large_blocks() -> None:
    """Have the C library of Linux take large blocks from the system, and give each back at once.

    Left alone, it raises that size to that of the largest block ever freed, takes pictures out of
    its heap from then on, and small values between them keep the heap from shrinking.
    """
    if not sys.platform.startswith("linux"):
        return
    from ctypes import CDLL

    set_option = getattr(CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, _LARGE)
