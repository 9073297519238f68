"""Planning a turn: which units to order, where each goes, and whom it battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from m44core.catalogue.types import UnitClass
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.odds import MOST_WEIGHED, Odds
from m44core.playtest.players.weighing.bridges import bridgeheads
from m44core.playtest.players.weighing.shots import Shot, Shots, shots_from
from m44core.rules.board.grid import indexes
from m44core.rules.cards.command import Command, slots_hold
from m44core.rules.game.state import NOBODY
from m44core.rules.numbers import HexNo, HexSet, UnitNo
from m44core.rules.theatres.deeds import recovery_dice
from m44core.rules.units.accessories import ground_to
from m44core.rules.units.afloat import is_aboard
from m44core.rules.units.battle import is_unhurt
from m44core.rules.units.exits import ways_off
from m44core.rules.units.movement import reach, travel_of
from m44core.rules.units.orders import (
    fits,
    most_before_assault,
    most_before_battle,
    sections_of,
)
from m44core.rules.units.rails import backings

_LEAST_GAIN = 0.05  # an order that gains less is not given
FIGURE_BACK = 1.0  # what a figure that comes back is worth
_HEALING_FACES = 0.5  # the share of faces that give a figure back: infantry and stars
_TWICE = 1.7  # what two battles of a unit are worth, in battles
_FREE = Command(card="")  # no card in play: the usual moves and battles

Left = dict[UnitNo, float]  # by unit: what share of battling it is left once it was battled
_NO_SHOT: Shot = (NOBODY, 0, ())


class Intent(NamedTuple):
    """What is planned for a unit.

    Attributes:
        unit: The unit.
        end: The hex it goes to; its own to stay.
        target: The unit it means to battle, or ``NOBODY``.
        dice: With how many dice.
        gain: What that is worth more than giving it no order.
        leaves: Whether it leaves the board by that hex.
        on_the_move: Whether it is ordered to move alone (BT-OTM-01).
        recovers: Whether it rolls for its lost figures instead (TH-HOSP-02).
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
    """What is planned for a turn.

    Attributes:
        intents: What the units do, the most useful first.
        worth: What all of it is worth.
    """

    intents: tuple[Intent, ...] = ()
    worth: float = 0.0


class Planner:
    """Works out what units can do under the commands they have in a position.

    The player who judges must be the active one.
    """

    def __init__(self, judgement: Judgement, units: Sequence[UnitNo]) -> None:
        self._judgement = judgement
        self._position = judgement.position
        self._manners = {unit: self._position.command_of(unit) or _FREE for unit in units}
        self._ends: dict[UnitNo, tuple[HexSet, HexSet]] = {}
        self._shots: dict[tuple[int, Command], Shots] = {}
        self._at_rest: dict[UnitNo, Shots] = {}
        field = self._position.field
        self._helpers = field.suppliers | field.smokers | field.bridging & ~self._position.bridged
        enemies = self._position.occupied[1 - judgement.player]
        self._at_enemies = self._position.field.grid.spread(enemies)
        self._look(units)
        taken = self._position.everyone
        self._first = {unit: self._best(unit, taken, {}) for unit in units}

    def plan(self, units: Iterable[UnitNo], command: Command | None = None) -> Plan:
        """Return the best plan found: the most useful order first, then the next.

        Args:
            units: Who may be ordered.
            command: What limits the orders; None if all those units have one.
        """
        taken = self._position.everyone
        left: Left = {}
        intents: list[Intent] = []
        counts = [0] * (1 << len(command.limits) if command else 0)
        waiting = [(-i.gain, i.unit, i) for unit in units if (i := self._first[unit])]
        heapify(waiting)
        while waiting and (command is None or len(intents) < command.total):
            _, unit, intent = heappop(waiting)
            if command is not None and not self._fits(counts, intents, unit, command):
                continue
            fresh = self._best(unit, taken, left) if intents else intent
            if fresh is None:
                continue
            if waiting and fresh.gain < -waiting[0][0] - 1e-9:
                heappush(waiting, (-fresh.gain, unit, fresh))
                continue
            intents.append(fresh)
            if command is not None:
                counts[self._section(unit, command)] += 1
            taken = self._taken_after(fresh, taken)
            if fresh.target != NOBODY:
                left[fresh.target] = left.get(fresh.target, 1.0) * self._share_left(fresh)
        if command is not None and command.on_the_move:
            planned = {intent.unit for intent in intents}
            others = [unit for unit in self._first if unit not in planned]
            intents += self._on_the_move(others, taken, command.on_the_move)
        return Plan(tuple(intents), sum(intent.gain for intent in intents))

    def _on_the_move(self, units: list[UnitNo], taken: HexSet, most: int) -> Iterator[Intent]:
        """Yield the moves that gain most without a battle, one after the other (BT-OTM-01)."""
        for _ in range(most):
            found = [i for unit in units if (i := self._best(unit, taken, {}, battles=False))]
            if not found:
                return
            best = max(found, key=lambda intent: intent.gain)
            yield best._replace(on_the_move=True)
            units.remove(best.unit)
            taken = self._taken_after(best, taken)

    def _taken_after(self, intent: Intent, taken: HexSet) -> HexSet:
        """Return the hexes that are taken once a unit has done what is planned for it."""
        taken &= ~(1 << self._position.place[intent.unit])
        return taken if intent.leaves else taken | 1 << intent.end

    def gain(self, unit: UnitNo) -> float:
        """Return what the best move and battle of a unit are worth, the others apart."""
        intent = self._first[unit]
        return intent.gain if intent else 0.0

    def battle_from(self, unit: UnitNo, hex_: HexNo) -> Intent:
        """Return the best battle of a unit if it stood on a hex, whatever it moved before."""
        kind = self._judgement.landscape.kind_of[unit]
        shots = shots_from(self._judgement, kind, self._manners[unit], 1 << hex_)
        (target, dice, _), worth = self._best_shot(unit, shots.get(hex_, ()), {})
        return Intent(unit, hex_, target, dice, worth)

    def _look(self, units: Iterable[UnitNo]) -> None:
        """Find out where the units can go, and whom they can battle from there."""
        wanted: dict[tuple[int, Command], HexSet] = {}
        landscape = self._judgement.landscape
        for unit in units:
            self._ends[unit] = self._where(unit)
            key = landscape.kind_of[unit], self._manners[unit]
            wanted[key] = wanted.get(key, 0) | self._ends[unit][1]
        for (number, command), places in wanted.items():
            shots = shots_from(self._judgement, number, command, places) if places else {}
            self._shots[number, command] = shots
        for unit in () if self._position.field.plain else units:
            start = 1 << self._position.place[unit]
            fires = self._ends[unit][1] & start and not self._position.moved >> unit & 1
            if fires and self._position.field.units[unit].rules.unmoved:
                kind = landscape.kind_of[unit]
                self._at_rest[unit] = shots_from(
                    self._judgement, kind, self._manners[unit], start, rests=True
                )

    def _where(self, unit: UnitNo) -> tuple[HexSet, HexSet]:
        """Return the hexes a unit can go to, and those it can battle from then."""
        position, ground = self._position, ground_to(self._position, unit)
        combatant = position.field.units[unit]
        rules, number = combatant.rules, combatant.number_of_class
        ends = 1 << position.place[unit]
        battles = self._manners[unit].battles and not position.barred >> unit & 1
        if position.field.carried and is_aboard(position, unit):
            battles = 0  # nor in the turn it lands (E-LCT-05)
        battling = ends if battles else 0
        within = most_before_battle(position, unit) if battling else 0
        charging = most_before_assault(position, unit) if battling else 0
        barred = 0 if rules.battles_on_entry else ground.no_battle_on_entry[number]
        late = 0 if rules.battles_on_entry else ground.no_battle_if_late[number]
        if ground.no_battle_on_leave[number] & ends:
            within = charging = 0
        for steps, entered in enumerate(reach(position, unit), start=1):
            ends |= entered
            if steps <= within:
                battling |= entered & ~barred & ~(late if steps > 1 else 0)
            elif steps <= charging:
                battling |= entered & ~barred & ~late & self._at_enemies
        if position.trains and rules.on_rails:
            back = backings(position, unit, travel_of(position, unit).longest)
            ends |= sum(1 << end for end in back)
        return ends, battling & ~ground.no_battle[number]

    def _best(
        self, unit: UnitNo, taken: HexSet, left: Left, *, battles: bool = True
    ) -> Intent | None:
        """Return the best a unit can do; *left* is what is left of targets already planned for."""
        judgement, start = self._judgement, self._position.place[unit]
        ends, battling = self._ends[unit]
        battling = battling if battles else 0
        place = judgement.places(unit)
        manner = self._manners[unit]
        shots = self._shots[judgement.landscape.kind_of[unit], manner]
        again = manner.move is not None and manner.move.again
        most, best, shot = _LEAST_GAIN, NOBODY, _NO_SHOT
        stay = place(start)
        helping = self._helping(unit, ends) if battles and self._helpers >> unit & 1 else {}
        for end in indexes(ends & ~taken | 1 << start):
            worth = (stay if again else place(end)) - stay
            fire = _NO_SHOT
            there = self._at_rest[unit] if end == start and unit in self._at_rest else shots
            fight = 0.0
            if battling >> end & 1 and end in there:
                fire, fight = self._best_shot(unit, self._weaker(unit, end, there[end]), left)
                worth += fight
            if end in helping:
                worth += max(0.0, helping[end] - fight)
            if worth > most:
                most, best, shot = worth, end, fire
        leaving = self._leaving(unit, most + stay)
        if leaving:
            return leaving._replace(gain=leaving.gain - stay)
        resting = self._resting(unit) if self._position.ground.recovering >> start & 1 else None
        if resting and resting.gain > most:
            return resting
        return None if best == NOBODY else Intent(unit, best, shot[0], shot[1], most)

    def _weaker(self, unit: UnitNo, end: HexNo, shots: Sequence[Shot]) -> Sequence[Shot]:
        """Return battles of a unit that may have lost a die with its figures (TH-JAP-02)."""
        less = self._position.field.units[unit].rules.bonus_unhurt
        if not less or is_unhurt(self._position, unit) or not self._at_enemies >> end & 1:
            return shots
        return [(target, max(0, dice - less), worths) for target, dice, worths in shots]

    def _helping(self, unit: UnitNo, ends: HexSet) -> dict[HexNo, float]:
        """Return what a unit may do instead of battling: give figures, lay smoke or a bridge."""
        field, start = self._position.field, self._position.place[unit]
        if not self._manners[unit].battles:
            return {}
        hurt = self._judgement.hurt(unit)
        beside = field.grid.spread(hurt) & ends
        found = dict.fromkeys(indexes(beside), FIGURE_BACK)
        if field.smokers >> unit & 1:
            found[start] = self._judgement.smoke(unit)
        if field.bridging >> unit & 1:
            found |= bridgeheads(self._judgement, unit, ends)
        return found

    def _resting(self, unit: UnitNo) -> Intent | None:
        """Return what a unit gains by rolling for its lost figures where it stands (TH-HOSP-02)."""
        position, combatant = self._position, self._position.field.units[unit]
        start, lost = position.place[unit], combatant.figures - position.figures[unit]
        infantry = combatant.rules.unit_class is UnitClass.INFANTRY and combatant.rules.heals
        if not (lost and infantry) or self._at_enemies >> start & 1:
            return None
        back = min(float(lost), recovery_dice(position, unit) * _HEALING_FACES)
        return Intent(unit, start, NOBODY, 0, back * FIGURE_BACK, recovers=True)

    def _leaving(self, unit: UnitNo, least: float) -> Intent | None:
        """Return how a unit leaves the board, if it can and that is worth more (V-EXIT-05)."""
        position, combatant = self._position, self._position.field.units[unit]
        worth = (combatant.exit_medals or 0) * self._judgement.medal
        if worth <= least or not position.field.exits[combatant.player]:
            return None
        ends = ways_off(position, unit)
        return Intent(unit, ends[0], NOBODY, 0, worth, leaves=True) if ends else None

    def _best_shot(self, unit: UnitNo, shots: Iterable[Shot], left: Left) -> tuple[Shot, float]:
        most, best = 0.0, _NO_SHOT
        for shot in shots:
            target, dice, worths = shot
            worth = worths[dice if dice < MOST_WEIGHED else MOST_WEIGHED]
            if target in left:
                worth *= left[target]
            if worth > most:
                most, best = worth, shot
        manner = self._manners[unit]
        rooted = manner.move is not None and not manner.move.hexes
        sought = most if rooted else most - self._judgement.temper.least
        if sought <= 0:
            return _NO_SHOT, 0.0
        return best, sought * (_TWICE if manner.battles > 1 else 1.0)

    def _share_left(self, intent: Intent) -> float:
        """Return how likely the target of an intent is still there once it was carried out."""
        expected: Odds = self._judgement.odds(intent.target, intent.dice)
        return (1.0 - expected.kill) * (1.0 - 0.6 * expected.driven)

    def _fits(
        self, counts: list[int], intents: list[Intent], unit: UnitNo, command: Command
    ) -> bool:
        """Tell whether a unit can be ordered besides others (B-ORD-04, B-CARD-TFH)."""
        where = self._section(unit, command)
        counts[where] += 1
        found = tuple(counts)
        counts[where] -= 1
        room = fits(found, command.limits)
        if not room and command.either:
            room = any(fits(found, limits) for limits in command.either)
        slots = command.slots
        if not room or slots is None:
            return room
        units = self._position.field.units
        classes = [units[i.unit].ordered_as for i in intents]
        return slots_hold(slots, [*classes, units[unit].ordered_as])

    def _section(self, unit: UnitNo, command: Command) -> int:
        position, player = self._position, self._judgement.player
        return sections_of(position.field.grid, command)[player][position.place[unit]]
