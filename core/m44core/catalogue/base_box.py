"""What one base box holds, for the component checks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from m44core.catalogue.box_kinds import BASE
from m44core.catalogue.decks import cards_in
from m44core.catalogue.entries import DATA, entry_errors, read_entries
from m44core.catalogue.types import UnitClass
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class PairRange:
    """How many tiles of the box may have these two faces (B-COMP-03).

    Attributes:
        faces: The kinds on its two sides; the same twice for forest and forest.
        least: The smallest number that agrees with the official scenarios.
        most: The largest.
    """

    faces: tuple[str, str]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Box:
    """The contents of one base box (B-COMP), by component kind.

    Attributes:
        tiles: Hex tiles, all with two faces.
        faces: Tile faces of each kind.
        elements: Faces of single elements, by .m44 name (B-COMP-04).
        bunkers_and_bridges: Rectangles with a bunker on one face and a bridge on the other.
        obstacles: Obstacles of each kind, both bags together.
        figures: Figures of each class for each side.
        badges: Badges, all with two faces.
        badge_faces: Badge faces of each kind.
        medals: Victory medals, Allied on one face and Axis on the other.
        cards: Command cards, those of all its decks.
        dice: Battle dice.
        pairs: What may be on the two faces of a tile; other pairs do not exist.
        official_demands: The tile faces each official scenario needs; what is
            within one of them can be built (B-COMP-13).
    """

    tiles: int
    faces: Mapping[str, int]
    elements: Mapping[str, int]
    bunkers_and_bridges: int
    obstacles: Mapping[str, int]
    figures: Mapping[UnitClass, int]
    badges: int
    badge_faces: Mapping[str, int]
    medals: int
    cards: int
    dice: int
    pairs: tuple[PairRange, ...]
    official_demands: tuple[Mapping[str, int], ...]


@cache
def load_box() -> Box:
    """Return the base box; read once.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return read_box(DATA)


def read_box(folder: Path) -> Box:
    """Return the box a folder of data files describes.

    Raises:
        CatalogueError: the file is wrong.
    """
    said = dict(read_entries(folder, "box"))
    cards = cards_in(folder, BASE)
    with entry_errors("box"):
        order = said.pop("demand_order")
        demands = said.pop("official_demands")
        figures = said.pop("figures")
        pairs = said.pop("pairs")
        return Box(
            **said,
            cards=cards,
            figures={UnitClass(name): number for name, number in figures.items()},
            pairs=tuple(PairRange((a, b), least, most) for a, b, least, most in pairs),
            official_demands=tuple(dict(zip(order, row, strict=True)) for row in demands),
        )
