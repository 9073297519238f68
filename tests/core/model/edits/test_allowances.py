"""Allowing findings is an edit like any other."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.edits import Mirror
from m44core.model.parts import Allowance, HexContent, Unit
from m44core.model.scenario import Scenario

BOARD = BOARDS[BoardType.STANDARD]
HAND = Allowance("unusual-hand", "As the card says.")
BUNKER = Allowance("M502", "Either side may use it.", "A9")
SCENARIO = Scenario(
    hexes={BOARD.hex("A9"): HexContent(unit=Unit("infger"))}, allowed=(HAND, BUNKER)
)


def places(scenario: Scenario) -> list[str | None]:
    return [allowance.at for allowance in scenario.allowed]


def test_an_allowance_is_added_at_the_end() -> None:
    more = Allowance("M502", "Here too.", "G5")
    assert edits.allow(SCENARIO, more).allowed == (HAND, BUNKER, more)


def test_another_reason_for_the_same_takes_its_place() -> None:
    other = Allowance("unusual-hand", "The author wants it so.")
    assert edits.allow(SCENARIO, other).allowed == (other, BUNKER)


def test_allowing_the_same_again_changes_nothing() -> None:
    assert edits.allow(SCENARIO, BUNKER) is SCENARIO


def test_an_allowance_goes_by_its_check_and_place() -> None:
    assert edits.disallow(SCENARIO, Allowance("M502", at="A9")).allowed == (HAND,)
    assert edits.disallow(SCENARIO, Allowance("M502", at="A8")) is SCENARIO


@pytest.mark.parametrize(
    ("at", "there"),
    [
        ("A9", "M9"),
        ("/hexes/A9/unit", "/hexes/M9/unit"),
        ("/labels/A9", "/labels/M9"),
        ("/briefing/top", "/briefing/top"),
        ("/hexes", "/hexes"),
        ("Z9", "Z9"),
        ("", ""),
        (None, None),
    ],
)
def test_an_allowance_goes_with_its_hex_into_the_mirror(at: str | None, there: str | None) -> None:
    scenario = edits.allow(Scenario(hexes=SCENARIO.hexes), Allowance("M5", "So.", at))
    mirrored = edits.mirror(scenario, Mirror.LEFT_RIGHT)
    assert places(mirrored) == [there]
    assert edits.mirror(mirrored, Mirror.LEFT_RIGHT) == scenario


def test_an_allowance_of_a_hex_that_is_gone_goes() -> None:
    after = edits.change_board(SCENARIO, BoardType.STANDARD, at=Hex(-2, 0)).scenario
    assert after.allowed == (HAND,)
    larger = edits.change_board(SCENARIO, BoardType.BREAKTHROUGH).scenario
    assert places(larger) == [None, "A17"]
