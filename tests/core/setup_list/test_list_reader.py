"""Setup lists as people write them, with the cases of cases.yaml; and printed checklists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference_data import load_yaml

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.io.files.file_reader import read_file
from m44core.messages.languages import languages
from m44core.messages.renderers import renderer_in
from m44core.model.edits import new_scenario, place_unit
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Unit
from m44core.resources import shipped_scenarios
from m44core.setup_list.list_placement import place_setup_list
from m44core.setup_list.list_reader import (
    MAX_LINES,
    RemarkKind,
    SetupList,
    read_setup_list,
    readable_lines,
)
from m44core.validation.check_context import CheckContext
from m44core.validation.setup_checklist import checklist_steps

CASES: dict[str, dict[str, Any]] = load_yaml(Path(__file__).with_name("cases.yaml"))
FILES = [*shipped_scenarios(), *(Path(__file__).parents[1] / "io" / "files").glob("*.m44")]


def empty_board_of(scenario: Scenario) -> Scenario:
    return new_scenario(scenario.board.type, scenario.face)


def scenario_of_case(case: dict[str, Any]) -> Scenario:
    scenario = new_scenario(BoardType.STANDARD, Face(case.get("face", "country").upper()))
    for name, unit in case.get("units", {}).items():
        scenario = place_unit(scenario, Unit(unit), [scenario.board.hex(name)])
    return scenario


def content_text(content: HexContent) -> str:
    pieces = [content.terrain, content.structure, content.obstacle]
    names = [f"{p.name}@{p.owner}" if p.owner else p.name for p in pieces if p]
    if unit := content.unit:
        figures = f"/{unit.figures}" if unit.figures else ""
        names += [f"{unit.name}{figures}", *filter(None, (unit.badge, unit.equipment))]
    return " ".join([*names, *(tag.name for tag in content.tags)])


def placed_pieces(before: Scenario, setup_list: SetupList) -> dict[str, str]:
    after = place_setup_list(before, setup_list)
    changed_hexes = [h for h in after.hexes if after.at(h) != before.at(h)]
    return {after.board.name(h): content_text(after.at(h)) for h in changed_hexes}


def sorted_words(phrases: dict[str, str]) -> dict[str, list[str]]:
    return {name: sorted(pieces.split()) for name, pieces in phrases.items()}


@pytest.mark.parametrize("name", CASES)
def test_each_setup_list_places_the_expected_pieces(name: str) -> None:
    case = CASES[name]
    scenario = scenario_of_case(case)
    setup_list = read_setup_list(case["list"], scenario, case.get("language", "en"))
    assert sorted_words(placed_pieces(scenario, setup_list)) == sorted_words(case.get("laid", {}))
    assert {remark.text: str(remark.message) for remark in setup_list.remarks} == case.get(
        "remarks", {}
    )


def printed_checklist(scenario: Scenario, language: str) -> str:
    """Return the checklist as ``m44 bill --format checklist`` prints it."""
    renderer = renderer_in(language)
    lines = []
    for number, step in enumerate(checklist_steps(scenario), start=1):
        lines.append(f"{number}. {renderer.render(step.title)}")
        for item in step.items:
            places = f": {', '.join(item.where)}" if item.where else ""
            lines.append(f"   [ ] {renderer.render(item.what)}{places}")
    return "\n".join(lines)


def pieces_by_hex(scenario: Scenario) -> dict[str, object]:
    """Return the pieces on each hex, without orientations and owners, which a checklist omits."""
    units = {u.hex: (u.element.name, u.figures) for u in CheckContext.of(scenario).units}
    by_hex: dict[str, object] = {}
    for hex_, content in scenario.hexes.items():
        ground = (content.terrain, content.structure, content.obstacle)
        badge = content.unit and content.unit.badge
        tags = sorted({tag.name for tag in content.tags})
        names = [piece and piece.name for piece in ground]
        by_hex[scenario.board.name(hex_)] = (names, units.get(hex_), badge, tags)
    return {
        name: pieces for name, pieces in by_hex.items() if pieces != ([None] * 3, None, None, [])
    }


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_checklist_is_read_back_to_the_same_pieces(path: Path, language: str) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    setup_list = read_setup_list(
        printed_checklist(scenario, language), empty_board_of(scenario), language
    )
    assert [r for r in setup_list.remarks if r.kind is not RemarkKind.LEFT_OUT] == []
    assert pieces_by_hex(place_setup_list(empty_board_of(scenario), setup_list)) == pieces_by_hex(
        scenario
    )


def test_lines_and_bridges_are_aligned_with_their_neighbors() -> None:
    path = next(path for path in FILES if path.name == "pegasus-bridge.yaml")
    scenario = read_file(path).scenario
    assert scenario is not None
    setup_list = read_setup_list(printed_checklist(scenario, "en"), empty_board_of(scenario), "en")
    after = place_setup_list(empty_board_of(scenario), setup_list)
    rivers = [h for h in scenario.hexes if (t := scenario.at(h).terrain) and t.orientation > 1]
    equal_hexes = [h for h in rivers if after.at(h).terrain == scenario.at(h).terrain]
    assert len(rivers) - len(equal_hexes) <= 2
    bridges = [h for h in scenario.hexes if scenario.at(h).structure]
    assert [after.at(h).structure for h in bridges] == [scenario.at(h).structure for h in bridges]


def test_bends_are_chosen_for_a_river_listed_as_straight_tiles() -> None:
    scenario = new_scenario()
    setup_list = read_setup_list("River: A5, B5, b4, C3", scenario, "en")
    after = place_setup_list(scenario, setup_list)
    names = [after.at(after.board.hex(n)).terrain for n in ("A5", "B5", "b4", "C3")]
    assert [tile and tile.name for tile in names] == ["river", "curve", "river", "river"]


def test_the_board_can_be_cleared_first() -> None:
    scenario = scenario_of_case({"units": {"A1": "infus"}})
    setup_list = read_setup_list("Forest: B1", scenario, "en")
    names = {
        scenario.board.name(h)
        for h in place_setup_list(scenario, setup_list, clear_first=True).hexes
    }
    assert names == {"B1"}


def test_an_empty_list_returns_the_same_scenario() -> None:
    scenario = scenario_of_case({"units": {"A1": "infus"}})
    assert place_setup_list(scenario, read_setup_list("", scenario, "en")) is scenario


@pytest.mark.bulk
def test_only_the_beginning_of_a_very_long_list_is_read() -> None:
    text = "\n".join(["Forest: A9"] * (MAX_LINES + 5))
    setup_list = read_setup_list(text, new_scenario(), "en")
    assert len(setup_list.entries) == MAX_LINES
    assert "Only the first" in str(setup_list.remarks[-1].message)


def test_long_lines_and_gaps_are_shortened() -> None:
    assert [len(line) for line in readable_lines(f"a{' ' * 5000}b\n{'c' * 5000}\nd  e")] == [
        121,
        2000,
        4,
    ]


def test_only_the_first_unknown_words_are_compared_with_all_pieces() -> None:
    words = [f"Forrest{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(150)]
    setup_list = read_setup_list("\n".join(f"{word}: A9" for word in words), new_scenario(), "en")
    messages = [str(remark.message) for remark in setup_list.remarks]
    assert ["did you mean" in each for each in messages] == [True] * 100 + [False] * 50


PARTS = st.sampled_from(
    ["German", "infantry", "A9", "k8", "-", "/", ":", "(", ")", "3", "x", "\n", " ", ";", "elite",
     "Forest", "z99", "Axis", "d'", "\u00d7", "\u00b2", "\u2028", "2 figures", "Rangers", "[ ]"]
)  # fmt: skip


@given(
    st.lists(PARTS | st.text(max_size=4), max_size=30).map(" ".join), st.sampled_from(["en", "fr"])
)
def test_any_text_is_read(text: str, language: str) -> None:
    scenario = new_scenario()
    setup_list = read_setup_list(text, scenario, language)
    assert all(str(remark.message) for remark in setup_list.remarks)
    assert set(place_setup_list(scenario, setup_list).hexes) == {
        each.hex for each in setup_list.entries
    }


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_name_of_every_piece_is_recognized(language: str) -> None:
    scenario = scenario_of_case({"units": {"E5": "infger"}})
    for element in base_catalogue().elements.values():
        for name in (renderer_in(language).render(element.title), element.key):
            setup_list = read_setup_list(f"{name}: E5", scenario, language)
            assert element.name in setup_list.entries[0].pieces, name
