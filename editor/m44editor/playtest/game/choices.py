"""The choices in a game: the legal actions by hex, card and button."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from m44core.board import Board
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.rules.game.actions import (
    Action,
    Battle,
    BattleBack,
    BlowUpBridge,
    BreachBunker,
    ChooseSection,
    ChooseTarget,
    ClearWire,
    DeclineAmbush,
    EndStep,
    Exit,
    IgnoreFlag,
    KeepCard,
    LayBridge,
    LaySmoke,
    Move,
    OnTheMove,
    Order,
    OrderAll,
    PlaceUnit,
    Play,
    PutUnderToken,
    Recover,
    Resupply,
    Retreat,
    SealCave,
    Stay,
    Step,
    TakeGround,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState

_ENDING_LABELS = {
    Step.CARDS: message("No more cards"),
    Step.TARGETS: message("Attack these targets"),
    Step.ORDERS: message("Done ordering"),
    Step.MOVES: message("Done moving"),
    Step.BATTLES: message("End the turn"),
    Step.DISCARDS: message("Draw two cards instead"),
    Step.SMOKE: message("Done laying smoke"),
    Step.UNLOADING: message("Done unloading"),
    Step.REINFORCING: message("No more reinforcements"),
}
_BUTTON_LABELS: Mapping[type, Message] = {
    DeclineAmbush: message("No ambush"),
    IgnoreFlag: message("Ignore the flag and hold"),
    BattleBack: message("Battle back"),
    TakeGround: message("Take ground"),
    OrderAll: message("Order all"),
}
_STAYING_LABELS = {
    Phase.OVERRUN: message("No overrun"),
    Phase.BATTLE_BACK: message("Do not battle back"),
    Phase.DESERT_MOVE: message("No extra move"),
}
_SECTIONS = {
    "left": message_in("section", "Left flank"),
    "centre": message_in("section", "Center"),
    "right": message_in("section", "Right flank"),
}


@dataclass(frozen=True)
class Choices:
    """All legal actions, grouped by where to click for them.

    Attributes:
        units: Hexes with a unit that can act; a click chooses the unit.
        hexes: Actions by the hex to click; several if the click leaves a choice.
        cards: Actions by the card to play or keep; several if it can be played in several ways.
        buttons: Label and action of each button.
    """

    units: frozenset[Hex] = frozenset()
    hexes: Mapping[Hex, tuple[Action, ...]] = field(default_factory=dict)
    cards: Mapping[str, tuple[Action, ...]] = field(default_factory=dict)
    buttons: tuple[tuple[Message, Action], ...] = ()


NO_CHOICES = Choices()


def arrange_choices(state: GameState, actions: Iterable[Action], chosen: Hex | None) -> Choices:
    """Return *actions* arranged by where to click for them.

    Moves, battles and other actions of a single unit are included only for the unit on *chosen*.
    """
    collector = _ChoiceCollector(state, chosen)
    for action in actions:
        collector.add(action)
    return Choices(
        frozenset(collector.units),
        {hex_: tuple(entries) for hex_, entries in collector.hexes.items()},
        {card: tuple(entries) for card, entries in collector.cards.items()},
        tuple(collector.buttons),
    )


class _ChoiceCollector:
    """Sorts actions by where to click for them."""

    def __init__(self, state: GameState, chosen: Hex | None) -> None:
        self._board: Board = state.field.grid.board
        self._chosen = chosen
        self._battle_hex = self._board.hexes[state.fight.hex] if state.fight else None
        self._phase = state.phase
        self._is_healing = state.command is not None and state.command.strike is None
        self.units: set[Hex] = set()
        self.hexes: dict[Hex, list[Action]] = {}
        self.cards: dict[str, list[Action]] = {}
        self.buttons: list[tuple[Message, Action]] = []

    def add(self, action: Action) -> None:
        """Add an action; some actions have both a hex and a button."""
        if isinstance(action, Play | KeepCard | PutUnderToken | BlowUpBridge):
            self.cards.setdefault(action.card, []).append(action)
        self._add_hex(action)
        self._add_button(action)

    def _add_hex(self, action: Action) -> None:
        match action:
            case (
                Order(name)
                | IgnoreFlag(name)
                | Retreat(_, name)
                | ChooseTarget(name)
                | PlaceUnit(name)
            ):
                self._add_to_hex(name, action)
            case OnTheMove(name) if self._board.hex(name) not in self.hexes:
                self._add_to_hex(name, action)  # a full order takes precedence
            case Move(_, end) | Exit(_, end) if self._phase is Phase.DESERT_MOVE:
                self._add_to_hex(end, action)
            case LaySmoke(start, end) | LayBridge(start, end) | BreachBunker(start, end):
                self._add_for_chosen_unit(start, end, action)
            case Move(start, end) | Exit(start, end) | Resupply(start, end):
                self._add_for_chosen_unit(start, end, action)
            case Battle(attacker, target) if self._phase is Phase.BATTLE:
                self._add_for_chosen_unit(attacker, target, action)
            case Battle(_, target):
                self._add_to_hex(target, action)
            case ClearWire(name) | Recover(name) | SealCave(name):
                self.units.add(self._board.hex(name))
            case TakeGround() if self._battle_hex is not None:
                self.hexes.setdefault(self._battle_hex, []).append(action)

    def _add_button(self, action: Action) -> None:
        label = self._button_label(action)
        if label is not None:
            self.buttons.append((label, action))

    def _button_label(self, action: Action) -> Message | None:
        """Return the label of the button for an action; None if it has no button now."""
        match action:
            case ClearWire(name):
                return message("Remove the wire") if self._board.hex(name) == self._chosen else None
            case Recover(name):
                return message("Regain figures") if self._board.hex(name) == self._chosen else None
            case SealCave(name):
                return message("Seal the cave") if self._board.hex(name) == self._chosen else None
            case Play():
                return message("Ambush!") if self._phase is Phase.AMBUSH else None
            case ChooseSection(section):
                return _SECTIONS[section]
            case Stay():
                return _STAYING_LABELS.get(self._phase, message("Stay"))
            case EndStep(Step.TARGETS) if self._is_healing:
                return message("Done regaining figures")
            case EndStep(step):
                moves_again = self._phase is Phase.MOVE_AGAIN
                return message("No second move") if moves_again else _ENDING_LABELS[step]
        return _BUTTON_LABELS.get(type(action))

    def _add_to_hex(self, name: str, action: Action) -> None:
        self.hexes.setdefault(self._board.hex(name), []).append(action)

    def _add_for_chosen_unit(
        self, unit_hex_name: str, clicked_hex_name: str, action: Action
    ) -> None:
        hex_ = self._board.hex(unit_hex_name)
        self.units.add(hex_)
        if hex_ == self._chosen:
            self._add_to_hex(clicked_hex_name, action)
