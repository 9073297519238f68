"""How a scenario plays: measures of invented games, and of real ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.core.balance_lab.gathered_games import gathered_games

from m44core.balance_lab.fun_measures import (
    MEASURES,
    GameplayMeasures,
    ReferenceBand,
    chances_by_turn,
    fun_measures,
    fun_reference,
    measure_lines,
    reference_band,
)
from m44core.balance_lab.game_record import GameRecord
from m44core.catalogue.catalogue_types import Side
from m44core.messages.languages import ENGLISH
from m44core.messages.renderers import renderer_in

NAME = "sword-beach"
FIELD = gathered_games(NAME, 1)[0].start.field


def game_with_chances(chances: list[int], winner: Side | None, number: int = 1) -> GameRecord:
    """Return a game with the Allies' chance of winning on each turn, in percent."""
    base = gathered_games(NAME, 1)[0].record
    turns = len(chances)
    facts = {
        **base.facts,
        "chance": chances,
        "choices": [2] * (turns - 1) + [1],
        "cards": [[]] * turns,
        "ordered": [0] * turns,
    }
    return replace(base, number=number, turns=turns, winner=winner, facts=facts)


def measures_of_games(*games: GameRecord) -> GameplayMeasures:
    measures = fun_measures(games, FIELD)
    assert measures is not None
    return measures


def measures_of_mirrored_game(chances: list[int]) -> GameplayMeasures:
    """Return the measures of a game and of its mirror image, in which the Axis wins."""
    mirrored_chances = [99 - chance for chance in chances]
    return measures_of_games(
        game_with_chances(chances, Side.ALLIES), game_with_chances(mirrored_chances, Side.AXIS, 2)
    )


def test_a_comeback_has_drama_and_a_lead_change_and_is_decided_late() -> None:
    dramatic, dull = (
        measures_of_mirrored_game([50, 30, 3, 30, 95]),
        measures_of_mirrored_game([50, 70, 90, 97, 98]),
    )
    assert dramatic.drama > dull.drama
    assert (dramatic.lead_changes, dull.lead_changes) == (1, 0)
    assert (dramatic.comebacks, dull.comebacks) == (1, 0)
    assert dramatic.decided_at > dull.decided_at
    assert dramatic.turns_decided < dull.turns_decided


def test_a_game_that_is_never_decided_stays_open_until_its_end() -> None:
    never = measures_of_mirrored_game([50, 52, 50, 47, 52])
    assert never.decided_at == 1
    assert never.turns_decided == 0


def test_a_small_change_of_the_chance_is_not_a_lead_change() -> None:
    assert measures_of_mirrored_game([49, 51, 49, 51, 49]).lead_changes == 0


def test_turns_with_one_choice_and_the_length_are_counted() -> None:
    measures = measures_of_mirrored_game([50, 50, 50, 50])
    assert measures.without_choice == 0.25
    assert measures.length == 4


def test_games_without_a_winner_count_only_towards_the_length() -> None:
    measurement = measures_of_games(game_with_chances([50] * 6, None))
    assert measurement.games == 1
    assert (measurement.length, measurement.drama, measurement.decided_at) == (6, 0, 0)


def test_an_estimate_that_always_favors_one_side_is_corrected_by_the_results() -> None:
    games = [game_with_chances([80, 80], Side.ALLIES if n % 2 else Side.AXIS, n) for n in range(80)]
    for chances in chances_by_turn(games).values():
        assert chances[0] == pytest.approx(0.5, abs=0.05)


def test_without_games_there_are_no_measures() -> None:
    assert fun_measures([], FIELD) is None
    assert fun_measures([replace(game_with_chances([50], None), facts={})], FIELD) is None


@pytest.mark.parametrize("name", ["sword-beach", "vassieux", "bir-hakeim"])
def test_measures_of_real_games_are_within_their_ranges(name: str) -> None:
    games = gathered_games(name, 12)
    measures = fun_measures([game.record for game in games], games[0].start.field)
    assert measures is not None
    assert 0 < measures.board_used <= 1
    assert 0 < measures.units_used <= 1
    assert 0 < measures.cards_used <= 1
    assert 0 <= measures.without_choice < 0.5
    assert 0 <= measures.drama <= 0.5
    assert 0 <= measures.decided_at <= 1


def test_the_reference_has_all_measures_in_order() -> None:
    for name in MEASURES:
        reference = fun_reference()[name]
        assert reference.least <= reference.lower_quartile <= reference.median
        assert reference.median <= reference.upper_quartile <= reference.most


def test_measures_are_compared_with_scenarios_that_come_with_the_program() -> None:
    measures, usual = measures_of_mirrored_game([50, 60]), fun_reference()["length"]
    values = {
        ReferenceBand.LOWEST: usual.least - 1,
        ReferenceBand.LOW: (usual.least + usual.lower_quartile) / 2,
        ReferenceBand.USUAL: usual.median,
        ReferenceBand.HIGH: (usual.most + usual.upper_quartile) / 2,
        ReferenceBand.HIGHEST: usual.most + 1,
    }
    for expected, value in values.items():
        assert reference_band(replace(measures, length=value), "length") is expected


def test_each_measure_has_a_sentence_and_unusual_ones_a_hint() -> None:
    renderer = renderer_in(ENGLISH)
    measures = replace(measures_of_mirrored_game([50, 60, 40, 70]), length=200)
    lines = measure_lines(measures)
    assert [line.name for line in lines] == list(MEASURES)
    assert renderer.render(lines[0].text) == "A game takes 200 turns."
    hint = lines[0].hint
    assert hint is not None
    assert renderer.render(hint).startswith("Higher than in any built-in scenario")
    assert all(renderer.render(line.text) for line in lines)


def test_shares_at_or_near_zero_are_written_in_words() -> None:
    measures = replace(measures_of_mirrored_game([50, 60, 40, 70]), comebacks=0.0)
    for share, expected in ((0.0, "In every turn"), (0.004, "In almost every turn")):
        lines = {
            each.name: each.text for each in measure_lines(replace(measures, without_choice=share))
        }
        assert str(lines["without_choice"]).startswith(expected)
        assert "0%" not in str(lines["comebacks"])


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (0.0, "No winner ever"),
        (0.004, "In fewer than 1% of games, the winner comes back"),
        (0.006, "In 1% of games, the winner comes back"),
    ],
)
def test_rare_comebacks_are_not_written_as_none(share: float, expected: str) -> None:
    measures = replace(measures_of_mirrored_game([50, 60, 40, 70]), comebacks=share)
    lines = {each.name: str(each.text) for each in measure_lines(measures)}
    assert lines["comebacks"].startswith(expected)


def test_the_hint_about_drama_compares_the_chance_that_the_sentence_names() -> None:
    usual = fun_reference()["drama"]
    measures = replace(measures_of_mirrored_game([50, 60, 40, 70]), drama=usual.least - 0.01)
    line = next(each for each in measure_lines(measures) if each.name == "drama")
    assert str(line.hint) == "Higher than in any built-in scenario."
