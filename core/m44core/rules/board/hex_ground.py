"""The effects of the ground of one hex: the rules of its pieces, merged.

Nothing here distinguishes a forest from a bunker: all effects come from the
:class:`~m44core.catalogue.catalogue_types.TerrainRules` of the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from functools import cache, lru_cache
from typing import TypeAlias

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import (
    OPEN_GROUND,
    Dice,
    Element,
    Layer,
    Slope,
    TerrainRules,
    UnitClass,
)
from m44core.hexes import Direction
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.index_types import PlayerNo
from m44core.values import dataclass

CLASSES = tuple(UnitClass)
CLASS_NUMBERS = {unit_class: i for i, unit_class in enumerate(CLASSES)}
INFANTRY, ARMOR = CLASS_NUMBERS[UnitClass.INFANTRY], CLASS_NUMBERS[UnitClass.ARMOR]
SHIP, TRAIN = CLASS_NUMBERS[UnitClass.SHIP], CLASS_NUMBERS[UnitClass.TRAIN]

PerClass = tuple[int, ...]  # one number for each of CLASSES
_MAX_CACHED_KINDS = 1024  # a published board has about ten
_MAX_CACHED_TILES = 512  # hexes with a replaced tile


@dataclass(frozen=True, slots=True, eq=False)
class GroundPiece:
    """A terrain piece as placed on a hex; equal pieces on many hexes share one.

    Attributes:
        rules: Its effects.
        owner: The player who owns it, if it protects or spares only its owner, or is a
            headquarters; None if it has no owner.
        crossable_edges: The edges along its axis, if only they can be crossed.
        roads: The edges that roads cross.
        rails: The edges that railways cross.
    """

    rules: TerrainRules
    owner: PlayerNo | None = None
    crossable_edges: frozenset[Direction] | None = None
    roads: frozenset[Direction] = frozenset()
    rails: frozenset[Direction] = frozenset()

    def protects(self, player: PlayerNo) -> bool:
        """Return whether it protects units of *player* (B-BUN-03)."""
        return not self.rules.owner_only or self.owner == player


_Variants: TypeAlias = (
    "dict[tuple[GroundPiece | None, GroundPiece | None, GroundPiece | None], HexGround]"
)


@dataclass(frozen=True, slots=True, eq=False)
class HexGround:
    """A kind of ground; the hexes of a board with the same pieces share one.

    Attributes:
        tile: The tile, or the terrain printed on the board.
        structure: The bunker or bridge on it.
        obstacle: The wire or hedgehog on it.
        sandbags: The sandbags or the sea wall on it; they can share the hex with an obstacle.
        mine: The minefield on it.
        pieces: The rules of all of them, from the bottom up.
        underfoot: The rules of the pieces a unit here stands on; not of the tile under a bridge.
        height: The height of a unit here.
        attacker_dice_change: Change in an attacker's dice, indexed ``[player of the target]
            [attacker is level or higher][class]``: the best single protection (B-BAT-10).
        attack_change: For each class, the change in the dice of a unit that battles from here.
        flags: Number of flags the occupant can ignore, indexed ``[player][class]``; several
            pieces do not add up (B-RET-09).
        hazards: The pieces with a hazard for a unit that enters.
        slopes: The slopes that rise to it.
        sunken: Whether it lies below the ground around it (TP-WADI).
        against_cave_dwellers: For each class, the change in an attacker's dice against a unit that
            dwells in caves; other protection does not add to it (TH-CAVE-02).
    """

    tile: GroundPiece
    structure: GroundPiece | None
    obstacle: GroundPiece | None
    sandbags: GroundPiece | None
    mine: GroundPiece | None
    pieces: tuple[TerrainRules, ...]
    underfoot: tuple[TerrainRules, ...]
    height: int
    attacker_dice_change: tuple[tuple[PerClass, PerClass], tuple[PerClass, PerClass]]
    attack_change: PerClass
    flags: tuple[PerClass, PerClass]
    hazards: tuple[GroundPiece, ...]
    slopes: tuple[Slope, ...]
    sunken: bool
    against_cave_dwellers: PerClass
    _variants: _Variants = field(repr=False)

    @property
    def beach(self) -> bool:
        """Whether the ground is a beach, from which cliffs and bluffs rise."""
        return any(p.beach for p in self.pieces)

    @property
    def crossable_edges(self) -> frozenset[Direction] | None:
        """The only edges that can be crossed here; None if all can."""
        return self.structure.crossable_edges if self.structure else self.tile.crossable_edges

    @property
    def rails(self) -> frozenset[Direction]:
        """The edges that railways cross; a bridge's edges take precedence over the tile's."""
        return (self.structure.rails if self.structure else None) or self.tile.rails

    def is_impassable(self, number: int) -> bool:
        """Return whether units of class *number* can never enter (B-RIV-01, TH-DD-02)."""
        if number == SHIP:
            return not any(p.sea for p in self.pieces) or self.is_impassable(INFANTRY)
        if number == TRAIN and not self.rails:
            return True
        return any(CLASSES[number] in p.impassable for p in self.underfoot)

    def protection(self, attacker: HexGround, player: PlayerNo, number: int) -> int:
        """Return the change in dice of class *number* attacking *player* here from *attacker*."""
        return self.attacker_dice_change[player][attacker.is_level_with(self)][number]

    def is_level_with(self, other: HexGround) -> bool:
        """Return whether a unit here stands at least as high as a unit on *other* (B-BAT-10)."""
        return self.height >= other.height and (self.sunken or not other.sunken)

    def with_obstacles(
        self, obstacle: GroundPiece | None, sandbags: GroundPiece | None
    ) -> HexGround:
        """Return this ground with the given obstacles; the same arguments give the same object."""
        return self._with_pieces(obstacle, sandbags, self.mine)

    def without_mine(self) -> HexGround:
        """Return this ground without its minefield."""
        return self._with_pieces(self.obstacle, self.sandbags, None)

    def ignoring(self, kinds: frozenset[str]) -> HexGround:
        """Return this ground for units that ignore some kinds of terrain (E-HOB-03)."""
        return _ground_ignoring(self, kinds)

    def on_tile(self, tile: GroundPiece) -> HexGround:
        """Return this ground with a different tile; the same tile gives the same object."""
        return _ground_on_tile(self, tile)

    def _with_pieces(
        self, obstacle: GroundPiece | None, sandbags: GroundPiece | None, mine: GroundPiece | None
    ) -> HexGround:
        key = (obstacle, sandbags, mine)
        if key not in self._variants:
            self._variants[key] = _build_merged_ground(
                self.tile, self.structure, *key, self._variants
            )
        return self._variants[key]


@lru_cache(_MAX_CACHED_KINDS)
def merged_ground(
    tile: GroundPiece,
    structure: GroundPiece | None = None,
    obstacle: GroundPiece | None = None,
    sandbags: GroundPiece | None = None,
    mine: GroundPiece | None = None,
) -> HexGround:
    """Return the ground of a hex with these pieces; cached for all boards.

    Reductions on one hex never add up: the best single one counts (B-BAT-09).
    """
    variants: _Variants = {}
    variants[obstacle, sandbags, mine] = _build_merged_ground(
        tile, structure, obstacle, sandbags, mine, variants
    )
    return variants[obstacle, sandbags, mine]


@lru_cache(_MAX_CACHED_TILES)
def _ground_on_tile(kind: HexGround, tile: GroundPiece) -> HexGround:
    return merged_ground(tile, kind.structure, kind.obstacle, kind.sandbags, kind.mine)


@lru_cache(_MAX_CACHED_TILES)
def _ground_ignoring(kind: HexGround, kinds: frozenset[str]) -> HexGround:
    obstacle = kind.obstacle
    if obstacle is not None and obstacle.rules.overcome_as in kinds:
        obstacle = None
    tile, structure = _as_open_ground(kind.tile, kinds), kind.structure
    structure = structure and _as_open_ground(structure, kinds)
    if (tile, structure, obstacle) == (kind.tile, kind.structure, kind.obstacle):
        return kind
    return merged_ground(tile, structure, obstacle, kind.sandbags, kind.mine)


@cache
def _as_open_ground(piece: GroundPiece, kinds: frozenset[str]) -> GroundPiece:
    """Return a piece as open ground if it is of one of *kinds*; a ford can still be crossed."""
    if piece.rules.overcome_as not in kinds:
        return piece
    return replace(piece, rules=TerrainRules(crossing=piece.rules.crossing))


@lru_cache(_MAX_CACHED_TILES)
def tile_named(name: str, catalogue: Catalogue) -> GroundPiece:
    """Return the tile with a given .m44 name, without an owner; open ground if it has no rules."""
    return GroundPiece(catalogue.terrain_rules(Layer.TERRAIN, name) or OPEN_GROUND)


@lru_cache(_MAX_CACHED_TILES)
def structure_named(name: str, catalogue: Catalogue) -> GroundPiece:
    """Return the structure with a .m44 name, without an owner; open ground if it has no rules."""
    return GroundPiece(catalogue.terrain_rules(Layer.STRUCTURE, name) or OPEN_GROUND)


@cache
def sandbags_piece() -> GroundPiece:
    """Return the sandbags placed by units that dig in (B-CARD-DIG)."""
    rules = sandbags_element().terrain
    assert rules is not None, "they are played"
    return GroundPiece(rules)


def sandbags_element() -> Element:
    """Return the element of sandbags in the catalogue."""
    element = base_catalogue().by_key(Layer.OBSTACLE, "sandbags")
    assert element is not None, "the base game has sandbags"
    return element


def _build_merged_ground(
    tile: GroundPiece,
    structure: GroundPiece | None,
    obstacle: GroundPiece | None,
    sandbags: GroundPiece | None,
    mine: GroundPiece | None,
    variants: _Variants,
) -> HexGround:
    present_pieces = [
        piece for piece in (tile, structure, obstacle, sandbags, mine) if piece is not None
    ]
    pieces = tuple(piece.rules for piece in present_pieces)
    is_crossed = structure is not None and structure.rules.crossing
    shields = [[p.rules for p in present_pieces if p.protects(player)] for player in (TOP, BOTTOM)]
    return HexGround(
        tile,
        structure,
        obstacle,
        sandbags,
        mine,
        pieces,
        underfoot=pieces[1:] if is_crossed else pieces,
        height=max(rules.height for rules in pieces),
        attacker_dice_change=(
            _protection_changes(shields[TOP]),
            _protection_changes(shields[BOTTOM]),
        ),
        attack_change=_strongest_changes(
            rules.dice_from for rules in (pieces[1:] if is_crossed else pieces)
        ),
        flags=(_flags_ignored(shields[TOP]), _flags_ignored(shields[BOTTOM])),
        hazards=tuple(p for p in present_pieces[is_crossed:] if p.rules.on_enter is not None),
        slopes=tuple(rules.slope for rules in pieces if rules.slope is not None),
        sunken=any(rules.sunken for rules in pieces),
        against_cave_dwellers=_strongest_changes(rules.dice_against_dwellers for rules in pieces),
        _variants=variants,
    )


def _protection_changes(pieces: list[TerrainRules]) -> tuple[PerClass, PerClass]:
    level = [p.dice_against for p in pieces]
    uphill = [p.dice_against_uphill for p in pieces]
    return _strongest_changes(level + uphill), _strongest_changes(level)


def _strongest_changes(tables: Iterable[Dice]) -> PerClass:
    """Return, for each class, the largest single reduction of its dice; 0 if there is none."""
    dice_tables = list(tables)
    return tuple(min((table[c] for table in dice_tables if c in table), default=0) for c in CLASSES)


def _flags_ignored(pieces: list[TerrainRules]) -> PerClass:
    return tuple(max((p.flags_ignored.get(c, 0) for p in pieces), default=0) for c in CLASSES)
