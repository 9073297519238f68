"""The data files match their schema, the file format and the rulebook's table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.reference_data import editor_pieces, load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import (
    ALL_FLAGS,
    OPEN_GROUND,
    Element,
    Layer,
    RulesSupport,
    Side,
    SightEffect,
    Slope,
    TerrainRules,
    UnitClass,
)
from m44core.catalogue.entries import DATA
from m44core.catalogue.unit_traits import unit_rules
from m44core.io.schema.schemas import rule_labels
from m44core.resources import schema_folder

CASES = Path(__file__).parent
ALL = list(base_catalogue().elements.values())
LAYERS = {
    "terrain": Layer.TERRAIN,
    "rect_terrain": Layer.STRUCTURE,
    "obstacle": Layer.OBSTACLE,
    "unit": Layer.UNIT,
    "badge": Layer.BADGE,
    "tag": Layer.TAG,
}
TABLE = load_yaml(CASES / "base_effects.yaml")


def test_data_files_agree_with_their_schema() -> None:
    schema = json.loads((schema_folder() / "catalogue.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    data = {path.stem: load_yaml(path) for path in DATA.glob("*.yaml")}
    errors = [f"{e.json_path}: {e.message}" for e in Draft202012Validator(schema).iter_errors(data)]
    assert errors == []


def test_the_traits_of_every_unit_can_be_parsed() -> None:
    empty_traits = {"class": "infantry", "move": 0, "move_and_battle": 0, "dice": []}
    for element in ALL:
        assert element.abilities is None or unit_rules(element.abilities)
    for special in base_catalogue().specials:
        assert unit_rules({**empty_traits, **special.traits}), special.name


def test_every_special_rule_changes_existing_terrain_rules() -> None:
    for changes in base_catalogue().changes.values():
        assert replace(OPEN_GROUND, **changes)


def test_each_layer_has_as_many_names_as_the_format() -> None:
    official_layers = [e.layer for e in ALL if e.official]
    assert {layer: official_layers.count(layer) for layer in Layer} == {
        Layer.TERRAIN: 104,
        Layer.STRUCTURE: 24,
        Layer.OBSTACLE: 3,
        Layer.UNIT: 35,
        Layer.BADGE: 49,
        Layer.TAG: 17,
    }


@pytest.mark.rule("B-M44-02")
def test_names_layers_and_orientations_are_those_of_the_official_editor() -> None:
    official_pieces = editor_pieces()
    expected = {
        name: (layer, 1) for kind, layer in LAYERS.items() for name in official_pieces[kind]
    }
    for kind in ("terrain", "rect_terrain", "obstacle"):
        expected |= {name: (LAYERS[kind], count) for name, count in official_pieces[kind].items()}
    assert {e.name: (e.layer, e.orientations) for e in ALL if e.official} == expected


@pytest.mark.rule("B-M44-04")
def test_edges_are_those_measured_for_every_orientation() -> None:
    expected = {
        name: {
            network: [set(orientation_edges) for orientation_edges in edges]
            for network, edges in networks.items()
        }
        for name, networks in editor_pieces()["edges"].items()
    }
    edges_by_name = {
        e.name: {
            net: [{str(d) for d in orientation_edges} for orientation_edges in edges]
            for net, edges in e.edges.items()
        }
        for e in ALL
        if e.edges
    }
    assert edges_by_name == expected


def test_bearings_are_those_measured_for_every_orientation() -> None:
    bearings = {name: tuple(edges) for name, edges in editor_pieces()["bearings"].items()}
    assert {e.name: e.bearings for e in ALL if e.name in bearings} == bearings


def test_keys_are_unique_within_their_layer() -> None:
    keys = [(e.layer, e.key) for e in ALL]
    assert len(set(keys)) == len(keys)


def test_no_two_facings_of_a_piece_share_a_name() -> None:
    assert [e.name for e in ALL if len(set(e.facings)) != len(e.facings)] == []


def test_every_group_and_expansion_of_an_element_is_declared() -> None:
    catalogue = base_catalogue()
    assert {e.group for e in ALL} == set(catalogue.groups)
    assert {e.expansion for e in ALL} <= set(catalogue.expansions)


def test_every_element_has_a_sentence_about_its_effect() -> None:
    assert [e.name for e in ALL if not e.summary.endswith(".") or not e.source] == []


def test_every_element_with_base_rules_has_rules() -> None:
    ground = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
    for element in ALL:
        if element.layer in ground:
            assert (element.terrain is None) == (element.rules is RulesSupport.NONE_YET), (
                element.name
            )
        elif element.layer is Layer.UNIT:
            assert (element.abilities is None) == (element.rules is RulesSupport.NONE_YET), (
                element.name
            )


@pytest.mark.parametrize("row", TABLE["effects"], ids=lambda row: row["item"])
def test_effects_match_the_base_table(row: dict[str, Any]) -> None:
    for name in row["names"]:
        rules = base_catalogue().elements[name].terrain
        assert rules is not None
        assert _terrain_row(rules) == {**TABLE["nothing"], **row["effect"]}, name


@pytest.mark.parametrize("row", TABLE["special rules"], ids=lambda row: row["code"])
def test_special_rules_change_table_values(row: dict[str, Any]) -> None:
    catalogue = base_catalogue()
    layer = catalogue.behaviors[row["code"]].layer
    plain_rules = catalogue.terrain_rules(layer, row["piece"])
    rules = catalogue.terrain_rules(layer, row["piece"], row["code"])
    assert plain_rules is not None
    assert rules is not None
    before, after = _terrain_row(plain_rules), _terrain_row(rules)
    assert {key: value for key, value in after.items() if value != before[key]} == row["changes"]


def test_every_special_rule_that_is_played_is_in_the_table() -> None:
    played_rules = {
        b.name for b in base_catalogue().behaviors.values() if b.rules is RulesSupport.BASE
    }
    assert {row["code"] for row in TABLE["special rules"]} == played_rules


@pytest.mark.parametrize("layer", [Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE])
def test_special_rules_have_the_names_of_the_scenario_schema(layer: Layer) -> None:
    labels = {b.name: b.label for b in base_catalogue().behaviors_on(layer)}
    assert {code: rule.label for code, rule in rule_labels(layer).items()}.items() <= (
        labels.items()
    )


def test_special_rules_are_for_existing_pieces_and_describe_their_effect() -> None:
    catalogue = base_catalogue()
    for behavior in catalogue.behaviors.values():
        assert behavior.summary.endswith("."), behavior.name
        assert behavior.source, behavior.name
        piece_names = {e.name for e in catalogue.on_layer(behavior.layer)}
        assert behavior.pieces <= piece_names, behavior.name


@pytest.mark.parametrize("row", TABLE["zones"], ids=lambda row: row["item"])
def test_printed_zones_match_the_base_table(row: dict[str, Any]) -> None:
    zones = {str(zone): rules for zone, rules in base_catalogue().zones.items()}
    assert _terrain_row(zones[row["item"]]) == {**TABLE["nothing"], **row["effect"]}


def _terrain_row(rules: TerrainRules) -> dict[str, Any]:
    """Return rules as a row of the base table (4.7), keyed by column."""
    troops = (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY)
    dice = rules.dice_against or rules.dice_against_uphill
    return {
        "closed": [str(c) for c in troops if c in rules.impassable],
        "stop": [str(c) for c in troops if c in rules.stop],
        "battle on entry": [str(c) for c in troops if c not in rules.no_battle_on_entry],
        "against": [dice.get(c, 0) for c in troops],
        "only from below": bool(rules.dice_against_uphill),
        "out": [rules.dice_from.get(c, 0) for c in troops],
        "sight": str(rules.sight) if rules.sight is not SightEffect.OPEN else "no",
        "flags": _ignored_flags(rules),
        "special": sorted(_special_effects(rules)),
    }


def _ignored_flags(rules: TerrainRules) -> int | str:
    """Return the ignored flags: their number, ``all``, or the classes that ignore them."""
    flags = set(rules.flags_ignored.values())
    if rules.flags_ignored and len(rules.flags_ignored) < len(UnitClass):
        return ", ".join(rules.flags_ignored)
    return "all" if flags == {ALL_FLAGS} else max(flags, default=0)


def _special_effects(rules: TerrainRules) -> list[str]:
    flags = ["crossing", "enter_from_adjacent", "leave_one_hex", "no_retreat", "road", "sunken"]
    flags += [
        "beach",
        "boats",
        "axis_only",
        "no_sandbags",
        "owner_only",
        "removed_on_leave",
        "cave",
        "headquarters",
    ]
    flag_names = [word for word in flags if getattr(rules, word)]
    sets = ("fixed", "removed_by_entry", "removable_by", "bars_fire_of")
    flag_names += [f"{word}: {c}" for word in sets for c in getattr(rules, word)]
    flag_names += [
        f"{word}: {n}" for word in ("max_move", "height", "recovery") if (n := getattr(rules, word))
    ]
    troops = (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY)
    for word in (
        "pause",
        "no_battle",
        "no_battle_if_late",
        "no_battle_on_leave",
        "no_ground_if_moved",
    ):
        classes = [str(c) for c in troops if c in getattr(rules, word)]
        flag_names += [f"{word}: {', '.join(classes)}"] if classes else []
    return flag_names + (_slope_in_words(rules.slope) if rules.slope else [])


def _slope_in_words(slope: Slope) -> list[str]:
    """Return a slope in words: ``from beach: 2 hexes, down too, infantry only``."""
    classes = set(UnitClass) - {UnitClass.PLANE, UnitClass.SHIP, UnitClass.TRAIN} - slope.closed
    parts = [f"{slope.hexes} hexes"] if slope.hexes > 1 else []
    parts += ["down too"] if slope.both_ways else []
    parts += ["infantry only"] if classes == {UnitClass.INFANTRY} else []
    parts += [] if classes else ["nobody"]
    parts += [] if slope.takes_ground else ["takes no ground"]
    parts += ["bars retreat"] if slope.bars_retreat else []
    return [f"from {slope.foot}: {', '.join(parts)}"]


@pytest.mark.parametrize("row", TABLE["units"], ids=lambda row: row["kind"])
def test_units_match_the_base_rules(row: dict[str, Any]) -> None:
    for nation in ("ger", "us", "brit", "ru"):
        element = base_catalogue().elements[row["kind"] + nation]
        assert _unit_row(element) == row["says"]


def _unit_row(element: Element) -> list[object]:
    rules = base_catalogue().unit_profile(element.name).rules
    assert rules is not None
    move_limits = [rules.move, rules.move_and_battle]
    abilities = [rules.needs_sight, rules.takes_ground, rules.overruns]
    return [str(rules.unit_class), element.figures, *move_limits, list(rules.dice), *abilities]


@pytest.mark.rule("B-M44-03")
@pytest.mark.parametrize(
    ("side", "nations", "medals"),
    [
        (Side.ALLIES, {"us", "brit", "ru", "fr", "gb", "ch"}, {"medal1", "medal4", "medal6"}),
        (Side.AXIS, {"ger", "jp", "it"}, {"medal2", "medal5", "medal7"}),
    ],
)
def test_nations_and_medals_belong_to_the_sides_of_the_format(
    side: Side, nations: set[str], medals: set[str]
) -> None:
    elements = base_catalogue().elements.values()
    fighting = {e.nation.name for e in elements if e.nation and e.nation.side is side}
    assert fighting <= nations
    assert {e.name for e in elements if e.medal and e.side is side} == medals
