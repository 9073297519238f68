"""Catalogues: that of the game, as the build made it or of its data files, and those with packs."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from typing import TYPE_CHECKING, Any

from m44core.catalogue.built import built_catalogue
from m44core.catalogue.catalogue import Catalogue, restore_catalogue
from m44core.catalogue.entries import DATA
from m44core.errors import CatalogueError
from m44core.messages.message import message

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack

_MOST = 16  # catalogues with packs that are kept; what is open keeps its own


@cache
def base_catalogue() -> Catalogue:
    """Return the catalogue that ships with the program, without any user pack; made once.

    It is for what concerns no scenario. A scenario has its own: :attr:`Scenario.catalogue`.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return built_catalogue(DATA) or _made()


def _made() -> Catalogue:
    from m44core.catalogue.catalogue_reader import read_catalogue  # only where nothing was built

    return read_catalogue(DATA)


def catalogue_with(packs: Sequence[Pack]) -> Catalogue:
    """Return the catalogue that knows the pieces of some packs, too; the same one for the same.

    Of packs of the same name the last one counts.

    Raises:
        PackError: one of them is wrong.
    """
    return _extended(tuple({pack.name: pack for pack in packs}.values()))


@lru_cache(_MOST)
def _extended(packs: tuple[Pack, ...]) -> Catalogue:
    if not packs:
        return base_catalogue()
    from m44core.catalogue.catalogue_reader import with_pack  # 9 ms

    try:
        return reduce(with_pack, packs, base_catalogue())
    except CatalogueError as error:
        from m44core.catalogue.packs.pack import PackError  # 4 ms

        raise PackError(message("A pack is wrong: {reason}", reason=str(error))) from error


def is_shared(catalogue: Catalogue) -> bool:
    """Tell whether a catalogue is what its packs say, and not one that was changed otherwise."""
    return catalogue is _extended(catalogue.packs)


def _reduced(catalogue: Catalogue) -> tuple[Any, ...]:
    """Return what another process makes a catalogue of: its packs, where it is that of these."""
    if is_shared(catalogue):
        return catalogue_with, (catalogue.packs,)
    return restore_catalogue, (vars(catalogue),)


copyreg.pickle(Catalogue, _reduced)
