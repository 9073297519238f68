"""What units can do, as named traits; and what makes another unit of one: a badge, what it carries.

A trait is a field of :class:`UnitRules`, code once and data for any number of units; the traits
each unit has are listed in docs/traits.md, which is made from the data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum
from functools import cache

from m44core.catalogue.types import Rules, UnitClass, mid_sentence
from m44core.data_files import Entry
from m44core.messages.message import Message, titled
from m44core.values import dataclass

EVERY_CLASS = frozenset(UnitClass)
NO_CLASS: frozenset[UnitClass] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class UnitRules:
    """What a unit can do (B-MOVE-05..09, B-BAT-07, E-GEN-01..08); units of a kind share one.

    The defaults are those of infantry without any special trait.

    Attributes:
        unit_class: Its class: which cards order it, which symbol hits it.
        move: Most hexes it may enter in a turn.
        on_road: How many hexes farther it moves if it keeps to roads (TP-ROAD, E-TRUCK-02).
        move_and_battle: Most hexes after which it may still battle; with none it moves or
            battles, whatever a card allows.
        dice: Dice at distance 1, 2, 3 ...; none for a unit that never battles.
        needs_sight: Whether it needs a line of sight to its target.
        takes_ground: Whether it may take ground after a close assault.
        overruns: Whether it may battle again after taking ground.
        battles_on_entry: Ignores "no battle on entry" of terrain (B-SPEC-04, E-SKI-03).
        retreat_per_flag: Most hexes it may retreat for one flag; its owner chooses.
        flags_ignored: Flags it may ignore wherever it stands (TH-UNIT-02, E-ITA-03).
        flags_withstood: Flags of a roll it ignores wherever it stands, its owner willing or not;
            the ground may let it ignore more (TH-JAP-01).
        moves_as: The class whose terrain rules it moves and retreats by.
        fights_as: The class whose column of dice it battles by, and whose eyes it has.
        clears_as: The class whose way with obstacles it has; wire vanishes under armor.
        hit_by_symbol: Whether a symbol hits it; else only grenades do (E-SNIP-06).
        stars_hit: The classes of units its stars hit (E-FLAK88-04, TH-AT-01).
        hit_by_stars_of: The classes of units whose stars hit it (E-TD-07).
        counts_as: What it is besides its class where stars are concerned: a vehicle.
        targets: The classes of units it may battle (E-SNIP-04).
        rerolls_hits: Dice that hit it are rolled again; then only grenades count (E-TIGER-02).
        most_protection: The most dice that terrain takes from it; None for no limit.
        most_protection_close: The same in close assault (TH-ENG-02, TH-FLAME-02).
        unprotected: Terrain takes no dice from who battles it (E-NEBEL-02).
        ignores_own_ground: The terrain it stands on takes no dice from it (E-TD-04).
        bonus: Dice it rolls in addition (TH-WITT-01).
        bonus_unhurt: Dice it rolls in addition in close assault while it has all its
            figures (TH-JAP-02).
        move_and_assault: Most hexes after which it may still close assault, where that is farther
            than it may otherwise move and battle; 0 for no farther (TH-JAP-03).
        clears_and_battles: It may remove wire after its battle, too (TH-ENG-03).
        rooted: It never leaves its hex, whatever orders it or drives it back (SO-UNIT-FLAGS).
        battles_at_sea: It may battle in the ocean (SO-UNIT-FLAGS).
        clears_mines: It removes enemy mines instead of setting them off (TH-ENG-04).
        dwells_in_caves: Caves link, hide and shield it (TH-CAVE-02..04).
        sails: It is hindered by nothing at sea, and ends no move beside a beach (TH-DD-02).
        in_boat: It may enter rivers; once it leaves one its boat is gone (TH-BOAT-01..03).
        in_craft: How many hexes of sea and beach a landing craft carries it; ashore it is rid of
            it. It battles neither aboard nor in the turn it lands (E-LCT-03..05).
        overcomes: What is open ground to it when it moves and battles: wire, fords, trenches
            (E-HOB-03, E-HOB-04).
        clears_in_passing: It removes wire it passes over, and not only where it stops (E-HOB-03).
        digs_mines: It removes enemy mines it enters, and may battle then (E-HOB-05).
        breaches: Dice it rolls in addition in close assault against bunkers, which its stars
            bring down; 0 for a unit that does not (E-HOB-06).
        on_rails: It goes forward or back along rails with its wagon, and retreats there, its rear
            first (TH-TRAIN-01, TH-TRAIN-03).
        wagon_until: With so many hits left or fewer its wagon is gone (TH-TRAIN-02).
        lays_bridge: The bridge it may lay once on a river hex beside it, instead of battling, by
            its name; "" for none (E-HOB-02).
        refuses: The tactic cards that do not order it, by their emblems (E-GEN-08).
        heals: Whether figures it lost may come back (E-TIGER-05).
        medals: What it is worth to the enemy who eliminates it (E-GEN-05).
        figures_a_medal: For this many lost figures of such units the enemy gains a
            medal, and for the unit none (E-HT-03); 0 for other units.
        exits: Whether it may leave the board by an exit (V-EXIT-09).
        resupplies: It may give figures to units beside it instead of battling (E-RESUP).
        second_assault: Dice of a second close assault instead of taking ground (E-FRA-02).
        cross_hairs: How many cross-hairs it may lay on hexes it hit (E-BIGGUN-03).
        lays_smoke: How many hexes of smoke it may lay instead of battling (E-NEBEL-05).
        flags_stand: No flag of its dice may be ignored (E-NEBEL-04).
        more_orders: How many units more a section card for its section orders (E-CMDCAR-02).
        picks_discard: Ordered by a Recon it lets its player take a discarded card (E-CMDCAR-03).
        battles_back: Its last figure may battle back whoever close assaulted it (TH-BRI-01).
        unmoved: What it can do as long as it has not moved this turn; None for the same.
    """

    unit_class: UnitClass
    move: int
    move_and_battle: int
    dice: tuple[int, ...]
    on_road: int = 1
    needs_sight: bool = True
    takes_ground: bool = True
    overruns: bool = False
    battles_on_entry: bool = False
    retreat_per_flag: int = 1
    flags_ignored: int = 0
    flags_withstood: int = 0
    moves_as: UnitClass | None = None
    fights_as: UnitClass | None = None
    clears_as: UnitClass | None = None
    hit_by_symbol: bool = True
    stars_hit: frozenset[UnitClass] = NO_CLASS
    hit_by_stars_of: frozenset[UnitClass] = NO_CLASS
    counts_as: frozenset[UnitClass] = NO_CLASS
    targets: frozenset[UnitClass] = EVERY_CLASS
    rerolls_hits: bool = False
    most_protection: int | None = None
    most_protection_close: int | None = None
    unprotected: bool = False
    ignores_own_ground: bool = False
    bonus: int = 0
    bonus_unhurt: int = 0
    move_and_assault: int = 0
    clears_and_battles: bool = False
    rooted: bool = False
    battles_at_sea: bool = False
    clears_mines: bool = False
    dwells_in_caves: bool = False
    sails: bool = False
    overcomes: frozenset[str] = frozenset()
    clears_in_passing: bool = False
    digs_mines: bool = False
    breaches: int = 0
    lays_bridge: str = ""
    in_boat: bool = False
    in_craft: int = 0
    on_rails: bool = False
    wagon_until: int = 0
    refuses: frozenset[str] = frozenset()
    heals: bool = True
    medals: int = 1
    figures_a_medal: int = 0
    exits: bool = True
    resupplies: bool = False
    second_assault: int = 0
    cross_hairs: int = 0
    lays_smoke: int = 0
    flags_stand: bool = False
    more_orders: int = 0
    picks_discard: bool = False
    battles_back: bool = False
    unmoved: UnitRules | None = None


CLASS_SETS = ("stars_hit", "hit_by_stars_of", "counts_as", "targets")
CLASS_NAMES = ("moves_as", "fights_as", "clears_as")


def unit_rules(said: Entry) -> UnitRules:
    """Return the rules that some traits by their names come to; the same value for the same traits.

    Raises:
        KeyError, TypeError, ValueError: a trait is missing or makes no sense.
    """
    return _rules(json.dumps(said, sort_keys=True))


@cache
def _rules(written: str) -> UnitRules:
    said = json.loads(written)
    fields = dict(said)
    unmoved = fields.pop("unmoved", None)
    unit_class = UnitClass(fields.pop("class"))
    for name in fields.keys() & {*CLASS_SETS}:
        fields[name] = frozenset(map(UnitClass, fields[name]))
    for name in fields.keys() & {*CLASS_NAMES}:
        fields[name] = UnitClass(fields[name])
    fields["dice"] = tuple(map(int, fields["dice"]))
    for name in ("refuses", "overcomes"):
        fields[name] = frozenset(fields.get(name, ()))
    standing = None if unmoved is None else unit_rules({**said, "unmoved": None, **unmoved})
    return UnitRules(unit_class=unit_class, unmoved=standing, **fields)


def is_plain(rules: UnitRules) -> bool:
    """Tell whether a unit battles, and is battled, with no more than dice and terrain."""
    traits = (rules.most_protection, rules.most_protection_close, rules.unmoved)
    everyone = rules.targets == EVERY_CLASS and bool(rules.dice) and not rules.overcomes
    dice = rules.bonus or rules.bonus_unhurt or rules.cross_hairs
    own = rules.unprotected or rules.ignores_own_ground or rules.move_and_assault
    own = own or rules.dwells_in_caves or rules.in_boat
    dice = dice or rules.breaches
    return everyone and not (own or dice) and all(trait is None for trait in traits)


@dataclass(frozen=True, slots=True, eq=False)
class Special:
    """Something that makes another unit of one, or gives it a trait more.

    Attributes:
        name: Its key: ``combat-engineers``.
        label: What people read: ``Combat engineers``.
        of: The names of the units it can be of.
        rules: Whether the engine plays it.
        source: The rules it comes from.
        summary: One sentence about its effect.
        badges: The badges any of which stands for it.
        equipment: What a unit carries that is this, in our files and in .m44 files.
        behavior: The special rule written on a unit that means the same.
        told_by_figures: The number of figures that alone tells it, where the unit has
            no badge and no special rule that would make something else of it.
        told_by_structure: The structure on its hex that makes it.
        told_by_tiles: The tiles on its hex any of which makes it, at the start.
        flag: What a special rule of the scenario says of single units that makes them it
            (SO-UNIT-FLAGS).
        always: Whether units of its kinds are it without any mark.
        unmarked: Whether those with a badge, a load or a special rule are not (E-FRA-01).
        unless: What makes of a unit something that is not it, by its keys.
        when: What must hold in the scenario for it: ``late-war``, an option; "" for nothing.
        figures: The usual number of figures; None for that of the unit.
        renames: Whether the unit is called by it.
        box: The expansion that has the piece which marks it, where it is no badge.
        traits: The traits it gives, by their names.
    """

    name: str
    label: str
    of: frozenset[str]
    rules: Rules
    source: str
    summary: str
    badges: frozenset[str] = frozenset()
    equipment: str | None = None
    behavior: str | None = None
    told_by_figures: int | None = None
    told_by_structure: str = ""
    told_by_tiles: frozenset[str] = frozenset()
    flag: str = ""
    always: bool = False
    unmarked: bool = False
    unless: frozenset[str] = frozenset()
    when: str = ""
    figures: int | None = None
    renames: bool = True
    box: str = ""
    traits: Entry = field(default_factory=dict)

    @property
    def noun(self) -> Message:
        """What a sentence calls such a unit: what it calls its one badge, too; it has forms."""
        told = f"piece.{min(self.badges)}" if len(self.badges) == 1 else f"special.{self.name}"
        return Message(mid_sentence(self.label), told)

    @property
    def title(self) -> Message:
        """What a list calls it."""
        return titled(self.noun) if self.renames else Message(self.label, "rule")


@dataclass(frozen=True, slots=True, eq=False)
class Troop:
    """What a unit of a scenario is, all that stands with it considered.

    Attributes:
        rules: What it can do; None where its kind has no rules, or is unknown.
        figures: How many figures it starts with.
        specials: What makes it another unit than others of its name.
    """

    rules: UnitRules | None
    figures: int | None
    specials: tuple[Special, ...] = ()

    @property
    def special(self) -> Special | None:
        """What it is called by instead of its name; None for its name."""
        return next((each for each in self.specials if each.renames), None)


PLAIN_INFANTRY = UnitRules(UnitClass.INFANTRY, 0, 0, ())

BATTLE_TRAITS = (
    "needs_sight",
    "overruns",
    "battles_on_entry",
    "stars_hit",
    "targets",
    "most_protection",
    "most_protection_close",
    "ignores_own_ground",
    "bonus",
    "bonus_unhurt",
    "move_and_assault",
    "breaches",
    "second_assault",
    "cross_hairs",
    "flags_stand",
    "battles_back",
)
"""Traits of a unit that battles."""


class IdleReason(StrEnum):
    """Why a trait is of no use."""

    DICE = "no-dice"  # it has no dice
    RANGE = "no-range"  # it has no dice, and so no range
    GROUND = "no-ground"  # it takes no ground
    STEPS = "too-far"  # it does not move so far
    MEDALS = "own-medals"  # it is worth medals as a whole
    NOTHING = "overcomes-nothing"  # nothing is open ground to it that is not to others


def idle_traits(rules: UnitRules) -> Iterator[tuple[str, IdleReason]]:
    """Yield the traits that a unit can never use, each with the reason (E-GEN-01)."""
    if not rules.dice:
        for trait in BATTLE_TRAITS:
            if getattr(rules, trait) != getattr(PLAIN_INFANTRY, trait):
                yield trait, IdleReason.DICE
        if rules.lays_smoke:
            yield "lays_smoke", IdleReason.RANGE
    elif rules.overruns and not rules.takes_ground:
        yield "overruns", IdleReason.GROUND
    if rules.move_and_battle > rules.move:
        yield "move_and_battle", IdleReason.STEPS
    if rules.medals and rules.figures_a_medal:
        yield "figures_a_medal", IdleReason.MEDALS
    if rules.clears_in_passing and not rules.overcomes:
        yield "clears_in_passing", IdleReason.NOTHING
