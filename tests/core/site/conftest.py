"""Sites for tests, built once from a few of our scenarios, one of them with a recorded game."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.resources import scenarios_folder

BUILT = ("pegasus-bridge", "sword-beach", "arracourt", "examples/kollaa", "examples/bir-hakeim")

Build = Callable[..., int]
"""Builds the site of a folder, with options of the command; returns the exit status."""


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with five scenarios, one with texts in two languages, and a game of another."""
    folder = tmp_path_factory.mktemp("collection")
    for name in BUILT:
        shutil.copy(scenarios_folder() / f"{name}.yaml", folder)
    arracourt = folder / "arracourt.yaml"
    text = re.sub(r"^texts:\n(?: .*\n|\n)+", _TEXTS, arracourt.read_text("utf-8"), flags=re.M)
    arracourt.write_text(text, "utf-8")
    game, scenario = folder / "a-game.txt", folder / "pegasus-bridge.yaml"
    assert main(["play", str(scenario), "--seed", "7", "--only", "3", "--record", str(game)]) == 0
    recorded = game.read_text("utf-8")
    game.write_text(recorded.replace(str(scenario), scenario.name), "utf-8")
    return folder


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
def built(collection: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the collection, without typeset files."""
    out = tmp_path_factory.mktemp("site") / "out"
    said = ["site", str(collection), str(out), "--no-pdf", "--jobs", "1", "--title", "A Collection"]
    assert main([*said, "--url", "https://example.org/m44"]) == 0
    return out


@pytest.fixture
def copied(collection: Path, tmp_path: Path) -> Path:
    """A copy of the collection that a test can change."""
    return Path(shutil.copytree(collection, tmp_path / "mine"))


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Return a function that builds the site of a folder into ``tmp_path / "out"``, quickly."""

    def built_of(folder: Path, *options: str) -> int:
        said = ["site", str(folder), str(tmp_path / "out"), "--no-pdf", "--jobs", "1"]
        return main([*said, *options])

    return built_of
