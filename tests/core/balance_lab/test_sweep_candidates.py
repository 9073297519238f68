"""A sweep tries small changes from a declared list; each is an edit with a sentence about it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.core.balance_lab.gathered_games import scenario_named

from m44core.balance_lab.sweep_candidates import (
    CHANGE_KINDS,
    Candidate,
    ChangeFamily,
    change_candidates,
    sweep_config,
)
from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer
from m44core.resources import shipped_scenarios
from m44core.rules.play.game_setup import new_game

NAMES = [path.stem for path in shipped_scenarios()]


def make_candidates(
    name: str, edit: str | None = None, favored: Side | None = None
) -> list[tuple[Candidate, str, Scenario]]:
    """Return the candidates of a scenario with their sentences and the changed scenarios."""
    scenario = scenario_named(name)
    families = [f for f in sweep_config().families if edit in (None, f.edit)]
    assert families
    return [
        (each, str(each.change.sentence(scenario)), each.change.apply(scenario))
        for each in change_candidates(scenario, families, favored)
    ]


def candidate_sentences(edit: str, name: str = "operation-cobra") -> list[str]:
    return [sentence for _, sentence, _ in make_candidates(name, edit)]


@pytest.mark.bulk
def test_every_scenario_has_forty_candidates_and_each_changes_it(
    subtests: pytest.Subtests,
) -> None:
    for name in NAMES:
        with subtests.test(name):
            candidates = make_candidates(name)
            assert len(candidates) >= sweep_config().most
            assert all(changed != scenario_named(name) for _, _, changed in candidates)
            assert len({sentence for _, sentence, _ in candidates}) == len(candidates)


@pytest.mark.bulk
def test_most_candidates_can_be_played(subtests: pytest.Subtests) -> None:
    for name in NAMES[::5]:
        with subtests.test(name):
            for _, _, changed in make_candidates(name):
                assert new_game(changed).field.units


def test_a_hand_changes_by_one_card() -> None:
    assert candidate_sentences("hand-size") == [
        "Give the Axis 5 command cards instead of 4.",
        "Give the Allies 6 command cards instead of 5.",
        "Give the Axis 3 command cards instead of 4.",
        "Give the Allies 4 command cards instead of 5.",
    ]


def test_a_changed_hand_is_dealt() -> None:
    for candidate, _, changed in make_candidates("operation-cobra", "hand-size"):
        assert "cards" in candidate.change.part
        before, after = (new_game(s).field for s in (scenario_named("operation-cobra"), changed))
        assert abs(sum(after.hand_sizes) - sum(before.hand_sizes)) == 1
        assert after.medals_needed == before.medals_needed


def test_the_medals_to_win_change_by_one() -> None:
    assert "Medals that the Allies must win: 6 instead of 5." in candidate_sentences(
        "medals-to-win"
    )
    for candidate, sentence, changed in make_candidates("operation-cobra", "medals-to-win"):
        medals = [player.medals for side in Side if (player := changed.briefing.player(side))]
        assert sorted(filter(None, medals)) in ([4, 5], [5, 6])
        helps_axis = "Allies must win: 6" in sentence or "Axis must win: 4" in sentence
        assert candidate.change.favors is (Side.AXIS if helps_axis else Side.ALLIES)


def test_a_candidate_lets_the_other_side_move_first() -> None:
    [(candidate, sentence, changed)] = make_candidates("operation-cobra", "moves-first")
    assert sentence == "Let the Axis move first."
    assert changed.briefing.first is FirstPlayer.TOP
    assert candidate.change.favors is Side.AXIS


def test_the_first_move_is_not_changed_if_special_rules_decide_it() -> None:
    scenario = scenario_named("operation-cobra")
    briefing = replace(scenario.briefing, first=FirstPlayer.SPECIAL)
    assert not list(
        change_candidates(replace(scenario, briefing=briefing), [ChangeFamily("moves-first", 1, 1)])
    )


def test_a_removed_unit_helps_the_enemy() -> None:
    for candidate, _, changed in make_candidates("operation-cobra", "remove-unit"):
        removed_hexes = set(dict(scenario_named("operation-cobra").units())) - set(
            dict(changed.units())
        )
        assert len(removed_hexes) == 1
        assert candidate.change.favors is not None
    assert "Remove the unit on A5 (German armor)." in candidate_sentences("remove-unit")


def test_an_added_unit_is_next_to_units_of_its_side() -> None:
    before = dict(scenario_named("operation-cobra").units())
    for _, _, changed in make_candidates("operation-cobra", "add-unit"):
        [(hex_, unit)] = [each for each in changed.units() if each[0] not in before]
        friends = [h for h, other in before.items() if other.name[-2:] == unit.name[-2:]]
        assert any(hex_.distance(friend) == 1 for friend in friends)


def test_figures_stay_between_one_and_the_usual_number() -> None:
    assert "Give the unit on A5 (German armor) 2 figures instead of 3." in candidate_sentences(
        "figures"
    )
    for _, _, changed in make_candidates("operation-cobra", "figures"):
        numbers = [unit.figures for _, unit in changed.units() if unit.figures is not None]
        assert all(1 <= number <= 4 for number in numbers)


def test_a_unit_becomes_an_elite_unit_with_the_badge_of_its_nation() -> None:
    scenario = scenario_named("operation-cobra")
    for candidate, _, changed in make_candidates("operation-cobra", "elite"):
        if candidate.change.favors is Side.AXIS:
            new = [
                unit for _, unit in changed.units() if unit not in dict(scenario.units()).values()
            ]
            assert all(unit.badge == "badge4" for unit in new if unit.name.endswith("ger"))
    assert (
        "Replace the unit on A5: German elite armor instead of German armor."
        in candidate_sentences("elite")
    )


def test_obstacles_face_the_enemy() -> None:
    for edit in ("obstacle-on-unit", "obstacle-in-front"):
        for candidate, _, changed in make_candidates("operation-cobra", edit):
            piece = next(
                content.obstacle
                for hex_, content in changed.hexes.items()
                if content.obstacle != scenario_named("operation-cobra").at(hex_).obstacle
            )
            assert piece
            assert piece.orientation == (1 if candidate.change.favors is Side.AXIS else 2)
    assert "Place an obstacle on b2: sandbags." in candidate_sentences("obstacle-on-unit")


def test_terrain_is_placed_and_removed() -> None:
    result = candidate_sentences("terrain")
    assert "Remove the terrain tile on A5 (hedgerow)." in result
    assert any(sentence.startswith("Place a terrain tile on ") for sentence in result)


def test_only_changes_that_can_help_the_favored_side_are_tried(subtests: pytest.Subtests) -> None:
    for side in Side:
        with subtests.test(side.value):
            candidates = make_candidates("operation-cobra", favored=side)
            assert {candidate.change.favors for candidate, _, _ in candidates} == {side, None}


def test_two_changes_of_one_hex_share_a_part() -> None:
    removals = make_candidates("operation-cobra", "remove-unit")
    reductions = make_candidates("operation-cobra", "figures")
    assert {c.change.part for c, _, _ in removals} & {c.change.part for c, _, _ in reductions}


@pytest.mark.parametrize("games", [300, 1000, 3000])
def test_a_sweep_is_limited_to_a_number_of_games(games: int) -> None:
    whole, small = sweep_config(), sweep_config().limited_to(games)
    assert small.planned_games == pytest.approx(games, rel=0.2)
    assert 4 <= small.most < whole.most
    assert small.fresh_games < whole.fresh_games
    assert whole.limited_to(whole.planned_games) is whole


def test_a_sweep_of_one_kind_tries_more_changes_of_it() -> None:
    whole, terrain = sweep_config(), sweep_config().of_kinds(["terrain"])
    [family] = terrain.families
    assert family.most == whole.most
    assert whole.of_kinds(CHANGE_KINDS) == whole
