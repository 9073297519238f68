"""The strict schema of .m44 accepts exactly what the official editor writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_text
from m44core.io.schema.schemas import read_schema
from m44core.resources import scenarios_folder

Tree = dict[str, Any]
Spoil = Callable[[Tree], object]

STRICT = Draft202012Validator(read_schema("m44-strict"))
SHIPPED_FILES = sorted(scenarios_folder().glob("*.yaml"))
VALID_FILE = Path(__file__).parents[1] / "editions" / "format-1" / "arnhem-bridge.m44"


def schema_errors(tree: object) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}" for error in STRICT.iter_errors(tree)]


def valid_tree() -> Tree:
    tree: Tree = json.loads(VALID_FILE.read_text("utf-8"))
    assert schema_errors(tree) == []
    return tree


def test_every_native_file_matches_the_strict_schema(reference_material: Path) -> None:
    files = sorted((reference_material / "corpus" / "native").glob("*.m44"))
    assert len(files) == 12
    for path in files:
        assert schema_errors(json.loads(path.read_text("utf-8"))) == [], path.name


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_the_strict_schema_accepts_files_we_write(path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    assert schema_errors(json.loads(to_text(scenario, FileFormat.M44))) == []


def first_unit(tree: Tree) -> Tree:
    entry: Tree = next(h["unit"] for h in tree["board"]["hexagons"] if "unit" in h)
    return entry


def first_tile(tree: Tree, *, turned: bool) -> Tree:
    tiles = (h["terrain"] for h in tree["board"]["hexagons"] if "terrain" in h)
    entry: Tree = next(t for t in tiles if ("orientation" in t) is turned)
    return entry


def value_setter(*path: str | int, value: object) -> Spoil:
    def change(tree: Any) -> None:  # noqa: ANN401 - JSON of any shape
        *parents, last = path
        for step in parents:
            tree = tree[step]
        tree[last] = value

    return change


def key_remover(*path: str | int) -> Spoil:
    def change(tree: Any) -> None:  # noqa: ANN401 - JSON of any shape
        *parents, last = path
        for step in parents:
            tree = tree[step]
        del tree[last]

    return change


HEX = ("board", "hexagons", 0)
INVALID_CHANGES: dict[str, Spoil] = {
    "an unknown key": value_setter("more", value=1),
    "an unknown key of the briefing": value_setter("game_info", "weather", value="RAIN"),
    "an unknown key of a hex": value_setter(*HEX, "odd", value=1),
    "no briefing": key_remover("game_info"),
    "no packs": key_remover("packs"),
    "a list for the packs": value_setter("packs", value=[]),
    "an unknown pack": value_setter("packs", "space", value=1),
    "null": value_setter("game_info", "date_end", value=None),
    "small letters": value_setter("board", "type", value="standard"),
    "a face in small letters": value_setter("board", "face", value="country"),
    "a side in small letters": value_setter("game_info", "side_player1", value="axis"),
    "a nation in small letters": value_setter("game_info", "country_player1", value="de"),
    "no nation": value_setter("game_info", "country_player1", value=""),
    "cards as a text": value_setter("game_info", "cards_player1", value="5"),
    "an operation as a number": value_setter("game_info", "operationID", value=20),
    "a day that is none": value_setter("game_info", "date_begin", value="6 June"),
    "nobody begins": value_setter("game_info", "starting", value="NOBODY"),
    "another front": value_setter("game_info", "front", value="LUNAR"),
    "no options at all": value_setter("game_info", "options", value={}),
    "an unknown option": value_setter("game_info", "options", value={"weather": True}),
    "an option in our words": value_setter("game_info", "options", value={"hill-317": ["G5"]}),
    "options outside": value_setter("options", value={"blitz_rules": True}),
    "hexagons in an item": value_setter("board", "hexagons", value={"item": []}),
    "a hexagon with nothing on it": value_setter(*HEX, value={"row": 0, "col": 0}),
    "half a hex": value_setter(*HEX, "row", value=3),
    "a hex off the board": value_setter(*HEX, "row", value=12),
    "a row as a text": value_setter(*HEX, "row", value="0"),
    "empty tags": value_setter(*HEX, "tags", value=[]),
    "tags as an object": value_setter(*HEX, "tags", value={"0": {"name": "medal1"}}),
    "a medal the editor lacks": value_setter(*HEX, "tags", value=[{"name": "medal0"}]),
    "a unit by our name": lambda tree: first_unit(tree).update(name="german-infantry"),
    "figures as a number": lambda tree: first_unit(tree).update(nbr_units=3),
    "no figures": lambda tree: first_unit(tree).update(nbr_units="0"),
    "an unknown badge": lambda tree: first_unit(tree).update(badge="badge99"),
    "an unknown key of a unit": lambda tree: first_unit(tree).update(morale=3),
    "a unit that is turned": lambda tree: first_unit(tree).update(orientation=1),
    "a tile by our name": lambda tree: first_tile(tree, turned=False).update(name="forest"),
    "a tile turned in vain": lambda tree: first_tile(tree, turned=False).update(orientation=1),
    "a tile turned too far": lambda tree: first_tile(tree, turned=True).update(orientation=9),
    "a tile that is not turned": lambda tree: first_tile(tree, turned=True).pop("orientation"),
    "a rule in small letters": lambda tree: first_tile(tree, turned=False).update(behavior="cliff"),
    "a label without lines": value_setter(
        "board", "labels", value=[{"row": 0, "col": 0, "text": []}]
    ),
    "a label that is a text": value_setter(
        "board", "labels", value=[{"row": 0, "col": 0, "text": "Mill"}]
    ),
    "a text without a title": key_remover("text", "en", "name"),
    "markup": value_setter("text", "en", "html", value="<b>"),
}


@pytest.mark.parametrize("name", INVALID_CHANGES)
def test_the_strict_schema_rejects_invalid_content(name: str) -> None:
    tree = valid_tree()
    INVALID_CHANGES[name](tree)
    assert schema_errors(tree) != []


def test_the_strict_schema_accepts_figures_as_numbers() -> None:
    tree = valid_tree()
    first_unit(tree)["nbr_units"] = 3
    tree["meta_data"]["status"] = "GAME"
    assert schema_errors(tree) == []
