"""The differences in meaning between two scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.reference_data import load_yaml

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.comparing.compare import compare_scenarios
from m44core.comparing.difference_text import (
    SIGNS,
    change_message,
    different_formats_message,
    hex_change_message,
    verdict_message,
)
from m44core.comparing.differences import Comparison, ScenarioPart
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.workshop.decode import decode
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Front, HexContent, Piece, Unit
from m44core.resources import scenarios_folder

PAIRS: dict[str, dict[str, Any]] = load_yaml(Path(__file__).parent / "pairs.yaml")
SHIPPED_FILES = sorted(scenarios_folder().glob("*.[my][a4]*"))
PEGASUS = scenarios_folder() / "pegasus-bridge.m44"


def scenario_of(raw: dict[str, Any]) -> Scenario:
    text = yaml.dump({"format": 1, "hexes": {}, **raw})
    scenario = read_bytes(text.encode(), "case.yaml").scenario
    assert scenario is not None
    return scenario


def read_shipped_scenario(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario


def difference_lines(comparison: Comparison) -> Iterator[str]:
    board = comparison.after.board
    for change in comparison.board:
        yield f"{SIGNS[change.kind]} {change_message(change)}"
    for hex_, hex_changes in comparison.hexes.items():
        for each in hex_changes:
            yield f"{board.name(hex_)} {SIGNS[each.kind]} {hex_change_message(each, comparison)}"
    for change in (*comparison.briefing, *comparison.packs, *comparison.meta):
        yield f"{SIGNS[change.kind]} {change_message(change)}"
    for text in comparison.texts:
        yield f"{text.language} {SIGNS[text.kind]} {text.field}"


@pytest.mark.parametrize("case", PAIRS["same"].values(), ids=PAIRS["same"])
def test_equivalent_scenarios_have_no_differences(case: dict[str, Any]) -> None:
    comparison = compare_scenarios(scenario_of(case["before"]), scenario_of(case["after"]))
    assert list(difference_lines(comparison)) == []
    assert not comparison.has_differences
    assert str(verdict_message(comparison)) == "The two scenarios are the same."


@pytest.mark.parametrize("case", PAIRS["different"].values(), ids=PAIRS["different"])
def test_each_difference_is_listed(case: dict[str, Any]) -> None:
    comparison = compare_scenarios(scenario_of(case["before"]), scenario_of(case["after"]))
    assert list(difference_lines(comparison)) == case["says"]
    name = comparison.after.board.name
    assert {name(h): str(kind) for h, kind in comparison.change_kinds_by_hex.items()} == case.get(
        "marks", {}
    )
    assert comparison.has_differences


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_a_scenario_is_the_same_in_every_format(path: Path) -> None:
    scenario = read_shipped_scenario(path)
    for file_format in FileFormat:
        data = to_bytes(scenario, file_format)
        scenario_read = read_bytes(data, f"copy.{file_format.value}").scenario
        assert scenario_read is not None
        assert not compare_scenarios(scenario, scenario_read).has_differences


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_swapping_the_scenarios_swaps_added_and_removed(path: Path) -> None:
    one, other = read_shipped_scenario(path), read_shipped_scenario(PEGASUS)
    forward, backward = compare_scenarios(one, other), compare_scenarios(other, one)
    opposite_kinds = {"added": "removed", "removed": "added", "changed": "changed"}
    assert {
        h: opposite_kinds[k] for h, k in forward.change_kinds_by_hex.items()
    } == backward.change_kinds_by_hex
    assert forward.counts == backward.counts
    assert set(forward.moves) == {(end, start) for start, end in backward.moves}


@given(st.data())
def test_exactly_the_changed_hexes_are_marked(data: st.DataObject) -> None:
    before = read_shipped_scenario(PEGASUS)
    contents = st.sampled_from(
        [HexContent(), HexContent(Piece("buildings")), HexContent(unit=Unit("infger", figures=2))]
    )
    changes = data.draw(st.dictionaries(st.sampled_from(before.board.hexes), contents))
    after = before.with_hexes(changes)
    changed_hexes = {hex_ for hex_, content in changes.items() if before.at(hex_) != content}
    assert set(compare_scenarios(before, after).change_kinds_by_hex) == changed_hexes


def test_on_boards_of_different_formats_all_but_the_hexes_are_compared() -> None:
    before = read_shipped_scenario(PEGASUS)
    after = replace(
        before,
        board=BOARDS[BoardType.OVERLORD],
        briefing=replace(before.briefing, front=Front.EASTERN),
    )
    comparison = compare_scenarios(before, after)
    assert not comparison.has_same_board_format
    assert not comparison.hexes
    assert [change.pointer for change in comparison.board] == ["/board/type"]
    assert [change.pointer for change in comparison.briefing] == ["/briefing/front"]
    assert "standard and overlord" in str(different_formats_message(comparison))


def test_a_reworded_label_counts_as_text_not_layout() -> None:
    before, after = (
        decode({"labels": {"A9": [word]}}, base_catalogue()) for word in ("Woods", "Bois")
    )
    comparison = compare_scenarios(before, after)
    assert comparison.counts[ScenarioPart.TEXTS] == 1
    assert comparison.counts[ScenarioPart.LAYOUT] == 0
    assert (
        str(verdict_message(comparison))
        == "The layout and briefing are the same. Different: 1 text field."
    )
    assert not comparison.restricted_to(frozenset({ScenarioPart.LAYOUT})).hexes


def test_parts_that_are_left_out_do_not_differ() -> None:
    before = read_shipped_scenario(PEGASUS)
    other = read_shipped_scenario(scenarios_folder() / "sword-beach.yaml")
    whole_comparison = compare_scenarios(before, other)
    for part in ScenarioPart:
        part_comparison = whole_comparison.restricted_to(frozenset({part}))
        assert part_comparison.counts[part] == whole_comparison.counts[part]
        assert sum(part_comparison.counts.values()) == whole_comparison.counts[part]


def test_comparing_changes_neither_scenario() -> None:
    before, after = (
        read_shipped_scenario(PEGASUS),
        read_shipped_scenario(scenarios_folder() / "first-assault-wave.yaml"),
    )
    copies = replace(before), replace(after)
    compare_scenarios(before, after)
    assert (before, after) == copies
