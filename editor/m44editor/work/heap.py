"""The memory that the C library hands out: one heap for all threads, and back what is free."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8  # as in malloc.h
_OWN_PAGES = 1 << 20  # bytes: a picture of 512 by 512 pixels; smaller ones are made faster so


def give_back() -> None:
    """Give the system the memory that is free.

    The C library of Linux gives back what is free at the end of its heap only; a small value beyond
    a hundred pictures that are gone keeps all their memory: 26 MB of 180 after zooming in and out.
    """
    if (trim := set_up_heap()) is not None:
        trim(0)


@cache
def set_up_heap() -> Callable[[int], object] | None:
    """Have one heap from now on with pictures apart, and return what trims it; None elsewhere.

    The C library of Linux gives every thread a heap of its own, and what is free in one is of no
    use to another. Those beside that of the windows make little: they seldom wait for each other.

    It gives what is large pages of its own, which go when it goes. Left alone it moves that limit
    to the largest that ever went, 32 MB at most, and small values that came to lie between pictures
    then hold their memory.

    Threads that have their heap keep it: this is to be called before there are many.
    """
    if not sys.platform.startswith("linux"):
        return None
    from ctypes import CDLL  # 3 ms

    library = CDLL(None)
    if (options := getattr(library, "mallopt", None)) is not None:
        options(_M_ARENA_MAX, 1)
        options(_M_MMAP_THRESHOLD, _OWN_PAGES)
        options(_M_TRIM_THRESHOLD, 2 * _OWN_PAGES)  # else the end goes and comes at every picture
    return getattr(library, "malloc_trim", None)  # other C libraries have no such function
