"""A game with scripted dice and draws, played in the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.end_to_end.conftest import Start

pytestmark = pytest.mark.gui

DEALT_CARDS = ("recon-left", "probe-right", "close-assault", "barrage", "dig-in", "air-power")


def test_the_cards_of_a_script_are_dealt_and_played(
    start: Start, pegasus_file: Path, tmp_path: Path
) -> None:
    script = tmp_path / "script.txt"
    script.write_text("seed: 5\n" + "".join(f"draw {card}\n" for card in DEALT_CARDS), "utf-8")
    game = start("play", str(pegasus_file), "--script", str(script))
    game.wait_for_window("Playtest: Pegasus Bridge")
    game.click("Start Game")
    answer_with_cards = game.wait_until(lambda answer: answer and answer["cards"], "game")
    assert "Air Power" in answer_with_cards["cards"]
    game.click("Air Power")
    game.wait_until(lambda answer: answer["phase"] == "target", "game")
    game.click("Turn 1: Allies.")
    game.wait_until(lambda answer: answer["moment"] < answer["actions"], "game")
    game.press("Escape")
    game.wait_until(lambda answer: answer["moment"] == answer["actions"], "game")
