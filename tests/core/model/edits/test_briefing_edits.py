"""Players, texts and allowances, by example."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.edits import MirrorKind
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Allowance, FirstPlayer, HexContent, Player, Texts, Unit

NEW = edits.new_scenario()


def test_only_one_player_is_changed() -> None:
    player = Player(Side.AXIS, "JP", cards=6, medals=5)
    after = edits.set_player(NEW, player, top=True)
    assert (after.briefing.top, after.briefing.bottom) == (player, NEW.briefing.bottom)


def test_swapped_players_keep_their_cards_and_the_first_move() -> None:
    swapped_scenario = edits.swap_players(NEW)
    assert (swapped_scenario.briefing.top, swapped_scenario.briefing.bottom) == (
        NEW.briefing.bottom,
        NEW.briefing.top,
    )
    assert swapped_scenario.briefing.first == FirstPlayer.TOP
    assert edits.swap_players(swapped_scenario) == NEW


def test_a_special_first_move_stays_special() -> None:
    special = edits.set_briefing(NEW, replace(NEW.briefing, first=FirstPlayer.SPECIAL))
    assert edits.swap_players(special).briefing.first is FirstPlayer.SPECIAL


def test_a_text_in_a_new_language_adds_the_language_last() -> None:
    after = edits.set_text(NEW, "de", "name", "Pegasusbrücke")
    assert list(after.texts) == ["en", "de"]
    assert after.texts["de"] == Texts(name="Pegasusbrücke")


def test_changing_a_text_keeps_the_order_of_the_languages() -> None:
    with_two_languages = edits.set_text(NEW, "de", "name", "Neu")
    assert list(edits.set_text(with_two_languages, "en", "name", "Other").texts) == ["en", "de"]


def test_an_unknown_text_is_refused() -> None:
    with pytest.raises(ValueError, match="haiku"):
        edits.set_text(NEW, "en", "haiku", "old pond")


def test_a_language_can_be_removed() -> None:
    assert edits.remove_language(NEW, "en").texts == {}
    assert edits.remove_language(NEW, "fr") is NEW


BOARD = BOARDS[BoardType.STANDARD]
HAND = Allowance("unusual-hand", "As the card says.")
BUNKER = Allowance("M502", "Either side may use it.", "A9")
SCENARIO = Scenario(
    hexes={BOARD.hex("A9"): HexContent(unit=Unit("infger"))}, allowed=(HAND, BUNKER)
)


def allowance_places(scenario: Scenario) -> list[str | None]:
    return [allowance.at for allowance in scenario.allowed]


def test_an_allowance_is_added_at_the_end() -> None:
    new_allowance = Allowance("M502", "Here too.", "G5")
    assert edits.add_allowance(SCENARIO, new_allowance).allowed == (HAND, BUNKER, new_allowance)


def test_a_new_reason_replaces_the_old_one() -> None:
    other = Allowance("unusual-hand", "The author wants it so.")
    assert edits.add_allowance(SCENARIO, other).allowed == (other, BUNKER)


def test_allowing_the_same_finding_twice_changes_nothing() -> None:
    assert edits.add_allowance(SCENARIO, BUNKER) is SCENARIO


def test_allowances_are_matched_by_check_and_place() -> None:
    assert edits.remove_allowance(SCENARIO, Allowance("M502", at="A9")).allowed == (HAND,)
    assert edits.remove_allowance(SCENARIO, Allowance("M502", at="A8")) is SCENARIO


@pytest.mark.parametrize(
    ("at", "mirrored_hex"),
    [
        ("A9", "M9"),
        ("/hexes/A9/unit", "/hexes/M9/unit"),
        ("/labels/A9", "/labels/M9"),
        ("/briefing/top", "/briefing/top"),
        ("/hexes", "/hexes"),
        ("Z9", "Z9"),
        ("", ""),
        (None, None),
    ],
)
def test_an_allowance_is_mirrored_with_its_hex(at: str | None, mirrored_hex: str | None) -> None:
    scenario = edits.add_allowance(Scenario(hexes=SCENARIO.hexes), Allowance("M5", "So.", at))
    mirrored_scenario = edits.mirror_scenario(scenario, MirrorKind.LEFT_RIGHT)
    assert allowance_places(mirrored_scenario) == [mirrored_hex]
    assert edits.mirror_scenario(mirrored_scenario, MirrorKind.LEFT_RIGHT) == scenario


def test_an_allowance_of_a_removed_hex_is_removed() -> None:
    after = edits.change_board(SCENARIO, BoardType.STANDARD, at=Hex(-2, 0)).scenario
    assert after.allowed == (HAND,)
    larger_scenario = edits.change_board(SCENARIO, BoardType.BREAKTHROUGH).scenario
    assert allowance_places(larger_scenario) == [None, "A17"]
