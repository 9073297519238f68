"""The pictures on a hex as small hashable values.

Two hexes with equal :class:`Art` look the same, so a back end can cache one picture for both. That
makes a full repaint of the board fast.
"""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import pack_name_of_piece
from m44core.values import dataclass


class PaintingPlane(StrEnum):
    """The painting order: all hexes of one plane are painted before the next plane."""

    GROUND = "ground"  # printed face and tile
    LINES = "lines"  # section lines; drawn once for the board
    STRUCTURE = "structure"
    OBSTACLE = "obstacle"
    UNIT = "unit"
    TAG = "tag"
    NAME = "name"  # hex names: below labels, which may extend over from the hex above
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Art:
    """One picture, drawn around the center of its hex.

    Attributes:
        plane: The plane it is painted in.
        name: The .m44 name of an element, or ``ground``, ``label``, ``hex-name``.
        orientation: The orientation as the format counts it, from 1.
        variant: The variant (of woods, hedges ...) that this hex shows; the place of a label.
        detail: Everything else that affects the look: joined edges, figures, badge, owner,
            the lines of a label.
        catalogue: The catalogue with the pictures, if any part is from a user pack; None for
            built-in pieces, which look the same everywhere.
    """

    plane: PaintingPlane
    name: str
    orientation: int = 1
    variant: int = 0
    detail: tuple[str | int, ...] = ()
    catalogue: Catalogue | None = None


def catalogue_if_from_pack(catalogue: Catalogue, *names: str) -> Catalogue | None:
    """Return *catalogue* if any of the pieces *names* is from a user pack, otherwise None."""
    return catalogue if any(map(pack_name_of_piece, names)) else None
