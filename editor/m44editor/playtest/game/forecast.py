"""What comes of the things that can be clicked: movement they cost, dice they throw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from m44core.hexes import Hex
from m44core.messages.how_many import dice, hexes
from m44core.messages.message import Message, enumerated, message
from m44core.rules.game.actions import Battle, Move, Target
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.play.apply import apply
from m44core.rules.units.battle import targets
from m44core.rules.units.movement import every_way, reach, steps_to
from m44editor.playtest.game.choices import Choices
from m44editor.playtest.game.odds import Odds, odds_of_strike, odds_of_targets

_MOVING = (Phase.MOVE, Phase.MOVE_AGAIN)


@dataclass(frozen=True)
class Forecast:
    """What is known before a choice is made.

    Attributes:
        odds: What the dice do on each hex that can be attacked.
        steps: How many hexes it is to each hex that can be moved to.
        battle_follows: Those of them from which the unit may still battle.
    """

    odds: Mapping[Hex, Odds] = field(default_factory=dict)
    steps: Mapping[Hex, int] = field(default_factory=dict)
    battle_follows: frozenset[Hex] = frozenset()


NO_FORECAST = Forecast()


def forecast(state: GameState, found: Choices, chosen: Hex | None) -> Forecast:
    """Return what comes of each hex of *found*; the chosen unit is the one that acts."""
    if state.phase is Phase.TARGET:
        return Forecast(odds=_strikes(state, found))
    if state.phase in (Phase.BATTLE, Phase.OVERRUN, Phase.TAKE_GROUND):
        return Forecast(odds=_battles(state, chosen))
    if state.phase in _MOVING and chosen is not None:
        return _moves(state, found, chosen)
    return NO_FORECAST


def move_words(state: GameState, move: Move) -> Message:
    """Return how far a move goes and whom the unit could battle after it, in a line."""
    after, unit = _after(state, move)
    cost = hexes(_steps(state, unit, move.end))
    if state.phase is Phase.MOVE_AGAIN:
        return cost
    if not _may_battle(after, unit):
        return message("{hexes}, no battle after it", hexes=cost)
    names = after.field.grid.names
    found = [
        message("{hex} with {dice}", hex=names[at], dice=dice(n)) for at, n in targets(after, unit)
    ]
    if not found:
        return message("{hexes}, nobody in range", hexes=cost)
    return message("{hexes}, then it may battle {targets}", hexes=cost, targets=enumerated(found))


def _strikes(state: GameState, found: Choices) -> dict[Hex, Odds]:
    index, unit_at = state.field.grid.board.index, state.unit_at
    named = [hex_ for hex_, ways in found.hexes.items() if isinstance(ways[0], Target)]
    odds = {hex_: odds_of_strike(state, unit_at[index[hex_]]) for hex_ in named}
    return {hex_: known for hex_, known in odds.items() if known is not None}


def _battles(state: GameState, chosen: Hex | None) -> dict[Hex, Odds]:
    board = state.field.grid.board
    if state.phase in (Phase.OVERRUN, Phase.TAKE_GROUND) and state.fight:
        unit = state.fight.attacker
    else:
        unit = NOBODY if chosen is None else state.unit_at[board.index[chosen]]
    if unit == NOBODY:
        return {}
    return {board.hexes[at]: odds for at, odds in odds_of_targets(state, unit).items()}


def _moves(state: GameState, found: Choices, chosen: Hex) -> Forecast:
    unit = state.unit_at[state.field.grid.board.index[chosen]]
    moves = {
        hex_: ways[0]
        for hex_, ways in found.hexes.items()
        if isinstance(ways[0], Move) and unit != NOBODY
    }
    follows = (hex_ for hex_, move in moves.items() if _may_battle(*_after(state, move)))
    steps = {hex_: _steps(state, unit, move.end) for hex_, move in moves.items()}
    return Forecast({}, steps, frozenset(follows))


def _steps(state: GameState, unit: int, end: str) -> int:
    """Return how many hexes a move is; along a road it may be more than it costs (TP-ROAD)."""
    index = state.field.grid.index[end]
    cost = steps_to(reach(state, unit), index)
    if not state.ground.roads:
        return cost
    ways = (way.hexes for way in every_way(state, unit))
    return min((len(hexes) for hexes in ways if hexes and hexes[-1] == index), default=cost)


def _after(state: GameState, move: Move) -> tuple[GameState, int]:
    """Return a copy of the game after a move, and the unit that moved."""
    unit = state.unit_at[state.field.grid.index[move.start]]
    copy = state.clone()
    apply(copy, move)
    return copy, unit


def _may_battle(after: GameState, unit: int) -> bool:
    """Tell whether a unit that has moved may still battle, be there anybody to battle or not."""
    place = after.place[unit]
    closed = after.ground.no_battle[after.field.units[unit].number_of_class]
    barred = after.barred >> unit & 1 or place < 0 or closed >> place & 1
    without = after.command is not None and not after.command.battles
    return not barred and not without


def battle_words(found: Forecast, hex_: Hex, action: object) -> Message | None:
    """Return what a battle or an attack on a hex would do; None for anything else."""
    known = isinstance(action, Battle | Target) and hex_ in found.odds
    return found.odds[hex_].said() if known else None
