"""Reading a saved game of VASSAL: a set-up list of its counters, and what there is to say of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.errors import ReadError
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in, several
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44core.vassal import counters
from m44core.vassal.archive import MODULE_SUFFIX, module_name, read_member
from m44core.vassal.counter_names import CounterName, CounterNames
from m44core.vassal.counters import SavedCounters
from m44core.vassal.lattice import Lattice, Point, estimate_lattice
from m44core.vassal.module import find_board, picture_size
from m44core.vassal.placement import BoardPlacement, CounterHex, assign_hexes, place_board
from m44core.vassal.save_text import MOST_TEXT, decode_save, has_moves, split_commands
from m44core.vassal.saved_briefing import SavedBriefing, read_briefing
from m44core.vassal.setup_list_writer import write_setup_list

_SAVED_GAME = "savedGame"
_MEMOIR = re.compile(r"memoir|\bm ?'?44\b", re.IGNORECASE)
_MOST_UNDERSTOOD = 2 / 3  # of the counters, where the module has another name
_SOME = 5  # counters
_MOST_PLACED = 0.75  # of the counters on a map: fewer make a board nobody should trust
_FEW_DOUBTFUL = 0.1  # of those that are placed
_NAMED = {
    BoardType.STANDARD: message_in("board", "Standard"),
    BoardType.BREAKTHROUGH: message_in("board", "Breakthrough"),
    BoardType.OVERLORD: message_in("board", "Overlord"),
}

_TYPES = {"BT-": BoardType.BREAKTHROUGH, "OL-": BoardType.OVERLORD}
_FACES = {
    "inland": Face.COUNTRY,
    "beach": Face.BEACH,
    "winter": Face.WINTER,
    "desert": Face.DESERT,
}
"""How the names of boards begin in the module of Memoir '44."""

_There = tuple[CounterName, Point]


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game as a set-up list.

    Attributes:
        text: The list.
        board: The board its hexes are those of.
        notes: What there is to say of it.
        doubts: Those of the notes that say where pieces may lie on the wrong hexes.
        briefing: What its notes say; None where it has none.
        face: What its board shows, by its name; None where that does not say.
        is_reliable: Whether most counters were placed, and nearly all of them with certainty.
    """

    text: str
    board: BoardType
    notes: tuple[Message, ...] = ()
    doubts: tuple[Message, ...] = ()
    is_reliable: bool = True
    briefing: SavedBriefing | None = None
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class _Laid:
    """A board on a map, and how it was found.

    Attributes:
        placed: The board.
        spotted: Where each counter lies on the hexes of the map.
        guessed: Whether the hexes were found by the counters alone.
        certain: Whether other hexes explain the counters less well.
    """

    placed: BoardPlacement
    spotted: Mapping[tuple[str, Point], CounterHex]
    guessed: bool
    certain: bool

    def hex_of(self, named: CounterName, point: Point) -> Hex | None:
        """Return the hex a counter lies on; None beside the board and between hexes."""
        cell = self.spotted[named.text, point].cell
        return None if cell is None else self.placed.hex_of(cell)

    def is_doubtful(self, named: CounterName, point: Point) -> bool:
        """Tell whether a counter may lie on another hex."""
        return self.spotted[named.text, point].doubtful


def read_saved_game(
    path: Path, scenario: Scenario, language: str, module: Path | None = None
) -> SavedGame:
    """Return the counters of a saved game as a set-up list.

    Args:
        path: The file; of a recorded game, what lay there at its beginning.
        scenario: Whose board it is for, if that has room for them.
        language: The code of a language besides English the names may be in.
        module: The module it was played with, which tells where the hexes are; without it, the one
            that lies beside the file, where there is one that can be read.

    Raises:
        ReadError: the file, or the module, cannot be read, or nothing lies on hexes.
    """
    text = decode_save(read_member(path, [_SAVED_GAME], 2 * MOST_TEXT + 16), path.name)
    found = counters.read_counters(split_commands(text, path.name))
    if not found.counters:
        raise ReadError(_nothing_in(path.name))
    names = CounterNames(scenario, language)
    where, there = _on_one_map(found, names)
    if not there:
        raise ReadError(_nothing_in(path.name))
    _refuse_other_game(path, there)
    told = _hexes(path, module, where, found)
    wanted = BOARDS[_board_type(found.boards.get(where, ())) or scenario.board.type]
    laid = _laid(path.name, wanted, there, told)
    at = [(named, hex_, point) for named, point in there if (hex_ := laid.hex_of(named, point))]
    listed, figures = write_setup_list([(named, hex_) for named, hex_, _ in at], laid.placed.board)
    beside = [named for named, point in there if laid.hex_of(named, point) is None]
    doubtful = [(named, hex_) for named, hex_, point in at if laid.is_doubtful(named, point)]
    doubts = (
        *_doubts_of_place(laid),
        *_doubts_of_counters(doubtful, laid.placed.board),
        *_few(len(at), len(there)),
    )
    notes = (
        *_notes_of_place(laid, scenario.board, has_module=bool(module or module_next_to(path))),
        *doubts,
        *_notes_of_counters(found, beside, figures),
        *_notes_of_what_is_away(found, names, where),
        *_notes_of_looks(found, where),
        *_notes_of_moves(text),
    )
    reliable = (
        laid.certain
        and laid.placed.ways == 1
        and len(at) >= _MOST_PLACED * len(there)
        and len(doubtful) <= _FEW_DOUBTFUL * len(at)
    )
    return SavedGame(
        listed,
        laid.placed.board.type,
        notes,
        doubts,
        reliable,
        read_briefing(found.notes),
        _face(found.boards.get(where, ())),
    )


def _board_type(names: Sequence[str]) -> BoardType | None:
    """Return the board that the name of a board of the Memoir '44 module stands for."""
    if not _face(names):
        return None
    return _TYPES.get(names[0][:3].upper(), BoardType.STANDARD)


def _face(names: Sequence[str]) -> Face | None:
    """Return what a board shows, by its name in the Memoir '44 module."""
    if len(names) != 1:
        return None
    name = names[0].casefold()
    name = name[3:].strip() if name[:3].upper() in _TYPES else name
    return next((face for begins, face in _FACES.items() if name.startswith(begins)), None)


def _nothing_in(name: str) -> Message:
    return message("{file} holds no counters that could be read", file=name)


def module_next_to(path: Path) -> Path | None:
    """Return the module that lies beside a saved game; None where there is none, or several."""
    try:
        found = [each for each in path.parent.iterdir() if each.suffix.lower() == MODULE_SUFFIX]
    except OSError:
        return None
    return found[0] if len(found) == 1 else None


def _on_one_map(found: SavedCounters, names: CounterNames) -> tuple[str, list[_There]]:
    """Return the map on which most names are understood, and what lies there."""
    maps: dict[str, list[_There]] = {}
    for counter in found.counters.values():
        named = names.name_of(counter)
        if counter.spot and named.text:
            point = counter.spot.x, counter.spot.y
            maps.setdefault(counter.spot.map, []).append((named, point))
    if not maps:
        return "", []
    where = max(maps, key=lambda name: (_understood(maps[name]), len(maps[name])))
    return where, maps[where]


def _understood(there: Sequence[_There]) -> int:
    """Return on how many places of a map something lies that is understood."""
    return len({point for named, point in there if named.meaning})


@dataclass(frozen=True, slots=True)
class _Hexes:
    """The hexes of a map as its module tells them, and how large its board is."""

    grid: Lattice | None = None
    size: tuple[int, int] | None = None


def _hexes(path: Path, module: Path | None, where: str, found: SavedCounters) -> _Hexes:
    """Return what a module tells of a map, or the one beside the file where that can be read."""
    boards = found.boards.get(where, ())
    if module is not None:
        return _hexes_in(module, where, boards)
    beside = module_next_to(path)
    with suppress(ReadError):
        return _hexes_in(beside, where, boards) if beside else _Hexes()
    return _Hexes()


def _hexes_in(module: Path, where: str, boards: tuple[str, ...]) -> _Hexes:
    board = find_board(module, where, boards)
    if board is None:
        return _Hexes()
    size = picture_size(module, board)
    edges = size and (size[0] + 2 * board.edge[0], size[1] + 2 * board.edge[1])
    return _Hexes(board.grid, edges)


def _laid(name: str, wanted: Board, there: Sequence[_There], hexes: _Hexes) -> _Laid:
    """Return the board laid on the map where its counters lie.

    Raises:
        ReadError: nothing tells where its hexes are; the message names the file *name*.
    """
    understood = [each for each in there if each[0].meaning] or there
    kinds = _by_name(understood)
    told = hexes.grid if hexes.grid and _fits(hexes.grid, kinds) else None
    found = None if told else estimate_lattice(kinds)
    grid = told or (found.grid if found else hexes.grid)
    if grid is None:
        said = message(
            "{file}: the hexes under the counters could not be found; its module (.vmod) would "
            "tell where they are",
            file=name,
        )
        raise ReadError(said)
    spotted = assign_hexes(grid, _by_name(there))
    cells = [spotted[named.text, point] for named, point in understood]
    sure = [each.cell for each in cells if each.cell and not each.doubtful]
    held = Counter(sure or [each.cell for each in cells if each.cell])
    boards = [wanted, *(board for board in BOARDS.values() if board is not wanted)]
    board = place_board(held, grid, boards, hexes.size)
    return _Laid(board, spotted, not told, bool(told) or bool(found and found.certain))


def _by_name(there: Sequence[_There]) -> dict[str, list[Point]]:
    """Return where the counters of each name lie."""
    kinds: dict[str, list[Point]] = {}
    for named, point in there:
        kinds.setdefault(named.text, []).append(point)
    return kinds


def _fits(grid: Lattice, kinds: Mapping[str, Sequence[Point]]) -> bool:
    """Tell whether most counters lie near the middle of a hex."""
    spotted = assign_hexes(grid, kinds).values()
    return 2 * sum(bool(each.cell) and not each.doubtful for each in spotted) >= len(spotted)


def _notes_of_place(laid: _Laid, wanted: Board, *, has_module: bool) -> Iterator[Message]:
    board = laid.placed.board
    if board is not wanted:
        yield message(
            "It needs another board ({board}): make a new scenario with that, and import it there",
            board=_NAMED[board.type],
        )
    if laid.guessed and has_module:
        yield message(
            "The hexes were worked out from where the counters lie; the module does not say where "
            "they are"
        )
    elif laid.guessed:
        yield message(
            "The hexes were worked out from where the counters lie; its module (.vmod) would say "
            "for certain"
        )


def _doubts_of_place(laid: _Laid) -> Iterator[Message]:
    if not laid.certain:
        yield message(
            "Other hexes would fit the counters about as well, so every piece may be on the wrong "
            "hex"
        )
    if laid.placed.ways > 1:
        yield message(
            "Where the board begins is a guess: look whether a piece you know is on its hex"
        )


def _doubts_of_counters(
    doubtful: Sequence[tuple[CounterName, Hex]], board: Board
) -> Iterator[Message]:
    if doubtful:
        said = (f"{board.name(hex_)} {named.text}" for named, hex_ in doubtful)
        yield several(
            "{number} counter lies far from the middle of its hex and may belong on another hex: "
            "{counters}",
            "{number} counters lie far from the middle of their hexes and may belong on other "
            "hexes: {counters}",
            len(doubtful),
            counters=", ".join(dict.fromkeys(said)),
        )


def _few(placed_: int, all_: int) -> Iterator[Message]:
    if placed_ < _MOST_PLACED * all_:
        yield message(
            "Only {number} of {all} counters could be placed on the board",
            number=placed_,
            all=all_,
        )


def _notes_of_counters(
    found: SavedCounters, beside: Sequence[CounterName], figures: bool
) -> Iterator[Message]:
    if figures:
        yield message("Each counter of a unit is read as one figure")
    if beside:
        names = ", ".join(dict.fromkeys(named.text for named in beside))
        yield several(
            "{number} counter lies beside the hexes and is left out: {names}",
            "{number} counters lie beside the hexes and are left out: {names}",
            len(beside),
            names=names if len(names) <= 200 else f"{names[:200]}...",
        )
    if found.private:
        yield several(
            "{number} private note of a player is left out",
            "{number} private notes of players are left out",
            found.private,
        )
    if found.more:
        yield message("Only the first {number} counters are read", number=counters.MOST_COUNTERS)


def _notes_of_what_is_away(
    found: SavedCounters, names: CounterNames, where: str
) -> Iterator[Message]:
    """Yield a line for each place where counters are left out."""
    every = [*found.counters.values()]
    nameless = sum(not names.name_of(counter).text for counter in every)
    apart = [counter.spot for counter in every if names.name_of(counter).text]
    other = [spot.map for spot in apart if spot and spot.map != where]
    nowhere = sum(spot is None for spot in apart)
    if nameless:
        yield several(
            "{number} counter without a name is left out",
            "{number} counters without a name are left out",
            nameless,
        )
    if found.in_decks:
        yield several(
            "{number} counter in a deck is left out",
            "{number} counters in decks are left out",
            found.in_decks,
        )
    if other:
        yield several(
            "{number} counter on another map is left out: {maps}",
            "{number} counters on other maps are left out: {maps}",
            len(other),
            maps=_short(dict.fromkeys(other)),
        )
    if nowhere:
        yield several(
            "{number} counter without a position is left out",
            "{number} counters without a position are left out",
            nowhere,
        )


def _notes_of_looks(found: SavedCounters, where: str) -> Iterator[Message]:
    """Yield a line for each thing about counters on the board that no list says."""
    here = [each for each in found.counters.values() if each.spot and each.spot.map == where]
    labels = [counter.label for counter in here if counter.label]
    turned = sum(counter.turned for counter in here)
    if labels:
        yield several(
            "The text on {number} counter is left out: {texts}",
            "The texts on {number} counters are left out: {texts}",
            len(labels),
            texts=_short(dict.fromkeys(labels)),
        )
    if turned:
        yield several(
            "The rotation of {number} counter is ignored; tiles are turned to fit their neighbours",
            "The rotation of {number} counters is ignored; tiles are turned to fit their "
            "neighbours",
            turned,
        )


def _notes_of_moves(text: str) -> Iterator[Message]:
    if has_moves(text):
        yield message("The recorded moves are left out; this is the board before the first of them")


def _short(names: Iterable[str]) -> str:
    text = ", ".join(names)
    return text if len(text) <= 200 else f"{text[:200]}..."


def _refuse_other_game(path: Path, there: Sequence[_There]) -> None:
    """Let a saved game pass that is one of Memoir '44, by its module or by its counters.

    Raises:
        ReadError: it is one of another game.
    """
    understood = sum(named.meaning is not None for named, _ in there)
    name = module_name(path)
    if name and not _MEMOIR.search(name) and understood < _MOST_UNDERSTOOD * len(there):
        raise ReadError(
            message("{file} is a saved game of another game: {game}", file=path.name, game=name)
        )
    if not name and not understood and len(there) >= _SOME:
        raise ReadError(
            message(
                "{file} seems to be a saved game of another game: none of its counters has the "
                "name of a piece of Memoir '44",
                file=path.name,
            )
        )
