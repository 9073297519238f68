"""The unchanging part of a game: board, units, objectives, and the medals needed to win."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import field
from functools import cached_property

from m44core.board import BoardType
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.catalogue.unit_traits import has_plain_battles
from m44core.messages.message import Message
from m44core.model.game_position import HiddenMines
from m44core.model.scenario import Scenario
from m44core.model.special_rules import HeavyFog
from m44core.model.token_functions import TagRule
from m44core.model.unit_rules import Attrition
from m44core.model.victory_rules import DamSabotage, MandatoryObjective, RestrictedObjective
from m44core.rules.board.closed_hexes import PassabilityOverrides
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import Grid
from m44core.rules.board.hex_ground import sandbags_piece, structure_named, tile_named
from m44core.rules.board.line_of_sight import Sights, sights_of
from m44core.rules.board.scenario_ground import with_structure, without_structure
from m44core.rules.game.combatants import ArrivalKind, DropGroup
from m44core.rules.game.combatants import Combatant as Combatant
from m44core.rules.game.victory_terms import ExitTerms, Objective, SuddenDeathObjective, is_of_kind
from m44core.rules.game_settings import RuleSettings
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo, UnitSet
from m44core.rules.scenario_options import ScenarioOptions
from m44core.values import dataclass

_UNLIMITED_MEDALS = 99  # more than any player needs
_MINES_PER_SET = 9  # tokens in the box
_MAX_CACHED_GROUNDS = 2000  # a few MB


@dataclass(frozen=True, eq=False)
class Battlefield:
    """The unchanging part of a game, shared by all states of it.

    Attributes:
        scenario: The scenario that is played.
        grid: The board.
        sides: The sides of the top and of the bottom player.
        units: The units that take part, in the order of the scenario.
        bystanders: Hexes of units the engine cannot play; they stay there and do nothing.
        ground: The ground at the start.
        objectives: The objective medals.
        sudden_death_objectives: The hexes that win the game without medals.
        exits: For each player, the hexes by which the player's units can leave the board.
        exits_needed: For each player, the number of medals to win that must come from exits.
        exit_terms: The exits that only some units can use, or that are worth more.
        medals_needed: The medals each player needs to win.
        hand_sizes: The number of cards each player starts with.
        first_player: The player who begins.
        turn_limit: The turn, counting both players', after which the game is a draw.
        settings: The variants and rulings; the deck is always named.
        options: The special rules of the scenario.
        passability_overrides: For each player, the closed and opened hexes; None if there are none.
        obstacle_names: For each hex that starts with an obstacle, the obstacle's name as used in
            sentences.
    """

    scenario: Scenario
    grid: Grid
    sides: tuple[Side, Side]
    units: tuple[Combatant, ...]
    bystanders: HexSet
    ground: Ground
    objectives: tuple[Objective, ...]
    sudden_death_objectives: tuple[SuddenDeathObjective, ...]
    exits: tuple[HexSet, HexSet]
    exits_needed: tuple[int, int]
    exit_terms: tuple[ExitTerms, ...]
    medals_needed: tuple[int, int]
    hand_sizes: tuple[int, int]
    first_player: PlayerNo
    turn_limit: int
    settings: RuleSettings
    options: ScenarioOptions
    passability_overrides: tuple[PassabilityOverrides, PassabilityOverrides] | None
    obstacle_names: Mapping[HexNo, Message]
    _grounds: dict[tuple[Ground, str, HexNo], Ground] = field(init=False, default_factory=dict)
    _sights: dict[Ground, Sights] = field(init=False, default_factory=dict)

    @cached_property
    def mine_set_numbers(self) -> dict[HexNo, int]:
        """For each minefield, the number of the set its strength is drawn from (TH-MINE-02)."""
        mines = [i for i, kind in enumerate(self.ground.hexes) if kind.mine is not None]
        pools = {index: number // _MINES_PER_SET for number, index in enumerate(mines)}
        for number, hidden_mines in enumerate(self._hidden_mines):
            pools |= {
                hex_number: number
                for h in hidden_mines.hexes
                if (hex_number := self.grid.board.index[h]) in pools
            }
        return pools

    @cached_property
    def mine_strengths(self) -> tuple[tuple[int, ...], ...]:
        """The strengths of the mine tokens in each set at the start."""
        stated_strengths = tuple(each.strengths for each in self._hidden_mines)
        set_count = max(self.mine_set_numbers.values(), default=-1) + 1
        return (
            *stated_strengths,
            *(_mine_strengths_of_set(self.ground) for _ in range(len(stated_strengths), set_count)),
        )

    @property
    def _hidden_mines(self) -> tuple[HiddenMines, ...]:
        """The minefields with unknown strength that the position of the scenario lists."""
        position = self.scenario.position
        return position.hidden if position else ()

    @cached_property
    def minefields_with_decoy_medal(self) -> HexSet:
        """The minefields among which the first decoy found is worth a medal (TH-MINE-07)."""
        tags = self.scenario.tags()
        return self.grid.mask(
            tuple(hex_ for hex_, _, tag in tags if tag.behavior == TagRule.MINES_WITH_MEDAL)
        )

    @cached_property
    def camouflage_hexes(self) -> HexSet:
        """The hexes on which units begin camouflaged (TH-CAMO-01)."""
        tags = self.scenario.catalogue.on_layer(Layer.TAG)
        camouflage_names = {each.name for each in tags if each.camouflage}
        tags_on_board = self.scenario.tags()
        return self.grid.mask(
            tuple(hex_ for hex_, _, tag in tags_on_board if tag.name in camouflage_names)
        )

    @cached_property
    def drops(self) -> tuple[DropGroup, ...]:
        """The drops before the first turn, in order (TH-DROP-01, TH-DROP-03)."""
        units_by_drop: dict[Hashable, list[UnitNo]] = {}
        for unit in self.arriving_units(ArrivalKind.DROP):
            arrival = self.units[unit].arrival
            assert arrival is not None, "it is not there at the start"
            units_by_drop.setdefault((id(arrival.rule), arrival.group), []).append(unit)
        return tuple(
            DropGroup(self.units[each[0]].player, tuple(each)) for each in units_by_drop.values()
        )

    @cached_property
    def units_of(self) -> tuple[tuple[UnitNo, ...], tuple[UnitNo, ...]]:
        """The units of each player, on the board or not."""
        top, bottom = (tuple(u.number for u in self.units if u.player == p) for p in (0, 1))
        return top, bottom

    def arriving_units(self, kind: ArrivalKind) -> tuple[UnitNo, ...]:
        """Return the units whose arrival is of *kind*."""
        return self._arriving_units_by_kind.get(kind, ())

    @cached_property
    def _arriving_units_by_kind(self) -> Mapping[ArrivalKind, tuple[UnitNo, ...]]:
        units_by_kind: dict[ArrivalKind, tuple[UnitNo, ...]] = {}
        for unit in self.units:
            if unit.arrival:
                before = units_by_kind.get(unit.arrival.kind, ())
                units_by_kind[unit.arrival.kind] = (*before, unit.number)
        return units_by_kind

    @cached_property
    def objective_hexes(self) -> HexSet:
        """The hexes on which an objective can be gained or lost."""
        hexes = 0
        for objective in self.objectives:
            hexes |= objective.hexes
        return hexes

    def objective_name(self, objective: Objective) -> str:
        """Return the name of an objective's hex; "" if it is about whole sections (O-EMPTY)."""
        return "" if objective.sections_to_clear else self.grid.names[objective.hex]

    @cached_property
    def passing_objectives(self) -> tuple[tuple[int, Objective], ...]:
        """The objectives that can be taken in passing, with their numbers."""
        return tuple(
            (n, each) for n, each in enumerate(self.objectives) if each.can_be_taken_in_passing
        )

    @cached_property
    def has_no_dice_traits(self) -> bool:
        """Whether there are no units with traits that change battle dice."""
        return all(has_plain_battles(unit.rules) for unit in self.units)

    @cached_property
    def obstacle_clearers(self) -> UnitSet:
        """The units that can clear the obstacle on their hex after a battle (TH-ENG-03)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.clears_and_battles)

    @cached_property
    def units_ignoring_terrain(self) -> UnitSet:
        """The units that ignore some kinds of terrain (E-HOB-03, E-HOB-04)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.overcomes)

    @cached_property
    def units_removing_wire(self) -> UnitSet:
        """The units that remove wire as they pass (E-HOB-03)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.clears_in_passing)

    @cached_property
    def units_breaching_bunkers(self) -> UnitSet:
        """The units that can destroy bunkers (E-HOB-06)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.breaches)

    @cached_property
    def bridge_layers(self) -> UnitSet:
        """The units that can lay bridges (E-HOB-02)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.lays_bridge)

    @cached_property
    def command_cars(self) -> UnitSet:
        """The units that give section cards extra orders (E-CMDCAR-02)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.more_orders)

    @cached_property
    def units_firing_smoke(self) -> UnitSet:
        """The units that can fire smoke (E-NEBEL-05)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.lays_smoke)

    @cached_property
    def carried_units(self) -> UnitSet:
        """The units that start in boats or aboard landing craft (TH-BOAT-01, E-LCT-01)."""
        carried_units = (unit for unit in self.units if unit.rules.in_boat or unit.rules.in_craft)
        return sum(1 << unit.number for unit in carried_units)

    @cached_property
    def supply_units(self) -> UnitSet:
        """The units that can give figures to others (E-RESUP-01)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.resupplies)

    @cached_property
    def units_picking_discards(self) -> UnitSet:
        """The units that let a Recon card pick from the discards (E-CMDCAR-03)."""
        return sum(1 << unit.number for unit in self.units if unit.rules.picks_discard)

    @cached_property
    def refusals(self) -> Mapping[str, UnitSet]:
        """The units that a card cannot order, keyed by the emblem of the card (E-GEN-08)."""
        refusals: dict[str, UnitSet] = {}
        for unit in self.units:
            for emblem in unit.rules.refuses:
                refusals[emblem] = refusals.get(emblem, 0) | 1 << unit.number
        return refusals

    @cached_property
    def unit_medals_to_win(self) -> tuple[int, int]:
        """For each player, the minimum number of medals for enemy units needed to win by medals."""
        objectives = [sum(o.medals for o in self.objectives if p in o.players) for p in (0, 1)]
        exits = [sum(u.exit_medals or 0 for u in self.units if u.player == p) for p in (0, 1)]
        special = self.max_special_medals
        top, bottom = (
            needed_medals - objectives[p] - special - (exits[p] if self.exits[p] else 0)
            for p, needed_medals in enumerate(self.medals_needed)
        )
        return top, bottom

    @cached_property
    def has_turn_start_rolls(self) -> bool:
        """Whether dice are rolled at the start of turns, for attrition or sabotage."""
        further_rule = self.options.further_rule
        return further_rule(Attrition) is not None or further_rule(DamSabotage) is not None

    @cached_property
    def has_heavy_fog(self) -> bool:
        """Whether unit symbols only hit in close assault (SO-HEAVY-FOG)."""
        rule = self.options.further_rule(HeavyFog)
        return rule is not None and rule.applies

    @cached_property
    def units_allowed_by_objective(self) -> tuple[UnitSet | None, ...]:
        """For each objective, the units that can take it; None if all can."""
        return tuple(self._units_allowed_by(each.restriction) for each in self.objectives)

    def _units_allowed_by(self, restriction: RestrictedObjective | None) -> UnitSet | None:
        if restriction is None:
            return None
        starts, board_hexes = set(restriction.hexes), self.grid.board.hexes
        return sum(
            1 << unit.number
            for unit in self.units
            if is_of_kind(unit, restriction.kinds)
            or (unit.origin >= 0 and board_hexes[unit.origin] in starts)
        )

    @cached_property
    def mandatory_objectives(self) -> tuple[int, int] | None:
        """For each player, the number of the objective that must be held to win, or -1.

        None if the scenario has no such objective (SO-MANDATORY-OBJECTIVE).
        """
        rule = self.options.further_rule(MandatoryObjective)
        if rule is None:
            return None
        index = self.grid.board.index[rule.hex]
        numbers = (n for n, each in enumerate(self.objectives) if each.hex == index)
        number, player = next(numbers, -1), self.player(rule.side)
        return (number, -1) if player == 0 else (-1, number)

    @cached_property
    def max_special_medals(self) -> int:
        """An upper bound for the medals a player can gain by actions of special rules."""
        return _UNLIMITED_MEDALS if self.options.further else 0

    @cached_property
    def has_headquarters(self) -> bool:
        """Whether any side has a headquarters that can be captured (TH-HQ-02)."""
        return any(self.ground.headquarters)

    @cached_property
    def has_gains_in_passing(self) -> bool:
        """Whether the path of a unit can matter for medals or victory (V-GEN-04)."""
        return (
            bool(self.passing_objectives)
            or self.has_headquarters
            or bool(self.units_removing_wire)
            or any(each.wins_immediately for each in self.sudden_death_objectives)
        )

    def ground_without_obstacle(self, ground: Ground, index: HexNo) -> Ground:
        """Return *ground* without the wire or hedgehog on a hex; cached for this battlefield."""
        return self._cached_ground(
            ground, "obstacle gone", index, lambda: ground.without_obstacle(index)
        )

    def ground_without_sandbags(self, ground: Ground, index: HexNo) -> Ground:
        """Return *ground* without the sandbags on a hex (B-SAND-03); cached."""
        return self._cached_ground(
            ground, "bags gone", index, lambda: ground.without_sandbags(index)
        )

    def ground_with_sandbags(self, ground: Ground, index: HexNo) -> Ground:
        """Return *ground* with sandbags added on a hex; wire there stays (B-CARD-DIG); cached."""
        bags = sandbags_piece()
        return self._cached_ground(
            ground, "bags laid", index, lambda: ground.with_sandbags(index, bags)
        )

    def ground_without_mine(self, ground: Ground, index: HexNo) -> Ground:
        """Return *ground* without the minefield on a hex (TH-MINE-03); cached."""
        return self._cached_ground(ground, "mine gone", index, lambda: ground.without_mine(index))

    def ground_without_structure(self, ground: Ground, index: HexNo) -> Ground:
        """Return *ground* without the bridge on a hex (TH-BLOW-03); cached."""
        return self._cached_ground(
            ground, "bridge gone", index, lambda: without_structure(ground, index)
        )

    def ground_ignoring(self, ground: Ground, kinds: frozenset[str]) -> Ground:
        """Return *ground* for units that ignore *kinds* of terrain (E-HOB-03, E-HOB-04); cached."""
        change = " ".join(("open", *sorted(kinds)))
        return self._cached_ground(ground, change, -1, lambda: ground.ignoring(kinds))

    def ground_with_bridge(self, ground: Ground, index: HexNo, name: str) -> Ground:
        """Return *ground* with a bridge on a hex (E-HOB-02); cached."""
        bridge = structure_named(name, self.scenario.catalogue)
        return self._cached_ground(
            ground, "bridge", index, lambda: with_structure(ground, index, bridge)
        )

    def ground_with_tile(self, ground: Ground, index: HexNo, name: str) -> Ground:
        """Return *ground* with a different tile on a hex (TH-CAVE-05); cached."""
        tile = tile_named(name, self.scenario.catalogue)
        return self._cached_ground(
            ground, f"tile {name}", index, lambda: ground.with_tile(index, tile)
        )

    def _cached_ground(
        self, ground: Ground, change: str, index: HexNo, make_ground: Callable[[], Ground]
    ) -> Ground:
        key = (ground, change, index)
        if key not in self._grounds:
            if len(self._grounds) > _MAX_CACHED_GROUNDS:
                self._grounds.clear()
                self._sights.clear()
            self._grounds[key] = make_ground()
        return self._grounds[key]

    def sights(self, ground: Ground) -> Sights:
        """Return the sight over a ground (rules 4.6); cached for all games on this battlefield."""
        sights = self._sights.get(ground)
        if sights is None:
            sights = self._sights[ground] = sights_of(ground, self.settings)
        return sights

    @property
    def starting_player(self) -> PlayerNo:
        """The player who has the first turn of the game, or the turn it resumes with."""
        position = self.scenario.position
        return self.first_player if position is None else self.sides.index(position.side)

    @property
    def commissar(self) -> PlayerNo | None:
        """The player with the Commissar token (O-COMM); None if nobody has it, or in Overlord."""
        side = self.options.commissar
        overlord = self.grid.board.type is BoardType.OVERLORD
        return None if side is None or overlord else self.sides.index(side)

    def player(self, side: Side) -> PlayerNo:
        """Return the player who commands a coalition."""
        return self.sides.index(side)


def _mine_strengths_of_set(ground: Ground) -> tuple[int, ...]:
    """Return the strengths of one set of mine tokens."""
    mine = next(kind.mine for kind in ground.hexes if kind.mine is not None)
    assert mine is not None
    assert mine.rules.on_enter is not None, "a mine does something"
    return mine.rules.on_enter.strengths
