"""A game is played with the deck that its settings, scenario or board require."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.core.m44_special_rules import briefing_of, special_rules_of

from m44core.board import BOARDS, BoardType
from m44core.catalogue.decks import load_decks
from m44core.errors import M44Error
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Unit
from m44core.model.special_rules import SpecialRules
from m44core.rules.cards.deck_choice import cards_of_deck, playable_decks, unplayable_reason
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import BY_THE_BOOK, YOUNG_GENERALS, RuleSettings
from m44core.rules.play.game_setup import new_game
from m44core.rules.scenario_options import ScenarioOptions, scenario_options

AIR_AS_BOMBARD: dict[str, object] = {"deck_name": "AIR_POWER_AS_ARTILLERY_BOMBARD_DECK"}


def start_game(
    board: BoardType, settings: RuleSettings = BY_THE_BOOK, options: dict[str, object] | None = None
) -> GameState:
    grid = BOARDS[board]
    units = {"A1": "infus", "B1": "infger"}
    hexes = {grid.hex(name): HexContent(unit=Unit(unit)) for name, unit in units.items()}
    scenario = Scenario(grid, briefing=briefing_of(options)).with_hexes(hexes)
    return new_game(scenario, settings)


@pytest.mark.rule("BT-SET-02")
@pytest.mark.rule("OVL-DECK-02")
@pytest.mark.parametrize(
    ("board", "deck", "cards"),
    [
        (BoardType.STANDARD, "standard", 60),
        (BoardType.BREAKTHROUGH, "breakthrough", 80),
        (BoardType.OVERLORD, "overlord", 120),
    ],
)
def test_a_board_is_played_with_its_usual_deck(board: BoardType, deck: str, cards: int) -> None:
    state = start_game(board)
    assert state.field.settings.deck == deck
    assert Counter(state.deck) == Counter(load_decks()[deck].copies)
    assert len(state.deck) == cards


@pytest.mark.rule("B-VAR-YG-01")
@pytest.mark.parametrize("board", BoardType)
def test_young_generals_play_with_the_section_cards_of_any_deck(board: BoardType) -> None:
    sections = {BoardType.STANDARD: 40, BoardType.BREAKTHROUGH: 52, BoardType.OVERLORD: 80}
    assert len(start_game(board, YOUNG_GENERALS).deck) == sections[board]


def test_the_deck_of_young_generals_is_the_standard_one_without_tactic_cards() -> None:
    assert cards_of_deck("young-generals") == cards_of_deck("standard", tactic_cards=False)


@pytest.mark.rule("O-DECK")
def test_a_scenario_can_require_a_deck() -> None:
    deck = start_game(BoardType.STANDARD, options=AIR_AS_BOMBARD).deck
    assert "air-power" not in deck
    assert deck.count("artillery-bombard") == 2


def test_a_deck_setting_overrides_the_deck_of_the_scenario() -> None:
    settings = RuleSettings(deck="standard")
    assert "air-power" in start_game(BoardType.STANDARD, settings, AIR_AS_BOMBARD).deck
    assert len(start_game(BoardType.BREAKTHROUGH, settings).deck) == 60


@pytest.mark.parametrize(
    ("board", "deck", "message"),
    [
        (BoardType.STANDARD, "tarot", "unknown deck 'tarot'; choose from standard, "),
        (BoardType.STANDARD, "overlord", "the two standard decks cannot be played: .*Standard"),
        (BoardType.OVERLORD, "breakthrough", "the Breakthrough deck cannot be played: .*Overlord"),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused(board: BoardType, deck: str, message: str) -> None:
    with pytest.raises(M44Error, match=message):
        start_game(board, RuleSettings(deck=deck))


def test_a_deck_with_unsupported_cards_names_them() -> None:
    deck = replace(load_decks()["breakthrough"], unplayed=("air-power", "probe-left"))
    sentence = "the rules for Air Power, Probe (left flank) are not supported yet"
    assert str(unplayable_reason(deck, BoardType.BREAKTHROUGH)) == sentence


@pytest.mark.parametrize("board", BoardType)
def test_the_deck_choices_begin_with_the_usual_one(board: BoardType) -> None:
    names = [deck.name for deck in playable_decks(board, ScenarioOptions())]
    assert names[0] == start_game(board).field.settings.deck
    assert len(set(names)) == len(names)
    assert ("breakthrough" in names) == (board is not BoardType.OVERLORD)


def test_the_fingerprint_includes_the_deck_of_the_scenario_but_not_of_the_settings(
    read_shipped: Callable[[str], Scenario],
) -> None:
    pegasus = read_shipped("pegasus-bridge")
    briefing = pegasus.briefing
    rules = SpecialRules(
        {**briefing.special_rules.stated, **special_rules_of(AIR_AS_BOMBARD).stated}
    )
    scenario_with_deck = replace(pegasus, briefing=replace(briefing, special_rules=rules))
    assert scenario_options(scenario_with_deck).deck == "air-power-as-bombard"
    prints = {fingerprint_of(new_game(each).field) for each in (pegasus, scenario_with_deck)}
    assert len(prints) == 2
    other = fingerprint_of(new_game(pegasus, RuleSettings(deck="breakthrough")).field)
    assert other == fingerprint_of(new_game(pegasus).field)
