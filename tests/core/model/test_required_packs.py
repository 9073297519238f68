"""The boxes that a scenario lists as needed."""

from __future__ import annotations

import json

import pytest

from m44core.catalogue.box_kinds import load_boxes
from m44core.comparing.compare import compare_scenarios
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.required_packs import ForeignPack, Packs, pack_named
from m44core.model.scenario import Scenario

STATED_PACKS = {"winterwars": 1, "odd pack": 3, "equipment": 1, "base": 0, "TERRAIN": 1}


def scenario_with_packs(packs: dict[str, int]) -> Scenario:
    """Return the scenario of an .m44 file with the given packs."""
    board = {"type": "STANDARD", "face": "COUNTRY", "hexagons": [], "labels": []}
    result = read_bytes(json.dumps({"board": board, "packs": packs}).encode(), "any.m44")
    assert result.scenario
    return result.scenario


def test_known_boxes_are_recognized_and_other_values_are_kept_verbatim() -> None:
    boxes = load_boxes()
    assert [*scenario_with_packs(STATED_PACKS).packs.stated.items()] == [
        (boxes["winterwars"], 1),
        (ForeignPack("odd pack"), 3),
        (boxes["equipment"], 1),
        (boxes["base"], 0),
        (ForeignPack("TERRAIN"), 1),
    ]


@pytest.mark.parametrize("file_format", FileFormat)
def test_packs_are_written_by_their_names_in_the_order_of_the_file(
    file_format: FileFormat,
) -> None:
    scenario = scenario_with_packs(STATED_PACKS)
    scenario_read = read_bytes(to_bytes(scenario, file_format), f"any.{file_format}").scenario
    assert scenario_read
    assert [*scenario_read.packs.stated.items()] == [*scenario.packs.stated.items()]


def test_a_checked_box_is_listed_in_the_order_of_the_official_editor() -> None:
    packs = Packs({ForeignPack("odd pack"): 3, pack_named("winterwars"): 1})
    checked_packs = packs.with_pack(pack_named("air"), ticked=True)
    assert [pack.name for pack in checked_packs.stated] == ["air", "winterwars", "odd pack"]
    assert checked_packs.with_pack(pack_named("air"), ticked=False) == packs


def test_a_box_with_the_number_0_is_not_listed() -> None:
    base, air = pack_named("base"), pack_named("air")
    assert not Packs({air: 0}).lists(air)
    assert not Packs({base: 1, air: 0}).lists_more_than_base
    assert Packs({base: 1, ForeignPack("odd pack"): 1}).lists_more_than_base
    assert not compare_scenarios(scenario_with_packs({"air": 0}), scenario_with_packs({})).packs
