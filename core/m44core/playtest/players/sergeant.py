"""The Sergeant: plays what looks best now, by expected losses, cover, objectives and cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from m44core.catalogue.cards import Effect
from m44core.messages.message import Message
from m44core.playtest.players.cards_worth import Table
from m44core.playtest.players.judgement import MOST_DICE, Judgement
from m44core.playtest.players.planning import Intent, Plan, Planner
from m44core.playtest.players.reasons import reason
from m44core.playtest.players.reinforcing import best_blow, best_place, drop_worth
from m44core.playtest.players.tempers import EVEN, Tempers
from m44core.rules.board.grid import indexes
from m44core.rules.cards.deck import ambush_in, is_ambush
from m44core.rules.game.actions import (
    Action,
    Battle,
    BattleBack,
    ChooseSection,
    Clear,
    Decline,
    End,
    Exit,
    Ignore,
    Keep,
    LaySmoke,
    Move,
    OnTheMove,
    Order,
    Play,
    PutDown,
    Recover,
    Resupply,
    Retreat,
    Seal,
    Stay,
    TakeGround,
    Target,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.game.view import View
from m44core.rules.numbers import HexNo, PlayerNo, UnitSet
from m44core.rules.units.battle import dice_at, dice_of

_T = TypeVar("_T")

_WORTH_CLEARING = 0.5  # a battle worth less than this may wait until the wire is gone
_ROOTED = 0.3  # how much rather a unit stays than retreats
_WORTH_AMBUSHING = 0.7
_OVERRUN = 0.8


@dataclass(slots=True)
class Memory:
    """What was planned for a turn, and the position in which it goes on."""

    turn: int
    card: str
    ordered: UnitSet
    moved: UnitSet
    place: list[HexNo]
    figures: list[int]
    intents: tuple[Intent, ...]

    def fits(self, position: GameState) -> bool:
        """Tell whether a position is the one in which the plan goes on."""
        return (
            self.turn == position.turn
            and self.card == position.card
            and self.ordered == position.ordered
            and self.moved == position.moved
            and self.place == position.place
            and self.figures == position.figures
        )


class Sergeant:
    """Plans a turn when it begins and carries it out, looking at every battle anew."""

    def __init__(self, tempers: Tempers = EVEN) -> None:
        self._tempers = tempers
        self._memory: Memory | None = None
        self._deciding: Mapping[Phase, Callable[[Judgement, Sequence[Action]], Action]] = {
            Phase.PLAY: self._play,
            Phase.KEEP: self._keep,
            Phase.COMMISSAR: self._put_down,
            Phase.AIM: self._aim,
            Phase.SECTION: self._section,
            Phase.TARGET: self._target,
            Phase.ORDER: self._order,
            Phase.MOVE: self._move,
            Phase.MOVE_AGAIN: self._move_again,
            Phase.BATTLE: self._battle,
            Phase.OVERRUN: self._battle,
            Phase.AMBUSH: self._ambush,
            Phase.RETREAT: self._retreat,
            Phase.SMOKE: self._smoke,
            Phase.BATTLE_BACK: self._battle_back,
            Phase.TAKE_GROUND: self._take_ground,
            Phase.DESERT_MOVE: self._go_on,
        }

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the action that looks best."""
        position = view.position
        decide = self._deciding.get(position.phase)
        if decide is None:
            return rng.choice(actions)
        return decide(self._judgement(position, view.player), actions)

    def explain(self, view: View, action: Action) -> Message:
        """Return a sentence about what speaks for an action."""
        return reason(self._judgement(view.position, view.player), action)

    def weighed_besides(
        self, _view: View, _actions: Sequence[Action], _rng: random.Random
    ) -> tuple[Message, ...]:
        """Return nothing: a sergeant compares what cards promise, and rehearses none."""
        return ()

    def _judgement(self, position: GameState, player: PlayerNo) -> Judgement:
        return Judgement(position, player, self._tempers.of(position.field, player))

    # the card

    def _play(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Play the card whose plan is worth most, what it is worth later apart."""
        table = Table(judgement)
        plays = [action for action in actions if isinstance(action, Play)]
        prospects = [table.prospect(play) for play in plays]
        ends = [action for action in actions if isinstance(action, End)]
        chosen = max(prospects, key=lambda each: each.merit, default=None)
        if blow := best_blow(judgement, actions, chosen.merit if chosen else 0.0):
            return blow
        if chosen is None or (ends and chosen.merit <= 0):
            return ends[0]
        if not chosen.play.section:
            self._remember(judgement.position, chosen.play.card, chosen.plan)
        return chosen.play

    def _keep(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Keep the card that is worth most as the units stand, or usually."""
        table = Table(judgement)

        def worth(keep: Keep) -> float:
            if is_ambush(keep.card):
                return 2.0
            found = table.prospect(Play(keep.card))
            return found.worth + found.kept

        return _best([action for action in actions if isinstance(action, Keep)], worth)

    def _put_down(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Put the card under the token that is worth most as the units stand, or usually."""
        table = Table(judgement)

        def worth(put: PutDown) -> float:
            found = table.prospect(Play(put.card))
            return found.worth + found.kept

        return _best([action for action in actions if isinstance(action, PutDown)], worth)

    def _section(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Name the section whose units gain most."""
        command = judgement.position.command
        assert command is not None
        section = Table(judgement).section(command, Play(command.card))
        chosen = ChooseSection(section.name.lower()) if section is not None else actions[0]
        return chosen if chosen in actions else actions[0]

    def _target(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Name the next unit to attack, or the one that is best healed."""
        position, table = judgement.position, Table(judgement)
        command = position.command
        assert command is not None
        targets = [action for action in actions if isinstance(action, Target)]
        index = position.field.grid.index
        if command.effect is Effect.SHARED_MEDICS:
            return _best(targets, lambda t: table.figure_back(position.unit_at[index[t.hex]]))
        if command.strike is None:
            dice = position.held(judgement.player) + 1
            return _best(targets, lambda t: table.healing(position.unit_at[index[t.hex]], dice))
        group = table.strike(command)[len(position.targets) :]
        if not group:
            return _end(actions)
        chosen = Target(position.field.grid.names[position.place[group[0]]])
        return (
            chosen
            if chosen in targets
            else _best(
                targets, lambda t: table.strike_worth(command, position.unit_at[index[t.hex]])
            )
        )

    def _aim(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Aim where most of the hexes around are good places for those who fall."""
        worth = drop_worth(judgement, judgement.position.falling[0])
        targets = [action for action in actions if isinstance(action, Target)]
        return _best(targets, lambda target: worth(target.hex))

    # orders and moves

    def _order(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Give the orders that were planned, one after the other."""
        position = judgement.position
        memory = self._recall(position)
        if memory is None:
            command = position.command
            assert command is not None
            plan = Table(judgement).plan(command)
            memory = self._remember(position, position.card, plan)
        names = position.field.grid.names
        for intent in memory.intents:
            kind = OnTheMove if intent.on_the_move else Order
            order = kind(names[position.place[intent.unit]])
            if not position.ordered >> intent.unit & 1 and order in actions:
                memory.ordered |= 1 << intent.unit
                return order
        return best_place(judgement, actions) or _end(actions)

    def _move(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Make the moves that were planned; plan anew what has become impossible."""
        position = judgement.position
        memory = self._recall(position)
        move = self._next_move(position, memory, actions) if memory else None
        if move is None and (memory is None or self._is_stuck(position, memory)):
            units = [
                unit
                for unit in indexes(position.ordered & ~position.moved)
                if position.place[unit] != NOWHERE
            ]
            plan = Planner(judgement, units).plan(units)
            memory = self._remember(position, position.card, plan)
            move = self._next_move(position, memory, actions)
        return move or _end(actions)

    def _next_move(
        self, position: GameState, memory: Memory, actions: Sequence[Action]
    ) -> Move | Exit | Recover | None:
        names = position.field.grid.names
        for intent in memory.intents:
            start = position.place[intent.unit]
            if intent.recovers and (rest := Recover(names[start])) in actions:
                return rest
            if position.moved >> intent.unit & 1 or (start == intent.end and not intent.leaves):
                continue
            kind = Exit if intent.leaves else Move
            move = kind(names[start], names[intent.end])
            if move in actions:
                memory.moved |= 1 << intent.unit
                memory.place[intent.unit] = NOWHERE if intent.leaves else intent.end
                return move
        return None

    def _is_stuck(self, position: GameState, memory: Memory) -> bool:
        """Tell whether a move that was planned cannot be made."""
        return any(
            position.place[intent.unit] != intent.end and not position.moved >> intent.unit & 1
            for intent in memory.intents
        )

    def _move_again(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Move where it is best to stand at the end of the turn."""
        position = judgement.position
        index = position.field.grid.index
        moves = [action for action in actions if isinstance(action, Move)]

        def gain(move: Move) -> float:
            start = index[move.start]
            place = judgement.places(position.unit_at[start])
            return place(index[move.end]) - place(start)

        best = max(moves, key=gain, default=None)
        return best if best and gain(best) > 0 else _end(actions)

    def _remember(self, position: GameState, card: str, plan: Plan) -> Memory:
        self._memory = Memory(
            position.turn,
            card,
            position.ordered,
            position.moved,
            list(position.place),
            list(position.figures),
            plan.intents,
        )
        return self._memory

    def _recall(self, position: GameState) -> Memory | None:
        """Return what was planned if it still holds."""
        memory = self._memory
        if memory is None or not memory.intents or not memory.fits(position):
            return None
        return memory

    # battles

    def _battle(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Fight first with units that have the least choice, each its best battle."""
        battles = [action for action in actions if isinstance(action, Battle)]
        worth = {battle: _worth_of(judgement, battle) for battle in battles}
        best: dict[str, Battle] = {}
        choices: dict[str, int] = {}
        for battle in battles:
            choices[battle.attacker] = choices.get(battle.attacker, 0) + 1
            other = best.get(battle.attacker)
            if other is None or worth[battle] > worth[other]:
                best[battle.attacker] = battle
        for action in actions:
            if isinstance(action, Clear):
                fight = best.get(action.hex)
                if fight is None or worth[fight] < _WORTH_CLEARING:
                    return action
            if isinstance(action, Seal) and action.hex not in best:
                return action
            if isinstance(action, Resupply) and not best.keys() & {action.start, action.end}:
                return action
        if not best:
            return self._shells(judgement, actions) or _end(actions)
        return min(best.values(), key=lambda b: (choices[b.attacker], -worth[b]))

    def _shells(self, judgement: Judgement, actions: Sequence[Action]) -> LaySmoke | None:
        """Fire smoke with what has nothing to battle, where it shields those in danger."""
        shells = [action for action in actions if isinstance(action, LaySmoke)]
        index = judgement.position.field.grid.index
        worth = {shell: _shielded(judgement, index[shell.end]) for shell in shells}
        best = max(shells, key=worth.__getitem__, default=None)
        return best if best and worth[best] > 0 else None

    def _smoke(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Lay smoke on, or before, those who are most in danger."""
        index = judgement.position.field.grid.index
        hexes = [action for action in actions if isinstance(action, Target)]
        best = max(hexes, key=lambda t: _shielded(judgement, index[t.hex]), default=None)
        shields = best is not None and _shielded(judgement, index[best.hex]) > 0
        return best if best is not None and shields else _end(actions)

    def _ambush(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Spring an ambush if it hurts or drives off the attacker enough."""
        position = judgement.position
        fight = position.fight
        assert fight is not None
        dice = dice_at(position, fight.target, fight.hex, fight.start, 1)
        expected = judgement.odds(fight.attacker, dice)
        averted = judgement.loss(fight.target, fight.dice) * (expected.kill + expected.driven)
        worth = judgement.worth(fight.attacker, expected) + averted
        card = ambush_in(position.hands[judgement.player])
        wanted = Play(card) if worth > _WORTH_AMBUSHING else Decline()
        return wanted if wanted in actions else actions[0]

    def _retreat(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Stay if the hex is good, else go where it is best to stand."""
        position = judgement.position
        fight = position.fight
        assert fight is not None
        place, index = judgement.places(fight.target), position.field.grid.index

        def worth(action: Retreat | Ignore) -> float:
            if isinstance(action, Ignore):
                return place(index[action.hex]) + _ROOTED
            return place(index[action.end])

        return _best([a for a in actions if isinstance(a, Retreat | Ignore)], worth)

    def _take_ground(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Advance if the hex cleared is the better one, or if an overrun may follow."""
        position = judgement.position
        fight = position.fight
        assert fight is not None
        place = judgement.places(fight.attacker)
        go = place(fight.hex)
        rules = position.field.units[fight.attacker].rules
        if rules.overruns and not fight.overrun:
            planner = Planner(judgement, [fight.attacker])
            go += planner.battle_from(fight.attacker, fight.hex).gain
        stay = place(fight.start)
        furious = self._furious(judgement, actions)
        if furious is not None and stay + _worth_of(judgement, furious) > max(go, stay):
            return furious
        return TakeGround() if go > stay and TakeGround() in actions else Stay()

    def _furious(self, judgement: Judgement, actions: Sequence[Action]) -> Battle | None:
        """Return the best second assault, if there is one (E-FRA-02)."""
        battles = [action for action in actions if isinstance(action, Battle)]
        return max(battles, key=lambda b: _worth_of(judgement, b), default=None)

    def _battle_back(self, _judgement: Judgement, _actions: Sequence[Action]) -> Action:
        """Battle back: it costs nothing."""
        return BattleBack()

    def _go_on(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Leave the board, or go where it is best to stand and to overrun from."""
        position = judgement.position
        fight = position.fight
        assert fight is not None
        unit, index = fight.attacker, position.field.grid.index
        place, planner = judgement.places(unit), Planner(judgement, [unit])

        def worth(action: Action) -> float:
            if isinstance(action, Exit):
                return (position.field.units[unit].exit_medals or 0) * judgement.medal
            hex_ = index[action.end] if isinstance(action, Move) else position.place[unit]
            return place(hex_) + planner.battle_from(unit, hex_).gain

        return _best([_end(actions), *(a for a in actions if isinstance(a, Move | Exit))], worth)


def _worth_of(judgement: Judgement, battle: Battle) -> float:
    """Return what a battle is worth, with what may follow it."""
    position = judgement.position
    grid = position.field.grid
    start, target = grid.index[battle.attacker], grid.index[battle.target]
    unit, enemy = position.unit_at[start], position.unit_at[target]
    again = position.phase is Phase.TAKE_GROUND
    second = position.field.units[unit].rules.second_assault
    dice = second if again else dice_of(position, unit, target)
    worth = judgement.worths(enemy)[min(dice, MOST_DICE)]
    if grid.distance(start, target) == 1 and position.field.units[unit].rules.overruns:
        expected = judgement.odds(enemy, dice)
        worth += _OVERRUN * (expected.kill + expected.driven)
    return worth


def _shielded(judgement: Judgement, index: HexNo) -> float:
    """Return what own units fear less for smoke on a hex; a screen hides those beside it."""
    position = judgement.position
    on_it = position.smoke.layer != NOBODY
    near = 1 << index if on_it else position.field.grid.near[index]
    if not on_it and position.everyone >> index & 1:
        return 0.0
    own = indexes(near & position.occupied[judgement.player])
    return sum(judgement.risk(position.unit_at[place])[place] for place in own)


def _end(actions: Iterable[Action]) -> Action:
    """Return what ends this part of the turn."""
    return next(action for action in actions if isinstance(action, End | Stay))


def _best(choices: Sequence[_T], worth: Callable[[_T], float]) -> _T:
    """Return the choice worth most, the first of those worth the same."""
    return max(choices, key=worth)
