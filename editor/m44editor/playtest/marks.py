"""What is marked on the board during a game: who may act and how, who has acted, what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtGui import QColor

from m44core.board import Board
from m44core.hexes import Hex
from m44core.rules.battle import targets
from m44core.rules.grid import indexes
from m44core.rules.position import ordered_hexes
from m44core.rules.state import NOBODY, NOWHERE, GameState, Phase
from m44editor.board.highlights import Highlight
from m44editor.board.marks import Arrow, Mark, Words
from m44editor.playtest.choices import Choices
from m44editor.playtest.report import Trace, Way

_CAN = QColor("#ffd54a")
_CAN_FILL = QColor(255, 213, 74, 60)
_TARGET = QColor("#ff5a47")
_TARGET_FILL = QColor(255, 90, 71, 60)
_CHOSEN = QColor("#ffffff")
_ORDERED = QColor("#7fd1ff")
_DONE = QColor(70, 74, 78)
_DONE_FILL = QColor(20, 22, 24, 80)
_DICE = QColor("#b3261e")
_ARROWS = {
    Way.MOVE: QColor(120, 200, 255, 220),
    Way.BATTLE: QColor(255, 90, 71, 220),
    Way.RETREAT: QColor(255, 213, 74, 220),
}
_AIMING = {Phase.BATTLE, Phase.OVERRUN}


def choice_marks(state: GameState, found: Choices, chosen: Hex | None) -> Mapping[str, Mark]:
    """Return what the player may do now: his units, where they go, whom they battle."""
    if state.result is not None:
        return {}
    aiming = state.phase in _AIMING
    line, fill = (_TARGET, _TARGET_FILL) if aiming else (_CAN, _CAN_FILL)
    marks: dict[str, Mark] = {
        "ordered": Highlight(
            frozenset(ordered_hexes(state)), line=_ORDERED, width=1.5, dashed=True
        ),
        "units": Highlight(found.units - {chosen}, line=_CAN, width=2),
        "hexes": Highlight(frozenset(found.hexes), line=line, fill=fill, width=2),
        "chosen": Highlight(frozenset({chosen} if chosen else ()), line=_CHOSEN, width=3),
    }
    if aiming:
        dice = dice_of(state, chosen)
        marks |= {
            f"dice {hex_}": Words(hex_, f"{dice[hex_]}", _DICE)
            for hex_ in found.hexes
            if hex_ in dice
        }
    return marks


def dice_of(state: GameState, chosen: Hex | None) -> Mapping[Hex, int]:
    """Return whom the chosen unit, or the one that overruns, can battle with how many dice."""
    board = state.field.grid.board
    if state.phase is Phase.OVERRUN and state.fight:
        unit = state.fight.attacker
    elif chosen is not None:
        unit = state.unit_at[board.index[chosen]]
    else:
        unit = NOBODY
    if unit == NOBODY:
        return {}
    return {board.hexes[place]: dice for place, dice in targets(state, unit)}


def done_marks(state: GameState) -> Mapping[str, Mark]:
    """Return which ordered units have moved, and later which have battled."""
    hexes = frozenset(_done(state))
    if not hexes:
        return {}
    ticks: dict[str, Mark] = {f"done {hex_}": Words(hex_, "✓", _DONE) for hex_ in hexes}
    return ticks | {"done": Highlight(hexes, fill=_DONE_FILL)}


def trace_marks(board: Board, traces: Iterable[Trace]) -> Mapping[str, Mark]:
    """Return an arrow for every way that was gone or shot."""
    return {
        f"trace {number}": Arrow(
            board, board.hex(trace.start), board.hex(trace.end), _ARROWS[trace.way]
        )
        for number, trace in enumerate(dict.fromkeys(traces))
    }


def _done(state: GameState) -> Iterator[Hex]:
    acted = {Phase.MOVE: state.moved, Phase.BATTLE: state.battled}.get(state.phase, 0)
    for unit in indexes(acted & state.ordered):
        if state.place[unit] != NOWHERE:
            yield state.field.grid.board.hexes[state.place[unit]]
