"""Why a computer player would do something, in one line of plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from m44core.phrases import counted
from m44core.playtest.players.cards_worth import Table
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.odds import Odds, chance_of_a_hit, hitting_faces
from m44core.playtest.players.planning import Intent, Planner
from m44core.rules.cards.deck import is_ambush, title
from m44core.rules.game.actions import (
    Action,
    Battle,
    ChooseSection,
    Clear,
    Decline,
    End,
    Exit,
    Ignore,
    Keep,
    Move,
    OnTheMove,
    Order,
    OrderAll,
    Play,
    Retreat,
    Stay,
    Step,
    TakeGround,
    Target,
)
from m44core.rules.game.state import NOBODY, Fight, GameState, Phase
from m44core.rules.numbers import HexNo, UnitNo
from m44core.rules.units.battle import dice_at, dice_of

_SAFER = 0.3  # figures less to fear that are worth a word
_ENDINGS = {
    Step.CARDS: "No further card would help.",
    Step.TARGETS: "No other unit is worth attacking.",
    Step.ORDERS: "No other order would gain anything.",
    Step.MOVES: "Every other unit stands well where it is.",
    Step.BATTLES: "There is nothing left to battle.",
}


def reason(judgement: Judgement, action: Action) -> str:
    """Return a sentence about what speaks for an action of the judging player."""
    explain = _REASONS.get(type(action))
    return explain(judgement, action) if explain else "It is the only thing to do."


def _play(judgement: Judgement, play: Play) -> str:
    if judgement.position.phase is Phase.AMBUSH:
        return _ambush(judgement)
    prospect = Table(judgement).prospect(play)
    name = title(play.card)
    if prospect.plan.intents:
        orders = counted(len(prospect.plan.intents), "useful order")
        best = _intent(judgement, prospect.plan.intents[0])
        return f"{name} allows {orders}; the best: {best}."
    if prospect.worth > 0:
        return f"{name} is worth about {prospect.worth:.1f} figures now."
    return f"{name} gains nothing now, but is missed least."


def _section(judgement: Judgement, action: ChooseSection) -> str:
    return f"The units that gain most by an order stand in the section {action.section}."


def _target(judgement: Judgement, action: Target) -> str:
    position = judgement.position
    if position.phase is Phase.AIM:
        return f"Around {action.hex} most hexes are open and near the enemy, but not next to him."
    unit = position.unit_at[_index(position, action.hex)]
    command = position.command
    if command is None or command.strike is None:
        lost = position.field.units[unit].figures - position.figures[unit]
        return f"{_the(position, unit)} has lost {counted(lost, 'figure')} and gains most by it."
    dice = command.strike.dice[position.field.sides[judgement.player]]
    faces = hitting_faces(
        position.field.units[unit].rules.unit_class, stars_hit=command.strike.stars_hit
    )
    chance = chance_of_a_hit(faces, dice)
    return f"{counted(dice, 'die', 'dice')} on {_named(position, unit)}: {_percent(chance)} to hit."


def _order(judgement: Judgement, order: Order | OnTheMove) -> str:
    position = judgement.position
    unit = position.unit_at[_index(position, order.hex)]
    assert position.command is not None
    together = Table(judgement).plan(position.command).intents
    found = [intent for intent in together if intent.unit == unit]
    if not found:
        return f"{_the(position, unit)} may as well be ready."
    return _capital(_intent(judgement, found[0])) + "."


def _order_all(_judgement: Judgement, _action: OrderAll) -> str:
    return "The card orders all of them."


def _move(judgement: Judgement, move: Move) -> str:
    position = judgement.position
    start, end = _index(position, move.start), _index(position, move.end)
    unit = position.unit_at[start]
    who = _the(position, unit)
    shot = Planner(judgement, [unit]).battle_from(unit, end)
    if judgement.holds.get(end, 0.0) > judgement.holds.get(start, 0.0):
        return f"{who} moves to an objective on {move.end}."
    if shot.target != NOBODY and position.phase is not Phase.MOVE_AGAIN:
        return f"From {move.end} {_named(position, unit)} can {_battle_of(judgement, shot)}."
    risk = judgement.risk(unit)
    if risk[end] < risk[start] - _SAFER:
        return f"{who} is safer on {move.end}."
    return f"{who} comes nearer to where it is needed."


def _exit(judgement: Judgement, action: Exit) -> str:
    position = judgement.position
    unit = position.unit_at[_index(position, action.start)]
    medals = position.field.units[unit].exit_medals or 0
    return f"Leaving the board there is worth {counted(medals, 'medal')}."


def _battle(judgement: Judgement, battle: Battle) -> str:
    position = judgement.position
    start, end = _index(position, battle.attacker), _index(position, battle.target)
    unit, enemy = position.unit_at[start], position.unit_at[end]
    return f"{_capital(_attack(judgement, enemy, dice_of(position, unit, end)))}."


def _clear(judgement: Judgement, action: Clear) -> str:
    return f"There is little to battle from {action.hex}, and the wire is in the way."


def _retreat(judgement: Judgement, retreat: Retreat) -> str:
    position = judgement.position
    risk = judgement.risk(_fight(position).target)[_index(position, retreat.end)]
    if risk < _SAFER:
        return f"On {retreat.end} there is little to fear."
    return f"{retreat.end} is the best hex it can fall back to."


def _ignore(judgement: Judgement, action: Ignore) -> str:
    if judgement.holds.get(_index(judgement.position, action.hex)):
        return f"{action.hex} is an objective, and its cover lets the unit stay."
    return f"The cover on {action.hex} lets the unit stay, and no hex behind it is better."


def _take_ground(judgement: Judgement, _action: TakeGround) -> str:
    position, fight = judgement.position, _fight(judgement.position)
    name = position.field.grid.names[fight.hex]
    if judgement.holds.get(fight.hex):
        return f"{name} is an objective."
    if position.field.units[fight.attacker].rules.overruns and not fight.overrun:
        return f"From {name} it can battle once more, or stands better."
    return f"{name} is the better place to stand."


def _stay(judgement: Judgement, _action: Stay) -> str:
    fight = _fight(judgement.position)
    name = judgement.position.field.grid.names[fight.hex]
    if judgement.position.phase is Phase.OVERRUN:
        return "There is nothing to gain by another battle."
    return f"It stands better where it is than on {name}."


def _ambush(judgement: Judgement) -> str:
    fight = _fight(judgement.position)
    dice = dice_at(judgement.position, fight.target, fight.hex, fight.start, 1)
    return f"{_capital(_attack(judgement, fight.attacker, dice))}, before it can strike."


def _decline(_judgement: Judgement, _action: Decline) -> str:
    return "An Ambush would hardly hurt this attacker; a better moment may come."


def _keep(judgement: Judgement, action: Keep) -> str:
    if is_ambush(action.card):
        return "An Ambush may break an assault."
    return f"{title(action.card)} is of more use as the units stand."


def _end(_judgement: Judgement, action: End) -> str:
    return _ENDINGS[action.step]


def _intent(judgement: Judgement, intent: Intent) -> str:
    """Return what is planned for a unit, without a full stop."""
    position = judgement.position
    names = position.field.grid.names
    who = f"{_named(position, intent.unit)}"
    if intent.leaves:
        return f"{who} can leave the board by {names[intent.end]}"
    goes = "" if intent.end == position.place[intent.unit] else f" goes to {names[intent.end]}"
    if intent.target == NOBODY:
        held = judgement.holds.get(intent.end, 0.0) > 0
        return f"{who}{goes or ' stays'}" + (", an objective" if held and goes else "")
    shot = f"{counted(intent.dice, 'die', 'dice')} on {_named(position, intent.target)}"
    return f"{who}{goes + ' and' if goes else ''} rolls {shot}"


def _battle_of(judgement: Judgement, intent: Intent) -> str:
    return "roll " + _attack(judgement, intent.target, intent.dice)


def _attack(judgement: Judgement, enemy: UnitNo, dice: int) -> str:
    """Return what an attack promises, without a full stop."""
    position = judgement.position
    expected = judgement.odds(enemy, dice)
    faces = hitting_faces(position.field.units[enemy].rules.unit_class)
    shot = f"{counted(dice, 'die', 'dice')} on {_named(position, enemy)}"
    return f"{shot}: {_percent(chance_of_a_hit(faces, dice))} to hit" + _hope(
        judgement, enemy, expected
    )


def _hope(judgement: Judgement, enemy: UnitNo, expected: Odds) -> str:
    """Return what else an attack may come to."""
    position = judgement.position
    missing = position.field.medals_needed[judgement.player] - position.medals(judgement.player)
    wins = position.field.units[enemy].medals >= missing
    if expected.kill >= 0.01:
        prize = ", which wins" if wins else ""
        return f", {_percent(expected.kill)} to eliminate it{prize}"
    if judgement.is_held(position.place[enemy]):
        return f", {_percent(expected.driven)} to drive it from its objective"
    return ""


def _fight(position: GameState) -> Fight:
    assert position.fight is not None
    return position.fight


def _index(position: GameState, name: str) -> HexNo:
    return position.field.grid.index[name]


def _named(position: GameState, unit: UnitNo) -> str:
    name = position.field.grid.names[position.place[unit]]
    return f"the {position.field.units[unit].name} on {name}"


def _the(position: GameState, unit: UnitNo) -> str:
    return _capital(_named(position, unit))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _percent(chance: float) -> str:
    return f"{round(100 * chance)}%"


_REASONS: Mapping[type, Callable[[Judgement, Any], str]] = {
    Play: _play,
    Decline: _decline,
    ChooseSection: _section,
    Target: _target,
    Order: _order,
    OnTheMove: _order,
    OrderAll: _order_all,
    End: _end,
    Move: _move,
    Exit: _exit,
    Battle: _battle,
    Clear: _clear,
    Retreat: _retreat,
    Ignore: _ignore,
    TakeGround: _take_ground,
    Stay: _stay,
    Keep: _keep,
}
