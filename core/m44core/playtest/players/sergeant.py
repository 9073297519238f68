"""The Sergeant: plays the best card and moves for this turn, without simulating it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from m44core.messages.message import Message
from m44core.playtest.players.action_reasons import action_reason
from m44core.playtest.players.card_values import CardValues
from m44core.playtest.players.decisions import (
    RememberedPlan,
    best_demolition,
    best_reinforcement_hex,
    bridge_to_lay,
    choose_advance_or_stay,
    choose_ambush_or_decline,
    choose_battle,
    choose_battle_back,
    choose_card_for_token,
    choose_card_to_keep,
    choose_desert_move,
    choose_drop_hex,
    choose_reinforcement_hex,
    choose_retreat,
    choose_second_move,
    choose_section,
    choose_smoke_hex,
    choose_target,
    choose_unit_to_lose_figure,
    choose_unloading_hex,
    ending_action,
    has_stuck_unit,
    planned_move,
)
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.playtest.players.personality import EVEN, Personalities
from m44core.playtest.players.planning import Plan, Planner
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.actions import Action, EndStep, OnTheMove, Order, Play
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.index_types import PlayerNo


class Sergeant:
    """Plans a turn at its beginning, but chooses each battle when it is due."""

    def __init__(self, personalities: Personalities = EVEN) -> None:
        self._personalities = personalities
        self._memory: RememberedPlan | None = None
        self._strategies: Mapping[
            Phase, Callable[[PositionEvaluation, Sequence[Action]], Action]
        ] = {
            Phase.PLAY: self._play,
            Phase.KEEP: choose_card_to_keep,
            Phase.COMMISSAR: choose_card_for_token,
            Phase.AIM: choose_drop_hex,
            Phase.SECTION: self._section,
            Phase.TARGET: choose_target,
            Phase.ATTRITION: choose_unit_to_lose_figure,
            Phase.ORDER: self._order,
            Phase.MOVE: self._move,
            Phase.MOVE_AGAIN: choose_second_move,
            Phase.BATTLE: choose_battle,
            Phase.OVERRUN: choose_battle,
            Phase.AMBUSH: choose_ambush_or_decline,
            Phase.RETREAT: choose_retreat,
            Phase.SMOKE: choose_smoke_hex,
            Phase.UNLOAD: choose_unloading_hex,
            Phase.REINFORCE: choose_reinforcement_hex,
            Phase.BATTLE_BACK: choose_battle_back,
            Phase.TAKE_GROUND: choose_advance_or_stay,
            Phase.DESERT_MOVE: choose_desert_move,
        }

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the best action; a random one in steps it has no strategy for."""
        position = view.position
        decide = self._strategies.get(position.phase)
        if decide is None:
            return rng.choice(actions)
        return decide(self._judgement(position, view.player), actions)

    def explain(self, view: PlayerView, action: Action) -> Message:
        """Return the reason for an action, as a sentence."""
        return action_reason(self._judgement(view.position, view.player), action)

    def rejected_alternatives(
        self, _view: PlayerView, _actions: Sequence[Action], _rng: random.Random
    ) -> tuple[Message, ...]:
        """Return (), because a sergeant does not rehearse."""
        return ()

    def _judgement(self, position: GameState, player: PlayerNo) -> PositionEvaluation:
        return PositionEvaluation(position, player, self._personalities.of(position.field, player))

    def _play(self, judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
        """Choose the card with the highest net value, the demolition of a bridge, or to end."""
        return self._best_card(judgement, CardValues(judgement), actions)

    def _best_card(
        self, judgement: PositionEvaluation, table: CardValues, actions: Sequence[Action]
    ) -> Action:
        """Choose the card with the highest net value, the demolition of a bridge, or to end.

        *table* has the values of the cards. The plan of the chosen card is remembered, unless the
        card is handed to a general of Overlord.
        """
        plays = [action for action in actions if isinstance(action, Play)]
        prospects = [table.prospect(play) for play in plays]
        ends = [action for action in actions if isinstance(action, EndStep)]
        chosen = max(prospects, key=lambda each: each.merit, default=None)
        if blow := best_demolition(judgement, actions, chosen.merit if chosen else 0.0):
            return blow
        if chosen is None or (ends and chosen.merit <= 0):
            return ends[0]
        if not chosen.play.section:
            self._remember(judgement.position, chosen.play.card, chosen.plan)
        return chosen.play

    def _section(self, judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
        """Choose the section whose units gain the most from orders."""
        return choose_section(judgement, actions)

    def _order(self, judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
        """Choose the next planned order, a reinforcement after the last one, or the end."""
        position = judgement.position
        memory = self._recall(position)
        if memory is None:
            command = position.command
            assert command is not None
            plan = CardValues(judgement).plan(command)
            memory = self._remember(position, position.card, plan)
        names = position.field.grid.names
        for intent in memory.intents:
            kind = OnTheMove if intent.on_the_move else Order
            order = kind(names[position.place[intent.unit]])
            if not position.ordered >> intent.unit & 1 and order in actions:
                memory.ordered |= 1 << intent.unit
                return order
        return best_reinforcement_hex(judgement, actions) or ending_action(actions)

    def _move(self, judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
        """Choose the next planned move; plan again if a planned move has become impossible."""
        position = judgement.position
        if position.field.bridge_layers and (bridge := bridge_to_lay(judgement, actions)):
            self._memory = None  # the ways have changed
            return bridge
        memory = self._recall(position)
        move = planned_move(position, memory, actions) if memory else None
        if move is None and (memory is None or has_stuck_unit(position, memory)):
            units = [
                unit
                for unit in bit_indexes(position.ordered & ~position.moved)
                if position.place[unit] != NOWHERE
            ]
            plan = Planner(judgement, units).plan(units)
            memory = self._remember(position, position.card, plan)
            move = planned_move(position, memory, actions)
        return move or ending_action(actions)

    def _remember(self, position: GameState, card: str, plan: Plan) -> RememberedPlan:
        self._memory = RememberedPlan(
            position.turn,
            card,
            position.ordered,
            position.moved,
            list(position.place),
            list(position.figures),
            plan.intents,
        )
        return self._memory

    def _recall(self, position: GameState) -> RememberedPlan | None:
        """Return the plan if it still fits the position, else None."""
        memory = self._memory
        if memory is None or not memory.intents or not memory.fits(position):
            return None
        return memory
