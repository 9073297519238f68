"""Cards with special decisions, each played by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    CTRL,
    SHIFT,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    deal_script,
    make_script,
    marks_on_board,
    read_shipped_scenario,
    skirmish,
)

from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.special_rules import AirStrikes
from m44core.model.unit_rules import AirDrop
from m44core.rules.game.phases import Phase
from m44editor.board.board_marks import Arrow, Highlight
from m44editor.interface_text import translated
from m44editor.playtest.game.prompts import turn_message
from m44editor.playtest.game_marks import OddsPlate

DUEL = "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"
LINE = (
    "  g4: {unit: american-infantry}\n  G9: {unit: german-infantry}\n"
    "  H9: {unit: german-infantry}\n  h8: {unit: german-armor}\n  A9: {unit: german-artillery}\n"
)
QUIET = ["recon-left", "recon-right"]


def start_with_hands(
    open_playtest: OpenPlaytest,
    hexes: str,
    axis: Sequence[str],
    allies: Sequence[str],
    dice: str = "",
    first: str = "bottom",
) -> PlaytestDriver:
    """Start a game between two people with these hands and scripted dice, and return its player.

    The Allies are at the bottom.
    """
    hands = "".join(f"draw {card}\n" for card in (*axis, *allies))
    player = open_playtest(skirmish(hexes, first=first), make_script(hands + dice))
    player.start(TWO_PEOPLE)
    return player


def roll_summary(player: PlaytestDriver) -> str:
    last_roll = player.session.log.last_roll(player.session.timeline.length)
    return translated(last_roll.summary) if last_roll else ""


# Ambush


def attack_unit_with_ambush(
    open_playtest: OpenPlaytest, dice: str, hexes: str = DUEL
) -> PlaytestDriver:
    """Close assault a unit whose owner holds an Ambush; return the player of the game."""
    player = start_with_hands(
        open_playtest, hexes, ["ambush", "recon-left"], ["probe-centre", "recon-left"], dice
    )
    player.play("probe-centre")
    player.click_hex("g4")
    player.reach(Phase.BATTLE)
    player.click_hex("g4")
    player.click_hex("G5")
    return player


@pytest.mark.rule("B-CARD-AMB")
def test_the_attacked_player_is_asked_about_an_ambush(open_playtest: OpenPlaytest) -> None:
    player = attack_unit_with_ambush(open_playtest, "")
    page = player.window.game_page
    assert player.state.phase is Phase.AMBUSH
    assert page.headline.text() == "Axis to act"
    attack = "American infantry on g4 is about to close assault German infantry on G5."
    assert page.prompt.text() == f"{attack} Ambush it first?"
    assert "Attack with 3 dice: 1.5 figures lost on average" in page.details.text()
    assert "Ambush with 3 dice: " in page.details.text()
    attack_hexes = player.hex("g4"), player.hex("G5")
    assert attack_hexes in [(mark.start, mark.end) for mark in marks_on_board(player, Arrow)]
    assert {button.card.key for button in player.window.hand.cards} == {"ambush", "recon-left"}
    player.press_key(Qt.Key.Key_Space)
    assert player.state.phase is Phase.AMBUSH, "a key the attacker pressed twice answers nothing"


def test_a_decision_in_the_turn_of_the_computer_is_not_called_your_turn(
    open_playtest: OpenPlaytest,
) -> None:
    state = attack_unit_with_ambush(open_playtest, "").state
    assert translated(turn_message(state, {Side.ALLIES})) == "Axis to act"


def test_an_ambush_that_eliminates_the_attacker_ends_the_attack(
    open_playtest: OpenPlaytest,
) -> None:
    weak_duel = DUEL.replace("american-infantry", "{is: american-infantry, figures: 3}")
    player = attack_unit_with_ambush(
        open_playtest, "roll inf grenade inf", f"{weak_duel}  A1: {{unit: american-armor}}\n"
    )
    player.press("Ambush!")
    assert "American infantry on g4 is eliminated." in player.log
    assert player.state.turn == 2


def test_an_ambush_can_also_be_played_from_the_hand(open_playtest: OpenPlaytest) -> None:
    player = attack_unit_with_ambush(open_playtest, "roll star star star\nroll star star star")
    player.play("ambush")
    assert "Ambush! German infantry on G5 battles first, with 3 dice." in player.log
    assert player.log.count("The dice show 3 stars.") == 2


def test_an_ambush_is_declined_by_a_key(open_playtest: OpenPlaytest) -> None:
    player = attack_unit_with_ambush(open_playtest, "roll inf flag star")
    player.end_step()
    assert roll_summary(player) == "German infantry on G5: 1 hit, 1 flag"
    assert player.state.phase is Phase.RETREAT


def test_the_computers_hand_does_not_reveal_its_ambush(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(
        skirmish(DUEL), deal_script(["ambush", "recon-left"], ["probe-centre", "recon-left"])
    )
    player.start(AGAINST_AXIS)
    keys = {button.card.key for button in player.window.hand.cards}
    assert keys == {"probe-centre", "recon-left"}


# Cards that attack


@pytest.mark.rule("B-CARD-AIR")
def test_air_power_attacks_a_group_chosen_hex_by_hex(open_playtest: OpenPlaytest) -> None:
    dice = "roll star star\nroll flag flag"
    player = start_with_hands(open_playtest, LINE, QUIET, ["air-power", "recon-left"], dice)
    player.play("air-power")
    assert "up to 4 enemy units" in player.window.game_page.prompt.text()
    odds = {mark.hex: mark.odds for mark in marks_on_board(player, OddsPlate)}
    assert odds.keys() == {player.hex(name) for name in ("G9", "H9", "h8", "A9")}
    assert {each.dice for each in odds.values()} == {2}
    player.click_hex("G9")
    assert set(player.choices.hexes) == {player.hex("H9")} | (
        {player.hex("h8")} & set(player.hex("G9").neighbours())
    )
    player.click_hex("H9")
    assert player.window.board._highlights["named"].hexes == {player.hex("G9"), player.hex("H9")}
    player.press("Attack these targets")
    assert "Air Power strikes German infantry on G9 with 2 dice." in player.log
    assert "German infantry on G9 loses 2 figures; 2 left." in player.log
    assert "German infantry on H9 loses 2 figures because it cannot retreat; 2 left." in player.log


@pytest.mark.rule("B-CARD-BAR")
def test_barrage_attacks_the_clicked_unit(open_playtest: OpenPlaytest) -> None:
    dice = "roll grenade inf star star"
    player = start_with_hands(open_playtest, LINE, QUIET, ["barrage", "recon-left"], dice)
    player.play("barrage")
    assert player.window.game_page.prompt.text() == "Click the enemy unit to attack."
    player.click_hex("A9")
    assert roll_summary(player) == "German artillery on A9: 1 hit"


# Cards that ask something first


@pytest.mark.rule("B-CARD-MED")
def test_medics_heal_the_clicked_unit(open_playtest: OpenPlaytest) -> None:
    hexes = DUEL + "  A1: {unit: american-armor}\n"
    dice = "roll inf inf grenade star\nroll inf star"
    hands = ["barrage", "recon-left"], ["medics-and-mechanics", "recon-left"]
    player = start_with_hands(open_playtest, hexes, *hands, dice, "top")
    player.play("barrage")
    player.click_hex("g4")
    player.play("medics-and-mechanics")
    assert player.window.game_page.prompt.text() == "Click the unit that will regain figures."
    assert set(player.choices.hexes) == {player.hex("g4")}
    player.click_hex("g4")
    assert roll_summary(player) == "American infantry on g4: 2"
    assert "American infantry on g4 regains 2 figures (now 3)." in player.log


@pytest.mark.rule("B-CARD-INF")
def test_infantry_assault_asks_for_a_section(open_playtest: OpenPlaytest) -> None:
    hexes = DUEL + "  A1: {unit: american-infantry}\n  M1: {unit: american-armor}\n"
    player = start_with_hands(open_playtest, hexes, QUIET, ["infantry-assault", "recon-left"])
    player.play("infantry-assault")
    labels = [translated(label) for label, _ in player.choices.buttons]
    assert labels == ["Left flank", "Center"]
    player.press("Left flank")
    assert set(player.choices.hexes) == {player.hex("A1")}


def test_pointing_at_a_section_marks_the_units_it_would_order(open_playtest: OpenPlaytest) -> None:
    hexes = DUEL + "  A1: {unit: american-infantry}\n"
    player = start_with_hands(open_playtest, hexes, QUIET, ["infantry-assault", "recon-left"])
    player.play("infantry-assault")
    QTest.mouseMove(player.button("Left flank"))
    player.qtbot.waitUntil(lambda: player.hex("A1") in marked_hexes(player))
    QTest.mouseMove(player.window.game_page.log)
    player.qtbot.waitUntil(lambda: player.hex("A1") not in marked_hexes(player))


def marked_hexes(player: PlaytestDriver) -> set[Hex]:
    return {hex_ for mark in marks_on_board(player, Highlight) for hex_ in mark.hexes}


def play_infantry_assault_in_one_section(open_playtest: OpenPlaytest) -> PlaytestDriver:
    """Play an Infantry Assault for which only one section has units; return the player."""
    hexes = (
        "  A1: {unit: american-infantry}\n  B1: {unit: american-infantry}\n"
        "  M1: {unit: american-armor}\n  A9: {unit: german-infantry}\n"
    )
    player = start_with_hands(open_playtest, hexes, QUIET, ["infantry-assault", "recon-left"])
    player.play("infantry-assault")
    return player


@pytest.mark.rule("B-CARD-INF")
def test_no_choice_of_section_is_offered_if_only_one_has_units(open_playtest: OpenPlaytest) -> None:
    player = play_infantry_assault_in_one_section(open_playtest)
    assert player.state.phase is Phase.ORDER
    assert set(player.choices.hexes) == {player.hex("A1"), player.hex("B1")}


def test_undo_takes_back_the_section_with_its_card(open_playtest: OpenPlaytest) -> None:
    player = play_infantry_assault_in_one_section(open_playtest)
    actions_before = list(player.session.timeline.actions)
    assert str(actions_before[-1]) == "section left", "games are recorded as before"
    player.press_key(Qt.Key.Key_Z, CTRL)
    assert player.state.phase is Phase.PLAY
    assert not player.session.can_undo
    player.press_key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert player.session.timeline.actions == actions_before


def test_a_game_recorded_with_its_section_continues(
    open_playtest: OpenPlaytest, tmp_path: Path
) -> None:
    player = play_infantry_assault_in_one_section(open_playtest)
    recorded_actions = list(player.session.timeline.actions)
    player.window.save_game(tmp_path / "game.txt")
    player.window.open_game(tmp_path / "game.txt")
    assert player.session.timeline.actions == recorded_actions
    player.press_key(Qt.Key.Key_Z, CTRL)
    assert player.state.phase is Phase.PLAY


@pytest.mark.rule("B-CARD-BEL")
def test_the_unit_behind_enemy_lines_moves_again_after_its_battle(
    open_playtest: OpenPlaytest,
) -> None:
    hexes = "  g4: {unit: american-infantry}\n  G7: {unit: german-infantry}\n"
    player = start_with_hands(
        open_playtest,
        hexes,
        QUIET,
        ["behind-enemy-lines", "recon-left"],
        "roll star star star star",
    )
    player.play("behind-enemy-lines")
    player.click_hex("g4")
    player.click_hex("g4")
    player.click_hex("g6")
    player.click_hex("g6")
    player.click_hex("G7")
    assert player.state.phase is Phase.MOVE_AGAIN
    assert "The unit may move again" in player.window.game_page.prompt.text()
    player.click_hex("g6")
    player.click_hex("F5")
    assert player.window.board.scenario.at(player.hex("F5")).unit


@pytest.mark.rule("B-CARD-BEL")
def test_the_second_move_behind_enemy_lines_can_be_declined(open_playtest: OpenPlaytest) -> None:
    hexes = "  g4: {unit: american-infantry}\n  G7: {unit: german-infantry}\n"
    player = start_with_hands(open_playtest, hexes, QUIET, ["behind-enemy-lines", "recon-left"])
    player.play("behind-enemy-lines")
    player.click_hex("g4")
    player.press("Done moving")
    while player.state.phase is Phase.BATTLE:
        player.press("End the turn")
    player.press("No second move")
    assert player.state.turn == 2


@pytest.mark.rule("B-CARD-TFH")
def test_the_dice_rolled_for_their_finest_hour_are_shown(open_playtest: OpenPlaytest) -> None:
    player = start_with_hands(
        open_playtest, DUEL, QUIET, ["their-finest-hour", "recon-left"], "roll inf grenade"
    )
    player.play("their-finest-hour")
    assert roll_summary(player) == "Orders: 1"
    assert player.window.game_page.dice.accessibleDescription() == "Orders: 1 (infantry, grenade)"


@pytest.mark.rule("B-CARD-CNT")
def test_a_counter_attack_is_shown_as_the_card_it_copies(open_playtest: OpenPlaytest) -> None:
    hexes = DUEL + "  A9: {unit: german-armor}\n"
    hands = ["counter-attack", "recon-left"], ["probe-left", "recon-left"]
    player = start_with_hands(open_playtest, hexes, *hands)
    player.play("probe-left")  # it has nobody to order there
    (card,) = [b.card for b in player.window.hand.cards if b.card.key == "counter-attack"]
    assert card.copies == "probe-right"
    assert card.name == "Counter-Attack, as Probe (right flank)"
    player.play("counter-attack")
    card_text = player.window.game_page.card.text()
    assert card_text.startswith("Counter-Attack, as Probe (right flank): Order 2 units")


# Ground


def test_ground_is_taken_by_a_click_on_the_hex_or_a_button(open_playtest: OpenPlaytest) -> None:
    hexes = (
        "  g4: {unit: american-armor}\n  G5: {unit: german-infantry}\n  G7: {unit: german-armor}\n"
    )
    dice = "roll flag star star\nroll star star star"
    player = start_with_hands(open_playtest, hexes, QUIET, ["probe-centre", "recon-left"], dice)
    player.play("probe-centre")
    player.click_hex("g4")
    player.press("Done moving")
    player.click_hex("g4")
    player.click_hex("G5")
    player.click_hex(min(player.choices.hexes))  # the retreat
    assert player.window.game_page.prompt.text() == "American armor may take ground on G5."
    assert [translated(label) for label, _ in player.choices.buttons] == ["Take ground", "Stay"]
    player.click_hex("G5")
    assert player.state.phase is Phase.OVERRUN
    assert marks_on_board(player, OddsPlate)


# Exits and air drops

EXIT = (
    "  g8: {unit: american-infantry}\n  G9: {tags: [{is: exit, side: allies}]}\n"
    "  A9: {unit: german-infantry}\n  A1: {unit: american-armor}\n"
)


@pytest.mark.rule("V-EXIT-04")
def test_a_unit_leaves_the_board_at_an_exit(open_playtest: OpenPlaytest) -> None:
    player = start_with_hands(open_playtest, EXIT, QUIET, ["probe-centre", "recon-left"])
    player.play("probe-centre")
    player.click_hex("g8")
    player.click_hex("g8")
    player.click_hex("G9")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [entry.text() for entry in menu.actions()] == ["Directly", "Exit the board"]
    menu.actions()[1].trigger()
    menu.close()
    track = player.window.game_page.score.tracks[1]
    assert track.filled == ["exit"]
    assert track.accessibleDescription() == "1 for exits"
    assert not player.window.board.scenario.at(player.hex("G9")).unit


def scenario_with_free_air_drop(scenario: Scenario) -> Scenario:
    """Return a scenario in which the air drop can target any hex."""
    from dataclasses import replace

    rules = scenario.briefing.special_rules
    drop = rules.stated["air-drop"]
    assert isinstance(drop, AirDrop)
    free_rules = rules.with_rule("air-drop", replace(drop, center=None))
    return replace(scenario, briefing=replace(scenario.briefing, special_rules=free_rules))


def test_an_air_drop_with_one_possible_hex_needs_no_choice(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(read_shipped_scenario("sainte-mere-eglise"))
    player.start(TWO_PEOPLE)
    while not any("air drop" in line or "lands on" in line for line in player.log):
        assert player.state.phase is not Phase.AIM
        player.decide()
    assert player.choices.cards


def test_an_air_drop_is_aimed_by_a_click_and_lands_by_chance(
    open_playtest: OpenPlaytest,
) -> None:
    player = open_playtest(scenario_with_free_air_drop(read_shipped_scenario("sainte-mere-eglise")))
    player.start(TWO_PEOPLE)
    while player.state.phase is not Phase.AIM:
        player.decide()
    assert "Click the target hex for the air drop." in player.window.game_page.prompt.text()
    player.click_hex(min(player.choices.hexes))
    assert player.choices.cards
    landing_lines = [
        line for line in player.log if " lands on " in line or "lost in the air drop" in line
    ]
    assert landing_lines


# A card that can be used as another


def test_playing_recon_asks_whether_it_counts_as_air_power(open_playtest: OpenPlaytest) -> None:
    from dataclasses import replace

    scenario = skirmish(LINE)
    rules = scenario.briefing.special_rules.with_rule("air-strikes", AirStrikes(Side.ALLIES))
    scenario = replace(scenario, briefing=replace(scenario.briefing, special_rules=rules))
    player = open_playtest(scenario, deal_script(QUIET, ["recon-centre", "recon-left"]))
    player.start(TWO_PEOPLE)
    player.play("recon-centre")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [entry.text() for entry in menu.actions()] == ["As Recon (center)", "As Air Power"]
    menu.actions()[1].trigger()
    assert player.state.phase is Phase.TARGET
    assert "as Air Power" in player.window.game_page.card.text()
