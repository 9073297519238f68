"""Board and status bar show the figures of the position, and the board the medals won."""

from __future__ import annotations

import pytest
from tests.editor.playtest.conftest import TWO_PEOPLE, OpenPlaytest, read_shipped_scenario

from m44core.catalogue.catalogue_types import Side
from m44core.model.unit_profiles import figures_on
from m44core.rules.game.state import NOWHERE


@pytest.mark.parametrize("name", ["pegasus-bridge", "sword-beach"])
def test_board_and_status_bar_agree_with_the_game(open_playtest: OpenPlaytest, name: str) -> None:
    player = open_playtest(read_shipped_scenario(name))
    player.start(TWO_PEOPLE)
    player.play_until_turn(6)
    state, board = player.state, player.window.board
    for unit in state.field.units:
        if state.place[unit.number] != NOWHERE:
            hex_ = state.field.grid.board.hexes[state.place[unit.number]]
            figures = state.figures[unit.number]
            assert figures_on(board.scenario, hex_) == figures, "as it is drawn"
            assert f"({figures}" in board.speech.describe_hex(hex_), "as the status bar says it"


def test_the_edges_of_the_board_show_the_medals_won(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(read_shipped_scenario("pegasus-bridge"))
    player.start(TWO_PEOPLE)
    board = player.window.board
    assert board.won_medals == {Side.AXIS: 0, Side.ALLIES: 0}
    while not any(map(player.state.medals, (0, 1))) and player.state.result is None:
        player.play_until_turn(player.state.turn + 1)
    state = player.state
    won_medals = {side: state.medals(number) for number, side in enumerate(state.field.sides)}
    assert any(won_medals.values())
    assert board.won_medals == won_medals
