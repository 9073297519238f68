"""A long undo history stays small and leads back to the very start."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from m44core.board import Face
from m44core.io.origin import OpenFile
from m44core.model.edits import mirror_scenario
from m44core.model.edits.turning import MirrorKind
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import hex_change

STEPS = 60


def swap_two_hexes(scenario: Scenario, rng: random.Random) -> Scenario:
    """Return the scenario with the contents of two random hexes swapped."""
    one, other = rng.sample([*scenario.board.hexes], 2)
    return scenario.with_hexes({one: scenario.at(other), other: scenario.at(one)})


@pytest.mark.parametrize("seed", range(5))
def test_a_long_history_can_be_undone_and_redone(pegasus: Scenario, seed: int) -> None:
    document, rng = Document(pegasus), random.Random(seed)
    files = [document.file]
    for number in range(STEPS):
        scenario = document.scenario
        if number % 7 == 3:
            scenario = replace(scenario, face=rng.choice([*Face]))
        document.edit("swap", swap_two_hexes(scenario, rng))
        if files[-1] is not document.file:
            files.append(document.file)
    for file in reversed(files[:-1]):
        document.undo_stack.undo()
        assert document.file == file
        assert [*document.scenario.hexes] == [*file.scenario.hexes]
    for file in files[1:]:
        document.undo_stack.redo()
        assert document.file == file


def test_an_undo_step_stores_only_the_changed_hexes(pegasus: Scenario) -> None:
    one, other = [*pegasus.hexes][:2]
    after = pegasus.with_hexes({one: pegasus.at(other)})
    change = hex_change(OpenFile(pegasus), OpenFile(after))
    assert change is not None
    assert [hex_ for hex_, _, _ in change.hexes] == [one]
    assert change.before is change.after
    assert not change.before.scenario.hexes


def test_no_hex_change_is_returned_if_undo_would_not_restore_the_order(pegasus: Scenario) -> None:
    """Hexes that are not in row order would come back in a different order."""
    shuffled_scenario = replace(pegasus, hexes=dict(reversed([*pegasus.hexes.items()])))
    assert hex_change(OpenFile(pegasus), OpenFile(shuffled_scenario)) is None
    mirrored_scenario = mirror_scenario(pegasus, MirrorKind.LEFT_RIGHT)
    assert hex_change(OpenFile(pegasus), OpenFile(mirrored_scenario)) is not None
