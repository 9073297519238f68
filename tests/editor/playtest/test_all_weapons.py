"""One game by mouse with the weapons and terrain of other boxes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.editor.playtest.conftest import (
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    make_script,
    marks_on_board,
    skirmish,
)

from m44core.rules.game.phases import Phase
from m44editor.playtest.game_marks import Crosshair, SmokeCloud

ROAD = "".join(f"  {c}7: {{terrain: {{is: road, facing: w-e}}}}\n" for c in "BCDE")
BOARD = (
    "  A7: {terrain: {is: road, facing: w-e}, unit: american-armor}\n"
    + ROAD
    + "  D1: {structure: landing-craft, unit: american-infantry}\n"
    "  g4: {unit: american-infantry}\n"
    "  F5: {unit: {is: american-vehicle, figures: 3}}\n"
    "  G5: {tags: [{is: minefield, side: axis}]}\n"
    "  K3: {unit: {is: american-artillery, badge: big-gun}}\n"
    "  K7: {unit: german-infantry}\n"
    "  H7: {unit: {is: german-elite-armor, figures: 1}}\n"
    "  G9: {unit: {is: german-artillery, equipment: nebelwerfer}}\n"
)
CHANCE_SCRIPT = """
draw assault-centre
draw recon-left
draw direct-from-hq
draw artillery-bombard
mine 2
roll inf inf
draw recon-right
draw recon-left
draw recon-left
roll grenade star
roll armor
roll grenade
"""
# A folder for screenshots of the window.
SCREENSHOTS = os.environ.get("M44_SCREENSHOTS", "")


def save_screenshot(player: PlaytestDriver, name: str) -> None:
    """Save a screenshot if ``M44_SCREENSHOTS`` is set."""
    if SCREENSHOTS:
        player.qtbot.wait(1500)  # the board is drawn piece by piece
        player.window.grab().save(str(Path(SCREENSHOTS) / f"{name}.png"))


def skip_to_phase(player: PlaytestDriver, phase: Phase) -> None:
    """End the steps before *phase*."""
    end_labels = {Phase.ORDER: "Done ordering", Phase.MOVE: "Done moving"}
    while player.state.phase is not phase:
        player.press(end_labels[player.state.phase])


def move_unit(player: PlaytestDriver, start: str, end: str) -> None:
    player.click_hex(start)
    player.click_hex(end)


def status_text(player: PlaytestDriver, name: str) -> str:
    """Point at a hex, and return the text of the status bar."""
    player.point_at(name)
    return player.window.status_label.text()


def figures_on(player: PlaytestDriver, name: str) -> int:
    unit = player.state.unit_on(name)
    return player.state.figures[unit.number] if unit else 0


@pytest.mark.rule("E-LCT-04")
@pytest.mark.rule("TP-ROAD")
@pytest.mark.rule("TH-MINE-03")
@pytest.mark.rule("E-RESUP-01")
@pytest.mark.rule("E-NEBEL-05")
@pytest.mark.rule("E-BIGGUN-03")
@pytest.mark.rule("E-TIGER-02")
def test_weapons_and_terrain_of_other_boxes_are_played_by_mouse(
    open_playtest: OpenPlaytest,
) -> None:
    scenario = skirmish(BOARD, rules="{re-supply: true}", face="beach")
    player = open_playtest(scenario, make_script(CHANCE_SCRIPT))
    player.window.resize(1280, 860)
    player.start(TWO_PEOPLE)
    player.window.board.fit()
    save_screenshot(player, "1-begin")
    player.play("direct-from-hq")
    for name in ("A7", "D1", "g4", "F5"):
        player.click_hex(name)
    skip_to_phase(player, Phase.MOVE)
    move_unit(player, "D1", "D3")
    player.click_hex("A7")
    assert [
        player.window.table.board_controller.forecast.steps[player.hex(n)] for n in ("B7", "E7")
    ] == [
        1,
        4,
    ]
    player.click_hex("E7")
    move_unit(player, "g4", "G5")
    assert player.state.unit_on("E7")  # four hexes of road
    assert figures_on(player, "G5") == 2  # the mine took two
    save_screenshot(player, "2-moved")
    skip_to_phase(player, Phase.BATTLE)
    move_unit(player, "F5", "G5")
    assert (figures_on(player, "F5"), figures_on(player, "G5")) == (2, 3)
    save_screenshot(player, "3-supplied")
    player.end_turn()
    player.play("assault-centre")
    player.click_hex("G9")
    skip_to_phase(player, Phase.BATTLE)
    move_unit(player, "G9", "g8")
    player.click_hex("G7")
    player.press("Done laying smoke")
    assert [mark.hex for mark in marks_on_board(player, SmokeCloud)] == [
        player.hex("g8"),
        player.hex("G7"),
    ]
    save_screenshot(player, "4-smoke")
    assert status_text(player, "G7") == "G7: Open ground, smoke"
    assert status_text(player, "G9") == "G9: Open ground, German artillery (2, Nebelwerfer)"
    assert status_text(player, "H7") == "H7: Open ground, German elite armor (1, Tiger)"
    player.play("artillery-bombard")
    player.click_hex("K3")
    skip_to_phase(player, Phase.BATTLE)
    move_unit(player, "K3", "K7")
    assert [mark.hex for mark in marks_on_board(player, Crosshair)] == [player.hex("K7")]
    save_screenshot(player, "5-cross-hair")
    assert status_text(player, "K7").endswith("German infantry (3), crosshair")
    move_unit(player, "K3", "H7")
    assert player.state.unit_on("H7") is None  # rolled again, a grenade
    assert "One die against Tiger on H7 is re-rolled; only a grenade counts now." in player.log
    save_screenshot(player, "6-tiger")
