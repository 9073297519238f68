"""Any board can be played if both sides have a unit."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from m44core.board import BOARDS, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    FirstPlayer,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Unit,
)
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.playtest.players.levels import Levels
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.position_scenario import scenario_of_position
from m44core.rules.game_settings import RuleSettings
from m44core.rules.play.game_setup import new_game

SHORT_GAME = RuleSettings(turn_limit=10)
KINDS = ["majority", "sole_control", "last_to_occupy", "turn_start", "any_hex", "unheard-of"]
NAMES = {
    layer: [*(element.name for element in base_catalogue().on_layer(layer)), "unheard-of"]
    for layer in Layer
}


@pytest.mark.bulk
@pytest.mark.parametrize("seed", range(24))
def test_a_random_scenario_can_be_played(seed: int) -> None:
    scenario = random_scenario(random.Random(seed))
    assert gaps(scenario)
    start = new_game(scenario, SHORT_GAME)
    assert dict(scenario_of_position(start).units()) == dict(scenario.units())
    level = "recruit" if seed % 2 else "sergeant"
    plan = SimulationPlan(
        scenario, range(1, 2), Levels(level, level), seed, check=True, settings=SHORT_GAME
    )
    assert list(play_games(plan))


def random_scenario(rng: random.Random) -> Scenario:
    """Return a scenario with random content on every hex."""
    board = rng.choice(list(BOARDS.values()))
    briefing = Briefing(
        Player(rng.choice([Side.AXIS, None]), cards=rng.choice([None, 0, 3]), medals=9),
        Player(None, cards=6, medals=rng.choice([None, 0, 9])),
        rng.choice([None, *FirstPlayer]),
    )
    hexes = {hex_: random_content(rng, board.hexes) for hex_ in board.hexes}
    hexes[board.hexes[0]] = HexContent(unit=Unit("infger"))
    hexes[board.hexes[-1]] = HexContent(unit=Unit("infus"))
    scenario = Scenario(board, rng.choice(list(Face)), briefing=briefing)
    return scenario.with_hexes({hex_: content for hex_, content in hexes.items() if content})


def random_content(rng: random.Random, hexes: tuple[Hex, ...]) -> HexContent:
    def piece(layer: Layer, chance: float) -> Piece | None:
        owner = rng.choice([None, *Side])
        random_piece = Piece(
            rng.choice(NAMES[layer]), owner=owner, behavior=rng.choice([None, "X"])
        )
        return random_piece if rng.random() < chance else None

    badge = rng.choice([None, rng.choice(NAMES[Layer.BADGE])])
    unit = Unit(rng.choice(NAMES[Layer.UNIT]), rng.choice([None, 0, 1, 9]), badge)
    kinds = dict.fromkeys(rng.sample(KINDS, rng.choice([0, 0, 1, 2])), True)
    numbers = rng.choice([0, 1, 2]), rng.choice([0, 1, 2])
    known: Any = {kind: True for kind in kinds if "-" not in kind}
    other_fields = {kind: True for kind in kinds if "-" in kind}
    terms = replace(MedalTerms(rng.random() < 0.5, *numbers, extra=other_fields), **known)
    group = rng.choice([None, tuple(rng.sample(hexes, 2)), (Hex(99, 99),)])
    side = rng.choice([None, *Side])
    tag = Tag(rng.choice(NAMES[Layer.TAG]), side=side, group=group, medal=terms)
    return HexContent(
        piece(Layer.TERRAIN, 0.5),
        piece(Layer.STRUCTURE, 0.1),
        piece(Layer.OBSTACLE, 0.2),
        unit if rng.random() < 0.3 else None,
        (tag,) if rng.random() < 0.1 else (),
    )
