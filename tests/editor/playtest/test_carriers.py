"""Trains, boats and landing craft, played by mouse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.editor.playtest.conftest import (
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    make_script,
    skirmish,
)

from m44core.board import Face
from m44core.model.scenario_parts import Piece
from m44core.rules.game.phases import Phase

HANDS = "".join(
    f"draw {card}\n" for card in ("recon-left", "probe-left", "probe-left", "recon-left")
)
TRAIN = (
    "  A3: {terrain: station}\n  B3: {terrain: rail}\n"
    "  C3: {terrain: rail, structure: locomotive}\n  D3: {terrain: rail, structure: wagon}\n"
    "  E3: {terrain: rail}\n  A1: {unit: american-infantry}\n  A9: {unit: german-infantry}\n"
)
SUPPLIES = "{supply-train: {side: allies, units: [1, 1], unit: american-infantry}}"


def structure_on(player: PlaytestDriver, name: str) -> Piece | None:
    return player.window.board.scenario.at(player.hex(name)).structure


def start_and_order_only(player: PlaytestDriver, name: str) -> None:
    """Start a game, and order only the unit on a hex."""
    player.start(TWO_PEOPLE)
    player.play("probe-left")
    player.click_hex(name)
    if player.state.phase is Phase.ORDER:
        player.press("Done ordering")


@pytest.mark.rule("TH-TRAIN-04")
def test_a_train_is_driven_to_the_station_and_unloaded_by_clicks(
    open_playtest: OpenPlaytest,
) -> None:
    player = open_playtest(skirmish(TRAIN, rules=SUPPLIES), make_script(HANDS))
    start_and_order_only(player, "C3")
    player.click_hex("C3")
    player.click_hex("A3")
    assert (structure_on(player, "A3"), structure_on(player, "B3")) == (
        Piece("loco"),
        Piece("wagon"),
    )
    text = player.window.game_page.prompt.text()
    assert text == "Click where the next unit leaves the train, or continue."
    player.click_hex("a2")
    player.press("Done unloading")
    assert "American infantry leaves the train on a2." in player.log
    assert player.state.phase is not Phase.UNLOAD


@pytest.mark.rule("TH-TRAIN-01")
def test_a_click_on_the_wagon_moves_the_train_back(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(skirmish(TRAIN), make_script(HANDS))
    start_and_order_only(player, "C3")
    player.click_hex("D3")
    player.click_hex("E3")
    assert (structure_on(player, "D3"), structure_on(player, "E3")) == (
        Piece("loco"),
        Piece("wagon"),
    )


@pytest.mark.rule("E-LCT-04")
def test_a_landing_craft_that_lands_is_removed(open_playtest: OpenPlaytest) -> None:
    units = (
        "  A1: {structure: landing-craft, unit: american-armor}\n"
        "  C1: {unit: american-infantry}\n  A9: {unit: german-infantry}\n"
    )
    player = open_playtest(replace(skirmish(units), face=Face.BEACH), make_script(HANDS))
    start_and_order_only(player, "A1")
    player.click_hex("A1")
    assert structure_on(player, "A1") == Piece("barge")
    player.click_hex("A3")
    assert (structure_on(player, "A1"), structure_on(player, "A3")) == (None, None)
    assert "American armor lands on A3; its landing craft is removed." in player.log


@pytest.mark.rule("TH-BOAT-01")
def test_a_boat_moves_into_the_river(open_playtest: OpenPlaytest) -> None:
    units = (
        "  A1: {unit: {is: american-infantry, equipment: boat}}\n  a2: {terrain: river}\n"
        "  C1: {unit: american-infantry}\n  A9: {unit: german-infantry}\n"
    )
    player = open_playtest(skirmish(units), make_script(HANDS))
    start_and_order_only(player, "A1")
    player.click_hex("A1")
    player.click_hex("a2")
    unit = player.window.board.scenario.at(player.hex("a2")).unit
    assert unit is not None
    assert unit.equipment == "boat"
