"""The Breakthrough deck: On the Move orders, shared dice, choosing the deck."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.playtest.conftest import (
    TWO_PEOPLE,
    WATCHING,
    OpenPlaytest,
    PlaytestDriver,
    make_script,
    read_shipped_scenario,
    skirmish,
)

from m44core.board import BoardType
from m44core.catalogue.decks import load_decks
from m44core.rules.game.phases import Phase

ARMY = (
    "  A3: {unit: american-infantry}\n  G5: {unit: american-infantry}\n"
    "  H5: {unit: american-armor}\n  M17: {unit: german-infantry}\n"
)
PROBE = ["breakthrough-probe-left", "recon-in-force"]
AIR = ["breakthrough-air-power", "recon-in-force"]
MEDICS = ["breakthrough-medics-and-mechanics", "recon-in-force"]


def open_breakthrough_game(
    open_playtest: OpenPlaytest,
    axis: list[str],
    allies: list[str],
    dice: str = "",
    first: str = "bottom",
) -> PlaytestDriver:
    hands = "".join(f"draw {card}\n" for card in (*axis, *allies))
    player = open_playtest(
        skirmish(ARMY, first=first, board="breakthrough"), make_script(hands + dice)
    )
    player.start(TWO_PEOPLE)
    return player


def prompt_text(player: PlaytestDriver) -> str:
    return player.window.game_page.prompt.text()


@pytest.mark.rule("BT-OTM-01")
def test_a_click_orders_a_unit_fully_if_possible_else_on_the_move(
    open_playtest: OpenPlaytest,
) -> None:
    player = open_breakthrough_game(open_playtest, AIR, PROBE)
    player.play("breakthrough-probe-left")
    assert prompt_text(player) == (
        "Click the units to order. 2 extra units anywhere may move but not battle."
    )
    for name in ("A3", "G5"):
        player.click_hex(name)
    assert "American infantry on A3 is ordered." in player.log
    assert "American infantry on G5 is ordered to move but not battle." in player.log
    assert prompt_text(player).endswith(" 1 extra unit anywhere may move but not battle.")
    player.press("Done ordering")
    assert player.state.phase is Phase.MOVE
    assert player.choices.units == {player.hex("A3"), player.hex("G5")}


@pytest.mark.rule("BT-MED-02")
def test_the_dice_of_the_medics_are_assigned_by_clicks(open_playtest: OpenPlaytest) -> None:
    dice = "roll inf grenade\nroll armor star\nroll inf armor star flag"
    player = open_breakthrough_game(open_playtest, AIR, MEDICS, dice, "top")
    player.play("breakthrough-air-power")
    player.click_hex("G5")
    player.click_hex("H5")
    player.play("breakthrough-medics-and-mechanics")
    assert prompt_text(player).startswith("Dice left: 1 infantry, 1 armor and 1 star.")
    player.click_hex("G5")
    player.click_hex("H5")
    assert prompt_text(player).startswith("Dice left: 0 infantry, 0 armor and 1 star.")
    assert [str(label) for label, _ in player.choices.buttons] == ["Done regaining figures"]
    player.click_hex("H5")
    assert "American armor on H5 regains 1 figure (now 3)." in player.log
    assert player.choices.units == {player.hex("G5"), player.hex("H5")}


def test_every_hand_of_the_deck_has_text_on_its_cards(open_playtest: OpenPlaytest) -> None:
    keys = sorted(load_decks()["breakthrough"].copies)
    for pair in zip(keys[::2], keys[1::2], strict=True):
        player = open_breakthrough_game(
            open_playtest, ["recon-in-force", "pincer-move"], list(pair)
        )
        descriptions = [
            button.card.description for button in player.window.hand.cards if button.card.key
        ]
        assert all(word.endswith(".") for word in descriptions)
        player.window.close()


def test_computers_play_the_breakthrough_deck_in_the_window(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(skirmish(ARMY, board="breakthrough"))
    player.start(WATCHING)
    player.qtbot.waitUntil(lambda: player.state.turn > 2)
    assert player.state.field.settings.deck == "breakthrough"


def test_a_deck_can_be_chosen_before_the_game(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(read_shipped_scenario("pegasus-bridge"))
    box = player.window.start_page.variants.deck
    suitable_decks = [
        deck for deck in load_decks().values() if BoardType.STANDARD not in deck.never_on
    ]
    assert [box.itemText(0), box.count()] == ["Standard deck, 60 cards", len(suitable_decks)]
    assert player.window.start_page.settings.rules.deck == ""
    box.setCurrentIndex(box.findText("Breakthrough", Qt.MatchFlag.MatchStartsWith))
    player.start(TWO_PEOPLE)
    assert player.state.field.settings.deck == "breakthrough"
