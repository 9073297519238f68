"""The ways each side can win a scenario, as text (B-WIN, V-MED, V-EXIT)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from m44core.catalogue.catalogue_types import Side
from m44core.messages import nouns
from m44core.messages.message import Message, Value, enumerated, message, message_in
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.special_rules import InfantryExitCountsTwo
from m44core.model.victory_rules import (
    DamSabotage,
    ExitLines,
    ExitsOnly,
    MandatoryObjective,
    RestrictedObjectives,
)
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.victory_terms import Objective, SuddenDeathObjective
from m44core.rules.index_types import HexSet, PlayerNo
from m44core.rules.scenario_options import ScenarioOptions, scenario_options
from m44core.rules.victory.scenario_goals import (
    exit_hexes_by_player,
    exits_needed,
    exits_only_side,
    medals_needed,
    objectives,
    sudden_death_objectives,
)
from m44core.values import dataclass

_EXTRA_RULES = (
    InfantryExitCountsTwo, ExitLines, RestrictedObjectives, MandatoryObjective, DamSabotage,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WaysToWin:
    """The ways a side can win.

    Attributes:
        side: The side.
        lines: Its ways to win, one phrase each.
    """

    side: Side
    lines: tuple[Message, ...]


def ways_to_win(scenario: Scenario) -> tuple[WaysToWin, ...]:
    """Return how each side can win; empty unless the briefing gives the players different sides."""
    top, bottom = scenario.side_at(top=True), scenario.side_at(top=False)
    if top is None or bottom is None or top is bottom:
        return ()
    description = _GoalDescriber(scenario, (top, bottom))
    return tuple(
        WaysToWin(side, tuple(description.lines(player)))
        for player, side in enumerate(description.sides)
    )


def extra_victory_rule_summaries(scenario: Scenario) -> tuple[Message, ...]:
    """Return summaries of special rules about victory that the ways to win do not cover."""
    rules = scenario.briefing.special_rules
    victory_rules = (rules.of(kind) for kind in _EXTRA_RULES)
    return tuple(_rule_summary(rule) for rule in victory_rules if rule is not None)


def _rule_summary(rule: SpecialRule) -> Message:
    declaration = declarations().of(rule)
    label, summary = Message(declaration.label), Message(declaration.summary)
    return message("{rule}: {does}", rule=label, does=summary)


class _GoalDescriber:
    """Describes the goals of a scenario, player by player."""

    def __init__(self, scenario: Scenario, sides: tuple[Side, Side]) -> None:
        self.sides = sides
        self._scenario = scenario
        self._options: ScenarioOptions = scenario_options(scenario)
        self._objectives = tuple(objectives(scenario, sides))
        self._exits = exit_hexes_by_player(scenario, sides)
        self._sudden_death_objectives = sudden_death_objectives(
            self._options, sides, scenario.board
        )

    def lines(self, player: PlayerNo) -> Iterator[Message]:
        """Yield the ways a player can win: first by medals, then by sudden death."""
        yield self._medals_needed_line(player)
        side = self.sides[player]
        rules = self._scenario.briefing.special_rules
        if side not in (self._options.no_elimination_medals, exits_only_side(rules)):
            yield message("1 medal for each enemy unit eliminated")
        for objective in self._objectives:
            if player in objective.players:
                yield self._objective_line(objective, player)
        yield from self._exits_lines(player)
        yield from (
            self._sudden_death_line(each)
            for each in self._sudden_death_objectives
            if each.player == player
        )

    def _medals_needed_line(self, player: PlayerNo) -> Message:
        briefing = self._scenario.briefing
        briefing_medals = (briefing.top.medals or 0, briefing.bottom.medals or 0)
        needed_medals = medals_needed(self._options, briefing_medals, self.sides)[player]
        exits_rule = self._scenario.briefing.special_rules.of(ExitsOnly)
        if not needed_medals:
            return message("The briefing does not say how many medals are needed to win")
        medals = nouns.medals(needed_medals)
        if exits_rule and exits_rule.side is self.sides[player]:
            return message("To win: {medals}, only for units that exit the board", medals=medals)
        return message("To win: {medals}", medals=medals)

    def _exits_lines(self, player: PlayerNo) -> Iterator[Message]:
        if self._exits[player]:
            hexes = self._names(self._exits[player])
            yield message("1 medal for each unit that exits the board at {hexes}", hexes=hexes)
        if needed_exits := exits_needed(self._options, self.sides)[player]:
            medals = nouns.medals(needed_exits)
            yield message(
                "At least {medals} must come from units that exit the board", medals=medals
            )

    def _objective_line(self, objective: Objective, player: PlayerNo) -> Message:
        medals = nouns.medals(objective.medals)
        if objective.sections_to_clear:
            return message("{medals} while a section is clear of enemies", medals=medals)
        hex_names = self._names(objective.hexes)
        hexes = (
            hex_names
            if objective.majority
            else self._needed_hexes_phrase(objective.hexes, objective.needed)
        )
        return replace(
            _objective_phrase(objective, player), values={"medals": medals, "hexes": hexes}
        )

    def _sudden_death_line(self, objective: SuddenDeathObjective) -> Message:
        hexes = self._needed_hexes_phrase(objective.hexes, objective.needed)
        if objective.wins_immediately:
            return message("Immediate victory for occupying {hexes}", hexes=hexes)
        return message(
            "Victory for occupying {hexes} at the end of the side's own turn", hexes=hexes
        )

    def _needed_hexes_phrase(self, hexes: HexSet, needed_hexes: int) -> Value:
        number, names = hexes.bit_count(), self._names(hexes)
        if number == 1:
            return names
        if needed_hexes >= number:
            return message_in("objective", "all of {hexes}", hexes=names)
        if needed_hexes == 1:
            return message_in("objective", "any one of {hexes}", hexes=names)
        return message_in("objective", "{number} of {hexes}", number=needed_hexes, hexes=names)

    def _names(self, hexes: HexSet) -> Value:
        board = self._scenario.board
        return enumerated(board.name(board.hexes[index]) for index in bit_indexes(hexes))


_WHILE_THERE = message("{medals} while a unit occupies {hexes}")
_FOR_GOOD = message("{medals} for reaching {hexes} (permanent)")
_AT_START = message(
    "{medals} for occupying {hexes} at the start of the side's own turn, lost at the start of "
    "a later one if no longer occupied"
)
_AT_START_FOR_GOOD = message(
    "{medals} for occupying {hexes} at the start of the side's own turn (permanent)"
)
_WHILE_OCCUPYING_MORE = message("{medals} while occupying more of {hexes} than the enemy")
_MORE_AT_START = message(
    "{medals} for occupying more of {hexes} than the enemy at the start of the side's own turn"
)
_UNTIL_ENEMY = message("{medals} for reaching {hexes}, held until the enemy does the same")
_WHILE_OCCUPYING_ALONE = message("{medals} while occupying {hexes} with no enemy there")
_FLIPPED_OWN = message(
    "{medals} while a unit occupies {hexes}; otherwise the enemy holds the objective"
)
_FLIPPED_OTHER = message("{medals} while no enemy occupies {hexes}")


def _objective_phrase(objective: Objective, player: PlayerNo) -> Message:
    """Return the phrase for how an objective is gained and lost (V-MED-01..09)."""
    if objective.flips_to is not None:
        return _FLIPPED_OWN if objective.flips_to == player else _FLIPPED_OTHER
    if objective.majority:
        return _MORE_AT_START if objective.turn_start else _WHILE_OCCUPYING_MORE
    if objective.sole_control:
        return _WHILE_OCCUPYING_ALONE
    if objective.last_to_occupy:
        return _UNTIL_ENEMY
    if objective.permanent:
        return _AT_START_FOR_GOOD if objective.turn_start else _FOR_GOOD
    return _AT_START if objective.turn_start else _WHILE_THERE
