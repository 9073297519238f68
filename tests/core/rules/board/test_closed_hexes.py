"""Tile properties close tiles to individual sides and classes (TH-PROP-01, board 1340)."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_bytes
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, FirstPlayer, HexContent, Piece, Player, Unit
from m44core.playtest.games.invariants import invariant_violations
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.actions import DrawCard, parse_action
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions

BOARD = BOARDS[BoardType.STANDARD]
ROER = {"AXIS": True, "ALLIES": [2, 3]}


def river_with_property(impassable: object) -> HexContent:
    """Return a fordable river whose ``isImpassable`` property has the given value."""
    tile = Piece("river", behavior="ford", extra={"properties": {"isImpassable": impassable}})
    return HexContent(tile)


def game_at_the_roer(first: FirstPlayer = FirstPlayer.BOTTOM, **units: str) -> GameState:
    """Return a game with the given units at the Roer, whose river hexes are partly closed."""
    hexes = {name: HexContent(unit=Unit(unit)) for name, unit in units.items()}
    hexes |= {name: river_with_property(ROER) for name in ("E5", "F5", "G5", "H5", "I5")}
    hexes |= {"A9": HexContent(unit=Unit("infger")), "M1": HexContent(unit=Unit("infus"))}
    players = (Player(Side.AXIS, cards=1, medals=4), Player(Side.ALLIES, cards=1, medals=4))
    scenario = Scenario(briefing=Briefing(*players, first=first))
    state = new_game(
        scenario.with_hexes({BOARD.hex(name): content for name, content in hexes.items()})
    )
    for card in ("assault-centre", "attack-centre"):
        apply_action(state, DrawCard(card))
    return state


def legal_actions_after(state: GameState, *actions: str) -> set[str]:
    """Carry out actions; return the legal actions after them."""
    for action in actions:
        apply_action(state, parse_action(action))
    assert list(invariant_violations(state)) == []
    return {str(action) for action in legal_actions(state)}


@pytest.mark.rule("TH-PROP-01")
def test_a_river_can_be_closed_only_to_tanks() -> None:
    legal_actions_ = legal_actions_after(
        game_at_the_roer(g4="tankus"), "play attack-centre", "order g4"
    )
    assert {"move g4 G5", "move g4 F5", "move g4 f4"} & legal_actions_ == {"move g4 f4"}


@pytest.mark.rule("TH-PROP-01")
def test_infantry_of_the_other_side_can_ford_the_river() -> None:
    legal_actions_ = legal_actions_after(
        game_at_the_roer(g4="infus"), "play attack-centre", "order g4"
    )
    assert {"move g4 G5", "move g4 g6"} & legal_actions_ == {"move g4 G5"}


@pytest.mark.rule("TH-PROP-01")
def test_no_unit_retreats_over_a_river_closed_to_its_side() -> None:
    state = game_at_the_roer(g4="infger", G3="infus")
    legal_actions_after(state, "play attack-centre", "order G3", "end-moves", "battle G3 g4")
    legal_actions_after(state, "roll flag star star")
    unit = state.unit_on("g4")
    assert unit is not None
    assert state.figures[unit.number] == 3


@pytest.mark.rule("TH-PROP-01")
@pytest.mark.parametrize(
    ("value", "is_open"), [(False, True), (True, False), ([1], False), ([2], True)]
)
def test_a_property_without_side_applies_to_both(value: object, is_open: bool) -> None:
    hexes = {"g4": HexContent(unit=Unit("infus")), "G5": river_with_property(value)}
    hexes |= {"A9": HexContent(unit=Unit("infger")), "M1": HexContent(unit=Unit("infus"))}
    players = (Player(Side.AXIS, cards=1), Player(Side.ALLIES, cards=1))
    scenario = Scenario(briefing=Briefing(*players, first=FirstPlayer.BOTTOM))
    state = new_game(
        scenario.with_hexes({BOARD.hex(name): content for name, content in hexes.items()})
    )
    for card in ("assault-centre", "attack-centre"):
        apply_action(state, DrawCard(card))
    assert ("move g4 G5" in legal_actions_after(state, "play attack-centre", "order g4")) == is_open


def test_unknown_properties_are_reported() -> None:
    tile = Piece("river", extra={"properties": {"isImpassable": "perhaps", "isCold": True}})
    scenario = Scenario().with_hexes({BOARD.hex("G5"): HexContent(tile)})
    texts = [renderer_in("en").sentence(gap.sentence) for gap in gaps(scenario) if gap.hexes]
    assert texts == [
        "Unknown tile property isImpassable; it has no effect.",
        "Unknown tile property isCold; it has no effect.",
    ]


def test_the_property_is_read_from_and_written_to_files() -> None:
    text = """
    {"board": {"type": "STANDARD", "face": "COUNTRY", "hexagons": [{"row": 4, "col": 12,
     "terrain": {"name": "river", "properties": {"isImpassable": {"AXIS": true}}}}]},
     "game_info": {}, "text": {"en": {"name": "Roer"}}}
    """
    scenario = read_bytes(text.encode(), "roer.m44").scenario
    assert scenario is not None
    tile = scenario.at(BOARD.hex("G5")).terrain
    assert tile is not None
    assert tile.extra["properties"] == {"isImpassable": {"AXIS": True}}
