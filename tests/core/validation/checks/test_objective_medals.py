"""The fixes for objectives change only the hexes that are listed wrongly."""

from __future__ import annotations

from m44core.board import BOARDS, BoardType
from m44core.hexes import Hex
from m44core.io.files.fixes import apply_fix
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Tag
from m44core.validation.check_context import CheckContext
from m44core.validation.checks.objective_medals import objective_hex_listed_twice

BOARD = BOARDS[BoardType.STANDARD]
G5, H5, I5 = (BOARD.hex(name) for name in ("G5", "H5", "I5"))


def test_removing_duplicate_hexes_keeps_the_others_in_order() -> None:
    assert hexes_after_fix((I5, G5, H5, I5)) == (I5, H5)


def test_a_list_with_only_the_medals_own_hex_is_removed() -> None:
    assert hexes_after_fix((G5,)) is None


def hexes_after_fix(group: tuple[Hex, ...]) -> tuple[Hex, ...] | None:
    """Return the hexes that an objective lists after the fix; None if it lists none."""
    tag = Tag("medal1", group=group)
    scenario = Scenario(BOARD).with_hexes({G5: HexContent(tags=(tag,))})
    (result,) = objective_hex_listed_twice.run(CheckContext.of(scenario))
    (fix,) = result.fixes
    assert fix.safe
    return apply_fix(scenario, fix).at(G5).tags[0].group
