"""A game resumed from a file plays on like the game its position was taken from.

The original game and the one from the file are played side by side: after every action both have
the same legal actions. Checking every case of the engine shows that the position stores everything
that a rule keeps beyond the end of a turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest
from tests.core.rules.play.test_resume_game import PLAYERS
from tests.core.rules.test_cases import Case, carry_out, case_parameters, game_of_case

from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.game_position import GamePosition, HiddenMines
from m44core.model.scenario import Scenario
from m44core.rules.board.hex_grid import CHANCE, bit_indexes
from m44core.rules.game.actions import Action
from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import scenario_to_resume
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions

FILE_FORMATS = list(FileFormat)
COMPARED_ACTIONS = 70  # actions: some two turns
TURN_START_PHASES = (Phase.PLAY, Phase.AIM, Phase.COMMISSAR)


@pytest.mark.parametrize(
    "file", sorted({str(each.id).partition(":")[0] for each in case_parameters()})
)
@pytest.mark.bulk
def test_a_case_resumed_from_a_file_continues_as_before(
    file: str, subtests: pytest.Subtests
) -> None:
    for each in case_parameters(file):
        with subtests.test(str(each.id)):
            (case,) = each.values
            assert isinstance(case, Case)
            assert_plays_as_before(case)


def assert_plays_as_before(case: Case) -> None:
    state = game_of_case(case)
    for text in case.do:
        carry_out(state, text)
    rng = random.Random(str(case.do))
    if play_to_next_turn(state, rng):
        assert (
            first_difference(state, resumed_from_file(state, rng.choice(FILE_FORMATS)), rng) == ()
        )


@pytest.mark.parametrize("name", ["sword-beach", "arnhem-bridge", "saverne-gap"])
@pytest.mark.parametrize("seed", range(4))
def test_a_scenario_resumed_from_a_file_continues_as_before(
    read_shipped: Callable[[str], Scenario], name: str, seed: int
) -> None:
    state, rng = new_game(read_shipped(name)), random.Random(seed)
    turn_start = None
    while state.turn < 20 + 20 * seed and play_to_next_turn(state, rng):
        turn_start = state.clone()
        apply_random_action(state, rng)
    assert turn_start
    assert (
        first_difference(
            turn_start, resumed_from_file(turn_start, FILE_FORMATS[seed % len(FILE_FORMATS)]), rng
        )
        == ()
    )


# What a position stores


def test_cross_hairs_are_kept() -> None:
    state = play_small_game(
        {"A1": "american-artillery ~big-gun", "G1": "german-infantry"},
        "play artillery-bombard, order A1, end-moves, battle A1 G1, roll grenade, end-battles",
        card="artillery-bombard",
    )
    assert keyed_by_hex_name(state, stored_position(state).cross_hairs) == {"A1": ("G1",)}
    assert resumed_from_file(state).cross_hairs


def test_known_mines_and_the_remaining_mine_tokens_are_kept() -> None:
    state = play_small_game(
        {"G3": "american-armor", "g4": "minefield@axis", "C5": "minefield@axis"},
        "play assault-centre, order G3, move G3 g4, mine 3, roll armor grenade star",
    )
    position = stored_position(state)
    assert keyed_by_hex_name(state, position.mines) == {"g4": 3}
    (left,) = position.hidden
    resumed_state = resumed_from_file(state)
    assert left == HiddenMines((state.field.grid.board.hex("C5"),), resumed_state.mine_pools[0])
    assert resumed_state.mine_pools == state.mine_pools


def test_the_full_strength_of_wounded_units_is_kept() -> None:
    state = play_small_game(
        {"G3": "american-infantry", "g4": "german-infantry"},
        "play assault-centre, order G3, end-moves, battle G3 g4, roll inf inf star",
    )
    assert keyed_by_hex_name(state, stored_position(state).strength) == {"g4": 4}
    unit = resumed_from_file(state).unit_on("g4")
    assert unit
    assert unit.figures == 4


def test_the_last_commands_of_overlord_generals_are_kept() -> None:
    state = play_small_game(
        {"B1": "american-infantry", "P9": "german-infantry"},
        "play probe-left for left, order B1",
        board="OVERLORD",
        card="probe-left",
        hand=("recon-left",),
    )
    assert stored_position(state).generals == {Side.ALLIES: ("probe-left/1", "", "")}
    commands_of_generals = resumed_from_file(state).generals[state.field.player(Side.ALLIES)]
    assert [[command.card for command in commands] for commands in commands_of_generals] == [
        ["probe-left"],
        [],
        [],
    ]
    assert not commands_of_generals[0][0].either, "the half it was for is known"


def test_the_card_under_the_commissar_token_is_kept() -> None:
    state = play_small_game(
        {"G3": "american-infantry", "G7": "german-infantry"},
        "put-down attack-left, play attack-left, put-down probe-left",
        options={"commissar": "allies"},
        card="attack-left",
        hand=("probe-left", "recon-centre"),
    )
    assert stored_position(state).token == "probe-left"
    assert resumed_from_file(state).token == "probe-left"


def test_a_bunker_belongs_to_the_side_that_left_it() -> None:
    state = play_small_game(
        {"G3": "bunker american-infantry", "G7": "german-infantry"},
        "play assault-centre, order G3, move G3 g4, end-battles",
    )
    structure = scenario_to_resume(state).at(state.field.grid.board.hex("G3")).structure
    assert structure
    assert structure.owner is Side.ALLIES


def test_wire_under_sandbags_is_kept() -> None:
    state = play_small_game(
        {"G3": "wire american-infantry", "G7": "german-infantry"},
        "play dig-in, order G3",
        card="dig-in",
    )
    assert keyed_by_hex_name(state, stored_position(state).under) == {"G3": "wire"}
    ground = resumed_from_file(state).ground.hexes[state.field.grid.index["G3"]]
    assert ground.obstacle
    assert ground.sandbags


def test_a_position_is_turned_with_its_board() -> None:
    old_hex, new_hex = Hex(3, 1), Hex(5, 1)
    position = GamePosition(
        2,
        Side.AXIS,
        strength={old_hex: 4},
        mines={old_hex: 1},
        hidden=(HiddenMines((old_hex,), (1, 2)),),
        cross_hairs={old_hex: (old_hex, new_hex)},
        under={new_hex: "wire"},
    )
    moved_position = position.with_moved_hexes(
        lambda hex_: None if hex_ == new_hex else Hex(hex_.col + 2, hex_.row)
    )
    assert moved_position.strength == {new_hex: 4}
    assert moved_position.mines == {new_hex: 1}
    assert moved_position.hidden == (HiddenMines((new_hex,), (1, 2)),)
    assert moved_position.cross_hairs == {new_hex: (new_hex,)}
    assert not moved_position.under


# Helpers


def play_small_game(
    hexes: Mapping[str, str], actions_done: str, **case_entries: object
) -> GameState:
    """Return a small game after *actions_done*, at the start of the next turn."""
    state = game_of_case(Case(hexes, **case_entries))  # type: ignore[arg-type]  # each field has its type
    for text in actions_done.split(", "):
        carry_out(state, text)
    assert play_to_next_turn(state, random.Random(1))
    return state


def play_to_next_turn(state: GameState, rng: random.Random) -> bool:
    """Play at random to the next turn; return whether the game goes on with units on both sides."""
    before = state.turn
    while state.phase is not Phase.OVER and not (
        state.turn > before and state.phase in TURN_START_PHASES
    ):
        apply_random_action(state, rng)
    return state.phase is not Phase.OVER and all(state.occupied)


def apply_random_action(state: GameState, rng: random.Random) -> Action:
    is_chance = state.player == CHANCE
    action = (
        RandomChance(rng.randrange(1 << 30)).choose(state)
        if is_chance
        else rng.choice(sorted_legal_actions(state))
    )
    apply_action(state, action)
    return action


def sorted_legal_actions(state: GameState) -> list[Action]:
    return sorted(legal_actions(state), key=str)


def stored_position(state: GameState) -> GamePosition:
    position = scenario_to_resume(state).position
    assert position
    return position


def keyed_by_hex_name(state: GameState, content: Mapping[Hex, object]) -> dict[str, object]:
    """Return a mapping with its hexes replaced by their names."""
    board = state.field.grid.board

    def name(value: object) -> object:
        return tuple(board.name(h) for h in value) if isinstance(value, tuple) else value

    return {board.name(hex_): name(value) for hex_, value in content.items()}


def resumed_from_file(state: GameState, file_format: FileFormat = FileFormat.YAML) -> GameState:
    result = read_bytes(to_bytes(scenario_to_resume(state), file_format), f"position.{file_format}")
    assert not [each for each in result.diagnostics if each.pointer.startswith("/position")]
    assert result.scenario
    return new_game(result.scenario, state.field.settings)


def first_difference(one: GameState, other: GameState, rng: random.Random) -> tuple[object, ...]:
    """Play two games side by side; return the values that first differ, and the actions before.

    Returns an empty tuple if nothing differs.
    """
    done_so_far: list[str] = []
    for _ in range(COMPARED_ACTIONS):
        actual, expected = compared_values(other), compared_values(one)
        if actual != expected:
            return actual, expected, done_so_far
        if one.phase is Phase.OVER:
            break
        action = apply_random_action(one, rng)
        apply_action(other, action)
        done_so_far.append(str(action))
    return ()


def compared_values(state: GameState) -> tuple[object, ...]:
    """Return the compared values: phase, turn, medals and legal actions.

    The actions are None if chance comes next or the game is over.
    """
    legal_actions_ = (
        sorted_legal_actions(state)
        if state.player != CHANCE and state.phase is not Phase.OVER
        else None
    )
    return state.phase, state.turn, [state.medals(player) for player in PLAYERS], legal_actions_


DAMS = {"dam-sabotage": {"side": "axis", "hexes": ["E5"], "hits": 3}}


def game_with_dam_after(actions_done: str, **case_entries: object) -> GameState:
    """Return a small game after *actions_done*, in the middle of the turn."""
    hexes = {"E3": "american-infantry", "E5": "dam german-infantry", "G9": "german-infantry"}
    state = game_of_case(Case(hexes, first="top", card="assault-centre", **case_entries))  # type: ignore[arg-type]  # each field has its type
    for text in actions_done.split(", "):
        carry_out(state, text)
    return state


@pytest.mark.rule("SO-DAM-SABOTAGE")
def test_a_dam_stays_damaged_and_is_not_rolled_for_twice() -> None:
    state = game_with_dam_after("roll star", options=DAMS)
    assert [*stored_position(state).dams.values()] == [1]
    resumed_state = resumed_from_file(state)
    assert resumed_state.dams == state.dams
    assert resumed_state.phase is Phase.PLAY


@pytest.mark.rule("SO-N-15")
def test_a_unit_of_the_defender_on_a_dam_repairs_it() -> None:
    before = "roll star, play assault-centre, order E5, end-orders, move E5 E7"
    assert game_with_dam_after(before, options=DAMS).dams
    assert not game_with_dam_after(
        f"{before}, play probe-centre, order E3, move E3 E5", options=DAMS
    ).dams


@pytest.mark.rule("SO-ATTRITION")
def test_attrition_still_due_is_rolled_for_again() -> None:
    state = game_with_dam_after("roll grenade flag", options={"attrition": {"side": "axis"}})
    assert resumed_from_file(state).phase is Phase.SPECIAL_ROLL


REINFORCEMENT_RULES = {
    "reinforcements": [
        {
            "side": "axis",
            "medals": 1,
            "waiting": ["G9"],
            "coming": [{"units": 2, "unit": "german-armor"}],
            "edge": "top",
        }
    ],
    "unit-flags": [{"hexes": ["f6"], "flags": ["fixed", "no-medal"]}],
}


def game_with_reinforcements_called(actions_done: str) -> GameState:
    """Return a small game in which a medal of the Axis has called reinforcements.

    This happens after *actions_done*.
    """
    hexes = {"F5": "american-infantry*1", "f6": "german-infantry", "G9": "german-infantry"}
    state = game_of_case(
        Case({**hexes, "E3": "american-infantry"}, first="top", options=REINFORCEMENT_RULES)
    )
    for text in actions_done.split(", "):
        carry_out(state, text)
    return state


@pytest.mark.rule("SO-REINFORCEMENTS")
def test_reinforcements_stay_called_and_arrive_once() -> None:
    actions_to_win_medal = "play assault-centre, order f6, battle f6 F5, roll inf star star"
    state = game_with_reinforcements_called(actions_to_win_medal)
    assert stored_position(state).called == (Side.AXIS,)
    assert not resumed_from_file(state).calls.awaited
    assert stored_position(state).reinforced == ()
    carry_out(state, "place A9")
    assert stored_position(state).reinforced == (Side.AXIS,)
    assert len(resumed_from_file(state).field.units) == len(state.field.units) - 2, (
        "A9 and no other"
    )


@pytest.mark.rule("SO-REINFORCEMENTS")
def test_waiting_units_keep_waiting() -> None:
    resumed_state = resumed_from_file(game_with_reinforcements_called("play assault-centre"))
    assert [
        resumed_state.field.units[unit].start for unit in bit_indexes(resumed_state.resting_units)
    ] == [resumed_state.field.grid.index["G9"]]


@pytest.mark.rule("SO-UNIT-FLAGS")
def test_a_unit_is_identified_by_its_starting_hex() -> None:
    state = game_with_reinforcements_called("play assault-centre")
    rules = {
        each.placed.name: each.rules
        for each in resumed_from_file(state).field.units
        if each.rules.rooted
    }
    assert rules.keys() == {"infger"}
    state_after_move = game_of_case(
        Case({"F5": "american-infantry", "G9": "german-infantry"}, options=FLAGS)
    )
    for text in ("play assault-centre", "order F5", "move F5 G5"):
        carry_out(state_after_move, text)
    board = state_after_move.field.grid.board
    assert stored_position(state_after_move).origins == {board.hex("G5"): board.hex("F5")}
    medals_by_start = {
        each.start: each.medals for each in resumed_from_file(state_after_move).field.units
    }
    assert medals_by_start[state_after_move.field.grid.index["G5"]] == 0


FLAGS = {"unit-flags": [{"hexes": ["F5"], "flags": ["no-medal"]}]}


@pytest.mark.rule("TH-CAMO-02")
def test_a_camouflage_token_is_removed_once_its_unit_is_seen() -> None:
    hexes = {"G5": "american-infantry camouflage", "E5": "american-infantry camouflage"}
    state = game_of_case(Case({**hexes, "C5": "camouflage", "G9": "german-infantry"}))
    for text in ("play assault-centre", "order G5", "end-orders", "move G5 g6"):
        carry_out(state, text)
    board = scenario_to_resume(state)
    remaining_tags = [board.board.name(hex_) for hex_, _, _ in board.tags()]
    assert remaining_tags == ["E5"], "on C5 it hid nobody"
    assert resumed_from_file(state).camouflaged == state.camouflaged
