"""The decisions of a sergeant in each step of the turn: cards, reinforcements, moves, battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from m44core.catalogue.command_cards import CardEffect
from m44core.messages.message import Message, message
from m44core.playtest.players.board_tables import board_tables
from m44core.playtest.players.card_values import CardValues
from m44core.playtest.players.dice_odds import MAX_VALUED_DICE
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.playtest.players.planning import (
    REGAINED_FIGURE_VALUE,
    Intent,
    best_battle_from,
    bridge_value,
)
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.cards.command_cards import ambush_card, is_ambush
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
    PlaceUnit,
    Play,
    PutUnderToken,
    Recover,
    Resupply,
    Retreat,
    SealCave,
    Stay,
    TakeGround,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.index_types import HexNo, UnitNo, UnitSet
from m44core.rules.special.arrivals import unit_placed_by
from m44core.rules.special.bridge_rules import demolition_medals_and_chance
from m44core.rules.units.battle import battle_dice, dice_at
from m44core.rules.units.movement import movement_allowance_of
from m44core.rules.units.rails import is_train, train_of, wagon_hexes_after_backing_up

_T = TypeVar("_T")


def ending_action(actions: Iterable[Action]) -> Action:
    """Return the action that ends this part of the turn."""
    return next(action for action in actions if isinstance(action, EndStep | Stay))


def find_action(actions: Iterable[Action], wanted_action: Action) -> Action | None:
    """Return the legal action equal to *wanted_action*; None if there is none."""
    for action in actions:
        if action == wanted_action:
            return action
    return None


def best_of(choices: Sequence[_T], value: Callable[[_T], float]) -> _T:
    """Return the choice with the highest value; the first in a tie."""
    return choices[0] if len(choices) == 1 else max(choices, key=value)


@dataclass(slots=True)
class RememberedPlan:
    """The plan for a turn, and the position in which it can continue."""

    turn: int
    card: str
    ordered: UnitSet
    moved: UnitSet
    place: list[HexNo]
    figures: list[int]
    intents: tuple[Intent, ...]

    def fits(self, position: GameState) -> bool:
        """Return whether the plan can continue in a position."""
        return (
            self.turn == position.turn
            and self.card == position.card
            and self.ordered == position.ordered
            and self.moved == position.moved
            and self.place == position.place
            and self.figures == position.figures
        )

    def copy(self) -> RememberedPlan:
        """Return a copy that changes independently."""
        return replace(self, place=self.place.copy(), figures=self.figures.copy())


_TARGET_RADIUS = 2  # hexes around a target hex that count
_BEST_DISTANCE = 3  # the best distance from the enemy to land
_CROSSING_VALUE = 0.5  # the value in figures of destroying a river crossing


def arrival_value_function(judgement: PositionEvaluation, unit: UnitNo) -> Callable[[str], float]:
    """Return a function that values the hex with a given name as a place to enter or land on."""
    position = judgement.position
    grid, number = position.field.grid, position.field.units[unit].class_number
    distances = board_tables(position.field).distances(
        position.ground, number, position.occupied[1 - judgement.player]
    )
    open_hexes = position.ground.passable[number] & ~position.all_occupied

    def value(name: str) -> float:
        around = bit_indexes(grid.within(grid.index[name], _TARGET_RADIUS))
        return sum(
            2.0 - 0.2 * abs(distances[i] - _BEST_DISTANCE) for i in around if open_hexes >> i & 1
        )

    return value


def best_reinforcement_hex(
    judgement: PositionEvaluation, actions: Iterable[Action]
) -> PlaceUnit | None:
    """Return the best placement of the next reinforcement; None if none can come."""
    places = [action for action in actions if isinstance(action, PlaceUnit)]
    if not places:
        return None
    values = {
        place: arrival_value_function(judgement, unit_placed_by(judgement.position, place))(
            place.hex
        )
        for place in places
    }
    return max(places, key=lambda place: values[place])


def choose_unloading_hex(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the best hex to unload the next unit of a train, or end unloading (TH-TRAIN-04)."""
    return best_reinforcement_hex(judgement, actions) or ending_action(actions)


def choose_reinforcement_hex(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the best hex for the next reinforcement, or end placing (SO-REINFORCEMENTS)."""
    return best_reinforcement_hex(judgement, actions) or ending_action(actions)


def best_demolition(
    judgement: PositionEvaluation, actions: Sequence[Action], alternative_value: float
) -> BlowUpBridge | None:
    """Return the best demolition of a bridge if worth more than *alternative_value*, else None."""
    position = judgement.position
    blows = [action for action in actions if isinstance(action, BlowUpBridge)]

    def value(blow: BlowUpBridge) -> float:
        medals, chance = demolition_medals_and_chance(position, position.field.grid.index[blow.hex])
        return chance * (medals * judgement.medal_value + _CROSSING_VALUE)

    best_blow = max(blows, key=value, default=None)
    return best_blow if best_blow is not None and value(best_blow) > alternative_value else None


def placement_reason(_judgement: PositionEvaluation, place: PlaceUnit) -> Message:
    """Return the reason for entering at a hex."""
    return message("Most hexes around {hex} are good places to arrive.", hex=place.hex)


def demolition_reason(_judgement: PositionEvaluation, blow: BlowUpBridge) -> Message:
    """Return the reason for blowing up a bridge instead of using the orders of a card."""
    return message(
        "Blowing up the bridge on {hex} is worth more than any card's orders now.", hex=blow.hex
    )


def choose_card_to_keep(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the card with the highest value now and later combined; an Ambush is valued at 2."""
    table = CardValues(judgement)

    def value(keep: KeepCard) -> float:
        if is_ambush(keep.card):
            return 2.0
        prospect = table.prospect(Play(keep.card))
        return prospect.value + prospect.lost_later

    return best_of([action for action in actions if isinstance(action, KeepCard)], value)


def choose_card_for_token(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the card for the Commissar token: the one with the highest value, now and later."""
    table = CardValues(judgement)

    def value(put: PutUnderToken) -> float:
        prospect = table.prospect(Play(put.card))
        return prospect.value + prospect.lost_later

    return best_of([action for action in actions if isinstance(action, PutUnderToken)], value)


def choose_section(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the section whose units gain the most from orders."""
    command = judgement.position.command
    assert command is not None
    section = CardValues(judgement).section(command, Play(command.card))
    chosen = ChooseSection(section.name.lower()) if section is not None else actions[0]
    return chosen if chosen in actions else actions[0]


def choose_unit_to_lose_figure(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the unit with the most figures to lose one (SO-ATTRITION)."""
    position = judgement.position
    targets = [action for action in actions if isinstance(action, ChooseTarget)]
    index = position.field.grid.index
    return best_of(targets, lambda t: float(position.figures[position.unit_at[index[t.hex]]]))


def choose_target(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the next unit to attack or heal, or end the choice of targets."""
    position, table = judgement.position, CardValues(judgement)
    command = position.command
    assert command is not None
    targets = [action for action in actions if isinstance(action, ChooseTarget)]
    index = position.field.grid.index
    if command.effect is CardEffect.SHARED_MEDICS:
        return best_of(
            targets, lambda t: table.regained_figure_value(position.unit_at[index[t.hex]])
        )
    if command.strike is None:
        dice = position.held_card_count(judgement.player) + 1
        return best_of(targets, lambda t: table.healing_value(position.unit_at[index[t.hex]], dice))
    group = table.strike_targets(command)[len(position.targets) :]
    if not group:
        return ending_action(actions)
    chosen = ChooseTarget(position.field.grid.names[position.place[group[0]]])
    return (
        chosen
        if chosen in targets
        else best_of(targets, lambda t: table.strike_value(command, position.unit_at[index[t.hex]]))
    )


def choose_drop_hex(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the hex with the best surrounding hexes for an air drop."""
    value = arrival_value_function(judgement, judgement.position.units_in_air[0])
    targets = [action for action in actions if isinstance(action, ChooseTarget)]
    return best_of(targets, lambda target: value(target.hex))


_ENEMY_RADIUS = 3  # with an enemy within this many hexes, armor battles instead
_STAY_BONUS = 0.3  # the bonus for ignoring a flag over retreating


def planned_move(
    position: GameState, memory: RememberedPlan, actions: Sequence[Action]
) -> Action | None:
    """Return the next possible move or recovery of a plan; None if there is none.

    A move is recorded in *memory*; a recovery is not.
    """
    names = position.field.grid.names
    for intent in memory.intents:
        start = position.place[intent.unit]
        if intent.recovers and (recovery := Recover(names[start])) in actions:
            return recovery
        if position.moved >> intent.unit & 1 or (start == intent.end and not intent.leaves):
            continue
        kind = Exit if intent.leaves else Move
        move = kind(names[start], names[intent.end])
        if position.trains and move not in actions:
            move = _reverse_move(position, intent) or move
        if (action := find_action(actions, move)) is not None:
            memory.moved |= 1 << intent.unit
            memory.place[intent.unit] = NOWHERE if intent.leaves else intent.end
            return action
    return None


def _reverse_move(position: GameState, intent: Intent) -> Move | None:
    """Return the reverse move of a train to its planned hex.

    None if the unit is not a train, or cannot back up to that hex.
    """
    if not is_train(position, intent.unit):
        return None
    names, max_move = (
        position.field.grid.names,
        movement_allowance_of(position, intent.unit).longest,
    )
    lead = wagon_hexes_after_backing_up(position, intent.unit, max_move).get(intent.end)
    wagon = train_of(position, intent.unit).wagon
    return None if lead is None else Move(names[wagon], names[lead])


def bridge_to_lay(judgement: PositionEvaluation, actions: Sequence[Action]) -> LayBridge | None:
    """Return the most useful bridge to lay, unless enemies are near; None if there is none."""
    position = judgement.position
    grid, foes = position.field.grid, position.occupied[1 - position.active]

    def value(bridge: LayBridge) -> float:
        return bridge_value(judgement, grid.index[bridge.end])

    bridges = [action for action in actions if isinstance(action, LayBridge)]
    near_foes = (foes & grid.within(grid.index[bridge.start], _ENEMY_RADIUS) for bridge in bridges)
    safe_bridges = [bridge for bridge, foe in zip(bridges, near_foes, strict=True) if not foe]
    best_bridge = max(safe_bridges, key=value, default=None)
    return best_bridge if best_bridge and value(best_bridge) > 0 else None


def has_stuck_unit(position: GameState, memory: RememberedPlan) -> bool:
    """Return whether a unit has not made its planned move; called when no such move is legal."""
    return any(
        position.place[intent.unit] != intent.end and not position.moved >> intent.unit & 1
        for intent in memory.intents
    )


def choose_second_move(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the move to the best hex for the end of the turn, or end the step."""
    position = judgement.position
    index = position.field.grid.index
    moves = [action for action in actions if isinstance(action, Move)]

    def gain(move: Move) -> float:
        start = index[move.start]
        hex_value = judgement.hex_value_function(position.unit_at[start])
        return hex_value(index[move.end]) - hex_value(start)

    best_move = max(moves, key=gain, default=None)
    return best_move if best_move and gain(best_move) > 0 else ending_action(actions)


def choose_retreat(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose to ignore the flag if the hex is good, else the best hex to retreat to."""
    position = judgement.position
    fight = position.fight
    assert fight is not None
    hex_value, index = judgement.hex_value_function(fight.target), position.field.grid.index

    def value(action: Retreat | IgnoreFlag) -> float:
        if isinstance(action, IgnoreFlag):
            return hex_value(index[action.hex]) + _STAY_BONUS
        return hex_value(index[action.end])

    return best_of([a for a in actions if isinstance(a, Retreat | IgnoreFlag)], value)


def choose_desert_move(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose to exit the board, or the best hex to stand on and to overrun from."""
    position = judgement.position
    fight = position.fight
    assert fight is not None
    unit, index = fight.attacker, position.field.grid.index
    hex_value = judgement.hex_value_function(unit)

    def value(action: Action) -> float:
        if isinstance(action, Exit):
            return (position.field.units[unit].exit_medals or 0) * judgement.medal_value
        hex_ = index[action.end] if isinstance(action, Move) else position.place[unit]
        return hex_value(hex_) + best_battle_from(judgement, unit, hex_).gain

    return best_of(
        [ending_action(actions), *(a for a in actions if isinstance(a, Move | Exit))], value
    )


_CLEARING_VALUE = 0.5  # clear the wire instead of a battle with a lower value
_MIN_AMBUSH_VALUE = 0.7
_OVERRUN_VALUE = 0.8


def choose_battle(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose an action better than battling, or the best battle of the unit with fewest targets.

    End the step if there is neither.
    """
    battles = [action for action in actions if isinstance(action, Battle)]
    if len(battles) == 1 and len(actions) == 2 and isinstance(actions[-1], EndStep | Stay):
        return battles[0]
    values = {battle: _battle_value(judgement, battle) for battle in battles}
    best_battles: dict[str, Battle] = {}
    choices: dict[str, int] = {}
    for battle in battles:
        choices[battle.attacker] = choices.get(battle.attacker, 0) + 1
        other = best_battles.get(battle.attacker)
        if other is None or values[battle] > values[other]:
            best_battles[battle.attacker] = battle
    if instead := _action_better_than_battle(actions, best_battles, values):
        return instead
    shells = _best_smoke(judgement, actions, best_battles, values)
    if shells or not best_battles:
        return shells or ending_action(actions)
    return min(best_battles.values(), key=lambda b: (choices[b.attacker], -values[b]))


def _action_better_than_battle(
    actions: Sequence[Action], best_battles: Mapping[str, Battle], values: Mapping[Battle, float]
) -> Action | None:
    """Return an action that is better than the battles of its unit; None if there is none."""
    for action in actions:
        if isinstance(action, Battle):
            continue
        if isinstance(action, ClearWire):
            fight = best_battles.get(action.hex)
            if fight is None or values[fight] < _CLEARING_VALUE:
                return action
        if isinstance(action, BreachBunker) and action.start not in best_battles:
            return action
        if isinstance(action, SealCave) and action.hex not in best_battles:
            return action
        if isinstance(action, Resupply):
            fights = [
                best_battles[hex_] for hex_ in (action.start, action.end) if hex_ in best_battles
            ]
            if sum(values[fight] for fight in fights) < REGAINED_FIGURE_VALUE:
                return action
    return None


def _best_smoke(
    judgement: PositionEvaluation,
    actions: Sequence[Action],
    fights: Mapping[str, Battle],
    values: Mapping[Battle, float],
) -> LaySmoke | None:
    """Return the best smoke if it is worth more than the unit's best battle, else None."""
    shells = [action for action in actions if isinstance(action, LaySmoke)]
    index, unit_at = judgement.position.field.grid.index, judgement.position.unit_at
    best_shell = max(shells, key=lambda s: judgement.smoke_benefit(index[s.end]), default=None)
    if best_shell is None or not judgement.smoke_benefit(index[best_shell.end]):
        return None
    fight = fights.get(best_shell.start)
    smoke_value = judgement.smoke_value(unit_at[index[best_shell.start]])
    return best_shell if fight is None or smoke_value > values[fight] else None


def choose_smoke_hex(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose the hex where smoke protects the most; end the step if it would protect nothing."""
    index = judgement.position.field.grid.index
    hexes = [action for action in actions if isinstance(action, ChooseTarget)]
    best_target = max(hexes, key=lambda t: _smoke_protection(judgement, index[t.hex]), default=None)
    shields = best_target is not None and _smoke_protection(judgement, index[best_target.hex]) > 0
    return best_target if best_target is not None and shields else ending_action(actions)


def choose_ambush_or_decline(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose to play an Ambush if its expected effect on the attacker is large enough."""
    position = judgement.position
    fight = position.fight
    assert fight is not None
    dice = dice_at(position, fight.target, fight.hex, fight.start, 1)
    expected = judgement.odds(fight.attacker, dice)
    averted = judgement.expected_loss(fight.target, fight.dice) * (expected.kill + expected.driven)
    value = judgement.attack_value(fight.attacker, expected) + averted
    card = ambush_card(position.hands[judgement.player])
    choice = Play(card) if value > _MIN_AMBUSH_VALUE else DeclineAmbush()
    return choice if choice in actions else actions[0]


def choose_advance_or_stay(judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
    """Choose to take ground if the vacated hex is better, to assault again, or to stay."""
    position = judgement.position
    fight = position.fight
    assert fight is not None
    hex_value = judgement.hex_value_function(fight.attacker)
    value_of_going = hex_value(fight.hex)
    rules = position.field.units[fight.attacker].rules
    if rules.overruns and not fight.overrun:
        value_of_going += best_battle_from(judgement, fight.attacker, fight.hex).gain
    value_of_staying = hex_value(fight.start)
    second_assault = _best_second_assault(judgement, actions)
    if second_assault is not None and value_of_staying + _battle_value(
        judgement, second_assault
    ) > max(value_of_going, value_of_staying):
        return second_assault
    return TakeGround() if value_of_going > value_of_staying and TakeGround() in actions else Stay()


def _best_second_assault(judgement: PositionEvaluation, actions: Sequence[Action]) -> Battle | None:
    """Return the best second assault, or None (E-FRA-02)."""
    battles = [action for action in actions if isinstance(action, Battle)]
    return max(battles, key=lambda b: _battle_value(judgement, b), default=None)


def choose_battle_back(_judgement: PositionEvaluation, _actions: Sequence[Action]) -> Action:
    """Choose to battle back, which costs nothing."""
    return BattleBack()


def _battle_value(judgement: PositionEvaluation, battle: Battle) -> float:
    """Return the value of a battle, including a possible overrun."""
    position = judgement.position
    grid = position.field.grid
    start, target = grid.index[battle.attacker], grid.index[battle.target]
    unit, enemy = position.unit_at[start], position.unit_at[target]
    is_second_assault = position.phase is Phase.TAKE_GROUND
    second = position.field.units[unit].rules.second_assault
    dice = second if is_second_assault else battle_dice(position, unit, target)
    close = bool(grid.near[start] >> target & 1)
    rests = not position.moved >> unit & 1
    aim = judgement.aim(judgement.tables.kind_of[unit], enemy, is_at_rest=rests, close=close)
    value = judgement.attack_values(enemy, aim)[min(dice, MAX_VALUED_DICE)]
    if close and position.field.units[unit].rules.overruns:
        expected = judgement.odds(enemy, dice, aim)
        value += _OVERRUN_VALUE * (expected.kill + expected.driven)
    return value


def _smoke_protection(judgement: PositionEvaluation, index: HexNo) -> float:
    """Return the risk that smoke removes: on the hex itself, or around it for a screen."""
    position = judgement.position
    on_it = position.smoke.source != NOBODY
    protected_hexes = 1 << index if on_it else position.field.grid.near[index]
    if not on_it and position.all_occupied >> index & 1:
        return 0.0
    own_hexes = bit_indexes(protected_hexes & position.occupied[judgement.player])
    return sum(judgement.risk_by_hex(position.unit_at[place])[place] for place in own_hexes)
