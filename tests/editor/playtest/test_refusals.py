"""A click that does nothing gives a reason."""

from __future__ import annotations

import pytest
from tests.editor.playtest.conftest import (
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    deal_script,
    skirmish,
)

from m44core.rules.game.phases import Phase

HEXES = """\
  g4: {unit: american-infantry}
  h4: {unit: american-infantry}
  f4: {unit: american-armor}
  G3: {terrain: river}
  G7: {terrain: forest}
  g8: {unit: german-infantry}
  g6: {unit: german-infantry}
  A9: {unit: german-infantry}
"""
QUIET = ["recon-left", "recon-right"]


@pytest.fixture
def player(open_playtest: OpenPlaytest) -> PlaytestDriver:
    """A player who can order three units in the center."""
    player = open_playtest(skirmish(HEXES), deal_script(QUIET, ["attack-centre", "recon-left"]))
    player.start(TWO_PEOPLE)
    player.play("attack-centre")
    return player


def refusal_text(player: PlaytestDriver, hex_: str) -> str:
    """Return the text below the prompt after a click that did nothing."""
    before = player.session.timeline.length, player.window.chosen
    player.click_hex(hex_)
    assert (player.session.timeline.length, player.window.chosen) == before
    details = player.window.game_page.details
    return details.text() if details.isVisible() else ""


def test_a_click_on_an_ordered_unit_is_not_refused(player: PlaytestDriver) -> None:
    player.click_hex("g4")
    player.click_hex("g4")
    assert player.window.game_page.details.text() == "0 of 3 ordered."


def test_a_move_out_of_reach_states_the_reason(player: PlaytestDriver) -> None:
    player.click_hex("g4")
    player.press("Done ordering")
    assert refusal_text(player, "h4") == "The unit has not been ordered."
    player.click_hex("g4")
    assert refusal_text(player, "A1") == "Too far: the unit can move 2 hexes."
    assert refusal_text(player, "g6") == "Another unit is there."
    player.click_hex("g4")
    assert refusal_text(player, "A1") == "", "no unit is selected"


def test_a_move_to_impassable_terrain_states_the_reason(player: PlaytestDriver) -> None:
    player.click_hex("f4")
    player.press("Done ordering")
    player.click_hex("f4")
    assert refusal_text(player, "G3") == "The unit cannot enter that terrain."


def test_an_impossible_battle_states_the_reason(player: PlaytestDriver) -> None:
    player.click_hex("g4")
    player.press("Done ordering")
    player.press("Done moving")
    assert refusal_text(player, "h4") == "The unit has not been ordered."
    assert refusal_text(player, "g6") == "First click the unit that will battle this enemy."
    player.click_hex("g4")
    assert refusal_text(player, "A9") == "Out of range: the unit's range is 3 hexes."
    assert refusal_text(player, "C3") == "There is no enemy unit there."


def test_the_reason_is_stated_if_a_unit_moved_too_far_to_battle(player: PlaytestDriver) -> None:
    player.click_hex("g4")
    player.click_hex("h4")
    player.press("Done ordering")
    player.click_hex("g4")
    player.click_hex("g2")
    player.press("Done moving")
    assert player.state.phase is Phase.BATTLE
    assert refusal_text(player, "g2") == "The unit has moved too far to battle."


def test_the_refusal_disappears_after_an_action(player: PlaytestDriver) -> None:
    player.click_hex("g4")
    player.press("Done ordering")
    refusal_text(player, "h4")
    player.click_hex("g4")
    assert not player.window.game_page.details.isVisible()


def test_a_blocked_line_of_sight_is_named(open_playtest: OpenPlaytest) -> None:
    hexes = (
        "  g4: {unit: american-infantry}\n  A1: {unit: american-infantry}\n"
        "  G5: {terrain: forest}\n  H5: {terrain: forest}\n"
        "  g6: {unit: german-infantry}\n  i4: {unit: german-infantry}\n"
    )
    player = open_playtest(skirmish(hexes), deal_script(QUIET, ["attack-centre", "recon-left"]))
    player.start(TWO_PEOPLE)
    player.play("attack-centre")
    player.click_hex("g4")
    player.press("Done moving")
    player.click_hex("g4")
    assert refusal_text(player, "g6") == "No line of sight."
