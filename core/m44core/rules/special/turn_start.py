"""What dice decide as a turn begins: what winter costs, what is done to dams.

(SO-ATTRITION, SO-DAM-SABOTAGE)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m44core.model.unit_rules import Attrition
from m44core.model.victory_rules import DamSabotage
from m44core.rules.board.hex_grid import indexes
from m44core.rules.game.actions import Face
from m44core.rules.game.events import DamBroken, DamHit, Event, MedalGained, TollTaken
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, Deed, DeedKind, GameState
from m44core.rules.index_types import HexNo
from m44core.rules.special.arrivals import may_come
from m44core.rules.special.night import rolls_for_visibility
from m44core.rules.units.unit_changes import lose_figures
from m44core.rules.victory.objective_control import raze


def dues(state: GameState) -> tuple[Deed, ...]:
    """Return what the active player rolls for as his turn begins."""
    return (*_attrition(state), *_sabotage(state))


def open_turn(state: GameState) -> None:
    """Go on with what else the turn begins with: dice, who comes, how far is seen, the card."""
    if state.dues:
        state.deed, *later = state.dues
        state.dues, state.phase = tuple(later), Phase.DEED
    elif state.field.options.further and may_come(state):
        state.phase = Phase.REINFORCE
    else:
        go_on_opening(state)


def go_on_opening(state: GameState) -> None:
    """Go on with how far is seen, then the card."""
    state.phase = Phase.VISIBILITY if rolls_for_visibility(state) else Phase.PLAY


def take_toll(state: GameState, faces: Sequence[Face], log: list[Event]) -> None:
    """Let each face that counts cost a figure of the player's choice (SO-ATTRITION)."""
    rule = state.field.options.further_rule(Attrition)
    assert rule is not None, "dice fell for it"
    state.toll = faces.count(Face[rule.face.name])
    if not state.toll:
        open_turn(state)
        return
    state.phase = Phase.TOLL
    log.append(TollTaken(state.field.sides[state.active], state.toll))


def pay(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Take a figure from the unit on a hex; once all are paid the turn goes on."""
    state.toll -= 1
    lose_figures(state, state.unit_at[index], 1, log)
    if not (state.toll and state.occupied[state.active]):
        state.toll = 0
        open_turn(state)


def sabotage(state: GameState, deed: Deed, faces: Sequence[Face], log: list[Event]) -> None:
    """Let each star damage a dam; enough of them destroy it for medals (SO-DAM-SABOTAGE)."""
    rule = state.field.options.further_rule(DamSabotage)
    assert rule is not None, "dice fell for it"
    index, player = state.place[deed.unit], state.active
    name, damage = state.field.grid.names[index], dict(state.dams)
    damage[index] = damage.get(index, 0) + faces.count(Face.STAR)
    state.dams = tuple((dam, hits) for dam, hits in damage.items() if hits)
    if damage[index] < rule.hits:
        log.append(DamHit(name, damage[index], rule.hits))
    else:
        log.append(DamBroken(name))
        raze(state, index, log)
        state.deeds[player] += rule.medals
        side = state.field.sides[player]
        log.append(MedalGained(side, rule.medals, name, state.medals(player)))
    open_turn(state)


def _attrition(state: GameState) -> Iterator[Deed]:
    rule = state.field.options.further_rule(Attrition)
    if rule is not None and rule.side is state.field.sides[state.active]:
        yield Deed(DeedKind.TOLL, NOBODY, rule.dice)


def _sabotage(state: GameState) -> Iterator[Deed]:
    rule = state.field.options.further_rule(DamSabotage)
    if rule is None or rule.side is not state.field.sides[state.active]:
        return
    broken = {dam for dam, hits in state.dams if hits >= rule.hits}
    for index in indexes(state.field.grid.mask(rule.hexes) & state.occupied[state.active]):
        if index not in broken:
            yield Deed(DeedKind.SABOTAGE, state.unit_at[index], rule.dice)
