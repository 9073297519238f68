"""The last figure of a British unit battles back whoever close assaulted it (O-BRIT, TH-BRI)."""

from __future__ import annotations

from m44core.rules.game.events import BattleDeclared, Event
from m44core.rules.game.fights import Fight, FightKind
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.units.accessories import ground_to

_DICE = 1


def may_battle_back(state: GameState, fight: Fight) -> bool:
    """Tell whether the battled unit may battle back now that dice and flags are settled.

    It has one figure, has not left its hex, may battle from there, and no Ambush came
    before (TH-BRI-01, TH-BRI-03).
    """
    unit = state.field.units[fight.target]
    if not unit.rules.battles_back or not fight.close or fight.kind is not FightKind.BATTLE:
        return False
    if fight.ambushed or state.figures[fight.target] != 1 or state.place[fight.target] != fight.hex:
        return False
    return not ground_to(state, fight.target).no_battle[unit.number_of_class] >> fight.hex & 1


def battle_back(state: GameState, log: list[Event]) -> None:
    """Let the battled unit roll its one die; nothing changes how many there are (TH-BRI-02)."""
    fight = state.fight
    assert fight is not None, "a unit was close assaulted"
    attacker, target = fight.target, fight.attacker
    state.fight = Fight(
        attacker,
        target,
        fight.hex,
        fight.start,
        _DICE,
        close=True,
        kind=FightKind.BACK,
        strength=state.figures[target],
    )
    state.phase = Phase.ROLL
    names = state.field.grid.names
    log.append(
        BattleDeclared(
            state.field.units[attacker].name,
            names[fight.hex],
            state.field.units[target].name,
            names[fight.start],
            _DICE,
        )
    )
