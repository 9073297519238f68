"""Loading valid and invalid data files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from m44core.catalogue.base_box import read_base_box
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_reader import read_catalogue
from m44core.catalogue.command_cards import read_cards
from m44core.catalogue.entries import DATA
from m44core.errors import CatalogueError


def test_the_catalogue_is_read_once() -> None:
    assert base_catalogue() is base_catalogue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files, for tests to damage."""
    return shutil.copytree(DATA, tmp_path / "data")


@pytest.mark.parametrize(
    ("file", "sound_text", "broken_text", "error_part"),
    [
        ("terrain", "sight: hill", "sight: foggy", "hills"),
        ("terrain", "shape: bend, component", "shape: twist, component", "curve"),
        ("terrain", "component: forest}", "colour: green}", "woods"),
        ("terrain", "key: forest, ", "", "woods"),
        ("obstacles", "rules: base", "rules: perhaps", "sand"),
        ("structures", "fixed: [artillery]", "fixed: [mammoth]", "bunker"),
        ("behaviors", "layer: obstacle", "layer: cellar", "seawall"),
        ("behaviors", "pieces: [sand]", "pieces: [gravel]", "seawall"),
        ("behaviors", "foot: plain", "foot: cloud", "steep-hill"),
        ("units", "figures: 3", "figurines: 3", "tankger"),
        ("palette", "side: AXIS", "side: SWISS", "ger"),
        ("tags", "    tag9:", "    tag1:", "tag1"),
        ("badges", "- group", "group", "badges.yaml"),
        ("zones", "ocean:", "lava:", "zones"),
        ("shapes", "tiles:", "{", "shapes.yaml"),
    ],
)
def test_a_broken_entry_is_named(
    folder: Path, file: str, sound_text: str, broken_text: str, error_part: str
) -> None:
    path = folder / f"{file}.yaml"
    text = path.read_text("utf-8")
    assert sound_text in text
    path.write_text(text.replace(sound_text, broken_text), "utf-8")
    with pytest.raises(CatalogueError, match=error_part):
        read_catalogue(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "box.yaml").unlink()
    with pytest.raises(CatalogueError, match=r"box\.yaml"):
        read_base_box(folder)


def test_a_card_in_an_unknown_section_is_named(folder: Path) -> None:
    path = folder / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("[left, right]", "[rear]"), "utf-8")
    with pytest.raises(CatalogueError, match="pincer-move"):
        read_cards(folder)
