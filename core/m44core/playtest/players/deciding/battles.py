"""Deciding about battles: whom to fight with whom, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from m44core.playtest.players.deciding.choosing import ending
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.odds import MOST_WEIGHED
from m44core.playtest.players.planning import FIGURE_BACK, battle_from
from m44core.rules.board.hex_grid import indexes
from m44core.rules.cards.command_cards import ambush_card
from m44core.rules.game.actions import (
    Action,
    Battle,
    BattleBack,
    Breach,
    Clear,
    Decline,
    End,
    LaySmoke,
    Play,
    Resupply,
    Seal,
    Stay,
    TakeGround,
    Target,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY
from m44core.rules.index_types import HexNo
from m44core.rules.units.battle import battle_dice, dice_at

_WORTH_CLEARING = 0.5  # a battle worth less than this may wait until the wire is gone
_WORTH_AMBUSHING = 0.7
_OVERRUN = 0.8


def best_battle(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Fight first with units that have the least choice, each its best battle."""
    battles = [action for action in actions if isinstance(action, Battle)]
    if len(battles) == 1 and len(actions) == 2 and isinstance(actions[-1], End | Stay):
        return battles[0]
    worth = {battle: _worth_of(judgement, battle) for battle in battles}
    best: dict[str, Battle] = {}
    choices: dict[str, int] = {}
    for battle in battles:
        choices[battle.attacker] = choices.get(battle.attacker, 0) + 1
        other = best.get(battle.attacker)
        if other is None or worth[battle] > worth[other]:
            best[battle.attacker] = battle
    if instead := _instead(actions, best, worth):
        return instead
    shells = _shells(judgement, actions, best, worth)
    if shells or not best:
        return shells or ending(actions)
    return min(best.values(), key=lambda b: (choices[b.attacker], -worth[b]))


def _instead(
    actions: Sequence[Action], best: Mapping[str, Battle], worth: Mapping[Battle, float]
) -> Action | None:
    """Return what is better than the battles of those who could do it; None for nothing."""
    for action in actions:
        if isinstance(action, Battle):
            continue
        if isinstance(action, Clear):
            fight = best.get(action.hex)
            if fight is None or worth[fight] < _WORTH_CLEARING:
                return action
        if isinstance(action, Breach) and action.start not in best:
            return action
        if isinstance(action, Seal) and action.hex not in best:
            return action
        if isinstance(action, Resupply):
            fights = [best[hex_] for hex_ in (action.start, action.end) if hex_ in best]
            if sum(worth[fight] for fight in fights) < FIGURE_BACK:
                return action
    return None


def _shells(
    judgement: Judgement,
    actions: Sequence[Action],
    fights: Mapping[str, Battle],
    worth: Mapping[Battle, float],
) -> LaySmoke | None:
    """Fire smoke where it spares those in danger more than a battle is worth."""
    shells = [action for action in actions if isinstance(action, LaySmoke)]
    index, unit_at = judgement.position.field.grid.index, judgement.position.unit_at
    best = max(shells, key=lambda s: judgement.shielded(index[s.end]), default=None)
    if best is None or not judgement.shielded(index[best.end]):
        return None
    fight = fights.get(best.start)
    spared = judgement.smoke(unit_at[index[best.start]])
    return best if fight is None or spared > worth[fight] else None


def place_of_smoke(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Lay smoke on, or before, those who are most in danger."""
    index = judgement.position.field.grid.index
    hexes = [action for action in actions if isinstance(action, Target)]
    best = max(hexes, key=lambda t: _shielded(judgement, index[t.hex]), default=None)
    shields = best is not None and _shielded(judgement, index[best.hex]) > 0
    return best if best is not None and shields else ending(actions)


def answer_to_assault(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Spring an ambush if it hurts or drives off the attacker enough."""
    position = judgement.position
    fight = position.fight
    assert fight is not None
    dice = dice_at(position, fight.target, fight.hex, fight.start, 1)
    expected = judgement.odds(fight.attacker, dice)
    averted = judgement.loss(fight.target, fight.dice) * (expected.kill + expected.driven)
    worth = judgement.worth(fight.attacker, expected) + averted
    card = ambush_card(position.hands[judgement.player])
    wanted = Play(card) if worth > _WORTH_AMBUSHING else Decline()
    return wanted if wanted in actions else actions[0]


def advance_or_stay(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Advance if the hex cleared is the better one, or if an overrun may follow."""
    position = judgement.position
    fight = position.fight
    assert fight is not None
    place = judgement.places(fight.attacker)
    go = place(fight.hex)
    rules = position.field.units[fight.attacker].rules
    if rules.overruns and not fight.overrun:
        go += battle_from(judgement, fight.attacker, fight.hex).gain
    stay = place(fight.start)
    furious = _furious(judgement, actions)
    if furious is not None and stay + _worth_of(judgement, furious) > max(go, stay):
        return furious
    return TakeGround() if go > stay and TakeGround() in actions else Stay()


def _furious(judgement: Judgement, actions: Sequence[Action]) -> Battle | None:
    """Return the best second assault, if there is one (E-FRA-02)."""
    battles = [action for action in actions if isinstance(action, Battle)]
    return max(battles, key=lambda b: _worth_of(judgement, b), default=None)


def answer_in_kind(_judgement: Judgement, _actions: Sequence[Action]) -> Action:
    """Battle back: it costs nothing."""
    return BattleBack()


def _worth_of(judgement: Judgement, battle: Battle) -> float:
    """Return what a battle is worth, with what may follow it."""
    position = judgement.position
    grid = position.field.grid
    start, target = grid.index[battle.attacker], grid.index[battle.target]
    unit, enemy = position.unit_at[start], position.unit_at[target]
    again = position.phase is Phase.TAKE_GROUND
    second = position.field.units[unit].rules.second_assault
    dice = second if again else battle_dice(position, unit, target)
    close = bool(grid.near[start] >> target & 1)
    rests = not position.moved >> unit & 1
    aim = judgement.aim(judgement.landscape.kind_of[unit], enemy, rests=rests, close=close)
    worth = judgement.worths(enemy, aim)[min(dice, MOST_WEIGHED)]
    if close and position.field.units[unit].rules.overruns:
        expected = judgement.odds(enemy, dice, aim)
        worth += _OVERRUN * (expected.kill + expected.driven)
    return worth


def _shielded(judgement: Judgement, index: HexNo) -> float:
    """Return what own units fear less for smoke on a hex; a screen hides those beside it."""
    position = judgement.position
    on_it = position.smoke.source != NOBODY
    near = 1 << index if on_it else position.field.grid.near[index]
    if not on_it and position.all_occupied >> index & 1:
        return 0.0
    own = indexes(near & position.occupied[judgement.player])
    return sum(judgement.risk(position.unit_at[place])[place] for place in own)
