"""Overlord: the commander-in-chief hands out cards, and the generals carry them out."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.editor.playtest.conftest import (
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    make_script,
    marks_on_board,
)
from tests.reference_data import board_file

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.shapes.shapes import HEX_WIDTH
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.model.scenario import Scenario
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.phases import Phase
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44editor.interface_text import translated
from m44editor.playtest.cards.cards_in_play import handed_out_cards
from m44editor.playtest.game.players import PERSON
from m44editor.playtest.game.prompts import prompt as asked_of
from m44editor.playtest.game_marks import OddsPlate

AXIS = ["ambush", "counter-attack", "probe-left", "recon-right"]
DISTANT_UNITS = (
    "  A1: {unit: american-infantry}\n  E1: {unit: american-infantry}\n"
    "  M1: {unit: american-armor}\n  V1: {unit: american-armor}\n"
    "  A9: {unit: german-infantry}\n  M9: {unit: german-infantry}\n  V9: {unit: german-armor}\n"
)
ADJACENT_UNITS = DISTANT_UNITS + "  a2: {unit: german-infantry}\n"


def overlord(hexes: str) -> Scenario:
    """Return a small Overlord scenario; the Allies are at the bottom and move first."""
    players = ", ".join(
        f"{edge}: {{side: {side}, cards: 4, medals: 4}}"
        for edge, side in (("top", "axis"), ("bottom", "allies"))
    )
    text = (
        "format: 1\nboard: {type: overlord, face: country}\n"
        f"briefing: {{first: bottom, {players}}}\nhexes:\n{hexes}"
    )
    result = read_bytes(text.encode(), "wide.yaml")
    assert not result.diagnostics
    assert result.scenario is not None
    return result.scenario


def start_overlord_game(
    open_playtest: OpenPlaytest, hexes: str, *hand: str, dice: str = ""
) -> PlaytestDriver:
    """Start a game between two people with these cards in the Allies' hand; return its player."""
    draws = "".join(f"draw {card}\n" for card in (*AXIS, *hand))
    player = open_playtest(overlord(hexes), make_script(draws + dice))
    player.start(TWO_PEOPLE)
    return player


def prompt_text(player: PlaytestDriver) -> str:
    return player.window.game_page.prompt.text()


def handed_cards_text(player: PlaytestDriver) -> str:
    """Return the cards handed out, with their owners."""
    handed = player.window.game_page.handed_cards
    return handed.accessibleDescription() if handed.isVisible() else ""


def active_menu() -> QMenu:
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    return popup


def choose_menu_entry(player: PlaytestDriver, label: str) -> None:
    """Choose a menu entry with the keyboard."""
    entries = active_menu()
    while entries.activeAction().text() != label:
        QTest.keyClick(entries, Qt.Key.Key_Down)
    QTest.keyClick(entries, Qt.Key.Key_Return)


# Handing out


@pytest.mark.rule("B-VAR-OVL-02")
def test_cards_are_handed_out_to_the_generals(open_playtest: OpenPlaytest) -> None:
    player = start_overlord_game(
        open_playtest, DISTANT_UNITS, "attack-left", "move-out", "probe-left", "probe-right"
    )
    assert prompt_text(player) == (
        "Commander-in-chief: Hand out up to three cards to the field generals."
    )
    player.play("attack-left")
    assert handed_cards_text(player) == "Attack (left flank) for the field general on the left"
    assert prompt_text(player) == (
        "Commander-in-chief: Hand out another card, or let the field generals start."
    )
    playable = {b.card.key for b in player.window.hand.cards if b.card.playable}
    assert playable == {"move-out", "probe-left", "probe-right"}
    player.press("No more cards")
    assert prompt_text(player) == "Left field general: Click the units to order."
    assert handed_cards_text(player) == (
        "Attack (left flank) for the field general on the left, being played now"
    )


@pytest.mark.rule("B-VAR-OVL-04")
def test_a_tactic_card_asks_which_general_receives_it(open_playtest: OpenPlaytest) -> None:
    player = start_overlord_game(
        open_playtest, DISTANT_UNITS, "move-out", "probe-left", "attack-left", "recon-left"
    )
    player.play("move-out")
    assert [entry.text() for entry in active_menu().actions()] == [
        "To the field general on the left",
        "To the field general in the center",
        "To the field general on the right",
    ]
    choose_menu_entry(player, "To the field general in the center")
    assert handed_cards_text(player) == "Move Out for the field general in the center"
    assert "The Allies give Move Out to the field general in the center." in player.log


def test_cards_are_handed_out_by_keyboard_alone(open_playtest: OpenPlaytest) -> None:
    player = start_overlord_game(
        open_playtest, DISTANT_UNITS, "attack-left", "move-out", "probe-left", "probe-right"
    )
    player.press_key(Qt.Key.Key_4)
    choose_menu_entry(player, "To the field general in the center")
    player.press_key(Qt.Key.Key_3)
    assert handed_cards_text(player) == (
        "Move Out for the field general in the center; "
        "Attack (left flank) for the field general on the left"
    )
    player.end_step()
    assert player.state.phase is Phase.ORDER


def test_a_card_handed_out_can_be_recalled(open_playtest: OpenPlaytest) -> None:
    player = start_overlord_game(
        open_playtest, DISTANT_UNITS, "attack-left", "move-out", "probe-left", "probe-right"
    )
    player.play("attack-left")
    player.window.undo()
    assert handed_cards_text(player) == ""
    assert len(player.window.hand.cards) == 4


# Orders


@pytest.mark.rule("B-VAR-OVL-03")
def test_the_generals_order_their_own_units_in_turn(open_playtest: OpenPlaytest) -> None:
    player = start_overlord_game(
        open_playtest, DISTANT_UNITS, "attack-left", "move-out", "probe-left", "probe-right"
    )
    player.play("probe-right")
    player.play("attack-left")
    player.press("No more cards")
    assert prompt_text(player) == "Right field general: Click the units to order."
    assert player.choices.hexes.keys() == {player.hex("V1")}
    assert "in one of the field general's two subsections" in player.window.game_page.card.text()
    player.click_hex("V1")
    assert prompt_text(player) == "Left field general: Click the units to order."
    assert player.choices.hexes.keys() == {player.hex("A1"), player.hex("E1")}
    player.click_hex("A1")
    assert prompt_text(player) == "Field generals: Click a unit to move."
    assert player.choices.units == {player.hex("A1"), player.hex("V1")}
    assert handed_cards_text(player) == (
        "Probe (right flank) for the field general on the right; "
        "Attack (left flank) for the field general on the left"
    )


@pytest.mark.rule("B-VAR-OVL-02")
def test_two_cards_are_drawn_to_replace_those_handed_out(open_playtest: OpenPlaytest) -> None:
    player = start_overlord_game(
        open_playtest, DISTANT_UNITS, "attack-left", "move-out", "probe-left", "probe-right"
    )
    player.play("attack-left")
    player.play("probe-right")
    player.press("No more cards")
    player.end_turn()
    assert handed_cards_text(player) == ""
    assert len(player.state.hands[1]) == 4


@pytest.mark.rule("B-VAR-OVL-04")
def test_a_counter_attack_shows_the_copied_card_of_each_general(
    open_playtest: OpenPlaytest,
) -> None:
    player = start_overlord_game(
        open_playtest, DISTANT_UNITS, "attack-left", "move-out", "probe-left", "probe-right"
    )
    player.play("attack-left")
    player.press("No more cards")
    player.end_turn()
    player.play("counter-attack")
    assert [entry.text() for entry in active_menu().actions()] == [
        "To the field general on the left, who has nothing to repeat",
        "To the field general in the center, who has nothing to repeat",
        "To the field general on the right, as Attack (right flank)",
    ]
    choose_menu_entry(player, "To the field general on the right, as Attack (right flank)")
    player.press("No more cards")
    assert handed_cards_text(player) == (
        "Counter-Attack, as Attack (right flank) for the field general on the right, "
        "being played now"
    )
    assert player.choices.hexes.keys() == {player.hex("A9")}


# The commander-in-chief's own actions


@pytest.mark.rule("B-VAR-OVL-04")
def test_the_commander_uses_strikes_before_handing_out_cards(open_playtest: OpenPlaytest) -> None:
    hand = ["barrage", "probe-left", "attack-left", "recon-left"]
    player = start_overlord_game(open_playtest, DISTANT_UNITS, *hand, dice="roll inf inf star star")
    player.play("barrage")
    assert prompt_text(player) == "Commander-in-chief: Click the enemy unit to attack."
    assert {mark.hex for mark in marks_on_board(player, OddsPlate)} == set(
        map(player.hex, ("A9", "M9", "V9"))
    )
    assert handed_cards_text(player) == "Barrage for the commander-in-chief, being played now"
    player.click_hex("A9")
    assert player.state.phase is Phase.PLAY
    expected_prompt = "Commander-in-chief: Hand out another card, or let the field generals start."
    assert prompt_text(player) == expected_prompt
    player.play("probe-left")
    assert handed_cards_text(player) == (
        "Barrage for the commander-in-chief; Probe (left flank) for the field general on the left"
    )


@pytest.mark.rule("B-VAR-OVL-04")
def test_playing_their_finest_hour_names_every_general(open_playtest: OpenPlaytest) -> None:
    dice = "roll inf star flag flag\nroll armor flag flag flag\nroll armor flag flag flag"
    player = start_overlord_game(
        open_playtest,
        DISTANT_UNITS,
        "their-finest-hour",
        "probe-left",
        "attack-left",
        "recon-left",
        dice=dice,
    )
    player.play("their-finest-hour")
    for general in ("Left", "Center", "Right"):
        assert prompt_text(player) == f"{general} field general: Click the units to order."
        assert handed_cards_text(player) == (
            "Their Finest Hour for the commander-in-chief, being played now"
        )
        while player.state.phase is Phase.ORDER and general in prompt_text(player):
            player.click_hex(min(player.choices.hexes))
    assert player.state.phase is Phase.MOVE


# The other player


@pytest.mark.rule("B-VAR-OVL-04")
def test_the_commander_decides_on_ambushes_and_generals_decide_on_retreats(
    open_playtest: OpenPlaytest,
) -> None:
    dice = "roll flag star star"
    player = start_overlord_game(
        open_playtest,
        ADJACENT_UNITS,
        "attack-left",
        "move-out",
        "probe-left",
        "probe-right",
        dice=dice,
    )
    player.play("attack-left")
    player.press("No more cards")
    player.click_hex("A1")
    if player.state.phase is Phase.ORDER:
        player.press("Done ordering")
    player.press("Done moving")
    player.click_hex("A1")
    player.click_hex("a2")
    assert prompt_text(player).startswith(
        "Commander-in-chief: American infantry on A1 is about to close assault"
    )
    player.press("No ambush")
    assert prompt_text(player).startswith(
        "Right field general: 1 flag against German infantry on a2"
    )


# A board that is shown small


def test_plates_on_adjacent_targets_do_not_cover_units(
    open_playtest: OpenPlaytest,
) -> None:
    adjacent_units = DISTANT_UNITS + "  B9: {unit: german-infantry}\n"
    player = start_overlord_game(
        open_playtest, adjacent_units, "barrage", "probe-left", "attack-left", "recon-left"
    )
    player.play("barrage")
    plate = next(mark for mark in marks_on_board(player, OddsPlate) if mark.hex == player.hex("B9"))
    scale, image = 0.32, QImage(400, 100, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(scale, scale)
    plate.paint(painter, scale)
    painter.end()
    white = QColor(Qt.GlobalColor.white)
    painted_columns = [
        x for x in range(400) if any(image.pixelColor(x, y) != white for y in range(100))
    ]
    assert painted_columns
    assert max(painted_columns) - min(painted_columns) <= HEX_WIDTH * scale + 1


# Words


def test_cards_describe_their_effect_for_generals(open_playtest: OpenPlaytest) -> None:
    player = start_overlord_game(
        open_playtest,
        DISTANT_UNITS,
        "recon-left",
        "general-advance",
        "infantry-assault",
        "pincer-move",
    )
    descriptions = {b.card.key: b.accessibleDescription() for b in player.window.hand.cards}
    assert descriptions["recon-left"].startswith(
        "Order 1 unit in one of the field general's two subsections. At the end of the turn, "
        "draw three cards instead of two."
    )
    assert "in each of one field general's two subsections" in descriptions["general-advance"]
    assert (
        "Applies to only one of a field general's subsections." in descriptions["infantry-assault"]
    )
    assert descriptions["pincer-move"].startswith(
        "Order 2 units commanded by the left or right field general."
    )


def test_no_teams_are_offered_on_an_overlord_board(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(overlord(DISTANT_UNITS))
    teams = player.window.start_page.teams
    assert not any(box.isVisible() for box in teams.boxes.values())
    assert set(teams.sizes.values()) == {1}


# Whole turns


@pytest.mark.parametrize("seed", range(3))
def test_every_card_on_the_table_has_an_owner_at_any_time(seed: int) -> None:
    state, chance, rng = new_game(overlord(ADJACENT_UNITS)), RandomChance(seed), random.Random(seed)
    owners = set()
    while state.result is None and state.turn < 60:
        cards_handed_out = handed_out_cards(state)
        generals = [each.general for each in cards_handed_out if each.general is not None]
        assert [each.card.key for each in cards_handed_out] == list(state.handed_cards)
        assert max(Counter(generals).values(), default=0) <= 2, "a card for each of two halves"
        assert state.player == CHANCE or ":" in translated(asked_of(state, players=3))
        owners |= {each.owner for each in cards_handed_out}
        is_chance = state.player == CHANCE
        apply_action(state, chance.choose(state) if is_chance else rng.choice(legal_actions(state)))
    assert len(owners) == 4


def test_the_sergeant_hands_cards_out_too(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(
        overlord(DISTANT_UNITS), make_script("".join(f"draw {card}\n" for card in AXIS))
    )
    player.start({Side.ALLIES: PERSON, Side.AXIS: "sergeant"})
    player.end_turn()
    player.end_turn()
    assert player.state.turn >= 3
    handing_lines = [line for line in player.log if "The Axis gives " in line]
    assert handing_lines
    assert all(" to the field general " in line for line in handing_lines)


def test_a_published_board_is_played_by_both_sides(open_playtest: OpenPlaytest) -> None:
    scenario = read_file(board_file("13-OmahaBeachOverlord")).scenario
    assert scenario
    player = open_playtest(scenario)
    player.start({Side.ALLIES: PERSON, Side.AXIS: "sergeant"}, "11")
    player.play_until_turn(9)
    assert player.state.turn >= 9
    handing_lines = [
        line for line in player.log if " give" in line and " to the field general " in line
    ]
    assert len(handing_lines) >= 8, "each side hands out a card a turn"
    assert any("is ordered" in line and "American" in line for line in player.log)
    assert any("is ordered" in line and "German" in line for line in player.log)
