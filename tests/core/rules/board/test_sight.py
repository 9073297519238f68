"""Sight agrees with the rulebook's examples and with lines computed one by one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.rules.reference_lines_of_sight import is_clear, line_between

from m44core.board import BOARDS, Board, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.rules.board.hex_grid import SIGHT_RANGE, bit_indexes, grid_of
from m44core.rules.board.line_of_sight import (
    Obstructions,
    Sight,
    sight_table_of,
    sights_of,
    vectors_in_range,
)
from m44core.rules.game_settings import BY_THE_BOOK, PlateauRuling, RuleSettings
from m44core.rules.play.game_setup import new_game
from m44core.rules.units.battle import sees

pytestmark = pytest.mark.bulk

BOARD = BOARDS[BoardType.STANDARD]
GRID = grid_of(BOARD)


def mask_of(*places: tuple[int, int]) -> int:
    return GRID.mask(tuple(Hex(*place) for place in places))


def index_of(place: tuple[int, int]) -> int:
    return BOARD.index[Hex(*place)]


class Landscape:
    """A board with blockers, whose lines of sight are computed slowly, one by one."""

    def __init__(
        self,
        board: Board,
        solid: int,
        hills: int,
        peaks: int,
        units: int,
        settings: RuleSettings = BY_THE_BOOK,
    ) -> None:
        self.grid = grid_of(board)
        all_hexes = (1 << len(board.hexes)) - 1
        self.solid, self.hills, self.units = solid & all_hexes, hills & all_hexes, units & all_hexes
        self.levels = (all_hexes & ~hills, all_hexes & hills & ~peaks, all_hexes & hills & peaks)
        self.settings = settings
        self.sight = Sight(
            self.grid, Obstructions(self.solid, self.hills, self.levels), self.settings
        )

    def height(self, hex_: int) -> int:
        return next(h for h, level in enumerate(self.levels) if level >> hex_ & 1)

    def blockers(self, a: int, b: int) -> int:
        """Return the hexes that block a line, by the rules (B-LOS-20..24, R-05, R-06)."""
        blockers = self.solid | self.units | (self.hills & ~self._plateau(a, b))
        if self.settings.sees_over_lower:
            lower_height = min(self.height(a), self.height(b))
            blockers &= ~sum(self.levels[:lower_height])
        return blockers

    def _plateau(self, a: int, b: int) -> int:
        level = self.hills & self.levels[self.height(a)]
        if self.settings.plateau is PlateauRuling.SAME_HILL:
            level = self.grid.hexes_connected_to(a, level)
        return level if level >> a & level >> b & 1 else 0

    def is_clear(self, a: int, b: int) -> bool:
        line = line_between(self.grid.board, a, b)
        blockers = self.blockers(a, b)
        if self.settings.edge_blocks_sight and self._is_along_the_edge(a, b):
            return not (line.direct | line.left | line.right) & blockers
        return is_clear(line, blockers)

    def _is_along_the_edge(self, a: int, b: int) -> bool:
        """Return whether a line runs along the edge of the board."""
        start, end = self.grid.board.hexes[a], self.grid.board.hexes[b]
        return start.col == end.col and start.col in (0, self.grid.board.last_col)


def scattered_hexes(share: float) -> st.SearchStrategy[int]:
    """Return a strategy for sets of about *share* of all hexes, scattered over the board."""

    def hexes_of(seed: int) -> int:
        rng = random.Random(seed)
        return sum(1 << index for index in range(230) if rng.random() < share)

    return st.integers(0, 2**32).map(hexes_of)


SETTINGS = st.builds(
    RuleSettings,
    plateau=st.sampled_from(PlateauRuling),
    sees_over_lower=st.booleans(),
    edge_blocks_sight=st.booleans(),
)
LANDSCAPES = st.builds(
    Landscape,
    st.sampled_from(list(BOARDS.values())),
    solid=scattered_hexes(0.05),
    hills=scattered_hexes(0.4),
    peaks=scattered_hexes(0.4),
    units=scattered_hexes(0.1),
    settings=SETTINGS,
)


@pytest.mark.rule("B-LOS-02")
@pytest.mark.rule("R-05")
@pytest.mark.rule("R-06")
@pytest.mark.rule("R-08")
@given(LANDSCAPES, st.integers(0, 12))
def test_the_tables_agree_with_each_line(land: Landscape, first: int) -> None:
    for start in range(first, len(land.grid.board.hexes), 13):
        hexes_in_range = land.grid.within(start, SIGHT_RANGE) & ~(1 << start)
        visible_hexes = sum(
            1 << end for end in bit_indexes(hexes_in_range) if land.is_clear(start, end)
        )
        assert land.sight.visible_hexes(start, land.units) == visible_hexes


@given(LANDSCAPES, st.integers(0, 12))
def test_a_single_line_agrees_with_the_set_of_visible_hexes(land: Landscape, first: int) -> None:
    for start in range(first, len(land.grid.board.hexes), 13):
        visible_hexes = land.sight.visible_hexes(start, land.units)
        for end in range(len(land.grid.board.hexes)):
            assert land.sight.sees(start, end, land.units) == bool(visible_hexes >> end & 1)


@pytest.mark.rule("B-LOS-11")
@given(LANDSCAPES)
def test_sight_is_mutual(land: Landscape) -> None:
    visible_from = [
        land.sight.visible_hexes(a, land.units) for a in range(len(land.grid.board.hexes))
    ]
    for a, ends in enumerate(visible_from):
        assert all(visible_from[b] >> a & 1 for b in bit_indexes(ends))


@pytest.mark.rule("B-LOS-12")
@given(LANDSCAPES, st.integers(0, 112))
def test_neighbours_always_see_each_other(land: Landscape, start: int) -> None:
    assert not land.grid.near[start] & ~land.sight.visible_hexes(start, land.units)


@given(LANDSCAPES, st.integers(0, 112))
def test_units_beyond_the_target_do_not_affect_visibility(land: Landscape, start: int) -> None:
    for distance in range(1, SIGHT_RANGE + 1):
        hexes_within = land.grid.within(start, distance)
        visible_past_units = land.sight.visible_hexes(start, land.units & hexes_within)
        assert (
            visible_past_units & hexes_within
            == land.sight.visible_hexes(start, land.units) & hexes_within
        )


@pytest.mark.rule("B-LOS-10")
@pytest.mark.parametrize(
    ("end", "one", "other"), [((6, 6), (5, 5), (7, 5)), ((9, 5), (8, 4), (7, 5))]
)
def test_a_line_along_an_edge_is_blocked_only_from_both_sides(
    end: tuple[int, int], one: tuple[int, int], other: tuple[int, int]
) -> None:
    start = index_of((6, 4))
    assert Sight(GRID, Obstructions(mask_of(one)), BY_THE_BOOK).sees(start, index_of(end), 0)
    assert Sight(GRID, Obstructions(0), BY_THE_BOOK).sees(start, index_of(end), mask_of(other))
    blocked = Sight(GRID, Obstructions(mask_of(one)), BY_THE_BOOK)
    assert not blocked.sees(start, index_of(end), mask_of(other))
    assert not blocked.visible_hexes(start, mask_of(other)) >> index_of(end) & 1


@pytest.mark.rule("R-08")
@pytest.mark.parametrize("blocks", [False, True])
@pytest.mark.parametrize(("col", "inner_hex"), [(0, 1), (24, 23)])
def test_along_the_board_edge_one_blocker_is_enough_only_if_the_edge_blocks(
    col: int, inner_hex: int, blocks: bool
) -> None:
    sight = Sight(
        GRID, Obstructions(mask_of((inner_hex, 3))), RuleSettings(edge_blocks_sight=blocks)
    )
    assert sight.sees(index_of((col, 2)), index_of((col, 4)), 0) is not blocks
    assert sight.sees(index_of((col, 4)), index_of((col, 6)), 0)


def hill_obstructions(*places: tuple[int, int]) -> Obstructions:
    high = mask_of(*places)
    return Obstructions(0, high, (((1 << len(BOARD.hexes)) - 1) & ~high, high))


@pytest.mark.rule("R-05")
@pytest.mark.parametrize("plateau", PlateauRuling)
def test_a_setting_decides_whether_another_hill_of_the_same_height_blocks(
    plateau: PlateauRuling,
) -> None:
    sight = Sight(GRID, hill_obstructions((16, 4), (20, 4), (22, 4)), RuleSettings(plateau=plateau))
    is_clear = plateau is PlateauRuling.SAME_HEIGHT
    assert sight.sees(index_of((16, 4)), index_of((22, 4)), 0) is is_clear
    assert not sight.sees(index_of((18, 4)), index_of((22, 4)), 0)


@pytest.mark.rule("R-06")
@pytest.mark.parametrize("sees_over", [False, True])
def test_a_setting_decides_whether_hills_see_over_lower_units_and_woods(sees_over: bool) -> None:
    start, end = index_of((10, 4)), index_of((16, 4))
    land = hill_obstructions((10, 4), (16, 4))
    with_woods = Obstructions(mask_of((12, 4)), land.hills, land.levels)
    sight = Sight(GRID, with_woods, RuleSettings(sees_over_lower=sees_over))
    assert sight.sees(start, end, mask_of((14, 4))) is sees_over
    assert not sight.sees(start, index_of((14, 4)), 0)
    assert not sight.sees(index_of((8, 4)), end, 0)


@pytest.mark.rule("R-06")
def test_units_as_high_as_the_ends_always_block() -> None:
    sight = Sight(
        GRID, hill_obstructions((10, 4), (12, 4), (14, 4)), RuleSettings(sees_over_lower=True)
    )
    assert sight.sees(index_of((10, 4)), index_of((14, 4)), 0)
    assert not sight.sees(index_of((10, 4)), index_of((14, 4)), mask_of((12, 4)))


def scenario_with_spare_units(contents: dict[tuple[int, int], HexContent]) -> Scenario:
    spares = {"infger": (4, 4), "infus": (6, 4)}
    contents_with_units = contents | {
        place: HexContent(unit=Unit(name)) for name, place in spares.items()
    }
    return Scenario().with_hexes(
        {Hex(*place): content for place, content in contents_with_units.items()}
    )


@pytest.mark.rule("R-01")
@pytest.mark.parametrize("blocks", [False, True])
def test_a_setting_decides_whether_a_bridge_blocks_sight(blocks: bool) -> None:
    bridge = HexContent(terrain=Piece("river"), structure=Piece("bridge"))
    settings = RuleSettings(bridge_blocks_sight=blocks)
    state = new_game(scenario_with_spare_units({(12, 4): bridge}), settings)
    assert sees(state, index_of((10, 4)), index_of((14, 4))) is not blocks


def test_grounds_that_block_sight_alike_share_their_tables() -> None:
    scenario = scenario_with_spare_units({(12, 4): HexContent(terrain=Piece("woods"))})
    one, other = (new_game(scenario).ground for _ in range(2))
    assert one is not other
    sights = [sights_of(ground, BY_THE_BOOK) for ground in (one, other)]
    assert all(a is b for a, b in zip(sights[0].direct, sights[1].direct, strict=True))


@given(SETTINGS)
def test_on_an_empty_board_every_hex_in_range_is_visible(settings: RuleSettings) -> None:
    sight = Sight(GRID, Obstructions(0), settings)
    for start in range(len(BOARD.hexes)):
        assert sight.visible_hexes(start, 0) == GRID.within(start, SIGHT_RANGE) & ~(1 << start)


def test_hexes_out_of_sight_range_are_not_visible() -> None:
    sight = Sight(GRID, Obstructions(0), BY_THE_BOOK)
    visible_ends = [sight.sees(index_of((0, 4)), index_of((col, 4)), 0) for col in (0, 12, 14)]
    assert visible_ends == [False, True, False]


def test_each_neighbouring_hex_has_its_own_bit_in_the_table() -> None:
    for stride in {board.last_col + 1 for board in BOARDS.values()}:
        table = sight_table_of(stride)
        bits = {table.bit(vector) for vector in vectors_in_range()} | {table.middle}
        assert len(bits) == len(table.lines) + 1 == 127
        assert min(bits) >= 0
        assert max(bits) < table.width


# B-LOS-25: hill hexes, other contents, the two ends, whether they see each other.
EXAMPLES = {
    "A": ([(1, 1), (2, 0), (3, 1)], {}, (1, 1), (1, 3), True),
    "B": ([(8, 0), (7, 1), (9, 1)], {}, (8, 0), (7, 3), False),
    "C": ([(13, 1), (15, 1)], {}, (14, 0), (13, 3), False),
    "D": ([(22, 0), (21, 1), (23, 1), (22, 2)], {}, (22, 0), (22, 2), True),
    "E": ([(2, 6), (2, 8)], {}, (2, 6), (2, 8), True),
    "F": ([(8, 6), (7, 7), (8, 8)], {(9, 7): "buildings"}, (8, 6), (8, 8), True),
    "G": ([(12, 8)], {(13, 7): "buildings"}, (14, 6), (12, 8), False),
    "H": ([(18, 6), (16, 8)], {(17, 7): "infger"}, (18, 6), (16, 8), False),
    "I": ([(24, 6), (22, 6), (21, 7), (22, 8)], {(23, 7): "buildings"}, (24, 6), (22, 8), False),
    "J": ([(16, 4), (20, 4), (22, 4)], {}, (16, 4), (22, 4), False),
}


@pytest.mark.rule("B-LOS-20")
@pytest.mark.rule("B-LOS-21")
@pytest.mark.rule("B-LOS-22")
@pytest.mark.rule("B-LOS-23")
@pytest.mark.rule("B-LOS-24")
@pytest.mark.rule("B-LOS-25")
@pytest.mark.rule("R-05")
@pytest.mark.rule("R-06")
@pytest.mark.parametrize(
    ("high", "other_tiles", "a", "b", "clear"), EXAMPLES.values(), ids=list(EXAMPLES)
)
def test_hills_block_as_in_the_worked_examples(
    high: list[tuple[int, int]],
    other_tiles: dict[tuple[int, int], str],
    a: tuple[int, int],
    b: tuple[int, int],
    clear: bool,
) -> None:
    contents = {place: HexContent(terrain=Piece("hills")) for place in high}
    contents |= {
        place: HexContent(unit=Unit(name)) if name == "infger" else HexContent(terrain=Piece(name))
        for place, name in other_tiles.items()
    }
    state = new_game(scenario_with_spare_units(contents))
    assert state.field.sides == (Side.AXIS, Side.ALLIES)
    assert sees(state, index_of(a), index_of(b)) == sees(state, index_of(b), index_of(a)) == clear
