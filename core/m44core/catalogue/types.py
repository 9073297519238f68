"""What the catalogue says about an element, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from m44core.hexes import Direction
from m44core.messages.message import Message, message_in, name, titled
from m44core.values import dataclass


class Costs(StrEnum):
    """Which dice of a hazard cost a figure."""

    STARS = "stars"
    HITS = "hits"  # those that would hit the unit in a battle
    GRENADES = "grenades"  # those rolled again against a Tiger (TH-MINE-04)


@dataclass(frozen=True, slots=True)
class Hazard:
    """What befalls a unit as it enters, before objectives are looked at (TH-HOOK-01).

    Attributes:
        dice: How many dice are rolled.
        strengths: Where it is not known before: the tokens one of which tells it, nine hexes
            sharing each set. A strength of 0 is the end of it.
        costs: Which of the dice cost a figure.
        retreats: Whether a retreat triggers it too.
        enemies_only: Whether it befalls the enemies of its owner alone.
    """

    dice: int = 0
    strengths: tuple[int, ...] = ()
    costs: Costs = Costs.STARS
    retreats: bool = True
    enemies_only: bool = False


_PROPER = (
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
        """What a sentence calls it."""
        return _SIDES[self]


_SIDES = {
    Side.AXIS: name("side.axis", "the Axis"),
    Side.ALLIES: name("side.allies", "the Allies"),
}


class Layer(StrEnum):
    """Where a piece lies on its hex, from the bottom up."""

    TERRAIN = "terrain"  # a hex tile
    STRUCTURE = "structure"  # a rectangular tile: bunker, bridge, train, ship (rect_terrain)
    OBSTACLE = "obstacle"  # wire, sandbags, hedgehog
    UNIT = "unit"
    BADGE = "badge"  # lies beside a unit
    TAG = "tag"  # medals, exit markers, mines, stars

    @property
    def noun(self) -> Message:
        """What a sentence calls what lies there."""
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
    """What a unit is for orders, hits and terrain."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    ARTILLERY = "artillery"
    VEHICLE = "vehicle"
    PLANE = "plane"
    SHIP = "ship"
    TRAIN = "train"


class Rules(StrEnum):
    """Whether the engine can play an element."""

    BASE = "base"  # its rules are in the data: those of the base game, and few of other boxes
    INERT = "inert"  # it has no rule effect by itself
    NONE_YET = "none yet"  # it has rules the program does not know yet: say so, do not guess


class Sight(StrEnum):
    """What an element does to lines of sight that pass through its hex."""

    OPEN = "open"
    BLOCKS = "blocks"
    HILL = "hill"  # B-LOS-20..25
    PAIRS = "pairs"  # two or more such hexes on a line block it (TP-LAKE)


class Foot(StrEnum):
    """From where a slope rises."""

    BEACH = "beach"  # from a beach only: cliffs and bluffs
    PLAIN = "plain"  # from every hex that is no hill


Dice = Mapping[UnitClass, int]
ALL_FLAGS = 99  # more than there are dice
DICE_BY_CARDS = 99  # as many dice as cards are held, and one


@dataclass(frozen=True, slots=True)
class Slope:
    """What it takes to go up to a hex from its foot.

    Attributes:
        foot: From where the slope rises.
        hexes: How many hexes of movement the way up counts for.
        both_ways: Whether the same holds for the way down.
        closed: Classes that cannot go this way.
        takes_ground: Whether ground may be taken up the slope.
        bars_retreat: Whether retreats cannot go this way either.
    """

    foot: Foot
    hexes: int = 1
    both_ways: bool = False
    closed: frozenset[UnitClass] = frozenset()
    takes_ground: bool = True
    bars_retreat: bool = False


@dataclass(frozen=True)
class TerrainRules:
    """What a tile, structure or obstacle does under the base rules (B-TERR table, 4.7).

    The defaults are open ground: no effect on anything.

    Attributes:
        impassable: Classes that may never enter, nor retreat into it.
        crossing: Lifts the impassability of the tile it lies on (bridge).
        axis_only: Entered and left only along its axis or its open ends, by retreats too.
        road: Who starts on it and keeps to roads may move one hex farther (TP-ROAD).
        rail: Trains go along its edges, and nowhere else (TH-TRAIN-01).
        station: Trains are unloaded here (TH-TRAIN-04).
        sea: Ships go here, and nowhere else.
        boats: Units in boats may enter where their class may not; their flags cost figures here,
            and they step onto no bridge from here (TH-BOAT-01, TH-BOAT-02).
        beach: Cliffs and bluffs rise from here.
        height: How high it is: 1 for a hill, 2 for a mountain.
        slope: What it takes to go up to it; None where that is like any other step.
        sunken: It lies below the ground around: protection "uphill" holds against all who are
            not as low, and whoever needs sight fires in or out from the next hex only.
        stop: Classes that must stop when they enter, and take no ground after it.
        pause: Classes that must stop when they enter, and may still take ground.
        no_battle_on_entry: Classes that may not battle in the turn they enter.
        no_battle_if_late: The same where the move was longer than one hex (jungle).
        no_battle_on_leave: Classes that may not battle in the turn they leave (marsh).
        no_ground_if_moved: Classes that take no ground here in a turn they moved (jungle).
        enter_from_adjacent: May be entered only as the first hex of a move.
        leave_one_hex: A unit that starts here moves one hex only.
        on_enter: What befalls a unit as it enters.
        max_move: Longest move that enters it, in hexes; None for no limit.
        no_battle: Classes that may not battle from here (ocean, armor in a trench).
        no_retreat: Impassable for every retreat (ocean).
        dice_against: Change of the dice of an attacker of that class, as a
            negative number, when the target stands here.
        dice_against_uphill: The same, only where the attacker does not stand as high.
        dice_from: Change of the dice of a unit of that class battling out.
        sight: What it does to lines of sight.
        bars_fire_of: Classes that cannot fire across it, whatever they see.
        flags_ignored: Flags its occupant may ignore, by its class.
        owner_only: The dice protection and the ignored flag are the owner's alone (bunker).
        headquarters: If it belongs to a side, its capture costs that side a card (TH-HQ-02).
        recovery: Dice a wounded unit of infantry may roll here for its lost figures, or
            ``DICE_BY_CARDS``; 0 for none (TH-HOSP-02, TH-HOSP-03).
        cave: Units that dwell in caves go from one to another, and ignore all flags (TH-CAVE-04).
        dice_against_dwellers: Change of the dice of an attacker of that class when such a unit
            stands here, if that is more than else (TH-CAVE-02).
        sealed_as: The tile it is once it is sealed; "" where it cannot be (TH-CAVE-05).
        fixed: Classes that can never leave (artillery in a bunker).
        no_sandbags: Units cannot dig themselves in here.
        removed_on_leave: It is removed when its unit leaves or dies (sandbags).
        removed_by_entry: Classes that remove it by moving in (armor on wire).
        removable_by: Classes that may remove it instead of battling.
        overcome_as: What it is to units that overcome such ground; "" for nothing (E-HOB-03).
        breachable: Units that breach bring it down by a star (E-HOB-06).
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
    sight: Sight = Sight.OPEN
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
    """A special rule that a scenario gives a single piece (S-CLIFF and the like).

    Attributes:
        name: Its key: ``wide-river``.
        layer: Where the pieces lie that may have it.
        label: What people read: ``Wide river``.
        rules: Whether the engine plays it.
        source: The rule ids or the printed card it is described in.
        summary: One sentence about its effect.
        pieces: The names of the pieces that may have it; empty for all of the layer.
    """

    name: str
    layer: Layer
    label: str
    rules: Rules
    source: str
    summary: str
    pieces: frozenset[str] = frozenset()

    @property
    def noun(self) -> Message:
        """What a sentence calls a piece that has it; it has forms."""
        return Message(mid_sentence(self.label), f"rule.{self.name}")

    @property
    def title(self) -> Message:
        """What a list calls it."""
        return titled(self.noun)

    def suits(self, name: str) -> bool:
        """Tell whether a piece of its layer may have it."""
        return not self.pieces or name in self.pieces


@dataclass(frozen=True, slots=True)
class Nation:
    """A set of figures: the end of a unit's name.

    Attributes:
        name: The suffix in unit names: ``ger``, ``us``.
        key: The word in our files: ``german``.
        label: What people read: ``German``.
        side: The coalition it fights for.
    """

    name: str
    key: str
    label: str
    side: Side


@dataclass(frozen=True)
class Element:
    """A name of the .m44 format, and everything known about it.

    Attributes:
        name: The name in the .m44 format: ``woods``, ``curve``, ``inf2ger``.
        key: The name in our own files, unique within its layer: ``forest``, ``river-bend``.
        label: What people read, in the rulebook's words: ``Forest``, ``River bend``.
        layer: Where it lies.
        group: The palette group it is listed in.
        expansion: The code of the box it comes in: ``base``, ``TP``, ``EF`` ...
        rules: Whether the engine can play it.
        source: The rule ids or the card it is described on.
        facings: One name for each orientation, from 1: ``("w-e", "sw-ne", "nw-se")``;
            empty where it has only one orientation.
        bearings: Where a structure or obstacle points at each orientation, in degrees
            clockwise from north: its long axis (all below 180) or its front.
        edges: For each network (``river``, ``road``, ``rail``, ``shore`` ...) the
            edges connected at each orientation, from 1.
        mirror: The name of the tile that is its mirror image, where that is another one.
        component: The kind of component it is counted as in the base box
            (``forest``, ``river``, ``bunker`` ...); None where the box has none.
        terrain: The base rules of a tile, structure or obstacle.
        unit_class: What a unit is for orders, hits and terrain.
        figures: The usual number of figures of a unit.
        couples: The structure that is the wagon of this one.
        abilities: What a unit, or a structure that is one, can do, by the names of its
            traits (catalogue/unit_traits.py).
        nation: Whose figures they are, or whose army a badge stands for.
        elite: Special forces or elite armor.
        side: The side a medal or a badge belongs to; None for either.
        medal: Whether a tag is an objective medal.
        exit: Whether a tag is an exit marker.
        exit_range: Whether it is one end of a range of exit hexes.
        mine: Whether it is a minefield.
        camouflage: Whether it hides the unit beside it.
        badge_for: For a badge, the unit classes it is put beside.
        official: Whether the official editor knows it.
        picture: Where the picture of a pack's piece is, or the name of the piece it looks like;
            empty where the program has its own.
        summary: One sentence about its effect.
    """

    name: str
    key: str
    label: str
    layer: Layer
    group: str
    expansion: str
    rules: Rules
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
        """What a sentence calls it."""
        return piece_name(self.name, self.label)

    @property
    def title(self) -> Message:
        """What a list calls it: ``Forest``."""
        return titled(self.noun)

    @property
    def orientations(self) -> int:
        """How many orientations the piece has; 1 where it cannot be turned."""
        return max(1, len(self.facings))

    @property
    def has_front(self) -> bool:
        """Whether half a turn makes a difference to a structure or an obstacle."""
        return any(bearing >= 180 for bearing in self.bearings)


def piece_name(name: str, label: str) -> Message:
    """Return what sentences call the piece of a .m44 name that has a label; it has forms."""
    return Message(mid_sentence(label), f"piece.{name}")


def mid_sentence(label: str) -> str:
    """Return a label as it reads inside a sentence: ``bunker``, but ``US Rangers``."""
    proper = label[1:2].isupper() or label.startswith(_PROPER)
    return label if proper else label[:1].lower() + label[1:]


SEPARATOR = ":"
"""Stands between the name of a pack and that of its piece: ``alpine:glacier``."""


def pack_of(name: str) -> str | None:
    """Return the name of the pack that a piece called *name* is from; None where from none."""
    pack, separator, piece = name.partition(SEPARATOR)
    return pack if separator and piece and _is_word(pack) and _is_word(piece) else None


def _is_word(text: str) -> bool:
    return text.isascii() and text == text.lower() and text.replace("-", "").isalnum()
