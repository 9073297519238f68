"""The detours offered around mines and thin ice are those that meet fewer hazards."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.rules.game.state import GameState
from m44core.rules.play.game_setup import new_game
from m44core.rules.units.movement import all_routes
from m44core.rules.units.routes import detours

BOARD = BOARDS[BoardType.STANDARD]
UNIT_HEX, ENEMY_HEX = BOARD.hex("G3"), BOARD.hex("M9")
HEXES_NEAR = [hex_ for hex_ in BOARD.hexes if hex_.distance(UNIT_HEX) <= 3]
MINE = HexContent(tags=(Tag("tag3", side=Side.AXIS),))
CONTENTS = [
    *(HexContent(), HexContent(), HexContent(), MINE),
    *(HexContent(Piece(name)) for name in ("wriver", "wriver", "wriver", "woods", "hedgerow")),
    HexContent(Piece("road", 2)),
    HexContent(unit=Unit("infger")),
]


def game_with_unit(unit: str, seed: int) -> GameState:
    """Return a game with a unit among random hexes."""
    hexes = dict(
        zip(HEXES_NEAR, random.Random(seed).choices(CONTENTS, k=len(HEXES_NEAR)), strict=True)
    )
    hexes[UNIT_HEX] = HexContent(hexes.get(UNIT_HEX, HexContent()).terrain, unit=Unit(unit))
    enemy = {ENEMY_HEX: HexContent(unit=Unit("infger"))}
    return new_game(Scenario(BOARD, Face.COUNTRY).with_hexes(hexes | enemy))


GAMES = st.builds(game_with_unit, st.sampled_from(["tankus", "infus"]), st.integers(0, 10**6))


@pytest.mark.bulk
@pytest.mark.rule("TH-ICE-04")
@given(GAMES)
def test_a_longer_route_is_offered_wherever_it_meets_fewer_hazards(state: GameState) -> None:
    unit, hazards = state.unit_at[BOARD.index[UNIT_HEX]], state.ground.hazards
    hazards_by_end: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for route in all_routes(state, unit):
        hazard_count = sum(hazards >> hex_ & 1 for hex_ in set(route.hexes))
        hazards_by_end[route.hexes[-1] if route.hexes else state.place[unit]].append(
            (route.steps, hazard_count)
        )
    ends_with_detour = {
        end
        for end, routes in hazards_by_end.items()
        if min(routes)[1] > min(hazard_count for _, hazard_count in routes)
    }
    assert {end for _, end in detours(state, unit)} == ends_with_detour
