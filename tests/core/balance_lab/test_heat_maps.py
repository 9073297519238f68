"""Heat maps: their numbers match the games, and their pictures show the board."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from tests.core.balance_lab.gathered_games import gathered_games, scenario_named

from m44core.balance_lab.heat_map_picture import (
    draw_heat_map,
    draw_heat_map_legend,
    heat_map_svg,
)
from m44core.balance_lab.heat_maps import HeatKind, HeatMap, heat_map, heat_map_title
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.board_layout import board_size
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import text_lines
from m44core.messages.languages import ENGLISH
from m44core.messages.renderers import renderer_in

NAME, GAMES = "sword-beach", 12
FIELD = gathered_games(NAME, 1)[0].start.field


def measured_heat_map(
    kind: HeatKind, side: Side | None = None, third: int | None = None
) -> HeatMap:
    games = [game.record for game in gathered_games(NAME, GAMES)]
    return heat_map(games, FIELD, kind, side, third)


def sum_of_values(heat_map: HeatMap) -> float:
    return sum(heat_map.per_game.values()) * heat_map.games


def test_last_stands_match_the_medals_for_units() -> None:
    for side in Side:
        unit_medals = [
            game.result.sources[side.enemy]["units"] for game in gathered_games(NAME, GAMES)
        ]
        assert sum_of_values(measured_heat_map(HeatKind.LAST_STANDS, side)) == pytest.approx(
            sum(unit_medals)
        )


@pytest.mark.parametrize("kind", [kind for kind in HeatKind if kind is not HeatKind.NEVER_ENTERED])
def test_sides_and_thirds_of_the_game_add_up(kind: HeatKind) -> None:
    whole_total = sum_of_values(measured_heat_map(kind))
    assert whole_total > 0
    assert sum(sum_of_values(measured_heat_map(kind, side)) for side in Side) == pytest.approx(
        whole_total
    )
    assert sum(
        sum_of_values(measured_heat_map(kind, third=third)) for third in range(3)
    ) == pytest.approx(whole_total)


def test_the_never_entered_share_of_a_hex_matches_the_games_without_traffic() -> None:
    never = measured_heat_map(HeatKind.NEVER_ENTERED)
    entered: Counter[str] = Counter()
    for game in gathered_games(NAME, GAMES):
        map_of_game = heat_map([game.record], FIELD, HeatKind.TRAFFIC)
        entered.update(set(map_of_game.per_game))
    for hex_, share in never.per_game.items():
        assert share == pytest.approx(1 - entered[hex_] / GAMES)


def test_hexes_with_the_same_number_are_in_the_order_of_the_board() -> None:
    shares = measured_heat_map(HeatKind.NEVER_ENTERED).per_game
    untouched = [hex_ for hex_, share in shares.items() if share == 1]
    assert len(untouched) > 1
    assert untouched == [hex_ for hex_ in FIELD.grid.names if hex_ in untouched]


def test_hexes_with_units_at_the_start_never_count_as_never_entered() -> None:
    names = FIELD.grid.names
    starts = {names[unit.start] for unit in FIELD.units}
    assert not starts & measured_heat_map(HeatKind.NEVER_ENTERED).per_game.keys()
    assert starts & measured_heat_map(HeatKind.NEVER_ENTERED, third=2).per_game.keys()


def test_scaled_numbers_range_from_0_to_1_and_the_largest_comes_first() -> None:
    result = measured_heat_map(HeatKind.FIGHTS)
    numbers = list(result.per_game.values())
    assert numbers == sorted(numbers, reverse=True)
    assert result.scaled(next(iter(result.per_game))) == 1
    assert result.scaled("A99") == 0
    assert measured_heat_map(HeatKind.NEVER_ENTERED).most == 1


def test_each_hex_lists_example_games() -> None:
    result = measured_heat_map(HeatKind.LOSSES, Side.AXIS)
    games = {game.record.number: game.record for game in gathered_games(NAME, GAMES)}
    for hex_, examples in result.examples.items():
        assert 0 < len(examples) <= 5
        for name in examples:
            map_of_game = heat_map([games[name.number]], FIELD, HeatKind.LOSSES, Side.AXIS)
            assert hex_ in map_of_game.per_game


def test_without_games_a_heat_map_is_empty() -> None:
    result = heat_map([], FIELD, HeatKind.FIGHTS)
    assert (result.games, result.per_game, result.most) == (0, {}, 1)
    assert draw_heat_map(result, FIELD.grid.board) == ()


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", HeatKind)
def test_the_picture_is_an_svg_of_the_board_with_a_legend(
    kind: HeatKind, palette: dict[str, str]
) -> None:
    scenario = scenario_named(NAME)
    svg = heat_map_svg(scenario, measured_heat_map(kind, Side.ALLIES), palette=palette)
    root = ElementTree.fromstring(svg)
    width, height = board_size(scenario.board)
    assert float(root.attrib["width"]) == pytest.approx(width, abs=0.1)
    assert float(root.attrib["height"]) > height + 50
    assert re.search(r"<text[^>]*>[^<]*, Allies</text>", svg)


def test_larger_numbers_have_larger_and_darker_marks() -> None:
    fights = replace(measured_heat_map(HeatKind.FIGHTS), per_game={"A1": 4.0, "B1": 2.0, "C1": 0.5})
    svg = heat_map_svg(scenario_named(NAME), fights)
    marks = [svg.find(colour) for colour in ("#420a68", "#d44842", "#f9c932")]
    assert all(mark > 0 for mark in marks)


def test_numbers_are_written_on_hexes_unless_turned_off() -> None:
    heat_map = replace(measured_heat_map(HeatKind.FIGHTS), per_game={"A1": 4.0, "B1": 0.3})
    board = FIELD.grid.board
    assert list(text_lines(draw_heat_map(heat_map, board))) == ["4.0"]
    assert list(text_lines(draw_heat_map(heat_map, board, numbers=False))) == []


def test_the_legend_shows_the_largest_number_and_the_title() -> None:
    result = measured_heat_map(HeatKind.TRAFFIC, Side.AXIS, third=0)
    legend_texts = list(text_lines(draw_heat_map_legend(result, 1400)))
    assert legend_texts[0] == "Units entering, per game, Axis, first third of the game"
    assert float(legend_texts[-1]) == pytest.approx(result.most, abs=0.05)
    assert (
        renderer_in(ENGLISH).render(heat_map_title(measured_heat_map(HeatKind.LOSSES)))
        == "Figures lost per game"
    )
