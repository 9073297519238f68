from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.errors import IllegalActionError, NotationError
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Unit
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import DrawCard, Play, Roll
from m44core.rules.game_settings import BY_THE_BOOK, PlateauRuling, RuleSettings
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.recorded_game import (
    PROGRAM,
    RULES_EDITION,
    Game,
    GameRecording,
    format_recorded_game,
    parse_recorded_game,
    replay_game,
)

BOARD = BOARDS[BoardType.STANDARD]
NO_NUMBER = "is not a whole number from 1 to 999999999"
GERMAN, AMERICAN = HexContent(unit=Unit("infger")), HexContent(unit=Unit("infus"))
TWO_UNITS = {BOARD.hex("A9"): GERMAN, BOARD.hex("A1"): AMERICAN}


def game_of_first_actions(scenario: Scenario, seed: int, length: int = 120) -> Game:
    """Return a game in which each player takes the first legal action."""
    game, chance = Game(scenario), RandomChance(seed)
    while len(game.actions) < length and game.state.result is None:
        is_chance = game.state.player == CHANCE
        game.do(chance.choose(game.state) if is_chance else legal_actions(game.state)[0])
    return game


@pytest.fixture
def game(read_shipped: Callable[[str], Scenario]) -> Game:
    return game_of_first_actions(read_shipped("pegasus-bridge"), seed=5)


def test_a_recorded_game_survives_a_round_trip(game: Game) -> None:
    recording = game.recording("pegasus.m44", "5")
    assert (
        parse_recorded_game(format_recorded_game(recording, game.state.field.scenario)) == recording
    )


def test_a_recorded_game_leads_to_the_same_position(game: Game) -> None:
    replayed_game = replay_game(game.recording(), game.state.field.scenario)
    assert replayed_game.place == game.state.place
    assert replayed_game.hands == game.state.hands


def test_equal_seeds_give_equal_games(read_shipped: Callable[[str], Scenario]) -> None:
    scenario = read_shipped("pegasus-bridge")
    assert game_of_first_actions(scenario, 3).actions == game_of_first_actions(scenario, 3).actions
    assert game_of_first_actions(scenario, 3).actions != game_of_first_actions(scenario, 4).actions


def test_a_recorded_game_needs_no_random_numbers(game: Game) -> None:
    replayed_game = Game(game.state.field.scenario)
    for action in game.actions:
        assert isinstance(action, DrawCard | Roll) is (replayed_game.state.player == CHANCE)
        replayed_game.do(action)
    assert replayed_game.actions == game.actions


def test_rewinding_restores_the_earlier_state(game: Game) -> None:
    scenario = game.state.field.scenario
    earlier_game = game_of_first_actions(scenario, seed=5, length=40)
    game.rewind(40)
    assert game.actions == earlier_game.actions
    assert game.state.place == earlier_game.state.place
    assert legal_actions(game.state) == legal_actions(earlier_game.state)


LARGE_BOARD = BOARDS[BoardType.BREAKTHROUGH]
LARGE = Scenario(LARGE_BOARD).with_hexes(
    {LARGE_BOARD.hex("A17"): GERMAN, LARGE_BOARD.hex("A1"): AMERICAN}
)


def test_a_recording_names_the_deck_unless_it_is_the_standard_one(game: Game) -> None:
    assert "\ndeck:" not in format_recorded_game(game.recording(), game.state.field.scenario)
    text = format_recorded_game(game_of_first_actions(LARGE, seed=3).recording(), LARGE)
    assert "\ndeck: breakthrough\n" in text
    assert parse_recorded_game(text).settings.deck == "breakthrough"
    assert replay_game(parse_recorded_game(text), LARGE).field.settings.deck == "breakthrough"


def test_a_recording_without_a_deck_name_uses_the_standard_deck() -> None:
    game = Game(LARGE, RuleSettings(deck="standard"))
    game.do(DrawCard("probe-left"))
    text = format_recorded_game(game.recording(), LARGE)
    assert "deck" not in text
    assert replay_game(parse_recorded_game(text), LARGE).deck == game.state.deck
    assert len(game.state.deck) == 59


def test_turns_are_marked_by_comments(game: Game) -> None:
    text = format_recorded_game(game.recording(), game.state.field.scenario)
    assert "\n# Turn 1: Allies.\nplay " in text


def test_a_game_written_without_turns_is_the_same_game(game: Game) -> None:
    recording, scenario = game.recording("pegasus.m44", "5"), game.state.field.scenario
    text = format_recorded_game(recording, scenario, names_turns=False)
    assert "# Turn" not in text
    assert parse_recorded_game(text) == recording


def test_comments_and_empty_lines_are_ignored() -> None:
    text = "# a game\r\n\nscenario: x.m44\n draw recon-left # for the Axis\n\n# end\n"
    settings = replace(BY_THE_BOOK, deck="standard")
    expected = GameRecording(
        (DrawCard("recon-left"),), "x.m44", settings=settings, program="", rules=0
    )
    assert parse_recorded_game(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("scenario: a\nmarch G5\n", "line 2: 'march G5' is not a valid action"),
        (
            "\nturn-limit: many\n",
            f"line 2: turn-limit: 'many' {NO_NUMBER}",
        ),
        ("turn-limit: 0\n", f"line 1: turn-limit: '0' {NO_NUMBER}"),
        ("takes-ground: perhaps\n", "line 1: takes-ground: 'perhaps' must be one of yes, no"),
        ("weather: rain\n", "line 1: unknown header 'weather'; it may come from a newer version"),
        ("axis-team: 4\n", "line 1: axis-team: '4' is not a valid team size"),
        ("draw recon-left\nother-line: 2\n", "line 2: 'other-line: 2' is not a valid action"),
        ("rules: two\n", "line 1: rules: 'two' is not a number"),
        ('scenario: "a\n', 'line 1: "a is not a JSON string'),
        ("draw recon-left\nseed: 5\n", "line 2: 'seed: 5' is not a valid action"),
        ("# \x0b \u2028 \x85 are no ends of lines\nmarch\n", "line 2"),
    ],
)
def test_invalid_recordings_are_refused_with_the_line(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_recorded_game(text)


BYTES = st.integers(0xDC80, 0xDCFF).map(chr)
NAMES = st.text(st.characters(codec="utf-8") | BYTES)  # a file name can contain such bytes


@pytest.mark.bulk
@given(NAMES, NAMES)
def test_any_name_of_a_file_or_a_player_is_read_back(scenario_path: str, player: str) -> None:
    settings = RuleSettings(deck="standard", plateau=PlateauRuling.SAME_HEIGHT, turn_limit=9)
    players = {side: player for side in Side if player}
    recording = GameRecording((), scenario_path, "f", "7/3", players, settings)
    text = format_recorded_game(recording, Scenario().with_hexes(TWO_UNITS))
    assert parse_recorded_game(text) == recording
    assert text.encode()


def test_teams_and_abandoned_lines_are_read_back(game: Game) -> None:
    scenario, start = game.state.field.scenario, tuple(game.actions[:9])
    abandoned_lines = ((*start, DrawCard("barrage")), (DrawCard("recon-left"),))
    recording = replace(
        game.recording(), teams={Side.AXIS: 3, Side.ALLIES: 2}, others=abandoned_lines
    )
    assert parse_recorded_game(format_recorded_game(recording, scenario)) == recording


def test_a_recording_states_the_players_and_the_rules(game: Game) -> None:
    players = {Side.AXIS: "general", Side.ALLIES: "Ann"}
    text = format_recorded_game(game.recording("a.m44", "5", players), game.state.field.scenario)
    head = text.partition("\n\n")[0]
    assert f"\nprogram: {PROGRAM}\nrules: {RULES_EDITION}\nscenario: a.m44\n" in head
    assert head.endswith("\nseed: 5\naxis: general\nallies: Ann")


def test_a_failing_replay_names_its_line(
    read_shipped: Callable[[str], Scenario],
) -> None:
    game = parse_recorded_game("# a comment\n\ndraw recon-left\n# another\nplay recon-left\n")
    with pytest.raises(IllegalActionError, match="line 5: 'play recon-left' is not possible"):
        replay_game(game, read_shipped("pegasus-bridge"))


def test_a_game_of_another_scenario_is_refused_with_the_action(
    read_shipped: Callable[[str], Scenario],
) -> None:
    game = GameRecording((DrawCard("recon-left"), Play("recon-left")))
    with pytest.raises(IllegalActionError, match="action 2: 'play recon-left' is not possible"):
        replay_game(game, read_shipped("pegasus-bridge"))


@pytest.mark.parametrize(("word", "hidden"), [("yes", True), ("no", False)])
def test_a_recording_states_whether_hands_were_hidden(word: str, hidden: bool) -> None:
    text = f"# M44 Workshop game\nhidden-hands: {word}\n\ndraw ambush\n"
    assert parse_recorded_game(text).hidden_hands is hidden
