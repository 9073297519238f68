"""Whole games by random and computer players, with the invariants checked at every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.playouts import BOARDS, EXAMPLES, run_playouts
from tests.reference_data import LAYOUTS

from m44core.io.files.file_reader import read_bytes, read_file
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.playtest.players.levels import Levels, parse_levels
from m44core.resources import scenarios_folder
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game_settings import RuleSettings

pytestmark = pytest.mark.bulk

SHIPPED_NAMES = sorted(path.stem for path in scenarios_folder().glob("*.yaml"))


@pytest.mark.parametrize("name", SHIPPED_NAMES)
def test_random_games_keep_the_invariants(
    name: str, read_shipped: Callable[[str], Scenario]
) -> None:
    plan = SimulationPlan(read_shipped(name), range(1, 3), Levels("recruit", "recruit"), check=True)
    assert len(list(play_games(plan))) == 2


@pytest.mark.parametrize("levels", ["sergeant:recruit", "recruit:sergeant", "sergeant"])
@pytest.mark.parametrize("name", SHIPPED_NAMES)
def test_games_of_computer_players_keep_the_invariants_and_never_stall(
    name: str, levels: str, read_shipped: Callable[[str], Scenario]
) -> None:
    plan = SimulationPlan(read_shipped(name), range(3, 4), parse_levels(levels), check=True)
    (game,) = play_games(plan)
    assert game.result.winner is not None
    assert game.result.turns < 150


@pytest.mark.parametrize("name", EXAMPLES)
def test_random_games_with_pieces_of_other_boxes_keep_the_invariants(name: str) -> None:
    assert run_playouts([name], 1, seed=3) == {name: 1}


def test_playouts_cover_our_examples_and_six_published_boards() -> None:
    assert len(EXAMPLES) == 10
    assert len(BOARDS) - len(EXAMPLES) == 6


def published_scenarios() -> Iterator[Scenario]:
    for path in LAYOUTS:
        scenario = read_file(path).scenario
        assert scenario is not None
        yield scenario


def test_every_published_board_can_be_played() -> None:
    for scenario in published_scenarios():
        assert list(play_games(SimulationPlan(scenario, range(1, 2))))


def test_a_side_with_only_unplayable_units_does_not_move_while_the_other_side_plays() -> None:
    text = (
        "format: 1\nboard: {type: standard, face: country}\n"
        "briefing: {first: top, top: {side: axis, cards: 4}, bottom: {side: allies, cards: 4}}\n"
        "hexes:\n  G3: {unit: {is: german-plane}}\n  G7: {unit: {is: american-infantry}}\n"
    )
    scenario = read_bytes(text.encode(), "strange.yaml").scenario
    assert scenario is not None
    plan = SimulationPlan(scenario, range(1, 3), check=True, settings=RuleSettings(turn_limit=12))
    (game, _) = play_games(plan)
    assert game.result.turns == 12
    assert any(gap.hexes == (scenario.board.hex("G3"),) for gap in gaps(scenario))
