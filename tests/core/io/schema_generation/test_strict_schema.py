"""The strict schema of .m44 accepts exactly what the official editor writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from m44core.io.files.open import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.write import to_text
from m44core.io.schema.schemas import read_schema
from m44core.resources import scenarios_folder

Tree = dict[str, Any]
Spoil = Callable[[Tree], object]

STRICT = Draft202012Validator(read_schema("m44-strict"))
SHIPPED_FILES = sorted(scenarios_folder().glob("*.yaml"))
VALID_FILE = Path(__file__).parents[1] / "editions" / "format-1" / "arnhem-bridge.m44"


def faults(tree: object) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}" for error in STRICT.iter_errors(tree)]


def valid_tree() -> Tree:
    tree: Tree = json.loads(VALID_FILE.read_text("utf-8"))
    assert faults(tree) == []
    return tree


def test_every_native_file_matches_the_strict_schema(reference_material: Path) -> None:
    files = sorted((reference_material / "corpus" / "native").glob("*.m44"))
    assert len(files) == 12
    for path in files:
        assert faults(json.loads(path.read_text("utf-8"))) == [], path.name


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_the_strict_schema_accepts_files_we_write(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    assert faults(json.loads(to_text(scenario, FileFormat.M44))) == []


def unit(tree: Tree) -> Tree:
    entry: Tree = next(h["unit"] for h in tree["board"]["hexagons"] if "unit" in h)
    return entry


def tile(tree: Tree, *, turned: bool) -> Tree:
    tiles = (h["terrain"] for h in tree["board"]["hexagons"] if "terrain" in h)
    entry: Tree = next(t for t in tiles if ("orientation" in t) is turned)
    return entry


def put_value(*path: str | int, value: object) -> Spoil:
    def change(tree: Any) -> None:  # noqa: ANN401 - JSON of any shape
        *parents, last = path
        for step in parents:
            tree = tree[step]
        tree[last] = value

    return change


def drop(*path: str | int) -> Spoil:
    def change(tree: Any) -> None:  # noqa: ANN401 - JSON of any shape
        *parents, last = path
        for step in parents:
            tree = tree[step]
        del tree[last]

    return change


HEX = ("board", "hexagons", 0)
INVALID_CHANGES: dict[str, Spoil] = {
    "an unknown key": put_value("more", value=1),
    "an unknown key of the briefing": put_value("game_info", "weather", value="RAIN"),
    "an unknown key of a hex": put_value(*HEX, "odd", value=1),
    "no briefing": drop("game_info"),
    "no packs": drop("packs"),
    "a list for the packs": put_value("packs", value=[]),
    "an unknown pack": put_value("packs", "space", value=1),
    "null": put_value("game_info", "date_end", value=None),
    "small letters": put_value("board", "type", value="standard"),
    "a face in small letters": put_value("board", "face", value="country"),
    "a side in small letters": put_value("game_info", "side_player1", value="axis"),
    "a nation in small letters": put_value("game_info", "country_player1", value="de"),
    "no nation": put_value("game_info", "country_player1", value=""),
    "cards as a text": put_value("game_info", "cards_player1", value="5"),
    "an operation as a number": put_value("game_info", "operationID", value=20),
    "a day that is none": put_value("game_info", "date_begin", value="6 June"),
    "nobody begins": put_value("game_info", "starting", value="NOBODY"),
    "another front": put_value("game_info", "front", value="LUNAR"),
    "no options at all": put_value("game_info", "options", value={}),
    "an unknown option": put_value("game_info", "options", value={"weather": True}),
    "an option in our words": put_value("game_info", "options", value={"hill-317": ["G5"]}),
    "options outside": put_value("options", value={"blitz_rules": True}),
    "hexagons in an item": put_value("board", "hexagons", value={"item": []}),
    "a hexagon with nothing on it": put_value(*HEX, value={"row": 0, "col": 0}),
    "half a hex": put_value(*HEX, "row", value=3),
    "a hex off the board": put_value(*HEX, "row", value=12),
    "a row as a text": put_value(*HEX, "row", value="0"),
    "empty tags": put_value(*HEX, "tags", value=[]),
    "tags as an object": put_value(*HEX, "tags", value={"0": {"name": "medal1"}}),
    "a medal the editor lacks": put_value(*HEX, "tags", value=[{"name": "medal0"}]),
    "a unit by our name": lambda tree: unit(tree).update(name="german-infantry"),
    "figures as a number": lambda tree: unit(tree).update(nbr_units=3),
    "no figures": lambda tree: unit(tree).update(nbr_units="0"),
    "an unknown badge": lambda tree: unit(tree).update(badge="badge99"),
    "an unknown key of a unit": lambda tree: unit(tree).update(morale=3),
    "a unit that is turned": lambda tree: unit(tree).update(orientation=1),
    "a tile by our name": lambda tree: tile(tree, turned=False).update(name="forest"),
    "a tile turned in vain": lambda tree: tile(tree, turned=False).update(orientation=1),
    "a tile turned too far": lambda tree: tile(tree, turned=True).update(orientation=9),
    "a tile that is not turned": lambda tree: tile(tree, turned=True).pop("orientation"),
    "a rule in small letters": lambda tree: tile(tree, turned=False).update(behavior="cliff"),
    "a label without lines": put_value("board", "labels", value=[{"row": 0, "col": 0, "text": []}]),
    "a label that is a text": put_value(
        "board", "labels", value=[{"row": 0, "col": 0, "text": "Mill"}]
    ),
    "a text without a title": drop("text", "en", "name"),
    "markup": put_value("text", "en", "html", value="<b>"),
}


@pytest.mark.parametrize("name", INVALID_CHANGES)
def test_the_strict_schema_refuses_other_content(name: str) -> None:
    tree = valid_tree()
    INVALID_CHANGES[name](tree)
    assert faults(tree) != []


def test_the_server_writes_figures_as_numbers() -> None:
    tree = valid_tree()
    unit(tree)["nbr_units"] = 3
    tree["meta_data"]["status"] = "GAME"
    assert faults(tree) == []
