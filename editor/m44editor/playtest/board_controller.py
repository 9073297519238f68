"""The board during a game: its marks, and the actions of clicks and keys on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QMenu

from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.rules.analysis.illegal_reasons import illegal_reason
from m44core.rules.game.actions import Action, ChooseSection, Move
from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import scenario_of_position
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.legal_actions import legal_actions
from m44editor.board.board_marks import Highlight, Mark
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.board.geometry import centre
from m44editor.board.hex_descriptions import hex_text
from m44editor.interface_text import language, sentence, tr, translated
from m44editor.playtest.game.choices import NO_CHOICES, Choices, arrange_choices
from m44editor.playtest.game.forecast import (
    NO_FORECAST,
    Forecast,
    battle_message,
    forecast,
    move_message,
)
from m44editor.playtest.game.game_log import Trace
from m44editor.playtest.game.prompts import action_label
from m44editor.playtest.game_marks import (
    acted_unit_marks,
    choice_marks,
    crosshair_marks,
    fight_marks,
    mine_marks,
    ship_marks,
    smoke_marks,
    token_names,
    trace_marks,
)
from m44editor.theme_tokens import MarkColour

_GAP_HIGHLIGHT = Highlight(frozenset(), line=QColor(MarkColour.TARGET), width=3)


class BoardController(QObject):
    """Shows a position on a board and turns clicks into actions.

    Signals:
        action_chosen: The action the player chose.
        selection_changed: A unit was chosen, or the choice was cleared.
        described: The content of the hex under the pointer or cursor, and the effect of a click.
        refused: The reason why a click did nothing.
        order_cancelled: The name of the hex whose unit's order is to be canceled.

    Attributes:
        chosen: The hex of the chosen unit; None if there is none.
        choices: The hexes, units and cards that can be clicked.
        forecast: The forecast for the choices.
    """

    action_chosen = Signal(object)
    selection_changed = Signal()
    described = Signal(str)
    refused = Signal(str)
    order_cancelled = Signal(str)

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.chosen: Hex | None = None
        self.choices: Choices = NO_CHOICES
        self.forecast: Forecast = NO_FORECAST
        self._board = board
        self._state: GameState | None = None
        self._actions: Sequence[Action] = ()
        self._traces: Sequence[Trace] = ()
        self._orders: frozenset[Hex] = frozenset()
        self._mark_names: frozenset[str] = frozenset()
        self._click_timer = QTimer(self)  # runs while a press may be the second of a double click
        self._click_timer.setSingleShot(True)
        board.pressed.connect(self._on_press)
        board.hovered.connect(self._emit_description)
        board.speech.text_of = self._hex_description

    def show_state(
        self,
        state: GameState,
        actions: Sequence[Action],
        traces: Sequence[Trace],
        orders: frozenset[Hex] = frozenset(),
    ) -> None:
        """Show a position, its legal actions, and the traces of the actions that led to it.

        If the orders step ended automatically with the last order, a click on an ordered unit that
        can act chooses it, and a second click clears the choice; its order can still be canceled
        while it is chosen.

        Args:
            state: The position.
            actions: Its legal actions.
            traces: The moves, battles and retreats to show as arrows.
            orders: The hexes of units whose order a click cancels.
        """
        self._state, self._actions, self._traces = state, actions, traces
        self._orders = orders
        self._board.set_scenario(scenario_of_position(state).with_labels_in(language()))
        self._board.show_won_medals(
            {side: state.medals(player) for player, side in enumerate(state.field.sides)}
        )
        if self.chosen not in arrange_choices(state, actions, None).units:
            self.chosen = None
        self._update_choices()

    def clear(self) -> None:
        """Remove the game from the board."""
        self._state, self._actions, self._traces = None, (), ()
        self._orders = frozenset()
        self.chosen = None
        self._board.show_won_medals(None)
        self._update_choices()

    @property
    def cancellable_hex(self) -> Hex | None:
        """The hex of the chosen unit if its order can be canceled; None if it cannot."""
        return self.chosen if self.chosen in self._orders else None

    def cancel_order(self) -> None:
        """Emit `order_cancelled` for the chosen unit if its order can be canceled."""
        if self.cancellable_hex is not None:
            self.order_cancelled.emit(self._board.board.name(self.cancellable_hex))

    def choose_unit(self, hex_: Hex | None) -> None:
        """Choose the unit on a hex; None to choose no unit."""
        self.chosen = hex_
        self._update_choices()
        self.selection_changed.emit()

    def focus_next_hex(self) -> None:
        """Move the keyboard cursor to the next hex that can be clicked, wrapping around."""
        clickable_hexes = sorted(
            self.choices.hexes or self.choices.units, key=lambda h: (h.row, h.col)
        )
        if clickable_hexes:
            cursor_hex = self._board.cursor_hex
            later_hexes = [
                h
                for h in clickable_hexes
                if cursor_hex is not None and (h.row, h.col) > (cursor_hex.row, cursor_hex.col)
            ]
            self._board.setFocus()
            self._board.show_hex((later_hexes or clickable_hexes)[0])

    def highlight_hexes(self, hexes: frozenset[Hex]) -> None:
        """Highlight hexes in place of all other marks."""
        self._set_marks(
            {"gap": Highlight(hexes, line=_GAP_HIGHLIGHT.line, width=_GAP_HIGHLIGHT.width)}
        )

    def preview(self, action: Action | None) -> None:
        """Mark the units that could be ordered after choosing a section; None ends the preview."""
        if self._state is None or self._state.phase is not Phase.SECTION:
            return
        if not isinstance(action, ChooseSection) or action not in self._actions:
            self._update_choices()
            return
        position = self._state.clone()
        apply_action(position, action)
        actions = legal_actions(position) if position.phase is Phase.ORDER else ()
        choices = arrange_choices(position, actions, None)
        self._set_marks(choice_marks(position, choices, None, NO_FORECAST))

    def refresh(self) -> None:
        """Redraw all marks in the colors of the current theme."""
        self._update_choices()

    def _update_choices(self) -> None:
        state = self._state
        if state is None:
            self.choices, self.forecast = NO_CHOICES, NO_FORECAST
            self._set_marks({})
        else:
            self.choices = arrange_choices(state, self._actions, self.chosen)
            self.forecast = forecast(state, self.choices, self.chosen)
            self._set_marks(
                {
                    **acted_unit_marks(state),
                    **fight_marks(state),
                    **crosshair_marks(state),
                    **smoke_marks(state),
                    **ship_marks(state),
                    **mine_marks(state),
                    **choice_marks(state, self.choices, self.chosen, self.forecast),
                    **trace_marks(self._board.board, self._traces),
                }
            )
        self._emit_description(self._board.cursor_hex or self._board.hovered_hex)

    def _set_marks(self, marks: Mapping[str, Mark]) -> None:
        for name in self._mark_names - marks.keys():
            self._board.set_mark(name, None)
        for name, mark in marks.items():
            self._board.set_mark(name, mark)
        self._mark_names = frozenset(marks)

    def _emit_description(self, hex_: Hex | None) -> None:
        """Emit the content of a hex, and the effect of a click on it."""
        self.described.emit(self._board.speech.describe_hex(hex_))

    def _hex_description(self, hex_: Hex) -> str:
        tokens = token_names(self._state, hex_) if self._state else ()
        text = hex_text(self._board.scenario, hex_, tokens)
        outlook = self._click_effect(hex_)
        return text if outlook is None else tr("{hex} — {outlook}", hex=text, outlook=outlook)

    def _click_effect(self, hex_: Hex) -> Message | None:
        actions = self.choices.hexes.get(hex_, ())
        waits_to_be_chosen = hex_ in self.choices.units and hex_ != self.chosen
        if not actions and hex_ in self._orders and not waits_to_be_chosen:
            if hex_ == self.chosen:  # moving has begun
                return message("selected; click a marked hex, or the unit again to deselect it")
            return message("ordered; click to cancel the order")
        if not actions or self._state is None:
            return None
        if isinstance(actions[0], Move):
            return move_message(self._state, actions[0])
        return battle_message(self.forecast, hex_, actions[0])

    def _on_press(self, event: BoardEvent) -> None:
        if event.button != Qt.MouseButton.LeftButton or event.hex is None:
            return
        if event.hex != self.chosen:
            self._click_timer.stop()
        if event.hex in self.choices.hexes:
            hex_centre = self._board.from_units(centre(event.hex)).toPoint()
            self.choose_action(
                self.choices.hexes[event.hex], self._board.viewport().mapToGlobal(hex_centre)
            )
        elif event.hex in self.choices.units and event.hex != self.chosen:
            self._click_timer.start(QApplication.doubleClickInterval())
            self.choose_unit(event.hex)
        elif event.hex == self.chosen:
            if not self._click_timer.isActive():
                self.choose_unit(None)
        elif event.hex in self._orders:
            self.order_cancelled.emit(self._board.board.name(event.hex))
        elif self._state is not None and self._actions:
            self._emit_refusal(self._state, event.hex)

    def _emit_refusal(self, state: GameState, hex_: Hex) -> None:
        """Report why no action is possible on a hex, if there is a reason to give."""
        index = state.field.grid.board.index
        if state.phase is Phase.OVERRUN and state.fight:
            unit = state.fight.attacker
        else:
            unit = NOBODY if self.chosen is None else state.unit_at[index[self.chosen]]
        reason = illegal_reason(state, unit, index[hex_])
        if reason is not None:
            self.refused.emit(sentence(reason))

    def choose_action(self, actions: Iterable[Action], position: QPoint) -> None:
        """Choose the only action, or show a menu of several actions at *position* on the screen."""
        options = tuple(actions)
        if len(options) == 1:
            self.action_chosen.emit(options[0])
            return
        assert self._state is not None
        menu = QMenu(self._board)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in options:
            entry = menu.addAction(translated(action_label(self._state, action)))
            entry.triggered.connect(lambda _=False, a=action: self.action_chosen.emit(a))
        menu.popup(position)
        menu.setActiveAction(menu.actions()[0])
