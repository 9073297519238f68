"""Which packs are in use, and what is forgotten when they are others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from m44core.catalogue.packs.pack import Pack, pack_of


class Forgetful(Protocol):
    """What keeps answers, and can forget them: a function of :mod:`functools`."""

    def cache_clear(self) -> None:
        """Forget them."""


Cached = TypeVar("Cached", bound=Forgetful)

_in_use: list[Pack] = []
_forget: list[Callable[[], None]] = []


def packs_in_use() -> tuple[Pack, ...]:
    """Return the packs whose pieces the catalogue knows."""
    return tuple(_in_use)


def pack_folders() -> tuple[Path, ...]:
    """Return where the packs in use are, for another process to use them, too."""
    return tuple(pack.folder for pack in _in_use)


def lacks_pack(name: str) -> bool:
    """Tell whether a piece is called as those of a pack that is not in use."""
    pack = pack_of(name)
    return pack is not None and all(pack != each.name for each in _in_use)


def follows_catalogue(cached: Cached) -> Cached:
    """Have a function forget its answers whenever the catalogue is another."""
    _forget.append(cached.cache_clear)
    return cached


def replace_packs(packs: Sequence[Pack]) -> None:
    """Have these packs in use and no others; what was known of the catalogue is forgotten."""
    _in_use[:] = packs
    for forget in _forget:
        forget()
