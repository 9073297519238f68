"""Loading the catalogue: as the build made it, or of its data files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING

from m44core.catalogue.built import built_catalogue
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.packs.in_use import follows_catalogue, packs_in_use, replace_packs
from m44core.catalogue.reading import DATA
from m44core.errors import CatalogueError

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack


@cache
def load_catalogue() -> Catalogue:
    """Return the catalogue that ships with the program, and the packs in use; made once.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return _with(packs_in_use())


@cache
def _own_catalogue() -> Catalogue:
    """Return what ships with the program, the same whichever packs are in use."""
    return built_catalogue(DATA) or _made()


def _made() -> Catalogue:
    from m44core.catalogue.making.whole import read_catalogue  # only where nothing was built

    return read_catalogue(DATA)


def _with(packs: Sequence[Pack]) -> Catalogue:
    if not packs:
        return _own_catalogue()
    from m44core.catalogue.making.whole import extended

    return reduce(extended, packs, _own_catalogue())


def use_packs(packs: Sequence[Pack]) -> None:
    """Let the catalogue know the pieces of these packs and of no others.

    Raises:
        PackError: one of them is wrong; those in use before are still.
    """
    try:
        _with(packs)
    except CatalogueError as error:
        from m44core.catalogue.packs.pack import PackError
        from m44core.messages.message import message

        raise PackError(message("A pack is wrong: {reason}", reason=str(error))) from error
    replace_packs(packs)


follows_catalogue(load_catalogue)
