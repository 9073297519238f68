"""Reading a VASSAL saved game as a setup list of its counters, with notes about the import."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.errors import ReadError
from m44core.hexes import Hex
from m44core.messages.message import Message, message, several
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import BOARD_FORMATS
from m44core.values import dataclass
from m44core.vassal import counters
from m44core.vassal.archive import MODULE_SUFFIX, module_name, read_member
from m44core.vassal.counter_names import CounterName, CounterNameFinder
from m44core.vassal.counters import SavedCounters
from m44core.vassal.lattice import Lattice, Point, estimate_lattice
from m44core.vassal.placement import BoardPlacement, CounterHex, assign_hexes, place_board
from m44core.vassal.save_text import MAX_TEXT_BYTES, decode_save, has_moves, split_commands
from m44core.vassal.saved_briefing import SavedBriefing, read_briefing
from m44core.vassal.setup_list_writer import write_setup_list
from m44core.vassal.vassal_module import find_board, picture_size

_SAVED_GAME = "savedGame"
_MEMOIR = re.compile(r"memoir|\bm ?'?44\b", re.IGNORECASE)
_MIN_UNDERSTOOD_SHARE = 2 / 3  # share of the counters, if the module has a different name
_MIN_COUNTERS = 5
_MIN_PLACED_SHARE = 0.75  # share of the counters that must be placed for a reliable result
_MAX_DOUBTFUL_SHARE = 0.1  # maximum share of doubtful counters among the placed ones

_BOARD_TYPES = {"BT-": BoardType.BREAKTHROUGH, "OL-": BoardType.OVERLORD}
_FACES = {
    "inland": Face.COUNTRY,
    "beach": Face.BEACH,
    "winter": Face.WINTER,
    "desert": Face.DESERT,
}
"""The face of a board, keyed by the prefix of its name in the Memoir '44 module."""

_NamedPoint = tuple[CounterName, Point]


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game as a setup list.

    Attributes:
        text: The list.
        board: The format of the board that its hexes refer to.
        notes: All messages about the import.
        doubts: The notes that warn that pieces may be missing or on the wrong hexes.
        briefing: The briefing in the notes of the game; None if it has none.
        face: The face of the board, from the name of the board; None if unknown.
        is_reliable: Whether the hexes and the position of the board are certain, and most counters
            were placed, nearly all of them with certainty.
    """

    text: str
    board: BoardType
    notes: tuple[Message, ...] = ()
    doubts: tuple[Message, ...] = ()
    is_reliable: bool = True
    briefing: SavedBriefing | None = None
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class _MapPlacement:
    """A board placed on a map, and how it was found.

    Attributes:
        placement: The placed board.
        counter_hexes: The hex of each counter on the map.
        is_estimated: Whether the grid was estimated from the counters alone.
        is_certain: Whether no other grid fits the counters as well.
    """

    placement: BoardPlacement
    counter_hexes: Mapping[tuple[str, Point], CounterHex]
    is_estimated: bool
    is_certain: bool

    def hex_of(self, counter_name: CounterName, point: Point) -> Hex | None:
        """Return the hex of a counter; None if it is off the board or between hexes."""
        cell = self.counter_hexes[counter_name.text, point].cell
        return None if cell is None else self.placement.hex_of(cell)

    def is_doubtful(self, counter_name: CounterName, point: Point) -> bool:
        """Return whether a counter could be on a different hex."""
        return self.counter_hexes[counter_name.text, point].is_doubtful


def read_saved_game(
    path: Path, scenario: Scenario, language: str, module: Path | None = None
) -> SavedGame:
    """Read a saved game and return its counters as a setup list.

    Args:
        path: The file; of a recorded game, only the position before the first move is read.
        scenario: The scenario whose board is preferred if the counters fit on it.
        language: The code of the likeliest language of the names apart from English.
        module: The module with the hex grid; None to use the module in the same folder, if any.

    Raises:
        ReadError: the file or the given module cannot be read, the game has no readable counters or
            is a different game, or its hexes cannot be determined.
    """
    text = decode_save(read_member(path, [_SAVED_GAME], 2 * MAX_TEXT_BYTES + 16), path.name)
    saved = counters.read_counters(split_commands(text, path.name))
    if not saved.counters:
        raise ReadError(_no_counters_message(path.name))
    names = CounterNameFinder(scenario, language)
    map_name, named_points = _main_map(saved, names)
    if not named_points:
        raise ReadError(_no_counters_message(path.name))
    _refuse_other_game(path, named_points)
    hexes = _find_map_grid(path, module, map_name, saved)
    preferred_board = BOARDS[_board_type(saved.boards.get(map_name, ())) or scenario.board.type]
    placement = _place_on_map(path.name, preferred_board, named_points, hexes)
    on_board = [
        (counter_name, hex_, point)
        for counter_name, point in named_points
        if (hex_ := placement.hex_of(counter_name, point))
    ]
    list_text, are_figures = write_setup_list(
        [(counter_name, hex_) for counter_name, hex_, _ in on_board], placement.placement.board
    )
    off_board = [
        counter_name
        for counter_name, point in named_points
        if placement.hex_of(counter_name, point) is None
    ]
    doubtful_counters = [
        (counter_name, hex_)
        for counter_name, hex_, point in on_board
        if placement.is_doubtful(counter_name, point)
    ]
    doubts = (
        *_placement_doubts(placement),
        *_counter_doubts(doubtful_counters, placement.placement.board),
        *_placed_count_doubts(len(on_board), len(named_points)),
    )
    notes = (
        *_placement_notes(
            placement, scenario.board, has_module=bool(module or module_next_to(path))
        ),
        *doubts,
        *_counter_notes(saved, off_board, are_figures),
        *_omission_notes(saved, names, map_name),
        *_label_and_rotation_notes(saved, map_name),
        *_recorded_moves_notes(text),
    )
    is_reliable = (
        placement.is_certain
        and placement.placement.ways == 1
        and len(on_board) >= _MIN_PLACED_SHARE * len(named_points)
        and len(doubtful_counters) <= _MAX_DOUBTFUL_SHARE * len(on_board)
    )
    return SavedGame(
        list_text,
        placement.placement.board.type,
        notes,
        doubts,
        is_reliable,
        read_briefing(saved.notes),
        _board_face(saved.boards.get(map_name, ())),
    )


def _board_type(names: Sequence[str]) -> BoardType | None:
    """Return the format of a board of the Memoir '44 module from its name.

    Return None unless there is a single known name.
    """
    if not _board_face(names):
        return None
    return _BOARD_TYPES.get(names[0][:3].upper(), BoardType.STANDARD)


def _board_face(names: Sequence[str]) -> Face | None:
    """Return the face of a board of the Memoir '44 module from its name.

    Return None unless there is a single known name.
    """
    if len(names) != 1:
        return None
    name = names[0].casefold()
    name = name[3:].strip() if name[:3].upper() in _BOARD_TYPES else name
    return next((face for prefix, face in _FACES.items() if name.startswith(prefix)), None)


def _no_counters_message(name: str) -> Message:
    return message("{file} contains no readable counters", file=name)


def module_next_to(path: Path) -> Path | None:
    """Return the module next to a saved game; None if there is none, or several."""
    try:
        modules = [each for each in path.parent.iterdir() if each.suffix.lower() == MODULE_SUFFIX]
    except OSError:
        return None
    return modules[0] if len(modules) == 1 else None


def _main_map(saved: SavedCounters, names: CounterNameFinder) -> tuple[str, list[_NamedPoint]]:
    """Return the name of the map with the most understood counters, and its counters.

    If no counter is on a map, the name is "" and there are no counters.
    """
    maps: dict[str, list[_NamedPoint]] = {}
    for counter in saved.counters.values():
        counter_name = names.name_of(counter)
        if counter.spot and counter_name.text:
            point = counter.spot.x, counter.spot.y
            maps.setdefault(counter.spot.map, []).append((counter_name, point))
    if not maps:
        return "", []
    map_name = max(maps, key=lambda name: (_count_understood(maps[name]), len(maps[name])))
    return map_name, maps[map_name]


def _count_understood(named_points: Sequence[_NamedPoint]) -> int:
    """Return the number of positions with a counter whose name is understood."""
    return len({point for counter_name, point in named_points if counter_name.meaning})


@dataclass(frozen=True, slots=True)
class _MapGrid:
    """The hex grid of a map and the size of its board, in pixels, from the module.

    Either is None if unknown.
    """

    grid: Lattice | None = None
    size: tuple[int, int] | None = None


def _find_map_grid(
    path: Path, module: Path | None, map_name: str, saved: SavedCounters
) -> _MapGrid:
    """Return the hexes of a map from the given module, or else from the one next to the file.

    A module next to the file that cannot be read is ignored.

    Raises:
        ReadError: the given module cannot be read.
    """
    boards = saved.boards.get(map_name, ())
    if module is not None:
        return _map_grid_in_module(module, map_name, boards)
    nearby_module = module_next_to(path)
    with suppress(ReadError):
        return _map_grid_in_module(nearby_module, map_name, boards) if nearby_module else _MapGrid()
    return _MapGrid()


def _map_grid_in_module(module: Path, map_name: str, boards: tuple[str, ...]) -> _MapGrid:
    board = find_board(module, map_name, boards)
    if board is None:
        return _MapGrid()
    size = picture_size(module, board)
    map_size = size and (size[0] + 2 * board.edge[0], size[1] + 2 * board.edge[1])
    return _MapGrid(board.grid, map_size)


def _place_on_map(
    name: str, preferred_board: Board, named_points: Sequence[_NamedPoint], hexes: _MapGrid
) -> _MapPlacement:
    """Place a board on the map under its counters, and return the placement.

    Raises:
        ReadError: the hexes cannot be determined; the message names the file *name*.
    """
    understood_points = [each for each in named_points if each[0].meaning] or named_points
    kinds = _points_by_name(understood_points)
    module_grid = hexes.grid if hexes.grid and _is_grid_plausible(hexes.grid, kinds) else None
    estimate = None if module_grid else estimate_lattice(kinds)
    grid = module_grid or (estimate.grid if estimate else hexes.grid)
    if grid is None:
        problem = message(
            "{file}: cannot find the hexes under the counters; the module (.vmod) would show "
            "where they are",
            file=name,
        )
        raise ReadError(problem)
    counter_hexes = assign_hexes(grid, _points_by_name(named_points))
    cells = [counter_hexes[counter_name.text, point] for counter_name, point in understood_points]
    certain_cells = [each.cell for each in cells if each.cell and not each.is_doubtful]
    counters_by_cell = Counter(certain_cells or [each.cell for each in cells if each.cell])
    boards = [
        preferred_board,
        *(board for board in BOARDS.values() if board is not preferred_board),
    ]
    board = place_board(counters_by_cell, grid, boards, hexes.size)
    return _MapPlacement(
        board,
        counter_hexes,
        not module_grid,
        bool(module_grid) or bool(estimate and estimate.is_certain),
    )


def _points_by_name(named_points: Sequence[_NamedPoint]) -> dict[str, list[Point]]:
    """Return the positions of the counters, keyed by name."""
    kinds: dict[str, list[Point]] = {}
    for counter_name, point in named_points:
        kinds.setdefault(counter_name.text, []).append(point)
    return kinds


def _is_grid_plausible(grid: Lattice, kinds: Mapping[str, Sequence[Point]]) -> bool:
    """Return whether at least half of the counters are clearly on a hex."""
    counter_hexes = assign_hexes(grid, kinds).values()
    return 2 * sum(bool(each.cell) and not each.is_doubtful for each in counter_hexes) >= len(
        counter_hexes
    )


def _placement_notes(
    placement: _MapPlacement, preferred_board: Board, *, has_module: bool
) -> Iterator[Message]:
    board = placement.placement.board
    if board is not preferred_board:
        yield message(
            "The saved game needs another board ({board}): create a new scenario with that "
            "board and import the game there",
            board=BOARD_FORMATS[board.type],
        )
    if placement.is_estimated and has_module:
        yield message(
            "The hexes were worked out from the positions of the counters, because the module "
            "does not define them"
        )
    elif placement.is_estimated:
        yield message(
            "The hexes were worked out from the positions of the counters; with the module "
            "(.vmod) they would be certain"
        )


def _placement_doubts(placement: _MapPlacement) -> Iterator[Message]:
    if not placement.is_certain:
        yield message(
            "Other hexes would fit the counters about as well, so every piece may be on the wrong "
            "hex"
        )
    if placement.placement.ways > 1:
        yield message("The board's origin is a guess: check a piece whose hex you know")


def _counter_doubts(
    doubtful_counters: Sequence[tuple[CounterName, Hex]], board: Board
) -> Iterator[Message]:
    if doubtful_counters:
        entries = (
            f"{board.name(hex_)} {counter_name.text}" for counter_name, hex_ in doubtful_counters
        )
        yield several(
            "{number} counter is far from the center of its hex and may belong on another "
            "hex: {counters}",
            "{number} counters are far from the centers of their hexes and may belong on "
            "other hexes: {counters}",
            len(doubtful_counters),
            counters=", ".join(dict.fromkeys(entries)),
        )


def _placed_count_doubts(placed_count: int, total_count: int) -> Iterator[Message]:
    if placed_count < _MIN_PLACED_SHARE * total_count:
        yield message(
            "Only {number} of {all} counters could be placed on the board",
            number=placed_count,
            all=total_count,
        )


def _counter_notes(
    saved: SavedCounters, off_board: Sequence[CounterName], are_figures: bool
) -> Iterator[Message]:
    if are_figures:
        yield message("Each counter of a unit is read as one figure")
    if off_board:
        names = ", ".join(dict.fromkeys(counter_name.text for counter_name in off_board))
        yield several(
            "{number} counter is outside the hexes and is left out: {names}",
            "{number} counters are outside the hexes and are left out: {names}",
            len(off_board),
            names=names if len(names) <= 200 else f"{names[:200]}...",
        )
    if saved.private_notes:
        yield several(
            "{number} private player note is left out",
            "{number} private player notes are left out",
            saved.private_notes,
        )
    if saved.has_more:
        yield message("Only the first {number} counters are read", number=counters.MAX_COUNTERS)


def _omission_notes(
    saved: SavedCounters, names: CounterNameFinder, map_name: str
) -> Iterator[Message]:
    """Yield a note for each reason why counters are left out, with their number."""
    all_counters = [*saved.counters.values()]
    nameless_count = sum(not names.name_of(counter).text for counter in all_counters)
    named_spots = [counter.spot for counter in all_counters if names.name_of(counter).text]
    other_maps = [spot.map for spot in named_spots if spot and spot.map != map_name]
    unplaced_count = sum(spot is None for spot in named_spots)
    if nameless_count:
        yield several(
            "{number} counter without a name is left out",
            "{number} counters without a name are left out",
            nameless_count,
        )
    if saved.in_decks:
        yield several(
            "{number} counter in a deck is left out",
            "{number} counters in decks are left out",
            saved.in_decks,
        )
    if other_maps:
        yield several(
            "{number} counter on another map is left out: {maps}",
            "{number} counters on other maps are left out: {maps}",
            len(other_maps),
            maps=_shortened_list(dict.fromkeys(other_maps)),
        )
    if unplaced_count:
        yield several(
            "{number} counter without a position is left out",
            "{number} counters without a position are left out",
            unplaced_count,
        )


def _label_and_rotation_notes(saved: SavedCounters, map_name: str) -> Iterator[Message]:
    """Yield notes about labels and rotations, which a list cannot express."""
    counters_on_map = [
        each for each in saved.counters.values() if each.spot and each.spot.map == map_name
    ]
    labels = [counter.label for counter in counters_on_map if counter.label]
    turned_count = sum(counter.is_turned for counter in counters_on_map)
    if labels:
        yield several(
            "The text on {number} counter is left out: {texts}",
            "The text on {number} counters is left out: {texts}",
            len(labels),
            texts=_shortened_list(dict.fromkeys(labels)),
        )
    if turned_count:
        yield several(
            "The rotation of {number} counter is ignored; tiles are rotated to fit their neighbors",
            "The rotation of {number} counters is ignored; tiles are rotated to fit their "
            "neighbors",
            turned_count,
        )


def _recorded_moves_notes(text: str) -> Iterator[Message]:
    if has_moves(text):
        yield message("The recorded moves were left out; this is the board before the first move")


def _shortened_list(names: Iterable[str]) -> str:
    text = ", ".join(names)
    return text if len(text) <= 200 else f"{text[:200]}..."


def _refuse_other_game(path: Path, named_points: Sequence[_NamedPoint]) -> None:
    """Check that a saved game is of Memoir '44, by its module and its counters.

    Raises:
        ReadError: the saved game is of a different game.
    """
    understood_count = sum(counter_name.meaning is not None for counter_name, _ in named_points)
    name = module_name(path)
    if (
        name
        and not _MEMOIR.search(name)
        and understood_count < _MIN_UNDERSTOOD_SHARE * len(named_points)
    ):
        raise ReadError(
            message(
                "{file} is a saved game for a different game: {game}", file=path.name, game=name
            )
        )
    if not name and not understood_count and len(named_points) >= _MIN_COUNTERS:
        raise ReadError(
            message(
                "{file} seems to be a saved game for a different game: none of its counters "
                "has the name of a Memoir '44 piece",
                file=path.name,
            )
        )
