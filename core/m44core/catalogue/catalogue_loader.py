"""Loading the catalogue of the game, and catalogues extended by user packs."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from typing import TYPE_CHECKING, Any

from m44core.catalogue.built import prebuilt_catalogue
from m44core.catalogue.catalogue import Catalogue, restore_catalogue
from m44core.catalogue.entries import DATA
from m44core.errors import CatalogueError
from m44core.messages.message import message

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack

_CACHE_SIZE = 16  # catalogues with packs in the cache; open scenarios keep their own


@cache
def base_catalogue() -> Catalogue:
    """Return the built-in catalogue, without user packs; cached after the first call.

    Use it only where no scenario is involved; a scenario has its own :attr:`Scenario.catalogue`.

    Raises:
        CatalogueError: the built-in data is invalid.
    """
    return prebuilt_catalogue(DATA) or _read_base_catalogue()


def _read_base_catalogue() -> Catalogue:
    from m44core.catalogue.catalogue_reader import read_catalogue  # only without a prebuilt one

    return read_catalogue(DATA)


def catalogue_with_packs(packs: Sequence[Pack]) -> Catalogue:
    """Return the built-in catalogue extended by packs; the same instance for equal packs.

    If several packs have the same name, the last one is used.

    Raises:
        PackError: a pack is invalid.
    """
    return _extended_catalogue(tuple({pack.name: pack for pack in packs}.values()))


@lru_cache(_CACHE_SIZE)
def _extended_catalogue(packs: tuple[Pack, ...]) -> Catalogue:
    if not packs:
        return base_catalogue()
    from m44core.catalogue.catalogue_reader import catalogue_with_pack  # 9 ms

    try:
        return reduce(catalogue_with_pack, packs, base_catalogue())
    except CatalogueError as error:
        from m44core.catalogue.packs.pack import PackError  # 4 ms

        raise PackError(message("A pack cannot be used: {reason}", reason=str(error))) from error


def is_shared(catalogue: Catalogue) -> bool:
    """Return whether a catalogue is the shared instance for its packs rather than a copy."""
    return catalogue is _extended_catalogue(catalogue.packs)


def _reduce_catalogue(catalogue: Catalogue) -> tuple[Any, ...]:
    """Return the function that unpickles a catalogue, and its arguments.

    The shared instance is created again from its packs alone.
    """
    if is_shared(catalogue):
        return catalogue_with_packs, (catalogue.packs,)
    return restore_catalogue, (vars(catalogue),)


copyreg.pickle(Catalogue, _reduce_catalogue)
