"""An edit changes only its own bytes, whatever the dialect of the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.core.io.test_dialects import CASES, changed_document
from tests.reference_data import LAYOUTS

from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.io.files.file_reader import ReadResult, read_bytes, read_file
from m44core.io.files.save import save
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.edits.briefing_edits import set_player, set_text
from m44core.model.edits.piece_edits import erase, paint, place_unit, set_badge
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Unit
from m44core.resources import scenarios_folder

PEGASUS = scenarios_folder() / "pegasus-bridge.m44"
SHIPPED_YAML = scenarios_folder() / "pegasus-bridge.yaml"


def hex_with_unit(scenario: Scenario) -> Hex:
    """Return the first hex with a unit, or some hex if the board has no unit."""
    units = (hex_ for hex_, content in scenario.hexes.items() if content.unit)
    return next(units, scenario.board.hexes[0])


def empty_hex(scenario: Scenario) -> Hex:
    used_hexes = {*scenario.hexes, *scenario.labels}
    middle = scenario.board.hexes[len(scenario.board.hexes) // 2 :]
    return next(hex_ for hex_ in middle if hex_ not in used_hexes)


def with_more_cards(scenario: Scenario) -> Scenario:
    player = scenario.briefing.bottom
    return set_player(scenario, replace(player, cards=(player.cards or 4) + 1), top=False)


EDITS: dict[str, Callable[[Scenario], Scenario]] = {
    "a new unit": lambda s: place_unit(s, Unit("infger"), [empty_hex(s)]),
    "new terrain": lambda s: paint(s, Layer.TERRAIN, Piece("woods"), [empty_hex(s)]),
    "a unit gone": lambda s: erase(s, [hex_with_unit(s)]),
    "a badge": lambda s: set_badge(s, "badge4", [hex_with_unit(s)]),
    "another number of cards": with_more_cards,
    "another title": lambda s: set_text(s, "en", "name", "Somewhere else"),
}


def rewrite_as_php(tree: Any, part: str = "") -> Any:  # noqa: ANN401 - JSON of any shape
    """Return a tree as a PHP program with a database might write it, in several dialects."""
    if isinstance(tree, dict):
        return {key: rewrite_as_php(value, key) for key, value in tree.items()} or []
    if isinstance(tree, list):
        entries = [rewrite_as_php(value) for value in tree]
        is_wrapped = part in ("tags", "hexagons", "labels")
        return {str(2 * n): entry for n, entry in enumerate(entries)} if is_wrapped else entries
    if part in ("cards_player1", "victory_player2"):
        return str(tree)
    return tree.lower() if part in ("side_player1", "face", "front", "status") else tree


def files_in_dialects() -> dict[str, bytes]:
    """Return files with the same scenario in the dialects of other programs, keyed by name."""
    tree = json.loads(PEGASUS.read_bytes())
    php = rewrite_as_php(tree)
    spaced_text = json.dumps(tree, indent=3, ensure_ascii=True).replace('": ', '" :  ')
    columns_first = {"board": {**tree["board"], "hexagons": tree["board"]["hexagons"][::-1]}}
    return {
        "php": json.dumps(php, separators=(",", ":")).replace("/", "\\/").encode(),
        "php on lines": json.dumps(php, indent="\t").encode(),
        "odd spaces": spaced_text.encode(),
        "windows": spaced_text.replace("\n", "\r\n").encode(),
        "with a byte order mark": b"\xef\xbb\xbf" + PEGASUS.read_bytes(),
        "upside down": json.dumps(tree | columns_first, indent=1).encode(),
        **{name: json.dumps(changed_document(case)).encode() for name, case in CASES.items()},
    }


DIALECTS = files_in_dialects()


def changed_span_length(before: bytes, after: bytes) -> int:
    """Return the number of bytes of *before* from the first to the last byte that differs."""
    max_length = min(len(before), len(after))
    head_length = next((n for n in range(max_length) if before[n] != after[n]), max_length)
    max_length -= head_length
    tail_length = next(
        (n for n in range(max_length) if before[-1 - n] != after[-1 - n]), max_length
    )
    return len(before) - head_length - tail_length


def read_m44(data: bytes) -> ReadResult:
    result = read_bytes(data, "scenario.m44")
    assert result.scenario is not None
    return result


def edited_bytes(result: ReadResult, edit: Callable[[Scenario], Scenario] = lambda s: s) -> bytes:
    assert result.scenario is not None
    return to_bytes(edit(result.scenario), FileFormat.M44, result.origin)


@pytest.mark.parametrize("name", DIALECTS)
def test_an_unedited_file_is_saved_byte_for_byte(name: str) -> None:
    assert edited_bytes(read_m44(DIALECTS[name])) == DIALECTS[name]


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("name", DIALECTS)
def test_an_edit_has_the_same_meaning_in_a_dialect_and_in_the_normal_form(
    name: str, edit: str
) -> None:
    result = read_m44(DIALECTS[name])
    assert result.scenario is not None
    edited = EDITS[edit](result.scenario)
    normal_scenario = read_m44(to_bytes(edited, FileFormat.M44)).scenario
    reread = read_m44(edited_bytes(result, EDITS[edit]))
    assert reread.scenario == normal_scenario
    codes = {d.code for d in result.diagnostics}
    assert {d.code for d in reread.diagnostics} <= codes


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("name", ["php", "php on lines", "odd spaces", "windows", "upside down"])
def test_an_edit_leaves_the_bytes_around_it_alone(name: str, edit: str) -> None:
    data = DIALECTS[name]
    keys = 20 * ("php" in name)  # an entry inserted into an object renumbers the later ones
    after = edited_bytes(read_m44(data), EDITS[edit])
    assert after != data
    assert changed_span_length(data, after) < 250 or (keys and len(after) - len(data) < 250)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda path: path.stem)
def test_published_boards_of_other_programs_keep_their_bytes(layout: Path) -> None:
    assert edited_bytes(read_file(layout)) == layout.read_bytes()


def test_undoing_an_edit_restores_every_byte() -> None:
    result = read_m44(DIALECTS["php"])
    assert result.scenario is not None
    changed_scenario = with_more_cards(result.scenario)
    restored_scenario = set_player(changed_scenario, result.scenario.briefing.bottom, top=False)
    assert to_bytes(restored_scenario, FileFormat.M44, result.origin) == DIALECTS["php"]


def test_our_own_json_keeps_its_layout(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    scenario = read_file(SHIPPED_YAML).scenario
    assert scenario is not None
    tree = json.loads(to_bytes(scenario, FileFormat.JSON))
    path.write_text(json.dumps(tree, indent=4), "utf-8")
    before, result = path.read_bytes(), read_file(path)
    assert result.scenario is not None
    save(with_more_cards(result.scenario), path, result.fingerprint, origin=result.origin)
    assert 0 < changed_span_length(before, path.read_bytes()) < 10
