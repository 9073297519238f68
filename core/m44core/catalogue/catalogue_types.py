"""The types of the catalogue: elements, layers, sides and terrain rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from m44core.hexes import Direction
from m44core.messages.message import Message, capitalized, message_in, name
from m44core.values import dataclass


class CasualtyFaces(StrEnum):
    """The dice results of a hazard that remove a figure."""

    STARS = "stars"
    HITS = "hits"  # dice that would hit the unit in a battle
    GRENADES = "grenades"  # those rolled again against a Tiger (TH-MINE-04)


@dataclass(frozen=True, slots=True)
class Hazard:
    """The hazard of entering a hex, resolved before objectives are taken (TH-HOOK-01).

    Attributes:
        dice: Number of dice rolled.
        strengths: The strengths of the tokens, if the number of dice is hidden; nine hexes share
            a set of tokens. A strength of 0 removes the hazard.
        costs: The dice results that remove a figure.
        retreats: Whether retreats trigger it too.
        enemies_only: Whether it affects only the enemies of its owner.
    """

    dice: int = 0
    strengths: tuple[int, ...] = ()
    costs: CasualtyFaces = CasualtyFaces.STARS
    retreats: bool = True
    enemies_only: bool = False


_PROPER_PREFIXES = (
    "African", "Afrika", "Allied", "American", "Australia", "Axis", "Brandenburg", "British",
    "China", "Finnish", "French", "German", "Italian", "Japanese", "New Zealand", "North",
    "Nebelwerfer", "Pacific", "Polish", "Soviet", "Strike Hold", "Tiger", "Wittmann",
)  # fmt: skip


class Side(StrEnum):
    """One of the two coalitions."""

    AXIS = "AXIS"
    ALLIES = "ALLIES"

    @property
    def enemy(self) -> Side:
        """The other coalition."""
        return Side.ALLIES if self is Side.AXIS else Side.AXIS

    @property
    def noun(self) -> Message:
        """The name of the side, for use in a sentence."""
        return _SIDES[self]


_SIDES = {
    Side.AXIS: name("side.axis", "the Axis"),
    Side.ALLIES: name("side.allies", "the Allies"),
}


class Layer(StrEnum):
    """The layer of a piece on its hex, from the bottom up."""

    TERRAIN = "terrain"  # a hex tile
    STRUCTURE = "structure"  # a rectangular tile: bunker, bridge, train, ship (rect_terrain)
    OBSTACLE = "obstacle"  # wire, sandbags, hedgehog
    UNIT = "unit"
    BADGE = "badge"  # next to a unit
    TAG = "tag"  # medals, exit markers, mines, stars

    @property
    def noun(self) -> Message:
        """The name of a piece on the layer, for use in a sentence."""
        return _LAYERS[self]


_LAYERS = {
    Layer.TERRAIN: message_in("layer", "terrain"),
    Layer.STRUCTURE: message_in("layer", "structure"),
    Layer.OBSTACLE: message_in("layer", "obstacle"),
    Layer.UNIT: message_in("layer", "unit"),
    Layer.BADGE: message_in("layer", "badge"),
    Layer.TAG: message_in("layer", "tag"),
}


class UnitClass(StrEnum):
    """The class of a unit, for orders, hits and terrain."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    ARTILLERY = "artillery"
    VEHICLE = "vehicle"
    PLANE = "plane"
    SHIP = "ship"
    TRAIN = "train"


class RulesSupport(StrEnum):
    """Whether the engine can play an element."""

    BASE = "base"  # its rules are in the data: those of the base game and some of other boxes
    INERT = "inert"  # it has no effect of its own
    NONE_YET = "none yet"  # its rules are not implemented yet; this is reported, not guessed


class SightEffect(StrEnum):
    """The effect of an element on lines of sight through its hex."""

    OPEN = "open"
    BLOCKS = "blocks"
    HILL = "hill"  # B-LOS-20..25
    PAIRS = "pairs"  # two or more such hexes on a line block it (TP-LAKE)


class SlopeFoot(StrEnum):
    """The foot of a slope."""

    BEACH = "beach"  # from a beach only: cliffs and bluffs
    PLAIN = "plain"  # from every hex that is not a hill


Dice = Mapping[UnitClass, int]
ALL_FLAGS = 99  # more flags than any roll has dice
DICE_BY_CARDS = 99  # one die more than the number of cards in hand


@dataclass(frozen=True, slots=True)
class Slope:
    """The rules for moving up a slope to a hex.

    Attributes:
        foot: The lower end of the slope.
        hexes: Number of hexes of movement the slope costs.
        both_ways: Whether the same rules apply downhill.
        closed: Classes that cannot use the slope.
        takes_ground: Whether units can take ground up the slope.
        bars_retreat: Whether retreats cannot use the slope either.
    """

    foot: SlopeFoot
    hexes: int = 1
    both_ways: bool = False
    closed: frozenset[UnitClass] = frozenset()
    takes_ground: bool = True
    bars_retreat: bool = False


@dataclass(frozen=True)
class TerrainRules:
    """The rules of a tile, structure or obstacle (B-TERR table, section 4.7).

    The defaults are those of open ground: no effect.

    Attributes:
        impassable: Classes that may never enter it, not even in a retreat.
        crossing: Makes an impassable tile under it passable (bridge).
        axis_only: Entered and left only along its axis or its open ends, even by retreats.
        road: Units that start on it and stay on roads may move one hex farther (TP-ROAD).
        rail: Trains move along its edges, and nowhere else (TH-TRAIN-01).
        station: Trains are unloaded here (TH-TRAIN-04).
        sea: Ships move here, and nowhere else.
        boats: Units in boats may enter even if their class may not; flags remove figures here,
            and they cannot move onto a bridge from here (TH-BOAT-01, TH-BOAT-02).
        beach: The foot of cliffs and bluffs.
        height: The height: 1 for a hill, 2 for a mountain.
        slope: The rules for moving up to it; None for no slope.
        sunken: It is lower than its surroundings: protection "uphill" applies against all units
            that are higher, and units that need line of sight fire in or out of it only from an
            adjacent hex.
        stop: Classes that must stop on entry, and cannot take ground afterwards.
        pause: Classes that must stop on entry, and may still take ground.
        no_battle_on_entry: Classes that may not battle in the turn they enter.
        no_battle_if_late: Classes that may not battle after entering as part of a move longer than
            one hex (jungle).
        no_battle_on_leave: Classes that may not battle in the turn they leave (marsh).
        no_ground_if_moved: Classes that take no ground here in a turn they moved (jungle).
        enter_from_adjacent: Can be entered only as the first hex of a move.
        leave_one_hex: A unit that starts here moves only one hex.
        on_enter: The hazard for units that enter, if any.
        max_move: Longest move that may enter it, in hexes; None for no limit.
        no_battle: Classes that may not battle from here (ocean, armor in a trench).
        no_retreat: Impassable for every retreat (ocean).
        dice_against: Change (negative) of the dice of an attacker, by its class, against a target
            here.
        dice_against_uphill: The same, but only if the attacker is lower.
        dice_from: Change of the dice of a unit battling out of it, by its class.
        sight: The effect on lines of sight.
        bars_fire_of: Classes that cannot fire across it, even with line of sight.
        flags_ignored: Number of flags its occupant may ignore, by class.
        owner_only: Dice protection and ignored flags apply only to its owner (bunker).
        headquarters: If it belongs to a side, its capture costs that side a card (TH-HQ-02).
        recovery: Number of dice a wounded infantry unit may roll here to recover figures, or
            ``DICE_BY_CARDS``; 0 for none (TH-HOSP-02, TH-HOSP-03).
        cave: Cave dwellers move from one cave to another, and ignore all flags here (TH-CAVE-04).
        dice_against_dwellers: Change of the dice of an attacker, by its class, against a cave
            dweller here, if greater than the usual change (TH-CAVE-02).
        sealed_as: The tile it becomes when it is sealed; "" if it cannot be (TH-CAVE-05).
        fixed: Classes that can never leave (artillery in a bunker).
        no_sandbags: Units cannot dig in here.
        removed_on_leave: It is removed when its unit leaves or dies (sandbags).
        removed_by_entry: Classes that remove it by moving in (armor on wire).
        removable_by: Classes that may remove it instead of battling.
        overcome_as: The key by which some units treat it as open ground; "" for none (E-HOB-03).
        breachable: Units with breaching equipment destroy it with a star (E-HOB-06).
    """

    impassable: frozenset[UnitClass] = frozenset()
    crossing: bool = False
    axis_only: bool = False
    road: bool = False
    rail: bool = False
    station: bool = False
    sea: bool = False
    boats: bool = False
    beach: bool = False
    height: int = 0
    slope: Slope | None = None
    sunken: bool = False
    stop: frozenset[UnitClass] = frozenset()
    pause: frozenset[UnitClass] = frozenset()
    no_battle_on_entry: frozenset[UnitClass] = frozenset()
    no_battle_if_late: frozenset[UnitClass] = frozenset()
    no_battle_on_leave: frozenset[UnitClass] = frozenset()
    no_ground_if_moved: frozenset[UnitClass] = frozenset()
    on_enter: Hazard | None = None
    enter_from_adjacent: bool = False
    leave_one_hex: bool = False
    max_move: int | None = None
    no_battle: frozenset[UnitClass] = frozenset()
    no_retreat: bool = False
    dice_against: Dice = field(default_factory=dict)
    dice_against_uphill: Dice = field(default_factory=dict)
    dice_from: Dice = field(default_factory=dict)
    sight: SightEffect = SightEffect.OPEN
    bars_fire_of: frozenset[UnitClass] = frozenset()
    flags_ignored: Mapping[UnitClass, int] = field(default_factory=dict)
    owner_only: bool = False
    headquarters: bool = False
    recovery: int = 0
    cave: bool = False
    dice_against_dwellers: Dice = field(default_factory=dict)
    sealed_as: str = ""
    fixed: frozenset[UnitClass] = frozenset()
    no_sandbags: bool = False
    removed_on_leave: bool = False
    removed_by_entry: frozenset[UnitClass] = frozenset()
    removable_by: frozenset[UnitClass] = frozenset()
    overcome_as: str = ""
    breachable: bool = False


OPEN_GROUND = TerrainRules()


@dataclass(frozen=True, slots=True)
class Behavior:
    """A special rule that a scenario gives to an individual piece, such as S-CLIFF.

    Attributes:
        name: The key: ``wide-river``.
        layer: The layer of the pieces that can have it.
        label: The English name: ``Wide river``.
        rules: Whether the engine plays it.
        source: The rule ids or the card that describe it.
        summary: The effect, in one sentence.
        pieces: The names of the pieces that can have it; empty for all pieces of the layer.
        is_usual: Whether it only says that the usual rules apply.
        remark: What follows the name of a piece with it, in English: ``impassable``; "" for the
            label.
        keeps_rest: Whether the summary refers to the usual rules of the piece.
    """

    name: str
    layer: Layer
    label: str
    rules: RulesSupport
    source: str
    summary: str
    pieces: frozenset[str] = frozenset()
    is_usual: bool = False
    remark: str = ""
    keeps_rest: bool = False

    @property
    def noun(self) -> Message:
        """The name of a piece with this rule, for use in a sentence."""
        return Message(mid_sentence_label(self.label), f"rule.{self.name}")

    @property
    def title(self) -> Message:
        """The name of the rule in a list."""
        return capitalized(self.noun)

    @property
    def piece_remark(self) -> Message:
        """What follows the name of a piece with this rule, in parentheses."""
        return Message(self.remark, f"rule.{self.name}.remark") if self.remark else self.noun

    def is_allowed_on(self, name: str) -> bool:
        """Return whether the piece *name*, on the layer of this rule, can have the rule."""
        return not self.pieces or name in self.pieces


@dataclass(frozen=True, slots=True)
class Nation:
    """A nation with its own figures.

    Attributes:
        name: The suffix in .m44 names of units: ``ger``, ``us``.
        key: The key in our files: ``german``.
        label: The English name: ``German``.
        side: The coalition it fights for.
    """

    name: str
    key: str
    label: str
    side: Side


@dataclass(frozen=True)
class Element:
    """An element of the game, with everything known about it.

    Attributes:
        name: The .m44 name: ``woods``, ``curve``, ``inf2ger``.
        key: The key in our own format, unique within its layer: ``forest``, ``river-bend``.
        label: The English name in the rulebook: ``Forest``, ``River bend``.
        layer: The layer it is on.
        group: The palette group it is listed in.
        expansion: The code of its box: ``base``, ``TP``, ``EF`` ...
        rules: Whether the engine can play it.
        source: The rule ids or the card that describe it.
        facings: The names of its orientations, from 1: ``("w-e", "sw-ne", "nw-se")``; empty if
            it has only one orientation.
        bearings: The direction of a structure or obstacle in each orientation, in degrees
            clockwise from north: of its long axis (all below 180) or of its front.
        edges: The edges it connects in each orientation, from 1, for each network (``river``,
            ``road``, ``rail``, ``shore`` ...).
        mirror: The name of its mirror image if that is a different tile; otherwise None.
        component: The kind of component it is counted as in the base box (``forest``, ``river``,
            ``bunker`` ...); None if the box has none.
        terrain: The rules of a tile, structure or obstacle; None if unknown.
        unit_class: The class of a unit.
        figures: The default number of figures of a unit.
        couples: The name of the structure that serves as its wagon; "" for none.
        abilities: The traits of a unit, or of a structure that acts as one, by name
            (catalogue/unit_traits.py).
        nation: The nation of a unit's figures or of a badge, if any.
        elite: Whether it is special forces or elite armor.
        side: The side a medal or a badge belongs to; None for either side.
        medal: Whether a tag is an objective medal.
        exit: Whether a tag is an exit marker.
        exit_range: Whether it is one end of a range of exit hexes.
        mine: Whether it is a minefield.
        camouflage: Whether it hides the unit on its hex.
        badge_for: The unit classes a badge is used for.
        official: Whether the official editor knows it.
        picture: The path of a pack piece's picture, or the name of the piece it looks like; ""
            for a built-in picture.
        summary: Its effect, in one sentence.
    """

    name: str
    key: str
    label: str
    layer: Layer
    group: str
    expansion: str
    rules: RulesSupport
    source: str
    facings: tuple[str, ...] = ()
    bearings: tuple[int, ...] = ()
    edges: Mapping[str, tuple[frozenset[Direction], ...]] = field(default_factory=dict)
    mirror: str | None = None
    component: str | None = None
    terrain: TerrainRules | None = None
    unit_class: UnitClass | None = None
    figures: int | None = None
    couples: str = ""
    abilities: Mapping[str, object] | None = None
    nation: Nation | None = None
    elite: bool = False
    side: Side | None = None
    medal: bool = False
    exit: bool = False
    exit_range: bool = False
    mine: bool = False
    camouflage: bool = False
    badge_for: frozenset[UnitClass] = frozenset()
    official: bool = True
    picture: str = ""
    summary: str = ""

    @property
    def noun(self) -> Message:
        """The name of the element, for use in a sentence."""
        return piece_name(self.name, self.label)

    @property
    def title(self) -> Message:
        """The name in a list: ``Forest``."""
        return capitalized(self.noun)

    @property
    def orientations(self) -> int:
        """The number of orientations; 1 if the piece cannot be turned."""
        return max(1, len(self.facings))

    @property
    def has_front(self) -> bool:
        """Whether a structure or obstacle has a front, in which case a half turn matters."""
        return any(bearing >= 180 for bearing in self.bearings)


def piece_name(name: str, label: str) -> Message:
    """Return the name of a piece for use in a sentence."""
    return Message(mid_sentence_label(label), f"piece.{name}")


def mid_sentence_label(label: str) -> str:
    """Return a label as written inside a sentence: ``bunker``, but ``US Rangers``."""
    is_proper = label[1:2].isupper() or label.startswith(_PROPER_PREFIXES)
    return label if is_proper else label[:1].lower() + label[1:]


SEPARATOR = ":"
"""Separates the name of a pack from the name of its piece: ``alpine:glacier``."""


def pack_name_of_piece(name: str) -> str | None:
    """Return the name of the pack in a piece's name; None if the piece is not from a pack."""
    pack, separator, piece = name.partition(SEPARATOR)
    return pack if separator and piece and _is_word(pack) and _is_word(piece) else None


def _is_word(text: str) -> bool:
    return text.isascii() and text == text.lower() and text.replace("-", "").isalnum()
