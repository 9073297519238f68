"""Teams at one screen: their sizes, and the member who decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    LEFT,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    deal_script,
    make_script,
    skirmish,
)

from m44core.catalogue.catalogue_types import Side
from m44core.rules.game.phases import Phase
from m44editor.playtest.start_page import TeamBox

ON_THE_LINE = "  D5: {unit: american-infantry}\n  d6: {unit: german-infantry}\n"
LINES = (
    "  A1: {unit: american-infantry}\n  a2: {unit: german-infantry}\n"
    "  G1: {unit: american-infantry}\n  M1: {unit: american-armor}\n"
)
QUIET = ["recon-left", "recon-right"]


def team_size_box(player: PlaytestDriver, side: Side) -> TeamBox:
    return player.window.start_page.teams.boxes[side]


def enlarge_team(player: PlaytestDriver, side: Side, times: int = 1) -> None:
    """Enlarge the team of a side by *times* people, with the keyboard."""
    team_size_box(player, side).setFocus()
    for _ in range(times):
        player.press_key(Qt.Key.Key_Down)


def disabled_reasons(player: PlaytestDriver, side: Side) -> list[str]:
    """Return the reason why each team size is disabled; "" for an enabled one."""
    team_box, rows = team_size_box(player, side), range(3)
    return [team_box.itemData(row, Qt.ItemDataRole.ToolTipRole) or "" for row in rows]


def start_team_game(
    open_playtest: OpenPlaytest,
    hexes: str,
    allies: int,
    axis: int,
    *hands: list[str],
    dice: str = "",
) -> PlaytestDriver:
    """Start a game of two teams and return its player.

    Args:
        open_playtest: The fixture that opens the playtest window.
        hexes: The units on the board, as for ``skirmish``.
        allies: The number of people in the team of the Allies.
        axis: The number of people in the team of the Axis.
        hands: The cards drawn, one list per hand.
        dice: The scripted dice rolls, as lines after the draws.
    """
    draws = "".join(f"draw {card}\n" for hand in hands for card in hand)
    player = open_playtest(skirmish(hexes), make_script(draws + dice))
    player.window.start_page.choose_players(TWO_PEOPLE)
    for side, size in ((Side.ALLIES, 2), (Side.AXIS, 2), (Side.ALLIES, 3), (Side.AXIS, 3)):
        if size <= {Side.ALLIES: allies, Side.AXIS: axis}[side]:
            enlarge_team(player, side)
    QTest.mouseClick(player.window.start_page.start, LEFT)
    return player


def prompt_text(player: PlaytestDriver) -> str:
    return player.window.game_page.prompt.text()


# How many


@pytest.mark.rule("B-VAR-TEAM-01")
def test_teams_differ_by_at_most_one_person(player: PlaytestDriver) -> None:
    player.window.start_page.choose_players(TWO_PEOPLE)
    reason = "The Axis has 1 player: team sizes may differ by at most one"
    assert disabled_reasons(player, Side.ALLIES) == ["", "", reason]
    enlarge_team(player, Side.ALLIES, 2)
    assert team_size_box(player, Side.ALLIES).chosen_size == 2, "the keyboard skips disabled sizes"
    enlarge_team(player, Side.AXIS)
    assert disabled_reasons(player, Side.ALLIES) == ["", "", ""]
    enlarge_team(player, Side.ALLIES)
    assert player.window.start_page.settings.teams == {Side.ALLIES: 3, Side.AXIS: 2}
    assert disabled_reasons(player, Side.AXIS)[0] == (
        "The Allies have 3 players: team sizes may differ by at most one"
    )


def test_a_team_of_any_size_plays_against_the_computer(player: PlaytestDriver) -> None:
    player.window.start_page.choose_players(AGAINST_AXIS)
    enlarge_team(player, Side.ALLIES, 2)
    assert player.window.start_page.settings.teams == {Side.ALLIES: 3, Side.AXIS: 1}
    assert not team_size_box(player, Side.AXIS).isEnabled()
    assert team_size_box(player, Side.AXIS).toolTip() == "The computer plays both sides"


def test_a_team_is_reduced_if_its_opponent_becomes_a_single_person(player: PlaytestDriver) -> None:
    page = player.window.start_page
    page.choose_players(AGAINST_AXIS)
    enlarge_team(player, Side.ALLIES, 2)
    page.choose_players(TWO_PEOPLE)
    assert page.settings.teams == {Side.ALLIES: 2, Side.AXIS: 1}


# Who decides


@pytest.mark.rule("B-VAR-TEAM-01")
def test_the_prompt_names_no_team_member_for_a_single_player(open_playtest: OpenPlaytest) -> None:
    player = start_team_game(open_playtest, LINES, 1, 1, QUIET, ["probe-left", "recon-left"])
    assert prompt_text(player) == "Play a card."
    player.play("probe-left")
    assert prompt_text(player) == "Click the units to order."


@pytest.mark.rule("B-VAR-TEAM-03")
@pytest.mark.parametrize(
    ("card", "members", "member"),
    [
        ("probe-left", 2, "Both flanks"),
        ("probe-left", 3, "Left flank"),
        ("assault-right", 3, "Right flank"),
        ("probe-centre", 3, "Commander-in-chief"),
        ("direct-from-hq", 3, "Commander-in-chief"),
    ],
)
def test_a_card_is_carried_out_by_its_team_member(
    open_playtest: OpenPlaytest, card: str, members: int, member: str
) -> None:
    player = start_team_game(
        open_playtest, LINES, members, members - 1, QUIET, [card, "recon-left"]
    )
    assert prompt_text(player) == "Commander-in-chief, after consulting the team: Play a card."
    score_text = player.window.game_page.score.accessibleDescription()
    assert f"Allies ({members} people)" in score_text
    player.play(card)
    assert prompt_text(player) == f"{member}: Click the units to order."
    player.click_hex(min(player.choices.hexes))
    if player.state.phase is Phase.ORDER:
        player.press("Done ordering")
    assert prompt_text(player) == f"{member}: Click a unit to move."


@pytest.mark.rule("B-VAR-TEAM-03")
def test_a_counter_attack_concerns_the_same_member_as_the_copied_card(
    open_playtest: OpenPlaytest,
) -> None:
    hexes = LINES + "  M9: {unit: german-armor}\n  A9: {unit: german-armor}\n"
    hands = ["counter-attack", "recon-left"], ["probe-left", "recon-left"]
    player = start_team_game(open_playtest, hexes, 3, 3, *hands)
    player.play("probe-left")
    player.end_turn()
    player.play("counter-attack")
    assert prompt_text(player) == "Right flank: Click the units to order."


@pytest.mark.parametrize(
    ("hexes", "attacker", "target", "member"),
    [
        (LINES, "A1", "a2", "Right flank: "),  # the bottom player's left is the top player's right
        (ON_THE_LINE, "D5", "d6", "Commander-in-chief: "),
    ],
)
def test_a_retreat_is_decided_by_the_member_of_the_units_section(
    open_playtest: OpenPlaytest, hexes: str, attacker: str, target: str, member: str
) -> None:
    hand = ["direct-from-hq", "recon-left"]
    fall_back = "roll flag star star"
    player = start_team_game(open_playtest, hexes, 2, 3, QUIET, hand, dice=fall_back)
    player.play("direct-from-hq")
    player.click_hex(attacker)
    if player.state.phase is Phase.ORDER:
        player.press("Done ordering")
    player.press("Done moving")
    player.click_hex(attacker)
    player.click_hex(target)
    assert player.state.phase is Phase.RETREAT
    assert prompt_text(player).startswith(f"{member}1 flag against German infantry on {target}: ")


def test_an_ambush_is_decided_by_the_member_of_the_attacked_units_section(
    open_playtest: OpenPlaytest,
) -> None:
    hands = ["ambush", "recon-left"], ["probe-left", "recon-left"]
    player = start_team_game(open_playtest, LINES, 2, 2, *hands)
    player.play("probe-left")
    player.click_hex("A1")
    player.press("Done moving")
    player.click_hex("A1")
    player.click_hex("a2")
    assert prompt_text(player).startswith(
        "Both flanks: American infantry on A1 is about to close assault German"
    )


# The hand


@pytest.mark.rule("B-VAR-TEAM-01")
def test_the_curtain_separates_the_sides_not_the_members_of_a_team(
    open_playtest: OpenPlaytest,
) -> None:
    player = open_playtest(skirmish(LINES), deal_script(QUIET, ["probe-left", "recon-left"]))
    page = player.window.start_page
    page.choose_players(TWO_PEOPLE)
    page.curtain.setFocus()
    player.press_key(Qt.Key.Key_Space)
    enlarge_team(player, Side.ALLIES)
    QTest.mouseClick(page.start, LEFT)
    curtain = player.window.table.curtain
    assert curtain.label.text() == "Allies, click here or press Space when nobody else is looking."
    player.press_key(Qt.Key.Key_Space)
    player.play("probe-left")
    assert prompt_text(player).startswith("Both flanks: ")
    assert not curtain.is_closed
    assert [b.card.key for b in player.window.hand.cards] == [""]
    player.end_turn()
    assert curtain.label.text() == "Axis, click here or press Space when nobody else is looking."


def test_teams_are_saved_with_the_game(open_playtest: OpenPlaytest, tmp_path: Path) -> None:
    player = start_team_game(open_playtest, LINES, 3, 2, QUIET, QUIET)
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.start_page.choose_players(AGAINST_AXIS)
    player.window.open_game(tmp_path / "game.txt")
    score = player.window.game_page.score
    assert "Allies (3 people)" in score.accessibleDescription()
    assert "Axis (2 people)" in score.accessibleDescription()
    player.window.actions_by_name["axis-recruit"].trigger()
    assert "Axis (computer, recruit)" in score.accessibleDescription()
