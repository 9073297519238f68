"""Unit traits, and the special unit types conferred by badges and equipment.

A trait is a field of :class:`UnitRules`, implemented once and used by any number of units; the
traits of each unit are listed in docs/traits.md, which is generated from the data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum
from functools import cache

from m44core.catalogue.catalogue_types import RulesSupport, UnitClass, mid_sentence_label
from m44core.data_files import Entry
from m44core.messages.message import Message, capitalized
from m44core.values import dataclass

EVERY_CLASS = frozenset(UnitClass)
NO_CLASS: frozenset[UnitClass] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class UnitRules:
    """The traits of a unit (B-MOVE-05..09, B-BAT-07, E-GEN-01..08); equal units share one object.

    The defaults are those of infantry without special traits.

    Attributes:
        unit_class: Its class: which cards order it, and which symbol hits it.
        move: Most hexes it may move in a turn.
        on_road: The number of extra hexes it may move on roads (TP-ROAD, E-TRUCK-02).
        move_and_battle: Most hexes it may move and still battle; 0 for a unit that moves or
            battles, even if a card allows both.
        dice: Dice at distance 1, 2, 3 ...; empty for a unit that never battles.
        needs_sight: Whether it needs a line of sight to its target.
        takes_ground: Whether it may take ground after a close assault.
        overruns: Whether it may battle again after taking ground.
        battles_on_entry: Whether it ignores "no battle on entry" of terrain (B-SPEC-04, E-SKI-03).
        retreat_per_flag: Most hexes it may retreat per flag; its owner chooses.
        flags_ignored: Number of flags it may ignore on any ground (TH-UNIT-02, E-ITA-03).
        flags_withstood: Number of flags in a roll that it always ignores; the ground may let it
            ignore more (TH-JAP-01).
        moves_as: The class whose terrain rules apply to its moves and retreats.
        fights_as: The class whose dice modifiers and line of sight apply to its battles.
        clears_as: The class as which it affects obstacles; armor removes wire.
        hit_by_symbol: Whether its symbol hits it; otherwise only grenades do (E-SNIP-06).
        stars_hit: The classes of units its stars hit (E-FLAK88-04, TH-AT-01).
        hit_by_stars_of: The classes of units whose stars hit it (E-TD-07).
        counts_as: The classes it belongs to in addition, for hits by stars: a vehicle.
        targets: The classes of units it may battle (E-SNIP-04).
        rerolls_hits: Dice that hit it are rolled again, and then only grenades hit (E-TIGER-02).
        most_protection: Most dice that the target's terrain takes from it; None for no limit.
        most_protection_close: The same in close assault (TH-ENG-02, TH-FLAME-02).
        unprotected: Its terrain takes no dice from its attackers (E-NEBEL-02).
        ignores_own_ground: Its own terrain takes no dice from it (E-TD-04).
        bonus: Additional dice (TH-WITT-01).
        bonus_unhurt: Additional dice in close assault while it has all its figures
            (TH-JAP-02).
        move_and_assault: Most hexes it may move and still close assault, if more than
            *move_and_battle*; 0 for no more (TH-JAP-03).
        clears_and_battles: It may also remove wire after its battle (TH-ENG-03).
        rooted: It never leaves its hex, not even when ordered or by a retreat (SO-UNIT-FLAGS).
        battles_at_sea: It may battle in the ocean (SO-UNIT-FLAGS).
        clears_mines: It removes enemy mines instead of setting them off (TH-ENG-04).
        dwells_in_caves: Caves connect, hide and protect it (TH-CAVE-02..04).
        sails: It moves freely at sea, and cannot end a move next to a beach (TH-DD-02).
        in_boat: It may enter rivers, and loses its boat when it leaves one (TH-BOAT-01..03).
        in_craft: Most hexes of sea and beach it may move in a landing craft, which is removed when
            it lands. It cannot battle aboard or in the turn it lands (E-LCT-03..05).
        overcomes: The ground that counts as open for its moves and battles: wire, fords, trenches
            (E-HOB-03, E-HOB-04).
        clears_in_passing: It also removes wire it moves through (E-HOB-03).
        digs_mines: It removes enemy mines it enters, and may then battle (E-HOB-05).
        breaches: Additional dice in close assault against bunkers, which its stars destroy; 0 for
            none (E-HOB-06).
        on_rails: It moves forward or back along rails with its wagon, and retreats backwards along
            them (TH-TRAIN-01, TH-TRAIN-03).
        wagon_until: Number of hits left at which its wagon is removed (TH-TRAIN-02).
        lays_bridge: The name of the bridge it may build once on an adjacent river hex instead of
            battling; "" for none (E-HOB-02).
        refuses: The tactic cards that do not order it, by their emblems (E-GEN-08).
        heals: Whether it may recover lost figures (E-TIGER-05).
        medals: Number of medals the enemy gains for eliminating it (E-GEN-05).
        figures_a_medal: Number of lost figures of such units per medal gained by the enemy, instead
            of one medal per unit (E-HT-03); 0 for other units.
        exits: Whether it may exit the board (V-EXIT-09).
        resupplies: It may give figures to adjacent units instead of battling (E-RESUP).
        second_assault: Dice of a second close assault instead of taking ground (E-FRA-02).
        cross_hairs: Number of crosshairs it may place on hexes it hit (E-BIGGUN-03).
        lays_smoke: Number of hexes of smoke it may place instead of battling (E-NEBEL-05).
        flags_stand: Flags rolled by it cannot be ignored (E-NEBEL-04).
        more_orders: Number of additional units that a section card orders in its section
            (E-CMDCAR-02).
        picks_discard: When ordered by a Recon card, its player may take a discarded card
            (E-CMDCAR-03).
        battles_back: Its last figure may battle back after a close assault (TH-BRI-01).
        unmoved: Its traits while it has not moved this turn; None if they are no different.
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


def unit_rules(traits: Entry) -> UnitRules:
    """Return the rules for traits given by name; the same instance for equal traits.

    Raises:
        KeyError, TypeError, ValueError: a trait is missing or invalid.
    """
    return _parse_rules(json.dumps(traits, sort_keys=True))


@cache
def _parse_rules(json_text: str) -> UnitRules:
    traits = json.loads(json_text)
    fields = dict(traits)
    unmoved_traits = fields.pop("unmoved", None)
    unit_class = UnitClass(fields.pop("class"))
    for name in fields.keys() & {*CLASS_SETS}:
        fields[name] = frozenset(map(UnitClass, fields[name]))
    for name in fields.keys() & {*CLASS_NAMES}:
        fields[name] = UnitClass(fields[name])
    fields["dice"] = tuple(map(int, fields["dice"]))
    for name in ("refuses", "overcomes"):
        fields[name] = frozenset(fields.get(name, ()))
    unmoved_rules = (
        None
        if unmoved_traits is None
        else unit_rules({**traits, "unmoved": None, **unmoved_traits})
    )
    return UnitRules(unit_class=unit_class, unmoved=unmoved_rules, **fields)


def has_plain_battles(rules: UnitRules) -> bool:
    """Return whether a unit can battle any class, and only dice and terrain affect its battles."""
    traits = (rules.most_protection, rules.most_protection_close, rules.unmoved)
    can_battle_all = rules.targets == EVERY_CLASS and bool(rules.dice) and not rules.overcomes
    has_dice_traits = rules.bonus or rules.bonus_unhurt or rules.cross_hairs
    has_terrain_traits = rules.unprotected or rules.ignores_own_ground or rules.move_and_assault
    has_terrain_traits = has_terrain_traits or rules.dwells_in_caves or rules.in_boat
    has_dice_traits = has_dice_traits or rules.breaches
    return (
        can_battle_all
        and not (has_terrain_traits or has_dice_traits)
        and all(trait is None for trait in traits)
    )


@dataclass(frozen=True, slots=True, eq=False)
class SpecialUnitType:
    """A special unit type, such as combat engineers, conferred by a badge, equipment or a rule.

    Attributes:
        name: The key: ``combat-engineers``.
        label: The English name: ``Combat engineers``.
        of: The names of the units that can be of this type.
        rules: Whether the engine plays it.
        source: The rules that describe it.
        summary: The effect, in one sentence.
        badges: The names of the badges that mark it.
        equipment: The equipment that marks it, in our files and in .m44 files, if any.
        behavior: The special rule of a unit that marks it, if any.
        told_by_figures: The number of figures that marks a unit without a badge and without a
            different special rule, if any.
        told_by_structure: The structure on its hex that marks it; "" for none.
        told_by_tiles: The tiles on its starting hex that mark it.
        flag: The flag that marks it in a special rule of the scenario (SO-UNIT-FLAGS).
        always: Whether units of its kinds are of this type without any mark.
        unmarked: Whether units with a badge, equipment or a special rule are excluded (E-FRA-01).
        unless: The keys of special types that exclude this one.
        when: The condition in the scenario: ``late-war``, or an option; "" for none.
        figures: The default number of figures; None for the unit's own default.
        renames: Whether the unit takes its name.
        replaces_kind: Whether the name of the kind of its figures would mislead (B-SPEC-03).
        box: The code of the expansion with the piece that marks it, if that is not a badge.
        figure_box: The code of the expansion with figures of its own, if others of its kind can
            serve; "" for none.
        traits: The traits it confers, by name.
    """

    name: str
    label: str
    of: frozenset[str]
    rules: RulesSupport
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
    replaces_kind: bool = False
    box: str = ""
    figure_box: str = ""
    traits: Entry = field(default_factory=dict)

    @property
    def noun(self) -> Message:
        """The name of a unit of this type in a sentence; its badge's name if it has exactly one."""
        context = f"piece.{min(self.badges)}" if len(self.badges) == 1 else f"special.{self.name}"
        return Message(mid_sentence_label(self.label), context)

    @property
    def title(self) -> Message:
        """The name of a unit of this type in a list."""
        return capitalized(self.noun) if self.renames else Message(self.label, "rule")


@dataclass(frozen=True, slots=True, eq=False)
class UnitProfile:
    """The rules, figures and special types of a unit in a scenario.

    Attributes:
        rules: The traits; None if its kind has no rules or is unknown.
        figures: The number of figures it starts with.
        specials: The special unit types it has.
    """

    rules: UnitRules | None
    figures: int | None
    specials: tuple[SpecialUnitType, ...] = ()

    @property
    def special(self) -> SpecialUnitType | None:
        """The special type the unit is named after; None if it keeps its own name."""
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
"""The traits that only matter for a unit that battles."""


class UnusableTraitReason(StrEnum):
    """The reason why a trait is useless."""

    DICE = "no-dice"  # it has no dice
    RANGE = "no-range"  # it has no dice, and so no range
    GROUND = "no-ground"  # it takes no ground
    STEPS = "too-far"  # it does not move that far
    MEDALS = "own-medals"  # it is worth medals as a unit
    NOTHING = "overcomes-nothing"  # it overcomes no ground


def unusable_traits(rules: UnitRules) -> Iterator[tuple[str, UnusableTraitReason]]:
    """Yield the name of each trait that a unit can never use, with the reason (E-GEN-01)."""
    if not rules.dice:
        for trait in BATTLE_TRAITS:
            if getattr(rules, trait) != getattr(PLAIN_INFANTRY, trait):
                yield trait, UnusableTraitReason.DICE
        if rules.lays_smoke:
            yield "lays_smoke", UnusableTraitReason.RANGE
    elif rules.overruns and not rules.takes_ground:
        yield "overruns", UnusableTraitReason.GROUND
    if rules.move_and_battle > rules.move:
        yield "move_and_battle", UnusableTraitReason.STEPS
    if rules.medals and rules.figures_a_medal:
        yield "figures_a_medal", UnusableTraitReason.MEDALS
    if rules.clears_in_passing and not rules.overcomes:
        yield "clears_in_passing", UnusableTraitReason.NOTHING
