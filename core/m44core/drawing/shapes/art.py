"""What there is to draw on a hex, as small hashable values.

Two hexes with equal :class:`Art` look the same, so a back end may keep one
picture for both; that is what makes a full repaint of the board quick.
"""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import pack_of
from m44core.values import dataclass


class Plane(StrEnum):
    """The order things are painted in, all hexes of one plane before the next."""

    GROUND = "ground"  # printed face and tile
    LINES = "lines"  # section lines; drawn once for the board
    STRUCTURE = "structure"
    OBSTACLE = "obstacle"
    UNIT = "unit"
    TAG = "tag"
    NAME = "name"  # of the hex: under labels, which may reach over from the hex above
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Art:
    """One picture, drawn around the centre of its hex.

    Attributes:
        plane: When it is painted.
        name: What it shows: the .m44 name of an element, or ``ground``, ``label``.
        orientation: As the format counts it.
        variant: Which of the like-looking variants (woods, hedges) this hex has.
        detail: Whatever else decides the look: joined neighbour edges, figures,
            badge, owner, the lines of a label.
        catalogue: What knows how it looks, where something of it is of a user pack; None for
            pieces of the game, which look the same everywhere.
    """

    plane: Plane
    name: str
    orientation: int = 1
    variant: int = 0
    detail: tuple[str | int, ...] = ()
    catalogue: Catalogue | None = None


def pack_catalogue(catalogue: Catalogue, *names: str) -> Catalogue | None:
    """Return what knows how pieces look: the catalogue for those of user packs, else None."""
    return catalogue if any(map(pack_of, names)) else None
