"""The report of a game, and its HTML page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from m44core.messages.languages import ENGLISH
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.playtest.games.game_report import GameReport, report_of_game, report_page
from m44core.playtest.games.match import GameResult
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.rules.game.state import NOBODY
from m44core.rules.play.apply import apply_action


def play_and_report(scenario: Scenario, number: int = 2) -> tuple[GameResult, GameReport]:
    plan = SimulationPlan(scenario, range(number, number + 1))
    (game,) = play_games(plan)
    return game.result, report_of_game(plan.start(), game.result.actions)


@pytest.mark.parametrize("name", ["sword-beach", "arracourt", "operation-cobra"])
def test_a_report_agrees_with_the_result_of_the_game(
    name: str, read_shipped: Callable[[str], Scenario]
) -> None:
    result, account = play_and_report(read_shipped(name))
    assert account.turns == result.turns
    assert account.reason == result.reason
    for share in account.side_reports:
        assert share.medals[-1] == result.medals[share.side]
        assert share.hits <= share.dice
        units = result.sources[share.side.enemy]["units"]
        assert len(share.lost_units) == units
        assert len(share.medals) == result.turns + 2  # before the first turn, and in the end


def test_captured_objectives_are_reported_with_their_turns(
    read_shipped: Callable[[str], Scenario],
) -> None:
    plans = [SimulationPlan(read_shipped("pegasus-bridge"), range(n, n + 1)) for n in range(1, 9)]
    reports = 0
    for plan in plans:
        start = plan.start()
        (game,) = play_games(plan)
        state, account = start.clone(), report_of_game(start, game.result.actions)
        for action in game.result.actions:
            apply_action(state, action)
        names, sides = state.field.grid.names, state.field.sides
        holder_by_hex = {
            names[o.hex]: h for o, h in zip(state.field.objectives, state.holders, strict=True)
        }
        for capture in account.objectives:
            reports += 1
            last_captures = [each for each in account.objectives if each.hex == capture.hex][-1]
            holder = holder_by_hex[capture.hex]
            assert last_captures.side == (sides[holder] if holder != NOBODY else None)
            assert 0 < capture.turn <= account.turns
    assert reports


class ClosedTagParser(HTMLParser):
    """A parser that checks that every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_self_contained_and_escapes_the_title(
    read_shipped: Callable[[str], Scenario],
) -> None:
    _, account = play_and_report(read_shipped("sword-beach"))
    page = report_page(account, "<script>alert(1)</script> & <b>", renderer_in(ENGLISH))
    parser = ClosedTagParser()
    parser.feed(page)
    assert not parser.open
    assert not parser.seen & {"script", "img", "link", "b"}
    assert "&lt;script&gt;" in page
    assert "http" not in page


def test_the_report_of_an_unfinished_game_has_no_reason_for_its_end(
    read_shipped: Callable[[str], Scenario],
) -> None:
    plan = SimulationPlan(read_shipped("sword-beach"), range(1, 2))
    account = report_of_game(plan.start(), ())
    assert account.reason is None
    assert "None." in report_page(replace(account), "x", renderer_in(ENGLISH))


def test_the_turns_of_a_resumed_game_keep_their_numbers(
    read_shipped: Callable[[str], Scenario],
) -> None:
    plan = SimulationPlan(read_shipped("sword-beach"), range(1, 2))
    (game,) = play_games(plan)
    start, actions = plan.start(), list(game.result.actions)
    while start.turn < 3:
        apply_action(start, actions.pop(0))
    account = report_of_game(start, actions)
    page = report_page(account, "x", renderer_in(ENGLISH))
    turns = re.findall(r"<tr><t[dh][^>]*>(\d+)<", page)
    assert turns[: game.result.turns - 2] == [str(n) for n in range(3, game.result.turns + 1)]
