"""Restricted play: players keep to their restrictions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.core.balance_lab.gathered_games import gathered_games, scenario_named

from m44core.balance_lab.decisive_factors import side_of_turn
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.recorded_facts import games_with_facts
from m44core.balance_lab.restricted_play import (
    Restriction,
    play_restricted_games,
    restricted_start,
)
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side, UnitClass
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels


def plan_of(name: str, games: int, levels: Levels | None = None) -> SimulationPlan:
    plan = SimulationPlan(scenario_named(name), range(1, games + 1))
    return plan if levels is None else SimulationPlan(plan.scenario, plan.numbers, levels)


def played_cards(games: list[GameRecord], side: Side) -> Iterator[str]:
    for game in games_with_facts(games):
        for turn, cards in enumerate(game.facts["cards"], start=1):
            if side_of_turn(game, turn) is side:
                yield from cards


@pytest.mark.parametrize("level", ["recruit", "sergeant"])
def test_a_banned_card_is_not_played(level: str) -> None:
    restriction = Restriction(Side.AXIS, cards=frozenset({"close-assault"}))
    plan = plan_of("operation-cobra", 10, Levels(level, level))
    games = play_restricted_games(plan, restriction)
    assert "close-assault" not in set(played_cards(games, Side.AXIS))
    assert "close-assault" in set(played_cards(games, Side.ALLIES))


def test_a_hand_with_only_banned_cards_is_still_played() -> None:
    all_cards = frozenset(
        played_cards([game.record for game in gathered_games("sword-beach", 8)], Side.AXIS)
    )
    games = play_restricted_games(
        plan_of("sword-beach", 2), Restriction(Side.AXIS, cards=all_cards)
    )
    assert all(game.winner is not None for game in games)


@pytest.mark.parametrize("level", ["recruit", "sergeant"])
def test_units_of_a_banned_class_get_no_orders(level: str) -> None:
    restriction = Restriction(Side.AXIS, classes=frozenset({UnitClass.ARMOR}))
    plan = plan_of("operation-cobra", 4, Levels(level, level))
    field = plan.start().field
    armor = {
        field.grid.names[unit.start]
        for unit in field.units
        if unit.side is Side.AXIS and unit.rules.unit_class is UnitClass.ARMOR
    }
    assert armor
    for game in games_with_facts(play_restricted_games(plan, restriction)):
        assert armor <= set(game.facts["unordered"]["AXIS"])


def test_a_single_unit_can_be_banned() -> None:
    (unit, *others) = gathered_games("pegasus-bridge", 1)[0].start.field.units
    key = gathered_games("pegasus-bridge", 1)[0].start.field.grid.names[unit.start]
    restriction = Restriction(unit.side, units=frozenset({key}))
    start = restricted_start(plan_of("pegasus-bridge", 1).start(), restriction)
    assert start.resting_units == 1 << unit.number
    assert others


@pytest.mark.parametrize("level", ["recruit", "sergeant"])
def test_no_unit_in_an_ignored_section_is_ordered(level: str) -> None:
    restriction = Restriction(Side.ALLIES, section=Section.LEFT)
    plan = plan_of("sword-beach", 4, Levels(level, level))
    field = plan.start().field
    player = field.player(Side.ALLIES)
    hexes = field.grid.hexes_by_sections[player][1 << Section.LEFT]
    names = field.grid.names
    starts = [unit.start for unit in field.units if unit.player == player]
    ignored_hexes = {names[start] for start in starts if hexes >> start & 1}
    assert ignored_hexes
    for game in games_with_facts(play_restricted_games(plan, restriction)):
        assert ignored_hexes <= set(game.facts["unordered"]["ALLIES"])
