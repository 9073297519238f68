"""The reasons for the actions of a computer player, each in one line.

A reason is a complete sentence. An attack or the plan for a unit is added after a colon, as a
clause that is a separate message, so that no language has to inflect it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from m44core.messages.message import Message, message, name, one_decimal, percent, several
from m44core.messages.nouns import dice as counted_dice
from m44core.messages.nouns import figures
from m44core.playtest.players.card_values import CardValues, Prospect
from m44core.playtest.players.decisions import demolition_reason, placement_reason
from m44core.playtest.players.dice_odds import chance_of_a_hit, hitting_faces
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.playtest.players.planning import Intent, best_battle_from
from m44core.rules.cards.command_cards import is_ambush, title_of_card
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
from m44core.rules.game.state import NOBODY, Fight, GameState
from m44core.rules.index_types import HexNo, UnitNo
from m44core.rules.units.battle import battle_dice, dice_at


def resupply_reason(action: Resupply) -> Message:
    """Return why a unit resupplies another unit (E-RESUP-01)."""
    return message("The unit on {hex} has no enemy to battle and has lost figures.", hex=action.end)


def recovery_reason(action: Recover) -> Message:
    """Return why a unit recovers (TH-HOSP-02)."""
    return message("Resting on {hex} restores lost figures.", hex=action.hex)


def sealing_reason(action: SealCave) -> Message:
    """Return why a unit seals a cave (TH-CAVE-05)."""
    return message("A sealed cave on {hex} keeps the enemy out.", hex=action.hex)


def bridge_reason(action: LayBridge) -> Message:
    """Return why a unit lays its bridge (E-HOB-02)."""
    return message("A bridge on {hex} opens up a route across the river.", hex=action.end)


def breach_reason(action: BreachBunker) -> Message:
    """Return why a unit breaches a bunker (E-HOB-08)."""
    return message("Without the bunker, units on {hex} lose their protection.", hex=action.end)


def smoke_reason(action: LaySmoke) -> Message:
    """Return why a unit fires smoke (E-NEBEL-05)."""
    return message("Smoke on {hex} protects the units in most danger.", hex=action.end)


_MIN_RISK_REDUCTION = 0.3  # a smaller reduction of the risk is not mentioned
_REASONS_FOR_ENDING = {
    Step.CARDS: message("Another card would not help."),
    Step.TARGETS: message("No other unit is worth attacking."),
    Step.ORDERS: message("No other order would help."),
    Step.MOVES: message("Every other unit is already well placed."),
    Step.DISCARDS: message(
        "Drawing two new cards is likely to help more than taking one from the discard pile."
    ),
    Step.BATTLES: message("There are no targets left."),
    Step.UNLOADING: message("No other unit can leave the train."),
    Step.REINFORCING: message("No other unit can arrive as a reinforcement."),
    Step.SMOKE: message("More smoke would not help."),
}
_SECTIONS = {
    "left": message("The units with the most to gain from orders are on the left flank."),
    "centre": message("The units with the most to gain from orders are in the center."),
    "right": message("The units with the most to gain from orders are on the right flank."),
}


def action_reason(judgement: PositionEvaluation, action: Action) -> Message:
    """Return the reason for an action of the evaluating player, as a sentence."""
    explain = _REASONS.get(type(action))
    return explain(judgement, action) if explain else message("There is no other option.")


def rejected_plan_sentence(
    judgement: PositionEvaluation, prospect: Prospect, chance: float
) -> Message:
    """Return a sentence about a rejected plan with its chance of winning."""
    card, plan = title_of_card(prospect.play.card), prospect.plan.intents
    if not plan:
        return message("{card}: {chance} chance of winning.", card=card, chance=percent(chance))
    return several(
        "{card}, {number} order: {chance} chance of winning. The order: {best}.",
        "{card}, {number} orders: {chance} chance of winning. First: {best}.",
        len(plan),
        card=card,
        chance=percent(chance),
        best=_intent_clause(judgement, plan[0]),
    )


def _play_reason(judgement: PositionEvaluation, play: Play) -> Message:
    if judgement.position.phase is Phase.AMBUSH:
        return _ambush_reason(judgement)
    prospect = CardValues(judgement).prospect(play)
    card = title_of_card(play.card)
    if prospect.plan.intents:
        return several(
            "{card} can usefully order {number} unit: {best}.",
            "{card} can usefully order {number} units; the best: {best}.",
            len(prospect.plan.intents),
            card=card,
            best=_intent_clause(judgement, prospect.plan.intents[0]),
        )
    if prospect.value > 0:
        value = one_decimal(prospect.value)
        return message("{card} is worth about {number} figures now.", card=card, number=value)
    return message("{card} has no use now, and discarding it costs the least.", card=card)


def _section_reason(_judgement: PositionEvaluation, action: ChooseSection) -> Message:
    return _SECTIONS[action.section]


def _target_reason(judgement: PositionEvaluation, action: ChooseTarget) -> Message:
    position = judgement.position
    if position.phase is Phase.SMOKE:
        return message("Smoke on {hex} protects the units in most danger.", hex=action.hex)
    if position.phase is Phase.ATTRITION:
        return message("Losing a figure on {hex} costs the least.", hex=action.hex)
    if position.phase is Phase.AIM:
        return message(
            "Most hexes around {hex} are open and near the enemy, but not adjacent to enemy units.",
            hex=action.hex,
        )
    unit = position.unit_at[_hex_index(position, action.hex)]
    command = position.command
    if command is None or command.strike is None:
        lost_figures = position.field.units[unit].figures - position.figures[unit]
        return message(
            "{unit} has lost {figures} and benefits the most.",
            unit=_unit_with_hex(position, unit),
            figures=figures(lost_figures),
        )
    dice = command.strike.dice[position.field.sides[judgement.player]]
    faces = hitting_faces(position.field.units[unit].rules, stars_hit=command.strike.stars_hit)
    shot = message(
        "{dice} against {enemy}, {chance} chance to hit",
        dice=counted_dice(dice),
        enemy=_unit_with_hex(position, unit),
        chance=percent(chance_of_a_hit(faces, dice)),
    )
    return message("{clause}.", clause=shot)


def _order_reason(judgement: PositionEvaluation, order: Order | OnTheMove) -> Message:
    position = judgement.position
    unit = position.unit_at[_hex_index(position, order.hex)]
    assert position.command is not None
    together = CardValues(judgement).plan(position.command).intents
    intents = [intent for intent in together if intent.unit == unit]
    if not intents:
        return message(
            "No other unit needs the order more than {unit}.", unit=_unit_with_hex(position, unit)
        )
    return message("{clause}.", clause=_intent_clause(judgement, intents[0]))


def _order_all_reason(_judgement: PositionEvaluation, _action: OrderAll) -> Message:
    return message("The card can order all units that are still available.")


def _move_reason(judgement: PositionEvaluation, move: Move) -> Message:
    position = judgement.position
    start, end = _hex_index(position, move.start), _hex_index(position, move.end)
    unit = position.unit_at[start]
    unit_name = _unit_with_hex(position, unit)
    shot = best_battle_from(judgement, unit, end)
    if judgement.holding_values.get(end, 0.0) > judgement.holding_values.get(start, 0.0):
        return message("{unit} moves to an objective on {hex}.", unit=unit_name, hex=move.end)
    if shot.target != NOBODY and position.phase is not Phase.MOVE_AGAIN:
        return message(
            "From {hex}, {unit} can battle: {attack}.",
            hex=move.end,
            unit=unit_name,
            attack=_odds_clause(judgement, shot.target, shot.dice),
        )
    risk = judgement.risk_by_hex(unit)
    if risk[end] < risk[start] - _MIN_RISK_REDUCTION:
        return message("{unit} is safer on {hex}.", unit=unit_name, hex=move.end)
    return message("{unit} moves closer to where it is needed.", unit=unit_name)


def _exit_reason(judgement: PositionEvaluation, action: Exit) -> Message:
    position = judgement.position
    unit = position.unit_at[_hex_index(position, action.start)]
    return several(
        "Exiting the board there is worth {number} medal.",
        "Exiting the board there is worth {number} medals.",
        position.field.units[unit].exit_medals or 0,
    )


def _battle_reason(judgement: PositionEvaluation, battle: Battle) -> Message:
    position = judgement.position
    start, end = _hex_index(position, battle.attacker), _hex_index(position, battle.target)
    unit, enemy = position.unit_at[start], position.unit_at[end]
    attack = _odds_clause(judgement, enemy, battle_dice(position, unit, end))
    return message("{clause}.", clause=attack)


def _clear_reason(_judgement: PositionEvaluation, action: ClearWire) -> Message:
    return message(
        "There are few targets within reach of {hex}, and the wire is in the way.", hex=action.hex
    )


def _retreat_reason(judgement: PositionEvaluation, retreat: Retreat) -> Message:
    position = judgement.position
    risk = judgement.risk_by_hex(_current_fight(position).target)[_hex_index(position, retreat.end)]
    if risk < _MIN_RISK_REDUCTION:
        return message("{hex} is fairly safe.", hex=retreat.end)
    return message("{hex} is the best hex to retreat to.", hex=retreat.end)


def _ignore_reason(judgement: PositionEvaluation, action: IgnoreFlag) -> Message:
    if judgement.holding_values.get(_hex_index(judgement.position, action.hex)):
        return message(
            "{hex} is an objective, and the cover there lets the unit hold its ground.",
            hex=action.hex,
        )
    return message(
        "The cover on {hex} lets the unit hold its ground, and there is no better hex behind it.",
        hex=action.hex,
    )


def _take_ground_reason(judgement: PositionEvaluation, _action: TakeGround) -> Message:
    position, fight = judgement.position, _current_fight(judgement.position)
    hex_ = position.field.grid.names[fight.hex]
    if judgement.holding_values.get(fight.hex):
        return message("{hex} is an objective.", hex=hex_)
    if position.field.units[fight.attacker].rules.overruns and not fight.overrun:
        return message("On {hex}, the unit can battle again or is in a better position.", hex=hex_)
    return message("{hex} is a better position.", hex=hex_)


def _stay_reason(judgement: PositionEvaluation, _action: Stay) -> Message:
    fight = _current_fight(judgement.position)
    if judgement.position.phase is Phase.OVERRUN:
        return message("Another battle would gain nothing.")
    if judgement.position.phase is Phase.DESERT_MOVE:
        return message("No adjacent hex is better.")
    hex_ = judgement.position.field.grid.names[fight.hex]
    return message("The unit is in a better position where it is than on {hex}.", hex=hex_)


def _battle_back_reason(_judgement: PositionEvaluation, _action: BattleBack) -> Message:
    return message("Rolling the die costs nothing.")


def _ambush_reason(judgement: PositionEvaluation) -> Message:
    fight = _current_fight(judgement.position)
    dice = dice_at(judgement.position, fight.target, fight.hex, fight.start, 1)
    attack = _odds_clause(judgement, fight.attacker, dice)
    return message("Strike first: {attack}.", attack=attack)


def _decline_reason(_judgement: PositionEvaluation, _action: DeclineAmbush) -> Message:
    return message("An Ambush would hardly hurt this attacker. A better moment may come.")


def _keep_reason(_judgement: PositionEvaluation, action: KeepCard) -> Message:
    if is_ambush(action.card):
        return message("An Ambush card may stop an assault.")
    return message("{card} is more useful in this position.", card=title_of_card(action.card))


def _token_card_reason(_judgement: PositionEvaluation, action: PutUnderToken) -> Message:
    return message("{card} is more useful in this position.", card=title_of_card(action.card))


def _end_reason(_judgement: PositionEvaluation, action: EndStep) -> Message:
    return _REASONS_FOR_ENDING[action.step]


def _intent_clause(judgement: PositionEvaluation, intent: Intent) -> Message:
    """Return the plan of a unit as a clause, without a final period."""
    position = judgement.position
    unit, end = _unit_with_hex(position, intent.unit), position.field.grid.names[intent.end]
    stays = intent.end == position.place[intent.unit]
    if intent.leaves:
        return message("{unit} can exit the board at {hex}", unit=unit, hex=end)
    if intent.target != NOBODY:
        return _battle_clause(position, intent, "" if stays else end)
    if stays:
        return message("{unit} stays where it is", unit=unit)
    if judgement.holding_values.get(intent.end, 0.0) > 0:
        return message("{unit} moves to {hex}, an objective", unit=unit, hex=end)
    return message("{unit} moves to {hex}", unit=unit, hex=end)


def _battle_clause(position: GameState, intent: Intent, end: str) -> Message:
    """Return the planned battle of a unit as a clause; *end* is "" if it does not move."""
    unit, enemy = _unit_with_hex(position, intent.unit), _unit_with_hex(position, intent.target)
    dice = counted_dice(intent.dice)
    if not end:
        return message("{unit} rolls {dice} against {enemy}", unit=unit, dice=dice, enemy=enemy)
    return message(
        "{unit} moves to {hex} and rolls {dice} against {enemy}",
        unit=unit,
        hex=end,
        dice=dice,
        enemy=enemy,
    )


def _odds_clause(judgement: PositionEvaluation, enemy: UnitNo, dice: int) -> Message:
    """Return the odds of an attack as a clause, without a final period."""
    position = judgement.position
    expected = judgement.odds(enemy, dice)
    faces = hitting_faces(position.field.units[enemy].rules)
    values = {
        "dice": counted_dice(dice),
        "enemy": _unit_with_hex(position, enemy),
        "chance": percent(chance_of_a_hit(faces, dice)),
        "kill": percent(expected.kill),
        "driven": percent(expected.driven),
    }
    if expected.kill >= 0.01 and _wins_game(judgement, enemy):
        return message(
            "{dice} against {enemy}, {chance} chance to hit, {kill} to eliminate it and win",
            **values,
        )
    if expected.kill >= 0.01:
        return message(
            "{dice} against {enemy}, {chance} chance to hit, {kill} to eliminate it", **values
        )
    if judgement.is_enemy_objective(position.place[enemy]):
        return message(
            "{dice} against {enemy}, {chance} chance to hit, {driven} to drive it off its "
            "objective",
            **values,
        )
    return message("{dice} against {enemy}, {chance} chance to hit", **values)


def _wins_game(judgement: PositionEvaluation, enemy: UnitNo) -> bool:
    """Return whether eliminating a unit wins the game."""
    position = judgement.position
    missing_medals = position.field.medals_needed[judgement.player] - position.medals(
        judgement.player
    )
    return position.field.units[enemy].medals >= missing_medals


def _current_fight(position: GameState) -> Fight:
    assert position.fight is not None
    return position.fight


def _hex_index(position: GameState, hex_: str) -> HexNo:
    return position.field.grid.index[hex_]


def _unit_with_hex(position: GameState, unit: UnitNo) -> Message:
    """Return the name of a unit with its hex."""
    return name(
        "unit on a hex",
        "the {unit} on {hex}",
        unit=position.field.units[unit].name,
        hex=position.field.grid.names[position.place[unit]],
    )


def _reason_without_judgement(
    reason_of: Callable[[Any], Message],
) -> Callable[[PositionEvaluation, Any], Message]:
    return lambda _judgement, action: reason_of(action)


_REASONS: Mapping[type, Callable[[PositionEvaluation, Any], Message]] = {
    Play: _play_reason,
    DeclineAmbush: _decline_reason,
    ChooseSection: _section_reason,
    ChooseTarget: _target_reason,
    Order: _order_reason,
    OnTheMove: _order_reason,
    OrderAll: _order_all_reason,
    EndStep: _end_reason,
    Move: _move_reason,
    Exit: _exit_reason,
    Battle: _battle_reason,
    ClearWire: _clear_reason,
    Resupply: _reason_without_judgement(resupply_reason),
    Recover: _reason_without_judgement(recovery_reason),
    SealCave: _reason_without_judgement(sealing_reason),
    LayBridge: _reason_without_judgement(bridge_reason),
    BreachBunker: _reason_without_judgement(breach_reason),
    Retreat: _retreat_reason,
    IgnoreFlag: _ignore_reason,
    BattleBack: _battle_back_reason,
    LaySmoke: _reason_without_judgement(smoke_reason),
    TakeGround: _take_ground_reason,
    Stay: _stay_reason,
    KeepCard: _keep_reason,
    PutUnderToken: _token_card_reason,
    PlaceUnit: placement_reason,
    BlowUpBridge: demolition_reason,
}
