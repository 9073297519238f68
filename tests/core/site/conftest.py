"""Sites for tests, built from a few of our scenarios, some with a recorded game or results."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.core.balance_lab.played_results import played_results

from m44core.api import read
from m44core.balance_lab.results_file import results_path, verdict_data
from m44core.cli.main import main
from m44core.resources import scenarios_folder
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.play.game_setup import new_game

SCENARIO_NAMES = (
    "pegasus-bridge",
    "sword-beach",
    "arracourt",
    "examples/kollaa",
    "examples/bir-hakeim",
)

Build = Callable[..., int]
"""Builds the site of a folder, with options of the command; returns the exit status."""


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of five scenarios, with a recorded game of one and the results of two.

    One has texts in two languages. Two are rated, and three form a campaign.
    """
    folder = tmp_path_factory.mktemp("collection")
    for name in SCENARIO_NAMES:
        shutil.copy(scenarios_folder() / f"{name}.yaml", folder)
    arracourt = folder / "arracourt.yaml"
    text = re.sub(r"^texts:\n(?: .*\n|\n)+", _TEXTS, arracourt.read_text("utf-8"), flags=re.M)
    arracourt.write_text(text, "utf-8")
    game, scenario = folder / "a-game.txt", folder / "pegasus-bridge.yaml"
    assert main(["play", str(scenario), "--seed", "7", "--only", "3", "--record", str(game)]) == 0
    recorded_game = game.read_text("utf-8")
    game.write_text(recorded_game.replace(str(scenario), scenario.name), "utf-8")
    write_game_results(folder / "pegasus-bridge.yaml", 0.73, 13)
    write_game_results(folder / "kollaa.yaml", 0.48, 20)
    (folder / "ratings.yaml").write_text(_RATINGS, "utf-8")
    (folder / "site.yaml").write_text(_SETTINGS, "utf-8")
    return folder


def write_game_results(path: Path, share: float, turns: int, **changed: object) -> None:
    """Write results of games next to a scenario file, as if its current board had been played.

    Args:
        path: The scenario file.
        share: The share of games that the Allies win.
        turns: The median number of turns.
        changed: Properties of the scenario to change in the results.
    """
    scenario = read(path).scenario
    assert scenario
    data = json.loads(json.dumps(verdict_data(played_results())))
    board = fingerprint_of(new_game(scenario).field)
    data["scenario"] = {"title": scenario.title, "fingerprint": board, **changed}
    data["allies"] |= {"share": share, "low": share - 0.05, "high": share + 0.05}
    data["turns"]["median"] = turns
    results_path(path).write_text(json.dumps(data), "ascii")


_RATINGS = """\
pegasus-bridge: {rating: 8.2, votes: 31}
kollaa: 7
"""
_SETTINGS = """\
campaigns:
  - title: The Way to Germany
    scenarios: [pegasus-bridge, sword-beach, arracourt]
scenarios:
  sword-beach: {difficulty: advanced, minutes: 75}
"""
_TEXTS = """\
texts:
  en:
    name: Arracourt
    description: Tanks come out of the mist.
  fr:
    name: Arracourt en français
    description: Les chars sortent du brouillard.
"""


@pytest.fixture(scope="session")
def built_site(collection: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the collection, without PDF files."""
    out = tmp_path_factory.mktemp("site") / "out"
    arguments = [
        "site",
        str(collection),
        str(out),
        "--no-pdf",
        "--jobs",
        "1",
        "--title",
        "A Collection",
    ]
    assert main([*arguments, "--url", "https://example.org/m44"]) == 0
    return out


@pytest.fixture
def copied_collection(collection: Path, tmp_path: Path) -> Path:
    """A copy of the collection that a test can change."""
    return Path(shutil.copytree(collection, tmp_path / "mine"))


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Return a function that builds the site of a folder in ``tmp_path / "out"``, without PDFs."""

    def build_site(folder: Path, *options: str) -> int:
        arguments = ["site", str(folder), str(tmp_path / "out"), "--no-pdf", "--jobs", "1"]
        return main([*arguments, *options])

    return build_site
