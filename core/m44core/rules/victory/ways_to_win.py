"""How each side can win a scenario, in words (B-WIN, V-MED, V-EXIT)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from m44core.catalogue.types import Side
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
from m44core.rules.board.hex_grid import indexes
from m44core.rules.game.victory_terms import Objective, SuddenDeathObjective
from m44core.rules.index_types import HexSet, PlayerNo
from m44core.rules.scenario_options import ScenarioOptions, scenario_options
from m44core.rules.victory.scenario_goals import (
    exits,
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
    """Return how each side can win; empty if the briefing does not state the players' sides."""
    top, bottom = scenario.side_at(top=True), scenario.side_at(top=False)
    if top is None or bottom is None or top is bottom:
        return ()
    description = _Description(scenario, (top, bottom))
    return tuple(
        WaysToWin(side, tuple(description.lines(player)))
        for player, side in enumerate(description.sides)
    )


def extra_victory_rules(scenario: Scenario) -> tuple[Message, ...]:
    """Return summaries of special rules about victory that the ways to win do not cover."""
    rules = scenario.briefing.special_rules
    stated = (rules.of(kind) for kind in _EXTRA_RULES)
    return tuple(_rule_summary(rule) for rule in stated if rule is not None)


def _rule_summary(rule: SpecialRule) -> Message:
    declared = declarations().of(rule)
    label, does = Message(declared.label), Message(declared.summary)
    return message("{rule}: {does}", rule=label, does=does)


class _Description:
    """Describes the goals of a scenario, player by player."""

    def __init__(self, scenario: Scenario, sides: tuple[Side, Side]) -> None:
        self.sides = sides
        self._scenario = scenario
        self._options: ScenarioOptions = scenario_options(scenario)
        self._objectives = tuple(objectives(scenario, sides))
        self._exits = exits(scenario, sides)
        self._sudden_death_objectives = sudden_death_objectives(
            self._options, sides, scenario.board
        )

    def lines(self, player: PlayerNo) -> Iterator[Message]:
        """Yield the ways a player can win: by medals first, then without any."""
        yield self._needed_line(player)
        side = self.sides[player]
        rules = self._scenario.briefing.special_rules
        if side not in (self._options.no_elimination_medals, exits_only_side(rules)):
            yield message("1 medal for each enemy unit that is eliminated")
        for objective in self._objectives:
            if player in objective.players:
                yield self._objective_line(objective, player)
        yield from self._exits_line(player)
        yield from (
            self._sudden_death_line(each)
            for each in self._sudden_death_objectives
            if each.player == player
        )

    def _needed_line(self, player: PlayerNo) -> Message:
        briefing = self._scenario.briefing
        stated = (briefing.top.medals or 0, briefing.bottom.medals or 0)
        needed = medals_needed(self._options, stated, self.sides)[player]
        only = self._scenario.briefing.special_rules.of(ExitsOnly)
        if not needed:
            return message("The briefing does not say how many medals win")
        medals = nouns.medals(needed)
        if only and only.side is self.sides[player]:
            return message("To win: {medals}, for units that leave the board alone", medals=medals)
        return message("To win: {medals}", medals=medals)

    def _exits_line(self, player: PlayerNo) -> Iterator[Message]:
        if self._exits[player]:
            hexes = self._names(self._exits[player])
            yield message("1 medal for each unit that leaves the board by {hexes}", hexes=hexes)
        if needed := exits_needed(self._options, self.sides)[player]:
            medals = nouns.medals(needed)
            yield message("Among them {medals} for units that leave the board", medals=medals)

    def _objective_line(self, objective: Objective, player: PlayerNo) -> Message:
        medals = nouns.medals(objective.medals)
        if objective.sections_to_clear:
            return message("{medals} as long as a section is clear of the enemy", medals=medals)
        of = self._names(objective.hexes)
        hexes = of if objective.majority else self._some_hexes(objective.hexes, objective.needed)
        return replace(
            _objective_phrase(objective, player), values={"medals": medals, "hexes": hexes}
        )

    def _sudden_death_line(self, objective: SuddenDeathObjective) -> Message:
        hexes = self._some_hexes(objective.hexes, objective.needed)
        if objective.at_once:
            return message("Victory at once by standing on {hexes}", hexes=hexes)
        return message("Victory at the end of an own turn by standing on {hexes}", hexes=hexes)

    def _some_hexes(self, hexes: HexSet, needed: int) -> Value:
        number, names = hexes.bit_count(), self._names(hexes)
        if number == 1:
            return names
        if needed >= number:
            return message_in("objective", "all of {hexes}", hexes=names)
        if needed == 1:
            return message_in("objective", "one of {hexes}", hexes=names)
        return message_in("objective", "{number} of {hexes}", number=needed, hexes=names)

    def _names(self, hexes: HexSet) -> Value:
        board = self._scenario.board
        return enumerated(board.name(board.hexes[index]) for index in indexes(hexes))


_WHILE_THERE = message("{medals} while a unit is on {hexes}")
_FOR_GOOD = message("{medals} for coming to {hexes}, kept for good")
_AT_START = message(
    "{medals} for being on {hexes} as an own turn begins, lost when gone as one begins"
)
_AT_START_FOR_GOOD = message("{medals} for being on {hexes} as an own turn begins, kept for good")
_MORE = message("{medals} while on more than the enemy of {hexes}")
_MORE_AT_START = message(
    "{medals} for being on more than the enemy of {hexes} as an own turn begins"
)
_UNTIL_ENEMY = message("{medals} for coming to {hexes}, until the enemy comes there")
_ALONE = message("{medals} while on {hexes} and the enemy is not")
_FLIPPED_OWN = message("{medals} while a unit is on {hexes}; else the enemy has it")
_FLIPPED_OTHER = message("{medals} while the enemy is not on {hexes}")


def _objective_phrase(objective: Objective, player: PlayerNo) -> Message:
    """Return the phrase for how an objective is gained and lost (V-MED-01..09)."""
    if objective.flips_to is not None:
        return _FLIPPED_OWN if objective.flips_to == player else _FLIPPED_OTHER
    if objective.majority:
        return _MORE_AT_START if objective.turn_start else _MORE
    if objective.sole_control:
        return _ALONE
    if objective.last_to_occupy:
        return _UNTIL_ENEMY
    if objective.permanent:
        return _AT_START_FOR_GOOD if objective.turn_start else _FOR_GOOD
    return _AT_START if objective.turn_start else _WHILE_THERE
