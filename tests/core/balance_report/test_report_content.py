"""The content of a report: all figures of the games, in any language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.core.balance_lab.played_results import played_results, results_without_games

from m44core.balance_lab.decisive_factors import WinEffect
from m44core.balance_lab.fun_measures import MEASURES, fun_reference
from m44core.balance_report.report_content import report_content
from m44core.catalogue.catalogue_types import Side
from m44core.messages.languages import languages
from m44core.messages.renderers import renderer_in
from m44core.rules.game.side_names import SIDES


def content_of_played_results(language: str = "en", **changed: Any) -> Any:  # noqa: ANN401 - plain data
    return report_content(replace(played_results(), **changed), renderer_in(language))


def test_a_report_repeats_the_verdict() -> None:
    result, allies = content_of_played_results(), played_results().verdict.allies
    assert f"{allies.mean:.0%}" in f"{result['headline']} {result['bar']['alt']}"
    assert any(
        "40 games between recruit-level computer players" in sentence
        for sentence in result["verdict"]
    )
    assert result["logged"].startswith("3 human games")
    assert result["bar"]["low"] < result["bar"]["border"] < result["bar"]["high"]


def test_the_bars_of_game_lengths_count_every_game() -> None:
    bars = content_of_played_results()["length"]["bars"]
    assert sum(bar["games"] for bar in bars) == 40
    assert max(bar["height"] for bar in bars) == 1


def test_only_the_intervals_of_clear_events_exclude_0() -> None:
    rows = content_of_played_results()["factors"]
    assert len(rows) >= 6
    for row in rows:
        plot = row["plot"]
        assert 0 <= plot["low"] <= plot["at"] <= plot["high"] <= 1
        assert (plot["low"] > 0.5 or plot["high"] < 0.5) is row["is_clear"]
        assert (plot["at"] > 0.5) is (row["side"] == "allies")
        assert row["points"].startswith("+")


def test_clear_events_come_first() -> None:
    rows = [row["is_clear"] for row in content_of_played_results()["factors"]]
    assert rows == sorted(rows, reverse=True)


def test_the_effect_of_moving_first_is_reported_if_it_is_known() -> None:
    factors = played_results().factors
    edge = WinEffect(0.1, -0.02, 0.22, 0.6, 0.5, 20, 40)
    first_move = content_of_played_results(factors=replace(factors, first_move=edge))["first_move"]
    assert (
        first_move
        == "Moving first changes the Allied win rate by +10 points (\N{MINUS SIGN}2 to +22)."
    )
    assert content_of_played_results()["first_move"] == ""


def test_every_measure_of_play_is_compared_with_usual_values() -> None:
    rows = content_of_played_results()["play"]
    assert len(rows) == len(MEASURES)
    for row in rows:
        assert all(0 <= place <= 1 for place in row["plot"].values())
        is_inside = row["plot"]["low"] <= row["plot"]["at"] <= row["plot"]["high"]
        assert not (is_inside and row["hint"])
    length = fun_reference()["length"]
    assert rows[0]["usual"] == f"{length.lower_quartile:.0f} to {length.upper_quartile:.0f}"


def test_a_report_without_games_has_no_figures() -> None:
    content: Any = report_content(results_without_games(), renderer_in("en"))
    assert content["headline"] == "Not enough games for a result yet"
    assert not content["bar"]["known"]
    assert content["length"] is None
    assert content["medals"] is None
    assert content["factors"] == content["play"] == []


@pytest.mark.parametrize("language", languages())
def test_a_report_can_be_made_in_every_language(language: str) -> None:
    result = content_of_played_results(language)
    assert result["language"] == language
    assert result["sides"]["axis"] == renderer_in(language).render(SIDES[Side.AXIS])
