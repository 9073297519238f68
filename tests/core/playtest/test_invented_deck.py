"""A card and a deck that are added by data alone: playable, without any effect on other games.

The program is copied, entries are written into the copy's data files, and the copy runs in a
separate process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import m44core
from m44core.resources import scenarios_folder, schema_folder

GOLDEN = Path(__file__).parents[1] / "rules" / "golden"
PEGASUS = scenarios_folder() / "pegasus-bridge.yaml"

SECTION_CARD = """\
section:
  feint: {label: Feint, box: base, units: 1, sections: [left, right], on_the_move: 3, source: TEST}
"""
TACTIC_CARDS = """\
tactic:
  a-night-raid: # of all cards the first one, by the alphabet
    label: Night Raid
    box: base
    source: TEST
    orders: {units: 3, classes: [infantry]}
    fall_back: true
    move: {hexes: 3, and_battle: 3}
    bonus: {close: 2}
    summary: Order up to 3 infantry units.
  a-shelling:
    label: Shelling
    box: base
    source: TEST
    strike: {targets: 2, dice: {ALLIES: 3, AXIS: 2}}
    summary: Attack 2 enemy units.
  an-aid-post: {label: Aid, box: base, source: TEST, effect: shared-medics, dice: 6, summary: Roll.}
  second-ambush: {label: Second Ambush, box: base, source: TEST, effect: ambush, summary: Wait.}
"""
DECK = """
invented:
  label: invented deck
  source: TEST
  of: standard
  cards:
    feint: 6
    a-night-raid: 5
    a-shelling: 4
    an-aid-post: 4
    second-ambush: 4
    assault: {left: 0}
"""
LARGE = """\
format: 1
board: {type: breakthrough}
briefing:
  top: {side: axis, cards: 5, medals: 5}
  bottom: {side: allies, cards: 5, medals: 5}
  first: bottom
hexes:
  A17: {unit: german-infantry}
  A15: {unit: german-armor}
  A1: {unit: american-infantry}
  A3: {unit: american-armor}
"""


@dataclass(frozen=True)
class ProgramCopy:
    """A copy of the program."""

    folder: Path

    def change(self, file: str, old_text: str, new_text: str) -> None:
        """Replace the first *old_text* in a data file of the catalogue with *new_text*."""
        path = self.folder / "m44core" / "catalogue" / "data" / file
        text = path.read_text("utf-8")
        assert old_text in text
        path.write_text(text.replace(old_text, new_text, 1), "utf-8")

    def run(self, *arguments: object, status: int = 0) -> str:
        """Run a command, check its exit status, and return its output, including errors."""
        line = [sys.executable, "-m", "m44core.cli.main", *map(str, arguments)]
        variables = os.environ | {"PYTHONPATH": str(self.folder)}
        result = subprocess.run(
            line, env=variables, cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert result.returncode == status, result.stderr
        return result.stdout + result.stderr


def copy_program(folder: Path) -> ProgramCopy:
    """Copy the program, without changes, to *folder*, and return the copy."""
    shutil.copytree(Path(m44core.__file__).parent, folder / "m44core")  # as it is compiled, too
    shutil.copytree(schema_folder(), folder / "m44core" / "_schema", dirs_exist_ok=True)
    return ProgramCopy(folder)


@pytest.fixture(scope="module")
def extended_program(tmp_path_factory: pytest.TempPathFactory) -> ProgramCopy:
    """Return a copy of the program extended by new cards and a deck."""
    program = copy_program(tmp_path_factory.mktemp("grown"))
    program.change("cards.yaml", "section:\n", SECTION_CARD)
    program.change("cards.yaml", "tactic:\n", TACTIC_CARDS)
    program.change("decks.yaml", "\nyoung-generals:", f"{DECK}\nyoung-generals:")
    return program


@pytest.mark.parametrize("name", ["pegasus-bridge", "vassieux", "counter-attack-on-mortain"])
@pytest.mark.bulk
def test_golden_games_of_the_standard_deck_are_unchanged(
    extended_program: ProgramCopy, name: str
) -> None:
    scenario = scenarios_folder() / f"{name}.yaml"
    output = extended_program.run("replay", GOLDEN / f"{name}.game", "--scenario", scenario)
    assert output == (GOLDEN / f"{name}.log").read_text("utf-8")


@pytest.mark.parametrize("level", ["recruit", "sergeant"])
@pytest.mark.bulk
def test_a_seed_deals_and_draws_the_same_cards_as_before(
    extended_program: ProgramCopy, level: str, tmp_path: Path
) -> None:
    games = []
    for number, program in enumerate((copy_program(tmp_path), extended_program)):
        game = tmp_path / f"{number}.game"
        program.run("play", PEGASUS, "--ai", level, "--seed", 44, "--record", game)
        games.append(game.read_bytes())
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("level", "games", "turns"), [("recruit", 12, 600), ("sergeant", 4, 200), ("general", 2, 3)]
)
@pytest.mark.bulk
def test_the_invented_deck_is_played_and_keeps_the_invariants(
    extended_program: ProgramCopy, level: str, games: int, turns: int
) -> None:
    limits = ("--games", games, "--turn-limit", turns)
    output = extended_program.run(
        "play", PEGASUS, "--set", "deck=invented", "--ai", level, "--check", *limits
    )
    assert f"{games} simulated game" in output


def test_a_game_with_the_invented_deck_is_recorded_with_it_and_replays(
    extended_program: ProgramCopy, tmp_path: Path
) -> None:
    game = tmp_path / "invented.game"
    extended_program.run(
        "play", PEGASUS, "--set", "deck=invented", "--ai", "recruit", "--record", game
    )
    text = game.read_text("utf-8")
    assert "\ndeck: invented\n" in text
    for played in ("feint", "a-night-raid", "a-shelling", "an-aid-post"):
        assert f"\nplay {played}\n" in text
    assert extended_program.run("replay", game, "--quiet").strip() != ""


def test_young_generals_play_the_section_cards_of_the_invented_deck(
    extended_program: ProgramCopy, tmp_path: Path
) -> None:
    game, settings = tmp_path / "young.game", ("--set", "deck=invented", "--set", "tactic-cards=no")
    extended_program.run("play", PEGASUS, *settings, "--ai", "recruit", "--check", "--record", game)
    assert "draw feint" in game.read_text("utf-8")
    assert "a-night-raid" not in game.read_text("utf-8")


@pytest.mark.bulk
def test_a_card_without_rules_is_reported_before_the_game_and_not_dealt(
    tmp_path: Path,
) -> None:
    program, game = copy_program(tmp_path), tmp_path / "large.game"
    program.change("cards.yaml", "source: BT-BAR-01", "source: BT-BAR-01\n    rules: none yet")
    scenario = tmp_path / "large.yaml"
    scenario.write_text(LARGE, "utf-8")
    gap_sentence = (
        "Breakthrough deck: the rules for Barrage are not supported yet; "
        "using the standard deck instead"
    )
    assert gap_sentence in program.run("supports", scenario, status=1)
    assert gap_sentence in program.run("play", scenario, "--ai", "recruit", "--record", game)
    assert "deck:" not in game.read_text("utf-8")
    refusal = program.run("play", scenario, "--games", 1, "--set", "deck=breakthrough", status=2)
    assert "the Breakthrough deck cannot be played: the rules for Barrage" in refusal
