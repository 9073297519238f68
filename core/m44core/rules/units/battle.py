"""Battles: the targets of a unit, its dice, the faces that hit, the aftermath (rules 4.5-4.10)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from m44core.catalogue.catalogue_types import UnitClass
from m44core.catalogue.command_cards import Contact
from m44core.catalogue.unit_traits import UnitRules
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.hex_ground import INFANTRY
from m44core.rules.cards.card_command import Command
from m44core.rules.game.actions import DieFace
from m44core.rules.game.events import CamouflageLost, Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, Fight, FightKind, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.hobarts_funnies import breach_dice, ground_for_unit
from m44core.rules.units.movement import movement_allowance_of, movement_map_of
from m44core.rules.units.rails import wagon_hexes_of

_SYMBOLS = {UnitClass.INFANTRY: DieFace.INFANTRY, UnitClass.ARMOR: DieFace.ARMOR}
_GRENADE = frozenset({DieFace.GRENADE})


def symbol_of(unit_class: UnitClass) -> DieFace | None:
    """Return the face with a class's symbol; None if it has none, like artillery (B-HIT-01)."""
    return _SYMBOLS.get(unit_class)


@cache
def faces_that_hit(
    target: UnitRules, attacker: UnitRules | None = None, *, stars_hit: bool = False
) -> frozenset[DieFace]:
    """Return the faces that hit a unit (B-HIT-01, B-HIT-02).

    Args:
        target: The rules of the target.
        attacker: The rules of the attacker; None for a card.
        stars_hit: Whether stars hit any target (B-CARD-AIR).
    """
    faces = {DieFace.GRENADE}
    if target.hit_by_symbol and (symbol := symbol_of(target.unit_class)):
        faces.add(symbol)
    if stars_hit or (attacker and _stars_hit(attacker, target)):
        faces.add(DieFace.STAR)
    return frozenset(faces)


def count_hits(faces: Iterable[DieFace], hitting_faces: frozenset[DieFace]) -> int:
    """Return the number of *faces* that hit."""
    return sum(face in hitting_faces for face in faces)


def faces_that_hit_now(state: GameState) -> frozenset[DieFace]:
    """Return the faces that hit in the current fight; in a reroll only grenades do."""
    fight = state.fight
    assert fight is not None, "dice fall in a fight"
    if state.phase is Phase.REROLL:
        return _GRENADE
    target = state.field.units[fight.target].rules
    if fight.attacker == NOBODY:
        strike = state.command.strike if state.command else None
        faces = faces_that_hit(target, stars_hit=strike is not None and strike.stars_hit)
    else:
        faces = faces_that_hit(target, rules_in_place(state, fight.attacker))
    if state.field.has_heavy_fog and not fight.close:
        return faces - {symbol_of(target.unit_class)}
    return faces


def rules_in_place(state: GameState, unit: UnitNo) -> UnitRules:
    """Return the current rules of a unit; some units are stronger if they have not moved."""
    rules = state.field.units[unit].rules
    if rules.unmoved is None or state.moved >> unit & 1:
        return rules
    return rules.unmoved


def _stars_hit(attacker: UnitRules, target: UnitRules) -> bool:
    """Return whether stars of an attacker hit a target (E-FLAK88-04, E-TD-03, E-TD-07)."""
    if not attacker.stars_hit.isdisjoint((target.unit_class, *target.counts_as)):
        return True
    return not target.hit_by_stars_of.isdisjoint((attacker.unit_class, *attacker.counts_as))


def uncamouflaged_hexes(state: GameState, hexes: HexSet) -> HexSet:
    """Return the *hexes* whose units are not camouflaged and can be fired at (TH-CAMO-01)."""
    return hexes & ~state.camouflaged if state.camouflaged else hexes


def lose_camouflage(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Remove the camouflage of the unit on a hex, if it has any (TH-CAMO-02)."""
    if state.camouflaged >> index & 1:
        state.camouflaged ^= 1 << index
        log.append(CamouflageLost(state.field.grid.names[index]))


_ALL_HEXES = -1


def targets_with_dice(state: GameState, unit: UnitNo) -> list[tuple[HexNo, int]]:
    """Return the hexes a unit can attack from its own hex, each with the number of dice.

    A unit adjacent to an enemy must close assault (B-BAT-06), even if that leaves it no dice.
    """
    attacker = state.field.units[unit]
    start = state.place[unit]
    has_plain_dice = state.field.has_no_dice_traits
    rules = attacker.rules if has_plain_dice else rules_in_place(state, unit)
    grid, max_range = state.field.grid, len(rules.dice)
    if max_range > state.visibility:
        max_range = state.visibility
    enemies = state.occupied[1 - attacker.player]
    if state.wagons:
        enemies |= wagon_hexes_of(state, 1 - attacker.player)
    enemies &= grid.within(start, max_range)
    if not enemies:
        return []
    rings = grid.rings(start)
    close = bool(rings[1] & enemies)
    if not _card_allows_battle(state, unit, close=close):
        return []
    visible_hexes = _ALL_HEXES if close else field_of_fire(state, unit, start)
    if state.camouflaged and not close:
        visible_hexes = uncamouflaged_hexes(state, visible_hexes)
    distances = (1,) if close else range(2, max_range + 1)
    bonus = bonus_dice(state, unit, close=close)
    targets_and_dice = []
    for distance in distances:
        for target in bit_indexes(rings[distance] & enemies & visible_hexes):
            dice = dice_at(state, unit, start, target, distance) + bonus
            if dice > 0 and (has_plain_dice or may_target(rules, state, target)):
                targets_and_dice.append((target, dice))
    return targets_and_dice


def dice_at(state: GameState, unit: UnitNo, start: HexNo, target: HexNo, distance: int) -> int:
    """Return the number of dice of a unit on *start* against the unit on *target* (B-BAT-09).

    If *start* is not its hex, the unit counts as moved. The number can be negative.
    """
    attacker = state.field.units[unit]
    number = attacker.battle_class_number
    start_ground, target_ground = state.ground.hexes[start], state.ground.hexes[target]
    protection = target_ground.protection(start_ground, 1 - attacker.player, number)
    if state.field.has_no_dice_traits:
        return attacker.rules.dice[distance - 1] + start_ground.attack_change[number] + protection
    rules = rules_in_place(state, unit) if start == state.place[unit] else attacker.rules
    if distance > len(rules.dice):
        return 0
    dice = rules.dice[distance - 1] + rules.bonus
    dice += rules.bonus_unhurt if distance == 1 and is_unhurt(state, unit) else 0
    dice += 0 if rules.ignores_own_ground else _own_ground_change(state, unit, start)
    dice += breach_dice(state, unit, target) if distance == 1 else 0
    dice += bool(rules.cross_hairs) and has_crosshair(state, target)
    dice -= (state.smoke.dense >> start & 1) + (state.smoke.dense >> target & 1)
    return dice + _remaining_protection(
        protection, rules, state.unit_at[target], state, number, close=distance == 1
    )


def _own_ground_change(state: GameState, unit: UnitNo, start: HexNo) -> int:
    """Return the change in a unit's dice due to the hex it battles from."""
    hex_ = ground_for_unit(state, unit).hexes[start]
    return hex_.attack_change[state.field.units[unit].battle_class_number]


def is_unhurt(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit has lost no figures (TH-JAP-02)."""
    return state.figures[unit] >= state.field.units[unit].figures


def unit_protection(protection: int, state: GameState, target: UnitNo, number: int) -> int:
    """Return a unit's protection against a class, as a change in dice.

    *protection* is that of its hex. A unit that dwells in caves is also protected by a cave
    (TH-CAVE-02).
    """
    if target == NOBODY or not state.field.units[target].rules.dwells_in_caves:
        return protection
    return min(protection, state.ground.hexes[state.place[target]].against_cave_dwellers[number])


def _remaining_protection(
    protection: int,
    rules: UnitRules,
    target: UnitNo,
    state: GameState,
    number: int,
    *,
    close: bool,
) -> int:
    """Return the protection of terrain that the attacker does not ignore (E-GEN-02, TH-ENG-02)."""
    if target != NOBODY and state.field.units[target].rules.unprotected:
        return 0
    protection = unit_protection(protection, state, target, number)
    for max_protection in (rules.most_protection, rules.most_protection_close if close else None):
        if max_protection is not None:
            protection = max(protection, -max_protection)
    return protection


def has_crosshair(state: GameState, index: HexNo) -> bool:
    """Return whether there is a crosshair on a hex (E-BIGGUN-04)."""
    return any(hex_ == index for hex_, _ in state.cross_hairs)


def places_crosshair(state: GameState, fight: Fight) -> bool:
    """Return whether a gun places a crosshair: it has one left, and hit a unit that stayed.

    It cannot place one on a hex that already has one (E-BIGGUN-03).
    """
    if fight.attacker == NOBODY or state.place[fight.target] != fight.hex:
        return False
    cross_hairs_left = state.field.units[fight.attacker].rules.cross_hairs
    cross_hairs_left -= sum(gun == fight.attacker for _, gun in state.cross_hairs)
    hit = state.figures[fight.target] < fight.strength
    return cross_hairs_left > 0 and hit and not has_crosshair(state, fight.hex)


def may_target(rules: UnitRules, state: GameState, target: HexNo) -> bool:
    """Return whether a unit with *rules* can battle the class of the unit on a hex (E-SNIP-04)."""
    return state.field.units[state.unit_at[target]].rules.unit_class in rules.targets


def battle_dice(state: GameState, unit: UnitNo, target: HexNo) -> int:
    """Return a unit's dice against the unit on *target*, including the card's bonus dice.

    Whether it can battle there at all is not checked; see :func:`targets_with_dice`.
    """
    start = state.place[unit]
    distance = state.field.grid.distance(start, target)
    dice = dice_at(state, unit, start, target, distance)
    return dice + bonus_dice(state, unit, close=distance == 1)


def fight_against(
    state: GameState, unit: UnitNo, target: HexNo, dice: int, *, overrun: bool = False
) -> Fight:
    """Return the battle of a unit against the unit on *target* (B-BAT-03)."""
    start, enemy = state.place[unit], state.unit_at[target]
    close = state.field.grid.distance(start, target) == 1
    strength = state.figures[enemy]
    return Fight(unit, enemy, start, target, dice, close, overrun, strength=strength)


def ambush_fight(state: GameState, fight: Fight) -> Fight:
    """Return the battle of a close assaulted unit that ambushes its attacker (B-CARD-AMB)."""
    dice = dice_at(state, fight.target, fight.hex, fight.start, 1)
    ends = fight.hex, fight.start
    return Fight(fight.target, fight.attacker, *ends, dice, True, kind=FightKind.AMBUSH)


def bonus_dice(state: GameState, unit: UnitNo, *, close: bool) -> int:
    """Return the dice that a unit's card adds to its battle (B-CARD-13, R-14)."""
    command = state.command_of(unit)
    if command is None:
        return 0
    if state.phase is Phase.OVERRUN and not _overrun_has_bonus(state, command):
        return 0
    return command.bonus.close if close else command.bonus.fire


def _overrun_has_bonus(state: GameState, command: Command) -> bool:
    settings = state.field.settings
    if command.bonus.overrun:
        return settings.overrun_bonus
    return command.contact is Contact.ADJACENT and settings.close_assault_overrun_bonus


def _card_allows_battle(state: GameState, unit: UnitNo, *, close: bool) -> bool:
    """Return whether the card in play allows close assault or fire (B-CARD-CLO, B-CARD-FIR).

    Units that charged can only close assault (TH-JAP-03).
    """
    if not close and state.charging >> unit & 1:
        return False
    command = state.command_of(unit)
    if command is None or state.phase is Phase.OVERRUN:
        return True
    return command.contact is not (Contact.APART if close else Contact.ADJACENT)


def may_close_assault(state: GameState, unit: UnitNo) -> bool:
    """Return whether the card in play lets a unit close assault (B-CARD-FIR)."""
    return _card_allows_battle(state, unit, close=True)


def sees(state: GameState, a: HexNo, b: HexNo) -> bool:
    """Return whether infantry on hex *a* sees hex *b*, up to six hexes away (B-LOS-02)."""
    return (
        state.field.sights(state.ground)
        .direct[INFANTRY]
        .sees(a, b, state.all_occupied | state.smoke.hexes)
    )


def field_of_fire(state: GameState, unit: UnitNo, start: HexNo) -> HexSet:
    """Return the hexes a unit on *start* can fire at, regardless of range (B-LOS-01).

    These are the hexes it sees, if it needs a line of sight; some ground also blocks the fire of
    units that need no line of sight.
    """
    combatant = state.field.units[unit]
    number, rules = combatant.battle_class_number, combatant.rules
    if rules.unmoved is not None and start == state.place[unit]:
        rules = rules_in_place(state, unit)
    if rules.needs_sight:
        near_hexes = state.field.grid.within(start, len(rules.dice))
        sight = state.field.sights(state.ground).direct[number]
        seen_hexes = sight.visible_hexes(
            start, (state.all_occupied | state.smoke.hexes) & near_hexes
        )
        sunken_hexes = state.ground.sunken
        return (
            seen_hexes
            if not sunken_hexes
            else seen_hexes & (sunken_hexes if sunken_hexes >> start & 1 else ~sunken_hexes)
        )
    if state.ground.fire_barriers[number] or state.smoke.dense:
        return (
            state.field.sights(state.ground)
            .indirect[number]
            .visible_hexes(start, state.smoke.dense)
        )
    return _ALL_HEXES


def may_battle(state: GameState, unit: UnitNo) -> bool:
    """Return whether an ordered unit can still battle this turn (B-BAT-02, B-MOVE-06)."""
    command = state.command_of(unit)
    if command is not None and not command.battles:
        return False
    unable_units = ~state.ordered | state.barred | state.battled
    barred_hexes = ground_for_unit(state, unit).no_battle[state.field.units[unit].class_number]
    if unable_units >> unit & 1:
        return False
    place = state.place[unit]
    return not barred_hexes >> place & 1 or _battles_at_sea(state, unit)


def _battles_at_sea(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit is in the sea and can battle there (SO-UNIT-FLAGS)."""
    ground = state.ground.hexes[state.place[unit]]
    return state.field.units[unit].rules.battles_at_sea and any(p.sea for p in ground.pieces)


def may_clear_obstacle(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit can remove the obstacle on its hex instead of battling (B-WIRE-02).

    It must be able to battle, even if only in close assault (TH-JAP-03). Some units can also do so
    after their battle (TH-ENG-03).
    """
    obstacle = state.ground.hexes[state.place[unit]].obstacle
    rules = state.field.units[unit].rules
    if obstacle is None or (rules.clears_as or rules.unit_class) not in obstacle.rules.removable_by:
        return False
    command = state.command_of(unit)
    if rules.clears_and_battles and command is not None and command.battles:
        return not state.barred >> unit & 1
    return may_battle(state, unit)


def may_take_ground(state: GameState, fight: Fight) -> bool:
    """Return whether the attacker can move into the hex it cleared (B-TG-01..04)."""
    attacker = state.field.units[fight.attacker]
    number = attacker.class_number
    if not (fight.close and attacker.rules.takes_ground and state.field.settings.takes_ground):
        return False
    if state.unit_at[fight.hex] != NOBODY or state.halted >> fight.attacker & 1:
        return False
    movement_map = movement_map_of(state, fight.attacker)
    barred_hexes = (
        ~movement_map.passable[number] | ~movement_map.steps[number].taking_ground[fight.start]
    )
    if state.moved >> fight.attacker & 1 and not movement_allowance_of(state, fight.attacker).free:
        barred_hexes |= state.ground.first_step_only | state.ground.one_hex_moves
        barred_hexes |= state.ground.no_ground_if_moved[number]
    return not barred_hexes >> fight.hex & 1


def second_assault_hexes(state: GameState, fight: Fight) -> HexSet:
    """Return the hexes the victor can assault instead of taking ground (E-FRA-02)."""
    rules = state.field.units[fight.attacker].rules
    if not rules.second_assault or not fight.close or fight.overrun:
        return 0
    if state.unit_at[fight.hex] != NOBODY or state.place[fight.attacker] != fight.start:
        return 0
    adjacent = state.field.grid.near[fight.start] & state.occupied[1 - state.active]
    return sum(1 << index for index in bit_indexes(adjacent) if may_target(rules, state, index))


def may_overrun(state: GameState, fight: Fight) -> bool:
    """Return whether a unit that took ground can overrun (B-OVR-01, B-OVR-03).

    It cannot in the turn it arrived on the board (TH-ABRK-02).
    """
    overruns = state.field.units[fight.attacker].rules.overruns
    if state.resting_until and state.resting_units >> fight.attacker & 1:
        return False
    return overruns and not fight.overrun and may_battle(state, fight.attacker)
