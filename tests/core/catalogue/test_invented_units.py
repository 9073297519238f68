"""New units only need data: two invented units are played."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from m44core.catalogue.entries import DATA

INVENTED_UNITS = """
  rocket-sled:
    label: Rocket sled
    of: [gun]
    equipment: rocket-sled
    figures: 1
    rules: base
    source: house rule
    summary: Slides and fires.
    traits:
      move: 2
      move_and_battle: 1
      dice: [4, 3, 2]
      stars_hit: [armor]
      retreat_per_flag: 2
      cross_hairs: 1
  storm-cart:
    label: Storm cart
    of: [inf]
    equipment: storm-cart
    rules: base
    source: house rule
    summary: Rolls over everything, or stands and shoots.
    traits:
      moves_as: armor
      overruns: true
      rerolls_hits: true
      medals: 0
      figures_a_medal: 2
      refuses: [move-out]
      unmoved: {bonus: 2, most_protection: 0}
"""
SCENARIO = """
format: 1
board: {type: standard, face: country}
briefing:
  top: {side: axis, cards: 4, medals: 4}
  bottom: {side: allies, cards: 4, medals: 4}
hexes:
  C3: {unit: {is: american-artillery, equipment: rocket-sled}}
  G3: {unit: {is: american-infantry, equipment: storm-cart}}
  K3: {unit: american-infantry}
  C7: {unit: german-armor}
  G5: {terrain: town, unit: german-infantry}
  K7: {unit: german-infantry}
"""
RUN = """
import sys
from pathlib import Path
import m44core.catalogue.catalogue_loader as load
load.DATA = Path(sys.argv.pop(1))
from m44core.cli.main import main
main(sys.argv[1:])
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a catalogue that has two more units, and a scenario with them."""
    folder = tmp_path_factory.mktemp("scratch")
    shutil.copytree(DATA, folder / "data")
    with (folder / "data" / "units.yaml").open("a", encoding="utf-8") as units:
        units.write(INVENTED_UNITS)
    (folder / "invented.yaml").write_text(SCENARIO, encoding="utf-8")
    return folder


def run_with_invented_units(folder: Path, *arguments: str) -> str:
    """Run a command of the program with the extended catalogue and return its output."""
    command = [sys.executable, "-c", RUN, str(folder / "data"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout


def test_units_defined_only_by_data_have_their_traits(folder: Path) -> None:
    facts = json.loads(run_with_invented_units(folder, "facts", "invented.yaml"))
    units = {unit["class"]: unit for unit in facts["units"].values() if unit["side"] == "ALLIES"}
    assert units["american-artillery"]["power"] == [4, 3, 2]
    assert units["american-artillery"]["figures"] == 1
    dice = [t[3] for attack in facts["attacks"].values() for t in attack["targets"] if t[1] == 2]
    assert max(dice) == 4  # the storm cart against the town: 2 dice plus 2, without protection


def test_units_defined_only_by_data_are_played(folder: Path) -> None:
    assert "fully supported" in run_with_invented_units(folder, "supports", "invented.yaml")
    output = run_with_invented_units(
        folder, "play", "invented.yaml", "--ai", "recruit", "--games", "3", "--check"
    )
    assert "won" in output
