"""Planning a turn: which units to order, where to move them, and what to attack or bridge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from m44core.catalogue.catalogue_types import UnitClass
from m44core.playtest.players.attack_options import (
    NO_SHOT,
    AttackOptions,
    BestAttacks,
    Ends,
    Shot,
    SurvivalChances,
    shots_from,
)
from m44core.playtest.players.dice_odds import AttackOdds
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.playtest.players.hex_values import mine_clearing_values
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.cards.card_command import Command, slots_suffice
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo
from m44core.rules.special.bridge_rules import bridgeable_rivers
from m44core.rules.special.special_actions import recovery_dice
from m44core.rules.units.battle import is_unhurt
from m44core.rules.units.movement import movement_allowance_of
from m44core.rules.units.orders import (
    fits_section_limits,
    sections_of,
)
from m44core.rules.units.unit_exits import exit_hexes

_MIN_GAIN = 0.05  # orders with a smaller gain are not given
REGAINED_FIGURE_VALUE = 1.0  # the value of a regained figure
_HEALING_FACES = 0.5  # the share of faces that regain a figure: infantry and stars
_NO_CARD = Command(card="")  # no card in play: the usual moves and battles


class Intent(NamedTuple):
    """The plan for a unit.

    Attributes:
        unit: The unit.
        end: The hex it moves to; its own hex if it stays.
        target: The unit it is to battle, or ``NOBODY``.
        dice: The number of dice.
        gain: The value compared with giving it no order.
        leaves: Whether it exits the board at that hex.
        on_the_move: Whether it is only ordered to move (BT-OTM-01).
        recovers: Whether it rolls for its lost figures instead of moving (TH-HOSP-02).
    """

    unit: UnitNo
    end: HexNo
    target: UnitNo
    dice: int
    gain: float
    leaves: bool = False
    on_the_move: bool = False
    recovers: bool = False


class Plan(NamedTuple):
    """The plan for a turn.

    Attributes:
        intents: The plans of the units, the most useful first.
        value: The total value.
    """

    intents: tuple[Intent, ...] = ()
    value: float = 0.0


def best_battle_from(judgement: PositionEvaluation, unit: UnitNo, hex_: HexNo) -> Intent:
    """Return the best battle of a unit from a hex, regardless of how it got there.

    Without a worthwhile battle, the target is ``NOBODY`` and the gain 0.
    """
    kind = judgement.tables.kind_of[unit]
    command = judgement.position.command_of(unit) or _NO_CARD
    shots = shots_from(judgement, kind, command, 1 << hex_)
    attacks = BestAttacks(shots, command, judgement.personality.least)
    (target, dice, _), value = attacks.best_attack(shots.get(hex_, ()), {})
    return Intent(unit, hex_, target, dice, value)


class Planner:
    """Plans moves and battles of units under their commands in a position.

    The evaluating player must be the active player. Previously computed attack options can be
    passed in.
    """

    def __init__(
        self,
        judgement: PositionEvaluation,
        units: Sequence[UnitNo],
        attack_options: AttackOptions | None = None,
    ) -> None:
        self._judgement = judgement
        self._attack_options = attack_options or AttackOptions(judgement)
        self._position = judgement.position
        self._commands = {unit: self._position.command_of(unit) or _NO_CARD for unit in units}
        self._ends: dict[UnitNo, Ends] = {}
        self._attacks: dict[UnitNo, BestAttacks] = {}
        self._attacks_at_rest: dict[UnitNo, BestAttacks] = {}
        field = self._position.field
        self._support_units = (
            field.supply_units
            | field.units_firing_smoke
            | field.bridge_layers & ~self._position.bridged
        )
        self._hexes_near_enemy = judgement.hexes_near_enemy
        self._compute_options(units)
        self._initially_taken_hexes = self._position.all_occupied
        self._first_intents: dict[UnitNo, Intent | None] = {}

    def plan(self, units: Iterable[UnitNo], command: Command | None = None) -> Plan:
        """Return a greedy plan, which always adds the most useful order next.

        Args:
            units: The units that can be ordered.
            command: The command that limits the orders; None if all the units are ordered.
        """
        taken_hexes = self._position.all_occupied
        survival: SurvivalChances = {}
        intents: list[Intent] = []
        orders = (
            _RemainingOrders(self._position, self._judgement.player, command) if command else None
        )
        waiting_intents = [
            (-i.gain, i.unit, i) for unit in units if (i := self._first_intent(unit))
        ]
        heapify(waiting_intents)
        while waiting_intents and (command is None or len(intents) < command.total):
            _, unit, intent = heappop(waiting_intents)
            if orders is not None and not orders.has_order_for(unit):
                continue
            new_intent = intent
            if not self._is_still_best(intent, taken_hexes, survival):
                next_intent = self._best_intent(unit, taken_hexes, survival)
                if next_intent is None:
                    continue
                new_intent = next_intent
            if waiting_intents and new_intent.gain < -waiting_intents[0][0] - 1e-9:
                heappush(waiting_intents, (-new_intent.gain, unit, new_intent))
                continue
            intents.append(new_intent)
            if orders is not None:
                orders.give_order(unit)
            taken_hexes = self._hexes_taken_after(new_intent, taken_hexes)
            if new_intent.target != NOBODY:
                survival[new_intent.target] = survival.get(
                    new_intent.target, 1.0
                ) * self._survival_chance(new_intent)
        if command is not None and command.on_the_move:
            planned_units = {intent.unit for intent in intents}
            other_units = [unit for unit in self._commands if unit not in planned_units]
            intents += self._on_the_move_intents(other_units, taken_hexes, command.on_the_move)
        return Plan(tuple(intents), sum(intent.gain for intent in intents))

    def _is_still_best(
        self, intent: Intent, taken_hexes: HexSet, survival: SurvivalChances
    ) -> bool:
        """Return whether a unit's best plan is still possible; its other plans only get worse.

        Hexes vacated by other units do not become available.
        """
        if intent.recovers or intent.target in survival:
            return False
        stays = intent.leaves or intent.end == self._position.place[intent.unit]
        return stays or not taken_hexes >> intent.end & 1

    def _on_the_move_intents(
        self, units: list[UnitNo], taken_hexes: HexSet, most: int
    ) -> Iterator[Intent]:
        """Yield the best moves without battle, one after the other (BT-OTM-01)."""
        for _ in range(most):
            intents = [
                i
                for unit in units
                if (i := self._best_intent(unit, taken_hexes, {}, battles=False))
            ]
            if not intents:
                return
            best_intent = max(intents, key=lambda intent: intent.gain)
            yield best_intent._replace(on_the_move=True)
            units.remove(best_intent.unit)
            taken_hexes = self._hexes_taken_after(best_intent, taken_hexes)

    def _hexes_taken_after(self, intent: Intent, taken_hexes: HexSet) -> HexSet:
        """Return the occupied hexes after a plan is carried out."""
        taken_hexes &= ~(1 << self._position.place[intent.unit])
        return taken_hexes if intent.leaves else taken_hexes | 1 << intent.end

    def gain(self, unit: UnitNo) -> float:
        """Return the value of a unit's best move and battle, ignoring other plans; at least 0."""
        intent = self._first_intent(unit)
        return intent.gain if intent else 0.0

    def _first_intent(self, unit: UnitNo) -> Intent | None:
        """Return the best plan of a unit before any others are made; None if none gains enough."""
        if unit not in self._first_intents:
            self._first_intents[unit] = self._best_intent(unit, self._initially_taken_hexes, {})
        return self._first_intents[unit]

    def _compute_options(self, units: Iterable[UnitNo]) -> None:
        """Compute where the units can go, and which enemies they can battle from there."""
        ends_by_command: dict[tuple[int, Command], HexSet] = {}
        kinds, options = self._judgement.tables.kind_of, self._attack_options
        keys = {unit: (kinds[unit], self._commands[unit]) for unit in units}
        for unit, key in keys.items():
            ends = self._ends[unit] = options.ends(unit, key[1])
            ends_by_command[key] = ends_by_command.get(key, 0) | ends[1]
        min_gain = self._judgement.personality.least
        attacks = {
            key: BestAttacks(options.shots(*key, places), key[1], min_gain)
            for key, places in ends_by_command.items()
        }
        self._attacks = {unit: attacks[key] for unit, key in keys.items()}
        for unit in () if self._position.field.has_no_dice_traits else units:
            start = 1 << self._position.place[unit]
            rests = self._ends[unit][1] & start and not self._position.moved >> unit & 1
            if rests and self._position.field.units[unit].rules.unmoved:
                kind, command = keys[unit]
                shots = options.shots(kind, command, start, is_at_rest=True)
                self._attacks_at_rest[unit] = BestAttacks(shots, command, min_gain)

    def _best_intent(
        self, unit: UnitNo, taken_hexes: HexSet, survival: SurvivalChances, *, battles: bool = True
    ) -> Intent | None:
        """Return the unit's intent with the highest gain; None if no gain is large enough.

        Args:
            unit: The unit.
            taken_hexes: The hexes taken after the intents planned so far.
            survival: Each enemy's chance of surviving the planned battles; 1 if missing.
            battles: Whether the unit can battle.
        """
        start = self._position.place[unit]
        ends, battling = self._ends[unit]
        (place, mined_ends), move = self._values_and_mines(unit), self._commands[unit].move
        attacks, resting_attacks = self._attacks[unit], self._attacks_at_rest.get(unit)
        battling &= ~mined_ends
        battling &= (attacks.hexes | 1 << start) if battles else 0
        is_weakened, value_of_staying = self._is_weakened(unit), place[start]
        moves_again = move is not None and move.again
        best_gain, best_end, shot = _MIN_GAIN, NOBODY, NO_SHOT
        helping = (
            self._support_values(unit, ends) if battles and self._support_units >> unit & 1 else {}
        )
        free_ends = ends & ~taken_hexes | 1 << start
        busy = free_ends if moves_again or helping else free_ends & battling
        if idle_ends := bit_indexes(free_ends & ~busy):
            gains = [place[end] - value_of_staying for end in idle_ends]
            if (gain := max(gains)) > best_gain:
                best_gain, best_end = gain, idle_ends[gains.index(gain)]
        for end in bit_indexes(busy):
            worth = (value_of_staying if moves_again else place[end]) - value_of_staying
            end_shot, shot_value = NO_SHOT, 0.0
            available_attacks = resting_attacks if end == start and resting_attacks else attacks
            if battling >> end & 1 and end in available_attacks.shots:
                if is_weakened and self._hexes_near_enemy >> end & 1:
                    end_shot, shot_value = available_attacks.best_attack(
                        self._weakened_shots(unit, available_attacks.shots[end]), survival
                    )
                else:
                    end_shot, shot_value = available_attacks.best_attack_from(end, survival)
                worth += shot_value
            if end in helping:
                worth += max(0.0, helping[end] - shot_value)
            if worth > best_gain or (
                worth == best_gain and end < best_end
            ):  # the lowest index of equal gains
                best_gain, best_end, shot = worth, end, end_shot
        leaving = self._exit_intent(unit, best_gain + value_of_staying)
        if leaving:
            return leaving._replace(gain=leaving.gain - value_of_staying)
        resting = (
            self._recovery_intent(unit)
            if self._position.ground.recovery_hexes >> start & 1
            else None
        )
        if resting and resting.gain > best_gain:
            return resting
        return None if best_end == NOBODY else Intent(unit, best_end, shot[0], shot[1], best_gain)

    def _values_and_mines(self, unit: UnitNo) -> tuple[list[float], HexSet]:
        """Return the value of each hex for a unit, and the hexes where it clears mines.

        Engineers do not battle on those hexes (TH-ENG-04).
        """
        place = self._judgement.hex_values(unit)
        clearing_values = (
            mine_clearing_values(self._position, unit) if self._position.ground.hazards else {}
        )
        if not clearing_values:
            return place, 0
        values = [each + clearing_values.get(end, 0.0) for end, each in enumerate(place)]
        return values, sum(1 << end for end in clearing_values)

    def _is_weakened(self, unit: UnitNo) -> bool:
        """Return whether a damaged unit has lost its bonus die in close assault (TH-JAP-02)."""
        bonus_dice = self._position.field.units[unit].rules.bonus_unhurt
        return bool(bonus_dice) and not is_unhurt(self._position, unit)

    def _weakened_shots(self, unit: UnitNo, shots: Iterable[Shot]) -> list[Shot]:
        """Return the close assaults of a weakened unit without its bonus die."""
        lost_dice = self._position.field.units[unit].rules.bonus_unhurt
        return [(target, max(0, dice - lost_dice), worths) for target, dice, worths in shots]

    def _support_values(self, unit: UnitNo, ends: HexSet) -> dict[HexNo, float]:
        """Return the values of resupply, smoke or bridging instead of battling, keyed by hex."""
        field, start = self._position.field, self._position.place[unit]
        if not self._commands[unit].battles:
            return {}
        hexes_to_supply = self._judgement.suppliable_hexes(unit)
        adjacent_ends = field.grid.spread(hexes_to_supply) & ends
        values = dict.fromkeys(bit_indexes(adjacent_ends), REGAINED_FIGURE_VALUE)
        if field.units_firing_smoke >> unit & 1:
            values[start] = self._judgement.smoke_value(unit)
        if field.bridge_layers >> unit & 1:
            values |= bridge_values(self._judgement, unit, ends)
        return values

    def _recovery_intent(self, unit: UnitNo) -> Intent | None:
        """Return the plan of rolling for lost figures; None if the unit cannot regain any."""
        position, combatant = self._position, self._position.field.units[unit]
        start, lost_figures = position.place[unit], combatant.figures - position.figures[unit]
        infantry = combatant.rules.unit_class is UnitClass.INFANTRY and combatant.rules.heals
        if not (lost_figures and infantry) or self._hexes_near_enemy >> start & 1:
            return None
        recovered_figures = min(float(lost_figures), recovery_dice(position, unit) * _HEALING_FACES)
        return Intent(
            unit, start, NOBODY, 0, recovered_figures * REGAINED_FIGURE_VALUE, recovers=True
        )

    def _exit_intent(self, unit: UnitNo, min_gain: float) -> Intent | None:
        """Return the plan of exiting if it is worth more than *min_gain*, else None (V-EXIT-05)."""
        position, combatant = self._position, self._position.field.units[unit]
        value = (combatant.exit_medals or 0) * self._judgement.medal_value
        if value <= min_gain or not position.field.exits[combatant.player]:
            return None
        ends = exit_hexes(position, unit)
        return Intent(unit, ends[0], NOBODY, 0, value, leaves=True) if ends else None

    def _survival_chance(self, intent: Intent) -> float:
        """Return the chance that a plan's target is still there after the plan is carried out."""
        expected: AttackOdds = self._judgement.odds(intent.target, intent.dice)
        return (1.0 - expected.kill) * (1.0 - 0.6 * expected.driven)


class _RemainingOrders:
    """The remaining orders of a command while a plan is made (B-ORD-04, B-CARD-TFH)."""

    def __init__(self, position: GameState, player: PlayerNo, command: Command) -> None:
        self._position = position
        self._command = command
        self._sections = sections_of(position.field.grid, command)[player]
        self._counts = [0] * (1 << len(command.limits))
        self._classes: list[int] = []
        self._has_room: dict[int, bool] = {}  # by the sections a unit stands in

    def has_order_for(self, unit: UnitNo) -> bool:
        """Return whether a unit can be ordered in addition to the units already ordered."""
        section = self._sections[self._position.place[unit]]
        room = self._has_room.get(section)
        if room is None:
            room = self._has_room[section] = self._has_free_order(section)
        slots = self._command.slots
        if not room or slots is None:
            return room
        return slots_suffice(
            slots, [*self._classes, self._position.field.units[unit].order_class_number]
        )

    def give_order(self, unit: UnitNo) -> None:
        """Record an order for a unit."""
        self._counts[self._sections[self._position.place[unit]]] += 1
        self._classes.append(self._position.field.units[unit].order_class_number)
        self._has_room.clear()

    def _has_free_order(self, section: int) -> bool:
        counts, command = self._counts, self._command
        counts_with_unit = (*counts[:section], counts[section] + 1, *counts[section + 1 :])
        if fits_section_limits(counts_with_unit, command.limits):
            return True
        return any(fits_section_limits(counts_with_unit, limits) for limits in command.either)


_BRIDGE_HELP_RADIUS = 3  # the distance from the river within which a bridge helps a unit
_MIN_SHORTENING = 1.5  # the least useful shortening of the way, in hexes
_MAX_SHORTENING = 4.0  # the greatest shortening that counts, in hexes


def bridge_values(judgement: PositionEvaluation, unit: UnitNo, ends: HexSet) -> dict[HexNo, float]:
    """Return the value of a unit's bridge, keyed by the hex it is laid from (E-HOB-02)."""
    position = judgement.position
    start, max_move = position.place[unit], movement_allowance_of(position, unit).longest
    early_ends = ends & position.field.grid.within(start, max(0, max_move - 1)) | 1 << start
    values = {}
    for end in bit_indexes(early_ends):
        rivers = bit_indexes(bridgeable_rivers(position, end))
        value = max((bridge_value(judgement, river) for river in rivers), default=0.0)
        if value:
            values[end] = value
    return values


def bridge_value(judgement: PositionEvaluation, river: HexNo) -> float:
    """Return the value of a bridge on a river hex to all of the player's units near it."""
    position = judgement.position
    near_hexes = position.field.grid.within(river, _BRIDGE_HELP_RADIUS)
    own_hexes = bit_indexes(near_hexes & position.occupied[judgement.player])
    return sum(_shortening_value(judgement, position.unit_at[place], river) for place in own_hexes)


def _shortening_value(judgement: PositionEvaluation, unit: UnitNo, river: HexNo) -> float:
    """Return the value of a bridge on a river hex to one unit."""
    position = judgement.position
    grid, combatant = position.field.grid, position.field.units[unit]
    if not combatant.rules.dice:
        return 0.0
    number, place = combatant.class_number, position.place[unit]
    banks = grid.near[river] & position.ground.passable[number]
    attraction, step = judgement.attraction_by_hex(number), judgement.personality.step
    bank_attraction = max(
        (attraction[bank] for bank in bit_indexes(banks)), default=attraction[place]
    )
    attraction_across = bank_attraction - step * (grid.distance(place, river) + 1)
    gain = attraction_across - attraction[place]
    return min(gain, _MAX_SHORTENING * step) if gain > _MIN_SHORTENING * step else 0.0
