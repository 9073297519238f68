"""The table of files accepted by Board Game Arena is well formed and uses known names."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.findings.finding_kinds import all_kinds
from m44core.resources import schema_folder
from m44core.validation.bga_upload import (
    FILE,
    is_accepted_rule,
    is_known_tile,
    kind_and_nation,
    known_options,
    medal_owner,
    side_of_nation,
    tiles_with_any_rule,
)

SCHEMA: dict[str, Any] = json.loads((schema_folder() / "bga_upload.schema.json").read_text("utf-8"))
TABLE: dict[str, Any] = json.loads(json.dumps(load_yaml(FILE)))
LAYERS = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
TILES = {element.name for layer in LAYERS for element in base_catalogue().on_layer(layer)}


def test_the_table_matches_its_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    errors = Draft202012Validator(SCHEMA).iter_errors(TABLE)
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_no_tile_has_two_entries() -> None:
    tiles = TABLE["tiles"]
    parts = [
        tiles["any_rule"].split(),
        *(list(tiles[k]) for k in ("rule_refused", "rules_accepted")),
    ]
    names = [name for part in (*parts, tiles["becomes_unit"]) for name in part]
    assert sorted(names) == sorted(set(names))


def test_the_tiles_are_those_of_the_format_and_one_more() -> None:
    conditional = {*TABLE["tiles"]["rule_refused"], *TABLE["tiles"]["rules_accepted"]}
    assert (tiles_with_any_rule() | conditional) - TILES == {"beach"}


def test_the_list_of_official_tiles_unknown_to_bga_is_complete() -> None:
    official_names = {name for name in TILES if base_catalogue().elements[name].official}
    assert {name for name in official_names if not is_known_tile(name)} == {
        *("abatis", "barge", "cairfield", "cravine", "pcarrier", "railroad", "ravine", "wcastle"),
        *("wchurch", "wpontoon", "wrailFR", "wrailroad", "wroadblock"),
    }


@pytest.mark.parametrize(
    ("name", "rule", "accepted"),
    [
        ("sand", None, True),
        ("sand", "SEAWALL", True),
        ("sand", "CLIFF", False),
        ("hills", "BLUFF", True),
        ("whill", "BLUFF", False),
        ("whill", "CLIFF", True),
        ("dhill", "CLIFF", False),
        ("pmouth", "FORDABLE_STREAM", False),
        ("pmouth", "FORD", True),
        ("wbridge", "BRIDGE_SECTION", False),
        ("wbridge", "CAN_BE_BLOWN", True),
        ("woods", "XYZZY", True),
    ],
)
def test_tiles_accept_or_refuse_a_special_rule(name: str, rule: str | None, accepted: bool) -> None:
    assert is_accepted_rule(name, rule) is accepted


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("infger", ("inf", "ger")),
        ("INF2US", ("inf2", "us")),
        ("tank2jp", ("tank2", "jp")),
        ("gunbrit", ("gun", "brit")),
        ("vehger", None),
    ],
)
def test_the_name_of_a_unit_consists_of_its_kind_and_nation(
    name: str, parts: tuple[str, str] | None
) -> None:
    assert kind_and_nation(name) == parts


def test_nations_have_the_sides_of_the_catalogue() -> None:
    for element in base_catalogue().on_layer(Layer.UNIT):
        parts = kind_and_nation(element.name)
        if parts and element.nation:
            assert side_of_nation(parts[1]) is element.nation.side


def test_medals_have_the_owners_of_the_catalogue() -> None:
    for element in base_catalogue().on_layer(Layer.TAG):
        if element.medal:
            assert medal_owner(element.name) is element.side
    assert medal_owner("medal99") is Side.AXIS


def test_findings_that_make_a_file_unreadable_are_errors() -> None:
    kinds = all_kinds()
    assert {kinds[code].severities[0] for code in TABLE["unreadable"]} == {"error"}


def test_the_docs_page_lists_the_options_that_bga_reads() -> None:
    page = FILE.parents[3] / "docs" / "board-game-arena.md"
    if not page.exists():
        pytest.skip("the wheel has no pages")
    section = (
        page.read_text("utf-8").partition("## Options it reads")[2].partition("An air drop")[0]
    )
    without_values = re.sub(r"\([^)]*\)", "", section)
    assert re.findall(r"`(\w+)`", without_values) == sorted(known_options())
