"""Any board can be played if both sides have a unit."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from m44core.board import BOARDS, Face
from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.model.parts import (
    Briefing,
    FirstPlayer,
    HexContent,
    MedalTerms,
    Piece,
    Player,
    Tag,
    Unit,
)
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import Plan, play_games
from m44core.playtest.players.levels import Levels
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.position_scenario import scenario_of
from m44core.rules.game_settings import Settings
from m44core.rules.play.game_setup import new_game

SHORT_GAME = Settings(turn_limit=10)
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
    assert dict(scenario_of(start).units()) == dict(scenario.units())
    level = "recruit" if seed % 2 else "sergeant"
    plan = Plan(scenario, range(1, 2), Levels(level, level), seed, check=True, settings=SHORT_GAME)
    assert list(play_games(plan))


def random_scenario(dice: random.Random) -> Scenario:
    """Return a scenario with random content on every hex."""
    board = dice.choice(list(BOARDS.values()))
    briefing = Briefing(
        Player(dice.choice([Side.AXIS, None]), cards=dice.choice([None, 0, 3]), medals=9),
        Player(None, cards=6, medals=dice.choice([None, 0, 9])),
        dice.choice([None, *FirstPlayer]),
    )
    hexes = {hex_: content(dice, board.hexes) for hex_ in board.hexes}
    hexes[board.hexes[0]] = HexContent(unit=Unit("infger"))
    hexes[board.hexes[-1]] = HexContent(unit=Unit("infus"))
    scenario = Scenario(board, dice.choice(list(Face)), briefing=briefing)
    return scenario.with_hexes({hex_: content for hex_, content in hexes.items() if content})


def content(dice: random.Random, hexes: tuple[Hex, ...]) -> HexContent:
    def piece(layer: Layer, chance: float) -> Piece | None:
        owner = dice.choice([None, *Side])
        random_piece = Piece(
            dice.choice(NAMES[layer]), owner=owner, behavior=dice.choice([None, "X"])
        )
        return random_piece if dice.random() < chance else None

    badge = dice.choice([None, dice.choice(NAMES[Layer.BADGE])])
    unit = Unit(dice.choice(NAMES[Layer.UNIT]), dice.choice([None, 0, 1, 9]), badge)
    kinds = dict.fromkeys(dice.sample(KINDS, dice.choice([0, 0, 1, 2])), True)
    numbers = dice.choice([0, 1, 2]), dice.choice([0, 1, 2])
    known: Any = {kind: True for kind in kinds if "-" not in kind}
    other_fields = {kind: True for kind in kinds if "-" in kind}
    terms = replace(MedalTerms(dice.random() < 0.5, *numbers, extra=other_fields), **known)
    group = dice.choice([None, tuple(dice.sample(hexes, 2)), (Hex(99, 99),)])
    side = dice.choice([None, *Side])
    tag = Tag(dice.choice(NAMES[Layer.TAG]), side=side, group=group, medal=terms)
    return HexContent(
        piece(Layer.TERRAIN, 0.5),
        piece(Layer.STRUCTURE, 0.1),
        piece(Layer.OBSTACLE, 0.2),
        unit if dice.random() < 0.3 else None,
        (tag,) if dice.random() < 0.1 else (),
    )
