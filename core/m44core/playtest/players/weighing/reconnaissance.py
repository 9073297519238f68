"""Where units could go and whom they could battle in one position, for all cards that ask."""

from __future__ import annotations

from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.weighing.shots import Battery, Marks, Shots
from m44core.rules.cards.card_command import Command
from m44core.rules.index_types import HexSet, UnitNo
from m44core.rules.units.boats import is_aboard
from m44core.rules.units.hobarts_funnies import ground_for_unit
from m44core.rules.units.movement import reach, travel_of
from m44core.rules.units.orders import max_move_to_assault, max_move_to_battle
from m44core.rules.units.rails import backing_ends

Ends = tuple[HexSet, HexSet]  # the hexes a unit can go to, and those it can battle from then


class Reconnaissance:
    """What is found out about one position once, whichever card is thought about.

    The position must stay as it is meanwhile, the command in play apart.
    """

    def __init__(self, judgement: Judgement) -> None:
        self._judgement = judgement
        self._ends: dict[tuple[UnitNo, bool], Ends] = {}
        self._marks: dict[int, tuple[Marks, Marks]] = {}
        self._batteries: dict[tuple[int, bool], Battery] = {}

    def shots(self, number: int, command: Command, places: HexSet, *, rests: bool = False) -> Shots:
        """Return whom units of a kind could battle from each of some hexes (B-BAT-06).

        Args:
            number: The number of the kind.
            command: What they act on.
            places: The hexes.
            rests: Whether they have not moved.
        """
        if not places:
            return {}
        battery = self._batteries.get((number, rests))
        if battery is None:
            battery = self._battery(number, rests=rests)
            self._batteries[number, rests] = battery
        return battery.shots(command, places)

    def _battery(self, number: int, *, rests: bool) -> Battery:
        arms = self._judgement.landscape.arms(number, rests=rests)
        marks = self._marks.get(arms)
        if marks is None:
            marks = self._marks[arms] = {}, {}
        return Battery(self._judgement, number, marks, rests=rests)

    def ends(self, unit: UnitNo, command: Command) -> Ends:
        """Return where a unit can go under the command it has, and where it can battle then."""
        if command.move is not None:
            return self._where(unit, command)
        key = unit, command.battles > 0
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = self._where(unit, command)
        return found

    def _where(self, unit: UnitNo, command: Command) -> Ends:
        position = self._judgement.position
        ground, combatant = ground_for_unit(position, unit), position.field.units[unit]
        rules, number = combatant.rules, combatant.number_of_class
        ends = 1 << position.place[unit]
        battles = command.battles and not position.barred >> unit & 1
        if position.field.carried and is_aboard(position, unit):
            battles = 0  # nor in the turn it lands (E-LCT-05)
        battling = ends if battles else 0
        within = max_move_to_battle(position, unit) if battling else 0
        charging = max_move_to_assault(position, unit) if battling else 0
        barred = 0 if rules.battles_on_entry else ground.no_battle_on_entry[number]
        late = 0 if rules.battles_on_entry else ground.no_battle_if_late[number]
        if ground.no_battle_on_leave[number] & ends:
            within = charging = 0
        for steps, entered in enumerate(reach(position, unit), start=1):
            ends |= entered
            if steps <= within:
                battling |= entered & ~barred & ~(late if steps > 1 else 0)
            elif steps <= charging:
                battling |= entered & ~barred & ~late & self._judgement.beset
        if position.trains and rules.on_rails:
            back = backing_ends(position, unit, travel_of(position, unit).longest)
            ends |= sum(1 << end for end in back)
        return ends, battling & ~ground.no_battle[number]
