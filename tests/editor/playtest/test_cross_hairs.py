"""Cross-hairs of big guns lie on the board of a game until their unit leaves."""

from __future__ import annotations

import pytest
from tests.editor.playtest.conftest import TWO_PEOPLE, Sit, marks, scripted, skirmish

from m44core.rules.game.phases import Phase
from m44editor.playtest.cross_hairs import CrossHair, SmokeCloud

GUN = "  A1: {unit: {is: american-artillery, badge: big-gun}}\n  E1: {unit: german-infantry}\n"
HANDS = "".join(
    f"draw {card}\n" for card in ("recon-left", "recon-right", "artillery-bombard", "recon-left")
)


@pytest.mark.rule("E-BIGGUN-03")
def test_a_cross_hair_is_seen_on_the_unit_a_big_gun_hit(sit: Sit) -> None:
    player = sit(skirmish(GUN), scripted(HANDS + "roll grenade star"))
    player.start(TWO_PEOPLE)
    player.play("artillery-bombard")
    if player.state.phase is Phase.ORDER:
        player.click_hex("A1")
    if player.state.phase is Phase.MOVE:
        player.press("Moves done")
    player.click_hex("A1")
    player.click_hex("E1")
    assert [mark.hex for mark in marks(player, CrossHair)] == [player.hex("E1")]
    board = player.window.board
    shown = board.viewport().grab().toImage()
    board.set_highlight(f"cross-hair {player.hex('E1')}", None)
    assert board.viewport().grab().toImage() != shown


NEBELWERFER = (
    "  A1: {unit: {is: american-artillery, equipment: nebelwerfer}}\n"
    "  E1: {unit: german-infantry}\n"
)


@pytest.mark.rule("E-NEBEL-05")
def test_smoke_is_laid_by_clicks_and_seen_on_the_board(sit: Sit) -> None:
    player = sit(skirmish(NEBELWERFER), scripted(HANDS))
    player.start(TWO_PEOPLE)
    player.play("artillery-bombard")
    if player.state.phase is Phase.ORDER:
        player.click_hex("A1")
    if player.state.phase is Phase.MOVE:
        player.press("Moves done")
    player.click_hex("A1")
    player.click_hex("C1")
    player.click_hex("B1")
    player.press("Smoke laid")
    laid = [(mark.hex, mark.thin) for mark in marks(player, SmokeCloud)]
    assert laid == [(player.hex("C1"), False), (player.hex("B1"), False)]
    board = player.window.board
    shown = board.viewport().grab().toImage()
    board.set_highlight(f"smoke {player.hex('C1')}", None)
    assert board.viewport().grab().toImage() != shown
