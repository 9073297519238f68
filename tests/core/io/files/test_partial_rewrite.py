"""A YAML file formatted by hand keeps its layout when small changes to it are saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from m44core.catalogue.catalogue_types import Layer
from m44core.io.files.file_reader import read_file
from m44core.io.files.save import save
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Unit

HAND_FORMATTED = """\
# mine
format: 1

board:
    type: standard
    face: country      # green
briefing:
    first: top
    top:    {side: axis,   cards: 4, medals: 4}
    bottom: {side: allies, cards: 5, medals: 4}

hexes:
    # the north
    C5:
        terrain: town      # the mill
        unit: german-infantry
    A1:   {unit: american-infantry}
"""


def with_painted_hex(scenario: Scenario) -> Scenario:
    forest = Piece("woods")
    return edits.paint(scenario, Layer.TERRAIN, forest, [scenario.board.hex("E5")])


def with_unit(scenario: Scenario) -> Scenario:
    return edits.place_unit(scenario, Unit("tankus"), [scenario.board.hex("A1")])


def with_cleared_hex(scenario: Scenario) -> Scenario:
    return scenario.with_hexes({scenario.board.hex("A1"): scenario.at(scenario.board.hex("B9"))})


def with_more_cards(scenario: Scenario) -> Scenario:
    top = replace(scenario.briefing.top, cards=6)
    return replace(scenario, briefing=replace(scenario.briefing, top=top))


EDITS: dict[Callable[[Scenario], Scenario], tuple[str, str]] = {
    with_painted_hex: (
        "    A1:   {unit: american-infantry}\n",
        "    A1:   {unit: american-infantry}\n    E5: {terrain: forest}\n",
    ),
    with_unit: ("{unit: american-infantry}", "{unit: american-armor}"),
    with_cleared_hex: ("    A1:   {unit: american-infantry}\n", ""),
    with_more_cards: ("axis,   cards: 4", "axis,   cards: 6"),
}


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_only_edited_parts_of_a_file_are_rewritten(
    edit: Callable[[Scenario], Scenario], tmp_path: Path
) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(HAND_FORMATTED)
    result = read_file(path)
    assert result.scenario
    after = edit(result.scenario)
    save(after, path, result.fingerprint, origin=result.origin)
    assert path.read_text() == HAND_FORMATTED.replace(*EDITS[edit])
    assert read_file(path).scenario == after


def test_saving_without_a_change_leaves_the_file_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(HAND_FORMATTED)
    result = read_file(path)
    assert result.scenario
    save(result.scenario, path, result.fingerprint, origin=result.origin)
    assert path.read_text() == HAND_FORMATTED


HAND_FORMATTED_TEXTS = """\
format: 1
board: {type: standard,   face: country}
hexes: {}
texts:
    en:
        name: The mill
        rules: |-
            The bunker is empty.
            Night has fallen.

labels:   {}
"""
EDITED_TEXTS = """\
format: 1
board: {type: standard,   face: country}
hexes: {}
texts:
    en:
        name: The mill
        rules: |-
          The bunker is empty.
          It is day.
    fr:
      name: Le moulin
      rules: |-
        Le bunker est vide.

        Il fait jour.

labels:   {}
"""


def test_new_texts_of_several_lines_are_written_as_blocks(tmp_path: Path) -> None:
    """Neither a new language nor a changed text becomes one long line, and the rest stays."""
    path = tmp_path / "hand.yaml"
    path.write_text(HAND_FORMATTED_TEXTS)
    result = read_file(path)
    assert result.scenario
    after = edits.set_text(result.scenario, "en", "rules", "The bunker is empty.\nIt is day.")
    after = edits.set_text(after, "fr", "name", "Le moulin")
    after = edits.set_text(after, "fr", "rules", "Le bunker est vide.\n\nIl fait jour.")
    save(after, path, result.fingerprint, origin=result.origin)
    assert path.read_text() == EDITED_TEXTS
