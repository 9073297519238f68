"""The contents of a base box, for the component checks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from m44core.catalogue.box_kinds import BASE
from m44core.catalogue.catalogue_types import UnitClass
from m44core.catalogue.decks import card_count
from m44core.catalogue.entries import DATA, entry_error_context, read_entries
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class TilePairRange:
    """The number of tiles of the box that can have a given pair of faces (B-COMP-03).

    Attributes:
        faces: The kinds on the two sides, which can be the same.
        least: The lowest number consistent with the official scenarios.
        most: The highest number consistent with them.
    """

    faces: tuple[str, str]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class BaseBox:
    """The contents of one base box (B-COMP), by kind of component.

    Attributes:
        tiles: Number of hex tiles, all with two faces.
        faces: Number of tile faces of each kind.
        elements: Number of faces of individual elements, by .m44 name (B-COMP-04).
        bunkers_and_bridges: Number of rectangular tiles with a bunker on one face and a bridge on
            the other.
        obstacles: Number of obstacles of each kind, in both bags together.
        figures: Number of figures of each class for each side.
        badges: Number of badges, all with two faces.
        badge_faces: Number of badge faces of each kind.
        medals: Number of victory medals, Allied on one face and Axis on the other.
        cards: Number of command cards in all its decks.
        dice: Number of battle dice.
        pairs: The possible pairs of faces on a tile; other pairs do not exist.
        official_demands: The tile faces each official scenario needs; any subset of one of these
            demands can be built (B-COMP-13).
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
    pairs: tuple[TilePairRange, ...]
    official_demands: tuple[Mapping[str, int], ...]


@cache
def load_base_box() -> BaseBox:
    """Return the base box; cached after the first call.

    Raises:
        CatalogueError: the built-in data is invalid.
    """
    return read_base_box(DATA)


def read_base_box(folder: Path) -> BaseBox:
    """Return the base box described in a folder of data files.

    Raises:
        CatalogueError: a file is invalid.
    """
    data = dict(read_entries(folder, "box"))
    cards = card_count(folder, BASE)
    with entry_error_context("box"):
        demand_keys = data.pop("demand_order")
        demands = data.pop("official_demands")
        figures = data.pop("figures")
        pairs = data.pop("pairs")
        return BaseBox(
            **data,
            cards=cards,
            figures={UnitClass(name): number for name, number in figures.items()},
            pairs=tuple(
                TilePairRange((a, b), minimum, maximum) for a, b, minimum, maximum in pairs
            ),
            official_demands=tuple(dict(zip(demand_keys, row, strict=True)) for row in demands),
        )
