"""The document: one scenario and its history."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from m44core.board import BOARDS
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.io.origin import Origin
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44editor.documents.document import Document, new_stroke_number

HILLS, WOODS = Piece("hills"), Piece("woods")
hexes = st.sampled_from(next(iter(BOARDS.values())).hexes)


def with_painted_hexes(document: Document, piece: Piece, *hexes: Hex) -> Scenario:
    return edits.paint(document.scenario, Layer.TERRAIN, piece, hexes)


def test_steps_of_one_stroke_are_merged(document: Document, pegasus: Scenario) -> None:
    stroke = new_stroke_number()
    for col in (12, 14, 16):
        document.edit("Paint", with_painted_hexes(document, HILLS, Hex(col, 4)), stroke)
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.scenario == pegasus


def test_a_stroke_that_ends_where_it_began_leaves_no_step(
    document: Document, pegasus: Scenario
) -> None:
    stroke = new_stroke_number()
    document.edit("Paint", with_painted_hexes(document, HILLS, Hex(12, 4)), stroke)
    document.edit("Paint", pegasus, stroke)
    assert document.undo_stack.count() == 0
    assert document.undo_stack.isClean()


def test_separate_strokes_are_not_merged(document: Document) -> None:
    for _ in range(2):
        document.edit("Paint", with_painted_hexes(document, HILLS, Hex(12, 4)), new_stroke_number())
        document.edit("Paint", with_painted_hexes(document, WOODS, Hex(12, 4)), new_stroke_number())
    assert document.undo_stack.count() == 4


def test_an_edit_without_changes_is_no_undo_step(document: Document, pegasus: Scenario) -> None:
    document.edit("Nothing", pegasus.with_hexes({}))
    assert document.undo_stack.count() == 0


def test_changing_only_the_file_notation_is_an_undo_step(
    document: Document, pegasus: Scenario
) -> None:
    document.edit("Count in numbers", pegasus, origin=Origin())
    assert document.scenario == pegasus
    assert document.undo_stack.count() == 1


def test_every_change_emits_changed_once(document: Document) -> None:
    received: list[tuple[Scenario, Scenario]] = []
    document.changed.connect(lambda before, after: received.append((before, after)))
    first = document.scenario
    document.edit("Paint", with_painted_hexes(document, HILLS, Hex(12, 4)))
    second = document.scenario
    document.undo_stack.undo()
    document.undo_stack.redo()
    assert received == [(first, second), (second, first), (first, second)]


def test_replacing_the_scenario_clears_the_history(document: Document, pegasus: Scenario) -> None:
    document.edit("Paint", with_painted_hexes(document, HILLS, Hex(12, 4)))
    document.replace(pegasus, None)
    assert document.undo_stack.count() == 0
    assert document.undo_stack.isClean()


@settings(max_examples=40)
@given(st.lists(st.tuples(hexes, st.sampled_from([HILLS, WOODS]), st.booleans()), max_size=25))
def test_undoing_and_redoing_everything_restores_both_ends(
    steps: list[tuple[Hex, Piece, bool]],
) -> None:
    start = edits.new_scenario()
    document = Document(start)
    stroke = new_stroke_number()
    for hex_, piece, same_stroke in steps:
        stroke = stroke if same_stroke else new_stroke_number()
        document.edit("Paint", with_painted_hexes(document, piece, hex_), stroke)
    final_scenario = document.scenario
    document.undo_stack.setIndex(0)
    assert document.scenario == start
    document.undo_stack.setIndex(document.undo_stack.count())
    assert document.scenario == final_scenario
