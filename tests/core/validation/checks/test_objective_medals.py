"""What the repairs of objectives leave as it is."""

from __future__ import annotations

from m44core.board import BOARDS, BoardType
from m44core.hexes import Hex
from m44core.io.files.fixes import apply_fix
from m44core.model.parts import HexContent, Tag
from m44core.model.scenario import Scenario
from m44core.validation.check_context import Context
from m44core.validation.checks.objective_medals import objective_hex_listed_twice

BOARD = BOARDS[BoardType.STANDARD]
HERE, NEXT, FAR = (BOARD.hex(name) for name in ("G5", "H5", "I5"))


def test_listing_each_hex_once_keeps_the_others_in_order() -> None:
    assert mended((FAR, HERE, NEXT, FAR)) == (FAR, NEXT)


def test_a_list_of_nothing_but_the_medals_own_hex_goes() -> None:
    assert mended((HERE,)) is None


def mended(group: tuple[Hex, ...]) -> tuple[Hex, ...] | None:
    """Return the hexes of an objective after the repair."""
    tag = Tag("medal1", group=group)
    scenario = Scenario(BOARD).with_hexes({HERE: HexContent(tags=(tag,))})
    (found,) = objective_hex_listed_twice.run(Context.of(scenario))
    (fix,) = found.fixes
    assert fix.safe
    return apply_fix(scenario, fix).at(HERE).tags[0].group
