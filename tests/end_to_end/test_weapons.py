"""Weapons and terrain of other boxes, played by mouse, in two themes and at two scales.

``M44_SCREENSHOTS`` names a folder for screenshots of each step.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.editor.playtest.conftest import skirmish
from tests.editor.playtest.test_all_weapons import BOARD, CHANCE_SCRIPT
from tests.end_to_end.program import Program
from tests.end_to_end.virtual_screen import Screen, missing_program

from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.scenario import Scenario

pytestmark = pytest.mark.gui

SCREENSHOTS = os.environ.get("M44_SCREENSHOTS", "")


@pytest.fixture(params=[("light", 1), ("dark", 2)], ids=["light", "dark, at scale 2"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Program]:
    """A playtest between two people with scripted dice and draws, at top speed."""
    if missing := missing_program():
        pytest.skip(f"{missing} is not installed")
    theme, scale = request.param
    settings = tmp_path / "m44-workshop" / "m44-workshop.conf"
    settings.parent.mkdir()
    settings.write_text(f"[General]\ntheme={theme}\n", "utf-8")
    scenario = skirmish(BOARD, rules="{re-supply: true}", face="beach")
    file, script = tmp_path / "game.yaml", tmp_path / "script.txt"
    file.write_bytes(to_bytes(scenario, FileFormat.YAML))
    script.write_text(f"seed: 7\n{CHANCE_SCRIPT.lstrip()}", "utf-8")
    with Screen(scale=scale) as screen:
        arguments = "play", str(file), "--script", str(script)
        with Program(screen, tmp_path, *arguments) as program:
            yield program


@pytest.mark.rule("E-LCT-04")
@pytest.mark.rule("TP-ROAD")
@pytest.mark.rule("TH-MINE-03")
@pytest.mark.rule("E-RESUP-01")
@pytest.mark.rule("E-NEBEL-05")
@pytest.mark.rule("E-BIGGUN-03")
@pytest.mark.rule("E-TIGER-02")
def test_weapons_and_terrain_of_other_boxes_are_played_on_a_screen(game: Program) -> None:
    start_game(game)
    land_drive_and_supply(game)
    assert {"D3", "E7", "G5"} <= displayed_figures(game).keys()
    assert displayed_figures(game)["G5"] == 3  # the mine took two, the truck gave one
    lay_smoke(game)
    assert "smoke" in log_text(game)
    zero_in_and_destroy_the_tiger(game)
    assert "K7" in displayed_figures(game)
    assert "H7" not in displayed_figures(game)


def start_game(game: Program) -> None:
    game.wait_for_window("Playtest: game.yaml")
    game.click("Computer")
    game.wait_until(lambda entries: "Instant" in entries, "menu")
    game.click("Instant")
    game.click("Axis player")
    game.click("Human")
    save_screenshot(game, "0-start")
    game.click("Start Game")
    wait_for_phase(game, "play")
    save_screenshot(game, "1-begin")


def land_drive_and_supply(game: Program) -> None:
    """Land from a craft, drive along a road, enter a minefield, recover a figure."""
    play_card(game, "Direct from HQ")
    order_units(game, "A7", "D1", "g4", "F5")
    wait_for_phase(game, "move")
    game.click_hex("A7")
    game.wait_until(lambda answer: answer["chosen"] == "A7", "game")
    save_screenshot(game, "2-where-to")
    game.click_hex("E7")
    click_unit_and_target(game, "D1", "D3")
    click_unit_and_target(game, "g4", "G5")
    save_screenshot(game, "3-moved")
    game.click("Done moving")
    wait_for_phase(game, "battle")
    click_unit_and_target(game, "F5", "G5")
    save_screenshot(game, "4-supplied")
    game.click("End the turn")


def lay_smoke(game: Program) -> None:
    play_card(game, "Assault (center)")
    order_units(game, "G9")
    finish_orders(game)
    click_unit_and_target(game, "G9", "g8")
    wait_for_phase(game, "smoke")
    save_screenshot(game, "5-second-cloud")
    game.click_hex("G7")
    game.click("Done laying smoke")
    save_screenshot(game, "6-smoke")


def zero_in_and_destroy_the_tiger(game: Program) -> None:
    play_card(game, "Artillery Bombard")
    order_units(game, "K3")
    finish_orders(game)
    click_unit_and_target(game, "K3", "K7")
    save_screenshot(game, "7-cross-hair")
    click_unit_and_target(game, "K3", "H7")
    save_screenshot(game, "8-tiger")


def play_card(game: Program, card: str) -> None:
    game.wait_until(lambda answer: card in answer["cards"], "game")
    game.click(card)


def order_units(game: Program, *names: str) -> None:
    for name in names:
        previous_count = current_game(game)["actions"]
        game.click_hex(name)
        wait_for_more_actions(game, previous_count)


def finish_orders(game: Program) -> None:
    """End the steps before the battles."""
    end_labels = {"order": "Done ordering", "move": "Done moving"}
    while (phase := current_game(game)["phase"]) in end_labels:
        previous_count = current_game(game)["actions"]
        game.click(end_labels[phase])
        wait_for_more_actions(game, previous_count)
    wait_for_phase(game, "battle")


def click_unit_and_target(game: Program, start: str, end: str) -> None:
    """Click a unit, then its destination or target."""
    previous_count = current_game(game)["actions"]
    game.click_hex(start)
    game.wait_until(lambda answer: answer["chosen"] == start, "game")
    game.click_hex(end)
    wait_for_more_actions(game, previous_count)


def wait_for_more_actions(game: Program, previous_count: int) -> None:
    """Wait until more than *previous_count* actions have been taken."""
    game.wait_until(lambda answer: answer["actions"] > previous_count, "game")


def wait_for_phase(game: Program, phase: str) -> None:
    game.wait_until(lambda answer: answer and answer["phase"] == phase and answer["waits"], "game")


def current_game(game: Program) -> dict[str, Any]:
    answer: dict[str, Any] = game.ask("game")
    return answer


def log_text(game: Program) -> str:
    return " ".join(game.ask("texts")["log"]).lower()


def displayed_figures(game: Program) -> dict[str, int | None]:
    """Return the number of figures shown on each hex, keyed by its name."""
    scenario: Scenario | None = read_bytes(game.ask("position").encode(), "now.yaml").scenario
    assert scenario is not None
    units = ((scenario.board.name(hex_), unit) for hex_, unit in scenario.units())
    return {name: unit.figures for name, unit in units}


def save_screenshot(game: Program, name: str) -> None:
    """Save a screenshot if ``M44_SCREENSHOTS`` is set."""
    if SCREENSHOTS:
        game.wait_until(
            lambda answer: answer is None or answer["moment"] == answer["actions"], "game"
        )
        time.sleep(1.5)  # the board is drawn piece by piece
        path = game.picture(name)
        shutil.copy(path, Path(SCREENSHOTS) / f"{game.screen.scale}x-{name}.png")
