"""What can be clicked in a game: the legal actions, arranged by hex, card and button."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from m44core.board import Board
from m44core.hexes import Hex
from m44core.rules.actions import (
    Action,
    Battle,
    Clear,
    End,
    Ignore,
    Keep,
    Move,
    Order,
    OrderAll,
    Play,
    Retreat,
    Stay,
    Step,
    TakeGround,
)
from m44core.rules.state import GameState, Phase

_ENDS = {
    Step.ORDERS: "Orders given",
    Step.MOVES: "Moves done",
    Step.BATTLES: "End the turn",
}


@dataclass(frozen=True)
class Choices:
    """Everything the player may do now, and where he clicks for it.

    Attributes:
        units: Hexes with a unit that can act; a click chooses it.
        hexes: Hexes a click on which does something, with what it does: several
            where the way matters.
        cards: Cards that can be played or kept.
        buttons: Words and what a click on them does.
    """

    units: frozenset[Hex] = frozenset()
    hexes: Mapping[Hex, tuple[Action, ...]] = field(default_factory=dict)
    cards: Mapping[str, Action] = field(default_factory=dict)
    buttons: tuple[tuple[str, Action], ...] = ()


def choices(state: GameState, actions: Iterable[Action], chosen: Hex | None) -> Choices:
    """Arrange *actions*; moves and battles are those of the unit on *chosen*."""
    board = state.field.grid.board
    collect = _Collector(board, chosen, state.fight.hex if state.fight else None, state.phase)
    for action in actions:
        collect.add(action)
    return Choices(
        frozenset(collect.units),
        {hex_: tuple(found) for hex_, found in collect.hexes.items()},
        collect.cards,
        tuple(collect.buttons),
    )


class _Collector:
    """Puts each action where it is clicked."""

    def __init__(self, board: Board, chosen: Hex | None, fought: int | None, phase: Phase) -> None:
        self._hex: Callable[[str], Hex] = board.hex
        self._chosen = chosen
        self._fought = board.hexes[fought] if fought is not None else None
        self._phase = phase
        self.units: set[Hex] = set()
        self.hexes: dict[Hex, list[Action]] = {}
        self.cards: dict[str, Action] = {}
        self.buttons: list[tuple[str, Action]] = []

    def add(self, action: Action) -> None:
        """Put one action where it is clicked; some have a hex and a button."""
        self._add_card(action)
        self._add_hex(action)
        self._add_button(action)

    def _add_card(self, action: Action) -> None:
        if isinstance(action, Play | Keep):
            self.cards[action.card] = action

    def _add_hex(self, action: Action) -> None:
        match action:
            case Order(name) | Ignore(name) | Retreat(_, name):
                self._on_hex(self._hex(name), action)
            case Move(start, end):
                self._of_unit(self._hex(start), self._hex(end), action)
            case Battle(attacker, target):
                self._battle(self._hex(attacker), self._hex(target), action)
            case TakeGround() if self._fought is not None:
                self._on_hex(self._fought, action)

    def _add_button(self, action: Action) -> None:
        match action:
            case Clear(name):
                self._clear(self._hex(name), action)
            case Ignore():
                self.buttons.append(("Ignore the flag and stay", action))
            case TakeGround():
                self.buttons.append(("Take the ground", action))
            case OrderAll():
                self.buttons.append(("Order all", action))
            case Stay():
                overrun = self._phase is Phase.OVERRUN
                self.buttons.append(("No overrun battle" if overrun else "Stay", action))
            case End(step):
                self.buttons.append((_ENDS[step], action))

    def _on_hex(self, hex_: Hex, action: Action) -> None:
        self.hexes.setdefault(hex_, []).append(action)

    def _of_unit(self, unit: Hex, hex_: Hex, action: Action) -> None:
        self.units.add(unit)
        if unit == self._chosen:
            self._on_hex(hex_, action)

    def _battle(self, unit: Hex, target: Hex, action: Action) -> None:
        if self._phase is Phase.OVERRUN:
            self._on_hex(target, action)
        else:
            self._of_unit(unit, target, action)

    def _clear(self, unit: Hex, action: Action) -> None:
        self.units.add(unit)
        if unit == self._chosen:
            self.buttons.append(("Remove the wire", action))
