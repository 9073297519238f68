"""What differs in one line."""

from __future__ import annotations

from m44core.catalogue.types import Layer
from m44core.comparing.compare import compare
from m44core.comparing.in_short import in_short
from m44core.messages.words import words
from m44core.model.edits import new_scenario, paint, set_label
from m44core.model.parts import Piece
from m44core.model.scenario import Scenario

EMPTY = new_scenario()


def short(after: Scenario) -> str:
    return words("en").render(in_short(compare(EMPTY, after), 2))


def painted(*names: str) -> Scenario:
    hexes = [EMPTY.board.hex(name) for name in names]
    return paint(EMPTY, Layer.TERRAIN, Piece("woods"), hexes)


def test_a_few_differences_are_said() -> None:
    assert short(painted("C5")) == "+ C5 terrain: Forest"


def test_of_many_the_first_are_said_and_how_many_more() -> None:
    labelled = set_label(painted("C5", "C7", "C9"), EMPTY.board.hex("A1"), ("Mill",))
    said = short(labelled)
    assert said.endswith(" and 2 more")
    assert said.count("+") == 2


def test_the_same_scenario_is_only_written_otherwise() -> None:
    assert short(EMPTY) == "Nothing but how the file is written"
