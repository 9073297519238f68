"""Reinforcements, triggered by a medal and placed by mouse."""

from __future__ import annotations

import pytest
from tests.editor.playtest.conftest import TWO_PEOPLE, OpenPlaytest, make_script, skirmish

from m44core.rules.game.phases import Phase

DEALT_CARDS = "".join(
    f"draw {card}\n" for card in ("recon-left", "probe-left", "assault-centre", "recon-left")
)
FIGHT = (
    "  G5: {unit: american-infantry}\n  E5: {unit: american-infantry}\n"
    "  g6: {unit: {is: german-infantry, figures: 1}}\n  A9: {unit: german-infantry}\n"
)
REINFORCEMENTS = (
    "{reinforcements: [{side: allies, medals: 1, edge: bottom, "
    "coming: [{units: 1, unit: american-armor}]}]}"
)


@pytest.mark.rule("SO-REINFORCEMENTS")
def test_reinforcements_arrive_on_the_clicked_hex(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(
        skirmish(FIGHT, rules=REINFORCEMENTS), make_script(f"{DEALT_CARDS}roll inf star star")
    )
    player.start(TWO_PEOPLE)
    player.play("assault-centre")
    player.click_hex("G5")
    player.press("Done ordering")
    player.press("Done moving")
    player.click_hex("G5")
    player.click_hex("g6")
    player.press("Stay")
    assert "The Allies call in their reinforcements." in player.log
    text = player.window.game_page.prompt.text()
    assert text == "Click where a reinforcement arrives, or continue."
    player.click_hex("C1")
    assert "American armor arrives on C1 as a reinforcement." in player.log
    assert player.state.phase is not Phase.REINFORCE
    unit = player.window.board.scenario.at(player.hex("C1")).unit
    assert unit is not None
    assert unit.name == "tankus"
