"""The facts of a public implementation and of our engine, and those that can be compared.

"They" are the public implementation. A fact is left out only if an element without rules in the
engine can change it, see :class:`UnknownElements`. These elements are the ``gaps`` of our facts.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, reduce
from operator import or_
from typing import Any

from tests.core.rules.readings import Reading
from tests.reference_data import board_file, read_reference_values

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, UnitClass
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Tag
from m44core.rules.analysis.position_facts import facts
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.hex_ground import CLASS_NUMBERS
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.play.game_setup import new_game

Key = tuple[int, ...]
Kinds = dict[str, dict[Key, object]]

INFANTRY, ARMOR = CLASS_NUMBERS[UnitClass.INFANTRY], CLASS_NUMBERS[UnitClass.ARMOR]
_HINTS = dict.fromkeys(map(ord, "ARL"))
UNIT_FACTS = ("type", "nation", "side", "figures", "badge", "move", "move_and_battle")


def facts_by_kind(document: dict[str, Any]) -> Kinds:
    """Return the facts of a file, keyed by kind and then by hex, pair of hexes, or unit."""
    facts: Kinds = defaultdict(dict)
    facts["board"][()] = [document[k] for k in ("board_type", "face", "top_side", "hexes")]
    for kind in ("sections", "subsections"):
        facts[kind] = {
            (hex_,): facts_in_file for hex_, facts_in_file in enumerate(document.get(kind, ()))
        }
    for name, unit in document["units"].items():
        plain_facts = {k: str(unit[k]) for k in UNIT_FACTS}
        facts["units"][int(name),] = [plain_facts, unit["power"], unit["sections"]]
    for a, visible_ends, hidden_ends in document["los"]:
        facts["sight"] |= {(a, b): 1 for b in visible_ends} | {(a, b): 0 for b in hidden_ends}
    facts["armor sight"] = {(a, b): seen for a, b, seen in document.get("los_armor_differs", ())}
    facts["units in sight"] = dict.fromkeys(map(tuple, document["los_unit_blocked"]), True)
    for kind, reader in (
        ("moves", _add_moves),
        ("attacks", _add_attacks),
        ("retreats", _add_retreats),
    ):
        for name, facts_in_file in document[kind].items():
            reader(facts, int(name), facts_in_file)
    return facts


def _add_moves(kinds: Kinds, unit: int, moves_in_file: list[Any]) -> None:
    for end, steps, flags, *after in moves_in_file:
        along_a_road = "R" in flags  # they count one hex less, but we count at least one
        kinds["moves"][unit, end] = max(1, steps) if along_a_road else steps
        # leave out their hints for players, and L, which they lack for jungle
        kinds["flags"][unit, end] = flags.translate(_HINTS)
        for target, *distance_and_dice in after[0] if after else ():
            kinds["after"][unit, end, target] = distance_and_dice


def _add_attacks(kinds: Kinds, unit: int, attacks_in_file: dict[str, Any]) -> None:
    for target, *distance_sight_dice in attacks_in_file["targets"]:
        kinds["attacks"][unit, target] = distance_sight_dice


def _add_retreats(kinds: Kinds, unit: int, retreats_in_file: dict[str, Any]) -> None:
    kinds["roll of flags"][unit,] = [
        retreats_in_file.get(k) for k in ("dir", "flags", "hexes_per_flag")
    ]
    for hexes in (1, 2, 3):
        forced_retreats = retreats_in_file[str(hexes)]
        kinds["retreats"][unit, hexes] = [forced_retreats["hits"], sorted(forced_retreats["cells"])]


class ComparedBoard:
    """A board with the facts of the public implementation (theirs) and of our engine (ours).

    Attributes:
        name: The name of the board.
        facts: Their facts, as in their file.
        theirs: Their facts, keyed by kind.
        scenario: The board as a scenario.
        state: Our game of it.
        document: Our facts, as in our file.
        ours: Our facts, keyed by kind.
        unknown: The elements without rules on it.
    """

    def __init__(self, name: str, options: dict[str, list[str]]) -> None:
        self.name = name
        self.facts: dict[str, Any] = read_reference_values(name)
        self.theirs = facts_by_kind(self.facts)
        scenario = read_file(board_file(name)).scenario
        assert scenario is not None
        self.scenario = with_pieces_on_their_layers(scenario)
        self.state = new_game(self.scenario)
        self.document = json.loads(json.dumps(facts(self.state)))
        self.ours = facts_by_kind(self.document)
        self.unknown = UnknownElements(self.state, self.document["gaps"], options, self.heights)
        self.unknown.leave_out(self.theirs["units"].keys())
        self._compared: dict[str, set[Key]] = {}

    @cached_property
    def heights(self) -> dict[int, int]:
        """The heights of the hills in their facts, keyed by hex."""
        return {
            int(name): height
            for name, pieces in self.facts["terrains"].items()
            if (height := max(piece["height"] for piece in pieces))
        }

    @cached_property
    def sensitive_facts(self) -> dict[str, set[Key]]:
        """The facts that depend on a reading of the rules, keyed by kind (R-05, R-06, R-08)."""
        pairs = {(a, b) for listed in self.facts["los_sensitive"].values() for a, b in listed}
        after = {tuple(entry) for entry in self.facts.get("after_sensitive", ())}
        without_units = {(a, b) for a, b in self.theirs["sight"] if self._depends_on_reading(a, b)}
        return {
            **dict.fromkeys(("sight", "armor sight", "attacks"), pairs),
            "units in sight": pairs | without_units,
            "after": after,
        }

    def _depends_on_reading(self, a: int, b: int) -> bool:
        """Return whether a line can depend on a reading of the rules, at least without units."""
        columns = {self.facts["hexes"][end][1] for end in (a, b)}
        along_the_edge = columns in ({0}, {self.scenario.board.last_col})
        return along_the_edge or {a, b} <= self.heights.keys()

    def has_no_matching_setting(self, a: int, b: int) -> bool:
        """Return whether none of our settings gives their answer for a line.

        This is the case where we have no rules; between a hill and a mountain, where their answer
        is not symmetric; and across hills that block everything, over which they allow sight from
        equally high hills.
        """
        on_it = sum(self.unknown.readings[INFANTRY].line(a, b))
        high = sum(1 << index for index in self.heights)
        if self.unknown.ground & (on_it | 1 << a | 1 << b):
            return True
        has_unequal_heights = len({self.heights.get(a), self.heights.get(b)} - {None}) > 1
        return has_unequal_heights or bool(on_it & high & self.state.ground.sight_blockers)

    def unit(self, index: int) -> Combatant:
        """Return our unit on a hex."""
        return self.unknown.unit(index)

    def comparable_facts(self, kind: str) -> set[Key]:
        """Return the facts of a kind that can be compared."""
        if kind not in self._compared:
            keys = self.theirs[kind].keys() | self.ours[kind].keys()
            keys_without_readings = keys - self.sensitive_facts.get(kind, set())
            self._compared[kind] = {
                k for k in keys_without_readings if not self.unknown.changes(kind, k)
            }
        return self._compared[kind]

    def differing_facts(self, kind: str) -> set[Key]:
        """Return the compared facts of a kind that differ."""
        ours, theirs = self.ours[kind], self.theirs[kind]
        return {key for key in self.comparable_facts(kind) if ours.get(key) != theirs.get(key)}


def with_pieces_on_their_layers(scenario: Scenario) -> Scenario:
    """Return the scenario with each piece on its own layer.

    The random boards list obstacles as structures, and bridges as obstacles.
    """
    return scenario.with_hexes(
        {
            hex_: _on_their_layers(content)
            for hex_, content in scenario.hexes.items()
            if content.structure or content.obstacle
        }
    )


def _on_their_layers(content: HexContent) -> HexContent:
    find_element = base_catalogue().get
    structure, obstacle = content.structure, content.obstacle
    if structure and not obstacle and find_element(structure.name, Layer.OBSTACLE):
        structure, obstacle = None, structure
    elif obstacle and not structure and find_element(obstacle.name, Layer.STRUCTURE):
        structure, obstacle = obstacle, None
    return replace(content, structure=structure, obstacle=obstacle)


def _affects_no_unit(tag: Tag) -> bool:
    """Return whether a tag affects no unit: a medal or an exit."""
    element = base_catalogue().get(tag.name)
    return element is not None and (element.medal or element.exit)


class UnknownElements:
    """The elements without rules on a board, and the facts they can change.

    Attributes:
        ground: Hexes with a tile, structure, obstacle or mine without rules.
        units: Hexes with a unit, badge or equipment without rules.
        absent: Hexes with a unit that their facts lack, where the hex is free (BGA-W2).
        classes: Classes of units changed by an option without rules; "*" for all.
        readings: For each class, its lines of sight by our rulings, over known ground.
    """

    def __init__(
        self,
        state: GameState,
        gaps: Iterable[dict[str, Any]],
        options: dict[str, list[str]],
        heights: dict[int, int],
    ) -> None:
        self.state = state
        self.grid = state.field.grid
        self.ground = self.units = self.absent = 0
        self.classes: set[str] = set()
        for gap in gaps:
            if not gap["hexes"]:
                self.classes |= {*options.get(gap["name"], ["*"])}
            for index in gap["hexes"]:
                self._add_unknown(gap["name"], index)
        known_heights = {
            index: high for index, high in heights.items() if not self.ground >> index & 1
        }
        solid = state.ground.sight_blockers
        lakes = state.ground.paired_blockers
        self.readings = [
            Reading(self.grid.board, (solid | barring) & ~self.ground, known_heights, lakes)
            for barring in state.ground.fire_barriers
        ]

    def leave_out(self, their_units: Iterable[Key]) -> None:
        """Mark the units that their facts lack, and the hexes of these units, as unknown."""
        self.absent = self.state.all_occupied & ~sum(1 << index for (index,) in their_units)
        self.ground |= self.absent
        self.units |= self.absent

    def _add_unknown(self, name: str, index: int) -> None:
        content = self.state.field.scenario.at(self.grid.board.hexes[index])
        unit, structure = content.unit, content.structure
        if unit and name in (unit.name, unit.badge, unit.behavior, unit.equipment):
            self.units |= 1 << index
        elif not any(
            name in (tag.name, tag.behavior) and _affects_no_unit(tag) for tag in content.tags
        ):
            self.ground |= 1 << index
            if structure and name == structure.name:  # a ship or a train, a unit in their facts
                self.units |= 1 << index

    def changes(self, kind: str, key: Key) -> bool:
        """Return whether any unknown piece can change a fact."""
        match kind, key:
            case "sight" | "armor sight", (a, b):
                reading = self.readings[ARMOR if kind == "armor sight" else INFANTRY]
                return self._affects_sight(reading, a, b, self.state.all_occupied)
            case "units in sight", (a, b):
                reading, units = self.readings[INFANTRY], self.state.all_occupied
                return self._affects_sight(reading, a, b, units) or self._affects_sight(
                    reading, a, b, 0
                )
            case "units", (unit,):
                return self._has_unknown_rules(unit)
            case "moves" | "flags", (unit, end):
                return self._has_unknown_rules(unit) or self._affects_route(unit, end)
            case "after", (unit, end, target):
                has_moved = self._has_unknown_rules(unit) or self._affects_route(unit, end)
                return has_moved or self._affects_battle(unit, end, target)
            case "attacks", (unit, target):
                return self._has_unknown_rules(unit) or self._affects_battle(unit, unit, target)
            case "roll of flags", (unit,):
                return self._has_unknown_rules(unit) or bool(self.ground >> unit & 1)
            case "retreats", (unit, hexes):
                return self._has_unknown_rules(unit) or bool(
                    self._behind(unit, hexes) & self.ground
                )
        return False

    def _has_unknown_rules(self, index: int) -> bool:
        """Return whether the unit on a hex has unknown rules."""
        if self.units >> index & 1:
            return True
        return not self.classes.isdisjoint(("*", self.unit(index).rules.unit_class))

    def unit(self, index: int) -> Combatant:
        """Return our unit on a hex."""
        number = self.state.unit_at[index]
        assert number != NOBODY, "our game has no unit there"
        return self.state.field.units[number]

    def _affects_sight(self, reading: Reading, a: int, b: int, others: int) -> bool:
        """Return whether unknown hexes decide if a line is clear."""
        if not self.ground:
            return False
        decisive_hexes = 1 << a | 1 << b
        if reading.hill.keys() >= {a, b}:
            decisive_hexes |= self.grid.spread(reading.hill[a] | reading.hill[b])
        if self.ground & decisive_hexes and reading.has_hills_between(a, b):
            return True  # the height of the unknown hexes decides what the hills block
        others &= ~self.absent
        is_seen = reading.sees(a, b, others)
        return is_seen and not reading.sees(a, b, others | self.ground)

    def _affects_battle(self, index: int, start: int, target: int) -> bool:
        """Return whether anything unknown affects a battle of a unit that moved to *start*."""
        unknown_units = self.state.field.bystanders | self.units & self.ground
        if self.ground & (1 << start | 1 << target) or (self.units | unknown_units) >> target & 1:
            return True
        if self.grid.near[start] & unknown_units:
            return True  # it might have to be assaulted instead
        unit = self.unit(index)
        reading = self.readings[unit.class_number]
        if not unit.rules.needs_sight:
            return bool(sum(reading.line(start, target)) & self.ground)
        return self._affects_sight(reading, start, target, self.state.all_occupied & ~(1 << index))

    def _affects_route(self, start: int, end: int) -> bool:
        """Return whether a route to a hex can lead over unknown hexes."""
        if self.ground & (1 << start | 1 << end):
            return True
        unit = self.unit(start)
        return any(
            steps + self.grid.distance(hex_, end) <= unit.rules.move
            for steps, hexes in enumerate(self._spread(unit, start))
            for hex_ in bit_indexes(hexes & self.ground)
        )

    def _spread(self, unit: Combatant, start: int) -> list[int]:
        """Return the hexes a unit reaches in 0, 1, 2 ... steps, as bits.

        Unknown hexes are assumed not to block or stop the unit.
        """
        free_hexes = self._free(self.state.ground.passable[unit.class_number])
        rings = [1 << start]
        for _ in range(unit.rules.move):
            rings.append(self.grid.spread(rings[-1]) & free_hexes & ~sum(rings))
        return rings

    def _behind(self, start: int, hexes: int) -> int:
        """Return the hex of a unit and those it can retreat to in at most *hexes* steps, as bits.

        Unknown hexes are assumed not to block the unit.
        """
        unit = self.unit(start)
        free_hexes = self._free(self.state.ground.retreat[unit.class_number])
        reached = reached_hexes = 1 << start
        for _ in range(hexes):
            steps = [self.grid.back[unit.player][index] for index in bit_indexes(reached_hexes)]
            reached_hexes = reduce(or_, steps, 0) & free_hexes
            reached |= reached_hexes
        return reached

    def _free(self, passable: int) -> int:
        return (passable | self.ground) & ~(self.state.all_occupied & ~self.absent)
